"""What makes a face this person's: some forty measures, drawn from the seed, and how far two people differ in them.

Each measure has a middle, a reach to either side, and a shift between women and men. Lengths are in centimetres.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from vantage.individuals.faces.palette import Looks, looks_of
from vantage.individuals.individual import Individual

KINDS = ("woman", "man")


def dial(middle: float, reach: float, manly: float = 0.0) -> Any:
    """Return a field of that middle and reach; men have `manly` more and women as much less."""
    return field(metadata={"dial": (middle, reach, manly)})


@dataclass(frozen=True)
class Traits:
    """The measures of a face; those without a unit are 0 in the middle."""

    width: float = dial(1.0, 0.06, 0.012)  # of the whole head
    crown: float = dial(11.3, 0.5)  # above the eyes
    slope: float = dial(0.0, 1.1, 0.25)  # of the forehead
    ridge: float = dial(0.32, 0.22, 0.18)  # over the eyes
    cheekbone: float = dial(0.3, 0.25, -0.03)
    fullness: float = dial(0.0, 1.15, -0.1)  # of the cheeks
    jaw: float = dial(0.0, 0.72, 0.52)  # how wide
    square: float = dial(0.0, 0.22, 0.1)  # how much the jaw has corners
    chin_long: float = dial(0.0, 0.9, 0.2)
    chin_out: float = dial(0.2, 0.85, 0.2)
    chin_wide: float = dial(1.65, 0.45, 0.25)
    eye_apart: float = dial(3.17, 0.22)  # from the middle
    eye_wide: float = dial(1.6, 0.1, -0.045)
    eye_open: float = dial(1.17, 0.21, -0.09)
    eye_tilt: float = dial(0.05, 0.12, -0.03)
    eye_deep: float = dial(0.2, 0.22, 0.12)
    hood: float = dial(0.3, 0.45, 0.12)  # how far the brow's fold hangs over the lid
    nose_long: float = dial(0.0, 0.72, 0.15)
    nose_out: float = dial(0.96, 0.22, 0.05)
    nose_wide: float = dial(1.0, 0.2, 0.085)
    hump: float = dial(0.0, 0.4, 0.06)  # a dip where negative
    tip_up: float = dial(0.05, 0.65, -0.12)
    tip_round: float = dial(0.5, 0.5)
    root: float = dial(0.0, 0.28, 0.02)  # height of the nose between the eyes
    mouth_wide: float = dial(2.5, 0.34, 0.06)
    lip_upper: float = dial(0.47, 0.2, -0.07)
    lip_lower: float = dial(0.61, 0.21, -0.06)
    lips_out: float = dial(0.0, 0.28)
    lip_gap: float = dial(0.0, 0.36, 0.06)  # between nose and mouth
    smile: float = dial(0.030, 0.022, -0.004)
    brow_thick: float = dial(0.39, 0.18, 0.085)
    brow_high: float = dial(1.98, 0.36, -0.16)
    brow_arch: float = dial(0.28, 0.24, -0.1)
    brow_tilt: float = dial(0.0, 0.22)
    ear_size: float = dial(0.95, 0.19, 0.03)
    ear_out: float = dial(22.0, 11.0)  # degrees
    ear_high: float = dial(0.0, 0.55)
    ear_lobe: float = dial(0.0, 1.0)
    neck: float = dial(-0.1, 0.25, 0.55)  # how wide
    age: float = dial(0.45, 0.45)  # 0 young, 1 old
    askew: float = dial(0.0, 0.10)  # nose and mouth, to the side

    @property
    def tip_z(self) -> float:
        """Height of the nose's tip; 0 is that of the eyes."""
        return -3.65 - self.nose_long + 0.45 * self.tip_up

    @property
    def base_z(self) -> float:
        """Height where the nose meets the lip."""
        return -4.65 - self.nose_long + 0.12 * self.tip_up

    @property
    def mouth_z(self) -> float:
        """Height of the line between the lips, in the middle."""
        return -6.75 - 0.8 * self.nose_long - self.lip_gap

    @property
    def chin_z(self) -> float:
        """Height of the chin's lowest point."""
        return -11.2 - self.chin_long + 0.6 * (self.mouth_z + 6.75)


@dataclass(frozen=True)
class Person:
    """All that is fixed about one person."""

    man: bool
    looks: Looks
    traits: Traits
    seed: int

    @property
    def m(self) -> float:
        """1 for a man, -1 for a woman."""
        return 1.0 if self.man else -1.0


# What a reader compares, and the measures that show it. Of each the greatest difference counts: a face is told by its
# long nose or by its hump, not by a mean of both.
GROUPS: dict[str, dict[str, float]] = {
    "face": {"width": 1.0, "jaw": 1.0, "fullness": 1.0, "crown": 0.6},
    "chin": {"chin_long": 1.0, "chin_out": 0.9, "square": 0.5},
    "nose": {"nose_long": 1.0, "lip_gap": 0.8, "nose_out": 0.9, "nose_wide": 0.8},
    "bridge": {"hump": 1.0, "tip_up": 1.0, "root": 0.7},
    "eyes": {"eye_apart": 0.8, "eye_open": 1.0, "eye_tilt": 0.9, "hood": 0.7},
    "brows": {"brow_thick": 1.0, "brow_high": 0.9, "brow_arch": 0.7, "brow_tilt": 0.8},
    "lips": {"lip_upper": 0.9, "lip_lower": 0.9, "mouth_wide": 0.8, "lips_out": 0.8},
    "ears": {"ear_size": 1.0, "ear_high": 0.9, "ear_out": 0.8, "ear_lobe": 0.5},
    "forehead": {"slope": 1.0, "ridge": 0.9},
    "age": {"age": 1.0},
}
# What looks much the same from the front and from the side: heights, thicknesses and the lines of age. A head turns
# about an upright axis, so that heights in the picture stay.
STEADY: dict[str, tuple[str, ...]] = {
    "chin": ("chin_long",),
    "nose": ("nose_long",),
    "lips": ("lip_upper", "lip_lower", "lip_gap"),
    "brows": ("brow_thick", "brow_high"),
    "ears": ("ear_size", "ear_high"),
    "face": ("fullness",),
    "age": ("age",),
}
ALL_ROUND, EACH = 5, 1.05  # so many features differ by so much of the dials' reach, which is 2 from end to end
ANY_VIEW, STEADILY = 3, 1.15  # of them, so many steady ones by so much


@lru_cache(maxsize=256)
def dials(kind: str, seed: int) -> dict[str, float]:
    """Return where between -1 and 1 each measure of a person lies. The ends are likelier than the middle."""
    rng = Individual("face", kind, 0, seed).generator("traits")
    drawn = rng.uniform(-1, 1, len(fields(Traits)))
    return {f.name: float(u) if f.name == "askew" else bent(float(u)) for f, u in zip(fields(Traits), drawn)}


def bent(u: float) -> float:
    """Return a number between -1 and 1 moved outward, by a polynomial as its last bit is the same everywhere."""
    return u * (1.5 - 0.5 * u * u)


def person_of(individual: Individual) -> Person:
    """Return who an individual is."""
    if individual.kind not in KINDS:
        raise ValueError(f"a face is of the kinds {KINDS}, not {individual.kind!r}")
    m = 1.0 if individual.kind == "man" else -1.0
    drawn = dials(individual.kind, individual.seed)
    measures = {}
    for f in fields(Traits):
        middle, reach, manly = f.metadata["dial"]
        measures[f.name] = middle + reach * drawn[f.name] + manly * m
    looks = looks_of(individual.kind, individual.palette)
    return Person(individual.kind == "man", looks, Traits(**measures), individual.seed)


def apart(a: Individual, b: Individual) -> float:
    """Return how clearly two people of one kind and palette differ: 1 where enough features do, and steady ones."""
    looks = looks_of(a.kind, a.palette)
    hidden = {"ears"} if looks.style.covers else set()
    if looks.style.fringe:
        hidden |= {"brows", "forehead"}
    if looks.beard == "full":
        hidden |= {"chin", "lips"}
    mine, other = dials(a.kind, a.seed), dials(b.kind, b.seed)
    differ = {name: abs(mine[name] - other[name]) for name in mine}
    seen = [
        max(weight * differ[name] for name, weight in measures.items())
        for group, measures in GROUPS.items()
        if group not in hidden
    ]
    steady = [max(differ[name] for name in names) for group, names in STEADY.items() if group not in hidden]
    return min(_nth(seen, ALL_ROUND) / EACH, _nth(steady, ANY_VIEW) / STEADILY)


def _nth(values: list[float], n: int) -> float:
    """Return the nth largest."""
    return sorted(values, reverse=True)[n - 1]
