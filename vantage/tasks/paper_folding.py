"""Paper folding: a sheet is folded, once or twice, and punched; which of three is it, unfolded?

After SRBench: each stage is drawn before its fold, with the part that will be folded over shaded, and diagonal folds
are never mixed with straight ones. SRBench folds at the middle; there, mirroring at a wrong distance leaves holes that
no such fold makes, so a reader finds the key without mirroring. Here fold lines lie at the middle or beside it, as in
the psychological test that SRBench follows. SRBench's options (the right one, one with a hole missing, one mirrored)
give the key away without the question: it is the one that both others resemble. Ours are unfoldings about other lines,
see `punches`: of one fold, three members of which two agree wherever one lies folded; of two folds, three of the four
that two lines each make.

`make` unfolds: it mirrors the punches back, fold by fold. `solve` folds the holes of every option forward: on each
punch, as many holes must land as the paper has layers there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from vantage.item import Choice, Json
from vantage.shapes import creases, overlays, paper, punches
from vantage.task import Draft, Offer, Slot, Task, arrange, only

HOLES = 3  # most holes in a folded sheet
# The directions of two folds, by tier; easy items have one.
CHOICES = {"medium": (punches.STRAIGHT,), "hard": (punches.STRAIGHT, punches.SLANTING)}
STATED = "its top stays at the top of the picture"


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing, because the tiers are those of the published test."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw a set of members, then the one that is asked about."""
    members, key = _members(slot, rng)
    offers = [Offer(drawing=paper.open_drawing(m.holes), label=m.label, rule=punches.rule(m, key)) for m in members]
    order, options = arrange(slot, offers, members.index(key), rng)
    count = len(key.folds)
    return Draft(
        question=_question(count, len(key.punches)),
        drawings=(
            *(paper.shaded_drawing(key.folds[:stage]) for stage in range(1, count + 1)),
            paper.punched_drawing(key.folds, key.punches),
        ),
        options=options,
        answer=Choice(slot.letter),
        truth=punches.truth(key, [members[i] for i in order]),
        situation=key.situation,
        tags={
            "folds": count,
            "direction": "diagonal" if key.folds[0].a * key.folds[0].b else "straight",
            "punches": len(key.punches),
        },
    )


def _members(slot: Slot, rng: np.random.Generator) -> tuple[list[punches.Member], punches.Member]:
    """Return three members, the key among them, which belongs to the slot's split."""
    drawn = int(rng.integers(1, HOLES, endpoint=True))
    if slot.tier == "easy":
        three, number = punches.draw_sides(punches.CHAIN, drawn, slot.allows, rng)
        return three, three[number]
    four, number = punches.draw_lines(CHOICES[slot.tier], 2, drawn, slot.allows, rng)
    dropped = (number + int(rng.integers(1, 4))) % 4
    return four[:dropped] + four[dropped + 1 :], four[number]


def _question(folds: int, holes: int) -> str:
    times = ("once", "twice")[folds - 1]
    punched = ("a hole is", "two holes are", "three holes are")[holes - 1]
    stages = "\n".join(f"Before fold {i + 1}: <image>" for i in range(folds))
    return (
        f"A square sheet of paper, blue in front and orange behind, is folded {times}; then {punched} punched through "
        "all the paper that lies there. Each picture of a fold shows the sheet just before it: the shaded part is "
        "folded over along the red dashed line and comes to lie on the rest. A fold line may lie beside the middle; "
        "then some of the paper stays single. All pictures show the sheet from the same side and in the same place; "
        f"the thin grey square marks where the whole sheet lay.\n{stages}\nFolded and punched: <image>\n"
        f"The sheet is then unfolded completely and not turned: {STATED}. Which option shows the unfolded sheet?"
    )


def solve(truth: Json) -> Choice:
    """Return the option whose holes, folded forward, land on the punches and nowhere else."""
    due = {(x, y): _layers((x, y), truth["folds"], truth["side"]) for x, y in truth["punches"]}
    return only(Counter(_landing(hole, truth["folds"]) for hole in holes) == due for holes in truth["options"])


def _landing(hole: list[int], folds: list[Json]) -> paper.Point:
    """Return where a point of the flat sheet ends up when it is folded."""
    x, y = hole
    for fold in folds:
        a, b, c = fold["line"]
        beyond = a * x + b * y - c
        if beyond * fold["moves"] > 0:
            step = 2 * beyond // (a * a + b * b)
            x, y = x - a * step, y - b * step
    return x, y


def _layers(point: paper.Point, folds: list[Json], side: int) -> int:
    """Return how many layers of paper lie at a point: as many as lay there before the last fold, and at its image."""
    x, y = point
    if not folds:
        return int(0 < x < side and 0 < y < side)
    a, b, c = folds[-1]["line"]
    beyond = a * x + b * y - c
    if beyond * folds[-1]["moves"] > 0:
        return 0
    step = 2 * beyond // (a * a + b * b)
    return _layers(point, folds[:-1], side) + _layers((x - a * step, y - b * step), folds[:-1], side)


task = Task(
    name="paper_folding",
    version=4,
    title="Which of three unfolded sheets was folded and punched like this?",
    quadrant="I-D",
    capabilities=("DA",),
    abilities=("visualization", "relation"),
    make=make,
    solve=solve,
    truth=punches.TRUTH,
    params=Params,
    frame="picture",
    stated=STATED,
    options=3,
    side_doors=overlays.side_doors(
        counted=(0.54, 0.38, 0.38),
        overlaid=(0.54, 0.38, 0.38),
        emptiest=(0.38, 0.38, 0.38),
        symmetric=(0.6, 0.4, 0.4),
        widest=(0.72, 0.4, 0.4),
        narrowest=(0.4, 0.4, 0.42),
        ranked=(0.42, 0.66, 0.66),
        first_alone=(0.54, 0.73, 0.73),
        last_alone=(0.54, 0.73, 0.73),
    ),
    facts=creases.FACTS,
)
