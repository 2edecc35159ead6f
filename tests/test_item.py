import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage.item import (
    Choice,
    Condition,
    Item,
    Number,
    Option,
    answer_from,
    answer_json,
    answer_text,
    compact,
    item_json,
)


def item(**changes):
    fields = {
        "id": "own/t/n-s0/000000",
        "suite": "own",
        "task": "t",
        "version": 1,
        "split": "test",
        "situation": "s",
        "question": "Which? <image>",
        "images": (b"x",),
        "options": tuple(Option(text=f"option {i}", label=f"l{i}") for i in range(4)),
        "answer": Choice("C"),
        "truth": {},
    }
    return Item(**{**fields, **changes})


def test_marks_and_pictures_must_match():
    with pytest.raises(ValueError, match="marks 1 pictures, the item holds 2"):
        item(images=(b"x", b"y"))


def test_the_key_must_be_among_the_options():
    with pytest.raises(ValueError, match="'E' is not among A, B, C, D"):
        item(answer=Choice("E"))
    with pytest.raises(ValueError, match="at least two options"):
        item(options=(Option("a"),), answer=Choice("A"))


@given(st.integers(0, 11), st.integers(0, 11))
def test_rotations_add_up_and_keep_the_right_option(a, b):
    one = item()
    assert one.rotated(a).rotated(b) == one.rotated(a + b)
    turned = one.rotated(a)
    assert turned.options[turned.key] == one.options[one.key]


def test_rotation_moves_options_up():
    assert [o.text for o in item().rotated(1).options] == ["option 1", "option 2", "option 3", "option 0"]
    assert item().rotated(1).answer == Choice("B")


def test_chance_is_that_of_a_uniform_guesser():
    assert item().chance == 0.25
    assert item(options=(), answer=Number(3)).chance == 0.0
    with pytest.raises(ValueError, match="asks for a number"):
        _ = item(options=(), answer=Number(3)).key


def test_logical_ignores_letters_and_pictures_but_not_meaning():
    one = item()
    shuffled = item(options=one.options[::-1], answer=Choice("B"), images=(b"other",), id="another")
    assert one.logical == shuffled.logical
    assert one.logical != item(situation="else").logical
    assert one.logical != item(groups={"view": ("g", "45")}).logical
    changed = dataclasses.replace(one.options[0], label="new")
    assert one.logical != item(options=(changed, *one.options[1:])).logical


@pytest.mark.parametrize("answer", [Choice("B"), Number(2.5, "m", "mra")])
def test_answers_survive_json(answer):
    assert answer_from(json.loads(json.dumps(answer_json(answer)))) == answer


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Choice("B"), "B"),
        (Number(2.5, "m"), "2.5 m"),
        (Number(4), "4"),
        (Number(1234567), "1234567"),
        (Number(0.1 + 0.2), "0.3"),
    ],
)
def test_answers_in_words_keep_their_digits(answer, words):
    assert answer_text(item(answer=answer)) == words


def test_item_json_holds_everything_but_pictures():
    data = json.loads(compact(item_json(item())))
    assert set(data) == {field.name for field in dataclasses.fields(Item)}
    assert data["images"] == 1
    assert data["options"][2] == {"letter": "C", "text": "option 2", "image": False, "label": "l2", "rule": ""}


def test_compact_refuses_what_json_cannot_say():
    with pytest.raises(ValueError, match="not JSON compliant"):
        compact({"x": float("nan")})


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("images", "middle", "one of first, last"),
        ("layout", "grid", "separate, composite"),
        ("rotation", -1, "condition rotation must be from 0 to 1,000,000, not -1"),
        ("repeat", 10**30, "condition repeat must be from 0"),
        ("max_side", 1.5, "condition max_side must be of type int, not '1.5'"),
        ("rotation", True, "condition rotation must be of type int, not 'True'"),
        ("depth", 1, "condition depth must be of type bool"),
        ("protocol", None, "condition protocol must be of type str"),
        ("images", ["first"], "condition images must be of type str"),
    ],
)
def test_conditions_are_checked(field, value, words):
    with pytest.raises(ValueError, match=words):
        Condition(**{field: value})
