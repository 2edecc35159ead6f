"""Which things appear together: kinds that belong in a setting, have similar sizes, and do not look alike.

A person on a street is small beside a bus, so the first thing drawn sets the size, and the others stay within a factor
of it. Kinds that could be mistaken for each other never appear in one scene. They are chosen `among` those that a suite
names, else among the built-in ones: the packs that a user has must not change a suite that does not name their things.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from vantage import assets, settings
from vantage.assets.similar import alike

VARIANTS = 12  # how many variants of a kind are used

Among = tuple[str, ...]  # the kinds to choose among; empty: all built-in kinds


@cache
def kinds(setting: str, oriented: bool | None = None, among: Among = ()) -> tuple[str, ...]:
    """Return the kinds of thing that may stand in a setting; `oriented` selects those with (without) a front."""
    site = settings.get(setting)
    fit = [assets.get(name) for name in assets.names(oriented=oriented)]
    return tuple(
        asset.name
        for asset in fit
        if (asset.name in among if among else asset.category not in (assets.PACK, assets.SOLID))
        and site.sizes[0] <= asset.length[0] <= asset.length[1] <= site.sizes[1]
        and belongs(asset.name, setting)
    )


def belongs(name: str, setting: str) -> bool:
    """Return whether a kind of thing may be found in a setting, whatever its size."""
    asset, site = assets.get(name), settings.get(setting)
    odd = {asset.name, asset.category} & site.setting.odd
    return bool({site.place, setting} & {*asset.places}) and (asset.name in site.setting.fine or not odd)


def drawn(fits: Callable[[str], bool], rng: np.random.Generator, place: str = "") -> str:
    """Return one of the settings that fit; empty if none does. Table, floor and outdoors are equally likely."""
    fitting = [name for name, site in settings.sites().items() if place in ("", site.place) and fits(name)]
    places = sorted({settings.get(name).place for name in fitting})
    if not places:
        return ""
    chosen = places[int(rng.integers(len(places)))]
    among = [name for name in fitting if settings.get(name).place == chosen]
    return among[int(rng.integers(len(among)))]


@cache
def people(setting: str, among: Among = ()) -> tuple[str, ...]:
    """Return the people who may stand in a setting."""
    return tuple(name for name in kinds(setting, among=among) if name in assets.names("people"))


def company(
    setting: str, first: str, n: int, rng: np.random.Generator, sizes: tuple[float, float], among: Among = ()
) -> list[str]:
    """Return `first` and `n` kinds to stand beside it, no two alike; empty if there are too few.

    Their longest sides, divided by that of `first`, lie between the two `sizes`.
    """
    chosen = beside([first], rng.permutation(kinds(setting, among=among)).tolist(), n, sizes)
    return chosen if len(chosen) > n else []


def strewn(chosen: Sequence[str], rng: np.random.Generator, sizes: tuple[float, float]) -> list[str]:
    """Return the things with some of those behind the second replaced by plain solids, which nobody is asked about."""
    solids = rng.permutation(assets.names(assets.SOLID)).tolist()
    found = beside(chosen, solids, int(rng.integers(len(chosen) - 1)), sizes)[len(chosen) :]
    return [*chosen[: len(chosen) - len(found)], *found]


def beside(chosen: Sequence[str], names: Sequence[str], n: int, sizes: tuple[float, float]) -> list[str]:
    """Return `chosen` and the first `n` of `names`, or fewer, that are like none of them and of sizes that go well."""
    low, high = (factor * _length(chosen[0]) for factor in sizes)
    found = [*chosen]
    for name in names:
        if len(found) == len(chosen) + n:
            break
        if low <= _length(name) <= high and not any(alike(name, other) for other in found):
            found.append(name)
    return found


def _length(name: str) -> float:
    return sum(assets.get(name).length) / 2


def variants(names: Sequence[str], rng: np.random.Generator) -> list[tuple[str, int]]:
    """Return each kind with a random variant."""
    return [(name, int(rng.integers(VARIANTS))) for name in names]
