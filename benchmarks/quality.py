"""How good the items are, task by task: the contract, brute force against the keys, and every shortcut attack.

    python -m benchmarks.quality                    all tasks, 10,000 items each (hours)
    python -m benchmarks.quality --task maze        one task
    python -m benchmarks.quality --n 500            a quick look; too few items for a verdict on shortcuts

Results are kept in docs/quality.json, from which `make docs` writes docs/quality.md.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from tests.brute_force import disagreements
from vantage import check, make, tasks
from vantage.attacks import shortcuts
from vantage.suite import Suite

FILE = Path(__file__).parent.parent / "docs" / "quality.json"
BRUTE = 2_000


def sets(names: Sequence[str]) -> list[list[str]]:
    """Return the tasks in sets that are made together: those that ask about the same scenes."""
    shared: dict[str, list[str]] = {}
    for name in names:
        task = tasks.get(name)
        shared.setdefault(task.scenes if task.family > 1 else name, []).append(name)
    return list(shared.values())


def examine(names: list[str], n: int, pixels: int, workers: int) -> dict[str, dict[str, Any]]:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite("quality", names[0], pixels, {name: {} for name in names}, {}, "")
        data = make.make(suite, Path(folder, "set"), n=n, workers=workers)
        verdicts = check.check(data, workers)
        attacks = shortcuts.attack(data, workers)
        found = {}
        for name in names:
            asked = islice((item for item in data.head() if item.task == name), BRUTE)
            found[name] = {
                "version": tasks.get(name).version,
                "items": n,
                "pixels": pixels,
                "attempts": sum(shard["attempts"][name] for shard in data.manifest["shards"]),
                "failed": {v.check: v.failed for v in verdicts if v.task == name and v.failed and v.fatal},
                "checks": sum(v.task == name for v in verdicts),
                "brute": {"items": min(BRUTE, n), "disagreements": len(list(disagreements(asked)))},
                "attacks": [attack.json() for attack in attacks if attack.task == name],
            }
    print(f"{', '.join(names)}: {time.monotonic() - started:.0f} s", *map(str, attacks), sep="\n  ", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", action="append", choices=tasks.names())
    parser.add_argument("--n", type=int, default=10_000)
    parser.add_argument("--pixels", type=int, default=256, help="of the pictures; attacks look at 96")
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    bad = False
    for names in sets(options.task or tasks.names()):
        found = examine(names, options.n, options.pixels, options.workers)
        kept = json.loads(FILE.read_text()) if FILE.exists() else {}
        FILE.write_text(json.dumps(dict(sorted({**kept, **found}.items())), indent=1) + "\n")
        for result in found.values():
            failed = any(attack["outcome"] == "fail" for attack in result["attacks"])
            bad |= bool(result["failed"] or result["brute"]["disagreements"] or failed)
    sys.exit(bad)


if __name__ == "__main__":
    main()
