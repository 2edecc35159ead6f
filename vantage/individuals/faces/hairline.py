"""Where hair begins: the height of its border, all around the head."""

from __future__ import annotations

import numpy as np

from vantage.individuals.faces.styles import Style
from vantage.individuals.faces.surface import Array

AT = (
    0.0,
    22.0,
    38.0,
    50.0,
    58.0,
    64.0,
    68.0,
    73.0,
    80.0,
    87.0,
    95.0,
    106.0,
    120.0,
    142.0,
    180.0,
)  # degrees from the front


def hairline(style: Style, angle: Array) -> Array:
    """Return the height of the border at angles: over forehead and temple, before and behind the ear, at the nape."""
    r = 0.2 + style.recede
    front = (6.6 + 0.4 * r, 6.7 + r, 6.2 + 1.2 * r, 5.2 + r, 4.2 + 0.4 * r, 2.7, 0.9)
    heights = (*front, -1.2, -1.6, 0.6, 1.0, -0.6, -4.0, -6.4, -7.0)
    return np.asarray(np.interp(np.abs(np.degrees(angle)), AT, heights))
