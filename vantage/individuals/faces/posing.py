"""A person's parts as one mesh, the head turned on shoulders that stay."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vantage import geometry
from vantage.assets.meshes import Mesh
from vantage.individuals.faces.beards import beard
from vantage.individuals.faces.bust import AXIS, BOTTOM, bust
from vantage.individuals.faces.ears import ears
from vantage.individuals.faces.eyes import eyes
from vantage.individuals.faces.glasses import glasses
from vantage.individuals.faces.hair import hair
from vantage.individuals.faces.skin import Skin
from vantage.individuals.faces.skull import Skull
from vantage.individuals.faces.surface import Array, Part
from vantage.individuals.faces.traits import person_of
from vantage.individuals.individual import Individual

GRAIN = 1e4  # steps to a centimetre: coarser than what processors differ by in a sine


@lru_cache(maxsize=4)
def parts_of(individual: Individual) -> tuple[Part, ...]:
    """Return the parts of a person who looks ahead."""
    skull = Skull(person_of(individual))
    skin = Skin(skull)
    parts = [
        skin.part(),
        *eyes(skin),
        *ears(skull.person),
        *hair(skull),
        *beard(skull),
        *glasses(skull),
        *bust(skull.person),
    ]
    return tuple(part for part in parts if len(part.faces))


def mesh(individual: Individual, turn: float) -> Mesh:
    """Return the mesh of a person whose head is turned by `turn` degrees, counter-clockwise seen from above."""
    parts = parts_of(individual)
    first = np.cumsum([0, *(len(part.points) for part in parts)])
    turned = [_turned(part, turn) for part in parts]
    points = np.round(np.concatenate([p for p, _ in turned]) * GRAIN) / GRAIN
    normals = np.concatenate([n[part.faces] for part, (_, n) in zip(parts, turned)])
    return Mesh(
        points=((points - (0.0, 0.0, BOTTOM)) / 100).astype(np.float32),
        faces=np.concatenate([part.faces + k for part, k in zip(parts, first)]).astype(np.int32),
        normals=np.round(normals, 5).astype(np.float32),
        uv=np.round(np.concatenate([part.uv[part.faces] for part in parts]), 5).astype(np.float32),
        material=np.repeat(np.arange(len(parts)), [len(part.faces) for part in parts]).astype(np.int16),
        materials=tuple(part.material for part in parts),
        closed=True,  # of what is open, such as hair, the inner side throws no shadow that is seen
    )


def _turned(part: Part, turn: float) -> tuple[Array, Array]:
    """Return a part's points and normals (n, 3) when the head is turned."""
    if part.about is not None:
        about = np.array([part.about])
        return part.points + _rotated(about, turn, 1.0, -AXIS), part.normals
    return _rotated(part.points, turn, part.twist, -AXIS), _rotated(part.normals, turn, part.twist, 0.0)


def _rotated(points: Array, turn: float, share: Array | float, axis: float) -> Array:
    """Return points (n, 3) turned about the upright line through (0, axis), each by its share."""
    if isinstance(share, float):
        c, s = (np.asarray(v) for v in geometry.cosine_sine(turn * share))
    else:
        a = np.radians(turn) * share
        c, s = np.cos(a), np.sin(a)
    x, y = points[:, 0], points[:, 1] - axis
    return np.stack([x * c - y * s, axis + x * s + y * c, points[:, 2]], axis=1)
