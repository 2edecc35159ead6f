"""Cars: lofted bodies with everything that tells front from rear, left from right and one car from another.

`forms` draws proportions, `design` parts and patterns; `body` and `cabin` build the shell, `ends`, `fittings` and
`extras` what is fitted to it, and `livery` paints it.
"""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import joined, painted
from vantage.assets.meshes import Material, Mesh
from vantage.individuals.cars import body, cabin, ends, extras, fittings, forms, livery, palettes
from vantage.individuals.cars import design as designs
from vantage.individuals.cars.design import apart
from vantage.individuals.cars.palettes import GLASS, TRIM
from vantage.individuals.cars.surface import Surface
from vantage.individuals.individual import Individual

__all__ = ["KINDS", "apart", "mesh"]

KINDS = tuple(forms.RANGES)


def mesh(individual: Individual, turn: float = 0.0) -> Mesh:
    """Return a car on the ground, facing -y, centred; `turn` is nothing to cars."""
    design, palette = designs.drawn(individual), palettes.of(individual.palette)
    form, worn = design.form, livery.paints(design, palette)
    plain, second, mark = (Material(c, gloss=livery.GLOSS) for c in (palette.body, palette.second, palette.mark))
    hull, house = body.body(form, plain), cabin.cabin(form, plain, GLASS, plain)
    skin, whole = Surface(hull), Surface(joined(hull, house))
    parts = [
        livery.worn(_undersealed(hull, form), form, worn),
        livery.worn(house, form, worn),
        ends.front(design, skin),
        ends.rear(design, skin),
        fittings.wheels(design),
        fittings.sides(design, skin, plain, mark),
        fittings.wipers(form, whole),
        *fittings.rear_window(form, whole),
        *extras.roof(design, whole),
        *extras.rear(design, whole, second),
        *([fittings.wings(form, second)] if form.winged else []),
    ]
    return _centred(joined(*parts))


def _undersealed(hull: Mesh, form: forms.Form) -> Mesh:
    """Return the body with its underside and arches dark."""
    corners = hull.points[hull.faces].astype(float)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    down = across[:, 2] < -0.55 * np.linalg.norm(across, axis=1)
    inner = (np.abs(corners[..., 0]).max(axis=1) < form.width / 2 - body.HOUSE + 0.01) & (not form.winged)
    inner &= np.abs(across[:, 0]) > 0.7 * np.linalg.norm(across, axis=1)
    hidden = (down | inner) & (corners[..., 2].mean(axis=1) < form.radius * 2.3)
    if form.bed:
        hidden |= (corners[..., 2].max(axis=1) < form.clear + 0.4) & (across[:, 2] > 0)
    return painted(hull, TRIM, lambda middles: hidden)


def _centred(car: Mesh) -> Mesh:
    """Return the car moved so that the middle of its footprint is the origin."""
    low, high = car.bounds
    shift = np.array([0.0, (low[1] + high[1]) / 2, low[2]], np.float32)
    return Mesh(car.points - shift, car.faces, car.normals, car.uv, car.material, car.materials, car.closed)
