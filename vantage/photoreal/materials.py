"""Which real material a surface is of: its texture says so or, where it has none, its colour and gloss.

Assets name materials as a rasteriser needs them: a colour, a texture, a gloss. A path tracer needs to know how rough a
surface is, whether it is metal, whether light creeps through it. Nothing is transparent: what the rasteriser measured
as visible must be what is seen, so a pane reflects, but does not let one look through.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields

import numpy as np
from numpy.typing import NDArray

from vantage.assets.asset import DARK, GLASS, RUBBER
from vantage.assets.meshes import Colour, Material, Picture
from vantage.assets.people import SKINS


@dataclass(frozen=True)
class Kind:
    """How light treats a kind of surface; lengths are in metres."""

    rough: float
    metallic: float = 0.0
    sheen: float = 0.0  # of fibres that stand out
    coat: float = 0.0  # of a clear varnish
    creeps: float = 0.0  # how much light goes on below the surface
    through: float = 0.0  # how much light shines through, as through leaves
    relief: float = 0.0  # how far the texture's bright parts stand out
    speckle: float = 0.0  # the height of fine unevenness
    grain: float = 0.01  # its size


WOOD = Kind(0.42, coat=0.12, relief=0.0006, speckle=0.00004, grain=0.004)
CLOTH = Kind(0.92, sheen=0.35, relief=0.0012, speckle=0.0002, grain=0.0012)
STONE = Kind(0.85, relief=0.003, speckle=0.0006, grain=0.006)
LEAVES = Kind(0.55, through=0.3, relief=0.006, speckle=0.0004, grain=0.01)
METAL = Kind(0.26, metallic=1.0, speckle=0.00002, grain=0.02)
PANE = Kind(0.04, coat=1.0)
SKIN = Kind(0.5, creeps=0.12, speckle=0.0001, grain=0.003)
PLASTER = Kind(0.9, relief=0.0015, speckle=0.0003, grain=0.012)
TEXTURED = {
    "asphalt": STONE,
    "brick": STONE,
    "carpet": Kind(1.0, sheen=0.5, relief=0.004, speckle=0.001, grain=0.003),
    "concrete": STONE,
    "fabric": CLOTH,
    "folds": CLOTH,
    "fur": Kind(0.9, sheen=0.5, relief=0.003, speckle=0.0004, grain=0.003),
    "grass": Kind(0.75, through=0.2, relief=0.02, speckle=0.004, grain=0.02),
    "leaves": LEAVES,
    "marble": Kind(0.18, coat=0.4),
    "metal": METAL,
    "paper": PLASTER,
    "paving": STONE,
    "planks": WOOD,
    "plaster": PLASTER,
    "roof": STONE,
    "sand": Kind(0.95, relief=0.006, speckle=0.002, grain=0.004),
    "siding": Kind(0.6, relief=0.006),
    "squares": Kind(0.35, coat=0.3, relief=0.0006),
    "tiles": Kind(0.15, coat=0.5, relief=0.001),
    "veneer": WOOD,
    "waves": Kind(0.05, relief=0.02),
    "wood": WOOD,
}
SHINY, GREY = 0.5, 0.12  # from this gloss on, what is at most so colourful is metal
BRIGHT = (0.25, 0.80)  # between these; darker is lacquer, lighter is enamel
COLUMNS = tuple(field.name for field in fields(Kind))


def kind_of(material: Material) -> Kind:
    """Return the real material that a surface is of."""
    if isinstance(material.texture, str) and material.texture in TEXTURED:
        return TEXTURED[material.texture]
    if material in (GLASS, DARK):
        return PANE if material == GLASS else Kind(0.3, speckle=0.00003)
    if material.colour in SKINS:
        return SKIN
    if material.colour == RUBBER.colour:
        return Kind(0.85, speckle=0.0001, grain=0.003)
    if material.gloss >= SHINY and _grey(material.colour) and not isinstance(material.texture, Picture):
        return METAL
    # Matt paint, satin plastic, glaze, lacquer: from rough to smooth, the smooth ones under a clear coat.
    rough = max(0.08, 0.62 - 0.55 * material.gloss)
    return Kind(rough, coat=max(0.0, material.gloss - 0.3), speckle=0.00006 * rough, grain=0.006)


def _grey(colour: Colour) -> bool:
    return max(colour) - min(colour) <= GREY and BRIGHT[0] <= max(colour) <= BRIGHT[1]


def table(materials: list[Material]) -> NDArray[np.float32]:
    """Return the kinds of materials as rows (k, columns)."""
    return np.array([astuple(kind_of(one)) for one in materials], np.float32).reshape(-1, len(COLUMNS))
