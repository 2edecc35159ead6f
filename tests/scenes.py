"""Scenes laid out by hand, without checking what is visible, and the items that tasks make of them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from tests.drafts import item_of
from vantage import seeds, tasks
from vantage.geometry import turn
from vantage.item import Item
from vantage.making import make, suite
from vantage.scene import Scene, Thing
from vantage.task import Draft, Refused, Slot, slot
from vantage.walk import Walk

KINDS = {"consistency_ego": "pair", "updating_ego": "pair", "integration_ego": "pair"}
KINDS |= {"consistency_allo": "oriented", "updating_allo": "oriented", "integration_allo": "ring"}
LAID_OUT = ("pair", "oriented", "ring")
REFERENCES = ("dog", "bench", "car", "man", "bicycle")
RING = ("woman", "ball", "barrel", "bucket", "bush", "pumpkin", "tree", "tent", "fountain")


def scene(kind: str, number: int) -> Scene:
    """Return scene `number` of a kind; directions come in turn."""
    rng = seeds.generator("hand-made", kind, number)
    return Scene("park", 0, _ring(rng) if kind == "ring" else _pair(kind, number, rng), 8.0, 4.0)


@cache
def walk(number: int) -> Walk:
    """Return walk `number`: one on which every task finds something to ask."""
    orders = [make.Order("walks", "n", 0, name, (), 384, "test", number) for name in suite.get("rooms").tasks]
    for attempt in range(make.ATTEMPTS):
        with suppress(Refused):
            (found,) = {make.attempted(order, attempt)[0].walk for order in orders}
            assert found is not None
            return found
    raise AssertionError(f"no walk {number} was found")


def _pair(kind: str, number: int, rng: Any) -> tuple[Thing, ...]:
    bearing = 45.0 * (number % 8) + float(rng.uniform(-12, 12))
    seen = 45.0 * int(rng.integers(8)) + float(rng.uniform(-12, 12)) if kind == "oriented" else bearing
    half = turn((0.0, -float(rng.uniform(1, 1.5))), seen)
    facing = (seen + bearing) % 360 if kind == "oriented" else float(rng.uniform(0, 360))
    name = REFERENCES[int(rng.integers(len(REFERENCES)))]
    return (
        Thing("barrel", "barrel", 0, round(half[0], 3), round(half[1], 3)),
        Thing(name, name, 0, round(-half[0], 3), round(-half[1], 3), round(facing, 1)),
        Thing("bush", "bush", 0, *(turn(half, 90) * 1.5).round(3).tolist()),
    )


def _ring(rng: Any) -> tuple[Thing, ...]:
    things = [Thing(RING[0], RING[0], 0, 0.0, 0.0, 0.0)]
    mixed = [RING[1:][k] for k in rng.permutation(8)]
    for place, name in enumerate(mixed):
        # Each of the four between stands nearer to the one anchor than to the next.
        bearing = 90.0 * (place % 4) + (28.0 if place > 3 else 0.0) + float(rng.uniform(-5, 5))
        x, y = turn((0.0, -float(rng.uniform(2.5, 3))), -bearing).round(3).tolist()
        things.append(Thing(name, name, 0, x, y, 0.0))
    return tuple(things)


def family(name: str, number: int, **settings: Any) -> list[tuple[Slot, Draft]]:
    """Return the eight slots about one scene, with their drafts."""
    task, where = tasks.get(name), scene(KINDS[name], number)
    slots = [slot(task, ("test",), "test", 8 * number + member) for member in range(task.family)]
    slots = [replace(one, scene=where, member=member) for member, one in enumerate(slots)]
    params = task.settings(settings)
    return [(one, task.make(params, one, seeds.generator("test", name, one.index))) for one in slots]


def items(name: str, scenes: int) -> list[Item]:
    """Return the items about so many scenes, with empty pictures."""
    return [item(name, where, draft) for number in range(scenes) for where, draft in family(name, number)]


def item(name: str, where: Slot, draft: Draft) -> Item:
    """Return what a task asks about a scene as an item, with empty pictures."""
    return item_of(tasks.get(name), where, draft, "scope")
