"""Fold and punch: a square sheet is folded, holes are punched through all its layers; how does it look unfolded?

The four options come from edits of one situation (folds and punches): each shows the unfolded sheet of its own
situation. The situation that the question shows is drawn afterwards, so the options alone give nothing away. Each set
also holds a situation folded another way with the same visible holes, so counting holes and finding the visible ones is
not enough; most also agree with the key wherever the folded sheet lies. Only the key's situation must belong to the
split, because only it is asked about. `make` unfolds: it mirrors the punches back, fold by fold. `solve` never unfolds:
it folds every unit point of the flat sheet forward, and the points that land on a punch must be exactly the holes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vantage.item import Choice, Json
from vantage.shapes import overlays, paper, punches
from vantage.task import Draft, Offer, SideDoor, Slot, Task, arrange, only

FOLDS = {"easy": 1, "medium": 2, "hard": 3}
PUNCHES = (2, 3)  # how many a set may have, one less if its ways are tied; more do not fit where they must lie
BESIDE = ("punch", "place", "mirror", "turn")
STATED = "its top stays at the top of the picture"

Array = NDArray[np.int16]


@dataclass(frozen=True)
class Params:
    """Settings of the task."""

    fold_share: float = 0.5  # share of sets with two ways of folding, each with and without its last fold
    tied_share: float = 0.8  # share of sets whose ways are tied; the others have folds of every kind


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw a set of four members, then the member that is asked about."""
    members, key = _members(params, slot, rng)
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
        tags={"folds": count, "punches": len(key.punches), "edits": "+".join(members[-1].plan.edits)},
    )


def _members(params: Params, slot: Slot, rng: np.random.Generator) -> tuple[list[punches.Member], punches.Member]:
    """Return four members and the key among them, which belongs to the slot's split."""
    edit = "fold" if rng.random() < params.fold_share else BESIDE[rng.integers(len(BESIDE))]
    tied = 2 if rng.random() < params.tied_share else 0
    drawn = int(rng.choice(PUNCHES)) - (tied > 0)
    choices = _sequences(slot.tier, edit == "fold")
    members, key = punches.draw_set(2, (edit,), choices, drawn, slot.allows, rng, tied)
    return members, members[key]


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
    version=2,
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
    side_doors=(
        SideDoor(
            "counts the holes and finds those that show",
            overlays.counted,
            {"easy": 0.54, "medium": 0.54, "hard": 0.54},
            "one of the other options is another way of folding with as many holes and the same ones showing",
        ),
        SideDoor(
            "lays the folded sheet on the options",
            overlays.overlaid,
            {"easy": 0.63, "medium": 0.63, "hard": 0.63},
            "four sets in five hold two ways that agree there; the others have folds of every kind",
        ),
        SideDoor(
            "fewest holes where the folded sheet lies",
            overlays.emptiest,
            {"easy": 0.4, "medium": 0.38, "hard": 0.41},
            "the key has no hole there but the punches",
        ),
        SideDoor(
            "symmetric about the first fold line",
            overlays.symmetric,
            {"easy": 0.64, "medium": 0.57, "hard": 0.4},
            "to mirror the holes about a fold is half of unfolding; two options of a set share their folds",
        ),
    ),
)
