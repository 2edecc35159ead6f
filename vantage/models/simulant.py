"""Models with a built-in deficit, which a diagnosis must find, and one model without any.

They read an item's truth, which lists options in the data set's order, and answer with letters in the order shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vantage import seeds
from vantage.item import LETTERS, Item, Json, Number
from vantage.models import Request, Response
from vantage.scenes import viewpoints
from vantage.shapes import solids

Alike = Callable[[Json, int, int], bool]  # truth, option, key -> whether the simulant cannot tell the two apart

DIRECTIONAL = ("consistency_ego", "consistency_allo", "updating_ego", "updating_allo")  # about one picture


class Oracle:
    """Always right: reads the key."""

    name = "oracle"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return the right answer."""
        return Response(key_of(item_of(request)))


class MirrorBlind:
    """Cannot tell a solid from its mirror image: guesses between the two in rotation_3d, right elsewhere."""

    name = "mirror-blind"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return one of the options that are the question's solid, turned or mirrored."""
        return _confuse(request, "rotation_3d", _same_or_mirrored)


class FlatFolder:
    """Forgets the last fold: in fold_and_punch sees only the paper that it left in place, right elsewhere."""

    name = "flat-folder"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return the key, or the option that lacks just its holes on the paper that the last fold moved."""
        return _confuse(request, "fold_and_punch", _same_unmoved)


class Egocentric:
    """Answers questions about another's perspective from the camera's perspective; right elsewhere."""

    name = "egocentric"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return where things lie as seen by the camera, after the walk if there was one."""
        item = item_of(request)
        if item.task in ("consistency_allo", "updating_allo"):
            azimuth = item.truth["azimuths"][0] + item.truth.get("angle", 0)
            return _pointing(item, viewpoints.in_view(viewpoints.offset_of(item.truth), azimuth))
        if item.task == "integration_allo":
            return _naming(item, _beside_for_camera(item.truth))
        return Response(key_of(item))


class NoUpdate:
    """Ignores that it should move: in updating_ego answers from the picture as shown, right elsewhere."""

    name = "no-update"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return where things lie before the walk."""
        return _walked(item_of(request), 0)


class Clockwise:
    """Moves the wrong way: walks clockwise in updating_ego, right elsewhere."""

    name = "clockwise"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return where things lie after the walk in the other direction."""
        return _walked(item_of(request), -1)


class LeftRightOnly:
    """Sees left and right in a picture but guesses near and far; right where several pictures show the depth."""

    name = "left-right-only"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return the answer that follows from guessing near and far."""
        item, rng = item_of(request), seeds.generator("simulant depth", *request.path)
        if item.task == "integration_ego":
            alike = [option.label for option in item.options if _maybe(item.truth, int(option.label))]
            return _naming(item, alike[int(rng.integers(len(alike)))])
        if item.task in DIRECTIONAL:
            return _pointing(item, _asked(item, _guessed(item.truth, bool(rng.integers(2)))))
        return Response(key_of(item))


class RasterOnly:
    """Sees nothing in a path-traced picture: guesses there, right where the rasteriser drew."""

    name = "raster-only"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return a guess about a picture that looks real, else the right answer."""
        item = item_of(request)
        if "renderer" not in item.tags or not item.options:
            return Response(key_of(item))
        rng = seeds.generator("simulant renderer", *request.path)
        return Response(LETTERS[int(rng.integers(len(item.options)))])


def key_of(item: Item) -> str:
    """Return the right answer as a model would say it."""
    return repr(item.answer.value) if isinstance(item.answer, Number) else item.answer.letter


def item_of(request: Request) -> Item:
    """Return the item that a request is about; a ValueError where it was not handed over."""
    if request.item is None:
        raise ValueError("oracle and simulants must be handed the item, because they read its truth")
    return request.item


def _confuse(request: Request, task: str, alike: Alike) -> Response:
    """Return the right answer, but in `task` a random one of the options that the simulant takes for the key."""
    item = item_of(request)
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

    seen, due = (set(map(tuple, truth["options"][place])) for place in (option, key))
    return seen <= due and unmoved_holes(truth, option) == unmoved_holes(truth, key)


def _naming(item: Item, label: str) -> Response:
    """Return the letter of the option with this label."""
    return Response(next(letter for letter, option in zip(item.letters, item.options) if option.label == label))


def _pointing(item: Item, offset: complex) -> Response:
    """Return the letter of the offered direction nearest to `offset`, which is in the answer's frame."""
    return _naming(item, max((o.label for o in item.options), key=lambda name: _along(offset, name)))


def _along(offset: complex, direction: str) -> float:
    return (offset * viewpoints.COMPASS[direction].conjugate()).real


def _walked(item: Item, times: int) -> Response:
    """Return the answer to updating_ego after `times` the walk; in other tasks the right answer."""
    if item.task != "updating_ego":
        return Response(key_of(item))
    azimuth = item.truth["azimuths"][0] + times * item.truth["angle"]
    return _pointing(item, viewpoints.in_view(viewpoints.offset_of(item.truth), azimuth))


def _beside_for_camera(truth: Json) -> str:
    """Return the option beside the thing that, for the first picture's camera, lies in the asked direction."""
    from vantage.tasks.integration_allo import beside

    places = {thing["name"]: viewpoints.place_of(thing) for thing in (truth["person"], *truth["things"])}
    return beside(truth, places, lambda offset: viewpoints.in_view(offset, truth["azimuths"][0]))


def _guessed(truth: Json, flip: bool) -> complex:
    """Return the ground offset from reference to target; `flip` swaps near and far as the camera sees them."""
    turn = viewpoints.in_view(1, truth["azimuths"][0])
    seen = viewpoints.in_view(viewpoints.offset_of(truth), truth["azimuths"][0])
    return ((seen.conjugate() if flip else seen) / turn).conjugate()


def _asked(item: Item, offset: complex) -> complex:
    """Return a ground offset in the frame that the item asks about."""
    if item.task.endswith("_allo"):
        return viewpoints.in_own_frame(offset, item.truth["reference"]["facing"])
    return viewpoints.in_view(offset, item.truth["azimuths"][0] + item.truth.get("angle", 0))


def _maybe(truth: Json, azimuth: int) -> bool:
    """Return whether the statement could hold in the picture at `azimuth`, near and far being unknown."""
    seen = viewpoints.in_view(viewpoints.offset_of(truth), azimuth)
    return truth["statement"] in (viewpoints.compass(seen), viewpoints.compass(seen.conjugate()))
