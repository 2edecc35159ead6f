"""Answer questions about walks from the depth and ids of their pictures alone: shares no code with the package.

    python -m tests.walk_frames DATASET --walks 200

Of the truth it reads where the cameras were, which name belongs to which id, how a thing is turned, and what is asked:
no place and no size. Counts, orders and choices must agree exactly, lengths within 5% or 5 cm. Depth and ids of the
walks in a data set are measured anew, as they were before its pictures were lit. The script also lets brute force
answer from the truth, and tells how near the camera comes to anything and how much each picture shows.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from tests import brute_force
from vantage.data import dataset
from vantage.item import Item
from vantage.making import make
from vantage.scenes import walked

Floats = NDArray[np.float64]
Pictures = Sequence[tuple[NDArray[Any], NDArray[Any]]]  # depth in metres and ids of each, (h, w)

FIRST_SHELL = 1000  # the id of the first room's floor, walls and ceiling
WINDOWS = (0.9, 2.3)  # metres above the floor: the panes of windows lie behind the walls' faces
GLIMPSE = 8  # pixels that nobody would notice
SHARE, METRES = 0.05, 0.05  # how far a length may be off
CLASSES = {"left": -90.0, "right": 90.0, "back": 180.0}
QUARTERS = {"front-left": -45.0, "front-right": 45.0, "back-left": -135.0, "back-right": 135.0}


class Seen:
    """What the pictures of one item show."""

    def __init__(self, truth: dict[str, Any], pictures: Pictures) -> None:
        self.truth, self.pictures = truth, pictures
        self.kinds = {one["id"]: one["name"] for one in truth["things"]}
        self.turned = {one["name"]: one["facing"] for one in truth["things"]}

    def points(self, number: int) -> Floats:
        """Return the points (n, 3) that show of what has this id, z up."""
        parts = []
        for camera, (depth, ids) in zip(self.truth["cameras"], self.pictures):
            down, right = np.nonzero(ids == number)
            z = depth[down, right].astype(float)
            height, width = ids.shape
            slope = np.tan(np.radians(self.truth["lens"]["field_of_view"] / 2)) * 2 / height
            across, below = (right + 0.5 - width / 2) * slope * z, (down + 0.5 - height / 2) * slope * z
            pitch, turn = np.radians(camera["pitch"]), np.radians(camera["heading"])
            ahead, up = z * np.cos(pitch) + below * np.sin(pitch), z * np.sin(pitch) - below * np.cos(pitch)
            x, y = across * np.cos(turn) - ahead * np.sin(turn), across * np.sin(turn) + ahead * np.cos(turn)
            parts.append(np.column_stack([x + camera["x"], y + camera["y"], up + camera["height"]]))
        return np.concatenate(parts)

    def named(self, name: str) -> Floats:
        """Return the points of the only thing of this name."""
        (number,) = (number for number, kind in self.kinds.items() if kind == name)
        return self.points(number)

    def box(self, name: str) -> tuple[complex, list[float]]:
        """Return the middle of the box around a thing, along its own sides, and how long these are."""
        points = self.named(name)
        turn = np.exp(1j * np.radians(self.turned[name]))
        own = (points[:, 0] + 1j * points[:, 1]) / turn
        low, high = complex(own.real.min(), own.imag.min()), complex(own.real.max(), own.imag.max())
        side = high - low
        return (low + high) / 2 * turn, [side.real, side.imag, float(points[:, 2].max())]

    def apart(self, one: str, other: str) -> float:
        """Return how far two things are apart on the floor plan."""
        near, _ = cKDTree(self.named(one)[:, :2]).query(self.named(other)[:, :2])
        return float(near.min())

    def turn(self, stand: str, face: str, to: str) -> float:
        """Return the angle from one thing to another where one stands by a third, in degrees clockwise."""
        at, ahead, target = (self.box(name)[0] for name in (stand, face, to))
        return float(-np.degrees(np.angle((target - at) / (ahead - at))))


def object_count(seen: Seen) -> float:
    ids = {int(number) for _, shown in seen.pictures for number in np.unique(shown)}
    return float(sum(seen.kinds.get(number) == seen.truth["asked"] for number in ids))


def object_distance(seen: Seen) -> float:
    return seen.apart(*seen.truth["asked"])


def object_size(seen: Seen) -> float:
    return max(seen.box(seen.truth["asked"])[1])


def room_size(seen: Seen) -> float:
    shells = {int(number) for _, ids in seen.pictures for number in np.unique(ids) if number >= FIRST_SHELL}
    low, high = WINDOWS
    walls = [points[(points[:, 2] < low) | (points[:, 2] > high), :2] for points in map(seen.points, shells)]
    return float(sum(np.prod(points.max(axis=0) - points.min(axis=0)) for points in walls))


def nearest_object(seen: Seen) -> str:
    options = seen.truth["options"]
    return letter([seen.apart(seen.truth["asked"], name) for name in options])


def relative_direction(seen: Seen) -> str:
    angle, options = seen.turn(*seen.truth["asked"]), seen.truth["options"]
    middles = CLASSES if len(options) < 4 else QUARTERS
    if len(options) == 3 and abs(angle) < 135:  # left and right reach from straight ahead to where the back begins
        middles = {"left": -67.5, "right": 67.5, "back": 180.0}
    return letter([off(angle, middles[word]) for word in options])


def route_plan(seen: Seen) -> str:
    start, faced, *ends = seen.truth["asked"]
    angles, stand, face = [], start, faced
    for end in ends:
        angle = seen.turn(stand, face, end)
        angles.append(angle if stand == start else back(angle))
        stand, face = end, stand  # the way one came from, half a turn from ahead
    return letter([max(off(a, CLASSES[turn]) for a, turn in zip(angles, plan)) for plan in seen.truth["options"]])


def appearance_order(seen: Seen) -> str:
    first = {}
    for number, kind in seen.kinds.items():
        shown = [int((ids == number).sum()) > GLIMPSE for _, ids in seen.pictures]
        first[kind] = shown.index(True) if any(shown) else len(shown)
    return letter([sum(first[a] > first[b] for a, b in pairwise(order)) for order in seen.truth["options"]])


def route_length(seen: Seen) -> float:
    stops = [seen.box(name)[0] for name in seen.truth["asked"]]
    return float(sum(abs(b - a) for a, b in pairwise(stops)))


def picture_measure(seen: Seen) -> float:
    asked, camera = seen.truth["asked"], seen.truth["cameras"][0]
    if seen.truth["measure"] == "height":
        return float(seen.named(asked[0])[:, 2].max())
    if seen.truth["measure"] == "distance":
        return seen.apart(*asked)
    eye = np.array([camera["x"], camera["y"], camera["height"]])
    one, other = (float(np.linalg.norm(seen.named(name) - eye, axis=1).min()) for name in asked)
    return one - other


def off(a: float, b: float) -> float:
    """Return how far two angles are apart, in degrees."""
    return abs((a - b + 180) % 360 - 180)


def back(angle: float) -> float:
    """Return an angle that was measured from where one came as measured from where one goes."""
    return (angle + 360) % 360 - 180


def letter(costs: Sequence[float]) -> str:
    """Return the letter of the least cost; none if it is not the only one."""
    least = [k for k, cost in enumerate(costs) if cost == min(costs)]
    return "ABCD"[least[0]] if len(least) == 1 else "none"


def found(task: str, truth: dict[str, Any], pictures: Pictures) -> str | float:
    """Return the answer to an item of a task."""
    answer: str | float = globals()[task](Seen(truth, pictures))
    return answer


def right(task: str, answer: str | float, due: str | float) -> bool:
    """Return whether an answer is the key, or a length near enough to it."""
    if isinstance(answer, str) or isinstance(due, str) or task == "object_count":
        return answer == due
    return abs(answer - due) <= max(SHARE * due, METRES)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", help="a data set of the suite `rooms`")
    parser.add_argument("--walks", type=int, default=200)
    options = parser.parse_args()
    data = dataset.load(options.data)
    asked, wrong, brute = Counter[str](), Counter[str](), Counter[str]()
    nearest, fewest, walks = np.inf, sys.maxsize, 0
    for walks, (_, items) in enumerate(groupby(data.head(), lambda item: make.serial(item.id)[1]), 1):
        if walks > options.walks:
            walks -= 1
            break
        for first, item in enumerate(items):
            if not first:
                shown = pictures(item, data.manifest)
                nearest = min(nearest, *(float(depth.min()) for depth, _ in shown.values()))
                things = [one["id"] for one in item.truth["things"]]
                fewest = min(fewest, *(int(np.isin(ids, things).sum()) for _, ids in shown.values()))
            due = brute_force.right(item.answer)
            answer = found(item.task, item.truth, [shown[spot(camera)] for camera in item.truth["cameras"]])
            if not right(item.task, answer, due):
                wrong[item.task] += 1
                print(f"{item.id}: {answer} from the pictures, {due} is the key", flush=True)
            brute[item.task] += brute_force.solver(item.task)(item.truth) != due
            asked[item.task] += 1
    for name, n in asked.items():
        print(f"{name}: {n} items; from the pictures {wrong[name]} wrong; brute force {brute[name]} wrong")
    print(f"{walks} walks: nearest surface {nearest:.2f} m from a camera; a picture shows {fewest} pixels of things")
    sys.exit(bool(wrong.total() or brute.total()))


def pictures(item: Item, manifest: Mapping[str, Any]) -> dict[tuple[float, ...], tuple[NDArray[Any], NDArray[Any]]]:
    """Return depth and ids of all pictures of an item's walk, by where the camera was."""
    path = (manifest[name] for name in ("suite", "size", "seed"))
    settings = make.frozen(manifest["tasks"][item.task]["settings"])
    order = make.Order(*path, item.task, settings, 0, item.split, make.serial(item.id)[1])
    where, _ = make.attempted(order, item.attempt)
    assert where.walk is not None
    seen = walked.tour(where.walk, walked.FRAMES[0]).sights.each
    return {spot(vars(one.station)): (one.depth, one.ids) for one in seen}


def spot(camera: Mapping[str, float]) -> tuple[float, ...]:
    return camera["x"], camera["y"], camera["heading"], camera["pitch"]


if __name__ == "__main__":
    main()
