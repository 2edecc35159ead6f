"""How drawings look: colours, line weights, light, backdrop, letters and a slight move of the camera, by a seed.

A painter names each of its pens and says which colour it has without a look; a look may give another. All pictures of
an item are drawn in one look, so it cannot tell which option is right. Colours that questions speak of keep their
names: what is called blue is drawn in some blue. Colours are drawn in OKLCH (Ottosson 2020), whose lightness is as it
is seen, so contrasts hold by construction.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

Colour = tuple[int, int, int]
Range = tuple[float, float]

FONTS = ("dots", "regular", "bold")
ROLL, SHIFT = 2.0, 0.03  # degrees to either side; of the picture's side
# Lightness, chroma and hue (degrees) of pens. Inks are black enough to be called so, papers light, and bodies between.
PENS: Mapping[str, tuple[Range, Range, Range]] = {
    "paper": ((0.91, 1.0), (0.0, 0.03), (0, 360)),
    "ink": ((0.16, 0.24), (0.0, 0.04), (0, 360)),
    "faint": ((0.69, 0.73), (0.0, 0.012), (0, 360)),
    "body": ((0.67, 0.78), (0.07, 0.15), (0, 360)),
    "front": ((0.79, 0.84), (0.07, 0.10), (228, 258)),
    "back": ((0.80, 0.86), (0.10, 0.13), (60, 78)),
    "crease": ((0.52, 0.60), (0.17, 0.21), (24, 36)),
    "print": ((0.30, 0.40), (0.05, 0.12), (0, 360)),
    "film": ((0.58, 0.66), (0.08, 0.14), (0, 360)),
    "card": ((0.95, 1.0), (0.0, 0.02), (0, 360)),
    "painted": ((0.46, 0.55), (0.17, 0.22), (258, 268)),
    "wall": ((0.14, 0.24), (0.0, 0.02), (0, 360)),
    "open": ((0.97, 1.0), (0.0, 0.012), (0, 360)),
    "way": ((0.56, 0.68), (0.13, 0.18), (248, 264)),
    "start": ((0.52, 0.60), (0.12, 0.17), (143, 158)),
    "exit": ((0.52, 0.59), (0.18, 0.22), (22, 30)),
}
PATTERNS = {"orange": 0.73, "sky": 0.73, "pink": 0.66, "green": 0.6, "red": 0.58, "blue": 0.5}  # pens and lightness
# Pens that are another pen in more or less light.
SHADES: Mapping[str, tuple[str, float]] = {
    "room": ("paper", 0.97),
    "floor": ("paper", 0.94),
    "ruled": ("paper", 0.83),
    "frame": ("faint", 1.4),
    "ghost": ("faint", 1.35),
    "shaded": ("faint", 0.92),
    **{f"film {n}": ("film", light) for n, light in enumerate((1.84, 1.68, 1.54, 1.42))},
    "tint": ("body", 1.6),
}
KEPT = (235.0, 295.0)  # the hues round the painted face's blue, which patterns do not have under a look


@dataclass(frozen=True)
class Look:
    """What a painter draws with. The look without arguments changes nothing."""

    pens: Mapping[str, Colour] = field(default_factory=dict)
    weight: float = 1.0  # of lines
    gloss: float = 1.0  # how far lit and dark faces differ
    zoom: float = 1.0  # the camera's distance, aim (as shares of the picture's side) and roll (degrees, clockwise)
    shift: tuple[float, float] = (0.0, 0.0)
    roll: float = 0.0
    fall: float = 0.0  # how much darker the lower border is than the upper; below 0: the upper
    font: str = FONTS[0]

    def pen(self, name: str, usual: Colour) -> Colour:
        """Return the colour of a pen that is of the `usual` colour without a look."""
        return self.pens.get(name, usual)

    def light(self, usual: float) -> float:
        """Return how much light falls where `usual` does without a look; 1 is a face's own colour."""
        return 1 + (usual - 1) * self.gloss

    def moved(self, size: float) -> tuple[float, float, float, float] | None:
        """Return how points of the plain picture move: (x, y) to (c x - s y + right, s x + c y + down); None if not.

        The picture is `size` pixels square; c, s, right and down are returned.
        """
        if self.zoom == 1 and not self.roll and self.shift == (0, 0):
            return None
        c, s = (self.zoom * f(math.radians(self.roll)) for f in (math.cos, math.sin))
        right, down = (size * (0.5 + part) for part in self.shift)
        return c, s, right - (c - s) * size / 2, down - (s + c) * size / 2

    def recorded(self) -> dict[str, Any]:
        """Return the look as plain JSON, from which `read` makes it again."""
        return {**vars(self), "pens": {name: list(colour) for name, colour in self.pens.items()},
                "shift": list(self.shift)}  # fmt: skip


PLAIN = Look()


def read(data: Mapping[str, Any]) -> Look:
    """Return the look that `recorded` wrote."""
    pens = {name: (int(r), int(g), int(b)) for name, (r, g, b) in data["pens"].items()}
    x, y = data["shift"]
    return Look(**{**data, "pens": pens, "shift": (float(x), float(y))})


def drawn(rng: np.random.Generator) -> Look:
    """Return a random look."""
    pens = {name: oklch(*(float(rng.uniform(*one)) for one in ranges)) for name, ranges in PENS.items()}
    zoom, roll = _between(rng, 0.9, 0.97), _between(rng, -ROLL, ROLL)
    # What fills 0.985 of the picture, its lines among it, still does not leave it.
    room = min(SHIFT, (0.999 - 0.985 * zoom * (math.cos(math.radians(roll)) + abs(math.sin(math.radians(roll))))) / 2)
    # Along the columns alone: so rows stay of one colour, and files small.
    fall = 0.0 if rng.random() < 0.5 else _between(rng, -0.1, 0.1)
    pens |= {name: shade(pens[of], light) for name, (of, light) in SHADES.items()}
    return Look(
        pens={**pens, **_patterns(rng)},
        weight=_between(rng, 0.8, 1.45),
        gloss=_between(rng, 0.88, 1.12),
        zoom=zoom,
        shift=(_between(rng, -room, room), _between(rng, -room, room)),
        roll=roll,
        fall=fall,
        font=FONTS[int(rng.integers(len(FONTS)))],
    )


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    return round(float(rng.uniform(low, high)), 4)


def _patterns(rng: np.random.Generator) -> dict[str, Colour]:
    """Return the pens of patterns: hues evenly apart, none of them near that of the painted face."""
    free = 360 - (KEPT[1] - KEPT[0])
    offset = float(rng.uniform(0, free / len(PATTERNS)))
    hues = [KEPT[1] + offset + place * free / len(PATTERNS) for place in rng.permutation(len(PATTERNS)).tolist()]
    return {
        name: oklch(light + float(rng.uniform(-0.03, 0.03)), float(rng.uniform(0.11, 0.17)), hue)
        for (name, light), hue in zip(PATTERNS.items(), hues)
    }


def shade(colour: Colour, light: float) -> Colour:
    """Return `colour` under `light`: 1 leaves it, less darkens, more (up to 2) goes toward white."""
    if light <= 1:
        return (round(colour[0] * light), round(colour[1] * light), round(colour[2] * light))
    r, g, b = (round(c + (255 - c) * (light - 1)) for c in colour)
    return (r, g, b)


def oklch(light: float, chroma: float, hue: float) -> Colour:
    """Return a colour of OKLCH as sRGB, paler where it would be too strong for a screen."""
    while True:
        a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
        long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
        middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
        short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
        rgb = (
            4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
        )
        if chroma < 0.002 or all(-0.0005 <= one <= 1.0005 for one in rgb):
            red, green, blue = map(_coded, rgb)
            return red, green, blue
        chroma *= 0.92


def _coded(linear: float) -> int:
    value = min(1.0, max(0.0, linear))
    return round(255 * (12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))
