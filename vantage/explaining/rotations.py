"""How to follow a thing, a car or a head that turns: what turned how far, and what each picture shows."""

from __future__ import annotations

from collections import Counter

from vantage.geometry import wrap
from vantage.item import Json
from vantage.scenes.phrases import capital, the
from vantage.telling import Teller, listed

TO = {1: "right", -1: "left"}  # where in the picture what faces the camera goes when it turns counter-clockwise (1)
SENSE = {1: "counter-clockwise", -1: "clockwise"}


def _sense(turn: float) -> int:
    return 1 if turn > 0 else -1


def alike(truth: Json, tell: Teller) -> list[str]:
    """Tell which views show one and the same individual, and how far they are turned from each other."""
    views = truth["views"]
    kind = views[0]["kind"]
    who = [(view["kind"], view["palette"], view["individual"]) for view in views]
    counts = Counter(who)
    same = [number for number in tell.shown if counts[who[number]] > 1]
    base = same[0]
    steps = [
        tell.say(
            "Shape and pattern must agree from whatever side the {kind} is seen, so compare the pictures in pairs.",
            "A turn changes which sides of the {kind} show, but not its shape and pattern. Compare the pictures in "
            "pairs.",
            kind=kind,
        )
    ]
    for number in tell.shown:
        if number == base:
            continue
        apart = f"{abs(wrap(views[number]['turn'] - views[base]['turn'])):g}°"
        letters = {"a": tell.letters[base], "b": tell.letters[number], "kind": kind, "apart": apart}
        if who[number] == who[base]:
            steps.append(tell.say("{a} and {b} show the same {kind}, from sides {apart} apart.", **letters))
        else:
            text = "{a} and {b} are taken from sides {apart} apart, but no turn brings one {kind} onto the other."
            steps.append(tell.say(text, **letters))
    rest = listed([tell.letters[number] for number in same])
    steps.append(tell.say("{rest} belong together; {odd} is another {kind}.", rest=rest, odd=tell.right, kind=kind))
    return steps


def turned(truth: Json, tell: Teller) -> list[str]:
    """Tell which way what faces the camera went."""
    turn = wrap(truth["turns"][1] - truth["turns"][0])
    way, to, angle = SENSE[_sense(turn)], TO[_sense(turn)], f"{abs(turn):g}°"
    head = truth["frame"] in ("own", "viewer")
    name = f"head of {the(truth['kind'])}" if head else truth["kind"]
    steps = [
        tell.say(
            "Between the pictures the {name} turns by {angle}: what was toward the camera goes to the {to} of the "
            "picture.",
            "What faces the camera in the first picture has gone to the {to} of the picture in the second: the {name} "
            "has turned by {angle}.",
            name=name,
            angle=angle,
            to=to,
        )
    ]
    if not head:
        text = "To the {to} on the near side is {way} as seen from above."
        return [*steps, tell.say(text, "Seen from above, to the {to} on the near side means {way}.", to=to, way=way)]
    if truth["frame"] == "viewer":
        return [*steps, tell.say("Left and right are yours, so that is to the {to}.", to=to)]
    own = TO[-_sense(turn)]
    text = "The person looks toward you, so what is {to} for you is {own} for the person."
    return [*steps, tell.say(text, "A person who faces you has the {own} side on your {to}.", to=to, own=own)]


def side_seen(truth: Json, tell: Teller) -> list[str]:
    """Tell where the front, or a nose, must point in the picture, and where it points in the options."""
    if truth["frame"] != "walk":
        return _heads(truth, tell)
    asked = truth["asked"]
    if asked == "back":
        due = tell.say("From the far side the front points straight away from you.", "There you see the back.")
    else:
        other = TO[1 if asked == "left" else -1]
        due = tell.say(
            "Who goes to the {asked} sees the side that is on the {asked} in the front view; the front then points to "
            "the {other}.",
            "On the {asked} you look at what the front view has on the {asked}, and the front is on your {other}.",
            asked=asked,
            other=other,
        )
    return [due, *(_pointing(number, truth["turns"][number], tell) for number in tell.shown)]


def _pointing(number: int, turn: float, tell: Teller) -> str:
    turn = wrap(turn)
    letter = tell.letters[number]
    if abs(turn) > 179:
        return f"Option {letter} shows the back."
    side, front = ("left", "right") if turn > 0 else ("right", "left")
    return f"In option {letter} the front points to the {front}: it is the view from the {side}."


def _heads(truth: Json, tell: Teller) -> list[str]:
    asked = truth["asked"]
    if truth["frame"] == "own":
        other = {"left": "right", "right": "left"}[asked]
        due = tell.say(
            "The person faces you, so the person's own {asked} is on the {other} of the picture.",
            "Seen face to face, a person's own {asked} is your {other}: the nose must point to the {other} of the "
            "picture.",
            asked=asked,
            other=other,
        )
    else:
        due = tell.say("Your own {asked} is the {asked} of the picture: there the nose must point.", asked=asked)
    shown = [
        f"In option {tell.letters[number]} the nose points to the {TO[_sense(truth['turns'][number])]} of the picture."
        for number in tell.shown
    ]
    return [due, *shown]


def rotated(truth: Json, tell: Teller) -> list[str]:
    """Tell what a stated turn does to the side in front, and by how much each option is turned."""
    name = the(truth["things"][0]["name"] if truth["things"] else truth["kind"])
    if abs(truth["stated"]) > 179:
        due = tell.say(
            "After half a turn you see the side of {name} that was away from you.",
            "Half a turn brings the far side of {name} to the front.",
            name=name,
        )
    else:
        due = tell.say(
            "Turned {way}, seen from above, the near side of {name} goes to the {to} of the picture.",
            "{Name} turns {way} as seen from above: its near side moves to the {to}.",
            name=name,
            Name=capital(name),
            way=SENSE[_sense(truth["stated"])],
            to=TO[_sense(truth["stated"])],
        )
    return [due, *(_amount(number, truth["turns"][number], tell) for number in tell.shown)]


def _amount(number: int, turn: float, tell: Teller) -> str:
    how = "by half a turn" if abs(turn) > 179 else f"by {abs(turn):g}° {SENSE[_sense(turn)]}"
    return f"Option {tell.letters[number]} shows it turned {how}."
