"""How fast items are made, per CPU-second, beside a peer; and how memory grows with the size of a set.

    python benchmarks/generate.py              speed (some minutes; --task NAME for one)
    python benchmarks/generate.py --memory     also peak memory of a 20,000-item set beside a 2,000-item one

An item's cost is all of it: drawing its pictures, both solvers, the checks, PNG encoding. CPU seconds of one process,
the median of repeated runs, since machines are noisy.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from vantage import tasks
from vantage.making import make

# Items per CPU-second of the SRBench generators, as measured on the same kind of machine: mental rotation (matplotlib)
# and paper folding (Pillow, 510 x 320, a quarter to all of its two- and three-fold keys wrong).
MRT, FOLDING = 0.8, 130.0
PEERS = {"rotation_3d": MRT, "folding_3d": MRT, "mrt": MRT, "fold_and_punch": FOLDING, "paper_folding": FOLDING}


def rate(name: str, pixels: int, n: int, begin: int) -> float:
    started = time.process_time()
    for index in range(begin, begin + n):
        make.one(make.Order("bench", "n", 0, name, (), pixels, "test", index))
    return n / (time.process_time() - started)


def speed(names: list[str], repeats: int, n: int) -> None:
    print(f"{'task':18} {'px':>4} {'items/CPU-s':>12} {'range':>15} {'peer':>7} {'ratio':>7}")
    for name in names:
        for pixels in (384, 120):
            rate(name, pixels, 3, 0)
            count = n if pixels == 384 else 3 * n
            rates = [rate(name, pixels, count, 1000 * r) for r in range(1, repeats + 1)]
            middle, peer = statistics.median(rates), PEERS.get(name)
            beside = f"{peer:7.1f} {middle / peer:7.1f}" if peer else f"{'–':>7} {'–':>7}"
            spread = f"{min(rates):.1f}–{max(rates):.1f}"
            print(f"{name:18} {pixels:4} {middle:12.1f} {spread:>15} {beside}", flush=True)


def peak(n: int, workers: int) -> float:
    """Return the peak memory in MB of making `n` items: the process that writes, and its workers at their largest."""
    with tempfile.TemporaryDirectory() as folder:
        suite = Path(folder, "memory.toml")
        suite.write_text(f"pixels = 120\n[tasks.fold_and_punch]\n[sizes.s.test]\nfold_and_punch = {n}\n")
        arguments = ["make", str(suite), "--out", f"{folder}/set", "--workers", str(workers)]
        pid = subprocess.Popen([sys.executable, "-m", "vantage.cli", *arguments], stdout=subprocess.DEVNULL).pid
        _, status, usage = os.wait4(pid, 0)
        if status:
            raise SystemExit(f"make failed with status {status}")
        return usage.ru_maxrss / 1024


def memory(workers: int) -> None:
    few, many = peak(2_000, workers), peak(20_000, workers)
    print(f"\npeak memory of `make`, fold_and_punch at 120 px, {workers} workers (largest process)")
    print(f"{'items':>8} {'MB':>8} {'ratio':>8}\n{2000:8} {few:8.0f} {1:8.2f}")
    print(f"{20000:8} {many:8.0f} {many / few:8.2f}  (limit 1.20)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", action="append", choices=tasks.names())
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--n", type=int, default=40)
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    speed(options.task or list(tasks.names()), options.repeats, options.n)
    if options.memory:
        memory(2)
