"""Read what is measured of things in a picture, and check it, and which statement it leaves, on coordinates."""

from __future__ import annotations

from math import acos, atan2, cos, degrees, dist, hypot, radians, sin
from typing import Any

from tests.brute_relations import _holds
from tests.claims import Rule, Told, near

OFFSET = r"(?P<x>[\d.]+) m to the (?P<side>left|right) and (?P<y>[\d.]+) m (?P<depth>nearer to|farther from) the camera"
THING = r"(?:[Tt]he (?P<{}>[\w' -]+?))"


def _thing(told: Told, name: str) -> Any:
    return next(thing for thing in told.truth["things"] if thing["name"] == name)


def _at(thing: Any) -> tuple[float, float]:
    return thing["x"], thing["y"]


def _apart(told: Told, start: tuple[float, float], name: str, x: str, side: str, y: str, depth: str) -> bool:
    across, away = (a - b for a, b in zip(_at(_thing(told, name)), start))
    sides = (across > 0) == (side == "right") or near("0", across)
    depths = (away > 0) == (depth == "farther from") or near("0", away)
    return sides and depths and near(x, abs(across)) and near(y, abs(away))


def _aside(told: Told, a: str, b: str, **offset: str) -> bool:
    pair = [thing["name"] for thing in told.truth["things"][:2]] == [a, b]
    return pair and _apart(told, _at(_thing(told, b)), a, **offset)


def _ring(told: Told, beads: str, a: str, radius: str, **offset: str) -> bool:
    spots = [_at(thing) for thing in told.truth["things"][1:]]
    middle = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
    mean = sum(dist(spot, middle) for spot in spots) / len(spots)
    kind = told.truth["things"][1]["name"].rsplit(" ", 1)[0]
    named = beads[:3] == kind[:3] and a == told.truth["things"][0]["name"]
    return named and near(radius, mean) and _apart(told, middle, a, **offset)


def _gap(told: Told, a: str, b: str, gap: str, long: str) -> bool:
    one, other = told.truth["things"][:2]
    mean = (max(one["size"]) + max(other["size"])) / 2
    return [one["name"], other["name"]] == [a, b] and near(gap, told.truth["facts"]["gap"]) and near(long, mean)


def _reaches(told: Told, a: str, low: str, high: str) -> bool:
    one = told.truth["things"][0]
    return one["name"] == a and near(low, one["z"]) and near(high, one["z"] + one["size"][2])


def _fact(told: Told, b: str, **values: str) -> bool:
    facts = told.truth["facts"]
    known = {
        "surface": facts.get("surface", {}).get("height"),
        "clearance": facts.get("clearance"),
        "floor": facts.get("cavity", {}).get("floor"),
        "rim": facts.get("cavity", {}).get("rim"),
    }
    return told.truth["things"][1]["name"] == b and all(near(text, known[name]) for name, text in values.items())


def _bearing(told: Told, a: str, b: str, angle: str, side: str) -> bool:
    """Turn the front of one thing by the angle: then it must point to the other."""
    one, other = _thing(told, a), _thing(told, b)
    # Facing 0 looks towards -y and grows counter-clockwise; to the right is clockwise.
    turned = radians(one["facing"] + (-1 if side == "right" else 1) * float(angle))
    front = (sin(turned), -cos(turned))
    way = (other["x"] - one["x"], other["y"] - one["y"])
    off = degrees(atan2(front[0] * way[1] - front[1] * way[0], front[0] * way[0] + front[1] * way[1]))
    return abs(off) < 0.51


def _seen_apart(told: Told, a: str, b: str, c: str, angle: str) -> bool:
    at, one, other = (_at(_thing(told, name)) for name in (a, b, c))
    (p, q), (u, v) = ((x - at[0], y - at[1]) for x, y in (one, other))
    between = degrees(acos(max(-1.0, min(1.0, (p * u + q * v) / hypot(p, q) / hypot(u, v)))))
    return len({a, b, c}) == 3 and abs(between - float(angle)) < 0.51


def _row(told: Told, row: str) -> bool:
    names = row.removeprefix("the ").replace(" and the ", ", the ").split(", the ")
    places = [_thing(told, name)["x"] for name in names]
    return len(names) == 4 and places == sorted(places)


def _only(told: Told, letter: str) -> bool:
    truth: Any = told.truth
    return [name for name in truth["options"] if _holds(name, truth)] == [truth["options"][told.number(letter)]]


RULES: dict[str, list[Rule]] = {
    "relations": [
        (f"(?:Seen from|Compared with) {THING.format('b')}, {THING.format('a')} is about {OFFSET}\\.", _aside),
        (
            f"From the middle of the ring of (?P<beads>.*), {THING.format('a')} is about {OFFSET}; the ring reaches "
            r"(?P<radius>[\d.]+) m from its middle\.",
            _ring,
        ),
        (
            r"The ring of (?P<beads>.*) has a radius of about (?P<radius>[\d.]+) m, and from its middle "
            f"{THING.format('a')} is about {OFFSET}\\.",
            _ring,
        ),
        (
            f"Between {THING.format('a')} and {THING.format('b')} there is a gap of about (?P<gap>[\\d.]+) m; they are "
            r"(?P<long>[\d.]+) m long on average\.",
            _gap,
        ),
        (
            f"{THING.format('a')} and {THING.format('b')} are about (?P<gap>[\\d.]+) m apart at the nearest, and "
            r"(?P<long>[\d.]+) m long on average\.",
            _gap,
        ),
        (
            f"{THING.format('a')} reaches from (?P<low>[\\d.]+) m to (?P<high>[\\d.]+) m above the ground\\.",
            _reaches,
        ),
        (f"On {THING.format('b')} things stand (?P<surface>[\\d.]+) m above the ground\\.", _fact),
        (f"Below {THING.format('b')} there are (?P<clearance>[\\d.]+) m of free height\\.", _fact),
        (f"{THING.format('b')} is hollow from (?P<floor>[\\d.]+) m to (?P<rim>[\\d.]+) m\\.", _fact),
        (
            f"From the way {THING.format('a')} faces, {THING.format('b')} is (?P<angle>\\d+)° to the "
            r"(?P<side>left|right)\.",
            _bearing,
        ),
        (
            f"{THING.format('a')} would have to turn (?P<angle>\\d+)° to the (?P<side>left|right) to face "
            f"{THING.format('b')}\\.",
            _bearing,
        ),
        (
            f"As {THING.format('a')} has them, {THING.format('b')} and {THING.format('c')} are (?P<angle>\\d+)° apart"
            r"(?:; between two things it would be nearly 180°)?\.",
            _seen_apart,
        ),
        (
            r"From left to right stand (?P<row>.*)\.|The row is, from the left: (?P<other>.*)\.",
            lambda told, row, other: _row(told, row or other),
        ),
        (r"Of the statements only that of option (?P<letter>[A-D]) agrees with this\.", _only),
        (r"This is what option (?P<letter>[A-D]) says, and no other\.", _only),
    ],
}
