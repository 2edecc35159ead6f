"""Say whose left and right a question means, in words that a careful person cannot misread.

The reader takes the perspective of a living thing, sits on a seat, rides or drives a vehicle; for any other thing with
a front, the reader is in its place, and is told which side is its front.
"""

from __future__ import annotations

from vantage import assets
from vantage.assets.asset import FACE, UNSAID
from vantage.scene import Thing

CAMERA = "from the camera's perspective"
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

# The six wordings of whose left and right is meant: from the camera, and in a thing's own frame.
CAMERA_FRAMES = (
    f"Answer {CAMERA}: left and right are as in the picture, front means nearer to the camera and behind means farther "
    "from it.",
    "Take the camera's point of view: left and right are as in the picture, front is toward the camera and behind is "
    "away from it.",
    "What counts is how the camera sees them: left and right as in the picture, front nearer to the camera, behind "
    "farther from it.",
    "Judge it as someone who looks through the camera: left and right are those of the picture, front is the side "
    "toward the camera, behind is the side away from it.",
    "Use the directions of the camera: left and right as they appear in the picture, front for nearer to the camera, "
    "behind for farther from it.",
    "Left and right mean the left and right of the picture, front means closer to the camera than the other, and "
    "behind means farther from the camera.",
)
CAMERA_STATED = (
    "the camera's perspective",
    "the camera's point of view",
    "the camera sees",
    "through the camera",
    "directions of the camera",
    "left and right of the picture",
)
OWN_ASKED = (
    "{imagine} Where is {target} relative to {reference}? Answer from that perspective, not from the camera's.",
    "{imagine} In which direction from you is {target}? Left, right, front and behind are your own in that place, not "
    "the camera's.",
    "Where does {target} lie in relation to {reference}? Do not judge it from the camera, but like this. {imagine} "
    "Left, right, front and behind are your own then.",
    "{imagine} On which side of you is {target}? Front is where you face, and left and right are your own, whatever "
    "the camera sees.",
    "Say where {target} is with respect to {reference}. {imagine} Use your own left, right, front and behind in that "
    "place, not the camera's.",
    "{imagine} Someone there asks you where {target} is. What do you answer, going by your own front, left and right "
    "and not by those of the camera?",
)
OWN_STATED = ("not from the camera's", "not the camera's", "not judge it from the camera", "whatever the camera sees",
              "not by those of the camera")  # fmt: skip
WALKED = (
    "Think of the point on the ground midway between {target} and {reference}. You stand where the camera is and look "
    "at this point. Now you walk around it on a circle, counter-clockwise as seen from above (so you set off to your "
    "right), through {angle}°, and keep looking at it. Nothing else moves.",
    "You stand where the camera is and face the middle between {target} and {reference}. Then you walk {angle}° around "
    "this middle, counter-clockwise as seen from above, so that you start off to your right. You face the middle all "
    "the way, and everything else stays where it is.",
    "Imagine a circle on the ground whose centre is halfway between {target} and {reference}; the camera stands on "
    "it. From there you go {angle}° along the circle, counter-clockwise as seen from above (at first to your right), "
    "always looking at its centre. The things do not move.",
    "Picture yourself at the camera's place, with your eyes on the spot midway between {target} and {reference}. "
    "Circle that spot by {angle}°, counter-clockwise as seen from above, which means that you leave to your right. "
    "Keep your eyes on the spot; nothing else in the scene moves.",
    "Starting at the camera, you take a walk around the point in the middle of {target} and {reference}. The walk is "
    "counter-clockwise as seen from above, to your right at the beginning, and covers {angle}° of a circle. You look "
    "at that point throughout, and nothing but you moves.",
    "You walk in a circle around the midpoint of {target} and {reference}, with your face to it. You begin where the "
    "camera is, head to your right, which is counter-clockwise as seen from above, and stop after {angle}°. All things "
    "stay in place.",
)
WALK_STATED = ("counter-clockwise as seen from above",)


def the(thing: Thing | str) -> str:
    """Return a thing with its article, as sentences name it."""
    return f"the {thing if isinstance(thing, str) else thing.name}"


def plural(name: str) -> str:
    """Return the word for several things of a kind."""
    if name.endswith("shelf"):
        return f"{name[:-1]}ves"
    if name.endswith(("s", "x", "ch", "sh")):
        return f"{name}es"
    if name.endswith("y") and name[-2] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}s"


def capital(words: str) -> str:
    """Return words with a capital at their start."""
    return words[:1].upper() + words[1:]


def front(thing: Thing) -> str:
    """Return the sentence that says which side of a thing is its front; empty for a thing with a face."""
    declared = assets.get(thing.asset).front
    return "" if declared in ("", FACE, UNSAID) else f"The front of {the(thing)} is {declared}."


def perspective(thing: Thing) -> str:
    """Return the sentence that puts a reader in the place of a thing with a front."""
    asset, name = assets.get(thing.asset), the(thing)
    if thing.asset in SEATS:
        return f"Imagine sitting {SEATS[thing.asset]} {name}, facing the way one sits."
    if thing.asset in RIDDEN:
        return f"Imagine riding {name}, facing forward."
    if asset.front == FACE:
        return f"Take {name}'s own perspective, facing the way {name} faces."
    if asset.category == "vehicles":
        return f"Take the perspective of the driver of {name}, facing forward."
    return f"Imagine being in the place of {name}, facing the way its front faces. {front(thing)}".strip()


def own_question(wording: int, target: Thing, reference: Thing) -> str:
    """Return the question where a target lies in the reference's own frame."""
    return OWN_ASKED[wording].format(imagine=perspective(reference), target=the(target), reference=the(reference))


def walk(wording: int, target: Thing, reference: Thing, angle: int) -> str:
    """Return the sentences that make the observer walk around the point between two things."""
    return WALKED[wording].format(target=the(target), reference=the(reference), angle=angle)
