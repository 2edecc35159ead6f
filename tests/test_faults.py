"""A run against a server that fails in every way: it completes, counts exactly, or says in one sentence why not."""

import json
import os
import socket
import subprocess
from collections import Counter

import pytest

from tests import fabricated
from tests.mock_server import MockServer, Reply
from tests.test_cli import vantage
from vantage import models
from vantage.analysis.outcomes import score_run
from vantage.item import Condition
from vantage.models import Settings
from vantage.running import run
from vantage.running.run_folder import Run
from vantage.running.tally import Tally

KEY = "sk-test-0123456789abcdef"
FAULTS = {
    "rate": 0.05,
    "server": 0.05,
    "hang": 0.02,
    "broken": 0.01,
    "empty": 0.01,
    "length": 0.01,
    "early": 0.01,
    "late": 0.01,
}
OURS = {
    "rate": "rate",
    "server": "server",
    "hang": "timeout",
    "broken": "broken",
    "early": "network",
    "late": "network",
}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "tiny")


@pytest.fixture(autouse=True)
def surroundings(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("VANTAGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setattr("vantage.running.asking.BASE_WAIT", 0.01)


def asked(capsys, data, out, url, *more):
    return vantage(
        capsys, "run", data.folder, "--model", "openai/mock", "--base-url", url, "--out", out, "--timeout", 2, *more
    )


def lines(out):
    return [json.loads(line) for line in (out / "responses.jsonl").read_text().splitlines()]


def sentence(err):
    assert "Traceback" not in err
    (line,) = err.strip().splitlines()
    assert line.startswith("Error: ")
    return line


def test_every_fault_is_survived_and_counted_exactly(data, tmp_path):
    conditions = [Condition(rotation=r, repeat=n) for r in range(4) for n in range(3)]
    tally = Tally()
    with MockServer(faults=FAULTS, latency=0.002) as server:
        model = models.get("openai/mock", Settings(base_url=server.url, timeout=3))
        run.run(data, model, conditions, tmp_path / "r", tally=tally)
    rows = lines(tmp_path / "r")
    keys = Counter((row["item"], row["condition"]) for row in rows)
    assert keys == Counter((item.id, n) for item in data.head() for n in range(len(conditions)))
    expected = Counter()
    for kind, n in server.counts.items():
        if kind in OURS:
            expected[OURS[kind]] += n
    assert all(server.counts[kind] for kind in FAULTS), "every fault came up"
    assert Counter(kind for row in rows for kind in row["failures"]) == expected == tally.failures
    assert sum(row["attempts"] for row in rows) == server.counts.total() == tally.requests
    assert sum(row["text"] == "" for row in rows) == server.counts["empty"]
    assert sum(row["finish"] == "length" for row in rows) == server.counts["length"]
    assert sum(row["error"] is not None for row in rows) == tally.failed
    assert score_run(tmp_path / "r", data).total() == len(rows)


def test_items_that_fail_for_good_have_one_outcome_each(data, tmp_path):
    # The first is answered: a server that has never answered anything ends the run instead.
    first = lambda seen: "A" if seen.number == 0 else None  # noqa: E731
    with MockServer(faults={"refused": 0.3, "server": 0.6}, script=first) as server:
        model = models.get("openai/mock", Settings(base_url=server.url))
        run.run(data, model, [Condition()], tmp_path / "r", retries=2, concurrency=1)
    rows = lines(tmp_path / "r")
    assert len({row["item"] for row in rows}) == len(rows) == len(data)
    bad = Counter(row["error"]["kind"] for row in rows if row["error"])
    assert bad["refused"] == server.counts["refused"]
    assert Counter(kind for row in rows for kind in row["failures"]) == {
        kind: server.counts[kind] for kind in ("refused", "server")
    }


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"key": "sk-another"}, "OPENAI_API_KEY"),
        ({"models": ("others",)}, "The model `mock` does not exist"),
        ({"images": False}, "image input is not supported"),
        ({"faults": {"refused": 1.0}}, "maximum context length exceeded"),
    ],
    ids=["key", "model", "images", "refused"],
)
def test_what_cannot_work_is_said_in_one_sentence(capsys, data, tmp_path, how, words):
    with MockServer(**how) as server:
        code, _, err = asked(capsys, data, tmp_path / "runs", server.url)
    assert code == 2
    assert words in sentence(err)
    assert "0 of 36 responses are kept" in err
    assert server.counts.total() <= 32, "it stops early"
    assert not lines(tmp_path / "runs" / "openai-mock")
    with MockServer() as server:
        # The port differs, so the address is part of what changed; but nothing was kept of another.
        assert asked(capsys, data, tmp_path / "runs", server.url)[0] == 0
    assert Run.read(tmp_path / "runs" / "openai-mock").header.settings["base_url"] == server.url
    code, _, err = asked(capsys, data, tmp_path / "runs", "http://localhost:1/v1")
    assert f"holds a run with the setting base_url {server.url}, not http://localhost:1/v1" in sentence(err)


def test_a_mended_server_goes_on(capsys, data, tmp_path):
    with MockServer(script=lambda seen: Reply("key") if 10 <= seen.number < 40 else None) as server:
        code, _, err = asked(capsys, data, tmp_path / "runs", server.url, "--concurrency", 1)
        assert (code, "10 of 36 responses are kept" in sentence(err)) == (2, True)
        server.script = None
        code, out, _ = asked(capsys, data, tmp_path / "runs", server.url, "--concurrency", 1)
    assert code == 0
    assert "openai-mock" in out
    assert server.counts["ok"] == len(data)


def test_no_network_is_said_in_one_sentence(capsys, data, tmp_path):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        code, _, err = asked(capsys, data, tmp_path / "a", f"http://127.0.0.1:{port}/v1")
    assert code == 2
    assert f"no answer from 127.0.0.1:{port}" in sentence(err)
    code, _, err = asked(capsys, data, tmp_path / "b", "http://no-such-host.invalid/v1")
    assert code == 2
    assert "no-such-host.invalid" in sentence(err)


def test_a_full_disk_is_said_in_one_sentence(capsys, data, tmp_path):
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12k", "tmpfs", str(small)], capture_output=True)
    if mounted.returncode:
        pytest.skip("this machine does not let tests mount a file system")
    try:
        with MockServer() as server:
            code, _, err = asked(capsys, data, small / "runs", server.url)
            assert code == 1
            assert "no space is left on the disk" in sentence(err)
            kept = lines(small / "runs" / "openai-mock")
            assert 0 < len(kept) < len(data)
            subprocess.run(["mount", "-o", "remount,size=8m", str(small)], check=True)
            assert asked(capsys, data, small / "runs", server.url)[0] == 0
        rows = lines(small / "runs" / "openai-mock")
        assert rows[: len(kept)] == kept
        assert len({row["item"] for row in rows}) == len(rows) == len(data)
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_the_key_is_written_nowhere(capsys, data, tmp_path):
    said = ""
    with MockServer(faults={**FAULTS, "refused": 0.1, "hang": 0.0}, script=None) as server:
        for out, more in (("a", ["--retries", 0]), ("b", ["--retry-failed"]), ("c", ["--dry-run"])):
            said += "".join(map(str, asked(capsys, data, tmp_path / out, server.url, *more)))
        assert any(KEY in seen.headers["Authorization"] for seen in server.seen), "it was sent"
    with MockServer(key="sk-another") as server:  # repeats the key that it refuses
        said += "".join(map(str, asked(capsys, data, tmp_path / "d", server.url)))
    assert KEY not in said
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {"run.json", "responses.jsonl", "scores.jsonl", "responses-1.sqlite"}
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


# Neither of a known form nor in the environment, a form that keys have, and the one that the environment holds.
SECRETS = ("correct-horse-battery", "sk-live-0123456789abcdefGHIJ", KEY)
BODIES = {
    "named": lambda secret: json.dumps({"api_key": secret}),
    "inside": lambda secret: json.dumps({"extra": [{"headers": {"Authorization": f"Bearer {secret}"}}]}),
    "cut off": lambda secret: f'{{"api_key": "{secret}"',
    "a list": lambda secret: json.dumps([secret]),
    "unnamed": lambda secret: json.dumps({"user": secret}),
}
HIDDEN = [(secret, form) for secret in SECRETS for form in BODIES if (secret, form) != (SECRETS[0], "unnamed")]


@pytest.mark.parametrize(("secret", "form"), HIDDEN)
@pytest.mark.parametrize("command", ["run", "baseline", "export"])
def test_a_key_in_the_body_is_written_nowhere(capsys, data, tmp_path, command, secret, form):
    body = BODIES[form](secret)
    arguments = {
        "run": ["run", data.folder, "--model", "openai/mock", "--out", tmp_path / "out"],
        "baseline": ["run", data.folder, "--model", "random", "--out", tmp_path / "out"],
        "export": ["export", data.folder, "--batch", tmp_path / "out", "--model", "openai/mock"],
    }[command]
    with MockServer() as server:
        code, out, err = vantage(capsys, *arguments, "--base-url", server.url, "--body", body)
    assert (code, server.seen) == (2, [])
    assert secret not in out + err
    assert len(err.splitlines()) == 1
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]


def test_a_key_that_an_older_run_holds_goes_no_further(capsys, data, tmp_path):
    out = tmp_path / "out"
    vantage(capsys, "run", data.folder, "--model", "random", "--out", out)
    folder = out / "random"
    meta = json.loads((folder / "run.json").read_text())
    meta["settings"]["body"] = json.dumps({"api_key": SECRETS[0]})
    (folder / "run.json").write_text(json.dumps(meta))
    said = "".join(map(str, vantage(capsys, "report", folder, "--out", tmp_path / "report.html")))
    said += "".join(map(str, vantage(capsys, "run", data.folder, "--model", "random", "--out", out)))
    assert SECRETS[0] not in said + (tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    "body",
    [
        {"max_tokens": 5, "eos_token_id": 2, "prompt_cache_key": "spatial-2025", "user": "somebody"},
        {"response_format": {"type": "json_schema", "json_schema": {"properties": {"key": {"type": "string"}}}}},
        {"chat_template_kwargs": {"enable_thinking": True}, "token": True, "stop": ["</answer>"]},
    ],
)
def test_a_body_without_a_key_is_taken(body):
    assert json.loads(Settings(body=json.dumps(body)).body) == body


def test_budgets_stop_cleanly_and_the_same_command_goes_on(capsys, data, tmp_path):
    with MockServer() as server:
        code, out, err = asked(capsys, data, tmp_path / "runs", server.url, "--max-requests", 10)
        assert (code, err) == (0, "")
        assert "stopped at --max-requests 10 with 26 of 36 left; the same command with a larger limit" in out
        assert server.counts.total() == 10
        code, out, _ = asked(capsys, data, tmp_path / "runs", server.url, "--max-requests", 100)
        assert (code, "stopped" in out) == (0, False)
        assert server.counts.total() == len(data)
        code, _, err = asked(capsys, data, tmp_path / "more", server.url, "--max-cost", 1)
        assert "no price is known for openai/mock, so --max-cost cannot be kept" in sentence(err)
        prices = tmp_path / "prices.toml"
        prices.write_text('[[prices]]\n[prices.models]\n"openai/mock" = [1000, 1000]\n')
        more = ["--prices", prices, "--no-cache", "--concurrency", 1]
        code, out, _ = asked(capsys, data, tmp_path / "more", server.url, "--max-cost", 5, *more)
        assert (code, "stopped at --max-cost 5 with" in out) == (0, True)
    spent = sum(row["tokens_in"] + row["tokens_out"] for row in lines(tmp_path / "more" / "openai-mock")) / 1000
    assert 0 < spent <= 5


def test_a_dead_address_is_an_error_however_few_are_asked(capsys, data, tmp_path):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/v1"
        for _ in range(2):
            code, _, err = asked(capsys, data, tmp_path / "runs", url, "--limit", 2)
            assert (code, "0 of 2 responses are kept" in sentence(err)) == (2, True)
    assert not lines(tmp_path / "runs" / "openai-mock")


def test_a_dry_run_sends_nothing_and_estimates(capsys, data, tmp_path):
    with MockServer() as server:
        more = ["--dry-run", "--circular", "--sample", 10, "--protocol", "direct", "--protocol", "cot"]
        code, out, _ = asked(capsys, data, tmp_path / "runs", server.url, *more)
    assert code == 0
    assert not server.counts
    assert not (tmp_path / "runs").exists()
    assert out.startswith("openai/mock: 80 requests, about ")
    assert "at a price that is not known (give one with --prices FILE)" in out
    assert "512-px tiles" in out
    code, out, _ = vantage(capsys, "run", data.folder, "--model", "openai/gpt-4o", "--dry-run", "--max-tokens", 100)
    # Five pictures of one tile each and less than a hundred tokens of text; 36 answers of 100 tokens.
    tokens_in = int(out.split("about ")[1].split()[0])
    assert 36 * 5 * 255 < tokens_in < 36 * (5 * 255 + 100)
    assert "and 3600 out" in out
    assert f"for about ${(2.5 * tokens_in + 10 * 3600) / 1e6:.2f}" in out


def test_conditions_are_crossed(capsys, data, tmp_path):
    with MockServer() as server:
        more = ["--protocol", "direct", "--protocol", "cot", "--max-side", 0, "--max-side", 32, "--repeats", 2]
        more += ["--images", "first", "--limit", 2, "--temperature", "default", "--seed", 7, "--max-tokens", 50]
        assert asked(capsys, data, tmp_path / "runs", server.url, *more)[0] == 0
    found = Run.read(tmp_path / "runs" / "openai-mock")
    assert len(found.conditions) == 8
    assert {(c.protocol, c.max_side, c.repeat, c.images) for c in found.conditions} == {
        (p, s, r, "first") for p in ("direct", "cot") for s in (0, 32) for r in (0, 1)
    }
    assert server.counts == {"ok": 16}, "repeats are asked again, not taken from the cache"
    assert all(seen.body["seed"] == 7 and "temperature" not in seen.body for seen in server.seen)


def test_the_cache_is_used_unless_told_otherwise(capsys, data, tmp_path):
    with MockServer() as server:
        for out, more, sent in (("a", [], 36), ("b", [], 36), ("c", ["--no-cache"], 72), ("d", ["--top-p", 0.5], 108)):
            code, said, _ = asked(capsys, data, tmp_path / out, server.url, *more)
            assert (code, server.counts.total()) == (0, sent)
            assert ("36 of them from the cache (--no-cache asks again)" in said) == (out == "b")


def test_built_in_models_leave_the_cache_alone(capsys, data, tmp_path):
    assert vantage(capsys, "run", data.folder, "--model", "first", "--out", tmp_path / "runs")[0] == 0
    assert not (tmp_path / "cache").exists()


def test_a_plain_line_now_and_then_where_there_is_no_terminal(capsys, data, tmp_path, monkeypatch):
    monkeypatch.setattr("vantage.cli.watch.PLAIN_SECONDS", 0.0)
    with MockServer(faults={"server": 0.2}) as server:
        code, _, err = asked(capsys, data, tmp_path / "runs", server.url)
    assert code == 0
    *_, last, following = err.strip().splitlines()
    assert last.startswith("openai/mock: 36/36")
    assert following == f"next: vantage report {tmp_path / 'runs'}"
    assert f"failed attempts: {server.counts['server']} server" in last
    assert os.linesep not in last
