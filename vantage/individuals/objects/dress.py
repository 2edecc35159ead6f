"""Colours and proportions: what makes two things of one kind two individuals.

A palette is three colours. Each covers a third of what is seen of the coloured surfaces, taken over all sides,
whichever part wears it: the pattern on the main surface makes up for what the details wear. So how much there is of
each colour tells nothing of who it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.assets.asset import shade
from vantage.assets.meshes import Colour, Material, Mesh
from vantage.individuals.objects import cutting, sight
from vantage.individuals.objects.kit import TAGS, place_of
from vantage.individuals.objects.patterns import ORDERS, PATTERNS, Field

Array = NDArray[np.float64]
FINEST = 0.07  # of a thing's largest extent: no triangle of its main surface is longer
TRIES = 6  # patterns drawn, of which one is worn
VARIED = 0.4  # how much it counts that the sides of a pattern differ
UP = 0.5  # above this height of its normal, a surface counts as seen from above
LEAST = 0.05  # share of the main surface that each colour has at least
DISTANCE = 0.42  # between two colours of a palette, in sRGB

PAINTS: tuple[Colour, ...] = (
    (0.76, 0.13, 0.12), (0.92, 0.46, 0.10), (0.95, 0.78, 0.20), (0.20, 0.50, 0.24), (0.10, 0.26, 0.56),
    (0.42, 0.22, 0.56), (0.92, 0.55, 0.66), (0.42, 0.27, 0.16), (0.92, 0.91, 0.87), (0.18, 0.19, 0.21),
    (0.36, 0.66, 0.82), (0.10, 0.50, 0.50), (0.66, 0.80, 0.55), (0.80, 0.70, 0.55),
)  # fmt: skip


def palette(number: int) -> tuple[Colour, ...]:
    """Return the three colours of a palette, each clearly another."""
    rng = seeds.generator("object palette", number)
    chosen: list[Colour] = []
    for k in rng.permutation(len(PAINTS)):
        colour = shade(PAINTS[k], float(rng.uniform(0.88, 1.08)))
        if all(np.linalg.norm(np.subtract(colour, other)) > DISTANCE for other in chosen):
            chosen.append(colour)
    return tuple(chosen[:3])


@dataclass(frozen=True, eq=False)
class Seen:
    """Points of a mesh and how much each stands for of the pictures from all sides."""

    points: Array  # (n, 3)
    up: NDArray[np.bool_]  # (n,): whether it looks upward, where light is brightest
    place: NDArray[np.intp]  # (n,): -1 for what has its colour
    weight: Array  # (views, n)

    def totals(self, place: NDArray[np.intp]) -> Array:
        """Return how much of each picture has which colour, (views, 2, 3): what does not look up and what does."""
        worn = np.flatnonzero(place >= 0)
        sort = place[worn] + 3 * self.up[worn]
        return np.array([np.bincount(sort, row[worn], 6).reshape(2, 3) for row in self.weight])


@dataclass(frozen=True, eq=False)
class Pattern:
    """A function over the main surface and the levels between which it has the colours of `runs`."""

    field: Field
    runs: tuple[int, ...]
    levels: Array

    def places(self, values: Array) -> NDArray[np.intp]:
        """Return the colours' places where the function has these values."""
        return np.asarray(np.array(self.runs)[np.searchsorted(self.levels, values)])


def dressed(mesh: Mesh, number: int, rng: np.random.Generator) -> Mesh:
    """Return the mesh in the colours of a palette: a pattern on its main surface, plain colours on its details.

    Of several patterns it wears the one whose amounts of colour tell least of who it is.
    """
    mesh, seen = _levelled(mesh, _seen(mesh))
    order = rng.permutation(3)
    pattern = min((_drawn(mesh, seen, rng) for _ in range(TRIES)), key=lambda drawn: _telling(seen, drawn))
    main = np.array([place_of(m) for m in mesh.materials])[mesh.material] == 0
    longest = FINEST * float(np.ptp(mesh.bounds, axis=0).max())
    loose = cutting.valued(cutting.refined(cutting.corners(mesh, main), longest), pattern.field)
    for level in pattern.levels:
        loose = cutting.cut(loose, level)
    worn = pattern.places(loose[:, :, cutting.VALUE].mean(axis=1))
    return _coloured(mesh, main, loose, worn, [palette(number)[k] for k in order])


def _seen(mesh: Mesh) -> Seen:
    """Return what is seen of a mesh."""
    found = sight.strewn(mesh)
    place = np.array([place_of(m) for m in mesh.materials])[mesh.material[found.face]]
    return Seen(found.points, found.normals[:, 2] > UP, place, sight.weights(found))


def _levelled(mesh: Mesh, seen: Seen) -> tuple[Mesh, Seen]:
    """Return the mesh with details that take up more than a colour's third made part of the main surface."""
    total = seen.totals(seen.place).sum(axis=(0, 1))
    large = [k for k in (1, 2) if total[k] > total.sum() / 3]
    materials = tuple(Material(TAGS[0], m.texture, m.gloss) if place_of(m) in large else m for m in mesh.materials)
    place = np.where(np.isin(seen.place, large), 0, seen.place)
    levelled = Mesh(mesh.points, mesh.faces, mesh.normals, mesh.uv, mesh.material, materials, mesh.closed)
    return levelled, replace(seen, place=place)


def _drawn(mesh: Mesh, seen: Seen, rng: np.random.Generator) -> Pattern:
    """Return a random pattern in which each colour is a third of all that is seen, details included."""
    low, high = mesh.bounds.astype(float)
    field = PATTERNS[int(rng.integers(len(PATTERNS)))](rng)
    runs = ORDERS[int(rng.integers(len(ORDERS)))]
    total = seen.totals(seen.place).sum(axis=(0, 1))
    due = np.maximum((total.sum() / 3 - (0, total[1], total[2])) / total[0], LEAST)
    parts = rng.uniform(0.6, 1.4, len(runs))
    for k in range(3):
        mine = np.array(runs) == k
        parts[mine] *= due[k] / parts[mine].sum()

    def unit(points: Array) -> Array:
        return field((points - (low + high) / 2) / ((high - low) / 2))

    main = seen.place == 0
    value = unit(seen.points[main])
    rank = np.argsort(value, kind="stable")
    filled = np.cumsum(seen.weight.sum(axis=0)[main][rank])
    at = np.searchsorted(filled / filled[-1], np.cumsum(parts)[:-1] / parts.sum())
    return Pattern(unit, runs, value[rank][np.minimum(at, len(rank) - 1)])


def _telling(seen: Seen, pattern: Pattern) -> float:
    """Return how much the amounts of colours would tell of who it is.

    They tell less the nearer each colour is to a third of all pictures together, of what looks up as of the rest, and
    the more the sides of one individual differ.
    """
    place = seen.place.copy()
    main = place == 0
    place[main] = pattern.places(pattern.field(seen.points[main]))
    each = seen.totals(place)
    whole = each.sum(axis=0)
    return _unequal(whole) - VARIED * _unequal(each)


def _unequal(amounts: Array) -> float:
    """Return how far amounts (..., 3) of three colours are from a third each, 0 to 4/3."""
    return float(np.abs(amounts - amounts.mean(axis=-1, keepdims=True)).sum() / amounts.sum())


def _coloured(mesh: Mesh, main: NDArray[np.bool_], loose: Array, worn: NDArray[np.intp], colours: list[Colour]) -> Mesh:
    """Return the mesh with its main faces replaced by loose ones, and colours in all places."""
    surface = next(m for m in mesh.materials if place_of(m) == 0)
    plain = [m if place_of(m) < 0 else Material(colours[place_of(m)], m.texture, m.gloss) for m in mesh.materials]
    parts = [Material(colour, surface.texture, surface.gloss) for colour in colours]
    n, m = len(mesh.points), len(loose)
    return Mesh(
        np.concatenate([mesh.points, loose[:, :, cutting.POINT].reshape(-1, 3).astype(np.float32)]),
        np.concatenate([mesh.faces[~main], (n + np.arange(3 * m).reshape(m, 3)).astype(np.int32)]),
        np.concatenate([mesh.normals[~main], cutting.normals(loose).astype(np.float32)]),
        np.concatenate([mesh.uv[~main], loose[:, :, cutting.UV].astype(np.float32)]),
        np.concatenate([mesh.material[~main], worn + len(plain)]).astype(np.int16),
        (*plain, *parts),
        mesh.closed,
    )
