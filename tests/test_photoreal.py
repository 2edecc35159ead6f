"""Path tracing without Blender: what is handed over, how a Blender is kept alive, and that keys do not change."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import vantage
from tests import fake_blender
from vantage import cli, render
from vantage.assets.asset import GLASS, RUBBER, STEEL
from vantage.assets.meshes import Material
from vantage.cli.doctor import examine
from vantage.data.dataset import DataSet, load
from vantage.individuals import Portrait
from vantage.individuals.individual import Individual
from vantage.making import check, make, suite
from vantage.photoreal import blender, materials, tracing
from vantage.photoreal.described import Arrays, arrays
from vantage.render.frames import Frame
from vantage.task import Mistake

MUG = Portrait(Individual("object", "mug", 1, 2), 30.0)
SUITE = """
pixels = 48
[tasks.turning]
[tasks.block_count]
[sizes.s.test]
block_count = 2
[sizes.s.test.turning]
car_rotation = 4
"""


@pytest.fixture(scope="module")
def scene() -> Arrays:
    """A portrait as it is handed over."""
    seen = render.frame(MUG, 32)
    assert isinstance(seen, Frame)
    assert seen.shot is not None
    return arrays(seen.shot)


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[[str], tuple[blender.Blender, Path]]]:
    """Start a stand-in that fails in a way of one's choice."""
    with contextlib.ExitStack() as stack:

        def start(way: str = "") -> tuple[blender.Blender, Path]:
            program = fake_blender.install(tmp_path, way)
            return stack.enter_context(contextlib.closing(blender.Blender(str(program), 0))), program

        yield start


def test_only_the_worker_imports_blender_and_nobody_the_worker() -> None:
    root, imported = Path(vantage.__file__).parent, {}
    for path in root.rglob("*.py"):
        text = path.read_text()
        if "bpy" in text or "worker" in text:
            nodes = [*ast.walk(ast.parse(text))]
            names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
            names += [
                name
                for node in nodes
                if isinstance(node, ast.ImportFrom)
                for name in (node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names))
            ]
            imported[path] = names
    worker = imported.pop(blender.WORKER)
    assert "bpy" in worker
    assert not any(name.startswith("vantage") for name in worker), "it belongs to Blender"
    assert not any(name in ("bpy", "vantage.photoreal.worker") for names in imported.values() for name in names)


def test_what_is_handed_over_is_what_the_rasteriser_saw(scene: Arrays) -> None:
    frame = render.frame(MUG, 32)
    assert isinstance(frame, Frame)
    assert frame.shot is not None
    assert scene["faces"].max() < len(scene["points"])
    assert set(scene["thing"].tolist()) == set(np.unique(frame.ids).tolist()) == {0, 1}
    assert len(scene["faces"]) == len(frame.shot.surfaces.faces), "a portrait leaves nothing out"
    assert scene["material"].max() < len(scene["colour"]) == len(scene["kinds"]) == len(scene["texture"])
    assert scene["texture"].max() < len(scene["textures"])
    assert not any(values.dtype == object for values in scene.values()), "read without pickle"
    eye = scene["world_from_camera"][:3, 3]
    assert eye == pytest.approx(frame.shot.camera.position)


def test_materials_are_told_by_texture_colour_and_gloss() -> None:
    kind = materials.kind_of
    assert kind(STEEL) is kind(Material((0.5, 0.5, 0.5), "metal")) is materials.METAL
    assert kind(GLASS) is materials.PANE
    assert kind(Material((0.64, 0.43, 0.25), "wood", 0.1)) is materials.WOOD
    assert kind(Material((0.96, 0.78, 0.66))) is materials.SKIN
    assert kind(Material((0.2, 0.5, 0.2), "leaves")) is materials.LEAVES
    assert kind(Material((0.7, 0.1, 0.1), "fabric")).sheen > 0
    assert kind(RUBBER).rough > kind(Material((0.7, 0.1, 0.1), gloss=0.8)).rough
    assert kind(Material((0.7, 0.1, 0.1), gloss=0.8)).metallic == 0, "red and glossy is lacquer"
    assert {name for name in render_textures() if name not in materials.TEXTURED} == {"checker", "dots", "stripes"}


def render_textures() -> tuple[str, ...]:
    from vantage.render import textures

    return textures.known()


def test_one_process_draws_frame_after_frame(started, scene: Arrays) -> None:
    ours, program = started()
    first, again = ours.draw(scene, 4), ours.draw(scene, 4)
    assert first.shape == (32, 32, 3)
    assert np.array_equal(first, again)
    assert [line.split()[0] for line in fake_blender.log(program)] == ["start", "draw", "draw"]
    assert ours.spent == 0.5
    folder = ours.running.folder
    ours.close()
    assert not folder.exists()


def test_a_blender_that_dies_is_started_again(started, scene: Arrays) -> None:
    ours, program = started("ends 1")
    assert ours.draw(scene, 4).shape == (32, 32, 3)
    assert [line.split()[0] for line in fake_blender.log(program)] == ["start", "draw", "start", "draw"]
    pid = ours.running.process.pid
    os.kill(pid, signal.SIGKILL)
    assert ours.draw(scene, 4).shape == (32, 32, 3), "killed between two frames"
    assert ours.running.process.pid != pid


def test_a_blender_killed_over_a_frame_draws_it_again(started, scene: Arrays, tmp_path: Path) -> None:
    ours, program = started("hangs")

    def kill() -> None:
        while not (tmp_path / "log.txt").exists() or len(fake_blender.log(program)) < 2:
            time.sleep(0.01)
        (tmp_path / "way.txt").write_text("")
        os.kill(ours.running.process.pid, signal.SIGKILL)

    threading.Thread(target=kill).start()
    assert ours.draw(scene, 4).shape == (32, 32, 3)
    assert len(fake_blender.log(program)) == 4


def test_a_blender_that_hangs_is_ended(started, scene: Arrays, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, _ = started("hangs")
    monkeypatch.setattr(blender, "DRAWING", 0.0)
    ours.running = blender.Running(ours.python, 0)
    monkeypatch.setattr(blender, "STARTING", 1.0)
    monkeypatch.setattr(blender, "TRIES", 1)
    with pytest.raises(Mistake, match="Blender ended 1 times over one frame \\(signal 9: it said nothing\\)"):
        ours.draw(scene, 4)


def test_an_interrupted_frame_is_not_taken_for_the_next(
    started, scene: Arrays, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, program = started()
    small = {**scene, "size": np.array([8, 8])}
    ours.draw(scene, 4)
    with monkeypatch.context() as patch:
        patch.setattr(blender.Running, "_answer", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            ours.draw(scene, 4)
    assert ours.draw(small, 4).shape == (8, 8, 3)
    assert [line.split()[0] for line in fake_blender.log(program)].count("start") == 2


def test_a_blender_that_always_dies_is_given_up(started, scene: Arrays) -> None:
    ours, program = started("ends 99")
    with pytest.raises(Mistake, match=r"ended 3 times over one frame \(exit code 9: out of memory\); memory may"):
        ours.draw(scene, 4)
    assert len(fake_blender.log(program)) == 6


def test_a_scene_that_cannot_be_drawn_is_told_and_does_no_harm(started, scene: Arrays, tmp_path: Path) -> None:
    ours, program = started("refuses")
    with pytest.raises(Mistake, match=r"Blender cannot draw this scene \(RuntimeError: no camera\); make it without"):
        ours.draw(scene, 4)
    assert len(fake_blender.log(program)) == 2, "no use in trying it again"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"error": "ModuleNotFoundError: No module named 'bpy'", "python": "3.13.1"}, "is Python 3.13.1, and Blender"),
        ({"error": "ModuleNotFoundError: No module named 'bpy'", "python": "3.11.7"}, "cannot load Blender (Module"),
        (
            {"error": "ImportError: libSM.so.6: cannot open shared object file", "python": "3.11.7"},
            "(ImportError: libSM.so.6: cannot open shared object file): apt-get install libegl1",
        ),
        ({"blender": "4.5.2", "python": "3.11.7"}, "has Blender 4.5.2, whose pictures differ from those of 5.0.1"),
    ],
)
def test_a_python_that_cannot_draw_is_told_with_the_cure(
    started, scene: Arrays, said: dict[str, str], told: str
) -> None:
    ours, _ = started("says " + json.dumps(said))
    with pytest.raises(Mistake) as raised:
        ours.draw(scene, 4)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)
    assert ("bpy==5.0.1" in str(raised.value)) != ("apt-get" in str(raised.value))


def test_no_python_or_none_that_starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, scene: Arrays) -> None:
    monkeypatch.delenv(blender.VARIABLE, raising=False)
    with pytest.raises(Mistake, match=r"which VANTAGE_BLENDER names: python3\.11 -m venv"):
        blender.found()
    with pytest.raises(Mistake, match="cannot be started \\(No such file or directory\\); set up Blender"):
        blender.Blender(str(tmp_path / "none"), 0).draw(scene, 1)


def test_doctor_finds_blender_or_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def about() -> tuple[str, str]:
        (one,) = (finding for finding in examine() if finding.what.startswith("blender"))
        return one.found, one.advice

    monkeypatch.delenv(blender.VARIABLE, raising=False)
    assert about()[0] == ""
    assert "bpy==5.0.1" in about()[1]
    assert "apt-get install libegl1" in about()[1]
    program = fake_blender.install(tmp_path)
    monkeypatch.setenv(blender.VARIABLE, str(program))
    assert about() == ("5.0.1", "")
    fake_blender.install(tmp_path, 'says {"error": "No module named bpy", "python": "3.12.1"}')
    assert "is Python 3.12.1" in about()[1]


def test_light_is_shown_as_bright_as_the_rasteriser_shows_it() -> None:
    beside = np.full((8, 8, 3), 180, np.uint8)
    light = np.random.default_rng(1).uniform(0.2, 0.6, (8, 8, 3)).astype(np.float32)
    medians = {int(np.median(tracing.shown(light * np.float32(scale), beside))) for scale in (0.8, 1.0, 1.2)}
    assert medians == {180}
    assert np.median(tracing.shown(np.full_like(light, 1e-4), beside)) < 30, "a black frame stays black"


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> tuple[DataSet, DataSet, Path]:
    """One small set in both looks, the second drawn by the stand-in, interrupted in the middle, and the stand-in."""
    folder = tmp_path_factory.mktemp("looks")
    (folder / "small.toml").write_text(SUITE)
    small = suite.get(str(folder / "small.toml"))
    plain = make.make(small, folder / "raster", workers=1)
    program = fake_blender.install(folder / "blender", "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(blender.VARIABLE, str(program))
        whole = make.make(small.traced(4), folder / "cycles", workers=1)
    return plain, whole, program


@pytest.fixture(autouse=True)
def no_blender_left() -> Iterator[None]:
    """Let each test have a Blender of its own."""
    tracing._picture.cache_clear()
    yield
    if blender.running.cache_info().currsize:
        blender.running().close()
        blender.running.cache_clear()


def test_keys_and_questions_do_not_change(looks: tuple[DataSet, DataSet, Path]) -> None:
    plain, real, program = looks
    assert (real.manifest["renderer"], real.manifest["samples"], real.manifest["blender"]) == ("cycles", 4, "5.0.1")
    card = (real.folder / "README.md").read_text()
    assert "Scenes were drawn again with the renderer cycles (4 samples a pixel, by Blender 5.0.1)." in card
    assert "renderer" not in (plain.folder / "README.md").read_text()
    for one, other in zip(plain, real, strict=True):
        assert tracing.undrawn(one) == tracing.undrawn(other)
        assert one.logical == other.logical
        if one.task == "turning":
            assert all(a != b for a, b in zip(one.images, other.images, strict=True))
            assert other.tags == {**one.tags, "renderer": "cycles"}
        else:
            assert one == other, "a drawn puzzle is no scene"
    assert fake_blender.log(program).count("draw 4") == sum(len(one.images) for one in real if one.task == "turning")
    assert sorted(path.name for path in real.folder.iterdir()) == ["README.md", "manifest.json", "test-00000.parquet"]


def test_a_path_traced_set_is_checked_without_blender(
    looks: tuple[DataSet, DataSet, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(blender.VARIABLE, raising=False)
    verdicts = check.check(looks[1], workers=1)
    assert [one for one in verdicts if one.failed and one.fatal] == []
    assert sum(one.tested for one in verdicts if one.check == "made again the same") == 2
    item = next(looks[1].items())
    changed = replace(item, question=f"{item.question} Look well.")
    assert check._remade(changed, looks[1].manifest), "what is not a picture is compared"


def test_an_interrupted_set_draws_no_frame_twice(
    looks: tuple[DataSet, DataSet, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program = fake_blender.install(tmp_path / "blender", "")
    monkeypatch.setenv(blender.VARIABLE, str(program))
    small, out = suite.get(str(looks[0].folder.parent / "small.toml")), tmp_path / "out"
    begun = iter(range(5))

    def interrupted(*given):
        if next(begun, None) is None:
            raise KeyboardInterrupt
        return drawn(*given)

    drawn = blender.Blender.draw
    monkeypatch.setattr(blender.Blender, "draw", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make.make(small.traced(4), out, workers=1)
    assert len([*(out / make.FRAMES).iterdir()]) == 5
    (out / next(name for name in os.listdir(out) if name.endswith(".pending"))).unlink(), "as after kill -9"
    monkeypatch.setattr(blender.Blender, "draw", drawn)
    tracing._picture.cache_clear()
    again = make.make(small.traced(4), out, workers=1)
    assert again.digest == looks[1].digest
    assert fake_blender.log(program).count("draw 4") == fake_blender.log(looks[2]).count("draw 4")
    assert not (out / make.FRAMES).exists()
    with pytest.raises(ValueError, match="another data set \\(samples 4, not 8\\)"):
        make.make(small.traced(8), out, workers=1)


def test_mistakes_are_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.delenv(blender.VARIABLE, raising=False)
    (tmp_path / "small.toml").write_text(SUITE)
    for arguments, told in (
        (["srbench/maze", "--n", "1", "--renderer", "cycles"], "no task of suite srbench shows a scene or a portrait"),
        (["srbench/maze", "--n", "1", "--samples", "4"], "--samples goes with --renderer cycles"),
        ([str(tmp_path / "small.toml"), "--renderer", "cycles", "--workers", "1"], "which VANTAGE_BLENDER names"),
    ):
        with pytest.raises(SystemExit) as ended:
            cli.main(["make", *arguments, "--out", str(tmp_path / "out")])
        assert ended.value.code == 2
        said = capsys.readouterr().err
        assert told in said
        assert "Traceback" not in said


def test_what_is_lost_to_a_blender_that_dies_is_made_by_the_same_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "small.toml").write_text(SUITE)
    command = ["make", str(tmp_path / "small.toml"), "--renderer", "cycles", "--workers", "1", "--out"]
    monkeypatch.setenv(blender.VARIABLE, str(fake_blender.install(tmp_path / "blender", "ends 99")))
    with pytest.raises(SystemExit) as ended:
        cli.main([*command, str(tmp_path / "out")])
    assert ended.value.code == 2
    assert "Blender ended 3 times over one frame" in capsys.readouterr().err
    fake_blender.install(tmp_path / "blender", "")
    cli.main([*command, str(tmp_path / "out")])
    assert len(load(tmp_path / "out")) == 6
