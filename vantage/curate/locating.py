"""Find where the objects of a capture stand, from the masks in all pictures that show them well.

An object stands where the lines of sight through the middles of its masks come nearest to each other. Depth shows
whether something hides a part of the object, and whether all masks with one name show the same thing: the median of the
masked pixels' 3D points must be near. That median is used as the place itself only where the lines of sight are nearly
parallel, because a picture shows only the near side of an object.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from vantage.curate import masks
from vantage.curate.masks import Found, Mask
from vantage.curate.object_table import Placed
from vantage.curate.ring import Ring, Station
from vantage.exchange.own_items import PICTURE_PIXELS
from vantage.geometry import Array, unproject

SCORE = 0.5  # masks with a lower score are ignored
SMALLEST = 0.01  # of the picture's pixels: smaller masks are ignored
NEARER = 0.05  # of its distance: a pixel just outside the outline that is this much nearer may hide the object
HIDDEN = 0.2  # an object is hidden if such pixels lie along more than this share of its outline
FEWEST = 20  # pixels with depth that a mask needs
PICTURES = 3  # how many pictures must show an object
SPREAD = 0.25  # of the radius: sightings of one name that disagree by more than this show several things
PARALLEL = 0.02  # lines of sight are parallel below this: about the square of their spread in radians
ROUNDS, NOISE = 20, 0.005  # rounds of the fit; metres: lines that miss by less have equal weight


@dataclass(frozen=True, eq=False)
class _Sighting:
    station: Station
    middle: Array  # a point (3,) on the line of sight through the mask's middle, one metre ahead
    point: Array | None = field(repr=False)  # (3,): the median of the mask's 3D points, where depth is known


def objects(ring: Ring, found: Mapping[str, list[Found]], unit: float, counts: Counter[str]) -> list[Placed]:
    """Return the objects that the masks name, with their places and the views that show them.

    `unit` is one step of a depth picture in metres; `counts` counts what is dropped, by reason.
    """
    sightings: dict[str, list[_Sighting]] = {}
    twins: set[str] = set()
    for station in ring.stations:
        shown = _shown(station, found, unit, counts)
        names = Counter(name for name, _ in shown)
        twins |= {name for name, n in names.items() if n > 1}
        if len(names) < 2:
            counts["pictures with fewer than two objects"] += 1
            continue
        for name, sighting in shown:
            sightings.setdefault(name, []).append(sighting)
    counts["objects of a shared name"] += len(twins & sightings.keys())
    kept = {name: seen for name, seen in sorted(sightings.items()) if name not in twins}
    placed = [_placed(ring, name, seen, counts) for name, seen in kept.items()]
    return [one for one in placed if one is not None]


def _shown(
    station: Station, found: Mapping[str, list[Found]], unit: float, counts: Counter[str]
) -> list[tuple[str, _Sighting]]:
    """Return the objects that one picture shows well."""
    shot = station.shot
    here = masks.of_picture(found, (shot.name, shot.picture.name, shot.name.removeprefix("./")))
    depth = _depth(shot.depth, unit) if shot.depth and here else None
    shown = []
    for one in here:
        counts["objects in pictures"] += 1
        if one.score < SCORE:
            counts["low score"] += 1
            continue
        mask = one.mask()
        far = None if depth is None else _fitted(depth, mask.shape)
        fault = _fault(mask, far)
        if fault:
            counts[fault] += 1
            continue
        shown.append((one.name, _sighted(station, mask, far)))
    return shown


def _fault(mask: Mask, depth: Array | None) -> str:
    """Return why an object in a picture cannot be used; empty if it can."""
    if mask.mean() < SMALLEST:
        return "small"
    if masks.cut(mask):
        return "cut off by the picture's edge"
    return "occluded" if depth is not None and _hidden(mask, depth) > HIDDEN else ""


def _hidden(mask: Mask, depth: Array) -> float:
    """Return the share of an object's outline along which something nearer lies just outside."""
    outline = nearer = 0
    for step, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
        outside = np.roll(mask, step, axis) & ~mask
        own = np.roll(depth, step, axis)[outside]
        outline += int(outside.sum())
        nearer += int((np.isfinite(own) & (depth[outside] < (1 - NEARER) * own)).sum())
    return nearer / outline


def _depth(path: Path, unit: float) -> Array:
    """Return the depth in metres at each pixel of a depth picture; infinite where there is none."""
    from PIL import Image

    try:
        if path.suffix == ".npy":
            values = np.load(path, mmap_mode="r", allow_pickle=False)
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("error", Image.DecompressionBombWarning)
                with Image.open(path, formats=("PNG",)) as image:
                    values = unit * np.asarray(image, dtype=float)
    except (OSError, EOFError, ValueError, SyntaxError, Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise ValueError(f"depth {path.name} cannot be read as a PNG or NumPy file of a sensible size") from None
    if values.ndim != 2 or values.size > PICTURE_PIXELS:
        raise ValueError(f"depth {path.name} is not one number for each of at most {PICTURE_PIXELS:,} pixels")
    values = np.asarray(values, dtype=float)
    return np.where(np.isfinite(values) & (values > 0), values, np.inf)


def _fitted(depth: Array, shape: tuple[int, ...]) -> Array:
    """Return depth scaled to the shape of a mask, each pixel taken from the nearest one."""
    rows, columns = (np.arange(n) * m // n for n, m in zip(shape, depth.shape))
    return depth[np.ix_(rows, columns)]


def _sighted(station: Station, mask: Mask, depth: Array | None) -> _Sighting:
    height, width = mask.shape
    camera = station.camera(width, height)
    down, across = np.nonzero(mask)
    middle = np.array([[np.median(across), np.median(down)]]) + 0.5
    ray = unproject(middle, [1.0], camera)[0]
    if depth is None:
        return _Sighting(station, ray, None)
    seen = np.isfinite(depth[down, across])
    if seen.sum() < FEWEST:
        return _Sighting(station, ray, None)
    pixels = np.column_stack([across, down])[seen] + 0.5
    return _Sighting(station, ray, np.median(unproject(pixels, depth[down, across][seen], camera), axis=0))


def _placed(ring: Ring, name: str, seen: Sequence[_Sighting], counts: Counter[str]) -> Placed | None:
    """Return an object at the place on which its sightings agree; None if they do not agree."""
    place, apart = _place(seen)
    views = tuple(target for target, station in ring.views.items() if any(s.station is station for s in seen))
    if place is None:
        counts["objects seen too rarely or from one side only"] += 1
    elif apart > SPREAD * ring.radius:
        counts["objects whose places disagree"] += 1
    elif not views:
        counts["objects seen in none of the eight views"] += 1
    else:
        x, y, z = place.round(3).tolist()
        return Placed(ring.capture.name, name, x, y, z, views=views)
    return None


def _place(seen: Sequence[_Sighting]) -> tuple[Array | None, float]:
    """Return where an object stands, None if that is unknown, and by how many metres its sightings disagree."""
    points = np.array([sighting.point for sighting in seen if sighting.point is not None])
    middle = np.median(points, axis=0) if len(points) >= PICTURES else None
    if len(seen) < PICTURES:
        return None, 0.0
    place, apart = _crossing(seen)
    if place is None:
        off = points - middle if middle is not None else np.zeros((1, 3))
        return middle, float(np.median(np.linalg.norm(off, axis=1)))
    return place, apart if middle is None else max(apart, float(np.linalg.norm(place - middle)))


def _crossing(seen: Sequence[_Sighting]) -> tuple[Array | None, float]:
    """Return the point nearest to the lines of sight, None if they are nearly parallel, and its median distance.

    It minimises distances, not their squares, so that a few bad masks do not matter.
    """
    starts = np.array([sighting.station.pose[:3, 3] for sighting in seen])
    ways = np.array([sighting.middle for sighting in seen]) - starts
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    across = np.eye(3) - ways[:, :, None] * ways[:, None, :]
    if np.linalg.eigvalsh(across.mean(axis=0))[0] < PARALLEL:
        return None, 0.0
    weights = np.ones(len(seen))
    for _ in range(ROUNDS):
        weighted = weights[:, None, None] * across
        place = np.linalg.solve(weighted.sum(axis=0), np.einsum("nij,nj->i", weighted, starts))
        off = np.linalg.norm(np.einsum("nij,nj->ni", across, place - starts), axis=1)
        weights = 1 / np.maximum(off, NOISE)
    return place, float(np.median(off))
