"""Hair: a sheet over the skull that stands off it and may hang, with locks upon it, and a knot where it is tied.

Every point of the sheet has two coordinates along the strands: `across` is the same all along a strand, `along` grows
toward its tip. Ridges, the picture's streaks and the locks all follow them.
"""

from __future__ import annotations

import numpy as np

from vantage import seeds
from vantage.assets.meshes import Material
from vantage.individuals.faces.falls import INNER, ROWS, Fall, fall_of
from vantage.individuals.faces.knots import knot
from vantage.individuals.faces.locks import locks
from vantage.individuals.faces.skull import Skull
from vantage.individuals.faces.strands import curls, strands
from vantage.individuals.faces.styles import Style
from vantage.individuals.faces.surface import Array, Part, grid, line, placed, ramp, ripples, unit

POLE = -4.0  # how far forward the crown's whirl lies
KNOT, NAPE = 2.6, -7.0  # heights to which hair that is brushed back runs, tied or not


def hair(skull: Skull) -> list[Part]:
    """Return the hair of a person."""
    looks = skull.person.looks
    style = looks.style
    if style.bald:
        return []
    rng = seeds.generator("hair", looks.number)
    fall = fall_of(skull)
    base = skull.base(fall.angle + 0 * fall.way, fall.way)
    off = _outward(skull, fall)
    across, along = _combed(style, looks.side, base, fall)
    thick = _thickness(style, looks.side, base, fall) + _ridges(style, base, across, along, fall, rng)
    points = base + off * thick[..., None] + _hung(style, base, fall, across, rng)
    gloss = 0.04 if style.curl else 0.22 if style.hang < 0 or style.knot else 0.15
    tint = Material(looks.hair, curls() if style.curl else strands(), gloss)
    sheet = grid(points, tint, np.stack([across / 9, -along / 16], -1), ring=True, inside=(0.0, 1.5, 0.0))
    parts = [sheet]
    if style.locks:
        outer = slice(0, ROWS - INNER * (style.hang < 0))
        normals = sheet.normals.reshape(points.shape)
        parts.append(locks(style, looks.hair, points[outer], normals[outer], across[outer], along[outer], rng))
    return parts + knot(style, looks.hair)


def _outward(skull: Skull, fall: Fall) -> Array:
    """Return the skull's unit normals at the hair's points."""
    a, w, e = fall.angle + 0 * fall.way, fall.way, 0.08
    around = skull.base(a + 0.03, w) - skull.base(a - 0.03, w)
    along = skull.base(a, w + e) - skull.base(a, np.maximum(w - e, 0.0))
    normal = unit(np.cross(around, along))
    normal = normal * np.where((normal * (skull.base(a, w) - placed(0, -1, 1))).sum(-1, keepdims=True) < 0, -1.0, 1.0)
    normal[0] = (0.0, 0.0, 1.0)
    # What hangs stands off to the side, not upward or inward.
    level = unit(normal * (1.0, 1.0, 0.0) + 1e-6)
    return np.where(fall.over[..., None] > 0, level, normal)


def _combed(style: Style, side: float, base: Array, fall: Fall) -> tuple[Array, Array]:
    """Return the coordinates across and along the strands."""
    x, f, z = base[..., 0], -base[..., 1], base[..., 2]
    along = fall.way + fall.over
    if style.comb in ("front", "knot") and style.knot != "topknot":
        pole = KNOT if style.knot else NAPE
        return 8.0 * np.arctan2(np.where(x == 0, 1e-9 * np.sign(fall.angle), x), z - pole), -f - 0.3 * z
    around = 7.5 * np.arctan2(x, f - POLE)
    if style.comb not in ("part", "middle"):
        return around, along
    # From a line on top strands go to both sides; behind its end they fan out. On the sides both are the same.
    aside = np.abs(x - _part_at(style, side))
    fan = POLE - 7.5 * np.arctan2(POLE - f, np.maximum(aside, 1e-6))
    return np.where(f > POLE, f, fan), along


def _part_at(style: Style, side: float) -> float:
    return side * (3.3 if style.comb == "part" else 0.6)


def _thickness(style: Style, side: float, base: Array, fall: Fall) -> Array:
    """Return how far the hair stands off the skull."""
    x, f, z = base[..., 0], -base[..., 1], base[..., 2]
    thick = style.side + (style.top - style.side) * ramp(2.5, 9.5, z)
    thick = thick + (style.back - style.side) * ramp(0.2, -0.9, np.cos(fall.angle)) * ramp(9, 5, z)
    thick = thick + style.tuft * ramp(1.5, 6.5, f) * ramp(4.5, 8.0, z)
    if style.comb in ("part", "middle"):
        at = x - _part_at(style, side)
        groove = (0.75 if style.comb == "part" else 0.5) * line(at, 0.45) * ramp(5, 8, z) * ramp(-6, -1, f)
        lifted = 0.7 * line(x + side * 1.6, 3.6) * line(f - 5.5, 3.5) * ramp(5.5, 8.5, z) * (style.comb == "part")
        thick = thick - groove + lifted
    if style.hang == 0 and not style.knot:
        thick = thick * (1 - 0.75 * ramp(1.5, -5.5, z) * (style.curl < 0.5))  # cut shorter toward the nape
    rest = fall.left + 9.0 * fall.hangs
    rim = 0.3 * style.edge - 0.22
    soft = 1.0 if style.fringe else 3.4 if style.knot else 2.4 - 1.2 * (style.tuft > 1)
    thick = rim + (thick - rim) * ramp(-0.2, soft, rest) ** 0.7
    # Hanging hair lies closer to the cheek at its front edge, and turns inward at its ends.
    edge = fall.hangs * ramp(np.radians(style.opened + 26), np.radians(style.opened + 6), np.abs(fall.angle))
    thick = thick * (1 - 0.45 * edge * (fall.over > 0))
    return np.asarray(thick - fall.inner * fall.hangs * 1.5)


def _ridges(style: Style, base: Array, across: Array, along: Array, fall: Fall, rng: np.random.Generator) -> Array:
    """Return how much strands stand out from one another; nothing at the border."""
    inward = ramp(0.0, 1.5, fall.left + 9.0 * fall.hangs) * (1 - fall.inner)
    if style.curl:
        where = base + placed(0, 0, -fall.over)
        # Round tufts with creases between.
        tufts = 1.1 * (0.5 - np.abs(ripples(where, rng, 3.6))) + 0.7 * (0.5 - np.abs(ripples(where, rng, 2.0)))
        return np.asarray(style.curl * tufts * inward)
    strand = np.stack([across, 0.10 * along, 0 * along], -1)
    ridges = 0.6 * ripples(strand, rng, 2.6) + 0.45 * ripples(strand, rng, 1.5)
    return np.asarray(style.clump * ridges * inward * ramp(0.5, 3.0, along - along.min()))


def _hung(style: Style, base: Array, fall: Fall, across: Array, rng: np.random.Generator) -> Array:
    """Return how hanging hair lies away from where it leaves the skull: down, a little out, then in."""
    if style.hang >= 0:
        return np.zeros(base.shape)
    over = fall.over
    out = 0.05 * ramp(0, 5, over) - 0.16 * ramp(6, 19, over) - 0.06 * ramp(0, 3, over) * fall.inner
    sway = 0.04 * ripples(np.stack([across, 0.2 * over, 0 * over], -1), rng, 5.0) * ramp(0, 6, over)
    strand = np.stack([across, 0.1 * over, 0 * over], -1)
    wind = style.wave * np.sin(over * 1.05 + 0.35 * across + 1.8 * ripples(strand, rng, 6.0)) * ramp(0, 5, over)
    x, f = base[..., 0], -base[..., 1] + 1.5
    far = np.maximum(np.hypot(x, f), 1e-6)
    moved = out + sway + wind / far
    return placed(x * moved, f * moved, -over)
