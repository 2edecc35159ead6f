"""Wheels: a tyre around one of several rims. Built on the left side, its outer face toward +x, about its own hub."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import joined, turned
from vantage.assets.asset import RUBBER
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import box, hoop, loft, rod

RIMS = ("five", "star", "disc", "cross", "wire", "turbine", "twin")
BARREL = Material((0.13, 0.13, 0.14))
SIDES = 22


def wheel(design: str, radius: float, width: float, rim: Material) -> Mesh:
    """Return a wheel about its hub, `width` along x."""
    inner = radius * (0.72 if design != "wire" else 0.78)
    around = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    profile = [(-width / 2, inner), (-width / 2, radius * 0.94), (-width * 0.36, radius), (width * 0.36, radius)]
    profile += [(width / 2, radius * 0.94), (width / 2 + 0.006, inner), (width / 2 - 0.06, inner * 0.97)]
    rings = [[(x, r * c, r * s) for c, s in zip(np.cos(around), np.sin(around))] for x, r in profile]
    tyre = loft(rings, RUBBER)
    face = width / 2
    well = rod((face - 0.09, 0, 0), (face - 0.055, 0, 0), inner * 0.98, BARREL, sides=SIDES)
    lip = hoop((face, 0, 0), inner * 0.95, 0.022, rim, "x", SIDES, 5)
    hub = rod((face - 0.06, 0, 0), (face + 0.012, 0, 0), 0.24 * inner, rim, sides=10)
    return joined(tyre, well, lip, hub, *_spokes(design, inner, face, rim))


def _spokes(design: str, inner: float, face: float, rim: Material) -> list[Mesh]:
    def spoke(angle: float, wide: float, lean: float = 0.0, start: float = 0.0) -> Mesh:
        bar = box((face - 0.025, 0, (start + inner * 0.96) / 2), (0.035, wide * inner, inner * 0.96 - start), rim)
        return turned(turned(bar, "x", lean, (0, 0, inner * 0.9)), "x", angle)

    if design == "five":
        return [spoke(72 * k, 0.3) for k in range(5)]
    if design == "star":
        return [spoke(36 * k, 0.12) for k in range(10)]
    if design == "cross":
        return [spoke(90 * k + 45, 0.48) for k in range(4)]
    if design == "wire":
        return [spoke(18 * k, 0.045, 12 if k % 2 else -12) for k in range(20)]
    if design == "turbine":
        return [spoke(45 * k, 0.2, 24) for k in range(8)]
    if design == "twin":
        return [spoke(60 * k + side, 0.1, start=0.1 * inner) for k in range(6) for side in (-9, 9)]
    plate = rod((face - 0.05, 0, 0), (face - 0.005, 0, 0), inner * 0.94, rim, sides=SIDES)
    holes = [
        turned(
            rod((face - 0.03, 0, inner * 0.66), (face + 0.001, 0, inner * 0.66), inner * 0.12, BARREL, sides=8),
            "x",
            45 * k,
        )
        for k in range(8)
    ]
    return [plate, *holes]
