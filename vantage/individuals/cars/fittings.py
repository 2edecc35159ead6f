"""What is fitted to the sides and the windows: wheels, mirrors, handles, trim, filler cap, aerial and wipers."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import both, joined, moved, transformed
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import arc, box, capsule, prism, rod, tube
from vantage.individuals.cars.body import ARCH, half_width, top
from vantage.individuals.cars.design import Design
from vantage.individuals.cars.forms import Form
from vantage.individuals.cars.palettes import CHROME, INK, TAIL, TRIM
from vantage.individuals.cars.surface import Surface, disc, rectangle
from vantage.individuals.cars.wheels import wheel

TYRE = 0.22


def wheels(design: Design) -> Mesh:
    """Return the four wheels."""
    form = design.form
    one = wheel(design.rim, form.radius, TYRE, CHROME)
    x = form.width / 2 - TYRE / 2 - 0.03
    return both(*(moved(one, x, y, form.radius) for y in form.axles))


def sides(design: Design, skin: Surface, paint: Material, mark: Material) -> Mesh:
    """Return what is fitted to the sides."""
    form = design.form
    sign = 1 if design.fuel == "left" else -1
    cap_y = form.axles[1] + (0.1 if form.rear - form.axles[1] > 0.6 else -0.05)
    cap_z = float(top(form, np.array([cap_y]))[0]) - 0.2
    cap = [
        skin.fitted("left", disc(cap_y, cap_z, 0.1), INK, 0.008),
        skin.fitted("left", disc(cap_y, cap_z, 0.08), mark, 0.02),
    ]
    return joined(
        both(*_mirror(form, paint), *_handles(form, skin), *_trim(design, skin)),
        transformed(joined(*cap), np.diag([float(sign), 1.0, 1.0])),
        _aerial(form, skin, -sign),
    )


def _aerial(form: Form, skin: Surface, side: int) -> Mesh:
    y = form.base[0] - 0.25
    x = side * 0.7 * float(half_width(form, np.array([y]))[0])
    foot = skin.point("top", x, y)
    return joined(
        rod(foot, (x, y + 0.22, form.height + 0.16), 0.013, INK, sides=5),
        rod(foot, (x, y, foot[2] + 0.03), 0.03, INK, sides=8),
    )


def _mirror(form: Form, paint: Material) -> list[Mesh]:
    y, z = form.base[0] + 0.38, max(form.cowl, form.belt) + 0.05
    x = float(half_width(form, np.array([y]))[0])
    stalk = capsule((x - 0.12, y, z - 0.04), (x + 0.08, y - 0.02, z + 0.03), 0.025, TRIM, sides=6)
    return [
        stalk,
        box((x + 0.11, y, z + 0.07), (0.2, 0.09, 0.15), paint, 0.03),
        box((x + 0.11, y + 0.045, z + 0.07), (0.16, 0.01, 0.11), INK),
    ]


def _handles(form: Form, skin: Surface) -> list[Mesh]:
    length = form.base[1] - form.base[0]
    ends = [form.base[0] + length * share for share in form.windows[1:] if share <= 0.86] or [form.base[1]]
    z = min(form.cowl, form.belt) - 0.15
    return [skin.fitted("left", rectangle(y - 0.15, z, 0.19, 0.04), TRIM, 0.025) for y in ends[:2]]


def _trim(design: Design, skin: Surface) -> list[Mesh]:
    form = design.form
    a, b = form.axles[0] + ARCH * form.radius + 0.06, form.axles[1] - ARCH * form.radius - 0.06
    if design.side == "strip":
        return [skin.strip("left", (a, b), form.clear + 0.24, 0.06, TRIM)]
    if design.side == "sill":
        return [skin.strip("left", (a, b), form.clear + 0.07, 0.12, TRIM)]
    if design.side == "vent":
        return [
            skin.fitted("left", rectangle(a + 0.08 + 0.09 * k, form.clear + 0.42, 0.045, 0.2, 0.05), TRIM, 0.012)
            for k in range(3)
        ]
    if design.side == "arches":
        return [_lip(form, skin, axle) for axle in form.axles]
    return []


def _lip(form: Form, skin: Surface, axle: float) -> Mesh:
    """Return a flare around an arch."""
    line = arc(ARCH * form.radius + 0.025, -10, 190, 20, (axle, form.radius))
    line = [(y, z) for y, z in line if z > form.clear + 0.02]
    x = skin.at("left", np.array(line))
    return tube([(float(u) - 0.01, y, z) for u, (y, z) in zip(x, line)], 0.035, TRIM, 6)


def wipers(form: Form, skin: Surface) -> Mesh:
    """Return the wipers, both leaning to one side, as they do."""
    z = form.cowl + 0.06
    blades = []
    for x in (-0.42, 0.08):
        a, b = skin.point("front", x, z), skin.point("front", x + 0.36, z + 0.12)
        blades.append(capsule((a[0], a[1] - 0.02, a[2]), (b[0], b[1] - 0.02, b[2]), 0.014, INK, sides=5))
    return joined(*blades)


def rear_window(form: Form, skin: Surface) -> list[Mesh]:
    """Return a wiper and a brake lamp on a rear window, if that is steep."""
    if form.winged or form.bed or form.base[1] - form.roof[1] > 0.5:
        return []
    ceiling = form.height - 0.07 - form.slope * (form.height - form.cowl)
    z = form.belt + 0.78 * (ceiling - form.belt)
    lamp = skin.strip("rear", (-0.16, 0.16), z, 0.06, TAIL, 0.02)
    foot = form.belt + 0.16 * (form.height - form.belt)
    a, b = skin.point("rear", 0.0, foot), skin.point("rear", 0.4, foot + 0.1)
    return [lamp, capsule((a[0], a[1] + 0.03, a[2]), (b[0], b[1] + 0.03, b[2]), 0.02, INK, sides=5)]


def wings(form: Form, paint: Material) -> Mesh:
    """Return the wings and running boards of an old-timer."""
    x, wide = form.width / 2 - 0.13, 0.3
    parts = []
    for axle, start, end in ((form.axles[0], -8, 178), (form.axles[1], 2, 175)):
        outer = arc(form.radius * 1.3, start, end, 14, (axle, form.radius))
        inner = arc(form.radius * 1.2, start, end, 14, (axle, form.radius))
        parts.append(prism([*outer, *inner[::-1]], wide, paint, 0.015, (x, 0, 0)))
    a, b = form.axles[0] + 1.2 * form.radius, form.axles[1] - 1.2 * form.radius
    parts.append(box((x - 0.04, (a + b) / 2, form.clear - 0.02), (0.32, b - a + 0.1, 0.05), TRIM, 0.015))
    return both(*parts)
