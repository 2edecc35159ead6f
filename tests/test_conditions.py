"""Every field and value of a Condition, checked in the messages that it produces."""

import dataclasses
import io
import itertools
import re
import typing

import numpy as np
import pytest
from PIL import Image

from vantage import seeds
from vantage.item import Choice, Condition, Item, Option
from vantage.prompts.composite import beside
from vantage.prompts.prompt import Picture, order_of, present, refusal
from vantage.prompts.protocols import PROTOCOLS
from vantage.scoring.score import Outcome, score

VALUES = {name: typing.get_args(hint) for name, hint in typing.get_type_hints(Condition).items()}


def noise(name, size=(12, 10)):
    """A picture like no other."""
    pixels = seeds.generator("test_conditions", name).integers(0, 255, (size[1], size[0], 3), dtype=np.uint8)
    return png(Image.fromarray(pixels))


def png(image):
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def pixels(data):
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"))


OPTIONS = tuple(noise(f"option {place}", (9 + place, 8)) for place in range(4))
ITEM = Item(
    "own/views/all-s0/000000", "own", "views", 1, "test", "s", "Seen <image> and then <image>: which is next?",
    (noise("first"), noise("second", (20, 16))), tuple(Option(image=data) for data in OPTIONS), Choice("C"), {},
    depth=(noise("depth of first"), noise("depth of second", (20, 16))), text_form="Row of #..# and then .##.",
)  # fmt: skip
WORDED = dataclasses.replace(ITEM, options=tuple(Option(text) for text in ("left", "right", "front", "behind")))


def parts(item=ITEM, **condition):
    """What the user's message holds."""
    return present(item, Condition(**condition)).messages[-1].parts


def pictures(item=ITEM, **condition):
    return [part for part in parts(item, **condition) if isinstance(part, Picture)]


def words(item=ITEM, **condition):
    return "".join(part for part in parts(item, **condition) if isinstance(part, str))


def corner(whole, part):
    """Where a picture stands inside another, from the top left corner: (x, y); it must be there once, to the pixel."""
    height, width = part.shape[:2]
    rows, columns = whole.shape[0] - height + 1, whole.shape[1] - width + 1
    begins = (whole[:rows, :columns] == part[0, 0]).all(axis=2)
    places = [(x, y) for y, x in np.argwhere(begins) if (whole[y : y + height, x : x + width] == part).all()]
    (place,) = places
    return place


def test_every_field_is_known_here():
    assert list(VALUES) == ["protocol", "images", "layout", "rotation", "max_side", "depth", "form", "repeat"]
    assert VALUES["images"] == ("first", "last", "as_written", "none")
    assert VALUES["layout"] == ("separate", "composite")
    assert VALUES["form"] == ("picture", "text", "both")


# images


def test_as_written_pictures_stand_at_their_marks():
    assert [part if isinstance(part, str) else part.data for part in parts()][:7] == [
        "Seen ", ITEM.images[0], " and then ", ITEM.images[1], ": which is next?\n\nOptions:\nA. ", OPTIONS[0], "\nB. ",
    ]  # fmt: skip


@pytest.mark.parametrize(("images", "place"), [("first", 0), ("last", -1)])
def test_first_and_last_put_all_pictures_before_or_behind_the_text(images, place):
    found = parts(images=images)
    kinds = [isinstance(part, Picture) for part in found]
    assert kinds == ([True] * 6 + [False] if place == 0 else [False] + [True] * 6)
    assert [part.data for part in found if isinstance(part, Picture)] == [*ITEM.images, *OPTIONS]
    text = words(images=images)
    assert "Seen (picture 1) and then (picture 2): which" in text
    assert "\nA. (picture 3)\nB. (picture 4)\nC. (picture 5)\nD. (picture 6)\n" in text


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("layout", VALUES["layout"])
@pytest.mark.parametrize("item", [ITEM, WORDED], ids=["pictures", "words"])
def test_blind_there_are_no_pictures_anywhere(item, layout, protocol):
    shown = present(item, Condition(protocol, images="none", layout=layout, rotation=1, max_side=8))
    assert all(isinstance(part, str) for message in shown.messages for part in message.parts)
    assert "Seen (picture not shown) and then (picture not shown): which" in shown.messages[-1].parts[0]


# rotation


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("images", ["as_written", "first", "last"])
def test_under_a_rotation_each_letter_has_its_option_to_the_byte(rotation, images):
    offered = {p.option: p.data for p in pictures(rotation=rotation, images=images) if p.option}
    assert offered == {letter: OPTIONS[(place + rotation) % 4] for place, letter in enumerate("ABCD")}


@pytest.mark.parametrize("rotation", range(4))
def test_as_written_each_picture_stands_behind_its_own_letter(rotation):
    found = parts(rotation=rotation)
    for before, part in itertools.pairwise(found):
        if isinstance(part, Picture) and part.option:
            assert before.endswith(f"\n{part.option}. ")


@pytest.mark.parametrize("rotation", range(4))
def test_words_go_round_with_their_letters(rotation):
    texts = [option.text for option in WORDED.options]
    lines = "\n".join(f"{letter}. {texts[(place + rotation) % 4]}" for place, letter in enumerate("ABCD"))
    assert f"\n\nOptions:\n{lines}\n\n" in words(WORDED, rotation=rotation)


def test_rotation_leaves_the_question_alone():
    for rotation in range(4):
        assert [p.data for p in pictures(rotation=rotation) if not p.option] == list(ITEM.images)


# layout


@pytest.mark.parametrize("rotation", range(4))
def test_the_tiles_of_a_composite_are_the_options_in_the_order_presented(rotation):
    (picture,) = pictures(layout="composite", rotation=rotation)
    whole = pixels(picture.data)
    tiles = [corner(whole, pixels(OPTIONS[(place + rotation) % 4])) for place in range(4)]
    assert [x for x, _ in tiles] == sorted(x for x, _ in tiles), "A stands left of B, and so on"
    asked = [corner(whole, pixels(data)) for data in ITEM.images]
    assert asked[0][0] < asked[1][0]
    assert max(y for _, y in asked) < min(y for _, y in tiles)
    text = words(layout="composite", rotation=rotation)
    assert "Seen (picture 1 in the top row) and then (picture 2 in the top row): which" in text
    assert "\nA. (picture A)\nB. (picture B)\nC. (picture C)\nD. (picture D)\n" in text


@pytest.mark.parametrize(("images", "place"), [("first", 0), ("as_written", 0), ("last", -1)])
def test_a_composite_is_one_picture_where_pictures_go(images, place):
    found = parts(layout="composite", images=images)
    assert len(found) == 2
    assert isinstance(found[place], Picture)


# max_side


@pytest.mark.parametrize("layout", VALUES["layout"])
@pytest.mark.parametrize("depth", [False, True])
@pytest.mark.parametrize("max_side", [1, 7, 11, 30])
def test_no_picture_sent_is_larger_than_the_cap(layout, depth, max_side):
    before = pictures(layout=layout, depth=depth)
    after = pictures(layout=layout, depth=depth, max_side=max_side)
    assert len(before) == len(after)
    for old, new in zip(before, after):
        longer = max(pixels(old.data).shape[:2])
        assert max(pixels(new.data).shape[:2]) == min(longer, max_side)
        assert (new.data == old.data) == (longer <= max_side), "what is small enough is left to the byte"
        assert new.option == old.option


# depth


@pytest.mark.parametrize("rotation", [0, 3])
@pytest.mark.parametrize("images", ["as_written", "first", "last"])
def test_depth_stands_to_the_right_of_its_picture_pixel_beside_pixel(rotation, images):
    shown = pictures(depth=True, rotation=rotation, images=images)
    asked = [picture for picture in shown if not picture.option]
    assert len(asked) == 2
    for picture, image, depth in zip(asked, ITEM.images, ITEM.depth):
        left, right = np.hsplit(pixels(picture.data), 2)
        assert (left == pixels(image)).all()
        assert (right == pixels(depth)).all()
    assert [p.data for p in shown if p.option] == [OPTIONS[(place + rotation) % 4] for place in range(4)]
    assert "is its depth map: brighter is nearer." in words(depth=True, rotation=rotation, images=images)
    assert "depth" not in words(rotation=rotation, images=images)


def test_in_a_composite_too_depth_stands_beside_its_picture():
    (picture,) = pictures(depth=True, layout="composite")
    whole = pixels(picture.data)
    for image, depth in zip(ITEM.images, ITEM.depth):
        (x, y), (beyond, level) = corner(whole, pixels(image)), corner(whole, pixels(depth))
        assert (beyond, level) == (x + pixels(image).shape[1], y)


def test_metric_depth_is_shown_brighter_where_nearer_and_at_the_size_of_the_picture():
    metric = np.full((10, 12), 1500, np.uint16)
    metric[0, :3] = 3000, 6000, 0
    deep = pixels(beside(ITEM.images[0], png(Image.fromarray(metric))))[:, 12:]
    assert (deep[1:] == 255).all()
    assert deep[0, :3, 0].tolist() == [128, 64, 0]
    small = png(Image.fromarray(np.full((5, 6), 99, np.uint8)))
    assert (pixels(beside(ITEM.images[0], small))[:, 12:] == 99).all()


@pytest.mark.parametrize(("field", "value"), [("images", "none"), ("form", "text")])
def test_depth_without_pictures_is_a_contradiction(field, value):
    with pytest.raises(ValueError, match=f"{field} '{value}' shows no pictures, so it can have no depth"):
        Condition(depth=True, **{field: value})


# form


@pytest.mark.parametrize("images", VALUES["images"])
@pytest.mark.parametrize("layout", VALUES["layout"])
def test_the_text_form_has_no_pictures(images, layout):
    (text,) = parts(WORDED, form="text", images=images, layout=layout, rotation=1)
    assert text.startswith("Row of #..# and then .##.\n\nOptions:\nA. right\nB. front\nC. behind\nD. left\n\n")
    assert "picture" not in text


def test_both_forms_are_the_question_and_the_same_as_text():
    assert pictures(form="both") == pictures()
    text = words(form="both")
    assert "which is next?\n\nThe same as text:\nRow of #..# and then .##.\n\nOptions:\nA. " in text
    assert text.replace("\n\nThe same as text:\nRow of #..# and then .##.", "") == words()


# repeat


def test_repeats_are_sent_the_same():
    assert parts(repeat=0) == parts(repeat=5)
    assert Condition(repeat=0) != Condition(repeat=5)


# protocol


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("rotation", [0, 2])
def test_a_protocol_changes_what_is_said_but_never_what_is_shown(protocol, rotation):
    shown = present(ITEM, Condition(protocol, rotation=rotation))
    *system, user = shown.messages
    assert [part for part in user.parts if isinstance(part, Picture)] == pictures(rotation=rotation)
    assert len(system) == bool(PROTOCOLS[protocol].system.choice)
    assert all(message.role == "system" and len(message.parts) == 1 for message in system)


# all of them together

CROSSED = [
    dict(zip(("images", "layout", "form", "depth", "rotation", "max_side"), values))
    for values in itertools.product(
        VALUES["images"], VALUES["layout"], VALUES["form"], (False, True), (0, 1, 3, 4), (0, 9)
    )
]


@pytest.mark.parametrize(("item", "forms"), [(ITEM, 2), (WORDED, 3)], ids=["pictures", "words"])
def test_every_combination_works_or_is_refused_in_a_sentence(item, forms):
    shown = 0
    for settings in CROSSED:
        if settings["depth"] and (settings["images"] == "none" or settings["form"] == "text"):
            with pytest.raises(ValueError, match="can have no depth"):
                Condition(**settings)
            continue
        condition = Condition(**settings)
        why = refusal(item, condition)
        if why:
            assert "\n" not in why
            with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
                present(item, condition)
            continue
        check(item, condition, present(item, condition))
        shown += 1
    # Blind in each form; else in each form without depth, and with depth in each form but text. Rotation 4 is no more.
    assert shown == (1 * forms + 3 * (forms + 2)) * 2 * 3 * 2


def check(item, condition, presented):
    """Check what holds of every message."""
    (message,) = presented.messages
    sent = [part for part in message.parts if isinstance(part, Picture)]
    if condition.images == "none" or condition.form == "text":
        assert not sent
    elif condition.layout == "composite":
        assert len(sent) == 1
    else:
        assert len(sent) == 2 + sum(option.image is not None for option in item.options)
        assert [picture.option for picture in sent] == [""] * 2 + list("ABCD")[: len(sent) - 2]
    if condition.max_side:
        assert all(max(pixels(picture.data).shape[:2]) <= condition.max_side for picture in sent)
    assert presented.order == order_of(item, condition.rotation)
    assert presented.item.options[presented.item.key] == item.options[item.key]
    assert all(message.parts), "no part is empty"


# what a model makes of it


def by_bytes(condition):
    """A model that knows the key's picture, and looks for it among those it is sent."""
    return next(p.option for p in pictures(**condition) if p.data == OPTIONS[ITEM.key])


def by_place(condition):
    """The same for composites: the letter is the tile's place in the row."""
    (picture,) = pictures(**condition)
    tiles = sorted((corner(pixels(picture.data), pixels(data)), data) for data in OPTIONS)
    return "ABCD"[[data for _, data in tiles].index(OPTIONS[ITEM.key])]


def by_words(condition):
    """The same for options in words."""
    line = next(line for line in words(WORDED, **condition).splitlines() if line.endswith(". front"))
    return line[0]


@pytest.mark.parametrize(
    ("model", "item", "condition"),
    [
        (by_bytes, ITEM, {}),
        (by_bytes, ITEM, {"images": "last", "depth": True}),
        (by_place, ITEM, {"layout": "composite"}),
        (by_place, ITEM, {"layout": "composite", "images": "last", "depth": True}),
        (by_words, WORDED, {"layout": "composite"}),
        (by_words, WORDED, {"images": "none"}),
    ],
)
def test_whoever_knows_the_content_is_right_under_every_rotation(model, item, condition):
    answers = [model({**condition, "rotation": rotation}) for rotation in range(4)]
    assert sorted(answers) == list("ABCD")
    scored = [score(item, answer, rotation=rotation) for rotation, answer in enumerate(answers)]
    assert all(one.outcome is Outcome.RIGHT and one.option == item.key for one in scored)
