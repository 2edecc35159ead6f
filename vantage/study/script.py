"""What one person sees, step by step: practice, then the booklet task by task, with checks and breaks between.

The order of tasks is a row of a balanced Latin square (Williams 1949), so that over people each task stands at each
place equally often, and follows each other task equally often. Options are turned so that each person's right answers
stand equally often under each letter.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from vantage import seeds
from vantage.item import IMAGE_MARK, LETTERS
from vantage.study.folder import Shown, Study, of_check

FRAMES = 6  # so many pictures and more are shown as a strip to walk along


class Step(Struct, frozen=True, array_like=True):
    """One thing to answer; `ref` is an item's id, or the number of a practice item or check."""

    kind: str  # "practice", "item" or "attention"
    ref: str | int
    rotation: int = 0
    notice: str = ""  # said before it: "practice" begins, "task" changes, "study" begins
    pause: bool = False  # a break comes before it


_STEPS = msgspec.json.Decoder(tuple[Step, ...])


def encode(steps: tuple[Step, ...]) -> str:
    """Return a script as it is stored."""
    return msgspec.json.encode(steps).decode()


def decode(text: str) -> tuple[Step, ...]:
    """Return the script that `encode` wrote."""
    return _STEPS.decode(text)


def write(study: Study, booklet: int, person: int) -> tuple[Step, ...]:
    """Return the script of a person, the same for the same number, who gets the booklet at this place."""
    settings, items = study.settings, study.frozen.items
    rng = seeds.generator("study script", settings.seed, person)
    names = study.frozen.booklets[booklet].items
    order = _ordered({name: items[name].task for name in names}, settings.design.task_order, person, rng)
    turns = _turns([items[name] for name in order], study, rng)
    steps = [Step("item", name, turn) for name, turn in zip(order, turns)]
    if settings.design.task_order == "balanced":
        steps = _announced(steps, study)
    steps = _with_breaks(steps, settings.page.break_every)
    steps = _with_checks(steps, len(settings.attention), rng)
    drill = [Step("practice", n, notice="" if n else "practice") for n in range(len(study.frozen.practice))]
    if drill:
        steps[0] = msgspec.structs.replace(steps[0], notice="study" if not steps[0].notice else "study task")
    return (*drill, *steps)


def latin_row(n: int, row: int) -> list[int]:
    """Return a row of Williams' square for n things: n rows if n is even, 2n if it is odd."""
    first = [0]
    for step in range(1, n):
        first.append((first[-1] + (step if step % 2 else -step)) % n)
    turned = [(place + row) % n for place in first]
    return turned[::-1] if n % 2 and row // n % 2 else turned


def _ordered(task_of: dict[str, str], how: str, person: int, rng: np.random.Generator) -> list[str]:
    blocks: defaultdict[str, list[str]] = defaultdict(list)
    for name, task in task_of.items():
        blocks[task].append(name)
    if how == "mixed":
        return [str(name) for name in rng.permutation(list(task_of))]
    named = sorted(blocks)
    row = latin_row(len(named), person - 1)
    return [blocks[named[at]][place] for at in row for place in rng.permutation(len(blocks[named[at]]))]


def _turns(order: list[Shown], study: Study, rng: np.random.Generator) -> list[int]:
    """Return by how many places the options of each item move up."""
    if study.settings.design.option_order == "as made":
        return [0] * len(order)
    turns = [0] * len(order)
    for count in sorted({len(one.options) for one in order if one.letter}):
        places = [place for place, one in enumerate(order) if one.letter and len(one.options) == count]
        targets = rng.permutation(np.resize(rng.permutation(count), len(places)))
        if study.settings.page.feedback == "all":  # whoever is told the answers could count what is left of a balance
            targets = rng.integers(count, size=len(places))
        for place, target in zip(places, targets):
            turns[place] = (LETTERS.index(order[place].letter) - int(target)) % count
    return turns


def _announced(steps: list[Step], study: Study) -> list[Step]:
    before, found = "", []
    for step in steps:
        task = study.frozen.items[str(step.ref)].task
        found.append(msgspec.structs.replace(step, notice="task") if task != before else step)
        before = task
    return found


def _with_breaks(steps: list[Step], every: int) -> list[Step]:
    """Return the steps with a break before every `every`th, but none when hardly any are left."""
    due = set(range(every, len(steps) - every // 4, every)) if every else set()
    return [msgspec.structs.replace(step, pause=True) if place in due else step for place, step in enumerate(steps)]


def _with_checks(steps: list[Step], number: int, rng: np.random.Generator) -> list[Step]:
    """Return the steps with the attention checks spread over them, each at a random place of its stretch."""
    stretch = len(steps) / max(1, number)
    places = [int((n + rng.uniform(0.2, 0.8)) * stretch) for n in range(number)]
    found = list(steps)
    for n, place in reversed(list(enumerate(places))):
        found.insert(max(1, place), Step("attention", n))
    return found


def shown(study: Study, step: Step) -> Shown:
    """Return what a step shows, its options in the data set's own order."""
    if step.kind == "item":
        return study.frozen.items[str(step.ref)]
    if step.kind == "practice":
        return study.frozen.practice[int(step.ref)]
    return of_check(study.settings.attention[int(step.ref)], int(step.ref))


def key(one: Shown, rotation: int) -> str:
    """Return the right letter as presented, empty where a number is asked for."""
    return LETTERS[(LETTERS.index(one.letter) - rotation) % len(one.options)] if one.letter else ""


def public(study: Study, step: Step, place: int) -> dict[str, Any]:
    """Return what a browser is told of a step: nothing from which the key could be told, nor the item's id."""
    one = shown(study, step)
    options = one.options[step.rotation :] + one.options[: step.rotation]
    found: dict[str, Any] = {
        "place": place,
        "kind": step.kind,
        "parts": one.question.split(IMAGE_MARK),
        "pictures": [f"pictures/{name}" for name in one.pictures],
        "options": [{"text": text, "picture": f"pictures/{name}" if name else ""} for text, name in options],
        "unit": one.unit,
        "layout": "strip" if len(one.pictures) >= FRAMES else "rows",
        "seconds": study.settings.page.seconds if step.kind == "item" else 0,
    }
    if step.notice:
        found["notice"] = {"kinds": step.notice.split(), "heading": one.heading}
    return {**found, "pause": True} if step.pause else found
