"""Photographs of things that turn: exactly the right ones are kept, and the keys of their items are true of them."""

import gzip
import io
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.brute_force import solver
from tests.test_cli import sentence, vantage
from tests.turntables import (
    POSES,
    SIDE,
    Thing,
    jpeg,
    named,
    save,
    table,
    write_abo,
    write_cars,
    write_faces,
    write_spins,
    write_views,
)
from vantage import seeds, tasks
from vantage.curate.turntables import epfl_cars, items, likeness, listing, survey, views
from vantage.curate.turntables.listing import Stated
from vantage.data import dataset
from vantage.item import LETTERS
from vantage.making import check
from vantage.render import flat

SEATS = [Thing("armchair"), Thing("rocking chair"), Thing("office chair")]
CARS = [Thing("car"), Thing("truck"), Thing("van")]
PEOPLE = [Thing("man"), Thing("woman"), Thing("man", 3)]
OBJECT = {
    *(f"object_identity_{order}" for order in ("imagefirst", "interleaved", "textfirst")),
    *(f"object_rotation_{order}" for order in ("imagefirst", "interleaved", "textfirst")),
    *(f"object_view_{side}" for side in ("left", "right", "back")),
    "object_mental_rotation",
}
QUARTETS = {f"object_identity_quartet_{order}" for order in ("imagefirst", "interleaved", "textfirst")}


def made_by(capsys, *arguments):
    """Return the data set that a command makes, and what it prints."""
    code, out, err = vantage(capsys, "curate", *arguments)
    assert code == 0, err
    folder = arguments[arguments.index("--out") + 1]
    return list(dataset.load(folder)), out


def turns_of(item):
    """Return the recorded things and turns of an item's pictures: those of the question, then those of the options."""
    truth = item.truth
    if item.task == "identity":
        return [(view["individual"], view["turn"]) for view in truth["views"]]
    first = {"turning": [], "side_views": [0.0], "view_rotation": [0.0]}[item.task]
    return [(truth["individual"], turn) for turn in (*first, *truth["turns"])]


def assert_true(made, things, size=(SIDE, SIDE)):
    """Assert that each picture shows what the truth records, and that the key is what the facts say."""
    for item in made:
        pictures = [*item.images, *(option.image for option in item.options if option.image)]
        told = turns_of(item)
        assert len(told) == len(pictures)
        for (name, turn), data in zip(told, pictures):
            shown = np.asarray(flat.decode(data), dtype=float)
            wanted = np.asarray(flat.decode(things[name].at(turn, size)), dtype=float)
            mirrored = -turn if turn % 180 else turn + 180
            other = np.asarray(flat.decode(things[name].at(mirrored, size)), dtype=float)
            assert np.abs(shown - wanted).mean() < (6 if item.tags["off"] == 0 else 12)
            assert np.abs(shown - wanted).mean() < np.abs(shown - other).mean()
        assert LETTERS[item.key] == solver(item.task)(item.truth)
        assert item.split == seeds.split_of(item.situation)


@pytest.fixture(scope="module")
def spins(tmp_path_factory):
    """Three things to keep, of which two belong to test, and a thing for each reason to drop one."""
    folder = tmp_path_factory.mktemp("abo")
    keep = dict(zip((named("abo", "test", 0), named("abo", "test", 1), named("abo", "train", 0)), SEATS))
    drop = {name: Thing("armchair") for name in ("lost", "gap", "broken", "twice", "shaped")}
    drop |= {"barrel": Thing("barrel"), "table": Thing("table"), "twin": SEATS[0]}
    rows = write_abo(folder, {**keep, **drop}, kinds=dict.fromkeys((*keep, *drop), "CHAIR_SEAT"))
    original = folder / "spins" / "original"
    (original / "lo/lost/lost_07.jpg").unlink()
    broken = original / "br/broken/broken_05.jpg"
    broken.write_bytes(broken.read_bytes()[:500])
    save(original / "sh/shaped/shaped_02.jpg", jpeg(Image.new("RGB", (90, SIDE))))
    rows = [row for row in rows if (row["spin_id"], row["azimuth"]) != ("gap", 4)]
    rows.append(next(row for row in rows if row["spin_id"] == "twice"))
    write_spins(folder, rows)
    return folder, keep


def test_abo_makes_exactly_the_expected_items_and_counts_what_it_drops(spins, tmp_path, capsys):
    folder, keep = spins
    arguments = [folder, "--layout", "abo", "--sense", "clockwise", "--front", 3, "--out", tmp_path / "out"]
    made, told = made_by(capsys, *arguments, "--licence", "cc-by-4.0", "--credit", "Amazon.com")
    subtypes = Counter((item.split, item.subtype) for item in made)
    alone = {one for one in OBJECT if "identity" not in one}
    assert subtypes == {**{("test", one): 2 for one in OBJECT | QUARTETS}, **{("train", one): 1 for one in alone}}
    assert_true(made, keep)
    assert {item.tags["kind"] for item in made} == {"chair seat"}
    report = json.loads((tmp_path / "out" / "curation.json").read_text())
    assert {tuple(one["things"]): one["stage"] for one in report["dropped"]} == {
        ("gap",): "listed",
        ("twice",): "listed",
        ("lost",): "files",
        ("broken",): "pictures",
        ("shaped",): "pictures",
        ("barrel", "table"): "sides",
        ("twin",): "twins",
    }
    assert report["stages"] == {
        "found": 11,
        "listed": 9,
        "files": 8,
        "coverage": 8,
        "pictures": 6,
        "sides": 4,
        "twins": 3,
    }
    assert "looks the same from two of its sides" in told
    assert "there is no other chair seat" in told
    manifest = dataset.load(tmp_path / "out").manifest
    assert (manifest["licence"], manifest["credits"]) == ("cc-by-4.0", ["Amazon.com"])
    assert not [one for one in check.check(dataset.load(tmp_path / "out"), workers=1) if one.failed and one.fatal]


def test_the_same_command_twice_does_no_harm_and_another_is_refused(spins, tmp_path, capsys):
    folder, _ = spins
    arguments = [folder, "--layout", "abo", "--sense", "clockwise", "--front", 3, "--out", tmp_path / "out"]
    first, _ = made_by(capsys, *arguments)
    digest = dataset.load(tmp_path / "out").digest
    again, _ = made_by(capsys, *arguments)
    assert (again, dataset.load(tmp_path / "out").digest) == (first, digest)
    code, _, err = vantage(capsys, "curate", *arguments, "--seed", 5)
    assert code == 2
    assert "another" in sentence(err) or "other" in sentence(err)


def test_what_nobody_has_stated_is_not_asked(spins, tmp_path, capsys):
    folder, keep = spins
    made, told = made_by(capsys, folder, "--layout", "abo", "--out", tmp_path / "bare")
    assert {item.task for item in made} == {"identity"}
    assert items.NO_SENSE in told
    made, told = made_by(capsys, folder, "--layout", "abo", "--sense", "clockwise", "--out", tmp_path / "sense")
    assert {item.task for item in made} == {"identity", "turning"}
    assert items.NO_FRONT in told
    one = named("abo", "test", 0)
    (folder / "fronts.csv").write_text(f"spin_id,azimuth\n{one},3\n")
    try:
        made, _ = made_by(capsys, folder, "--layout", "abo", "--sense", "clockwise", "--out", tmp_path / "front")
    finally:
        (folder / "fronts.csv").unlink()
    sides = [item for item in made if item.task in ("side_views", "view_rotation")]
    assert {item.truth["individual"] for item in sides} == {one}
    assert_true(sides, keep)


def test_72_pictures_turn_the_other_way_where_that_is_stated(tmp_path, capsys):
    name = named("abo", "test", 2)
    write_abo(tmp_path / "set", {name: SEATS[0]}, frames=72, front=9, sign=1)
    arguments = [tmp_path / "set", "--layout", "abo", "--sense", "counter-clockwise", "--front", 9, "--each", 4]
    made, _ = made_by(capsys, *arguments, "--out", tmp_path / "out")
    counts = Counter(item.task for item in made)
    assert counts["turning"] == 9, "a thing is asked about in each of three wordings once"
    assert 4 <= counts["side_views"] <= 6, "three pictures can be offered in six orders"
    assert counts["view_rotation"] == 4
    assert not [one for one in check.check(dataset.load(tmp_path / "out"), workers=1) if one.failed and one.fatal]
    assert len({item.logical for item in made}) == len(made)
    assert_true(made, {name: SEATS[0]})
    assert {item.tags["kind"] for item in made} == {"object"}


def test_a_front_that_is_not_stated_as_a_number_is_a_sentence(spins, tmp_path, capsys):
    code, _, err = vantage(
        capsys, "curate", spins[0], "--layout", "abo", "--front", "front.jpg", "--out", tmp_path / "out"
    )
    assert code == 2
    assert "from 0 to 71" in sentence(err)


@pytest.fixture(scope="module")
def cars(tmp_path_factory):
    folder = tmp_path_factory.mktemp("epfl-gims08")
    write_cars(folder / "tripod-seq", CARS, fronts=[1, 20, 50], senses=[1, -1, 1])
    return folder


def test_cars_make_exactly_the_expected_items_all_of_them_for_tests(cars, tmp_path, capsys):
    made, _ = made_by(capsys, cars, "--layout", "epfl-cars", "--out", tmp_path / "out")
    expected = {one for name in items.TASKS for one in tasks.get(name).subtypes if one.startswith("car_")}
    assert Counter((item.split, item.subtype) for item in made) == {("test", one): 3 for one in expected}
    names = {f"tripod_seq_{k:02d}": thing for k, thing in enumerate(CARS, 1)}
    assert_true(made, names, (96, SIDE))
    assert all(item.tags["off"] <= listing.STEP / 2 for item in made)
    assert not [one for one in check.check(dataset.load(tmp_path / "out"), workers=1) if one.failed and one.fatal]


def test_cars_without_times_go_by_the_number_of_the_picture(cars):
    assert epfl_cars._turns(6, 4, 2, 1, []) == [90, 0, -90, -180, -270, -360]
    assert epfl_cars._turns(6, 4, 2, -1, [0, 1, 2, 3, 4, 5]) == [-90, 0, 90, 180, 270, 360], (
        "whole seconds are too coarse"
    )
    assert epfl_cars._turns(5, 4, 1, -1, [0, 60, 180, 270, 360]) == [0, 60, 180, 270, 360]


@pytest.mark.parametrize("spoilt", ["1 2 x", "5 4 3", "", "9 " * 60])
def test_a_car_whose_times_are_wrong_is_dropped(spoilt, tmp_path):
    write_cars(tmp_path, [Thing("car"), Thing("van")], [3, 5], [1, -1])
    first, _ = (tmp_path / "times.txt").read_text().splitlines()
    (tmp_path / "times.txt").write_text(f"{first}\n{spoilt}\n")
    assert [bool(one.fault) for one in epfl_cars.read(tmp_path, Stated())] == [False, True]
    (tmp_path / "times.txt").unlink()
    assert not any(one.fault for one in epfl_cars.read(tmp_path, Stated()))


def test_faces_make_exactly_the_expected_items(tmp_path, capsys):
    people = dict(zip((named("faces", "test", k) for k in range(3)), PEOPLE))
    write_faces(tmp_path / "set", people)
    save(tmp_path / "set" / "frontal-only" / "0.jpg", PEOPLE[0].at(0))
    made, told = made_by(capsys, tmp_path / "set", "--layout", "faces", "--out", tmp_path / "out")
    expected = ["face_identity", "face_rotation_own", "face_rotation_viewer"]
    expected += [f"face_view_{frame}_{side}" for frame in ("own", "viewer") for side in ("left", "right")]
    assert Counter(item.subtype for item in made) == dict.fromkeys(expected, 3)
    assert_true(made, people)
    assert "turned to both sides" in told
    assert "face_identity_quartet_imagefirst" in told, "four views within 60 degrees, 20 apart: there are none"
    assert not [one for one in check.check(dataset.load(tmp_path / "out"), workers=1) if one.failed and one.fatal]


def test_faces_may_go_by_codes_that_a_table_explains(tmp_path):
    people = dict(zip(("person 1", "person 2"), PEOPLE))
    codes = {turn: f"{k:02d}" for k, turn in enumerate(POSES, 1)}
    for k, thing in enumerate(people.values(), 1):
        for turn, code in codes.items():
            save(tmp_path / f"{k}-{code}.jpg", thing.at(turn))
        save(tmp_path / f"{k}-smiling.jpg", thing.at(0))
    (tmp_path / "poses.csv").write_text(table([{"pose": code, "turn": turn} for turn, code in codes.items()]))
    found = survey.survey(tmp_path, "faces", Stated())
    assert [one.listed.name for one in found.kept] == ["1", "2"]
    assert all(sorted(one.views) == sorted(map(float, POSES)) for one in found.kept)
    assert found.kept[0].portrait(45.0, 0).file == f"1-{codes[45]}.jpg"


def test_views_make_exactly_the_expected_items(tmp_path, capsys):
    things = dict(zip((named("views", "test", k) for k in range(2)), SEATS))
    write_views(tmp_path / "set", things)
    made, told = made_by(capsys, tmp_path / "set", "--layout", "views", "--name", "mine", "--out", tmp_path / "out")
    assert Counter(item.subtype for item in made) == dict.fromkeys(OBJECT, 2)
    assert_true(made, things)
    assert {item.suite for item in made} == {"mine"}
    assert all("a different seat" in item.question or "seat" in item.question for item in made)
    assert "object_identity_quartet_imagefirst" in told
    assert not [one for one in check.check(dataset.load(tmp_path / "out"), workers=1) if one.failed and one.fatal]


def test_pictures_of_an_item_get_one_size_upright_and_without_exif(tmp_path, capsys):
    names = [named("views", "test", k) for k in range(2)]
    write_views(tmp_path / "set", dict(zip(names, SEATS)))
    for path in (tmp_path / "set" / "pictures").glob(f"{names[1]}-*"):  # the other thing's pictures are wider
        wide = Image.new("RGB", (100, SIDE), "white")
        wide.paste(Image.open(io.BytesIO(path.read_bytes())), (18, 0))
        path.write_bytes(jpeg(wide))
    for path in (tmp_path / "set" / "pictures").glob(f"{names[0]}-*"):  # and this one's camera lay on its side
        exif = Image.Exif()
        exif[0x0112] = 6
        path.write_bytes(jpeg(Image.open(io.BytesIO(path.read_bytes())).rotate(90), exif=exif))
    made, _ = made_by(capsys, tmp_path / "set", "--layout", "views", "--out", tmp_path / "out")
    identity = [item for item in made if item.task == "identity"]
    assert identity
    for item in identity:
        pictures = [Image.open(io.BytesIO(option.image)) for option in item.options]
        assert {picture.size for picture in pictures} == {(SIDE, SIDE)}
        assert not any(picture.getexif() for picture in pictures)
    assert_true([item for item in made if item.truth.get("individual") == names[0]], dict(zip(names, SEATS)))


def test_things_that_look_the_same_from_two_sides_are_told_from_those_that_do_not():
    def look(thing):
        pictures = {turn: flat.decode(thing.at(turn)) for turn in likeness.EIGHT}
        return likeness.look({turn: np.asarray(one, dtype=np.int16) for turn, one in pictures.items()}, "object")

    same = ("barrel", "bottle", "table", "suitcase", "crate", "stool", "picnic table")
    other = ("armchair", "dog", "car", "rocking horse", "teapot", "bookshelf")
    assert [name for name in same if not likeness.symmetric(look(Thing(name)))] == []
    assert [name for name in other if likeness.symmetric(look(Thing(name)))] == []
    chairs = [look(Thing("armchair", variant)) for variant in (0, 1, 2, 0)]
    beside = likeness.nearest(chairs[0], chairs[1:])
    assert sorted(beside) == [0, 1], "the same chair again could not be told apart"
    gaps = [float(np.abs(chairs[k + 1].colours - chairs[0].colours).sum()) for k in beside]
    assert gaps == sorted(gaps)


VIEWS = "object,kind,azimuth,file,front\n"
SPINS = "spin_id,azimuth,image_id,height,width,path\n"
SPOILT = gzip.compress(SPINS.encode() * 99)[:-30] + bytes(30)
WRONG = {
    "no table": ("views", {}, "has no views.csv"),
    "no column": ("views", {"views.csv": "object,kind,file,front\n"}, "no column 'azimuth'"),
    "no rows": ("views", {"views.csv": VIEWS}, "lists nothing"),
    "no number": ("views", {"views.csv": VIEWS + "a,seat,east,a.jpg,\n"}, "line 2: the azimuth is 'east'"),
    "infinite": ("views", {"views.csv": VIEWS + "a,seat,inf,a.jpg,\n"}, "line 2: the azimuth is 'inf'"),
    "too few values": ("views", {"views.csv": VIEWS + "a,seat,3\n"}, "line 2: it has not as many values"),
    "too many values": ("views", {"views.csv": VIEWS + "a,seat,3,a.jpg,,,\n"}, "line 2: it has not as many values"),
    "no kind": ("views", {"views.csv": VIEWS + "a,,3,a.jpg,\n"}, "1 to 60 printable characters"),
    "a mark": ("views", {"views.csv": VIEWS + "a,<image>,3,a.jpg,\n"}, "1 to 60 printable characters"),
    "front": ("views", {"views.csv": VIEWS + "a,seat,3,a.jpg,maybe\n"}, "the front is 'maybe'"),
    "domain": ("views", {"views.csv": VIEWS[:-1] + ",domain\na,seat,3,a.jpg,,cat\n"}, "one of object, car, face"),
    "not text": ("views", {"views.csv": b"\xff\xfe\x00"}, "not UTF-8"),
    "quotes": ("views", {"views.csv": VIEWS + 'a,"seat"s,3,a.jpg,\n'}, "not CSV"),
    "outside": ("views", {"views.csv": VIEWS + "a,seat,3,../../etc/passwd,\n"}, "pictures that are listed are missing"),
    "no spins": ("abo", {}, "no spins/metadata/spins.csv.gz"),
    "no gzip": ("abo", {"spins/metadata/spins.csv.gz": SPINS}, "not a whole gzip file"),
    "cut gzip": ("abo", {"spins/metadata/spins.csv.gz": gzip.compress(SPINS.encode())[:12]}, "not a whole gzip file"),
    "spoilt gzip": ("abo", {"spins/metadata/spins.csv.gz": SPOILT}, "not a whole gzip file"),
    "spoilt listings": (
        "abo",
        {"spins/metadata/spins.csv": SPINS, "listings/metadata/listings_0.json.gz": SPOILT},
        "listings_0.json.gz is not a whole gzip file",
    ),
    "many digits": ("abo", {"spins/metadata/spins.csv": SPINS + f"a,{'9' * 5000},i,1,1,p\n"}, "digits"),
    "a zero byte": ("views", {"views.csv": VIEWS + "a\0b,seat,3,a.jpg,\n"}, "printable"),
    "a long field": ("views", {"views.csv": VIEWS + "a" * 200_000 + ",seat,3,a.jpg,\n"}, "not CSV"),
    "endless": ("epfl-cars", {"tripod-seq.txt": "1 1 1\n9999999999\na\nb\n9999999999\n1\n1\n"}, "a full turn"),
    "spins column": ("abo", {"spins/metadata/spins.csv": "spin_id,path\n"}, "no column 'azimuth'"),
    "spins number": ("abo", {"spins/metadata/spins.csv": SPINS + "a,72,i,1,1,p\n"}, "from 0 to 71"),
    "fronts": ("abo", {"spins/metadata/spins.csv": SPINS, "fronts.csv": "spin\na\n"}, "fronts.csv has no column"),
    "no cars": ("epfl-cars", {}, "no tripod-seq.txt"),
    "few lines": ("epfl-cars", {"tripod-seq.txt": "2 376 250\n3 3\n"}, "must have 7 lines"),
    "few numbers": ("epfl-cars", {"tripod-seq.txt": "2 1 1\n9\na\nb\n8 8\n1 1\n1 1\n"}, "line 2: 2 whole numbers"),
    "many": ("epfl-cars", {"tripod-seq.txt": "99999 1 1\n9\na\nb\n8 8\n1 1\n1 1\n"}, "1 to 1000 are read"),
    "half a turn": ("epfl-cars", {"tripod-seq.txt": "1 1 1\n9\na\nb\n12\n1\n1\n"}, "do not cover a full turn"),
    "no sense": ("epfl-cars", {"tripod-seq.txt": "1 1 1\n9\na\nb\n8\n1\n0\n"}, "no sense of turning"),
    "no faces": ("faces", {"a/b.jpg": b""}, "whose names end in a turn in degrees"),
    "poses": ("faces", {"poses.csv": "pose,turn\nFL,left\n"}, "the turn is 'left'"),
    "poses twice": ("faces", {"poses.csv": "pose,turn\nFL,90\nFL,45\n"}, "listed twice"),
    "a face twice": ("faces", {"a/+45.jpg": b"", "a/x45.jpg": b""}, "two of its pictures are listed for one turn"),
    "turned once": ("faces", {"a/0.jpg": b"", "a/45.jpg": b""}, "turned to both sides"),
    "no picture": ("faces", {"a/0.jpg": b"?", "a/45.jpg": b"?", "a/-45.jpg": b"?"}, "does not decode"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_folder_gives_a_sentence(case, tmp_path, capsys):
    layout, files, words = WRONG[case]
    (tmp_path / "set").mkdir()
    for name, data in files.items():
        save(tmp_path / "set" / name, data if isinstance(data, bytes) else data.encode())
    code, _, err = vantage(capsys, "curate", tmp_path / "set", "--layout", layout, "--out", tmp_path / "out")
    assert code == 2
    assert words in sentence(err)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere", "--layout", "views"], "not a folder"),
        ([".", "--layout", "views", "--metric"], "--metric means nothing with --layout views"),
        ([".", "--layout", "views", "--images", "x"], "--images means nothing"),
        ([".", "--layout", "faces", "--sense", "clockwise"], "--sense means nothing with --layout faces"),
        ([".", "--layout", "epfl-cars", "--front", "3"], "--front means nothing"),
        ([".", "--each", "2"], "--each means nothing with --layout captures"),
        ([".", "--layout", "views", "--max-side", "8"], "at least 64"),
        ([".", "--layout", "views", "--name", "a/b"], "is no name"),
    ],
)
def test_options_that_mean_nothing_are_refused(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code, _, err = vantage(capsys, "curate", *arguments, "--out", "out")
    assert code == 2
    assert words in sentence(err)


def test_pictures_that_are_too_large_lie_elsewhere_or_are_folders_drop_the_thing(tmp_path):
    things = dict.fromkeys(("huge", "linked", "folder"), SEATS[0])
    write_views(tmp_path / "set", things)
    pictures = tmp_path / "set" / "pictures"
    Image.new("1", (9000, 9000)).save(tmp_path / "huge.png")
    (pictures / "huge-0.jpg").write_bytes((tmp_path / "huge.png").read_bytes())
    (pictures / "linked-0.jpg").rename(tmp_path / "elsewhere.jpg")
    (pictures / "linked-0.jpg").symlink_to(tmp_path / "elsewhere.jpg")
    (pictures / "folder-0.jpg").unlink()
    (pictures / "folder-0.jpg").mkdir()
    found = survey.survey(tmp_path / "set", "views", Stated())
    assert {fate.listed.name: fate.stage for fate in found.fates} == {
        "huge": "pictures",
        "linked": "files",
        "folder": "files",
    }


def test_rows_that_contradict_one_another_drop_the_thing(tmp_path, capsys):
    things = dict.fromkeys(("two fronts", "two kinds", "two domains", "one turn"), SEATS[0])
    rows = write_views(tmp_path, things, domain="")
    for row in rows:
        if (row["object"], row["azimuth"]) == ("two fronts", 0):
            row["front"] = "yes"
        if (row["object"], row["azimuth"]) == ("two kinds", 0):
            row["kind"] = "stool"
        if (row["object"], row["azimuth"]) == ("two domains", 0):
            row["domain"] = "car"
        if (row["object"], row["azimuth"]) == ("one turn", 0):
            row["azimuth"] = 360 + 45
    rows = [row for row in rows if row["azimuth"] != 405] + [dict(rows[-1], azimuth=45)]
    (tmp_path / "views.csv").write_text(table(rows))
    found = survey.survey(tmp_path, "views", Stated())
    assert {fate.listed.name: fate.reason for fate in found.fates} == {
        "two fronts": "two of its pictures are said to show the front",
        "two kinds": "its rows name two kinds of thing",
        "two domains": "its rows name two kinds of thing",
        "one turn": "two of its pictures are listed for one turn",
    }
    code, _, err = vantage(capsys, "curate", tmp_path, "--layout", "views", "--out", tmp_path / "out")
    assert code == 2
    assert "none of 4 things is kept" in sentence(err)


def test_one_split_alone_can_be_made_and_a_thing_is_in_one_only(tmp_path, capsys):
    names = [named("views", split, k) for split in seeds.SPLITS for k in range(2)]
    write_views(tmp_path / "set", dict(zip(names, [*SEATS, Thing("rocking horse"), Thing("dog"), Thing("wheelchair")])))
    made, _ = made_by(capsys, tmp_path / "set", "--layout", "views", "--out", tmp_path / "all")
    assert [item.split for item in made] == sorted((item.split for item in made), key=seeds.SPLITS.index)
    homes = {(item.situation, item.split) for item in made}
    assert len(homes) == len({situation for situation, _ in homes}) == 6
    for item in made:
        if item.task == "identity":
            assert {*names[2 * seeds.SPLITS.index(item.split) :][:2]} == {
                one["individual"] for one in item.truth["views"]
            }
    some, _ = made_by(capsys, tmp_path / "set", "--layout", "views", "--split", "test", "--out", tmp_path / "test")
    assert {item.split for item in some} == {"test"}
    assert some == [item for item in made if item.split == "test"]


def test_keys_fall_on_each_letter_and_each_way_equally_often(tmp_path):
    things = {named("views", "test", k): Thing("armchair", k) for k in range(6)}
    write_views(tmp_path, things)
    found = survey.survey(tmp_path, "views", Stated())
    made = list(items.items(found.kept, items.Wanted(), found.counts))
    for subtype in OBJECT:
        some = [item for item in made if item.subtype == subtype]
        letters = Counter(item.answer.letter for item in some)
        assert max(letters.values()) - min(letters.get(x, 0) for x in some[0].letters) <= 1
        if some[0].task == "turning":
            assert Counter(item.tags["target"] for item in some) == {"clockwise": 3, "counter-clockwise": 3}


def test_the_table_that_the_page_shows_is_read(tmp_path):
    page = (Path(__file__).parents[1] / "docs" / "own.md").read_text("utf-8")
    (tmp_path / "views.csv").write_text(page.partition("```csv\n")[2].partition("```")[0], "utf-8")
    (mug,) = views.read(tmp_path, Stated())
    assert (mug.kind, mug.domain, mug.front) == ("mug", "object", True)
    assert [(shot.file, shot.turn) for shot in mug.shots] == [("mugs/m1-a.jpg", 0), ("mugs/m1-b.jpg", -45)]
