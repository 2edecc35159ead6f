"""Eyes: balls with iris and pupil, lids that lie on them and melt into the skin, lashes, and a glint."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vantage.assets.meshes import Colour, Material
from vantage.individuals.faces.skin import Skin
from vantage.individuals.faces.surface import Array, Part, colour_of, grid, line, mix, placed, ramp, smooth_max, unit
from vantage.individuals.faces.traits import Person, Traits

RADIUS, LID = 1.30, 0.13  # of the ball; the lid's thickness
STRETCH = 1.14  # the ball is this much wider than high, so that it fills the corners
# Rings of the lids, from their edge (0) to the skin (1); those before the edge are its thickness.
RINGS = (-0.12, -0.03, 0.0, 0.05, 0.11, 0.18, 0.26, 0.34, 0.43, 0.53, 0.65, 0.78, 0.9, 1.0)
AROUND = 49
RIM = 2.2, 0.12, 1.5  # of the lids: half width, middle height, half height
BANDS = (0.0, 0.19, 0.205, 0.33, 0.43, 0.475, 0.52, 0.75, 1.1, 1.9)  # of the ball, in radians from its front
WHITE = Material((0.82, 0.79, 0.77), gloss=0.3)
# Where a lamp before and above the face is mirrored, whichever way the head turns: the lamps of all studios are near.
GLINT = (0.14, -0.97, 0.21)


@dataclass(frozen=True)
class Socket:
    """Where one eye is."""

    side: int  # 1 is the person's left
    x: float
    f: float  # of the ball's middle


def eyes(skin: Skin) -> list[Part]:
    """Return both eyes."""
    apart = skin.skull.person.traits.eye_apart
    deep = -float(skin.skull.at(np.array(apart), np.array(0.0))[1]) - RADIUS + 0.44
    sockets = [Socket(side, side * apart, deep) for side in (-1, 1)]
    return [part for socket in sockets for part in (*_lids(skin, socket), *_ball(skin.skull.person, socket))]


def _outline(t: Traits, a: Array) -> tuple[Array, Array]:
    """Return x (outward) and z of the lids' edge at angles `a`, from the eye's middle."""
    x, s = t.eye_wide * np.cos(a), np.sin(a)
    upper = 0.50 * t.eye_open * np.abs(s) ** 1.05 - 0.09 * s * np.cos(a)  # highest a little toward the nose
    lower = -0.40 * t.eye_open * np.abs(s) ** 1.2 - 0.04 * np.abs(s) * np.cos(a)
    smiling = 1.2 * t.smile * np.abs(s)  # lifts the lower lid
    return x, np.where(s > 0, upper, lower + smiling) + t.eye_tilt * x - 0.05


def _lids(skin: Skin, socket: Socket) -> list[Part]:
    """Return the lids of an eye: skin, dark upper edge, moist lower edge, lashes."""
    person = skin.skull.person
    a = np.linspace(0, 2 * np.pi, AROUND)
    s = np.array(RINGS)[:, None]
    ox, oz = _outline(person.traits, a)
    x, z = mix(ox, RIM[0] * np.cos(a), s), mix(oz, RIM[1] + RIM[2] * np.sin(a), s)
    angle, way = skin.skull.facing(socket.x + socket.side * x, z)
    ground = -skin.skull.surface(angle, way)[..., 1]
    points = placed(socket.x + socket.side * x, _lid_depth(person.traits, socket, s, a, x, z, ground), z)
    part = grid(points, skin.material, skin.uv(angle, way), ring=True, inside=(socket.x, -socket.f + 2, 0.0))
    part = replace(part, normals=_melted(skin, s, points, z, part.normals))
    band, column = np.divmod(part.faces.min(axis=1), AROUND)
    edge, upper = band < 2, (np.sin(a[column]) > 0.05) & (np.cos(a[column]) > -0.8)
    dark: Colour = (0.10, 0.07, 0.06)
    tone = np.array(person.looks.skin) * (0.88, 0.66, 0.62)
    return [
        part.only(~edge),
        part.only(edge & upper, Material(dark)),
        part.only(edge & ~upper, Material(colour_of(tone), gloss=0.3)),
        _lashes(person, socket, points, a),
    ]


def _lid_depth(t: Traits, socket: Socket, s: Array, a: Array, x: Array, z: Array, ground: Array) -> Array:
    """Return how far forward the lids lie: on the ball at their edge, on the skin at their rim, folded between."""
    reach = RADIUS + LID
    q = np.hypot(x / STRETCH, z) / reach
    # Beyond four fifths of its radius the ball is left along its tangent.
    ball = socket.f + reach * np.where(q < 0.8, np.sqrt(np.clip(1 - q * q, 0.1, 1)), 0.6 - 1.333 * (q - 0.8))
    f = mix(smooth_max(ball, ground - 0.45, 0.22), ground, ramp(0.12, 0.95, s))
    above, below = np.sqrt(np.clip(np.sin(a), 0, 1)), np.clip(-np.sin(a), 0, 1)
    f = f - 0.09 * above * line(s - 0.29, 0.08) + (0.08 + 0.15 * t.hood) * above * line(s - 0.47, 0.13)
    f = f + (0.03 + 0.14 * t.age) * below * line(s - 0.36, 0.15) - 0.05 * t.age * below * line(s - 0.66, 0.1)
    return np.asarray(f - np.where(s < -0.05, 0.14, np.where(s < -0.01, 0.02, 0.0)))


def _melted(skin: Skin, s: Array, points: Array, z: Array, normals: Array) -> Array:
    """Return the lids' normals, toward the rim those of the skin itself."""
    e, x = 0.02, points[..., 0]
    right, left = skin.skull.at(x + e, z), skin.skull.at(x - e, z)
    up, down = skin.skull.at(x, z + e), skin.skull.at(x, z - e)
    own = unit(np.cross(right - left, up - down))
    own *= np.where(own[..., 1:2] > 0, -1.0, 1.0)
    return unit(mix(normals.reshape(points.shape), own, ramp(0.65, 1.0, s)[..., None])).reshape(-1, 3)


def _lashes(person: Person, socket: Socket, lids: Array, a: Array) -> Part:
    """Return the upper lashes: a dark fringe that stands out from the lid's edge."""
    kept = np.flatnonzero((np.sin(a) > 0.1) & (np.cos(a) > -0.75))
    edge, c = lids[2, kept], np.cos(a[kept])
    long = (0.12 if person.man else 0.2) * np.sqrt(np.sin(a[kept])) * ramp(-0.9, 0.3, c)
    tips = edge + placed(socket.side * 0.5 * c * long, 0.9 * long, (0.3 if person.man else 0.55) * long)
    ink = 0.03 + 0.15 * np.array(person.looks.hair)
    rows = np.stack([edge + placed(0, 0, 0.02), tips])
    return grid(rows, Material(colour_of(ink)), inside=(socket.x, 9.0, 9.0))


def _ball(person: Person, socket: Socket) -> list[Part]:
    """Return an eyeball that looks ahead, in rings of white, iris and pupil, with a glint on it."""
    a, away = np.linspace(0, 2 * np.pi, 25)[None, :], np.array(BANDS)[:, None]
    reach = RADIUS * (1 + 0.12 * ramp(0.62, 0.25, away))  # the cornea stands out
    points = placed(
        socket.x + STRETCH * reach * np.sin(away) * np.cos(a),
        socket.f + reach * np.cos(away),
        reach * np.sin(away) * np.sin(a),
    )
    part = grid(points, WHITE, ring=True, inside=(socket.x, -socket.f, 0.0))
    band = part.faces.min(axis=1) // a.size
    return [*(part.only(band == k, m) for k, m in enumerate(_eye_colours(person))), _glint(socket)]


def _eye_colours(person: Person) -> list[Material]:
    """Return the materials of the ball's bands: pupil, iris with a dark rim, its soft border, white."""
    iris = np.array(person.looks.iris)
    inner = [Material(colour_of(c), gloss=0.25) for c in (0.07 * iris, 0.4 * iris, 1.25 * iris, iris, 0.45 * iris)]
    return [*inner, Material((0.60, 0.56, 0.55), gloss=0.2), WHITE, WHITE, Material((0.74, 0.66, 0.64))]


def _glint(socket: Socket) -> Part:
    """Return the bright spot of a mirrored lamp; its place turns with the head, its direction stays with the lamp."""
    toward = unit(np.array(GLINT))
    aside = unit(np.cross(toward, (0.0, 0.0, 1.0)))
    a = np.linspace(0, 2 * np.pi, 9)[:, None]
    disc = toward * RADIUS * 1.135 + 0.10 * (np.cos(a) * aside + np.sin(a) * np.cross(toward, aside))
    rows = np.stack([np.broadcast_to(toward * RADIUS * 1.14, disc.shape), disc])
    part = grid(rows, Material((1.0, 1.0, 1.0), gloss=1.0), inside=(0.0, 0.0, 0.0))
    normals = np.broadcast_to(toward, part.points.shape)
    return replace(part, normals=normals, about=(socket.x, -socket.f, 0.0))
