"""An independent check of folding_3d: fold the net in space, square by square, and look at the cube from everywhere.

It shares no code with the package. The net lies in the plane z = 0, printed side up, x to the right, y up the page;
a square is hinged to its neighbour and swings down by 90 degrees about their common edge.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the one option that is a view of the folded cube; "" when none or several are."""
    seen = views(folded(truth["net"]))
    shown = [any(same_view(view, option, truth["symmetry"]) for view in seen) for option in truth["options"]]
    return "ABCD"[shown.index(True)] if sum(shown) == 1 else ""


def hinge(point: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """Return the 4 x 4 motion that turns by 90 degrees, right-handed, about the line through `point` along `axis`."""
    x, y, z = axis
    # A quarter turn sends v to (axis . v) axis + axis x v.
    turn = np.outer(axis, axis) + np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    motion = np.eye(4)
    motion[:3, :3] = turn
    motion[:3, 3] = point - turn @ point
    return motion


def folded(net: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the six faces in space: outward normal, the texture's upward direction, its name and flip."""
    squares = {(square["row"], square["column"]): square for square in net}
    root = next(iter(squares))
    motion = {root: np.eye(4)}
    waiting = [root]
    while waiting:
        row, column = waiting.pop()
        for rows, columns in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            beside = (row + rows, column + columns)
            if beside in squares and beside not in motion:
                outward = np.array([columns, -rows, 0])
                edge = np.array([column + 0.5, -row - 0.5, 0]) + outward / 2
                # Turning about z x outward carries the outward direction down, away from the printed side.
                motion[beside] = motion[row, column] @ hinge(edge, np.cross([0, 0, 1], outward))
                waiting.append(beside)
    faces = []
    for (row, column), square in squares.items():
        turn = motion[row, column]
        up = [(0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0)][square["turn"]]
        centre = turn @ [column + 0.5, -row - 0.5, 0, 1]
        faces.append(
            {
                "normal": np.rint(turn[:3, :3] @ [0, 0, 1]).astype(int),
                "up": np.rint(turn[:3, :3] @ up).astype(int),
                "centre": centre[:3],
                "texture": square["texture"],
                "flipped": square["flipped"],
            }
        )
    middle = sum(face["centre"] for face in faces) / 6
    for face in faces:
        if not np.allclose(face["centre"] - middle, face["normal"] / 2):
            raise ValueError("the net does not fold into a cube with its print outside")
    return faces


def views(faces: list[dict[str, Any]]) -> list[dict[str, dict[str, Any]]]:
    """Return the 24 corner views: what the top, left and right face show, turns counted in the picture."""
    found = []
    for top, left, right in itertools.permutations(faces, 3):
        # Right-handed in this order: then a camera at the sum of the normals, with `top` up, sees `left` on the left.
        if np.dot(top["normal"], np.cross(left["normal"], right["normal"])) != 1:
            continue
        upward = {"top": -left["normal"], "left": top["normal"], "right": top["normal"]}
        view = {}
        for place, face in {"top": top, "left": left, "right": right}.items():
            direction, turn = upward[place], 0
            while not np.array_equal(direction, face["up"]):
                # Clockwise as seen against the outward normal.
                direction, turn = np.cross(direction, face["normal"]), turn + 1
            view[place] = {"texture": face["texture"], "turn": turn, "flipped": face["flipped"]}
        found.append(view)
    return found


def same_view(view: dict[str, Any], option: dict[str, Any], symmetry: dict[str, Any]) -> bool:
    """Return whether the three faces look the same, texture by texture."""
    return all(same_face(view[place], option[place], symmetry) for place in ("top", "left", "right"))


def same_face(a: dict[str, Any], b: dict[str, Any], symmetry: dict[str, Any]) -> bool:
    """Return whether two faces look the same: equal after the turns and the flip that leave the texture alone."""
    if a["texture"] != b["texture"]:
        return False
    order, mirror = symmetry[a["texture"]]["order"], symmetry[a["texture"]]["mirror"]
    images = {(quarter, False) for quarter in range(0, 4, 4 // order)}
    if mirror >= 0:
        # Flipped and turned back by `mirror` it looks as it was.
        images |= {((quarter - mirror) % 4, True) for quarter in range(0, 4, 4 // order)}
    return any(
        # Flipping before a turn is turning the other way and flipping afterwards.
        ((a["turn"] + (-quarter if a["flipped"] else quarter)) % 4, a["flipped"] != flip)
        == (b["turn"] % 4, b["flipped"])
        for quarter, flip in images
    )
