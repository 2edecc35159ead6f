"""Forms: the proportions of a car, drawn from its kind's range. Lengths in metres; the front is at -y."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

Span = tuple[float, float]


@dataclass(frozen=True)
class Form:
    """Where the lines of a car run; `front` and `rear` are the y of its ends, and z is above the ground."""

    length: float
    width: float
    height: float
    clear: float  # z of the sill
    radius: float  # of the wheels
    axles: Span  # y of front and rear axle
    nose: float  # z of the bonnet's front edge
    cowl: float  # z of the bonnet's rear edge, where the windscreen stands
    belt: float  # z below the rear window
    tail: float  # z of the rear edge
    base: Span  # y of the cabin's front and rear at its foot
    roof: Span  # y of the cabin's front and rear at the roof's edge
    narrow: float  # the roof's width as a share of the foot's
    slope: float  # how much of its height the roof loses toward the rear
    slant: Span  # how far the upper edges of front and rear lie back
    corner: float  # how far the body narrows at its ends, as a share of its width
    windows: tuple[float, ...]  # where the pillars stand, as shares of the cabin's length; panes between them
    panelled: int = 99  # panes from this one on are panels
    bed: bool = False  # whether it is open behind the cabin
    winged: bool = False  # whether its wings stand apart from the body, as on an old-timer

    @property
    def front(self) -> float:
        """The y of the front end."""
        return -self.length / 2

    @property
    def rear(self) -> float:
        """The y of the rear end."""
        return self.length / 2


# For each kind: length, width, height, clear, radius, overhang front and rear, nose, cowl, belt, tail, bonnet (from the
# front end to the windscreen's foot), back (from the rear end to the cabin's), lean of windscreen and rear window,
# narrow, slope, slant of front and rear, corner.
RANGES: dict[str, tuple[Span, ...]] = {
    "hatchback": (
        *((3.65, 4.15), (1.68, 1.78), (1.42, 1.58), (0.19, 0.23), (0.29, 0.33), (0.66, 0.82), (0.5, 0.66)),
        *((0.74, 0.86), (0.9, 0.98), (0.94, 1.04), (0.92, 1.02), (0.75, 1.1), (0.02, 0.1), (0.5, 0.8), (0.2, 0.5)),
        *((0.76, 0.86), (0.02, 0.1), (0.03, 0.13), (0.0, 0.06), (0.1, 0.18)),
    ),
    "saloon": (
        *((4.3, 4.9), (1.72, 1.84), (1.36, 1.48), (0.18, 0.22), (0.3, 0.34), (0.78, 0.95), (0.9, 1.12)),
        *((0.7, 0.82), (0.88, 0.96), (0.92, 1.0), (0.84, 0.98), (1.15, 1.6), (0.5, 0.85), (0.5, 0.85), (0.45, 0.8)),
        *((0.74, 0.84), (0.02, 0.08), (0.03, 0.14), (0.0, 0.1), (0.1, 0.17)),
    ),
    "estate car": (
        *((4.3, 4.9), (1.72, 1.84), (1.4, 1.52), (0.18, 0.22), (0.3, 0.34), (0.78, 0.95), (0.85, 1.1)),
        *((0.7, 0.82), (0.88, 0.96), (0.92, 1.0), (0.9, 0.98), (1.1, 1.5), (0.02, 0.08), (0.5, 0.85), (0.12, 0.4)),
        *((0.76, 0.86), (0.02, 0.09), (0.03, 0.14), (0.0, 0.06), (0.1, 0.16)),
    ),
    "SUV": (
        *((4.1, 4.75), (1.8, 1.94), (1.68, 1.88), (0.28, 0.36), (0.36, 0.42), (0.7, 0.85), (0.68, 0.88)),
        *((0.94, 1.08), (1.06, 1.18), (1.12, 1.24), (1.08, 1.18), (0.95, 1.35), (0.02, 0.1), (0.3, 0.7), (0.1, 0.4)),
        *((0.78, 0.88), (0.01, 0.08), (0.0, 0.12), (0.0, 0.05), (0.07, 0.14)),
    ),
    "van": (
        *((4.3, 5.1), (1.8, 1.96), (1.86, 2.2), (0.24, 0.3), (0.31, 0.35), (0.72, 0.88), (0.75, 1.0)),
        *((0.78, 0.98), (1.02, 1.16), (1.05, 1.15), (1.05, 1.15), (0.45, 0.9), (0.01, 0.03), (0.5, 0.85), (0.03, 0.14)),
        *((0.86, 0.93), (0.0, 0.02), (0.03, 0.16), (0.0, 0.03), (0.06, 0.11)),
    ),
    "pick-up": (
        *((4.9, 5.4), (1.8, 1.94), (1.64, 1.8), (0.3, 0.38), (0.36, 0.42), (0.76, 0.9), (1.05, 1.25)),
        *((0.94, 1.06), (1.04, 1.14), (1.06, 1.16), (1.04, 1.14), (1.1, 1.45), (1.5, 2.3), (0.3, 0.65), (0.06, 0.25)),
        *((0.78, 0.87), (0.0, 0.04), (0.0, 0.12), (0.0, 0.03), (0.06, 0.12)),
    ),
    "sports car": (
        *((4.0, 4.5), (1.78, 1.9), (1.16, 1.28), (0.13, 0.17), (0.31, 0.35), (0.8, 1.0), (0.7, 0.92)),
        *((0.58, 0.68), (0.78, 0.86), (0.82, 0.92), (0.76, 0.88), (1.15, 1.75), (0.25, 0.7), (0.6, 0.95), (0.7, 1.25)),
        *((0.7, 0.8), (0.02, 0.08), (0.1, 0.22), (0.02, 0.12), (0.13, 0.22)),
    ),
    "old-timer": (
        *((3.9, 4.4), (1.62, 1.74), (1.62, 1.84), (0.36, 0.42), (0.36, 0.41), (0.5, 0.62), (0.6, 0.85)),
        *((0.98, 1.1), (1.08, 1.18), (1.1, 1.18), (1.02, 1.14), (1.35, 1.7), (0.05, 0.45), (0.08, 0.28), (0.06, 0.4)),
        *((0.84, 0.94), (0.0, 0.07), (0.0, 0.04), (0.0, 0.1), (0.05, 0.09)),
    ),
}

PILLARS: dict[str, tuple[tuple[float, ...], ...]] = {  # panes stand between pairs of these shares
    "hatchback": ((0.0, 0.5, 1.0), (0.0, 0.44, 0.8, 1.0), (0.0, 0.6, 0.84)),
    "saloon": ((0.0, 0.5, 0.94), (0.0, 0.46, 0.82, 1.0), (0.0, 0.16, 0.55, 0.94)),
    "estate car": ((0.0, 0.36, 0.68, 1.0), (0.0, 0.38, 0.66), (0.0, 0.3, 0.56, 0.78, 1.0)),
    "SUV": ((0.0, 0.4, 0.74, 1.0), (0.0, 0.46, 0.82), (0.0, 0.5, 1.0)),
    "van": ((0.0, 0.3, 1.0), (0.0, 0.28, 0.62, 1.0), (0.0, 0.27, 0.5, 0.75, 1.0)),
    "pick-up": ((0.0, 1.0), (0.0, 0.55, 1.0), (0.0, 0.66, 1.0)),
    "sports car": ((0.0, 0.62), (0.0, 0.56, 0.86), (0.0, 0.8)),
    "old-timer": ((0.0, 0.5, 1.0), (0.0, 0.36, 0.7, 1.0), (0.0, 0.6, 1.0)),
}


def drawn(kind: str, rng: np.random.Generator) -> Form:
    """Return the proportions of one car of a kind."""
    values = [float(low + (high - low) * step) for (low, high), step in zip(RANGES[kind], _steps(rng))]
    (length, width, height, clear, radius, ahead, behind, nose, cowl, belt, tail, bonnet, back) = values[:13]
    lean, fall, narrow, slope, front_slant, rear_slant, corner = values[13:]
    front, rear = -length / 2, length / 2
    base = (front + bonnet, rear - back)
    form = Form(
        *(length, width, height, clear, radius, (front + ahead, rear - behind), nose, cowl, belt, tail, base),
        roof=(base[0] + lean, max(base[1] - fall, base[0] + lean + 0.45)),
        narrow=narrow,
        slope=slope,
        slant=(front_slant, rear_slant),
        corner=corner,
        windows=PILLARS[kind][int(rng.integers(len(PILLARS[kind])))],
    )
    if kind == "van":
        return replace(form, panelled=int(rng.integers(1, len(form.windows))))
    return replace(form, bed=kind == "pick-up", winged=kind == "old-timer")


def _steps(rng: np.random.Generator) -> list[float]:
    """Return shares of each range, from its ends rather than its middle, so that two cars seldom agree."""
    return [float(np.round(step, 3)) for step in rng.beta(0.7, 0.7, 20)]
