"""The folder of a run: nothing is lost, nothing is mixed up, and folders that are not runs are left alone."""

import dataclasses
import errno
import io
import json
import subprocess
import sys
import textwrap
from dataclasses import replace

import pytest

import vantage
from tests import fabricated
from tests.fabricated import Scripted, lines
from vantage import models
from vantage.analysis.outcomes import score_run
from vantage.item import Condition
from vantage.models import Settings
from vantage.prompts import protocols
from vantage.running import run, run_folder
from vantage.running.run_folder import Run
from vantage.running.sample import Selection

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


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "tiny")


def test_a_run_holds_what_was_asked_of_whom_and_what_came_back(data, tmp_path):
    conditions = [Condition(), Condition("cot", rotation=2, repeat=1)]
    assert run.run(data, Scripted(), conditions, tmp_path / "r") == 2 * len(data)
    found = Run.read(tmp_path / "r")
    assert json.loads((tmp_path / "r" / "run.json").read_text()) == {
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
        "conditions": [dataclasses.asdict(condition) for condition in conditions],
        "about": "",
        "imported": [],
        "protocols": {"cot": 1, "direct": 1},
        "settings": DEFAULTS,
    }
    assert found.conditions == tuple(conditions)
    ids = sorted(item.id for item in data.head())
    assert sorted(record.key for record in found.responses) == [(i, c) for i in ids for c in (0, 1)]
    row = lines(tmp_path / "r")[-1]
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
    with pytest.raises(ValueError, match="holds a run with model scripted, not first; give a new folder"):
        run.run(data, models.get("first"), DIRECT, out)
    with pytest.raises(ValueError, match="holds a run with protocol direct, not cot; give a new folder"):
        run.run(data, Scripted(), [Condition("cot")], out)
    with pytest.raises(ValueError, match="holds a run with images as_written, not none and rotation 0, not 0, 1; give"):
        run.run(data, Scripted(), [Condition(images="none"), Condition(images="none", rotation=1)], out)


def test_a_changed_protocol_is_refused(data, tmp_path, monkeypatch):
    run.run(data, Scripted(), DIRECT, tmp_path / "r")
    changed = replace(protocols.PROTOCOLS["direct"], version=2)
    monkeypatch.setitem(protocols.PROTOCOLS, "direct", changed)
    with pytest.raises(ValueError, match="the version of the protocol direct 1, not 2"):
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
    ("text", "sentence"), [("{", "is not a run file"), ('{"format": 99}', "format 99, of a newer Vantage")]
)
def test_a_run_file_we_cannot_read_is_refused(tmp_path, text, sentence):
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(ValueError, match=sentence):
        Run.read(tmp_path)


def test_two_processes_on_one_run_are_refused(data, tmp_path):
    def again():
        run.run(data, Scripted(), DIRECT, tmp_path / "r")

    with pytest.raises(ValueError, match="another process is writing the run"):
        run.run(data, Scripted(3, again), DIRECT, tmp_path / "r")


def test_kill_9_loses_nothing_that_was_finished(data, tmp_path):
    code = f"""
        import asyncio
        from vantage.data import dataset
        from vantage.running import run
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


def test_a_selection_is_recorded_and_a_run_can_grow(data, tmp_path):
    out = tmp_path / "r"
    assert run.run(data, Scripted(), DIRECT, out, selection=Selection(sample=9)) == 9
    assert Run.read(out).header.selection == Selection(sample=9)
    assert len({row["item"].split("/")[1] for row in lines(out)}) == 3
    assert run.run(data, Scripted(), DIRECT, out, selection=Selection(sample=12)) == 3
    assert Run.read(out).header.selection == Selection(sample=12)
    with pytest.raises(ValueError, match="holds a run over --sample 12, which --sample 9 does not contain"):
        run.run(data, Scripted(), DIRECT, out, selection=Selection(sample=9))
    with pytest.raises(ValueError, match="which --limit 30 does not contain"):
        run.run(data, Scripted(), DIRECT, out, selection=Selection(limit=30))
    assert run.run(data, Scripted(), DIRECT, out) == len(data) - 12
    assert Run.read(out).header.selection == Selection()
    with pytest.raises(ValueError, match="holds a run over all items"):
        run.run(data, Scripted(), DIRECT, out, selection=Selection(limit=30))


def test_other_settings_are_refused_but_patience_may_change(data, tmp_path):
    out = tmp_path / "r"
    run.run(data, Scripted(), DIRECT, out, settings=Settings(max_tokens=5), selection=Selection(limit=1))
    with pytest.raises(ValueError, match="holds a run with the setting max_tokens 5, not 6; give a new folder"):
        run.run(data, Scripted(), DIRECT, out, settings=Settings(max_tokens=6))
    run.run(data, Scripted(), DIRECT, out, settings=Settings(max_tokens=5, timeout=1))
    assert Run.read(out).header.settings == {
        "max_tokens": 5,
        **{k: v for k, v in DEFAULTS.items() if k != "max_tokens"},
    }


def test_a_models_own_settings_count(data, tmp_path):
    model = Scripted()
    model.settings = Settings(base_url="http://here/v1")
    run.run(data, model, DIRECT, tmp_path / "r", selection=Selection(limit=1))
    assert Run.read(tmp_path / "r").header.settings["base_url"] == "http://here/v1"


def test_a_long_log_is_cut_at_its_last_whole_line(data, tmp_path, monkeypatch):
    monkeypatch.setattr("vantage.running.run_folder.BLOCK", 7)
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
            run_folder.Log(file).write({"item": "a", "condition": 0})
        assert (tmp_path / "log").read_bytes() == b""


def test_a_folder_in_which_nothing_was_kept_is_not_bound_to_how_it_was_asked(data, tmp_path):
    out = tmp_path / "r"

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.run(data, Scripted(0, stop), DIRECT, out, settings=Settings(max_tokens=5), concurrency=1)
    assert Run.read(out).responses == ()
    assert run.run(data, models.get("first"), [Condition("cot")], out) == len(data)
    assert (Run.read(out).model, Run.read(out).conditions) == ("first", (Condition("cot"),))


def test_a_folder_below_a_file_is_refused(data, tmp_path):
    (tmp_path / "report.html").write_text("mine")
    with pytest.raises(ValueError, match=r"report\.html is a file; give a folder for the run"):
        run.run(data, Scripted(), DIRECT, tmp_path / "report.html" / "first")


def test_the_same_conditions_in_another_order_are_refused(data, tmp_path):
    four = [Condition(p, rotation=r) for p, r in (("direct", 0), ("direct", 1), ("cot", 0), ("cot", 1))]
    run.run(data, Scripted(), four, tmp_path / "r", selection=Selection(limit=1))
    with pytest.raises(ValueError, match="holds a run with the same conditions in another order"):
        run.run(data, Scripted(), [four[0], four[1], four[3], four[2]], tmp_path / "r")
