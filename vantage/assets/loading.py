"""Read a model's file as a mesh. Files are not trusted: what they refer to, and how much they hold, is limited.

trimesh reads the file. A surface gets its material's colour, or its picture at 256 by 256 texels; a face where the
picture is transparent is left out.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vantage.assets.arrange import joined
from vantage.assets.meshes import Colour, Floats, Material, Mesh, Picture
from vantage.assets.simplify import outward
from vantage.names import install
from vantage.task import Mistake

MOST_TRIANGLES = 200_000
MOST_PIXELS = 64 << 20  # of one picture
MOST_PICTURES = 24  # of one model
SIDE = 256  # texels of a picture's side, as the renderer has them
PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".gif", ".tga", ".tif", ".tiff", ".webp")
GREY: Colour = (0.7, 0.7, 0.7)
LIGHT: Colour = (1.0, 1.0, 1.0)


def load(file: str, files: Mapping[str, bytes]) -> Mesh:
    """Return the model in `file`, one of `files`, with the axes and the size that it has there."""
    try:
        import trimesh
    except ImportError:
        raise Mistake(f"packs need trimesh: {install('packs')}") from None
    data, beside = files[file], Beside(files)
    kind = PurePosixPath(file).suffix[1:].lower()
    _few(file, data.count(b"\nf ") if kind == "obj" else 1)
    try:
        with _small_pictures():
            scene = trimesh.load_scene(io.BytesIO(data), file_type=kind, resolver=beside, process=False)
            # `dump` puts the parts in their places in the scene, which `scene.geometry` does not.
            parts = [part for part in scene.dump() if isinstance(part, trimesh.Trimesh) and len(part.faces)]
            _few(file, sum(len(part.faces) for part in parts))
            found = [_part(part) for part in parts]
    except Mistake:
        raise
    except Exception as error:  # an untrusted file may make the reader raise anything
        raise Mistake(f"{file} cannot be read ({type(error).__name__}: {error})") from None
    if beside.faults:
        raise Mistake(f"{file}: {beside.faults[0]}")
    return joined(*found)


def _few(file: str, faces: int) -> None:
    if not 0 < faces <= MOST_TRIANGLES:
        raise Mistake(f"{file} has {faces:,} faces; 1 to {MOST_TRIANGLES:,} are used")


class Beside(Mapping[str, bytes]):
    """The files that a model refers to. What is wrong with a picture is noted, since trimesh goes on without it."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self.faults: list[str] = []
        self.pictures: set[str] = set()

    def __getitem__(self, name: str) -> bytes:
        if not name.strip().lower().endswith(PICTURES):
            return self.files[name]
        self.pictures.add(name)
        try:
            if len(self.pictures) > MOST_PICTURES:
                raise ValueError(f"it has more than {MOST_PICTURES} pictures")
            return _picture(name.strip(), self.files)
        except ValueError as error:
            self.faults.append(str(error))
            raise

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)


def _picture(name: str, files: Mapping[str, bytes]) -> bytes:
    from PIL import Image

    try:
        data = files[name]
    except KeyError:
        raise ValueError(f"the picture {PurePosixPath(name).name} is missing") from None
    try:
        with Image.open(io.BytesIO(data)) as found:
            large = found.width * found.height > MOST_PIXELS
    except Image.DecompressionBombError:
        large = True
    except Exception as error:  # a broken picture may make its reader raise anything
        raise ValueError(f"the picture {name} cannot be read ({type(error).__name__})") from None
    if large:
        raise ValueError(f"the picture {name} has more than {MOST_PIXELS:,} pixels")
    return data


@contextmanager
def _small_pictures() -> Iterator[None]:
    """Keep pictures inside a model's file small too: Pillow raises above twice its limit, before it unpacks."""
    from PIL import Image

    before = Image.MAX_IMAGE_PIXELS
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS // 2
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        Image.MAX_IMAGE_PIXELS = before


def _part(part: Any) -> Mesh:
    """Return one part of a model, without faces that have no area or cannot be seen."""
    points, faces = np.asarray(part.vertices, float), np.asarray(part.faces)
    if not np.isfinite(points).all():
        raise ValueError("a point's coordinate is no number")
    corners = points[faces]
    length = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    materials, number, uv, seen = _surface(part)
    keep = (length > 1e-12 * length.max(initial=0)) & seen
    faces = faces[keep].astype(np.int32)
    # A normal that points inward, or is zero, would make the face black.
    normals = outward(points, faces, np.asarray(part.vertex_normals)[faces])
    return Mesh(points.astype(np.float32), faces, normals, uv[keep], number[keep], materials)


def _surface(part: Any) -> tuple[tuple[Material, ...], NDArray[np.int16], Floats, NDArray[np.bool_]]:
    """Return the materials of a part; and for each face its material's index, its uv, and whether it can be seen."""
    n = len(part.faces)
    none, all_seen = np.zeros((n, 3, 2), np.float32), np.ones(n, np.bool_)
    if part.visual.kind in ("face", "vertex"):
        rough = np.asarray(part.visual.face_colors)[:, :3] // 16 * 16 + 8
        found, which = np.unique(rough, axis=0, return_inverse=True)
        return tuple(Material(_colour(row)) for row in found), which.ravel().astype(np.int16), none, all_seen
    material, number = getattr(part.visual, "material", None), np.zeros(n, np.int16)
    picture = getattr(material, "image", None) or getattr(material, "baseColorTexture", None)
    uv = getattr(part.visual, "uv", None)
    if picture is None or uv is None or len(uv) != len(part.vertices):
        main = getattr(material, "main_color", None)
        return (Material(GREY if main is None else _colour(np.asarray(main)[:3])),), number, none, all_seen
    texels = _texels(picture)
    where = _wrapped(np.asarray(uv, float)[:, :2][part.faces])
    tint = getattr(material, "baseColorFactor", None)
    cover = Picture(texels[..., :3].tobytes())
    return (Material(LIGHT if tint is None else _colour(tint[:3]), cover),), number, where, _opaque(texels, where)


def _texels(picture: Any) -> NDArray[np.uint8]:
    """Return a picture as texels (256, 256, 4); the transparent ones have the mean colour of the others."""
    from PIL import Image

    small = picture.convert("RGBa").resize((SIDE, SIDE), Image.Resampling.BOX).convert("RGBA")
    texels = np.array(small)
    clear = texels[..., 3] < 128
    if clear.any() and not clear.all():
        texels[clear, :3] = texels[~clear, :3].mean(axis=0).round()
    return texels


def _wrapped(uv: NDArray[np.float64]) -> Floats:
    """Return the places (m, 3, 2) of corners on a repeated picture, moved by whole repeats towards the first."""
    uv = np.where(np.isfinite(uv).all(axis=(1, 2), keepdims=True), uv, 0.0)
    return (uv - np.floor(uv[:, :1])).clip(-1e3, 1e3).astype(np.float32)


def _opaque(texels: NDArray[np.uint8], uv: Floats) -> NDArray[np.bool_]:
    """Return for each face whether its picture is there, by the middle of the face and the ways to its corners."""
    middle = uv.mean(axis=1, keepdims=True)
    asked = np.concatenate([middle, (uv + middle) / 2], axis=1)
    column, row = (
        np.floor(asked[..., 0] * SIDE).astype(int) % SIDE,
        np.floor(-asked[..., 1] * SIDE).astype(int) % SIDE,
    )
    return np.asarray((texels[row, column, 3] >= 128).sum(axis=1) >= 2)


def _colour(row: ArrayLike) -> Colour:
    red, green, blue = (np.asarray(row, float) / 255).round(3).tolist()
    return red, green, blue
