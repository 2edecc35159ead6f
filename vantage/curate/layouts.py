"""Read captures from disk, in one of four layouts:

- `transforms.json` as nerfstudio, Instant NGP and Blender's scripts write it (documented to use OpenGL axes);
- `pose/NAME.txt`, one matrix per file, beside a folder of pictures with the same names;
- `cam_poses.txt`, one line per picture: its name or number, then the matrix;
- COLMAP's model in `sparse/0`, `sparse`, `colmap/sparse/0` or the folder itself (see `colmap`; it uses OpenCV's axes).

Depth pictures, in any layout, are `depth/NAME.png` or `depth/NAME.npy`, named as the pictures are; `transforms.json`
may name others (`depth_file_path`). A PNG holds steps of `--depth-unit`, a NumPy file metres; 0 is unknown.

Files are not trusted: a path must stay inside the capture's folder, and each mistake is reported in one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vantage.curate import colmap
from vantage.curate.poses import Capture, Shot, lens, numbers, parsed, pose, shape, text
from vantage.exchange.own_items import inside
from vantage.geometry import Array

JSON_NAME, LINES_NAME = "transforms.json", "cam_poses.txt"
POSE_FOLDERS = ("pose", "poses")
PICTURE_FOLDERS = ("images", "rgb", "color", "image", "")
DEPTH_FOLDER = "depth"
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
DEEPEST = 4  # levels of folders that are searched below the given one


def folders(root: Path) -> list[Path]:
    """Return the folders that hold a capture: `root` itself, or those at most four levels below it."""
    if not root.is_dir():
        raise ValueError(f"{root} is not a folder; give a capture's folder, or one with a folder for each capture")
    found = list(_folders(root, DEEPEST))
    if not found:
        wanted = f"{JSON_NAME}, {LINES_NAME}, {POSE_FOLDERS[0]}/NAME.txt or a COLMAP model in sparse/0"
        raise ValueError(f"{root} holds no capture; one is a folder with {wanted} and its pictures")
    return found


def _folders(folder: Path, deeper: int) -> Iterator[Path]:
    listed = any((folder / name).is_file() for name in (JSON_NAME, LINES_NAME))
    if listed or _pose_folder(folder) or colmap.model(folder):
        yield folder
    elif deeper:
        for below in sorted(folder.iterdir(), key=_natural):
            if below.is_dir() and not below.is_symlink():
                yield from _folders(below, deeper - 1)


def _pose_folder(folder: Path) -> Path | None:
    return next((folder / name for name in POSE_FOLDERS if any((folder / name).glob("*.txt"))), None)


def _natural(path: Path | str) -> list[tuple[int, str]]:
    """Return a key that sorts frame_2 before frame_10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", str(path))]


def read(folder: Path, name: str, pictures: str = "") -> Capture:
    """Return the capture in a folder; `pictures` names another folder of pictures than the usual one."""
    folder = folder.resolve()
    writes = ""
    if (folder / JSON_NAME).is_file():
        (shots, missing), writes = _from_json(folder, pictures), "opengl"
    elif (folder / LINES_NAME).is_file() or _pose_folder(folder):
        shots, missing = _from_text(folder, pictures)
    else:
        (shots, missing), writes = _from_colmap(folder, pictures), "opencv"
    if not shots:
        raise ValueError(f"none of its {len(missing)} pictures is there ({missing[0]!r} is the first missing one)")
    ordered = sorted(shots, key=lambda shot: _natural(shot.name))
    return Capture(name, folder, tuple(ordered), writes, tuple(missing))


def _from_json(folder: Path, pictures: str) -> tuple[list[Shot], list[str]]:
    data = parsed(folder / JSON_NAME)
    frames = data.get("frames") if isinstance(data, dict) else None
    if not isinstance(frames, list) or not frames:
        raise ValueError(f'{JSON_NAME} has no list of "frames"')
    unit = _unit(data)
    shots, missing, seen = list[Shot](), list[str](), set[str]()
    for number, frame in enumerate(frames):
        where = f"{JSON_NAME}, frame {number}"
        path = frame.get("file_path") if isinstance(frame, dict) else None
        if not isinstance(path, str) or not path:
            raise ValueError(f'{where} has no "file_path"')
        if path in seen:
            raise ValueError(f"{where} names {path!r}, as an earlier frame does")
        seen.add(path)
        shot = _shot(folder, path, {**data, **frame}, where, pictures, unit)
        if shot:
            shots.append(shot)
        else:
            missing.append(path)
    return shots, missing


def _shot(folder: Path, path: str, frame: Mapping[str, Any], where: str, pictures: str, unit: float) -> Shot | None:
    matrix = pose(frame.get("transform_matrix"), where)
    matrix[:3, 3] *= unit
    found = _picture(folder, f"{pictures}/{Path(path).name}" if pictures else path)
    if found is None:
        return None
    given = frame.get("depth_file_path")
    depth = inside(given, folder) if given else _depth(folder, found)
    return Shot(path, found, matrix, lens(frame, where), depth)


def _depth(folder: Path, picture: Path) -> Path | None:
    """Return the depth picture of a picture: of the same name, below the folder of depth pictures."""
    _, *below = picture.relative_to(folder).parts
    name = Path(DEPTH_FOLDER, *(below or [picture.name]))
    tried = (name.with_suffix(suffix) for suffix in (".png", ".npy"))
    return next((inside(path.as_posix(), folder) for path in tried if (folder / path).is_file()), None)


def _unit(data: Mapping[str, Any]) -> float:
    """Return the length of one unit of the matrices, in units of the original poses.

    `applied_transform` is already part of the matrices; only its scale matters here, and it is undone.
    """
    if data.get("applied_transform") is None:
        return 1.0
    where = f"{JSON_NAME}: its applied_transform"
    matrix = numbers(data["applied_transform"], where)
    if matrix.shape not in ((3, 4), (4, 4)):
        raise ValueError(f"{where} is {shape(matrix)}, not 3×4")
    size = abs(float(np.linalg.det(matrix[:3, :3])))
    if size < 1e-12:
        raise ValueError(f"{where} squeezes the world flat")
    return float(size ** (-1 / 3))


def _picture(folder: Path, path: str) -> Path | None:
    """Return the file of a frame, or None if it does not exist; a ValueError if the path leads out of the folder."""
    tried = (path + suffix for suffix in ("", *SUFFIXES))  # Blender's scripts omit the suffix
    found = next((name for name in tried if (folder / name).is_file()), None)
    # `inside` raises the error for a path that leads out of the folder, even if no such file exists.
    return inside(found or path, folder) if found or ".." in path or Path(path).is_absolute() else None


def _from_text(folder: Path, pictures: str) -> tuple[list[Shot], list[str]]:
    given = dict(_lines(folder) if (folder / LINES_NAME).is_file() else _files(folder))
    known = _by_stem(folder, pictures)
    shots = [
        Shot(known[stem].relative_to(folder).as_posix(), known[stem], matrix, None, _depth(folder, known[stem]))
        for stem, matrix in given.items()
        if stem in known
    ]
    return shots, [stem for stem in given if stem not in known]


def _from_colmap(folder: Path, pictures: str) -> tuple[list[Shot], list[str]]:
    shots, missing = list[Shot](), list[str]()
    choices = (pictures,) if pictures else PICTURE_FOLDERS
    for posed in colmap.read(colmap.model(folder) or folder):
        tried = (_picture(folder, f"{name}/{posed.name}" if name else posed.name) for name in choices)
        found = next((path for path in tried if path), None)
        if found is None:
            missing.append(posed.name)
        else:
            path = found.relative_to(folder)
            shots.append(Shot(path.as_posix(), found, posed.matrix, posed.lens, _depth(folder, found)))
    return shots, missing


def _files(folder: Path) -> Iterator[tuple[str, Array]]:
    """Yield names and matrices from one text file per picture."""
    for path in sorted((_pose_folder(folder) or folder).glob("*.txt")):
        where = f"{path.parent.name}/{path.name}"
        yield path.stem, pose(_words(text(path), where), where)


def _lines(folder: Path) -> Iterator[tuple[str, Array]]:
    """Yield names and matrices from one text file with one line per picture."""
    seen = set[str]()
    for number, line in enumerate(text(folder / LINES_NAME).splitlines(), 1):
        if line.strip():
            where = f"{LINES_NAME}, line {number}"
            first, *rest = line.split()
            if first in seen:
                raise ValueError(f"{where} names {first!r}, as an earlier line does")
            seen.add(first)
            yield first, pose(_words(" ".join(rest), where), where)


def _words(given: str, where: str) -> Array:
    try:
        values = np.array([float(word) for word in given.replace(",", " ").split()])
    except ValueError:
        raise ValueError(f"{where} holds a word that is not a number") from None
    if values.size not in (12, 16):
        raise ValueError(f"{where} holds {values.size} numbers; a matrix has 16 (or 12, without its last row)")
    return values.reshape(-1, 4)


def _by_stem(folder: Path, pictures: str) -> dict[str, Path]:
    """Return the pictures of a capture by their names without suffix; 00007.png also as 7."""
    choices = (pictures,) if pictures else PICTURE_FOLDERS
    listed = ([path for path in (folder / name).glob("*") if path.suffix.lower() in SUFFIXES] for name in choices)
    found = next((paths for paths in listed if paths), None)
    if found is None:
        raise ValueError(f"it has no pictures in {' or '.join(repr(name or '.') for name in choices)}")
    known: dict[str, Path] = {}
    for path in sorted(found):
        if path.stem in known:
            raise ValueError(f"{known[path.stem].name} and {path.name} are two pictures of one name")
        known[path.stem] = inside(path.relative_to(folder).as_posix(), folder)
    return {**{stem.lstrip("0") or "0": path for stem, path in known.items() if stem.isdecimal()}, **known}
