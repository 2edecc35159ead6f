"""What a cluster costs and gains, and how making grows with a set.

    python benchmarks/scale.py nodes [--n 5000]     the same set here, on one Ray node and on two: CPU, time, memory
    python benchmarks/scale.py nodes --kill         and one of the two killed in the middle; all sets must be the same
    python benchmarks/scale.py memory --n 50000     the driver's peak memory at a tenth, and at all, of so many items
    python benchmarks/scale.py growth --to 100000   items, CPU-seconds, memory and bytes from 1,000 up, and of `check`

CPU-seconds are those of all processes after start-up: driver, raylets, workers. They bear a busy machine; times do not.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests import nodes

TICKS = os.sysconf("SC_CLK_TCK")
# The five tasks of dise's train12k in equal parts; and the cheapest task there is.
TRAIN12K = ("combination_3d", "projection_3d", "folding_3d", "rotation_3d", "shape_finding_3d")
CHEAPEST = ("maze",)


def suite(folder: Path, tasks: tuple[str, ...], n: int, pixels: int) -> Path:
    path = folder / f"scale{n}.toml"
    counts = "\n".join(f"{task} = {n // len(tasks)}" for task in tasks)
    named = "".join(f"[tasks.{task}]\n" for task in tasks)
    path.write_text(f"pixels = {pixels}\n{named}[sizes.s.train]\n{counts}\n")
    return path


def spent(pid: int) -> float:
    """CPU-seconds of a process and all below it, also those that have ended."""
    total = 0.0
    for one in [pid, *nodes.children(pid)]:
        try:
            cells = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, cells[11:15])) / TICKS
    return total


def digest(folder: Path) -> str:
    """Of every file, the manifest too."""
    found = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:16]


# Prints, as JSON: CPU-seconds of this process, its peak memory in MB, and seconds, all after start-up.
MAKE = """
import json, resource, sys, time
from vantage.cluster import Cluster
from vantage.making import make, suite

if __name__ == "__main__":
    path, out, address = sys.argv[1:]
    wanted = suite.get(path)
    def run(workers):
        sys.stdin.readline() if address else None
        begun, cpu = time.monotonic(), time.process_time()
        make.make(wanted, out, workers=workers)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps([time.process_time() - cpu, peak, time.monotonic() - begun]), flush=True)
    if address:
        with Cluster(address) as cluster:
            job = next(make.jobs(wanted, "s", wanted.size("s"), 1, {}))
            list(cluster.map_ordered(make.together, [job] * 4 * cluster.size))
            print("ready", flush=True)
            run(cluster)
    else:
        run(1)
"""


def here(path: Path, out: Path) -> tuple[float, float, float]:
    done = subprocess.run([sys.executable, "-c", MAKE, path, out, ""], capture_output=True, text=True, check=True)
    cpu, peak, seconds = json.loads(done.stdout)
    return cpu, peak, seconds


def there(path: Path, out: Path, count: int, kill: bool = False) -> tuple[float, float, float]:
    environment = {**os.environ, **nodes.WORDS}
    with nodes.started(count) as cluster:
        command = [sys.executable, "-c", MAKE, str(path), str(out), cluster.address]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen(command, text=True, env=environment, **pipes) as driver:
            driver.stdout.readline()
            before = spent(cluster.process.pid)
            driver.stdin.write("go\n")
            driver.stdin.flush()
            if kill:
                threading.Thread(target=killing, args=(cluster, out, path)).start()
            cpu, peak, seconds = json.loads(driver.stdout.readline())
            after = spent(cluster.process.pid)
        return cpu + after - before, peak, seconds


def killing(cluster: nodes.Nodes, out: Path, path: Path) -> None:
    """Kill a node when a half of the shards are there."""
    half = int(path.stem.removeprefix("scale")) // 250 // 2
    while len(list(out.glob("*.parquet"))) < half:
        time.sleep(0.1)
    cluster.kill(0)
    print(f"killed a node after {half} shards", flush=True)


def compare(n: int, pixels: int, kill: bool) -> None:
    print(f"{n:,} items of dise train12k's tasks at {pixels} px\n{'':24}{'CPU-s':>8}{'s':>8}{'driver MB':>11}  digest")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = suite(folder, TRAIN12K, n, pixels)
        ways = {"one process here": lambda out: here(path, out), "one node": lambda out: there(path, out, 1)}
        ways["two nodes"] = lambda out: there(path, out, 2)
        if kill:
            ways = {"one process here": ways["one process here"]}
            ways["two nodes, one killed"] = lambda out: there(path, out, 2, kill=True)
        for number, (what, way) in enumerate(ways.items()):
            cpu, peak, seconds = way(folder / str(number))
            print(f"{what:24}{cpu:8.1f}{seconds:8.1f}{peak:11.0f}  {digest(folder / str(number))}", flush=True)


def memory(n: int, pixels: int) -> None:
    print(f"peak memory of the driver, maze at {pixels} px, two nodes\n{'items':>9}{'MB':>8}")
    with tempfile.TemporaryDirectory() as name:
        for size in (n // 10, n):
            _, peak, _ = there(suite(Path(name), CHEAPEST, size, pixels), Path(name) / str(size), 2)
            print(f"{size:9,}{peak:8.0f}", flush=True)


def command(*arguments: object) -> tuple[float, float, float]:
    """Return CPU-seconds, seconds and peak memory in MB of a command of ours, with one worker."""
    begun = time.monotonic()
    pid = subprocess.Popen(
        [sys.executable, "-m", "vantage", *map(str, arguments), "--workers", "1"], stdout=subprocess.DEVNULL
    ).pid
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"{arguments} failed with status {status}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - begun, usage.ru_maxrss / 1024


def growth(largest: int, pixels: int) -> None:
    print(f"maze at {pixels} px, one process\n{'items':>9}{'make CPU-s':>12}{'s':>8}{'MB':>7}{'bytes':>14}", end="")
    print(f"{'check CPU-s':>13}{'MB':>7}")
    with tempfile.TemporaryDirectory() as name:
        size = 1_000
        while size <= largest:
            out = Path(name) / str(size)
            cpu, seconds, peak = command("make", suite(Path(name), CHEAPEST, size, pixels), "--out", out, "-q")
            held = sum(path.stat().st_size for path in out.iterdir())
            print(f"{size:9,}{cpu:12.1f}{seconds:8.0f}{peak:7.0f}{held:14,}", end="", flush=True)
            cpu, _, peak = command("check", out, "-q")
            print(f"{cpu:13.1f}{peak:7.0f}", flush=True)
            size *= 10


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["nodes", "memory", "growth"])
    parser.add_argument("--n", type=int, default=5_000)
    parser.add_argument("--to", type=int, default=100_000)
    parser.add_argument("--pixels", type=int, default=128)
    parser.add_argument("--kill", action="store_true")
    options = parser.parse_args()
    if options.what == "nodes":
        compare(options.n, options.pixels, options.kill)
    elif options.what == "memory":
        memory(options.n, options.pixels)
    else:
        growth(options.to, options.pixels)
