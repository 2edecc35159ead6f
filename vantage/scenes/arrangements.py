"""Scenes that show one relation clearly, and no other of its group.

The same things can show every relation of a group. So the things are drawn first, without regard to the relation, and
kept until a layout shows it: the names in a question then give no hint of the answer. Named things come first in a
scene, bystanders after them. The camera is the observer at azimuth 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vantage import assets, seeds
from vantage.assets import extent, similar
from vantage.geometry import Array
from vantage.scene import SQUARE, Lens, Scene, Thing
from vantage.scenes import cast, fits, framing, holds, layouts, shells
from vantage.scenes.layouts import Company, Kind, Layout
from vantage.task import Refused

Rng = np.random.Generator

CASTS = 40  # how many sets of things are tried to find one that can show all relations of a group
LAYOUTS = 400  # how many layouts of a set are tried to find a fair one
TRIES = 20  # how many places are tried for a bystander
BACK = (30.0, 150.0)  # degrees: where bystanders stand, so that they hide nothing and do not extend a row
SIZES = (0.5, 2.0)  # longest sides of things shown together, relative to the first thing's
ROWED = (0.65, 1.55)  # the same for four things in a row, which are seen from farther away
RINGED = (0.8, 3.0)  # longest side of the thing in a ring, relative to that of the beads around it
N_BEADS = 6
BEHIND = 0.5  # share that must be visible of a thing that another is on, under, in or against, and of a ring's bead

USUAL = (22.0, 38.0)  # degrees of the camera above the ground
ELEVATIONS = {"support": (8.0, 20.0), "container": (36.0, 50.0), "contact": (14.0, 30.0)}
BEADS = {
    "table": ("apple", "candle", "mug", "pear"),
    "floor": ("ball", "bucket", "drum", "pumpkin"),
    "outdoors": ("ball", "pumpkin", "traffic cone"),
}
# Where they stand, the larger thing, and the smaller ones that fit it.
PAIRS: dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {
    "support": (
        ("floor", "table", ("ball", "bucket", "cactus", "drum", "gift", "pumpkin")),
        ("floor", "table", ("cat", "rabbit", "teddy bear", "toolbox", "watering can", "turtle")),
        ("floor", "chair", ("ball", "boot", "stacking toy", "toy robot")),
        ("outdoors", "bench", ("ball", "boot", "bucket", "duck", "pumpkin", "watering can")),
    ),
    "container": (
        ("table", "bowl", ("apple", "pear", "mug", "rubber duck")),
        ("table", "frying pan", ("apple", "pear", "rubber duck")),
        ("floor", "shopping cart", ("ball", "rabbit", "toy robot", "stacking toy", "bucket")),
        ("floor", "cardboard box", ("ball", "boot", "gift", "rabbit", "stacking toy", "teddy bear")),
        ("outdoors", "wheelbarrow", ("boot", "chicken", "rabbit", "ball")),
        ("outdoors", "crate", ("ball", "boot", "bucket", "chicken", "pumpkin", "rabbit")),
    ),
    "contact": (
        ("table", "book", ("apple", "mug", "pear", "rubber duck", "wine glass")),
        ("table", "drum", ("apple", "mug", "pear")),
        ("floor", "barrel", ("cactus", "teddy bear")),
        ("floor", "bookshelf", ("ball", "bucket", "cactus", "gift", "teddy bear", "toy robot", "watering can")),
        ("floor", "wooden chest", ("ball", "bucket", "cactus", "gift", "pumpkin", "teddy bear", "toy robot")),
    ),
}


@dataclass(frozen=True)
class Arrangement:
    """A scene that shows a relation, how many of its things are named, and what was measured on their surfaces."""

    scene: Scene
    named: int
    facts: dict[str, Any]


def draw(
    group: str, relation: str, bystanders: int, split: str, rng: Rng, among: cast.Among = (), lens: Lens = SQUARE
) -> Arrangement:
    """Return a scene of a split that shows a relation of a group, with `bystanders` further things."""
    company = _company(group, rng, among)
    look = int(rng.integers(framing.LOOKS))
    others = strangers(company.kinds, company.setting, bystanders, rng, among)
    for _ in range(LAYOUTS):
        elevation = float(rng.uniform(*company.elevations))
        laid = layouts.LAID[group](company, relation, elevation, rng)
        things = framing.centred(with_bystanders(laid, others, rng))
        if things and seeds.split_of(Scene(company.setting, look, things, 1.0, 1.0).situation) == split:
            scene = framing.framed(company.setting, look, things, elevation, lens)
            if _fair(scene, relation, len(laid)):
                return Arrangement(scene, len(laid), _facts(group, company, scene))
    raise Refused(f"no layout shows {relation!r} of {', '.join(name for name, _ in company.kinds[:2])}")


def _facts(group: str, company: Company, scene: Scene) -> dict[str, Any]:
    """Return what was measured on the surfaces of two things that may be on, under, in or against each other."""
    if group not in PAIRS:
        return {}
    one, other = scene.things[:2]
    facts: dict[str, Any] = {"outline": _polygon(holds.outline(one.asset, one.variant), one)}
    if group == "container":
        room = holds.cavity(other.asset, other.variant)
        assert room
        return {**facts, "cavity": {"outline": _polygon(room.outline, other), "floor": room.floor, "rim": room.rim}}
    surface = holds.surface(other.asset, other.variant)
    facts["surface"] = {"outline": _polygon(surface.outline, other), "height": surface.height}
    if group == "support":
        return {**facts, "clearance": company.fit.clearance}
    return {**facts, "gap": round(shells.gap(shells.cloud(one), shells.cloud(other)), 4)}


def _polygon(outline: Array, thing: Thing) -> list[list[float]]:
    corners: list[list[float]] = holds.placed(outline, thing).round(4).tolist()
    return corners


def _company(group: str, rng: Rng, among: cast.Among) -> Company:
    """Return things that can show every relation of a group."""
    for _ in range(CASTS):
        if group in PAIRS:
            found = _fitting(group, rng)
        else:
            found = _ringed(rng, among) if group == "ring" else _equals(group, rng, among)
        if found:
            return found
    raise Refused(f"no things for {group} were found")


def _equals(group: str, rng: Rng, among: cast.Among) -> Company | None:
    """Return two to four things of similar size; those whose facing matters have a front."""
    n, fronts = {"heading": (2, 1), "poses": (2, 2), "between": (3, 0), "row": (4, 0)}.get(group, (2, 0))
    front = True if fronts else None
    setting = cast.drawn(lambda name: bool(cast.kinds(name, front, among)), rng)
    if not setting:
        return None
    known = cast.kinds(setting, front, among)
    names = cast.company(setting, _one(known, rng), n - 1, rng, ROWED if group == "row" else SIZES, among)
    if not names or not all(assets.get(name).oriented for name in names[:fronts]):
        return None
    return Company(setting, tuple(cast.variants(names, rng)), USUAL)


def _ringed(rng: Rng, among: cast.Among) -> Company | None:
    """Return a thing and six identical things of another kind."""
    place = _one(tuple(BEADS), rng)
    bead_kind = _one(BEADS[place], rng)
    setting = cast.drawn(lambda name: cast.belongs(bead_kind, name), rng, place)
    names = cast.company(setting, bead_kind, 1, rng, RINGED, among)
    if not names:
        return None
    bead, first = cast.variants(names, rng)
    return Company(setting, (first, *[bead] * N_BEADS), USUAL)


def _fitting(group: str, rng: Rng) -> Company | None:
    """Return a smaller and a larger thing that can show every relation of a group; None if they cannot."""
    place, large, smaller = PAIRS[group][rng.integers(len(PAIRS[group]))]
    kinds = cast.variants([_one(smaller, rng), large], rng)
    if assets.colour(*kinds[0]) == assets.colour(*kinds[1]) != "":
        return None  # a green apple in a green bowl is hard to see
    setting = cast.drawn(lambda name: all(cast.belongs(kind, name) for kind, _ in kinds), rng, place)
    if not setting:
        return None
    fit = fits.FITS[group](kinds[0], kinds[1], rng)
    return Company(setting, tuple(kinds), ELEVATIONS[group], fit) if fit else None


def _one(choices: Sequence[str], rng: Rng) -> str:
    return choices[int(rng.integers(len(choices)))]


def with_bystanders(things: Layout, kinds: Sequence[Kind], rng: Rng) -> Layout:
    """Return the things with others of these kinds behind and beside them; empty if there is no room."""
    found = list(things)
    reach = max(math.hypot(t.x, t.y) + extent.radius(t) for t in things)
    for kind in kinds:
        for _ in range(TRIES):
            away = reach * rng.uniform(0.5, 1.1) + extent.size(*kind)[0] / 2
            angle = math.radians(rng.uniform(*BACK))
            at = away * np.array([math.cos(angle), math.sin(angle)])
            one = layouts.thing(kind, at, rng.uniform(0, 360))
            if not any(framing.overlap(one, other, 0.15 * extent.radius(one)) for other in found):
                found.append(one)
                break
        else:
            return []
    return found


def strangers(kinds: Sequence[Kind], setting: str, n: int, rng: Rng, among: cast.Among = ()) -> list[Kind]:
    """Return `n` kinds that do not resemble the given ones and are not much larger than the largest of them.

    Fewer, where those that a suite names are too few. They are drawn once for all layouts of a scene: a mesh must be
    built to know how much room it takes.
    """
    known = {name for name, _ in kinds}
    largest = max(max(extent.size(*kind)) for kind in kinds)
    names: list[str] = []
    for name in rng.permutation(cast.kinds(setting, among=among)).tolist():
        if len(names) == n:
            break
        low, high = assets.get(name).length
        fitting = 0.3 * largest <= low <= high <= 1.3 * largest
        if fitting and not any(similar.alike(name, other) for other in (*known, *names)):
            names.append(name)
    if len(names) < n and not among:
        raise Refused(f"too few other things go with {', '.join(sorted(known))}")
    return cast.variants(names, rng)


def _fair(scene: Scene, relation: str, named: int) -> bool:
    """Return whether the picture shows the relation: named things large enough, not hidden, and clearly apart."""
    boxes, distances = framing.boxes(scene)[0, :named], framing.distances(scene)[0, :named]
    if (boxes[:, 2:] - boxes[:, :2]).min() < framing.SMALLEST:
        return False
    across = (boxes[:2, 0] + boxes[:2, 2]) / 2
    if relation in layouts.SIDES and framing.alike(layouts.SIDES[relation], across, distances[:2]):
        return False
    if relation.removesuffix(" the ring") in layouts.SIDES and not _steady(scene, named):
        return False
    # Few layouts need their surroundings, which take longer to build, and are kept for the picture.
    shares = _shares(relation, named)
    return all((visible(scene, within)[:named] >= shares).all() for within in (False, True))


def _steady(scene: Scene, named: int) -> bool:
    """Return whether the first thing's direction from the second, or the ring, keeps its margin for every reader."""
    first, *others = (np.array(thing.place) for thing in scene.things[:named])
    eye = scene.observer(0).position
    return framing.steadiness(first, np.mean(others, axis=0), eye, 0) >= framing.MARGIN


def _shares(relation: str, named: int) -> list[float]:
    """Return the share of each named thing that must be visible."""
    behind = relation in ("on", "under", "in", "touching") or named == 1 + N_BEADS
    return [framing.VISIBLE, *[BEHIND if behind else framing.VISIBLE] * (named - 1)]


def visible(scene: Scene, surrounded: bool = False) -> Array:
    """Return the share of each thing that the camera sees, (n,): of the things alone, or with their surroundings."""
    from vantage.render import staged

    stage = staged.stage(scene) if surrounded else staged.unlit(scene)
    shares = stage.visible(scene.camera(0, framing.MEASURED))
    return np.array([shares.get(k, 0.0) for k in range(1, len(scene.things) + 1)])
