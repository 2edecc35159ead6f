"""How a run asks: which model gets which requests, how many at once, and none twice."""

import asyncio
import json
import os
import signal
from dataclasses import replace

import pytest

from tests import fabricated
from tests.fabricated import Scripted, lines
from vantage import models
from vantage.analysis.outcomes import score_run
from vantage.item import Choice, Condition, Number
from vantage.models import Failure, Response, Settings
from vantage.running import run
from vantage.running.sample import Selection
from vantage.scoring.score import Outcome

DIRECT = [Condition()]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "tiny")


class Counted:
    """A data set that notes what is read of it."""

    def __init__(self, data):
        self.data, self.read = data, []
        self.digest, self.folder, self.manifest, self.head = data.digest, data.folder, data.manifest, data.head

    def __len__(self):
        return len(self.data)

    def items(self):
        for item in self.data.items():
            self.read.append(item)
            yield item


class Crowded(Scripted):
    """Takes a moment for each answer, and notes how many were ever under way at once."""

    now = most = 0

    async def respond(self, request):
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.001)
        self.now -= 1
        return self.response


def test_only_insiders_are_handed_the_item(data, tmp_path):
    model = Scripted()
    run.run(data, model, DIRECT, tmp_path / "r")
    assert all(request.item is None and request.order == () for request in model.asked)
    model = Scripted()
    model.insider = True
    run.run(data, model, [Condition(rotation=1)], tmp_path / "s")
    assert all(request.order == (1, 2, 3, 0) for request in model.asked)
    assert {request.item.id for request in model.asked} == {item.id for item in data.head()}


def test_each_request_has_a_path_of_its_own(data, tmp_path):
    model = Scripted()
    run.run(data, model, [Condition(), Condition(repeat=1)], tmp_path / "r")
    assert len({request.path for request in model.asked}) == 2 * len(data)


def test_a_fault_at_the_very_last_answer_is_not_swallowed(data, tmp_path):
    def stop():
        raise RuntimeError("a fault of ours")

    with pytest.raises(RuntimeError, match="a fault of ours"):
        run.run(data, Scripted(len(data) - 1, stop), DIRECT, tmp_path / "r")


def test_ctrl_c_is_heard_even_if_the_model_never_waits(data, tmp_path):
    model = Scripted(5, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        run.run(data, model, DIRECT, tmp_path / "r")
    assert 5 <= len(lines(tmp_path / "r")) == len(model.asked) < len(data)


def test_a_finished_run_asks_nothing(data, tmp_path):
    run.run(data, Scripted(), DIRECT, tmp_path / "r")
    model = Scripted()
    assert run.run(data, model, DIRECT, tmp_path / "r") == 0
    assert not model.asked


@pytest.mark.parametrize("conditions", [[], [Condition(), Condition()]])
def test_conditions_must_be_some_and_differ(data, tmp_path, conditions):
    with pytest.raises(ValueError, match="condition"):
        run.run(data, Scripted(), conditions, tmp_path / "r")
    assert not (tmp_path / "r").exists()


def test_requests_are_in_flight_together_but_no_more_than_allowed(data, tmp_path):
    model = Crowded()
    run.run(data, model, DIRECT, tmp_path / "r", concurrency=5)
    assert model.most == 5
    with pytest.raises(ValueError, match="at least 1"):
        run.run(data, model, DIRECT, tmp_path / "r", concurrency=0)


def test_progress_counts_from_where_the_run_stood(data, tmp_path):
    seen = []
    run.run(data, Scripted(), DIRECT, tmp_path / "r", progress=lambda done, total: seen.append((done, total)))
    assert seen == [(n, len(data)) for n in range(len(data) + 1)]
    seen.clear()
    run.run(data, Scripted(), DIRECT, tmp_path / "r", progress=lambda done, total: seen.append((done, total)))
    assert seen == [(len(data), len(data))]


def test_scores_are_derived_and_can_be_made_again(data, tmp_path):
    out = tmp_path / "r"
    run.run(data, models.get("oracle"), [Condition(rotation=r) for r in range(4)], out)
    assert score_run(out, data) == {Outcome.RIGHT: 4 * len(data)}
    first = (out / "scores.jsonl").read_bytes()
    assert score_run(out, data) == {Outcome.RIGHT: 4 * len(data)}
    assert (out / "scores.jsonl").read_bytes() == first
    rows = [json.loads(line) for line in first.splitlines()]
    keys = {item.id: item.key for item in data.head()}
    assert all(row["option"] == keys[row["item"]] and row["outcome"] == "right" for row in rows)
    assert run.run(data, models.get("oracle"), [Condition(rotation=r) for r in range(4)], out) == 0


def test_failures_are_kept_apart_from_wrong_answers(data, tmp_path):
    model = Scripted()
    run.run(data, model, DIRECT, tmp_path / "r", selection=Selection(limit=1))
    model.response = Response(None, "", error=Failure("timeout", "no answer within 60 s"))
    run.run(data, model, DIRECT, tmp_path / "r")
    assert score_run(tmp_path / "r", data)[Outcome.FAILED] == len(data) - 1
    assert lines(tmp_path / "r")[-1]["error"] == {"kind": "timeout", "message": "no answer within 60 s"}


@pytest.mark.parametrize("name", models.available())
def test_every_built_in_model_runs_the_same_way_twice(data, tmp_path, name):
    for out in ("a", "b"):
        run.run(data, models.get(name), DIRECT, tmp_path / out)
    assert lines(tmp_path / "a") == lines(tmp_path / "b")


def test_settings_and_repeats_are_part_of_the_request_hash(data, tmp_path):
    hashes = set()
    for n, settings in enumerate(
        [Settings(), Settings(temperature=1.0), Settings(system="Look."), Settings(timeout=1)]
    ):
        out = tmp_path / str(n)
        conditions = [Condition(), Condition(repeat=1)]
        run.run(data, Scripted(), conditions, out, settings=settings, selection=Selection(limit=1))
        hashes |= {row["request"] for row in lines(out)}
    assert len(hashes) == 3 * 2


def test_all_rotations_are_asked_of_each_item_that_has_them(tmp_path):
    several = fabricated.items(1)
    several[1] = replace(several[1], options=several[1].options[:2], answer=Choice("A"))
    several[2] = replace(several[2], options=(), answer=Number(3.0))
    data = fabricated.data_set(tmp_path / "data", several)
    rotations = [Condition(rotation=r) for r in range(4)]
    assert run.run(data, Scripted(), rotations, tmp_path / "r") == 4 + 2 + 1
    asked = sorted(
        (several.index(next(i for i in several if i.id == row["item"])), row["condition"])
        for row in lines(tmp_path / "r")
    )
    assert asked == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0)]
    with pytest.raises(ValueError, match="too few options for the rotation"):
        run.run(data, Scripted(), [Condition(rotation=4)], tmp_path / "s")


def test_what_an_item_cannot_be_asked_is_said_before_anything_is(data, tmp_path):
    with pytest.raises(ValueError, match="has no text form"):
        run.run(data, Scripted(), [Condition(), Condition(form="text")], tmp_path / "r")
    assert not (tmp_path / "r").exists()


def test_items_are_read_no_faster_than_they_are_asked(data, tmp_path):
    counted = Counted(data)

    class Slow(Scripted):
        async def respond(self, request):
            self.asked.append(request)
            assert len(counted.read) <= len(self.asked) + 3
            await asyncio.sleep(0.001)
            return self.response

    assert run.run(counted, Slow(), DIRECT, tmp_path / "r", concurrency=3) == len(data)


def test_only_what_is_wanted_is_read(data, tmp_path):
    counted = Counted(data)
    run.run(counted, Scripted(), DIRECT, tmp_path / "r", selection=Selection(limit=2))
    assert len(counted.read) == 2


def test_a_model_is_entered_and_left_in_the_loop_that_asks_it(data, tmp_path):
    class Connected(Scripted):
        open = None

        async def __aenter__(self):
            self.open = asyncio.get_running_loop()
            return self

        async def __aexit__(self, *_):
            self.open = None

        async def respond(self, request):
            assert self.open is asyncio.get_running_loop()
            return await super().respond(request)

    model = Connected()
    run.run(data, model, DIRECT, tmp_path / "r")
    assert model.open is None


def test_a_model_says_how_many_requests_it_wants(data, tmp_path):
    model = Crowded()
    model.concurrency = 2
    run.run(data, model, DIRECT, tmp_path / "r", concurrency=8)
    assert model.most == 2
