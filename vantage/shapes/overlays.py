"""Lazy readings of a punched sheet: rules that look at the question and the options and do not unfold all of it.

Each takes the truth of a task about punched sheets (`punches.TRUTH`) and scores its options, as `task.SideDoor` says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from vantage.item import Json
from vantage.task import SideDoor


def side_doors(
    counting: Mapping[str, float],
    laying: Mapping[str, float],
    emptying: Mapping[str, float],
    mirroring: Mapping[str, float],
    first_undone: Mapping[str, float],
    last_undone: Mapping[str, float],
    lining: Mapping[str, float],
    averaging: Mapping[str, float],
) -> tuple[SideDoor, ...]:
    """Return the lazy rules of a task about punched sheets, each with its limits."""
    return (
        SideDoor(
            "counts the holes and finds those that show",
            counted,
            counting,
            "another option has as many holes and the same ones showing in most sets",
        ),
        SideDoor(
            "lays the folded sheet on the options",
            overlaid,
            laying,
            "most sets hold two sheets or more that agree there",
        ),
        SideDoor("fewest holes where the folded sheet lies", emptiest, emptying, "the key has only the punches there"),
        SideDoor(
            "symmetric about the first fold line",
            symmetric,
            mirroring,
            "to mirror about a line is half of unfolding; most sets hold another sheet with that line",
        ),
        SideDoor(
            "lays the folded sheet on the options and, of several folds, mirrors about the first",
            first_alone,
            first_undone,
            "half of unfolding where there are two folds; with one it would be all of it, and so is not done",
        ),
        SideDoor(
            "lays the folded sheet on the options and, of several folds, undoes the last",
            last_alone,
            last_undone,
            "half of unfolding where there are two folds; with one it would be all of it, and so is not done",
        ),
        SideDoor(
            "has its holes in the rows of the punches across the first fold line",
            lined,
            lining,
            "mirroring keeps a hole in its row; most sets hold another sheet with the same rows",
        ),
        SideDoor(
            "has its holes on average as far along the first fold line as the punches",
            averaged,
            averaging,
            "mirroring once keeps that average; most sets hold another sheet with the same rows",
        ),
    )


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
    line = truth["folds"][0]["line"]
    return [float(all(_mirrored(line, hole) in holes for hole in holes)) for holes in truth["options"]]


def first_alone(truth: Json) -> list[float]:
    """Score options as `overlaid` does, and of several folds let the first alone speak, as `symmetric` does."""
    seen = overlaid(truth)
    return [a * b for a, b in zip(seen, symmetric(truth))] if len(truth["folds"]) > 1 else seen


def last_alone(truth: Json) -> list[float]:
    """Score options as `overlaid` does, and of several folds undo the last alone: the punches have mirror images."""
    seen, line = overlaid(truth), truth["folds"][-1]["line"]
    if len(truth["folds"]) == 1:
        return seen
    images = [_mirrored(line, punch) for punch in truth["punches"]]
    return [one * all(image in holes for image in images) for one, holes in zip(seen, truth["options"])]


def lined(truth: Json) -> list[float]:
    """Score options with the right number of holes, as many in each row on either side of the first fold line.

    A row lies across the line, at right angles. After one fold, holes must lie in the rows of the punches; after
    several, every punch must have its row.
    """
    a, b, c = truth["folds"][0]["line"]
    due = Counter(_along(truth, punch) for punch in truth["punches"])
    scores = []
    for holes in truth["options"]:
        near, far = (
            Counter(_along(truth, hole) for hole in holes if (a * hole[0] + b * hole[1] - c) * side > 0)
            for side in (1, -1)
        )
        scores.append(
            float(_due(truth, holes) and near == far and (near == due or (len(truth["folds"]) > 1 and near >= due)))
        )
    return scores


def averaged(truth: Json) -> list[float]:
    """Score options by how near their holes are to the punches, on average and along the first fold line."""
    due = _mean(truth, truth["punches"])
    return [-abs(_mean(truth, holes) - due) for holes in truth["options"]]


def _mean(truth: Json, holes: list[list[int]]) -> float:
    return sum(_along(truth, hole) for hole in holes) / len(holes)


def _along(truth: Json, hole: list[int]) -> int:
    """Return how far along the first fold line a hole lies, times the length of (a, b)."""
    a, b, _ = truth["folds"][0]["line"]
    along: int = a * hole[1] - b * hole[0]
    return along


def _mirrored(line: list[int], hole: list[int]) -> list[int]:
    (a, b, c), (x, y) = line, hole
    step = 2 * (a * x + b * y - c) // (a * a + b * b)
    return [x - a * step, y - b * step]


def _due(truth: Json, holes: list[list[int]]) -> bool:
    """Return whether there are as many holes as there are punches in all layers."""
    return len(holes) == len(truth["punches"]) << len(truth["folds"])


def _covered(truth: Json, hole: list[int]) -> bool:
    """Return whether the folded sheet lies on a place of the flat one: no fold has moved the paper away from it."""
    lines = ((fold["line"], fold["moves"]) for fold in truth["folds"])
    return all((a * hole[0] + b * hole[1] - c) * moves < 0 for (a, b, c), moves in lines)
