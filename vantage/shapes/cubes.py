"""Cubes with six printed sides, their nets, and how they look.

A net is folded by rolling: a cube rolls along the underside of the flat net, and each square gets the print of the side
that touches it there. So every print is seen from the printed side of the net, which is the outside of the cube.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

Square = tuple[int, int]  # row (downward), column (rightward)
Net = tuple[Square, ...]


@dataclass(frozen=True)
class Symmetry:
    """The symmetry of a texture.

    `order`: how many of the four quarter turns leave it unchanged. `mirror`: flipping it left to right has the same
    effect as this many clockwise quarter turns; -1 if no turn has that effect (the texture is chiral).
    """

    order: int
    mirror: int


TEXTURES = {
    "arrow": Symmetry(1, 0),
    "bars": Symmetry(1, -1),
    "corner": Symmetry(1, 1),
    "cup": Symmetry(1, 0),
    "diamond": Symmetry(4, 0),
    "dome": Symmetry(1, 0),
    "dots": Symmetry(2, 1),
    "eff": Symmetry(1, -1),
    "flag": Symmetry(1, -1),
    "hourglass": Symmetry(2, 0),
    "note": Symmetry(1, -1),
    "pinwheel": Symmetry(4, -1),
    "plus": Symmetry(4, 0),
    "ring": Symmetry(4, 0),
    "sail": Symmetry(1, -1),
    "stripes": Symmetry(2, 0),
    "tee": Symmetry(1, 0),
    "tent": Symmetry(1, -1),
    "zed": Symmetry(2, -1),
}


@dataclass(frozen=True, order=True)
class Face:
    """A texture as printed: flipped left to right if `flipped`, then turned clockwise by `turn` quarter turns."""

    texture: str
    turn: int = 0
    flipped: bool = False

    def __post_init__(self) -> None:
        if self.texture not in TEXTURES:
            raise ValueError(f"no texture {self.texture!r}; there are {', '.join(TEXTURES)}")
        if not 0 <= self.turn <= 3:
            raise ValueError(f"a face is turned by 0 to 3 quarter turns, not {self.turn}")

    @property
    def symmetry(self) -> Symmetry:
        """The symmetry of the texture."""
        return TEXTURES[self.texture]

    @property
    def look(self) -> Face:
        """The normal form of all faces that look the same: unflipped if possible, and turned as little as possible."""
        undone = self.flipped and self.symmetry.mirror >= 0
        turn = self.turn + (self.symmetry.mirror if undone else 0)
        return Face(self.texture, turn % (4 // self.symmetry.order), self.flipped and not undone)

    def turned(self, steps: int) -> Face:
        """Return the face turned clockwise by `steps` quarter turns more."""
        return replace(self, turn=(self.turn + steps) % 4)

    def mirrored(self) -> Face:
        """Return the mirrored face, left and right swapped."""
        return Face(self.texture, -self.turn % 4, not self.flipped)


Corner = tuple[Face, Face, Face]  # the top, left and right face around the corner nearest to the viewer


def spun(corner: Corner, steps: int) -> Corner:
    """Return the corner after turning the cube about it by `steps` thirds: top moves left, left right, right top."""
    for _ in range(steps % 3):
        top, left, right = corner
        corner = right.turned(2), top.turned(-1), left.turned(-1)
    return corner


def mirrored_corner(corner: Corner) -> Corner:
    """Return the mirrored corner, left and right swapped."""
    top, left, right = (face.mirrored() for face in corner)
    # The turn of the top counts from the left face, which in the mirror is the former right face, a quarter turn away.
    return top.turned(-1), right, left


def corner_name(corner: Corner) -> str:
    """Return a name that two corners share exactly if they look the same after turning about the corner."""
    views = (tuple(face.look for face in spun(corner, steps)) for steps in range(3))
    return " ".join(face_name(face) for face in min(views))


def face_name(face: Face) -> str:
    """Return a short name of a face: the texture, its turn, and a mark if it is flipped."""
    return f"{face.texture}{face.turn}" + ("'" if face.flipped else "")


@dataclass(frozen=True)
class Pose:
    """How a cube touches a square of a net: the side on the square, and those toward its upper and its right edge.

    Sides are numbered 0 to 5, and sides s and 5 - s are opposite. Seen from outside with side 0 on top,
    side 1 is on the left and side 2 on the right.
    """

    touching: int
    upper: int
    right: int

    @property
    def around(self) -> tuple[int, int, int, int]:
        """The sides toward the square's upper, right, lower and left edge."""
        return self.upper, self.right, 5 - self.upper, 5 - self.right

    def rolled(self, rows: int, columns: int) -> Pose:
        """Return the pose after rolling by one square: the side ahead now touches the net."""
        match rows, columns:
            case 0, 1:
                return Pose(self.right, self.upper, 5 - self.touching)
            case 0, -1:
                return Pose(5 - self.right, self.upper, self.touching)
            case -1, 0:
                return Pose(self.upper, 5 - self.touching, self.right)
            case 1, 0:
                return Pose(5 - self.upper, self.touching, self.right)
        raise ValueError(f"a cube rolls by one square, not by {rows} rows and {columns} columns")


STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@cache
def poses() -> tuple[Pose, ...]:
    """Return the 24 ways in which a cube can touch a square."""
    found = [Pose(0, 4, 2)]
    for pose in found:
        found += [new for new in (pose.rolled(*step) for step in STEPS) if new not in found]
    return tuple(found)


@cache
def fold(net: Net, start: Pose) -> tuple[Pose, ...]:
    """Return the cube's pose on each square of the net as it rolls over the whole net, from `start` on the first."""
    pose = {net[0]: start}
    for row, column in (reached := [net[0]]):
        for rows, columns in STEPS:
            ahead = (row + rows, column + columns)
            if ahead in net and ahead not in pose:
                pose[ahead] = pose[row, column].rolled(rows, columns)
                reached.append(ahead)
    return tuple(pose[square] for square in net)


def placements(net: Sequence[Square]) -> list[Net]:
    """Return the eight ways to lay the net on the grid, turned and turned over, each moved to row 0 and column 0."""
    laid, ways = list(net), []
    for way in range(8):
        laid = [(-row, column) for row, column in laid] if way == 4 else [(column, -row) for row, column in laid]
        top, left = min(row for row, _ in laid), min(column for _, column in laid)
        ways.append(tuple(sorted((row - top, column - left) for row, column in laid)))
    return ways


@cache
def nets() -> tuple[Net, ...]:
    """Return the 11 nets of the cube: the hexominoes over which a rolling cube touches with each side once."""
    pieces: set[Net] = {((0, 0),)}
    for _ in range(5):
        pieces = {min(placements(larger)) for piece in pieces for larger in _grown(piece)}
    start = poses()[0]
    return tuple(net for net in sorted(pieces) if len({pose.touching for pose in fold(net, start)}) == 6)


def _grown(piece: Net) -> Iterator[Net]:
    for row, column in piece:
        for rows, columns in STEPS:
            square = (row + rows, column + columns)
            if square not in piece:
                yield (*piece, square)


@dataclass(frozen=True)
class Print:
    """The print on one side of a cube: a texture, the side that its upper edge meets, and whether it is flipped."""

    texture: str
    upper: int
    flipped: bool = False

    def seen(self, pose: Pose) -> Face:
        """Return the face that this print leaves on a square that the cube touches in `pose`."""
        return Face(self.texture, pose.around.index(self.upper), self.flipped)


Cube = tuple[Print, ...]  # one print for each of the sides 0 to 5

CORNER_POSES = (Pose(0, 4, 2), Pose(1, 0, 2), Pose(2, 0, 4))  # from where the top, left and right face are seen


def with_corner(corner: Corner, hidden: Sequence[Face]) -> Cube:
    """Return the cube with `corner` on sides 0, 1, 2 and the `hidden` faces on sides 3, 4, 5."""
    hidden_poses = (Pose(3, 0, 1), Pose(4, 0, 3), Pose(5, 1, 2))
    shown = zip((*corner, *hidden), (*CORNER_POSES, *hidden_poses))
    return tuple(Print(face.texture, pose.around[face.turn], face.flipped) for face, pose in shown)


def printed(cube: Cube, net: Net, start: Pose) -> tuple[Face, ...]:
    """Return the face on each square of the net that folds into the cube, in the net's order."""
    return tuple(cube[pose.touching].seen(pose) for pose in fold(net, start))


def mirrored_cube(cube: Cube) -> Cube:
    """Return the mirrored cube: sides 1 and 2 are swapped, and so are 4 and 3."""
    image = (0, 2, 1, 4, 3, 5)
    flipped = [Print(side.texture, image[side.upper], not side.flipped) for side in cube]
    return tuple(flipped[image[side]] for side in range(6))


CROSS = ((1, 1), (0, 1), (2, 1), (1, 0), (1, 2), (1, 3))


def canonical(cube: Cube) -> tuple[str, bool]:
    """Return a name shared by a cube and its turned and mirrored copies, and whether it comes from a mirrored one."""
    first = min(side.texture for side in cube)
    prints = (
        (tuple(face.look for face in printed(which, CROSS, start)), is_mirrored)
        for which, is_mirrored in ((cube, False), (mirrored_cube(cube), True))
        for start in poses()
        if which[start.touching].texture == first
    )
    faces, is_mirrored = min(prints)
    return " ".join(map(face_name, faces)), is_mirrored


@dataclass(frozen=True)
class NetDrawing:
    """A net seen from its printed side, which becomes the outside of the cube: one face for each square."""

    painter: ClassVar[str] = "vantage.render.faces:draw_net"

    squares: Net
    faces: tuple[Face, ...]


@dataclass(frozen=True)
class CubeDrawing:
    """A cube seen from a corner, with its top, left and right face.

    Turn 0 on the left and right face: the texture's upper edge is the edge shared with the top. Turn 0 on the top:
    the texture's lower edge is the edge shared with the left face, so that left and top continue as one strip.
    Turns go clockwise as seen from outside. At azimuth 0 both side faces look equally wide; positive azimuths show
    more of the right one. Elevation is that of the camera above the horizon. Both are in degrees.
    """

    painter: ClassVar[str] = "vantage.render.faces:draw_cube"

    corner: Corner
    azimuth: float = 0.0
    elevation: float = 34.0

    def __post_init__(self) -> None:
        if not (abs(self.azimuth) <= 20 and 20 <= self.elevation <= 45):
            raise ValueError(
                f"azimuth must be within -20..20 and elevation within 20..45 degrees, "
                f"not {self.azimuth} and {self.elevation}"
            )
