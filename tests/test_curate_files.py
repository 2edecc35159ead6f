"""Files of captures that are not trusted: masks, poses, pictures and object tables, each mistake one sentence."""

import io
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from tests.captures import LENS, SIDE, Recipe, runs, saved, text_of, truth_table, write, write_json
from vantage import cli, seeds
from vantage.curate import captures, layouts, masks, object_table
from vantage.curate.axes import Stated
from vantage.curate.items import Wanted

METRES = Stated(scale=1.0)


@pytest.mark.parametrize(
    ("lengths", "text"), [([0, 6, 1, 3], "061M"), ([0, 6, 1], "061"), ([0, 1024], "0PP1"), ([0, 6, 1, 6], "0610")]
)
def test_run_lengths_are_those_of_coco(lengths, text):
    assert text_of(lengths) == text
    size = [1, sum(lengths)]
    assert (masks.mask({"size": size, "counts": text}) == masks.mask({"size": size, "counts": lengths})).all()


def test_masks_come_back_as_they_were():
    rng = seeds.generator("masks")
    for _ in range(50):
        mask = rng.random((int(rng.integers(1, 40)), int(rng.integers(1, 40)))) < rng.random()
        for counts in (runs(mask), text_of(runs(mask))):
            assert (masks.mask({"size": [*mask.shape], "counts": counts}) == mask).all()


@pytest.mark.parametrize(
    ("coded", "sentence"),
    [
        ({"size": [2, 2], "counts": [3]}, "cover 3 of 4 pixels"),
        ({"size": [2, 2], "counts": [-1, 5]}, "whole numbers"),
        ({"size": [2, 2], "counts": "é"}, "no run length"),
        ({"size": [2], "counts": [4]}, r"\[height, width\]"),
        ({"size": [10**6, 10**6], "counts": [10**12]}, "pixels are allowed"),
        ({"size": [2, 2]}, "a text or a list"),
    ],
)
def test_bad_masks_are_one_sentence(coded, sentence):
    with pytest.raises(ValueError, match=sentence):
        masks.mask(coded)


def test_bad_files_of_masks_and_depth_drop_their_capture(tmp_path):
    write(tmp_path / "room", Recipe(), render=True)
    path = tmp_path / "room" / "masks.json"
    good = path.read_text()

    def reason(name):
        (outcome,) = captures.review(tmp_path / "room", tmp_path / name, METRES, masks_name="masks.json").outcomes
        assert outcome.stage == "objects"
        return outcome.reason

    (tmp_path / "room" / "depth" / "0002.png").write_bytes(b"no picture")
    assert "depth 0002.png cannot be read" in reason("a")
    for number, (text, sentence) in enumerate(
        [
            ("{}", "must hold a list"),
            ("[{}]", 'has no "image_path"'),
            (good.replace('"class_name"', '"class"', 1), 'annotation 0 has no "class_name"'),
            (good.replace('"counts": ', '"counts": 3, "was": ', 1), "a text or a list"),
            (good.replace("images/0001.png", "images/0000.png"), "as an earlier one is"),
            (good.replace("[0.9]", "[0.9, 1]", 1), "its score is 2 numbers, not one"),
        ]
    ):
        path.write_text(text)
        assert sentence in reason(f"out{number}")
    path.unlink()
    assert reason("none") == "it has no masks.json"


def test_a_lens_must_be_known_to_place_what_masks_show(tmp_path):
    write(tmp_path / "room", Recipe(), render=True)
    data = json.loads((tmp_path / "room" / "transforms.json").read_text())
    (tmp_path / "room" / "transforms.json").write_text(json.dumps({"frames": data["frames"]}))
    (outcome,) = captures.review(tmp_path / "room", tmp_path / "a", METRES, masks_name="masks.json").outcomes
    assert "--lens" in outcome.reason
    stated = replace(METRES, lens=LENS)
    (outcome,) = captures.review(tmp_path / "room", tmp_path / "b", stated, masks_name="masks.json").kept
    assert len(outcome.objects) >= 2


def spoiled(folder, change):
    """A capture whose transforms.json was changed."""
    write(folder, Recipe())
    data = json.loads((folder / "transforms.json").read_text())
    change(data)
    (folder / "transforms.json").write_text(json.dumps(data))


def put(value, *where):
    def change(data):
        *path, last = where
        for part in path:
            data = data[part]
        data[last] = value

    return change


FIRST = ("frames", 0, "transform_matrix")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (put([], "frames"), "no list of"),
        (put([1], "frames"), 'has no "file_path"'),
        (put([[1, 2], [3, 4]], *FIRST), "is 2×2, not 4×4"),
        (put("x", *FIRST), "not made of numbers"),
        (put([[1], [1, 2]], *FIRST), "not made of numbers"),
        (put(None, *FIRST), "matrix is missing"),
        (put((2 * np.eye(4)).tolist(), *FIRST), "last row"),
        (put(np.diag([2.0, 1, 1, 1]).tolist(), *FIRST), "no rotation"),
        (put(np.diag([-1.0, 1, 1, 1]).tolist(), *FIRST), "mirrors"),
        (put([[1, 0, 0, float("nan")], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], *FIRST), "NaN"),
        (put("../../etc/passwd", "frames", 0, "file_path"), "without '..'"),
        (put("/etc/hostname", "frames", 0, "file_path"), "inside the picture folder"),
        (put("images/0001.png", "frames", 0, "file_path"), "as an earlier frame does"),
        (put([[1, 0], [0, 1]], "applied_transform"), "applied_transform is 2×2"),
        (put(-5, "fl_x"), "above 0"),
        (put(0, "fl_x"), "above 0"),
        (put(1e300, "fl_x"), "its lens sees"),
        (put(1e-9, "fl_y"), "its lens sees 180°; between 1° and 170° are possible"),
        (put(1e300, "cx"), "outside the picture"),
        (lambda data: (data.pop("fl_x"), data.update(camera_angle_x=0)), "above 0"),
        (lambda data: (data.pop("fl_x"), data.update(camera_angle_x=3.15)), "above 0"),
        (put(10**400, "fl_x"), "fl_x is missing or not made of numbers"),
        (put([1, 2], "w"), "w is 2 numbers, not one"),
        (put("wide", "fl_x"), "fl_x is missing or not made of numbers"),
    ],
)
def test_bad_transforms_are_one_sentence(tmp_path, change, sentence):
    spoiled(tmp_path, change)
    (outcome,) = captures.survey(tmp_path, METRES)
    assert outcome.stage == "read"
    assert sentence in outcome.reason
    assert "\n" not in outcome.reason


def test_text_that_is_not_json_is_one_sentence(tmp_path):
    write(tmp_path, Recipe())
    for text in ("{", "", "[" * 100_000, "\ud800"):
        (tmp_path / "transforms.json").write_text(text, errors="surrogatepass")
        (outcome,) = captures.survey(tmp_path, METRES)
        assert outcome.stage == "read"
        assert "transforms.json" in outcome.reason


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("1 2 3", "holds 3 numbers"), ("a " * 16, "not a number"), ("nan " * 16, "not finite"), ("", "holds 0 numbers")],
)
def test_bad_pose_files_are_one_sentence(tmp_path, text, sentence):
    write(tmp_path, Recipe(layout="text"))
    (tmp_path / "pose" / "0003.txt").write_text(text)
    with pytest.raises(ValueError, match=f"pose/0003.txt.*{sentence}"):
        layouts.read(tmp_path, "bad")


def test_two_pictures_of_one_name_are_one_sentence(tmp_path):
    write(tmp_path, Recipe(layout="text"))
    Image.new("RGB", (8, 8)).save(tmp_path / "images" / "0003.jpg")
    with pytest.raises(ValueError, match=r"0003.jpg and 0003.png are two pictures of one name"):
        layouts.read(tmp_path, "bad")


def test_huge_and_broken_pictures_drop_their_capture(tmp_path):
    write(tmp_path, Recipe())
    Image.new("1", (20_000, 20_000)).save(tmp_path / "images" / "0003.png")
    (outcome,) = captures.survey(tmp_path, METRES)
    assert outcome.stage == "pictures"
    assert "pixels" in outcome.reason
    (tmp_path / "images" / "0003.png").write_bytes(b"no picture")
    (outcome,) = captures.survey(tmp_path, METRES)
    assert "is not a PNG" in outcome.reason


def test_a_picture_of_another_shape_than_its_intrinsics_drops_its_capture(tmp_path):
    write(tmp_path, Recipe())
    Image.new("RGB", (SIDE, SIDE // 2)).save(tmp_path / "images" / "0003.png")
    (outcome,) = captures.survey(tmp_path, METRES)
    assert outcome.stage == "pictures"
    assert outcome.reason == "images/0003.png is 160 × 80 pixels, but its intrinsics are for 160 × 160"
    Image.new("RGB", (SIDE // 4, SIDE // 4)).save(tmp_path / "images" / "0003.png")
    (outcome,) = captures.survey(tmp_path, METRES)
    assert not outcome.stage


def test_pictures_lose_their_place_and_time_and_excess_pixels(tmp_path):
    write(tmp_path, Recipe())
    exif = Image.Exif()
    exif[0x010F] = "camera"
    for k in range(24):
        path = tmp_path / "images" / f"{k:04d}.png"
        path.unlink()
        Image.new("RGB", (SIDE * 2, SIDE * 2), (k, 0, 0)).save(path.with_suffix(".jpg"), exif=exif)
    frames = json.loads((tmp_path / "transforms.json").read_text())["frames"]
    write_json(tmp_path, [{**f, "file_path": f["file_path"].removesuffix(".png")} for f in frames])
    objects = truth_table(tmp_path / "objects.csv", tmp_path.name)
    data, _ = captures.build(tmp_path, objects, tmp_path / "data", METRES, Wanted(side=100))
    image = Image.open(io.BytesIO(next(data.items()).images[0]))
    assert image.size == (100, 100)
    assert not image.getexif()


def test_a_photograph_on_its_side_is_stood_up_before_its_exif_goes(tmp_path):
    write(tmp_path, Recipe())
    exif = Image.Exif()
    exif[0x0112] = 6
    for path in (tmp_path / "images").iterdir():
        lying = Image.new("RGB", (SIDE, SIDE), "white")
        lying.paste("black", (0, 0, SIDE // 2, SIDE))  # the left half is the upper one when stood up
        lying.save(path, exif=exif)
    objects = truth_table(tmp_path / "objects.csv", tmp_path.name)
    data, _ = captures.build(tmp_path, objects, tmp_path / "data", METRES, Wanted())
    image = Image.open(io.BytesIO(next(data.items()).images[0]))
    assert not image.getexif()
    top, bottom = (image.convert("L").getpixel((SIDE // 2, y)) for y in (SIDE // 4, SIDE * 3 // 4))
    assert (top < 50, bottom > 200) == (True, True)


def test_a_photograph_on_its_side_has_the_shape_that_it_has_upright(tmp_path):
    write(tmp_path, Recipe())
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (SIDE, SIDE // 2)).save(tmp_path / "images" / "0003.png", exif=exif)
    (outcome,) = captures.survey(tmp_path, METRES)
    assert outcome.reason == "images/0003.png is 80 × 160 pixels, but its intrinsics are for 160 × 160"


ROW = {"scene": "a", "name": "cup", "x": 0, "y": 0}


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"scene": "b"}, "did you mean|there are: a"),
        ({"name": ""}, "is no name"),
        ({"name": "<image>"}, "is no name"),
        ({"name": "ball"}, "already has an object called 'ball'"),
        ({"x": "far"}, "x is 'far', not a number"),
        ({"x": "nan"}, "not a number"),
        ({"y": ""}, "no x or no y"),
        ({"views": "0 44"}, "some of 0 45"),
        ({"facing": 10, "name": "zorb"}, "kind of thing with a front"),
    ],
)
def test_mistakes_in_the_table_are_named_by_line(tmp_path, row, sentence):
    path = saved(tmp_path / "objects.csv", [{**ROW, "name": "ball"}, {**ROW, **row}])
    with pytest.raises(ValueError, match=rf"objects.csv, line 3: .*({sentence})"):
        object_table.read(path, ["a"])


def test_the_table_comes_back_as_it_was_written(tmp_path):
    objects = [
        object_table.Placed("a", "red office chair", 0.5, -1.25, 0.2, 45.0, "office chair", (0, 90)),
        object_table.Placed("a", "cup, blue", 0.0, 1.0),
    ]
    (tmp_path / "t.csv").write_text(object_table.written(objects))
    assert object_table.read(tmp_path / "t.csv", ["a"]) == {"a": objects}
    written = [
        'scene = "a"',
        'name = "red office chair"',
        "x = 0.5",
        "y = -1.25",
        "z = 0.2",
        "facing = 45",
        "views = [0, 90]",
    ]
    (tmp_path / "t.toml").write_text("\n".join(["[[object]]", *written]))
    assert object_table.read(tmp_path / "t.toml", ["a"]) == {"a": objects[:1]}


def test_a_column_that_is_not_known_is_named(tmp_path):
    (tmp_path / "t.csv").write_text("scene,nmae,x,y\na,cup,0,0\n")
    with pytest.raises(ValueError, match="did you mean 'name'"):
        object_table.read(tmp_path / "t.csv", ["a"])


@pytest.mark.parametrize("layout", ["json", "text", "colmap_bin"])
def test_depth_pictures_are_found_by_their_names_in_every_layout(layout, tmp_path):
    write(tmp_path / "room", Recipe(layout=layout, axes="opencv" if layout != "json" else "opengl"), render=True)
    room = tmp_path / "room"
    if layout == "json":
        data = json.loads((room / "transforms.json").read_text())
        for frame in data["frames"]:
            del frame["depth_file_path"]
        (room / "transforms.json").write_text(json.dumps(data))
    with Image.open(room / "depth" / "0001.png") as picture:
        np.save(room / "depth" / "0001.npy", np.asarray(picture) / 1000)
    (room / "depth" / "0001.png").unlink()
    (room / "depth" / "0002.png").unlink()
    found = [shot.depth and shot.depth.name for shot in layouts.read(room, "room").shots]
    assert found[:4] == ["0000.png", "0001.npy", None, "0003.png"]
    stated = replace(METRES, lens=LENS)
    (outcome,) = captures.review(room, tmp_path / "out", stated, masks_name="masks.json").kept
    assert len(outcome.objects) >= 2


def test_a_depth_picture_that_leads_out_of_the_capture_is_refused(tmp_path):
    write(tmp_path / "room", Recipe(layout="text"), render=True)
    path = tmp_path / "room" / "depth" / "0001.png"
    path.rename(tmp_path / "else.png")
    path.symlink_to(tmp_path / "else.png")
    (outcome,) = captures.survey(tmp_path / "room", METRES)
    assert "0001.png" in outcome.reason


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("room,chair,1e9,0,,,,", "x is 1e\\+09; it lies between -1000 and 1000"),
        ("room,chair,0,-2000,,,,", "y is -2000; it lies"),
        ("room,chair,0,0,1e300,,,", "z is 1e\\+300; it lies"),
        ("room,chair,0,0,,3600,chair,", "facing is 3600; it lies between -360 and 360"),
    ],
)
def test_absurd_places_are_refused(row, sentence, tmp_path):
    path = tmp_path / "objects.csv"
    path.write_text(f"{','.join(object_table.COLUMNS)}\n{row}\n")
    with pytest.raises(ValueError, match=sentence):
        object_table.read(path, ["room"])


def test_a_camera_at_an_absurd_place_is_refused(tmp_path):
    spoiled(tmp_path / "room", put(1e9, *FIRST, 0, 3))
    (outcome,) = captures.survey(tmp_path / "room", METRES)
    assert "its camera stands 1e+09 units from the origin, more than 1,000,000" in outcome.reason


def test_what_is_left_out_of_the_table_is_told_on_screen(tmp_path, capsys):
    write(tmp_path / "room", Recipe(), render=True)
    path = tmp_path / "room" / "masks.json"
    records = json.loads(path.read_text())
    tiny = np.zeros((SIDE, SIDE), bool)
    tiny[50:52, 50:52] = True
    for record in records:
        coded = {"size": [SIDE, SIDE], "counts": runs(tiny)}
        record["annotations"].append({"class_name": "pin", "score": 0.9, "segmentation": coded})
    path.write_text(json.dumps(records))
    cli.main(["curate", str(tmp_path / "room"), "--metric", "--masks", "masks.json", "--out", str(tmp_path / "out")])
    told = capsys.readouterr().out
    small = re.search(r"^ *(\d+) +small", told, re.MULTILINE)
    assert int(small[1]) >= len(records)
