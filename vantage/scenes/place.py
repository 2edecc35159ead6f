"""Layouts of scenes that keep, in every view used, the margins that a fair question needs.

The position of a thing in `Scene.things` gives its role:

- "pair": the target, the reference, then one to four others. `direction` is where the target lies from the reference
  for the observer at azimuth 0.
- "oriented": the same, and the reference has a front. `direction` is where the target lies in the reference's frame.
- "ring": a person in the middle who faces the observer at azimuth 0; then the four anchors, which stand in front of the
  person, on the person's right, behind and on the left (the order of `geometry.ORTHOGONAL`); then four others of
  similar width, in none of those directions. Each anchor has a nearest among the others, nearer by a fifth at least
  than the next. `direction` is not used, because questions ask about all four.

A layout is drawn at random and dropped at the first check that it fails: cheap checks first, pictures last.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.assets import extent
from vantage.geometry import DIRECTIONS, STEP, Array, allocentric, egocentric, turn
from vantage.scene import AZIMUTHS, SQUARE, Lens, Scene, Thing
from vantage.scenes import cast, framing
from vantage.task import Refused

Kind = tuple[str, int]  # an asset and its variant
Rng = np.random.Generator

ELEVATIONS = (23.0, 40.0)  # of the observers, in degrees
CASTS = 12  # how many sets of things are tried for a scene
LAYOUTS = 120  # how many layouts are tried for each set
BESIDE = (0.4, 2.4)  # longest sides of things, relative to the reference's
AROUND = (0.36, 1.1)  # longest sides of things in a ring, relative to the person's; larger ones would not fit
ALIKE = 1.4  # width of the widest of a ring's four others, relative to the narrowest
TRIES = 12  # how many places are tried for each further thing
GAP = 0.06  # least gap between two things, as a share of the sum of their longest sides
MARGIN = framing.MARGIN
SPREAD = STEP / 2 - MARGIN - 0.2  # degrees: so directions are drawn within this of the class's middle
SEEN = 5.0  # degrees: the same for directions from the camera, which depend on the point that it looks at
WALKS = (0, 90, 180, 270)  # degrees: how far an observer may walk around the middle of target and reference
NEAREST = 0.20  # least difference between the nearest and the next thing, as a share of the distance
HIDDEN = 0.4  # share of a thing's box behind other boxes; above it, the layout is dropped without a picture


def scene(kind: str, direction: str, split: str, rng: Rng, among: cast.Among = (), lens: Lens = SQUARE) -> Scene:
    """Return a scene of a kind whose target lies in `direction`; raise Refused if no layout keeps its margins."""
    setting, first, n = _theme(kind, rng, among)
    look = int(rng.integers(framing.LOOKS))
    for _ in range(CASTS):
        kinds = _cast(kind, setting, first, n, rng, among)
        for _ in range(LAYOUTS if kinds else 0):
            elevation = float(rng.uniform(*ELEVATIONS))
            things = LAID[kind](kinds, direction, elevation, rng)
            if things is None:
                continue
            found = Scene(setting, look, things, 1.0, 1.0)
            if seeds.split_of(found.situation) == split:
                found = framing.framed(setting, look, things, elevation, lens)
                if FAIR[kind](found):
                    return found
    raise Refused(f"no layout of kind {kind} keeps its margins")


def _theme(kind: str, rng: Rng, among: cast.Among = ()) -> tuple[str, str, int]:
    """Return setting, reference and number of others. Every try keeps them; else sets that seldom fit would be rare."""
    person = kind == "ring" or (kind == "oriented" and rng.random() < 1 / 3)
    setting = cast.drawn(lambda name: bool(_references(kind, name, person, among)), rng)
    if not setting:
        raise Refused("none of the things that the suite names can be the reference")
    known = _references(kind, setting, person, among)
    return setting, known[rng.integers(len(known))], 8 if kind == "ring" else int(rng.integers(2, 6))


def _references(kind: str, setting: str, person: bool, among: cast.Among) -> tuple[str, ...]:
    """Return the kinds of thing that may be the reference of a scene in a setting."""
    people, known = cast.people(setting, among), cast.kinds(setting, True if kind == "oriented" else None, among)
    if kind == "pair":
        return known
    return people if person else tuple(name for name in known if name not in people)


def _cast(kind: str, setting: str, first: str, n: int, rng: Rng, among: cast.Among) -> list[Kind]:
    """Return the things of a scene, in the order of `Scene.things`; empty if too few kinds fit."""
    names = cast.company(setting, first, n, rng, AROUND if kind == "ring" else BESIDE, among)
    if kind == "ring":
        return _choices_last(cast.variants(names, rng), rng)
    names[:2] = names[1::-1]
    return cast.variants(names, rng)


def _choices_last(kinds: list[Kind], rng: Rng) -> list[Kind]:
    """Return a ring's person, anchors and four others of similar width; empty if there are no such four.

    A small thing finds room near an anchor more easily. With similar widths, the names do not reveal the nearest one.
    """
    by_width = sorted(kinds[1:], key=_radius)
    starts = [k for k in range(len(by_width) - 3) if _radius(by_width[k + 3]) <= ALIKE * _radius(by_width[k])]
    if not starts:
        return []
    start = starts[rng.integers(len(starts))]
    others, anchors = by_width[start : start + 4], by_width[:start] + by_width[start + 4 :]
    return [kinds[0], *(group[k] for group in (anchors, others) for k in rng.permutation(4))]


def _bearing(direction: str, rng: Rng, spread: float = SPREAD) -> float:
    return DIRECTIONS.index(direction) * STEP + float(rng.uniform(-spread, spread))


def _pair(kinds: list[Kind], direction: str, elevation: float, rng: Rng) -> tuple[Thing, ...] | None:
    return _couple(kinds, _bearing(direction, rng, SEEN), float(rng.uniform(0, 360)), elevation, rng)


def _oriented(kinds: list[Kind], direction: str, elevation: float, rng: Rng) -> tuple[Thing, ...] | None:
    seen = _bearing(DIRECTIONS[rng.integers(len(DIRECTIONS))], rng, SEEN)
    # The observer at azimuth 0 and the reference, which faces that observer, have opposite views: the observer's
    # bearings grow counter-clockwise in the world, the reference's own clockwise.
    return _couple(kinds, seen, seen + _bearing(direction, rng), elevation, rng)


def _couple(kinds: list[Kind], bearing: float, facing: float, elevation: float, rng: Rng) -> tuple[Thing, ...] | None:
    """Lay out target and reference, at `bearing` for the observer at azimuth 0, and the others around them."""
    # Far enough apart that they do not overlap and, seen from this elevation, hardly hide each other.
    touching = _radius(kinds[0]) + _radius(kinds[1])
    hiding = max(extent.size(*kind)[2] for kind in kinds[:2]) / math.tan(math.radians(elevation))
    apart = float(rng.uniform(1.0, 1.35)) * max(1.1 * touching, 0.9 * hiding)
    half = turn((0.0, -apart / 2), bearing)
    things = [_thing(kinds[0], half, float(rng.uniform(0, 360))), _thing(kinds[1], -half, facing)]
    placed = not _crowded(things) and all(
        _put(things, kind, partial(_somewhere, 0.35 * apart, apart, rng), rng) for kind in kinds[2:]
    )
    return framing.centred(things) if placed else None


def _ring(kinds: list[Kind], direction: str, elevation: float, rng: Rng) -> tuple[Thing, ...] | None:
    """Lay out the person in the middle, the anchors on the person's four sides, and the others between them."""
    reach = sorted(_radius(kind) for kind in kinds)
    wide = float(rng.uniform(1.5, 2.4)) * (sum(reach[-4:]) / 4 + 0.1)
    things = [_thing(kinds[0], np.zeros(2), 0.0)]
    for k, kind in enumerate(kinds[1:]):
        side = DIRECTIONS[(2 * k + (k > 3)) % 8]
        if not _put(things, kind, partial(_toward, side, wide, rng), rng):
            return None
    return tuple(things)


def _toward(side: str, away: float, rng: Rng) -> Array:
    """Return a place about `away` metres to a side of a person at the centre who faces the observer at azimuth 0."""
    return turn((0.0, -away * float(rng.uniform(0.75, 1.3))), -_bearing(side, rng))


def _put(things: list[Thing], kind: Kind, where: Callable[[], Array], rng: Rng) -> bool:
    """Add a thing at the first of a few places where it has room; return whether there was one."""
    for _ in range(TRIES):
        things.append(_thing(kind, where(), float(rng.uniform(0, 360))))
        if not _crowded(things):
            return True
        things.pop()
    return False


def _somewhere(low: float, high: float, rng: Rng) -> Array:
    """Return a place on the ground whose distance from the centre lies between `low` and `high`."""
    away, angle = low + (high - low) * rng.random(), 2 * math.pi * rng.random()
    return np.array([away * math.cos(angle), away * math.sin(angle)])


def _radius(kind: Kind) -> float:
    across, deep, _ = extent.size(*kind)
    return float(np.hypot(across, deep)) / 2


def _thing(kind: Kind, place: Array, facing: float) -> Thing:
    x, y = place.tolist()
    return Thing(kind[0], *kind, round(x, 3), round(y, 3), round(facing % 360, 1))


def _crowded(things: list[Thing]) -> bool:
    """Return whether the last thing overlaps or nearly touches another."""
    *others, last = things
    return any(framing.overlap(last, other, GAP * (_longest(last) + _longest(other))) for other in others)


def _longest(thing: Thing) -> float:
    return max(extent.sides(thing))


def _fair_pair(scene: Scene) -> bool:
    """Return whether the relation of target to reference is clear in all eight pictures."""
    boxes, distances = framing.boxes(scene), framing.distances(scene)
    return (
        _steady(scene)
        and bool(_large(boxes[:, :2]).all())
        and all(framing.hidden(boxes, distances, k).max() < HIDDEN for k in (0, 1))
        and _clear(scene, boxes, distances)
        and all((shares[:2] >= framing.VISIBLE).all() for shares in _shares(scene, 2))
    )


def _fair_oriented(scene: Scene) -> bool:
    target, reference = scene.things[:2]
    own = allocentric(target.place, reference.place, reference.front)
    return own.margin() >= MARGIN and _fair_pair(scene)


def _clear(scene: Scene, boxes: Array, distances: Array) -> bool:
    """Return whether left and right, near and far of target and reference keep their margins in all eight pictures."""
    a, b = (thing.place for thing in scene.things[:2])
    middles = (boxes[:, :2, 0] + boxes[:, :2, 2]) / 2
    for azimuth, across, away in zip(AZIMUTHS, middles, distances[:, :2]):
        if framing.alike(egocentric(a, b, scene.observer(azimuth)).direction, across, away):
            return False
    return True


def _steady(scene: Scene) -> bool:
    """Return whether the target's direction keeps its margin in all views, for every reader, also after a walk."""
    a, b = (np.array(thing.place) for thing in scene.things[:2])
    middle = (a + b) / 2
    return all(
        framing.steadiness(a, b, middle + turn(scene.observer(azimuth).position - middle, walked), azimuth + walked)
        >= MARGIN
        for azimuth, walked in itertools.product(AZIMUTHS, WALKS)
    )


def _fair_ring(scene: Scene) -> bool:
    """Return whether each anchor has a clear nearest, and each thing is visible in a picture of both sets of four."""
    boxes, distances = framing.boxes(scene), framing.distances(scene)
    everything = range(len(scene.things))
    hopeful = np.array([framing.hidden(boxes, distances, k) < HIDDEN for k in everything]).T & _large(boxes)
    if not (_nearest(scene) and _in_both_sets(hopeful)):
        return False
    return _in_both_sets(np.array(list(_shares(scene, len(scene.things)))) >= framing.VISIBLE)


def _in_both_sets(good: NDArray[np.bool_]) -> bool:
    """Return whether each thing is `good` (8, n) in a picture at 0, 90, 180 or 270 degrees, and in one between them."""
    return bool(good[0::2].any(axis=0).all() and good[1::2].any(axis=0).all())


def _nearest(scene: Scene) -> bool:
    """Return whether the thing nearest to each anchor is one of the four others, by a clear margin."""
    places = np.array([thing.place for thing in scene.things])
    apart = np.linalg.norm(places[1:5, None] - places[None], axis=2)
    order = np.argsort(apart, axis=1)  # each anchor itself comes first
    nearest, next_ = np.take_along_axis(apart, order[:, 1:3], axis=1).T
    return bool((order[:, 1] >= 5).all() and (next_ >= (1 + NEAREST) * nearest).all())


def _large(boxes: Array) -> NDArray[np.bool_]:
    """Return for each picture and thing whether its box is large enough, (8, n)."""
    return np.asarray((boxes[..., 2:] - boxes[..., :2]).min(axis=2) >= framing.SMALLEST)


def _shares(scene: Scene, n: int) -> Iterator[Array]:
    """Yield, for each picture, the visible shares of the first `n` things, (n,); 0 for a thing that is too small."""
    from vantage.render import staged

    stage = staged.unlit(scene)
    for azimuth in AZIMUTHS:
        camera = scene.camera(azimuth, framing.MEASURED)
        seen = np.bincount(stage.ids(camera).ravel(), minlength=n + 1)
        shares = np.zeros(n)
        for k in range(n):
            alone = stage.ids(camera, k + 1) == k + 1
            tall, across = alone.any(axis=1).sum(), alone.any(axis=0).sum()
            if min(tall, across) >= framing.SMALLEST * framing.MEASURED:
                shares[k] = seen[k + 1] / alone.sum()
        yield shares


LAID: dict[str, Callable[[list[Kind], str, float, Rng], tuple[Thing, ...] | None]] = {
    "pair": _pair,
    "oriented": _oriented,
    "ring": _ring,
}
FAIR: dict[str, Callable[[Scene], bool]] = {"pair": _fair_pair, "oriented": _fair_oriented, "ring": _fair_ring}
