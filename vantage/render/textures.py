"""Surfaces drawn by program: square, seamless pictures by name, and their mip-maps.

A texel is red, green, blue and *tint*, how much of the material's colour goes in: a brick takes all of it, the mortar
between bricks little. u goes to the right, v up. Values are rounded to 256 steps, so that the last bit of a sine
changes no picture.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vantage import names, seeds
from vantage.assets.meshes import Picture

Floats = NDArray[np.float32]
Array = NDArray[np.float64]
SIDE = 256
TEXELS = (4 * SIDE * SIDE - 1) // 3  # of all levels of a texture


def linear(colour: ArrayLike) -> Array:
    """Return sRGB values 0..1 as linear light."""
    c = np.asarray(colour, dtype=float)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def known() -> tuple[str, ...]:
    """Return the names of all textures."""
    return tuple(sorted(DRAWN))


@cache
def mipmap(name: str) -> Floats:
    """Return the texels (n, 4) of a texture in linear light: all levels one after another, the largest first."""
    drawn = DRAWN[names.nearest(name, known(), "texture")](seeds.generator("texture", name))
    level = np.round(np.clip(drawn, 0, 1) * 255) / 255
    level[..., :3] = linear(level[..., :3])
    # On the whole a surface is as bright as its material's colour, whatever lies between.
    level[..., :3] /= np.average(level[..., 1], weights=level[..., 3])
    texels = atlas()[start(name) : start(name) + TEXELS]
    texels[:] = _levels(level)
    texels.setflags(write=False)
    return texels


@lru_cache(maxsize=64)  # 1.4 MB each
def pictured(picture: Picture) -> Floats:
    """Return the texels of a picture, as `mipmap` returns those of a texture; its material's colour tints all of it."""
    level = np.ones((SIDE, SIDE, 4))
    level[..., :3] = linear(np.frombuffer(picture.texels, np.uint8).reshape(SIDE, SIDE, 3) / 255)
    return _levels(level)


def _levels(level: Array) -> Floats:
    """Return a texture's texels and all smaller levels, one after another, as one array (n, 4)."""
    levels = []
    while True:
        levels.append(level.reshape(-1, 4))
        if len(level) == 1:
            break
        level = (level[0::2, 0::2] + level[1::2, 0::2] + level[0::2, 1::2] + level[1::2, 1::2]) / 4
    texels = np.concatenate(levels).astype(np.float32)
    texels.setflags(write=False)
    return texels


@cache
def atlas() -> Floats:
    """Return room for the texels of all textures, (n, 4); a texture's are there once it has been asked for.

    Every scene reads from the same array: to join the textures of each anew would cost more than to draw them.
    """
    return np.zeros((len(known()) * TEXELS, 4), np.float32)


def start(name: str) -> int:
    """Return where in the atlas a texture begins."""
    return TEXELS * known().index(name)


# Coordinates of texel centres, 0..1: rows first.
DOWN, ACROSS = (np.mgrid[:SIDE, :SIDE] + 0.5) / SIDE


def noise(rng: np.random.Generator, rows: int, columns: int) -> Array:
    """Return seamless smooth noise (256, 256) in 0..1, with as many bumps down and across."""
    lattice = rng.random((rows, columns))
    y, x = DOWN * rows - 0.5, ACROSS * columns - 0.5
    i, j = np.floor(y).astype(int), np.floor(x).astype(int)
    fy, fx = y - i, x - j
    fy, fx = fy * fy * (3 - 2 * fy), fx * fx * (3 - 2 * fx)
    i0, i1, j0, j1 = i % rows, (i + 1) % rows, j % columns, (j + 1) % columns
    upper = lattice[i0, j0] * (1 - fx) + lattice[i0, j1] * fx
    lower = lattice[i1, j0] * (1 - fx) + lattice[i1, j1] * fx
    return np.asarray(upper * (1 - fy) + lower * fy)


def cloud(rng: np.random.Generator, rows: int, columns: int, octaves: int = 4) -> Array:
    """Return noise with finer noise upon it, in about 0..1 around 0.5."""
    total = sum(noise(rng, min(SIDE, rows << k), min(SIDE, columns << k)) / 2**k for k in range(octaves))
    return np.asarray(total / (2 - 2.0 ** (1 - octaves)))


def texture(value: Array, tint: Array | float = 1.0, warm: Array | float = 0.0) -> Array:
    """Return texels (256, 256, 4) of one brightness; `warm` moves them from blue to red."""
    out = np.empty((SIDE, SIDE, 4))
    out[..., 0], out[..., 1], out[..., 2] = value * (1 + warm), value, value * (1 - warm)
    out[..., 3] = tint
    return out


def bricks(rows: int, columns: int, joint: float, shift: float = 0.5) -> tuple[Array, NDArray[np.intp]]:
    """Return how far inside its brick each texel lies (0 in the joint, 1 well inside) and the brick's number."""
    y = DOWN * rows
    row = np.floor(y)
    x = (ACROSS * columns + shift * (row % 2)) % columns
    column = np.floor(x)
    dy, dx = np.minimum(y - row, row + 1 - y) / rows, np.minimum(x - column, column + 1 - x) / columns
    inside = np.clip((np.minimum(dy, dx) - joint / 2) * SIDE / 2, 0, 1)
    return inside, (row * columns + column).astype(int)


def brick(rng: np.random.Generator) -> Array:
    """Draw courses of brick in pale mortar."""
    inside, number = bricks(8, 4, 0.016)
    body = 0.78 + 0.2 * rng.random(32)[number] + 0.16 * (cloud(rng, 32, 32) - 0.5)
    mortar = 0.74 + 0.1 * (noise(rng, 64, 64) - 0.5)
    return texture(inside * body + (1 - inside) * mortar, 0.12 + 0.88 * inside)


def tiles(rng: np.random.Generator) -> Array:
    """Draw square glazed tiles with dark joints."""
    inside, number = bricks(4, 4, 0.012, shift=0.0)
    body = 0.93 + 0.07 * rng.random(16)[number] + 0.03 * (cloud(rng, 8, 8) - 0.5)
    return texture(inside * body + (1 - inside) * 0.55)


def paving(rng: np.random.Generator) -> Array:
    """Draw rough slabs, each of its own grey."""
    inside, number = bricks(4, 3, 0.014)
    body = 0.78 + 0.18 * rng.random(12)[number] + 0.2 * (cloud(rng, 16, 16, 5) - 0.5)
    return texture(inside * body + (1 - inside) * 0.6)


def grain(rng: np.random.Generator) -> Array:
    """Return the grain of wood, 0..1, along the rows."""
    bent = 0.35 * cloud(rng, 3, 2, 3)
    rings = 0.5 + 0.5 * np.sin(2 * np.pi * (6 * DOWN + 5 * bent))
    fibres = noise(rng, 128, 4)
    return np.asarray(0.55 * rings**1.5 + 0.45 * fibres)


def wood(rng: np.random.Generator) -> Array:
    """Draw long grain."""
    value = grain(rng)
    return texture(0.7 + 0.3 * value, 1.0, 0.04 * (1 - value))


def veneer(rng: np.random.Generator) -> Array:
    """Draw fine, even grain."""
    return texture(0.9 + 0.1 * noise(rng, 96, 3) + 0.07 * (cloud(rng, 24, 2, 3) - 0.5))


def planks(rng: np.random.Generator) -> Array:
    """Draw boards laid side by side."""
    inside, number = bricks(6, 1, 0.008, shift=0.37)
    value = grain(rng)
    tone = 0.82 + 0.18 * rng.random(6)[number]
    return texture((0.55 + 0.45 * inside) * tone * (0.78 + 0.22 * value), 1.0, 0.03 * (1 - value))


def fabric(rng: np.random.Generator) -> Array:
    """Draw a plain weave."""
    over = np.sin(2 * np.pi * 32 * ACROSS) * np.sin(2 * np.pi * 32 * DOWN)
    return texture(0.84 + 0.1 * over + 0.16 * (cloud(rng, 64, 64, 2) - 0.5))


def carpet(rng: np.random.Generator) -> Array:
    """Draw a short, dense pile."""
    return texture(0.84 + 0.2 * (noise(rng, 128, 128) - 0.5) + 0.08 * (cloud(rng, 8, 8) - 0.5))


def fur(rng: np.random.Generator) -> Array:
    """Draw short hairs lying down the texture."""
    return texture(0.78 + 0.3 * (noise(rng, 16, 128) - 0.5) + 0.26 * (cloud(rng, 4, 8) - 0.5))


def grass(rng: np.random.Generator) -> Array:
    """Draw blades in clumps, some yellower."""
    blades = noise(rng, 64, 128) * 0.5 + noise(rng, 128, 64) * 0.5
    clumps = cloud(rng, 6, 6)
    return texture(0.56 + 0.44 * blades + 0.3 * (clumps - 0.5), 1.0, 0.2 * (cloud(rng, 5, 5) - 0.5))


def leaves(rng: np.random.Generator) -> Array:
    """Draw foliage: leaves of all greens, dark where they end."""
    cells = 14
    centre, tone = rng.uniform(0.1, 0.9, (2, cells, cells)), rng.random((cells, cells))
    y, x = DOWN * cells, ACROSS * cells
    i, j = np.floor(y).astype(int), np.floor(x).astype(int)
    nearest, shade = np.full((SIDE, SIDE), 9.0), np.zeros((SIDE, SIDE))
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            k = (i + down) % cells, (j + across) % cells
            away = np.hypot(y - i - down - centre[0][k], x - j - across - centre[1][k])
            shade = np.where(away < nearest, tone[k], shade)
            nearest = np.minimum(nearest, away)
    return texture(0.62 + 0.38 * shade - 0.5 * np.clip(nearest - 0.2, 0, 0.6), 1.0, 0.2 * (noise(rng, 12, 12) - 0.5))


def asphalt(rng: np.random.Generator) -> Array:
    """Draw fine dark gravel bound in tar."""
    return texture(0.82 + 0.4 * (noise(rng, 128, 128) - 0.5) + 0.12 * (cloud(rng, 4, 4) - 0.5))


def sand(rng: np.random.Generator) -> Array:
    """Draw fine grains in soft ripples."""
    return texture(0.88 + 0.14 * (noise(rng, 256, 256) - 0.5) + 0.14 * (cloud(rng, 8, 3) - 0.5))


def plaster(rng: np.random.Generator) -> Array:
    """Draw an almost even wall."""
    return texture(0.94 + 0.06 * (cloud(rng, 8, 8, 5) - 0.5))


def concrete(rng: np.random.Generator) -> Array:
    """Draw a blotched surface with small pores."""
    pores = np.clip((noise(rng, 64, 64) - 0.86) * 6, 0, 1)
    return texture(0.88 + 0.1 * (cloud(rng, 4, 4, 6) - 0.5) - 0.16 * pores)


def marble(rng: np.random.Generator) -> Array:
    """Draw dark veins in a pale stone."""
    bent = cloud(rng, 3, 3, 5)
    vein = 1 - np.abs(np.sin(np.pi * (ACROSS + DOWN + 3 * bent)))
    return texture(0.96 - 0.35 * vein**4 - 0.08 * (cloud(rng, 4, 4) - 0.5))


def metal(rng: np.random.Generator) -> Array:
    """Draw a brushed surface."""
    return texture(0.9 + 0.16 * (noise(rng, 256, 3) - 0.5))


def roof(rng: np.random.Generator) -> Array:
    """Draw overlapping roof tiles."""
    inside, number = bricks(8, 8, 0.006)
    fall = (DOWN * 8) % 1
    return texture((0.6 + 0.4 * inside) * (0.62 + 0.3 * fall + 0.12 * rng.random(64)[number]))


def siding(rng: np.random.Generator) -> Array:
    """Draw level boards, each with a dark edge below."""
    fall = (DOWN * 10) % 1
    return texture((0.97 - 0.3 * np.clip(fall * 8 - 7, 0, 1)) * (0.94 + 0.08 * noise(rng, 64, 3)))


def paper(rng: np.random.Generator) -> Array:
    """Draw wallpaper: faint upright stripes."""
    stripe = np.clip(4 * np.sin(2 * np.pi * 6 * ACROSS), -1, 1)
    return texture(0.93 + 0.025 * stripe + 0.03 * (cloud(rng, 16, 16) - 0.5))


def folds(rng: np.random.Generator) -> Array:
    """Draw cloth that hangs in folds."""
    return texture(0.86 + 0.1 * np.sin(2 * np.pi * 5 * ACROSS) + 0.04 * (noise(rng, 3, 64) - 0.5))


def waves(rng: np.random.Generator) -> Array:
    """Draw water with low ripples."""
    return texture(0.86 + 0.24 * (cloud(rng, 8, 4, 5) - 0.5) + 0.1 * (noise(rng, 64, 32) - 0.5))


def checker(rng: np.random.Generator) -> Array:
    """Draw squares of the colour and of white, two of each in a row."""
    odd = (np.floor(ACROSS * 4) + np.floor(DOWN * 4)) % 2
    return texture(np.full((SIDE, SIDE), 0.95), odd)


def squares(rng: np.random.Generator) -> Array:
    """Draw squares of the colour and of a paler one, two of each in a row, with fine joints."""
    inside, number = bricks(4, 4, 0.008, shift=0.0)
    odd = (np.floor(ACROSS * 4) + np.floor(DOWN * 4)) % 2
    return texture((0.62 + 0.34 * odd) * (0.97 + 0.03 * rng.random(16)[number]) * (0.75 + 0.25 * inside))


def stripes(rng: np.random.Generator) -> Array:
    """Draw upright stripes of the colour and of white."""
    return texture(np.full((SIDE, SIDE), 0.95), np.floor(ACROSS * 8) % 2)


def dots(rng: np.random.Generator) -> Array:
    """Draw white dots on the colour."""
    y, x = (DOWN * 4) % 1 - 0.5, (ACROSS * 4) % 1 - 0.5
    away = np.hypot(x, y) - 0.26
    return texture(np.full((SIDE, SIDE), 0.95), np.clip(0.5 + away * SIDE / 4, 0, 1))


DRAWN: dict[str, Callable[[np.random.Generator], Array]] = {
    draw.__name__: draw
    for draw in (
        asphalt, brick, carpet, checker, concrete, dots, fabric, folds, fur, grass, leaves, marble, metal, paper,
        paving, planks, plaster, roof, sand, siding, squares, stripes, tiles, veneer, waves, wood,
    )
}  # fmt: skip
