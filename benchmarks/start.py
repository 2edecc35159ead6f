"""How long `vantage --help` takes, in CPU seconds, beside its limit: `python benchmarks/start.py`."""

import resource
import statistics
import subprocess
import sys

LIMIT = 0.3
REPEATS = 9


def cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def once() -> float:
    before = cpu_seconds()
    subprocess.run([sys.executable, "-m", "vantage.cli", "--help"], check=True, stdout=subprocess.DEVNULL)
    return cpu_seconds() - before


if __name__ == "__main__":
    times = [once() for _ in range(REPEATS)]
    middle = statistics.median(times)
    print(f"{'command':16} {'CPU s':>7} {'range':>13} {'limit':>6} {'ratio':>6}")
    spread = f"{min(times):.3f}–{max(times):.3f}"
    print(f"{'vantage --help':16} {middle:7.3f} {spread:>13} {LIMIT:6.2f} {middle / LIMIT:6.2f}")
