"""Paper folding: a sheet is folded at its middle, once or twice, and punched; which of three is it, unfolded?

After SRBench: each stage is drawn before its fold, with the part that will be folded over shaded, and diagonal folds
are never mixed with straight ones. SRBench's options (the right one, one with a hole missing, one mirrored) give the
key away without the question: it is the one that both others resemble. Ours are mostly rings (one fold) and halves
(two folds, and in their place one fold with two punches), see `punches`: two sheets agree where the folded one lies,
two have a fold line or their rows across it in common, and the key is any. Others are slides, three ways of folding, or
three of a set of four (two ways, an edit made or not). So items of the upper tiers have two folds, or one of the
halves. With one fold and three options, what counting, laying and rows leave open adds up to the same: in easy, rows
tell most.

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
EDITS = ("punch", "place", "mirror", "turn")
# How often sets are of a kind, by tier; the rest are three of a set with two ways of folding, an edit made or not. Of
# halves, what they hold beside their two is named.
KINDS = {
    "easy": {"ring": 0.66, "slide": 0.12, "ways": 0.2},
    "medium": {"way": 0.62, "side": 0.12, "twin": 0.16, "ways": 0.05},
    "hard": {"way": 0.62, "side": 0.12, "twin": 0.16, "ways": 0.05},
}
STATED = "its top stays at the top of the picture"


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing, because the tiers are those of the published test."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw a set of members, then the one that is asked about."""
    members, key, kind = _members(slot, rng)
    offers = [Offer(drawing=paper.open_drawing(m.holes), label=m.label, rule=punches.rule(m, key)) for m in members]
    order, options = arrange(slot, offers, members.index(key), rng)
    count = len(key.folds)
    return Draft(
        question=_question(count, len(key.punches)),
        drawings=(
            *(paper.shaded_drawing(key.folds[:stage]) for stage in range(1, count + 1)),
            paper.SheetDrawing(paper.folded(key.folds).outline, holes=key.punches),
        ),
        options=options,
        answer=Choice(slot.letter),
        truth=punches.truth(key, [members[i] for i in order]),
        situation=key.situation,
        tags={
            "folds": count,
            "direction": "straight" if _straight(key.folds) else "diagonal",
            "punches": len(key.punches),
            "edits": kind,
        },
    )


def _members(slot: Slot, rng: np.random.Generator) -> tuple[list[punches.Member], punches.Member, str]:
    """Return three members, the key among them, which belongs to the slot's split, and the kind of the set."""
    choices, kinds = _sequences(slot.tier), KINDS[slot.tier]
    kind = str(rng.choice([*kinds, ""], p=[*kinds.values(), 1 - sum(kinds.values())]))
    tied = 0 if slot.tier == "medium" else 2  # two straight folds are never tied
    if kind == "ring":
        three, right = punches.draw_ring(int(rng.integers(1, HOLES, endpoint=True)), 1, slot.allows, rng)
    elif kind == "ways":
        three, right = punches.draw_set(3, (), choices, int(rng.integers(1, 3)), slot.allows, rng, tied)
    elif kind in ("way", "side", "twin"):
        three, right = punches.draw_halves(choices, (kind,), slot.allows, rng)
        kind = "halves"
    else:
        kind = kind or EDITS[rng.integers(len(EDITS))]
        four, key = _four(kind, choices, tied, slot, rng)
        dropped = (key + int(rng.integers(1, 4))) % 4
        return [member for number, member in enumerate(four) if number != dropped], four[key], kind
    return three, three[right], kind


def _four(
    kind: str, choices: tuple[paper.Folds, ...], tied: int, slot: Slot, rng: np.random.Generator
) -> tuple[list[punches.Member], int]:
    """Return two ways of folding with and without an edit, and the key's number."""
    # The edit "place" moves a hole; the place that it moves to is drawn as one more punch.
    drawn = int(rng.integers(2, HOLES + (kind == "place"), endpoint=True))
    if kind == "slide":
        return punches.draw_slides(drawn, slot.allows, rng)
    return punches.draw_set(2, (kind,), choices, drawn, slot.allows, rng, tied)


def _sequences(tier: str) -> tuple[paper.Folds, ...]:
    """Return the sequences of folds of a tier: one fold; two straight folds; two folds of one kind."""
    if tier == "easy":
        return paper.sequences(1)
    if tier == "medium":
        return tuple(folds for folds in paper.sequences(2) if _straight(folds))
    # A sheet with two diagonal folds can be folded in no other diagonal way, so its set holds straight folds too.
    return tuple(folds for folds in paper.sequences(2) if _straight(folds[:1]) == _straight(folds[1:]))


def _straight(folds: paper.Folds) -> bool:
    return all(fold.a * fold.b == 0 for fold in folds)


def _question(folds: int, holes: int) -> str:
    times = ("once", "twice")[folds - 1]
    punched = ("a hole is", "two holes are", "three holes are")[holes - 1]
    stages = "\n".join(f"Before fold {i + 1}: <image>" for i in range(folds))
    return (
        f"A square sheet of paper is folded at its middle {times}; then {punched} punched through all layers of the "
        "folded sheet. Each picture of a fold shows the sheet just before it: the shaded part is folded over along the "
        "red dashed line and comes to lie on the rest. All pictures show the sheet from the same side and in the same "
        f"place; the thin grey square marks where the whole sheet lay.\n{stages}\nFolded and punched: <image>\n"
        f"The sheet is then unfolded completely and not turned: {STATED}. Which option shows the unfolded sheet?"
    )


def solve(truth: Json) -> Choice:
    """Return the option whose holes, folded forward, land on the punches and nowhere else."""
    layers = 2 ** len(truth["folds"])
    due = dict.fromkeys(map(tuple, truth["punches"]), layers)
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


task = Task(
    name="paper_folding",
    version=3,
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
        counting={"easy": 0.5, "medium": 0.5, "hard": 0.5},
        laying={"easy": 0.56, "medium": 0.7, "hard": 0.7},
        emptying={"easy": 0.38, "medium": 0.43, "hard": 0.43},
        mirroring={"easy": 0.77, "medium": 0.68, "hard": 0.73},
        first_undone={"easy": 0.56, "medium": 0.74, "hard": 0.77},
        last_undone={"easy": 0.56, "medium": 0.87, "hard": 0.87},
        lining={"easy": 0.98, "medium": 0.7, "hard": 0.72},
        averaging={"easy": 0.98, "medium": 0.73, "hard": 0.72},
    ),
    facts=creases.FACTS,
)
