"""Answer a `nearest_object` item with complex numbers, corner by corner: shares no code with the package."""

from __future__ import annotations

from typing import Any

from tests.walk_truth import apart, letter, named


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the thing whose box is nearest by at least a seventh."""
    asked = named(truth, truth["asked"])
    away = [apart(asked, named(truth, name)) for name in truth["options"]]
    return letter(truth["options"], [all(one * 1.15 <= other or k == j for j, other in enumerate(away))
                                     for k, one in enumerate(away)])  # fmt: skip
