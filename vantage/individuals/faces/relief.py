"""The relief of a face: how far brow, eye sockets, nose, lips and chin stand forward of a plain head."""

from __future__ import annotations

import numpy as np

from vantage.individuals.faces.sampling import curve
from vantage.individuals.faces.surface import Array, hill, line, ramp
from vantage.individuals.faces.traits import Person, Traits


def relief(person: Person, x: Array, z: Array) -> Array:
    """Return how far the face stands forward at places x, z, in centimetres."""
    t = person.traits
    x = straightened(t, x, z)
    out = _upper(t, x, z) + _cheeks(t, x, z) + _nose(t, x, z) + _mouth(t, x, z) + _chin(t, x, z) + _folds(t, x, z)
    return out + 0.10 * brow(t, x, z) * (1.0 if person.man else 0.7)


def straightened(t: Traits, x: Array, z: Array) -> Array:
    """Return x as it would be if nose and mouth were not askew."""
    return np.asarray(x - t.askew * ramp(0.5, -3.5, z))


def mouth_line(t: Traits, x: Array) -> Array:
    """Return the height of the line between the lips: corners up, a small bow in the middle."""
    corner = np.minimum(np.abs(x), t.mouth_wide + 0.6)
    bow = 0.06 * np.cos(2.2 * x) * np.exp(-(x**2))
    return np.asarray(t.mouth_z + 1.7 * t.smile * corner**2 + 0.3 * t.askew * x + bow)


def brow(t: Traits, x: Array, z: Array) -> Array:
    """Return how dense the eyebrows are, 0..1."""
    ax = np.abs(x)
    s = (ax - 1.05) / 4.15  # from the nose outward
    inner = np.clip(s, 0, 1.15)
    middle = t.brow_high + 1.4 * t.brow_arch * np.sin(np.pi * np.clip(s, 0, 1) ** 1.3) - 0.5 * inner**3
    middle = middle + 1.2 * t.brow_tilt * (inner - 0.5) + 0.5 * t.askew * np.sign(x)
    thick = t.brow_thick * (1.08 - 0.75 * inner**1.5)
    return np.asarray(np.exp(-(np.abs((z - middle) / thick) ** 3)) * ramp(-0.05, 0.12, s) * ramp(1.1, 0.82, s))


def _upper(t: Traits, x: Array, z: Array) -> Array:
    """Return the ridge over the eyes, the sockets and the root of the nose."""
    ax = np.abs(x)
    out = t.ridge * (hill(ax, z, 2.5, 1.75, 2.2, 0.75) + 0.45 * hill(ax, z, 0, 1.9, 1.3, 0.9))
    out = out - (1.0 + t.eye_deep) * hill(ax, z, t.eye_apart + 0.1, 0.0, 1.8, 1.15, 1.4)
    out = out - 0.2 * hill(ax, z, 1.5, 0.15, 0.6, 0.8)
    out = out + 0.12 * hill(ax, z, 2.2, 5.0, 2.0, 1.6) - 0.25 * hill(ax, z, 6.0, 2.6, 1.2, 2.0)
    return np.asarray(out + (t.root - 0.25 - 0.3 * t.ridge) * hill(x, z, 0, 0.55, 1.0, 0.75))


def _cheeks(t: Traits, x: Array, z: Array) -> Array:
    """Return cheekbones and cheeks, full or hollow; a smile lifts them."""
    ax = np.abs(x)
    out = t.cheekbone * hill(ax, z, 4.8, -1.9, 1.7, 1.1)
    out = out + (0.26 + 4.0 * t.smile * (1 - 0.5 * t.age)) * hill(ax, z, 3.1, -3.0, 1.4, 1.2)
    return np.asarray(out + (0.38 * t.fullness - 0.16 - 0.16 * t.age) * hill(ax, z, 4.4, -5.8, 1.6, 1.8))


def nose_line(t: Traits, z: Array) -> Array:
    """Return how far the nose's ridge stands out at heights z."""
    tip, base = t.tip_z, t.base_z
    back = tip - 0.3
    at = np.array(
        [
            1.0,
            0.2,
            0.2 + 0.35 * back,
            0.2 + 0.68 * back,
            tip + 0.5,
            tip + 0.08,
            tip - 0.32,
            base + 0.12,
            base - 0.28,
            base - 0.9,
        ]
    )
    out = np.array([0.0, 0.16, 0.68, 1.26, 1.74, 1.87, 1.78, 1.12, 0.36, 0.0]) * t.nose_out
    out[1:4] += np.array([0.35, 0.3, 0.1]) * t.root
    return curve(-at, out, np.clip(-z, -1.0, -at[-1])) + t.hump * line(z - 0.42 * back, 0.75)


def _nose(t: Traits, x: Array, z: Array) -> Array:
    """Return the nose: a ridge that widens downward, a ball at the tip, wings with a groove behind, nostrils."""
    ax, tip, base, w = np.abs(x), t.tip_z, t.base_z, t.nose_wide
    half = w * np.interp(-z, [-1, 0.3, 2.0, -tip, -base, 6], [0.85, 0.72, 0.88, 1.02 + 0.22 * t.tip_round, 1.2, 1.25])
    out = nose_line(t, z) * np.exp(-((ax / half) ** 2.2))
    out = out + (0.12 + 0.2 * t.tip_round) * hill(x, z, 0, tip - 0.06, 0.8 * w, 0.75)
    wing = 1.42 * w
    out = out + 0.85 * hill(ax, z, wing, base + 0.42, 0.48, 0.52, 1.5)
    out = (
        out
        - 0.22 * hill(ax, z, wing + 0.55, base + 0.5, 0.25, 0.6)
        - 0.16 * hill(ax, z, wing - 0.35, base + 1.15, 0.45, 0.22)
    )
    return np.asarray(out - 0.55 * hill(ax, z, 0.66 * w, base + 0.04, 0.32, 0.2))


def _mouth(t: Traits, x: Array, z: Array) -> Array:
    """Return the lips before the teeth, the groove above and the dip below them."""
    ax, y, wide = np.abs(x), z - mouth_line(t, x), t.mouth_wide
    across = np.clip(1 - (ax / (wide + 0.2)) ** 2, 0, 1)
    upper, lower = t.lip_upper, t.lip_lower
    out = (0.55 + 0.6 * t.lips_out) * hill(x, z, 0, t.mouth_z + 0.3, 2.8, 1.9)
    bow = 1 - 0.22 * line(x, 0.28)
    out = (
        out + (0.22 + 0.42 * upper) * across**0.7 * np.exp(-(np.abs((y - 0.62 * upper) / (0.80 * upper)) ** 2.4)) * bow
    )
    out = out + (0.26 + 0.40 * lower) * across**0.8 * np.exp(-(np.abs((y + 0.62 * lower) / (0.78 * lower)) ** 2.4))
    out = out - 0.34 * across**0.4 * line(y, 0.11) - 0.26 * hill(ax, y, wide + 0.1, 0.0, 0.4, 0.32)
    out = out - 0.3 * hill(x, y, 0, -0.9 - 1.2 * lower, 1.6, 0.45)
    return np.asarray(out - 0.12 * hill(x, z, 0, (t.base_z + t.mouth_z + upper) / 2, 0.3, 0.55))


def _chin(t: Traits, x: Array, z: Array) -> Array:
    """Return the ball of the chin."""
    high = 0.5 + 0.3 * t.chin_out
    return high * hill(x, z, 0, t.chin_z + 1.45, t.chin_wide, 1.05)


def _folds(t: Traits, x: Array, z: Array) -> Array:
    """Return what age draws: folds from the nose to beside the mouth, and from there down; lines on the forehead."""
    ax = np.abs(x)
    fold, s = _beside_fold(t, x, z)
    out = -(0.05 + 0.17 * t.age) * cheek_fold(t, x, z)
    out = out + (0.03 + 0.14 * t.age) * line(fold - 0.5, 0.45) * ramp(0.0, 0.4, s) * ramp(1.0, 0.5, s)
    below = t.mouth_z - 1.1
    out = out - 0.13 * t.age * line(ax - t.mouth_wide - 0.5 - 0.2 * (below - z), 0.25) * hill(
        z, 0 * z, below, 0, 0.8, 1
    )
    out = out + 0.25 * t.age * hill(ax, z, 4.0, t.chin_z + 2.4, 1.0, 1.0)  # jowls
    return np.asarray(out - 0.07 * wrinkles(t, x, z))


def _beside_fold(t: Traits, x: Array, z: Array) -> tuple[Array, Array]:
    """Return how far outside the fold from nose to mouth a place lies, and how far down it, 0..1."""
    top = t.base_z + 0.5
    s = np.clip((z - top) / (t.mouth_z - 0.4 - top), 0, 1)
    start, end = 1.78 * t.nose_wide, t.mouth_wide + 0.75
    return np.asarray(np.abs(x) - (start + (end - start) * s**1.2)), s


def cheek_fold(t: Traits, x: Array, z: Array) -> Array:
    """Return how deep the fold from the nose to beside the mouth is, 0..1."""
    fold, s = _beside_fold(t, x, z)
    return np.asarray(line(fold, 0.26) * ramp(-0.05, 0.3, s) * ramp(1.0, 0.6, s))


def wrinkles(t: Traits, x: Array, z: Array) -> Array:
    """Return how deep the forehead's lines are, 0..1."""
    deep = max(0.0, t.age - 0.35) / 0.5
    if not deep:
        return np.zeros(np.shape(z))
    lines = [
        line(z - h - 0.22 * np.sin(0.55 * x + k) - 0.08 * np.sin(1.7 * x + 2 * k), 0.13)
        for k, h in enumerate((3.7, 4.6, 5.5))
    ]
    return np.asarray(deep * sum(lines) * ramp(5.6, 3.4, np.abs(x)))
