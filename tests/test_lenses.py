"""Cameras of several fields of view and aspects: a suite names them; pictures that are not square work everywhere."""

import io
from collections import Counter

import pytest
from PIL import Image

from vantage.data import dataset
from vantage.making import make, suite
from vantage.prompts import composite
from vantage.report.sheet import sheet
from vantage.scene import SQUARE, Lens

WIDE = """
pixels = 96
[camera]
fields_of_view = [30, 40]
aspects = [1.5, 0.75]
[tasks.relations]
[tasks.consistency_ego]
[sizes.small.test]
relations = 4
consistency_ego = 16
"""


def size(data):
    with Image.open(io.BytesIO(data)) as picture:
        return picture.size


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lenses")
    (folder / "wide.toml").write_text(WIDE)
    make.make(suite.get(str(folder / "wide.toml")), folder / "set", workers=1)
    return dataset.load(folder / "set")


def test_pictures_have_each_aspect_equally_often(made):
    items = list(made.items())
    assert Counter(size(item.images[0]) for item in items if item.task == "relations") == {(96, 64): 2, (72, 96): 2}
    angles = Counter(item.truth["camera"]["field_of_view"] for item in items if item.task == "relations")
    assert angles == {30: 2, 40: 2}


def test_all_pictures_of_a_scene_have_one_lens(made):
    items = [item for item in made.items() if item.task == "consistency_ego"]
    for scene in range(2):
        lenses = {
            (size(item.images[0]), item.truth["camera"]["field_of_view"]) for item in items[8 * scene : 8 * scene + 8]
        }
        assert len(lenses) == 1


def test_an_item_is_made_again_from_its_manifest(made):
    items = list(made.items())
    assert made.manifest["lenses"] == [[30.0, 1.5], [30.0, 0.75], [40.0, 1.5], [40.0, 0.75]]
    for item in (items[0], items[-1]):
        assert make.again(item, made.manifest).images == item.images


def test_sheets_and_composites_keep_the_aspect(made):
    items = [item for item in made.items() if item.task == "relations"]
    assert sheet(items, columns=1, tile=96).width > 96
    pictures = [item.images[0] for item in items[:4]]
    wide, high = size(composite.compose(pictures, []))
    assert wide >= max(size(picture)[0] for picture in pictures)
    assert high >= max(size(picture)[1] for picture in pictures)


def test_without_a_camera_pictures_are_square():
    assert suite.get("scope").lenses == (SQUARE,)
    assert (Lens().size(384), Lens(40.0, 2.0).size(384), Lens(40.0, 0.5).size(384)) == (
        (384,) * 2,
        (384, 192),
        (192, 384),
    )


@pytest.mark.parametrize(
    ("camera", "words"),
    [
        ("fields_of_view = [5]", "fields_of_view is \\[5\\], not a list of numbers from 20 to 80"),
        ("aspects = []", "aspects is \\[\\], not a list of numbers"),
        ('aspects = ["4:3"]', "not a list of numbers from 0.5 to 2"),
        ("apsects = [1]", "did you mean 'aspects'"),
    ],
)
def test_a_camera_that_makes_no_sense_is_refused(tmp_path, camera, words):
    (tmp_path / "bad.toml").write_text(WIDE.replace("fields_of_view = [30, 40]\naspects = [1.5, 0.75]", camera))
    with pytest.raises(ValueError, match=words):
        suite.get(str(tmp_path / "bad.toml"))


def test_a_camera_needs_scenes(tmp_path):
    (tmp_path / "flat.toml").write_text("[camera]\naspects = [1.5]\n[tasks.maze]\n[sizes.small.test]\nmaze = 3\n")
    with pytest.raises(ValueError, match="none of its tasks shows a scene"):
        suite.get(str(tmp_path / "flat.toml"))


def test_a_scene_seen_from_eight_sides_has_a_narrow_field(tmp_path):
    task = "[camera]\nfields_of_view = [30, 60]\n[tasks.updating_ego]\n[sizes.tiny.test]\nupdating_ego = 8\n"
    (tmp_path / "wide.toml").write_text(task)
    with pytest.raises(ValueError, match="updating_ego sees a scene from eight sides, at most 40° wide, not 60°"):
        suite.get(str(tmp_path / "wide.toml"))
