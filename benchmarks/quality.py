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
from itertools import islice
from pathlib import Path

from tests.brute_force import disagreements
from vantage import check, make, tasks
from vantage.attacks import shortcuts
from vantage.suite import Suite

FILE = Path(__file__).parent.parent / "docs" / "quality.json"
BRUTE = 2_000


def examine(name: str, n: int, pixels: int, workers: int) -> dict[str, object]:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite("quality", name, pixels, {name: {}}, {}, "")
        data = make.make(suite, Path(folder, "set"), n=n, workers=workers)
        attempts = sum(shard["attempts"][name] for shard in data.manifest["shards"])
        verdicts = check.check(data, workers)
        brute = list(disagreements(islice(data.head(), BRUTE)))
        attacks = shortcuts.attack(data, workers)
    print(f"{name}: {time.monotonic() - started:.0f} s", *map(str, attacks), sep="\n  ", flush=True)
    return {
        "version": tasks.get(name).version,
        "items": n,
        "pixels": pixels,
        "attempts": attempts,
        "failed": {v.check: v.failed for v in verdicts if v.failed and v.fatal},
        "checks": len(verdicts),
        "brute": {"items": min(BRUTE, n), "disagreements": len(brute)},
        "attacks": [verdict.json() for verdict in attacks],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", action="append", choices=tasks.names())
    parser.add_argument("--n", type=int, default=10_000)
    parser.add_argument("--pixels", type=int, default=256, help="of the pictures; attacks look at 96")
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    bad = False
    for name in options.task or tasks.names():
        result = examine(name, options.n, options.pixels, options.workers)
        kept = json.loads(FILE.read_text()) if FILE.exists() else {}
        FILE.write_text(json.dumps(dict(sorted({**kept, name: result}.items())), indent=1) + "\n")
        brute, attacks = result["brute"], result["attacks"]
        bad |= bool(result["failed"] or brute["disagreements"] or any(a["outcome"] == "fail" for a in attacks))
    sys.exit(bad)


if __name__ == "__main__":
    main()
