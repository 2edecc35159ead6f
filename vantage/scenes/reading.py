"""Read a question about a scene back: what is asked, about which things, in whose frame, from its words alone.

Each function takes a question, its options and the recorded truth, and returns how they differ; empty if the words ask
what the truth says. A fact that the words state twice must be the same both times. Nothing here knows the templates
that the questions were made from: any wording that uses the same phrases can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from vantage.item import Json

NAME = r"[Tt]he ((?:(?!\bthe\b)[^.,;:?“”()])+?)"
TARGET, REFERENCE = NAME.replace("(", "(?P<target>", 1), NAME.replace("(", "(?P<reference>", 1)
COMPARED = r"(?:relative to|in relation to|with respect to)"
ASKED = (
    rf"\bwhere (?:is|does) {TARGET} (?:lie )?{COMPARED} {REFERENCE}\?",
    rf"\bwhere {TARGET} is {COMPARED} {REFERENCE}\.",
    rf"\bhow does {TARGET} stand {COMPARED} {REFERENCE}[,?]",
    rf"\bdirection from {REFERENCE} (?:is|does) {TARGET} (?:lie|for you now)\?",
    rf"\bside of {REFERENCE} is {TARGET}(?: when you have arrived)?\?",
    rf"\bstarting from {REFERENCE}, which way do you go to get to {TARGET}\?",
    rf"\bwhich way is {TARGET} from {REFERENCE}\?",
    rf"\brelative to {REFERENCE}, the position of {TARGET} is:",
    rf"\b(?:direction from|side of) you is {TARGET}\?",
    rf"\basks you where {TARGET} is\.",
)
PLACED = (
    rf"\btake {REFERENCE}'s own perspective",
    rf"\bsitting (?:in|on) {REFERENCE},",
    rf"\briding {REFERENCE},",
    rf"\bdriver of {REFERENCE},",
    rf"\bin the place of {REFERENCE},",
)
FRONT = rf"\bthe front of {REFERENCE} is"
CENTRE = rf"\b(?:between|in the middle of|midpoint of) {TARGET} and {REFERENCE}[.,;]"
EGOCENTRIC = r"\b(?:nearer to|closer to|toward) (?:the camera|you)\b"
REFUSED_CAMERA = r"\b(?:not|whatever)\b[^.?]*\bcamera\b"
SIDES = r"(in front of|behind|to the left of|to the right of|(?:in front|behind) and to the (?:left|right) of)"
WAY = r"\b(straight|diagonally) (toward the camera|away from the camera)?(?: and )?(?:to the (left|right))?"
STATEMENTS = {  # the first that fits counts
    rf"{NAME} is {SIDES} the ring of (.+)s\.": "ring",
    rf"{NAME} is {SIDES} {NAME}\.": "aside",
    rf"{NAME} is on {NAME}'s own left side\.": "on its left, of the second",
    rf"{NAME} is on {NAME}'s own right side\.": "on its right, of the second",
    rf"{NAME} is on(?: top of)? {NAME}\.": "on",
    rf"{NAME} is under {NAME}\.": "under",
    rf"{NAME} is in {NAME}\.": "in",
    rf"{NAME} is beside {NAME} and touches it\.": "touching",
    rf"{NAME} is close to {NAME}, but does not touch it\.": "close to",
    rf"{NAME} is far away from {NAME}\.": "far from",
    rf"{NAME} faces {NAME}\.": "facing",
    rf"{NAME} faces away from {NAME}\.": "facing away from",
    rf"{NAME} and {NAME} face each other\.": "face each other",
    rf"{NAME} and {NAME} face away from each other, back to back\.": "back to back",
    rf"{NAME} faces {NAME}, and the \2 faces away from the \1\.": "first behind second",
    rf"{NAME} and {NAME} stand side by side and face the same way\.": "side by side, same direction",
    rf"{NAME} and {NAME} stand side by side and face opposite ways\.": "side by side, opposite directions",
    rf"{NAME} is between {NAME} and {NAME}\.": "first in the middle",
    rf"{NAME}, {NAME} and {NAME} form a triangle: none is between the other two\.": "in a triangle",
    rf"{NAME} is at the (left|right) end of the row of four\.": "end",
    rf"{NAME} is (second|third) from the left in the row of four\.": "rank",
    rf"{NAME} is inside the ring of (.+)s\.": "surrounded by",
}


def direction(question: str, options: Sequence[str], truth: Json) -> str:
    """Return how a question where a target lies from a reference differs from the truth."""
    found = _gathered(question, (*ASKED, *PLACED, FRONT))
    placed = any(re.search(pattern, question, re.I) for pattern in PLACED)
    found["frame"] = {_frame(question, placed)}
    due = {name: truth[name]["name"] for name in ("target", "reference")}
    due["frame"] = "allocentric" if placed else "egocentric"
    if "angle" in truth:
        found["angle"] = set(re.findall(r"(\d+)°", question))
        found["sense"] = set(re.findall(r"\b(?:counter-)?clockwise[^,.;)]*?seen from above", question))
        centre = _gathered(question, (CENTRE,))
        found["centre"] = {" and ".join(sorted([*centre["target"], *centre["reference"]]))}
        due |= {"angle": str(truth["angle"]), "sense": "counter-clockwise as seen from above"}
        due["centre"] = " and ".join(sorted([due["target"], due["reference"]]))
    return _differences(found, due)


def statement(question: str, options: Sequence[str], truth: Json) -> str:
    """Return how a question for the picture in which a statement is true differs from the truth."""
    said = rf"{TARGET} is {SIDES} {REFERENCE}(?:[”.,?]| in only one)"
    found = _gathered(question, (said,))
    found["statement"] = {_side(side) for _, side, _ in re.findall(said, question)}
    found["frame"] = {_frame(question, False)}
    due = {name: truth[name]["name"] for name in ("target", "reference")}
    return _differences(found, {**due, "statement": truth["statement"], "frame": "egocentric"})


def anchor(question: str, options: Sequence[str], truth: Json) -> str:
    """Return how a question for what is nearest to the thing on a side of a person differs from the truth."""
    sides = re.findall(rf"\bdirectly {SIDES} {NAME}[.,:]", question)
    found = {"direction": {_side(side) for side, _ in sides}, "person": {name for _, name in sides}}
    found["person"] |= set(re.findall(rf"{NAME}'s own\b", question))
    found["options"] = {", ".join(options)}
    due = {"direction": truth["direction"], "person": truth["person"]["name"], "options": ", ".join(truth["options"])}
    return _differences(found, due)


def facing(question: str, options: Sequence[str], truth: Json) -> str:
    """Return how a question whether a thing faces a certain way differs from the truth."""
    found = {"thing": set(re.findall(rf"{NAME} (?:is facing|facing|faces|face|is turned)\b", question))}
    found["thing"] |= _gathered(question, (FRONT,))["reference"]
    found["asked"] = {_way(*parts) for parts in re.findall(WAY, question)}
    return _differences(found, {"thing": truth["thing"]["name"], "asked": truth["asked"]})


def statements(question: str, options: Sequence[str], truth: Json) -> str:
    """Return how the statements on offer differ from the relations that the truth records."""
    names = [thing["name"] for thing in truth["things"]]
    found = [_relation(text, names) for text in options]
    fronts = _gathered(question, (FRONT,))["reference"]
    if strange := fronts - set(names):
        return f"the words tell the front of {', '.join(sorted(strange))}"
    return _differences({"options": {"; ".join(found)}}, {"options": "; ".join(truth["options"])})


def _gathered(question: str, patterns: Iterable[str]) -> dict[str, set[str]]:
    """Return all targets and references that the patterns find."""
    found: dict[str, set[str]] = {"target": set(), "reference": set()}
    for pattern in patterns:
        for match in re.finditer(pattern, question, re.I):
            for name, value in match.groupdict().items():
                found[name].add(value)
    return found


def _frame(question: str, placed: bool) -> str:
    """Return whose frame is stated: a thing's own if the reader is put in its place and the camera is ruled out."""
    camera = re.search(EGOCENTRIC, question) is not None
    if placed:
        return "allocentric" if re.search(REFUSED_CAMERA, question) and not camera else "two"
    return "egocentric" if camera else "none"


def _side(words: str) -> str:
    depth = "front" if "in front" in words else "behind" if "behind" in words else ""
    side = next((side for side in ("left", "right") if side in words), "")
    return "-".join(filter(None, (depth, side)))


def _way(kind: str, depth: str, side: str) -> str:
    found = "-".join(filter(None, ({"": "", "t": "front", "a": "behind"}[depth[:1]], side)))
    return found if (kind == "diagonally") == ("-" in found) else f"{kind} {found}"


def _relation(text: str, names: Sequence[str]) -> str:
    """Return the relation that a statement names, where `names` are the things in the order of the truth."""
    for pattern, relation in STATEMENTS.items():
        if match := re.fullmatch(pattern, text):
            return _named(relation, [part for part in match.groups() if part], names)
    return f"unread: {text}"


def _named(relation: str, parts: list[str], names: Sequence[str]) -> str:
    """Return a relation in the truth's words; the parts are names, and the words that the pattern leaves open."""
    match relation, [names.index(part) if part in names else part for part in parts]:
        case "aside", [0, side, 1]:
            return str(side).removeprefix("to the ")
        case "end", [0, side]:
            return f"at the {side} end"
        case "rank", [0, rank]:
            return f"{rank} from the left"
        case "surrounded by", [0, bead] if names[1] == f"{bead} 1":
            return "surrounded by"
        case "ring", [0, side, bead] if names[1] == f"{bead} 1":
            return f"{str(side).removeprefix('to the ')} the ring"
        case "first in the middle", [one, other, third] if {one, other, third} == {0, 1, 2}:
            return f"{('first', 'second', 'third')[int(one)]} in the middle"
        case "in a triangle", [*some] if sorted(map(str, some)) == ["0", "1", "2"]:
            return "in a triangle"
        case ("on its left, of the second" | "on its right, of the second") as side, [1, 0]:
            return side.removesuffix(", of the second")
        case "first behind second", [1, 0]:
            return "second behind first"
        case other, [0, 1]:
            return other
    return f"{relation} of {', '.join(parts)}"


def _differences(found: dict[str, set[str]], due: dict[str, str]) -> str:
    """Return the facts for which the words do not say exactly what is due."""
    odd = [name for name, value in due.items() if found[name] != {value}]
    said = {name: " and ".join(sorted(found[name])) or "nothing" for name in odd}
    return "; ".join(f"{name}: the words say {said[name]}, not {due[name]}" for name in odd)
