"""What people of one palette share: hair, skin, eyes, beard, glasses and shirt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from vantage import seeds
from vantage.assets.meshes import Colour
from vantage.individuals.faces.styles import MEN, WOMEN, Style

SKINS: tuple[Colour, ...] = (
    (0.90, 0.74, 0.66), (0.87, 0.70, 0.59), (0.82, 0.63, 0.50), (0.72, 0.53, 0.40), (0.60, 0.42, 0.31),
    (0.49, 0.34, 0.26),
)  # fmt: skip
HAIRS: dict[str, Colour] = {
    "black": (0.12, 0.105, 0.10),
    "dark": (0.22, 0.155, 0.12),
    "brown": (0.34, 0.23, 0.15),
    "chestnut": (0.45, 0.29, 0.17),
    "blond": (0.72, 0.56, 0.36),
    "red": (0.54, 0.27, 0.14),
    "grey": (0.60, 0.59, 0.58),
}
# By skin, from the fairest to the darkest; a name that stands twice is twice as likely.
FAIR = ("dark", "brown", "brown", "chestnut", "chestnut", "blond", "blond", "red", "grey")
OLIVE = ("black", "black", "dark", "dark", "brown", "brown", "grey")
DARK = ("black", "black", "black", "black", "dark", "dark", "grey")
HAIRS_OF = (FAIR, FAIR, OLIVE, DARK, DARK, DARK)
IRISES: tuple[Colour, ...] = (
    (0.30, 0.18, 0.10), (0.40, 0.26, 0.13), (0.38, 0.40, 0.24), (0.32, 0.44, 0.56), (0.42, 0.48, 0.50),
)  # fmt: skip
SHIRTS: tuple[Colour, ...] = (
    (0.26, 0.34, 0.50), (0.55, 0.22, 0.22), (0.84, 0.83, 0.80), (0.24, 0.25, 0.28), (0.34, 0.45, 0.36),
    (0.68, 0.56, 0.36), (0.50, 0.57, 0.66), (0.50, 0.37, 0.49), (0.30, 0.48, 0.50),
)  # fmt: skip
FRAMES: tuple[Colour, ...] = ((0.12, 0.11, 0.11), (0.33, 0.19, 0.11), (0.50, 0.46, 0.40))
BEARDS = ("none", "none", "stubble", "full", "moustache", "goatee")


@dataclass(frozen=True)
class Looks:
    """The colours and fashions of a person."""

    skin: Colour
    dark: float  # of the skin, 0..1
    hair: Colour
    iris: Colour
    shirt: Colour
    striped: bool  # the shirt
    collar: int  # 0 a round neck, 1 a band that stands, 2 one that folds over
    style: Style
    side: float  # where the hair is parted: 1 on the person's left, -1 on the right
    beard: str
    glasses: int  # 0 none, 1 round, 2 square
    frame: Colour
    freckles: bool
    studs: bool  # in the ears
    number: int  # the palette's


@lru_cache(maxsize=64)
def looks_of(kind: str, palette: int) -> Looks:
    """Return the looks of a palette, which those of a kind share."""
    rng = seeds.generator("face palette", kind, palette)
    man = kind == "man"
    tone = int(rng.integers(len(SKINS)))
    hair = HAIRS[str(rng.choice(HAIRS_OF[tone]))]
    styles = MEN if man else WOMEN
    return Looks(
        skin=SKINS[tone],
        dark=tone / (len(SKINS) - 1),
        hair=hair,
        iris=IRISES[int(rng.integers(len(IRISES) if tone < 2 else 2))],
        shirt=SHIRTS[int(rng.integers(len(SHIRTS)))],
        collar=int(rng.integers(3)),
        style=styles[int(rng.integers(len(styles)))],
        side=float(rng.choice((-1, 1))),
        beard=str(rng.choice(BEARDS)) if man else "none",
        glasses=int(rng.choice((0, 0, 0, 0, 1, 2))),
        frame=FRAMES[int(rng.integers(len(FRAMES)))],
        freckles=bool(tone < 2 and rng.random() < 0.3),
        studs=not man and bool(rng.random() < 0.6),
        striped=bool(rng.random() < 0.2),
        number=palette,
    )
