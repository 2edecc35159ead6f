"""Mental rotation: which option shows the same solid, turned in space and not mirrored?

`make` turns one of the offered solids, so it knows the key by construction; canonical forms ensure that the solids
differ. `solve` rotates nothing: it describes a solid in a frame given by two of its own blocks, by dot products and
signed volumes in integers, which are equal exactly for turned copies.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from vantage.explaining import built
from vantage.item import Answer, Choice, Json
from vantage.shapes import siblings, solids
from vantage.shapes.solids import Ints, Solid, SolidDrawing, View
from vantage.task import Draft, Offer, Refused, Slot, Task, arrange, only

STATED = "Only the shape of the solid itself counts, not how it stands in the picture"
QUESTION = (
    "<image>\nThe picture shows a solid built of equal blocks that are joined face to face. Which option shows the "
    f"same solid, turned in space? {STATED}; its mirror image does not count as the same solid. Every block can be "
    "seen in every picture, at least in part."
)
PRISMS: tuple[solids.Size, ...] = ((1.0, 1.0, 1.5), (1.0, 1.0, 0.6))
COLOURS = ("sky", "green", "orange", "pink", "blue")
TRIES = 60  # how many solids are grown before the draw is refused
PATIENCE = 4  # how many are grown before another number of blocks is tried: a small split may hold none of a number
FILL = 0.95  # extent of the longest solid in any pose, as a share of the picture's side
TENTHS = 10  # block edges are whole tenths, so that `solve` can count in integers


@dataclass(frozen=True)
class Tier:
    """What makes a tier easy or hard."""

    blocks: tuple[int, int]  # fewest, most
    mirrors: bool  # whether the options are two solids and their mirror images, instead of four solids
    angles: tuple[int, ...]  # degrees: possible turns between the question and the right option
    prisms: bool = False  # whether blocks may be other than cubes


TIERS = {
    "easy": Tier((7, 9), mirrors=False, angles=(90,)),
    "medium": Tier((7, 11), mirrors=True, angles=(90, 120, 180)),
    "hard": Tier((10, 15), mirrors=True, angles=(120, 180), prisms=True),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    prisms: float = 0.4  # the share of hard items whose blocks are not cubes
    share: float = 0.12  # least visible share of the three drawn faces of each block

    def __post_init__(self) -> None:
        for name in ("prisms", "share"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be 0..1, not {getattr(self, name)}")


@dataclass(frozen=True)
class Member:
    """A solid on offer, with the view for its option, and the view for the question if it becomes the key."""

    solid: Solid
    option: View
    question: View


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw an option set that treats its members alike, then the key, then show the key in its second view."""
    members, scale = _members(params, TIERS[slot.tier], slot, rng)
    colour = str(rng.choice(COLOURS))
    key = int(rng.integers(len(members)))
    drawn = [SolidDrawing(member.solid, member.option, scale, colour) for member in members]
    offers = [
        Offer(drawing=one, label=solids.name(one.solid), rule=siblings.rule(number, key, TIERS[slot.tier].mirrors))
        for number, one in enumerate(drawn)
    ]
    order, options = arrange(slot, offers, key, rng)
    asked = SolidDrawing(members[key].solid, members[key].question, scale, colour)
    blocks = len(asked.solid.cells)
    return Draft(
        question=QUESTION,
        drawings=(asked,),
        options=options,
        answer=Choice(slot.letter),
        truth={"question": _seen(asked), "options": [_seen(drawn[i]) for i in order], "blocks": blocks},
        situation=solids.situation(asked.solid),
        tags={"blocks": blocks, "angle": _angle(members[key]), "prisms": asked.solid.size != solids.UNIT},
    )


def _members(params: Params, tier: Tier, slot: Slot, rng: np.random.Generator) -> tuple[list[Member], float]:
    """Return the option set and the scale that all its pictures share; each member could become the key."""
    prisms = tier.prisms and rng.random() < params.prisms
    size = PRISMS[int(rng.integers(len(PRISMS)))] if prisms else solids.UNIT
    for attempt in range(TRIES):
        if attempt % PATIENCE == 0:
            blocks = int(rng.integers(tier.blocks[0], tier.blocks[1] + 1))
        shapes = siblings.four(solids.grow(blocks, rng), size, tier.mirrors, slot.allows, rng)
        scale = FILL / max(map(solids.span, shapes), default=1.0)
        drawn = (_shown(shape, params.share, tier.angles, scale, rng) for shape in shapes)
        members = [member for member in itertools.takewhile(bool, drawn) if member]
        if shapes and len(members) == len(shapes):
            return members, scale
    raise Refused(f"no option set that shows every block was found in {TRIES} tries")


def _shown(
    shape: Solid, share: float, angles: tuple[int, ...], scale: float, rng: np.random.Generator
) -> Member | None:
    """Return the solid with two views that show every block and look different; None if there are none."""
    options, questions = solids.open_views(shape, share, rng), solids.open_views(shape, share, rng)
    pairs = [
        (option, question)
        for option in options
        for question in questions
        if solids.angle(option.turn, question.turn) in angles
    ]
    for index in rng.permutation(len(pairs)):
        option, question = pairs[index]
        if solids.rotated(shape, option.turn) == solids.rotated(shape, question.turn):
            continue  # a symmetric solid may look the same after a turn
        if _every_block_shows(shape, option, scale) and _every_block_shows(shape, question, scale):
            return Member(shape, option, question)
    return None


def _every_block_shows(shape: Solid, view: View, scale: float) -> bool:
    from vantage.render import blocks  # Pillow is loaded only when items are made

    return blocks.every_block_shows(SolidDrawing(shape, view, scale))


def _angle(member: Member) -> int:
    """Return the smallest turn, in degrees, from the right option's view to the question's."""
    target = solids.rotated(member.solid, member.question.turn)
    turns = [turn for turn in range(24) if solids.rotated(member.solid, turn) == target]
    return min(solids.angle(member.option.turn, turn) for turn in turns)


def _seen(drawing: SolidDrawing) -> dict[str, Any]:
    turned = solids.rotated(drawing.solid, drawing.view.turn)
    return {
        "cells": [list(cell) for cell in turned.cells],
        "block": list(turned.size),
        "turn": solids.ROTATIONS[drawing.view.turn].tolist(),
        "azimuth": drawing.view.azimuth,
        "elevation": drawing.view.elevation,
        "scale": round(drawing.scale, 6),
    }


def solve(truth: Json) -> Answer:
    """Return the option that, in some frame of its own blocks, has the same description as the question."""
    spokes, edges = _geometry(truth["question"])
    first, second = _frame(spokes, edges)
    wanted = _description(spokes, edges, first, second)
    return only(_describable(*_geometry(option), wanted) for option in truth["options"])


def _geometry(seen: Json) -> tuple[Ints, Ints]:
    """Return the blocks relative to their common centre, times the number of blocks (n, 3), and one block's edges."""
    edges = np.array([round(edge * TENTHS) for edge in seen["block"]], dtype=np.int64)
    places = np.array(seen["cells"], dtype=np.int64) * edges
    return len(places) * places - places.sum(axis=0), np.concatenate([np.diag(edges), -np.diag(edges)])


def _frame(spokes: Ints, edges: Ints) -> tuple[Ints, Ints]:
    """Return two spokes that are not in line, as long as possible, so that few other pairs resemble them.

    The spokes of a straight row are all in line; there an edge of a block is the second.
    """
    order = np.argsort(-(spokes**2).sum(axis=1), kind="stable")
    first = spokes[order[0]]
    others = (*spokes[order[1:]], *edges)
    return first, next(other for other in others if np.cross(first, other).any())


Description = tuple[tuple[int, ...], list[list[int]], list[list[int]]]


def _description(spokes: Ints, edges: Ints, first: Ints, second: Ints) -> Description:
    """Return the solid in the frame of two vectors; it is complete, because they and their cross product span space.

    Rotation does not change dot products with the two or the signed volume with both; mirroring flips the volume.
    """
    frame = np.stack([first, second, np.cross(first, second)], axis=1)
    gram = (int(first @ first), int(second @ second), int(first @ second))
    return gram, sorted((spokes @ frame).tolist()), sorted((edges @ frame).tolist())


def _describable(spokes: Ints, edges: Ints, wanted: Description) -> bool:
    seconds = np.concatenate([spokes, edges])
    first, second, between = wanted[0]
    long, like = (spokes**2).sum(axis=1) == first, (seconds**2).sum(axis=1) == second
    alike = long[:, None] & like & (spokes @ seconds.T == between)
    return any(_description(spokes, edges, spokes[i], seconds[j]) == wanted for i, j in np.argwhere(alike))


# For the side doors.


def _solid(seen: Json) -> Solid:
    return solids.solid(seen["cells"], tuple(seen["block"]))


def _middles(seen: Json) -> solids.Floats:
    places = np.array(seen["cells"]) * np.array(seen["block"])
    return np.asarray(places - places.mean(axis=0), dtype=np.float64)


def _view(_: Json, seen: Json) -> View:
    return View(0, seen["azimuth"], seen["elevation"])


task = Task(
    name="rotation_3d",
    version=3,
    title="Which option shows the same solid, turned in space?",
    quadrant="I-D",
    capabilities=("MR",),
    abilities=("visualization", "mental rotation", "orientation"),
    make=make,
    solve=solve,
    truth={
        "question": (
            "The solid in the question's picture. `cells`: the places of its blocks as they stand in the picture, "
            "[x, y, z] in whole blocks, the least of each 0; x, y, z are right-handed, z is up, and the picture shows "
            "the sides of the solid towards +x, -y and +z (x grows to the right and towards the viewer, y to the right "
            "and away, z upward). `block`: the edge lengths of every block along x, y and z. `turn`: the rotation "
            "matrix (rows) that brought the solid from the position in which it was built to the one shown. `azimuth`: "
            "degrees from the front (-y) counter-clockwise, seen from above, to the distant camera; `elevation`: "
            "degrees of the camera above the horizon. `scale`: how long an edge of length 1 is drawn, as a part of the "
            "picture's side, before foreshortening."
        ),
        "options": (
            "The solid in each option's picture, in the order presented, described as the question's. The right option "
            "is the one whose blocks (cells times block, with the block's own edges) can be carried onto the "
            "question's by one of the 24 rotations of the grid and a shift, without a reflection."
        ),
        "blocks": "How many blocks each solid has.",
    },
    params=Params,
    frame="object",
    stated=STATED,
    side_doors=siblings.side_doors(
        _solid,
        _middles,
        _view,
        tied={"easy": 0.5, "medium": 0.3, "hard": 0.3},
        near={"easy": 0.34, "medium": 0.38, "hard": 0.38},
    ),
    explain=built.turned,
)
