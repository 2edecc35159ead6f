"""How to fold a sheet, or to unfold it, in mind: fold by fold, with what lies beyond a line mirrored about it."""

from __future__ import annotations

from collections.abc import Iterable

from vantage.item import Json
from vantage.shapes import creases, paper
from vantage.shapes.paper import Fold, Point
from vantage.telling import Teller, listed

TIMES = ("first", "second", "third")
QUARTERS = {1: (2, 1), 2: (3, 2), 4: (2, 3), 8: (1, 2)}  # of a cell: where their middles lie, in quarters of its side
Cells = dict[Point, int]  # (row, column) -> which of the cell's four quarters are marked


def _fold(told: Json) -> Fold:
    a, b, c = told["line"]
    return Fold(a, b, c, told["moves"])


def _line(told: Json, size: int, per: int) -> str:
    """Return where a fold line runs; lengths are given in `per` parts of the sheet's side."""
    a, b, c = told["line"]
    if a and b:
        return "slants up to the right" if a * b > 0 else "slants down to the right"
    share = f"{round(c * per / size)}"
    return f"is vertical, {share} from the left" if a else f"is horizontal, {share} from the top"


def unfolded(truth: Json, tell: Teller) -> list[str]:
    """Tell which holes each fold, undone, adds, and which holes the wrong options have or lack."""
    side, folds = truth["side"], [_fold(told) for told in truth["folds"]]

    def spots(points: list[Point]) -> str:
        return listed([f"({round(100 * x / side)}, {round(100 * y / side)})" for x, y in sorted(points)])

    flat = paper.unfold(tuple(folds), [(x, y) for x, y in truth["punches"]])
    stages = [{_folded(point, folds[:count]) for point in flat} for count in range(len(folds) + 1)]
    steps = [
        "Places are in percent of the sheet's side, from the left and from the top.",
        tell.say(
            "The folded sheet has been punched at {spots}.", "Holes in the folded sheet: {spots}.",
            spots=spots([*stages[-1]]),
        ),
    ]  # fmt: skip
    for count in reversed(range(len(folds))):
        fold, told = folds[count], truth["folds"][count]
        twins = {hole: fold.reflection(hole) for hole in sorted(stages[count + 1])}
        single = [hole for hole, twin in twins.items() if twin not in stages[count]]
        doubled = [f"{spots([hole])} gives {spots([twin])}" for hole, twin in twins.items() if hole not in single]
        text = tell.say(
            "Undo the {time} fold: its line {line}, and its part goes back from where it was folded {way}.",
            "Now unfold the {time} fold, which went {way}; its line {line}.",
            time=TIMES[count],
            line=_line(told, side, 100),
            way=creases.way(told),
        )
        if doubled:
            text += f" Mirrored about the line, {listed(doubled)}."
        if single:
            text += f" The paper is single at {spots(single)}, so nothing is added there."
        steps.append(text)
    steps.append(tell.say("The open sheet has {count} holes: {spots}.", count=len(flat), spots=spots([*flat])))
    for number in tell.wrong:
        shown = {(x, y) for x, y in truth["options"][number]}
        extra, lacking = shown - flat, flat - shown
        says = [f"has a hole at {spots([min(extra)])} that must not be there"] if extra else []
        says += [f"lacks the hole at {spots([min(lacking)])}"] if lacking else []
        steps.append(f"Option {tell.letters[number]} {listed(says)}.")
    return steps


def _folded(point: Point, folds: list[Fold]) -> Point:
    for fold in folds:
        point = fold.reflection(point) if fold.height(point) > 0 else point
    return point


def printed(truth: Json, tell: Teller) -> list[str]:
    """Tell how each fold goes, where print shows at the end, and what the wrong options show instead."""
    count, opaque = truth["cells"], truth["sheet"] == "opaque"
    steps = [f"Divide the sheet into {count} by {count} squares, and count rows from the top, columns from the left."]
    for time, told in zip(TIMES, truth["folds"]):
        steps.append(
            tell.say(
                "The {time} fold: its line {line}. What lies beyond goes {way} over the rest, mirrored about the line.",
                "In the {time} fold a part goes {way}; the line {line}. Mirror about it whatever lies on that part.",
                time=time,
                line=_line(told, count, count),
                way=creases.way(told),
            )
        )
    if len(truth["folds"]) == 1:
        steps.append(_carried(truth))
    if opaque:
        steps.append("The paper is opaque: where it lies double, only the marks of the uppermost layer are seen.")
    else:
        steps.append("The film is clear: where it lies double, the marks of both layers are seen.")
    due = truth["options"][tell.key]
    wide, high = _extent(_cells(due["areas"][0]))
    shown = _cells(due["print"])
    steps.append(
        tell.say(
            "The folded sheet reaches over {wide} columns and {high} rows, counted from its own upper left. Print "
            "shows "
            "in these columns: {rows}.",
            "Folded, the sheet is {wide} columns wide and {high} rows high. Counted from there, print is to be seen in "
            "these columns: {rows}.",
            wide=wide,
            high=high,
            rows=_rows(shown),
        )
    )
    return [*steps, *(_unlike(truth["options"][number], due, tell.letters[number], opaque) for number in tell.wrong)]


def _rows(cells: Iterable[Point]) -> str:
    """Return cells in words: "row 1: 2 and 3; row 2: 5"."""
    places = sorted(cells)
    columns = {row: [str(column + 1) for place, column in places if place == row] for row, _ in places}
    return "; ".join(f"row {row + 1}: {listed(found)}" for row, found in columns.items())


def _carried(truth: Json) -> str:
    """Return which print the only fold carries, and where to."""
    told = truth["folds"][0]
    a, b, c = told["line"]
    fold = Fold(a, b, 4 * c, told["moves"])
    marks = {(4 * column + x, 4 * row + y) for (row, column), digit in _cells(truth["print"]).items()
             for bit, (x, y) in QUARTERS.items() if digit & bit}  # fmt: skip
    gone = [mark for mark in marks if fold.height(mark) > 0]
    before, after = ({(y // 4, x // 4) for x, y in some} for some in (gone, map(fold.reflection, gone)))
    return f"On the part that moves, print is in these columns: {_rows(before)}. It comes to {_rows(after)}."


def _cells(rows: list[str]) -> Cells:
    return {
        (row, column): int(digit, 16)
        for row, digits in enumerate(rows)
        for column, digit in enumerate(digits)
        if digit != "0"
    }


def _extent(cells: Cells) -> tuple[int, int]:
    """Return how many columns and rows a sheet reaches over."""
    return max(column for _, column in cells) + 1, max(row for row, _ in cells) + 1


def _unlike(option: Json, due: Json, letter: str, opaque: bool) -> str:
    """Return something in which an option differs from what must be seen."""
    (wide, high), (width, height) = (_extent(_cells(one["areas"][0])) for one in (option, due))
    if (wide, high) != (width, height):
        return f"Option {letter} reaches over {wide} columns and {high} rows, not {width} and {height}."
    parts = [("print", option["print"], due["print"]), ("paper", option["areas"][0], due["areas"][0])]
    if opaque:
        parts.append(("the back of the paper", option["areas"][1], due["areas"][1]))
    elif len(option["areas"]) > 1 and len(due["areas"]) > 1:
        parts.append(("double film", option["areas"][1], due["areas"][1]))
    for what, rows, wanted in parts:
        shown, right = _cells(rows), _cells(wanted)
        if extra := sorted(shown.keys() - right.keys()):
            row, column = extra[0]
            return f"Option {letter} shows {what} in row {row + 1}, column {column + 1}, where there must be none."
        if lacking := sorted(right.keys() - shown.keys()):
            row, column = lacking[0]
            return f"Option {letter} shows no {what} in row {row + 1}, column {column + 1}, where there must be some."
        if other := sorted(place for place in shown if shown[place] != right[place]):
            row, column = other[0]
            return f"Option {letter} shows {what} in another part of the square in row {row + 1}, column {column + 1}."
    return f"In option {letter} the film lies in other layers."
