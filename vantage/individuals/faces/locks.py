"""Locks: narrow ridges that follow the strands of a sheet of hair and break its smoothness and its outline."""

from __future__ import annotations

import numpy as np

from vantage.assets.meshes import Colour, Material
from vantage.individuals.faces.sampling import between
from vantage.individuals.faces.strands import curls, strands
from vantage.individuals.faces.styles import Style
from vantage.individuals.faces.surface import Array, Part, grid_faces, ramp, unit

STEPS = 6  # points along a lock


def locks(
    style: Style, colour: Colour, sheet: Array, normals: Array, across: Array, along: Array, rng: np.random.Generator
) -> Part:
    """Return locks on a sheet (rows, columns, 3): each three points across, its rims sunk into the sheet."""
    count, t = style.locks, np.linspace(0, 1, STEPS)
    long = (
        rng.uniform(0.6, 1.5, count) if style.curl else rng.uniform(2.0, 5.0, count) * (1.6 if style.hang < 0 else 1.0)
    )
    rows, columns = _traced(style, sheet, across, along, long, rng)
    place, normal = between(sheet, rows, columns), unit(between(normals, rows, columns))
    lift = 0.04 + rng.uniform(0.02, 0.13, count)[:, None] * np.sin(np.pi * np.minimum(t, 0.9))
    lift = lift + rng.uniform(0, 0.3, count)[:, None] * t**3 * (rng.random(count) < 0.25)[:, None]
    if style.curl:
        lift = rng.uniform(0.05, 0.4, count)[:, None] * np.sin(np.pi * t)
    aside = unit(np.cross(np.gradient(place, axis=1), normal))
    half = rng.uniform(0.14, 0.34, count)[:, None] * np.sqrt(1 - t) * (0.6 + 0.4 * ramp(0, 0.2, t))
    ridge, rim = place + normal * lift[..., None], place + normal * (lift - 0.15)[..., None]
    points = np.stack([rim - aside * half[..., None], ridge, rim + aside * half[..., None]], 2)
    leaning = unit(np.stack([normal - 0.6 * aside, normal, normal + 0.6 * aside], 2)).reshape(-1, 3)
    faces = (grid_faces(STEPS, 3)[None] + (np.arange(count) * STEPS * 3)[:, None, None]).reshape(-1, 3)
    u, v = rng.random((2, count, 1, 1))
    uv = np.stack(np.broadcast_arrays(u + np.array([0, 0.04, 0.08]), v - 0.25 * t[:, None]), -1)
    lighter = Material(_scaled(colour, 1.08), curls() if style.curl else strands(), 0.05 if style.curl else 0.16)
    return Part(
        points.reshape(-1, 3), _outward(points.reshape(-1, 3), faces, leaning), leaning, uv.reshape(-1, 2), lighter
    )


def _scaled(colour: Colour, by: float) -> Colour:
    return (min(1.0, colour[0] * by), min(1.0, colour[1] * by), min(1.0, colour[2] * by))


def _traced(
    style: Style, sheet: Array, across: Array, along: Array, long: Array, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Return rows and columns (count, steps) of locks: along a strand `across` does not change."""
    high, wide = sheet.shape[:2]
    down, sideways = np.gradient(across, axis=0), np.gradient(across, axis=1)
    # At right angles to the slope of `across`, in the grid's own steps, in the sense in which `along` grows.
    heading = np.stack([sideways, -down, 0 * down], -1)
    grows = heading[..., 0] * np.gradient(along, axis=0) + heading[..., 1] * np.gradient(along, axis=1)
    # From a part strands go to both sides. Else one sense holds for all, and must not change where `along` is level.
    sense = np.where(grows < 0, -1.0, 1.0) if style.comb in ("part", "middle") else np.sign(grows.sum())
    heading = heading * np.broadcast_to(sense, grows.shape)[..., None]
    moved = heading[..., :1] * np.gradient(sheet, axis=0) + heading[..., 1:2] * np.gradient(sheet, axis=1)
    heading = heading / np.maximum(np.sqrt((moved**2).sum(-1, keepdims=True)), 1e-3)  # to one centimetre
    row = rng.uniform(0.06, 0.95, len(long)) * (high - 1)
    column = rng.uniform(0, wide - 1, len(long))
    rows, columns, last = [row], [column], np.zeros((len(long), 3))
    anyhow = rng.normal(0, 3.0, last.shape)  # where curls go
    for _ in range(STEPS - 1):
        step = (anyhow if style.curl else between(heading, row, column)) * (long / (STEPS - 1))[:, None]
        far = np.sqrt((step**2).sum(axis=1, keepdims=True))
        step = step * np.minimum(1.0, 6.0 / np.maximum(far, 1e-6))  # near a pole the grid's own steps are tiny
        last = step = step * np.where((step * last).sum(axis=1) < 0, -1.0, 1.0)[:, None]  # never back
        row, column = np.clip(row + step[:, 0], 0, high - 1), np.clip(column + step[:, 1], 0, wide - 1)
        rows.append(row)
        columns.append(column)
    return np.stack(rows, 1), np.stack(columns, 1)


def _outward(points: Array, faces: np.ndarray, normals: Array) -> np.ndarray:
    """Return the faces turned so that they look where their normals do."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    wrong = (np.cross(b - a, c - a) * normals[faces[:, 1]]).sum(axis=1) < 0
    return np.where(wrong[:, None], faces[:, ::-1], faces).astype(np.int32)
