"""Finishes that several settings share. Colours are muted, so that surroundings draw no eye from the things."""

from __future__ import annotations

from vantage.assets.meshes import Colour
from vantage.settings.setting import Finish

WOODS: tuple[Colour, ...] = ((0.66, 0.50, 0.35), (0.76, 0.62, 0.46), (0.54, 0.41, 0.30), (0.82, 0.72, 0.58))
PALE: tuple[Colour, ...] = ((0.90, 0.88, 0.84), (0.82, 0.85, 0.85), (0.88, 0.83, 0.75), (0.79, 0.83, 0.77))
WARM: tuple[Colour, ...] = ((0.90, 0.82, 0.70), (0.86, 0.76, 0.68), (0.80, 0.80, 0.70), (0.91, 0.88, 0.80))
COOL: tuple[Colour, ...] = ((0.78, 0.84, 0.88), (0.84, 0.87, 0.88), (0.76, 0.82, 0.80), (0.88, 0.88, 0.90))
CLOTHS: tuple[Colour, ...] = ((0.58, 0.64, 0.71), (0.70, 0.59, 0.55), (0.60, 0.64, 0.56), (0.77, 0.72, 0.62))
STONES: tuple[Colour, ...] = ((0.70, 0.69, 0.67), (0.73, 0.70, 0.64), (0.64, 0.65, 0.67))
TARS: tuple[Colour, ...] = ((0.47, 0.48, 0.50), (0.52, 0.51, 0.50), (0.43, 0.44, 0.47))
BRICKS: tuple[Colour, ...] = ((0.71, 0.48, 0.40), (0.76, 0.58, 0.46), (0.66, 0.46, 0.40))
RENDER: tuple[Colour, ...] = ((0.84, 0.77, 0.66), (0.76, 0.78, 0.80), (0.86, 0.82, 0.74), (0.80, 0.70, 0.62))
GREENS: tuple[Colour, ...] = ((0.45, 0.59, 0.30), (0.40, 0.56, 0.31), (0.52, 0.61, 0.34))
SANDS: tuple[Colour, ...] = ((0.88, 0.80, 0.64), (0.84, 0.75, 0.60), (0.90, 0.84, 0.70))
PATHS: tuple[Colour, ...] = ((0.80, 0.73, 0.61), (0.74, 0.70, 0.64), (0.78, 0.68, 0.56))
SEAS: tuple[Colour, ...] = ((0.36, 0.60, 0.68), (0.40, 0.62, 0.72), (0.34, 0.56, 0.66))

PLANKS = Finish("planks", WOODS, 0.1)
TILES = Finish("tiles", ((0.82, 0.80, 0.76), (0.74, 0.77, 0.78), (0.80, 0.74, 0.66), (0.70, 0.74, 0.70)), 0.2)
CHECKS = Finish("squares", ((0.68, 0.72, 0.73), (0.74, 0.68, 0.60), (0.64, 0.70, 0.66)), 0.2)
CARPET = Finish("carpet", CLOTHS)
CONCRETE = Finish("concrete", STONES)
LAWN = Finish("grass", GREENS)
TAR = Finish("asphalt", TARS)
SLABS = Finish("paving", STONES)
SAND = Finish("sand", SANDS)
GRAVEL = Finish("asphalt", PATHS)
SEA = Finish("waves", SEAS, 0.3)
PLASTER = Finish("plaster", PALE)

WOODEN = (Finish("veneer", WOODS, 0.15), Finish("planks", WOODS, 0.1))
STONE = Finish("marble", PALE, 0.3)
CLOTH = Finish("fabric", CLOTHS)
