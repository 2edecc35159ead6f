"""How often a diagnosis says something false of models that have no weakness: `python -m tests.null_run`.

Each null model is drawn `--count` times; a report counts as false if it holds any sentence beyond what is true of the
model: a task may be said to be weak where it is, by the model's exact abilities; a tier where ability differs by tier;
a single thing where it differs by thing; a letter where one is always taken.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa

from tests import undrawn
from tests.nulls import NULLS
from tests.weakness import Null, gap, right
from vantage import seeds
from vantage.analysis.table import Catalogue
from vantage.diagnosis.diagnose import Finding, findings
from vantage.diagnosis.scan.design import INDIVIDUALS
from vantage.item import LETTERS, Condition, Item, Number

POOLED, EACH = 0.05, 0.08  # of reports that may be false, over all and for each model
LOWER = 0.02  # how much lower a task truly is, so that it may be called weak
BATCH = 50  # reports that are drawn together


def drawn(one: Null, catalogue: Catalogue, replies: list[tuple[list[str], np.ndarray]], name: str) -> pa.Table:
    """Return the rows of one run of a null model."""
    rng = seeds.generator("null run", name)
    texts = [said[int(np.searchsorted(ends, rng.random()))] for said, ends in replies]
    outcome = ["right" if text == right(item) else "wrong" for text, item in zip(texts, catalogue.items)]
    option = [-1 if isinstance(i.answer, Number) else LETTERS.index(text) for text, i in zip(texts, catalogue.items)]
    everyone = np.arange(len(texts))
    given = {"answer": pa.array(texts), "outcome": outcome, "credit": [float(one == "right") for one in outcome]}
    return catalogue.rows(name, [Condition()], everyone, np.zeros_like(everyone), np.array(option), **given)


def replied(one: Null, items: tuple[Item, ...]) -> list[tuple[list[str], np.ndarray]]:
    """Return for each item the replies that a model may give, and the ends of their shares."""
    found = []
    for item in items:
        replies = one.replies(item)
        ends = np.cumsum(list(replies.values()))
        ends[-1] = 1.0
        found.append((list(replies), ends))
    return found


def is_true(one: Null, found: Finding, exact: dict[str, float], items: tuple[Item, ...]) -> bool:
    """Return whether a sentence is true of a model; `exact` is how much worse it is in each task than in the others."""
    if found.kind == "uneven":
        return exact.get(found.shown_by.get("task", ""), 0.0) > LOWER
    if found.kind in ("letter", "below") or (found.kind == "strategy" and "says 12" in found.text):
        return "letter" in one.may_differ
    if "tier" in one.may_differ and found.kind == "slice":
        return gap(one, set(found.about), items) > LOWER  # whatever goes with the tier goes with its accuracy
    return "thing" in one.may_differ and bool(set(found.facts) & set(INDIVIDUALS))


def worse(one: Null, items: tuple[Item, ...]) -> dict[str, float]:
    """Return how much worse a model truly is in each task than in the others, chance-adjusted."""
    share = np.array([one.replies(item).get(right(item), 0.0) for item in items])
    chance = np.array([item.chance for item in items])
    known = (share - chance) / (1 - chance)
    task = np.array([item.task for item in items])
    return {name: float(known[task != name].mean() - known[task == name].mean()) for name in set(task.tolist())}


def main(arguments: list[str] | None = None) -> int:
    """Draw the models, and print how many reports are false."""
    parser = argparse.ArgumentParser(prog="python -m tests.null_run", description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=400, help="reports of each model on each suite [400]")
    parser.add_argument("--keep", type=Path, help="a folder in which the item sets are kept, and taken from")
    parser.add_argument("--only", default="", help="models with this in their name")
    parser.add_argument("--show", action="store_true", help="print every false sentence")
    given = parser.parse_args(arguments)
    shares, made = [], {}
    for one in NULLS:
        if given.only not in one.name:
            continue
        data = undrawn.items(*one.shown, 0, given.keep)
        catalogue = made.setdefault(one.shown, Catalogue.of(data.items()))
        replies, exact, started = replied(one, catalogue.items), worse(one, catalogue.items), time.process_time()
        false: set[str] = set()
        for start in range(0, given.count, BATCH):
            names = [f"{one.name} {number}" for number in range(start, min(start + BATCH, given.count))]
            table = pa.concat_tables([drawn(one, catalogue, replies, name) for name in names])
            for found in findings(table):
                if not is_true(one, found, exact, catalogue.items):
                    false.add(found.model)
                    if given.show:
                        print(f"    {found.model}: {found.text}")
        shares.append(len(false) / given.count)
        over = "   OVER" if shares[-1] > EACH else ""
        print(f"{one.name:32} {shares[-1]:6.1%} {time.process_time() - started:7.1f} s{over}", flush=True)
    pooled = float(np.mean(shares)) if shares else 0.0
    print(f"pooled {pooled:.2%} of {given.count * len(shares):,} reports")
    return 0 if pooled <= POOLED and max(shares, default=0.0) <= EACH else 1


if __name__ == "__main__":
    sys.exit(main())
