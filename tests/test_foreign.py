"""What every import has in common: answers are kept, failures are replaced, and run.json names the source."""

import pytest
from msgspec import structs, to_builtins

from tests import fabricated
from vantage.data import dataset
from vantage.exchange import foreign
from vantage.exchange.foreign import Known, Said
from vantage.item import Condition
from vantage.models import Failure, Response
from vantage.running import run_folder

CONDITIONS = [Condition(), Condition(repeat=1)]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "tiny", fabricated.items(per_task=2, size=32))


@pytest.fixture
def out(tmp_path):
    return tmp_path / "run"


def said(data, text, repeat=0):
    """Every item answered with `text`; None is a failure."""
    error = None if text is not None else Failure("elsewhere", "down")
    response = Response(text, error=error)
    return [Said(item.id, CONDITIONS[repeat], response, "") for item in data.head()]


def texts(out):
    return [record.text for record in run_folder.Run.read(out).responses]


def record(data, out, rows, sources=(), **more):
    return foreign.record(out, run_folder.describe(data, "theirs", CONDITIONS), rows, sources, **more)


def test_only_what_the_run_lacks_is_added(data, out):
    assert record(data, out, said(data, "A")[:4]) == foreign.Imported(4, {}, 0, 0, 8)
    assert record(data, out, said(data, "B")) == foreign.Imported(2, {}, 4, 0, 6)
    assert texts(out) == ["A"] * 4 + ["B"] * 2
    assert record(data, out, said(data, "C", repeat=1), asked=12, foreign=3) == foreign.Imported(6, {}, 0, 3, 0)
    assert [record.repeat for record in run_folder.Run.read(out).responses] == [0] * 6 + [1] * 6


def test_a_failure_gives_way_to_an_answer_but_not_the_other_way_round(data, out):
    assert record(data, out, said(data, None)).failed == {"elsewhere": 6}
    assert record(data, out, said(data, None)).repeated == 6
    assert record(data, out, said(data, "A")).added == 6
    assert record(data, out, said(data, None)).added == 0
    assert texts(out) == ["A"] * 6
    assert record(data, out, said(data, "")).added == 0  # to say nothing is no failure


def test_an_import_that_was_cut_short_is_finished_by_the_same_command(data, out):
    rows = said(data, "A")

    def stopping():
        yield from rows[:3]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(data, out, stopping())
    with (out / run_folder.RESPONSES).open("ab") as log:
        log.write(b'{"item": "torn')
    assert record(data, out, rows).added == 3
    assert texts(out) == ["A"] * 6


def test_another_run_is_left_alone(data, out):
    record(data, out, said(data, "A"))
    header = run_folder.describe(data, "ours", CONDITIONS)
    with pytest.raises(ValueError, match="holds a run with model theirs, not ours"):
        foreign.record(out, header, said(data, "B"), [])
    with (
        run_folder.opened(out, run_folder.describe(data, "theirs", CONDITIONS)),
        pytest.raises(ValueError, match="another process"),
    ):
        record(data, out, said(data, "B"))
    assert texts(out) == ["A"] * 6


def test_run_json_notes_each_file_once(data, out, tmp_path):
    (tmp_path / "a.jsonl").write_text("x")
    note = foreign.source(tmp_path / "a.jsonl", "responses")
    digest = dataset.file_digest(tmp_path / "a.jsonl")
    assert to_builtins(note) == {"from": "responses", "file": "a.jsonl", "sha256": digest}
    record(data, out, said(data, "A"), [note])
    record(data, out, said(data, "A"), [note, structs.replace(note, file="b.jsonl")])
    assert [one.file for one in run_folder.Run.read(out).header.imported] == ["a.jsonl", "b.jsonl"]


def test_items_are_known_by_id_and_by_place(data):
    known = Known(data)
    last = list(data.head())[-1]
    assert known.by_id(last.id) == known.by_place(5) == last
    with pytest.raises(ValueError, match="no item 'made/nothing'"):
        known.by_id("made/nothing")
    with pytest.raises(ValueError, match="no item number 6; the data set has 6"):
        known.by_place(6)
    with pytest.raises(ValueError, match="no item number -1"):
        known.by_place(-1)


def test_lines_are_numbered_as_an_editor_numbers_them(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\n  \n{"a": "\xc3\xa9"}')
    assert list(foreign.json_lines(tmp_path / "a.jsonl")) == [("line 1", {"a": 1}), ("line 4", {"a": "é"})]
    (tmp_path / "a.jsonl").write_bytes(b'{"a": 1}\n\n{"a": "\xff"}')
    with pytest.raises(ValueError, match=r"a\.jsonl, line 3: this is not UTF-8"):
        list(foreign.json_lines(tmp_path / "a.jsonl"))


def test_what_is_no_number_is_refused_only_where_that_is_asked_for(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'\n{"score": NaN}')
    ((place, _),) = foreign.json_lines(tmp_path / "a.jsonl")
    assert place == "line 2"
    with pytest.raises(ValueError, match=r"a\.jsonl, line 2: NaN is not a number"):
        list(foreign.numbered(tmp_path / "a.jsonl", 100, strict=True))
