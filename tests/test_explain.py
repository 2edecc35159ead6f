"""Worked solutions end in the key, whatever the order of options, and a wrong claim in one is noticed."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

import vantage
from tests import claims
from tests.fabricated import items as fabricated

NAMED = ("identity", "turning", "side_views", "view_rotation", "perspective_views")  # slow to make: pictures are drawn
SLOW = ("perspective_relations", "grounding", "translation", "relations", "orientation")
SWAPS = (
    ("left", "right"),
    ("clockwise", "counter-clockwise"),
    ("nearer", "farther"),
    ("toward", "away from"),
    ("front", "behind"),
    ("first", "second"),
    ("upper", "lower"),
    ("ahead", "behind"),
    ("vertical", "horizontal"),
    ("up", "down"),
    ("same", "other"),
)


@cache
def solved(task: str) -> list[tuple[vantage.Item, str, int]]:
    """Items of a task as shown, each with its options moved up by another number of places, and their solutions."""
    count = 2 if task in NAMED else 4 if task in SLOW else 8
    found = []
    for number, item in enumerate(claims.items(task, count)):
        moved = number % len(item.options)
        shown = item.rotated(moved)
        found.append((shown, vantage.explain(shown, number), moved))
    return found


def mutants(sentence: str):
    """Sentences with one number, letter or direction changed."""
    for found in re.finditer(r"\d+\.\d+|\d+", sentence):
        number = found[0]
        other = f"{float(number) + 0.3:.2f}" if "." in number else str(int(number) + 1)
        yield sentence[: found.start()] + other + sentence[found.end() :]
    for found in re.finditer(r"(?<=option |Option |In set |of set )[A-D]\b", sentence):
        for letter in "ABCD".replace(found[0], ""):
            yield sentence[: found.start()] + letter + sentence[found.end() :]
    for pair in SWAPS:
        for one, other in (pair, pair[::-1]):
            for found in re.finditer(rf"(?<![\w-]){one}(?![\w-])", sentence):
                yield sentence[: found.start()] + other + sentence[found.end() :]


@pytest.mark.parametrize("task", claims.explained())
def test_solutions_are_proven_and_end_in_the_key(task):
    for item, text, moved in solved(task):
        assert claims.unproven(item, text, moved) == []
        assert text.endswith(f" {item.answer.letter}.")
