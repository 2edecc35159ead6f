"""What users are told: the nearest known name for an unknown one, and how to install a missing package."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

PACKAGE = "vantage-vlm"
ROOT = Path(__file__).parents[1]  # the checkout, if Vantage runs from one


def nearest(name: str, known: Iterable[str], what: str) -> str:
    """Return `name` if it is known; otherwise raise a ValueError that suggests the nearest name and lists them all."""
    known = list(known)
    if name in known:
        return name
    close = difflib.get_close_matches(name, known, 1, cutoff=0.4)
    hint = f"did you mean {close[0]!r}? There" if close else "there"
    raise ValueError(f"no {what} is called {name!r}; {hint} are: {', '.join(known)}")


def install(extra: str = "") -> str:
    """Return the pip command that installs missing packages, or those of an extra, for this installation.

    It works in any folder: a checkout is named by its path (or "." inside it), an installed package by its name.
    """
    wanted = f"[{extra}]" if extra else ""
    if not (ROOT / "pyproject.toml").is_file():
        return f'pip install "{PACKAGE}{wanted}"'
    return f'pip install -e "{"." if Path.cwd() == ROOT else ROOT}{wanted}"'
