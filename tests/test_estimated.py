"""Depth that a model estimates: a data set becomes another with the same items and other depth maps."""

import io
import sys
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from tests.test_item import item
from vantage import cli
from vantage.data import dataset
from vantage.exchange.estimated import estimate
from vantage.item import Condition
from vantage.prompts.composite import beside
from vantage.prompts.prompt import Picture, present
from vantage.render import flat

HEADER = {"suite": "own", "size": "n", "seed": 0, "title": "Some.", "licence": "CC0-1.0", "credits": []}


class Brightness:
    """Takes bright pixels for near ones."""

    name = "a/guess"

    def __init__(self, metric=False):
        self.metric = metric
        self.asked = 0

    def depth(self, picture):
        self.asked += 1
        grey = np.asarray(picture.convert("L"), dtype=float)
        return 1 + grey / 100 if self.metric else grey


def picture(low, high):
    ramp = np.linspace(low, high, 64).reshape(8, 8).astype(np.uint8)
    return flat.encode(Image.fromarray(np.stack([ramp] * 3, axis=2)))


@pytest.fixture
def data(tmp_path):
    items = [replace(item(), id=f"own/t/n-s0/{k:06d}", images=(picture(20 * (k // 2), 255),)) for k in range(4)]
    return dataset.write(tmp_path / "plain", HEADER, items)


def greys(data):
    with Image.open(io.BytesIO(data)) as opened:
        return np.asarray(opened)


def test_relative_estimates_are_spread_over_all_greys(data, tmp_path):
    estimator = Brightness()
    made = estimate(data, estimator, tmp_path / "deep")
    for before, after in zip(data.items(), made.items(), strict=True):
        assert replace(after, depth=()) == before
        found = greys(after.depth[0])
        assert (found.dtype, found.min(), found.max()) == (np.uint8, 0, 255)
    assert estimator.asked == 2  # two pictures, each in two items
    assert made.manifest["depth_model"] == "a/guess"
    assert "metres_per_step" not in made.manifest
    assert "what a/guess estimates from the pictures" in (tmp_path / "deep" / "README.md").read_text()
    shown = present(after, Condition(depth=True)).messages[-1].parts
    assert next(part for part in shown if isinstance(part, Picture)).data == beside(after.images[0], after.depth[0])


def test_metric_estimates_are_kept_in_millimetres(data, tmp_path):
    made = estimate(data, Brightness(metric=True), tmp_path / "deep")
    assert greys(made[0].depth[0]).tolist()[7][7] == 3550
    assert made.manifest["metres_per_step"] == 0.001


def test_an_even_picture_has_even_depth(tmp_path):
    plain = dataset.write(tmp_path / "plain", HEADER, [replace(item(), images=(picture(9, 9),))])
    assert not greys(estimate(plain, Brightness(), tmp_path / "deep")[0].depth[0]).any()


def test_another_model_does_not_write_into_the_folder_of_the_first(data, tmp_path):
    made = estimate(data, Brightness(), tmp_path / "deep")
    assert estimate(data, Brightness(), tmp_path / "deep").digest == made.digest
    other = Brightness()
    other.name = "another/guess"
    with pytest.raises(ValueError, match='depth_model "a/guess", not "another/guess"'):
        estimate(data, other, tmp_path / "deep")
    with pytest.raises(ValueError, match="is the data set itself"):
        estimate(data, other, tmp_path / "plain")


def test_without_the_extra_the_command_says_what_to_install(data, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    arguments = ["depth", str(data.folder), "--model", "some/estimator", "--out", str(tmp_path / "deep")]
    result = CliRunner().invoke(cli.commands, arguments)
    assert isinstance(result.exception, ValueError)
    assert "a depth estimator needs torch and transformers: pip install" in str(result.exception)
    assert not (tmp_path / "deep").exists()


@pytest.mark.torch
@pytest.mark.parametrize("kind", ["dpt", "glpn"])
def test_real_estimators_fit_the_picture(kind, tmp_path):
    pytest.importorskip("torch", reason="needs the extra `local`")
    from tests import tiny_vision
    from vantage.models.vision import Estimator

    estimator = Estimator(str(tiny_vision.estimator(tmp_path / kind, kind)))
    assert estimator.metric == (kind == "glpn")
    seen = flat.decode(picture(0, 255)).resize((70, 50))
    found = estimator.depth(seen)
    assert found.shape == (50, 70)
    assert found.std() > 0
    assert (estimator.depth(seen) == found).all()


@pytest.mark.torch
def test_what_is_no_estimator_is_refused(tmp_path):
    pytest.importorskip("torch", reason="needs the extra `local`")
    from tests import tiny_vision, tiny_vlm
    from vantage.models.vision import Detector, Estimator

    with pytest.raises(ValueError, match="is a llama model, which is no depth estimator"):
        Estimator(str(tiny_vlm.build_text_only(tmp_path / "text")))
    with pytest.raises(ValueError, match="is a dpt model, which is no zero-shot object detector"):
        Detector(str(tiny_vision.estimator(tmp_path / "dpt", "dpt")))
    with pytest.raises(ValueError, match="is no model that transformers can read"):
        Estimator(str(tmp_path / "nothing"))
