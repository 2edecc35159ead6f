"""Designs: all that tells one car from another of its kind, and how clearly two of them differ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vantage.individuals.cars import forms, patterns
from vantage.individuals.cars.forms import Form
from vantage.individuals.cars.patterns import Pattern
from vantage.individuals.cars.wheels import RIMS
from vantage.individuals.individual import Individual

HEADLAMPS = ("round", "twin round", "square", "almond", "upright", "slit")
GRILLES = ("slats", "bars", "kidneys", "mouth", "hexagon", "slot")
TAILLAMPS = ("upright", "block", "twin round", "bar", "hook", "square")
ROOFS = ("plain", "rails", "bars", "box", "hatch", "fin", "rack")
SIDES = ("plain", "strip", "sill", "arches", "vent")

# What a kind may have on its roof and at its rear.
ROOF_OF = {"sports car": ("plain", "hatch", "fin", "bars"), "old-timer": ("plain", "rack", "hatch", "bars")}
REAR_OF = {
    "hatchback": ("plain", "lip", "wing"),
    "saloon": ("plain", "lip", "wing"),
    "estate car": ("plain", "lip", "ladder"),
    "SUV": ("plain", "lip", "wheel", "ladder"),
    "van": ("plain", "lip", "wheel", "ladder"),
    "pick-up": ("plain", "hoop", "wheel"),
    "sports car": ("plain", "lip", "wing"),
    "old-timer": ("plain", "wheel", "trunk"),
}


@dataclass(frozen=True)
class Design:
    """One car without its colours."""

    form: Form
    headlamp: str
    grille: str
    taillamp: str
    rim: str
    roof: str
    rear: str
    side: str
    low_plate: bool  # the rear number plate in the bumper, not between the lamps
    fuel: str  # the side of the filler cap; the exhaust and the aerial are on the other
    flank: Pattern
    bow: Pattern
    stern: Pattern
    plan: Pattern
    mark: str


@lru_cache(maxsize=256)
def drawn(individual: Individual) -> Design:
    """Return the design of a car: by its kind and its seed, whatever its palette."""
    rng = individual.generator("design")

    def one(*choices: str) -> str:
        return choices[int(rng.integers(len(choices)))]

    kind = individual.kind
    old = kind == "old-timer"
    return Design(
        form=forms.drawn(kind, individual.generator("form")),
        headlamp=one("round", "twin round") if old else one(*HEADLAMPS),
        grille=one("slats", "bars", "hexagon") if old else one(*GRILLES),
        taillamp=one("square", "twin round") if old else one(*TAILLAMPS),
        rim=one("wire", "disc", "star", "cross") if old else one(*(rim for rim in RIMS if rim != "wire")),
        roof=one(*ROOF_OF.get(kind, ROOFS)),
        rear=one(*REAR_OF[kind]),
        side="plain" if old else one(*SIDES),
        low_plate=bool(rng.integers(2)),
        fuel=one("left", "right"),
        flank=patterns.drawn(patterns.FLANK, rng),
        bow=patterns.drawn(patterns.END, rng),
        stern=patterns.drawn(patterns.END, rng),
        plan=patterns.drawn(patterns.PLAN, rng),
        mark=one(*patterns.MARKS),
    )


def apart(a: Individual, b: Individual) -> float:
    """Return how clearly two cars differ on the side where they differ least; 1 is enough from any shared side."""
    p, q = drawn(a), drawn(b)
    if a.kind != b.kind:
        return 2.0
    shape = _shapes(p.form, q.form)
    crown = 0.35 * (p.roof != q.roof)
    flank = 0.25 * (p.rim != q.rim) + 0.1 * (p.side != q.side) + 0.3 * (p.mark != q.mark)
    flank += 0.25 * (p.form.windows != q.form.windows or p.form.panelled != q.form.panelled)
    bow = 0.35 * (p.headlamp != q.headlamp) + 0.35 * (p.grille != q.grille) + 0.3 * patterns.differ(p.plan, q.plan)
    stern = 0.35 * (p.taillamp != q.taillamp) + 0.35 * (p.rear != q.rear) + 0.1 * (p.low_plate != q.low_plate)
    sides = (
        flank + 0.6 * patterns.differ(p.flank, q.flank),
        bow + 0.5 * patterns.differ(p.bow, q.bow),
        stern + 0.5 * patterns.differ(p.stern, q.stern),
    )
    return float(np.round(min(sides) + shape + crown, 6))


def _shapes(p: Form, q: Form) -> float:
    """Return how much two outlines differ: 0.5 where proportions differ by a tenth of the height."""
    mine, other = (np.array([f.length, f.height, f.nose, f.belt, *f.base, *f.roof, f.radius, *f.axles]) for f in (p, q))
    return min(0.5, 10 * float(np.abs(mine - other).mean()) / (p.height + q.height))
