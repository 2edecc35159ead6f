"""To VLMEvalKit and back: the table it is given, and every result matched to its item."""

import csv
import json
import sys
import zipfile

import openpyxl
import pytest

from tests import fabricated
from vantage.analysis import outcomes
from vantage.exchange import responses, vlmevalkit
from vantage.item import Condition
from vantage.running import run_folder
from vantage.scoring.score import Outcome

PLAIN = Condition()


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "tiny", fabricated.items(per_task=4, size=32))


@pytest.fixture(scope="module")
def items(data):
    return list(data.head())


def tsv(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    return path


def xlsx(path, rows):
    book = openpyxl.Workbook()
    book.active.append(list(rows[0]))
    for row in rows:
        book.active.append(list(row.values()))
    book.save(path)
    return path


def take_in(data, out, *files, condition=PLAIN):
    return responses.import_responses(files, data, "theirs", condition, out)


def said(out):
    return {record.key: record for record in run_folder.Run.read(out).responses}


def vlmeval_rows(items, predict):
    return [
        {
            "index": place,
            "question": "Which?",
            "A": "a",
            "B": "b",
            "answer": item.answer.letter,
            "prediction": predict(item),
        }
        for place, item in enumerate(items)
    ]


@pytest.mark.parametrize("write", [tsv, xlsx])
def test_vlmevalkit_results_by_index(data, items, tmp_path, write):
    path = write(
        tmp_path / f"m_set.{write.__name__}", vlmeval_rows(items, lambda item: f"The answer is\n{item.answer.letter}.")
    )
    found = take_in(data, tmp_path / "run", path)
    assert (found.added, found.missing) == (len(items), 0)
    assert outcomes.score_run(tmp_path / "run", data) == {Outcome.RIGHT: len(items)}
    assert run_folder.Run.read(tmp_path / "run").header.imported[0].tool == "VLMEvalKit"


@pytest.mark.parametrize(
    "text",
    [
        "Failed to obtain answer via API.",
        "Failed to obtain answer via API. ",
        "Failed to obtain answer: <class 'RuntimeError'> CUDA out of memory",
        "[LMMS_EVAL_REQUEST_FAILED after 5 retries] Error code: 400",
    ],
)
def test_a_failed_call_is_no_answer(data, items, tmp_path, text):
    rows = vlmeval_rows(items, lambda item: text if item is items[0] else "A")
    take_in(data, tmp_path / "run", tsv(tmp_path / "a.tsv", rows))
    row = said(tmp_path / "run")[items[0].id, 0]
    assert row.text is None
    assert row.error.kind == "elsewhere"
    assert row.error.message == text.strip()
    assert outcomes.score_run(tmp_path / "run", data)[Outcome.FAILED] == 1


def test_cells_are_read_as_they_were_said(data, items, tmp_path):
    given = {items[0].id: "=B", items[1].id: None, items[2].id: 3.0, items[3].id: "B" * vlmevalkit.CELL}
    rows = vlmeval_rows(items, lambda item: given.get(item.id, "A"))
    take_in(data, tmp_path / "run", xlsx(tmp_path / "a.xlsx", rows))
    found = [said(tmp_path / "run")[item.id, 0] for item in items[:4]]
    assert [row.text for row in found[:3]] == ["=B", "", "3"]
    assert [row.finish for row in found] == ["stop", "stop", "stop", "length"]


def test_a_table_about_other_items_is_refused(data, items, tmp_path):
    rows = vlmeval_rows(items[1:], lambda item: "A")
    with pytest.raises(ValueError, match=r"row 2: its key is B, but that of made/.* is A; is this another data set"):
        take_in(data, tmp_path / "run", tsv(tmp_path / "a.tsv", rows))
    rows = [{"index": 99, "prediction": "A"}]
    with pytest.raises(ValueError, match="row 2: there is no item number 99; the data set has 12"):
        take_in(data, tmp_path / "run", tsv(tmp_path / "b.tsv", rows))
    with pytest.raises(ValueError, match="no columns `index` and `prediction`"):
        take_in(data, tmp_path / "run", tsv(tmp_path / "c.tsv", [{"index": 1, "answer": "A"}]))
    assert not (tmp_path / "run").exists()


def test_broken_workbooks_are_refused(data, items, tmp_path, monkeypatch):
    path = tmp_path / "a.xlsx"
    path.write_bytes(b"not a zip")
    with pytest.raises(ValueError, match=r"a\.xlsx is not a workbook"):
        take_in(data, tmp_path / "run", path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types>")
    with pytest.raises(ValueError, match=r"a\.xlsx is not a workbook"):
        take_in(data, tmp_path / "run", path)
    monkeypatch.setattr(vlmevalkit, "UNPACKED", 1000)
    with pytest.raises(ValueError, match=r"unpacks to .* bytes; at most 1,000"):
        take_in(data, tmp_path / "run", xlsx(path, vlmeval_rows(items, lambda item: "A")))


def test_without_openpyxl_a_workbook_says_what_to_do(data, items, tmp_path, monkeypatch):
    path = xlsx(tmp_path / "a.xlsx", vlmeval_rows(items, lambda item: "A"))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(ValueError, match=r"workbooks need openpyxl: pip install .*\[xlsx\]\"; or save it as \.tsv"):
        take_in(data, tmp_path / "run", path)


def test_a_table_that_is_no_text_is_refused(data, tmp_path, monkeypatch):
    (tmp_path / "a.tsv").write_bytes(b"index\tprediction\n0\t\xff\n")
    with pytest.raises(ValueError, match=r"a\.tsv is not UTF-8"):
        take_in(data, tmp_path / "run", tmp_path / "a.tsv")
    monkeypatch.setattr(vlmevalkit, "FIELD", 10)
    (tmp_path / "a.tsv").write_text("index\tprediction\n0\t" + "A" * 20)
    with pytest.raises(ValueError, match=r"a\.tsv is not a table"):
        take_in(data, tmp_path / "run", tmp_path / "a.tsv")


def test_what_we_export_for_vlmevalkit_comes_back_to_its_items(data, items, tmp_path):
    condition = Condition("cot", images="first", layout="composite", rotation=1)
    table = tmp_path / "made.tsv"
    assert vlmevalkit.export(data, condition, table) == len(items)
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert [row["id"] for row in rows] == [item.id for item in items]
    assert "Options:\nA. (picture A)" in rows[0]["question"]
    assert rows[0]["answer"] == "D"  # A, moved round by one
    again = tmp_path / "again.tsv"
    vlmevalkit.export(data, condition, again)
    assert again.read_bytes() == table.read_bytes()
    results = [{k: v for k, v in row.items() if k != "image"} | {"prediction": row["answer"]} for row in rows]
    take_in(data, tmp_path / "run", xlsx(tmp_path / "result.xlsx", results))
    assert run_folder.Run.read(tmp_path / "run").conditions == (condition,)
    assert outcomes.score_run(tmp_path / "run", data) == {Outcome.RIGHT: len(items)}


def test_several_pictures_are_a_list(data, tmp_path):
    vlmevalkit.export(data, Condition(images="first"), tmp_path / "made.tsv")
    with (tmp_path / "made.tsv").open(encoding="utf-8", newline="") as file:
        row = next(csv.DictReader(file, delimiter="\t"))
    assert len(json.loads(row["image"])) == len(json.loads(row["image_path"])) == 5


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (Condition(), "--images first"),
        (Condition(images="none"), "--images first"),
        (Condition("tags", images="first"), "has a system message"),
    ],
)
def test_what_vlmevalkit_cannot_show_is_refused(data, tmp_path, condition, words):
    with pytest.raises(ValueError, match=words):
        vlmevalkit.export(data, condition, tmp_path / "made.tsv")
    assert not list(tmp_path.iterdir())
