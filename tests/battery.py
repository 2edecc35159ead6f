"""Thirty models with one weakness each, to calibrate a diagnosis with: `python -m tests.battery` prints what they do.

The weaknesses are such as people who debug vision-language models meet, and were written down without a look at what
the diagnosis can express. Each model is right elsewhere, save for some noise. How a model replies is in `weakness`;
where each is weak, what it says there, and what a right finding must name is in `weak_where` and `weak_strategies`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tests import undrawn
from tests.weak_strategies import NUMBERS, STRATEGIES
from tests.weak_where import TWO, WHERE
from tests.weakness import Deficit, right, said, share_right
from vantage.cli.shell import print_table

BATTERY = (*WHERE, *TWO, *STRATEGIES, *NUMBERS)
RECORD = Path(__file__).with_name("battery.json")
LEAST_SHARE, LEAST_LOST = 0.03, 15  # a weakness that affects or costs less cannot fairly be asked for


def row(one: Deficit, data: undrawn.Undrawn, seed: int) -> list[str]:
    """Return what a deficit does to an item set, as a row of the table."""
    items = data.made
    affected = [item for item in items if one.affected(item)]
    reply = said(one, seed)
    hit = sum(reply(item) == right(item) for item in items) / len(items)
    tasks = Counter(item.task for item in affected)
    named = ", ".join(f"{task} {count}" for task, count in tasks.most_common(3)) + (", …" if len(tasks) > 3 else "")
    return [
        one.name,
        one.kind,
        data.manifest["suite"],
        f"{len(items):,}",
        f"{sum(map(one.applies, items)):,}",
        f"{len(affected):,}",
        f"{len(affected) / len(items):.1%}",
        f"{lost(one, data):.1f}",
        f"{share_right(one, items):.3f}",
        f"{hit:.3f}",
        named,
    ]


def lost(one: Deficit, data: undrawn.Undrawn) -> float:
    """Return how many right answers a deficit costs on average, besides what noise costs."""
    return sum(1 - one.meant(item).get(right(item), 0.0) for item in data.items())


def is_fair(one: Deficit, data: undrawn.Undrawn) -> bool:
    """Return whether a deficit affects enough items, and costs enough answers, to be found."""
    affected = sum(map(one.affected, data.items()))
    return affected >= LEAST_SHARE * len(data) and lost(one, data) >= LEAST_LOST


def measured(one: Deficit, data: undrawn.Undrawn) -> dict[str, Any]:
    """Return what a deficit affects and costs, and how many items of each task it affects, out of how many."""
    tasks: dict[str, list[int]] = {}
    for item in data.items():
        counts = tasks.setdefault(item.task, [0, 0])
        counts[0] += one.affected(item)
        counts[1] += 1
    affected = {task: counts for task, counts in tasks.items() if counts[0]}
    return {"items": len(data), "lost": round(lost(one, data), 1), "affected": affected}


HEADER = ["deficit", "kind", "suite", "items", "applies", "affected", "share", "lost", "accuracy", "drawn", "tasks"]


def main(arguments: list[str] | None = None) -> int:
    """Print what every deficit affects and costs; return 1 if any of them is unfair."""
    parser = argparse.ArgumentParser(prog="python -m tests.battery", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=0, help="of the items and of the replies [0]")
    parser.add_argument("--suite", action="append", help="only the deficits shown on a suite, or several [all]")
    parser.add_argument("--keep", type=Path, help="a folder in which the item sets are kept, and taken from")
    parser.add_argument("--record", action="store_true", help=f"write what is measured to {RECORD.name}, for the tests")
    given = parser.parse_args(arguments)
    chosen = [one for one in BATTERY if not given.suite or one.shown.suite in given.suite]
    sets = {one.shown: undrawn.items(*one.shown, given.seed, given.keep) for one in chosen}
    print_table(f"{len(chosen)} deficits", HEADER, [row(one, sets[one.shown], given.seed) for one in chosen])
    found = {one.name: measured(one, sets[one.shown]) for one in chosen}
    if given.record:
        RECORD.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    stale = [
        name for name in found if not given.seed and json.loads(RECORD.read_text("utf-8")).get(name) != found[name]
    ]
    if stale:
        print(f"{RECORD.name} says otherwise (--record writes it anew): {', '.join(stale)}")
    unfair = [one.name for one in chosen if not is_fair(one, sets[one.shown])]
    if unfair:
        print(f"too little is affected, or lost, to be found: {', '.join(unfair)}")
    return 1 if unfair or stale else 0


if __name__ == "__main__":
    sys.exit(main())
