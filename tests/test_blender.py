"""Blender itself, on a handful of small frames: `make test-blender`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from benchmarks.photoreal import agreement, kept, scenes
from vantage import render
from vantage.data.dataset import load
from vantage.making.make import make
from vantage.making.suite import get
from vantage.photoreal import blender, tracing
from vantage.photoreal.described import Arrays, arrays
from vantage.render.frames import Frame
from vantage.task import Mistake

pytestmark = pytest.mark.blender

PIXELS, SAMPLES = 96, 2
SUITE = """
pixels = 64
[tasks.orientation]
[sizes.s.test]
orientation = 2
"""


@pytest.fixture(scope="module")
def ours() -> Iterator[blender.Blender]:
    """The Blender that the environment names."""
    yield blender.running()
    blender.running().close()


@pytest.fixture(scope="module")
def drawn() -> list[tuple[Frame, Arrays]]:
    """A scene of each of three kinds: a place, a room of a home, a portrait."""
    found = []
    for order, _, drawing in scenes(6, PIXELS):
        if order.task in ("orientation", "object_count", "turning"):
            seen = render.frame(drawing, PIXELS)
            assert isinstance(seen, Frame)
            assert seen.shot is not None
            found.append((seen, arrays(seen.shot)))
    return found


def test_cycles_sees_what_the_rasteriser_saw(ours: blender.Blender, drawn: list[tuple[Frame, Arrays]]) -> None:
    assert len(drawn) == 3
    for frame, scene in drawn:
        found = agreement(frame, ours.draw(scene, 0))
        assert found.ids >= 0.99
        assert found.depth >= 0.99
        assert found.pixels > 0.5


def test_pictures_are_lit_and_the_same_again(ours: blender.Blender, drawn: list[tuple[Frame, Arrays]]) -> None:
    for frame, scene in drawn:
        light = ours.draw(scene, SAMPLES)
        assert np.isfinite(light).all()
        shown = tracing.shown(light, frame.rgb).astype(float)
        assert abs(np.median(shown) - np.median(frame.rgb)) < 25, "as bright as the rasteriser's"
        assert np.corrcoef(shown.ravel(), frame.rgb.ravel())[0, 1] > 0.7, "and of the same things"
        pink = (shown[..., 0] > 200) & (shown[..., 1] < 60) & (shown[..., 2] > 200)
        assert pink.mean() < 0.01, "no texture is missing"
    assert np.array_equal(light, ours.draw(scene, SAMPLES))


def test_killed_over_a_frame_it_draws_it_again(ours: blender.Blender, drawn: list[tuple[Frame, Arrays]]) -> None:
    scene = drawn[-1][1]
    whole = ours.draw(scene, SAMPLES)
    assert ours.running is not None
    first = ours.running.process.pid
    threading.Timer(0.2, lambda: os.kill(first, signal.SIGKILL)).start()
    assert np.array_equal(ours.draw(scene, SAMPLES), whole)
    ours.draw(scene, 0)
    assert ours.running.process.pid != first


def test_a_scene_that_it_cannot_load_is_told_and_it_goes_on(
    ours: blender.Blender, drawn: list[tuple[Frame, Arrays]]
) -> None:
    scene = drawn[-1][1]
    with pytest.raises(Mistake, match=r"Blender cannot draw this scene \(.*\); make it without --renderer cycles"):
        ours.draw({**scene, "faces": scene["faces"] + len(scene["points"])}, SAMPLES)
    assert ours.draw(scene, 0).shape == (PIXELS, PIXELS, 3)


@pytest.mark.parametrize("orders", [0, 20_000])
def test_it_leaves_when_we_are_killed(orders: int) -> None:
    script = "from vantage.photoreal import blender; import time; r = blender.Running(blender.found(), 0)\n"
    script += "r.process.stdin.write(b'{\\n' * orders); r.process.stdin.flush()\n"
    script += "print(r.process.pid, r.folder, flush=True); time.sleep(60)"
    script = script.replace("orders", str(orders))
    us = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert us.stdout is not None
    pid, folder = us.stdout.readline().split()
    us.kill()
    us.wait()
    us.stdout.close()
    for _ in range(100):
        if not Path(f"/proc/{pid}").exists() and not Path(folder).exists():
            return
        time.sleep(0.1)
    pytest.fail("Blender is still there ten seconds later")


def test_items_are_the_same_but_for_their_pictures(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SUITE)
    small = get(str(tmp_path / "small.toml")).keeping("depth", "ids")
    plain = make(small, tmp_path / "raster", workers=1)
    real = make(small.traced(SAMPLES), tmp_path / "cycles", workers=1)
    for one, other in zip(plain, load(real.folder), strict=True):
        assert tracing.undrawn(one) == tracing.undrawn(other)
        assert one.images != other.images
        assert (one.ids, one.depth) == (other.ids, other.depth)
    order, attempt, _ = next(scenes(1, 64))
    assert kept(order, attempt, SAMPLES) == "same"
