"""Skin: the head as a grid of points, and the picture that colours it."""

from __future__ import annotations

import numpy as np

from vantage import seeds
from vantage.assets.meshes import Material, Picture
from vantage.individuals.faces.beards import growth
from vantage.individuals.faces.hairline import hairline
from vantage.individuals.faces.relief import brow, cheek_fold, mouth_line, straightened, wrinkles
from vantage.individuals.faces.sampling import between, blurred, curve
from vantage.individuals.faces.skull import Skull
from vantage.individuals.faces.surface import Array, Part, grid, hill, line, mix, ramp, ripples
from vantage.individuals.faces.traits import Person, Traits

COLUMNS, ROWS = 128, 126
CROWDED = 0.58  # below 1 the columns crowd toward the face
SIDE = 256  # of a picture
TURNS = -18.0, -10.5  # heights between which the neck begins to follow the head


def angles() -> Array:
    """Return the angles from the front of the grid's columns."""
    v = np.linspace(-1, 1, COLUMNS + 1)
    return np.asarray(np.pi * (CROWDED * v + (1 - CROWDED) * v**3))


def ways(skull: Skull) -> Array:
    """Return the ways from the crown of the grid's rows: most of them where the face has small forms."""
    t = skull.person.traits
    marks = ((12.0, 0), (6.5, 11), (2.8, 22), (-2.8, 50), (t.chin_z + 2.8, 100), (t.chin_z, 113), (-30.0, ROWS))
    at = [float(skull.way_at(z)) for z, _ in marks]
    return curve([row for _, row in marks], at, np.arange(ROWS + 1))


def follows(z: Array) -> Array:
    """Return how much of the head's turn the points of the neck at heights z follow."""
    return ramp(*TURNS, z)


class Skin:
    """The skin's grid and picture, for those parts that continue it."""

    def __init__(self, skull: Skull) -> None:
        self.skull, self.angles, self.ways = skull, angles(), ways(skull)
        self.points = skull.surface(self.angles[None, :], self.ways[:, None])
        gloss = 0.16 + 0.12 * skull.person.looks.dark
        self.material = Material((1.0, 1.0, 1.0), Picture(_painted(skull.person, self.points)), gloss)

    def uv(self, angle: Array, way: Array) -> Array:
        """Return where on the picture the skin at these angles and ways lies."""
        column = np.interp(angle, self.angles, np.arange(COLUMNS + 1.0)) / COLUMNS
        row = np.interp(way, self.ways, np.arange(ROWS + 1.0)) / ROWS
        # The picture repeats, so its rim is left out.
        return np.stack([0.003 + 0.994 * column, -(0.003 + 0.994 * row)], -1)

    def part(self) -> Part:
        """Return the skin without what hair and lids hide."""
        looks, eye = self.skull.person.looks, self.skull.person.traits.eye_apart
        uv = self.uv(self.angles[None, :] + 0 * self.ways[:, None], self.ways[:, None] + 0 * self.angles[None, :])
        part = grid(self.points, self.material, uv, ring=True, inside=(0, 1, -4))
        x, f, z = part.points[:, 0], -part.points[:, 1], part.points[:, 2]
        # Under the lids the skin goes out of the way, after its normals were taken: no seam shows.
        near = np.hypot((np.abs(x) - eye) / 2.2, (z - 0.12) / 1.5)
        sunk = np.where(f > 0, ramp(0.95, 0.55, near), 0.0)
        points = part.points + np.stack([0 * x, 1.6 * sunk, 0 * x], 1)
        deep = hairline(looks.style, np.arctan2(x, f + 0.6)) + 2.0
        hidden = (z > deep) & (looks.style.top > 0.5) | (near < 0.4) & (f > 0)
        seen = ~hidden[part.faces].all(axis=1)
        return Part(points, part.faces[seen], part.normals, part.uv, part.material, follows(z))


def _painted(person: Person, points: Array) -> bytes:
    """Return the texels of the skin's picture."""
    at = (np.arange(SIDE) + 0.5) / SIDE
    rows, columns = np.meshgrid((at - 0.003) / 0.994 * ROWS, (at - 0.003) / 0.994 * COLUMNS, indexing="ij")
    spots = between(points, rows, columns)
    colours = np.clip(_colours(person, spots), 0.01, 1)
    return np.round(colours * 255).astype(np.uint8).tobytes()


def _colours(person: Person, spots: Array) -> Array:
    """Return the colours (h, w, 3) of skin at places of the head (h, w, 3)."""
    t, looks = person.traits, person.looks
    rng = seeds.generator("skin", looks.number, person.seed)
    f, z = -spots[..., 1], spots[..., 2]
    x = straightened(t, spots[..., 0], z)
    front = ramp(0, 4, f)
    skin = np.array(looks.skin)
    still = ramp(-14, -9.5, z)  # on the neck noise would be wrung when the head turns
    coarse, fine = still * ripples(spots, rng, 2.6), still * ripples(spots, rng, 0.8)
    close = ramp(2, 7, f)  # aside, a texel is too wide for the finest noise
    colour = skin * (1 + 0.025 * coarse + 0.018 * fine + 0.014 * close * _mottle(rng, 0.8))[..., None]
    colour = _flushed(person, colour, x, z, front * (1 + 0.25 * coarse))
    angle = np.arctan2(spots[..., 0], f + 0.6)
    colour = _shaded(person, colour, x, z, angle, front)
    if looks.freckles:
        colour = _freckled(colour, skin, _mottle(rng, 1.1), front * hill(np.abs(x), z, 2.6, -2.2, 3.0, 1.9))
    colour = _bearded(person, colour, spots, 0.72 + 0.37 * close * rng.uniform(-1, 1, x.shape))
    colour = _rooted(person, colour, angle, z, fine)
    colour = _lips(person, colour, x, z, front, fine)
    nostril = hill(np.abs(x), z, 0.66 * t.nose_wide, t.base_z + 0.10, 0.34, 0.17, 1.6)
    colour = mix(colour, skin * (0.25, 0.15, 0.13), (0.92 * front * nostril)[..., None])
    return _browed(person, colour, x, z, front, rng)


def _mottle(rng: np.random.Generator, size: float) -> Array:
    """Return smooth noise (256, 256) of about -1..1, its features `size` texels wide."""
    noise = blurred(rng.standard_normal((SIDE, SIDE)), size, wrap=True)
    return np.asarray(noise / noise.std())


def _flushed(person: Person, colour: Array, x: Array, z: Array, front: Array) -> Array:
    """Return the colours with blood in cheeks, nose and chin."""
    t, looks = person.traits, person.looks
    ax = np.abs(x)
    flush = 0.34 * hill(ax, z, 4.0, -3.1, 1.8, 1.4) + 0.45 * hill(x, z, 0, t.tip_z, 1.4, 0.8)
    flush = flush + 0.22 * hill(x, z, 0, t.chin_z + 1.4, 1.6, 1.0) + 0.12 * hill(x, z, 0, 4.0, 4.0, 2.0)
    red = np.array(looks.skin) * mix(np.array([0.98, 0.76, 0.72]), np.array([0.95, 0.82, 0.77]), looks.dark)
    return mix(colour, red, (front * flush)[..., None])


def _shaded(person: Person, colour: Array, x: Array, z: Array, angle: Array, front: Array) -> Array:
    """Return the colours with darker skin around the eyes, in the lines of age and under the jaw."""
    t = person.traits
    ax, eye = np.abs(x), t.eye_apart
    amount = 0.30 * hill(ax, z, eye, 0.4, 1.6, 0.8) + (0.16 + 0.34 * t.age) * hill(ax, z, eye - 0.4, -1.0, 1.2, 0.4)
    amount = amount + 0.2 * hill(ax, z, 1.5, 0.1, 0.45, 0.5) + 0.3 * wrinkles(t, x, z)
    crow = np.abs(np.sin(5.0 * (z - 0.1) + 0.8 * (ax - eye)))
    amount = amount + 0.4 * max(0.0, t.age - 0.35) * line(crow, 0.25) * hill(ax, z, eye + 2.5, -0.1, 0.6, 0.8)
    amount = amount + t.age * 0.55 * cheek_fold(t, x, z)
    amount = amount + 0.22 * max(0.0, -t.fullness) * hill(ax, z, 4.9, -5.4, 1.2, 2.0)
    amount = amount * front + 0.34 * _under_jaw(t, angle, z)
    groove = np.abs(ax - 1.42 * t.nose_wide - 0.5)
    amount = amount + 0.3 * front * line(groove, 0.2) * hill(z, 0 * z, t.base_z + 0.5, 0, 0.5, 1)
    return mix(colour, np.array(person.looks.skin) * (0.74, 0.60, 0.57), amount[..., None])


def _under_jaw(t: Traits, angle: Array, z: Array) -> Array:
    """Return where the jaw keeps light from the neck, 0..1: its border rises from the chin to the ear."""
    aside = np.clip(np.abs(angle) / 1.35, 0, 1)
    under = z - mix(t.chin_z, -7.6, aside**1.4)
    return np.asarray(ramp(0.4, -1.4, under) * ramp(-6.0, -2.0, under) * ramp(1.5, 0.8, np.abs(angle)))


def _freckled(colour: Array, skin: Array, noise: Array, where: Array) -> Array:
    return mix(colour, skin * (0.78, 0.62, 0.52), (0.6 * where * ramp(1.0, 1.9, noise))[..., None])


def _bearded(person: Person, colour: Array, spots: Array, grain: Array) -> Array:
    """Return the colours with stubble, which every man has a little of."""
    if not person.man:
        return colour
    amount = {"none": 0.13, "stubble": 0.5, "full": 0.75, "moustache": 0.16, "goatee": 0.2}[person.looks.beard]
    grown = amount * growth(person, spots, "full") * grain
    if person.looks.beard in ("moustache", "goatee"):
        grown = np.maximum(grown, 0.75 * growth(person, spots, person.looks.beard) * grain)
    return mix(colour, 0.6 * np.array(person.looks.hair) + 0.12 * np.array(person.looks.skin), grown[..., None])


def _rooted(person: Person, colour: Array, angle: Array, z: Array, noise: Array) -> Array:
    """Return the colours with the roots of the hair, which soften its border."""
    looks = person.looks
    over = z - hairline(looks.style, angle) + 0.2 * noise
    dense = 0.22 * person.m if looks.style.bald else 0.9
    roots = ramp(-0.8, 0.9, over) * max(0.0, dense) * np.clip(0.9 + (0.0 if looks.style.bald else 0.15) * noise, 0, 1)
    return mix(colour, 0.8 * np.array(looks.hair) + 0.08 * np.array(looks.skin), np.clip(roots, 0, 1)[..., None])


def _lips(person: Person, colour: Array, x: Array, z: Array, front: Array, noise: Array) -> Array:
    """Return the colours with lips, soft at their border, and the dark line between them."""
    t, looks = person.traits, person.looks
    y, q = z - mouth_line(t, x), np.clip(np.abs(x) / t.mouth_wide, 0, 1.2)
    upper = t.lip_upper * 1.3 * np.clip(1 - q**2.2, 0, 1) ** 0.8 - 0.10 * line(x, 0.3)
    lower = -t.lip_lower * 1.3 * np.clip(1 - q**2.4, 0, 1) ** 0.9
    inside = ramp(-0.16, 0.14, upper - y) * ramp(-0.22, 0.16, y - lower) * ramp(1.04, 0.9, q)
    red = np.array(looks.skin) * mix(np.array([0.86, 0.60, 0.59]), np.array([0.82, 0.62, 0.63]), looks.dark)
    if not person.man:
        red = red * (1.0, 0.88, 0.92)
    shade = 1 + 0.03 * noise - 0.10 * ramp(0.0, 0.3, y)  # the upper lip is the darker
    colour = mix(colour, red * shade[..., None], (front * inside * (0.62 if person.man else 0.85))[..., None])
    return mix(colour, red * 0.34, (0.8 * front * line(y, 0.085) * ramp(1.08, 0.88, q))[..., None])


def _browed(person: Person, colour: Array, x: Array, z: Array, front: Array, rng: np.random.Generator) -> Array:
    """Return the colours with eyebrows, as short strokes that lean outward."""
    hair = np.array(person.looks.hair) * (0.62 if sum(person.looks.hair) > 1.2 else 0.85)
    s = np.clip((np.abs(x) - 1.1) / 4.1, 0, 1)
    noise = _mottle(rng, 1.2)
    strokes = 0.82 + 0.12 * noise + 0.25 * np.sin(11 * (1.5 * np.abs(x) - 1.6 * z * (1 - 1.6 * s)) + 2.5 * noise)
    dense = brow(person.traits, x, z) * np.clip(strokes, 0.45, 1)
    return mix(colour, hair, (front * dense)[..., None])
