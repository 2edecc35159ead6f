"""The two ends of a car: lamps, grille, bumpers and number plates, which tell front from rear.

Places on an end are shares: u of half its width, from the middle to the car's left, and v of its height.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.assets.arrange import both, joined
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import Outline, box, rod
from vantage.individuals.cars.body import half_width
from vantage.individuals.cars.design import Design
from vantage.individuals.cars.palettes import AMBER, CHROME, INK, LAMP, PLATE, REAR_PLATE, TAIL, TRIM
from vantage.individuals.cars.surface import Surface, disc

Piece = tuple[str, float, float, float, float, Material, float]  # shape, u, v, width, height, material, how far out

HEADLAMPS: dict[str, tuple[Piece, ...]] = {  # those on the left; the right has the same
    "round": (("disc", 0.74, 0.74, 0.21, 0.21, CHROME, 0.02), ("disc", 0.74, 0.74, 0.17, 0.17, LAMP, 0.04)),
    "twin round": (
        ("box", 0.69, 0.75, 0.6, 0.4, TRIM, 0.012),
        ("disc", 0.84, 0.75, 0.13, 0.13, LAMP, 0.035),
        ("disc", 0.55, 0.75, 0.12, 0.12, LAMP, 0.035),
    ),
    "square": (("box", 0.7, 0.75, 0.4, 0.36, LAMP, 0.025), ("box", 0.96, 0.75, 0.1, 0.36, AMBER, 0.025)),
    "almond": (("almond", 0.72, 0.76, 0.56, 0.4, LAMP, 0.025),),
    "upright": (("box", 0.86, 0.66, 0.22, 0.56, LAMP, 0.025), ("box", 0.86, 0.31, 0.22, 0.1, AMBER, 0.025)),
    "slit": (("box", 0.68, 0.86, 0.62, 0.13, LAMP, 0.025), ("disc", 0.76, 0.42, 0.1, 0.1, LAMP, 0.03)),
}
TAILLAMPS: dict[str, tuple[Piece, ...]] = {
    "upright": (("box", 0.88, 0.62, 0.18, 0.62, TAIL, 0.025), ("box", 0.88, 0.62, 0.18, 0.12, AMBER, 0.03)),
    "block": (("box", 0.7, 0.76, 0.54, 0.26, TAIL, 0.025), ("box", 0.9, 0.76, 0.13, 0.26, AMBER, 0.03)),
    "twin round": (("disc", 0.82, 0.74, 0.13, 0.13, TAIL, 0.03), ("disc", 0.52, 0.74, 0.11, 0.11, TAIL, 0.03)),
    "bar": (("box", 0.46, 0.8, 0.94, 0.14, TAIL, 0.03), ("box", 0.8, 0.63, 0.24, 0.14, AMBER, 0.025)),
    "hook": (("box", 0.9, 0.6, 0.14, 0.6, TAIL, 0.025), ("box", 0.62, 0.85, 0.45, 0.12, TAIL, 0.025)),
    "square": (("box", 0.78, 0.72, 0.3, 0.36, TAIL, 0.025), ("box", 0.78, 0.46, 0.3, 0.1, AMBER, 0.025)),
}
GRILLES: dict[str, tuple[Piece, ...]] = {
    "slats": (
        ("box", 0, 0.73, 0.84, 0.46, TRIM, 0.02),
        *(("box", 0.0, v, 0.8, 0.06, CHROME, 0.035) for v in (0.58, 0.73, 0.88)),
    ),
    "bars": (
        ("box", 0, 0.66, 0.76, 0.62, TRIM, 0.02),
        *(("box", 0.11 * k, 0.66, 0.04, 0.54, CHROME, 0.04) for k in range(-3, 4)),
    ),
    "kidneys": tuple(
        ("disc", u, 0.7, 0.15 * size, 0.26 * size, material, out)
        for size, material, out in ((1.0, CHROME, 0.02), (0.78, TRIM, 0.035))
        for u in (-0.19, 0.19)
    ),
    "mouth": (("box", 0, 0.45, 1.2, 0.36, TRIM, 0.02), ("box", 0, 0.66, 1.2, 0.07, CHROME, 0.03)),
    "hexagon": (("hexagon", 0, 0.6, 0.76, 0.74, CHROME, 0.035), ("hexagon", 0, 0.6, 0.62, 0.6, TRIM, 0.05)),
    "slot": (("box", 0, 0.8, 0.84, 0.14, TRIM, 0.02), ("disc", 0, 0.8, 0.1, 0.1, CHROME, 0.04)),
}
UNIT: dict[str, Outline] = {  # within -0.5..0.5
    "almond": [(-0.5, -0.05), (-0.1, -0.5), (0.42, -0.3), (0.5, 0.5), (0.1, 0.35)],
    "hexagon": [(-0.35, -0.5), (0.35, -0.5), (0.5, 0.1), (0.42, 0.5), (-0.42, 0.5), (-0.5, 0.1)],
}


@dataclass(frozen=True, eq=False)
class End:
    """One end of a car: where its shares lie on the surface."""

    skin: Surface
    side: str  # "front" or "rear"
    half: float
    low: float
    high: float

    def piece(self, piece: Piece) -> Mesh:
        """Return a piece fitted to the end."""
        shape, u, v, wide, high, material, out = piece
        x, z, tall = u * self.half, self.low + v * (self.high - self.low), high * (self.high - self.low)
        if shape == "disc":
            size = min(self.half, 1.6 * (self.high - self.low))
            return self.skin.fitted(self.side, disc(x, z, wide * size, high * size), material, out)
        if shape == "box":
            ends = (x - wide * self.half / 2, x + wide * self.half / 2)
            return self.skin.strip(self.side, ends, z, tall, material, out)
        outline = [(x + a * wide * self.half, z + b * tall) for a, b in UNIT[shape]]
        return self.skin.fitted(self.side, outline, material, out)

    def lamp(self, piece: Piece) -> list[Mesh]:
        """Return a lamp in a dark frame, so that it shows on paint of any colour."""
        shape, u, v, wide, high, material, out = piece
        more = 0.035 if shape == "disc" else 0.07
        framed = material == LAMP
        frame: Piece = (shape, u, v, wide + more, high + 1.3 * more, TRIM, max(out - 0.012, 0.01))
        return [self.piece(frame), self.piece(piece)] if framed else [self.piece(piece)]

    def plate(self, z: float, material: Material) -> Mesh:
        """Return a number plate, with characters too small to read."""
        sign = -1 if self.side == "front" else 1
        y = self.skin.point(self.side, 0, z)[1] + sign * 0.03
        marks = [box((0.08 * k - 0.16, y + sign * 0.018, z), (0.05, 0.012, 0.07), INK) for k in (0, 1, 3, 4)]
        return joined(box((0, y, z), (0.5, 0.04, 0.12), material), *marks)


def front(design: Design, skin: Surface) -> Mesh:
    """Return what is fitted to the front."""
    form = design.form
    half = float(half_width(form, np.array([form.front + 0.06]))[0]) * 0.97
    end = End(skin, "front", half, form.clear + 0.08, form.nose - 0.06)
    lamps = (
        _stalked(design, half)
        if form.winged
        else both(*(part for piece in HEADLAMPS[design.headlamp] for part in end.lamp(piece)))
    )
    bumper = end.piece(("box", 0, 0.1, 1.7, 0.18, TRIM, 0.03))
    if form.winged:
        bumper = rod((-0.7, form.front - 0.13, 0.42), (0.7, form.front - 0.13, 0.42), 0.04, CHROME, sides=8)
    plate = end.plate(form.clear + (0.15 if not form.winged else 0.08), PLATE)
    return joined(lamps, *map(end.piece, GRILLES[design.grille]), bumper, plate)


def _stalked(design: Design, half: float) -> Mesh:
    """Return head lamps that stand free beside the radiator."""
    form = design.form
    y, z = form.front + 0.1, form.nose - 0.14
    at = [half + 0.16] if design.headlamp == "round" else [half + 0.13, half + 0.36]
    size = 0.15 if design.headlamp == "round" else 0.11
    parts = []
    for x in at:
        parts.append(rod((x, y + 0.2, z), (x, y - 0.04, z), 0.5 * size, CHROME, tip=size, sides=14))
        parts.append(rod((x, y - 0.04, z), (x, y - 0.07, z), 0.9 * size, LAMP, sides=14))
        parts.append(rod((x, y + 0.08, z - 0.35), (x, y + 0.08, z), 0.03, CHROME, sides=6))
    return both(*parts)


def rear(design: Design, skin: Surface) -> Mesh:
    """Return what is fitted to the rear; the exhaust is on the side that has no filler cap."""
    form = design.form
    half = float(half_width(form, np.array([form.rear - 0.06]))[0]) * 0.97
    end = End(skin, "rear", half, form.clear + 0.08, form.tail - 0.06)
    bumper = end.piece(("box", 0, 0.1, 1.75, 0.16, TRIM, 0.03))
    plate = end.plate(form.clear + 0.17 if design.low_plate else end.low + 0.6 * (end.high - end.low), REAR_PLATE)
    lamps = both(*map(end.piece, TAILLAMPS[design.taillamp]))
    return joined(lamps, bumper, plate, _exhaust(design, skin, half))


def _exhaust(design: Design, skin: Surface, half: float) -> Mesh:
    form, side = design.form, 1 if design.fuel == "right" else -1
    z, parts = form.clear + 0.02, []
    y = skin.point("rear", side * half * 0.62, form.clear + 0.08)[1]
    for x in (side * half * 0.66, side * (half * 0.66 - 0.12)):
        parts.append(rod((x, y - 0.25, z), (x, y + 0.06, z), 0.05, CHROME, sides=10))
        parts.append(rod((x, y + 0.03, z), (x, y + 0.063, z), 0.036, INK, sides=8))
    return joined(*parts)
