"""Food: fruit and a cake."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import around, joined, painted, turned
from vantage.assets.asset import WHITE, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import ball, curve, ellipsoid, lathe, limb, rod, tube

STEM = Material((0.36, 0.24, 0.13))
LEAF = Material((0.24, 0.52, 0.18))


def apple(look: Look) -> Mesh:
    """Return an apple with its stalk and a leaf."""
    shape = [(0, 0.006), (0.012, 0.001), (0.024, 0.004), (0.036, 0.02), (0.042, 0.044)]
    shape += [(0.037, 0.065), (0.022, 0.074), (0.008, 0.067), (0, 0.062)]
    stalk = limb([(0, 0, 0.06, 0.003), (0.002, 0, 0.075, 0.0025), (0.006, 0, 0.086, 0.003)], STEM, 6)
    leaf = turned(ellipsoid((0.022, 0, 0.083), (0.018, 0.009, 0.002), LEAF, 8), "y", -20, (0, 0, 0.083))
    return joined(lathe(curve(shape, 2), look.paint(gloss=0.4), sides=20), stalk, leaf)


def banana(look: Look) -> Mesh:
    """Return a banana lying on its side."""
    peel, tip = look.paint(light=look.between(0.92, 1.05)), Material((0.30, 0.22, 0.10))
    path = [(0.095, 0.03, 0.02, 0.007), (0.075, 0.016, 0.02, 0.012), (0.04, 0.0, 0.02, 0.019)]
    path += [(-0.02, 0.0, 0.02, 0.02), (-0.065, 0.024, 0.02, 0.016), (-0.09, 0.052, 0.02, 0.007)]
    stalk = limb([(0.095, 0.03, 0.02, 0.007), (0.115, 0.046, 0.02, 0.008)], look.paint(light=0.75), 7, 1)
    ends = [ball((0.12, 0.051, 0.02), 0.008, tip, 8), ball((-0.095, 0.058, 0.02), 0.007, tip, 8)]
    return turned(joined(limb(path, peel, 7, 4), stalk, *ends), "z", look.between(0, 360))


def pear(look: Look) -> Mesh:
    """Return a pear."""
    shape = [(0, 0.004), (0.02, 0.0), (0.036, 0.016), (0.04, 0.035), (0.034, 0.056)]
    shape += [(0.022, 0.076), (0.017, 0.092), (0.01, 0.102), (0, 0.104)]
    skin = look.paint(gloss=0.3) if look.colour == "yellow" else Material((0.42, 0.64, 0.22), gloss=0.3)
    stalk = limb([(0, 0, 0.1, 0.003), (0.004, 0, 0.118, 0.003)], STEM, 6, 1)
    leaf = turned(ellipsoid((0.022, 0, 0.112), (0.018, 0.009, 0.002), LEAF, 8), "y", -15, (0, 0, 0.112))
    return joined(lathe(curve(shape, 2), skin, sides=18), stalk, leaf)


def pineapple(look: Look) -> Mesh:
    """Return a pineapple."""
    rind = Material(shade((0.85, 0.58, 0.16), look.between(0.85, 1.1)))
    body = ellipsoid((0, 0, 0.09), (0.058, 0.058, 0.092), rind, 20)
    body = painted(
        body,
        Material((0.66, 0.40, 0.10)),
        lambda at: (
            (
                np.floor((np.degrees(np.arctan2(at[:, 1], at[:, 0])) + 360) / 36 + at[:, 2] / 0.03)
                + np.floor((np.degrees(np.arctan2(at[:, 1], at[:, 0])) + 360) / 36 - at[:, 2] / 0.03)
            )
            % 2
            == 0
        ),
    )
    leaves = []
    for count, lean, high, z in ((8, 0.055, 0.06, 0.165), (7, 0.035, 0.085, 0.17), (5, 0.014, 0.105, 0.175)):
        one = tube(
            curve([(0.01, 0, z), (0.3 * lean + 0.012, 0, z + 0.55 * high), (lean, 0, z + high)], 2),
            [0.011, 0.011, 0.009, 0.005, 0.001],
            LEAF,
            5,
        )
        leaves.append(turned(around(one, count), "z", look.between(0, 90)))
    return joined(body, *leaves)


def cake(look: Look) -> Mesh:
    """Return a birthday cake with candles."""
    icing, cream = look.paint(gloss=0.2), Material((0.98, 0.94, 0.86))
    body = joined(
        rod((0, 0, 0), (0, 0, 0.006), 0.15, WHITE, sides=28),
        lathe([(0, 0.006), (0.12, 0.006), (0.122, 0.012), (0.122, 0.075), (0.118, 0.082), (0, 0.084)], icing, sides=28),
    )
    pearls = around(joined(ball((0.122, 0, 0.012), 0.012, cream, 8), ball((0.108, 0, 0.086), 0.011, cream, 8)), 16)
    flame = Material((1.0, 0.75, 0.15), gloss=0.5)
    candle = joined(
        rod((0.06, 0, 0.08), (0.06, 0, 0.135), 0.005, WHITE, sides=8),
        lathe([(0, 0.136), (0.005, 0.142), (0.003, 0.152), (0, 0.16)], flame, (0.06, 0, 0), 8),
    )
    return joined(body, pearls, around(candle, 8))


ASSETS = (
    Asset("apple", "food", ("table",), (0.08, 0.1), apple, colours=("red", "green", "yellow")),
    Asset("banana", "food", ("table",), (0.17, 0.2), banana, colours=("yellow",)),
    Asset("pear", "food", ("table",), (0.11, 0.13), pear, colours=("green", "yellow")),
    Asset("pineapple", "food", ("table",), (0.27, 0.33), pineapple),
    Asset(
        "cake", "food", ("table",), (0.28, 0.33), cake, alike=True, colours=("pink", "white", "brown", "yellow", "blue")
    ),
)
