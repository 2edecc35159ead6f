"""Runs: nothing is lost, nothing is asked twice, nothing is mixed up."""

import asyncio
import errno
import io
import json
import os
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace

import pytest

import vantage
from tests import fabricated
from vantage import models, protocols, run
from vantage.item import Choice, Condition, Number
from vantage.models import Failure, Response, Settings
from vantage.rescore import score_run
from vantage.running import runs
from vantage.running.runs import Run
from vantage.running.sample import Selection
from vantage.score import Outcome

DIRECT = [Condition()]
DEFAULTS = {
    "temperature": 0.0,
    "top_p": None,
    "max_tokens": None,
    "effort": "",
    "seed": None,
    "system": "",
    "base_url": "",
    "body": "{}",
}


class Scripted:
    """Answers B, notes what it was asked, and does `then` before answer number `at`."""

    name = "scripted"
    insider = False

    def __init__(self, at=None, then=None, response=None):
        self.asked = []
        self.at, self.then = at, then
        self.response = response or Response("B", tokens_in=3, seconds=0.25)

    async def respond(self, request):
        if len(self.asked) == self.at:
            self.then()
        self.asked.append(request)
        return self.response


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "tiny")


def lines(out):
    return [json.loads(line) for line in (out / "responses.jsonl").read_text().splitlines()]


def test_a_run_holds_what_was_asked_of_whom_and_what_came_back(data, tmp_path):
    conditions = [Condition(), Condition("cot", rotation=2, repeat=1)]
    assert run.run(data, Scripted(), conditions, tmp_path / "r") == 2 * len(data)
    found = Run.read(tmp_path / "r")
    assert found.meta == {
        "format": 1,
        "vantage": vantage.__version__,
        "model": "scripted",
        "dataset": {
            "digest": data.digest,
            "suite": "made",
            "size": "tiny",
            "seed": 0,
            "items": len(data),
            "path": str(data.folder.resolve()),
        },
        "selection": {},
        "conditions": found.meta["conditions"],
        "protocols": {"cot": 1, "direct": 1},
        "settings": DEFAULTS,
    }
    assert found.conditions == tuple(conditions)
    ids = sorted(item.id for item in data.head())
    assert sorted((row["item"], row["condition"]) for row in found.responses) == [(i, c) for i in ids for c in (0, 1)]
    row = found.responses[-1]
    assert row["repeat"] == row["condition"]
    assert len(row.pop("request")) == 64
    assert {name: row[name] for name in row if name not in ("item", "condition", "repeat")} == {
        "text": "B",
        "finish": "stop",
        "tokens_in": 3,
        "tokens_out": None,
        "reasoning_tokens": None,
        "seconds": 0.25,
        "error": None,
        "attempts": 1,
        "failures": [],
        "cached": False,
    }


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


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_interrupted_run_keeps_all_and_goes_on(data, tmp_path, error):
    def stop():
        raise error

    out = tmp_path / "r"
    with pytest.raises(error):
        run.run(data, Scripted(10, stop), DIRECT, out, concurrency=1)
    before = lines(out)
    assert len(before) == 10
    model = Scripted()
    assert run.run(data, model, DIRECT, out) == len(data) - 10
    assert len(model.asked) == len(data) - 10
    assert lines(out)[:10] == before
    assert len({row["item"] for row in lines(out)}) == len(data) == len(lines(out))


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


@pytest.mark.parametrize("torn", [b'{"item": "made/tur', b"\x00\x00", b'{"item":"x","condition":0}'])
def test_a_torn_last_line_is_dropped(data, tmp_path, torn):
    out = tmp_path / "r"
    with pytest.raises(KeyboardInterrupt):
        run.run(data, Scripted(4, lambda: (_ for _ in ()).throw(KeyboardInterrupt)), DIRECT, out, concurrency=1)
    with (out / "responses.jsonl").open("ab") as log:
        log.write(torn)
    assert len(Run.read(out).responses) == 4
    assert run.run(data, Scripted(), DIRECT, out) == len(data) - 4
    assert len(lines(out)) == len(data)


def test_a_broken_line_in_the_middle_is_named(data, tmp_path):
    out = tmp_path / "r"
    run.run(data, Scripted(), DIRECT, out)
    log = out / "responses.jsonl"
    log.write_bytes(b"oops\n" + log.read_bytes())
    with pytest.raises(ValueError, match="line 1, is not a response"):
        Run.read(out)


def test_another_data_set_model_or_condition_is_refused(data, tmp_path):
    out = tmp_path / "r"
    run.run(data, Scripted(), DIRECT, out)
    other = fabricated.data_set(tmp_path / "other", fabricated.items(4))
    with pytest.raises(ValueError, match=r"another data set: made tiny, seed 0 \(.*\); give that data set"):
        run.run(other, Scripted(), DIRECT, out)
    with pytest.raises(ValueError, match="another data set"):
        score_run(out, other)
    with pytest.raises(ValueError, match='holds a run with model "scripted", not "first"'):
        run.run(data, models.get("first"), DIRECT, out)
    with pytest.raises(ValueError, match="holds a run with conditions"):
        run.run(data, Scripted(), [Condition("cot")], out)


def test_a_changed_protocol_is_refused(data, tmp_path, monkeypatch):
    run.run(data, Scripted(), DIRECT, tmp_path / "r")
    changed = replace(protocols.PROTOCOLS["direct"], version=2)
    monkeypatch.setitem(protocols.PROTOCOLS, "direct", changed)
    with pytest.raises(ValueError, match="protocol versions"):
        run.run(data, Scripted(), DIRECT, tmp_path / "r")


def test_folders_that_are_no_runs_are_refused(data, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match="holds other files and no run"):
        run.run(data, Scripted(), DIRECT, tmp_path)
    with pytest.raises(ValueError, match="is a file"):
        run.run(data, Scripted(), DIRECT, tmp_path / "notes.txt")
    with pytest.raises(ValueError, match="is not a run"):
        Run.read(tmp_path)
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "responses.jsonl").write_text("{}\n")
    with pytest.raises(ValueError, match="whose they are is lost"):
        run.run(data, Scripted(), DIRECT, tmp_path / "r")


@pytest.mark.parametrize(
    ("text", "sentence"), [("{", "is not a run file"), ('{"format": 99}', "made by a newer Vantage")]
)
def test_a_run_file_we_cannot_read_is_refused(tmp_path, text, sentence):
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(ValueError, match=sentence):
        Run.read(tmp_path)


@pytest.mark.parametrize("conditions", [[], [Condition(), Condition()]])
def test_conditions_must_be_some_and_differ(data, tmp_path, conditions):
    with pytest.raises(ValueError, match="condition"):
        run.run(data, Scripted(), conditions, tmp_path / "r")
    assert not (tmp_path / "r").exists()


def test_two_processes_on_one_run_are_refused(data, tmp_path):
    def again():
        run.run(data, Scripted(), DIRECT, tmp_path / "r")

    with pytest.raises(ValueError, match="another process is writing the run"):
        run.run(data, Scripted(3, again), DIRECT, tmp_path / "r")


def test_kill_9_loses_nothing_that_was_finished(data, tmp_path):
    code = f"""
        import asyncio
        from vantage import dataset, run
        from vantage.item import Condition
        from vantage.models import Response

        class Slow:
            name, insider = "slow", False

            async def respond(self, request):
                await asyncio.sleep(0.03)
                return Response("B")

        seen = lambda done, total: print(done, flush=True)
        run.run(dataset.load({str(data.folder)!r}), Slow(), [Condition()], {str(tmp_path / "r")!r}, concurrency=2,
                progress=seen)
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    with process:
        done = 0
        while done < 6:
            done = int(process.stdout.readline())
        process.kill()
        done = int((process.stdout.read().split() or [done])[-1])
    kept = lines(tmp_path / "r")
    assert len(kept) >= done
    model = Scripted()
    model.name = "slow"
    assert run.run(data, model, DIRECT, tmp_path / "r") == len(data) - len(kept)


def test_requests_are_in_flight_together_but_no_more_than_allowed(data, tmp_path):
    class Counting(Scripted):
        now = most = 0

        async def respond(self, request):
            self.now += 1
            self.most = max(self.most, self.now)
            await asyncio.sleep(0.001)
            self.now -= 1
            return self.response

    model = Counting()
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


def test_a_selection_is_recorded_and_a_run_can_grow(data, tmp_path):
    out = tmp_path / "r"
    assert run.run(data, Scripted(), DIRECT, out, selection=Selection(sample=9)) == 9
    assert Run.read(out).meta["selection"] == {"sample": 9}
    assert len({row["item"].split("/")[1] for row in lines(out)}) == 3
    assert run.run(data, Scripted(), DIRECT, out, selection=Selection(sample=12)) == 3
    assert Run.read(out).meta["selection"] == {"sample": 12}
    with pytest.raises(ValueError, match="holds a run over --sample 12, which --sample 9 does not contain"):
        run.run(data, Scripted(), DIRECT, out, selection=Selection(sample=9))
    with pytest.raises(ValueError, match="which --limit 30 does not contain"):
        run.run(data, Scripted(), DIRECT, out, selection=Selection(limit=30))
    assert run.run(data, Scripted(), DIRECT, out) == len(data) - 12
    assert Run.read(out).meta["selection"] == {}
    with pytest.raises(ValueError, match="holds a run over all items"):
        run.run(data, Scripted(), DIRECT, out, selection=Selection(limit=30))


def test_other_settings_are_refused_but_patience_may_change(data, tmp_path):
    out = tmp_path / "r"
    run.run(data, Scripted(), DIRECT, out, settings=Settings(max_tokens=5), selection=Selection(limit=1))
    with pytest.raises(ValueError, match="holds a run with the setting max_tokens 5, not 6; give a new folder"):
        run.run(data, Scripted(), DIRECT, out, settings=Settings(max_tokens=6))
    run.run(data, Scripted(), DIRECT, out, settings=Settings(max_tokens=5, timeout=1))
    assert Run.read(out).meta["settings"] == {
        "max_tokens": 5,
        **{k: v for k, v in DEFAULTS.items() if k != "max_tokens"},
    }


def test_a_models_own_settings_count(data, tmp_path):
    model = Scripted()
    model.settings = Settings(base_url="http://here/v1")
    run.run(data, model, DIRECT, tmp_path / "r", selection=Selection(limit=1))
    assert Run.read(tmp_path / "r").meta["settings"]["base_url"] == "http://here/v1"


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
    read = []

    class Counted:
        digest, folder, manifest, head = data.digest, data.folder, data.manifest, data.head

        def __len__(self):
            return len(data)

        def items(self):
            for item in data.items():
                read.append(item)
                yield item

    class Slow(Scripted):
        async def respond(self, request):
            self.asked.append(request)
            assert len(read) <= len(self.asked) + 3
            await asyncio.sleep(0.001)
            return self.response

    assert run.run(Counted(), Slow(), DIRECT, tmp_path / "r", concurrency=3) == len(data)


def test_only_what_is_wanted_is_read(data, tmp_path):
    read = []

    class Counted:
        digest, folder, manifest, head = data.digest, data.folder, data.manifest, data.head

        def __len__(self):
            return len(data)

        def items(self):
            for item in data.items():
                read.append(item)
                yield item

    run.run(Counted(), Scripted(), DIRECT, tmp_path / "r", selection=Selection(limit=2))
    assert len(read) == 2


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
    class Batching(Scripted):
        concurrency = 2
        now = most = 0

        async def respond(self, request):
            self.now += 1
            self.most = max(self.most, self.now)
            await asyncio.sleep(0.001)
            self.now -= 1
            return self.response

    model = Batching()
    run.run(data, model, DIRECT, tmp_path / "r", concurrency=8)
    assert model.most == 2


def test_a_long_log_is_cut_at_its_last_whole_line(data, tmp_path, monkeypatch):
    monkeypatch.setattr("vantage.running.runs.BLOCK", 7)
    out = tmp_path / "r"
    run.run(data, Scripted(), DIRECT, out, selection=Selection(limit=2))
    whole = (out / "responses.jsonl").read_bytes()
    (out / "responses.jsonl").write_bytes(whole + b'{"item": "torn' * 5)
    assert run.run(data, Scripted(), DIRECT, out, selection=Selection(limit=2)) == 0
    assert (out / "responses.jsonl").read_bytes() == whole
    (out / "responses.jsonl").write_bytes(b'{"item": "torn')
    assert run.run(data, Scripted(), DIRECT, out, selection=Selection(limit=2)) == 2


def test_a_line_that_does_not_fit_leaves_no_part_of_itself(tmp_path):
    class Full(io.FileIO):
        def write(self, data):
            super().write(data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")

    with Full(tmp_path / "log", "ab") as file:
        with pytest.raises(OSError, match="No space left"):
            runs.Log(file).write({"item": "a", "condition": 0})
        assert (tmp_path / "log").read_bytes() == b""
