"""The stream as an environment asks it; the tools' own packages are tried by `python -m benchmarks.trainers`."""

import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from vantage.item import IMAGE_MARK, answer_text
from vantage.render import flat
from vantage.training.episodes import Counter, Course, Episode, parts, told

ROOT = Path(__file__).parents[1]
COURSE = Course(what="dise/rotation_2d srbench/maze", pixels=48)


def test_a_course_asks_what_the_stream_holds():
    cases = [case for case, _ in zip(COURSE.cases(2), range(3))]
    assert [case.item.id for case in cases] == [COURSE.case(index).item.id for index in (2, 3, 4)]
    assert {case.item.split for case in cases} == {"train"}
    assert all("look" in case.item.tags for case in cases)


def test_what_is_said_holds_pictures_in_their_places_and_no_key():
    for index in range(4):
        case = COURSE.case(index)
        said = parts(case)
        assert [part["picture"].startswith("data:image/png;base64,") for part in said if "picture" in part] == [
            True
        ] * len(case.pictures)
        assert told(case).count(IMAGE_MARK) == len(case.pictures)
        assert case.item.situation not in told(case)
    asked = Course(what="srbench/maze", pixels=48, protocol="spin-think").case(0)
    assert told(asked, "system") or "<think>" in told(asked)


def test_a_right_reply_is_paid_once():
    episode = Episode(COURSE, Counter())
    with pytest.raises(ValueError, match="no question is open"):
        episode.answer("A")
    case = episode.begin(3)
    assert episode.answer(answer_text(case.item)).total == 1.0
    with pytest.raises(ValueError, match="each is answered once"):
        episode.answer(answer_text(case.item))
    wrong = "B" if answer_text(episode.begin(3).item) == "A" else "A"
    assert episode.answer(wrong).total == 0.0
    episode.begin(3)
    assert episode.answer(None).total == 0.0, "whatever a client sends"


def test_a_strict_course_pays_only_what_is_tagged():
    strict = Course(what="dise/rotation_2d", pixels=48, strict=True, protocol="tags")
    episode = Episode(strict, Counter())
    letter = answer_text(episode.begin(0).item)
    assert episode.answer(letter).total == 0.0
    episode.begin(0)
    assert episode.answer(f"<answer>{letter}</answer>").total == 1.0


def test_sessions_share_a_counter_and_a_seed_names_a_question():
    counter = Counter()
    one, other = Episode(COURSE, counter), Episode(COURSE, counter)
    assert one.begin(5).item.id == other.begin(5).item.id
    assert [one.begin().item.id, other.begin().item.id] == [COURSE.case(0).item.id, COURSE.case(1).item.id]
    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(lambda _: counter.next(), range(400)))
    assert sorted(numbers) == list(range(2, 402))


@pytest.mark.parametrize("seed", [-1, 1.5, "3", True])
def test_a_seed_that_is_no_place_is_refused(seed):
    with pytest.raises(ValueError, match="its place in the stream"):
        Episode(COURSE, Counter()).begin(seed)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"what": "  "}, "needs a suite or a task"),
        ({"what": "dies"}, "did you mean 'dise'"),
        ({"split": "test"}, "tests stay unseen"),
        ({"protocol": "tagz"}, "protocol"),
        ({"pixels": 7}, "32 to 4096"),
    ],
)
def test_a_course_that_cannot_be_is_refused_at_once(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        Course(**given)


def test_the_package_that_tools_look_for_imports_neither_of_them():
    code = "import vantage_spatial, sys; print(vantage_spatial.__all__, 'verifiers' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.strip() == "['SpatialTaskset'] False"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["vantage", "vantage_spatial"]
    both = project["project"]["optional-dependencies"]
    assert not any("verifiers" in one or "openenv" in one for one in both["dev"]), "they exclude each other"
    manifest = (ROOT / "vantage_spatial" / "openenv.yaml").read_text()
    assert "app: vantage.training.openenv_server:app" in manifest


def test_pictures_are_those_of_the_item():
    case = COURSE.case(1)
    assert [flat.decode(data).size for data in case.pictures] == [(48, 48)] * len(case.pictures)
