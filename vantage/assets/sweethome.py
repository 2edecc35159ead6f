"""Things of Sweet Home 3D: a library (`.sh3f`) is a zip of OBJ models with a catalogue of names, sizes and creators.

Debian's package `sweethome3d-furniture` installs five libraries in FOLDER. Models have y up; some must first be turned
as the catalogue says. Its names are rough ("Trunck") and it knows no fronts, so a pack is made of the pieces listed in
`sweethome.toml`, which were named, and looked at from all sides. Others come in only on request, without a front.
"""

from __future__ import annotations

import json
import re
import tomllib
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from vantage.assets.glb import encoded
from vantage.assets.packs import IDENTITY, INDEX, MOST_BYTES, Files, Model, mesh
from vantage.task import Mistake

FOLDER = Path("/usr/share/sweethome3d/furniture")
CATALOGUE = "PluginFurnitureCatalog.properties"
ENTRY = re.compile(r"^(\w+)#(\d+)\s*=\s*(.*?)\s*$", re.MULTILINE)
LICENCE = re.compile(r"^license\s*=\s*(.*?)\s*$", re.MULTILINE)
ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
MOST_PIECES = 5_000  # of one library
FIXED = ("Doors and windows", "Lights", "Staircases")  # categories of things that do not stand freely
OUTDOORS = ("Exterior", "Vehicles")
SMALL = 0.6  # metres: a longer thing does not stand on a table
FRONTS = {0: "+z", 90: "+x", 180: "-z", 270: "-x"}

UNLISTED = "not on the list of pieces that were checked"
STUCK = "it does not stand freely"


@dataclass(frozen=True)
class Checked:
    """What is known of a piece: the name that questions use, where its front is, and where it belongs."""

    name: str
    front: int | None  # degrees
    places: tuple[str, ...]
    like: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What came of a piece: the thing it became, or else the reason why it became none."""

    piece: str
    catalogued: str  # its name in the library
    thing: str = ""
    reason: str = ""


@cache
def checked() -> dict[str, Checked]:
    """Return the pieces that were looked at, by their ids."""
    libraries = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {
        f"{library}#{piece}": Checked(
            found["name"], found.get("front"), tuple(found["places"]), tuple(found.get("like", ()))
        )
        for library, pieces in libraries.items()
        for piece, found in pieces.items()
    }


def convert(libraries: Iterable[Path], out: Path, taken: Collection[str], unlisted: bool = False) -> list[Outcome]:
    """Write a pack of the pieces of libraries that are on the list, or also of others; return what came of each.

    Of several pieces with the same name, the first that can be used is written; none gets a name that is `taken`.
    """
    used, entries, outcomes = {*taken}, list[str](), list[Outcome]()
    for archive, licence, entry in (found for library in libraries for found in _pieces(library)):
        piece, catalogued = entry.get("id", "?"), entry.get("name", "?")
        try:
            model = _model(archive, entry, licence, unlisted)
            if model.name in used:
                raise ValueError(f"another thing is called {model.name!r}")
            data = encoded(mesh(model))
        except ValueError as error:
            outcomes.append(Outcome(piece, catalogued, reason=str(error)))
            continue
        used.add(model.name)
        outcomes.append(Outcome(piece, catalogued, thing=model.name))
        file = f"{len(entries):03d}.glb"
        out.mkdir(parents=True, exist_ok=True)
        (out / file).write_bytes(data)
        entries.append(_entry(model, file))
    if entries:
        (out / INDEX).write_text("\n".join(entries), "utf-8")
    return outcomes


def _entry(model: Model, file: str) -> str:
    """Return the entry of a fitted model in an index; JSON strings, numbers and lists are also valid TOML."""
    fields = {
        "name": model.name,
        "file": file,
        "up": "+z",
        **({"front": "-y"} if model.front else {}),
        "size": list(model.size),
        "places": list(model.places),
        **({"like": list(model.like)} if model.like else {}),
        "licence": model.licence,
        "creator": model.creator,
    }
    return "[[asset]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in fields.items())


def _pieces(path: Path) -> Iterator[tuple[zipfile.ZipFile, str, dict[str, str]]]:
    """Return the pieces of a library: its archive, its licence, and each piece's entry in the catalogue."""
    try:
        archive = zipfile.ZipFile(path)
        text = _text(_bounded(archive, CATALOGUE))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is no library of Sweet Home 3D ({error})") from None
    licence = found[1] if (found := LICENCE.search(text)) else "unknown"
    entries: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for key, number, value in ENTRY.findall(text):
        entries[int(number[:9])][key] = value
    if len(entries) > MOST_PIECES:
        raise ValueError(f"{path} lists {len(entries):,} pieces; at most {MOST_PIECES:,} are read")
    return iter([(archive, licence, entries[number]) for number in sorted(entries)])


def _bounded(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a file of an archive, which is not trusted."""
    found = archive.getinfo(name)
    if found.file_size > MOST_BYTES:
        raise Mistake(f"{PurePosixPath(name).name} has {found.file_size:,} bytes; at most {MOST_BYTES:,} are read")
    try:
        return archive.read(found)
    except (OSError, RuntimeError, NotImplementedError, zlib.error, zipfile.BadZipFile, EOFError) as error:
        raise Mistake(f"{PurePosixPath(name).name} cannot be unpacked ({type(error).__name__})") from None


def _text(data: bytes) -> str:
    """Return the text of a properties file: Latin-1, with other characters escaped."""
    return ESCAPE.sub(lambda found: chr(int(found[1], 16)), data.decode("latin-1"))


def _model(archive: zipfile.ZipFile, entry: dict[str, str], licence: str, unlisted: bool) -> Model:
    """Return an entry of a catalogue as a model; a ValueError says why it is none."""
    known = checked().get(entry.get("id", ""))
    if known is None and not unlisted:
        raise ValueError(UNLISTED)
    try:
        across, deep, tall = (float(entry[side]) / 100 for side in ("width", "depth", "height"))
        elevation = float(entry.get("elevation", 0))
        rotation = tuple(map(float, entry["modelRotation"].split())) if "modelRotation" in entry else IDENTITY
        file = PurePosixPath(entry["model"].lstrip("/"))
        raw = entry["name"]
    except (KeyError, ValueError):
        raise ValueError("its entry in the catalogue is incomplete") from None
    if not (0 < min(across, deep, tall) <= max(across, deep, tall) < 1e4) or len(rotation) != len(IDENTITY):
        raise ValueError("its size or rotation in the catalogue makes no sense")
    if known is None:
        category = entry.get("category", "")
        if category in FIXED or entry.get("doorOrWindow") == "true" or elevation > 0:
            raise ValueError(STUCK)
        outdoors, small = category in OUTDOORS, max(across, deep, tall) <= SMALL
        known = Checked(clean(raw), None, ("outdoors" if outdoors else "table" if small else "floor",))
    front = "" if known.front is None else FRONTS[known.front]
    size = (deep, across, tall) if front[1:] == "x" else (across, deep, tall)
    creator = entry.get("creator", "unknown")
    return Model(
        known.name, file.name, _files(archive, file), "+y", front, size, known.places, licence, creator, rotation,
        like=known.like,
    )  # fmt: skip


def clean(raw: str) -> str:
    """Return a catalogue's name in small letters and without numbers; a ValueError if it is no name of one thing."""
    words = WORD.findall(raw.lower())
    if not 1 <= len(words) <= 3 or {"and", "with", "without", "of"} & {*words} or re.search(r"[,;/&+()]", raw):
        raise ValueError("its name is not that of one thing")
    return " ".join(words)


def _files(archive: zipfile.ZipFile, file: PurePosixPath) -> Files:
    """Return the files beside a model in its archive."""
    folder = f"{file.parent}/"
    inside = [name for name in archive.namelist() if name.startswith(folder) and not name.endswith("/")]
    names = [name for name in (one.removeprefix(folder) for one in inside) if ".." not in PurePosixPath(name).parts]
    if file.name not in names:
        raise ValueError(f"its model, {file.name}, is not in the library")
    return Files(names, lambda name: _bounded(archive, folder + name))
