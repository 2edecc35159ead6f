"""Cuts of hair, as numbers: how thick it stands where, how far it hangs, how it is combed, whether it is tied."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """A cut of hair; lengths in centimetres."""

    name: str
    top: float = 1.0  # how far it stands off the skull
    side: float = 0.6
    back: float = 0.8
    edge: float = 0.15  # at its border
    comb: str = "crown"  # where strands come from: "crown", "part", "middle" (parts), "front" (brushed back), "knot"
    hang: float = 0.0  # height of the ends where it hangs, below the eyes; 0 where it does not
    opened: float = 60.0  # degrees from the front at which it begins to hang
    wave: float = 0.0  # of strands that wind
    curl: float = 0.0  # of strands in all directions
    clump: float = 0.14  # how much strands stand out from one another
    recede: float = 0.0  # how far the forehead's border has gone back
    tuft: float = 0.0  # how much more it stands above the forehead
    fringe: bool = False  # to the brows
    knot: str = ""  # "bun", "topknot" or "tail"
    locks: int = 300

    @property
    def covers(self) -> bool:
        """Whether the ears are hidden."""
        return self.hang < 0 or self.curl > 0.5

    @property
    def bald(self) -> bool:
        """Whether there is none at all."""
        return self.name == "bald"


BALD = Style("bald", 0, 0, 0, 0, locks=0)
BUZZ = Style("buzz", 0.20, 0.12, 0.16, 0.0, curl=0.03, clump=0.0, locks=0)
CROP = Style("crop", 1.0, 0.5, 0.7, 0.12, clump=0.2, locks=420)
SIDE_PART = Style("side part", 1.7, 0.75, 1.0, 0.2, comb="part", clump=0.14)
QUIFF = Style("quiff", 1.7, 0.4, 0.7, 0.15, comb="front", tuft=1.6, clump=0.2)
SLICK = Style("slick", 1.0, 0.6, 0.9, 0.1, comb="front", tuft=0.2, clump=0.1, locks=200)
RECEDING = Style("receding", 0.7, 0.55, 0.75, 0.08, recede=2.4, comb="front", clump=0.1)
SHORT_CURLS = Style("short curls", 1.7, 0.9, 1.3, 0.3, curl=0.4, clump=0.0, locks=620)
PIXIE = Style("pixie", 1.6, 1.0, 1.2, 0.3, comb="part", tuft=0.3, clump=0.18, locks=380)
BOB = Style("bob", 1.5, 1.7, 1.9, 0.4, comb="middle", hang=-8.6, opened=57)
FRINGE = Style("fringe", 1.6, 1.6, 1.9, 0.45, comb="crown", hang=-10.5, opened=60, fringe=True)
LONG = Style("long", 1.4, 1.4, 1.7, 0.35, comb="middle", hang=-16.5, opened=62)
WAVY = Style("wavy", 1.6, 1.8, 2.1, 0.4, comb="part", hang=-14.5, opened=60, wave=0.5, clump=0.2)
BIG_CURLS = Style("big curls", 2.9, 2.6, 3.0, 0.9, hang=-8.0, opened=66, curl=0.9, clump=0.0, locks=900)
AFRO = Style("afro", 3.6, 3.0, 3.4, 1.4, curl=0.55, clump=0.0, locks=800)
BUN = Style("bun", 0.9, 0.65, 0.9, 0.1, comb="knot", knot="bun", clump=0.09, locks=200)
TOPKNOT = Style("topknot", 0.9, 0.6, 0.8, 0.1, comb="knot", knot="topknot", clump=0.09, locks=200)
TAIL = Style("tail", 1.0, 0.7, 0.9, 0.12, comb="knot", knot="tail", clump=0.1, locks=220)

MEN = (CROP, SIDE_PART, QUIFF, SLICK, RECEDING, SHORT_CURLS, BUZZ, BALD, CROP, SIDE_PART)
WOMEN = (PIXIE, BOB, FRINGE, LONG, WAVY, BIG_CURLS, AFRO, BUN, TOPKNOT, TAIL, BUN, TAIL)
