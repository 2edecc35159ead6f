"""The exact messages that each condition makes of an item."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageColor

from vantage.item import Choice, Condition, Item, Number, Option
from vantage.prompts.prompt import Message, Picture, letters_of, message_digest, order_of, present, refusal, rotations


def png(colour, size=(40, 20), mode="RGB"):
    out = io.BytesIO()
    Image.new(mode, size, colour).save(out, "PNG")
    return out.getvalue()


RED, BLUE, GREEN, GREY = (png(colour) for colour in ("red", "blue", "green", "grey"))
WORDS = Item(
    "own/sides/all-s0/000000", "own", "sides", 1, "test", "s", "Here <image> and here <image>: where is it?",
    (RED, BLUE), (Option("left"), Option("right"), Option("behind")), Choice("B"), {},
)  # fmt: skip
PICTURES = replace(
    WORDS, question="Which is <image> turned?", images=(RED,), options=(Option(image=GREEN), Option(image=GREY))
)
COUNT = replace(WORDS, question="How far is it?", images=(), options=(), answer=Number(3.5, "metres"))


def parts(item, **condition):
    (message,) = present(item, Condition(**condition)).messages
    assert message.role == "user"
    return message.parts


def test_direct_asks_for_the_letter_alone_in_reading_order():
    assert parts(WORDS) == (
        "Here ",
        Picture(RED),
        " and here ",
        Picture(BLUE),
        ": where is it?\n\nOptions:\nA. left\nB. right\nC. behind\n\n"
        "Answer with only the letter of the right option out of (A, B, C).",
    )


def test_options_that_are_pictures_stand_behind_their_letters():
    assert parts(PICTURES)[:6] == (
        "Which is ",
        Picture(RED),
        " turned?\n\nOptions:\nA. ",
        Picture(GREEN, "A"),
        "\nB. ",
        Picture(GREY, "B"),
    )


def test_chain_of_thought_asks_for_tags():
    assert "<answer></answer>" in parts(WORDS, protocol="cot")[-1]
    assert "(A, B, C)" in parts(WORDS, protocol="cot")[-1]


def test_the_example_letter_favours_none():
    items = [replace(WORDS, id=f"item {i}") for i in range(60)]
    shown = {parts(item, protocol="cot")[-1][-11] for item in items}
    assert shown == set("ABC")


def test_numbers_are_asked_with_their_unit():
    assert parts(COUNT) == ("How far is it?\n\nAnswer with only a number in metres.",)
    assert "number in metres inside <answer></answer>" in parts(COUNT, protocol="cot")[0]


def test_rotation_moves_options_and_says_where_they_came_from():
    shown = present(WORDS, Condition(rotation=1))
    assert "A. right\nB. behind\nC. left" in shown.messages[0].parts[-1]
    assert shown.item.answer == Choice("A")
    assert shown.order == (1, 2, 0)
    assert [WORDS.options[i] for i in shown.order] == list(shown.item.options)
    assert order_of(WORDS, 4) == order_of(WORDS, 1)


def test_rotation_moves_pictures_with_their_letters():
    assert [p for p in parts(PICTURES, rotation=1) if isinstance(p, Picture) and p.option] == [
        Picture(GREY, "A"),
        Picture(GREEN, "B"),
    ]


@pytest.mark.parametrize(("where", "places"), [("first", slice(0, 3)), ("last", slice(1, 4))])
def test_pictures_put_first_or_last_are_called_by_number(where, places):
    found = parts(PICTURES, images=where)
    assert found[places] == (Picture(RED), Picture(GREEN, "A"), Picture(GREY, "B"))
    (text,) = (part for part in found if isinstance(part, str))
    assert text.startswith("Which is (picture 1) turned?\n\nOptions:\nA. (picture 2)\nB. (picture 3)\n")


def test_asked_blind_nothing_is_shown():
    (text,) = parts(PICTURES, images="none")
    assert "A. (picture not shown)" in text


def test_pictures_are_shrunk_only_where_too_large():
    sizes = [Image.open(io.BytesIO(p.data)).size for p in parts(PICTURES, max_side=10) if isinstance(p, Picture)]
    assert sizes == [(10, 5)] * 3
    assert parts(PICTURES, max_side=40) == parts(PICTURES)


def test_a_photograph_on_its_side_is_shrunk_upright():
    exif, out = Image.Exif(), io.BytesIO()
    exif[0x0112] = 6  # the camera was held upright, and turned by a quarter
    Image.new("RGB", (40, 20)).save(out, "JPEG", exif=exif)
    item = replace(PICTURES, images=(out.getvalue(),))
    assert Image.open(io.BytesIO(parts(item, max_side=10)[1].data)).size == (5, 10)
    assert parts(item, max_side=40)[1].data == out.getvalue()


@pytest.mark.parametrize(("mode", "kept"), [("P", "RGB"), ("RGBA", "RGBA"), ("L", "RGB")])
def test_pictures_of_any_mode_can_be_shrunk(mode, kept):
    item = replace(PICTURES, images=(png(0 if mode != "RGBA" else (0, 0, 0, 9), mode=mode),))
    picture = next(p for p in parts(item, max_side=8) if isinstance(p, Picture))
    assert Image.open(io.BytesIO(picture.data)).mode == kept


def test_the_text_form_replaces_or_joins_the_pictures():
    maze = replace(WORDS, text_form="#S#\n#G#\nWhich way?")
    assert parts(maze, form="text")[0].startswith("#S#\n#G#\nWhich way?\n\nOptions:\nA. left")
    assert len(parts(maze, form="text")) == 1
    assert Picture(RED) in parts(maze, form="both")
    assert "#S#\n#G#" in parts(maze, form="both")[-1]


@pytest.mark.parametrize(
    ("item", "condition", "sentence"),
    [
        (WORDS, {"protocol": "dirct"}, "did you mean 'direct'"),
        (WORDS, {"depth": True}, "has 0 depth pictures for 2 pictures; ask it without depth"),
        (replace(WORDS, depth=(GREY,)), {"depth": True}, "has 1 depth pictures for 2 pictures"),
        (COUNT, {"depth": True}, "has 0 depth pictures for 0 pictures"),
        (WORDS, {"form": "text"}, "no text form"),
        (WORDS, {"form": "both"}, "no text form"),
        (replace(PICTURES, text_form="x"), {"form": "text"}, "pictures for options"),
        (WORDS, {"rotation": 3}, "has 3 options, so its rotation is at most 2, not 3"),
        (COUNT, {"rotation": 1}, "has no options to rotate, so its rotation is at most 0, not 1"),
    ],
)
def test_what_cannot_be_presented_is_refused_in_one_sentence(item, condition, sentence):
    with pytest.raises(ValueError, match=sentence):
        present(item, Condition(**condition))


def test_what_cannot_be_presented_is_known_without_its_pictures():
    bare = replace(PICTURES, images=(b"",), options=(Option(image=b""), Option(image=b"")), text_form="x", depth=(b"",))
    for condition in (Condition(), Condition(depth=True, layout="composite"), Condition(form="both", max_side=9)):
        assert refusal(bare, condition) == ""
    assert "text alone cannot ask it" in refusal(bare, Condition(form="text"))
    assert "rotation is at most 1" in refusal(bare, Condition(rotation=2))


def test_an_item_has_as_many_rotations_as_options():
    assert rotations(WORDS) == 3
    assert rotations(COUNT) == 1


def opened(picture):
    with Image.open(io.BytesIO(picture.data)) as image:
        return image.convert("RGB")


def across(image, *colours):
    """Where colours first occur in a picture, from the left."""
    pixels = image.load()
    places = [(x, y) for x in range(image.width) for y in range(image.height)]
    return [next(place for place in places if pixels[place] == ImageColor.getrgb(colour)) for colour in colours]


def test_a_composite_replaces_all_pictures_and_the_text_refers_to_it():
    picture, text = parts(PICTURES, layout="composite")
    assert text.startswith(
        "Which is (the picture in the top row) turned?\n\nOptions:\nA. (picture A)\nB. (picture B)\n"
    )
    assert picture.option == ""
    (_, above), (green, below), (grey, beside) = across(opened(picture), "red", "green", "grey")
    assert above < below == beside
    assert green < grey


def test_the_letters_of_a_composite_follow_the_order_presented():
    picture, text = parts(PICTURES, layout="composite", rotation=1)
    assert "A. (picture A)\nB. (picture B)" in text
    (green, _), (grey, _) = across(opened(picture), "green", "grey")
    assert grey < green
    shown = present(PICTURES, Condition(layout="composite", rotation=1))
    assert shown.order == (1, 0)


def test_without_option_pictures_a_composite_joins_those_of_the_question():
    picture, text = parts(WORDS, layout="composite")
    assert text.startswith("Here (picture 1) and here (picture 2): where is it?\n\nOptions:\nA. left\nB. right")
    (red, one), (blue, other) = across(opened(picture), "red", "blue")
    assert red < blue
    assert one == other


def test_a_composite_goes_where_pictures_go_and_is_shrunk_as_a_whole():
    text, picture = parts(PICTURES, layout="composite", images="last", max_side=50)
    assert max(opened(picture).size) == 50
    assert parts(PICTURES, layout="composite", images="first") == parts(PICTURES, layout="composite")
    assert parts(PICTURES, layout="composite", images="none") == parts(PICTURES, images="none")
    assert text == parts(PICTURES, layout="composite")[1]


def test_where_there_are_no_pictures_a_composite_changes_nothing():
    assert parts(COUNT, layout="composite") == parts(COUNT)
    maze = replace(WORDS, text_form="#S#")
    assert parts(maze, layout="composite", form="text") == parts(maze, form="text")


def test_letters_on_offer():
    assert letters_of(WORDS) == "ABC"
    assert letters_of(COUNT) == ""


def test_the_digest_tells_messages_apart():
    texts = [("a", "b"), ("ab",), ("a", "b", ""), (Picture(b"ab"),), (Picture(b"a"), "b")]
    digests = {message_digest([Message("user", parts)], "model") for parts in texts}
    digests.add(message_digest([Message("system", ("ab",))], "model"))
    digests.add(message_digest([Message("user", ("ab",))], "another"))
    assert len(digests) == 7
