"""Extras: what a car carries on its roof and at its rear. They show in its outline from every side."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vantage.assets.arrange import both, joined, moved, transformed
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import box, tube
from vantage.individuals.cars.design import Design
from vantage.individuals.cars.forms import Form
from vantage.individuals.cars.palettes import CHROME, TRIM
from vantage.individuals.cars.surface import Surface, rectangle
from vantage.individuals.cars.wheels import wheel

Place = tuple[float, float, float, float]  # half the width, front, rear and height of what can be built upon


def roof(design: Design, skin: Surface) -> list[Mesh]:
    """Return what is on the roof."""
    form = design.form
    front, rear = form.roof[0] + 0.12, form.roof[1] - 0.1
    half = 0.475 * form.width * form.narrow * (0.8 if form.winged else 1) - 0.09
    high = skin.point("top", 0.9 * half, (front + rear) / 2)[2]
    build = ROOFS.get(design.roof)
    return [] if build is None else [build((half, front, rear, high), skin)]


def _rails(place: Place, skin: Surface) -> Mesh:
    x, front, rear, z = place
    line = [(x, front, z - 0.02), (x, front + 0.12, z + 0.07), (x, rear - 0.12, z + 0.05), (x, rear, z - 0.06)]
    return both(tube(line, 0.024, CHROME, 6))


def _bars(place: Place, skin: Surface) -> Mesh:
    x, front, rear, z = place
    at = (front + 0.15, rear - 0.15)
    feet = both(*(box((x - 0.04, y, z + 0.03), (0.05, 0.07, 0.12), TRIM) for y in at))
    return joined(feet, *(box((0, y, z + 0.09), (2 * x, 0.06, 0.035), TRIM) for y in at))


def _box(place: Place, skin: Surface) -> Mesh:
    _, front, rear, z = place
    size = (0.66, min(rear - front, 1.7), 0.3)
    return joined(_bars(place, skin), box((0.16, (front + rear) / 2, z + 0.25), size, TRIM, 0.08))


def _rack(place: Place, skin: Surface) -> Mesh:
    x, front, rear, z = place
    corners = [(-x, front + 0.1), (x, front + 0.1), (x, rear - 0.05), (-x, rear - 0.05)]
    posts = [box((u, v, z + 0.07), (0.03, 0.03, 0.14), CHROME) for u, v in corners]
    rail = tube([(u, v, z + 0.14) for u, v in [*corners, corners[0]]], 0.02, CHROME, 5)
    return joined(*posts, rail, box((0.12, (front + rear) / 2 + 0.1, z + 0.13), (0.5, 0.5, 0.2), TRIM, 0.03))


def _hatch(place: Place, skin: Surface) -> Mesh:
    return skin.fitted("top", rectangle(0.0, place[1] + 0.35, 1.1 * place[0], 0.42), TRIM, 0.012)


def _fin(place: Place, skin: Surface) -> Mesh:
    y = place[2] - 0.1
    return box((0.0, y, skin.point("top", 0, y)[2] + 0.06), (0.05, 0.26, 0.14), TRIM, 0.02)


ROOFS: dict[str, Callable[[Place, Surface], Mesh]] = {
    "rails": _rails,
    "bars": _bars,
    "box": _box,
    "rack": _rack,
    "hatch": _hatch,
    "fin": _fin,
}


def rear(design: Design, skin: Surface, paint: Material) -> list[Mesh]:
    """Return what is at the rear."""
    form, kind = design.form, design.rear
    if kind in ("lip", "wing"):
        return [_spoiler(form, kind, paint)]
    if kind == "hoop":
        return [_hoop(form)]
    if kind == "wheel":
        return [_spare(design)]
    if kind == "ladder":
        return [_ladder(form, skin, 0.45 * _half(form))]
    if kind == "trunk":
        return [box((0, form.rear + 0.14, form.tail - 0.35), (0.8, 0.3, 0.36), TRIM, 0.03)]
    return []


def _half(form: Form) -> float:
    return form.width / 2 * (1 - form.corner)


def _spoiler(form: Form, kind: str, paint: Material) -> Mesh:
    """Return a lip or a wing, on the boot where there is one, else on the edge of the roof."""
    notched = form.rear - form.base[1] > 0.2
    y, z = (form.rear - 0.14, form.tail) if notched else (form.roof[1] - 0.02, form.height - 0.12)
    half = _half(form) * (1 if notched else form.narrow)
    if kind == "lip":
        return box((0, y + 0.05, z + 0.04), (1.7 * half, 0.22, 0.05), paint, 0.015)
    high = z + (0.26 if notched else 0.12)
    posts = both(box((0.55 * half, y + 0.02, (z + high) / 2 - 0.04), (0.04, 0.12, high - z + 0.08), TRIM))
    return joined(posts, box((0, y + 0.06, high), (1.9 * half, 0.26, 0.04), TRIM, 0.012))


def _hoop(form: Form) -> Mesh:
    """Return a roll bar behind the cabin of a pick-up."""
    y, foot, high, half = form.base[1] + 0.3, form.belt - 0.1, form.height - 0.1, _half(form)
    return tube([(u * half, y, z) for u, z in ((0.8, foot), (0.75, high), (-0.75, high), (-0.8, foot))], 0.04, TRIM, 8)


def _spare(design: Design) -> Mesh:
    form = design.form
    spare = wheel(design.rim, form.radius * 0.92, 0.2, CHROME)
    spare = transformed(spare, np.array([[0, -1.0, 0], [1.0, 0, 0], [0, 0, 1.0]]))
    return moved(spare, -0.16, form.rear + 0.12, max(form.clear + 0.52, form.tail - 0.28))


def _ladder(form: Form, skin: Surface, x: float) -> Mesh:
    low, high = form.clear + 0.35, form.height - 0.12
    y = [skin.point("rear", x, z)[1] + 0.06 for z in (low, form.tail, high)]
    line = [(y[0], low), (y[1], form.tail), (y[2], high), (y[2] - 0.15, high + 0.13)]
    rails = [tube([(u, v, z) for v, z in line], 0.02, CHROME, 5) for u in (x - 0.13, x + 0.13)]
    steps = np.linspace(low, high, 6).tolist()
    back = np.interp(steps, [low, form.tail, high], y).tolist()
    return joined(*rails, *(box((x, v, z), (0.26, 0.025, 0.025), CHROME) for v, z in zip(back, steps)))
