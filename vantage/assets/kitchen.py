"""Kitchen things and food, for a table."""

from __future__ import annotations

from vantage.assets.arrange import joined, turned
from vantage.assets.asset import BLACK, COLOURS, DARK, STEEL, WHITE, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import ball, curve, lathe, limb, rod, tube

WARES = ("red", "blue", "green", "yellow", "orange", "purple", "white", "pink", "black")
CLEAR = Material((0.80, 0.88, 0.90), gloss=0.9)


def mug(look: Look) -> Mesh:
    """Return a mug of coffee; its handle points in a random direction."""
    ware = look.paint(gloss=0.5)
    cup = lathe(
        [(0, 0), (0.036, 0), (0.04, 0.006), (0.041, 0.093), (0.0425, 0.095), (0.038, 0.095), (0.037, 0.04), (0, 0.04)],
        ware,
    )
    inside = lathe([(0, 0.07), (0.0372, 0.07), (0.0392, 0.0954), (0.0372, 0.0954), (0.0365, 0.076), (0, 0.076)], WHITE)
    coffee = rod((0, 0, 0.075), (0, 0, 0.08), 0.0368, Material((0.30, 0.17, 0.09), gloss=0.3), sides=24)
    handle = tube(
        curve([(0.045, 0, 0.076), (0.068, 0, 0.076), (0.076, 0, 0.048), (0.062, 0, 0.022), (0.045, 0, 0.018)], 3),
        0.008,
        ware,
        8,
    )
    return turned(joined(cup, inside, coffee, handle), "z", look.between(0, 360))


def bottle(look: Look) -> Mesh:
    """Return a wine bottle with a label and a cork."""
    glass = look.paint(gloss=0.8, light=0.7)
    profile = [(0, 0), (0.034, 0), (0.037, 0.006), (0.037, 0.18), (0.033, 0.2)]
    profile += [(0.016, 0.23), (0.0135, 0.25), (0.0135, 0.29), (0, 0.29)]
    body = lathe(profile, glass)
    label = lathe([(0, 0.06), (0.0376, 0.06), (0.0376, 0.14), (0, 0.14)], Material((0.95, 0.92, 0.82)))
    band = lathe([(0, 0.095), (0.038, 0.095), (0.038, 0.112), (0, 0.112)], Material(COLOURS["red"]))
    neck = lathe([(0, 0.255), (0.0145, 0.255), (0.0145, 0.292), (0, 0.292)], Material((0.72, 0.16, 0.16)))
    return joined(
        body, label, band, neck, rod((0, 0, 0.29), (0, 0, 0.305), 0.01, Material((0.76, 0.60, 0.40)), sides=12)
    )


def bowl(look: Look) -> Mesh:
    """Return a bowl."""
    ware = look.paint(gloss=0.5)
    shape = [(0, 0), (0.04, 0), (0.042, 0.01), (0.075, 0.03), (0.1, 0.065)]
    shape += [(0.108, 0.085), (0.102, 0.086), (0.092, 0.065), (0.068, 0.035), (0, 0.022)]
    return lathe(shape, ware, sides=28)


def teapot(look: Look) -> Mesh:
    """Return a teapot with its spout and handle at the sides."""
    ware, trim = look.paint(gloss=0.6), look.paint(gloss=0.6, light=0.6 if look.colour != "black" else 1.4)
    body = lathe(
        [(0, 0), *curve([(0.045, 0), (0.07, 0.025), (0.08, 0.058), (0.065, 0.098), (0.04, 0.115)], 3), (0, 0.115)], ware
    )
    lid = lathe([(0, 0.11), (0.043, 0.112), (0.04, 0.122), (0.02, 0.133), (0, 0.136)], trim)
    spout = limb(
        [(0.06, 0, 0.045, 0.02), (0.1, 0, 0.065, 0.014), (0.118, 0, 0.1, 0.01), (0.135, 0, 0.118, 0.009)], ware, 10
    )
    handle = tube(
        curve([(-0.06, 0, 0.1), (-0.105, 0, 0.105), (-0.118, 0, 0.07), (-0.1, 0, 0.035), (-0.07, 0, 0.03)], 3),
        0.008,
        trim,
        8,
    )
    return turned(joined(body, lid, ball((0, 0, 0.143), 0.012, trim, 10), spout, handle), "z", look.between(0, 360))


def glass(look: Look) -> Mesh:
    """Return a wine glass, half full."""
    foot = lathe(
        [(0, 0), (0.036, 0), (0.034, 0.004), (0.006, 0.01), (0.0045, 0.02), (0.0045, 0.08), (0.012, 0.09), (0, 0.092)],
        CLEAR,
    )
    wine = Material(shade(look.pick("red", "yellow"), 0.75), gloss=0.8)
    cup = lathe([(0, 0.088), (0.012, 0.09), (0.03, 0.102), (0.039, 0.122), (0.04, 0.138), (0, 0.138)], wine)
    rim = lathe(
        [(0.0395, 0.137), (0.0395, 0.15), (0.033, 0.185), (0.031, 0.185), (0.037, 0.15), (0.037, 0.1365), (0, 0.1365)],
        CLEAR,
    )
    return joined(foot, cup, rim)


def frying_pan(look: Look) -> Mesh:
    """Return an empty frying pan."""
    iron, grip = (
        Material((0.15, 0.15, 0.17), gloss=0.3),
        Material(look.pick("red", "brown", "blue", "green"), gloss=0.3),
    )
    pan = lathe(
        [(0, 0), (0.1, 0), (0.13, 0.04), (0.135, 0.042), (0.126, 0.042), (0.1, 0.008), (0, 0.008)], iron, sides=28
    )
    handle = joined(
        rod((0, -0.12, 0.036), (0, -0.17, 0.045), 0.009, STEEL, sides=8),
        limb([(0, -0.16, 0.045, 0.011), (0, -0.24, 0.055, 0.014), (0, -0.31, 0.06, 0.011)], grip, 10),
    )
    return turned(joined(pan, handle), "z", look.between(0, 360))


def kettle(look: Look) -> Mesh:
    """Return a stove kettle with a bow handle."""
    tin = look.paint(gloss=0.7)
    body = lathe(
        [(0, 0), (0.09, 0), (0.095, 0.01), (0.092, 0.06), (0.07, 0.105), (0.035, 0.125), (0, 0.128)], tin, sides=28
    )
    handle = tube(
        curve([(-0.065, 0, 0.105), (-0.06, 0, 0.17), (0, 0, 0.2), (0.06, 0, 0.17), (0.065, 0, 0.105)], 4),
        0.009,
        BLACK,
        8,
    )
    spout = limb([(0.075, 0, 0.05, 0.022), (0.115, 0, 0.085, 0.014), (0.135, 0, 0.115, 0.012)], tin, 10)
    return turned(
        joined(
            body,
            handle,
            spout,
            ball((0, 0, 0.137), 0.014, BLACK, 10),
            rod((0.128, 0, 0.106), (0.141, 0, 0.124), 0.0135, DARK, sides=10),
        ),
        "z",
        look.between(0, 360),
    )


ASSETS = (
    Asset("mug", "kitchen", ("table",), (0.1, 0.125), mug, colours=WARES),
    Asset("bottle", "kitchen", ("table",), (0.28, 0.33), bottle, alike=True, colours=("green", "brown", "blue")),
    Asset("bowl", "kitchen", ("table",), (0.2, 0.25), bowl, alike=True, colours=WARES),
    Asset("teapot", "kitchen", ("table",), (0.22, 0.27), teapot, colours=WARES),
    Asset("kettle", "kitchen", ("table",), (0.23, 0.28), kettle, colours=("red", "grey", "blue", "green", "white")),
    Asset("wine glass", "kitchen", ("table",), (0.18, 0.22), glass, alike=True),
    Asset("frying pan", "kitchen", ("table",), (0.42, 0.5), frying_pan),
)
