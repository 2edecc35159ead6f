"""Things from files: a pack is a folder of glTF or OBJ models with an index, `pack.toml`, that describes each one.

    [[asset]]
    name = "park bench"
    file = "bench.glb"
    up = "+y"
    front = "+z"              # leave out for a thing that has no front
    size = [1.6, 0.7, 0.9]    # across, front to back and up, in metres
    places = ["outdoors"]     # of table, floor, outdoors; or only street, only park
    like = ["bench"]          # leave out for a thing that could be mistaken for no other
    licence = "CC-BY-4.0"
    creator = "Ada Example"

A `rotation`, nine numbers row by row, is applied before `up` and `front`. Models are read with trimesh, but their files
are not trusted: a file may refer to nothing outside its folder, and its size and number of triangles are limited.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from vantage.assets.arrange import transformed
from vantage.assets.asset import PACK, PLACES, UNSAID, Asset, Look
from vantage.assets.loading import load
from vantage.assets.meshes import Mesh
from vantage.assets.simplify import simplified
from vantage.assets.words import kin
from vantage.names import nearest
from vantage.task import Mistake

INDEX = "pack.toml"
KINDS = (".glb", ".gltf", ".obj")
MOST_BYTES = 64 << 20  # the largest file that is read
ENOUGH = 4_000  # triangles: a heavier model is simplified
SETTINGS = ("street", "park")  # places for things that belong only in one kind of outdoors
DISAGREES = 1.1  # largest ratio between the scales of a model's three sides, from its file to the stated size
AXES: dict[str, tuple[int, int, int]] = {
    "+x": (1, 0, 0), "-x": (-1, 0, 0), "+y": (0, 1, 0), "-y": (0, -1, 0), "+z": (0, 0, 1), "-z": (0, 0, -1),
}  # fmt: skip
NEEDED = ("name", "file", "up", "size", "places", "licence", "creator")
IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


class Files(Mapping[str, bytes]):
    """The files that a model may refer to: those of one folder, on disk or in an archive; `read` reads them."""

    def __init__(self, names: list[str], read: Callable[[str], bytes]) -> None:
        self.names, self.read = names, read

    def __getitem__(self, name: str) -> bytes:
        found = PurePosixPath(name.strip().replace("\\", "/"))
        if str(found) not in self.names:
            raise KeyError(name)
        return self.read(str(found))

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True, eq=False)
class Model:
    """One entry of a pack, not yet read."""

    name: str
    file: str  # among `files`
    files: Files
    up: str
    front: str  # empty for a thing without one
    size: tuple[float, float, float]
    places: tuple[str, ...]
    licence: str
    creator: str
    rotation: tuple[float, ...] = IDENTITY  # applied first: nine numbers, row by row
    pack: str = ""  # the name of the pack's folder
    like: tuple[str, ...] = ()  # things that it could be mistaken for

    @property
    def full_name(self) -> str:
        """The name by which a suite asks for this thing."""
        return f"{self.pack}/{self.name}"

    @property
    def credit(self) -> dict[str, str]:
        """The credit for this thing, which a data set lists."""
        return {"thing": self.full_name, "creator": self.creator, "licence": self.licence}

    @property
    def asset(self) -> Asset:
        """The thing as an asset; its mesh is read when it is first built."""
        longest = max(self.size)
        return Asset(
            self.name, PACK, self.places, (longest, longest), self._shape, UNSAID if self.front else "",
            like=kin(self.name, self.like),
        )  # fmt: skip

    def _shape(self, look: Look) -> Mesh:
        return mesh(self)


def read(folder: Path) -> list[Model]:
    """Return the models of a pack, after checking every entry of its index."""
    try:
        data = tomllib.loads((folder / INDEX).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{folder} is no pack: {INDEX} cannot be read ({error})") from None
    entries = data.get("asset")
    if not isinstance(entries, list) or not entries:
        raise ValueError(f"{folder / INDEX} has no [[asset]]; a pack needs one for each thing")
    return [_model(folder.resolve(), entry) for entry in entries]


def _model(folder: Path, entry: dict[str, Any]) -> Model:
    where = f"{INDEX}, asset {entry.get('name', '?')!r}"
    for name in entry:
        nearest(name, (*NEEDED, "front", "like", "rotation"), f"key ({where})")
    if missing := [name for name in NEEDED if not entry.get(name)]:
        raise ValueError(f"{where}: {', '.join(missing)} is missing")
    up, front = str(entry["up"]), str(entry.get("front", ""))
    for axis in filter(None, (up, front)):
        nearest(axis, AXES, f"axis ({where})")
    if front and up[1] == front[1]:
        raise ValueError(f"{where}: up ({up}) and front ({front}) are along one line")
    size, places = entry["size"], entry["places"]
    if len(size) != 3 or not all(isinstance(side, int | float) and side > 0 for side in size):
        raise ValueError(f"{where}: size is three lengths in metres, not {size!r}")
    for place in places:
        nearest(place, (*PLACES, *SETTINGS), f"place ({where})")
    like = entry.get("like", [])
    if not isinstance(like, list) or not all(isinstance(word, str) for word in like):
        raise ValueError(f"{where}: like is a list of names, not {like!r}")
    rotation = tuple(map(float, entry.get("rotation", IDENTITY)))
    if len(rotation) != len(IDENTITY):
        raise ValueError(f"{where}: rotation is nine numbers, not {len(rotation)}")
    path = (folder / entry["file"]).resolve()
    if not path.is_relative_to(folder) or path.suffix.lower() not in KINDS or not path.is_file():
        raise ValueError(f"{where}: {entry['file']!r} is not a {', '.join(KINDS)} file in the pack's folder")
    across, deep, tall = map(float, size)
    return Model(
        str(entry["name"]), path.name, _beside(path), up, front, (across, deep, tall), tuple(places),
        str(entry["licence"]), str(entry["creator"]), rotation, folder.name, tuple(like),
    )  # fmt: skip


def _beside(path: Path) -> Files:
    """Return the files in a model's folder and below it, without links that lead elsewhere."""
    folder = path.parent
    inside = [one for one in folder.rglob("*") if one.is_file() and one.resolve().is_relative_to(folder)]
    return Files([one.relative_to(folder).as_posix() for one in inside], lambda name: _bounded(folder / name))


def _bounded(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MOST_BYTES else b""
    except OSError as error:
        raise Mistake(f"{path.name} cannot be read ({error.strerror})") from None
    if size > MOST_BYTES:
        raise Mistake(f"{path.name} has {size:,} bytes; at most {MOST_BYTES:,} are read")
    return data


@lru_cache(maxsize=64)
def mesh(model: Model) -> Mesh:
    """Return a model as a mesh in the frame of `meshes`, at the size that its index states."""
    try:
        return simplified(_fitted(model, load(model.file, model.files)), ENOUGH)
    except Mistake as error:
        raise Mistake(f"{model.name}: {error}") from None


def _fitted(model: Model, found: Mesh) -> Mesh:
    """Return a mesh turned to our axes and scaled to the stated size; a Mistake if its proportions differ."""
    up = np.array(AXES[model.up], float)
    back = -np.array(AXES[model.front or _any_front(model.up)], float)
    own = np.array([np.cross(back, up), back, up]) @ np.reshape(model.rotation, (3, 3))
    turned = transformed(found, own)
    low, high = turned.bounds.astype(float)
    if (high - low).min() <= 0:
        raise Mistake(f"{model.file} is flat")
    scales = np.array(model.size) / (high - low)
    if scales.max() > DISAGREES * scales.min():
        sides = ", ".join(f"{side:.3g}" for side in (high - low) * np.median(scales))
        raise Mistake(f"the sides are as {sides} in {model.file}, not as stated in its index")
    return transformed(turned, float(np.median(scales)) * np.eye(3))


def _any_front(up: str) -> str:
    return "+y" if up[1] == "z" else "+z"
