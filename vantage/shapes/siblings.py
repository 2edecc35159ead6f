"""Siblings: solids that differ in one block, in a set that treats them all alike.

They are one-block moves of a hidden solid that is never shown, so none of them is the original of the others. If the
set has mirror images, every solid has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vantage.item import Json
from vantage.shapes import solids
from vantage.shapes.solids import Cell, Floats, Size, Solid, View
from vantage.task import SideDoor

BATCH = 128  # one-block moves checked together


@dataclass(frozen=True)
class Features:
    """What a look at the parts of a solid tells, however it stands and whatever its hand."""

    neighbours: tuple[int, ...]  # how many neighbours each block has, sorted
    bends: int  # how many pairs of neighbours of a block lie round a corner
    row: int  # how many blocks the longest straight row has
    length: float  # the square of the greatest distance between two blocks
    box: tuple[float, ...]  # the edges of the box around it, sorted
    faces: tuple[tuple[float, int], ...]  # a block's edge along each axis and how many faces show from there, sorted


def four(
    history: Sequence[Cell], size: Size, mirrors: bool, allows: Callable[[str], bool], rng: np.random.Generator
) -> list[Solid]:
    """Return four solids, or with `mirrors` two and then their mirror images; empty if there are too few.

    `history` is the hidden solid's cells; `allows` must accept the polycubes of all four. Each solid agrees in its
    `features` with another that is not its mirror image, so that no such feature tells them apart; in how many faces
    show from each side, which a picture gives away most readily, all four agree.
    """
    edits = rng.permutation(solids.moves(history))
    known = {solids.families(np.array([history]))[0][0]}
    single: dict[Features, Solid] = {}
    pairs: dict[tuple[tuple[float, int], ...], list[Solid]] = {}
    for start in range(0, len(edits), BATCH):
        batch = edits[start : start + BATCH]
        for edit, family, chiral in zip(batch, *solids.families(batch)):
            if family in known or (mirrors and not chiral) or not allows(family):
                continue
            known.add(family)
            shape = solids.solid(edit, size)
            look = features(shape)
            if look not in single:
                single[look] = shape
                continue
            alike = pairs.setdefault(look.faces, [])
            alike += [single.pop(look), shape]
            if mirrors:
                return [*alike, *map(solids.mirrored, alike)]
            if len(alike) == 4:
                return alike
    return []


def features(shape: Solid) -> Features:
    """Return what a look at the parts of a solid tells, however it stands and whatever its hand."""
    taken = set(shape.cells)
    around = [[near in taken for near in solids.neighbours(cell)] for cell in shape.cells]
    along = [(a + b, c + d, e + f) for a, b, c, d, e, f in around]  # a block's neighbours along each axis
    places = shape.array * np.array(shape.size)
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=2).max()
    joints = np.array(along).sum(axis=0) // 2
    return Features(
        neighbours=tuple(sorted(map(sum, along))),
        bends=sum(x * y + y * z + z * x for x, y, z in along),
        row=max(_row(cell, axis, taken) for cell in taken for axis in range(3)),
        length=round(float(apart), 6),
        box=tuple(sorted(((np.ptp(shape.array, axis=0) + 1) * np.array(shape.size)).round(6).tolist())),
        faces=tuple(sorted(zip(shape.size, (len(taken) - joints).tolist()))),
    )


def _row(cell: Cell, axis: int, taken: set[Cell]) -> int:
    """Return how many blocks follow each other from a cell along an axis."""
    count, step = 0, list(cell)
    while (step[0], step[1], step[2]) in taken:
        count, step[axis] = count + 1, step[axis] + 1
    return count


def rule(member: int, key: int, mirrors: bool) -> str:
    """Return how one of four misses the key: it is "moved" (by one block or cell), its "mirror", or "moved_mirror".

    In a set with mirror images the second half mirrors the first.
    """
    if member == key:
        return ""
    if not mirrors or member // 2 == key // 2:
        return "moved"
    return "mirror" if member % 2 == key % 2 else "moved_mirror"


def nearness(asked: Floats, offered: Floats) -> float:
    """Return how alike two solids lie in their pictures' space, from the middles of their blocks (n, 3): 0 at most."""
    apart = ((asked[:, None] - offered[None]) ** 2).sum(axis=2)
    return -float(apart.min(axis=0).sum() + apart.min(axis=1).sum())


def side_doors(
    solid: Callable[[Json], Solid],
    middles: Callable[[Json], Floats],
    view: Callable[[Json, Json], View],
    tied: Mapping[str, float],
    near: Mapping[str, float],
) -> tuple[SideDoor, ...]:
    """Return lazy rules for truths with a `question` and `options`, each of which is a solid as it stands.

    `solid` and `middles` read one of these: the solid, and the middles of its blocks in the picture's space. `view`
    says how a truth shows one of its solids. `tied` are the limits of rules that look at `features`, `near` those of
    rules that compare pictures as they are.
    """

    def same(part: str) -> Callable[[Json], list[float]]:
        def rule(truth: Json) -> list[float]:
            wanted = getattr(features(solid(truth["question"])), part)
            return [float(getattr(features(solid(option)), part) == wanted) for option in truth["options"]]

        return rule

    def all_same(truth: Json) -> list[float]:
        wanted = features(solid(truth["question"]))
        return [float(features(solid(option)) == wanted) for option in truth["options"]]

    def as_many_squares(truth: Json) -> list[float]:
        wanted, *offered = (
            np.sort(solids.squares(solid(seen), view(truth, seen))) for seen in (truth["question"], *truth["options"])
        )
        return [-float(np.abs(wanted - counts).sum()) for counts in offered]

    def like(sign: int) -> Callable[[Json], list[float]]:
        def rule(truth: Json) -> list[float]:
            asked = middles(truth["question"])
            return [sign * nearness(asked, middles(option)) for option in truth["options"]]

        return rule

    def then(
        first: Callable[[Json], list[float]], second: Callable[[Json], list[float]]
    ) -> Callable[[Json], list[float]]:
        """Return the rule that goes by the second only where the first does not decide."""

        def rule(truth: Json) -> list[float]:
            _, ranks = np.unique(np.round(second(truth), 9), return_inverse=True)
            return [one + rank / 10 for one, rank in zip(first(truth), ranks.tolist())]

        return rule

    parts = {
        "as many ends and branches": "neighbours",
        "as many bends": "bends",
        "as long a straight row": "row",
        "as long from end to end": "length",
        "an equal box around it": "box",
        "as many faces from each side": "faces",
    }
    shared = "every solid shares this with another one on offer that is not its mirror image"
    turned = "the right solid is always turned, another one may happen to stand as the question's does"
    return (
        *(SideDoor(name, same(part), tied, shared) for name, part in parts.items()),
        SideDoor("most like the question's as it stands", like(1), near),
        SideDoor("least like the question's as it stands", like(-1), near, turned),
        SideDoor("as many squares of each shade, then least like", then(as_many_squares, like(-1)), near, turned),
        SideDoor(
            "all parts alike, then least like",
            then(all_same, like(-1)),
            {tier: max(tied[tier], near[tier]) + 0.05 for tier in tied},
            f"{shared}; {turned}",
        ),
    )
