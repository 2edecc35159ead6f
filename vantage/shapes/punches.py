"""Sets of punched sheets: edits of one situation (folds and punches), rings of ways to fold, slides and halves.

`draw_set` makes edits of one situation, each made or not. Every member shows the unfolded sheet of its own situation,
and none stands out: any can be the key, and the others are near misses whose rules follow from it. The hardest edit is
another *way* of folding: the same number of folds, about other lines, with the same punches. It has the same number
of holes, and the same ones are visible on the folded sheet. *Tied* ways cannot even be told apart by laying the folded
sheet on the options: wherever it lies, both show the punches and no other hole. Only unfolding distinguishes them.

`draw_ring` and `draw_halves` leave several members to whoever does a part of the work. In a *ring*, a member has
another that agrees where its folded sheet lies, and another with the same fold line. In *halves*, a member has one fold
less and one punch more than another: both have as many holes, agree where the folded sheet lies, and share all folds
but the last.

A *row* is a line across a fold line, at right angles: mirroring keeps every hole in its row. So whoever knows the rows
need not know how far a hole goes. In *slides* (`draw_slides`), each way has two members with the same rows, punched
elsewhere in them; and of halves without a "twin", the first two have the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import combinations, islice, permutations, product
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.shapes import paper
from vantage.task import Refused

RULES = {  # edit: the rule of an option that has it while the key does not, and the other way round
    "fold": ("fold_missing", "fold_extra"),  # the last fold is left out
    "punch": ("punch_extra", "punch_missing"),  # one more hole is punched
    "place": ("punch_moved", "punch_moved"),  # the first hole is punched elsewhere
    "slide": ("punch_moved", "punch_moved"),  # holes are punched elsewhere in the same rows
    "shift": ("punch_moved", "punch_moved"),  # all holes are punched elsewhere, where no other member's are
    "mirror": ("mirrored", "mirrored"),  # the folds and punches are seen in a mirror
    "turn": ("turned", "turned"),  # the folds and punches are turned by a quarter
}
OTHER_WAY = "folded_otherwise"
WHOLE = {"mirror": paper.MIRRORS, "turn": (paper.TURNS[1], paper.TURNS[3])}
TRIES = 2000  # how often a set is drawn: nine in ten keys may belong to another split
SOME = 12  # how many punches on either side of a fold are tried to see whether a set can be made
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

T = TypeVar("T")
Holes = frozenset[paper.Point]
Allows = Callable[[str], bool]  # whether a situation belongs to the split


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
    allows: Allows,
    rng: np.random.Generator,
    tied: int = 0,
    shared: int | None = None,
) -> tuple[list[Member], int]:
    """Return members that clearly differ (each of `ways` of folding, each of `edits` made or not) and the key's number.

    The folds are among `choices`, and so many of the ways are `tied`; all have the fold number `shared` in common, if
    one is given. Some of the `drawn` punches are used by the edits. The key is a random member whose situation `allows`
    accepts. Splits are assigned at random, so this favours no member.
    """
    plans = list(_plans(ways, edits, max(1, drawn - edits.count("punch") - edits.count("place"))))
    count = 1 + max(max(plan.punches) for plan in plans)
    kin = _kin(choices, ways, tied, "fold" in edits, shared)
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


def draw_ring(drawn: int, ends: int, allows: Allows, rng: np.random.Generator) -> tuple[list[Member], int]:
    """Return the members of a ring, all folded once, and the key's number: two tied ways, and one or two ends.

    An *end* is folded along the line of one way, but the other part moves; it is punched where the other way has its
    holes there. So it agrees with that other way wherever it lies folded itself.
    """
    pairs = _tied_pairs()

    def build() -> list[Member]:
        ways = _any(pairs, rng)
        return _ring(ways, _punches(_spots(ways, 2, prefixes=False), drawn, rng), ends)

    return _any_key(build, allows, rng)


@lru_cache(maxsize=1)
def _tied_pairs() -> list[tuple[paper.Folds, paper.Folds]]:
    """Return the pairs of single folds that leave room for the punches of a ring."""
    pairs = permutations(paper.sequences(1), 2)
    return [pair for pair in pairs if any(_ring(pair, [punch], 2) for punch in _sides(pair[0])[0][::SOME])]


def _ring(ways: tuple[paper.Folds, paper.Folds], punches: list[paper.Point], ends: int) -> list[Member]:
    """Return the members of a ring; none if they are not fair."""
    members = [_own(way, (), folds, punches) for way, folds in enumerate(ways)]
    for way, edit in ((0, "place"), (1, "shift"))[:ends]:
        moved = [ways[1 - way][-1].reflection(punch) for punch in punches]
        members.append(_own(way, (edit,), _reversed(ways[way]), moved))
    return members if punches and _fair(members) else []


def draw_slides(drawn: int, allows: Allows, rng: np.random.Generator) -> tuple[list[Member], int]:
    """Return four members, all folded once, and the key's number: two tied ways, each with punches and with those slid.

    The slid punches keep all rows across the fold lines of both ways. So members of one way differ only in how far the
    holes of a row lie from the line, and those punched alike agree wherever the folded sheet lies.
    """
    pairs = _kin(paper.sequences(1), 2, 2, prefixes=False, shared=None)

    def build() -> list[Member]:
        ways = _any(pairs, rng)
        spots = _spots(ways, 2, prefixes=False)
        x, y = spots[rng.integers(len(spots))].tolist()
        seconds = _seconds(ways, (x, y))
        if not seconds:
            return []
        punches, slid = _any(seconds, rng)
        free = reduce(paper.apart, (*punches, *slid), spots)
        more = _punches(free, drawn - 2, rng) if drawn > 2 else []
        sets = (((), (*punches, *more)), (("slide",), (*slid, *more)))
        members = [_own(way, edits, folds, placed) for way, folds in enumerate(ways) for edits, placed in sets]
        return members if len(more) == drawn - 2 and _fair(members) else []

    return _any_key(build, allows, rng)


def _seconds(ways: tuple[paper.Folds, ...], first: paper.Point) -> list[tuple[paper.Polygon, paper.Polygon]]:
    """Return pairs of punches, the first given, each with the pair to which they slide; none overlap.

    A punch slides along its row across one way's line to where the other punch's row across the other's line meets it.
    """
    spots = _spots(ways, 2, prefixes=False)
    inside = np.zeros((paper.SIDE + 1, paper.SIDE + 1), dtype=bool)
    inside[spots[:, 0], spots[:, 1]] = True
    one, other = (folds[0] for folds in ways)
    near, far = np.array(first), paper.apart(spots, first)
    slid = [_meeting(one, near, other, far), _meeting(one, far, other, near)]
    fair = reduce(np.logical_and, (inside[place[:, 0], place[:, 1]] for place in slid))
    fair &= _clear(slid[0], slid[1], 2 * paper.CLEAR)
    fair &= reduce(np.logical_and, (_clear(p, q, paper.HOLE) for p, q in product((near, far), slid)))
    found = zip(far[fair].tolist(), slid[0][fair].tolist(), slid[1][fair].tolist())
    return [((first, (x, y)), ((u, v), (w, z))) for (x, y), (u, v), (w, z) in found]


def _meeting(one: paper.Fold, spot: paper.IntArray, other: paper.Fold, far: paper.IntArray) -> paper.IntArray:
    """Return where rows of spots (…, 2) across one line meet rows of others across the other, (n, 2).

    Where that is between places or off the sheet, (0, 0), which is no place for a punch.
    """
    area = one.a * other.b - one.b * other.a
    row, across = (fold.a * at[..., 1] - fold.b * at[..., 0] for fold, at in ((one, spot), (other, far)))
    times = np.stack([other.a * row - one.a * across, other.b * row - one.b * across], axis=-1)
    whole = (times % area == 0) & (times // area >= 0) & (times // area <= paper.SIDE)
    return np.where(whole.all(axis=-1, keepdims=True), times // area, 0)


def _clear(a: paper.IntArray, b: paper.IntArray, least: int) -> NDArray[np.bool_]:
    """Return which of the spots (…, 2) are at least so far apart."""
    return np.asarray(((a - b) ** 2).sum(axis=-1) >= least**2)


def _far(a: paper.Point, b: paper.Point, least: int = 2 * paper.CLEAR) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= least**2


def draw_halves(
    choices: tuple[paper.Folds, ...], others: tuple[str, ...], allows: Allows, rng: np.random.Generator
) -> tuple[list[Member], int]:
    """Return members that share all folds but the last, or what shows once it is undone, and the key's number.

    The first is folded as one of `choices` and punched once. The second lacks its last fold and has a punch more, on
    the part that this fold would move. The `others`: "side", whose last fold moves the other part, punched as the
    second is there; "way", folded otherwise than the second and punched alike; "image", folded otherwise, with the
    holes that the first has once its last fold is undone; "twin", the same, with the second's punches among its holes.
    Without a twin, the second's punches lie in the rows, across the first fold line, of the first's holes once its last
    fold is undone.
    """
    pairs = _halved(choices, others)

    def build() -> list[Member]:
        folds, way = _any(pairs, rng)
        spots, beyond = _sides(folds)
        punch, pick = _any(spots, rng), int(rng.integers(2 * paper.SIDE))
        if "twin" not in others:
            beyond = _beyond_by_row(folds).get(_row(folds[0], folds[-1].reflection(punch)), [])
        return _halves(folds, way, others, punch, _any(beyond, rng), pick) if beyond else []

    return _any_key(build, allows, rng)


@lru_cache(maxsize=16)
def _halved(choices: tuple[paper.Folds, ...], others: tuple[str, ...]) -> list[tuple[paper.Folds, paper.Folds]]:
    """Return the pairs of sequences, one fold apart in length, with which halves can be made, as some punches show."""
    found = []
    for folds in choices:
        some, beyond = (side[:: max(1, len(side) // SOME)] for side in _sides(folds))
        for way in paper.sequences(len(folds) - 1):
            fitting = [punch for punch in some if _fits(folds, way, others, punch)]
            pairs = product(fitting, beyond)
            if way != folds[:-1] and any(_halves(folds, way, others, punch, far) for punch, far in pairs):
                found.append((folds, way))
    return found


def _sides(folds: paper.Folds) -> tuple[list[paper.Point], list[paper.Point]]:
    """Return where a punch may be in the folded sheet, and where if the last fold moved the other part."""
    return _listed(paper.folded(folds).outline), _listed(paper.folded(_reversed(folds)).outline)


@lru_cache(maxsize=256)
def _beyond_by_row(folds: paper.Folds) -> dict[int, list[paper.Point]]:
    """Return where a punch may be if the last fold moved the other part, by its row across the first fold line."""
    rows: dict[int, list[paper.Point]] = {}
    for spot in _sides(folds)[1]:
        rows.setdefault(_row(folds[0], spot), []).append(spot)
    return rows


def _halves(
    folds: paper.Folds,
    way: paper.Folds,
    others: tuple[str, ...],
    punch: paper.Point,
    far: paper.Point,
    pick: int = 0,
) -> list[Member]:
    """Return the members of a set of halves, as `draw_halves` says; none if they do not agree as they must."""
    if not _fits(folds, way, others, punch):
        return []
    undone = (punch, folds[-1].reflection(punch))
    if "twin" in others:
        beyond = _room(paper.folded(_reversed(folds)).outline)
        held = sorted(hole for hole in paper.unfold(way, undone) if hole in beyond and hole not in undone)
        if not held:
            return []
        far = held[pick % len(held)]
    if "way" in others and far not in _room(paper.folded(way).outline):
        return []
    whole, half = _own(0, (), folds, (punch,)), _own(0, ("fold", "punch"), folds[:-1], (punch, far))
    made = {
        "side": _own(0, ("place",), _reversed(folds), (far,)),
        "way": _own(1, ("fold", "punch"), way, (punch, far)),
        "image": _own(1, ("fold", "punch", "shift"), way, undone),
    }
    made["twin"] = made["image"]
    agree = all(_under(half, made[name]) == set(made[name].punches) for name in others if name in ("side", "way"))
    shows = "way" not in others or _under(made["way"], whole) == {punch}
    members = [whole, half, *(made[name] for name in others)]
    return members if agree and shows and _fair(members) else []


def _fits(folds: paper.Folds, way: paper.Folds, others: tuple[str, ...], punch: paper.Point) -> bool:
    """Return whether the first member's punch allows those folded otherwise, wherever the second's other punch is."""
    room = _room(paper.folded(way).outline)
    if {"image", "twin"}.isdisjoint(others):
        return "way" not in others or punch in room
    undone = {punch, folds[-1].reflection(punch)}
    if not room.issuperset(undone):
        return False
    whole, image = _own(0, (), folds, (punch,)), _own(1, (), way, [*undone])
    return _under(whole, image) == undone and _under(image, whole) == {punch}


def _row(fold: paper.Fold, spot: paper.Point) -> int:
    """Return where along a fold line a spot lies, times the length of (a, b): mirroring about the line keeps it."""
    return fold.a * spot[1] - fold.b * spot[0]


def _any(choices: Sequence[T], rng: np.random.Generator) -> T:
    return choices[int(rng.integers(len(choices)))]


def _own(way: int, edits: tuple[str, ...], folds: paper.Folds, punches: Sequence[paper.Point]) -> Member:
    return Member(Plan(way, edits, ()), folds, tuple(sorted(punches)), paper.unfold(folds, punches))


@lru_cache(maxsize=1024)
def _reversed(folds: paper.Folds) -> paper.Folds:
    """Return the folds with the other part moving in the last."""
    return (*folds[:-1], replace(folds[-1], moves=-folds[-1].moves))


def _under(member: Member, lying: Member) -> Holes:
    """Return the holes of a member where another lies when it is folded."""
    return frozenset(hole for hole in member.holes if all(fold.height(hole) < 0 for fold in lying.folds))


def _any_key(build: Callable[[], list[Member]], allows: Allows, rng: np.random.Generator) -> tuple[list[Member], int]:
    """Return the first members built, if any, whose key, drawn at random, is allowed."""
    for _ in range(TRIES):
        members = build()
        key = int(rng.integers(len(members))) if members else 0
        if members and allows(members[key].situation):
            return members, key
    raise Refused(f"no fair set in {TRIES} tries")


def _fair(members: list[Member]) -> bool:
    """Return whether members clearly differ and all their punches lie well within the folded sheet and well apart."""
    return all(map(_possible, members)) and all(_plainly_differ(a.holes, b.holes) for a, b in combinations(members, 2))


def _possible(member: Member) -> bool:
    apart = all(_far(a, b) for a, b in combinations(member.punches, 2))
    return apart and _room(paper.folded(member.folds).outline).issuperset(member.punches)


@lru_cache(maxsize=256)
def _room(outline: paper.Polygon) -> Holes:
    return frozenset(_listed(outline))


@lru_cache(maxsize=256)
def _listed(outline: paper.Polygon) -> list[paper.Point]:
    return [(x, y) for x, y in paper.places(outline).tolist()]


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
def _kin(
    choices: tuple[paper.Folds, ...], count: int, tied: int, prefixes: bool, shared: int | None
) -> list[tuple[paper.Folds, ...]]:
    """Return all sets of `count` sequences of folds, the tied first, that unfold to different holes and share room."""
    if shared is not None:
        alike = _kin(choices, count, tied, prefixes, shared=None)
        return [ways for ways in alike if len({folds[shared] for folds in ways}) == 1]
    found = []
    for first in combinations(choices, tied):
        if tied == 0 or _have_room(first, tied, prefixes):
            others = (folds for folds in choices if folds not in first)
            sets = ((*first, *rest) for rest in combinations(others, count - tied))
            found += [ways for ways in sets if _have_room(ways, tied, prefixes) and _differ(ways, tied, prefixes)]
    return found


def _have_room(ways: tuple[paper.Folds, ...], tied: int, prefixes: bool) -> bool:
    # Where ways are tied is slow to find, and few have enough paper in common for that to matter.
    return len(_common(ways)) >= ROOM and len(_spots(ways, tied, prefixes)) >= ROOM


def _differ(ways: tuple[paper.Folds, ...], tied: int, prefixes: bool) -> bool:
    spots = _spots(ways, tied, prefixes)
    x, y = spots[len(spots) // 3].tolist()
    return len({paper.unfold(folds, [(x, y)]) for folds in ways}) == len(ways)


@lru_cache(maxsize=4096)
def _spots(ways: tuple[paper.Folds, ...], tied: int, prefixes: bool) -> paper.IntArray:
    """Return the places (n, 2) for punches: all ways have paper there, and the first `tied` ways are tied.

    With `prefixes`, the ways without their last folds must be tied there too.
    """
    spots = _common(ways)
    clear = _tied(ways[:tied], spots)
    if prefixes:
        clear &= _tied(tuple(folds[:-1] for folds in ways[:tied]), spots)
    return spots[clear]


def _common(ways: tuple[paper.Folds, ...]) -> paper.IntArray:
    """Return the places (n, 2) where a hole may be punched however the sheet is folded."""
    return _shared(frozenset(paper.folded(folds).outline for folds in ways))


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
    return "+".join(sorted({*extra, *lacking, *other_way}))


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
