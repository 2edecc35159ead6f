"""Pieces: what stands or hangs around a scene and is never asked about. Some are assets, in duller colours.

A piece has the frame of an asset: on the ground, its footprint centred, its front toward -y. A scene with a thing that
a piece resembles does without that piece.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from vantage import assets, seeds
from vantage.assets import similar
from vantage.assets.meshes import Colour, Mesh
from vantage.settings import furnishings, yard
from vantage.settings.kind import Kind

KINDS: dict[str, Kind] = {**furnishings.KINDS, **yard.KINDS}
DULL = 0.68  # how far the colours of an asset are moved toward a pale grey
Place = tuple[float, float]
BASE = 0.3  # metres: what is lower belongs to a piece's base
GREY: Colour = (0.70, 0.69, 0.66)
LEAFY = 0.2  # the same for the colours of plants


def resembles(kind: str, name: str) -> bool:
    """Return whether a piece could be taken for the thing called `name`."""
    return bool({*KINDS[kind].likes} & {*similar.kin(name)}) if kind in KINDS else similar.alike(kind, name)


def free(kind: str) -> bool:
    """Return whether a piece may stand away from walls."""
    return kind not in KINDS or KINDS[kind].free


@lru_cache(maxsize=512)
def build(kind: str, variant: int) -> Mesh:
    """Return the mesh of a variant of a kind."""
    if kind in KINDS:
        return KINDS[kind].shape(seeds.generator("piece", kind, variant))
    dull = LEAFY if assets.get(kind).category == "plants" else DULL
    mesh = assets.build(kind, variant)
    return replace(mesh, materials=tuple(replace(m, colour=_dulled(m.colour, dull)) for m in mesh.materials))


@lru_cache(maxsize=512)
def size(kind: str, variant: int) -> tuple[float, float, float]:
    """Return how wide, deep and tall a piece is, in metres."""
    wide, deep, tall = np.ptp(build(kind, variant).bounds, axis=0).tolist()
    return wide, deep, tall


@lru_cache(maxsize=512)
def base(kind: str, variant: int) -> tuple[Place, Place]:
    """Return the two opposite corners of what a piece covers on the ground: a tree's trunk, not its crown."""
    points = build(kind, variant).points
    low = points[points[:, 2] < BASE][:, :2]
    (a, b), (c, d) = low.min(axis=0).tolist(), low.max(axis=0).tolist()
    return (a, b), (c, d)


def _dulled(colour: Colour, share: float) -> Colour:
    mixed = [(1 - share) * own + share * grey for own, grey in zip(colour, GREY)]
    return mixed[0], mixed[1], mixed[2]
