"""Answer an `object_size` item from the recorded size alone: shares no code with the package."""

from __future__ import annotations

from typing import Any

from tests.walk_truth import named


def agrees(truth: dict[str, Any]) -> float:
    """Return the longest recorded side."""
    return float(sorted(named(truth, truth["asked"])["size"])[-1])
