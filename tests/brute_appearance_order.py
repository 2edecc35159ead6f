"""Answer an `appearance_order` item by watching the pictures in turn: shares no code with the package."""

from __future__ import annotations

from typing import Any

from tests.walk_truth import letter, named


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the order in which the four things turn up, one by one."""
    waiting, order = {*truth["options"][0]}, []
    for k in range(len(truth["cameras"])):
        new = {name for name in waiting if named(truth, name)["visible"][k] > 0.02}
        if len(new) > 1:
            return "none"
        order += [*new]
        waiting -= new
    return letter(truth["options"], [one == order for one in truth["options"]])
