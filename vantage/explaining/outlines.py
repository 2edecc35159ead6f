"""How to compare flat figures by their outlines: turned cards, and figures hidden among lines."""

from __future__ import annotations

from cmath import phase
from math import degrees, sqrt

from vantage.item import Json
from vantage.telling import Teller

Side = tuple[float, int]  # its length in squares, and the bend after it in degrees, to the right if positive
Place = tuple[int, int]
WAYS = {
    (1, 0): "right",
    (1, 1): "down and right",
    (0, 1): "down",
    (-1, 1): "down and left",
    (-1, 0): "left",
    (-1, -1): "up and left",
    (0, -1): "up",
    (1, -1): "up and right",
}


def _sides(corners: list[complex]) -> list[Side]:
    """Return the sides of a card in order, as someone notes them who walks round it."""
    steps = [ahead - here for here, ahead in zip(corners, corners[1:] + corners[:1])]
    bends = [round(degrees(phase(b / a))) for a, b in zip(steps, steps[1:] + steps[:1])]
    return [(round(sqrt(abs(step) ** 2) / 2, 1), bend) for step, bend in zip(steps, bends)]


def _starts(sides: list[Side], wanted: list[Side]) -> list[int]:
    return [start for start in range(len(sides)) if sides[start:] + sides[:start] == wanted]


def _corners(seen: Json) -> list[complex]:
    return [complex(x, y) for x, y in seen["outline"]]


def _dots(seen: Json, corners: list[complex], start: int) -> list[tuple[int, int]]:
    """Return where dots lie, for someone who looks from a corner along the side that begins there."""
    ahead = corners[(start + 1) % len(corners)] - corners[start]
    spots = [(complex(x, y) - corners[start]) * ahead.conjugate() for x, y in seen["dots"]]
    return sorted((round(spot.real), round(spot.imag)) for spot in spots)


def turned_card(truth: Json, tell: Teller) -> list[str]:
    """Tell what a walk round the card gives, and which options give the same."""
    asked = truth["question"]
    corners = _corners(asked)
    sides = _sides(corners)
    first = max(range(len(sides)), key=lambda start: sides[start:] + sides[:start])
    wanted = sides[first:] + sides[:first]
    notes = ", ".join(f"{length:g} ({'right' if bend > 0 else 'left'} {abs(bend)}°)" for length, bend in wanted)
    steps = [
        tell.say(
            "Go clockwise round the card in the question from its longest side, and note how many squares long each "
            "side is and how you turn after it: {notes}.",
            "Clockwise from the longest side, the sides of the card in the question are so many squares long, with "
            "these turns after them: {notes}.",
            notes=notes,
        )
    ]
    base = _dots(asked, corners, first)
    return [*steps, *(_compared(number, truth, wanted, base, tell) for number in tell.shown)]


def _compared(number: int, truth: Json, wanted: list[Side], dots: list[tuple[int, int]], tell: Teller) -> str:
    """Return what a walk round an option gives."""
    option, letter = truth["options"][number], tell.letters[number]
    corners = _corners(option)
    if starts := _starts(_sides(corners), wanted):
        found = next((start for start in starts if _dots(option, corners, start) == dots), None)
        if found is None:
            return f"Option {letter} gives the same clockwise, but its dots are elsewhere."
        turn = _turn(truth, option, wanted, found)
        return tell.say(
            "Option {letter} gives the same clockwise{dots}: it is the card turned by {turn}° clockwise.",
            "In option {letter} the same comes up clockwise{dots}. Turn the card by {turn}° clockwise to see it there.",
            letter=letter,
            turn=turn,
            dots=", with the dots in the same places" if dots else "",
        )
    mirrored = [corner.conjugate() for corner in reversed(corners)]
    if starts := _starts(_sides(mirrored), wanted):
        flipped = {"dots": [[x, -y] for x, y in option["dots"]]}
        if any(_dots(flipped, mirrored, start) == dots for start in starts):
            return f"Option {letter} gives the same only counter-clockwise: it is the mirror image."
        return f"Option {letter} gives the same only counter-clockwise, and its dots are elsewhere."
    return f"Option {letter} gives other sides or turns, whichever way round you go."


def _turn(truth: Json, option: Json, wanted: list[Side], start: int) -> int:
    """Return by how many degrees the card is turned clockwise from the question to an option."""
    asked = truth["question"]
    there, here = _corners(option), _corners(asked)
    dots = _dots(option, there, start)
    first = next(at for at in _starts(_sides(here), wanted) if _dots(asked, here, at) == dots)
    ways = [phase(corners[(at + 1) % len(corners)] - corners[at]) for corners, at in ((there, start), (here, first))]
    turn: int = round(degrees(ways[0] - ways[1]) + option["angle"] - asked["angle"]) % 360
    return turn


def hidden_figure(truth: Json, tell: Teller) -> list[str]:
    """Tell the way round the simple figure, where it can be gone, and how far it can be gone elsewhere."""
    corners = [(x, y) for x, y in truth["figure"]]
    first = min(range(len(corners)), key=lambda number: (corners[number][1], corners[number][0]))
    corners = corners[first:] + corners[:first]
    legs = [_leg(a, b) for a, b in zip(corners, corners[1:] + corners[:1])]
    steps = [
        "Points are counted in squares from the left and from the top: (2, 1) is two to the right, one down.",
        tell.say(
            "From the left end of its top, the outline of the figure goes clockwise, in squares: {legs}.",
            "Follow the outline of the figure clockwise from the left end of its top, counting squares: {legs}.",
            legs=", ".join(f"{count} {WAYS[step]}" for count, step in legs),
        ),
    ]
    walk = [step for count, step in legs for _ in range(count)]
    return [*steps, *(_searched(number, truth, walk, tell) for number in tell.shown)]


def _leg(a: Place, b: Place) -> tuple[int, Place]:
    count = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    return count, ((b[0] - a[0]) // count, (b[1] - a[1]) // count)


def _searched(number: int, truth: Json, walk: list[Place], tell: Teller) -> str:
    """Return where the walk stays on the lines of an option, or where it stays there for the most part."""
    lines = {frozenset({(a, b), (c, d)}) for a, b, c, d in truth["options"][number]}
    reach = range(truth["side"] + 1)
    tried = {(x, y): _missing((x, y), walk, lines) for x in reach for y in reach}
    (x, y), missing = min(tried.items(), key=lambda pair: len(pair[1]))
    values = {"letter": tell.letters[number], "x": x, "y": y, "count": len(missing), "all": len(walk)}
    if not missing:
        return tell.say(
            "In option {letter} all of it lies on lines, beginning at ({x}, {y}).",
            "Option {letter} has every part of it: begin at ({x}, {y}).",
            **values,
        )
    (a, b), (c, d) = missing[0]
    return tell.say(
        "In option {letter} at least {count} of its {all} parts, each along or across one square, cannot be found, "
        "wherever you begin; from ({x}, {y}), for one, there is no line between ({a}, {b}) and ({c}, {d}).",
        "Option {letter} always lacks at least {count} of the {all} parts, each along or across one square: begun at "
        "({x}, {y}), there is no line between ({a}, {b}) and ({c}, {d}).",
        **values,
        a=a,
        b=b,
        c=c,
        d=d,
    )


def _missing(start: Place, walk: list[Place], lines: set[frozenset[Place]]) -> list[tuple[Place, Place]]:
    """Return the parts of a walk that are not on the lines."""
    here, found = start, []
    for dx, dy in walk:
        there = (here[0] + dx, here[1] + dy)
        if frozenset({here, there}) not in lines:
            found.append((here, there))
        here = there
    return found
