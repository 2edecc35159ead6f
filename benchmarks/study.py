"""Three hundred people at once: how long does an answer take to be acknowledged, and is each one stored?

    python -m benchmarks.study                       SQLite
    python -m benchmarks.study --postgres            a PostgreSQL cluster of its own, killed and restarted half-way

Each simulated person fetches the five pictures (40 KB each) of a question, thinks for two seconds, answers, and waits
for the acknowledgement; what fails is sent again under the same id, as the page does. The server is a process as
`vantage study serve` starts it; the people share its cores. Everything stays on 127.0.0.1.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from tests import studies
from tests.fabricated import data_set
from tests.postgres import Cluster
from vantage import seeds
from vantage.item import LETTERS, Choice, Item, Option
from vantage.study import database

PAUSE = 2.0
KILOBYTES = 40
SLOWEST, P99 = 2.0, 0.150
DOWN = 2.0  # seconds that the database stays away


def picture(rng: np.random.Generator) -> bytes:
    """Return a picture of about 40 KB."""
    file = io.BytesIO()
    Image.fromarray(rng.integers(0, 256, (224, 224, 3), dtype=np.uint8)).save(file, "JPEG", quality=86)
    return file.getvalue()


def items(number: int) -> Iterator[Item]:
    rng = seeds.generator("benchmark study")
    for index in range(number):
        options = tuple(Option(image=picture(rng)) for _ in range(4))
        yield Item(
            f"load/look/x-s0/{index:06d}", "load", "look", 1, "test", f"s{index}", "Which one?\n<image>",
            (picture(rng),), options, Choice(LETTERS[index % 4]), {"index": index},
        )  # fmt: skip


@dataclass
class Found:
    """What the load generator saw."""

    latencies: list[tuple[float, float]] = field(default_factory=list)  # when first sent, seconds to acknowledgement
    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict)
    again: int = 0  # requests that were sent again
    pictures: int = 0
    bytes: int = 0


class Line:
    """One connection, opened again when it breaks."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, bytes]:
        """Return the status and body of a reply; 0 if there was none."""
        raw = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {len(raw)}\r\n"
        )
        head += f"authorization: Bearer {token}\r\n\r\n"
        try:
            if self.streams is None:
                self.streams = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self.streams
            writer.write(head.encode() + raw)
            lines = (await reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
            length = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
            return int(lines[0].split()[1]), await reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError):
            self.streams = None
            return 0, b""


async def person(port: int, until: float, rng: random.Random, found: Found) -> None:
    """Answer until the time is up."""
    line, seen = Line(port), set[str]()
    await asyncio.sleep(rng.uniform(0, PAUSE))
    _, reply = await line.ask("POST", "/api/begin", body={})
    token = json.loads(reply)["token"]
    _, reply = await line.ask("GET", "/api/session", token)
    version = json.loads(reply)["consent"]["version"]
    _, reply = await line.ask("POST", "/api/consent", token, {"agree": True, "version": version})
    steps = {step["place"]: step for step in json.loads(reply)["steps"]}
    place = 0
    while place in steps and time.monotonic() < until:
        step = steps.pop(place)
        for address in (*step["pictures"], *(one["picture"] for one in step["options"])):
            if address not in seen:
                status, data = await line.ask("GET", f"/{address}")
                assert status == 200, (status, address)
                seen.add(address)
                found.pictures += 1
                found.bytes += len(data)
        await asyncio.sleep(PAUSE)
        body = {"place": place, "id": rng.randbytes(12).hex(), "text": rng.choice("ABCD"), "milliseconds": 2000.0}
        told = await insisted(line, token, {**body, "have": max(steps, default=place)}, found)
        found.acknowledged[token, place] = body["id"]
        steps |= {one["place"]: one for one in told.get("steps", ())}
        place += 1


async def insisted(line: Line, token: str, body: dict[str, Any], found: Found) -> dict[str, Any]:
    """Send an answer until it is acknowledged, and note how long that took."""
    begun = time.monotonic()
    for attempt in range(1000):
        status, reply = await line.ask("POST", "/api/answer", token, body)
        if status == 200:
            found.latencies.append((begun, time.monotonic() - begun))
            return dict(json.loads(reply))
        assert status in (0, 429, 503), (status, reply)
        found.again += 1
        await asyncio.sleep(min(2.0, 0.25 * 2 ** min(attempt, 3)))
    raise AssertionError("the server never came back")


async def load(port: int, people: int, seconds: float, cluster: Cluster | None) -> tuple[Found, list[float]]:
    """Return what the people saw, and when the database went and came back."""
    found, begun = Found(), time.monotonic()
    outage: list[float] = []

    async def accident() -> None:
        await asyncio.sleep(seconds / 2)
        outage.append(time.monotonic())
        await asyncio.to_thread(cluster.kill)
        await asyncio.sleep(DOWN)
        await asyncio.to_thread(cluster.start)
        outage.append(time.monotonic())

    tasks = [person(port, begun + seconds, random.Random(n), found) for n in range(people)]
    await asyncio.gather(*tasks, *([accident()] if cluster else []))
    return found, outage


def report(found: Found, outage: list[float], study: Path, url: str, seconds: float, cpu: float) -> bool:
    """Print what was seen; return whether it is what is promised."""
    calm = [took for at, took in found.latencies if not (outage and outage[0] - SLOWEST < at < outage[1] + 1)]
    p50, p99, worst = np.quantile(calm, [0.5, 0.99, 1.0])
    db = database.connect(study, url)
    stored = {(token, place): id for token, place, id in db.rows(
        "SELECT p.token, a.place, a.id FROM answers a JOIN people p ON p.number = a.person")}  # fmt: skip
    db.close()
    from vantage.study.sessions import digest

    lost = sum(stored.get((digest(token), place)) != id for (token, place), id in found.acknowledged.items())
    extra = len(stored) - len(found.acknowledged)
    rate = len(found.acknowledged) / seconds
    print(
        f"{len(found.acknowledged):,} answers acknowledged ({rate:.0f} a second), {len(stored):,} stored, {lost} lost,"
    )
    print(f"{extra} stored but not acknowledged; {found.pictures:,} pictures, {found.bytes / 1e6:,.0f} MB")
    print(f"an answer takes {p50 * 1000:.1f} ms (median), {p99 * 1000:.1f} ms (99%), {worst * 1000:.0f} ms (slowest)")
    print(f"over {len(calm):,} answers; the server used {cpu / seconds:.2f} of a core")
    if outage:
        late = [took for at, took in found.latencies if outage[0] - SLOWEST < at < outage[1] + 1]
        print(f"the database was away for {outage[1] - outage[0]:.1f} s: {len(late):,} answers were sent meanwhile,")
        print(f"{found.again:,} requests were sent again; the slowest was acknowledged after {max(late):.1f} s")
    return lost == 0 and extra == 0 and p99 < P99 and worst < SLOWEST


def cpu_of(process: subprocess.Popen[str]) -> float:
    """Return the processor seconds that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


@contextmanager
def database_for(postgres: bool) -> Iterator[Cluster | None]:
    if not postgres:
        yield None
        return
    with Cluster() as cluster:
        yield cluster


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--postgres", action="store_true")
    given = parser.parse_args()
    home = Path(tempfile.mkdtemp(prefix="vantage-study-"))
    try:
        data_set(home / "data", items(int(given.seconds / PAUSE) + 5))
        open_page = (r"^ahead = 3", "ahead = 3")
        studies.made(home, edits=(*studies.PLAIN, open_page), people=given.people)
        with database_for(given.postgres) as cluster:
            url = cluster.url if cluster else ""
            with studies.served(home / "study", **({"VANTAGE_STUDY_DATABASE": url} if url else {})) as server:
                before = cpu_of(server.process)
                found, outage = asyncio.run(load(server.port, given.people, given.seconds, cluster))
                cpu = cpu_of(server.process) - before
                server.kill(signal.SIGTERM)
            kind = "PostgreSQL" if cluster else "SQLite"
            print(f"{kind}: {given.people} people for {given.seconds:.0f} s")
            good = report(found, outage, home / "study", url, given.seconds, cpu)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
