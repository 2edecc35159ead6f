"""Lazy readings of a punched sheet: rules that look at the question and the options and do not unfold all of it.

Each takes the truth of a task about punched sheets (`punches.TRUTH`) and scores its options, as `task.SideDoor` says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vantage.item import Json
from vantage.shapes import paper, punches
from vantage.task import TIERS, SideDoor

Rule = Callable[[Json], list[float]]


def side_doors(**limits: Sequence[float]) -> tuple[SideDoor, ...]:
    """Return the lazy rules of a task about punched sheets, each with its limits for the tiers in order."""
    return tuple(SideDoor(name, rule, dict(zip(TIERS, limits[rule.__name__])), reason) for name, rule, reason in _DOORS)


def counted(truth: Json) -> list[float]:
    """Score options with the right number of holes, among them those that show on the folded sheet."""
    due = len(paper.unfold(_folds(truth), _points(truth["punches"])))
    return [float(len(holes) == due and all(p in holes for p in truth["punches"])) for holes in truth["options"]]


def overlaid(truth: Json) -> list[float]:
    """Score options with as many holes as due, of which just the punches show, even in part, on the folded sheet."""
    shown = [[hole for hole in sorted(holes) if _covered(truth, hole)] for holes in truth["options"]]
    return [one * (seen == sorted(truth["punches"])) for one, seen in zip(counted(truth), shown)]


def emptiest(truth: Json) -> list[float]:
    """Score options by how few holes they have where the folded sheet lies."""
    return [-float(sum(_covered(truth, hole) for hole in holes)) for holes in truth["options"]]


def symmetric(truth: Json) -> list[float]:
    """Score options as `overlaid` does, then by the rows of the punches, then by symmetry about the sheet's middle."""
    due = {_row(truth, punch) for punch in truth["punches"]}
    rows = [{_row(truth, hole) for hole in holes} for holes in truth["options"]]
    kept = [float(own == due if len(truth["folds"]) == 1 else own >= due) for own in rows]
    return [2 * a + b - _lopsided(truth, holes) for a, b, holes in zip(overlaid(truth), kept, truth["options"])]


def widest(truth: Json) -> list[float]:
    """Score options as `overlaid` does, then by how far apart their holes lie across the fold lines."""
    return [2 * a + b for a, b in zip(overlaid(truth), _spreads(truth))]


def narrowest(truth: Json) -> list[float]:
    """Score options as `overlaid` does, then by how close together their holes lie across the fold lines."""
    return [2 * a - b for a, b in zip(overlaid(truth), _spreads(truth))]


def ranked(truth: Json) -> list[float]:
    """Score options as `overlaid` does; the farther beside the middle a line lies, the farther apart its holes."""
    seen, misses = overlaid(truth), [0.0] * len(truth["options"])
    for number, fold in enumerate(_folds(truth)):
        wide = [_spread(fold, holes) for holes in truth["options"]]
        left = sorted({w for w, one in zip(wide, seen) if one})
        far = _off(truth, number)
        for option, width in enumerate(wide):
            if width in left and len(left) > 1:
                misses[option] += abs(left.index(width) / (len(left) - 1) - min(far, 1))
    return [9 * a - b for a, b in zip(seen, misses)]


def first_alone(truth: Json) -> list[float]:
    """Score options as `overlaid` does, and of several folds undo the first alone, wherever the holes were punched."""
    seen, first = overlaid(truth), _folds(truth)[:1]
    if len(truth["folds"]) == 1:
        return seen
    kept = [[(x, y) for x, y in holes if first[0].height((x, y)) < 0] for holes in truth["options"]]
    return [
        one * (paper.unfold(first, near) == _points(holes)) for one, near, holes in zip(seen, kept, truth["options"])
    ]


def last_alone(truth: Json) -> list[float]:
    """Score options as `overlaid` does, and of several folds undo the last alone: the punches have mirror images."""
    seen, folds = overlaid(truth), _folds(truth)
    if len(folds) == 1:
        return seen
    outline = paper.folded(folds[:-1]).outline
    images = {folds[-1].reflection(punch) for punch in _points(truth["punches"])}
    due = {image for image in images if paper.margins(outline, np.array(image)) > 0}
    return [one * (due <= _points(holes)) for one, holes in zip(seen, truth["options"])]


_MIRRORING = "half of unfolding where there are two folds; with one it would be all of it, and so is not done"
_DOORS: tuple[tuple[str, Rule, str], ...] = (
    ("counts the holes and finds those that show", counted, "most of a set have as many holes"),
    ("lays the folded sheet on the options", overlaid, "several sheets of a set agree there"),
    ("fewest holes where the folded sheet lies", emptiest, "the key has only the punches there"),
    (
        "lays the folded sheet on the options; then the rows that the fold keeps; then the most symmetric",
        symmetric,
        "several sheets of a set agree in all that shows, and in their rows",
    ),
    ("lays the folded sheet on the options; then the holes farthest apart", widest, "two of three are the wider one"),
    ("lays the folded sheet on the options; then the holes closest together", narrowest, "as far as laying goes"),
    (
        "lays the folded sheet on the options; then holes the farther apart, the farther a line is from the middle",
        ranked,
        "mirroring by rule of thumb: lines far beside the middle are more often those of the widest sheet",
    ),
    ("lays the folded sheet on the options and, of several folds, undoes the first", first_alone, _MIRRORING),
    ("lays the folded sheet on the options and, of several folds, undoes the last", last_alone, _MIRRORING),
)


def _folds(truth: Json) -> paper.Folds:
    lines = (((a, b, c), fold["moves"]) for fold in truth["folds"] for a, b, c in (fold["line"],))
    return tuple(paper.Fold(a, b, c, moves) for (a, b, c), moves in lines)


def _points(spots: list[list[int]]) -> frozenset[paper.Point]:
    return frozenset((x, y) for x, y in spots)


def _covered(truth: Json, hole: list[int]) -> bool:
    """Return whether a hole lies, at least in part, where the folded sheet does: no fold has moved the paper away."""
    return all(
        fold.height((hole[0], hole[1])) < truth["hole"] / 2 * (fold.a**2 + fold.b**2) ** 0.5 for fold in _folds(truth)
    )


def _row(truth: Json, hole: list[int]) -> int:
    """Return where along the first fold line a hole lies, times the length of (a, b): mirroring keeps it."""
    a, b, _ = truth["folds"][0]["line"]
    row: int = a * hole[1] - b * hole[0]
    return row


def _spread(fold: paper.Fold, holes: list[list[int]]) -> int:
    heights = [fold.height((x, y)) for x, y in holes]
    return max(heights) - min(heights)


def _spreads(truth: Json) -> list[float]:
    """Return for each option how far its holes lie apart across all fold lines, as a share of the most possible."""
    most = 2 * truth["side"] * len(truth["folds"])
    return [sum(_spread(fold, holes) for fold in _folds(truth)) / most for holes in truth["options"]]


def _off(truth: Json, number: int) -> float:
    """Return how far beside the middle of the shape before it a fold line lies, as a share of how far any lies."""
    folds = _folds(truth)
    heights = [folds[number].height(corner) for corner in paper.folded(folds[:number]).outline]
    low, high = min(heights), max(heights)
    norm = folds[number].a ** 2 + folds[number].b ** 2
    return float(-(low + high) / 2 / (punches.FARTHEST * (high - low) + punches.STEP[norm]))


def _lopsided(truth: Json, holes: list[list[int]]) -> float:
    """Return how far the holes are from mirror images of one another about the sheet's middle, as a share of its side.

    The mirror is parallel to the first fold line.
    """
    first = _folds(truth)[0]
    middle = paper.Fold(first.a, first.b, (first.a + first.b) * truth["side"] // 2, 1)
    gaps: list[float] = [
        min(((u - x) ** 2 + (v - y) ** 2) ** 0.5 for x, y in holes) for u, v in map(middle.reflection, _points(holes))
    ]
    return sum(gaps) / len(gaps) / (2 * paper.SIDE)
