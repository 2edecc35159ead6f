"""The error for an unknown name: it suggests the nearest known name and lists them all."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str], what: str) -> str:
    """Return `name` if it is known; otherwise raise a ValueError that suggests the nearest name and lists them all."""
    known = list(known)
    if name in known:
        return name
    close = difflib.get_close_matches(name, known, 1, cutoff=0.4)
    hint = f"did you mean {close[0]!r}? There" if close else "there"
    raise ValueError(f"no {what} is called {name!r}; {hint} are: {', '.join(known)}")
