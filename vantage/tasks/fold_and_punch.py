"""Fold and punch: a square sheet is folded, holes are punched through all its layers; how does it look unfolded?

The four options show the unfolded sheets of four situations (folds and punches), see `punches`; the situation that the
question shows is drawn afterwards, so the options alone give nothing away. Most sets are the same holes unfolded about
other lines: all have as many, several show the same ones where the folded sheet lies, and only mirroring tells how far
the others went. Spatial-DISE folds in half; there, mirroring at a wrong distance leaves holes that no such fold makes,
so a reader finds the key without mirroring. Here fold lines lie at the middle or beside it, as in the psychological
test that Spatial-DISE follows. In the other sets the last fold is made or not, about either of two first lines.

Only the key's situation must belong to the split, because only it is asked about. `make` unfolds: it mirrors the
punches back, fold by fold. `solve` never unfolds: it folds every unit point of the flat sheet forward, and the points
that land on a punch must be exactly the holes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vantage.explaining import folds
from vantage.item import Choice, Json
from vantage.shapes import creases, overlays, paper, punches
from vantage.task import Draft, Offer, Slot, Task, arrange, only

FOLDS = {"easy": 1, "medium": 2, "hard": 3}
HOLES = {1: 3, 2: 3, 3: 2}  # most holes in a folded sheet, by folds
STATED = "its top stays at the top of the picture"

Array = NDArray[np.int16]


@dataclass(frozen=True)
class Params:
    """Settings of the task."""

    fold_share: float = 0.25  # share of sets with two lines of a fold, each with and without the last fold


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw a set of four members, then the member that is asked about."""
    last = bool(rng.random() < params.fold_share)
    members, number = _members(last, slot, rng)
    key = members[number]
    offers = [Offer(drawing=paper.open_drawing(m.holes), label=m.label, rule=punches.rule(m, key)) for m in members]
    order, options = arrange(slot, offers, number, rng)
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
        tags={"folds": count, "punches": len(key.punches), "edits": "fold" if last else "lines"},
    )


def _members(last: bool, slot: Slot, rng: np.random.Generator) -> tuple[list[punches.Member], int]:
    """Return four members and the number of the key, which belongs to the slot's split."""
    count = max(2, FOLDS[slot.tier]) if last else FOLDS[slot.tier]
    drawn = int(rng.integers(1, HOLES[count], endpoint=True))
    if count == 1:
        return punches.draw_sides(punches.SQUARE, drawn, slot.allows, rng)
    # Three folds leave room in few directions other than straight ones, and those are slow to find.
    choices = (paper.NORMALS,) if count == 2 or last else (punches.STRAIGHT, paper.NORMALS)
    return punches.draw_lines(choices, count, drawn, slot.allows, rng, last)


def _question(folds: int, holes: int) -> str:
    times = ("once", "twice", "three times")[folds - 1]
    punched = ("a hole is", "two holes are", "three holes are")[holes - 1]
    stages = "\n".join(f"Fold {i + 1}: <image>" for i in range(folds))
    return (
        f"A square sheet of paper, blue in front and orange behind, is folded {times}; then {punched} punched through "
        "all the paper that lies there. A fold line may lie beside the middle; then some of the paper stays single. "
        "All pictures show the sheet from the same side and in the same place; the thin grey square marks where the "
        "whole sheet lay. In the picture of a fold, the red dashed line is the fold line, the dotted outline is the "
        "place that the moved part left, and the arrow shows where it went.\n"
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
    version=4,
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
        counted=(0.54, 0.36, 0.36),
        overlaid=(0.54, 0.36, 0.36),
        emptiest=(0.33, 0.34, 0.34),
        symmetric=(0.55, 0.38, 0.38),
        widest=(0.63, 0.36, 0.36),
        narrowest=(0.48, 0.38, 0.4),
        ranked=(0.61, 0.61, 0.54),
        first_alone=(0.58, 0.62, 0.63),
        last_alone=(0.55, 0.56, 0.46),
    ),
    facts=creases.FACTS,
    explain=folds.unfolded,
)
