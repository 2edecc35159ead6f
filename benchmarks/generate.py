"""How fast items are made, per CPU-second, beside a peer; and how memory grows with the size of a set.

    python benchmarks/generate.py               speed (some minutes; --task NAME for one)
    python benchmarks/generate.py --pack HOME   also scenes of the things in a pack, beside those of built-in things
    python benchmarks/generate.py --memory      also peak memory of a 20,000-item set beside a 2,000-item one

An item's cost is all of it: drawing its pictures, both solvers, the checks, PNG encoding. CPU seconds of one process,
the median of repeated runs, since machines are noisy. Where a peer's speed depends on the item, so does the ratio.
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

# Items per CPU-second, slowest and fastest, as measured on the same kind of machine. SRBench's generators: mental
# rotation (matplotlib) and paper folding (Pillow, 510 x 320, a quarter to all of its two- and three-fold keys wrong).
# Trace: scenes of flat-shaded solids without textures or shadows.
MRT, FOLDING, TRACE = (0.8, 0.8), (130.0, 130.0), (3.3, 9.2)
PEERS = {"rotation_3d": MRT, "folding_3d": MRT, "mrt": MRT, "fold_and_punch": FOLDING, "paper_folding": FOLDING}
SCENES = ("relations", "orientation")  # scenes seen once; those seen from eight sides are made by the suite, not alone
PEERS |= dict.fromkeys(SCENES, TRACE)


def rate(name: str, pixels: int, n: int, begin: int, among: tuple[str, ...] = ()) -> float:
    from vantage.making import make

    started = time.process_time()
    for index in range(begin, begin + n):
        make.one(make.Order("bench", "n", 0, name, (), pixels, "test", index, among=among))
    return n / (time.process_time() - started)


def row(name: str, shown: str, pixels: int, repeats: int, n: int, among: tuple[str, ...] = ()) -> None:
    """Print the speed of a task: the median and range of repeated runs, beside a peer's where there is one."""
    rate(name, pixels, 3, 0, among)
    rates = [rate(name, pixels, n, 1000 * r, among) for r in range(1, repeats + 1)]
    middle = statistics.median(rates)
    low, high = PEERS.get(name, (0.0, 0.0))
    beside = f"{span(low, high):>9} {span(middle / high, middle / low):>9}" if low else f"{'–':>9} {'–':>9}"
    ours = f"{shown:22} {pixels:4} {1000 / middle:8.0f} {middle:12.1f} {span(min(rates), max(rates)):>15}"
    print(f"{ours} {beside}", flush=True)


def span(low: float, high: float) -> str:
    return f"{low:.1f}" if low == high else f"{low:.1f}–{high:.1f}"


def speed(names: list[str], repeats: int, n: int, pack: Path | None) -> None:
    print(f"{'task':22} {'px':>4} {'CPU-ms':>8} {'items/CPU-s':>12} {'range':>15} {'peer':>9} {'ratio':>9}")
    for name in names:
        for pixels, count in ((384, n), (120, 3 * n)):
            row(name, name, pixels, repeats, count)
        if pack and name in SCENES:
            from vantage.assets import installed

            among = tuple(model.name for model in installed.MODELS)
            row(name, f"{name}, {pack.name}", 384, repeats, n, among)


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
    parser.add_argument("--pack", type=Path, help="the folder of a pack")
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    if options.pack:
        os.environ["VANTAGE_PACKS"] = str(options.pack)  # read when assets are first asked for
    speed(options.task or list(tasks.names()), options.repeats, options.n, options.pack)
    if options.memory:
        memory(2)
