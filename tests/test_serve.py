"""A real server: `transformers serve` with the tiny model, asked over HTTP, and the same model asked without it."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from tests import tiny_vlm
from vantage import cli
from vantage.item import Condition
from vantage.making import make, suite
from vantage.prompts.prompt import Picture, present

pytestmark = pytest.mark.torch
pytest.importorskip("torch", reason="needs the extra `local`")
pytest.importorskip("fastapi", reason="needs transformers[serving]")

PATIENCE = 180  # seconds for the server to be up on a busy machine
LENGTH = "16"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """The tiny model's folder; the tests' own environment is without network and keys."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        patch.delenv("OPENAI_API_KEY", raising=False)
        yield tiny_vlm.build(tmp_path_factory.mktemp("serve") / "tiny")


@pytest.fixture(scope="module")
def server(model):
    """The address of a server for the model, which it knows by the name of its folder."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [Path(sys.executable).with_name("transformers"), "serve", model.name]
    where = ["--host", "127.0.0.1", "--port", str(port), "--device", "cpu", "--dtype", "float32"]
    log = model.parent / "server.log"
    # One thread: the model is too small for more to help.
    how = {"cwd": model.parent, "env": {**os.environ, "OMP_NUM_THREADS": "1"}}
    with log.open("wb") as file, subprocess.Popen([*command, *where], stdout=file, stderr=file, **how) as serve:
        try:
            _wait(f"http://127.0.0.1:{port}/health", serve, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            serve.terminate()


def _wait(url, serve, log):
    for _ in range(PATIENCE * 4):
        if serve.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.25)
    pytest.fail(f"the server did not come up:\n{log.read_text()[-2000:]}")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """One item of every task of the quick suite."""
    folder = tmp_path_factory.mktemp("data") / "quick"
    return make.make(suite.get("quick"), folder, n=1, workers=1)


def run(data, name, out, *options):
    """Return the responses of a run by item, made by the command line."""
    arguments = ["run", str(data.folder), "--model", name, "--out", str(out), "--no-cache", "--max-tokens", LENGTH]
    cli.main([*arguments, *options])
    (responses,) = out.rglob("responses.jsonl")
    rows = [json.loads(line) for line in responses.read_text().splitlines()]
    assert all(row["error"] is None for row in rows), rows
    return {(row["item"], row["condition"]): row for row in rows}


def pictures(item):
    return sum(isinstance(part, Picture) for message in present(item, Condition()).messages for part in message.parts)


def test_a_real_server_and_the_model_without_it_say_the_same(data, model, server, tmp_path, capsys):
    how = ["--protocol", "direct", "--protocol", "spin", "--system", "Be brief."]
    served = run(data, f"openai/{model.name}", tmp_path / "served", "--base-url", server, *how)
    local = run(data, f"hf/{model}", tmp_path / "local", *how)
    assert len(served) == 2 * len(data) >= 28
    for key, row in served.items():
        said = {name: local[key][name] for name in ("text", "tokens_in", "tokens_out")}
        assert said == {name: row[name] for name in said}, key
    assert len({row["text"] for row in served.values()}) > 20, "a model that does not look says the same to all"
    assert {row["finish"] for row in served.values()} == {"stop", "length"}
    assert {pictures(item) for item in data.items()} >= {1, 5}


def test_what_the_server_said_is_scored_and_nothing_is_asked_twice(data, model, server, tmp_path, capsys):
    asked = f"openai/{model.name}", tmp_path / "run", "--base-url", server, "--sample", "5"
    first = run(data, *asked)
    assert len(first) == 5
    assert "unanswered" in capsys.readouterr().out
    assert run(data, *asked) == first
