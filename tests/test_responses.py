"""Responses made elsewhere: matched, validated, and never half written."""

import json
import random
from dataclasses import replace

import pytest

from tests import fabricated
from vantage.analysis.outcomes import score_run
from vantage.data import dataset
from vantage.exchange import foreign, responses
from vantage.item import Condition
from vantage.models import Settings
from vantage.running import run, run_folder
from vantage.running.records import Origin
from vantage.running.sample import Selection
from vantage.running.tally import Budget
from vantage.scoring.score import Outcome

PLAIN = Condition()


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "tiny", fabricated.items(per_task=4, size=32))


@pytest.fixture(scope="module")
def items(data):
    return list(data.head())


def jsonl(path, rows):
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), "utf-8")
    return path


def take_in(data, out, *files, condition=PLAIN):
    return responses.import_responses(files, data, "theirs", condition, out)


def said(out):
    return {record.key: record for record in run_folder.Run.read(out).responses}


def test_own_lines_become_a_run_that_scores(data, items, tmp_path):
    rows = [{"item": item.id, "text": f"Answer: {item.answer.letter}"} for item in items]
    rows[0] |= {"finish": "length", "tokens_in": 11, "tokens_out": 7, "reasoning_tokens": 3, "seconds": 1.5}
    rows[1] = {"item": items[1].id, "error": "their server was down"}
    path = jsonl(tmp_path / "theirs.jsonl", rows)
    found = take_in(data, tmp_path / "run", path)
    assert found == foreign.Imported(len(items), {"elsewhere": 1}, 0, 0, 0)
    rows = said(tmp_path / "run")
    first = rows[items[0].id, 0]
    assert (first.finish, first.tokens_in, first.tokens_out, first.seconds) == ("length", 11, 7, 1.5)
    assert rows[items[1].id, 0].error.message == "their server was down"
    outcomes = score_run(tmp_path / "run", data)
    assert outcomes == {Outcome.RIGHT: len(items) - 1, Outcome.FAILED: 1}
    header = run_folder.Run.read(tmp_path / "run").header
    assert header.model == "theirs"
    assert header.imported == (Origin(tool="responses", file="theirs.jsonl", sha256=dataset.file_digest(path)),)


def test_a_line_may_differ_in_its_condition(data, items, tmp_path):
    rows = [
        {"item": items[0].id, "text": "A", "condition": {"rotation": turn, "repeat": again}}
        for turn in range(2)
        for again in range(2)
    ]
    found = take_in(data, tmp_path / "run", jsonl(tmp_path / "a.jsonl", rows), condition=Condition("cot"))
    assert (found.added, found.missing) == (4, 4 * len(items) - 4)
    conditions = run_folder.Run.read(tmp_path / "run").conditions
    assert conditions == tuple(Condition("cot", rotation=t, repeat=r) for t in range(2) for r in range(2))
    assert {record.repeat for record in said(tmp_path / "run").values()} == {0, 1}
    assert score_run(tmp_path / "run", data) == {Outcome.RIGHT: 2, Outcome.WRONG: 2}  # the key is A, then D


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("{", "line 2: this is not JSON"),
        ("[1]", "line 2: this is a list, not an object"),
        ('{"item": "\\ud800", "text": "A"}', r"line 2: the data set has no item '\\ud800'"),
        ("[" * 100_000, "line 2: this is nested too deeply"),
        ({"text": "A"}, "line 2: item is missing"),
        ({"item": 3, "text": "A"}, "line 2: item must be the id of an item"),
        ({"item": "made/none", "text": "A"}, "line 2: the data set has no item 'made/none'"),
        ({"item": "FIRST"}, "line 2: a response has either a text or an error"),
        ({"item": "FIRST", "text": "A", "error": "x"}, "line 2: a response has either a text or an error"),
        ({"item": "FIRST", "text": None}, "line 2: text must be a text, not NoneType"),
        ({"item": "FIRST", "txet": "A"}, "line 2: no field of a response is called 'txet'; did you mean 'text'"),
        ({"item": "FIRST", "text": "A", "finish": "halt"}, "line 2: no way to finish is called 'halt'"),
        ({"item": "FIRST", "text": "A", "tokens_in": -1}, "line 2: tokens_in must be a whole number"),
        ({"item": "FIRST", "text": "A", "tokens_out": True}, "line 2: tokens_out must be a whole number"),
        ({"item": "FIRST", "text": "A", "seconds": "1"}, "line 2: seconds must be a number"),
        ('{"item": "FIRST", "text": "A", "seconds": NaN}', "line 2: seconds must be a number"),
        ({"item": "FIRST", "text": "A", "condition": []}, "line 2: condition must be an object"),
        ({"item": "FIRST", "text": "A", "condition": {"turn": 1}}, "line 2: no field of a condition is called 'turn'"),
        ({"item": "FIRST", "text": "A", "condition": {"rotation": "1"}}, "line 2: condition rotation must be of type"),
        ({"item": "FIRST", "text": "A", "condition": {"rotation": -1}}, "line 2: condition rotation must be from 0"),
        ({"item": "FIRST", "text": "A", "condition": {"repeat": 10**30}}, "line 2: condition repeat must be from 0 to"),
        ({"item": "FIRST", "text": "A", "condition": {"protocol": "cott"}}, "line 2: .*did you mean 'cot'"),
        ({"item": "FIRST", "text": "A", "tokens_in": 10**40}, "line 2: tokens_in must be a whole number from 0 to"),
        ('{"item": "FIRST", "text": "A", "tokens_in": ' + "9" * 5000 + "}", "line 2: this holds a number of 5,000"),
        ({"item": "FIRST", "text": "A", "condition": {"rotation": 4}}, "line 2: .* its rotation is at most 3"),
        ({"item": "SECOND", "text": "B"}, "line 2: .* was answered otherwise at line 1; tell them apart by `repeat`"),
    ],
)
def test_a_mistake_is_named_by_its_line_and_nothing_is_written(data, items, tmp_path, row, words):
    text = (row if isinstance(row, str) else json.dumps(row)).replace("FIRST", items[0].id)
    path = jsonl(tmp_path / "a.jsonl", [{"item": items[1].id, "text": "A"}, text.replace("SECOND", items[1].id)])
    with pytest.raises(ValueError, match=words):
        take_in(data, tmp_path / "run", path)
    assert not (tmp_path / "run").exists()


def test_too_long_lines_and_too_large_files_are_refused(data, items, tmp_path, monkeypatch):
    path = jsonl(tmp_path / "a.jsonl", [{"item": items[0].id, "text": "A" * 200}])
    monkeypatch.setattr(foreign, "LINE_BYTES", 100)
    with pytest.raises(ValueError, match=r"a\.jsonl, line 1: it is longer than 100 bytes"):
        take_in(data, tmp_path / "run", path)
    monkeypatch.setattr(responses, "FILE_BYTES", 100)
    with pytest.raises(ValueError, match="more than 100 bytes; split it"):
        take_in(data, tmp_path / "run", path)


@pytest.mark.parametrize("name", ["a.csv", "a"])
def test_other_files_are_refused(data, tmp_path, name):
    with pytest.raises(ValueError, match="is not a file"):
        take_in(data, tmp_path / "run", tmp_path / name)
    (tmp_path / name).write_text("x")
    with pytest.raises(ValueError, match=r"is no file of responses; they are read from \.jsonl"):
        take_in(data, tmp_path / "run", tmp_path / name)
    with pytest.raises(ValueError, match="there are no responses"):
        take_in(data, tmp_path / "run", jsonl(tmp_path / "empty.jsonl", []))


def test_an_answer_that_speaks_of_failing_is_an_answer(data, items, tmp_path):
    text = "I cannot tell; the note says: Failed to obtain answer via API. So: A"
    take_in(data, tmp_path / "run", jsonl(tmp_path / "a.jsonl", [{"item": items[0].id, "text": text}]))
    assert said(tmp_path / "run")[items[0].id, 0].text == text


def lmms_rows(items, **more):
    return [
        {
            "doc_id": place,
            "target": item.answer.letter,
            "filtered_resps": [item.answer.letter],
            "filter": "none",
            **more,
        }
        for place, item in enumerate(items)
    ]


def test_lmms_eval_samples(data, items, tmp_path):
    rows = lmms_rows(items)
    rows[0]["resps"] = [["<think>B?</think> A"]]
    rows[1] |= {"doc_id": 0, "doc": {"id": items[1].id}}
    found = take_in(data, tmp_path / "run", jsonl(tmp_path / "x_samples_made.jsonl", rows))
    assert (found.added, found.missing) == (len(items), 0)
    assert said(tmp_path / "run")[items[0].id, 0].text == "<think>B?</think> A"
    assert score_run(tmp_path / "run", data) == {Outcome.RIGHT: len(items)}
    assert run_folder.Run.read(tmp_path / "run").header.imported[0].tool == "lmms-eval"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"doc_id": "0"}, "doc_id must be a whole number"),
        ({"doc_id": 12}, "there is no item number 12"),
        ({"target": "C"}, "its key is C"),
        ({"resps": [["A", "B"]]}, "it holds 2 responses; give each a line"),
        ({"filtered_resps": [4]}, "resps must be a text"),
        ({"filtered_resps": []}, "it holds 0 responses"),
    ],
)
def test_lmms_eval_mistakes(data, items, tmp_path, change, words):
    path = jsonl(tmp_path / "a.jsonl", [lmms_rows(items)[0] | change])
    with pytest.raises(ValueError, match=rf"a\.jsonl, line 1: .*{words}"):
        take_in(data, tmp_path / "run", path)


def test_a_place_means_nothing_over_several_splits(items, tmp_path):
    split = [replace(item, split="train") for item in items[:6]] + items[6:]
    data = fabricated.data_set(
        tmp_path / "two", [replace(item, images=(b"x",), options=items[0].options) for item in split]
    )
    with pytest.raises(ValueError, match="has several splits; give ids"):
        take_in(data, tmp_path / "run", jsonl(tmp_path / "a.jsonl", lmms_rows(items)))


def test_the_same_said_twice_counts_once_and_the_rest_can_follow(data, items, tmp_path):
    one = {"item": items[0].id, "text": "A"}
    out = tmp_path / "run"
    found = take_in(data, out, jsonl(tmp_path / "a.jsonl", [one, one]))
    assert (found.added, found.repeated, found.missing) == (1, 1, len(items) - 1)
    rest = [one, *({"item": item.id, "text": "B"} for item in items[1:])]
    found = take_in(data, out, jsonl(tmp_path / "b.jsonl", rest))
    assert (found.added, found.repeated, found.missing) == (len(items) - 1, 1, 0)
    assert len(run_folder.Run.read(out).responses) == len(items)
    assert [source.file for source in run_folder.Run.read(out).header.imported] == ["a.jsonl", "b.jsonl"]
    before = (out / "responses.jsonl").read_bytes()
    assert take_in(data, out, tmp_path / "b.jsonl").added == 0
    assert (out / "responses.jsonl").read_bytes() == before
    assert len(run_folder.Run.read(out).header.imported) == 2


def test_an_import_keeps_the_selection_of_a_run_that_holds_it(data, items, tmp_path):
    out, few = tmp_path / "run", Selection(limit=5)
    model = fabricated.Scripted()
    model.name = "theirs"
    run.run(data, model, [PLAIN], out, selection=Selection(limit=3))
    run.run(data, model, [PLAIN], out, selection=few, budget=Budget(requests=4))
    found = take_in(data, out, jsonl(tmp_path / "a.jsonl", [{"item": items[4].id, "text": "A"}]))
    assert (found.added, found.missing) == (1, 0)
    assert run_folder.Run.read(out).header.selection == Selection(limit=5)
    assert run.run(data, model, [PLAIN], out, selection=few) == 0
    found = take_in(data, out, jsonl(tmp_path / "b.jsonl", [{"item": items[7].id, "text": "A"}]))
    assert (found.added, found.missing) == (1, len(items) - 6)
    assert run_folder.Run.read(out).header.selection == Selection(), "a response outside it makes it a run over all"


def test_the_first_who_asks_on_says_with_what_settings(data, items, tmp_path):
    out = tmp_path / "run"
    path = jsonl(tmp_path / "a.jsonl", [{"item": items[0].id, "text": "A"}])
    take_in(data, out, path)
    assert run_folder.Run.read(out).header.settings == {}
    model = fabricated.Scripted()
    model.name = "theirs"
    run.run(data, model, [PLAIN], out, settings=Settings(max_tokens=5), budget=Budget(requests=2))
    assert run_folder.Run.read(out).header.settings == run_folder.identity(Settings(max_tokens=5))
    with pytest.raises(ValueError, match="the setting max_tokens 5, not 6"):
        run.run(data, model, [PLAIN], out, settings=Settings(max_tokens=6))
    take_in(data, out, path)
    assert run_folder.Run.read(out).header.settings["max_tokens"] == 5


def test_whatever_a_file_holds_a_mistake_is_a_sentence(data, items, tmp_path):
    rng = random.Random(1)
    rows = [{"item": items[0].id, "text": "A", "condition": {"rotation": 1}, "tokens_in": 3}, lmms_rows(items)[1]]
    values = [None, True, -1, 1e308, 10**400, "", "\x00", [], [[]], {}, {"a": {}}]
    for _ in range(300):
        row = dict(rng.choice(rows))
        row[rng.choice([*row, "doc", "resps", "finish", "seconds", "error"])] = rng.choice(values)
        text = bytearray(json.dumps(row).encode())
        if rng.random() < 0.5:
            text[rng.randrange(len(text))] = rng.randrange(256)
        (tmp_path / "a.jsonl").write_bytes(text)
        words = ""
        try:
            found = list(responses.read(tmp_path / "a.jsonl", data, PLAIN))
        except ValueError as error:
            found, words = [], str(error)
        assert all(isinstance(one.response.text, str | None) for one in found)
        assert bool(found) != words.startswith("a.jsonl, line 1: ")
        assert len(words) < 1000
