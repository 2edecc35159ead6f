"""What could matter about an item: named facts, from its tags, its options and its truth, in one flat mapping.

A fact is a word, a yes or no, or a number; a diagnosis asks whether a model does worse where it has a certain value.
Tags, groups and whatever the truth holds at its top become facts by themselves; a task declares more where an analyst
would want them (`Task.facts`), and what is common to scenes is worked out here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from vantage import assets, settings, tasks
from vantage.describing import walks
from vantage.item import IMAGE_MARK, Choice, Item, Json, Number
from vantage.task import Task

Value = str | bool | int | float
Facts = dict[str, Value]

LONGEST = 40  # characters of a word that can be a fact
SKIPPED = {
    *("quadrant", "template", "situation", "scale", "asked_at", "individual", "palette", "side_length"),
    *("walk", "target_thing"),  # the things asked about, which other facts name
}
VARIANTS = {"frame": "whose"}  # the fact of a group's variants, where it has another name
QUARTERS = ("toward the camera", "toward its right", "away from the camera", "toward its left")
AXES = {"sideways": {"left", "right"}, "in depth": {"front", "behind", "nearer", "farther"}}
ALIVE = ("people", "animals")
NAMES = ("target", "reference", "person", "thing")


def facts_of(item: Item) -> Facts:
    """Return every fact about an item that has a value."""
    found: Facts = {}
    for part in (_declared(item), _asked(item), _groups(item), _place(item), _scene(item.truth), _recorded(item.truth)):
        for name, value in part:
            if name == "kind" and value == item.subtype:
                continue  # of question, and no thing
            if name not in found and name not in SKIPPED and _plain(value):
                found[name] = value
    for name, value in item.tags.items():
        # What a slot asked for, as `target`, is no thing; the right answer tells it.
        if name not in found and name not in SKIPPED and name not in NAMES and _plain(value):
            found[name] = value
    return found


def _plain(value: Any) -> bool:
    """Return whether a value can be a fact: a short word, a yes or no, or a number."""
    if isinstance(value, str):
        return 0 < len(value) <= LONGEST
    return isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))


@cache
def task_of(name: str) -> Task | None:
    """Return a task by its name; None for items of your own."""
    return tasks.get(name) if name in tasks.names() else None


def _declared(item: Item) -> Iterator[tuple[str, Any]]:
    task = task_of(item.task)
    for name, fact in (task.facts if task else {}).items():
        try:
            yield name, fact.of(item.truth)
        except (KeyError, IndexError, TypeError, ValueError):
            continue  # the truth of an imported item may lack what ours records


def _asked(item: Item) -> Iterator[tuple[str, Any]]:
    """Yield how it is asked: subtype, pictures, options, words, and what is right."""
    yield "subtype", item.subtype
    yield "pictures", len(item.images)
    yield "words", len(item.question.replace(IMAGE_MARK, " ").split())
    spoken = {*re.findall(r"[a-z]+", " ".join((item.question, *(option.text for option in item.options))).lower())}
    for kind, word in (("people", "a person"), ("animals", "an animal")):
        if spoken & singles(kind):
            yield f"names {word}", True
    if isinstance(item.answer, Number):
        yield "right number", item.answer.value
        return
    yield "right letter", item.answer.letter
    yield "options", len(item.options)
    yield "option kind", "pictures" if item.options[0].image is not None else "texts"
    yield from _meaning(item)


def _meaning(item: Item) -> Iterator[tuple[str, Any]]:
    assert isinstance(item.answer, Choice)
    right = item.options[item.key]
    said = right.label or right.text
    if right.image is None or not any(mark.isdigit() for mark in said):
        yield "right answer", said
    if right.text and right.text != said:
        yield "right option", right.text
    yield from _direction("right", said)
    listed = item.truth.get("options")
    if isinstance(listed, list) and len(listed) == len(item.options) and isinstance(listed[item.key], list):
        yield "parts of the answer", leaves(listed[item.key])
    for name in ("asked", "camera", "before", "statement", "expected"):
        yield from _direction(name, str(item.tags.get(name) or item.truth.get(name) or ""))


def _direction(name: str, said: str) -> Iterator[tuple[str, str]]:
    """Yield the words that a direction has: its side, its depth, and whether it is diagonal."""
    words = said.replace("-", " ").split()
    held = [[word for word in pair if word in words] for pair in (("left", "right"), ("front", "behind"))]
    for part, found in zip(("side", "depth"), held):
        if found:
            yield f"{name} {part}", found[0]
    if any(held) and name != "right":
        yield f"{name} way", "diagonal" if all(held) else "straight"
    axes = [axis for axis, ends in AXES.items() if {*words} & ends]
    if name == "asked" and axes:
        yield "asked axis", axes[0] if len(axes) == 1 else "both ways"


def leaves(value: Any) -> int:
    """Return how many things a list holds, those of lists in it counted: holes, blocks, corners."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return sum(map(leaves, value))
    return 1


def _place(item: Item) -> Iterator[tuple[str, Any]]:
    """Yield whether the scene is indoors or outdoors."""
    site = settings.sites().get(str(item.tags.get("setting", "")))
    if site is not None:
        yield "place", "outdoors" if site.place == "outdoors" else "indoors"


def _groups(item: Item) -> Iterator[tuple[str, Any]]:
    for group, (_, variant) in item.groups.items():
        yield VARIANTS.get(group, group), variant
    if item.groups.get("wording", ("", ""))[1] in ("base", "symmetric", "syntactic", "both"):
        yield "sentence", "another" if item.groups["wording"][1] in ("syntactic", "both") else "as it was"


def _recorded(truth: Json) -> Iterator[tuple[str, Any]]:
    """Yield what the truth holds at its top: words and numbers as they are, lists by their length."""
    for name, value in truth.items():
        if name == "options" or name in NAMES:
            continue
        if isinstance(value, list):
            yield f"number of {name}", len(value)
            if value and all(isinstance(one, int | float) for one in value) and name in ("turns", "azimuths"):
                yield f"span of {name}", max(value) - min(value)
                yield f"largest of {name}", max(map(abs, value))
        elif not isinstance(value, Mapping):
            yield name, value
    azimuths = truth.get("azimuths")
    if isinstance(azimuths, list) and len(azimuths) == 1:
        yield "azimuth", azimuths[0]


def _scene(truth: Json) -> Iterator[tuple[str, Any]]:
    """Yield what holds of things in a scene: their kinds, distance, facing, and how much of them shows."""
    if {"rooms", "cameras"} <= set(truth):
        yield from walks.facts(truth)
        return
    things = {name: truth[name] for name in NAMES if isinstance(truth.get(name), Mapping)}
    listed = truth.get("things")
    if isinstance(listed, list) and listed and isinstance(listed[0], Mapping):
        things.setdefault("first thing", listed[0])
        if len(listed) == 2:
            things.setdefault("second thing", listed[1])
    for role, thing in things.items():
        if "name" in thing:
            yield role, thing["name"]
            yield f"kind of {role}", category(thing["name"])
            yield f"{role} is", "a person or an animal" if category(thing["name"]) in ALIVE else "a thing"
    azimuth = next(iter(truth.get("azimuths") or [0]), 0)
    if len(truth.get("azimuths") or [0]) == 1 or truth.get("places"):
        for role, thing in things.items():
            if "facing" in thing and role in ("reference", "person", "thing", "target"):
                yield f"{role} faces", QUARTERS[round((thing["facing"] - azimuth) / 90) % 4]
        yield from _seen(things, _mapping(truth.get("camera")), azimuth)
    first, second = things.get("target"), things.get("reference")
    if first and second and {"x", "y"} <= set(first) & set(second):
        yield "distance apart", round(math.hypot(first["x"] - second["x"], first["y"] - second["y"]), 2)
    shares = [share for seen in _mapping(truth.get("visible")).values() if isinstance(seen, list) for share in seen]
    if shares and all(isinstance(share, int | float) for share in shares):
        yield "least visible share", min(shares)


def _seen(things: Mapping[str, Json], camera: Json, azimuth: float) -> Iterator[tuple[str, Any]]:
    """Yield how far from the camera the target is, and on which side of the picture."""
    turn, radius = math.radians(azimuth), camera.get("radius")
    for role in ("target", "thing"):
        if role in things and radius and "x" in things[role]:
            across = things[role]["x"] * math.cos(turn) + things[role]["y"] * math.sin(turn)
            nearer = things[role]["x"] * math.sin(turn) - things[role]["y"] * math.cos(turn)
            yield f"distance of {role}", round(math.hypot(radius - nearer, across), 2)
            yield f"{role} in the picture", "left" if across < 0 else "right"
            yield f"{role} stands", "near" if nearer > 0 else "far"


def _mapping(value: Any) -> Json:
    return value if isinstance(value, Mapping) else {}


@cache
def singles(kind: str) -> frozenset[str]:
    """Return the names of a category that are one word."""
    return frozenset(name for name in assets.names(kind) if " " not in name)


@cache
def category(name: str) -> str:
    """Return the category of a thing; empty for what is not built in."""
    return assets.get(name).category if name in assets.names() else ""


# What a fact says in a sentence: {} is its value, of a number also "3 or more", "at most 2".
WORDS = {
    "tier": "on {} items",
    "subtype": "on items of the kind “{}”",
    "pictures": "with {} pictures",
    "words": "where the question has {} words",
    "options": "with {} options",
    "option kind": "where the options are {}",
    "right number": "where the right number is {}",
    "right answer": "where the right answer is “{}”",
    "right option": "where “{}” is right",
    "right side": "where the right answer has “{}” in it",
    "right depth": "where the right answer has “{}” in it",
    "parts of the answer": "where the right option has {} parts",
    "sentence": "where the question is put as {} sentence",
    "expected": "where “{}” is true",
    "expected side": "where the true direction has “{}” in it",
    "expected depth": "where the true direction has “{}” in it",
    "expected way": "where the true direction is {}",
    "camera side": "where the camera sees “{}”",
    "camera depth": "where the camera sees “{}”",
    "camera way": "where what the camera sees is {}",
    "before side": "where the direction has “{}” in it before the walk",
    "before depth": "where the direction has “{}” in it before the walk",
    "before way": "where the direction before the walk is {}",
    "asked side": "where what is asked for has “{}” in it",
    "asked depth": "where what is asked for has “{}” in it",
    "asked axis": "where what is asked for differs {}",
    "asked way": "where what is asked for is {}",
    "statement side": "where the statement has “{}” in it",
    "statement depth": "where the statement has “{}” in it",
    "statement way": "where the statement is {}",
    "right letter": "where option {} is right",
    "place": "{}",
    "frame": "where left and right are meant as the {}'s",
    "names a person": "where a person is named",
    "names an animal": "where an animal is named",
    "length": "where the way is {} squares long",
    "setting": "in the setting “{}”",
    "domain": "about {}s",
    "azimuth": "on scenes seen from {}°",
    "angle": "at an angle of {}°",
    "blocks": "with {} blocks",
    "hidden": "with {} hidden blocks",
    "folds": "with {} folds",
    "punches": "with {} punches",
    "pieces": "with {} pieces",
    "rooms": "with {} rooms",
    "group": "in {} directions",
    "camera": "where the camera sees “{}”",
    "before": "where it begins “{}”",
    "whose": "where the {} left and right is meant",
    "wording": "in the wording “{}”",
    "premise": "where a premise is “{}”",
    "order": "where {}",
    "off": "where the thing faces {}° away from the asked way",
    "relation": "where the relation is “{}”",
    "stated": "where the stated turn is {}°",
    "occlusion": "where things hide one another: {}",
    "view": "in the view “{}”",
    "kind": "where the thing is {}",
    "asked": "where “{}” is asked for",
    "distance apart": "where the two things stand {} m apart",
    "size of the home": "where the home has {} m² of floor",
    "stands in": "where what is asked about stands in {}",
    "shown at once": "where {} shows all that is asked about at once",
    "first shown": "where {} pictures go by before all that is asked about has shown",
    "times shown": "where {} pictures show what is asked about",
    "longest side": "where the largest thing asked about is {} m long",
    "stand": "where one stands by the {}",
    "face": "where one faces the {}",
    "least visible share": "where the share of a thing that shows is {}",
    "distance of target": "where the target stands {} m away",
    "distance of thing": "where the thing stands {} m away",
    "elevation": "where the camera looks down from {}°",
    "largest of azimuths": "where the largest azimuth is {}°",
    "span of azimuths": "where the pictures are taken up to {}° apart",
    "largest of turns": "where the largest turn is {}°",
    "span of turns": "where the turns shown are up to {}° apart",
    "number of asked": "where {} things are asked about",
    "cells": "with {} cells",
    "marks": "with {} marks",
    "dots": "with {} dots",
    "stacks": "with {} stacks",
    "lines": "with {} lines",
    "sides": "where the figure has {} sides",
    "turns": "where the way has {} turns",
    "edit": "where the options differ by “{}”",
    "edits": "where the options differ by “{}”",
    "set": "where the wrong options are of the kind “{}”",
    "other": "where another side on offer is the {} one",
    "chain": "where the painted pattern is found by “{}”",
    "painted": "where the painted face is on the {}",
    "prisms": "where blocks are no cubes",
    "room": "where the ruled room is {} cubes wide",
    "measure": "where a {} is asked for",
    "views": "where the views are {}",
}


def words_of(name: str) -> str:
    """Return how a sentence says a fact, with {} for its value."""
    if name in WORDS:
        return WORDS[name]
    for base in tasks.names():
        task = task_of(base)
        if task and name in task.facts:
            return task.facts[name].words
    if name.endswith((" faces", " stands", " is")):
        return f"where the {name} {{}}"
    if name.startswith("kind of "):
        return f"where the {name.removeprefix('kind of ')} is of the kind “{{}}”"
    if name.endswith(" in the picture"):
        return f"where the {name.removesuffix(' in the picture')} is on the {{}} of the picture"
    if name.startswith("number of ") and name.endswith("s"):
        return f"with {{}} {name.removeprefix('number of ')}"
    return f"where the {name.replace('_', ' ')} is {{}}"
