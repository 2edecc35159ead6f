"""Card rotation: which option shows the same card, turned in the plane and not turned over?

`make` turns one of the offered cards, so it knows the key by construction; it compares images of their cells to ensure
that the cards differ. `solve` uses no cells and turns nothing: it walks along the outline and notes, at every corner,
lengths, bends and where the dots lie from there. Turned copies give the same notes from another start; mirrored ones
bend the other way.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import radians
from typing import Any

import numpy as np

from vantage.explaining import outlines
from vantage.item import Answer, Choice, Json
from vantage.shapes import figures, siblings
from vantage.shapes.figures import Figure, FiguresDrawing, Placed
from vantage.shapes.solids import Floats
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Task, arrange, only

STATED = "turned in the plane of the picture and not turned over"
QUESTION = (
    "<image>\nThe picture shows a flat card, cut out of paper and perhaps marked with black dots. Which option shows "
    f"the same card, {STATED}? The mirror image of the card does not count as the same card. All pictures are drawn to "
    "the same scale."
)
COLOURS = ("sky", "green", "orange", "pink")
BUSHINESS = 0.5
TRIES = 60  # how many cards are grown before the draw is refused
FILL = 0.93  # length of the longest card, as a share of the picture's side
APART = 30  # degrees: least angle between the question and the right option


@dataclass(frozen=True)
class Tier:
    """What makes a tier easy or hard."""

    cells: tuple[int, int]  # fewest, most
    halves: tuple[int, int]  # how many of the cells are cut along a diagonal: fewest, most
    dots: tuple[int, int]
    edits: tuple[str, ...]  # what may be moved to make another card
    step: int  # angles are multiples of this, in degrees


TIERS = {
    "easy": Tier((6, 8), (1, 2), (0, 1), ("cell",), step=45),
    "medium": Tier((7, 9), (1, 2), (0, 1), ("cell", "half"), step=15),
    "hard": Tier((9, 12), (2, 3), (1, 2), ("cell", "half", "dot"), step=5),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    apart: int = APART  # degrees: least angle between the question and the right option

    def __post_init__(self) -> None:
        if not 0 < self.apart <= 135:
            raise ValueError(f"apart must be 1..135 degrees, not {self.apart}")


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw an option set that treats its members alike, then the key, then show the key at another angle."""
    tier = TIERS[slot.tier]
    edit, cards = _cards(tier, slot, rng)
    angles = [int(angle) for angle in rng.integers(360 // tier.step, size=len(cards)) * tier.step]
    scale, colour = FILL / max(map(_span, cards)), str(rng.choice(COLOURS))
    key = int(rng.integers(len(cards)))
    far = [angle for angle in range(0, 360, tier.step) if _between(angle, angles[key]) >= params.apart]
    drawn = [FiguresDrawing((Placed(card, angle),), scale, colour) for card, angle in zip(cards, angles)]
    asked = _asked(drawn[key], drawn[(key + 2) % 4], far, rng)
    offers = [
        Offer(drawing=drawn[number], label=figures.name(card), rule=siblings.rule(number, key, mirrors=True))
        for number, card in enumerate(cards)
    ]
    order, options = arrange(slot, offers, key, rng)
    question = FiguresDrawing((Placed(cards[key], asked),), scale, colour)
    return Draft(
        question=QUESTION,
        drawings=(question,),
        options=options,
        answer=Choice(slot.letter),
        truth={"question": _seen(question), "options": [_seen(drawn[i]) for i in order]},
        situation=figures.situation(cards[key]),
        tags={
            "cells": len(cards[key].cells),
            "dots": len(cards[key].dots),
            "angle": _between(asked, angles[key]),
            "edit": edit,
        },
    )


def _cards(tier: Tier, slot: Slot, rng: np.random.Generator) -> tuple[str, list[Figure]]:
    """Return what was moved and the option set: two edits of a hidden card, without symmetry, and their mirror images.

    Whatever can be had by measuring a card, its mirror image has too.
    """

    def fair(card: Figure, situation: str, lopsided: bool) -> bool:
        return lopsided and slot.allows(situation)

    for _ in range(TRIES):
        edit = str(rng.choice(tier.edits))
        cells, halves, dots = (
            int(rng.integers(least, most + 1)) for least, most in (tier.cells, tier.halves, tier.dots)
        )
        hidden = figures.decorated(figures.grow(cells, rng, BUSHINESS), halves, dots, rng)
        cards = figures.pick(figures.changed(hidden, [edit]), 2, fair, rng)
        if cards:
            return edit, [*cards, *map(figures.mirrored, cards)]
    raise Refused(f"no set of cards without symmetry was found in {TRIES} tries")


def _asked(right: FiguresDrawing, mirror: FiguresDrawing, far: list[int], rng: np.random.Generator) -> int:
    """Return one of the angles `far` from the right option's for the question.

    In half of the items the right card lies more like the question than its mirror image does, in half less: the right
    card is always turned, so a random angle would let those win who take the card that lies least alike.
    """
    more = bool(rng.integers(2))
    cards = [_drawn(_seen(drawing)) for drawing in (right, mirror)]
    angles = rng.permutation(far).tolist()
    for angle in angles:
        question = _drawn(_seen(replace(right, placed=(replace(right.placed[0], angle=angle),))))
        own, other = (siblings.nearness(question, card) for card in cards)
        if (own > other) == more:
            return int(angle)
    return int(angles[0])


def _span(card: Figure) -> float:
    """Return the largest distance between two corners of the card: it is never wider or higher, at any angle."""
    corners = np.array(figures.outline(card))
    return float(np.sqrt(((corners[:, None] - corners) ** 2).sum(axis=2).max()))


def _between(a: int, b: int) -> int:
    """Return the angle between two directions, 0 to 180 degrees."""
    return min((a - b) % 360, (b - a) % 360)


def _seen(drawing: FiguresDrawing) -> dict[str, Any]:
    """Return the card as it stands: quarter turns are applied to its coordinates, and `angle` is the rest."""
    (placed,) = drawing.placed
    quarters, angle = divmod(placed.angle, 90)
    card = figures.image(placed.figure, figures.TURNS[quarters])
    return {
        "outline": [[2 * x, 2 * y] for x, y in figures.outline(card)],
        "dots": [[2 * x + 1, 2 * y + 1] for x, y in card.dots],
        "angle": angle,
        "scale": round(drawing.scale / 2, 6),
    }


def solve(truth: Json) -> Answer:
    """Return the option whose outline gives the same notes as the question's."""
    wanted = _notes(truth["question"])
    return only(_same_round(_notes(option), wanted) for option in truth["options"])


Note = tuple[int, int, int, tuple[tuple[int, int], ...]]


def _notes(seen: Json) -> list[Note]:
    """Return, for each corner, the squared length to the next, the bend there, and where the dots lie from there.

    All are products of differences: whole numbers that no rotation changes.
    """
    corners = [complex(x, y) for x, y in seen["outline"]]
    notes = []
    for here, ahead, beyond in zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2]):
        side = ahead - here
        bend = side.conjugate() * (beyond - ahead)
        dots = [side.conjugate() * (complex(x, y) - here) for x, y in seen["dots"]]
        places = sorted((round(dot.real), round(dot.imag)) for dot in dots)
        notes.append((round(abs(side) ** 2), round(bend.real), round(bend.imag), tuple(places)))
    return notes


def _same_round(notes: list[Note], wanted: list[Note]) -> bool:
    return any(notes[start:] + notes[:start] == wanted for start in range(len(notes)))


def _equal_counts(truth: Json) -> list[float]:
    """Score options with as many sides of each length and as many corners of each kind as the question."""
    wanted = figures.sides(truth["question"]["outline"])
    return [float(figures.sides(option["outline"]) == wanted) for option in truth["options"]]


def _equal_spans(truth: Json) -> list[float]:
    """Score options by how nearly they are as long as the question, at their longest."""

    def span(seen: Json) -> float:
        corners = [complex(x, y) for x, y in seen["outline"]]
        return max(abs(a - b) for a in corners for b in corners)

    return [-round(abs(span(option) - span(truth["question"])), 6) for option in truth["options"]]


def _from_middle(seen: Json) -> tuple[list[complex], list[complex]]:
    """Return corners and dots as they lie from the middle of the card's area, before the last turn by `angle`."""
    corners, dots = ([complex(x, y) for x, y in seen[part]] for part in ("outline", "dots"))
    slices = [((a.conjugate() * b).imag, (a + b) / 3) for a, b in zip(corners, corners[1:] + corners[:1])]
    middle = sum(area * centre for area, centre in slices) / sum(area for area, _ in slices)
    return [corner - middle for corner in corners], [dot - middle for dot in dots]


def _drawn(seen: Json) -> Floats:
    """Return corners and dots (n, 2) as they are drawn, from the middle of the card's area."""
    corners, dots = _from_middle(seen)
    turned = np.array([*corners, *dots]) * cmath.rect(1, radians(seen["angle"]))
    return np.stack([turned.real, turned.imag], axis=1)


def _equal_reaches(truth: Json) -> list[float]:
    """Score options by how nearly they reach as far from the middle of their area as the question does."""

    def reach(seen: Json) -> float:
        return max(map(abs, _from_middle(seen)[0]))

    return [-round(abs(reach(option) - reach(truth["question"])), 6) for option in truth["options"]]


def _equal_measures(truth: Json) -> list[float]:
    """Score options by how nearly they reach as far, are as spread out and have dots as far from the middle."""

    def measures(seen: Json) -> list[float]:
        corners, dots = _from_middle(seen)
        spread = sum(
            (a.conjugate() * b).imag * (abs(a) ** 2 + abs(b) ** 2 + (a.conjugate() * b).real)
            for a, b in zip(corners, corners[1:] + corners[:1])
        )
        return [max(map(abs, corners)), (spread / 12) ** 0.25, *sorted(map(abs, dots))]

    wanted = measures(truth["question"])
    return [-round(sum(abs(a - b) for a, b in zip(measures(one), wanted)), 6) for one in truth["options"]]


def _equal_measures_then(sign: int) -> Callable[[Json], list[float]]:
    """Return the rule that goes by measures, and then by how alike (1) or unalike (-1) the cards lie as drawn."""

    def rule(truth: Json) -> list[float]:
        asked = _drawn(truth["question"])
        looks = [round(sign * siblings.nearness(asked, _drawn(option)), 6) for option in truth["options"]]
        both = list(zip(_equal_measures(truth), looks))
        return [float(sorted(set(both)).index(one)) for one in both]

    return rule


def _equal_boxes(truth: Json) -> list[float]:
    """Score options by how nearly they are as wide and as high as the question, as they are drawn."""

    def box(seen: Json) -> complex:
        drawn = [cmath.rect(1, radians(seen["angle"])) * complex(x, y) for x, y in seen["outline"]]
        wide, high = [point.real for point in drawn], [point.imag for point in drawn]
        return complex(max(wide) - min(wide), max(high) - min(high))

    return [-round(abs(box(option) - box(truth["question"])), 6) for option in truth["options"]]


task = Task(
    name="rotation_2d",
    version=3,
    title="Which option shows the same card, turned in the plane?",
    quadrant="I-D",
    capabilities=("MR",),
    abilities=("visualization", "mental rotation", "orientation"),
    make=make,
    solve=solve,
    truth={
        "question": (
            "The card in the question's picture. `outline`: the corners [x, y] of the card, clockwise as drawn, x to "
            "the right and y down, in whole units. `dots`: the middles [x, y] of its black dots, in the same units. "
            "`angle`: by how many degrees the card with these coordinates was still turned clockwise, as drawn, to "
            "stand as in the picture. `scale`: how long a unit is drawn, as a part of the picture's side."
        ),
        "options": (
            "The card in each option's picture, in the order presented, described as the question's. The right option "
            "is the one whose outline and dots can be carried onto the question's by a turn and a shift, without a "
            "reflection."
        ),
    },
    params=Params,
    frame="object",
    stated=STATED,
    side_doors=(
        SideDoor(
            "counts the sides and corners",
            _equal_counts,
            {"easy": 0.53, "medium": 0.52, "hard": 0.47},
            "a mirror image has the same, so two of four are left at best",
        ),
        SideDoor(
            "compares the longest extent",
            _equal_spans,
            {"easy": 0.5, "medium": 0.46, "hard": 0.41},
            "a mirror image is as long, so two of four are left at best",
        ),
        SideDoor(
            "compares how far the card reaches from its middle",
            _equal_reaches,
            {"easy": 0.54, "medium": 0.54, "hard": 0.5},
            "a mirror image reaches as far, so two of four are left at best",
        ),
        SideDoor(
            "compares reach, spread and dots",
            _equal_measures,
            dict.fromkeys(TIERS, 0.55),
            "a mirror image measures the same, so two of four are left",
        ),
        *(
            SideDoor(
                f"compares reach, spread and dots, then takes what lies {how}",
                _equal_measures_then(sign),
                dict.fromkeys(TIERS, 0.55),
                "measures leave the card and its mirror image, of which each is as often the more alike",
            )
            for how, sign in (("most alike", 1), ("least alike", -1))
        ),
        SideDoor("compares width and height as drawn", _equal_boxes, {"easy": 0.31, "medium": 0.31, "hard": 0.31}),
    ),
    explain=outlines.turned_card,
)
