"""Do pictures show what `relations` says of in, on and under? Each is decided from ids and depth, and from no truth.

    python -m tests.held --n 300
    python -m tests.held --n 300 --seed 7    other pictures than those that the rules below were made with

Pixels of the two things become points in space; besides them only the camera is known. The statement that these points
make is compared with the item's. The visible shares are measured too, with the surroundings in place.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np
from scipy.spatial import ConvexHull

from tests.drafts import draft_of
from vantage import render, tasks
from vantage.render import staged
from vantage.scenes import framing

SECTORS = 12  # directions around a thing in which a rim is looked for …
HIDDEN = (2, 3)  # … but for those straight behind it, where it may hide the rim …
ROUND = 9  # … and in which of the ten others it is found at least, if the thing is in another
RIM = 0.17  # of a thing's height: as high as this above its base, walls all around make "on" into "in"
GROUND = 0.1  # of a thing's height: nearer than this to the lowest point of another, it is level with its feet
TARGETS = {
    "in": ("container: in",),
    "on": ("support: on", "contact: on"),
    "under": ("support: under",),
    "beside": ("container: left of", "container: behind", "support: in front of", "support: right of"),
}


def points_of(truth, frame, number):
    """The points (n, 3; world) that the pixels of a thing show, by the pinhole camera that the truth records."""
    camera, side = truth["camera"], len(frame.ids)
    eye = np.array([0.0, -camera["radius"], camera["height"]])
    ahead = np.array([0.0, 0.0, camera["aim"]]) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, (0, 0, 1))
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    y, x = np.nonzero(frame.ids == number)
    lens = np.tan(np.radians(camera["field_of_view"]) / 2) * 2 / side
    u, v = (x + 0.5 - side / 2) * lens, (y + 0.5 - side / 2) * lens
    return eye + frame.depth[y, x][:, None] * (ahead + u[:, None] * right + v[:, None] * down)


def beneath(points, others):
    """Which of `points` (n, 2) lie within the convex hull of `others` (m, 2)."""
    sides = ConvexHull(others).equations
    return (points @ sides[:, :2].T + sides[:, 2] <= 1e-9).all(axis=1)


def decided(a, b):
    """How thing `a` stands to thing `b` according to their points: in, on, under or beside it."""
    low, high = a[:, 2].min(), a[:, 2].max()
    if beneath(a[:, :2], b[:, :2]).mean() < 0.7:
        return "beside"
    over = b[beneath(b[:, :2], a[:, :2])][:, 2]
    if len(over) and np.median(over) >= high:
        return "under"
    way = b[:, :2] - (a[:, :2].min(axis=0) + a[:, :2].max(axis=0)) / 2
    sector = np.floor((np.arctan2(way[:, 1], way[:, 0]) / (2 * np.pi) % 1) * SECTORS).astype(int)
    grounded = low - b[:, 2].min() < GROUND * (high - low)
    # What is higher than a thing on the ground may be a seat over it; what is much higher than any is no wall of wire.
    walls = (b[:, 2] > low + RIM * (high - low)) & (b[:, 2] < (high if grounded else 2 * high - low))
    if len({*sector[walls]} - {*HIDDEN}) >= ROUND:
        return "in"
    # Where the back of a bench hides its seat, nothing shows over the thing; but they share the ground.
    return "under" if grounded and not len(over) else "on"


def pictures(name, n, seed=None):
    """Yield `n` drafts that show a relation."""
    task, index, found = tasks.get("relations"), 0, 0
    path = ("test",) if seed is None else ("held", seed)
    while found < n:
        where, draft = draft_of(task, index, "train", path=path) if _asks(task, index, name, path) else (None, None)
        index += 1
        if draft:
            found += 1
            yield where, draft


def _asks(task, index, name, path):
    from vantage.task import slot

    return slot(task, path, "train", index).target in TARGETS[name]


def measure(name, n, size=384, seed=None):
    """Return what pictures of a relation show, and the least visible share of the two things."""
    found, wrong, least = Counter(), [], [1.0, 1.0]
    for where, draft in pictures(name, n, seed):
        frame, scene = render.frame(draft.drawings[0], size), draft.drawings[0].scene
        said = decided(*(points_of(draft.truth, frame, number) for number in (1, 2)))
        found[said] += 1
        if said != name:
            wrong.append(f"{where.index}: {said} ({', '.join(thing.name for thing in scene.things[:2])})")
        shares = staged.stage(scene).visible(scene.camera(0, framing.MEASURED))
        least = [min(least[k], shares[k + 1]) for k in (0, 1)]
    return found, wrong, least


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=300)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--only", choices=list(TARGETS))
    options = parser.parse_args()
    failed = False
    for name in TARGETS if options.only is None else [options.only]:
        found, wrong, least = measure(name, options.n, seed=options.seed)
        failed |= bool(wrong) or any(share < due for share, due in zip(least, (0.8, 0.5)))
        print(f"{name}: {found[name]} of {options.n}; visible at least {least[0]:.2f} and {least[1]:.2f}")
        print(*(f"  {line}" for line in wrong), sep="\n", end="\n" if wrong else "")
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
