"""How to lay flat pieces into a figure: which goes where in the right one, and that no way fills the others."""

from __future__ import annotations

from vantage.item import Json
from vantage.telling import Teller, listed

Cell = tuple[int, int]
Spot = tuple[int, frozenset[Cell]]  # quarter turns clockwise, and the squares that are covered


def laid(truth: Json, tell: Teller) -> list[str]:
    """Tell how the pieces fill the right figure."""
    pieces = [[(x, y) for x, y in piece["cells"]] for piece in truth["pieces"]]
    figures = [frozenset((x, y) for x, y in cells) for cells in truth["options"]]
    count = sum(map(len, pieces))
    named = [
        f"piece {number} with {len(cells)} squares, {_where(piece['middle'])}"
        for number, (piece, cells) in enumerate(zip(truth["pieces"], pieces), 1)
    ]
    steps = [
        tell.say(
            "Number the pieces: {named}. Together they have {count} squares, as every figure has.",
            "Call them {named}. They have {count} squares in all; so has each figure, so counting does not help.",
            named=listed(named),
            count=count,
        )
    ]
    spots = _filled(pieces, figures[tell.key])
    turns = [(90 * quarters - piece["angle"]) % 360 for (quarters, _), piece in zip(spots, truth["pieces"])]
    said = [
        f"piece {number} {f'turned by {turn}° clockwise' if turn else 'as it lies'}"
        for number, turn in enumerate(turns, 1)
    ]
    owner = {cell: str(number) for number, (_, cells) in enumerate(spots, 1) for cell in cells}
    wide, high = (max(axis) + 1 for axis in zip(*figures[tell.key]))
    rows = " / ".join("".join(owner.get((x, y), "-") for x in range(wide)) for y in range(high))
    steps.append(
        tell.say(
            "The figure of option {letter} is filled by {said}. In rows from the top, a digit for the piece on each "
            "square: {rows}.",
            "Take option {letter}: {said} fill it. Here it is in rows from the top, each square with the number of its "
            "piece: {rows}.",
            letter=tell.right,
            said=listed(said),
            rows=rows,
        )
    )
    return [*steps, *(_failing(pieces, figures[number], tell.letters[number]) for number in tell.wrong)]


def _where(middle: list[float]) -> str:
    x, y = middle
    return f"at the {'upper' if y < 0 else 'lower'} {'left' if x < 0 else 'right'}"


def _failing(pieces: list[list[Cell]], figure: frozenset[Cell], letter: str) -> str:
    ways = len({cells for _, cells in _spots(pieces[0], figure)})
    if not ways:
        return f"In option {letter} there is no room for piece 1."
    places = "1 place" if ways == 1 else f"{ways} places"
    return f"In option {letter} piece 1 fits in {places}, but the others never fill what is left."


def _spots(piece: list[Cell], figure: frozenset[Cell]) -> list[Spot]:
    """Return all ways to lay a piece into a figure, turned as little as possible first."""
    found: list[Spot] = []
    for quarters in range(4):
        (ax, ay) = piece[0]
        for x, y in sorted(figure):
            cells = frozenset((x + u - ax, y + v - ay) for u, v in piece)
            if cells <= figure:
                found.append((quarters, cells))
        piece = [(-y, x) for x, y in piece]
    return found


def _filled(pieces: list[list[Cell]], figure: frozenset[Cell]) -> list[Spot]:
    """Return where the pieces go in turn, so that they fill the figure; empty if they cannot."""
    if not pieces:
        return []
    for spot in _spots(pieces[0], figure):
        rest = _filled(pieces[1:], figure - spot[1])
        if len(rest) == len(pieces) - 1:
            return [spot, *rest]
    return []
