"""People: face, feet and open jacket show the front; hair, pony tail or backpack the back."""

from __future__ import annotations

from vantage.assets.arrange import both, joined, moved, stretched, turned
from vantage.assets.asset import BLACK, COLOURS, DARK, FACE, WHITE, Asset, Look, shade
from vantage.assets.meshes import Colour, Material, Mesh
from vantage.assets.parts import ball, box, capsule, ellipsoid, hoop, lathe, limb, prism, rod, tube

SKINS: tuple[Colour, ...] = ((0.96, 0.78, 0.66), (0.87, 0.65, 0.49), (0.66, 0.45, 0.31), (0.43, 0.28, 0.19))
HAIRS: tuple[Colour, ...] = ((0.10, 0.08, 0.07), (0.30, 0.18, 0.10), (0.80, 0.62, 0.32), (0.55, 0.24, 0.10))
LIP = Material((0.72, 0.26, 0.26))
TURQUOISE: Colour = (0.10, 0.60, 0.62)
WINE: Colour = (0.46, 0.07, 0.17)
OLIVE: Colour = (0.50, 0.52, 0.16)
NAVY: Colour = (0.09, 0.14, 0.34)
BEIGE: Colour = (0.84, 0.74, 0.58)
VIVID = tuple(COLOURS[word] for word in ("red", "orange", "yellow", "green", "blue", "purple", "pink", "white"))
SOBER = (*(COLOURS[word] for word in ("black", "grey", "brown")), NAVY, BEIGE)
SHIRTS: tuple[Colour, ...] = (WHITE.colour, (0.70, 0.82, 0.95), (0.97, 0.93, 0.76))
DRESS = (*VIVID, TURQUOISE, WINE, OLIVE, NAVY)


def skin_and_hair(look: Look) -> tuple[Material, Material]:
    """Return a skin colour and a hair colour that match."""
    skin = SKINS[look.rng.integers(len(SKINS))]
    hair = HAIRS[look.rng.integers(len(HAIRS) if skin in SKINS[:2] else 2)]
    return Material(skin), Material(hair)


def dyed(look: Look, colours: tuple[Colour, ...], texture: str = "", light: float = 1.0) -> Material:
    """Return cloth in a random one of these colours, darker for `light` below 1."""
    return Material(shade(colours[look.rng.integers(len(colours))], light), texture)


def dressed(look: Look, texture: str, light: float = 1.0) -> Material:
    """Return the most visible cloth; consecutive variants wear different colours."""
    return Material(shade(DRESS[look.variant % len(DRESS)], light), texture)


def head(z: float, skin: Material, hair: Material) -> Mesh:
    """Return a smiling head, 0.29 high, whose middle is at height `z`; hair covers its top and back."""
    smile = [(x, -0.104, z - 0.083 + 11 * x * x) for x in (-0.036, -0.024, -0.012, 0.0, 0.012, 0.024, 0.036)]
    brow = [(0.022, -0.109, z + 0.063), (0.043, -0.104, z + 0.068), (0.064, -0.092, z + 0.055)]
    face = joined(
        ellipsoid((0, 0, z), (0.105, 0.12, 0.145), skin, 16),
        ellipsoid((0, 0.03, z + 0.042), (0.116, 0.118, 0.125), hair, 16),
        limb([(0, -0.115, z + 0.012, 0.009), (0, -0.128, z - 0.02, 0.016)], skin, 8, 1),
        tube(smile, 0.006, LIP, 6),
    )
    pairs = both(
        ellipsoid((0.042, -0.1, z + 0.02), (0.023, 0.02, 0.025), WHITE, 10),
        ball((0.041, -0.113, z + 0.019), 0.0145, BLACK, 8),
        tube(brow, 0.005, hair, 6),
        ellipsoid((0.108, 0.0, z), (0.016, 0.026, 0.036), skin, 8),
    )
    return joined(face, pairs, rod((0, 0.01, z - 0.25), (0, 0.005, z - 0.1), 0.055, skin, sides=12))


def arm(shoulder: float, sleeve: Material, skin: Material, short: bool) -> Mesh:
    """Return the left arm, hanging and a little bent to the front, from a shoulder at this height."""
    elbow, wrist = (0.27, 0.01, shoulder - 0.29), (0.28, -0.09, shoulder - 0.52)
    upper = limb([(0.2, 0, shoulder, 0.065), (0.25, 0.01, shoulder - 0.14, 0.056), (*elbow, 0.048)], sleeve, 10, 2)
    lower = limb([(*elbow, 0.045), (*wrist, 0.037)], skin if short else sleeve, 10, 1)
    return joined(upper, lower, ellipsoid((0.28, -0.115, shoulder - 0.6), (0.032, 0.045, 0.065), skin, 10))


def leg(hip: float, cloth: Material, shoe: Material) -> Mesh:
    """Return the left leg in a trouser, its shoe pointing to the front."""
    shape = limb([(0.09, 0, hip, 0.095), (0.1, -0.01, hip * 0.55, 0.072), (0.105, 0, 0.1, 0.055)], cloth, 10, 2)
    sole = [(-0.2, 0.0), (-0.21, 0.05), (-0.14, 0.085), (0.0, 0.11), (0.06, 0.1), (0.075, 0.0)]
    return joined(shape, prism(sole, 0.1, shoe, 0.022, (0.11, 0, 0)))


def torso(low: float, high: float, cloth: Material, waist: float = 0.15, chest: float = 0.2) -> Mesh:
    """Return a trunk, flat from front to back."""
    tall = high - low
    line = [(0, low), (waist, low), (waist - 0.005, low + 0.3 * tall)]
    line += [(chest, low + 0.7 * tall), (chest * 0.97, high - 0.07)]
    return stretched(lathe([*line, (0.15, high), (0.07, high + 0.05), (0, high + 0.06)], cloth, sides=18), y=0.66)


def man(look: Look) -> Mesh:
    """Return a man in an open jacket over a light shirt and a tie."""
    skin, hair = skin_and_hair(look)
    jacket, trousers = dressed(look, "fabric", 0.8), dyed(look, SOBER, light=0.8)
    shoes = Material((0.16, 0.09, 0.06), gloss=0.5)
    tie, shirt = Material(look.pick("red", "orange", "yellow", "blue")), dyed(look, SHIRTS)
    front = joined(
        prism([(-0.126, 0.99), (-0.14, 1.3), (-0.135, 1.41), (-0.11, 1.48), (-0.08, 1.48), (-0.09, 0.99)], 0.2, shirt),
        rod((0, -0.112, 1.485), (0, -0.138, 1.4), 0.026, tie, 0.02, 6),
        stretched(rod((0, -0.145, 1.42), (0, -0.13, 1.06), 0.016, tie, 0.038, 6), y=0.5, about=(0, -0.13, 0)),
        *(ball((0.03, -0.124, z), 0.013, DARK, 8) for z in (0.92, 0.96)),
    )
    lapels = both(
        turned(
            box((0.11, -0.115, 1.26), (0.05, 0.045, 0.38), Material(shade(jacket.colour, 0.7)), 0.012),
            "y",
            9,
            (0.11, 0, 1.2),
        )
    )
    return joined(
        torso(0.9, 1.47, jacket, 0.185, 0.2),
        front,
        lapels,
        head(1.68, skin, hair),
        both(arm(1.42, jacket, skin, False), leg(0.94, trousers, shoes)),
    )


def woman(look: Look) -> Mesh:
    """Return a woman in a dress or a skirt, with a pony tail."""
    skin, hair = skin_and_hair(look)
    dress = dressed(look, "fabric")
    # A skirt and a blouse is as likely as a dress.
    blouse = dyed(look, DRESS, "fabric") if look.rng.integers(2) else dress
    skirt = stretched(
        lathe([(0, 0.52), (0.26, 0.52), (0.22, 0.7), (0.155, 0.98), (0.14, 1.05), (0, 1.05)], dress, sides=20), y=0.8
    )
    tail = limb([(0, 0.13, 1.66, 0.05), (0, 0.2, 1.58, 0.055), (0, 0.2, 1.42, 0.05), (0, 0.17, 1.28, 0.02)], hair, 10)
    shoes = Material(shade(dress.colour, 0.55), gloss=0.4)
    trim = joined(
        hoop((0, 0.14, 1.67), 0.035, 0.018, Material(look.pick("yellow", "white", "red")), "y", 12, 6),
        moved(stretched(hoop((0, 0, 0), 0.15, 0.02, WHITE, "z", 20, 6), y=0.72), 0, 0, 1.04),
        *(ball((0, -0.092 - 0.06 * (z - 1.14), z), 0.014, WHITE, 8) for z in (1.14, 1.21, 1.28)),
        moved(stretched(hoop((0, 0, 0), 0.085, 0.022, WHITE, "z", 18, 6), y=0.75), 0, 0, 1.41),
    )
    return joined(
        torso(1.0, 1.39, blouse, 0.13, 0.165),
        skirt,
        tail,
        trim,
        head(1.6, skin, hair),
        stretched(both(arm(1.36, blouse, skin, True)), x=0.86),
        stretched(both(leg(0.9, skin, shoes)), x=0.95),
    )


def child(look: Look) -> Mesh:
    """Return a child in shorts with a satchel on its back and a cap with its peak to the front."""
    skin, hair = skin_and_hair(look)
    shirt = dressed(look, ("stripes", "fabric")[look.rng.integers(2)])
    shorts, bag, felt = dyed(look, (*SOBER, COLOURS["blue"]), light=0.8), dyed(look, DRESS, "fabric"), dyed(look, DRESS)
    crown = [(0, 1.105), (0.136, 1.105), (0.138, 1.14), (0.122, 1.195), (0.075, 1.235), (0, 1.25)]
    cap = joined(
        lathe(crown, felt, (0, 0.03, 0), 18),
        turned(rod((0, -0.09, 1.115), (0, -0.09, 1.13), 0.106, felt, sides=16), "x", -14, (0, -0.085, 1.12)),
    )
    pack = joined(
        box((0, 0.165, 0.72), (0.25, 0.13, 0.3), bag, 0.04),
        box((0, 0.24, 0.67), (0.18, 0.05, 0.14), Material(shade(bag.colour, 0.7)), 0.02),
    )
    straps = both(capsule((0.1, -0.105, 0.66), (0.085, -0.07, 0.87), 0.018, Material(shade(bag.colour, 0.7)), sides=6))
    legs = both(
        limb([(0.075, 0, 0.5, 0.085), (0.08, 0, 0.34, 0.085)], shorts, 10, 1),
        limb([(0.08, 0, 0.4, 0.05), (0.08, 0, 0.08, 0.04)], skin, 10, 1),
        prism(
            [(-0.15, 0.0), (-0.155, 0.04), (-0.09, 0.08), (0.03, 0.095), (0.055, 0.0)],
            0.085,
            WHITE,
            0.018,
            (0.085, 0, 0),
        ),
        limb([(0.155, 0, 0.85, 0.055), (0.2, 0, 0.7, 0.05)], shirt, 10, 1),
        limb([(0.2, 0, 0.7, 0.036), (0.21, -0.1, 0.54, 0.03)], skin, 8, 1),
        ball((0.21, -0.125, 0.5), 0.04, skin, 8),
    )
    return joined(torso(0.5, 0.87, shirt, 0.155, 0.155), cap, pack, straps, legs, head(1.05, skin, hair))


ASSETS = (
    Asset("man", "people", ("floor", "outdoors"), (1.7, 1.88), man, front=FACE),
    Asset("woman", "people", ("floor", "outdoors"), (1.58, 1.75), woman, front=FACE),
    Asset("child", "people", ("floor", "outdoors"), (1.1, 1.28), child, front=FACE),
)
