"""The commands `import` and `export`."""

import csv
import json
from pathlib import Path

import pytest

from tests import fabricated
from vantage import cli
from vantage.data import dataset
from vantage.running import run_folder


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "tiny"
    fabricated.data_set(folder, fabricated.items(per_task=4, size=32))
    return folder


@pytest.fixture
def vantage(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)

    def call(*arguments):
        capsys.readouterr()
        try:
            cli.main([str(argument) for argument in arguments])
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        caught = capsys.readouterr()
        return code, caught.out, caught.err

    return call


def written(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def answers(data, text="A"):
    return [{"item": item.id, "text": text} for item in dataset.load(data).head()]


def test_responses_become_a_run_that_scores_and_reports(vantage, data, tmp_path):
    rows = answers(data)
    rows[0] = {"item": rows[0]["item"], "error": "down"}
    path = written(tmp_path / "theirs.jsonl", rows[:-1])
    code, out, err = vantage("import", path, "--data", data, "--model", "lab/their model")
    assert (code, err) == (0, "")
    folder = tmp_path / "runs" / "tiny" / "lab-their-model"
    assert out.splitlines() == [
        "11 responses added to runs/tiny/lab-their-model, of which failed: 1 elsewhere",
        "1 missing: ask them with vantage run, or export them with --missing runs/tiny/lab-their-model",
        "the run: 20.0% right (3.0 to 67.0): 2 right, 8 wrong, 1 failed",
        "lab/their model: 1 of 11 requests failed for good (9.1%); had they all been wrong, or all right: 18.2 to "
        "27.3%",
        "  1 × down",
    ]
    assert run_folder.Run.read(folder).model == "lab/their model"
    assert vantage("report", folder, "--out", tmp_path / "report.html")[0] == 0
    assert "lab/their model" in (tmp_path / "report.html").read_text("utf-8")
    code, out, _ = vantage("import", path, "--data", data, "--model", "lab/their model")
    assert code == 0
    assert "0 responses added" in out
    assert "11 left out: repeated" in out


def test_the_condition_is_said_as_in_a_line(vantage, data, tmp_path):
    path = written(tmp_path / "a.jsonl", answers(data))
    put = ("--condition", '{"protocol": "cot", "images": "none"}')
    assert vantage("import", path, "--data", data, "--model", "m", *put, "--out", tmp_path / "run")[0] == 0
    (condition,) = run_folder.Run.read(tmp_path / "run").conditions
    assert (condition.protocol, condition.images) == ("cot", "none")
    for wrong in ("{", "[]", '{"turn": 1}', '{"rotation": "1"}', '{"protocol": "cott"}'):
        code, _, err = vantage("import", path, "--data", data, "--model", "m", "--condition", wrong, "--out", "other")
        assert code == 2
        assert len(err.splitlines()) == 1
    assert not (tmp_path / "other").exists()


def test_a_batch_has_the_limit_of_its_protocol(vantage, data, tmp_path):
    assert vantage("export", data, "--batch", "b", "--model", "openai/x", "--protocol", "scope-cot")[0] == 0
    requests = [json.loads(line) for line in (tmp_path / "b" / "requests-00001.jsonl").read_text().splitlines()]
    assert {row["body"]["max_completion_tokens"] for row in requests} == {1_024}


def test_a_batch_goes_out_and_comes_back(vantage, data, tmp_path):
    how = ("--protocol", "cot", "--circular", "--temperature", "default", "--max-tokens", "50")
    code, out, _ = vantage("export", data, "--batch", "b", "--model", "openai/x", *how)
    assert (code, out) == (0, "b/requests-00001.jsonl\n")
    requests = [json.loads(line) for line in (tmp_path / "b" / "requests-00001.jsonl").read_text().splitlines()]
    assert len(requests) == 4 * 12
    assert {row["body"]["max_completion_tokens"] for row in requests} == {50}
    body = {"choices": [{"message": {"content": "<answer>A</answer>"}, "finish_reason": "stop"}]}
    result = [{"custom_id": row["custom_id"], "response": {"status_code": 200, "body": body}} for row in requests]
    expired = {"custom_id": requests[0]["custom_id"], "response": None, "error": {"code": "batch_expired"}}
    output = written(tmp_path / "output.jsonl", result[1:-1])
    errors = written(tmp_path / "errors.jsonl", [expired, {**result[0], "custom_id": "mine"}])
    code, out, err = vantage("import", output, errors, "--batch", "b")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "47 responses added to runs/tiny/openai-x, of which failed: 1 expired",
        "1 left out: of other requests",
        "1 missing: ask them with vantage run, or export them with --missing runs/tiny/openai-x",
        "the run: 21.7% right (7.2 to 50.0): 10 right, 36 wrong, 1 failed",
        "openai/x: 1 of 47 requests failed for good (2.1%); had they all been wrong, or all right: 21.3 to 23.4%",
        "  1 × the batch expired (the batch did not carry it out: batch_expired); export what is missing with "
        "--missing, or ask it with vantage run",
    ]
    missing = ("--missing", "runs/tiny/openai-x")
    assert vantage("export", data, "--batch", "rest", "--model", "openai/x", *how, *missing)[0] == 0
    assert len((tmp_path / "rest" / "requests-00001.jsonl").read_text().splitlines()) == 2


def test_a_table_goes_to_vlmevalkit_and_comes_back(vantage, data, tmp_path):
    how = ("--images", "first", "--layout", "composite")
    assert vantage("export", data, "--vlmevalkit", "tiny.tsv", *how)[:2] == (0, "12 rows in tiny.tsv\n")
    with (tmp_path / "tiny.tsv").open(encoding="utf-8", newline="") as file:
        rows = [{**row, "image": "", "prediction": "A"} for row in csv.DictReader(file, delimiter="\t")]
    with (tmp_path / "result.tsv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    code, out, _ = vantage("import", "result.tsv", "--data", data, "--model", "m")
    assert code == 0
    assert "12 responses added" in out


def test_a_log_of_inspect_is_handed_on(vantage, data, monkeypatch):
    asked = []
    monkeypatch.setattr("vantage.exchange.inspect_log.import_log", lambda *arguments: asked.append(arguments) or 7)
    assert vantage("run", data, "--model", "oracle", "--out", ".")[0] == 0
    code, out, _ = vantage("import", "a.eval", "b.json", "--out", "oracle", "--data", data)
    said = [f"7 responses from {name} added to oracle" for name in ("a.eval", "b.json")]
    assert (code, out.splitlines()) == (0, [*said, "the run: 100.0% right (51.0 to 100.0): 12 right"])
    assert asked == [(Path("a.eval"), Path("oracle"), data), (Path("b.json"), Path("oracle"), data)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["import", "a.jsonl"], "items come from one file and need --out FOLDER"),
        (["import", "a.jsonl", "b.jsonl", "--out", "x"], "items come from one file"),
        (["import", "a.xlsx", "--out", "x"], "a.xlsx is a table of responses; say what they answer with --data"),
        (["import", "a.jsonl", "--data", "DATA"], "responses need --data DATASET, which they answer, and --model NAME"),
        (["import", "a.jsonl", "--model", "m"], "responses need --data DATASET"),
        (["import", "a.jsonl", "--model", ""], "responses need --data DATASET"),
        (["import", "a.jsonl", "--data", "DATA", "--model", " "], "and --model NAME, who answered"),
        (["import", "a.jsonl", "--data", "DATA", "--model", "m"], "a.jsonl is not a file"),
        (["import", "a.jsonl", "--batch", "b"], "b is not a batch"),
        (["import", "a.eval"], "a log of Inspect needs --out FOLDER"),
        (["export", "DATA"], "say what to write and where: --to batch | vlmevalkit |"),
        (
            ["export", "DATA", "--batch", "b", "--vlmevalkit", "a.tsv"],
            "say what to write and where: --to batch | vlmevalkit |",
        ),
        (["export", "DATA", "--batch", "b"], "the model must be openai/NAME, not ''"),
        (["export", "DATA", "--batch", "b", "--model", "openai/x", "--body", "[]"], "must be a JSON object"),
        (["export", "DATA", "--vlmevalkit", "a.csv"], "ends in .tsv and holds one condition"),
        (["export", "DATA", "--vlmevalkit", "a.tsv", "--circular"], "ends in .tsv and holds one condition"),
        (["export", "DATA", "--vlmevalkit", "a.tsv"], "export with --images first"),
        (["export", "nothing", "--batch", "b"], "nothing is missing"),
    ],
)
def test_a_mistake_is_one_sentence_and_writes_nothing(vantage, data, tmp_path, arguments, words):
    code, _, err = vantage(*(data if argument == "DATA" else argument for argument in arguments))
    assert code == 2
    assert len(err.splitlines()) == 1
    assert words in err
    assert not list(tmp_path.iterdir())
