"""Models with a known deficit, and one with none: what a diagnosis must find, because we put it there.

They read an item's truth, which speaks of options in the data set's order, and answer in the order shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vantage import seeds, solids
from vantage.item import LETTERS, Item, Json, Number
from vantage.models import Request, Response

Alike = Callable[[Json, int, int], bool]  # truth, option, key: whether the simulant takes one for the other


class Oracle:
    """Always right: reads the key."""

    name = "oracle"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return the right answer."""
        return Response(key_of(_item(request)))


class MirrorBlind:
    """Cannot tell a solid from its mirror image: guesses between the two in rotation_3d, right elsewhere."""

    name = "mirror-blind"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return one of the options that are the question's solid, turned or mirrored."""
        return _confuse(request, "rotation_3d", _same_or_mirrored)


class FlatFolder:
    """Forgets the last fold: guesses in fold_and_punch among sheets alike where it moved no paper, right elsewhere."""

    name = "flat-folder"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return one of the options with the key's holes on the paper that the last fold left in place."""
        return _confuse(request, "fold_and_punch", _same_unmoved)


def key_of(item: Item) -> str:
    """Return the right answer as a model would say it."""
    return repr(item.answer.value) if isinstance(item.answer, Number) else item.answer.letter


def _item(request: Request) -> Item:
    if request.item is None:
        raise ValueError("oracle and simulants must be handed the item, because they read its truth")
    return request.item


def _confuse(request: Request, task: str, alike: Alike) -> Response:
    """Return the right answer, but in `task` one drawn from the options that the simulant takes for the key."""
    item = _item(request)
    if item.task != task:
        return Response(key_of(item))
    key = request.order[item.key]
    places = [place for place, option in enumerate(request.order) if alike(item.truth, option, key)]
    rng = seeds.generator(f"simulant {task}", *request.path)
    return Response(LETTERS[places[int(rng.integers(len(places)))]])


def _same_or_mirrored(truth: Json, option: int, key: int) -> bool:
    asked, offered = _solid(truth["question"]), _solid(truth["options"][option])
    return solids.same(asked, offered) or solids.same(solids.mirrored(asked), offered)


def _solid(seen: Any) -> solids.Solid:
    x, y, z = seen["block"]
    return solids.solid(seen["cells"], (x, y, z))


def _same_unmoved(truth: Json, option: int, key: int) -> bool:
    from vantage.tasks.fold_and_punch import unmoved_holes

    return unmoved_holes(truth, option) == unmoved_holes(truth, key)
