from collections import Counter

import pytest

from vantage import tasks
from vantage.making import suite
from vantage.task import CAPABILITIES


@pytest.mark.parametrize("name", suite.names())
def test_every_built_in_suite_is_sound(name):
    found = suite.get(name)
    assert found.title
    assert found.size("")
    for counts in found.sizes.values():
        assert set(counts) <= {"train", "validation", "test"}


def test_the_published_counts():
    bench = suite.get("dise").size("bench")["test"]
    assert sum(bench.values()) == 559
    quadrants = Counter[str]()
    for name, n in bench.items():
        quadrants[tasks.get(name).quadrant] += n
    assert quadrants == {"E-D": 84, "E-S": 70, "I-D": 318, "I-S": 87}
    large = suite.get("dise").size("train12k")
    assert {split: sum(n.values()) for split, n in large.items()} == {"train": 8648, "validation": 1853, "test": 1854}
    assert {sum(n[task] for n in large.values()) for task in large["train"]} == {2471}
    drawn = {"mrt": 400, "paper_folding": 200, "maze": 400, "orientation": 400, "relations": 400}
    assert suite.get("srbench").size("full") == {"test": drawn}


def test_one_task_of_a_suite():
    cut = suite.get("dise/rotation_3d")
    assert [*cut.tasks] == ["rotation_3d"]
    assert cut.size("bench") == {"test": {"rotation_3d": 70}}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dice", "no suite is called 'dice'; did you mean 'dise'"),
        ("dise/rotation3d", "did you mean 'rotation_3d'"),
        ("none.toml", "is not a file"),
        ("rotation_3d", "'rotation_3d' is a task, not a suite; name it within one: dise/rotation_3d"),
        ("dise/", "no task in suite dise is called ''"),
    ],
)
def test_unknown_names_suggest_the_nearest(name, words):
    with pytest.raises(ValueError, match=words):
        suite.get(name)


def test_unknown_sizes_suggest_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'bench'"):
        suite.get("dise").size("bnch")


GOOD = "[tasks.rotation_3d]\n[sizes.small.test]\nrotation_3d = 3\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("= x", "is not TOML"),
        ("[sizes.small.test]\nrotation_3d = 3", r"has no \[tasks\]"),
        ("[tasks.rotation_3d]", r"has no \[sizes\]"),
        (GOOD.replace("small.test", "small.tset"), "did you mean 'test'"),
        (GOOD.replace("= 3", "= 0"), "size small: rotation_3d is 0, not a whole number from 1 to 1,000,000"),
        (GOOD.replace("= 3", "= 1_000_001"), "size small: rotation_3d is 1000001, not"),
        (GOOD.replace("= 3", "= true"), "size small: rotation_3d is True, not"),
        ("[tasks]\nmaze = 3\n[sizes.small.test]\nmaze = 3", "tasks is {'maze': 3}, not one table per name"),
        ("[tasks.maze]\n[sizes]\nsmall = 3", "sizes is {'small': 3}, not one table per name"),
        ("[tasks.maze]\n[sizes.small]\ntest = 3", "size small is {'test': 3}, not one table per name"),
        ("pixels = 'big'\n" + GOOD, "pixels is 'big', not a whole number from 1 to 4,096"),
        ("pixels = 100_000\n" + GOOD, "pixels is 100000, not"),
        ("spread = 3\n" + GOOD, "spread is 3, not a table of counts"),
        (GOOD + "[spread]\nsmall = 0", "spread: small is 0, not a whole number"),
        (GOOD + "[scenes]\npair = 'x'", "scenes: pair is 'x', not a whole number"),
        (GOOD.replace("[tasks.rotation_3d]", "[tasks.rotation_3d]\nblocs = 3"), "no setting 'blocs'"),
        (GOOD.replace("[tasks.rotation_3d]", "[tasks.rotation_3d]\nshare = 'x'"), "share of task rotation_3d is 'x'"),
        (GOOD.replace("[tasks.rotation_3d]", "[tasks.rotation_3d]\nshare = nan"), "share of task rotation_3d is nan"),
        ("[tasks.folding_3d]\nelevation = [1]\n" + GOOD, r"elevation of .* is \[1\]; it must be like \(30"),
        ("pixel = 3\n" + GOOD, "did you mean 'pixels'"),
        ("default = 'large'\n" + GOOD, "no size of suite mine is called 'large'"),
    ],
)
def test_faults_in_a_suite_file_are_named(tmp_path, text, words):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=words):
        suite.get(str(path))


def test_a_suite_file_of_ones_own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    assert suite.get(str(path)).size("") == {"test": {"rotation_3d": 3}}


def test_six_needs_each_capability_equally_often_and_uses_every_task():
    six, counts = suite.get("six"), Counter()
    for name, n in six.size("bench")["test"].items():
        counts.update(dict.fromkeys(tasks.get(name).capabilities, n))
    assert counts == dict.fromkeys(CAPABILITIES, 200)
    assert set(six.tasks) == set(tasks.built_in())


def test_every_task_of_the_suite_rooms_asks_about_every_walk():
    rooms = suite.get("rooms")
    assert {tasks.get(name).scenes for name in rooms.tasks} == {"walk"}
    assert set(rooms.size("bench")["test"].values()) == {500}
    assert set(rooms.size("quick")["test"].values()) == {24}
