"""Read what is said of the outlines of flat figures, and check it on points: turned, mirrored and shifted."""

from __future__ import annotations

import re
from cmath import phase, rect
from itertools import pairwise
from math import degrees, radians
from typing import Any

from tests.claims import Rule, Told

WAYS = {
    "right": (1, 0),
    "left": (-1, 0),
    "down": (0, 1),
    "up": (0, -1),
    "down and right": (1, 1),
    "down and left": (-1, 1),
    "up and right": (1, -1),
    "up and left": (-1, -1),
}
Walk = list[tuple[float, float]]


def _points(seen: Any, angle: float = 0.0) -> tuple[list[complex], list[complex]]:
    """Corners and dots as they are drawn, turned further clockwise by an angle; x to the right, y down."""
    turn = rect(1, radians(seen["angle"] + angle))
    return [complex(*at) * turn for at in seen["outline"]], [complex(*at) * turn for at in seen["dots"]]


def _alike(one: list[complex], other: list[complex]) -> bool:
    """Whether the same points lie there after a shift."""
    if len(one) != len(other):
        return False
    return any(all(min((abs(a + first - one[0] - b) for b in other), default=9) < 1e-6 for a in one) for first in other)


def _marked(corners: list[complex], spots: list[complex]) -> list[complex]:
    """All that must agree, as points: corners, middles of sides, and dots, each kind put far from the others."""
    middles = [(a + b) / 2 for a, b in zip(corners, corners[1:] + corners[:1])]
    return [*corners, *(middle + 1e4 for middle in middles), *(spot + 2e4 for spot in spots)]


def _same(asked: Any, option: Any, mirrored: bool, dots: bool, angles: Any = range(360)) -> bool:
    """Whether an option is the question's card, turned by one of the angles, perhaps mirrored, with or without dots."""
    corners, spots = _points(option)
    for angle in angles:
        turned, marks = _points(asked, angle)
        if mirrored:
            turned, marks = ([point.conjugate() for point in some] for some in (turned, marks))
        if _alike(_marked(turned, marks if dots else []), _marked(corners, spots if dots else [])):
            return True
    return False


def _angles(told: Told, option: Any, mirrored: bool) -> list[int]:
    """The angles by which an edge of the question's card comes to lie along one of the option's."""
    first, then = _points(told.truth["question"])[0][:2]
    edge = (then - first).conjugate() if mirrored else then - first
    corners = _points(option)[0]
    steps = [b - a for a, b in zip(corners, corners[1:] + corners[:1])]
    found = {round(degrees(phase(step / edge))) % 360 for step in [*steps, *(-step for step in steps)]}
    return sorted({-angle % 360 for angle in found} if mirrored else found)


def _is(told: Told, letter: str, mirrored: bool, dots: bool) -> bool:
    option = told.truth["options"][told.number(letter)]
    return _same(told.truth["question"], option, mirrored, dots, _angles(told, option, mirrored))


def _walk(told: Told, notes: str) -> bool:
    """Go the way that the notes say, and see whether it is the card, with its longest side first."""
    said = re.findall(r"([\d.]+) \((right|left) (\d+)°\)", notes)
    here, heading, corners = 0j, 1 + 0j, [0j]
    lengths = [
        2 * {1.4: 2**0.5, 2.8: 8**0.5, 4.2: 18**0.5, 5.7: 32**0.5}.get(float(one), float(one)) for one, _, _ in said
    ]
    for length, (_, side, bend) in zip(lengths, said):
        here += length * heading
        corners.append(here)
        heading *= rect(1, radians(float(bend) if side == "right" else -float(bend)))
    closed = abs(here) < 1e-6 and abs(heading - 1) < 1e-6 and notes.count("(") == len(said)
    card = {"outline": [(one.real, one.imag) for one in corners[:-1]], "dots": [], "angle": 0}
    asked = {**told.truth["question"], "dots": []}
    area = sum((a.conjugate() * b).imag for a, b in pairwise(corners))  # positive: clockwise, as y grows downward
    same = _same(card, asked, False, False, range(0, 360, 5))
    return closed and same and area > 0 and lengths[0] == max(lengths)


def _turned(told: Told, letter: str, turn: str) -> bool:
    option = told.truth["options"][told.number(letter)]
    return _same(told.truth["question"], option, False, True, [int(turn)])


def _claimed(told: Told, letter: str, dots: str | None) -> bool:
    told.said["letter"] = letter
    return bool(dots) == bool(told.truth["question"]["dots"]) and _is(told, letter, False, True)


def _figure(told: Told, legs: str) -> bool:
    """Go the way round that is told, from the left end of the top: it must pass the figure's corners, clockwise."""
    corners = [tuple(corner) for corner in told.truth["figure"]]
    start = min(corners, key=lambda corner: (corner[1], corner[0]))
    here, passed, walk = start, [], []
    for leg in legs.split(", "):
        count, way = leg.split(" ", 1)
        dx, dy = WAYS[way]
        passed.append(here)
        walk += [(dx, dy)] * int(count)
        here = (here[0] + int(count) * dx, here[1] + int(count) * dy)
    told.said["walk"] = walk
    first = corners.index(start)
    return here == start and passed == corners[first:] + corners[:first]


def _lacking(told: Told, letter: str, start: tuple[int, int]) -> list[Any]:
    drawn = {tuple(edge) for edge in told.truth["options"][told.number(letter)]}
    (x, y), found = start, []
    for dx, dy in told.said["walk"]:
        if not {(x, y, x + dx, y + dy), (x + dx, y + dy, x, y)} & drawn:
            found.append({(x, y), (x + dx, y + dy)})
        x, y = x + dx, y + dy
    return found


def _hidden(told: Told, letter: str, x: str, y: str) -> bool:
    return not _lacking(told, letter, (int(x), int(y)))


def _absent(told: Told, letter: str, count: str, all: str, x: str, y: str, a: str, b: str, c: str, d: str) -> bool:
    side = told.truth["side"]
    fewest = min(len(_lacking(told, letter, (i, j))) for i in range(side + 1) for j in range(side + 1))
    gap = {(int(a), int(b)), (int(c), int(d))}
    whole = len(told.said["walk"]) == int(all)
    return whole and fewest == int(count) > 0 and gap in _lacking(told, letter, (int(x), int(y)))


LETTER, POINT = "(?P<letter>[A-D])", r"\((?P<{}>-?\d+), (?P<{}>-?\d+)\)"
GAP = f"there is no line between {POINT.format('a', 'b')} and {POINT.format('c', 'd')}\\."
COUNT = r"at least (?P<count>\d+) of (?:its|the) (?P<all>\d+) parts, each along or across one square"
RULES: dict[str, list[Rule]] = {
    "rotation_2d": [
        (
            r"Go clockwise round the card in the question from its longest side, and note how many squares long each "
            r"side is "
            r"and how you turn after it: (?P<notes>.*)\.",
            _walk,
        ),
        (
            r"Clockwise from the longest side, the sides of the card in the question are so many squares long, with "
            r"these "
            r"turns after them: (?P<notes>.*)\.",
            _walk,
        ),
        (
            f"Option {LETTER} gives the same clockwise(?P<dots>, with the dots in the same places)?: it is the card "
            f"turned by "
            r"(?P<turn>\d+)° clockwise\.",
            lambda told, letter, dots, turn: _claimed(told, letter, dots) and _turned(told, letter, turn),
        ),
        (f"In option {LETTER} the same comes up clockwise(?P<dots>, with the dots in the same places)?\\.", _claimed),
        (
            r"Turn the card by (?P<turn>\d+)° clockwise to see it there\.",
            lambda told, turn: _turned(told, told.said["letter"], turn),
        ),
        (
            f"Option {LETTER} gives the same clockwise, but its dots are elsewhere\\.",
            lambda told, letter: _is(told, letter, False, False) and not _is(told, letter, False, True),
        ),
        (
            f"Option {LETTER} gives the same only counter-clockwise: it is the mirror image\\.",
            lambda told, letter: _is(told, letter, True, True) and not _is(told, letter, False, False),
        ),
        (
            f"Option {LETTER} gives the same only counter-clockwise, and its dots are elsewhere\\.",
            lambda told, letter: (
                _is(told, letter, True, False)
                and not _is(told, letter, True, True)
                and not _is(told, letter, False, False)
            ),
        ),
        (
            f"Option {LETTER} gives other sides or turns, whichever way round you go\\.",
            lambda told, letter: not _is(told, letter, False, False) and not _is(told, letter, True, False),
        ),
    ],
    "shape_finding_2d": [
        (
            r"Points are counted in squares from the left and from the top: \(2, 1\) is two to the right, one down\.",
            lambda told: True,
        ),
        (
            r"From the left end of its top, the outline of the figure goes clockwise, in squares: (?P<legs>.*)\.",
            _figure,
        ),
        (
            r"Follow the outline of the figure clockwise from the left end of its top, counting squares: "
            r"(?P<legs>.*)\.",
            _figure,
        ),
        (f"In option {LETTER} all of it lies on lines, beginning at {POINT.format('x', 'y')}\\.", _hidden),
        (f"Option {LETTER} has every part of it: begin at {POINT.format('x', 'y')}\\.", _hidden),
        (
            f"In option {LETTER} {COUNT}, cannot be found, wherever you begin; from {POINT.format('x', 'y')}, for one, "
            f"{GAP}",
            _absent,
        ),
        (f"Option {LETTER} always lacks {COUNT}: begun at {POINT.format('x', 'y')}, {GAP}", _absent),
    ],
}
