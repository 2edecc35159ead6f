"""How to tell which of several statements is true: measure what they speak of, and hold them against it."""

from __future__ import annotations

from cmath import phase
from math import degrees

from vantage.item import Json
from vantage.scenes import relations, viewpoints
from vantage.scenes.phrases import capital, plural, the
from vantage.telling import Teller, listed

HELD = ("on", "under", "in")
GAPS = ("touching", "close to", "far from")


def true_one(truth: Json, tell: Teller) -> list[str]:
    """Tell what the statements are about, and which of them agrees."""
    steps = [step for kind in dict.fromkeys(map(_kind, truth["options"])) for step in KINDS[kind](truth, tell)]
    end = tell.say(
        "Of the statements only that of option {letter} agrees with this.",
        "This is what option {letter} says, and no other.",
        letter=tell.right,
    )
    return [*steps, end]


def _kind(relation: str) -> str:
    """Return which measurement decides about a relation."""
    if relation in HELD or relation in GAPS:
        return "held" if relation in HELD else "gap"
    if relation in relations.HEADINGS or relation in relations.POSES:
        return "heading"
    if relation in relations.MIDDLES or relation == "in a triangle":
        return "between"
    if relation in relations.PLACES:
        return "row"
    return "ring" if relation == "surrounded by" or relation.endswith("the ring") else "aside"


def _offset(offset: complex) -> str:
    side, depth = ("right" if offset.real > 0 else "left"), ("farther from" if offset.imag > 0 else "nearer to")
    return f"{abs(offset.real):.2f} m to the {side} and {abs(offset.imag):.2f} m {depth} the camera"


def _aside(truth: Json, tell: Teller) -> list[str]:
    a, b = truth["things"][:2]
    offset = _offset(relations.place(a) - relations.place(b))
    return [
        tell.say(
            "Seen from {b}, {a} is about {offset}.",
            "Compared with {b}, {a} is about {offset}.",
            a=the(a["name"]),
            b=the(b["name"]),
            offset=offset,
        )
    ]


def _held(truth: Json, tell: Teller) -> list[str]:
    a, b = truth["things"][:2]
    low, high, facts = a["z"], a["z"] + a["size"][2], truth["facts"]
    says = [f"{capital(the(a['name']))} reaches from {low:.2f} m to {high:.2f} m above the ground."]
    if "on" in truth["options"]:
        says.append(f"On {the(b['name'])} things stand {facts['surface']['height']:.2f} m above the ground.")
    if "under" in truth["options"]:
        says.append(f"Below {the(b['name'])} there are {facts['clearance']:.2f} m of free height.")
    if "in" in truth["options"]:
        cavity = facts["cavity"]
        says.append(f"{capital(the(b['name']))} is hollow from {cavity['floor']:.2f} m to {cavity['rim']:.2f} m.")
    return [" ".join(says)]


def _gap(truth: Json, tell: Teller) -> list[str]:
    a, b = truth["things"][:2]
    long = (max(a["size"]) + max(b["size"])) / 2
    return [
        tell.say(
            "Between {a} and {b} there is a gap of about {gap:.2f} m; they are {long:.2f} m long on average.",
            "{A} and {b} are about {gap:.2f} m apart at the nearest, and {long:.2f} m long on average.",
            a=the(a["name"]),
            A=capital(the(a["name"])),
            b=the(b["name"]),
            gap=truth["facts"]["gap"],
            long=long,
        )
    ]


def _heading(truth: Json, tell: Teller) -> list[str]:
    a, b = truth["things"][:2]
    pairs = [(a, b), (b, a)] if set(truth["options"]) & set(relations.POSES) else [(a, b)]
    return [_ahead(one, other, tell) for one, other in pairs]


def _ahead(one: Json, other: Json, tell: Teller) -> str:
    offset = viewpoints.in_own_frame(relations.place(other) - relations.place(one), one["facing"])
    bearing = 90 - degrees(phase(offset))  # from ahead toward the right
    bearing = (bearing + 180) % 360 - 180
    return tell.say(
        "From the way {a} faces, {b} is {angle}° to the {side}.",
        "{A} would have to turn {angle}° to the {side} to face {b}.",
        a=the(one["name"]),
        A=capital(the(one["name"])),
        b=the(other["name"]),
        angle=round(abs(bearing)),
        side="right" if bearing > 0 else "left",
    )


def _between(truth: Json, tell: Teller) -> list[str]:
    things = truth["things"][:3]
    steps = []
    for k, thing in enumerate(things):
        (one, far), (other, near) = ((o, relations.place(o) - relations.place(thing)) for o in things if o is not thing)
        angle = round(abs(degrees(phase(far / near))))
        text = "As {a} has them, {b} and {c} are {angle}° apart{more}."
        more = "; between two things it would be nearly 180°" if k == 0 else ""
        names = {"a": the(thing["name"]), "b": the(one["name"]), "c": the(other["name"])}
        steps.append(text.format(angle=angle, more=more, **names))
    return steps


def _row(truth: Json, tell: Teller) -> list[str]:
    names = [the(thing["name"]) for thing in sorted(truth["things"][:4], key=lambda thing: float(thing["x"]))]
    return [tell.say("From left to right stand {row}.", "The row is, from the left: {row}.", row=listed(names))]


def _ring(truth: Json, tell: Teller) -> list[str]:
    first, bead = truth["things"][:2]
    centre, radius = relations.ring(truth["things"])
    return [
        tell.say(
            "From the middle of the ring of {beads}, {a} is about {offset}; the ring reaches {radius:.2f} m from its "
            "middle.",
            "The ring of {beads} has a radius of about {radius:.2f} m, and from its middle {a} is about {offset}.",
            a=the(first["name"]),
            beads=plural(bead["name"].rpartition(" ")[0]),
            offset=_offset(relations.place(first) - centre),
            radius=radius,
        )
    ]


KINDS = {
    "aside": _aside,
    "held": _held,
    "gap": _gap,
    "heading": _heading,
    "between": _between,
    "row": _row,
    "ring": _ring,
}
