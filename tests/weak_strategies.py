"""Twelve models with a wrong way to an answer: nine that choose by a rule of their own, and three that count badly."""

from __future__ import annotations

from itertools import pairwise

from tests.facts import ALLO, category, facing, first_named, label, labelled, mirrored, reversed_depth, ruled
from tests.weakness import (
    COUNTING,
    DISE,
    QUICK,
    SCOPE,
    SPIN,
    SRBENCH,
    Deficit,
    Expected,
    Replies,
    evenly,
    guesses,
    mostly,
    right,
    slips,
)
from vantage.item import Item, Number, number_text
from vantage.scenes import viewpoints

SIDEWAYS = r"left.{0,20}right|mirror|sideways"


def says(letter: str, item: Item) -> Replies:
    """Return a reply of one letter; a guess where the wanted answer is not on offer."""
    return {letter: 1.0} if letter else guesses(item)


def as_mirrored(item: Item) -> Replies:
    """Take the right direction with left and right exchanged."""
    return says(labelled(item, mirrored(label(item))), item)


def as_pictured(item: Item) -> Replies:
    """Take the direction that the camera sees."""
    return says(labelled(item, viewpoints.direction_seen(item.truth, item.truth["azimuths"][0])), item)


def last_turn(item: Item) -> str:
    """Return the kind of question that counts the last turn of a maze's way: left_turns or right_turns."""
    way = item.truth["way"]
    steps = [(d - b, a - c) for (a, b), (c, d) in pairwise(way)]  # to the right, and up
    crossed = [a * d - b * c for (a, b), (c, d) in pairwise(steps)]
    last = next((turn for turn in reversed(crossed) if turn), 0)
    return "left_turns" if last > 0 else "right_turns" if last < 0 else ""


def one_fewer(item: Item) -> Replies:
    """Take the number below the right one, or the right one if it is the lowest on offer."""
    letter = labelled(item, str(int(label(item)) - 1))
    return {letter or right(item): 1.0}


def other_way_round(item: Item) -> Replies:
    """Take the statement that is true of the two things exchanged."""
    return evenly(ruled(item, "opposite"))


def right_or_turned(item: Item) -> Replies:
    """Take one of the options whose faces are right, whichever way their patterns are turned."""
    return evenly([right(item), *ruled(item, "turned", "turned+turned")])


def only_differently_turned(item: Item) -> bool:
    """Return whether a cube on offer differs from the right one in how its patterns are turned, and in nothing else."""
    return item.task == "folding_3d" and bool(ruled(item, "turned"))


def in_order(item: Item) -> Replies:
    """Take the thing that the question names first."""
    return says(first_named(item), item)


def offers_its_things(item: Item) -> bool:
    """Return whether the options are the two things on the table that the question names."""
    return item.options[0].label in [thing["name"] for thing in item.truth["things"]]


def number(item: Item) -> int:
    """Return the right number."""
    assert isinstance(item.answer, Number)
    return int(item.answer.value)


def exactly(value: float) -> Replies:
    """Reply a number."""
    return {number_text(value): 1.0}


def faces_as_asked_but_for_depth(item: Item) -> bool:
    """Return whether a false statement about a way becomes true when toward and away are exchanged."""
    asked = str(item.tags.get("asked"))
    return item.task == "orientation" and label(item) == "no" and item.tags["expected"] == reversed_depth(asked)


STRATEGIES = (
    Deficit(
        "mirror when facing",
        "strategy",
        SCOPE,
        statement="In consistency_allo and updating_allo it exchanges left and right when the reference faces the "
        "camera (within 45°), and only then.",
        applies=lambda item: item.task in ALLO and abs(facing(item)) <= 45,
        says=as_mirrored,
        expected=Expected(
            tasks=(
                "consistency_allo",
                "updating_allo",
            ),
            facts={"the reference faces": "the camera"},
            strategy="exchanges left and right",
            must_mention=(
                SIDEWAYS,
                r"(fac|look|turn|front).{0,24}(camera|viewer|observer)|toward",
            ),
            also_true=(
                SIDEWAYS,
                r"toward|(fac|look).{0,24}(camera|viewer)",
                r"camera('s)? (sees|view|perspective)",  # for straight directions that comes to the same
            ),
            wrong_if=(
                r"away from the (camera|viewer)",
                r"front.{0,12}behind (are )?(swapped|exchanged)",
            ),
        ),
    ),
    Deficit(
        "the camera's view for things",
        "strategy",
        SCOPE,
        statement="In consistency_allo and updating_allo it answers as the camera sees it when the reference is "
        "neither a person nor an animal (a chair, a car …); people's and animals' perspectives are fine.",
        applies=lambda item: item.task in ALLO and category(item, "reference") not in ("people", "animals"),
        says=as_pictured,
        expected=Expected(
            tasks=(
                "consistency_allo",
                "updating_allo",
            ),
            facts={"category of the reference": "neither people nor animals"},
            strategy="answers as the camera sees it",
            must_mention=(
                r"camera|viewer|observer|egocentric",
                r"thing|object|vehicle|furniture|toy|inanimate|lifeless|"
                r"(not|neither|nor|no|except|other than)\b.{0,30}(person|people|animal)",
            ),
            also_true=(
                r"camera|viewer|observer|egocentric",
                r"vehicle|furniture|toy",
            ),
            wrong_if=(r"when.{0,30}(reference is|perspective of) (a )?(person|people|animal)",),
        ),
    ),
    Deficit(
        "toward is away",
        "strategy",
        SRBENCH,
        statement="In orientation it cannot tell toward from away: it says yes also when the thing faces the asked "
        "way with toward and away exchanged.",
        applies=faces_as_asked_but_for_depth,
        says=lambda item: {labelled(item, "yes"): 1.0},
        expected=Expected(
            tasks=("orientation",),
            facts={"faced way": "the asked one with toward and away exchanged", "answer": "no"},
            strategy="confuses toward and away, says yes",
            must_mention=(
                r"toward.{0,40}away|away.{0,40}toward|front.{0,30}(behind|back)|(behind|back).{0,30}front|depth|"
                r"opposite|reversed",
            ),
            also_true=(r"\byes\b|180|\bno\b",),
            wrong_if=(r"(exchang|swap|confus|mix).{0,20}left and right|\bsays no\b",),
        ),
    ),
    Deficit(
        "the wrong way round",
        "strategy",
        SRBENCH,
        statement="In relations of two things beside, before or diagonally to each other (sides, corners) it "
        "exchanges the two: it takes the statement that is true of B and A.",
        applies=lambda item: (
            item.task == "relations" and item.subtype in ("sides", "corners") and bool(ruled(item, "opposite"))
        ),
        says=mostly(0.85, other_way_round),
        expected=Expected(
            tasks=("relations",),
            facts={"subtype": "sides, corners", "rule": "opposite"},
            strategy="exchanges the first thing and the second",
            must_mention=(r"opposite|exchang|swap|revers|wrong way (a)?round|invert",),
            also_true=(r"sides|corners",),
            wrong_if=(
                r"orientation",
                r"mirror image",
            ),
        ),
    ),
    Deficit(
        "the last turn forgotten",
        "strategy",
        SRBENCH,
        statement="In mazes it leaves the last turn of the way out, so it counts one too few where that turn is of the "
        "side that is asked for, if so low a number is on offer; the exit's direction is fine.",
        applies=lambda item: item.task == "maze" and item.subtype in (last_turn(item), "turns"),
        says=one_fewer,
        expected=Expected(
            tasks=("maze",),
            facts={"kind": "turns, left_turns, right_turns", "rule": "one_fewer"},
            strategy="counts one too few",
            must_mention=(r"one (fewer|less|short|too)|too (few|low|small)|fewer|under|one_fewer|last (turn|bend)",),
            also_true=(r"\bturns?\b|number|count",),
            wrong_if=(r"too (many|high|large)|one more|one_more|overcount", r"(wrong|weak).{0,20}exit"),
        ),
    ),
    Deficit(
        "blind to how patterns are turned",
        "strategy",
        DISE,
        statement="In folding_3d it knows which patterns meet but not how they are turned on their faces: it takes "
        "any of the options that are right but for that.",
        applies=only_differently_turned,
        says=right_or_turned,
        expected=Expected(
            tasks=("folding_3d",),
            facts={"rule": "turned"},
            strategy="takes a cube with a turned pattern",
            must_mention=(r"turned|rotated|orientation of|which way up",),
            also_true=(r"pattern|texture|face",),
            wrong_if=(r"mirror|flipped|swapped",),
        ),
    ),
    Deficit(
        "the first-named thing",
        "strategy",
        SPIN,
        statement="Where the answer is one of the two things that the question names (grounding, "
        "perspective_relations), it takes the one named first when it asks for the nearer or the farther one; left "
        "and right are fine.",
        applies=lambda item: (
            item.task in ("grounding", "perspective_relations")
            and offers_its_things(item)
            and item.truth["asked"] in ("nearer", "farther")
        ),
        says=in_order,
        expected=Expected(
            tasks=(
                "grounding",
                "perspective_relations",
            ),
            facts={"asked": "nearer or farther"},
            strategy="takes the first-named thing",
            must_mention=(
                r"near|far|depth|distance",
                r"first|named|order|mention",
            ),
            also_true=(r"near|far|depth|distance|first",),
            wrong_if=(
                r"second[- ]named|last[- ]named",
                r"left.{0,8}right",
            ),
        ),
    ),
    Deficit(
        "walks to the other side",
        "strategy",
        SPIN,
        statement="In side_views it takes the picture from the left for the one from the right, and the other way "
        "round, where one walks around cars and things; backs and faces are fine.",
        applies=lambda item: (
            item.task == "side_views" and item.truth["frame"] == "walk" and item.truth["asked"] != "back"
        ),
        says=mostly(0.8, lambda item: evenly(ruled(item, "opposite"))),
        expected=Expected(
            tasks=("side_views",),
            facts={"asked": "left or right", "domain": "car or object"},
            strategy="takes the opposite side",
            must_mention=(r"opposite|other side|left.{0,30}right|mirror|swap|exchang|wrong side",),
            also_true=(r"\bleft\b|\bright\b",),
            wrong_if=(r"takes the back|\bfaces?\b(?!.*fine)",),
        ),
    ),
    Deficit(
        "never the fourth",
        "strategy",
        QUICK,
        statement="Whatever the task, it never says D: when D is right it takes another option.",
        applies=lambda item: right(item) == "D",
        says=slips,
        expected=Expected(
            tasks=(),
            facts={"key letter": "D"},
            strategy="never picks D",
            must_mention=(r"\bd\b|last option|fourth option|last letter|position",),
            also_true=(r"letter|option [abc]",),
            wrong_if=(r"(prefers|always|too often).{0,16}\bd\b",),
        ),
    ),
)

NUMBERS = (
    Deficit(
        "only what shows",
        "number",
        COUNTING,
        statement="In block_count it counts the visible blocks alone: it says too few by the number of hidden ones.",
        applies=lambda item: item.task == "block_count" and int(item.tags["hidden"]) > 0,
        says=lambda item: exactly(number(item) - int(item.tags["hidden"])),
        expected=Expected(
            tasks=("block_count",),
            facts={"hidden": "1 or more"},
            strategy="counts visible blocks only",
            must_mention=(r"hidden|visible|unseen|occlu|covered",),
            also_true=(r"too (few|low|small)|under|fewer|less",),
            wrong_if=(r"too (many|high|large)|overcount|overestimat",),
        ),
    ),
    Deficit(
        "loses one above sixteen",
        "number",
        COUNTING,
        statement="In block_count it says one too few when there are more than 16 blocks.",
        applies=lambda item: item.task == "block_count" and number(item) > 16,
        says=lambda item: exactly(number(item) - 1),
        expected=Expected(
            tasks=("block_count",),
            facts={"number": "more than 16"},
            strategy="off by one, too few",
            must_mention=(
                r"large|many|more than|above|over|high|1[6-9]|20|big",
                r"too (few|low|small)|one (less|fewer|short|too)|under|off by (one|1)|fewer|less",
            ),
            also_true=(r"too (few|low|small)|one (less|fewer)|under|off by (one|1)|fewer",),
            wrong_if=(r"too (many|high|large)\b|overcount|overestimat",),
        ),
    ),
    Deficit(
        "round numbers",
        "number",
        COUNTING,
        statement="In block_count it says the nearest multiple of five.",
        applies=lambda item: item.task == "block_count",
        says=lambda item: exactly(5 * round(number(item) / 5)),
        expected=Expected(
            tasks=("block_count",),
            facts={"number": "no multiple of five"},
            strategy="rounds to five",
            must_mention=(r"round|multiple|\bfives?\b|(10|15).{0,20}(15|20)",),
            also_true=(r"\b15\b|\b20\b|\b10\b",),
            wrong_if=(r"always too (few|many|low|high)",),
        ),
    ),
)
