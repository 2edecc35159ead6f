"""What a request costs the client, beside bare aiohttp and Inspect; how near the ideal rate is; memory of a long run.

    python -m benchmarks.asking                  everything (under ten minutes)
    python -m benchmarks.asking --part cpu       CPU per request with two pictures of 42 KB, at 32 and 128 under way
    python -m benchmarks.asking --part rate      requests per second where the server takes 200 ms
    python -m benchmarks.asking --part memory    peak memory of 20,000 requests

Each client runs in a process of its own and the mock server in another, so that only the client is measured: its CPU
time from the first request to the last, start-up left out; the median of repeated runs, since machines are noisy.
`aiohttp` encodes, asks and writes a line, and does nothing else. Inspect is measured as it comes (without its display)
and tuned: pictures and events kept out of its log. The rate means something on an otherwise idle machine alone.
"""

import argparse
import asyncio
import base64
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.mock_server import process

PICTURES = 48  # different ones, of 118 x 118 random pixels: 42 KB as PNG
CPU, TIMES, RATE, LATENCY, MEMORY = 3.0, 10.0, 0.85, 0.2, 250.0  # what is wanted: ms, times, share, s, MB

Figures = dict[str, float]


def make_data(folder: Path, n: int) -> None:
    import io

    from PIL import Image

    from vantage import seeds
    from vantage.data import dataset
    from vantage.item import Choice, Item, Option

    rng = seeds.generator("benchmark", "engine")
    pool = []
    for _ in range(PICTURES):
        out = io.BytesIO()
        Image.fromarray(rng.integers(0, 256, (118, 118, 3), dtype="uint8")).save(out, "PNG")
        pool.append(out.getvalue())

    def items() -> Iterator[Item]:
        options = tuple(Option(side) for side in ("left", "right", "front", "behind"))
        for number in range(n):
            pair = tuple(pool[int(place)] for place in rng.integers(0, PICTURES, 2))
            question = (
                f"Question {number}: seen from the first picture <image>, where is the camera of the second <image>?"
            )
            name = f"bench/camera/all-s0/{number:06d}"
            yield Item(name, "bench", "camera", 1, "test", str(number), question, pair, options, Choice("A"), {})

    header = {"suite": "bench", "title": "For the engine benchmark.", "size": "all", "seed": 0, "licence": "cc0-1.0"}
    dataset.write(folder, header, items())


def ask_vantage(url: str, data: Path, n: int, concurrency: int, out: Path) -> Figures:
    import aiohttp  # noqa: F401  imported before the clock starts, as everyone's imports are

    from vantage import models
    from vantage.data import dataset
    from vantage.item import Condition
    from vantage.running.run import run
    from vantage.running.sample import Selection

    loaded = dataset.load(data)
    model = models.get("openai/mock", models.Settings(base_url=url))
    started = _clock()
    asked = run(loaded, model, [Condition()], out, selection=Selection(limit=n), concurrency=concurrency)
    return _figures(started, asked)


def ask_aiohttp(url: str, data: Path, n: int, concurrency: int, out: Path) -> Figures:
    import aiohttp

    from vantage.data import dataset

    items = [(item.question, item.images) for item, _ in zip(dataset.load(data).items(), range(n))]

    async def ask(session: aiohttp.ClientSession, waiting: Iterator[tuple[str, tuple[bytes, ...]]]) -> None:
        for question, pictures in waiting:
            urls = ["data:image/png;base64," + base64.b64encode(picture).decode() for picture in pictures]
            content = [
                {"type": "text", "text": question},
                *({"type": "image_url", "image_url": {"url": u}} for u in urls),
            ]
            body = {"model": "mock", "messages": [{"role": "user", "content": content}]}
            async with session.post(f"{url}/chat/completions", json=body) as response:
                reply = await response.json()
            log.write(json.dumps(reply["choices"][0]["message"]) + "\n")
            log.flush()

    async def ask_all() -> None:
        waiting = iter(items)
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            await asyncio.gather(*(ask(session, waiting) for _ in range(concurrency)))

    started = _clock()
    with out.open("w") as log:
        asyncio.run(ask_all())
    return _figures(started, n)


def ask_inspect(url: str, data: Path, n: int, concurrency: int, out: Path, **tuning: object) -> Figures:
    os.environ.update(MOCK_BASE_URL=url, MOCK_API_KEY="none")
    import openai  # noqa: F401
    from inspect_ai import Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageUser, ContentImage, ContentText
    from inspect_ai.scorer import includes
    from inspect_ai.solver import generate

    from vantage.data import dataset

    samples = []
    for item, _ in zip(dataset.load(data).items(), range(n)):
        urls = ["data:image/png;base64," + base64.b64encode(picture).decode() for picture in item.images]
        parts = [ContentText(text=item.question), *(ContentImage(image=url) for url in urls)]
        samples.append(Sample(input=[ChatMessageUser(content=parts)], target="1", id=item.id))
    task = Task(dataset=samples, solver=generate(), scorer=includes())
    started = _clock()
    logs = eval(
        task,
        model="openai-api/mock/mock",
        display="none",
        log_dir=str(out),
        max_connections=concurrency,
        max_samples=concurrency,
        **tuning,
    )
    if logs[0].status != "success":
        raise SystemExit(f"Inspect ended with {logs[0].status}: {logs[0].error}")
    return _figures(started, n)


def ask_inspect_tuned(url: str, data: Path, n: int, concurrency: int, out: Path) -> Figures:
    quiet = {"log_images": False, "log_realtime": False, "log_model_api": False, "log_buffer": 10_000}
    return ask_inspect(url, data, n, concurrency, out, **quiet, score_display=False)


CLIENTS = {
    "vantage": ask_vantage,
    "aiohttp": ask_aiohttp,
    "Inspect tuned": ask_inspect_tuned,
    "Inspect": ask_inspect,
}


def _clock() -> tuple[float, float]:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime, time.monotonic()


def _figures(started: tuple[float, float], n: int) -> Figures:
    cpu, wall = (now - then for now, then in zip(_clock(), started))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"cpu": 1000 * cpu / n, "rate": n / wall, "peak": peak, "n": n}


def _child(*arguments: object) -> str:
    command = [sys.executable, "-m", "benchmarks.asking", *map(str, arguments)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def measure(client: str, url: str, data: Path, n: int, concurrency: int) -> Figures:
    """Return what one run of a client costs, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        said = _child("--client", client, url, data, n, concurrency, Path(folder, "out"))
    figures: Figures = json.loads(said.splitlines()[-1])
    if figures["n"] != n:
        raise SystemExit(f"{client} asked {figures['n']:.0f} of {n} requests")
    return figures


def cpu(data: Path, n: int, repeats: int, clients: list[str]) -> None:
    print(f"{'client':14} {'under way':>9} {'CPU ms a request':>17} {'range':>13} {'times ours':>10} {'peak MB':>8}")
    for concurrency in (32, 128):
        ours = 0.0
        for client in clients:
            count = n // 4 if "Inspect" in client else n
            with process() as url:
                runs = [measure(client, url, data, count, concurrency) for _ in range(repeats)]
            costs = [run["cpu"] for run in runs]
            middle = statistics.median(costs)
            ours = ours or middle
            spread, peak = f"{min(costs):.2f}–{max(costs):.2f}", max(run["peak"] for run in runs)
            print(
                f"{client:14} {concurrency:9} {middle:17.2f} {spread:>13} {middle / ours:10.1f} {peak:8.0f}", flush=True
            )
    print(f"wanted: ours at most {CPU:g} ms, and Inspect tuned at least {TIMES:g} times as much\n")


def rate(data: Path, n: int, repeats: int) -> None:
    ideal = 32 / LATENCY
    print(f"{'client':14} {'under way':>9} {'requests/s':>11} {'range':>13} {'of ideal':>9} {'load':>6}")
    for client in ("vantage", "aiohttp"):
        with process("--latency", str(LATENCY)) as url:
            rates = [measure(client, url, data, n, 32)["rate"] for _ in range(repeats)]
        middle, spread = statistics.median(rates), f"{min(rates):.0f}–{max(rates):.0f}"
        print(
            f"{client:14} {32:9} {middle:11.1f} {spread:>13} {middle / ideal:9.0%} {os.getloadavg()[0]:6.1f}",
            flush=True,
        )
    print(f"wanted: ours at least {RATE:.0%} of {ideal:g} requests/s, on an otherwise idle machine\n")


def memory(folder: Path, n: int) -> None:
    _child("--make", folder / "long", n)
    with process() as url:
        figures = measure("vantage", url, folder / "long", n, 64)
    print(f"{n:,} requests: peak {figures['peak']:.0f} MB, {figures['cpu']:.2f} ms CPU each (wanted: {MEMORY:g} MB)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=("cpu", "rate", "memory"), help="only this (default: all)")
    parser.add_argument("--only", action="append", choices=CLIENTS, help="only these clients' CPU; ours comes first")
    parser.add_argument("--n", type=int, default=1_600, help="requests a run; Inspect gets a quarter")
    parser.add_argument("--long", type=int, default=20_000, help="requests of the memory part")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--client", nargs=6, help=argparse.SUPPRESS)
    parser.add_argument("--make", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.make:
        make_data(Path(options.make[0]), int(options.make[1]))
    elif options.client:
        client, url, data, n, concurrency, out = options.client
        print(json.dumps(CLIENTS[client](url, Path(data), int(n), int(concurrency), Path(out))))
    else:
        with tempfile.TemporaryDirectory() as folder:
            _child("--make", f"{folder}/short", options.n)
            if options.part in (None, "cpu"):
                cpu(Path(folder, "short"), options.n, options.repeats, options.only or list(CLIENTS))
            if options.part in (None, "rate"):
                rate(Path(folder, "short"), options.n, options.repeats)
            if options.part in (None, "memory"):
                memory(Path(folder), options.long)


if __name__ == "__main__":
    main()
