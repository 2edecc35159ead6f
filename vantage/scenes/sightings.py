"""Where things stand according to pictures: ids say which pixels show a thing, depth says how far away they are.

The visible side of a thing is nearer to the camera than its middle, so places are slightly wrong. They are good enough
to tell which of four options, a quarter turn apart, is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

import numpy as np

from vantage.geometry import Array, Camera, cosine_sine, look_at, unproject
from vantage.item import Json
from vantage.render.frames import Frame
from vantage.scenes import viewpoints
from vantage.scenes.viewpoints import COMPASS
from vantage.task import Refused

FEWEST = 6  # pixels needed to find a thing's place


def places(truth: Json, frames: Sequence[Any], things: Iterable[Json]) -> dict[str, complex | None]:
    """Return where the recorded things stand on the ground according to the pictures; None if no picture shows one."""
    seen = [(frame, _camera(truth, a, frame)) for frame, a in zip(frames, truth["azimuths"], strict=True)]
    return {
        thing["name"]: _middle([_surface(frame, camera, thing["id"]) for frame, camera in seen]) for thing in things
    }


def visible(truth: Json, frames: Sequence[Any]) -> Json:
    """Return the shares of the named things that the pictures show, as the truth records them."""
    roles = [truth[role] for role in ("target", "reference", "thing", "person") if role in truth]
    named = [*roles, *truth.get("things", ())]
    return {"visible": {one["name"]: [round(frame.visible(one["id"]), 3) for frame in frames] for one in named}}


def offset(truth: Json, frames: Sequence[Any]) -> complex:
    """Return the ground offset from the reference to the target according to the pictures."""
    target, reference = truth["target"], truth["reference"]
    found = places(truth, frames, (target, reference))
    to, start = found[target["name"]], found[reference["name"]]
    if to is None or start is None:
        raise Refused("a thing that the question names does not show")
    return to - start


def points(truth: Json, frame: Frame, thing: Json) -> Array:
    """Return the points (n, 3; world) of a recorded thing that the only picture of an item shows."""
    return _surface(frame, _camera(truth, truth["azimuths"][0], frame), thing["id"])


def confirm(found: complex, directions: Sequence[str], due: str) -> None:
    """Raise Refused unless `due` is the offered direction nearest to the offset `found`, in the asked frame."""
    if max(directions, key=lambda name: (found * COMPASS[name].conjugate()).real) != due:
        raise Refused(f"the pixels do not say {due}")


def confirm_seen(truth: Json, frames: Sequence[Any]) -> None:
    """Raise Refused if the pixels of a one-picture question contradict its key, seen by the observer after any walk."""
    azimuth = truth["azimuths"][0] + truth.get("angle", 0)
    found = viewpoints.in_view(offset(truth, frames), azimuth)
    confirm(found, truth["options"], viewpoints.direction_seen(truth, azimuth))


def confirm_own(truth: Json, frames: Sequence[Any]) -> None:
    """Raise Refused if the pixels of a one-picture question contradict its key in the reference's own frame."""
    found = viewpoints.in_own_frame(offset(truth, frames), truth["reference"]["facing"])
    confirm(found, truth["options"], viewpoints.own_direction(truth))


def _camera(truth: Json, azimuth: float, frame: Frame) -> Camera:
    height, width = frame.ids.shape
    shared = truth["camera"]
    c, s = cosine_sine(azimuth)
    eye = (shared["radius"] * s, -shared["radius"] * c, shared["height"])
    return look_at(eye, (0.0, 0.0, shared["aim"]), width, height, shared["field_of_view"])


def _surface(frame: Frame, camera: Camera, number: int) -> Array:
    """Return the points (n, 3; world) of a thing that a picture shows."""
    down, across = np.nonzero(frame.ids == number)
    if len(down) < FEWEST:
        return np.empty((0, 3))
    return unproject(np.column_stack([across, down]) + 0.5, frame.depth[down, across], camera)


def _middle(surfaces: Sequence[Array]) -> complex | None:
    """Return the middle, on the ground, of a thing's surfaces in several pictures, each picture weighted equally."""
    middles = [complex(*np.median(points[:, :2], axis=0)) for points in surfaces if len(points)]
    return reduce(complex.__add__, middles) / len(middles) if middles else None
