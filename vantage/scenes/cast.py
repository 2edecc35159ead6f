"""Which things appear together: kinds that belong in a setting, have similar sizes, and do not look alike.

A person on a street is small beside a bus, so the first thing drawn sets the size, and the others stay within a factor
of it. Kinds that could be mistaken for each other never appear in one scene. They are chosen `among` those that a suite
names, else among the built-in ones: the packs that a user has must not change a suite that does not name their things.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from vantage import assets

VARIANTS = 12  # how many variants of a kind are used

Among = tuple[str, ...]  # the kinds to choose among; empty: all built-in kinds


@dataclass(frozen=True)
class Setting:
    """Where scenes take place: the assets' places that belong to it, and the kinds that would look odd there."""

    place: str
    sizes: tuple[float, float]  # the longest side of a thing, in metres
    odd: frozenset[str] = frozenset()  # names and categories that are left out
    fine: frozenset[str] = frozenset()  # names that are allowed all the same


SETTINGS = {
    "table": Setting("table", (0.1, 0.6)),
    "room": Setting("floor", (0.25, 2.4), frozenset({"street"}), frozenset({"barrel", "trash can"})),
    "street": Setting("outdoors", (0.55, 12.0), frozenset({"animals", "park"}), frozenset({"dog", "cat", "bench"})),
    "park": Setting(
        "outdoors",
        (0.4, 5.0),
        frozenset({"vehicles", "street", "suitcase"}),
        frozenset({"bicycle", "wheelchair", "street lamp", "trash can"}),
    ),
}

# At most one kind of each line appears in a scene.
SIMILAR = (
    {"man", "woman", "child"},
    {"chair", "armchair", "office chair", "rocking chair", "sofa", "stool", "bench", "wheelchair"},
    {"table", "bed", "piano", "picnic table", "bench"},
    {"car", "van"},
    {"van", "truck", "bus"},
    {"bicycle", "motorcycle"},
    {"wheelbarrow", "shopping cart", "wheelchair"},
    {"dog", "cat", "rabbit"},
    {"cow", "horse", "rocking horse", "pig", "sheep"},
    {"chicken", "duck", "penguin", "rubber duck"},
    {"tree", "palm tree", "pine tree"},
    {"bush", "potted plant", "cactus"},
    {"street lamp", "traffic light", "floor lamp", "table lamp"},
    {"trash can", "barrel", "bucket", "drum"},
    {"fire hydrant", "traffic cone"},
    {"hammer", "screwdriver", "wrench", "saw"},
    {"umbrella", "tent", "mushroom"},
    {"suitcase", "toolbox", "gift", "book", "crate", "cardboard box", "wooden chest"},
    {"mug", "teapot", "kettle", "watering can"},
    {"bottle", "wine glass", "vase", "candle"},
    {"apple", "pear", "ball", "globe", "pumpkin"},
    {"bowl", "cake", "frying pan", "drum"},
    {"toy airplane", "toy helicopter"},
    {"television", "laptop"},
)


@cache
def kinds(setting: str, oriented: bool | None = None, among: Among = ()) -> tuple[str, ...]:
    """Return the kinds of thing that may stand in a setting; `oriented` selects those with (without) a front."""
    where = SETTINGS[setting]
    fit = [assets.get(name) for name in assets.names(oriented=oriented)]
    return tuple(
        asset.name
        for asset in fit
        if {where.place, setting} & {*asset.places}
        and (asset.name in among if among else asset.category != assets.PACK)
        and where.sizes[0] <= asset.length[0] <= asset.length[1] <= where.sizes[1]
        and (asset.name in where.fine or not {asset.name, asset.category} & where.odd)
    )


@cache
def people(setting: str, among: Among = ()) -> tuple[str, ...]:
    """Return the people who may stand in a setting."""
    return tuple(name for name in kinds(setting, among=among) if name in assets.names("people"))


def alike(a: str, b: str) -> bool:
    """Return whether one kind could be mistaken for the other."""
    return any(x == y or any(x in group and y in group for group in SIMILAR) for x in _kin(a) for y in _kin(b))


@cache
def _kin(name: str) -> tuple[str, ...]:
    return (name, *assets.get(name).like)


def company(
    setting: str, first: str, n: int, rng: np.random.Generator, sizes: tuple[float, float], among: Among = ()
) -> list[str]:
    """Return `first` and `n` kinds to stand beside it, no two alike; empty if there are too few.

    Their longest sides, divided by that of `first`, lie between the two `sizes`.
    """
    low, high = (factor * _length(first) for factor in sizes)
    chosen = [first]
    for name in rng.permutation(kinds(setting, among=among)).tolist():
        if low <= _length(name) <= high and not any(alike(name, other) for other in chosen):
            chosen.append(name)
        if len(chosen) > n:
            return chosen
    return []


def _length(name: str) -> float:
    return sum(assets.get(name).length) / 2


def variants(names: Sequence[str], rng: np.random.Generator) -> list[tuple[str, int]]:
    """Return each kind with a random variant."""
    return [(name, int(rng.integers(VARIANTS))) for name in names]
