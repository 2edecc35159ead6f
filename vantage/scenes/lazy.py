"""Lazy rules for questions about scenes: they know the question and what the picture shows, and skip the reasoning.

Each returns a score for every option, as `SideDoor.rule` must. A rule that leaves several options open gives them the
same score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from vantage.item import Json
from vantage.scenes import viewpoints
from vantage.scenes.viewpoints import COMPASS
from vantage.task import SideDoor, Strategy

HALF = 0.55  # the share for a rule that sees one of two things that matter
CHANCE = 0.3  # of four options, with room for the luck of a small set


def doors(*found: tuple[str, Callable[[Json], Sequence[float]], float, str]) -> tuple[SideDoor, ...]:
    """Return side doors for a task without tiers, from (name, rule, limit, reason)."""
    return tuple(SideDoor(name, rule, {"": limit}, reason) for name, rule, limit, reason in found)


def left_or_right(truth: Json) -> Sequence[float]:
    """Take any direction on the side of the picture where the target is, and ignore depth."""
    across = viewpoints.in_view(viewpoints.offset_of(truth), truth["azimuths"][0]).real
    return [_agreement(COMPASS[name].real, across) for name in truth["options"]]


def near_or_far(truth: Json) -> Sequence[float]:
    """Take any direction with the target nearer or farther, as the picture shows it, and ignore left and right."""
    nearer = viewpoints.in_view(viewpoints.offset_of(truth), truth["azimuths"][0]).imag
    return [_agreement(COMPASS[name].imag, nearer) for name in truth["options"]]


def as_seen(truth: Json) -> Sequence[float]:
    """Take what the camera sees, where another frame or another place is asked for."""
    return _chosen(truth, viewpoints.direction_seen(truth, truth["azimuths"][0]))


def not_as_seen(truth: Json) -> Sequence[float]:
    """Take anything but what the camera sees."""
    return [1 - score for score in as_seen(truth)]


def own(truth: Json) -> Sequence[float]:
    """Take the reference's own perspective, wherever the observer goes."""
    return _chosen(truth, viewpoints.own_direction(truth))


def as_seen_after(truth: Json) -> Sequence[float]:
    """Take what the camera would see after the walk."""
    return _chosen(truth, viewpoints.direction_seen(truth, truth["azimuths"][0] + truth["angle"]))


def as_mirrored(truth: Json) -> Sequence[float]:
    """Swap left and right of what the camera sees, as if the reference always faced the camera."""
    seen = viewpoints.direction_seen(truth, truth["azimuths"][0])
    swapped = seen.replace("left", "@").replace("right", "left").replace("@", "right")
    return _chosen(truth, swapped)


def the_other_way(truth: Json) -> Sequence[float]:
    """Walk clockwise instead of counter-clockwise."""
    return _chosen(truth, viewpoints.direction_seen(truth, truth["azimuths"][0] - truth["angle"]))


def half_a_turn(truth: Json) -> Sequence[float]:
    """Take the opposite of what the camera sees, however far the walk goes."""
    return _chosen(truth, viewpoints.direction_seen(truth, truth["azimuths"][0] + 180))


def misplaced(truth: Json, near: bool, own: bool) -> Sequence[float]:
    """Mistake near for far in the picture, or left for right, and reason rightly from there."""
    azimuth = truth["azimuths"][0]
    seen = viewpoints.in_view(viewpoints.offset_of(truth), azimuth).conjugate()
    turned = seen if near else -seen
    offset = (turned / viewpoints.in_view(1, azimuth)).conjugate()
    if own:
        found = viewpoints.in_own_frame(offset, truth["reference"]["facing"])
    else:
        found = viewpoints.in_view(offset, azimuth + truth.get("angle", 0))
    return _nearest(truth, found)


def mistakes(own: bool) -> tuple[Strategy, ...]:
    """Return the strategies of one who mistakes near for far in a picture, or left for right."""
    return (
        Strategy("mistakes near for far in the picture", partial(misplaced, near=True, own=own)),
        Strategy("mistakes left for right in the picture", partial(misplaced, near=False, own=own)),
    )


def exchanged(truth: Json) -> Sequence[float]:
    """Say where the reference lies from the target, as the target faces."""
    return _nearest(truth, viewpoints.in_own_frame(-viewpoints.offset_of(truth), truth["target"]["facing"]))


def from_camera(truth: Json, after: bool) -> Sequence[float]:
    """Say what the camera sees, before or after the walk; of directions on offer, the nearest."""
    azimuth = truth["azimuths"][0] + (truth.get("angle", 0) if after else 0)
    return _nearest(truth, viewpoints.in_view(viewpoints.offset_of(truth), azimuth))


def _nearest(truth: Json, offset: complex) -> Sequence[float]:
    return [(offset * COMPASS[name].conjugate()).real for name in truth["options"]]


def stated_side(truth: Json) -> Sequence[float]:
    """Take any picture in which the target is on the stated side, left or right, and ignore depth."""
    wanted = COMPASS[truth["statement"]].real
    offset = viewpoints.offset_of(truth)
    return [_agreement(wanted, viewpoints.in_view(offset, int(azimuth)).real) for azimuth in truth["options"]]


def stated_depth(truth: Json) -> Sequence[float]:
    """Take any picture in which the target is nearer or farther, as stated, and ignore left and right."""
    wanted = COMPASS[truth["statement"]].imag
    offset = viewpoints.offset_of(truth)
    return [_agreement(wanted, viewpoints.in_view(offset, int(azimuth)).imag) for azimuth in truth["options"]]


def nearest_to_person(truth: Json) -> Sequence[float]:
    """Take what stands nearest to the person."""
    person = viewpoints.place_of(truth["person"])
    places = {thing["name"]: viewpoints.place_of(thing) for thing in truth["things"]}
    return [-abs(places[name] - person) for name in truth["options"]]


def _agreement(wanted: float, seen: float) -> float:
    """Return 1 for the same side, -1 for opposite ones, and 0 if `wanted` is on neither."""
    return 0.0 if abs(wanted) < 0.1 else 1.0 if wanted * seen > 0 else -1.0


def _chosen(truth: Json, label: str) -> Sequence[float]:
    return [float(name == label) for name in truth["options"]]
