"""Things that a user adds to the built-in ones: the packs listed in the environment variable VANTAGE_PACKS.

The variable lists folders, separated as in PATH. A pack must not use the name of another thing. A suite asks for a
pack's thing by the names of the folder and the thing ("home/park bench"); suites that do not ask never show it.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from vantage.assets import packs
from vantage.assets.asset import Asset
from vantage.assets.packs import Model
from vantage.names import nearest

VARIABLE = "VANTAGE_PACKS"


def models(places: str) -> list[Model]:
    """Return the models of all packs in a list of paths."""
    found: dict[str, Model] = {}
    taken = _built_in() if places else set[str]()
    for place in filter(None, places.split(os.pathsep)):
        for model in packs.read(Path(place)):
            if model.name in taken or model.name in found:
                raise ValueError(f"{place}: {model.name!r} is the name of another thing; give it one of its own")
            found[model.name] = model
    return list(found.values())


@cache
def _built_in() -> set[str]:
    names = [one.name for one in pkgutil.iter_modules([str(Path(__file__).parent)]) if one.name != "installed"]
    files = [importlib.import_module(f"vantage.assets.{name}") for name in names]
    return {asset.name for file in files for asset in getattr(file, "ASSETS", ())}


def chosen(names: Sequence[str], what: str) -> tuple[str, ...]:
    """Return the things that a suite asks for; "*" means all built-in things, "pack/*" all things of a pack."""
    groups = dict.fromkeys(sorted(_built_in()), "*") | {model.full_name: f"{model.pack}/*" for model in MODELS}
    found: list[str] = []
    for name in names:
        found += [thing for thing, group in groups.items() if group == name] or [nearest(name, groups, what)]
    return tuple(dict.fromkeys(found))


def kinds(things: Iterable[str]) -> tuple[str, ...]:
    """Return the asset names of things that a suite names."""
    own = {model.full_name: model.name for model in MODELS}
    return tuple(own.get(name, name) for name in things)


def full_names(kinds: Iterable[str]) -> list[str]:
    """Return the sorted full names of those assets that come from packs."""
    names = {*kinds}
    return sorted(model.full_name for model in MODELS if model.name in names)


def credits(things: Iterable[str]) -> list[dict[str, str]]:
    """Return the credits (thing, creator, licence) for those things that come from packs."""
    names = {*things}
    return [model.credit for model in MODELS if model.full_name in names]


MODELS = models(os.environ.get(VARIABLE, ""))
ASSETS: tuple[Asset, ...] = tuple(model.asset for model in MODELS)
