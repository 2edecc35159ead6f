"""Which items a person gets: booklets by matrix sampling, and the arithmetic that decides whether they can exist.

Items are dealt to booklets as one deals cards, task by task: in each round every booklet gets the item of which it has
fewest alike, in task first, then in tier and key. Each booklet then takes its anchors from the next one, and the last
from the first, by the same rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.item import Choice, Item
from vantage.study.settings import Design

WEIGHTS = (16.0, 4.0, 3.0, 2.0, 2.0)  # of an item's traits when a booklet is filled: the task comes first


@dataclass(frozen=True)
class Brief:
    """What the design needs to know of an item; `key` is the right letter among so many, empty for a number."""

    id: str
    task: str
    subtype: str
    tier: str
    key: str

    @classmethod
    def of(cls, item: Item) -> Brief:
        """Return the brief of an item."""
        key = f"{item.answer.letter}/{len(item.options)}" if isinstance(item.answer, Choice) else ""
        return cls(item.id, item.task, item.subtype, str(item.tags.get("tier", "")), key)


@dataclass(frozen=True)
class Booklet:
    """The items of one booklet; the last `anchors` of them are also in the next booklet."""

    name: str
    items: tuple[str, ...]
    anchors: int
    people: int  # who are to answer it


def build(briefs: Sequence[Brief], design: Design, seed: int) -> list[Booklet]:
    """Return the booklets of a design; an impossible one is a ValueError that gives the numbers."""
    pool = [one for one in briefs if not {one.task, f"{one.task}/{one.subtype}"} & {*design.leave_out}]
    _check_left_out(briefs, design)
    if not pool:
        raise ValueError("the design leaves out every item; shorten leave_out")
    if design.items > len(pool):
        raise ValueError(f"the design asks for {design.items:,} items, but there are {len(pool):,} to choose from")
    make = {"all": _one, "sample": _one, "booklets": _ring, "expert": _expert}[design.kind]
    return make(_sampled(pool, design, seed), design, seed)


def _check_left_out(briefs: Sequence[Brief], design: Design) -> None:
    known = {one.task for one in briefs} | {f"{one.task}/{one.subtype}" for one in briefs if one.subtype}
    for name in design.leave_out:
        if name not in known:
            there = ", ".join(sorted(known))
            raise ValueError(f"leave_out names {name!r}, which is not in the data set; there are {there}")


def _sampled(pool: list[Brief], design: Design, seed: int) -> list[Brief]:
    if design.kind == "sample" and not design.items:
        raise ValueError("a sample needs a number of items; set items, or make kind = 'all'")
    if design.kind == "all" and design.items:
        raise ValueError(f"kind = 'all' takes every item, so items = {design.items} makes no sense; use 'sample'")
    if not design.items:
        return pool
    return [pool[place] for place in sorted(Margins(pool, "items", seed).taken(design.items))]


class Margins:
    """Takes items from a pool so that what is taken is like the pool in task, subtype, tier and key."""

    def __init__(self, pool: Sequence[Brief], *path: str | int) -> None:
        self._codes = [_codes(names) for names in zip(*map(_traits, pool))]
        self._shares = [np.bincount(codes) / len(pool) for codes in self._codes]
        self._tie = seeds.generator("study", *path).random(len(pool)) / 1000
        self.used = np.zeros(len(pool))  # how often each item was taken

    def taken(self, number: int, among: Sequence[int] | None = None, held: Sequence[int] = ()) -> list[int]:
        """Return the places of so many items, the least used first, that fit best with those already `held`."""
        total = number + len(held)
        over = [np.bincount(codes[list(held)], minlength=len(share)) - total * share
                for codes, share in zip(self._codes, self._shares)]  # fmt: skip
        open_to = np.full(len(self.used), np.inf)
        open_to[range(len(self.used)) if among is None else list(among)] = 0
        found = []
        for _ in range(number):
            misfit = sum(weight * one[codes] for weight, one, codes in zip(WEIGHTS, over, self._codes))
            place = int(np.argmin(misfit + 1e6 * self.used + self._tie + open_to))
            found.append(place)
            open_to[place] = np.inf
            for one, codes in zip(over, self._codes):
                one[codes[place]] += 1
        self.used[found] += 1
        return found


def _codes(names: Sequence[Hashable]) -> NDArray[np.int64]:
    known = {name: code for code, name in enumerate(dict.fromkeys(names))}
    return np.array([known[name] for name in names])


def _one(pool: list[Brief], design: Design, seed: int) -> list[Booklet]:
    _refuse(design, "booklets", "per_person", "anchors", "experts")
    return [Booklet("everyone", tuple(one.id for one in pool), 0, design.people)]


def _expert(pool: list[Brief], design: Design, seed: int) -> list[Booklet]:
    _refuse(design, "booklets", "anchors")
    others, part = design.people - design.experts, design.per_person
    if design.experts < 1 or others < 1:
        raise ValueError(
            f"{design.people} people of whom {design.experts} are experts leave {max(0, others)} others; "
            "both are needed, at least one of each"
        )
    if not 1 <= part <= len(pool):
        raise ValueError(f"per_person must be from 1 to the {len(pool):,} items, not {part:,}")
    margins = Margins(pool, "parts", seed)
    parts = [tuple(pool[place].id for place in sorted(margins.taken(part))) for _ in range(others)]
    whole = Booklet("expert", tuple(one.id for one in pool), 0, design.experts)
    return [whole, *(Booklet(f"part {number}", items, 0, 1) for number, items in enumerate(parts, 1))]


def _refuse(design: Design, *names: str) -> None:
    for name in names:
        if getattr(design, name):
            raise ValueError(f"kind = {design.kind!r} has no {name}; remove it")


def _ring(pool: list[Brief], design: Design, seed: int) -> list[Booklet]:
    _refuse(design, "experts")
    _check_ring(len(pool), design)
    number = design.booklets
    cores, margins = _dealt(pool, number, seed), Margins(pool, "anchors", seed)
    found = []
    for place, core in enumerate(cores):
        shared = margins.taken(design.anchors, cores[(place + 1) % number], core)
        people = design.people // number + (place < design.people % number)
        items = tuple(pool[at].id for at in (*core, *shared))
        found.append(Booklet(f"booklet {place + 1}", items, design.anchors, people))
    return found


def _check_ring(items: int, design: Design) -> None:
    number, anchors, length = design.booklets, design.anchors, design.per_person
    if number < 2 or (anchors and number < 3):
        raise ValueError(f"{number} booklets cannot {'share anchors in a ring' if anchors else 'be told apart'}; "
                         f"at least {3 if anchors else 2} are needed")  # fmt: skip
    if design.people < number:
        raise ValueError(f"{number} booklets need at least {number} people, not {design.people}")
    core = -(-items // number)
    if length and length != core + anchors:
        raise ValueError(_contradiction(items, design))
    if items < number or items // number < anchors:
        raise ValueError(
            f"{items:,} items in {number} booklets are {items / number:.1f} of its own each, of which {anchors} cannot "
            f"be shared; at most {items // number} anchors are possible"
        )


def _contradiction(items: int, design: Design) -> str:
    """Return why booklets of this length cannot hold the items, with the arithmetic."""
    number, anchors, length = design.booklets, design.anchors, design.per_person
    held = max(0, number * (length - anchors))
    shared = (number * length - items) / number
    wanted = items / number + anchors
    can = f"{shared:.1f} items could be shared with the next" if shared >= 0 else "not even every item has a place"
    return (
        f"{number} booklets of {length} items that share {anchors} with the next hold "
        f"{number} × ({length} − {anchors}) = {held:,} items, not {items:,}; in booklets of {length}, {can}. "
        f"{anchors} shared items need {wanted:.1f} items in a booklet: "
        f"{design.people} people × {wanted:.1f} = {design.people * wanted:,.0f} responses. "
        f"Set per_person = 0 for that, or items = {held} for a sample"
    )


def _dealt(pool: Sequence[Brief], number: int, seed: int) -> list[list[int]]:
    """Return the places of the items in so many hands, each like the others in task, tier and key."""
    from scipy.optimize import linear_sum_assignment

    rng = seeds.generator("study booklets", seed)
    mixed = sorted(rng.permutation(len(pool)), key=lambda at: (pool[at].task, pool[at].subtype, pool[at].tier))
    hands: list[list[int]] = [[] for _ in range(number)]
    held: list[Counter[Hashable]] = [Counter() for _ in range(number)]
    for first in range(0, len(mixed), number):
        dealt = [int(at) for at in mixed[first : first + number]]
        cost = np.array([[_crowding(counts, pool[at]) for counts in held] for at in dealt])
        for place, hand in zip(*linear_sum_assignment(cost + rng.random(cost.shape) / 1000)):
            hands[hand].append(dealt[place])
            held[hand].update(_traits(pool[dealt[place]]))
    return hands


def _traits(one: Brief) -> tuple[tuple[str, ...], ...]:
    return (
        ("task", one.task),
        ("subtype", one.task, one.subtype),
        ("both", one.task, one.tier),
        ("tier", one.tier),
        ("key", one.key),
    )


def _crowding(held: Counter[Hashable], one: Brief) -> float:
    return sum(weight * held[trait] for weight, trait in zip(WEIGHTS, _traits(one)))


def identity(booklets: Sequence[Booklet]) -> str:
    """Return the arithmetic of a design in one line: people × items = responses."""
    people = sum(one.people for one in booklets)
    responses = sum(one.people * len(one.items) for one in booklets)
    items = len({item for one in booklets for item in one.items})
    each = sorted({len(one.items) for one in booklets})
    span = f"{each[0]:,}" if len(each) == 1 else f"{responses / people:,.2f}"
    said = f"{people:,} people × {span} items = {responses:,} responses to {items:,} items"
    return f"{said}, {responses / items:.1f} each"


def balance(booklets: Sequence[Booklet], briefs: Sequence[Brief]) -> list[tuple[str, str, int, int]]:
    """Return how evenly booklets are filled: what, which, and the fewest and most of it in a booklet of its kind."""
    known = {one.id: one for one in briefs}
    alike = [one for one in booklets if one.name != "expert"] or list(booklets)
    sorts: dict[str, Callable[[Brief], Hashable]] = {
        "task": lambda one: one.task,
        "tier": lambda one: one.tier,
        "key": lambda one: one.key,
    }
    rows = []
    for what, of in sorts.items():
        counts = [Counter(of(known[item]) for item in one.items) for one in alike]
        for name in sorted({name for count in counts for name in count}, key=str):
            found = [count[name] for count in counts]
            rows.append((what, str(name) or "–", min(found), max(found)))
    return rows
