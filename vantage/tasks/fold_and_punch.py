"""Fold and punch: a square sheet is folded, holes are punched through all its layers; how does it look unfolded?

The four options come from one situation (folds and punches) and others made from it, see `punches`: each shows the
unfolded sheet of its own situation. The situation that the question shows is drawn afterwards, so the options alone
give nothing away. Each set also holds a sheet with as many holes, of which the same are visible, so counting and
finding these is not enough; most hold one that agrees with the key wherever the folded sheet lies, and one that shares
a fold, with its holes in the same rows across the fold line. Only the key's situation must belong to the split, because
only it is asked about. `make` unfolds: it mirrors the punches back, fold by fold. `solve` never unfolds: it folds every
unit point of the flat sheet forward, and the points that land on a punch must be exactly the holes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vantage.item import Choice, Json
from vantage.shapes import creases, overlays, paper, punches
from vantage.task import Draft, Offer, Slot, Task, arrange, only

FOLDS = {"easy": 1, "medium": 2, "hard": 3}
PUNCHES = (2, 3)  # how many a set may have, one less if its ways are tied; more do not fit where they must lie
BESIDE = ("punch", "place", "mirror", "turn")
# What sets are, apart from those of the first two shares: slides, what halves hold beside their two, or ways that share
# their first or last fold, each with and without the edit "place".
CLOSED: dict[str, tuple[str | int | tuple[str, str], ...]] = {
    "easy": ("slide",),
    "medium": (("side", "way"), ("side", "image")),
    "hard": (("side", "image"), 0, -1),
}
STATED = "its top stays at the top of the picture"

Array = NDArray[np.int16]


@dataclass(frozen=True)
class Params:
    """Settings of the task."""

    fold_share: float = 0.18  # share of sets with two ways of folding, each with and without its last fold
    edit_share: float = 0.06  # share of sets with two ways of folding, each with and without another edit
    tied_share: float = 0.8  # share of these sets whose ways are tied; the others have folds of every kind
    # The rest are slides (one fold), halves (two folds, or three) and ways that share a fold (three).


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw a set of four members, then the member that is asked about."""
    members, key, kind = _members(params, slot, rng)
    offers = [Offer(drawing=paper.open_drawing(m.holes), label=m.label, rule=punches.rule(m, key)) for m in members]
    order, options = arrange(slot, offers, members.index(key), rng)
    count = len(key.folds)
    return Draft(
        question=_question(count, len(key.punches)),
        drawings=(
            *(paper.stage_drawing(key.folds[:stage]) for stage in range(1, count + 1)),
            paper.punched_drawing(key.folds, key.punches),
        ),
        options=options,
        answer=Choice(slot.letter),
        truth=punches.truth(key, [members[i] for i in order]),
        situation=key.situation,
        tags={"folds": count, "punches": len(key.punches), "edits": kind},
    )


def _members(params: Params, slot: Slot, rng: np.random.Generator) -> tuple[list[punches.Member], punches.Member, str]:
    """Return four members, the key among them, which belongs to the slot's split, and the kind of the set."""
    share, closed = rng.random(), CLOSED[slot.tier][rng.integers(len(CLOSED[slot.tier]))]
    if share < params.fold_share + params.edit_share:
        kind = "fold" if share < params.fold_share else BESIDE[rng.integers(len(BESIDE))]
        tied, shared = (2 if rng.random() < params.tied_share else 0), None
    elif closed == "slide":
        members, key = punches.draw_slides(int(rng.integers(2, 4)), slot.allows, rng)
        return members, members[key], "slide"
    elif isinstance(closed, tuple):
        members, key = punches.draw_halves(paper.sequences(FOLDS[slot.tier]), closed, slot.allows, rng)
        return members, members[key], "halves"
    else:
        kind, tied, shared = "place", 2, int(closed)
    if kind == "fold" and slot.tier == "hard" and tied:
        shared = -1  # without it, whoever undoes the last of three folds alone would find the key
    drawn = int(rng.choice(PUNCHES)) - (tied > 0)
    choices = _sequences(slot.tier, kind == "fold")
    members, key = punches.draw_set(2, (kind,), choices, drawn, slot.allows, rng, tied, shared)
    return members, members[key], kind


def _sequences(tier: str, fold_edit: bool) -> tuple[paper.Folds, ...]:
    """Return the sequences of folds to draw from; if the last fold may be left out, at least one must remain."""
    if tier == "easy" and fold_edit:
        return tuple(folds for folds in paper.sequences(2) if len({fold.a * fold.b == 0 for fold in folds}) == 1)
    return paper.sequences(FOLDS[tier])


def _question(folds: int, holes: int) -> str:
    times = ("once", "twice", "three times")[folds - 1]
    punched = ("a hole is", "two holes are", "three holes are")[holes - 1]
    stages = "\n".join(f"Fold {i + 1}: <image>" for i in range(folds))
    return (
        f"A square sheet of paper, blue in front and orange behind, is folded in half {times}; then {punched} punched "
        "through all layers of the folded sheet. All pictures show the sheet from the same side and in the same place; "
        "the thin grey square marks where the whole sheet lay. In the picture of a fold, the red dashed line is the "
        "fold line, the dotted outline is the place that the moved part left, and the arrow shows where it went.\n"
        f"{stages}\nThe folded sheet after punching: <image>\n"
        f"The sheet is then unfolded completely and not turned: {STATED}. Which option shows the unfolded sheet?"
    )


def solve(truth: Json) -> Choice:
    """Return the option whose holes are exactly the points of the sheet that end up under a punch."""
    side = int(truth["side"])
    sheet = np.indices((side + 1, side + 1), dtype=np.int16).reshape(2, -1)
    x, y = _fold_forward(sheet, truth["folds"])
    under = {tuple(point) for px, py in truth["punches"] for point in sheet[:, (x == px) & (y == py)].T.tolist()}
    return only(under == {tuple(hole) for hole in holes} for holes in truth["options"])


def _fold_forward(points: Array, folds: list[Json]) -> Array:
    """Return where points of the flat sheet (2, n) end up when it is folded."""
    x, y = points
    for fold in folds:
        a, b, c = fold["line"]
        beyond = a * x + b * y - c
        beyond[beyond * fold["moves"] < 0] = 0
        step = 2 * beyond // (a * a + b * b)
        x, y = x - a * step, y - b * step
    return np.stack([x, y])


def unmoved_holes(truth: Json, option: int) -> punches.Holes:
    """Return the holes of an option (0 is A) on the paper that the last fold did not move.

    A solver who forgets the last fold knows only these holes: they are the same in the key and in an option with the
    rule "fold_missing".
    """
    *before, last = truth["folds"]
    x, y = _fold_forward(np.array(truth["options"][option], dtype=np.int16).T, before)
    a, b, c = last["line"]
    stays = (a * x + b * y - c) * last["moves"] < 0
    return frozenset((x, y) for (x, y), still in zip(truth["options"][option], stays) if still)


task = Task(
    name="fold_and_punch",
    version=3,
    title="What does the folded and punched sheet look like unfolded?",
    quadrant="I-D",
    capabilities=("DA",),
    abilities=("visualization", "relation"),
    make=make,
    solve=solve,
    truth=punches.TRUTH,
    params=Params,
    frame="picture",
    stated=STATED,
    side_doors=overlays.side_doors(
        counting={"easy": 0.54, "medium": 0.54, "hard": 0.57},
        laying={"easy": 0.6, "medium": 0.63, "hard": 0.6},
        emptying={"easy": 0.34, "medium": 0.36, "hard": 0.36},
        mirroring={"easy": 0.57, "medium": 0.57, "hard": 0.41},
        first_undone={"easy": 0.64, "medium": 0.73, "hard": 0.75},
        last_undone={"easy": 0.64, "medium": 0.86, "hard": 0.85},
        lining={"easy": 0.66, "medium": 0.65, "hard": 0.66},
        averaging={"easy": 0.6, "medium": 0.5, "hard": 0.35},
    ),
    facts=creases.FACTS,
)
