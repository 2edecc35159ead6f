"""Read the cameras and poses of a COLMAP model, in its text or its binary form.

A model is a folder with `cameras` and `images`, each ending in .bin or .txt. Its points are not needed and not read.
Files are not trusted: what a file says of its own lengths is compared with its size before anything is allocated.
Distortion is ignored, as for other captures; pictures of a fisheye lens must be undistorted first.
"""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from vantage.curate.poses import SKEW, Lens, check_near, lens, numbers, pose, text
from vantage.geometry import Array, inverse, rigid

FOLDERS = ("sparse/0", "sparse", "colmap/sparse/0", "")  # where a capture's model may be
SUFFIXES = (".bin", ".txt")
# By COLMAP's numbers: a camera model's name, and how many parameters it has; its focal lengths and centre come first.
MODELS = {
    0: ("SIMPLE_PINHOLE", 3),
    1: ("PINHOLE", 4),
    2: ("SIMPLE_RADIAL", 4),
    3: ("RADIAL", 5),
    4: ("OPENCV", 8),
    6: ("FULL_OPENCV", 12),
}
ONE_FOCAL = ("SIMPLE_PINHOLE", "SIMPLE_RADIAL", "RADIAL")
LONGEST = 250  # bytes of a picture's name: no file system has longer ones
MOST = 100_000  # pictures of a capture
POINT = struct.calcsize("<ddq")  # bytes of a point that a picture shows


@dataclass(frozen=True, eq=False)
class Posed:
    """A picture of a model: its name below the folder of pictures, world_from_camera by OpenCV's axes, its lens."""

    name: str
    matrix: Array
    lens: Lens


def model(folder: Path) -> Path | None:
    """Return the folder of a capture's COLMAP model; None if it has none."""
    found = (folder / name for name in FOLDERS)
    return next((below for below in found if _file(below, "cameras") and _file(below, "images")), None)


def _file(folder: Path, name: str) -> Path | None:
    return next((path for suffix in SUFFIXES if (path := folder / f"{name}{suffix}").is_file()), None)


def read(folder: Path) -> list[Posed]:
    """Return the pictures of the model in a folder, in the file's order; a ValueError says what is wrong with it."""
    cameras, images = _file(folder, "cameras"), _file(folder, "images")
    if cameras is None or images is None:
        raise ValueError(f"{folder.name} holds no COLMAP model, which has cameras and images, as .bin or .txt")
    lenses = dict(_binary_cameras(cameras) if cameras.suffix == ".bin" else _text_cameras(cameras))
    found: dict[str, Posed] = {}
    for name, turn, shift, camera in _binary_images(images) if images.suffix == ".bin" else _text_images(images):
        where = f"{images.name}, picture {name!r}"
        if name in found:
            raise ValueError(f"{where} is there twice")
        if camera not in lenses:
            raise ValueError(f"{where} has camera {camera}, which {cameras.name} does not list")
        found[name] = Posed(name, pose(_matrix(turn, shift, where), where), lenses[camera])
    if not found:
        raise ValueError(f"{images.name} lists no pictures")
    return list(found.values())


def _matrix(turn: Sequence[Any], shift: Sequence[Any], where: str) -> Array:
    """Return world_from_camera (4, 4) from the quaternion (w, x, y, z) and the shift of camera_from_world."""
    q, t = numbers(turn, f"{where}: its quaternion"), numbers(shift, f"{where}: its translation")
    check_near(t, where)
    length = math.hypot(*q.tolist())
    if abs(length - 1) > SKEW:
        raise ValueError(f"{where}: its quaternion is no rotation (its length is {length:.3g}, not 1)")
    w, x, y, z = q / length
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return inverse(rigid(np.eye(3) + 2 * w * cross + 2 * cross @ cross, t))


def _lens(name: str, size: Sequence[Any], values: Sequence[Any], where: str) -> Lens:
    known = dict(MODELS.values())
    if name not in known:
        raise ValueError(f"{where} is of model {name[:40]!r}, not {', '.join(known)}; undistort its pictures first")
    if len(values) != known[name]:
        raise ValueError(f"{where} has {len(values)} parameters; a {name} camera has {known[name]}")
    first = (values[0], *values) if name in ONE_FOCAL else values
    data = dict(zip(("fl_x", "fl_y", "cx", "cy", "w", "h"), (*first[:4], *size)))
    found = lens(data, where)
    if found is None:
        raise ValueError(f"{where} has no intrinsics")
    return found


class _Binary:
    """A binary file that is read number by number, and says in one sentence where it ends too early."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.name, self.file, self.size = path.name, file, path.stat().st_size

    @property
    def left(self) -> int:
        return self.size - self.file.tell()

    def take(self, form: str) -> tuple[Any, ...]:
        data = self.file.read(struct.calcsize(form))
        if len(data) < struct.calcsize(form):
            raise ValueError(f"{self.name} is cut off after {self.size:,} bytes")
        return struct.unpack(form, data)

    def count(self, what: str, least: int) -> int:
        """Return how many `what` follow, each of at least so many bytes."""
        (n,) = self.take("<Q")
        if n * least > self.left:
            raise ValueError(f"{self.name} says that {n:,} {what} follow, but only {self.left:,} bytes do")
        return int(n)

    def word(self) -> str:
        """Return a text that ends with a zero byte."""
        start = self.file.tell()
        data = self.file.read(LONGEST + 1)
        end = data.find(b"\0")
        if end < 0:
            cut = len(data) <= LONGEST
            raise ValueError(f"{self.name} {'is cut off in' if cut else f'has more than {LONGEST} bytes in'} a name")
        self.file.seek(start + end + 1)
        return _name(data[:end], self.name)


def _name(data: bytes, where: str) -> str:
    try:
        name = data.decode()
    except UnicodeDecodeError:
        raise ValueError(f"{where} has a name that is not UTF-8 text") from None
    if not name or not name.isprintable() or len(data) > LONGEST:
        raise ValueError(f"{where} has {name[:60]!r} for a name; one has 1 to {LONGEST} printable characters")
    return name


def _binary_cameras(path: Path) -> Iterator[tuple[int, Lens]]:
    with path.open("rb") as file:
        data = _Binary(path, file)
        for _ in range(data.count("cameras", struct.calcsize("<iiQQddd"))):
            number, kind, width, height = data.take("<iiQQ")
            where = f"{path.name}, camera {number}"
            name, n = MODELS.get(kind, (str(kind), 0))
            yield number, _lens(name, (width, height), data.take(f"<{n}d"), where)


def _binary_images(path: Path) -> Iterator[tuple[str, tuple[Any, ...], tuple[Any, ...], int]]:
    with path.open("rb") as file:
        data = _Binary(path, file)
        for _ in range(_few(data.count("pictures", struct.calcsize("<i7di") + 2 + 8), path)):
            _, *values, camera = data.take("<i7di")
            name = data.word()
            file.seek(data.count("points", POINT) * POINT, io.SEEK_CUR)
            yield name, tuple(values[:4]), tuple(values[4:]), camera


def _few(n: int, path: Path) -> int:
    if n > MOST:
        raise ValueError(f"{path.name} lists {n:,} pictures; at most {MOST:,} are allowed")
    return n


def _text_cameras(path: Path) -> Iterator[tuple[int, Lens]]:
    for number, line in enumerate(text(path).split("\n"), 1):
        if line.strip() and not line.startswith("#"):
            where = f"{path.name}, line {number}"
            parts = line.split()
            if len(parts) < 5:
                raise ValueError(f"{where} is no camera: ID MODEL WIDTH HEIGHT and parameters")
            yield _whole(parts[0], where), _lens(parts[1], parts[2:4], parts[4:], where)


def _text_images(path: Path) -> Iterator[tuple[str, tuple[Any, ...], tuple[Any, ...], int]]:
    lines = enumerate(text(path).split("\n"), 1)
    for listed, (number, line) in enumerate((n, line) for n, line in lines if line.strip() and line[0] != "#"):
        where = f"{path.name}, line {number}"
        parts = line.split(maxsplit=9)
        if len(parts) < 10:
            raise ValueError(f"{where} is no picture: ID QW QX QY QZ TX TY TZ CAMERA NAME")
        yield _name(parts[9].strip().encode(), where), tuple(parts[1:5]), tuple(parts[5:8]), _whole(parts[8], where)
        next(lines, None)  # the points that it shows
        _few(listed + 1, path)


def _whole(word: str, where: str) -> int:
    if not word.lstrip("-").isdecimal() or len(word) > 12:
        raise ValueError(f"{where} has {word[:40]!r} for a camera's number")
    return int(word)
