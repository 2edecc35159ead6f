"""Line drawings on a square grid: edges between neighbouring points as bits, and a loom that hides a figure in them.

Edges run straight or slanting from one grid point to a neighbour. The bits are ordered point by point and row by row,
so moving a figure over the grid means shifting one whole number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from vantage.shapes import figures
from vantage.shapes.figures import Edge, Figure, Point

LEAVES: tuple[Point, ...] = ((1, 0), (0, 1), (1, 1), (-1, 1))  # an edge's directions from its upper or left end
DIRECTIONS: tuple[Point, ...] = (*LEAVES, *((-dx, -dy) for dx, dy in LEAVES))


@dataclass(frozen=True)
class LinesDrawing:
    """Lines on a grid of `side` cells, as edges of its points; `outline` is a closed figure with a tint inside."""

    painter: ClassVar[str] = "vantage.render.cards:draw_lines"

    edges: tuple[Edge, ...]
    side: int
    outline: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Mesh:
    """The points and edges of a square grid of `side` cells."""

    side: int

    @property
    def pitch(self) -> int:
        """The number of bits from one row of points to the next: more than a row needs, so that nothing wraps."""
        return 4 * (self.side + 3)

    def bit(self, a: Point, b: Point) -> int:
        """Return the bit of the edge between two neighbouring points."""
        (x, y), (u, v) = (a, b) if (b[0] - a[0], b[1] - a[1]) in LEAVES else (b, a)
        return 1 << y * self.pitch + 4 * (x + 1) + LEAVES.index((u - x, v - y))

    def mask(self, edges: Iterable[Edge]) -> int:
        """Return distinct edges as one number."""
        return sum(self.bit(a, b) for a, b in edges)

    def edges(self, mask: int) -> tuple[Edge, ...]:
        """Return the edges of a mask, sorted."""
        span = range(self.side + 1)
        found: list[Edge] = []
        for x, y in ((x, y) for x in span for y in span):
            bits = mask >> y * self.pitch + 4 * (x + 1) & 15
            found += [((x, y), (x + dx, y + dy)) for i, (dx, dy) in enumerate(LEAVES) if bits >> i & 1]
        return tuple(sorted(found))

    def frame(self) -> list[Edge]:
        """Return the edges of the grid's border."""
        last = self.side
        steps = range(last)
        rows = [((i, y), (i + 1, y)) for i in steps for y in (0, last)]
        return rows + [((x, i), (x, i + 1)) for i in steps for x in (0, last)]

    def shifts(self, shape: Figure) -> list[Point]:
        """Return every way to move a figure within the grid."""
        width, height = shape.size
        return [(x, y) for y in range(self.side + 1 - height) for x in range(self.side + 1 - width)]

    def shifted(self, mask: int, shift: Point) -> int:
        """Return a mask moved over the grid."""
        return mask << shift[1] * self.pitch + 4 * shift[0]


class Loom:
    """A drawing under construction: a frame, a figure in it, and added lines that never complete a forbidden mask.

    `counts` are the numbers of straight and of slanting edges drawn so far; `limits` are their maxima.
    """

    def __init__(self, mesh: Mesh, edges: Sequence[Edge], forbidden: Sequence[int], limits: tuple[int, int]) -> None:
        self.mesh = mesh
        self.forbidden = forbidden
        self.limits = limits
        self.mask = mesh.mask({(min(edge), max(edge)) for edge in (*edges, *mesh.frame())})
        self.counts = [0, 0]
        for (x, y), (u, v) in mesh.edges(self.mask):
            self.counts[x != u and y != v] += 1
        self.points = sorted({point for edge in (*edges, *mesh.frame()) for point in edge})
        self._drawn = set(self.points)

    @property
    def fair(self) -> bool:
        """Whether the drawing contains no forbidden mask."""
        return not any(mask & self.mask == mask for mask in self.forbidden)

    @property
    def full(self) -> bool:
        """Whether the drawing has as many edges of both kinds as the limits allow."""
        return tuple(self.counts) == self.limits

    def draw(self, start: Point, direction: Point) -> bool:
        """Draw a line from a drawn point straight to the next drawn point; return whether the rules allowed it."""
        path, bits = [start], 0
        while len(path) == 1 or path[-1] not in self._drawn:
            x, y = path[-1]
            path.append((x + direction[0], y + direction[1]))
            if not (0 <= path[-1][0] <= self.mesh.side and 0 <= path[-1][1] <= self.mesh.side):
                return False
            bits |= self.mesh.bit(path[-2], path[-1])
        kind = int(0 not in direction)
        if bits & self.mask or self.counts[kind] + len(path) - 1 > self.limits[kind]:
            return False
        self.mask |= bits
        if not self.fair:
            self.mask ^= bits
            return False
        self.counts[kind] += len(path) - 1
        self.points += path[1:-1]
        self._drawn.update(path)
        return True


def side_ends(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Return each corner of an outline with the two directions in which its sides would continue beyond it."""
    found = []
    for before, here, after in zip((corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0])):
        for other in (before, after):
            dx, dy = here[0] - other[0], here[1] - other[1]
            longest = max(abs(dx), abs(dy))
            found.append((here, (dx // longest, dy // longest)))
    return found


def edges_of(shape: Figure, shift: Point) -> list[Edge]:
    """Return the edges of a figure moved by `shift`."""
    x, y = shift
    return [((ax + x, ay + y), (bx + x, by + y)) for (ax, ay), (bx, by) in figures.edges(shape)]
