"""Batches: the same requests as a live run, within the limits, and every result matched to its item."""

import json
import random
import re
from dataclasses import replace

import pytest
from msgspec import structs

from tests import fabricated
from tests.mock_server import MockServer
from vantage import models
from vantage.analysis import outcomes
from vantage.data import dataset
from vantage.exchange import batch
from vantage.item import Condition, compact
from vantage.models import Settings
from vantage.running import run, run_folder
from vantage.running.sample import Selection
from vantage.scoring.score import Outcome

MODEL = "openai/gpt-x"
TWICE = [Condition(), Condition("cot", rotation=1)]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "tiny", fabricated.items(per_task=4, size=32))


@pytest.fixture(autouse=True)
def nowhere(monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def lines(paths):
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def answer(name, text="B", **more):
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 9, "completion_tokens": 2}
    body = {"choices": [choice], "usage": usage}
    return {"id": "r1", "custom_id": name, "response": {"status_code": 200, "body": body}, "error": None, **more}


def refused(name, status, message):
    body = {"error": {"message": message, "code": None}}
    return {"custom_id": name, "response": {"status_code": status, "body": body}, "error": None}


def undone(name, code):
    return {"custom_id": name, "response": None, "error": {"code": code, "message": "not before the end"}}


def results(path, rows):
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), "utf-8")
    return path


def test_a_line_holds_the_body_that_a_live_run_sends(data, tmp_path):
    with MockServer() as server:
        settings = Settings(temperature=None, max_tokens=64, effort="low", system="Be brief.", body='{"store": false}')
        settings = replace(settings, base_url=server.url)
        run.run(data, models.get(MODEL, settings), TWICE, tmp_path / "run")
        sent = [compact(seen.body) for seen in server.seen]
    found = lines(batch.export(data, MODEL, TWICE, tmp_path / "b", settings=settings))
    assert sorted(compact(row["body"]) for row in found) == sorted(sent)
    assert {(row["method"], row["url"]) for row in found} == {("POST", "/v1/chat/completions")}
    assert {tuple(row) for row in found} == {("custom_id", "method", "url", "body")}


def test_ids_are_short_plain_and_all_different(data, tmp_path):
    names = [row["custom_id"] for row in lines(batch.export(data, MODEL, TWICE, tmp_path / "b"))]
    assert len(set(names)) == len(names) == 2 * len(data)
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]{32,63}", name) for name in names)
    others = lines(batch.export(data, MODEL, TWICE, tmp_path / "c", settings=Settings(seed=1)))
    assert not {row["custom_id"] for row in others} & set(names)


def test_the_index_says_what_was_asked_of_whom(data, tmp_path):
    (path,) = batch.export(data, MODEL, TWICE, tmp_path / "b")
    index = json.loads((tmp_path / "b" / batch.INDEX).read_text())
    assert index["requests"] == 2 * len(data)
    assert index["files"] == [
        {
            "name": "requests-00001.jsonl",
            "requests": 2 * len(data),
            "bytes": path.stat().st_size,
            "sha256": dataset.file_digest(path),
        }
    ]
    assert index["run"]["model"] == MODEL
    assert index["run"]["dataset"]["digest"] == data.digest
    assert [Condition(**fields) for fields in index["run"]["conditions"]] == TWICE
    assert index["run"]["settings"]["temperature"] == 0.0


def test_the_same_export_again_gives_the_same_bytes(data, tmp_path):
    def contents():
        return {path.name: path.read_bytes() for path in (tmp_path / "b").iterdir()}

    batch.export(data, MODEL, TWICE, tmp_path / "b")
    before = contents()
    (tmp_path / "b" / "requests-00001.jsonl").write_text("damaged")
    batch.export(data, MODEL, TWICE, tmp_path / "b")
    assert contents() == before
    with pytest.raises(ValueError, match="holds something else than this batch; give a new folder"):
        batch.export(data, MODEL, TWICE[:1], tmp_path / "b")
    assert contents() == before


def test_files_keep_to_the_limits(data, tmp_path, monkeypatch):
    whole = batch.export(data, MODEL, TWICE, tmp_path / "whole")[0].read_bytes()
    monkeypatch.setattr(batch, "REQUESTS", 5)
    files = batch.export(data, MODEL, TWICE, tmp_path / "five")
    assert [len(lines([path])) for path in files] == [5, 5, 5, 5, 4]
    assert b"".join(path.read_bytes() for path in files) == whole
    longest = max(map(len, whole.splitlines(keepends=True)))
    monkeypatch.setattr(batch, "BYTES", 2 * longest)
    files = batch.export(data, MODEL, TWICE, tmp_path / "small")
    assert all(path.stat().st_size <= 2 * longest for path in files)
    assert b"".join(path.read_bytes() for path in files) == whole
    monkeypatch.setattr(batch, "BYTES", longest - 1)
    with pytest.raises(ValueError, match="give --max-side"):
        batch.export(data, MODEL, TWICE, tmp_path / "none")
    with pytest.raises(ValueError, match="is unfinished; run the same `vantage export` again"):
        batch.read_index(tmp_path / "none")


@pytest.mark.parametrize("model", ["gpt-x", "openai/", "anthropic/claude"])
def test_only_openai_models_have_batches(data, tmp_path, model):
    with pytest.raises(ValueError, match="the model must be openai/NAME"):
        batch.export(data, model, TWICE, tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_results_in_any_order_come_back_to_their_items(data, tmp_path):
    folder, out = tmp_path / "b", tmp_path / "run"
    asked = [row["custom_id"] for row in lines(batch.export(data, MODEL, TWICE, folder))]
    rows = [answer(name, f"B or so {place}") for place, name in enumerate(asked)]
    random.Random(3).shuffle(rows)
    found = batch.import_results([results(tmp_path / "o.jsonl", rows)], folder, data, out)
    assert (found.added, found.failed, found.repeated, found.foreign, found.missing) == (2 * len(data), {}, 0, 0, 0)
    texts = {record.key: record.text for record in run_folder.Run.read(out).responses}
    order = [(item.id, number) for item in data.head() for number in range(2)]
    assert texts == {key: f"B or so {place}" for place, key in enumerate(order)}
    assert run_folder.Run.read(out).responses[0].tokens_in == 9
    header = run_folder.Run.read(out).header
    assert header.imported[0].tool == "OpenAI batch"
    assert structs.replace(header, imported=()) == batch.read_index(folder)


def test_every_request_has_at_most_one_response_whatever_the_files_hold(data, tmp_path):
    folder, out = tmp_path / "b", tmp_path / "run"
    one, two, three, four, five, six, seven, *rest = [
        row["custom_id"] for row in lines(batch.export(data, MODEL, TWICE, folder))
    ]
    output = [
        answer(one, "A"), answer(one, "B"), answer("somebody-elses"), {"custom_id": 7},
        answer(two), refused(two, 500, "oh"),
    ]  # fmt: skip
    errors = [
        undone(one, "batch_expired"), undone(three, "batch_expired"), undone(four, "batch_cancelled"),
        refused(five, 400, "this is not possible"), refused(six, 429, "slower"), {"custom_id": seven, "response": {}},
    ]  # fmt: skip
    paths = [results(tmp_path / "errors.jsonl", errors), results(tmp_path / "output.jsonl", output)]
    found = batch.import_results(paths, folder, data, out)
    kinds = {"expired": 1, "cancelled": 1, "refused": 1, "rate": 1, "broken": 1}
    assert (found.added, found.failed, found.repeated, found.foreign) == (7, kinds, 3, 2)
    assert found.missing == len(rest) == 2 * len(data) - 7
    texts = [record.text for record in run_folder.Run.read(out).responses]
    assert sorted(filter(None, texts)) == ["A", "B"]
    assert texts.count(None) == 5
    assert outcomes.score_run(out, data)[Outcome.FAILED] == 5
    before = (out / "responses.jsonl").read_bytes()
    assert batch.import_results(paths, folder, data, out).added == 0
    assert (out / "responses.jsonl").read_bytes() == before
    assert batch.import_results(paths[::-1], folder, data, tmp_path / "other").failed == kinds


def test_a_live_run_asks_what_is_missing(data, tmp_path):
    folder, out = tmp_path / "b", tmp_path / "run"
    with MockServer() as server:
        settings = Settings(base_url=server.url)
        asked = [row["custom_id"] for row in lines(batch.export(data, MODEL, TWICE, folder, settings=settings))]
        rows = [undone(asked[0], "batch_expired"), *map(answer, asked[1:10])]
        batch.import_results([results(tmp_path / "o.jsonl", rows)], folder, data, out)
        model = models.get(MODEL, settings)
        assert run.run(data, model, TWICE, out) == 2 * len(data) - 10
        assert run.run(data, model, TWICE, out, retry_failed=True) == 1
    found = [record.text for record in run_folder.Run.read(out).responses]
    assert len(found) == 2 * len(data)
    assert None not in found


def test_what_is_missing_can_be_exported_again(data, tmp_path):
    folder, out = tmp_path / "b", tmp_path / "run"
    first = lines(batch.export(data, MODEL, TWICE, folder))
    rows = [refused(first[0]["custom_id"], 500, "oh"), *(answer(row["custom_id"]) for row in first[1:10])]
    batch.import_results([results(tmp_path / "o.jsonl", rows)], folder, data, out)
    rest = lines(batch.export(data, MODEL, TWICE, tmp_path / "rest", missing=out))
    assert rest == [first[0], *first[10:]]
    rows = [answer(row["custom_id"], "C") for row in rest]
    found = batch.import_results([results(tmp_path / "p.jsonl", rows)], tmp_path / "rest", data, out)
    assert (found.added, found.missing) == (len(rest), 0)
    assert len(run_folder.Run.read(out).responses) == 2 * len(data)
    assert outcomes.score_run(out, data)[Outcome.FAILED] == 0
    with pytest.raises(ValueError, match="has an answer to everything"):
        batch.export(data, MODEL, TWICE, tmp_path / "nothing", missing=out)
    with pytest.raises(
        ValueError, match="holds a run with protocol direct, cot, not direct and rotation 0, 1, not 0; ask as"
    ):
        batch.export(data, MODEL, TWICE[:1], tmp_path / "nothing", missing=out)


def test_a_first_few_can_be_tried_and_the_rest_follow(data, tmp_path):
    out = tmp_path / "run"
    few = lines(batch.export(data, MODEL, TWICE, tmp_path / "few", selection=Selection(limit=3)))
    assert len(few) == 6
    paths = [results(tmp_path / "o.jsonl", [answer(row["custom_id"]) for row in few])]
    assert batch.import_results(paths, tmp_path / "few", data, out).missing == 0
    rest = lines(batch.export(data, MODEL, TWICE, tmp_path / "rest", missing=out))
    assert len(rest) == 2 * len(data) - 6
    paths = [results(tmp_path / "p.jsonl", [answer(row["custom_id"]) for row in rest])]
    assert batch.import_results(paths, tmp_path / "rest", data, out).missing == 0


def test_a_rotation_is_asked_only_of_items_that_have_it(data, tmp_path):
    with pytest.raises(ValueError, match="too few options"):
        batch.export(data, MODEL, [Condition(rotation=4)], tmp_path / "b")
    rows = lines(batch.export(data, MODEL, [Condition(), Condition(rotation=4)], tmp_path / "c"))
    assert len(rows) == len(data)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([answer("somebody-elses")], "none of 1 lines is a result of the batch"),
        (["{"], r"o\.jsonl, line 1: this is not JSON"),
        ([], "none of 0 lines"),
    ],
)
def test_other_files_are_refused_and_nothing_is_written(data, tmp_path, rows, words):
    batch.export(data, MODEL, TWICE, tmp_path / "b")
    with pytest.raises(ValueError, match=words):
        batch.import_results([results(tmp_path / "o.jsonl", rows)], tmp_path / "b", data, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_other_folders_are_refused(data, tmp_path):
    with pytest.raises(ValueError, match="is not a batch"):
        batch.read_index(tmp_path)
    batch.export(data, MODEL, TWICE, tmp_path / "b")
    index = json.loads((tmp_path / "b" / "batch.json").read_text())
    for name in ("model", "dataset", "conditions", "settings", "protocols", "selection"):
        lacking = {field: value for field, value in index["run"].items() if field != name}
        (tmp_path / "batch.json").write_text(json.dumps({**index, "run": lacking}))
        with pytest.raises(ValueError, match="is not an index that Vantage wrote"):
            batch.read_index(tmp_path)
    (tmp_path / "batch.json").write_text(json.dumps({**index, "format": 2}))
    with pytest.raises(ValueError, match="has batch format 2; this Vantage reads 1"):
        batch.read_index(tmp_path)
    other = fabricated.data_set(tmp_path / "other", fabricated.items(per_task=1, size=32))
    with pytest.raises(ValueError, match="is not the data set that"):
        batch.import_results([], tmp_path / "b", other, tmp_path / "run")


def test_no_key_is_needed_or_written(data, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-0123456789")
    batch.export(data, MODEL, TWICE, tmp_path / "b")
    assert all(b"sk-secret" not in path.read_bytes() for path in (tmp_path / "b").iterdir())


def test_half_a_character_costs_no_result(data, tmp_path):
    first, *_ = lines(batch.export(data, MODEL, TWICE, tmp_path / "b"))
    path = results(tmp_path / "o.jsonl", [answer(first["custom_id"], "\ud83d A")])
    assert batch.import_results([path], tmp_path / "b", data, tmp_path / "run").added == 1
    assert [record.text for record in run_folder.Run.read(tmp_path / "run").responses] == ["\ufffd A"]
