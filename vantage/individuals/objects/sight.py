"""What is seen of a mesh from all around, without drawing it: points strewn over it, the nearest in each cell kept.

Coarse and quick. It measures how much of each colour shows, and how much two individuals differ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Mesh

Array = NDArray[np.float64]
Ints = NDArray[np.intp]
VIEWS = tuple(range(0, 360, 45))
DOWN = np.radians(20.0)  # as portraits look down
POINTS = 16000
CELLS = 40  # of the grid, along each side
COARSE = 12  # of the grid on which two individuals are compared
GOLDEN = (0.7548776662466927, 0.5698402909980532)  # steps of an even sequence in the square


@dataclass(frozen=True, eq=False)
class Strewn:
    """Points spread evenly over a mesh, and their faces; `middle` and `reach` say which square shows all of it."""

    points: Array  # (n, 3), in metres
    normals: Array  # (n, 3)
    face: Ints  # (n,)
    middle: float  # its height
    reach: float  # from the middle to the edge, whatever the turn


def strewn(mesh: Mesh) -> Strewn:
    """Return points spread evenly over the mesh's surface."""
    corners = mesh.points.astype(float)[mesh.faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(across, axis=1)
    edges = np.cumsum(area) / area.sum()
    face = np.minimum(np.searchsorted(edges, (np.arange(POINTS) + 0.5) / POINTS), len(area) - 1)
    a, b = (np.arange(POINTS) * step % 1 for step in GOLDEN)
    fold = a + b > 1
    a, b = np.where(fold, 1 - a, a)[:, None], np.where(fold, 1 - b, b)[:, None]
    at = corners[face]
    points = at[:, 0] + a * (at[:, 1] - at[:, 0]) + b * (at[:, 2] - at[:, 0])
    low, high = mesh.bounds.astype(float)
    reach = max(float(np.hypot(*np.maximum(-low[:2], high[:2]))), (high[2] - low[2]) / 2)
    return Strewn(points, across[face] / area[face, None], face, float(low[2] + high[2]) / 2, reach)


def cells(found: Strewn, view: float) -> tuple[Ints, Ints]:
    """Return which points are seen by an observer at an azimuth of `view` degrees, and the cell of each."""
    turn = np.radians(view)
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    toward = np.array([np.sin(turn) * np.cos(DOWN), -np.cos(turn) * np.cos(DOWN), np.sin(DOWN)])
    up = np.cross(toward, right)
    facing = np.flatnonzero(found.normals @ toward > 0)
    at = (found.points[facing] - (0, 0, found.middle)) / found.reach
    column, row = (np.clip((at @ axis * 0.5 + 0.5) * CELLS, 0, CELLS - 1).astype(np.intp) for axis in (right, up))
    cell, depth = row * CELLS + column, at @ toward
    nearest = np.full(CELLS * CELLS, -np.inf)
    np.maximum.at(nearest, cell, depth)
    seen = depth > nearest[cell] - 0.05
    return facing[seen], cell[seen]


def weights(found: Strewn) -> Array:
    """Return for each view how much of its picture each point stands for, (views, n)."""
    out = np.zeros((len(VIEWS), len(found.points)))
    for k, view in enumerate(VIEWS):
        seen, cell = cells(found, view)
        # A cell counts once, however many points fall into it.
        out[k, seen] = 1 / np.bincount(cell, minlength=CELLS * CELLS)[cell]
    return out


def pictures(mesh: Mesh) -> Array:
    """Return coarse pictures of a mesh, (views, cells, 4): red, green, blue and whether anything is there.

    Each is stretched to fill its square: what differs between two is more than size and proportions.
    """
    found = strewn(mesh)
    colours = np.array([m.colour for m in mesh.materials])[mesh.material[found.face]]
    out = np.zeros((len(VIEWS), COARSE * COARSE, 4))
    for k, view in enumerate(VIEWS):
        seen, cell = cells(found, view)
        cell = _filling(cell)
        count = np.bincount(cell, minlength=COARSE * COARSE)
        for channel in range(3):
            out[k, :, channel] = np.bincount(cell, colours[seen, channel], COARSE * COARSE) / np.maximum(count, 1)
        out[k, :, 3] = count > 0
    return out


def _filling(cell: Ints) -> Ints:
    """Return the cells of a coarse grid that spans what the given cells span."""
    along = []
    for axis in (cell // CELLS, cell % CELLS):
        low, span = int(axis.min()), int(axis.max() - axis.min()) + 1
        along.append((axis - low) * COARSE // span)
    return np.asarray(along[0] * COARSE + along[1])
