"""An independent check of shape_finding_3d: try every cube that the six patterns can make, from all sides.

It shares no code with the package. Cubes stand as in the third picture; the patterns that it does not show go on the
other sides in every order. A cube fits if each picture is a view of it, with each pattern turned the same way in
all of them.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

OUTWARD = {"top": (0, 0, 1), "bottom": (0, 0, -1), "left": (0, -1, 0), "right": (1, 0, 0)}
SIDES = [(0, 0, 1), (0, 0, -1), (0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)]


def _rotations() -> list[np.ndarray]:
    found = []
    for axes in permutations(range(3)):
        for signs in np.ndindex(2, 2, 2):
            matrix = np.zeros((3, 3), dtype=int)
            matrix[range(3), axes] = 1 - 2 * np.array(signs)
            if round(np.linalg.det(matrix)) == 1:
                found.append(matrix)
    return found


ROTATIONS = _rotations()


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the one pattern that the blue face has on every cube that fits the pictures, else ""."""
    views = [_faces(view, truth["symmetry"]) for view in truth["views"]]
    last = truth["views"][2]
    blue = next(OUTWARD[place] for place in OUTWARD if place in last and last[place] is None)
    seen = {face["name"] for view in views for face in view.values()}
    names = sorted(seen | {(option["texture"], option["flipped"]) for option in truth["options"]})
    shown = {side: face["name"] for side, face in views[2].items()}
    free = [side for side in SIDES if side not in shown]
    rest = [name for name in names if name not in shown.values()]
    found = set()
    for order in permutations(rest, len(free)):
        cube = {**shown, **dict(zip(free, order))}
        ups = {face["name"]: face["ups"] for face in views[2].values()}
        if _fits(cube, ups, views[:2]):
            found.add(cube[blue])
    offered = [(option["texture"], option["flipped"]) for option in truth["options"]]
    return "ABCD"[offered.index(found.pop())] if len(found) == 1 else ""


def _fits(cube: dict[Any, Any], ups: dict[Any, Any], views: list[dict[Any, Any]]) -> bool:
    """Return whether all the pictures can be views of the cube, given in which directions patterns point so far."""
    if not views:
        return True
    for rotation in ROTATIONS:
        turned = {_image(rotation, side): face for side, face in views[0].items()}
        if any(cube[side] != face["name"] for side, face in turned.items()):
            continue
        points = {face["name"]: {_image(rotation, up) for up in face["ups"]} for face in turned.values()}
        agree = all(ups.get(name, where) == where for name, where in points.items())
        if agree and _fits(cube, {**ups, **points}, views[1:]):
            return True
    return False


def _image(rotation: np.ndarray, vector: Any) -> tuple[int, ...]:
    return tuple((rotation @ np.array(vector)).tolist())


def _faces(view: dict[str, Any], symmetry: dict[str, Any]) -> dict[tuple[int, ...], dict[str, Any]]:
    """Return for each face in a picture its pattern and all directions that can pass for the pattern's upward one."""
    found = {}
    for place, outward in OUTWARD.items():
        face = view.get(place)
        if face is None:
            continue
        order, mirror = symmetry[face["texture"]]["order"], symmetry[face["texture"]]["mirror"]
        # Directions in the face clockwise as seen from outside, from the one in which turn 0 points.
        ring = [{"top": (0, 1, 0), "bottom": (0, -1, 0)}.get(place, (0, 0, 1))]
        for _ in range(3):
            ring.append(tuple(np.cross(ring[-1], outward).tolist()))
        turn = face["turn"]
        flipped = face["flipped"]
        if flipped and mirror >= 0:
            turn, flipped = turn + mirror, False
        ups = {ring[(turn + extra) % 4] for extra in range(0, 4, 4 // order)}
        found[outward] = {"name": (face["texture"], flipped), "ups": ups}
    return found
