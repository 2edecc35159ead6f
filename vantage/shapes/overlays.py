"""Lazy readings of a punched sheet: rules that look at the question and the options and unfold nothing.

Each takes the truth of a task about punched sheets (`punches.TRUTH`) and scores its options, as `task.SideDoor` says.
"""

from __future__ import annotations

from vantage.item import Json


def counted(truth: Json) -> list[float]:
    """Score options with the right number of holes, among them those that show on the folded sheet."""
    return [float(_due(truth, holes) and all(p in holes for p in truth["punches"])) for holes in truth["options"]]


def overlaid(truth: Json) -> list[float]:
    """Score options with the right number of holes that have the punches, and no other holes, where the sheet lies."""
    shown = [sorted(hole for hole in holes if _covered(truth, hole)) for holes in truth["options"]]
    return [float(_due(truth, o) and s == sorted(truth["punches"])) for o, s in zip(truth["options"], shown)]


def emptiest(truth: Json) -> list[float]:
    """Score options by how few holes they have where the folded sheet lies."""
    return [-float(sum(_covered(truth, hole) for hole in holes)) for holes in truth["options"]]


def symmetric(truth: Json) -> list[float]:
    """Score options that are symmetric about the first fold line, wherever the holes were punched."""
    a, b, c = truth["folds"][0]["line"]

    def mirrored(x: int, y: int) -> list[int]:
        step = 2 * (a * x + b * y - c) // (a * a + b * b)
        return [x - a * step, y - b * step]

    return [float(all(mirrored(*hole) in holes for hole in holes)) for holes in truth["options"]]


def _due(truth: Json, holes: list[list[int]]) -> bool:
    """Return whether there are as many holes as there are punches in all layers."""
    return len(holes) == len(truth["punches"]) << len(truth["folds"])


def _covered(truth: Json, hole: list[int]) -> bool:
    """Return whether the folded sheet lies on a place of the flat one: no fold has moved the paper away from it."""
    lines = ((fold["line"], fold["moves"]) for fold in truth["folds"])
    return all((a * hole[0] + b * hole[1] - c) * moves < 0 for (a, b, c), moves in lines)
