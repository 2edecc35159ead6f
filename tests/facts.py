"""Facts about items, read from their questions, truths and tags: what the weaknesses of made-up models depend on."""

from __future__ import annotations

import re

from vantage import assets, settings
from vantage.geometry import wrap
from vantage.item import Item

ALLO = frozenset({"consistency_allo", "updating_allo"})
EGO = frozenset({"consistency_ego", "updating_ego"})
UPDATING = frozenset({"updating_ego", "updating_allo"})
PEOPLE = re.compile(r"\b(man|woman|child)\b")


def label(item: Item) -> str:
    """Return what the right option means."""
    return item.options[item.key].label


def labelled(item: Item, wanted: str) -> str:
    """Return the letter of the option that means this; empty if none does."""
    return next((letter for letter, option in zip(item.letters, item.options) if option.label == wanted), "")


def ruled(item: Item, *rules: str) -> list[str]:
    """Return the letters of the options that miss the key in one of these ways."""
    return [letter for letter, option in zip(item.letters, item.options) if option.rule in rules]


def in_pictures(item: Item) -> bool:
    """Return whether the options are pictures."""
    return bool(item.options) and item.options[0].image is not None


def words(item: Item) -> int:
    """Return how many words the question has."""
    return len(item.question.replace("<image>", " ").split())


def names_people(item: Item) -> bool:
    """Return whether the question or an option names a man, a woman or a child."""
    return any(PEOPLE.search(text.lower()) for text in (item.question, *(option.text for option in item.options)))


def facing(item: Item) -> float:
    """Return how far the reference is turned from facing the camera, in degrees counter-clockwise, from -180 to 180."""
    return wrap(item.truth["reference"]["facing"] - item.truth["azimuths"][0])


def category(item: Item, role: str) -> str:
    """Return the category of the `reference` or the `target_thing`: "animals", "people", "vehicles" …"""
    return assets.get(str(item.tags[role])).category


def is_outdoors(item: Item) -> bool:
    """Return whether the scene is outdoors; False for items that show no scene."""
    site = settings.sites().get(str(item.tags.get("setting", "")))
    return site is not None and site.place == "outdoors"


def mirrored(name: str) -> str:
    """Return a direction with left and right exchanged."""
    return re.sub("left|right", lambda found: {"left": "right", "right": "left"}[found[0]], name)


def reversed_depth(name: str) -> str:
    """Return a direction with front and behind exchanged."""
    return re.sub("front|behind", lambda found: {"front": "behind", "behind": "front"}[found[0]], name)


def first_named(item: Item) -> str:
    """Return the letter of the option whose text comes first in the question; empty if it names none."""
    asked = item.question.rpartition(". ")[2] if item.truth.get("premise") else item.question
    texts = {letter: rf"\b{re.escape(option.text.lower())}\b" for letter, option in zip(item.letters, item.options)}
    found = {letter: at.start() for letter, text in texts.items() if (at := re.search(text, asked.lower()))}
    return min(found, key=lambda letter: found[letter], default="")


def things(item: Item) -> tuple[str, ...]:
    """Return the names of the things, people or cars that a question is about; none where it is about shapes."""
    truth = item.truth
    match truth:
        case {"target": target, "reference": reference}:
            return target["name"], reference["name"]
        case {"person": one} | {"thing": one}:
            return (one["name"],)
        case {"things": [first, *others]}:
            return (first["name"], *(other["name"] for other in others[:1]))
        case {"views": [{"kind": kind}, *_]} | {"kind": kind, "turns": _}:
            return (kind,)
    return ()


def scene(item: Item) -> str:
    """Return the name of the scene that an item is about, or of its situation where it shares no scene."""
    return item.groups.get("scene", ("", ""))[0] or item.situation
