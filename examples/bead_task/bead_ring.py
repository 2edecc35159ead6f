"""Bead ring: a ring of coloured beads is turned over and put down again. Which option shows it then?

`make` works with words: a ring is the colours of its beads, read clockwise, and turned over it is read backwards.
`solve` knows no words: it takes the beads where they are drawn, mirrors the question's and looks for a turn that lays
every bead upon one of its colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from vantage import seeds
from vantage.item import Answer, Choice, Json
from vantage.task import TIERS, Draft, Offer, Refused, SideDoor, Slot, Task, arrange, only

if TYPE_CHECKING:
    from PIL.Image import Image

Ring = tuple[str, ...]  # the colours of the beads, clockwise as seen from above
Beads = list[tuple[complex, str]]  # where each bead is drawn, and its colour

STATED = "turned over, as one turns over a coin"
QUESTION = (
    "<image>\nThe picture shows a ring of coloured beads that lies on a table, seen from above. The ring is picked up, "
    f"{STATED}, and put down again, perhaps also turned on the table. Which option shows the ring then, again "
    "seen from above?"
)
COLOURS = ("blue", "orange", "green", "pink")
RULES = ("", "mirror", "swapped", "swapped_mirror")  # how one member misses another, by the bits in which they differ
RADIUS = 0.36  # of the circle of beads, as a part of the picture's side
FULL = 0.88  # of the width that a bead has on the circle, so much it fills
STEP = 10  # rings lie at multiples of so many degrees
TRIES = 400  # rings drawn before the draw is given up
CLOSE = 1e-4  # beads nearer than this lie upon each other, in parts of the picture's side
BEADS = {"easy": 9, "medium": 11, "hard": 13}


@dataclass(frozen=True)
class RingDrawing:
    """A ring of beads on a table, its first bead `angle` degrees clockwise from the top."""

    painter: ClassVar[str] = f"{__name__}:paint"  # in this file, wherever it stands

    ring: Ring
    angle: int

    def places(self) -> list[tuple[float, float]]:
        """Return where the beads lie: rightward and downward from the middle, in parts of the picture's side."""
        angles = [radians(self.angle + 360 * number / len(self.ring)) for number in range(len(self.ring))]
        return [(RADIUS * sin(a), -RADIUS * cos(a)) for a in angles]


def paint(drawing: RingDrawing, size: int) -> Image:
    """Return the picture of a ring, `size` pixels square."""
    from vantage.render import flat  # Pillow is loaded only when a picture is drawn

    fills = dict(zip(COLOURS, (flat.BLUE, flat.ORANGE, flat.GREEN, flat.PINK)))
    canvas, middle, line = flat.Canvas(size), size / 2, max(1.2, size / 120)
    radius = FULL * RADIUS * sin(radians(180 / len(drawing.ring))) * size
    places = [(middle + x * size, middle + y * size) for x, y in drawing.places()]
    canvas.line(places, flat.FAINT, line, closed=True)
    for place, colour in zip(places, drawing.ring):
        canvas.disc(place, radius, fills[colour], flat.INK, line)
    return canvas.finish()


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    colours: int = 4  # of the beads of a ring

    def __post_init__(self) -> None:
        if not 2 <= self.colours <= len(COLOURS):
            raise ValueError(f"colours must be 2..{len(COLOURS)}, not {self.colours}")


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw four rings that are treated alike, then which of them is right, and show that one turned over."""
    rings = _rings(params, slot, rng)
    key = int(rng.integers(len(rings)))
    drawn = [RingDrawing(ring, STEP * int(rng.integers(360 // STEP))) for ring in rings]
    asked = RingDrawing(turned_over(rings[key]), STEP * int(rng.integers(360 // STEP)))
    offers = [
        Offer(drawing=one, label="-".join(_read(one.ring)), rule=RULES[member ^ key])
        for member, one in enumerate(drawn)
    ]
    order, options = arrange(slot, offers, key, rng)
    return Draft(
        question=QUESTION,
        drawings=(asked,),
        options=options,
        answer=Choice(slot.letter),
        truth={"question": _seen(asked), "options": [_seen(drawn[i]) for i in order]},
        situation=situation(rings[key]),
        tags={"beads": len(asked.ring)},
    )


def _rings(params: Params, slot: Slot, rng: np.random.Generator) -> list[Ring]:
    """Return a ring, itself turned over, the ring with two beads swapped, and that one turned over.

    So two members differ in whether they are turned over, in the swap, or in both, whichever of them is the key.
    """
    for _ in range(TRIES):
        ring = [COLOURS[i] for i in rng.integers(params.colours, size=BEADS[slot.tier])]
        swapped = [*ring]
        a, b = rng.choice(len(ring), 2, replace=False)
        swapped[a], swapped[b] = ring[b], ring[a]
        rings = [one for word in (ring, swapped) for one in (tuple(word), turned_over(tuple(word)))]
        # Any of them may become the key, so all of them must belong to the split, and no two may be one ring.
        if len(set(map(_read, rings))) == len(rings) and all(slot.allows(situation(one)) for one in rings):
            return rings
    raise Refused(f"no four rings of the {slot.split} split were found in {TRIES} tries")


def turned_over(ring: Ring) -> Ring:
    """Return the ring as it is read, clockwise again, when it lies on its other side."""
    return ring[::-1]


def situation(ring: Ring) -> str:
    """Return a digest of the ring, the same however it lies and on whichever side."""
    return seeds.digest("bead ring", *min(_read(ring), _read(turned_over(ring))))


def _read(ring: Ring) -> Ring:
    """Return the colours from the bead from which they come first in the alphabet: so a turned ring reads the same."""
    return min(ring[start:] + ring[:start] for start in range(len(ring)))


def _seen(drawing: RingDrawing) -> list[list[Any]]:
    beads = zip(drawing.places(), drawing.ring)
    return sorted([round(x, 6), round(y, 6), colour] for (x, y), colour in beads)


def solve(truth: Json) -> Answer:
    """Return the option that the question's ring covers, bead by bead, once it is mirrored and turned."""
    mirrored = [(complex(-x, y), colour) for x, y, colour in truth["question"]]
    options = [[(complex(x, y), colour) for x, y, colour in option] for option in truth["options"]]
    return only(_covers(mirrored, option) for option in options)


def _covers(beads: Beads, others: Beads) -> bool:
    """Return whether some turn about the middle lays every bead upon one of its colour."""
    turns = [place / beads[0][0] for place, _ in others]
    return any(all(_is_among(place * turn, colour, others) for place, colour in beads) for turn in turns)


def _is_among(place: complex, colour: str, beads: Beads) -> bool:
    return any(abs(place - other) < CLOSE and colour == its for other, its in beads)


def _same_colours(truth: Json) -> list[float]:
    """Score the rings by whether they have the question's colours, in whatever order."""
    wanted = sorted(colour for _, _, colour in truth["question"])
    return [float(sorted(colour for _, _, colour in option) == wanted) for option in truth["options"]]


PLACES = (
    "Each bead as [x, y, colour], from left to right: how far its middle lies to the right of the picture's middle and "
    "below it, as parts of the picture's side."
)
task = Task(
    name="bead_ring",
    version=1,
    title="Which option shows the ring of beads, turned over?",
    quadrant="I-D",
    capabilities=("MR",),
    abilities=("mental rotation",),
    make=make,
    solve=solve,
    truth={
        "question": f"The ring in the question's picture. {PLACES}",
        "options": (
            "The ring in each option's picture, in the order presented, described as the question's. The right one is "
            "that which the question's ring covers, colour upon colour, once it is mirrored (x becomes -x) and turned "
            "about the middle."
        ),
    },
    params=Params,
    frame="object",
    stated=STATED,
    side_doors=(SideDoor("the same colours, in whatever order", _same_colours, dict.fromkeys(TIERS, 0.3)),),
)
