"""The object table filled by models: a captioner names things, a detector finds them, a segmenter outlines them."""

import json
import sys

import numpy as np
import pytest
from PIL import Image

from tests.captures import SIDE, Recipe, scene, write
from tests.mock_server import MockServer, Reply
from tests.test_cli import vantage
from vantage import models, seeds
from vantage.curate import captions, captures, masks, seeking
from vantage.curate.axes import Stated
from vantage.models import Settings
from vantage.models.vision import Box, apart
from vantage.running.inquiry import Manner

METRES = Stated(scale=1.0)
NAMES = [thing.name for thing in scene().things]


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A capture with true pictures, depth and masks."""
    folder = tmp_path_factory.mktemp("captions") / "room"
    write(folder, Recipe(), render=True)
    return folder


@pytest.fixture
def rings(room):
    return [outcome.ring for outcome in captures.survey(room, METRES)]


class Seeing:
    """A detector and segmenter that look the masks up in the capture's file, by the picture."""

    def __init__(self, folder):
        self.known = {}
        for record in json.loads((folder / "masks.json").read_text()):
            with Image.open(folder / record["image_path"]) as image:
                self.known[image.convert("RGB").tobytes()] = {
                    one["class_name"]: masks.mask(one["segmentation"]) for one in record["annotations"]
                }

    def boxes(self, picture, names):
        here = self.known[picture.tobytes()]
        return [Box(name, (0.0, 0.0, 1.0, 1.0), 0.9) for name in here if name in names]

    def masks(self, picture, boxes):
        return [(self.known[picture.tobytes()][box.name], 0.9) for box in boxes]


def captioner(server):
    return models.get("openai/captioner", Settings(base_url=server.url))


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("1. Office chair\n2. A floor lamp\n3. the **Dog**.", ["office chair", "floor lamp", "dog"]),
        ("chair, dog; lamp", ["chair", "dog", "lamp"]),
        ("<think>maybe a cat</think>\n- dog\n- dog\n- chair", ["dog", "chair"]),
        ("None", []),
        ("None.", []),
        ("", []),
        ("I can see that there is a very large room here", []),
        ("dog\n" + "x" * 999 + "\n<image>\nch\x00air\n\x1b[31mred\nlamp", ["dog", "lamp"]),
        ("\n".join(f"thing {chr(97 + k)}" for k in range(20)), [f"thing {chr(97 + k)}" for k in range(8)]),
    ],
)
def test_only_short_names_are_taken_from_a_reply(reply, found):
    assert captions.names(reply) == found


def test_names_that_two_pictures_share_are_taken_the_most_frequent_first():
    assert captions._common([["dog", "chair"], ["chair"], ["lamp", "chair"], ["dog"]]) == ["chair", "dog"]
    assert len(captions._common([[f"thing {k}" for k in range(99)]] * 2)) == captions.MOST


def test_each_view_is_asked_about_once_and_replies_are_kept(rings, tmp_path):
    with MockServer(script=lambda seen: "dog\nbarrel") as server:
        for _ in range(2):
            listed = captions.captioned(rings, captioner(server), tmp_path, Manner())
            assert listed == [["dog", "barrel"]]
        assert len(server.seen) == 8
        assert len((tmp_path / "captions" / "responses.jsonl").read_text().splitlines()) == 8
        with pytest.raises(ValueError, match="is a built-in model, which names nothing"):
            captions.captioned(rings, models.get("random", Settings()), tmp_path, Manner())
        other = models.get("openai/other", Settings(base_url=server.url))
        with pytest.raises(ValueError, match="holds replies with model openai/captioner, not openai/other"):
            captions.captioned(rings, other, tmp_path, Manner())


def test_the_table_is_filled_by_models_with_the_places_of_the_scene(room, tmp_path):
    told = "\n".join([*NAMES, "unicorn"])
    with MockServer(script=lambda seen: told) as server:
        seeing = Seeing(room)
        finder = seeking.finder(
            lambda rings: captions.captioned(rings, captioner(server), tmp_path / "out", Manner()), seeing, seeing
        )
        curation = captures.review(room, tmp_path / "out", METRES, finder=finder)
    (outcome,) = curation.kept
    by_file = captures.review(room, tmp_path / "by_file", METRES, masks_name="masks.json").kept[0]
    assert outcome.objects == by_file.objects
    assert len(outcome.objects) >= 2
    for one in outcome.objects:
        thing = scene().thing(one.name)
        assert np.hypot(one.x - thing.x, one.y - thing.y) < 0.03 * scene().radius
    assert (tmp_path / "out" / "objects.csv").read_text() == (tmp_path / "by_file" / "objects.csv").read_text()
    assert "unicorn" not in (tmp_path / "out" / "objects.csv").read_text()


def test_a_capture_in_which_nothing_is_named_is_dropped(room, tmp_path):
    with MockServer(script=lambda seen: "None") as server:
        seeing = Seeing(room)
        finder = seeking.finder(
            lambda rings: captions.captioned(rings, captioner(server), tmp_path / "out", Manner()), seeing, seeing
        )
        (outcome,) = captures.review(room, tmp_path / "out", METRES, finder=finder).outcomes
    assert (outcome.stage, outcome.reason[:16]) == ("objects", "it has 0 objects")


def test_masks_are_coded_as_they_are_decoded():
    rng = seeds.generator("coded masks")
    for _ in range(50):
        mask = rng.random((int(rng.integers(1, 40)), int(rng.integers(1, 40)))) < rng.random()
        assert (masks.mask(masks.coded(mask)) == mask).all()


def test_of_boxes_about_one_thing_the_surest_is_kept():
    dog, cat = Box("dog", (10.0, 10.0, 50.0, 50.0), 0.9), Box("cat", (12.0, 10.0, 50.0, 52.0), 0.6)
    again, other = Box("dog", (9.0, 9.0, 50.0, 50.0), 0.5), Box("dog", (60.0, 10.0, 90.0, 50.0), 0.4)
    within = Box("collar", (20.0, 20.0, 30.0, 30.0), 0.45)
    assert apart([cat, other, again, within, dog]) == [dog, within, other]


def test_a_failed_request_is_repeated_by_the_next_command(rings, tmp_path):
    with MockServer(script=lambda seen: Reply("refused") if seen.number in (3, 4) else "dog") as server:
        assert captions.captioned(rings, captioner(server), tmp_path, Manner(retries=0)) == [["dog"]]
        assert len(server.seen) == 8
        assert captions.captioned(rings, captioner(server), tmp_path, Manner(retries=0)) == [["dog"]]
        assert len(server.seen) == 10


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--captioner", "openai/x"], "--captioner names things and --segmenter outlines them; give both"),
        (["--segmenter", "some/sam"], "--captioner names things and --segmenter outlines them; give both"),
        (["--captioner", "openai/x", "--segmenter", "s", "--masks", "m.json"], "leave --masks and --objects away"),
        (["--captioner", "openai/x", "--segmenter", "s"], "object detector needs torch and transformers: pip install"),
    ],
)
def test_options_that_do_not_fit_are_one_sentence(more, sentence, room, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    code, _, told = vantage(capsys, "curate", room, "--metric", "--out", tmp_path / "out", *more)
    assert code == 2
    assert sentence in told
    assert not (tmp_path / "out").exists()


@pytest.mark.torch
@pytest.mark.parametrize("kind", ["owl", "dino"])
def test_real_detectors_and_segmenters_fit_the_picture(kind, room, tmp_path):
    pytest.importorskip("torch", reason="needs the extra `local`")
    from tests import tiny_vision
    from vantage.models import vision

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vision, "SURE", 0.0)
        detector = vision.Detector(str(tiny_vision.detector(tmp_path / kind, kind)))
        segmenter = vision.Segmenter(str(tiny_vision.segmenter(tmp_path / "sam")))
        with Image.open(room / "images" / "0000.png") as image:
            picture = image.convert("RGB").resize((SIDE, SIDE // 2))
        assert detector.boxes(picture, []) == []
        boxes = detector.boxes(picture, ["dog", "office chair"])
        assert boxes
        for box in boxes:
            left, top, right, bottom = box.corners
            assert 0 <= left < right <= SIDE
            assert 0 <= top < bottom <= SIDE // 2
            assert box.name in ("dog", "office chair")
        found = segmenter.masks(picture, boxes[:3])
        assert [mask.shape for mask, _ in found] == [(SIDE // 2, SIDE)] * len(boxes[:3])
        assert all(0 <= score <= 1 for _, score in found)
        assert segmenter.masks(picture, []) == []
