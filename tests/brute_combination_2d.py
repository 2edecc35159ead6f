"""Paper form board by brute force: try all unions of all placements, piece after piece, until the figure is filled."""

from __future__ import annotations

from typing import Any


def _placements(cells: list[list[int]], figure: frozenset[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    """Return every set of the figure's cells on which the piece can lie, turned by quarters."""
    reach = range(-20, 21)
    found = set()
    for _ in range(4):
        cells = [[y, -x] for x, y in cells]
        for dx in reach:
            for dy in reach:
                x, y = cells[0]
                if (x + dx, y + dy) in figure:
                    found.add(frozenset((x + dx, y + dy) for x, y in cells))
    return {place for place in found if place <= figure}


def _builds(pieces: list[list[list[int]]], figure: frozenset[tuple[int, int]]) -> bool:
    unions: set[frozenset[tuple[int, int]]] = {frozenset()}
    for piece in pieces:
        places = _placements(piece, figure)
        unions = {done | place for done in unions for place in places if not done & place}
    return figure in unions


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only option that the pieces build, else ""."""
    pieces = [piece["cells"] for piece in truth["pieces"]]
    right = [
        letter
        for letter, option in zip("ABCDEFGH", truth["options"])
        if _builds(pieces, frozenset((x, y) for x, y in option))
    ]
    return right[0] if len(right) == 1 else ""
