"""The livery: pictures of paint, seams and marks, and where each face of the shell lies on them.

A side's picture holds its front half above its rear half, so that a texel is about a centimetre; the plan's and the
ends' pictures are folded alike.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Material, Mesh, Picture
from vantage.individuals.cars import patterns
from vantage.individuals.cars.body import half_width, lower, top
from vantage.individuals.cars.design import Design
from vantage.individuals.cars.forms import Form
from vantage.individuals.cars.palettes import Palette

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
SIDE = 512  # drawn twice as fine as pictures are, so that edges are smooth
MARGIN = 0.28  # metres that the halves of a picture have in common
SHARE = 0.3  # of a panel that the pattern covers
MARK = 0.085  # square metres
SEAM = 0.45  # how bright a seam is beside its paint
GLOSS = 0.55
PANELS = ("left", "right", "plan", "ends")


def span(form: Form, panel: str) -> float:
    """Return how many metres a picture shows across."""
    if panel == "ends":
        return max(2 * (form.height + 0.1), form.width + 0.2)
    high = form.height if panel in ("left", "right") else form.width + 0.1
    return max(form.length / 2 + 2 * MARGIN, 2 * (high + 0.05))


def worn(mesh: Mesh, form: Form, paints: tuple[Material, ...], number: int = 0) -> Mesh:
    """Return the mesh with its material `number` replaced by the four pictured paints, each face by where it looks."""
    corners = mesh.points[mesh.faces].astype(float)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    panel = _panels(form, corners.mean(axis=1), across)
    mine = mesh.material == number
    uv = mesh.uv.copy()
    for k, name in enumerate(PANELS):
        chosen = mine & (panel == k)
        uv[chosen] = _placed(form, name, corners[chosen], across[chosen])
    rest = len(mesh.materials)
    material = np.where(mine, rest + panel, mesh.material).astype(np.int16)
    return Mesh(mesh.points, mesh.faces, mesh.normals, uv, material, (*mesh.materials, *paints), mesh.closed)


def _panels(form: Form, middle: Array, across: Array) -> NDArray[np.int64]:
    """Return the number of the panel that each face belongs to, from its middle and its normal (m, 3)."""
    edge = np.where(middle[:, 1] < 0, form.nose, form.tail if form.rear - form.base[1] > 0.2 else form.height) - 0.04
    ends = (np.abs(across[:, 1]) > 0.62) & (middle[:, 2] < edge)
    above = (across[:, 2] > 0.6) | (np.abs(across[:, 1]) > 0.7)
    return np.where(ends, 3, np.where(above, 2, np.where(across[:, 0] > 0, 0, 1)))


def _placed(form: Form, panel: str, corners: Array, across: Array) -> Array:
    """Return where corners (m, 3, 3) lie on a panel's picture, (m, 3, 2)."""
    wide = span(form, panel)
    x, y, z = (corners[..., k] for k in range(3))
    if panel == "ends":
        ahead = across[:, 1:2] < 0
        return np.stack([0.5 + x / wide, np.where(ahead, 0.5, 0) + z / wide], axis=-1)
    ahead = y.mean(axis=1, keepdims=True) < 0
    u = (y + np.where(ahead, wide - MARGIN, MARGIN)) / wide
    high = z if panel in ("left", "right") else x + form.width / 2
    return np.stack([u, np.where(ahead, 0.5, 0) + high / wide], axis=-1)


def _grid(form: Form, panel: str) -> tuple[Array, Array, Mask]:
    """Return for each texel of a picture its two coordinates in metres, and whether it is in the front half."""
    wide = span(form, panel)
    steps = (np.arange(SIDE) + 0.5) / SIDE
    u, v = np.meshgrid(steps, 1 - steps)
    ahead = v >= 0.5
    second = (v - np.where(ahead, 0.5, 0)) * wide
    if panel == "ends":
        return (u - 0.5) * wide, second, ahead
    first = u * wide - np.where(ahead, wide - MARGIN, MARGIN)
    return first, second - (form.width / 2 if panel == "plan" else 0), ahead


def paints(design: Design, palette: Palette) -> tuple[Material, ...]:
    """Return the four pictured paints of a car."""
    drawings = (
        _flank(design, palette, "left"),
        _flank(design, palette, "right"),
        _plan(design, palette),
        _ends(design, palette),
    )
    return tuple(Material((1.0, 1.0, 1.0), Picture(drawing.tobytes()), GLOSS) for drawing in drawings)


def _coloured(palette: Palette, second: Mask, mark: Mask, dark: Mask) -> NDArray[np.uint8]:
    colours = np.array([palette.body, palette.second, palette.mark])
    picture = np.concatenate([colours, colours * SEAM])[np.where(mark, 2, second) + 3 * dark]
    # Row by row, as a mean over pairs would sum them: another order rounds a few texels to other bytes.
    halved = (picture[::2, ::2] + picture[::2, 1::2] + picture[1::2, ::2] + picture[1::2, 1::2]) / 4
    return np.asarray(np.round(halved * 255), np.uint8)


def _own(y: Array, ahead: Mask) -> Mask:
    """Return which texels count: those beyond the middle repeat the other half."""
    return np.asarray(np.where(ahead, y < 0, y >= 0))


def _flank(design: Design, palette: Palette, side: str) -> NDArray[np.uint8]:
    form = design.form
    y, z, ahead = _grid(form, side)
    flat = np.clip(y.reshape(-1), form.front, form.rear)
    low, high = (edge(form, flat).reshape(y.shape) for edge in (lower, top))
    ceiling, panels = max(form.belt, form.cowl), _panelled(form)
    if panels < form.base[1]:
        ceiling = form.height
        high = np.where((y > panels) & (y < form.base[1]), ceiling, high)
    inside = (z > low) & (z < high) & (np.abs(y) < form.length / 2)
    q = (z - form.clear) / (ceiling - form.clear)
    own = inside & _own(y, ahead)
    second = patterns.painted(design.flank, y / form.rear, q, own, SHARE)
    u, v, texel = y - mark_place(form, side), z - (form.clear + form.belt) / 2 - 0.04, span(form, side) / SIDE
    near = np.hypot(u, v) < 0.34
    mark = np.zeros(near.shape, bool)
    mark[near] = patterns.marked(design.mark, u[near], v[near], own[near], round(MARK / texel**2))
    return _coloured(palette, second, mark, _flank_seams(design, side, y, z, texel))


def _panelled(form: Form) -> float:
    """Return the y from where the cabin's sides are panels; its rear if all are windows."""
    share = form.windows[form.panelled] if form.panelled < len(form.windows) else 1.0
    return form.base[0] + share * (form.base[1] - form.base[0])


def mark_place(form: Form, side: str) -> float:
    """Return the y of the mark: before the middle on the left, behind it on the right."""
    a, b = form.axles
    return a + (b - a) * (0.36 if side == "left" else 0.66)


def _flank_seams(design: Design, side: str, y: Array, z: Array, texel: float) -> Mask:
    form = design.form
    length = form.base[1] - form.base[0]
    doors = [form.base[0] + length * share for share in form.windows if share < 0.98]
    upper, lower_edge = max(form.belt, form.cowl) - 0.03, form.clear + 0.09
    dark = np.zeros(y.shape, bool)
    for at in doors[:3]:
        at = max(at, form.axles[0] + 1.2 * form.radius)
        dark |= (np.abs(y - at) < 1.6 * texel) & (z < upper) & (z > lower_edge)
    last = min(doors[-1], form.axles[1])
    dark |= (np.abs(z - lower_edge) < 1.6 * texel) & (y > form.axles[0] + 1.2 * form.radius) & (y < last)
    return dark


def _plan(design: Design, palette: Palette) -> NDArray[np.uint8]:
    form = design.form
    y, x, ahead = _grid(form, "plan")
    half = half_width(form, np.clip(y.reshape(-1), form.front, form.rear)).reshape(y.shape)
    inside = (np.abs(x) < half) & (np.abs(y) < form.length / 2) & ~_glazed(form, x, y)
    p, q = x / half, (y - form.front) / form.length
    own = inside & _own(y, ahead)
    second = patterns.painted(design.plan, p, q, own, SHARE)
    texel = span(form, "plan") / SIDE
    seam = (np.abs(np.abs(x) - 0.8 * half) < 1.5 * texel) & ((y < form.base[0] - 0.1) | (y > form.base[1] + 0.1))
    return _coloured(palette, second, np.zeros(y.shape, bool), seam)


def _glazed(form: Form, x: Array, y: Array) -> Mask:
    """Return where the plan shows no paint: windscreen, rear window, the floor of a bed."""
    (front, rear), (first, last) = form.base, form.roof
    glass = ((y > front) & (y < first)) | ((y > last) & (y < rear))
    return np.asarray(glass | ((y > rear) & (np.abs(x) < 0.42 * form.width) & form.bed))


def _ends(design: Design, palette: Palette) -> NDArray[np.uint8]:
    form = design.form
    x, z, ahead = _grid(form, "ends")
    second = np.zeros(x.shape, bool)
    for pattern, mine, edge in ((design.bow, ahead, form.nose), (design.stern, ~ahead, form.tail)):
        half = float(half_width(form, np.array([form.front + 0.05]))[0])
        inside = mine & (np.abs(x) < half) & (z > form.clear) & (z < edge)
        q = (z - form.clear) / (edge - form.clear)
        second |= mine & patterns.painted(pattern, x / half, q, inside, SHARE)
    return _coloured(palette, second, np.zeros(x.shape, bool), np.zeros(x.shape, bool))
