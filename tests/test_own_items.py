"""Own items come in as they are; every mistake is one sentence that names its line."""

import io
import json
import os

import pytest
from PIL import Image

from vantage.data.dataset import load
from vantage.data.schema import row
from vantage.exchange import own_items
from vantage.item import Choice, Number


def png(colour="red", size=(20, 10)):
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, "PNG")
    return buffer.getvalue()


GOOD = {"question": "Which is nearer?", "images": ["a.png"], "options": ["the cup", "the jug"], "answer": "B"}


@pytest.fixture
def folder(tmp_path):
    pictures = tmp_path / "pictures"
    (pictures / "inner").mkdir(parents=True)
    (pictures / "a.png").write_bytes(png())
    (pictures / "inner" / "b.png").write_bytes(png("blue"))
    Image.new("RGB", (30, 30), "green").save(pictures / "c.jpg")
    return pictures


def write(folder, *lines):
    path = folder.parent / "items.jsonl"
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return path


def read(folder, *lines):
    return list(own_items.read(write(folder, *lines), folder))


def test_a_plain_item_gets_sensible_defaults(folder):
    (item,) = read(folder, GOOD)
    assert item.id == "own/own/000001"
    assert (item.suite, item.task, item.split, item.version) == ("own", "own", "test", 1)
    assert item.question == "<image>\nWhich is nearer?"
    assert item.images == ((folder / "a.png").read_bytes(),)
    assert [o.text for o in item.options] == ["the cup", "the jug"]
    assert item.answer == Choice("B")


def test_every_field_is_kept(folder):
    line = {
        "id": "mine-1", "question": "From <image> or <image>?", "images": ["inner/b.png", "c.jpg"],
        "options": [{"image": "a.png", "label": "near"}, {"image": "c.jpg", "label": "far", "rule": "mirror"}],
        "answer": " a ", "task": "nearness", "subtype": "rooms", "tags": {"tier": "hard", "capabilities": ["PT"]},
        "groups": {"view": ["scene-7", "left"]}, "split": "train", "situation": "scene-7", "truth": {"depth": [1, 2]},
        "text_form": "a b",
    }  # fmt: skip
    (item,) = read(folder, line)
    assert item.id == "mine-1"
    assert item.question == line["question"]
    assert item.images[1] == (folder / "c.jpg").read_bytes()
    assert item.options[1].rule == "mirror"
    assert item.options[0].image == (folder / "a.png").read_bytes()
    assert item.answer == Choice("A")
    assert item.groups == {"view": ("scene-7", "left")}
    assert (item.task, item.subtype, item.split, item.tags["tier"]) == ("nearness", "rooms", "train", "hard")
    assert item.truth == {"depth": [1, 2]}
    assert set(own_items.FIELDS) == set(line)
    assert all(name in own_items.__doc__ for name in own_items.FIELDS)
    assert row(item)


@pytest.mark.parametrize(
    ("answer", "right"),
    [(3, Number(3.0)), ({"value": 2.5, "unit": "m", "rule": "mra"}, Number(2.5, "m", "mra")), (-0.5, Number(-0.5))],
)
def test_an_answer_may_be_a_number(folder, answer, right):
    (item,) = read(folder, {"question": "How far?", "answer": answer})
    assert item.answer == right


MISTAKES = [
    ("{", "not JSON"),
    ("[1]", "list, not an object"),
    ('{"question": NaN}', "NaN is not a number"),
    ('{"question": "\\ud800", "answer": 1}', "this holds half of a character"),
    ('{"question": "?", "answer": ' + "9" * 5000 + "}", "a number of 5,000 digits"),
    ("[" * 100_000, "nested too deeply"),
    ({**GOOD, "anwser": "A"}, "did you mean 'answer'"),
    ({**GOOD, "question": ""}, "question must be a text"),
    ({**GOOD, "question": 3}, "question must be a text"),
    ({k: v for k, v in GOOD.items() if k != "question"}, "question is missing"),
    ({k: v for k, v in GOOD.items() if k != "answer"}, "answer is missing"),
    ({**GOOD, "question": "a" * 20_001}, "20,001 characters"),
    ({**GOOD, "answer": "C"}, "'C' is not among the options A, B"),
    ({**GOOD, "answer": "AB"}, "not among the options"),
    ({**GOOD, "answer": ""}, "not among the options"),
    ({**GOOD, "answer": 1}, "not among the options"),
    ({**GOOD, "options": ["one"]}, "at least two"),
    ({**GOOD, "options": "one"}, "options must be a list"),
    ({**GOOD, "options": ["same", "same"]}, "options A and B are the same"),
    ({**GOOD, "options": [{"text": "x", "image": "a.png"}, "y"]}, 'either "text" or "image"'),
    ({**GOOD, "options": ["<image>", "y"]}, "option A: a picture is offered as"),
    ({**GOOD, "options": [{"image": "none.png"}, "y"]}, "option A: picture 'none.png' is not a file"),
    ({**GOOD, "options": [{"text": "x", "lable": "y"}, "y"]}, "did you mean 'label'"),
    ({**GOOD, "options": ["x"] * 27}, "at most 26"),
    ({"question": "How far?", "answer": "far"}, "not a number, and there are no options"),
    ({"question": "How far?", "answer": True}, "not a number"),
    ({"question": "How far?", "answer": 10**400}, "too large a number"),
    ({"question": "How far?", "answer": {"value": 1, "rule": "near"}}, "no rule for numbers is called 'near'"),
    ({**GOOD, "question": "<image> or <image>?"}, "2 <image> marks for 1 pictures"),
    ({**GOOD, "images": [], "question": "<image>"}, "1 <image> marks for 0 pictures"),
    ({**GOOD, "images": ["gone.png"]}, "'gone.png' is not a file"),
    ({**GOOD, "images": ["../items.jsonl"]}, "inside the picture folder"),
    ({**GOOD, "images": ["inner/../../items.jsonl"]}, "inside the picture folder"),
    ({**GOOD, "images": ["..\\items.jsonl"]}, "inside the picture folder"),
    ({**GOOD, "images": ["/etc/passwd"]}, "inside the picture folder"),
    ({**GOOD, "images": ["C:\\a.png"]}, "inside the picture folder"),
    ({**GOOD, "images": ["a\u0000.png"]}, "given by its file name"),
    ({**GOOD, "images": [7]}, "given by its file name"),
    ({**GOOD, "images": ["inner"]}, "is not a file"),
    ({**GOOD, "images": ["a.png"] * 65}, "at most 64"),
    ({**GOOD, "split": "tset"}, "did you mean 'test'"),
    ({**GOOD, "id": "a\nb"}, "cannot be printed"),
    ({**GOOD, "id": "x" * 201}, "201 characters"),
    ({**GOOD, "tags": {"tier": 3}}, "tag 'tier' must be a text"),
    ({**GOOD, "tags": []}, "tags must be an object"),
    ({**GOOD, "groups": {"view": "x"}}, "group 'view' must be a pair"),
    ({**GOOD, "truth": "x"}, "truth must be an object"),
]


@pytest.mark.parametrize(("line", "sentence"), MISTAKES, ids=[sentence for _, sentence in MISTAKES])
def test_a_mistake_is_one_sentence_that_names_its_line(folder, line, sentence):
    with pytest.raises(ValueError, match=r"^items\.jsonl, line 3: ") as caught:
        read(folder, GOOD, "", line)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_an_id_given_twice_names_both_lines(folder):
    with pytest.raises(ValueError, match=r"line 2: the id 'x' was already given on line 1"):
        read(folder, {**GOOD, "id": "x"}, {**GOOD, "id": "x"})


def test_one_situation_lies_in_one_split(folder):
    with pytest.raises(ValueError, match="line 2: it lies in train, but line 1 shows the same situation"):
        read(folder, GOOD, {**GOOD, "split": "train"})
    apart = {**GOOD, "situation": "another"}
    assert len(read(folder, GOOD, {**apart, "split": "train"})) == 2


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_a_link_out_of_the_folder_is_refused(folder):
    outside = folder.parent / "outside.png"
    outside.write_bytes(png())
    (folder / "link.png").symlink_to(outside)
    (folder / "fine.png").symlink_to(folder / "a.png")
    (folder / "loop.png").symlink_to(folder / "loop.png")
    assert len(read(folder, {**GOOD, "images": ["fine.png"]})) == 1
    with pytest.raises(ValueError, match="leads out of the picture folder"):
        read(folder, {**GOOD, "images": ["link.png"]})
    with pytest.raises(ValueError, match="is not a file"):
        read(folder, {**GOOD, "images": ["loop.png"]})


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"not a picture", "is not a PNG, JPEG or WebP"),
        (b"", "is not a PNG, JPEG or WebP"),
        (png(size=(200, 200))[:-60], "does not decode"),
        (b"GIF89a\x01\x00\x01\x00\x00\x00\x00;", "is not a PNG, JPEG or WebP"),
    ],
)
def test_a_picture_must_decode(folder, data, sentence):
    (folder / "bad.png").write_bytes(data)
    with pytest.raises(ValueError, match=sentence):
        read(folder, {**GOOD, "images": ["bad.png"]})


def test_pictures_and_lines_are_bounded(folder, monkeypatch):
    monkeypatch.setattr(own_items, "PICTURE_PIXELS", 199)
    with pytest.raises(ValueError, match=r"20 × 10 pixels; at most 199"):
        read(folder, GOOD)
    monkeypatch.setattr(own_items, "PICTURE_BYTES", 10)
    with pytest.raises(ValueError, match="at most 10 are allowed"):
        read(folder, GOOD)
    monkeypatch.setattr(own_items, "LINE_BYTES", 20)
    with pytest.raises(ValueError, match="line 1: it is longer than 20 bytes"):
        read(folder, GOOD)


def test_a_header_that_lies_about_a_huge_picture_is_refused(folder):
    data = bytearray(png())
    data[16:24] = (60_000).to_bytes(4, "big") * 2
    (folder / "huge.png").write_bytes(data)
    with pytest.raises(ValueError, match=r"huge.png"):
        read(folder, {**GOOD, "images": ["huge.png"]})


def test_missing_and_empty_files(folder):
    with pytest.raises(ValueError, match="is not a file"):
        list(own_items.read(folder / "none.jsonl", folder))
    with pytest.raises(ValueError, match="is not a folder"):
        list(own_items.read(write(folder, GOOD), folder / "none"))
    with pytest.raises(ValueError, match="holds no items"):
        read(folder, "", "  ")


def test_a_byte_order_mark_is_forgiven(folder):
    path = folder.parent / "items.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
    assert len(list(own_items.read(path, folder))) == 1


def test_items_become_a_data_set_split_by_split(folder):
    lines = [{**GOOD, "split": split, "situation": str(i)} for i, split in enumerate(["test", "train", "test"])]
    out = folder.parent / "set"
    data = own_items.import_items(write(folder, *lines, {**GOOD, "split": None, "situation": "x"}), folder, out, "mine")
    assert len(data) == 4
    assert [(item.split, item.id) for item in load(out).items()] == [
        ("train", "mine/own/000002"), ("test", "mine/own/000001"), ("test", "mine/own/000003"),
        ("test", "mine/own/000004"),
    ]  # fmt: skip
    assert next(load(out).items()).images == ((folder / "a.png").read_bytes(),)


def test_nothing_is_written_when_a_line_is_wrong(folder):
    out = folder.parent / "set"
    with pytest.raises(ValueError, match="line 2"):
        own_items.import_items(write(folder, GOOD, "{"), folder, out)
    assert not out.exists()
