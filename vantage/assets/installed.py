"""Things that a user adds to the built-in ones: the packs listed in the environment variable VANTAGE_PACKS.

The variable lists folders, separated as in PATH. A pack must not use the name of another thing.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from pathlib import Path

from vantage.assets import packs
from vantage.assets.asset import Asset
from vantage.assets.packs import Model

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


def _built_in() -> set[str]:
    names = [one.name for one in pkgutil.iter_modules([str(Path(__file__).parent)]) if one.name != "installed"]
    files = [importlib.import_module(f"vantage.assets.{name}") for name in names]
    return {asset.name for file in files for asset in getattr(file, "ASSETS", ())}


def credits() -> list[dict[str, str]]:
    """Return the credits (name, creator, licence) for the things of all packs in use."""
    return [model.credit for model in MODELS]


MODELS = models(os.environ.get(VARIABLE, ""))
ASSETS: tuple[Asset, ...] = tuple(model.asset for model in MODELS)
