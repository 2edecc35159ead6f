"""What an observer at one side of a solid sees, and pictures that show where that observer stands.

An orthographic view is a depth map: for each square, how many blocks the visible block lies behind the nearest one. A
solid is drawn twice, from above its front right edge and from the opposite point below: each of the six sides is
visible in one of the two pictures, and there an arrow points at it. The solid is not turned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from vantage.shapes import solids
from vantage.shapes.solids import SIDES, Floats, Ints, Solid

Rows = tuple[tuple[int, ...], ...]

EMPTY = -1  # the depth of a square in which nothing is visible
MOST = 5  # side of the largest view, in squares
OPPOSITE = {"front": "back", "right": "left", "top": "bottom", "back": "front", "left": "right", "bottom": "top"}
NEAR = ("front", "right", "top")  # the sides that the first picture shows; the second shows the others

# The large arrow, in block edges: distance from solid to tip, lengths of head and of the whole, half widths of head and
# shaft.
GAP, HEAD, LENGTH, BROAD, SLIM = 0.35, 0.65, 1.5, 0.45, 0.17
RISE, FLAT_RISE, RISE_HEAD, RISE_BROAD = 0.8, 1.25, 0.35, 0.2  # the small arrow for up, longer when flat


@dataclass(frozen=True)
class ViewDrawing:
    """An orthographic view: depths in rows from the top, `EMPTY` where nothing is.

    `cell` is the side of a square as a share of the picture's side.
    """

    painter: ClassVar[str] = "vantage.render.projections:draw_view"

    rows: Rows
    cell: float
    colour: str = "sky"


@dataclass(frozen=True)
class StandDrawing:
    """A solid as it stands; `opposite`: seen from behind and below instead of from the front and above.

    `arrow` is the side at which an arrow points, empty for none; `scale` is the drawn length of a block's edge, as a
    share of the picture's side.
    """

    painter: ClassVar[str] = "vantage.render.projections:draw_stand"

    solid: Solid
    azimuth: float
    elevation: float
    scale: float
    opposite: bool = False
    arrow: str = ""
    colour: str = "sky"

    @property
    def reflected(self) -> solids.SolidDrawing:
        """The equivalent drawing for the usual camera; for the opposite view, it is the picture upside down."""
        cells = -self.solid.array if self.opposite else self.solid.array
        view = solids.View(0, self.azimuth, self.elevation)
        return solids.SolidDrawing(solids.solid(cells), view, self.scale, self.colour)


@dataclass(frozen=True)
class Arrow:
    """A large arrow and the small one at its tail, in space: outlines (n, 3), and the small one's shaft (2, 3)."""

    body: Floats
    shaft: Floats
    head: Floats

    @property
    def points(self) -> Floats:
        """All its points."""
        return np.concatenate([self.body, self.shaft, self.head])


def axes(side: str) -> Ints:
    """Return, as rows (3, 3), the right, the up and the viewing direction of an observer at a side."""
    right, up = SIDES[side]
    return np.array([right, up, np.cross(up, right)])


def depth_maps(batch: Ints, side: str) -> Ints:
    """Return the views of solids of a batch (m, n, 3) from a side: depths (m, MOST, MOST) from the bottom left."""
    places = batch @ axes(side).T
    column, row, depth = np.moveaxis(places - places.min(axis=1, keepdims=True), 2, 0)
    if max(column.max(), row.max()) >= MOST:
        raise ValueError(f"a view may be at most {MOST} squares wide and high")
    nothing = solids.REACH
    maps = np.full((len(batch), MOST, MOST), nothing)
    np.minimum.at(maps, (np.arange(len(batch))[:, None], row, column), depth)
    return np.where(maps == nothing, EMPTY, maps)


def mirrored(maps: Ints) -> Ints:
    """Return depth maps (m, MOST, MOST) with left and right swapped."""
    found = np.full_like(maps, EMPTY)
    for number, depths in enumerate(maps):
        width = int((depths != EMPTY).any(axis=0).sum())
        found[number, :, :width] = depths[:, :width][:, ::-1]
    return found


def lines(depths: Ints) -> bytes:
    """Return the thick lines of a view's drawing, which mark its outline and each step in depth, without the shades."""
    framed = np.pad(depths, 1, constant_values=EMPTY)
    return b"".join((np.diff(framed, axis=axis) != 0).tobytes() for axis in (0, 1))


def rows(depths: Ints) -> Rows:
    """Return a depth map (MOST, MOST) cut to its non-empty part, from the top row down."""
    height, width = (int((depths != EMPTY).any(axis=axis).sum()) for axis in (1, 0))
    return tuple(tuple(line) for line in depths[:height, :width][::-1].tolist())


def arrow(shape: Solid, side: str, azimuth: float, elevation: float) -> Arrow:
    """Return an arrow that points at a side of the solid and does not overlap it in the picture that shows the side."""
    right, up, look = axes(side).astype(np.float64)
    box = shape.array.max(axis=0) + 1.0
    anchor = box / 2 - look * box / 2
    gap = GAP
    if look[2]:
        a, e = np.radians([azimuth, elevation])
        # In the picture, the far corner of the box reaches this high above the middle of the top.
        gap += float(np.tan(e) * (box[0] * np.sin(a) + box[1] * np.cos(a)) / 2)
    else:
        anchor[2] = 0.0 if side in NEAR else box[2]  # the edge nearest to the picture's border
    tip = anchor - gap * look
    shortened = float(np.linalg.norm(solids.camera_axes(azimuth, elevation)[:2] @ look))
    neck, tail = tip - HEAD / shortened * look, tip - LENGTH / shortened * look
    body = [tip, neck + BROAD * right, neck + SLIM * right, tail + SLIM * right]
    body += [tail - SLIM * right, neck - SLIM * right, neck - BROAD * right]
    rise = FLAT_RISE if look[2] else RISE
    above = tail + (rise - RISE_HEAD) * up
    head = [tail + rise * up, above + RISE_BROAD * right, above - RISE_BROAD * right]
    return Arrow(np.array(body), np.array([tail, above]), np.array(head))


def drawn(points: Floats, azimuth: float, elevation: float, opposite: bool) -> Floats:
    """Return where points in space (n, 3) are drawn (n, 2): rightward and upward, in block edges."""
    right, up, _ = solids.camera_axes(azimuth, elevation)
    # The opposite camera has the same upward direction, and its right is the first camera's left.
    placed: Floats = points @ np.stack([-right if opposite else right, up]).T
    return placed


def frame(drawing: StandDrawing) -> tuple[Floats, Floats]:
    """Return the least and greatest drawn coordinates, in block edges, of everything in the picture."""
    corners = drawing.solid.array[:, None] + np.indices((2, 2, 2)).reshape(3, -1).T
    points = [corners.reshape(-1, 3).astype(np.float64)]
    if drawing.arrow:
        points.append(arrow(drawing.solid, drawing.arrow, drawing.azimuth, drawing.elevation).points)
    placed = drawn(np.concatenate(points), drawing.azimuth, drawing.elevation, drawing.opposite)
    return placed.min(axis=0), placed.max(axis=0)


def pictures(
    shape: Solid, side: str, azimuth: float, elevation: float, scale: float, colour: str = "sky"
) -> tuple[StandDrawing, StandDrawing]:
    """Return the two pictures of a solid; the one that shows the side has the arrow."""
    first, second = (side if (side in NEAR) == near else "" for near in (True, False))
    return (
        StandDrawing(shape, azimuth, elevation, scale, False, first, colour),
        StandDrawing(shape, azimuth, elevation, scale, True, second, colour),
    )
