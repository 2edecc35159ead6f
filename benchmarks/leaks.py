"""Whether streamed training drafts hold a situation of a test set.

    python -m benchmarks.leaks data/dise-bench data/srbench-full --n 14286 --task maze --task mrt

The situations of the test sets are not read from their files but worked out again: each item is drafted anew from its
id and attempt, and must come to the situation that stands in the file. Then the first units of a stream of the train
split are drafted, for each task that is named, and their situations are looked up among those. Nothing is drawn.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from vantage import parallel, tasks
from vantage.data.dataset import load
from vantage.making import suite
from vantage.making.make import ATTEMPTS, Job, attempted, exhausted, ordered
from vantage.task import Refused
from vantage.training.plan import Plan, kinds

HOMES = ("dise", "srbench", "scope", "spin", "rooms")


def of_tests(paths: list[Path]) -> set[str]:
    """Return the situations of test sets, worked out again; stop if one is not what the file says."""
    found = set()
    for path in paths:
        data = load(path)
        for item in data.items():
            _, draft = attempted(ordered(item, data.manifest), item.attempt)
            if (draft.situation, item.split) != (item.situation, "test"):
                sys.exit(f"{item.id}: the file says {item.situation}, split {item.split}; it is {draft.situation}")
            found.add(item.situation)
    return found


def jobs(task: str, n: int, seed: int) -> Iterator[Job]:
    """Yield the jobs of a stream of one task, for at least `n` items."""
    home = next(name for name in HOMES if task in suite.get(name).tasks)
    plan, count, block = Plan(kinds(f"{home}/{task}"), "train", seed), 0, 0
    while count < n:
        for unit in plan.units(block):
            count += len(unit.job)
            yield unit.job
        block += 1


def drafted(job: Job) -> list[str]:
    """Return the situations of a job's items, by the first attempt that is not refused."""
    reasons = []
    for attempt in range(ATTEMPTS):
        try:
            return [attempted(order, attempt)[1].situation for order in job]
        except Refused as refusal:
            reasons.append(str(refusal))
    raise exhausted(job, reasons)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path, help="test sets that Vantage made")
    parser.add_argument("--task", action="append", choices=tasks.names(), required=True)
    parser.add_argument("--n", type=int, default=2_000, help="drafts of each task")
    parser.add_argument("--seed", type=int, default=0, help="of the streams")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    tests = of_tests(options.data)
    print(f"{len(tests):,} situations in the test sets\n{'task':22} {'drafts':>9} {'situations':>11} {'in a test':>10}")
    leaked = 0
    for task in options.task:
        seen = [one for some in parallel.map_ordered(drafted, jobs(task, options.n, options.seed), options.workers)
                for one in some]  # fmt: skip
        leaked += len(tests & set(seen))
        print(f"{task:22} {len(seen):9,} {len(set(seen)):11,} {len(tests & set(seen)):10}", flush=True)
    sys.exit(1 if leaked else 0)
