"""What a model may do instead of the right thing: each strategy says what it would answer to every item.

Many strategies need nothing but the item: an option that misses the key in one way, a word or a place that is always
taken, the first thing that is named. A task brings its own (`Task.strategies`), and its side doors are strategies too.
What a strategy says is kept as the wrong options that it would take (a number whose bits are the options), or as the
number that it would give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vantage.describing.facts import leaves, task_of
from vantage.geometry import DIRECTIONS
from vantage.item import LETTERS, Choice, Item, Number

Said = Mapping[str, int | float]

CLOSE = 1e-9  # scores that differ by less are the same
RECURS = 40  # characters: longer options are no words that recur
# What different tasks say in different words, as one: options that miss the key, and side doors.
ALIKE = {
    "miss:as_the_camera_sees_it": "answers from the camera's side",
    "miss:as_the_camera_sees_it_then": "answers from the camera's side",
    "door:as the camera sees it after the walk": "answers from the camera's side",
    "door:as the camera sees it": "answers as the camera sees it in the picture",
    "door:as the first camera sees it": "answers from the camera's side",
    "miss:front_behind_swapped": "swaps front and behind",
    "miss:left_right_swapped": "swaps left and right",
    "miss:nearest_if_front_behind_swapped": "swaps front and behind",
    "miss:nearest_if_left_right_swapped": "swaps left and right",
    "door:left and right exchanged": "swaps left and right",
    "miss:both_swapped": "exchanges target and reference",
    "door:as the camera sees it now": "miss:no_rotation",
    "door:the walk goes the other way": "miss:wrong_direction",
    "door:as it faces in the picture": "miss:no_rotation",
    "door:turned to the other side": "miss:wrong_direction",
    "miss:mirrored": "miss:mirror",
    "miss:left_right": "swaps left and right",
    "miss:up_down": "swaps above and below",
}
# Words of directions that may be taken for each other.
SWAPS = (("left", "right"), ("front", "behind"), ("front", "back"), ("above", "below"), ("nearer", "farther"))
OFF = (-2, -1, 1, 2)
UNITS = (10.0, 100.0, 1000.0, 0.1, 0.01, 0.001, 3.281, 39.37, 0.3048, 10.764)  # feet and inches, too
STEPS = (5, 10)  # to which whole numbers are rounded; other numbers to a half or a whole, too


def said_of(item: Item) -> Said:
    """Return what each strategy would answer to an item, where that is wrong."""
    if isinstance(item.answer, Number):
        return dict(_numbers(item, item.answer.value))
    assert isinstance(item.answer, Choice)
    found: dict[str, int] = {}
    for name, scores in _ruled(item):
        if isinstance(scores, Sequence) and len(scores) == len(item.options):
            found.setdefault(ALIKE.get(name, name), _highest(scores))
    for name, taken in (
        *_misses(item),
        *_constant(item),
        *_counted(item),
        *_named(item),
        *_directions(item),
        *_near(item),
    ):
        found.setdefault(ALIKE.get(name, name), taken)
    every = (1 << len(item.options)) - 1
    key = 1 << item.key
    wrong = {name: taken & ~key for name, taken in found.items() if taken != every}
    return {name: taken for name, taken in wrong.items() if taken}


def _highest(scores: Sequence[float]) -> int:
    best = max(scores)
    return sum(1 << place for place, score in enumerate(scores) if score >= best - CLOSE)


def _misses(item: Item) -> Iterator[tuple[str, int]]:
    """Yield the options that miss the key in one way: "mirror", and each part of "moved+turned"."""
    rules = [option.rule for option in item.options]
    for rule in sorted({*rules} - {""}):
        yield f"miss:{rule}", sum(1 << k for k, one in enumerate(rules) if one == rule)
    for part in sorted({part for rule in rules for part in rule.split("+")} - {""}):
        alike = sum(1 << k for k, rule in enumerate(rules) if part in rule.split("+"))
        if any("+" in rule and part in rule.split("+") for rule in rules):
            yield f"part:{part}", alike


def _constant(item: Item) -> Iterator[tuple[str, int]]:
    """Yield the options that stand at one place, or say one word: what one always takes."""
    for place, option in enumerate(item.options):
        yield f"place:{LETTERS[place]}", 1 << place
        for word in {option.label, option.text} - {""}:
            if len(word) <= RECURS and (option.image is None or not any(mark.isdigit() for mark in word)):
                yield f"word:{word}", 1 << place


def _counted(item: Item) -> Iterator[tuple[str, int]]:
    """Yield the options of most and of least: the longest words, the most holes or blocks."""
    texts = [len(option.text) for option in item.options]
    if len(item.options) > 2 and len(set(texts)) > 1 and all(option.image is None for option in item.options):
        yield "takes the longest option", _highest(texts)
        yield "takes the shortest option", _highest([-size for size in texts])
    listed = item.truth.get("options")
    if isinstance(listed, list) and len(listed) == len(item.options) and isinstance(listed[0], list):
        sizes = [leaves(option) for option in listed]
        if len(set(sizes)) > 1:
            yield "takes the option with the most parts", _highest(sizes)
            yield "takes the option with the fewest parts", _highest([-size for size in sizes])


def _named(item: Item) -> Iterator[tuple[str, int]]:
    """Yield the option that the question names first, and last."""
    places = [item.question.lower().find(option.text.lower()) if option.text else -1 for option in item.options]
    if min(places) >= 0 and len(set(places)) == len(places):
        yield "takes what the question names first", _highest([-place for place in places])
        yield "takes what the question names last", _highest(places)


def _near(item: Item) -> Iterator[tuple[str, int]]:
    """Yield the number on offer that is so much below or above the right one."""
    labels = [option.label or option.text for option in item.options]
    if all(label.isdigit() for label in labels) and len({*labels}) == len(labels):
        for off in OFF:
            if (other := str(int(labels[item.key]) + off)) in labels:
                yield f"off:{off}", 1 << labels.index(other)


def _directions(item: Item) -> Iterator[tuple[str, int]]:
    """Yield the direction that has one word exchanged for its opposite, and those that are turned."""
    labels = [option.label for option in item.options]
    right = labels[item.key]
    for pair in SWAPS:
        other = dict(zip(pair, pair[::-1]))
        swapped = "-".join(other.get(word, word) for word in right.split("-"))
        if swapped in labels and swapped != right:
            yield f"swaps {pair[0]} and {pair[1]}", 1 << labels.index(swapped)
    if right not in DIRECTIONS:
        return
    place = DIRECTIONS.index(right)
    for turn, says in ((2, "a quarter turn clockwise"), (4, "the opposite direction"), (6, "a quarter turn back")):
        other_way = DIRECTIONS[(place + turn) % 8]
        if other_way in labels:
            yield f"turned:{says}", 1 << labels.index(other_way)


def _ruled(item: Item) -> Iterator[tuple[str, Any]]:
    """Yield what the strategies of the item's task say, and its side doors."""
    task = task_of(item.task)
    if not task:
        return
    rules = [(one.says, one.rule) for one in task.strategies] + [(f"door:{d.name}", d.rule) for d in task.side_doors]
    for name, rule in rules:
        try:
            found = rule(item.truth)
        except (KeyError, IndexError, TypeError, ValueError, ZeroDivisionError, AttributeError, StopIteration):
            continue  # the truth of an imported item may lack what ours records
        yield name, [float(one) for one in found] if isinstance(found, Sequence) else found


def _numbers(item: Item, right: float) -> Iterator[tuple[str, float]]:
    whole = right == int(right)
    if whole:
        for off in OFF:
            yield f"off:{off}", right + off
    for unit in UNITS:
        yield f"unit:{unit:g}", right * unit
    for step in STEPS if whole else (0.5, 1, *STEPS):
        if right % step:
            yield f"round:{step}", step * round(right / step)
    for name, found in _ruled(item):
        given = found[0] if isinstance(found, list) and len(found) == 1 else found
        if isinstance(given, int | float) and given != right:
            yield name, float(given)
