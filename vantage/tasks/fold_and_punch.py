"""Fold and punch: a square sheet is folded, holes are punched through all its layers; how does it look unfolded?

The four options are a factorial set: two edits of one situation (folds and punches), each made or not, and each
option is the true unfolding of its own situation. Which of them the question shows is drawn afterwards, so the
options alone give nothing away. `make` unfolds: it mirrors the punches back, fold by fold. `solve` never unfolds: it
folds every unit point of the flat sheet forward, and the points that land on a punch must be exactly the holes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage import paper, seeds
from vantage.item import Choice, Json
from vantage.task import Draft, Offer, Refused, Slot, Task, arrange, only

FOLDS = {"easy": 1, "medium": 2, "hard": 3}
PUNCHES = (2, 3)  # drawn for a set; with one alone sets would soon repeat, and no more fit into the smallest shapes
BESIDE_FOLD = ("punch", "place", "mirror", "turn")
PAIRS = (("punch", "place"), ("punch", "mirror"), ("punch", "turn"), ("place", "mirror"), ("place", "turn"))
RULES = {  # edit: the name of an option that has it while the key has not, and the other way round
    "fold": ("fold_missing", "fold_extra"),  # the last fold is left out
    "punch": ("punch_extra", "punch_missing"),  # one more hole is punched
    "place": ("punch_moved", "punch_moved"),  # the first hole is punched elsewhere
    "mirror": ("mirrored", "mirrored"),  # the folds and punches are seen in a mirror
    "turn": ("turned", "turned"),  # the folds and punches are turned by a quarter
}
WHOLE = {"mirror": paper.MIRRORS, "turn": (paper.TURNS[1], paper.TURNS[3])}

STATED = "its top stays at the top of the picture"
TRIES = 256  # places tried for one punch

Holes = frozenset[paper.Point]
Array = NDArray[np.int16]


@dataclass(frozen=True)
class Params:
    """Settings of the task."""

    fold_share: float = 0.5  # of the items whose edits include leaving out the last fold
    tries: int = 400  # sequences of folds tried before a draw is refused


@dataclass(frozen=True)
class Plan:
    """How a member of the set comes from the drawn folds and punches."""

    edits: tuple[str, ...]  # those made
    punches: tuple[int, ...]  # those of the drawn punches that it holds

    @property
    def whole(self) -> bool:
        """Whether the member goes through the symmetry drawn for the set."""
        return not WHOLE.keys().isdisjoint(self.edits)

    def folds(self, drawn: paper.Folds) -> paper.Folds:
        """Return the member's folds, before the symmetry."""
        return drawn[:-1] if "fold" in self.edits else drawn


@dataclass(frozen=True)
class Member:
    """One situation of the set with its outcome."""

    plan: Plan
    folds: paper.Folds
    punches: tuple[paper.Point, ...]
    holes: Holes


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw two edits and a situation that bears them, then which of the four members is asked about."""
    members = _members(params, slot, _edits(params, rng), rng)
    key = members[int(rng.integers(4))]
    offers = [
        Offer(drawing=paper.open_drawing(m.holes), label=_label(m.holes), rule=_rule(m.plan, key.plan)) for m in members
    ]
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
        truth=_truth(key, [members[i].holes for i in order]),
        situation=paper.situation(key.folds, key.punches),
        tags={"folds": count, "punches": len(key.punches), "edits": "+".join(members[-1].plan.edits)},
    )


def _edits(params: Params, rng: np.random.Generator) -> tuple[str, str]:
    if rng.random() < params.fold_share:
        return "fold", BESIDE_FOLD[rng.integers(len(BESIDE_FOLD))]
    return PAIRS[rng.integers(len(PAIRS))]


def _members(params: Params, slot: Slot, edits: tuple[str, str], rng: np.random.Generator) -> list[Member]:
    """Return the four members, all of the slot's split and plainly different; the one with both edits comes last."""
    drawn = int(rng.choice(PUNCHES))
    plans = _plans(edits, max(1, drawn - edits.count("punch") - edits.count("place")))
    choices = _sequences(slot.tier, "fold" in edits)
    for _ in range(params.tries):
        folds = choices[rng.integers(len(choices))]
        symmetry = _symmetry(folds, edits, rng)
        punches = _punches(slot, folds, plans, rng) if symmetry else []
        if not symmetry or not punches:
            continue
        members = [_member(plan, folds, punches, symmetry) for plan in plans]
        if all(_plainly_differ(a.holes, b.holes) for a, b in combinations(members, 2)):
            return members
    raise Refused(f"no fair set with the edits {' and '.join(edits)} in {params.tries} tries")


def _plans(edits: tuple[str, str], base: int) -> list[Plan]:
    """Return the plans of the four members.

    The punches drawn are `base` to begin with, then the one that is added, then the place to which the first moves.
    """
    plans = []
    for bits in product((False, True), repeat=2):
        made = tuple(edit for edit, bit in zip(edits, bits) if bit)
        added = (base,) if "punch" in made else ()
        first = base + edits.count("punch") if "place" in made else 0
        plans.append(Plan(made, (first, *range(1, base), *added)))
    return plans


def _sequences(tier: str, fold_edit: bool) -> tuple[paper.Folds, ...]:
    """Return the folds to draw from; with the last fold left out, at least one must remain."""
    if tier == "easy" and fold_edit:
        return tuple(folds for folds in paper.sequences(2) if all(fold.a * fold.b == 0 for fold in folds))
    return paper.sequences(FOLDS[tier])


def _symmetry(folds: paper.Folds, edits: tuple[str, str], rng: np.random.Generator) -> paper.Isometry | None:
    """Return the symmetry of the edit "mirror" or "turn", if these folds leave one that shows; else the identity."""
    candidates = [symmetry for edit in edits for symmetry in WHOLE.get(edit, ())]
    if not candidates:
        return paper.IDENTITY
    spots = paper.places(paper.folded(folds).outline)
    x, y = spots[rng.integers(len(spots))].tolist()
    holes = paper.unfold(folds, [(x, y)])
    showing = [symmetry for symmetry in candidates if not holes.issuperset(map(symmetry, holes))]
    return showing[rng.integers(len(showing))] if showing else None


def _punches(slot: Slot, folds: paper.Folds, plans: list[Plan], rng: np.random.Generator) -> list[paper.Point]:
    """Return punches, placed one by one so that each member belongs to the slot's split as soon as it is complete."""
    spots = paper.places(paper.folded(folds).outline)
    placed: list[paper.Point] = []
    for last in range(1 + max(max(plan.punches) for plan in plans)):
        due = {(plan.folds(folds), plan.punches) for plan in plans if max(plan.punches) == last}
        for x, y in spots[rng.permutation(len(spots))[:TRIES]].tolist():
            trial = [*placed, (x, y)]
            if all(slot.allows(paper.situation(kept, [trial[i] for i in chosen])) for kept, chosen in due):
                break
        else:
            return []
        placed, spots = trial, paper.apart(spots, (x, y))
    return placed


def _member(plan: Plan, folds: paper.Folds, punches: list[paper.Point], symmetry: paper.Isometry) -> Member:
    moved = symmetry if plan.whole else paper.IDENTITY
    own_folds = tuple(paper.moved_fold(moved, fold) for fold in plan.folds(folds))
    own_punches = tuple(sorted(moved(punches[i]) for i in plan.punches))
    return Member(plan, own_folds, own_punches, paper.unfold(own_folds, own_punches))


def _plainly_differ(a: Holes, b: Holes) -> bool:
    """Return whether two whole holes or more stand in one sheet where the other has none, not even in part."""
    lone = (
        (x, y)
        for mine, other in ((a, b), (b, a))
        for x, y in mine - other
        if all((x - u) ** 2 + (y - v) ** 2 >= paper.HOLE**2 for u, v in other)
    )
    return len(list(islice(lone, 2))) == 2


def _rule(plan: Plan, key: Plan) -> str:
    """Return how a member misses the key: the names of the edits in which they differ."""
    extra = [RULES[edit][0] for edit in plan.edits if edit not in key.edits]
    lacking = [RULES[edit][1] for edit in key.edits if edit not in plan.edits]
    return "+".join(sorted(extra + lacking))


def _label(holes: Holes) -> str:
    return seeds.digest("holes", repr(sorted(holes)))[:16]


def _question(folds: int, punches: int) -> str:
    times = ("once", "twice", "three times")[folds - 1]
    holes = ("a hole is", "two holes are", "three holes are")[punches - 1]
    stages = "\n".join(f"Fold {i + 1}: <image>" for i in range(folds))
    return (
        f"A square sheet of paper, blue in front and orange behind, is folded in half {times}; then {holes} punched "
        "through all layers of the folded sheet. All pictures show the sheet from the same side and in the same place; "
        "the thin grey square marks where the whole sheet lay. In the picture of a fold, the red dashed line is the "
        "fold line, the dotted outline is the place that the moved part left, and the arrow shows where it went.\n"
        f"{stages}\nThe folded sheet after punching: <image>\n"
        f"The sheet is then unfolded completely and not turned: {STATED}. Which option shows the unfolded sheet?"
    )


def _truth(key: Member, options: list[Holes]) -> dict[str, Any]:
    return {
        "side": paper.SIDE,
        "hole": paper.HOLE,
        "folds": [
            {
                "line": [fold.a, fold.b, fold.c],
                "moves": fold.moves,
                "ends": [list(end) for end in paper.folded(key.folds[: i + 1]).crease],
            }
            for i, fold in enumerate(key.folds)
        ],
        "punches": [list(punch) for punch in key.punches],
        "options": [[list(hole) for hole in sorted(holes)] for holes in options],
    }


def solve(truth: Json) -> Choice:
    """Return the option whose holes are exactly the points of the sheet that come to lie under a punch."""
    side = int(truth["side"])
    sheet = np.indices((side + 1, side + 1), dtype=np.int16).reshape(2, -1)
    x, y = _fold_forward(sheet, truth["folds"])
    under = {tuple(point) for px, py in truth["punches"] for point in sheet[:, (x == px) & (y == py)].T.tolist()}
    return only(under == {tuple(hole) for hole in holes} for holes in truth["options"])


def _fold_forward(points: Array, folds: list[Json]) -> Array:
    """Return where points of the flat sheet (2, n) come to lie when it is folded."""
    x, y = points
    for fold in folds:
        a, b, c = fold["line"]
        beyond = a * x + b * y - c
        beyond[beyond * fold["moves"] < 0] = 0
        step = 2 * beyond // (a * a + b * b)
        x, y = x - a * step, y - b * step
    return np.stack([x, y])


def unmoved_holes(truth: Json, option: int) -> Holes:
    """Return those holes of an option (0 is A) that lie on paper which the last fold did not move.

    Someone who forgets the last fold knows these holes alone: there the key and an option that misses it by
    "fold_missing" agree.
    """
    *before, last = truth["folds"]
    x, y = _fold_forward(np.array(truth["options"][option], dtype=np.int16).T, before)
    a, b, c = last["line"]
    stays = (a * x + b * y - c) * last["moves"] < 0
    return frozenset((x, y) for (x, y), still in zip(truth["options"][option], stays) if still)


task = Task(
    name="fold_and_punch",
    version=1,
    title="What does the folded and punched sheet look like unfolded?",
    quadrant="I-D",
    capabilities=("DA",),
    make=make,
    solve=solve,
    truth={
        "side": "Side of the square sheet in units. Origin: the sheet's top left corner; x to the right, y down.",
        "hole": "Diameter of every hole in units.",
        "folds": (
            "The folds in order. `line` [a, b, c]: the fold line is a*x + b*y = c. `moves`: 1 if the paper where "
            "a*x + b*y > c moves, -1 if the paper where it is less; that paper is mirrored about the line and comes to "
            "lie on the rest. `ends`: the two ends of the fold line within the shape folded. Positions are in the same "
            "coordinates throughout; the sheet is not shifted or turned."
        ),
        "punches": "Centres [x, y] of the holes punched into the folded sheet, through all layers.",
        "options": "For each option in the order presented, the centres [x, y] of the holes in its unfolded sheet.",
    },
    params=Params,
    frame="picture",
    stated=STATED,
)
