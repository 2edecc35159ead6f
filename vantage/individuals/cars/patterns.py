"""Patterns of the paint: fields over a panel, of which the highest part is painted, so that all cover equally much.

`p` runs along the panel from -1 to 1 (on flanks from front to rear, else from the car's right to its left), `q` up from
0 to 1 (on the plan from front to rear).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Field = Callable[[Array, Array, float, float], Array]  # p, q and two numbers from -1 to 1


@dataclass(frozen=True)
class Pattern:
    """A pattern by name, and where it lies."""

    name: str
    a: float
    b: float


def _zigzag(t: Array) -> Array:
    return np.asarray(np.abs(t % 1 - 0.5) * 2)


FIELDS: dict[str, Field] = {
    "low": lambda p, q, a, b: -q + 0.12 * b * p,
    "high": lambda p, q, a, b: np.minimum(q, 1.1) + 0.25 * b * p,
    "line": lambda p, q, a, b: -np.abs(q - 0.5 - 0.25 * a),
    "rise": lambda p, q, a, b: -np.abs(q - 0.5 - np.sign(a) * (0.3 + 0.15 * np.abs(b)) * p),
    "twin": lambda p, q, a, b: -np.abs(np.abs(q - 0.5 - 0.1 * a) - 0.24 - 0.05 * b),
    "front": lambda p, q, a, b: -p + 0.35 * np.sign(b) * q,
    "back": lambda p, q, a, b: p + 0.35 * np.sign(b) * q,
    "belt": lambda p, q, a, b: -np.abs(p - 0.35 * a + 0.3 * np.sign(b) * q),
    "slashes": lambda p, q, a, b: -_zigzag(1.6 * p + 0.9 * np.sign(b) * q + a),
    "chevron": lambda p, q, a, b: -np.abs(p - 0.25 * a + np.sign(b) * 0.6 * np.abs(q - 0.5)),
    "disc": lambda p, q, a, b: -np.hypot(p - 0.3 * a, 0.5 * (q - 0.55)),
    "wave": lambda p, q, a, b: -np.abs(q - 0.5 - 0.25 * np.sin(5 * p + 2 * a)),
    "check": lambda p, q, a, b: -np.maximum(_zigzag(2 * p + a), _zigzag(1.5 * q + 0.2 * b)),
    "teeth": lambda p, q, a, b: -np.sign(b) * p - 0.35 * _zigzag(2.5 * q + a),
    "wedge": lambda p, q, a, b: -np.abs(q - 0.55) + 0.35 * np.sign(b) * p,
    "half": lambda p, q, a, b: np.sign(a) * p + 0.3 * b * q,
    "off": lambda p, q, a, b: -np.abs(p - np.sign(a) * (0.35 + 0.1 * b)),
    "pair": lambda p, q, a, b: -np.abs(np.abs(p - 0.12 * np.sign(a)) - 0.32 - 0.1 * b),
    "corner": lambda p, q, a, b: np.sign(a) * p + np.sign(b) * 1.4 * (q - 0.5),
}
FLANK: tuple[str, ...] = (
    "low",
    "high",
    "line",
    "rise",
    "twin",
    "front",
    "back",
    "belt",
    "slashes",
    "chevron",
    "disc",
    "wave",
    "check",
    "teeth",
    "wedge",
)
END = ("low", "high", "line", "rise", "half", "off", "pair", "slashes", "corner", "check")
PLAN = ("half", "off", "pair", "slashes", "corner", "rise", "check")
MARKED: dict[str, Callable[[Array, Array], Array]] = {
    "disc": lambda u, v: -np.hypot(u, v),
    "square": lambda u, v: -np.maximum(np.abs(u), np.abs(v)),
    "diamond": lambda u, v: -(np.abs(u) + np.abs(v)),
    "bars": lambda u, v: -np.maximum(_zigzag(u / 0.16 + 0.5) * 0.3, np.maximum(np.abs(u) - 0.24, np.abs(v) - 0.16) * 9),
    "triangle": lambda u, v: -np.maximum(-v - 0.1, 0.87 * np.abs(u) + 0.5 * v),
    "ring": lambda u, v: -np.abs(np.hypot(u, v) - 0.17),
    "cross": lambda u, v: -np.minimum(np.maximum(np.abs(u), np.abs(v) * 3), np.maximum(np.abs(u) * 3, np.abs(v))),
    "crescent": lambda u, v: -np.maximum(np.hypot(u, v), 0.42 - np.hypot(u - 0.16, v)),
}
MARKS = tuple(MARKED)


def drawn(names: tuple[str, ...], rng: np.random.Generator) -> Pattern:
    """Return one of the patterns, somewhere."""
    a, b = (float(np.round(side * rng.uniform(0.3, 1), 3)) for side in rng.choice((-1, 1), 2))
    return Pattern(names[int(rng.integers(len(names)))], a, b)


def differ(p: Pattern, q: Pattern) -> float:
    """Return 1 for patterns of different names, less for the same one placed elsewhere."""
    if p.name != q.name:
        return 1.0
    return 0.25 * abs(p.a - q.a) + 0.15 * abs(p.b - q.b)


def painted(pattern: Pattern, p: Array, q: Array, on: NDArray[np.bool_], share: float) -> NDArray[np.bool_]:
    """Return where the field is so high that it covers `share` of the part `on` of a panel."""
    return _highest(FIELDS[pattern.name](p, q, pattern.a, pattern.b), on, round(share * int(on.sum())))


def marked(name: str, u: Array, v: Array, on: NDArray[np.bool_], count: int) -> NDArray[np.bool_]:
    """Return where a small mark about the origin is painted, `count` texels of those `on`; u and v are in metres."""
    return _highest(MARKED[name](u, v), on, count)


def _highest(field: Array, on: NDArray[np.bool_], count: int) -> NDArray[np.bool_]:
    """Return where a field is at least as high as at the `count` highest places among those that are `on`."""
    field = np.round(field, 6)
    among = np.sort(field[on])[::-1]
    return np.asarray(field >= among[min(count, len(among)) - 1])
