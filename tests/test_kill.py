"""Kill -9 at any moment, then the same command: no finished response is lost, none is asked for twice."""

import json
import multiprocessing
import time

from tests import fabricated
from tests.mock_server import MockServer
from vantage import cli, seeds

KILLS = 20
CONCURRENCY = 4
LATENCY = 0.01
# Imported once by the process that the runs are forked from, so that a start costs little.
PRELOADED = ["aiohttp", "numpy", "pyarrow.parquet", "tests.test_kill", "vantage.models.openai", "vantage.running.run"]


def command(arguments):
    cli.main(arguments)


def done(log):
    """The lines of the log that are whole."""
    return [json.loads(line) for line in log.read_bytes().split(b"\n")[:-1]] if log.exists() else []


def received(server):
    return server.counts.total()


def wait_until(condition, process):
    while not condition() and process.is_alive():
        time.sleep(0.0005)


def test_kill_9_at_twenty_moments(tmp_path, monkeypatch):
    monkeypatch.setenv("VANTAGE_CACHE", str(tmp_path / "cache"))
    data = fabricated.data_set(tmp_path / "data", fabricated.items(100, size=16))
    names = {item.images[0]: item.id for item in data.items()}
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    rng = seeds.generator("kill", 0)
    log = tmp_path / "runs" / "openai-mock" / "responses.jsonl"
    kept = []
    with MockServer(latency=LATENCY) as server:
        arguments = ["run", data.folder, "--model", "openai/mock", "--base-url", server.url, "--out", tmp_path / "runs"]
        arguments = [*map(str, arguments), "--concurrency", str(CONCURRENCY)]
        for kill in range(KILLS + 1):
            before = received(server)
            process = context.Process(target=command, args=(arguments,))
            process.start()
            if kill < KILLS:
                more = int(rng.integers(0, 12))
                wait_until(lambda: received(server) >= before + more, process)  # noqa: B023
                time.sleep(float(rng.uniform(0, 2 * LATENCY)))
                assert process.is_alive(), "the run is not over before it was killed"
                process.kill()
            process.join()
            asked_now = [names[seen.pictures[0]] for seen in server.seen[before:]]
            rows = done(log)
            assert rows[: len(kept)] == kept, "what was kept stays as it was"
            assert not {row["item"] for row in kept} & set(asked_now), "nothing finished is asked again"
            assert len(set(asked_now)) == len(asked_now)
            # A new request begins only when an older one has been written, so no more than these can be missing.
            assert len(asked_now) - CONCURRENCY <= len(rows) - len(kept) <= len(asked_now)
            assert {row["item"] for row in rows[len(kept) :]} <= set(asked_now)
            kept = rows
        assert process.exitcode == 0
    assert sorted(row["item"] for row in kept) == sorted(names.values())
    assert received(server) <= len(names) + KILLS * CONCURRENCY
    assert received(server) > len(names), "some were under way when it was killed"
