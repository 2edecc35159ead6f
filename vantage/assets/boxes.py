"""Open boxes, to put things in, and a closed one, to put things on."""

from __future__ import annotations

from vantage.assets.arrange import around, both, joined, turned
from vantage.assets.asset import DARK, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import box, tube

BRASS = Material((0.78, 0.60, 0.28), gloss=0.6)


def crate(look: Look) -> Mesh:
    """Return a wooden crate without a lid, its sides of three slats each."""
    wood = Material(shade((0.78, 0.58, 0.34), look.between(0.7, 1.1)), "wood")
    sides = [box((0, 0.21, 0.05 + 0.08 * i), (0.6, 0.015, 0.065), wood, 0.003) for i in range(3)]
    ends = [box((0.2925, 0, 0.05 + 0.08 * i), (0.015, 0.405, 0.065), wood, 0.003) for i in range(3)]
    posts = both(*(box((0.27, y, 0.13), (0.03, 0.03, 0.26), wood, 0.003) for y in (-0.187, 0.187)))
    floor = [box((0, -0.165 + 0.066 * i, 0.02), (0.57, 0.058, 0.012), wood, 0.003) for i in range(6)]
    return joined(around(joined(*sides), 2), both(*ends), posts, *floor)


def cardboard_box(look: Look) -> Mesh:
    """Return a cardboard box with its four flaps open."""
    card = Material(shade((0.74, 0.57, 0.38), look.between(0.8, 1.1)))
    pale = Material(shade(card.colour, 1.15))
    fall = look.between(25, 55)
    base = box((0, 0, 0.005), (0.46, 0.36, 0.01), card)
    long = joined(
        box((0, 0.175, 0.1), (0.46, 0.01, 0.2), card),
        turned(box((0, 0.225, 0.198), (0.45, 0.1, 0.006), pale), "x", -fall, (0, 0.178, 0.198)),
    )
    short = joined(
        box((0.225, 0, 0.1), (0.01, 0.34, 0.2), card),
        turned(box((0.275, 0, 0.198), (0.1, 0.33, 0.006), pale), "y", fall, (0.228, 0, 0.198)),
    )
    return joined(base, around(long, 2), both(short))


def chest(look: Look) -> Mesh:
    """Return a wooden chest with a flat lid, two iron bands and a lock in front."""
    wood = Material(shade((0.58, 0.36, 0.19), look.between(0.7, 1.2)), "wood", 0.1)
    body = box((0, 0, 0.2), (0.78, 0.46, 0.4), wood, 0.008)
    lid = box((0, 0, 0.44), (0.82, 0.5, 0.08), Material(shade(wood.colour, 0.85), "wood", 0.1), 0.012)
    bands = both(box((0.27, 0, 0.2), (0.05, 0.474, 0.398), DARK), box((0.27, 0, 0.4402), (0.05, 0.512, 0.0808), DARK))
    lock = joined(
        box((0, -0.25, 0.36), (0.1, 0.03, 0.12), BRASS, 0.004), box((0, -0.268, 0.35), (0.02, 0.01, 0.04), DARK)
    )
    return joined(
        body,
        lid,
        bands,
        lock,
        both(tube([(0.39, -0.07, 0.24), (0.42, -0.07, 0.2), (0.42, 0.07, 0.2), (0.39, 0.07, 0.24)], 0.012, DARK, 6)),
    )


ASSETS = (
    Asset("crate", "household", ("floor", "outdoors"), (0.6, 0.7), crate),
    Asset("cardboard box", "household", ("floor",), (0.65, 0.75), cardboard_box),
    Asset("wooden chest", "furniture", ("floor",), (0.8, 0.95), chest),
)
