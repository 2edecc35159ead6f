"""Sets of punched sheets: the same holes unfolded about other lines, so that only who mirrors them knows the key.

Every member of a set shows the unfolded sheet of its own situation (folds and punches), any can be the key, and the
others are near misses whose rules follow from it. Fold lines lie at the middle of the sheet or beside it, and those of
one set a STEP apart: what shows of the key's folded sheet, how many holes there are and in which rows they lie is the
same in several members. They differ in how far the holes beyond the fold line lie from it.

`draw_sides` is about one fold: the holes on either side of its line are moved away by two steps, or not. Where the
line ends up decides which part is the smaller one, which moves, and so which holes show. `draw_lines` is about several
folds: two of the lines lie a step farther out, or not; or one does, and the last fold is made, or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.shapes import paper
from vantage.task import Refused

STRAIGHT, SLANTING = paper.NORMALS[:2], paper.NORMALS[2:]
STEP = {1: 8, 2: 12}  # between the fold lines of a set, in units of c, by a*a + b*b: mirrored holes are 16 or 17 apart
FARTHEST = 0.23  # how far beside the middle a fold line may lie before it is moved, as a share of the shape's extent
SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))  # which holes move in a set of sides: those on the near side, those beyond
CHAIN = ((0, 0), (1, 0), (1, 1))
TRIES = 3000  # how often a set is drawn
SPOTS = 400  # places for punches that are tried at a time
ALIKE = 12  # sets of punches drawn for the same folds: nine in ten keys may belong to another split

NOWHERE = np.empty((0, 2), dtype=np.int64)

TRUTH = {
    "side": "Side of the square sheet in units. Origin: the sheet's top left corner; x to the right, y down.",
    "hole": "Diameter of every hole in units.",
    "folds": (
        "The folds in order. `line` [a, b, c]: the fold line is a*x + b*y = c. `moves`: 1 if the paper where "
        "a*x + b*y > c moves, -1 if the paper where it is less; that paper is mirrored about the line and comes to "
        "lie on the rest. `ends`: the two ends of the fold line within the shape folded. Positions are in the same "
        "coordinates throughout; the sheet is not shifted or turned."
    ),
    "punches": "Centres [x, y] of the holes punched into the folded sheet, through all layers that lie there.",
    "options": "For each option in the order presented, the centres [x, y] of the holes in its unfolded sheet.",
}

Holes = frozenset[paper.Point]
Allows = Callable[[str], bool]  # whether a situation belongs to the split


@dataclass(frozen=True)
class Member:
    """One situation of the set."""

    folds: paper.Folds
    punches: tuple[paper.Point, ...]

    @cached_property
    def holes(self) -> Holes:
        """The holes of the unfolded sheet."""
        return paper.unfold(self.folds, self.punches)

    @property
    def situation(self) -> str:
        """The digest of the folds and punches up to the square's symmetries."""
        return paper.situation(self.folds, self.punches)

    @property
    def label(self) -> str:
        """The member's meaning as an option: the same for the same holes."""
        return seeds.digest("holes", repr(sorted(self.holes)))[:16]


@dataclass(frozen=True)
class Way:
    """How a member is made from the drawn spots: its folds, and where it is punched for a spot."""

    folds: paper.Folds
    place: paper.Isometry = paper.IDENTITY

    def made(self, spots: Sequence[paper.Point]) -> Member:
        """Return the member."""
        return Member(self.folds, tuple(sorted(map(self.place, spots))))


Ways = tuple[Way, ...]


def draw_sides(
    moved: Sequence[tuple[int, int]], drawn: int, allows: Allows, rng: np.random.Generator
) -> tuple[list[Member], int]:
    """Return members folded once, one for each of `moved`, and the key's number; another agrees where each lies."""
    return _draw(lambda: _sides(moved, rng), drawn, 1, allows, rng)


def draw_lines(
    choices: Sequence[tuple[paper.Point, ...]],
    count: int,
    drawn: int,
    allows: Allows,
    rng: np.random.Generator,
    last: bool = False,
) -> tuple[list[Member], int]:
    """Return four members and the key's number; all have `count` folds, whose directions are one of `choices`.

    All agree wherever one of them lies folded. With `last`, two have the last fold and agree, and two lack it.
    """

    def build() -> Ways:
        return _lines(choices[int(rng.integers(len(choices)))], count, last, rng)

    return _draw(build, drawn, 1 if last else 3, allows, rng)


def _sides(moved: Sequence[tuple[int, int]], rng: np.random.Generator) -> Ways:
    """Return the ways of a set of sides. A spot is where a hole lies on the near side of the first line."""
    a, b = paper.NORMALS[2 * int(rng.integers(2))]
    norm = a * a + b * b
    middle, step = norm * paper.SIDE // 2, STEP[norm]
    # From one line to the last are two steps; the middle of the three is as often as far on either side of the sheet's.
    off = int(2 * FARTHEST * middle)
    first = middle - step + int(rng.integers(-off, off + 1)) // norm * norm
    if moved == CHAIN and not first < middle <= first + 2 * step:
        return ()
    turned = paper.SYMMETRIES[rng.integers(len(paper.SYMMETRIES))]
    beyond = paper.Fold(a, b, first, 1).reflection
    ways = []
    for near, far in moved:
        line = first + (near + far) * step
        fold = paper.Fold(a, b, line, 1 if line >= middle else -1)
        place = _shift(a, b, near) if fold.moves > 0 else _shift(a, b, far).after(beyond)
        ways.append(Way((paper.moved_fold(turned, fold),), turned.after(place)))
    return tuple(ways)


def _shift(a: int, b: int, times: int) -> paper.Isometry:
    norm = a * a + b * b
    return replace(paper.IDENTITY, tx=2 * STEP[norm] * a // norm * times, ty=2 * STEP[norm] * b // norm * times)


def _lines(normals: Sequence[paper.Point], count: int, last: bool, rng: np.random.Generator) -> Ways:
    """Return the ways of a set of lines; none if some of the folds are impossible."""
    folds: paper.Folds = ()
    for _ in range(count):
        folds = (*folds, _fold(paper.folded(folds).outline, normals, rng))
        if not paper.foldable(folds):
            return ()
    lines = [int(rng.integers(count - 1))] if last else sorted(rng.choice(count, 2, replace=False).tolist())
    found = []
    for bits in product((0, 1), repeat=2):
        own = list(folds)
        for line, bit in zip(lines, bits):
            fold = own[line]
            own[line] = replace(fold, c=fold.c + bit * fold.moves * STEP[fold.a**2 + fold.b**2])
        found.append(tuple(own[: count - last * bits[1]]))
    return tuple(map(Way, found)) if all(map(paper.foldable, found)) else ()


def _fold(outline: paper.Polygon, normals: Sequence[paper.Point], rng: np.random.Generator) -> paper.Fold:
    """Return a fold in one of the directions, at the middle of a shape or beside it."""
    a, b = normals[int(rng.integers(len(normals)))]
    norm, moves = a * a + b * b, int(rng.choice((-1, 1)))
    heights = [a * x + b * y for x, y in outline]
    low, high = min(heights), max(heights)
    off = int(rng.integers(int(FARTHEST * (high - low)) + 1))
    return paper.Fold(a, b, ((low + high) // 2 + moves * off) // norm * norm, moves)


def _draw(
    build: Callable[[], Ways], drawn: int, agreeing: int, allows: Allows, rng: np.random.Generator
) -> tuple[list[Member], int]:
    """Return the members of a fair set and the key's number.

    With each member, so many others with as many folds must agree. The key is a random member whose situation `allows`
    accepts. Splits are assigned at random, so this favours no member.
    """
    for _ in range(TRIES):
        ways = build()
        spots, telling = _fair(ways, agreeing, rng) if ways else (NOWHERE, NOWHERE)
        for _ in range(ALIKE if len(telling) else 0):
            punches, key = _punches(spots, telling, drawn, rng), int(rng.integers(len(ways)))
            if punches and allows(ways[key].made(punches).situation):
                members = [way.made(punches) for way in ways]
                if all(_plainly_differ(a.holes, b.holes) for a, b in combinations(members, 2)):
                    return members, key
    raise Refused(f"no fair set in {TRIES} tries")


def _fair(ways: Ways, agreeing: int, rng: np.random.Generator) -> tuple[paper.IntArray, paper.IntArray]:
    """Return random spots (n, 2) whose holes are clear of all edges, and where so many ways agree with each one.

    The second array holds those of them that tell the ways apart: elsewhere the paper may be single.
    """
    spots = rng.integers(paper.CLEAR, paper.SIDE - paper.CLEAR + 1, size=(SPOTS, 2))
    for way in ways:
        _, sure = paper.layers(way.folds, way.place.of(spots))
        spots = spots[(abs(sure) >= paper.CLEAR).all(axis=0) & (sure[0] > 0)]
        if not len(spots):
            return NOWHERE, NOWHERE
    found = [paper.layers(way.folds, way.place.of(spots)) for way in ways]
    fair, telling = np.ones((2, len(spots)), dtype=bool)
    for own, way in enumerate(ways):
        others = [n for n, other in enumerate(ways) if n != own and len(other.folds) == len(way.folds)]
        agree = [_agree(way, spots, *found[n]) for n in others]
        fair &= np.sum(agree, axis=0) >= agreeing
    for (holes, sure), (mates, there) in combinations(found, 2):
        if len(sure) == len(there):
            fair &= (sure > 0).sum(axis=0) == (there > 0).sum(axis=0)
            telling &= ((holes != mates).any(axis=-1) & (sure > 0) & (there > 0)).any(axis=0)
    return spots[fair], spots[fair & telling]


def _agree(way: Way, spots: paper.IntArray, holes: paper.IntArray, sure: paper.Margins) -> NDArray[np.bool_]:
    """Return for which spots the holes (k, n, 2) of another way are, where this one lies folded, the punches alone."""
    due = (sure > 0) & (holes == way.place.of(spots)).all(axis=-1)
    hidden = paper.margins(paper.folded(way.folds).outline, holes) <= -paper.CLEAR
    same: NDArray[np.bool_] = due.any(axis=0) & (due | hidden | (sure <= 0)).all(axis=0)
    return same


def _punches(spots: paper.IntArray, telling: paper.IntArray, count: int, rng: np.random.Generator) -> list[paper.Point]:
    """Return `count` of the spots, well apart, the first a telling one; empty if they do not fit."""
    placed: list[paper.Point] = []
    free = telling
    while len(free):
        x, y = free[rng.integers(len(free))].tolist()
        placed.append((x, y))
        if len(placed) == count:
            return placed
        spots = free = paper.apart(spots, (x, y))
    return []


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
    """Return how a member misses the key: by folds left out or made, by lines, by what shows of the folded sheet."""
    missing = len(key.folds) - len(member.folds)
    found = ["fold_missing"] * (missing > 0) + ["fold_extra"] * (missing < 0)
    for number, (own, due) in enumerate(zip(member.folds, key.folds), 1):
        found += [f"line_{number}_moved"] * (replace(own, moves=due.moves) != due)
    holes = np.array(sorted(member.holes))
    shown = holes[paper.margins(paper.folded(key.folds).outline, holes) > 0].tolist()
    if not missing and shown != [list(punch) for punch in key.punches]:
        found.append("punch_moved")
    return "+".join(found)


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
