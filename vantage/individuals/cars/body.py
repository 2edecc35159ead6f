"""The body of a car below its windows: lofted from front to rear, with arches cut in for the wheels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import solid
from vantage.individuals.cars.forms import Form
from vantage.individuals.cars.rings import band, wide

Array = NDArray[np.float64]
ARCH = 1.17  # radius of an arch to that of its wheel
HOUSE = 0.31  # how far arches go in
CAPS = (0.97, 0.86, 0.62, 0.32, 0.0)  # sizes of the rings that close the ends
BULGE = 0.07


def half_width(form: Form, y: Array) -> Array:
    """Return half the body's width at y (n,)."""
    away = np.minimum(y - form.front, form.rear - y)
    half = form.width / 2 * (1 - form.corner * np.clip(1 - away / 0.75, 0, 1) ** 2.2)
    if form.winged:  # a narrow bonnet that widens toward the cabin
        cabin = np.clip((y - form.front) / (form.base[0] - form.front), 0, 1)
        half = half * (0.42 + 0.36 * cabin**1.1)
    return np.asarray(half)


def top(form: Form, y: Array) -> Array:
    """Return the height of the body's upper edge at y (n,)."""
    end = 0.07 if not form.winged else 0.02
    at = [form.front, form.front + 0.16, form.base[0], form.base[1], form.rear - 0.12, form.rear]
    high = [form.nose - end, form.nose, form.cowl, form.belt, form.tail, form.tail - 0.04]
    if form.base[1] > form.rear - 0.13:
        at[4] = form.base[1] + 0.5 * (form.rear - form.base[1])
    line = np.interp(y, at, high)
    return np.asarray(line + 0.03 * np.sin(np.pi * np.clip((y - at[1]) / (at[2] - at[1]), 0, 1)))


def lower(form: Form, y: Array) -> Array:
    """Return the height of the body's lower edge at y (n,): the sill, or an arch over a wheel."""
    low = np.full(len(y), form.clear)
    if form.winged:
        return low
    for axle in form.axles:
        under = (ARCH * form.radius) ** 2 - (y - axle) ** 2
        arch = form.radius + np.sqrt(np.maximum(under, 0))
        low = np.where(under > 0, np.maximum(low, arch), low)
    return low


def _stations(form: Form) -> Array:
    """Return the y of the rings, closer together where the body bends."""
    reach = ARCH * form.radius
    edge = np.sqrt(reach**2 - (form.radius - form.clear) ** 2)
    arches = [axle + edge * np.cos(np.linspace(0, np.pi, 15)) for axle in form.axles]
    ends = [
        end + side * np.array([0, 0.03, 0.08, 0.16, 0.28, 0.45]) for end, side in ((form.front, 1), (form.rear, -1))
    ]
    marks = [np.array([0.0, form.base[0], form.base[1]]), np.linspace(form.front, form.rear, 17)]
    if form.bed:
        marks.append(np.array([form.base[1] + 0.06, form.base[1] + 0.061, form.rear - 0.1, form.rear - 0.101]))
    found = np.unique(np.round(np.concatenate([*arches, *ends, *marks]), 4))
    return np.asarray(found[(found >= form.front) & (found <= form.rear)])


def _section(form: Form, y: float) -> Array:
    """Return half a ring (n, 2) at y, as (x, z), from the middle of the top to the middle of the floor."""
    here = np.array([y])
    w, high, low = float(half_width(form, here)[0]), float(top(form, here)[0]), float(lower(form, here)[0])
    shoulder = w * (0.95 if not form.winged else 0.93)
    deck = np.array([0, 0.3, 0.6, 0.85, 0.97]) * shoulder
    crown = high - 0.05 * (deck / shoulder) ** 2.5
    if form.bed and form.base[1] + 0.0605 < y < form.rear - 0.1005:
        deck = np.array([0, 0.5, 0.88, 0.885, 0.97]) * shoulder
        crown = np.array([form.clear + 0.38] * 3 + [high - 0.03] * 2)
    wing = _wing(form, y, high)
    crown = crown + wing * np.array([0, 0, 0.45, 1, 1])
    t = np.linspace(0, 1, 7)
    z = (high + wing - 0.085) * (1 - t) + low * t
    widest = form.clear + 0.55 * (high - form.clear)
    lean = (z - widest) / (form.height - form.clear)
    x = w * (1 - np.where(lean > 0, 0.34, 0.24) * lean**2 * (0.4 if form.winged else 1.0))
    inner = max(w - HOUSE, 0.2)
    bottom = [(inner, low), (inner, form.clear), (inner / 2, form.clear), (0.0, form.clear)]
    return np.array([*zip(deck, crown), *zip(x, z), *bottom])


def _wing(form: Form, y: float, high: float) -> float:
    """Return how much the wings rise above the bonnet at y, where it is too low for the wheels."""
    if form.winged or form.bed:
        return 0.0
    need = max(0.0, form.radius * (1 + ARCH) + 0.15 - high)
    return need * max(float(np.exp(-(((y - axle) / (1.3 * form.radius)) ** 2))) for axle in form.axles)


def body(form: Form, paint: Material) -> Mesh:
    """Return the body below the windows."""
    y = _stations(form)
    rings = [_ring(form, float(at)) for at in y]
    first, last = rings[0], rings[-1]
    front = [_cap(first, size, -1) for size in CAPS[::-1]]
    rear = [_cap(last, size, 1) for size in CAPS]
    at = np.array([*front, *rings, *rear])
    at[..., 1] += _slanted(form, at)
    k, n, _ = at.shape
    points, faces = at.reshape(-1, 3), band(k, n)
    return solid(points, faces[wide(points, faces)], paint)


def _ring(form: Form, y: float) -> Array:
    half = _section(form, y)
    whole = np.concatenate([half, (half * (-1, 1))[-2:0:-1]])
    return np.column_stack([whole[:, 0], np.full(len(whole), y), whole[:, 1]])


def _cap(ring: Array, size: float, side: int) -> Array:
    middle = np.array([0.0, ring[0, 1], (ring[:, 2].max() + ring[:, 2].min()) / 2])
    return np.asarray(middle + (ring - middle) * size + (0, side * BULGE * (1 - size**2), 0))


def _slanted(form: Form, at: Array) -> Array:
    """Return how far points (..., 3) move along y, as the ends lean and tuck in below the bumpers."""
    bumper = form.clear + 0.28
    shift = np.zeros(at.shape[:-1])
    for end, side, slant, edge in (
        (form.front, 1, form.slant[0], form.nose),
        (form.rear, -1, form.slant[1], form.tail),
    ):
        near = np.clip(1 - side * (at[..., 1] - end) / 0.6, 0, 1)
        above = np.clip((at[..., 2] - bumper) / max(edge - bumper, 0.1), 0, 1)
        below = np.clip((bumper - at[..., 2]) / 0.3, 0, 1)
        shift += side * near * (slant * above**1.6 + (0.0 if form.winged else 0.09) * below**2)
    return shift
