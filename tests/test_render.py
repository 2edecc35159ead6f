"""A drawing names its painter; our painters and those of other packages are found in the same way."""

import importlib
import pkgutil
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np
import pytest
from PIL import Image

from vantage import parallel, render, scene, shapes
from vantage.render.frames import Frame


@dataclass(frozen=True)
class Patch:
    painter: ClassVar[str] = "tests.test_render:paint_patch"

    colour: tuple[int, int, int]


def paint_patch(patch, size):
    return Image.new("RGB", (size, size), patch.colour)


@dataclass(frozen=True)
class Wall:
    painter: ClassVar[str] = "tests.test_render:see_wall"

    metres: float


def see_wall(wall, size):
    depth = np.full((size, size), wall.metres, dtype=np.float32)
    return Frame(np.full((size, size, 3), 90, dtype=np.uint8), depth, np.ones((size, size), dtype=np.int32))


@dataclass(frozen=True)
class Faulty:
    painter: str


def paint_small(_, size):
    return Image.new("RGB", (size - 1, size))


def paint_grey(_, size):
    return Image.new("L", (size, size))


def built_in():
    """Every drawing of the package."""
    names = [f"vantage.shapes.{module.name}" for module in pkgutil.iter_modules(shapes.__path__)]
    modules = [scene, *map(importlib.import_module, names)]
    found = {kind for module in modules for name, kind in vars(module).items() if name.endswith("Drawing")}
    return sorted(found, key=lambda kind: kind.__name__)


def test_a_drawing_of_another_package_is_painted_by_its_own_painter():
    assert render.draw(Patch((1, 2, 3)), 8).tobytes() == bytes((1, 2, 3)) * 64
    assert render.frame(Patch((1, 2, 3)), 8).size == (8, 8)


def test_a_drawing_of_another_package_can_have_depth_and_ids():
    frame = render.frame(Wall(2.5), 4)
    assert isinstance(frame, Frame)
    assert (frame.depth == 2.5).all()
    assert render.draw(Wall(2.5), 4).tobytes() == bytes([90]) * 48


def test_every_worker_finds_the_painter_and_paints_the_same():
    shown = [Patch((number, 0, 0)) for number in range(8)]
    painted = [image.tobytes() for image in parallel.map_ordered(partial(render.draw, size=8), shown, workers=2)]
    assert painted == [render.draw(one, 8).tobytes() for one in shown]


@pytest.mark.parametrize("kind", built_in(), ids=lambda kind: kind.__name__)
def test_every_drawing_of_ours_names_a_painter_that_is_there(kind):
    assert callable(pkgutil.resolve_name(kind.painter))


def test_there_are_drawings_to_test():
    assert len(built_in()) >= 14


def test_a_painter_is_imported_when_it_is_first_needed():
    code = (
        "import sys; from vantage import render; from vantage.shapes.mazes import MazeDrawing; "
        "render.draw(MazeDrawing(('###', 'S.E', '###')), 30); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {name for name in loaded if name.startswith("vantage.render.")} == {
        "vantage.render.corridors",
        "vantage.render.flat",
        "vantage.render.frames",
        "vantage.render.looks",
    }


@pytest.mark.parametrize(
    ("painter", "words"),
    [
        ("tests.test_render:paint_nothing", "'tests.test_render:paint_nothing', which is no function to be found: .*"),
        ("no_such_package:paint", "No module named 'no_such_package'"),
        ("not a name", "'not a name', which is no function to be found"),
        ("tests.test_render:paint_small", "a picture of 7 by 8 pixels in mode RGB, not of 8 by 8 pixels in mode RGB"),
        ("tests.test_render:paint_grey", "a picture of 8 by 8 pixels in mode L, not of 8 by 8 pixels in mode RGB"),
    ],
)
def test_a_painter_that_is_missing_or_wrong_is_named(painter, words):
    with pytest.raises(ValueError, match=words):
        render.draw(Faulty(painter), 8)
