"""Find the odd view by comparing every two of them: shares no code with the package."""

from __future__ import annotations

from typing import Any


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the view that equals no other, or nothing where that is not exactly one."""
    views = [{name: value for name, value in view.items() if name != "turn"} for view in truth["views"]]
    odd = [k for k, view in enumerate(views) if all(view != other for j, other in enumerate(views) if j != k)]
    return "ABCD"[odd[0]] if len(odd) == 1 else ""
