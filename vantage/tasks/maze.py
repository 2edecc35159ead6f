"""Maze: how many turns does the way from S to E take, or where does E lie from S?

SRBench's navigation test, with separate questions about left and right turns. The options come first: four consecutive
numbers, or the four directions of one group. The slot's target gives the kind of question and which of the four, in
ascending or clockwise order, is the key: so kinds and places are equally frequent. Only then is a maze searched that
has this answer, so the options give nothing away. `make` counts turns along the rooms of the carved tree, by the four
headings; `solve` finds the way itself, block by block through the recorded rows, and distinguishes left from right by
cross products.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vantage.item import Choice, Json
from vantage.shapes import mazes
from vantage.shapes.mazes import MazeDrawing, Place
from vantage.task import Draft, Fact, Offer, Refused, SideDoor, Slot, Task, arrange, only

STATED = "seen from above, as on a map"
PICTURE = (
    f"<image>\nThe picture shows a maze, {STATED}: walls are black and open squares white, the start S is green, the "
    "exit E is red, and the way from S to E is blue. "
)
TEXT = (
    f"Here is a maze, {STATED}, in rows from top to bottom: # is a wall, . is an open square, S is the start, E is the "
    "exit, and the way from S to E is marked with *.\n\n{rows}\n\n"
)
ASK = {
    "turns": "Someone walks this way from S to E. How many turns does the walker make, left and right turns together?",
    "right_turns": (
        "Someone walks this way from S to E. How many times does the walker turn right? "
        "Right is the walker's own right at that moment."
    ),
    "left_turns": (
        "Someone walks this way from S to E. How many times does the walker turn left? "
        "Left is the walker's own left at that moment."
    ),
    "exit": (
        "In which of the directions offered does E lie from S, as the crow flies? "
        "Above is towards the top row of the maze, left is towards its left edge."
    ),
}
COUNTED = {"turns": "all turns", "right_turns": "turns to one side", "left_turns": "turns to one side"}
WALKER = ("right_turns", "left_turns")  # kinds that ask in the walker's frame, which turns along the way
PLACES = ("first", "second", "third", "fourth")
GROUPS = {
    "straight": {"above": (-1, 0), "right": (0, 1), "below": (1, 0), "left": (0, -1)},
    "diagonal": {"above-right": (-1, 1), "below-right": (1, 1), "below-left": (1, -1), "above-left": (-1, -1)},
}
# Whether E's place in the picture, and S's, suggest the right direction: never both, so neither of them is enough.
HINTS = ((True, False), (True, False), (False, True), (False, True), (False, False))
NUMBERS = ("zero", "one", "two", "three")
CLASS = 12.5  # degrees: E lies within this of a direction's middle, so at least 10 from the border of the next


@dataclass(frozen=True)
class Tier:
    """What makes a tier easy or hard."""

    side: int  # rooms along an edge
    shortest: int  # fewest rooms on the way, including both ends
    turns: tuple[int, int]  # range of the lowest number offered, for questions about all turns
    one_side: tuple[int, int]  # the same, for questions about turns to one side


TIERS = {
    "easy": Tier(5, 5, (1, 4), (0, 2)),
    "medium": Tier(6, 7, (3, 7), (1, 3)),
    "hard": Tier(8, 12, (7, 12), (3, 6)),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    tries: int = 400  # how many starts are tried, each with all its exits, before a draw is refused


@dataclass(frozen=True)
class Found:
    """A maze that has the wanted answer: its rows without the way, the rooms on the way, and its drawing."""

    rows: tuple[str, ...]
    route: tuple[Place, ...]
    drawing: MazeDrawing
    situation: str


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw the options, take the one at the slot's place as the key, and find a maze with that answer."""
    kind, place = slot.target.split()
    names = _names(kind, TIERS[slot.tier], rng)
    key = PLACES.index(place)
    found = _search(params, kind, names, key, slot, rng)
    rules = _number_rules(kind, names, key, found.route) if kind != "exit" else _direction_rules(names, key)
    offers = [Offer(text=name, label=name, rule=rule) for name, rule in zip(names, rules)]
    _, options = arrange(slot, offers, key, rng)
    way = mazes.blocks(found.route)
    return Draft(
        question=PICTURE + ASK[kind],
        drawings=(found.drawing,),
        options=options,
        answer=Choice(slot.letter),
        truth={
            "kind": kind,
            "rows": list(found.rows),
            "start": list(way[0]),
            "exit": list(way[-1]),
            "way": [list(place) for place in way],
            "options": [offer.text for offer in options],
        },
        situation=found.situation,
        subtype=kind,
        tags={
            "rooms": TIERS[slot.tier].side,
            "length": len(way),
            "turns": sum(mazes.turns(found.route)),
            # To distinguish left from right along the way, a solver must mentally turn with the walker.
            **({"quadrant": "E-D", "frame": "walker"} if kind in WALKER else {}),
        },
        text_form=TEXT.format(rows="\n".join(found.drawing.rows)) + ASK[kind],
    )


def _names(kind: str, tier: Tier, rng: np.random.Generator) -> list[str]:
    """Return the options: four consecutive numbers, or a group of directions in clockwise order."""
    if kind == "exit":
        return list(GROUPS[str(rng.choice(list(GROUPS)))])
    least, most = tier.turns if kind == "turns" else tier.one_side
    lowest = int(rng.integers(least, most + 1))
    return [str(lowest + step) for step in range(4)]


def _search(params: Params, kind: str, names: list[str], key: int, slot: Slot, rng: np.random.Generator) -> Found:
    """Return a maze of the slot's split whose answer is the name of number `key`."""
    tier = TIERS[slot.tier]
    hints = HINTS[rng.integers(len(HINTS))]
    for attempt in range(params.tries):
        if attempt % 4 == 0:
            ways = mazes.carve(tier.side, rng)
            rows, rooms = mazes.rows(ways), sorted(ways)
        start = rooms[int(rng.integers(len(rooms)))]
        fit = [r for r in mazes.routes(ways, start) if len(r) >= tier.shortest and _answer(kind, r) == names[key]]
        for index in rng.permutation(len(fit)):
            if kind == "exit" and _hints(fit[index], tier.side, names, key) != hints:
                continue
            drawing = mazes.drawing(rows, mazes.blocks(fit[index]))
            situation = mazes.situation(drawing)
            if slot.allows(situation):
                return Found(rows, fit[index], drawing, situation)
    raise Refused(f"no maze with the answer {names[key]} to {kind} was found from {params.tries} starts")


def _hints(route: tuple[Place, ...], side: int, names: list[str], key: int) -> tuple[bool, bool]:
    """Return whether the key is the direction in which E lies from the middle, and in which the middle lies from S."""
    (down, right), (row, column) = route[0], route[-1]
    steps = ((2 * row - side + 1, 2 * column - side + 1), (side - 1 - 2 * down, side - 1 - 2 * right))
    leave, start = ([_along(step, name) for name in names] for step in steps)
    return leave[key] == max(leave), start[key] == max(start)


def _along(step: Place, name: str) -> int:
    """Return how far a step goes in a direction, comparable within a group of directions."""
    (down, right) = next(group[name] for group in GROUPS.values() if name in group)
    return step[0] * down + step[1] * right


def _answer(kind: str, route: tuple[Place, ...]) -> str:
    if kind == "exit":
        return _direction(route[-1][0] - route[0][0], route[-1][1] - route[0][1])
    left, right = mazes.turns(route)
    return str({"turns": left + right, "right_turns": right, "left_turns": left}[kind])


def _direction(down: int, right: int) -> str:
    """Return the direction of a step in the picture; empty if it is too near the border between two."""
    clockwise = float(np.degrees(np.arctan2(right, -down))) % 360
    nearest = round(clockwise / 45)
    if abs(clockwise - 45 * nearest) > CLASS:
        return ""
    straight, diagonal = (list(group) for group in GROUPS.values())
    return (diagonal if nearest % 2 else straight)[nearest // 2 % 4]


def _number_rules(kind: str, names: list[str], key: int, route: tuple[Place, ...]) -> Iterator[str]:
    """Yield how each number misses the key: it is the count of something else, or off by some number."""
    left, right = mazes.turns(route)
    mistaken: Mapping[str, dict[int, str]] = {
        "turns": {right: "right_only", left: "left_only"},
        "right_turns": {left + right: "all_turns", left: "other_side"},
        "left_turns": {left + right: "all_turns", right: "other_side"},
    }
    for place, name in enumerate(names):
        by = f"{NUMBERS[abs(place - key)]}_{'more' if place > key else 'fewer'}"
        yield "" if place == key else mistaken[kind].get(int(name), by)


def _direction_rules(names: list[str], key: int) -> Iterator[str]:
    """Yield how each direction of a group misses the key."""
    for place, name in enumerate(names):
        if place == key:
            yield ""
        elif abs(place - key) == 2:
            yield "opposite"
        elif "-" not in name:
            yield "quarter_turn"
        else:
            yield "left_right" if name.split("-")[0] == names[key].split("-")[0] else "up_down"


def solve(truth: Json) -> Choice:
    """Find the way through the rows again and return the option that is true of it."""
    start, leave = tuple(truth["start"]), tuple(truth["exit"])
    if truth["kind"] == "exit":
        step = np.array(leave) - np.array(start)
        known = {name: step @ vector / np.linalg.norm(vector) for g in GROUPS.values() for name, vector in g.items()}
        best = max(known[name] for name in truth["options"])
        return only(known[name] == best for name in truth["options"])
    way = np.array(_way(truth["rows"], start, leave))
    steps = np.diff(way, axis=0)
    # Rows count downward, so a positive cross product of a step and the next, as (row, column), is a left turn.
    crossed = steps[:-1, 0] * steps[1:, 1] - steps[:-1, 1] * steps[1:, 0]
    chosen = {"turns": crossed != 0, "right_turns": crossed < 0, "left_turns": crossed > 0}[truth["kind"]]
    return only(int(name) == chosen.sum() for name in truth["options"])


def _way(rows: list[str], start: Place, leave: Place) -> list[Place]:
    """Return the shortest way through open blocks, searched backward from its end."""
    onward: dict[Place, Place] = {leave: leave}
    queue = deque([leave])
    while queue and start not in onward:
        row, column = queue.popleft()
        for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if rows[near[0]][near[1]] != mazes.WALL and near not in onward:
                onward[near] = (row, column)
                queue.append(near)
    if start not in onward:
        raise Refused("no way leads from S to E")
    way = [start]
    while way[-1] != leave:
        way.append(onward[way[-1]])
    return way


def _place_of_exit(truth: Json) -> list[float]:
    """Score directions by where E lies in the picture; of numbers, score none."""
    middle = len(truth["rows"]) // 2
    return _towards(truth, (truth["exit"][0] - middle, truth["exit"][1] - middle))


def _place_of_start(truth: Json) -> list[float]:
    """Score directions by where the middle of the picture lies from S; of numbers, score none."""
    middle = len(truth["rows"]) // 2
    return _towards(truth, (middle - truth["start"][0], middle - truth["start"][1]))


def _first_step(truth: Json) -> list[float]:
    """Score directions by the first step of the way; of numbers, score none."""
    (row, column), (down, right) = truth["way"][:2]
    return _towards(truth, (down - row, right - column))


def _towards(truth: Json, step: Place) -> list[float]:
    return [float(_along(step, name)) if truth["kind"] == "exit" else 0.0 for name in truth["options"]]


def _by_length(truth: Json) -> list[float]:
    """Score numbers by a turn in four blocks of the way, half of them to either side; of directions, score none."""
    guess = len(truth["way"]) / (4 if truth["kind"] == "turns" else 8)
    return [0.0 if truth["kind"] == "exit" else -abs(int(name) - guess) for name in truth["options"]]


def _half_the_bends(truth: Json) -> list[float]:
    """Score numbers of turns to one side by half of all bends in the way; of other options, score none."""
    bends = sum(a[0] != c[0] and a[1] != c[1] for a, c in zip(truth["way"], truth["way"][2:]))
    one_side = truth["kind"] in WALKER
    return [-abs(int(name) - bends / 2) if one_side else 0.0 for name in truth["options"]]


def _step(first: Sequence[int], second: Sequence[int]) -> str:
    """Return which way a step goes, as drawn."""
    down, across = second[0] - first[0], second[1] - first[1]
    return ("down" if down > 0 else "up") if down else ("right" if across > 0 else "left")


def _lies(start: Sequence[int], exit: Sequence[int]) -> str:
    """Return on which side of the start the exit lies, as drawn."""
    down, across = exit[0] - start[0], exit[1] - start[1]
    words = ("below" if down > 0 else "above" if down < 0 else "", "right" if across > 0 else "left" if across else "")
    return "-".join(filter(None, words))


task = Task(
    name="maze",
    version=2,
    title="How many turns does the way through the maze take, or where does its exit lie?",
    quadrant="E-S",
    capabilities=("CR",),
    abilities=("perception", "orientation"),
    make=make,
    solve=solve,
    truth={
        "kind": (
            "What is asked: `turns` (left and right turns together on the way from start to exit), `right_turns` or "
            "`left_turns` (as the walker sees them), or `exit` (the direction of the exit from the start)."
        ),
        "rows": (
            "The maze as rows of blocks from the top, each from left to right: # is a wall, . is open. "
            "Open blocks that share an edge are joined, and exactly one way joins any two of them."
        ),
        "start": "The block of S: [row, column], counted from 0 at the top left.",
        "exit": "The block of E, likewise.",
        "way": "The blocks drawn blue, [row, column], in order from S to E, both among them; a turn is where it bends.",
        "options": (
            "The options as presented: numbers of turns, or directions in the picture, of which the right one is "
            "nearest to the straight line from S to E."
        ),
    },
    params=Params,
    frame="picture",
    stated=STATED,
    targets=tuple(f"{kind} {place}" for kind in ASK for place in PLACES),
    side_doors=(
        SideDoor(
            "sees where E lies in the picture",
            _place_of_exit,
            {"easy": 0.31, "medium": 0.31, "hard": 0.32},
            "a quarter of the items ask for a direction",
        ),
        SideDoor(
            "sees where S lies in the picture",
            _place_of_start,
            {"easy": 0.31, "medium": 0.31, "hard": 0.31},
            "a quarter of the items ask for a direction",
        ),
        SideDoor("looks at the first step", _first_step, {"easy": 0.29, "medium": 0.29, "hard": 0.29}),
        SideDoor(
            "guesses by the length of the way",
            _by_length,
            {"easy": 0.41, "medium": 0.39, "hard": 0.36},
            "a longer way has more turns",
        ),
        SideDoor(
            "halves the number of bends",
            _half_the_bends,
            {"easy": 0.38, "medium": 0.38, "hard": 0.38},
            "left and right turns are about as many",
        ),
    ),
    facts={
        "first step": Fact("where the way first goes {}", lambda truth: _step(*truth["way"][:2])),
        "last step": Fact("where the way last goes {}", lambda truth: _step(*truth["way"][-2:])),
        "counted": Fact("where {} are to be counted", lambda truth: COUNTED.get(truth["kind"])),
        "exit lies": Fact("where the exit lies {} of the start", lambda truth: _lies(truth["start"], truth["exit"])),
    },
)
