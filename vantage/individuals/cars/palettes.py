"""Palettes: the colours of a car. All cars of one palette have the same ones, in about the same amounts."""

from __future__ import annotations

from dataclasses import dataclass

from vantage.assets.meshes import Colour, Material

GLASS = Material((0.10, 0.14, 0.18), gloss=0.9)
TRIM = Material((0.10, 0.10, 0.11), gloss=0.3)
CHROME = Material((0.72, 0.74, 0.77), gloss=0.8)
LAMP = Material((0.97, 0.97, 0.92), gloss=0.7)
TAIL = Material((0.74, 0.03, 0.05), gloss=0.5)
AMBER = Material((1.0, 0.55, 0.04), gloss=0.4)
PLATE = Material((0.96, 0.96, 0.93))
REAR_PLATE = Material((0.96, 0.80, 0.16))
INK = Material((0.08, 0.08, 0.10))


@dataclass(frozen=True)
class Palette:
    """The body's colour, that of its large pattern and that of its small marks."""

    body: Colour
    second: Colour
    mark: Colour


# Red is left to the rear lamps and near-white to the head lamps, so that front and rear can be told apart.
BODIES: tuple[Colour, ...] = (
    (0.12, 0.32, 0.66),
    (0.94, 0.74, 0.14),
    (0.16, 0.46, 0.27),
    (0.62, 0.66, 0.70),
    (0.90, 0.45, 0.10),
    (0.20, 0.58, 0.62),
    (0.80, 0.73, 0.58),
    (0.42, 0.27, 0.52),
    (0.52, 0.72, 0.86),
    (0.56, 0.72, 0.32),
    (0.45, 0.32, 0.22),
    (0.88, 0.56, 0.62),
)
SECONDS: tuple[Colour, ...] = (
    (0.93, 0.92, 0.88),
    (0.15, 0.17, 0.22),
    (0.95, 0.86, 0.62),
    (0.10, 0.22, 0.42),
    (0.96, 0.94, 0.86),
    (0.94, 0.80, 0.30),
    (0.14, 0.34, 0.30),
    (0.86, 0.80, 0.92),
    (0.13, 0.20, 0.40),
    (0.16, 0.24, 0.16),
    (0.90, 0.80, 0.60),
    (0.36, 0.14, 0.30),
)
MARKS: tuple[Colour, ...] = (
    (0.96, 0.62, 0.10),
    (0.20, 0.48, 0.80),
    (0.90, 0.52, 0.12),
    (0.15, 0.52, 0.40),
    (0.12, 0.34, 0.62),
    (0.92, 0.92, 0.90),
    (0.20, 0.42, 0.66),
    (0.94, 0.72, 0.16),
    (0.95, 0.80, 0.20),
    (0.95, 0.90, 0.70),
    (0.22, 0.58, 0.56),
    (0.97, 0.93, 0.86),
)


CONTRAST = 0.28  # least difference in brightness between body and second


def _bright(colour: Colour) -> float:
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def _unlike(a: Colour, b: Colour) -> bool:
    return sum(abs(p - q) for p, q in zip(a, b)) > 0.5


def of(number: int) -> Palette:
    """Return a palette; numbers beyond the last body begin anew with another second and mark."""
    k, more = number % len(BODIES), number // len(BODIES)
    body = BODIES[k]
    seconds = [colour for colour in _from(SECONDS, k) if abs(_bright(colour) - _bright(body)) > CONTRAST]
    second = seconds[more % len(seconds)]
    marks = [colour for colour in _from(MARKS, k) if _unlike(colour, body) and _unlike(colour, second)]
    return Palette(body, second, marks[more % len(marks)])


def _from(colours: tuple[Colour, ...], start: int) -> tuple[Colour, ...]:
    return colours[start:] + colours[:start]
