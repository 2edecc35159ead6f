"""What a run's files may contain: for anything else there is one sentence that names the file and the line."""

import copy
import json
import random

import pytest

from tests import fabricated
from tests.fabricated import Scripted
from tests.test_cli import vantage
from vantage.analysis import kept_scores
from vantage.analysis.outcomes import score_run
from vantage.data.dataset import load
from vantage.item import Condition
from vantage.running import run, run_folder
from vantage.running.opening import open_run
from vantage.running.records import to_header, to_json, to_line, to_record
from vantage.running.run_folder import Run

VALUES = [None, True, -1, 3, 0.5, float("nan"), float("inf"), 10**30, "", "x", [], [1], {}, {"a": 1}]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    data = fabricated.data_set(folder / "set", fabricated.items(per_task=2, size=16))
    run.run(data, Scripted(), [Condition(), Condition("cot")], folder / "run")
    return folder / "run"


@pytest.fixture
def folder(made, tmp_path):
    """A copy of the run, to be spoilt."""
    for path in made.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def written(folder):
    return json.loads((folder / run_folder.HEADER).read_text()), fabricated.lines(folder)


def test_what_we_write_is_read_as_it_was(made):
    found = Run.read(made)
    assert to_header(to_json(found.header)) == found.header
    assert [to_record(to_line(record)) for record in found.responses] == list(found.responses)
    assert (found.model, found.conditions, found.header.dataset.items) == (
        "scripted",
        (Condition(), Condition("cot")),
        6,
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"model": None}, "model: expected `str`, got `null`"),
        ({"dataset": "here"}, "dataset: expected `object`, got `str`"),
        ({"dataset": {}}, "dataset: object missing required field `digest`"),
        ({"conditions": []}, "conditions: expected `array` of length >= 1"),
        ({"conditions": [{}, "x"]}, r"conditions\[1\]: expected `object`, got `str`"),
        ({"conditions": [{"rotation": float("inf")}]}, r"conditions\[0\].rotation: expected `int`, got `float`"),
        ({"conditions": [{"rotation": -1}]}, r"conditions\[0\]: condition rotation must be from 0 to"),
        ({"conditions": [{"turn": 1}]}, 'condition 0 has an unknown field "turn"'),
        ({"selection": {"limit": "x"}}, "selection.limit: expected `int | null`, got `str`"),
    ],
)
def test_a_run_file_of_another_content_is_named(folder, change, words):
    meta, _ = written(folder)
    (folder / run_folder.HEADER).write_text(json.dumps({**meta, **change}))
    with pytest.raises(ValueError, match=rf"run\.json is not a run file that Vantage wrote \({words}.*; restore it"):
        Run.read(folder)


@pytest.mark.parametrize("name", ["model", "dataset", "conditions", "format"])
def test_a_run_file_must_be_whole(folder, name):
    meta, _ = written(folder)
    (folder / run_folder.HEADER).write_text(json.dumps({key: meta[key] for key in meta if key != name}))
    with pytest.raises(ValueError, match=rf"is not a run file that Vantage wrote \(.*{name}"):
        Run.read(folder)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"condition": [1]}, "condition: expected `int`, got `array`"),
        ({"condition": 2}, "condition is 2, but run.json lists 2, counted from 0"),
        ({"condition": float("nan")}, "it is not JSON"),
        ({"item": 3}, "item: expected `str`, got `int`"),
        ({"text": None}, "it has neither a text nor an error"),
        ({"text": 5}, "text: expected `str | null`, got `int`"),
        ({"attempts": None}, "attempts: expected `int`, got `null`"),
        ({"tokens_in": "x"}, "tokens_in: expected `int | null`, got `str`"),
        ({"tokens_out": 10**12}, "tokens_out: expected `int` <= 1000000000"),
        ({"seconds": -1}, "seconds: expected `float` >= 0"),
        ({"failures": ["rate", 1]}, r"failures\[1\]: expected `str`, got `int`"),
    ],
)
def test_a_response_of_another_content_is_named_by_its_line(folder, change, words):
    _, rows = written(folder)
    rows[2] |= change
    (folder / run_folder.RESPONSES).write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(ValueError, match=rf"responses\.jsonl, line 3, is not a response .* \({words}.*\); remove it"):
        Run.read(folder)


@pytest.mark.parametrize("wrong", ["", "{", "{}", "1, 2", "]"])
def test_a_line_that_is_no_response_is_found_far_down_in_a_log(folder, wrong):
    _, rows = written(folder)
    lines = [json.dumps(row) for row in rows]
    for at in range(len(lines)):
        (folder / run_folder.RESPONSES).write_text("\n".join([*lines[:at], wrong, *lines[at:]]) + "\n")
        with pytest.raises(ValueError, match=rf"line {at + 1}, is not a response"):
            Run.read(folder)
    (folder / run_folder.RESPONSES).write_text("\n".join([*lines, "{"]))  # torn: no end of line
    assert len(Run.read(folder).responses) == len(lines)


def spoilt(data, rng):
    """Return the data with one value, at any depth, changed or taken away."""
    data = copy.deepcopy(data)
    at = data
    while True:
        key = rng.choice(list(at)) if isinstance(at, dict) else rng.randrange(len(at))
        if isinstance(at[key], dict | list) and at[key] and rng.random() < 0.6:
            at = at[key]
        elif rng.random() < 0.2:
            del at[key]
            return data
        else:
            at[key] = rng.choice(VALUES)
            return data


def test_whatever_a_folder_holds_a_command_works_or_says_one_sentence(capsys, folder, made):
    rng = random.Random(3)
    meta, rows = written(folder)
    answer = {"item": rows[0]["item"], "text": "A"}
    (folder / "more.jsonl").write_text(json.dumps(answer) + "\n")
    data = made.parent / "set"
    commands = [
        ["score", folder, "--data", data],
        ["compare", "--rules", folder, "--data", data],
        ["import", folder / "more.jsonl", "--data", data, "--model", "scripted", "--out", folder],
        ["judge", folder, "--data", data],
    ]
    codes = set()
    for _ in range(120):
        at = rng.randrange(len(rows))
        files = [meta, *rows]
        place = rng.choice([0, 1 + at])
        files[place] = spoilt(files[place], rng)
        (folder / run_folder.HEADER).write_text(json.dumps(files[0]))
        (folder / run_folder.RESPONSES).write_text("".join(json.dumps(row) + "\n" for row in files[1:]))
        code, _, err = vantage(capsys, *rng.choice(commands))
        codes.add(code)
        assert "Traceback" not in err
        assert code == 0 or (err.startswith("Error: ") and len(err.splitlines()) == 1)
    assert codes == {0, 2}


@pytest.mark.parametrize("change", [{"outcome": "perhaps"}, {"option": "x"}, {"credit": None}, {"step": 3}])
def test_scores_that_were_edited_are_made_anew(folder, made, change):
    score_run(folder, load(made.parent / "set"))
    found = Run.read(folder)
    assert kept_scores.kept(found)
    first, *rest = (folder / kept_scores.SCORES).read_text().splitlines()
    for line in (json.dumps({**json.loads(first), **change}), "[]", "3"):
        (folder / kept_scores.SCORES).write_text("\n".join([line, *rest]))
        assert kept_scores.kept(found) is None


def test_a_folder_that_opens_is_read_without_a_second_look(folder, made):
    found, data = open_run(folder, made.parent / "set")
    assert len(found.responses) == 2 * len(data)
