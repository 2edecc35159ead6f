"""How fast streams make items, whether memory stays flat, and what a reward costs.

    python benchmarks/stream.py                 items per CPU-second by task at 96, 224 and 384 px (--task NAME for one)
    python benchmarks/stream.py --memory 100000     peak memory while so many items go by, in ten parts
    python benchmarks/stream.py --reward        milliseconds a reply

An item's cost is all of it: drawing, both solvers, checks, PNG encoding; CPU seconds of one process on one core. Beside
it stands what Trace's generators reached for its nearest task, on the same kind of machine, at its own picture size.
"""

import argparse
import itertools
import multiprocessing
import multiprocessing.process
import resource
import time
from pathlib import Path

from vantage import seeds, tasks
from vantage.item import Choice
from vantage.training.reward import Key, reward
from vantage.training.stream import stream

SIZES = (96, 224, 384)
TRACE = {"fold_and_punch": 6.4, "folding_3d": 12.7, "projection_3d": 20.8, "maze": 9.1, "relations": 3.3}
HOMES = ("dise", "srbench", "scope", "spin")


def home(task: str) -> str:
    from vantage.making import suite

    return next((f"{name}/{task}" for name in HOMES if task in suite.get(name).tasks), "")


def rate(task: str, pixels: int, seconds: float, seed: int) -> float:
    """Return items per CPU-second, over at least so many; the first, which compile and fill tables, do not count."""
    made = stream(home(task), pixels=pixels, seed=seed, workers=1)
    items, count = iter(made), 0
    begun = time.process_time()
    list(itertools.islice(items, made.plan.block))
    while time.process_time() - begun < seconds / 2:
        list(itertools.islice(items, made.plan.block))
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds or count < made.plan.block:
        list(itertools.islice(items, made.plan.block))
        count += made.plan.block
    return count / spent


def speed(names: list[str], seconds: float) -> None:
    print(
        f"items per CPU-second of one core\n{'task':22} " + " ".join(f"{size:>6} px" for size in SIZES) + "     Trace"
    )
    for name in names:
        if home(name):
            rates = " ".join(f"{rate(name, size, seconds, size):9.1f}" for size in SIZES)
            print(f"{name:22} {rates} {TRACE.get(name, '–'):>9}", flush=True)


def peak_of(process: multiprocessing.process.BaseProcess) -> float:
    """Return the peak memory of a running process in MB, as Linux tells it; 0 elsewhere."""
    status = Path(f"/proc/{process.pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def memory(n: int, what: str, pixels: int, workers: int) -> None:
    items = iter(stream(what, pixels=pixels, workers=workers))
    print(f"peak memory in MB, {what} at {pixels} px, {workers} workers")
    print(f"{'items':>9} {'reader':>8} {'worker':>8} {'items/s':>9}")
    begun = time.monotonic()
    for part in range(1, 11):
        for _ in itertools.islice(items, n // 10):
            pass
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        worker = max(map(peak_of, multiprocessing.active_children()), default=0.0)
        print(
            f"{part * (n // 10):9,} {peak:8.0f} {worker:8.0f} {part * (n // 10) / (time.monotonic() - begun):9.1f}",
            flush=True,
        )


def rewards() -> None:
    words = [
        "arm",
        "of",
        "this",
        "solid",
        "points",
        "left",
        "up",
        "behind",
        "three",
        "cubes",
        "turn",
        "A",
        "mirror",
        "B",
    ]
    rng = seeds.generator("benchmark of rewards")
    thought = " ".join(words[int(place)] for place in rng.integers(len(words), size=1_500))
    replies = {
        "a letter": "B",
        "a tag": "<answer>B</answer>",
        "300 words aloud": f"{thought[:1_500]}\n<answer>B</answer>",
        "1,000 words of thought": f"<think>{thought[:5_000]}</think>\n<answer>B</answer>",
    }
    asked = "Which option shows the same solid as the picture, turned in space?\nAnswer with only the letter."
    key = Key("item", Choice("B"), ("left", "right", "front", "behind"), ("",) * 4, asked).text()
    print(f"{'reply':24} {'ms':>7}   paid")
    for name, text in replies.items():
        earned, begun = reward(text, key), time.process_time()
        for _ in range(200):
            reward(text, key)
        print(f"{name:24} {1000 * (time.process_time() - begun) / 200:7.2f}   {earned.total} {earned.gamed}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", action="append", choices=tasks.names())
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each figure")
    parser.add_argument("--memory", type=int, metavar="N", help="instead: peak memory over N items")
    parser.add_argument("--what", default="srbench/maze", help="with --memory: the stream")
    parser.add_argument("--pixels", type=int, default=96, help="with --memory: the pictures' size")
    parser.add_argument("--workers", type=int, default=2, help="with --memory: processes")
    parser.add_argument("--reward", action="store_true", help="instead: what a reward costs")
    options = parser.parse_args()
    if options.memory:
        memory(options.memory, options.what, options.pixels, options.workers)
    elif options.reward:
        rewards()
    else:
        speed(options.task or list(tasks.names()), options.seconds)
