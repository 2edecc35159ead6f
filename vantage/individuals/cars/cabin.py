"""The cabin of a car: windows all round between pillars, lofted upward from the body, under a roof."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import solid
from vantage.individuals.cars.body import half_width, top
from vantage.individuals.cars.forms import Form
from vantage.individuals.cars.rings import band, wide

Array = NDArray[np.float64]
Columns = list[tuple[float, str]]  # where each begins, 0..1, and what it is up to the next: glass, panel or pillar
PILLAR = 0.045  # half of a pillar's width
GLASS_FOOT, GLASS_TOP = 0.1, 0.86  # where glass begins and ends, as shares of the cabin's height
SCREEN = np.array([0.0, 0.4, 0.75, 1.0])  # across half a windscreen
SCREEN_BOW, REAR_BOW = 0.16, 0.06  # how far windscreen and rear window bow out


def columns(form: Form) -> Columns:
    """Return the columns along a side of the cabin: where each begins, 0..1, and what it is up to the next."""
    found: Columns = []
    length = form.base[1] - form.base[0]
    panes = list(zip(form.windows, form.windows[1:]))
    for k, (start, end) in enumerate(panes):
        pane = "glass" if k < form.panelled else "panel"
        a, b = start + (0.03 if k == 0 else PILLAR / length), end - (0.05 if end == 1.0 else PILLAR / length)
        parts = 1 if pane == "glass" else max(1, round((b - a) * length / 0.4))
        found += [(a + (b - a) * i / parts, pane) for i in range(parts)] + [(b, "pillar")]
    if form.windows[-1] < 1.0:
        found += [((form.windows[-1] + 1) / 2, "pillar")]
    return found


def cabin(form: Form, paint: Material, glass: Material, post: Material) -> Mesh:
    """Return the cabin: windows all round between pillars, under a roof."""
    side = columns(form)
    levels = [-0.25, 0.0, GLASS_FOOT, GLASS_TOP, 0.97]
    rings = [_level(form, side, t) for t in levels]
    rings += [_roof(form, rings[-1], s) for s in (0.96, 0.85, 0.6, 0.3, 0.0)]
    at = np.array([rings[0] * (0, 1, 1), *rings])
    k, n, _ = at.shape
    faces = band(k, n)
    look = np.repeat(_looks(side, k - 1, n).reshape(-1), 2)
    kept = wide(at.reshape(-1, 3), faces)
    mesh = solid(at.reshape(-1, 3), faces[kept], paint)
    return Mesh(mesh.points, mesh.faces, mesh.normals, mesh.uv, look[kept].astype(np.int16), (paint, glass, post), True)


def _looks(side: Columns, k: int, n: int) -> NDArray[np.int16]:
    """Return the material of each of k bands and n columns: 0 paint, 1 glass, 2 post."""
    look = np.zeros((k, n), np.int16)
    half = [1, 1, 1, 2, *({"glass": 1, "panel": 0, "pillar": 2}[what] for _, what in side), 1, 1, 1]
    look[3] = [*half, *half[::-1]]
    return look


def _level(form: Form, side: Columns, t: float) -> Array:
    """Return the ring around the cabin at share t of its height; below 0 it goes straight down into the body."""
    up = max(t, 0.0)
    foot = form.base[0], form.base[1] - form.slant[1] * (form.rear - form.base[1] < 0.2)
    front, rear = (low + (high - low) * up for low, high in zip(foot, form.roof))
    middle = np.array([(foot[0] + foot[1]) / 2])
    half = 0.95 * float(half_width(form, middle)[0]) * (1 + (form.narrow - 1) * up**1.25)
    ahead = [(0.93 * s, front + SCREEN_BOW * (0.4 if form.winged else 1) * (s**2 - 1)) for s in SCREEN]
    along = [(1 - 0.05 * (2 * s - 1) ** 4, front + (rear - front) * s) for s, _ in side]
    behind = [(0.95 * s, rear + REAR_BOW * (1 - s**2)) for s in SCREEN[::-1]]
    x, y = np.array([*ahead, *along, *behind]).T
    below = np.clip(foot[0] + (foot[1] - foot[0]) * (y - front) / (rear - front), *foot)
    inward = np.minimum(1, half_width(form, below) / half_width(form, middle)) if not form.winged else 1.0
    base = top(form, below) - 0.03
    points = np.column_stack([half * x * inward, y, base + (_ceiling(form, y) - base) * t])
    return np.concatenate([points, (points * (-1, 1, 1))[-2:0:-1]])


def _ceiling(form: Form, y: Array) -> Array:
    """Return the height of the roof's edge at y."""
    share = np.clip((y - form.roof[0]) / (form.roof[1] - form.roof[0]), -0.5, 1.5)
    rise = form.height - form.cowl
    return np.asarray(form.height - 0.05 - 0.04 * (share - 0.4) ** 2 - form.slope * rise * np.clip(share, 0, 1) ** 2)


def _roof(form: Form, edge: Array, size: float) -> Array:
    middle = np.array([0.0, (form.roof[0] + form.roof[1]) / 2])
    flat = middle + (edge[:, :2] - middle) * size
    high = _ceiling(form, flat[:, 1]) + 0.05 * (1 - size**2)
    return np.column_stack([flat, high])
