"""Folding 2D: a printed sheet is folded along a line; what does it look like then?

The sheet is clear film, on which the print of all layers is visible, or opaque paper with print on both sides, of which
only the top layer is visible, from its front or its back. The four options are a factorial set: two edits of one
situation (print and folds), each made or not; each option shows how its own situation looks. The situation that the
question shows is drawn afterwards. `make` moves every quarter cell of the sheet forward. `solve` works backward: which
quarters lie at this place? Those that were here before the last fold, and those that were at its mirror image.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

import numpy as np

from vantage import seeds
from vantage.explaining import folds
from vantage.item import Choice, Json
from vantage.shapes import creases, prints
from vantage.shapes.paper import Fold, Folds
from vantage.shapes.prints import Look, Mark, Quarters
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Task, arrange, only

MARKS = {"easy": 4, "medium": 4, "hard": 3}  # how many are printed; the edit "count" adds one
# The second edit of each pair can be made in many ways, so that one can be found whose prints belong to the split.
PAIRS = (
    *(("side", "mark"), ("side", "count"), ("line", "mark"), ("line", "count")),
    *(("flip", "mark"), ("flip", "count"), ("count", "mark")),
)
RULES = {  # edit: the rule of an option that has it while the key does not, and the other way round
    "side": ("other_side", "other_side"),  # the last fold moves the other part
    "line": ("line_moved", "line_moved"),  # the last fold is made along a parallel line
    "flip": ("mark_mirrored", "mark_mirrored"),  # a mark is printed as if the first fold only slid it
    "mark": ("mark_moved", "mark_moved"),  # a mark is printed elsewhere
    "count": ("mark_extra", "mark_missing"),  # one more mark is printed
}
UNLIKE = 6  # fewest quarters, each 0.3% of the picture, in which two options differ
SHOWN = 8  # fewest quarters of print that the last fold moves, that it leaves, and that are visible at the end
TRIES = 300  # how many ways are tried to print the last mark, and to make an edit
STATED = "seen from the same side and not turned"

Marks = tuple[Mark, ...]


@dataclass(frozen=True)
class Params:
    """Settings of the task."""

    opaque_share: float = 0.5  # share of the items whose sheet is opaque
    tries: int = 100  # how many situations are started before a draw is refused


@dataclass(frozen=True)
class Change:
    """One edit: another last fold, or mark number `index` printed as `mark` (a new number adds a mark)."""

    edit: str
    fold: Fold | None = None
    index: int = -1
    mark: Mark = frozenset()


@dataclass(frozen=True)
class Member:
    """One situation of the set: the folds, the marks, and the edits that led to it."""

    folds: Folds
    marks: Marks
    opaque: bool
    edits: tuple[str, ...] = ()

    @property
    def printed(self) -> Quarters:
        """Everything that is printed on the sheet."""
        return frozenset().union(*self.marks)

    @property
    def situation(self) -> str:
        """The digest of the print up to the square's symmetries: a print belongs to one split, however it is folded."""
        return prints.situation(self.marks)

    @property
    def look(self) -> Look:
        """What is visible of the folded sheet."""
        return prints.seen(self.folds, self.printed, self.opaque)

    def after(self, change: Change) -> Member:
        """Return the situation with an edit made."""
        edits = (*self.edits, change.edit)
        if change.fold:
            return replace(self, folds=(*self.folds[:-1], change.fold), edits=edits)
        marks = [*self.marks, change.mark]
        if change.index < len(self.marks):
            marks[change.index] = marks.pop()
        return replace(self, marks=tuple(marks), edits=edits)


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw two edits and a situation that allows them, then the one of the four members that is asked about."""
    edits, opaque = PAIRS[rng.integers(len(PAIRS))], bool(rng.random() < params.opaque_share)
    members = _members(params, slot, edits, opaque, rng)
    key = members[int(rng.integers(4))]
    looks = [member.look.trimmed() for member in members]
    offers = [
        Offer(
            drawing=prints.PrintDrawing(look, opaque, centred=True),
            label=seeds.digest("look", repr(_record(look)))[:16],
            rule=_rule(member.edits, key.edits),
        )
        for member, look in zip(members, looks)
    ]
    order, options = arrange(slot, offers, members.index(key), rng)
    first = prints.fold_drawing(key.folds[:1], key.printed, opaque)
    # Later stages are drawn without the print: with it they would show the result of the first fold.
    later = [prints.fold_drawing(key.folds[:n], frozenset(), opaque) for n in range(2, len(key.folds) + 1)]
    return Draft(
        question=_question(len(key.folds), opaque),
        drawings=(first, *later),
        options=options,
        answer=Choice(slot.letter),
        truth=_truth(key, [looks[i] for i in order]),
        situation=key.situation,
        tags={
            "folds": len(key.folds),
            "sheet": "opaque" if opaque else "clear",
            "marks": len(key.marks),
            "edits": "+".join(edits),
        },
    )


def _members(
    params: Params, slot: Slot, edits: tuple[str, str], opaque: bool, rng: np.random.Generator
) -> list[Member]:
    """Return the four members, all of the slot's split and clearly different; the one with both edits comes last."""
    for _ in range(params.tries):
        bare = Member(_folds(slot.tier, rng), _marks(MARKS[slot.tier] - 1, rng), opaque)
        for plain, first in _begun(bare, edits[0], slot, rng):
            for change in _changes(edits[1], plain, first, rng):
                second, both = plain.after(change), first.after(change)
                members = [plain, first, second, both]
                if slot.allows(second.situation) and slot.allows(both.situation) and _fair(members):
                    return members
    raise Refused(f"no fair set with the edits {' and '.join(edits)} in {params.tries} tries")


def _folds(tier: str, rng: np.random.Generator) -> Folds:
    """Return one straight fold, one diagonal fold, or two of either kind, by tier."""
    straight = [fold for fold in prints.possible_folds(()) if fold.a * fold.b == 0]
    diagonal = [fold for fold in prints.possible_folds(()) if fold.a * fold.b != 0]
    if tier != "hard":
        return (_any(straight if tier == "easy" else diagonal, rng),)
    # After the first fold the sheet is drawn where it lies, so it must stay within the unfolded sheet's outline.
    first = _any([fold for fold in straight + diagonal if prints.SHEET.issuperset(prints.pile((fold,)))], rng)
    return first, _any(prints.possible_folds((first,)), rng)


def _any(folds: Sequence[Fold], rng: np.random.Generator) -> Fold:
    return folds[int(rng.integers(len(folds)))]


def _marks(count: int, rng: np.random.Generator) -> Marks:
    marks: Marks = ()
    while len(marks) < count:
        # With four marks or fewer, there is always room for one more.
        marks = (*marks, next(_free(marks, rng)))
    return marks


def _free(marks: Marks, rng: np.random.Generator) -> Iterator[Mark]:
    """Yield, in random order, some of the possible marks that touch none of the given ones."""
    every, taken = prints.marks(), frozenset().union(*map(prints.halo, marks))
    for i in rng.permutation(len(every))[:TRIES].tolist():
        if taken.isdisjoint(every[i]):
            yield every[i]


def _begun(bare: Member, edit: str, slot: Slot, rng: np.random.Generator) -> Iterator[tuple[Member, Member]]:
    """Yield situations with a last mark added, without and with the first edit, if both belong to the slot's split."""
    for mark in _free(bare.marks, rng):
        plain = replace(bare, marks=(*bare.marks, mark))
        if not slot.allows(plain.situation):
            continue
        for change in _changes(edit, plain, plain, rng):
            first = plain.after(change)
            if slot.allows(first.situation) and _fair([plain, first]):
                yield plain, first
                break


def _changes(edit: str, plain: Member, other: Member, rng: np.random.Generator) -> Iterator[Change]:
    """Yield ways to make an edit, in random order; each must also be possible in `other`, which has the first edit."""
    *before, last = plain.folds
    if edit == "side":
        yield Change(edit, fold=replace(last, moves=-last.moves))
    elif edit == "line":
        near = [f for f in prints.possible_folds(tuple(before)) if (f.a, f.b, f.moves) == (last.a, last.b, last.moves)]
        yield from (Change(edit, fold=near[i]) for i in rng.permutation(len(near)) if near[i] != last)
    elif edit == "count":
        marks = _free((*plain.marks, *other.marks), rng)
        yield from (Change(edit, index=len(plain.marks), mark=mark) for mark in marks)
    else:
        yield from _reprints(edit, plain, other, rng)


def _reprints(edit: str, plain: Member, other: Member, rng: np.random.Generator) -> Iterator[Change]:
    """Yield ways to print one mark elsewhere or mirrored; the first edit must not have changed that mark."""
    for i in rng.permutation(len(plain.marks)).tolist():
        mark = plain.marks[i]
        if mark not in other.marks:
            continue
        taken = frozenset().union(*(prints.halo(m) for m in {*plain.marks, *other.marks} - {mark}))
        ways = prints.elsewhere(mark) if edit == "mark" else (prints.mirrored(mark, plain.folds[0]),)
        for j in rng.permutation(len(ways)).tolist():
            if ways[j] != mark and taken.isdisjoint(ways[j]) and ways[j] <= prints.SHEET:
                yield Change(edit, index=i, mark=ways[j])


def _fair(members: list[Member]) -> bool:
    """Return whether the last fold has a visible effect in all members and no two of them look alike."""
    looks = [member.look for member in members]
    return all(a.unlike(b) >= UNLIKE for a, b in combinations(looks, 2)) and all(map(_shows, members))


def _shows(member: Member) -> bool:
    """Return whether the last fold moves some print and leaves some in place, and some is visible at the end."""
    fold = member.folds[-1]
    before = prints.seen(member.folds[:-1], member.printed, opaque=False).print
    moved = sum(fold.height(place) > 0 for place in before)
    return min(moved, len(before) - moved, len(member.look.print)) >= SHOWN


def _rule(edits: tuple[str, ...], key: tuple[str, ...]) -> str:
    """Return how a member misses the key: the rules of the edits in which they differ."""
    extra = [RULES[edit][0] for edit in edits if edit not in key]
    lacking = [RULES[edit][1] for edit in key if edit not in edits]
    return "+".join(sorted(extra + lacking))


def _question(folds: int, opaque: bool) -> str:
    if opaque:
        sheet = "A square sheet of opaque paper is blue in front and orange behind; dark marks are printed on it, and "
        sheet += "the ink has soaked through, so that every mark shows on both sides."
        rule = "Where paper lies on paper, only the uppermost layer is seen."
    else:
        sheet = "Dark marks are printed on a square sheet of clear film."
        rule = "Where film lies on film, the marks of all layers show."
    later = "Fold 2, drawn on the once folded sheet, whose marks are left out of this picture: <image>\n" * (folds > 1)
    return (
        f"{sheet} The sheet is folded {('once', 'twice')[folds - 1]}: the shaded part is folded over along the red "
        f"dashed line and comes to lie on top of the rest. {rule}\nFold 1: <image>\n{later}"
        f"Which option shows the folded sheet, {STATED}?"
    )


def _truth(key: Member, looks: list[Look]) -> dict[str, Any]:
    return {
        "cells": prints.CELLS,
        "sheet": "opaque" if key.opaque else "clear",
        "print": prints.rows_of(key.printed),
        "folds": [{"line": [fold.a, fold.b, fold.c // prints.CELL], "moves": fold.moves} for fold in key.folds],
        "options": [_record(look) for look in looks],
    }


def _record(look: Look) -> dict[str, Any]:
    return {"areas": [prints.rows_of(area) for area in look.areas], "print": prints.rows_of(look.print)}


Spot = tuple[int, int]  # a quarter of a cell, in quarters of the cell's side: the top one of the first cell is (2, 1)
SPOTS = {1: (2, 1), 2: (3, 2), 4: (2, 3), 8: (1, 2)}


def solve(truth: Json) -> Choice:
    """Return the option that agrees, at every place, with what lies there."""
    found = _trimmed(_visible(_stacks(truth), _spots(truth["print"]), truth["sheet"] == "opaque"))
    return only(found == [_spots(rows) for rows in (*option["areas"], option["print"])] for option in truth["options"])


def _stacks(truth: Json) -> dict[Spot, list[tuple[Spot, bool]]]:
    """Return what lies at every spot of the folded sheet."""
    reach = range(-truth["cells"], 2 * truth["cells"])
    spots = ((4 * column + dx, 4 * row + dy) for column, row, (dx, dy) in product(reach, reach, SPOTS.values()))
    stacks = ((spot, _lying(spot, truth["folds"], truth["cells"])) for spot in spots)
    return {spot: stack for spot, stack in stacks if stack}


def _lying(spot: Spot, folds: list[Json], cells: int) -> list[tuple[Spot, bool]]:
    """Return what lies at a spot, bottom to top: quarters of the flat sheet, and whether each lies back side up."""
    x, y = spot
    if not folds:
        return [(spot, False)] if 0 < x < 4 * cells and 0 < y < 4 * cells else []
    *before, fold = folds
    a, b, c = fold["line"]
    beyond = a * x + b * y - 4 * c
    if beyond * fold["moves"] > 0:
        return []
    step = 2 * beyond // (a * a + b * b)
    came = _lying((x - a * step, y - b * step), before, cells)
    return _lying(spot, before, cells) + [(quarter, not back) for quarter, back in reversed(came)]


def _visible(stacks: dict[Spot, list[tuple[Spot, bool]]], printed: set[Spot], opaque: bool) -> list[set[Spot]]:
    """Return the areas and then the print, as an option records them."""
    if opaque:
        back = {spot for spot, stack in stacks.items() if stack[-1][1]}
        return [set(stacks), back, {spot for spot, stack in stacks.items() if stack[-1][0] in printed}]
    most = max(map(len, stacks.values()))
    areas = [{spot for spot, stack in stacks.items() if len(stack) > k} for k in range(most)]
    return [*areas, {spot for spot, stack in stacks.items() if any(quarter in printed for quarter, _ in stack)}]


def _trimmed(areas: list[set[Spot]]) -> list[set[Spot]]:
    left, top = (min(spot[axis] for spot in areas[0]) // 4 * 4 for axis in (0, 1))
    return [{(x - left, y - top) for x, y in area} for area in areas]


def _spots(rows: list[str]) -> set[Spot]:
    return {
        (4 * column + dx, 4 * row + dy)
        for row, digits in enumerate(rows)
        for column, digit in enumerate(digits)
        for bit, (dx, dy) in SPOTS.items()
        if int(digit, 16) & bit
    }


def _equal_ink(truth: Json) -> list[float]:
    """Score options by how nearly they show as much print as the flat sheet."""
    printed = len(_spots(truth["print"]))
    return [-float(abs(len(_spots(option["print"])) - printed)) for option in truth["options"]]


def _as_printed(truth: Json) -> list[float]:
    """Score options by how much of their print lies where it is on the flat sheet, both drawn from the corner."""
    printed = _spots(truth["print"])
    return [float(len(_spots(option["print"]) & printed)) for option in truth["options"]]


def _outline_alone(truth: Json) -> list[float]:
    """Score options by how nearly they have the outline of the folded sheet, whatever is printed on it."""
    (outline,) = _trimmed([set(_stacks(truth))])
    return [-float(len(outline ^ _spots(option["areas"][0]))) for option in truth["options"]]


def _rest_unchanged(truth: Json) -> list[float]:
    """Score options by how nearly they show the print as it was where a single layer lies that no fold has moved."""
    stacks, printed = _stacks(truth), _spots(truth["print"])
    left, top = (min(spot[axis] for spot in stacks) // 4 * 4 for axis in (0, 1))
    still = [spot for spot, stack in stacks.items() if stack == [(spot, False)]]
    seen = [_spots(option["print"]) for option in truth["options"]]
    return [
        -float(sum((spot in printed) != ((spot[0] - left, spot[1] - top) in one) for spot in still)) for one in seen
    ]


def _rest_then_ink(truth: Json) -> list[float]:
    """Score options by the part that no fold moves and, where several are equal in it, by the amount of print."""
    return [rest + ink / 1000 for rest, ink in zip(_rest_unchanged(truth), _equal_ink(truth))]


task = Task(
    name="folding_2d",
    version=1,
    title="What does the printed sheet look like when it is folded?",
    quadrant="I-D",
    capabilities=("DA",),
    abilities=("visualization", "relation", "orientation"),
    make=make,
    solve=solve,
    truth={
        "cells": "Cells along a side of the square sheet. Lengths are in cells, from its top left corner, y downward.",
        "sheet": (
            "`clear`: the marks of all layers show. `opaque`: only the uppermost layer is seen; every mark shows on "
            "both faces."
        ),
        "print": (
            "What is printed on the flat sheet: rows of cells from the top, a hexadecimal digit per cell from the "
            "left, the sum of 1, 2, 4, 8 for the cell's top, right, bottom and left quarter (its diagonals cut it into "
            "four); empty rows at the end and empty columns on the right are left out."
        ),
        "folds": (
            "The folds in order. `line` [a, b, c]: the fold line is a*x + b*y = c. `moves`: 1 if what lies where "
            "a*x + b*y > c moves, -1 if what lies where it is less; that part is mirrored about the line and comes to "
            "lie, turned over, on top of the rest."
        ),
        "options": (
            "For each option in the order presented what it shows, in rows like `print` that begin at the leftmost "
            "column and the topmost row of the folded sheet. `print`: the marks that are seen. `areas`: of a clear "
            "sheet, where at least one layer lies, where at least two, and so on; of an opaque sheet, where there is "
            "paper, and where its back shows."
        ),
    },
    params=Params,
    frame="picture",
    stated=STATED,
    side_doors=(
        SideDoor(
            "compares the amount of print",
            _equal_ink,
            {"easy": 0.35, "medium": 0.35, "hard": 0.34},
            "print is hidden only on opaque sheets and where marks overlap",
        ),
        SideDoor(
            "compares with the flat print as drawn",
            _as_printed,
            {"easy": 0.41, "medium": 0.48, "hard": 0.36},
            "what no fold moves stays where it was",
        ),
        SideDoor(
            "looks at the outline alone",
            _outline_alone,
            {"easy": 0.35, "medium": 0.43, "hard": 0.42},
            "two options of four share the fold in most sets",
        ),
        SideDoor(
            "looks at the part that no fold moves",
            _rest_unchanged,
            {"easy": 0.49, "medium": 0.49, "hard": 0.4},
            "an edited mark that stays in place shows there",
        ),
        SideDoor(
            "looks at the part that no fold moves, then compares the amount of print",
            _rest_then_ink,
            {"easy": 0.55, "medium": 0.63, "hard": 0.5},
            "still open in part: marks that stay and the number of marks tell two of the edits",
        ),
    ),
    facts=creases.FACTS,
    explain=folds.printed,
)
