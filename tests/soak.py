"""Make and solve many drafts of every task, in all splits and tiers, and count what fails: `python -m tests.soak`.

Only drafts are made, as `vantage make` would make them: nothing is drawn, so `verify`, which looks at pictures, is left
out. A scene is placed once for all tasks that ask about it, and the first of them pays for it. Ctrl-C prints what was
done until then.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.drafts import item_of
from vantage import parallel, seeds, tasks
from vantage.cli.shell import print_table
from vantage.item import compact, item_json
from vantage.making import make, suite
from vantage.making.drafting import faults_named
from vantage.making.suite import FREE
from vantage.task import Refused

SUITES = sorted(suite.names(), key="quick".__eq__)  # `quick` last: most of its tasks are in other suites, set alike
REASONS = 3  # how many reasons of refusals are printed for a task


@dataclass
class Tally:
    """What was seen of one task in one suite."""

    drafts: Counter[str] = field(default_factory=Counter)  # by tier
    refusals: Counter[str] = field(default_factory=Counter)  # by reason
    seconds: float = 0.0  # of CPU time
    failures: list[str] = field(default_factory=list)  # what happened, and the command that does it again

    def add(self, other: Tally) -> None:
        self.drafts += other.drafts
        self.refusals += other.refusals
        self.seconds += other.seconds
        self.failures += other.failures

    @property
    def row(self) -> list[str]:
        """The numbers of a table's row."""
        tiers = ", ".join(f"{n:,} {tier}" for tier, n in sorted(self.drafts.items()) if tier)
        reasons = "; ".join(f"{n:,} {reason}" for reason, n in self.refusals.most_common(REASONS))
        counts = [self.drafts.total(), self.refusals.total(), len(self.failures)]
        return [f"{counts[0]:,}", tiers, f"{counts[1]:,}", f"{self.seconds:.1f}", f"{counts[2]:,}", reasons]


Tallies = dict[str, Tally]  # "suite/task" -> what was seen


def soaked(job: make.Job) -> Tallies:
    """Return what was seen of a job: attempts until one is not refused, as `make.together` makes them."""
    seen = {_name(order): Tally() for order in job}
    reasons: list[str] = []
    for attempt in range(make.ATTEMPTS):
        try:
            tiers = [_draft(order, attempt, seen[_name(order)]) for order in job]
        except Refused as refusal:
            reasons.append(str(refusal))
        except Exception:  # the tally has it
            return seen
        else:
            for order, tier in zip(job, tiers):
                seen[_name(order)].drafts[tier] += 1
            return seen
    seen[_name(job[0])].failures.append(_failure(job[0], make.exhausted(job, reasons)))
    return seen


def _name(order: make.Order) -> str:
    return f"{order.suite}/{order.task}"


def _draft(order: make.Order, attempt: int, tally: Tally) -> str:
    """Make a draft, and an item of it that can be written as JSON; return its tier."""
    begun = time.process_time()
    try:
        where, draft = make.attempted(order, attempt)
        with faults_named(f"{order.id}, attempt {attempt}"):
            compact(item_json(item_of(tasks.get(order.task), where, draft)))
    except Refused as refusal:
        tally.refusals[str(refusal).partition("'")[0].strip()] += 1  # without the things it names
        raise
    except Exception as fault:
        tally.failures.append(_failure(order, fault))
        raise
    finally:
        tally.seconds += time.process_time() - begun
    return where.tier


def _failure(order: make.Order, fault: Exception) -> str:
    """Return what happened, and the command that makes the same items up to this one."""
    what = f"{_name(order)} --n {order.index + 1}"
    return f"{fault}\n    vantage make {what} --split {order.split} --seed {order.seed} --out …"


def jobs(suites: list[str], task: str, chosen: range, per: int) -> Iterator[make.Job]:
    """Yield the jobs of each seed in turn: `per` questions of each task in each split, as `vantage make --n` does."""
    wanted = list(_set_apart(suites, task))
    for seed in chosen:
        for split in seeds.SPLITS:
            size = FREE if split == "test" else f"{FREE}-{split}"
            for one in wanted:
                yield from make.jobs(one, size, {split: dict.fromkeys(one.tasks, per * one.wordings)}, seed, {})


def _set_apart(suites: list[str], task: str) -> Iterator[suite.Suite]:
    """Yield the suites cut down to the task, if one is named, and to tasks that no earlier suite has, set alike."""
    known: list[tuple[tuple[str, Mapping[str, Any]], int]] = []
    for found in map(suite.get, suites):
        asked = [pair for pair in found.tasks.items() if task in ("", pair[0])]
        fresh = [pair for pair in asked if (pair, found.wordings) not in known]
        known += [(pair, found.wordings) for pair in fresh]
        yield replace(found, tasks=dict(fresh))


def soak(todo: Iterator[make.Job], workers: int) -> tuple[Tallies, bool]:
    """Return what was seen of all jobs, or of those done until Ctrl-C, and whether all were done."""
    seen: Tallies = {}
    try:
        for some in parallel.map_ordered(soaked, todo, workers, chunk=1):
            for name, tally in some.items():
                seen.setdefault(name, Tally()).add(tally)
    except KeyboardInterrupt:
        return seen, False
    return seen, True


def main(arguments: list[str] | None = None) -> int:
    """Soak the tasks, print what was seen, and return an exit code: 1 if anything failed, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=20, help="how many seeds [20]")
    parser.add_argument("--first", type=int, default=0, help="the first of them [0]")
    parser.add_argument("--per", type=int, default=24, help="items of each task per seed and split [24]")
    parser.add_argument("--suite", choices=suite.names(), action="append", help="a suite, or several [all]")
    parser.add_argument("--task", choices=tasks.names(), default="", help="only this task")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0: one per core [0]")
    given = parser.parse_args(arguments)
    todo = jobs(given.suite or SUITES, given.task, range(given.first, given.first + given.seeds), given.per)
    seen, whole = soak(todo, given.workers)
    header = ["suite/task", "drafts", "by tier", "refusals", "CPU s", "failures", "most frequent refusals"]
    title = f"{sum(tally.drafts.total() for tally in seen.values()):,} drafts" + ("" if whole else ", then interrupted")
    print_table(title, header, [[name, *tally.row] for name, tally in sorted(seen.items())])
    failures = [failure for tally in seen.values() for failure in tally.failures]
    print(*failures, sep="\n")
    return 1 if failures else 0 if whole else 130


if __name__ == "__main__":
    sys.exit(main())
