"""Replicas: requests go where the fewest are under way, and a server that ends or comes back costs no item anything."""

import asyncio
import contextlib
import json
import urllib.request
from collections import Counter

import pytest

from tests import fabricated
from tests.mock_server import MockServer, Reply, process
from vantage import cli, models
from vantage.item import Condition
from vantage.models import Failure, Request, Response, Settings, replicas
from vantage.models.http import HttpModel
from vantage.prompts.prompt import Message
from vantage.running import asking, run

REQUEST = Request((Message("user", ("Which?\nA. this",)),), ("item",))


def model(*urls, **settings):
    return models.get("openai/m", Settings(base_url=urls[0], replicas=urls[1:], timeout=5.0, **settings))


def together(several, times):
    async def go():
        async with several:
            return await asyncio.gather(*(several.respond(REQUEST) for _ in range(times)))

    return asyncio.run(go())


def counts(url):
    with urllib.request.urlopen(f"{url}/counts") as answer:
        return json.load(answer)["counts"]


def test_requests_go_where_the_fewest_are_under_way():
    with MockServer(latency=0.2) as slow, MockServer(latency=0.2) as other, MockServer(latency=0.2) as third:
        answers = together(model(slow.url, other.url, third.url), 9)
        assert [answer.text for answer in answers] == ["A"] * 9
        assert [server.counts["ok"] for server in (slow, other, third)] == [3, 3, 3]


def test_a_failing_server_is_left_out_and_costs_no_item_an_attempt(monkeypatch):
    monkeypatch.setattr(replicas, "PAUSE", 60.0)
    with MockServer(faults={"server": 1.0}) as ill, MockServer() as well:

        async def go(several):
            async with several:
                return [await several.respond(REQUEST) for _ in range(6)]

        answers = asyncio.run(go(model(ill.url, well.url)))
        assert all(answer.error is None for answer in answers)
        assert (ill.counts["server"], well.counts["ok"]) == (1, 6)


def test_what_is_the_items_own_fault_is_asked_of_one_server_alone():
    with (
        MockServer(script=lambda seen: Reply("refused")) as one,
        MockServer(script=lambda seen: Reply("refused")) as two,
    ):
        (answer,) = together(model(one.url, two.url), 1)
        assert answer.error.kind == "refused"
        assert one.counts["refused"] + two.counts["refused"] == 1


def test_when_all_servers_are_gone_the_failure_is_returned():
    (answer,) = together(model("http://127.0.0.1:9", "http://127.0.0.1:19"), 1)
    assert (answer.error.kind, answer.error.retry) == ("network", True)


def test_a_pause_doubles_and_one_fault_counts_once():
    lost = Response(None, "", error=Failure("network", "gone", retry=True))
    one = replicas.Replica(HttpModel("m", Settings(base_url="http://localhost:1"), models.openai.WIRE))
    for began in (0.0, 0.1, 0.2):  # three requests that were under way when the server ended
        one.note(lost, began, 0.3)
    assert (one.failures, one.due) == (1, 0.3 + replicas.PAUSE)
    assert not one.open(0.5)
    assert one.open(one.due)
    one.note(lost, one.due, one.due)
    assert one.due == 0.3 + 3 * replicas.PAUSE
    one.note(Response("A"), 9.0, 9.0)
    assert one.open(9.0)


def test_one_of_two_servers_is_killed_and_restarted_and_every_item_is_answered_once(tmp_path, monkeypatch):
    monkeypatch.setattr(replicas, "PAUSE", 0.05)
    monkeypatch.setattr(asking, "BASE_WAIT", 0.01)
    data = fabricated.data_set(tmp_path / "data", fabricated.items(per_task=80, size=32))
    with contextlib.ExitStack() as stack, contextlib.ExitStack() as doomed:
        steady = stack.enter_context(process("--latency", "0.02"))
        other = doomed.enter_context(process("--latency", "0.02"))

        def at(done, total):
            if done == 60:
                doomed.close()
            if done == 140:
                stack.enter_context(process("--latency", "0.02", "--port", other.rpartition(":")[2].partition("/")[0]))

        several = model(steady, other)
        assert run.run(data, several, [Condition()], tmp_path / "run", concurrency=8, progress=at) == 240
        lines = fabricated.lines(tmp_path / "run")
        assert Counter(line["item"] for line in lines) == Counter(item.id for item in data.head())
        assert not any(line.get("error") or line.get("failures") for line in lines)
        assert counts(other)["ok"] > 0  # since its restart


def test_the_command_takes_several_addresses_and_a_run_is_the_same_whoever_shares_it(tmp_path, capsys):
    fabricated.data_set(tmp_path / "data", fabricated.items(per_task=8, size=32))
    command = ["run", str(tmp_path / "data"), "--model", "openai/m", "--out", str(tmp_path / "runs"), "--no-cache"]
    with MockServer(latency=0.01) as one, MockServer(latency=0.01) as two:
        cli.main([*command, "--base-url", one.url, "--base-url", two.url, "--limit", "12"])
        assert (one.counts["ok"] > 0, two.counts["ok"] > 0) == (True, True)
        header = json.loads((tmp_path / "runs" / "openai-m" / "run.json").read_text())
        assert header["settings"]["base_url"] == one.url
        assert "replicas" not in header["settings"]
        cli.main([*command, "--base-url", one.url, "--limit", "12"])
        with pytest.raises(SystemExit, match="2"):
            cli.main([*command, "--base-url", one.url, "--base-url", one.url + "/"])
        assert "give each address once" in capsys.readouterr().err


def test_a_wrong_second_address_is_refused():
    with pytest.raises(ValueError, match="a base URL is like"):
        model("http://localhost:1", "nowhere")
