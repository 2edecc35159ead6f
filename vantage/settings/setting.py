"""What a setting is: a small description from which the plan of a room or of a place outdoors is drawn.

A setting says what its ground and walls are made of, what stands along its four sides, and how it is lit. It also says
which named things belong there: a cow does not stand in a kitchen, and nothing lies in the middle of a road that would
not be there.
"""

from __future__ import annotations

from dataclasses import dataclass

from vantage.assets.meshes import Colour

FLOOR_SIZES = (0.25, 2.4)  # the longest side of things on the floor of a room, in metres


@dataclass(frozen=True)
class Finish:
    """A texture, the colours it comes in, and how much it shines."""

    texture: str
    colours: tuple[Colour, ...]
    gloss: float = 0.0


@dataclass(frozen=True)
class Side:
    """One of the four sides of a place: what bounds it, and what stands along that."""

    bound: str = ""  # a kind of wall ("wall", "house") or of piece ("hedge", "fence"); empty: the place is open there
    pieces: tuple[str, ...] = ()  # kinds of piece that stand with their backs to it, in any order
    hung: tuple[str, ...] = ()  # kinds of piece that hang on it
    doors: tuple[int, int] = (0, 0)  # how many, at least and at most; those of a house stand one in each front
    windows: tuple[int, int] = (0, 0)
    gap: tuple[float, float] = (0.1, 0.5)  # between two pieces, in metres
    beyond: float = 1.0  # how far outward it lies, relative to the other sides


@dataclass(frozen=True)
class Strip:
    """A level band of another ground: its two edges, as multiples of the distance from the middle to the sides."""

    finish: Finish
    low: float
    high: float
    marks: str = ""  # what is painted upon it: "dashes" along it, "bays" across it; empty: nothing


@dataclass(frozen=True)
class Setting:
    """Where scenes take place."""

    name: str
    ground: tuple[Finish, ...]
    sides: tuple[Side, Side, Side, Side]  # counter-clockwise, as seen from above
    walls: tuple[Finish, ...] = ()
    strips: tuple[Strip, ...] = ()
    room: bool = False  # with lamps, and a table that things can stand on; else under the sky
    tops: tuple[Finish, ...] = ()  # what the table is made of
    rug: float = 0.0  # how often a rug lies on the floor
    aisle: tuple[float, float] = (0.9, 1.4)  # from the observers' circle to the sides, in metres
    sizes: tuple[float, float] = FLOOR_SIZES  # the longest side of a thing that stands on the ground
    odd: frozenset[str] = frozenset()  # names and categories of things that do not belong here
    fine: frozenset[str] = frozenset()  # names that belong here all the same

    @property
    def place(self) -> str:
        """Which of the assets' places its ground is."""
        return "floor" if self.room else "outdoors"
