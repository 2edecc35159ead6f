"""Read how sheets are said to be folded and unfolded, and follow every point of them."""

from __future__ import annotations

import itertools
import json
import re
from functools import cache
from typing import Any

from tests.claims import Rule, Told

TIMES = ("first", "second", "third")
WAYS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
Point = tuple[int, int]


def _mirrored(fold: Any, x: float, y: float, scale: int = 1) -> tuple[float, float]:
    a, b, c = fold["line"]
    step = 2 * (a * x + b * y - scale * c) / (a * a + b * b)
    return x - a * step, y - b * step


def _beyond(fold: Any, x: float, y: float, scale: int = 1) -> bool:
    a, b, c = fold["line"]
    return (a * x + b * y - scale * c) * fold["moves"] > 0


def _line(told: Told, time: str, way: str, kind: str, share: str | None, per: int, side: int) -> bool:
    fold = told.truth["folds"][TIMES.index(time)]
    a, b, c = fold["line"]
    told.said["fold"] = TIMES.index(time)
    # A point on the side that moves goes this way.
    there = (a * fold["moves"] * 1000, b * fold["moves"] * 1000)
    to = _mirrored({**fold, "line": [a, b, 0]}, *there)
    moved = (to[0] - there[0], to[1] - there[1])
    if way == "diagonally":
        straight = moved[0] != 0 and moved[1] != 0
    else:
        dx, dy = WAYS[way]
        straight = dx * moved[0] > 0 and moved[1] == 0 if dx else dy * moved[1] > 0 and moved[0] == 0
    if kind == "slants up to the right":
        return straight and a == b != 0
    if kind == "slants down to the right":
        return straight and a == -b != 0
    if kind.startswith("is vertical"):
        return straight and b == 0 and abs(int(share or 0) - c * per / (side * a)) <= 0.5
    return straight and a == 0 and abs(int(share or 0) - c * per / (side * b)) <= 0.5


def _spots(text: str) -> list[Point]:
    return [(int(x), int(y)) for x, y in re.findall(r"\((-?\d+), (-?\d+)\)", text)]


def _percent(told: Told, points: Any) -> set[Point]:
    side = told.truth["side"]
    return {(round(100 * x / side), round(100 * y / side)) for x, y in points}


def _open(told: Told) -> dict[Point, list[Point]]:
    """Each point of the flat sheet that ends under a punch, with where it is after each fold."""
    return _ways(*(json.dumps(told.truth[name]) for name in ("side", "folds", "punches")))


@cache
def _ways(side: str, folds: str, punches: str) -> dict[Point, list[Any]]:
    wanted, lines, ways = {(x, y) for x, y in json.loads(punches)}, json.loads(folds), {}
    for start in itertools.product(range(int(side) + 1), repeat=2):
        way: list[Any] = [start]
        for fold in lines:
            way.append(_mirrored(fold, *way[-1]) if _beyond(fold, *way[-1]) else way[-1])
        if way[-1] in wanted:
            ways[start] = way
    return ways


def _stage(told: Told, count: int) -> set[Point]:
    return {way[count] for way in _open(told).values()}


def _punched(told: Told, spots: str) -> bool:
    return set(_spots(spots)) == _percent(told, told.truth["punches"])


def _doubled(told: Told, pairs: str) -> bool:
    fold, before = told.said["fold"], _stage(told, told.said["fold"])
    due = set()
    for x, y in _stage(told, fold + 1):
        there = _mirrored(told.truth["folds"][fold], x, y)
        if there in before:
            due.add((*_percent(told, [(x, y)]), *_percent(told, [there])))
    told.said["doubled"] = {one for one, _ in due}
    said = {tuple(_spots(pair)) for pair in re.split(r" and (?=\()|(?<=\)), ", pairs)}
    return said == due


def _single(told: Told, spots: str) -> bool:
    fold, before = told.said["fold"], _stage(told, told.said["fold"])
    due = [at for at in _stage(told, fold + 1) if _mirrored(told.truth["folds"][fold], *at) not in before]
    return set(_spots(spots)) == _percent(told, due)


def _whole(told: Told, count: str, spots: str) -> bool:
    return int(count) == len(_open(told)) and set(_spots(spots)) == _percent(told, _open(told))


def _unlike(told: Told, letter: str, says: str) -> bool:
    shown = _percent(told, told.truth["options"][told.number(letter)])
    due = _percent(told, _open(told))
    extra, lacking = (
        re.search(pattern, says) for pattern in (r"has a hole at (\(.*?\))", r"lacks the hole at (\(.*?\))")
    )
    right = [set(_spots(extra[1])) <= shown - due] if extra else []
    right += [set(_spots(lacking[1])) <= due - shown] if lacking else []
    return bool(right) and all(right)


# -- Printed sheets, in quarters of cells: their middles in quarters of a cell's side

MIDDLES = {1: (2, 1), 2: (3, 2), 4: (2, 3), 8: (1, 2)}


def _quarters(rows: list[str]) -> set[Point]:
    return {
        (4 * column + x, 4 * row + y)
        for row, digits in enumerate(rows)
        for column, digit in enumerate(digits)
        for bit, (x, y) in MIDDLES.items()
        if int(digit, 16) & bit
    }


def _cells(quarters: Any) -> set[Point]:
    return {(int(y // 4) + 1, int(x // 4) + 1) for x, y in quarters}


def _said_cells(text: str) -> set[Point]:
    found = set()
    for row, columns in re.findall(r"row (-?\d+): ([-\d, and]+)", text):
        found |= {(int(row), int(column)) for column in re.findall(r"-?\d+", columns)}
    return found


def _carried(told: Told, before: str, after: str) -> bool:
    (fold,) = told.truth["folds"]
    gone = [at for at in _quarters(told.truth["print"]) if _beyond(fold, *at, 4)]
    came = [_mirrored(fold, *at, 4) for at in gone]
    return _said_cells(before) == _cells(gone) and _said_cells(after) == _cells(came)


def _seen(told: Told) -> dict[str, set[Point]]:
    """What shows of the folded sheet, from its own upper left: paper, print, back and double film."""
    if "seen" not in told.said:
        count, printed = told.truth["cells"], _quarters(told.truth["print"])
        stacks: dict[Any, list[Any]] = {}
        for start in _quarters(["f" * count] * count):
            at, height, back = start, 0, False
            for place, fold in enumerate(told.truth["folds"]):
                if _beyond(fold, *at, 4):
                    # Turned over onto the rest: what was on top comes to lie lowest among what moves.
                    at, height, back = _mirrored(fold, *at, 4), 10 ** (place + 2) - height, not back
            stacks.setdefault(at, []).append((height, start, back))
        left, top = (min(at[axis] for at in stacks) // 4 * 4 for axis in (0, 1))
        opaque = told.truth["sheet"] == "opaque"
        shown = {(x - left, y - top): sorted(some) for (x, y), some in stacks.items()}
        inked = {
            at for at, some in shown.items() if any(one in printed for _, one, _ in (some[-1:] if opaque else some))
        }
        told.said["seen"] = {
            "paper": set(shown),
            "print": inked,
            "the back of the paper": {at for at, some in shown.items() if some[-1][2]},
            "double film": {at for at, some in shown.items() if len(some) > 1},
        }
    found: dict[str, set[Point]] = told.said["seen"]
    return found


def _offered(told: Told, letter: str, what: str) -> set[Point]:
    option = told.truth["options"][told.number(letter)]
    return _quarters(option["print"] if what == "print" else option["areas"][0 if what == "paper" else 1])


def _size(cells: set[Point]) -> tuple[int, int]:
    return max(column for _, column in cells), max(row for row, _ in cells)


def _reach(told: Told, wide: str, high: str) -> bool:
    return _size(_cells(_seen(told)["paper"])) == (int(wide), int(high))


def _sized(told: Told, letter: str, wide: str, high: str, width: str, height: str) -> bool:
    shown, due = _size(_cells(_offered(told, letter, "paper"))), _size(_cells(_seen(told)["paper"]))
    return shown == (int(wide), int(high)) != due == (int(width), int(height))


def _differs(told: Told, letter: str, what: str, row: str, column: str, extra: bool | None) -> bool:
    shown, due = _offered(told, letter, what), _seen(told)[what]
    at = (int(row), int(column))
    if extra is None:
        inside = [{one for one in some if _cells([one]) == {at}} for some in (shown, due)]
        return bool(inside[0]) and bool(inside[1]) and inside[0] != inside[1]
    return (at in _cells(shown)) == extra != (at in _cells(due))


LINE = (
    r"its line (?P<kind>slants up to the right|slants down to the right|is vertical, (?:(?P<across>-?\d+)) from the "
    r"left|"
    r"is horizontal, (?:(?P<down>-?\d+)) from the top)"
)
TIME, WAY = "(?P<time>first|second|third)", "(?P<way>right|left|up|down|diagonally)"
LETTER = "(?P<letter>[A-D])"
AT = r"row (?P<row>\d+), column (?P<column>\d+)"


def _hole_line(told: Told, time: str, way: str, kind: str, across: str | None, down: str | None) -> bool:
    return _line(told, time, way, kind, across or down, 100, told.truth["side"])


def _print_line(told: Told, time: str, way: str, kind: str, across: str | None, down: str | None) -> bool:
    return _line(told, time, way, kind, across or down, told.truth["cells"], told.truth["cells"])


RULES: dict[str, list[Rule]] = {
    "fold_and_punch": [
        (r"Places are in percent of the sheet's side, from the left and from the top\.", lambda told: True),
        (r"The folded sheet has been punched at (?P<spots>.*)\.", _punched),
        (r"Holes in the folded sheet: (?P<spots>.*)\.", _punched),
        (f"Undo the {TIME} fold: {LINE}, and its part goes back from where it was folded {WAY}\\.", _hole_line),
        (f"Now unfold the {TIME} fold, which went {WAY}; {LINE}\\.", _hole_line),
        (r"Mirrored about the line, (?P<pairs>.*)\.", _doubled),
        (r"The paper is single at (?P<spots>.*), so nothing is added there\.", _single),
        (r"The open sheet has (?P<count>\d+) holes: (?P<spots>.*)\.", _whole),
        (f"Option {LETTER} (?P<says>(?:has a|lacks the) hole at .*)\\.", _unlike),
    ],
    "folding_2d": [
        (
            r"Divide the sheet into (?P<n>\d+) by (?P=n) squares, and count rows from the top, columns from the left\.",
            lambda told, n: int(n) == told.truth["cells"],
        ),
        (f"The {TIME} fold: {LINE}\\.", lambda told, **said: bool(told.said.update(line=said)) or True),
        (
            f"What lies beyond goes {WAY} over the rest, mirrored about the line\\.",
            lambda told, way: _print_line(told, way=way, **told.said["line"]),
        ),
        (f"In the {TIME} fold a part goes {WAY}; {LINE.replace('its line', 'the line')}\\.", _print_line),
        (r"Mirror about it whatever lies on that part\.", lambda told: True),
        (
            r"On the part that moves, print is in these columns: (?P<rows>row.*)\.",
            lambda told, rows: bool(told.said.update(before=rows)) or True,
        ),
        (r"It comes to (?P<rows>row.*)\.", lambda told, rows: _carried(told, told.said["before"], rows)),
        (
            r"The paper is opaque: where it lies double, only the marks of the uppermost layer are seen\.",
            lambda told: told.truth["sheet"] == "opaque",
        ),
        (
            r"The film is clear: where it lies double, the marks of both layers are seen\.",
            lambda told: told.truth["sheet"] == "clear",
        ),
        (
            r"The folded sheet reaches over (?P<wide>\d+) columns and (?P<high>\d+) rows, counted from its own upper "
            r"left\.",
            _reach,
        ),
        (r"Folded, the sheet is (?P<wide>\d+) columns wide and (?P<high>\d+) rows high\.", _reach),
        (
            r"(?:Print shows|Counted from there, print is to be seen) in these columns: (?P<rows>row.*)\.",
            lambda told, rows: _said_cells(rows) == _cells(_seen(told)["print"]),
        ),
        (
            f"Option {LETTER} reaches over (?P<wide>\\d+) columns and (?P<high>\\d+) rows, not (?P<width>\\d+) and "
            r"(?P<height>\d+)\.",
            _sized,
        ),
        (
            f"Option {LETTER} shows (?P<what>print|paper|the back of the paper|double film) in {AT}, where there must "
            f"be "
            r"none\.",
            lambda told, **said: _differs(told, **said, extra=True),
        ),
        (
            f"Option {LETTER} shows no (?P<what>print|paper|the back of the paper|double film) in {AT}, where there "
            f"must be "
            r"some\.",
            lambda told, **said: _differs(told, **said, extra=False),
        ),
        (
            f"Option {LETTER} shows (?P<what>print|paper|the back of the paper|double film) in another part of the "
            f"square in "
            f"{AT}\\.",
            lambda told, **said: _differs(told, **said, extra=None),
        ),
    ],
}
