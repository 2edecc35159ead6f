"""Gaps: how much better a model does in one way than in another, on the same items, with paired intervals.

A premise given or not, things hidden or not, words or pictures first, a person's left and right or the viewer's,
another's frame or the camera's, and every setting of asking: a protocol, depth maps, smaller pictures, no pictures, all
in one, another order, scenes path-traced. The rules about gaps use the functions here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from vantage.diagnosis.findings.sheet import Bools, Case, Ints, Sheet, cases
from vantage.stats import inference
from vantage.stats.inference import Interval
from vantage.stats.metrics import caa

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.stats.metrics import Array

KINDS = {
    "protocol": "protocol",
    "depth": "depth",
    "max_side": "resolution",
    "layout": "composite",
    "images": "order",
    "form": "form",
    "renderer": "realism",
}
VARIANTS = {"frame": "whose"}  # the column of a group's variants, where it has another name
# What is varied on purpose: the group, the variant that the others are set beside, and those others.
CONTROLLED = {
    "premise": ("premise", "with", ("without", "against")),
    "faces": ("frame", "own", ("viewer",)),
    "occlusion": ("occlusion", "none", ("partial", "full")),
    "presentation": ("order", "images first", ("interleaved", "text first")),
}


@dataclass(frozen=True)
class Gap:
    """The accuracy in the second way less that in the first, on the same items; both also as chance-adjusted."""

    model: str
    kind: str  # a key of CONTROLLED, "frame", "blind", or a value of KINDS
    first: str
    second: str
    first_adjusted: float
    second_adjusted: float
    difference: Interval
    p: float = float("nan")  # that there is no difference
    task: str = ""  # empty: over all tasks


def gaps(table: pa.Table) -> list[Gap]:
    """Return the gaps of each model beside the plainest way in which it was asked."""
    return [gap for case in cases(table) for part in (_controlled, _frames, _ways) for gap in part(case)]


def by_task(table: pa.Table, main: Mapping[str, str] = MappingProxyType({})) -> list[Gap]:
    """Return what each other way of asking changes in each task, beside the way that `main` names for a model."""
    return [gap for case in cases(table, main) for gap in _ways(case, each_task=True)]


def kind_of(setting: str, value: Any) -> str:
    """Return what the gap of a setting is called."""
    return "blind" if value == "none" else KINDS[setting]


def _controlled(case: Case) -> Iterator[Gap]:
    s = case.main
    for kind, (group, first, others) in CONTROLLED.items():
        for second in others:
            a, b = variant_pairs(s, group, first, second)
            if len(a):
                yield _gap(case, (kind, first, second), (s.right[a], s.right[b]), (s.chance[a], s.chance[b]), s, a)


def _frames(case: Case) -> Iterator[Gap]:
    """Yield, where another's frame is asked for, how often answers fit the camera's, less how often the right one."""
    s = case.main
    a = np.flatnonzero(tempting(s))
    if len(a):
        seen = s.alike("chosen_label", "camera")
        yield _gap(case, ("frame", "own", "viewer"), (s.right[a], seen[a]), (s.chance[a], s.chance[a]), s, a)


def _ways(case: Case, each_task: bool = False) -> Iterator[Gap]:
    s = case.main
    for setting, value, other in case.others:
        places = asked_twice(s, other)
        names = (kind_of(setting, value), str(s[setting][0]) if len(s) else "", str(value))
        for task in dict.fromkeys(s["task"][places[0]].tolist()) if each_task else ("",):
            here = s.equal("task", task)[places[0]] if task else np.ones(len(places[0]), dtype=bool)
            a, b = (rows[here] for rows in places)
            if len(a):
                yield _gap(case, names, (s.right[a], other.right[b]), (s.chance[a], other.chance[b]), s, a, task)


def _gap(
    case: Case,
    names: tuple[str, str, str],
    right: tuple[Bools, Bools],
    chance: tuple[Array, Array],
    s: Sheet,
    at: Ints,
    task: str = "",
) -> Gap:
    first, second = (caa(hits, guess) for hits, guess in zip(right, chance))
    pair = (right[1], right[0], s.cluster[at])
    difference, p = inference.paired_difference(*pair), inference.paired_p(*pair)
    return Gap(case.model, *names, first, second, difference, p, task)


def premise_pairs(s: Sheet, variant: str) -> tuple[Ints, Ints]:
    """Return the places of answers with a premise, and of those of the same sets in another variant."""
    return variant_pairs(s, "premise", "with", variant)


def variant_pairs(s: Sheet, group: str, first: str, second: str) -> tuple[Ints, Ints]:
    """Return the places of answers in the first and in the second variant of the same sets of a group."""
    column = VARIANTS.get(group, group)
    held = ~s.equal(f"{group}_set", "")
    sets = s.joint(f"{group}_set", "condition", "repeat")
    return _matched((sets, sets), held & s.equal(column, first), held & s.equal(column, second))


def tempting(s: Sheet) -> Bools:
    """Return whether another's perspective is asked for, and what the camera sees is on offer as a wrong answer."""
    found = np.zeros(len(s), dtype=bool)
    for label in set(s["camera"]) - {""}:
        found |= s.equal("camera", label) & (s.offered(label, "labels") > 0) & ~s.equal("key_label", label)
    return found


def asked_twice(main: Sheet, other: Sheet) -> tuple[Ints, Ints]:
    """Return the places of answers to the same items, in the same rotation and repeat, in two ways of asking."""
    names = ("item", "rotation", "repeat")
    keys = [np.array(["\0".join(map(str, row)) for row in zip(*(s[n] for n in names))], str) for s in (main, other)]
    return _matched((keys[0], keys[1]), np.ones(len(main), dtype=bool), np.ones(len(other), dtype=bool))


def _matched(keys: tuple[np.ndarray, np.ndarray], first: Bools, second: Bools) -> tuple[Ints, Ints]:
    """Return the places of answers in the first and in the second group that have the same key."""
    places = np.flatnonzero(first), np.flatnonzero(second)
    _, a, b = np.intersect1d(keys[0][places[0]], keys[1][places[1]], return_indices=True)
    return places[0][a], places[1][b]
