import io
import json
import math
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from tests.test_item import item
from vantage import task, tasks
from vantage.data import dataset, manifest
from vantage.making import drafting, make, suite

SMALL = """
pixels = 64
[tasks.rotation_2d]
[sizes.small.train]
rotation_2d = 300
[sizes.small.test]
rotation_2d = 330
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    path = tmp_path_factory.mktemp("suite") / "small.toml"
    path.write_text(SMALL)
    return path


@pytest.fixture(scope="module")
def whole(small):
    """The data set as one process makes it, uninterrupted."""
    folder = small.parent / "whole"
    make.make(suite.get(str(small)), folder, workers=1)
    return shards(folder)


def shards(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


def command(small, out, workers):
    arguments = ["make", str(small), "--out", str(out), "--workers", str(workers)]
    return [sys.executable, "-m", "vantage.cli", *arguments]


def header(small):
    """What the manifest of the whole data set says of it, except of its shards."""
    found = dataset.load(small.parent / "whole").manifest
    return {name: value for name, value in found.items() if name not in ("format", "complete", "shards")}


def gone(group):
    """Whether every process of a group ends within ten seconds."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_and_rerun_gives_the_same_bytes(small, whole, tmp_path, workers):
    chance = random.Random(workers)
    for _ in range(3):
        process = subprocess.Popen(command(small, tmp_path / "set", workers), start_new_session=True)
        time.sleep(chance.uniform(0.7, 2.5))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert gone(process.pid), "workers outlived the process that they worked for"
    subprocess.run(command(small, tmp_path / "set", workers), check=True, capture_output=True)
    assert shards(tmp_path / "set") == whole
    assert len(whole) == 4


def test_interrupted_with_ctrl_c_keeps_what_was_finished(small, whole, tmp_path):
    process = subprocess.Popen(command(small, tmp_path / "set", 1), stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "set" / "train-00000.parquet").exists():
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert complaint.strip().rpartition("\n")[2].startswith("Interrupted; what was finished is kept")
    subprocess.run(command(small, tmp_path / "set", 1), check=True, capture_output=True)
    assert shards(tmp_path / "set") == whole


@pytest.mark.parametrize("saved", [False, True])
@pytest.mark.parametrize("shard", [1, 2, 4])
def test_ctrl_c_while_a_shard_is_noted_repeats_no_item(small, whole, tmp_path, monkeypatch, shard, saved):
    save = dataset.Writer._save

    def interrupted(writer):
        last = len(writer.manifest["shards"]) == shard
        if saved or not last:
            save(writer)
        if last:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(dataset.Writer, "_save", interrupted)
        with pytest.raises(KeyboardInterrupt):
            dataset.write(tmp_path / "set", header(small), dataset.load(small.parent / "whole").items())
    dataset.write(tmp_path / "set", header(small), dataset.load(small.parent / "whole").items())
    assert shards(tmp_path / "set") == whole


def test_more_items_than_ids_have_numbers_for_are_refused_at_once(tmp_path):
    with pytest.raises(ValueError, match="1,000,000,000,000 items of a task were asked for; at most 1,000,000"):
        make.make(suite.get("dise/rotation_3d"), tmp_path / "set", n=10**12)
    assert not (tmp_path / "set").exists()


def test_an_item_of_a_task_that_its_manifest_does_not_list_is_named(small, whole):
    data = dataset.load(small.parent / "whole")
    first = next(data.items())
    with pytest.raises(ValueError, match=f"{first.id} is of task 'rotation_2d', which its manifest does not list"):
        make.again(first, {**data.manifest, "tasks": {}})


def test_the_same_command_twice_does_no_harm(small, whole, tmp_path):
    first = subprocess.run(command(small, tmp_path / "set", 2), check=True, capture_output=True, text=True)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "set").iterdir()}
    again = subprocess.run(command(small, tmp_path / "set", 2), check=True, capture_output=True, text=True)
    assert first.stdout == again.stdout
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "set").iterdir()} == before
    assert shards(tmp_path / "set") == whole


def test_counts_and_splits_are_as_asked(small, whole):
    data = dataset.load(small.parent / "whole")
    assert manifest.counts(data.manifest) == {"train": {"rotation_2d": 300}, "test": {"rotation_2d": 330}}
    assert not {i.situation for i in data.head("train")} & {i.situation for i in data.head("test")}
    assert data.manifest["shards"][0]["attempts"]["rotation_2d"] >= 250


def test_a_larger_set_begins_with_the_items_of_a_smaller_one(tmp_path):
    cut = suite.get("dise/fold_and_punch")
    few = make.make(cut, tmp_path / "few", n=4, workers=1)
    more = make.make(cut, tmp_path / "more", n=8, workers=1)
    assert list(few.items()) == list(more.items())[:4]


def test_an_item_can_be_made_again_from_its_id_alone(small, whole):
    data = dataset.load(small.parent / "whole")
    for one in list(data.items())[::97]:
        assert make.again(one, data.manifest) == one


def test_settings_of_several_numbers_are_kept(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("pixels = 64\n[tasks.folding_3d]\nelevation = [31, 31]\n[sizes.small.test]\nfolding_3d = 2\n")
    data = make.make(suite.get(str(path)), tmp_path / "set", workers=1)
    assert data.manifest["tasks"]["folding_3d"]["settings"] == {"elevation": [31, 31]}
    assert [make.again(item, data.manifest) for item in data.items()] == [*data.items()]
    assert make.make(suite.get(str(path)), tmp_path / "set", workers=1).digest == data.digest


def test_a_size_can_be_spread_over_scenes(tmp_path):
    path = tmp_path / "mine.toml"
    text = "[tasks.{0}]\n[spread]\nfew = 8\nmany = 2\n[sizes.few.test]\n{0} = 32\n[sizes.many.test]\n{0} = 24\n"
    path.write_text(text.format("updating_ego"))
    mine = suite.get(str(path))
    few, many = (
        [[order.index % 8 for order in job] for job in make.jobs(mine, size, mine.size(size), 0, {})]
        for size in ("few", "many")
    )
    assert few == [[0, 2, 4, 6], [1, 3, 5, 7]] * 4  # the orthogonal and the diagonal views in turn
    assert many == [[*range(8)]] * 3  # a scene has no more than eight views


def test_scenes_come_with_depth_and_id_maps_where_that_is_asked_for(tmp_path):
    plain = make.make(suite.get("scope/integration_ego"), tmp_path / "plain", n=8, workers=1)
    deep = make.make(suite.get("scope/integration_ego").keeping("depth", "ids"), tmp_path / "deep", n=8, workers=1)
    for without, one in zip(plain.items(), deep.items(), strict=True):
        assert (without.depth, without.ids, len(one.depth), len(one.ids)) == ((), (), 4, 4)
        assert replace(one, depth=(), ids=()) == without
    assert make.again(one, deep.manifest) == one
    assert (deep.manifest["metres_per_step"], deep.manifest["ids"]) == (0.001, True)
    card = (tmp_path / "deep" / "README.md").read_text()
    assert "0.001 m a step" in card
    assert "the id of the thing that each pixel shows" in card


def test_the_kept_maps_lead_back_to_the_recorded_places(tmp_path):
    """What an outsider can do: from depth, ids and truth alone to where a thing stands."""
    data = make.make(suite.get("scope/consistency_ego").keeping("depth", "ids"), tmp_path / "set", n=2, workers=1)
    for one in data.items():
        depth, ids = (np.asarray(Image.open(io.BytesIO(maps[0]))) for maps in (one.depth, one.ids))
        camera, target = one.truth["camera"], one.truth["target"]
        turn = math.radians(one.truth["azimuths"][0])
        eye = np.array([camera["radius"] * math.sin(turn), -camera["radius"] * math.cos(turn), camera["height"]])
        ahead = np.array([0, 0, camera["aim"]]) - eye
        ahead /= np.linalg.norm(ahead)
        right = np.array([math.cos(turn), math.sin(turn), 0])
        rows, columns = np.nonzero(ids == target["id"])
        side = len(ids)
        far = depth[rows, columns] * one.truth["depth"]["metres_per_step"]
        across, down = (
            (place + 0.5 - side / 2) / (side / 2) * math.tan(math.radians(camera["field_of_view"] / 2))
            for place in (columns, rows)
        )
        lines = ahead + across[:, None] * right + down[:, None] * np.cross(ahead, right)
        x, y, _ = np.median(eye + far[:, None] * lines, axis=0)
        apart = math.hypot(target["x"] - one.truth["reference"]["x"], target["y"] - one.truth["reference"]["y"])
        assert math.hypot(x - target["x"], y - target["y"]) < apart / 3


def test_what_shows_no_scene_has_no_depth_maps():
    with pytest.raises(ValueError, match="no task of suite dise shows a scene, and only scenes have depth maps"):
        suite.get("dise").keeping("depth")


def test_duplicates_are_made_again_with_the_next_attempt(monkeypatch):
    def together(job, attempt=0, frames=None):
        return [item(situation=str(order // 2 + 100 * attempt), attempt=attempt) for order in job]

    monkeypatch.setattr(make, "together", together)
    made = list(make._without_duplicates([(n,) for n in range(4)], set(), workers=1, chunk=1))
    assert [i.attempt for i in made] == [0, 1, 0, 1]
    assert len({i.logical for i in made}) == 4


def test_more_items_than_there_are_questions_is_an_error_and_no_endless_search(monkeypatch):
    monkeypatch.setattr(make, "together", lambda job, attempt=0, frames=None: [item(attempt=attempt)])
    jobs = [(make.Order("s", "n", 0, "maze", (), 64, "test", index),) for index in range(2)]
    with pytest.raises(ValueError, match=r"s/maze/n-s0/000001 repeats earlier questions .* ask for fewer maze"):
        list(make._without_duplicates(jobs, set(), workers=1, chunk=1))


def test_solvers_that_disagree_stop_the_work(monkeypatch):
    found = tasks.get("fold_and_punch")
    other = {"A": "B", "B": "A", "C": "A", "D": "A"}
    broken = task.Task(
        **{
            **vars(found),
            "solve": lambda truth: task.Choice(other[found.solve(truth).letter]),
        }
    )
    monkeypatch.setattr(tasks, "get", lambda name: broken)
    with pytest.raises(drafting.Disagreement, match=r"make says .* solve says"):
        make.one(make.Order("x", "n", 0, "fold_and_punch", (), 64, "test", 0))


def test_flagged_items_are_replaced_and_the_others_kept(tmp_path):
    cut = suite.get("dise/fold_and_punch")
    before = list(make.make(cut, tmp_path / "before", n=6, workers=1).items())
    flag = {"id": before[2].id, "attempt": before[2].attempt, "reason": "two\u2028lines"}
    (tmp_path / "flags.jsonl").write_text(json.dumps(flag, ensure_ascii=False), "utf-8")
    excluded = make.flags(tmp_path / "flags.jsonl")
    data = make.make(cut, tmp_path / "after", n=6, workers=1, excluded=excluded)
    after = list(data.items())
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, True, False, True, True, True]
    assert after[2].attempt > before[2].attempt
    assert (after[2].answer, after[2].tags["tier"]) == (before[2].answer, before[2].tags["tier"])
    assert make.again(after[2], data.manifest) == after[2]
    assert data.manifest["excluded"] == excluded


def test_a_scene_that_was_cut_short_is_made_again_as_a_whole(tmp_path):
    cut, excluded = suite.get("scope/consistency_ego"), {"scope/consistency_ego/n-s0/000005": 0}
    cut = replace(cut, pixels=64)
    whole = make.make(cut, tmp_path / "whole", n=8, workers=1, excluded=excluded)
    assert {item.attempt for item in whole.items()} == {1}

    def stop(done, total):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make.make(cut, tmp_path / "cut", n=8, workers=1, excluded=excluded, progress=stop)
    again = make.make(cut, tmp_path / "cut", n=8, workers=1, excluded=excluded)
    assert [*again.items()] == [*whole.items()]
    assert again.digest == whole.digest


def test_a_set_is_not_finished_with_another_spread(tmp_path):
    path = tmp_path / "mine.toml"
    text = "pixels = 64\n[tasks.updating_ego]\n[spread]\nfew = 2\n[sizes.few.test]\nupdating_ego = 4\n"
    path.write_text(text)
    make.make(suite.get(str(path)), tmp_path / "set", workers=1)
    path.write_text(text.replace("few = 2", "few = 4"))
    with pytest.raises(ValueError, match="spread 2, not 4"):
        make.make(suite.get(str(path)), tmp_path / "set", workers=1)


def test_items_of_two_splits_have_different_ids(tmp_path):
    cut = suite.get("dise/rotation_2d")
    made = [make.make(cut, tmp_path / split, n=2, split=split, workers=1) for split in ("train", "test")]
    assert len({item.id for data in made for item in data.items()}) == 4
    assert all(make.again(item, data.manifest) == item for data in made for item in data.items())


@pytest.mark.parametrize("line", ["no json", "[]", '{"reason": "no id"}', '{"id": "x", "attempt": "many"}'])
def test_flags_that_are_none_are_named_by_their_line(tmp_path, line):
    (tmp_path / "flags.jsonl").write_text('{"id": "a"}\n' + line)
    with pytest.raises(ValueError, match=r"flags\.jsonl, line 2: a flag is"):
        make.flags(tmp_path / "flags.jsonl")
    with pytest.raises(ValueError, match="cannot be read as flags"):
        make.flags(tmp_path / "nowhere.jsonl")


def test_progress_is_told_from_the_first_to_the_last_item(tmp_path):
    told = []
    make.make(
        suite.get("dise/fold_and_punch"), tmp_path / "set", n=5, workers=1, progress=lambda *step: told.append(step)
    )
    assert told == [(i, 5) for i in range(6)]


def test_the_manifest_says_how_the_set_was_made(small, whole):
    manifest = json.loads((small.parent / "whole" / "manifest.json").read_text())
    assert manifest["suite"] == "small"
    assert manifest["size"] == "small"
    assert manifest["seed"] == 0
    assert manifest["pixels"] == 64
    assert manifest["tasks"] == {"rotation_2d": {"version": tasks.get("rotation_2d").version, "settings": {}}}
    assert manifest["complete"] is True
