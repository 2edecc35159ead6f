"""Real captures: exactly the right ones are kept, and the keys of their items are true of the scene."""

import csv
import io
import itertools
import json
import math
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from tests.captures import SIDE, Recipe, runs, saved, scene, truth_table, write, write_json
from vantage import cli, seeds, tasks
from vantage.curate import captures, circles
from vantage.curate.axes import Stated
from vantage.curate.items import CAMERA_TASKS, OWN_TASKS, SIZE, Wanted
from vantage.data import dataset
from vantage.geometry import egocentric
from vantage.item import LETTERS
from vantage.making import check
from vantage.making.drafting import Fault
from vantage.scene import AZIMUTHS
from vantage.task import Slot

METRES = Stated(scale=1.0)
ROUND = range(0, 360, 15)
GAPS = tuple(a for a in ROUND if a not in (15, 30, 105, 210))
HOLE = tuple(a for a in ROUND if not 75 <= a <= 105)

KEPT = {
    "json": Recipe(),
    "json-y-up": Recipe(world="y"),
    "json-turned": Recipe(world="any"),
    "json-opencv": Recipe(axes="opencv"),
    "text": Recipe(layout="text", axes="opencv"),
    "text-y-down": Recipe(layout="text", axes="opencv", world="-y"),
    "lines-turned": Recipe(layout="lines", axes="opencv", world="any"),
    "colmap-text": Recipe(layout="colmap_txt", axes="opencv"),
    "colmap-binary-turned": Recipe(layout="colmap_bin", axes="opencv", world="any"),
    "frames-missing": Recipe(azimuths=GAPS),
    "slightly-tilted": Recipe(tilt=4),
    "one-high": Recipe(raised=((15, 1.5),)),
}
DROPPED = {
    "off-circle": ("circle", Recipe(stretch=1.4)),
    "tilted": ("level", Recipe(tilt=25)),
    "too-high": ("height", Recipe(raised=((75, 1.5), (90, 1.5), (105, 1.5)))),
    "outward": ("inward", Recipe(outward=True)),
    "outward-text": ("inward", Recipe(outward=True, layout="text", axes="opencv")),
    "outward-turned": ("inward", Recipe(outward=True, world="any")),
    "hole": ("views", Recipe(azimuths=HOLE)),
    "half": ("views", Recipe(azimuths=tuple(range(0, 180, 10)))),
    "few": ("read", Recipe(azimuths=(0, 60, 120, 180, 240, 300))),
}


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """A folder of captures, good and bad."""
    root = tmp_path_factory.mktemp("mixed")
    for name, recipe in [*KEPT.items(), *((name, recipe) for name, (_, recipe) in DROPPED.items())]:
        write(root / "set" / name, recipe)
    return root / "set"


@pytest.fixture(scope="module")
def rendered(tmp_path_factory):
    """One capture with true pictures, depth and masks."""
    folder = tmp_path_factory.mktemp("rendered") / "room"
    write(folder, Recipe(), render=True)
    return folder


def test_exactly_the_right_captures_are_kept(mixed):
    outcomes = captures.survey(mixed, METRES)
    assert {o.name for o in outcomes if not o.stage} == set(KEPT)
    assert {o.name: o.stage for o in outcomes if o.stage} == {name: stage for name, (stage, _) in DROPPED.items()}
    assert all(
        o.reason.endswith((")", "°", "m is needed", "eight", "--up")) or "state" in o.reason
        for o in outcomes
        if o.stage
    )


def test_axes_are_found_and_the_evidence_is_given(mixed):
    for outcome in captures.survey(mixed, METRES):
        if not outcome.stage:
            assert outcome.ring.axes == KEPT[outcome.name].axes
            assert "look inward" in outcome.ring.evidence
            alone = outcome.name in ("text-y-down", "lines-turned")
            assert ("by the inward test alone" in outcome.ring.evidence) == alone


def test_circle_and_up_are_those_of_the_scene(mixed):
    for outcome in captures.survey(mixed, METRES):
        if not outcome.stage and outcome.name not in ("slightly-tilted",):
            assert outcome.ring.radius == pytest.approx(scene().radius, abs=0.02)
            assert outcome.ring.residual < 0.02
            assert [v.azimuth for v in outcome.ring.views.values()] == pytest.approx(AZIMUTHS, abs=3)
            assert outcome.ring.tilt < 1
    ups = {o.name: o.ring.up for o in captures.survey(mixed, METRES) if not o.stage}
    assert ups["json"] == pytest.approx((0, 0, 1), abs=0.02)
    assert ups["text-y-down"] == pytest.approx((0, -1, 0), abs=0.02)
    assert ups["json-y-up"] == pytest.approx((0, 1, 0), abs=0.02)


def test_stated_axes_and_up_are_taken_at_their_word(tmp_path):
    write(tmp_path / "out", Recipe(outward=True, layout="text", axes="opencv", world="y"))
    write(tmp_path / "in", Recipe(layout="text", axes="opencv", world="y"))
    # Without a word about up or axes the two cannot be told apart, and the report says so.
    assert [o.stage for o in captures.survey(tmp_path, METRES)] == ["", ""]
    for stated in (replace(METRES, axes="opencv"), replace(METRES, up="y")):
        assert [(o.name, o.stage) for o in captures.survey(tmp_path, stated)] == [("in", ""), ("out", "inward")]
    assert [o.stage for o in captures.survey(tmp_path, replace(METRES, up="x"))] == ["level", "level"]


def test_cameras_that_look_anywhere_fail_both_readings(tmp_path):
    write(tmp_path, Recipe())
    frames = json.loads((tmp_path / "transforms.json").read_text())["frames"]
    for frame in frames[::2]:
        matrix = np.array(frame["transform_matrix"])
        matrix[:3, :3] = matrix[:3, :3] @ np.diag([-1.0, 1, -1])
        frame["transform_matrix"] = matrix.tolist()
    write_json(tmp_path, frames)
    (outcome,) = captures.survey(tmp_path, METRES)
    assert outcome.stage == "inward"
    assert "in either reading" in outcome.reason


def test_counts_are_kept_for_each_stage(mixed):
    outcomes = captures.survey(mixed, METRES)
    rows = captures.Curation("set", METRES, outcomes).stages()
    left = [row["captures"] for row in rows]
    assert left == sorted(left, reverse=True)
    assert left[0] == len(KEPT) + len(DROPPED) - 1
    assert left[-1] == len(KEPT)
    high = next(o for o in outcomes if o.name == "one-high")
    assert high.images["views"] - high.images["height"] == 1


def test_the_unit_must_be_stated(tmp_path):
    write(tmp_path, Recipe(unit=0.25))
    (outcome,) = captures.survey(tmp_path, Stated())
    assert outcome.stage == "circle"
    assert "% of the radius" in outcome.reason
    for stated in (Stated(scale=0.25), Stated(radius=scene().radius)):
        (outcome,) = captures.survey(tmp_path, stated)
        assert outcome.ring.radius == pytest.approx(scene().radius, abs=0.02)
    with pytest.raises(ValueError, match="both stated"):
        Stated(scale=1, radius=2)


def test_a_scaling_applied_transform_is_undone(tmp_path):
    write(tmp_path, Recipe())
    frames = json.loads((tmp_path / "transforms.json").read_text())["frames"]
    write_json(tmp_path, frames, applied_transform=(2 * np.eye(4)[[0, 2, 1]]).tolist())
    (outcome,) = captures.survey(tmp_path, METRES)
    assert outcome.ring.radius == pytest.approx(scene().radius / 2, abs=0.02)


def test_another_picture_can_be_the_front(tmp_path):
    write(tmp_path, Recipe())
    (outcome,) = captures.survey(tmp_path, replace(METRES, front="0006"))
    assert outcome.ring.views[0].shot.name == "images/0006.png"
    assert captures.survey(tmp_path, replace(METRES, front="none"))[0].stage == "views"


def test_missing_pictures_are_left_out_and_counted(tmp_path):
    write(tmp_path, Recipe())
    (tmp_path / "images" / "0001.png").unlink()
    (outcome,) = captures.survey(tmp_path, METRES)
    assert not outcome.stage
    assert outcome.notes == ["1 of 24 pictures are missing, 'images/0001.png' first"]
    assert outcome.images["read"] == 23


def test_circles_are_fitted_without_bias():
    rng = seeds.generator("circle")
    for _ in range(20):
        centre, radius = rng.normal(0, 50, 2), rng.uniform(0.3, 20)
        angles = rng.uniform(0, np.pi, 400)  # half a circle only
        exact = centre + radius * np.column_stack([np.cos(angles), np.sin(angles)])
        found, size = circles.circle(exact)
        assert np.allclose([*found, size], [*centre, radius], atol=1e-6)
        assert circles.residual(exact, found, size) < 1e-6
        found, size = circles.circle(exact + rng.normal(0, 0.02 * radius, exact.shape))
        assert np.allclose([*found, size], [*centre, radius], atol=0.03 * radius)


def test_a_plane_is_not_tilted_by_a_few_cameras():
    rng = seeds.generator("plane")
    points = np.column_stack([rng.normal(0, 1, (60, 2)), rng.normal(0, 0.01, 60)])
    points[:8, 2] += 1 + points[:8, 0]
    across, _ = circles.plane(points)
    assert circles.angle_between(across, np.array([0.0, 0.0, 1.0])) < 1


# ---- items


def reviewed(folder, out, found=None):
    """The object table of masks, with the reference's facing filled in as a person would."""
    captures.review(folder, out, METRES, masks_name="masks.json")
    rows = list(csv.DictReader(io.StringIO((out / "objects.csv").read_text())))
    reference = (found or scene()).things[1]
    for row in rows:
        if row["name"] == reference.name:
            row |= {"facing": str(reference.facing), "kind": reference.asset}
    return saved(out / "fixed.csv", rows)


def direct(item, found):
    """The draft that an item's task makes of the scene itself, and its things, target and reference first."""
    named = [item.truth[part]["name"] for part in ("target", "reference")]
    first = [found.thing(name) for name in named]
    things = (*first, *(t for t in found.things if t.name not in named))
    index = int(item.id.rpartition("/")[2])
    slot = Slot(index, "test", "", item.answer.letter, scene=replace(found, things=things), member=index % 8)
    task = tasks.get(item.task)
    return task.make(task.settings({}), slot, seeds.generator(0, "captures", SIZE, item.task, index)), things


def assert_same_as_direct(items, found):
    for item in items:
        draft, things = direct(item, found)
        key = item.options[item.key].label
        if item.task == "integration_ego":
            seen = egocentric(things[0].place, things[1].place, found.observer(int(key)))
            assert item.truth["statement"] == seen.direction
            assert draft.options[LETTERS.index(draft.answer.letter)].label == key
        else:
            assert item.question == draft.question
            assert [o.label for o in item.options] == [o.label for o in draft.options]
            assert key == draft.options[LETTERS.index(draft.answer.letter)].label
        assert tasks.get(item.task).solve(item.truth) == item.answer


def test_labels_from_masks_and_depth_equal_those_of_the_scene(rendered, tmp_path):
    objects = reviewed(rendered, tmp_path / "review")
    data, curation = captures.build(rendered, objects, tmp_path / "data", METRES, Wanted(pairs=4))
    items = list(data.items())
    assert {item.task for item in items} == {*CAMERA_TASKS, *OWN_TASKS}
    assert sum(item.task == "consistency_ego" for item in items) >= 8
    assert_same_as_direct(items, scene())
    made = curation.json()["items"]["made"]
    assert sum(made.values()) == len(items)
    for task, reasons in curation.json()["items"]["refused"].items():
        assert made[task] + sum(reasons.values()) == 8 * curation.counts.numbers[task]


@pytest.mark.parametrize("part", ["make", "solve"])
def test_a_task_that_fails_is_no_mistake_in_the_captures(rendered, tmp_path, monkeypatch, part):
    def fail(*given):
        raise ValueError("singular matrix")

    objects, get = reviewed(rendered, tmp_path / "review"), tasks.get
    monkeypatch.setattr(tasks, "get", lambda name: replace(get(name), **{part: fail}))
    with pytest.raises(Fault, match=r"captures/consistency_ego/captures-s0/\d{6}: ValueError: singular matrix"):
        captures.build(rendered, objects, tmp_path / "data", METRES, Wanted())


@pytest.mark.parametrize("number", range(1, 7))
def test_labels_equal_those_of_other_scenes_from_masks_and_from_the_truth(tmp_path, number):
    found = scene(number)
    write(tmp_path / "set", Recipe(world="any"), found, render=True)
    tables = [reviewed(tmp_path / "set", tmp_path / "review", found), truth_table(tmp_path / "true.csv", "set", found)]
    for k, objects in enumerate(tables):
        data, _ = captures.build(tmp_path / "set", objects, tmp_path / f"data{k}", METRES, Wanted(pairs=10))
        assert len(data) > 8
        assert_same_as_direct(data.items(), found)


@pytest.mark.parametrize("name", ["text", "json-y-up", "lines-turned", "frames-missing"])
def test_labels_equal_those_of_the_scene_however_it_was_captured(mixed, tmp_path, name):
    objects = truth_table(tmp_path / "objects.csv", name)
    stated = replace(METRES, lens=46.0)
    data, _ = captures.build(mixed / name, objects, tmp_path / "data", stated, Wanted(pairs=6))
    items = list(data.items())
    assert len(items) > 60
    assert_same_as_direct(items, scene())


def test_cameras_beside_their_targets_are_asked_only_within_the_margins(tmp_path):
    azimuths = (0, *(a + 9 for a in AZIMUTHS[1:]))
    write(tmp_path / "set", Recipe(azimuths=azimuths, noise=0.001, shake=0.1))
    objects = truth_table(tmp_path / "objects.csv", "set")
    data, curation = captures.build(tmp_path / "set", objects, tmp_path / "data", METRES, Wanted(pairs=10))
    items = list(data.items())
    assert_same_as_direct(items, scene())
    refused = sum((c for c in curation.counts.refused.values()), type(curation.counts.made)())
    assert refused["the direction is near the border of its class"] > 0
    for item in items:
        for azimuth in item.truth["azimuths"]:
            seen = egocentric(
                *(scene().thing(item.truth[p]["name"]).place for p in ("target", "reference")),
                scene().observer(azimuth),
            )
            assert seen.margin() > 9  # ten, less what the fit of the circle is off


def test_a_data_set_is_whole_balanced_and_the_same_again(rendered, tmp_path):
    objects = reviewed(rendered, tmp_path / "review")
    made = [
        captures.build(rendered, objects, tmp_path / f"data{k}", METRES, Wanted(), "", "cc-by-4.0", ["Someone"])[0]
        for k in (0, 1)
    ]
    assert made[0].digest == made[1].digest
    assert made[0].manifest["licence"] == "cc-by-4.0"
    assert "Someone" in (tmp_path / "data0" / "README.md").read_text()
    for task in CAMERA_TASKS + OWN_TASKS:
        letters = [item.answer.letter for item in made[0].items() if item.task == task]
        assert max(map(letters.count, "ABCD")) - min(map(letters.count, "ABCD")) <= 1
    assert dataset.load(tmp_path / "data0").digest == made[0].digest
    report = json.loads((tmp_path / "data0" / "curation.json").read_text())
    assert report["scenes"]["room"]["axes"] == "opengl"
    (above,) = (tmp_path / "data0" / "above").glob("*.png")
    with Image.open(above) as image:
        assert image.size == (900, 900)
    shown = {item.images[0] for item in made[0].items()}
    assert (rendered / "images" / "0000.png").read_bytes() in shown


def test_the_checks_of_data_sets_hold_for_captures(rendered, tmp_path):
    objects = reviewed(rendered, tmp_path / "review")
    data, _ = captures.build(rendered, objects, tmp_path / "data", METRES, Wanted())
    assert not [verdict for verdict in check.check(data, workers=1) if verdict.failed and verdict.fatal]


def test_a_lens_must_be_known_to_compare_left_and_right(mixed, tmp_path):
    objects = truth_table(tmp_path / "objects.csv", "text")
    with pytest.raises(ValueError, match="without intrinsics; state its field of view with --lens"):
        captures.build(mixed / "text", objects, tmp_path / "data", METRES, Wanted())
    assert not (tmp_path / "data").exists()


def test_places_come_from_lines_of_sight_where_there_is_no_depth(rendered, tmp_path):
    folder = tmp_path / "room"
    shutil.copytree(rendered, folder)
    frames = json.loads((folder / "transforms.json").read_text())["frames"]
    write_json(folder, [{k: v for k, v in frame.items() if k != "depth_file_path"} for frame in frames])
    shutil.rmtree(folder / "depth")
    (outcome,) = captures.review(folder, tmp_path / "out", METRES, masks_name="masks.json").kept
    assert len(outcome.objects) >= 2
    for one in outcome.objects:
        thing = scene().thing(one.name)
        assert np.hypot(one.x - thing.x, one.y - thing.y) < 0.03 * scene().radius


def test_masks_of_small_doubtful_and_hidden_things_are_dropped(rendered, tmp_path):
    shutil.copytree(rendered, tmp_path / "room")
    path = tmp_path / "room" / "masks.json"
    records = json.loads(path.read_text())
    target, reference = (thing.name for thing in scene().things[:2])
    for record in records:
        for one in record["annotations"]:
            if one["class_name"] == target:
                one["score"] = 0.3
            elif one["class_name"] != reference:
                one["class_name"] = "thing"
    speck = np.zeros((SIDE, SIDE), dtype=bool)
    speck[80:84, 80:84] = True
    coded = {"size": [SIDE, SIDE], "counts": runs(speck)}
    records[0]["annotations"].append({"class_name": "speck", "score": 0.9, "segmentation": coded})
    path.write_text(json.dumps(records))
    curation = captures.review(tmp_path / "room", tmp_path / "out", METRES, masks_name="masks.json")
    assert curation.objects["low score"] > 0
    assert curation.objects["small"] >= 1
    assert curation.objects["objects of a shared name"] == 1
    (outcome,) = curation.outcomes
    assert (outcome.stage, curation.kept) == ("objects", [])
    assert outcome.reason.startswith("it has 1 objects")


# ---- command line


def run(*arguments):
    return CliRunner().invoke(cli.commands, ["curate", *map(str, arguments)])


def test_an_interrupted_data_set_is_finished_and_the_same_again_does_no_harm(rendered, tmp_path, monkeypatch):
    objects = reviewed(rendered, tmp_path / "review")
    whole = captures.build(rendered, objects, tmp_path / "whole", METRES, Wanted())[0]

    def interrupted(*_):
        yield from itertools.islice(whole.items(), 5)
        raise KeyboardInterrupt

    out = tmp_path / "data"
    with monkeypatch.context() as patch:
        patch.setattr(captures, "items", interrupted)
        with pytest.raises(KeyboardInterrupt):
            captures.build(rendered, objects, out, METRES, Wanted())
    for _ in range(2):
        assert captures.build(rendered, objects, out, METRES, Wanted())[0].digest == whole.digest
        names = {path.name for path in out.iterdir()}
        assert names == {path.name for path in whole.folder.iterdir()}
    lines = objects.read_text().splitlines(keepends=True)
    objects.write_text("".join(lines[:-1]))
    with pytest.raises(ValueError, match="with other items; name a new folder"):
        captures.build(rendered, objects, out, METRES, Wanted())
    assert dataset.load(out).digest == whole.digest


def test_a_review_that_keeps_nothing_or_was_interrupted_can_be_done_again(mixed, tmp_path):
    out = tmp_path / "review"
    assert not captures.review(mixed / "json", out, Stated()).kept
    assert not out.exists()
    out.mkdir()
    (out / captures.ABOVE).mkdir()
    (out / captures.REPORT).write_text("{}")
    assert captures.review(mixed / "json", out, METRES).kept
    with pytest.raises(ValueError, match="no corrected table is lost"):
        captures.review(mixed / "json", out, METRES)
    with pytest.raises(ValueError, match="is a file"):
        captures.review(mixed / "json", out / captures.TABLE, METRES)


def test_nonsense_is_refused():
    for make, sentence in [
        (lambda: Wanted(""), "'' is no name"),
        (lambda: Wanted("../../x"), "is no name"),
        (lambda: Wanted("a\nb"), "is no name"),
        (lambda: Wanted(side=1), "pictures of 1 pixels show nothing"),
        (lambda: Stated(scale=math.nan), "the scale is stated as nan"),
        (lambda: Stated(radius=math.inf), "the radius is stated as inf"),
        (lambda: Stated(lens=-1.0), "the lens is stated as -1.0"),
        (lambda: captures.review(Path("x"), Path("y"), METRES, depth_unit=math.nan), "one step of a depth picture"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            make()


def test_the_command_goes_from_captures_to_a_data_set(rendered, tmp_path):
    first = run(rendered, "--metric", "--masks", "masks.json", "--out", tmp_path / "review")
    assert first.exit_code == 0
    assert "OpenGL: cameras that look inward" in first.output
    second = run(rendered, "--metric", "--objects", tmp_path / "review" / "objects.csv", "--out", tmp_path / "data")
    assert second.exit_code == 0, second.output
    assert f"{len(dataset.load(tmp_path / 'data'))} items in" in second.output


def test_mistakes_on_the_command_line_are_one_sentence(mixed, tmp_path):
    cases = [
        ((mixed / "nowhere", "--out", tmp_path / "a"), "not a folder"),
        ((tmp_path, "--out", tmp_path / "a"), "holds no capture"),
        ((mixed, "--metric", "--scale", 2, "--out", tmp_path / "a"), "give one of them"),
        ((mixed / "json", "--out", tmp_path / "unit"), "the unit of its poses is not stated"),
        ((mixed / "json", "--metric", "--out", mixed), "is not empty"),
        ((mixed / "json", "--metric", "--max-side", 1, "--out", tmp_path / "c"), "show nothing"),
        ((mixed / "json", "--metric", "--objects", "none.csv", "--out", tmp_path / "b"), "is not a file"),
        ((mixed / "json", "--metric", "--objects", "a", "--masks", "b", "--out", tmp_path / "b"), "one at a time"),
    ]
    for arguments, sentence in cases:
        result = run(*arguments)
        assert isinstance(result.exception, ValueError)
        assert sentence in str(result.exception)
        assert "\n" not in str(result.exception)
