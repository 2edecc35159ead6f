"""Things on a table in a room, and the table seen from its other sides while room and light stay as they are.

To look from another side is to turn what stands on the table: each picture then has the same room behind it and the
same light, so neither tells from where it was taken. A relation of two things holds by a margin in every view that a
question is about, and how far things hide one another is measured on their ids.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vantage import seeds
from vantage.assets import extent
from vantage.geometry import Array, cosine_sine, egocentric, turn, whole_turn
from vantage.scene import Scene, Thing
from vantage.scenes import cast, framing
from vantage.settings import plans
from vantage.task import Refused, Slot

Rng = np.random.Generator
Kind = tuple[str, int]

SIDES = {"front": 0, "right": 90, "back": 180, "left": 270}  # azimuths of the viewer, as the front view has it
ELEVATIONS = (24.0, 38.0)  # degrees
COUNTS = (3, 5)  # how many things
SIZES = (0.45, 2.2)  # longest sides, relative to the first thing's
GAP = 0.03  # metres between two things
LAYOUTS = 200  # how many layouts are tried for a set of things
TURNED = 30  # turns of its last thing that are tried to bring a layout into its split
PLACES = 30  # how many places are tried for a thing
ASIDE = 0.10  # least distance of a left and a right thing, as a share of the picture's width
FARTHER = 0.10  # least difference in distance of a near and a far thing, as a share of the distance
ROOM = 0.1  # metres beyond the things that surroundings leave free: a thing may be moved so far


def drawn(
    slot: Slot,
    rng: Rng,
    fair: Callable[[Scene], bool],
    crowded: float = 1.0,
    oriented: bool | None = None,
    sizes: tuple[float, float] = SIZES,
) -> Scene:
    """Return things on a table of which `fair` approves; the first two are those that questions are about.

    Some of the others are plain solids, so that a table does not show named things alone.
    The less `crowded`, the farther apart things stand. If `oriented`, the first one has a front and
    faces the camera; `sizes` is how long the others may be relative to it.
    """
    setting = cast.drawn(lambda name: bool(cast.kinds(name, oriented, slot.among)), rng, "table")
    if not setting:
        raise Refused("too few of the things that the suite names can stand on a table")
    first = str(rng.choice(cast.kinds(setting, oriented, slot.among)))
    others = int(rng.integers(*COUNTS, endpoint=True)) - 1
    chosen = cast.company(setting, first, others, rng, sizes, slot.among)
    if chosen and not slot.among:  # who names things wants those and no others
        chosen = cast.strewn(chosen, rng, sizes)
    look, kinds = int(rng.integers(framing.LOOKS)), cast.variants(chosen, rng)
    layouts = seeds.generator("layouts", int(rng.integers(1 << 62)))  # its own, so that later draws do not depend on it
    for _ in range(LAYOUTS if kinds else 0):
        things = laid(kinds, crowded, layouts)
        if oriented and things:
            things = (replace(things[0], facing=0.0), *things[1:])
        things = _at_home(things, slot, layouts)
        if not things:
            continue
        scene = framing.framed(setting, look, things, float(layouts.uniform(*ELEVATIONS)), slot.lens)
        scene = replace(scene, room=round(plans.reach(scene) + ROOM, 3))
        if fair(scene):
            return scene
    raise Refused("no layout of the table keeps its margins")


def laid(kinds: Sequence[Kind], crowded: float, rng: Rng) -> tuple[Thing, ...]:
    """Return the things at random places on a disc, none touching another; empty if there is no room."""
    area = sum(math.prod(extent.size(*kind)[:2]) for kind in kinds)
    reach = math.sqrt(area) * float(rng.uniform(0.8, 1.2)) / crowded
    things: list[Thing] = []
    for kind in kinds:
        for _ in range(PLACES):
            away, angle = reach * math.sqrt(rng.random()), float(rng.uniform(0, 360))
            x, y = turn((0.0, -away), angle).tolist()
            one = Thing(kind[0], *kind, round(x, 3), round(y, 3), float(rng.integers(0, 72) * 5))
            if not any(framing.overlap(one, other, GAP) for other in things):
                things.append(one)
                break
        else:
            return ()
    return framing.centred(things)


def _at_home(things: tuple[Thing, ...], slot: Slot, rng: Rng) -> tuple[Thing, ...]:
    """Return the things with the last one so turned that the layout belongs to the slot's split; empty if none does.

    Nine in ten layouts belong to another split than that of tests: to turn one thing is cheaper than to lay out all.
    """
    for _ in range(TURNED if things else 0):
        if slot.allows(Scene("", 0, things, 1.0, 1.0).situation):
            return things
        *others, last = things
        turned = replace(last, facing=float(rng.integers(0, 72) * 5))
        if not any(framing.overlap(turned, other, GAP) for other in others):
            things = (*others, turned)
    return ()


def seen_from(scene: Scene, azimuth: float) -> Scene:
    """Return the scene with all that stands on the table turned, as who goes to `azimuth` sees it."""
    return replace(scene, things=tuple(_turned(thing, -azimuth) for thing in scene.things))


def _turned(thing: Thing, degrees: float) -> Thing:
    x, y = turn(thing.place, degrees).tolist()
    return replace(thing, x=round(x, 6), y=round(y, 6), facing=whole_turn(thing.facing + degrees))


def offset(scene: Scene, azimuth: float) -> Array:
    """Return how far the first thing is to the right of the second and nearer, (2,), seen from an azimuth."""
    found = egocentric(scene.things[0].place, scene.things[1].place, scene.observer(azimuth))
    return np.array([found.x, found.y])


def tells(scene: Scene, azimuth: float, axis: int) -> bool:
    """Return whether left and right (axis 0) or near and far (axis 1) of the first two things are clear in a view."""
    if axis == 0:
        across = [_across(scene, thing, azimuth) for thing in scene.things[:2]]
        return abs(across[0] - across[1]) >= ASIDE
    away = [_away(scene, thing, azimuth) for thing in scene.things[:2]]
    return min(away) <= (1 - FARTHER) * max(away)


def _across(scene: Scene, thing: Thing, azimuth: float) -> float:
    """Return where the thing's foot is in the picture, as a share of its width from the middle."""
    c, s = cosine_sine(azimuth)
    right, ahead = c * thing.x + s * thing.y, scene.radius + c * thing.y - s * thing.x
    return right / (2 * math.tan(math.radians(scene.lens.field_of_view / 2)) * scene.lens.aspect * ahead)


def _away(scene: Scene, thing: Thing, azimuth: float) -> float:
    c, s = cosine_sine(azimuth)
    return math.hypot(scene.radius * s - thing.x, -scene.radius * c - thing.y, scene.height - thing.z)


def visible(scene: Scene, azimuth: float) -> Array:
    """Return what share of each thing shows in a view, (n,)."""
    from vantage.render import staged

    stage = staged.unlit(scene)
    camera = scene.camera(azimuth, framing.MEASURED)
    seen = np.bincount(stage.ids(camera).ravel(), minlength=len(scene.things) + 1)
    alone = [int((stage.ids(camera, k) == k).sum()) for k in range(1, len(scene.things) + 1)]
    return np.array([seen[k] / max(1, n) for k, n in enumerate(alone, 1)])


def recorded(scene: Scene) -> list[dict[str, object]]:
    """Return the things as the truth records them, with the ids that they have in every picture."""
    return [{"name": t.name, "x": t.x, "y": t.y, "facing": t.facing, "id": k} for k, t in enumerate(scene.things, 1)]


def camera(scene: Scene) -> dict[str, float]:
    """Return the camera as the truth records it."""
    found = {"radius": scene.radius, "height": scene.height, "aim": scene.aim}
    return {**found, "field_of_view": scene.lens.field_of_view}


RECORDED = (
    "The things on the table: of each its name, its place x and y in metres from the table's middle, its facing in "
    "degrees, and its id in the pictures. The camera of the front view stands at -y and looks to +y; x is to its "
    "right. Facing 0 looks towards -y and grows counter-clockwise seen from above."
)
CAMERA = (
    "The camera: its distance from the table's middle (radius), its height and the height aimed at (aim) over the "
    "table top, and its field of view in degrees."
)
