"""Say whose left and right a question means, in words that a careful person cannot misread.

The reader takes the perspective of a living thing, sits on a seat, or drives a vehicle; for any other thing with a
front, the reader stands in its place.
"""

from __future__ import annotations

from collections.abc import Mapping

from vantage import assets
from vantage.scene import Thing

CAMERA = "from the camera's perspective"
CAMERA_FRAME = (
    f"Answer {CAMERA}: left and right are as in the picture, front means nearer to the camera and behind means farther "
    "from it."
)
OWN = "not from the camera's perspective"

SEATS = {
    "armchair": "in",
    "bench": "on",
    "chair": "on",
    "office chair": "on",
    "rocking chair": "in",
    "sofa": "on",
    "wheelchair": "in",
}
RIDDEN = ("bicycle", "motorcycle", "rocking horse")
PUSHED = ("shopping cart", "wheelbarrow")
MOVING = ("toy train", "toy airplane", "toy helicopter")
LIVING = ("teddy bear", "toy robot", "rubber duck")
FRONTS: Mapping[str, str] = {
    "boot": "the way its toe points",
    "laptop": "the way its screen faces",
    "mailbox": "the way its door faces",
    "slide": "the way one slides down",
    "television": "the way its screen faces",
    "traffic light": "the way its lights face",
}


def the(thing: Thing | str) -> str:
    """Return a thing with its article, as sentences name it."""
    return f"the {thing if isinstance(thing, str) else thing.name}"


def perspective(thing: Thing) -> str:
    """Return the sentence that puts a reader in the place of a thing with a front."""
    category, name = assets.get(thing.asset).category, the(thing)
    if thing.asset in SEATS:
        return f"Imagine sitting {SEATS[thing.asset]} {name}, facing the way one sits."
    if thing.asset in RIDDEN:
        return f"Imagine riding {name}, facing forward."
    if thing.asset in PUSHED:
        return f"Imagine standing in the place of {name}, facing the way it is pushed forward."
    if thing.asset in MOVING:
        return f"Imagine being inside {name}, facing the way it moves forward."
    if category in ("people", "animals") or thing.asset in LIVING:
        return f"Take {name}'s own perspective, facing the way {name} faces."
    if category == "vehicles":
        return f"Take the perspective of the driver of {name}, facing forward."
    return f"Imagine standing in the place of {name}, facing {FRONTS.get(thing.asset, 'the way its front faces')}."


def own_question(target: Thing, reference: Thing, now: str = "") -> str:
    """Return the question where a target lies in the reference's own frame; `now` may add when."""
    return (
        f"{now}{perspective(reference)} Where is {the(target)} relative to {the(reference)}? "
        f"Answer from that perspective, {OWN}."
    )


def walk(target: Thing, reference: Thing, angle: int) -> str:
    """Return the sentences that make the observer walk around the point between two things."""
    return (
        f"Think of the point on the ground midway between {the(target)} and {the(reference)}. You stand where the "
        "camera is and look at this point. Now you walk around it on a circle, counter-clockwise as seen from above "
        f"(so you set off to your right), through {angle}°, and keep looking at it. Nothing else moves. "
    )
