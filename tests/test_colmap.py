"""COLMAP models: text and binary say the same, and files that are not trusted end in one sentence."""

import contextlib
import re
import struct

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.captures import SIDE, Recipe, matrices, scene, write, write_colmap
from vantage.curate import captures, colmap, layouts
from vantage.curate.axes import Stated

METRES = Stated(scale=1.0)
TEXT = Recipe(layout="colmap_txt", axes="opencv")
BINARY = Recipe(layout="colmap_bin", axes="opencv")


@pytest.mark.parametrize("recipe", [TEXT, BINARY], ids=["text", "binary"])
def test_poses_names_and_lenses_are_read(recipe, tmp_path):
    write(tmp_path / "room", recipe)
    capture = layouts.read(tmp_path / "room", "room")
    assert [shot.name for shot in capture.shots] == [f"images/{k:04d}.png" for k in range(24)]
    assert np.allclose(capture.matrices, matrices(recipe, scene()), atol=1e-9)
    assert capture.writes == "opencv"
    assert {(shot.lens.size, shot.lens.centre) for shot in capture.shots} == {((SIDE, SIDE), (SIDE / 2, SIDE / 2))}


def test_a_model_may_be_in_several_places_and_its_pictures_in_folders(tmp_path):
    write(tmp_path / "room", BINARY)
    room = tmp_path / "room"
    (room / "images" / "0000.png").rename(room / "0000.png")
    for place in ("sparse", "colmap/sparse/0", "."):
        (room / place).mkdir(parents=True, exist_ok=True)
        for path in [*room.rglob("*.bin")]:
            path.rename(room / place / path.name)
        assert len(layouts.read(room, "room").shots) == 24
        assert [outcome.name for outcome in captures.survey(tmp_path, METRES)] == ["room"]
    (room / "images" / "0001.png").unlink()
    assert layouts.read(room, "room").missing == ("0001.png",)


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("cameras.bin", lambda d: d[:-1], "cameras.bin is cut off after 63 bytes"),
        ("cameras.bin", lambda d: b"", "cut off after 0 bytes"),
        (
            "cameras.bin",
            lambda d: struct.pack("<Q", 2**63) + d[8:],
            "9,223,372,036,854,775,808 cameras follow, but",
        ),
        ("cameras.bin", lambda d: d[:12] + struct.pack("<i", 5) + d[16:], "is of model '5', not SIMPLE_PINHOLE"),
        ("cameras.bin", lambda d: d[:32] + struct.pack("<d", float("nan")) + d[40:], "fl_x holds a value that is not"),
        ("cameras.bin", lambda d: d[:16] + struct.pack("<Q", 2**64 - 1) + d[24:], "its lens sees"),
        ("cameras.bin", lambda d: d[:8] + struct.pack("<i", 8) + d[12:], "has camera 7, which cameras.bin does not"),
        ("images.bin", lambda d: d[:-1], "says that 2 points follow, but only 47 bytes do"),
        ("images.bin", lambda d: d[:100], "images.bin"),
        ("images.bin", lambda d: struct.pack("<Q", 10**12) + d[8:], "says that 1,000,000,000,000 pictures follow"),
        ("images.bin", lambda d: struct.pack("<Q", 0), "lists no pictures"),
        ("images.bin", lambda d: d.replace(b"0003.png", b"0002.png"), "picture '0002.png' is there twice"),
        ("images.bin", lambda d: d.replace(b"0003.png\0", b"x" * 999), "has more than 250 bytes in a name"),
        ("images.bin", lambda d: d.replace(b"0003.png", b"\xff003.png"), "a name that is not UTF-8"),
        ("images.bin", lambda d: d.replace(b"0003.png", b"00\n3.png"), "for a name; one has 1 to 250"),
        ("images.bin", lambda d: d.replace(b"0003.png", b"../3.png"), "without '..'"),
        ("images.bin", lambda d: d[:12] + struct.pack("<d", float("inf")) + d[20:], "quaternion holds a value that is"),
        ("images.bin", lambda d: d[:12] + struct.pack("<d", 1e200) + d[20:], "no rotation (its length is 1e+200"),
        ("images.bin", lambda d: d[:44] + struct.pack("<d", 1e300) + d[52:], "stands 1e+300 units from the origin"),
        ("images.bin", lambda d: d[:44] + struct.pack("<d", float("nan")) + d[52:], "translation holds a value"),
    ],
)
def test_hostile_binary_files_are_one_sentence(name, change, sentence, tmp_path):
    write(tmp_path / "room", BINARY)
    path = tmp_path / "room" / "sparse" / "0" / name
    path.write_bytes(change(path.read_bytes()))
    (outcome,) = captures.survey(tmp_path / "room", METRES)
    assert outcome.stage == "read"
    assert sentence in outcome.reason
    assert "\n" not in outcome.reason


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        ("cameras.txt", "^7 SIMPLE", "x SIMPLE", "line 2 has 'x' for a camera's number"),
        ("cameras.txt", "SIMPLE_RADIAL", "FISHEYE", "is of model 'FISHEYE', not"),
        ("cameras.txt", " 0.01$", "", "has 3 parameters; a SIMPLE_RADIAL camera has 4"),
        ("cameras.txt", f" {SIDE} {SIDE}", " wide high", "w is missing or not made of numbers"),
        ("cameras.txt", "^7 .*", "7 SIMPLE_RADIAL", "line 2 is no camera"),
        ("images.txt", " 7 0003.png", "", "is no picture: ID QW"),
        ("images.txt", " 7 0003.png", " 8 0003.png", "has camera 8, which cameras.txt does not list"),
        ("images.txt", "0003.png", "0002.png", "is there twice"),
        ("images.txt", "0003.png", "x" * 300, "for a name; one has 1 to 250"),
        ("images.txt", r"^4 \S+", "4 nan", "quaternion holds a value that is not finite"),
        ("images.txt", r"^4 \S+", "4 word", "not made of numbers"),
    ],
)
def test_hostile_text_files_are_one_sentence(name, old, new, sentence, tmp_path):
    write(tmp_path / "room", TEXT)
    path = tmp_path / "room" / "sparse" / "0" / name
    changed, times = re.subn(old, new, path.read_text(), flags=re.MULTILINE)
    assert times
    path.write_text(changed)
    (outcome,) = captures.survey(tmp_path / "room", METRES)
    assert outcome.stage == "read"
    assert sentence in outcome.reason


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_damage_is_read_or_refused_in_a_sentence(data, tmp_path):
    write_colmap(tmp_path, ["a", "b", "c"], [np.eye(4)] * 3, binary=True)
    path = tmp_path / data.draw(st.sampled_from(["cameras.bin", "images.bin"]))
    whole = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    with contextlib.suppress(ValueError):  # what else is raised fails the test
        assert colmap.read(tmp_path)
