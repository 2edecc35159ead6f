"""Sets of four punched sheets: edits of one situation (folds and punches), each made or not.

Every member shows the unfolded sheet of its own situation, and none of the four stands out: any of them can be the key,
and the others are near misses whose rules follow from it. The hardest edit is another *way* of folding: the same number
of folds, about other lines, with the same punches. It has the same number of holes, and the same ones are visible on
the folded sheet. *Tied* ways cannot even be told apart by laying the folded sheet on the options: wherever it lies,
both show the punches and no other hole. Only unfolding distinguishes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations, islice, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.shapes import paper
from vantage.task import Refused

RULES = {  # edit: the rule of an option that has it while the key does not, and the other way round
    "fold": ("fold_missing", "fold_extra"),  # the last fold is left out
    "punch": ("punch_extra", "punch_missing"),  # one more hole is punched
    "place": ("punch_moved", "punch_moved"),  # the first hole is punched elsewhere
    "mirror": ("mirrored", "mirrored"),  # the folds and punches are seen in a mirror
    "turn": ("turned", "turned"),  # the folds and punches are turned by a quarter
}
OTHER_WAY = "folded_otherwise"
WHOLE = {"mirror": paper.MIRRORS, "turn": (paper.TURNS[1], paper.TURNS[3])}
TRIES = 2000  # how often a set is drawn: nine in ten keys may belong to another split
ROOM = 30  # fewest places for a punch that all ways of a set must share

TRUTH = {
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
}

Holes = frozenset[paper.Point]


@dataclass(frozen=True)
class Plan:
    """How a member of the set is made from the drawn ways of folding and the drawn punches."""

    way: int
    edits: tuple[str, ...]  # the edits that it has
    punches: tuple[int, ...]  # numbers of the drawn punches that it has

    @property
    def whole(self) -> bool:
        """Whether the symmetry drawn for the set is applied to the member."""
        return not WHOLE.keys().isdisjoint(self.edits)


@dataclass(frozen=True)
class Member:
    """One situation of the set, with the holes of its unfolded sheet."""

    plan: Plan
    folds: paper.Folds
    punches: tuple[paper.Point, ...]
    holes: Holes

    @property
    def situation(self) -> str:
        """The digest of the member's folds and punches up to the square's symmetries."""
        return paper.situation(self.folds, self.punches)

    @property
    def label(self) -> str:
        """The member's meaning as an option: the same for the same holes."""
        return seeds.digest("holes", repr(sorted(self.holes)))[:16]


def draw_set(
    ways: int,
    edits: tuple[str, ...],
    choices: tuple[paper.Folds, ...],
    drawn: int,
    allows: Callable[[str], bool],
    rng: np.random.Generator,
    tied: int = 0,
) -> tuple[list[Member], int]:
    """Return members that clearly differ (each of `ways` of folding, each of `edits` made or not) and the key's number.

    The folds are among `choices`, and so many of the ways are `tied`; some of the `drawn` punches are used by the
    edits. The key is a random member whose situation `allows` accepts. Splits are assigned at random, so this favours
    no member.
    """
    plans = list(_plans(ways, edits, max(1, drawn - edits.count("punch") - edits.count("place"))))
    count = 1 + max(max(plan.punches) for plan in plans)
    kin = _kin(choices, ways, tied, "fold" in edits)
    for _ in range(TRIES if kin else 0):
        folds = kin[int(rng.integers(len(kin)))]
        symmetry = _symmetry(folds[0], edits, rng)
        punches = _punches(_spots(folds, tied, "fold" in edits), count, rng) if symmetry else []
        if not symmetry or not punches:
            continue
        key = int(rng.integers(len(plans)))
        own_folds, own_punches = _situation(plans[key], folds, punches, symmetry)
        if not allows(paper.situation(own_folds, own_punches)):
            continue
        members = [_member(plan, folds, punches, symmetry) for plan in plans]
        if all(_plainly_differ(a.holes, b.holes) for a, b in combinations(members, 2)):
            return members, key
    raise Refused(f"no fair set of {ways} ways with the edits {edits} in {TRIES} tries")


def _plans(ways: int, edits: tuple[str, ...], base: int) -> Iterator[Plan]:
    """Yield the plans of the members.

    The drawn punches are the `base` ones, then the one that "punch" adds, then the place to which "place" moves one.
    """
    for way, *bits in product(range(ways), *[(False, True)] * len(edits)):
        made = tuple(edit for edit, bit in zip(edits, bits) if bit)
        added = (base,) if "punch" in made else ()
        first = base + edits.count("punch") if "place" in made else 0
        yield Plan(way, made, (first, *range(1, base), *added))


@lru_cache(maxsize=64)
def _kin(choices: tuple[paper.Folds, ...], count: int, tied: int, prefixes: bool) -> list[tuple[paper.Folds, ...]]:
    """Return all sets of `count` sequences of folds, the tied first, that unfold to different holes and share room."""
    found = []
    for first in combinations(choices, tied):
        if tied == 0 or len(_spots(first, tied, prefixes)) >= ROOM:
            others = (folds for folds in choices if folds not in first)
            sets = ((*first, *rest) for rest in combinations(others, count - tied))
            found += [ways for ways in sets if _differ(ways, _spots(ways, tied, prefixes))]
    return found


def _differ(ways: tuple[paper.Folds, ...], spots: paper.IntArray) -> bool:
    if len(spots) < ROOM:
        return False
    x, y = spots[len(spots) // 3].tolist()
    return len({paper.unfold(folds, [(x, y)]) for folds in ways}) == len(ways)


@lru_cache(maxsize=4096)
def _spots(ways: tuple[paper.Folds, ...], tied: int, prefixes: bool) -> paper.IntArray:
    """Return the places (n, 2) for punches: all ways have paper there, and the first `tied` ways are tied.

    With `prefixes`, the ways without their last folds must be tied there too.
    """
    spots = _shared(frozenset(paper.folded(folds).outline for folds in ways))
    clear = _tied(ways[:tied], spots)
    if prefixes:
        clear &= _tied(tuple(folds[:-1] for folds in ways[:tied]), spots)
    return spots[clear]


def _tied(ways: tuple[paper.Folds, ...], spots: paper.IntArray) -> NDArray[np.bool_]:
    """Return for which punches (n, 2) no way has a hole, other than the punch, where another's folded sheet lies."""
    clear = np.ones(len(spots), dtype=bool)
    for own, other in permutations(ways, 2):
        for layer in paper.folded(own).layers[1:]:
            x = layer.xx * spots[:, 0] + layer.xy * spots[:, 1] + layer.tx
            y = layer.yx * spots[:, 0] + layer.yy * spots[:, 1] + layer.ty
            clear &= reduce(np.logical_or, ((f.a * x + f.b * y - f.c) * f.moves > 0 for f in other))
    return clear


@lru_cache(maxsize=4096)
def _shared(outlines: frozenset[paper.Polygon]) -> paper.IntArray:
    """Return the places (n, 2) where a hole may be punched in all of the shapes."""
    codes = [spots[:, 0] * (paper.SIDE + 1) + spots[:, 1] for spots in map(paper.places, sorted(outlines))]
    common = reduce(np.intersect1d, codes)
    return np.stack(np.divmod(common, paper.SIDE + 1), axis=1)


def _symmetry(folds: paper.Folds, edits: tuple[str, ...], rng: np.random.Generator) -> paper.Isometry | None:
    """Return a symmetry for the edit "mirror" or "turn" that changes the holes, or None; else the identity."""
    candidates = [symmetry for edit in edits for symmetry in WHOLE.get(edit, ())]
    if not candidates:
        return paper.IDENTITY
    spots = paper.places(paper.folded(folds).outline)
    x, y = spots[rng.integers(len(spots))].tolist()
    holes = paper.unfold(folds, [(x, y)])
    showing = [symmetry for symmetry in candidates if not holes.issuperset(map(symmetry, holes))]
    return showing[rng.integers(len(showing))] if showing else None


def _punches(spots: paper.IntArray, count: int, rng: np.random.Generator) -> list[paper.Point]:
    """Return `count` of the spots, well apart; empty if they do not fit."""
    placed: list[paper.Point] = []
    while len(spots):
        x, y = spots[rng.integers(len(spots))].tolist()
        placed.append((x, y))
        if len(placed) == count:
            return placed
        spots = paper.apart(spots, (x, y))
    return []


def _situation(
    plan: Plan, ways: tuple[paper.Folds, ...], punches: list[paper.Point], symmetry: paper.Isometry
) -> tuple[paper.Folds, tuple[paper.Point, ...]]:
    """Return the folds and punches of a member."""
    moved = symmetry if plan.whole else paper.IDENTITY
    folds = ways[plan.way][:-1] if "fold" in plan.edits else ways[plan.way]
    own_folds = tuple(paper.moved_fold(moved, fold) for fold in folds)
    return own_folds, tuple(sorted(moved(punches[i]) for i in plan.punches))


def _member(plan: Plan, ways: tuple[paper.Folds, ...], punches: list[paper.Point], symmetry: paper.Isometry) -> Member:
    folds, own_punches = _situation(plan, ways, punches, symmetry)
    return Member(plan, folds, own_punches, paper.unfold(folds, own_punches))


def _plainly_differ(a: Holes, b: Holes) -> bool:
    """Return whether at least two holes of either sheet lie where the other has no hole, not even partly."""
    lone = (
        (x, y)
        for mine, other in ((a, b), (b, a))
        for x, y in mine - other
        if all((x - u) ** 2 + (y - v) ** 2 >= paper.HOLE**2 for u, v in other)
    )
    return len(list(islice(lone, 2))) == 2


def rule(member: Member, key: Member) -> str:
    """Return how a member misses the key: the rules of the edits in which they differ."""
    made, due = member.plan.edits, key.plan.edits
    extra = [RULES[edit][0] for edit in made if edit not in due]
    lacking = [RULES[edit][1] for edit in due if edit not in made]
    other_way = [OTHER_WAY] if member.plan.way != key.plan.way else []
    return "+".join(sorted(extra + lacking + other_way))


def truth(key: Member, options: Sequence[Member]) -> dict[str, Any]:
    """Return the truth, as documented in TRUTH, for the key and the options in the order presented."""
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
        "options": [[list(hole) for hole in sorted(option.holes)] for option in options],
    }
