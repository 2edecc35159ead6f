"""Where named things are: boxes, points and masks agree with the maps of ids, and trainers can read the rows."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import numpy as np
import pytest
from datasets import load_dataset
from PIL import Image

import vantage
from tests import fabricated
from vantage import cli, seeds
from vantage.data import dataset
from vantage.describing.located import FEWEST, located
from vantage.item import Condition
from vantage.training.exports import export
from vantage.training.pointing import MOST, Pointing

NAMES = ("mug", "ring", "spoon", "cup", "cup")


def png(pixels):
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def ids_of(width=120, height=90):
    """A ring (2) around nothing, a slanting spoon (3), a mug at the edge (1), two cups (4, 5) and a speck (6)."""
    y, x = np.mgrid[:height, :width]
    ids = np.zeros((height, width), np.uint16)
    ids[((x - 60) ** 2 + (y - 45) ** 2 < 900) & ((x - 60) ** 2 + (y - 45) ** 2 > 625)] = 2
    ids[(abs(x - y - 20) < 3) & (y > 76)] = 3
    ids[20:70, :14] = 1
    ids[2:12, 20:32], ids[2:12, 40:52] = 4, 5
    ids[80:83, 20:23] = 6
    return ids


def item(number=0, ids=None, split="train"):
    ids = ids_of() if ids is None else ids
    shade = np.full((*ids.shape, 3), 40 + 8 * number, np.uint8)
    named = [{"name": name, "id": place} for place, name in enumerate((*NAMES, "speck"), 1)]
    made = replace(fabricated.items(1)[0], images=(png(shade),), question="<image> Which?", ids=(png(ids),))
    truth = {"target": named[0], "things": named[1:3], "bystanders": {"more": named[3:]}, "id": 7}
    return replace(made, id=f"{made.id}{number:03d}", truth=truth, split=split)


def decoded(mask):
    """The pixels of a mask, from COCO's counts."""
    height, width = mask["size"]
    flat = np.repeat(np.arange(len(mask["counts"])) % 2, mask["counts"])
    return flat.reshape(width, height).T.astype(bool)


def test_boxes_points_and_masks_agree_with_the_map():
    ids, found = ids_of(), {one.name: one for one in vantage.located(item())}
    assert sorted(found) == ["mug", "ring", "spoon"]  # two cups cannot be told apart, and the speck hardly shows
    for name, one in found.items():
        mask = ids == NAMES.index(name) + 1
        assert (decoded(one.mask) == mask).all()
        assert one.pixels == mask.sum() >= FEWEST
        left, top, right, bottom = one.box
        assert mask[top:bottom, left:right].sum() == mask.sum()
        assert all(edge.any() for edge in (mask[top], mask[bottom - 1], mask[:, left], mask[:, right - 1]))
        x, y = one.point
        assert mask[int(y), int(x)]
    left, top, right, bottom = found["ring"].box
    assert not (ids == 2)[(top + bottom) // 2, (left + right) // 2]  # the middle of its box is not on the ring
    assert found["mug"].box == (0, 20, 14, 70)
    assert found["mug"].relative(*found["mug"].box) == [0, 222, 117, 778]


def test_points_are_on_things_of_any_shape():
    for number in range(12):
        rng = seeds.generator("shapes", number)
        wide, high = (int(side) for side in rng.integers(40, 500, 2) * (1 + number // 11))
        ids = (rng.random((high, wide)) < 0.3).astype(np.uint16)  # frayed, full of holes
        (one,) = located(item(ids=ids))
        x, y = one.relative(*one.point)
        for across, down in (one.point, (x * wide / 1000, y * high / 1000)):
            assert ids[int(down), int(across)] == 1
        assert (decoded(one.mask) == (ids == 1)).all()


def test_maps_shrink_with_their_pictures():
    (big, *_), (small, *_) = located(item()), located(item(), ((60, 45),))
    assert small.size == (60, 45)
    assert all(abs(2 * a - b) <= 2 for a, b in zip(small.box, big.box))


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    header = {"suite": "made", "size": "tiny", "seed": 0, "title": "Made.", "licence": "cc-by-4.0", "tasks": {}}
    items = [*(item(number) for number in (0, 1, 1)), replace(item(2), ids=()), item(3, split="validation")]
    items = [replace(one, id=f"{one.id}-{place}") for place, one in enumerate(items)]
    return dataset.write(tmp_path_factory.mktemp("where") / "set", {**header, "ids": True}, items)


@pytest.mark.parametrize("to", ["trl", "verl", "ms-swift", "llama-factory"])
def test_rows_ask_where_things_are(data, to, tmp_path):
    counts = export(data, Condition(), to, tmp_path / "out", pointing=Pointing("points"))
    ends = {"trl": "parquet", "verl": "parquet", "ms-swift": "jsonl", "llama-factory": "json"}[to]
    # One picture is of two items and is asked about once; another has no map.
    assert counts[f"where-train.{ends}"] == 2
    assert counts[f"where-validation.{ends}"] == 1
    kind = "parquet" if ends == "parquet" else "json"
    path = str(tmp_path / "out" / f"where-train.{ends}")
    for row in load_dataset(kind, data_files=path, split="train", cache_dir=str(tmp_path / "cache")):
        messages = row.get("messages") or [*row["prompt"], *row["completion"]]
        (asked, said) = (one["content"] for one in messages)
        text = asked if isinstance(asked, str) else "".join(part["text"] or "<image>" for part in asked)
        answer = json.loads(said if isinstance(said, str) else said[0]["text"])
        assert text.count("<image>") == len(row["images"]) == 1
        assert "from 0 to 1000" in text
        assert [one["label"] for one in answer] == ["ring", "mug", "spoon"]
        for one in answer:
            x, y = one["point_2d"]
            assert ids_of()[y * 90 // 1000, x * 120 // 1000] == NAMES.index(one["label"]) + 1
        known = json.loads(row["things"])
        assert [(one["name"], decoded(one["mask"]).sum()) for one in known] == [(o["name"], o["pixels"]) for o in known]
        assert row["id"].endswith("/where-0")
    if to == "llama-factory":
        assert "vantage-where-train" in json.loads((tmp_path / "out" / "dataset_info.json").read_text())


def test_boxes_in_pixels_are_those_of_the_picture_shown(data, tmp_path):
    shown = Condition(max_side=60)
    export(data, shown, "ms-swift", tmp_path / "out", pointing=Pointing("boxes", "pixels"))
    row = json.loads((tmp_path / "out" / "where-train.jsonl").read_text().splitlines()[0])
    with Image.open(row["images"][0]) as picture:
        assert picture.size == (60, 45)
    (ring, *_) = json.loads(row["messages"][1]["content"])
    assert ring["label"] == "ring"
    assert all(abs(2 * a - b) <= 2 for a, b in zip(ring["bbox_2d"], (31, 16, 90, 75)))


def test_no_more_things_than_a_row_can_hold(tmp_path):
    ids = np.kron(np.arange(1, 17, dtype=np.uint16).reshape(4, 4), np.ones((12, 12), np.uint16))
    things = [{"name": f"thing {number}", "id": number} for number in range(1, 17)]
    many = replace(item(ids=ids), truth={"things": things})
    header = {"suite": "made", "size": "tiny", "seed": 0, "title": "Made.", "licence": "cc-by-4.0", "tasks": {}}
    data = dataset.write(tmp_path / "set", {**header, "ids": True}, [many])
    export(data, Condition(), "ms-swift", tmp_path / "out", pointing=Pointing("points"))
    row = json.loads((tmp_path / "out" / "where-train.jsonl").read_text())
    assert len(json.loads(row["messages"][1]["content"])) == MOST < 16


def test_sets_without_maps_say_how_to_make_them(tmp_path, capsys):
    plain = fabricated.data_set(tmp_path / "set", [replace(item(), ids=())])
    with pytest.raises(ValueError, match="has no maps of ids"):
        vantage.located(next(plain.items()))
    out = tmp_path / "out"
    for given, why in (
        (["--grounding", "boxes"], "--split train --ids"),
        (["--pixels"], "--grounding boxes or --grounding points"),
    ):
        with pytest.raises(SystemExit, match="2"):
            cli.main(["export", str(plain.folder), "--to", "trl", "--out", str(out), *given])
        assert why in capsys.readouterr().err
        assert not out.exists()


def test_a_name_that_holds_a_tools_mark_is_refused(tmp_path):
    named = replace(item(), truth={"things": [{"name": "<image> mug", "id": 1}]})
    header = {"suite": "made", "size": "tiny", "seed": 0, "title": "Made.", "licence": "cc-by-4.0", "tasks": {}}
    data = dataset.write(tmp_path / "set", {**header, "ids": True}, [named])
    with pytest.raises(ValueError, match="its words hold <image>"):
        export(data, Condition(), "trl", tmp_path / "out", pointing=Pointing("boxes"))
    assert not (tmp_path / "out").exists()


def test_joined_pictures_have_no_places(data, tmp_path):
    with pytest.raises(ValueError, match="places are told of pictures as they are"):
        export(data, Condition(layout="composite"), "trl", tmp_path / "out", pointing=Pointing("boxes"))
    with pytest.raises(ValueError, match="did you mean 'boxes'"):
        Pointing("box")
