"""Things of Sweet Home 3D: a library (`.sh3f`) is a zip of OBJ models with a catalogue of names, sizes and creators.

Debian's package `sweethome3d-furniture` installs five libraries in FOLDER. Models have y up and face +z; some must
first be turned as the catalogue says. `convert` makes a pack of the models whose size agrees with the catalogue:

    python -m vantage.assets.sweethome OUT [LIBRARY ...]
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path, PurePosixPath

from vantage.assets.packs import IDENTITY, INDEX, MOST_BYTES, Files, Model, mesh

FOLDER = Path("/usr/share/sweethome3d/furniture")
CATALOGUE = "PluginFurnitureCatalog.properties"
ENTRY = re.compile(r"^(\w+)#(\d+)\s*=\s*(.*?)\s*$", re.MULTILINE)
LICENCE = re.compile(r"^license\s*=\s*(.*?)\s*$", re.MULTILINE)
ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
FIXED = ("Doors and windows", "Lights", "Staircases")  # categories of things that do not stand freely
OUTDOORS = ("Exterior", "Vehicles")
ORIENTED = ("Characters", "Vehicles")
SMALL = 0.6  # metres: a longer thing does not stand on a table


def convert(libraries: Iterable[Path], out: Path, taken: Collection[str]) -> tuple[int, list[str]]:
    """Write the models of libraries as a pack; return how many it holds, and why others were left out.

    Of several models with the same name, the first usable one is written. Models whose name is `taken` are skipped.
    """
    used, entries, refused = {*taken}, list[str](), list[str]()
    for model in (model for library in libraries for model in read(library)):
        if model.name in used:
            continue
        try:
            mesh(model)
        except ValueError as error:
            refused.append(str(error))
            continue
        used.add(model.name)
        folder = out / f"{len(entries):03d}"
        for name, data in model.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        entries.append(_entry(model, f"{folder.name}/{model.file}"))
    out.mkdir(parents=True, exist_ok=True)
    (out / INDEX).write_text("\n".join(entries), "utf-8")
    return len(entries), refused


def _entry(model: Model, file: str) -> str:
    """Return a model's entry in an index; JSON strings, numbers and lists are also valid TOML."""
    fields = {
        "name": model.name,
        "file": file,
        "up": model.up,
        **({"front": model.front} if model.front else {}),
        "size": list(model.size),
        "places": list(model.places),
        "licence": model.licence,
        "creator": model.creator,
        **({"rotation": list(model.rotation)} if model.rotation != IDENTITY else {}),
    }
    return "[[asset]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in fields.items())


def read(path: Path) -> list[Model]:
    """Return the models of a library that stand freely on the ground."""
    try:
        archive = zipfile.ZipFile(path)
        text = _text(archive.read(CATALOGUE))
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is no library of Sweet Home 3D ({error})") from None
    licence = found[1] if (found := LICENCE.search(text)) else "unknown"
    entries: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for key, number, value in ENTRY.findall(text):
        entries[int(number)][key] = value
    models = [_model(archive, entries[number], licence) for number in sorted(entries)]
    return [model for model in models if model is not None]


def _text(data: bytes) -> str:
    """Return the text of a properties file: Latin-1, with other characters escaped."""
    return ESCAPE.sub(lambda found: chr(int(found[1], 16)), data.decode("latin-1"))


def _model(archive: zipfile.ZipFile, entry: dict[str, str], licence: str) -> Model | None:
    """Return an entry of a catalogue as a model; None if it is incomplete, fixed in place or hung up."""
    category = entry.get("category", "")
    if category in FIXED or entry.get("doorOrWindow") == "true" or float(entry.get("elevation", 0)) > 0:
        return None
    try:
        across, deep, tall = (float(entry[side]) / 100 for side in ("width", "depth", "height"))
        rotation = tuple(map(float, entry["modelRotation"].split())) if "modelRotation" in entry else IDENTITY
        file = PurePosixPath(entry["model"].lstrip("/"))
        name, creator = entry["name"].lower(), entry.get("creator", "unknown")
    except (KeyError, ValueError):
        return None
    size = (across, deep, tall)
    places = ("outdoors",) if category in OUTDOORS else ("table",) if max(size) <= SMALL else ("floor",)
    front = "+z" if category in ORIENTED else ""
    return Model(name, file.name, _files(archive, file), "+y", front, size, places, licence, creator, rotation)


def _files(archive: zipfile.ZipFile, file: PurePosixPath) -> Files:
    """Return the files beside a model in its archive."""
    folder = f"{file.parent}/"
    inside = [name for name in archive.namelist() if name.startswith(folder) and not name.endswith("/")]
    names = [name for name in (one.removeprefix(folder) for one in inside) if ".." not in PurePosixPath(name).parts]

    def read(name: str) -> bytes:
        found = archive.getinfo(folder + name)
        if found.file_size > MOST_BYTES:
            raise ValueError(f"{name} has {found.file_size:,} bytes; at most {MOST_BYTES:,} are read")
        return archive.read(found)

    return Files(names, read)


if __name__ == "__main__":
    from vantage import assets

    target, *named = map(Path, sys.argv[1:])
    count, left_out = convert(named or sorted(FOLDER.glob("*.sh3f")), target, assets.names())
    print(f"{count} things in {target}; {len(left_out)} could not be used", *left_out, sep="\n")
