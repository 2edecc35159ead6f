"""Rows for trainers, read back as they read them."""

import importlib.util
import json
import sys
import types
from dataclasses import replace

import pytest
from datasets import load_dataset

from tests import fabricated
from vantage import cli, seeds
from vantage.data import dataset
from vantage.item import Choice, Condition, Number
from vantage.training.exports import WRITERS, export
from vantage.training.reward import Key, reward
from vantage.training.rows import MARKS, Case

DIRECT, COT = Condition(), Condition(protocol="cot")


def as_split(items, split):
    return [replace(item, split=split, id=f"{item.id}{split}") for item in items]


@pytest.fixture(scope="module")
def items():
    """Two and six pictures: the question's, or the question's and those of its options, and one more."""
    made = fabricated.items(2, size=32)
    many = [replace(one, question=f"{one.question} Or\n<image>?", images=(*one.images, one.images[0])) for one in made]
    texts = [replace(option, text=f"the {name} one", image=None) for option, name in zip(made[0].options, "wxyz")]
    few = [replace(one, id=f"{one.id}few", options=tuple(texts)) for one in many]
    return [*few, *many]


@pytest.fixture(scope="module")
def data(items, tmp_path_factory):
    both = [*as_split(items, "train"), *as_split(items[:4], "validation")]
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "set", both)


def module(path, **packages):
    """Import a file that was written, with stand-ins for packages that are not installed."""
    sys.modules.update(packages)
    try:
        spec = importlib.util.spec_from_file_location("written", path)
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        return made
    finally:
        for name in packages:
            del sys.modules[name]


def marks(messages):
    return sum(message["content"].count("<image>") for message in messages)


def test_trl_reads_rows_with_two_and_six_pictures(data, items, tmp_path):
    counts = export(data, DIRECT, "trl", tmp_path / "out")
    assert counts == {
        f"{kind}-{name}.parquet": n for name, n in (("train", 12), ("validation", 4)) for kind in ("rl", "sft")
    }
    rows = {}
    for kind in ("rl", "sft"):
        path = str(tmp_path / "out" / f"{kind}-train.parquet")
        rows[kind] = load_dataset("parquet", data_files=path, split="train", cache_dir=str(tmp_path / kind))
    assert [len(row["images"]) for row in rows["rl"]] == [2] * 6 + [6] * 6
    for row, item in zip(rows["rl"], as_split(items, "train")):
        case = Case(item, DIRECT)
        blocks = [block for message in row["prompt"] for block in message["content"]]
        assert [block["type"] for block in blocks].count("image") == len(row["images"]) == len(case.pictures)
        assert "".join(block["text"] or "<image>" for block in blocks) == case.marked[-1]["content"]
        assert Key.read(row["key"]) == case.key
        assert row["images"][0].size == (32, 32)
    right = module(tmp_path / "out" / "reward.py").right
    said = [[{"role": "assistant", "content": row["completion"][0]["content"][0]["text"]}] for row in rows["sft"]]
    columns = {name: rows["rl"][name] for name in ("key", "id", "task")}
    assert (
        right(prompts=rows["rl"]["prompt"], completions=said, completion_ids=[[1]], trainer_state=None, **columns)
        == [1.0] * 12
    )
    assert right(completions=["E"] * 12, **columns) == [0.0] * 12


def test_verl_reads_a_mark_for_each_picture(data, tmp_path):
    export(data, COT, "verl", tmp_path / "out")
    assert not (tmp_path / "out" / "sft-train.parquet").exists()  # the prompt asks for thoughts
    path = str(tmp_path / "out" / "rl-train.parquet")
    rows = load_dataset("parquet", data_files=path, split="train", cache_dir=str(tmp_path / "cache"))
    compute_score = module(tmp_path / "out" / "reward.py").compute_score
    for place, row in enumerate(rows):
        assert marks(row["prompt"]) == len(row["images"])
        assert row["extra_info"]["index"] == place
        key = row["reward_model"]["ground_truth"]
        said = f"It fits. <answer>{Key.read(key).answer.letter}</answer>"
        found = compute_score(row["data_source"], said, key, extra_info=row["extra_info"], reward_router_address=None)
        assert found == {"score": 1.0, "right": 1.0, "gamed": 0.0}
        assert compute_score(row["data_source"], said * 2 + "<answer>x</answer>", key)["gamed"] == 1.0
    assert str((tmp_path / "out").resolve()) in (tmp_path / "out" / "grpo.sh").read_text()


def test_ms_swift_reads_lines_with_paths(data, tmp_path):
    export(data, DIRECT, "ms-swift", tmp_path / "out")
    for kind in ("rl", "sft"):
        path = str(tmp_path / "out" / f"{kind}-train.jsonl")
        rows = load_dataset("json", data_files=path, split="train", cache_dir=str(tmp_path / "cache"))
        assert len(rows) == 12
        for row in rows:
            assert marks(row["messages"]) == len(row["images"]) in (2, 6)
            assert all((tmp_path / "out").resolve().joinpath(one).is_file() for one in row["images"])
            assert row["messages"][-1]["role"] == ("user" if kind == "rl" else "assistant")
        taken = {"label", "options", "state", "questions", "kinds", "criteria", "margin", "channel", "objects", "tools"}
        assert not taken & set(rows.column_names)
    orms = {}
    stand_in = types.SimpleNamespace(ORM=object, orms=orms)
    module(tmp_path / "out" / "reward.py", swift=types.ModuleType("swift"), **{"swift.rewards": stand_in})
    rows = [json.loads(line) for line in (tmp_path / "out" / "rl-train.jsonl").read_text().splitlines()]
    letters = [Key.read(row["solution"]).answer.letter for row in rows]
    assert (
        orms["vantage"]()(letters, [row["solution"] for row in rows], task=[row["task"] for row in rows]) == [1.0] * 12
    )


def test_llama_factory_reads_conversations_and_preferences(data, tmp_path):
    export(data, DIRECT, "llama-factory", tmp_path / "out")
    info = json.loads((tmp_path / "out" / "dataset_info.json").read_text())
    assert set(info) == {f"vantage-{kind}-{name}" for kind in ("sft", "dpo") for name in ("train", "validation")}
    for name, one in info.items():
        path = str(tmp_path / "out" / one["file_name"])
        rows = load_dataset("json", data_files=path, split="train", cache_dir=str(tmp_path / "cache"))
        for row in rows:
            assert marks(row["messages"]) == len(row["images"]) in (2, 6)
            if "dpo" in name:
                assert row["chosen"]["content"] != row["rejected"]["content"]
                assert row["messages"][-1]["role"] == "user"
            else:
                assert [message["role"] for message in row["messages"]] == ["user", "assistant"]
    with pytest.raises(ValueError, match="asks for thoughts"):
        export(data, COT, "llama-factory", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_an_answer_due_is_paid_by_the_reward(items):
    for condition in (DIRECT, COT, Condition(rotation=1), Condition(protocol="tags")):
        for item in items:
            case = Case(item, condition)
            assert reward(case.reply(), case.key).right
            assert not reward(case.wrong, case.key).right
            assert case.wrong
    number = replace(items[0], options=(), answer=Number(7.0), question="How many? <image><image>")
    assert reward(Case(number, COT).reply(), Case(number, COT).key).right
    assert Case(number, COT).wrong == ""


def test_test_items_are_refused_unless_forced_and_then_marked(items, tmp_path):
    only = fabricated.data_set(tmp_path / "test", as_split(items[:3], "test"))
    with pytest.raises(ValueError, match=r"has no train split, only test; make a set for training: vantage make"):
        export(only, DIRECT, "trl", tmp_path / "out")
    with pytest.raises(ValueError, match="not for training; --force"):
        export(only, DIRECT, "trl", tmp_path / "out", split="test")
    assert not (tmp_path / "out").exists()
    for to in WRITERS:
        counts = export(only, DIRECT, to, tmp_path / to, split="test", force=True)
        for name in counts:
            kind = "parquet" if name.endswith("parquet") else "json"
            rows = load_dataset(
                kind, data_files=str(tmp_path / to / name), split="train", cache_dir=str(tmp_path / "c")
            )
            for row in rows:
                row = row.get("extra_info") or row
                assert row["split"] == "test"
                assert row["held_out"] == "not for training: this item belongs to the test split"


@pytest.mark.parametrize("mark", ["<image>", "<video>", "<|image_pad|>", "<Audio>"])
def test_words_that_hold_a_mark_are_refused(items, tmp_path, mark):
    option = replace(items[0].options[0], text=f"the one beside {mark}")
    odd = replace(items[0], options=(option, *items[0].options[1:]))
    assert MARKS.search(option.text)
    with pytest.raises(ValueError, match="take for a picture"):
        export(fabricated.data_set(tmp_path / "d", as_split([odd], "train")), DIRECT, "verl", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_pictures_and_folders_that_do_not_fit_are_refused(items, tmp_path):
    small = [replace(one, images=(fabricated.picture(seeds.generator("small"), 16),) * 2) for one in items]
    data = fabricated.data_set(tmp_path / "d", as_split(small[:1], "train"))
    with pytest.raises(ValueError, match="16 x 16 pixels is too small"):
        export(data, DIRECT, "trl", tmp_path / "out")
    many = replace(items[0], images=items[0].images * 40, question="<image>" * 80)
    data = fabricated.data_set(tmp_path / "e", as_split([many], "train"))
    with pytest.raises(ValueError, match="shows 80 pictures"):
        export(data, DIRECT, "trl", tmp_path / "out")
    with pytest.raises(ValueError, match="not an empty folder"):
        export(data, DIRECT, "trl", tmp_path)
    with pytest.raises(ValueError, match="did you mean 'trl'"):
        export(data, DIRECT, "trll", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_command(data, tmp_path, capsys):
    cli.main(["export", str(data.folder), "--to", "ms-swift", "--out", str(tmp_path / "out"), "--protocol", "tags"])
    assert "12 rows in" in capsys.readouterr().out
    row = json.loads((tmp_path / "out" / "rl-train.jsonl").read_text().splitlines()[0])
    assert [message["role"] for message in row["messages"]] == ["system", "user"]
    with pytest.raises(SystemExit, match="2"):
        cli.main(["export", str(data.folder), "--to", "trl", "--out", str(tmp_path / "b"), "--split", "test"])
    assert "has no test split" in capsys.readouterr().err


def test_data_is_as_it_was(data):
    assert dataset.load(data.folder).digest == data.digest
    assert all(isinstance(item.answer, Choice) for item in data.head())
