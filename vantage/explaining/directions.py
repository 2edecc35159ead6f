"""How to find where one thing lies from another, for the camera and from a thing's own place: SCOPE's tasks."""

from __future__ import annotations

import cmath
from math import radians

from vantage.geometry import DIRECTIONS, ORTHOGONAL
from vantage.item import Json
from vantage.scenes import viewpoints
from vantage.scenes.phrases import capital, the
from vantage.telling import Teller, listed

PICTURES = ("first", "second", "third", "fourth")
FACED = {
    "front": "straight toward the camera",
    "front-right": "toward the camera and to the right",
    "right": "to the right",
    "behind-right": "away from the camera and to the right",
    "behind": "straight away from the camera",
    "behind-left": "away from the camera and to the left",
    "left": "to the left",
    "front-left": "toward the camera and to the left",
}
WHERE = {"front": "in front", "behind": "behind", "left": "on the left", "right": "on the right"}


def _names(truth: Json) -> dict[str, str]:
    target, reference = the(truth["target"]["name"]), the(truth["reference"]["name"])
    return {"a": target, "b": reference, "A": capital(target), "B": capital(reference)}


def _camera_offset(offset: complex) -> dict[str, str]:
    return {
        "across": f"{abs(offset.real):.2f} m to the {'right' if offset.real > 0 else 'left'}",
        "deep": f"{abs(offset.imag):.2f} m {'nearer to the camera' if offset.imag > 0 else 'farther from the camera'}",
    }


def _weighed(label: str, offset: complex, tell: Teller) -> str:
    """Return which of the two parts of an offset counts."""
    if label not in ORTHOGONAL:
        return tell.say(
            "Neither distance is much larger than the other, so both count: {label}.",
            "Both distances matter, as neither is much larger than the other. That makes it {label}.",
            label=label,
        )
    return tell.say(
        "The distance {along} is more than twice the other, so it alone counts: {label}.",
        "It is the distance {along} that counts, more than twice the other. That makes it {label}.",
        along="to the side" if label in ("left", "right") else "in depth",
        label=label,
    )


def _seen(truth: Json, azimuth: float, tell: Teller) -> tuple[str, str]:
    """Return where the target lies in the picture, as a label and as a step."""
    offset = viewpoints.in_view(viewpoints.offset_of(truth), azimuth)
    label = viewpoints.compass(offset)
    place = tell.say(
        "In the picture {a} stands about {across} of {b} and {deep}.",
        "Seen from the camera, {a} is about {across} of {b} and {deep}.",
        "Start at {b}: as the camera sees it, {a} is about {across} of it and {deep}.",
        **_names(truth),
        **_camera_offset(offset),
    )
    return label, f"{place} {_weighed(label, offset, tell)}"


def seen(truth: Json, tell: Teller) -> list[str]:
    """Tell where the target lies from the reference for the camera."""
    return [_seen(truth, truth["azimuths"][0], tell)[1]]


def walked(truth: Json, tell: Teller) -> list[str]:
    """Tell where the target lies in the picture, and what a walk makes of it."""
    before, step = _seen(truth, truth["azimuths"][0], tell)
    moved = [
        f"what was {WHERE[part]} is then {WHERE[viewpoints.turned(part, truth['angle'])]}" for part in before.split("-")
    ]
    turn = tell.say(
        "Now walk {angle}° around them, setting off to your right: {moved}.",
        "After a walk of {angle}° that begins to your right, {moved}.",
        angle=truth["angle"],
        moved=listed(moved),
    )
    label = viewpoints.turned(before, truth["angle"])
    end = tell.say("So {before} becomes {label}.", "That turns {before} into {label}.", before=before, label=label)
    return [step, turn, end]


def own(truth: Json, tell: Teller) -> list[str]:
    """Tell where the target lies for who stands in the reference's place."""
    facing = truth["reference"]["facing"]
    ahead = viewpoints.in_view(-1j * cmath.rect(1, radians(facing)), truth["azimuths"][0])
    way, hand = viewpoints.compass(ahead), viewpoints.compass(complex(-ahead.imag, ahead.real))
    faces = tell.say(
        "In the picture {b} faces {way}; so its own right side lies {hand}.",
        "{B} faces {way}, as the picture shows. Its own right side then lies {hand}.",
        **_names(truth),
        way=FACED[way],
        hand=FACED[hand],
    )
    offset = viewpoints.in_own_frame(viewpoints.offset_of(truth), facing)
    label = viewpoints.compass(offset)
    place = tell.say(
        "For someone in its place who looks that way, {a} is about {ahead} and {across}.",
        "Stand there and look that way: {a} is about {ahead} and {across}.",
        **_names(truth),
        ahead=f"{abs(offset.imag):.2f} m {'ahead' if offset.imag > 0 else 'behind'}",
        across=f"{abs(offset.real):.2f} m to the {'right' if offset.real > 0 else 'left'}",
    )
    return [faces, f"{place} {_weighed(label, offset, tell)}"]


def own_after_walk(truth: Json, tell: Teller) -> list[str]:
    """Tell that a walk changes nothing about another's own perspective, and then as without a walk."""
    walk = tell.say(
        "Only you walk; neither {a} nor {b} moves. From the place of {b} the walk changes nothing, so it can be left "
        "out.",
        "The question is asked from the place of {b}, and your walk moves neither {a} nor {b}. So the walk does not "
        "matter.",
        **_names(truth),
    )
    return [walk, *own(truth, tell)]


def stated(truth: Json, tell: Teller) -> list[str]:
    """Tell how the two things stand to each other in each of the pictures."""
    steps = []
    for number, azimuth in enumerate(truth["azimuths"]):
        offset = viewpoints.in_view(viewpoints.offset_of(truth), azimuth)
        label = viewpoints.compass(offset)
        steps.append(
            tell.say(
                "In the {place} picture {a} is about {across} of {b} and {deep}: {label}.",
                "The {place} picture shows {a} about {across} of {b} and {deep}, that is, {label}.",
                place=PICTURES[number],
                label=label,
                **_names(truth),
                **_camera_offset(offset),
            )
        )
    due = PICTURES[tell.key]
    last = tell.say(
        "The statement says {label}, which only the {place} picture shows.",
        "Only the {place} picture shows what the statement says: {label}.",
        label=truth["statement"],
        place=due,
    )
    return [*steps, last]


def beside(truth: Json, tell: Teller) -> list[str]:
    """Tell what stands on the asked side of a person, and what is nearest to that."""
    person = truth["person"]
    places = {thing["name"]: viewpoints.place_of(thing) for thing in truth["things"]}
    middle = viewpoints.place_of(person)
    offsets = {name: viewpoints.in_own_frame(place - middle, person["facing"]) for name, place in places.items()}
    wanted = viewpoints.COMPASS[truth["direction"]]
    names = [name for name in places if name not in truth["options"]]
    anchor = max(names, key=lambda name: (offsets[name] * wanted.conjugate()).real / abs(offsets[name]))
    faced = max(names, key=lambda name: offsets[name].imag / abs(offsets[name]))
    side = {"front": "in front", "behind": "behind", "left": "on the left", "right": "on the right"}[truth["direction"]]
    words = {"p": the(person["name"]), "P": capital(the(person["name"])), "x": the(anchor), "X": capital(the(anchor))}
    first = tell.say(
        "{P} looks toward {faced}. So for {p} it is {x} that stands directly {side}.",
        "Find the way {p} faces: toward {faced}. Directly {side}, as {p} sees it, is then {x}.",
        faced=the(faced),
        side=side,
        **words,
    )
    far = [f"{the(name)} about {abs(places[name] - places[anchor]):.2f} m" for name in truth["options"]]
    second = tell.say(
        "From {x}, on the ground, it is to {far}.", "Measured from {x} it is to {far}.", far=listed(far), **words
    )
    nearest = the(truth["options"][tell.key])
    third = tell.say("The nearest is {it}.", "{It} is the nearest of these.", it=nearest, It=capital(nearest))
    return [first, second, third]


def facing(truth: Json, tell: Teller) -> list[str]:
    """Tell which way a thing faces, and whether that is the way asked about."""
    turned = truth["thing"]["facing"] - truth["azimuths"][0]
    faced = DIRECTIONS[round(turned % 360 / 45) % 8]
    name = the(truth["thing"]["name"])
    first = tell.say(
        "In the picture the front of {name} points {way}.",
        "Look at the front of {name}: as the camera sees it, it points {way}.",
        name=name,
        way=FACED[faced],
    )
    same = faced == truth["asked"]
    second = tell.say(
        "The way asked about is {asked}, which is {same}.",
        "Asked is {asked}. That is {same}.",
        asked=FACED[truth["asked"]],
        same="the same way" if same else "another way",
    )
    return [first, second]
