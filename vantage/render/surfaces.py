"""All triangles and materials of a scene in plain arrays, in the world and in linear light, as compiled code reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Mesh, Picture
from vantage.geometry import Array
from vantage.render import textures

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
NO_EDGE = (0.0, 0.0, float("inf"))
GROUND = 0  # the id of what is not a thing: ground, walls, backdrop


@dataclass(frozen=True, eq=False)
class Placed:
    """A mesh somewhere in the world. `casts` is whether it throws shadows: by default all but the ground does.

    What has an `edge` (x, y, away) is scenery: pictures from farther than `away` in the direction (x, y) leave it out,
    as it would stand before the things. No shadow falls on it: on a wall, that of a table would look like a thing.
    """

    mesh: Mesh
    world_from_object: Array
    id: int
    casts: bool | None = None
    edge: tuple[float, float, float] = NO_EDGE


@dataclass(frozen=True, eq=False)
class Surfaces:
    """All triangles of a scene, in the order in which their meshes were placed."""

    points: Array  # (n, 3)
    faces: Ints  # (m, 3)
    normals: Floats  # (m, 3, 3), at corners
    facing: Floats  # (m, 3), of the flat triangle
    uv: Floats  # (m, 3, 2)
    repeats: Floats  # (m,): of the texture in a metre
    thing: Ints  # (m,)
    material: Ints  # (m,)
    casts: NDArray[np.bool_]  # (m,)
    edge: Array  # (m, 3)
    closed: NDArray[np.bool_]  # (m,): whether the face belongs to a closed solid, so that its back is never seen


@dataclass(frozen=True, eq=False)
class Looks:
    """All materials of a scene."""

    colour: Floats  # (k, 3)
    gloss: Floats  # (k,)
    start: Ints  # (k,): the texture's first texel, -1 for none
    texels: Floats  # (t, 4)


def gathered(placed: Sequence[Placed]) -> Surfaces:
    """Return the triangles of all meshes, in the world."""
    from vantage.render import kernels

    if not placed:
        raise ValueError("a stage needs at least one mesh; none was placed")
    counts = [len(p.mesh.faces) for p in placed]
    first_point = np.cumsum([0, *(len(p.mesh.points) for p in placed)])
    first_material = np.cumsum([0, *(len(p.mesh.materials) for p in placed)])
    matrices = [np.ascontiguousarray(p.world_from_object, dtype=float) for p in placed]
    points = np.concatenate([kernels.transformed(p.mesh.points.astype(float), m) for p, m in zip(placed, matrices)])
    faces = np.concatenate([p.mesh.faces + first for p, first in zip(placed, first_point)]).astype(np.int32)
    uv = np.concatenate([p.mesh.uv for p in placed]).astype(np.float32)
    facing, area = kernels.flat_normals(points, faces)
    return Surfaces(
        points=points,
        faces=faces,
        normals=np.concatenate([turned(p.mesh.normals, m) for p, m in zip(placed, matrices)]),
        facing=facing,
        uv=uv,
        repeats=repeats(uv, area),
        thing=np.repeat([p.id for p in placed], counts).astype(np.int32),
        material=np.concatenate([p.mesh.material + k for p, k in zip(placed, first_material)]).astype(np.int32),
        edge=np.repeat(np.array([p.edge for p in placed]), counts, axis=0),
        casts=np.repeat([p.id != GROUND if p.casts is None else p.casts for p in placed], counts),
        closed=np.repeat([p.mesh.closed for p in placed], counts),
    )


def turned(normals: Floats, matrix: Array) -> Floats:
    """Return the unit normals (m, 3, 3) of an object in the world; right for stretched objects too."""
    from vantage.render import kernels

    return kernels.turned(normals, np.asarray(np.linalg.inv(matrix[:3, :3]), float))


def repeats(uv: Floats, area: Array) -> Floats:
    """Return how often a texture repeats in a metre of each face, from `uv` (m, 3, 2) and twice its `area` (m,)."""
    e, f = (uv[:, 1] - uv[:, 0]).astype(float), (uv[:, 2] - uv[:, 0]).astype(float)
    spread = np.abs(e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0])
    return np.asarray(np.sqrt(spread / np.maximum(area, 1e-30)), np.float32)


def looks_of(placed: Sequence[Placed]) -> Looks:
    """Return all materials, each texture once."""
    materials = [m for p in placed for m in p.mesh.materials]
    named = {m.texture for m in materials if m.texture and not isinstance(m.texture, Picture)}
    for name in sorted(named):
        textures.mipmap(name)
    atlas, pictures = textures.atlas(), [*dict.fromkeys(m.texture for m in materials if isinstance(m.texture, Picture))]
    start: dict[str | Picture, int] = {name: textures.start(name) for name in named}
    start |= {picture: len(atlas) + k * textures.TEXELS for k, picture in enumerate(pictures)}
    return Looks(
        colour=textures.linear([m.colour for m in materials]).astype(np.float32),
        gloss=np.array([m.gloss for m in materials], np.float32),
        start=np.array([start[m.texture] if m.texture else -1 for m in materials], np.int32),
        texels=np.concatenate([atlas, *map(textures.pictured, pictures)]) if pictures else atlas,
    )
