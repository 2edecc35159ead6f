"""What can be said of the folds of a sheet, as the truth records them: which way each goes."""

from __future__ import annotations

from vantage.item import Json
from vantage.task import Fact

WAYS = {(1, 0): "right", (-1, 0): "left", (0, 1): "down", (0, -1): "up"}


def way(fold: Json) -> str:
    """Return where a fold carries its part, as drawn: "up", "down", "left", "right" or "diagonally"."""
    across, down, _ = fold["line"]
    # The part with the larger values moves toward the smaller ones if `moves` is 1.
    return WAYS.get((-fold["moves"] * across, -fold["moves"] * down), "diagonally")


FACTS = {
    "first fold": Fact("where the first fold goes {}", lambda truth: way(truth["folds"][0])),
    "last fold": Fact("where the last fold goes {}", lambda truth: way(truth["folds"][-1])),
    "diagonal folds": Fact(
        "with {} diagonal folds", lambda truth: sum(way(fold) == "diagonally" for fold in truth["folds"])
    ),
}
