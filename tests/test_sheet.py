"""A contact sheet shows every word of an item; nothing on it overlaps, is cut, or gives the key away unasked."""

import dataclasses
import itertools

import numpy as np
import pytest

from tests import fabricated
from tests.owes import page_maker
from vantage.item import Choice, Number, Option
from vantage.report import sheet
from vantage.report.sheet import Box, Words

RIGHT = (0, 158, 115)


@pytest.fixture(scope="module")
def items():
    return fabricated.items(4, 64)


def worded(item, *texts, **changes):
    options = tuple(Option(text, label=text[:9], rule="far" if place else "") for place, text in enumerate(texts))
    return dataclasses.replace(item, options=options, answer=Choice("A"), **changes)


@pytest.fixture(scope="module")
def strange(items):
    """Items of every form: words, pictures or both as options, none at all, no picture, any script."""
    first, second, third, fourth, *_ = items
    both = tuple(dataclasses.replace(option, text="as in the picture " * 3) for option in second.options)
    number = dataclasses.replace(third, options=(), answer=Number(2.5, "m"))
    return [
        worded(first, "the cup", "a jug " * 60, "杯子" * 40, "Wort" * 60, question="<image> 哪个是杯子？" + "很" * 90),
        dataclasses.replace(second, options=both),
        dataclasses.replace(number, question="How far? " * 40, images=()),
        dataclasses.replace(fourth, id="an/id/without/end/" * 12, images=fourth.images * 3, question="<image> " * 3),
        worded(first, "yes", "no\x1b\u202e", task="an unknown task " * 12, tags={}),
    ]


def pixels(image, colour):
    return int((np.asarray(image) == colour).all(axis=2).sum())


def words(marks):
    return [mark for mark in marks if isinstance(mark, Words)]


def test_a_sheet_marks_the_key_only_when_asked(items, strange):
    for some in (items, [strange[0], strange[4]]):
        hidden, marked = sheet.sheet(some), sheet.sheet(some, keys=True)
        assert hidden.size == marked.size
        assert pixels(hidden, RIGHT) == 0
        assert pixels(marked, RIGHT) > 300 * len(some)


def test_a_sheet_grows_with_its_items_and_columns(items):
    narrow, wide = sheet.sheet(items, columns=1), sheet.sheet(items, columns=3)
    assert wide.width > 2.5 * narrow.width
    assert narrow.height > wide.height
    assert sheet.sheet(items[:1], columns=3).width == narrow.width


def test_an_empty_sheet_is_an_error():
    with pytest.raises(ValueError, match="no items"):
        sheet.sheet([])


@pytest.mark.parametrize(("columns", "tile", "keys"), [(1, 64, True), (2, 120, False), (3, 90, True)])
def test_nothing_overlaps_and_nothing_leaves_the_sheet(items, strange, columns, tile, keys):
    width, height, marks = sheet.laid_out([*items, *strange], columns, tile, keys)
    assert all(mark.x >= 0 and mark.x + mark.width <= width and mark.y + mark.height <= height for mark in marks)
    shown = sorted((mark for mark in marks if not isinstance(mark, Box)), key=lambda mark: mark.y)
    for a, b in itertools.combinations(shown, 2):
        apart = a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y
        assert apart, f"{a} lies on {b}"


def test_a_card_holds_what_belongs_to_its_item(strange):
    _, _, marks = sheet.laid_out(strange[:1], 1, 120, True)
    (card,) = (mark for mark in marks if isinstance(mark, Box) and mark.fill == sheet.CARD)
    inside = marks[marks.index(card) + 1 :]
    assert all(card.x <= m.x and m.x + m.width <= card.x + card.width for m in inside)
    assert all(card.y <= m.y and m.y + m.height <= card.y + card.height for m in inside)


def test_every_word_of_question_and_options_is_there(strange):
    _, _, marks = sheet.laid_out(strange, 2, 120, False)
    told = "".join(mark.text for mark in words(marks)).replace(" ", "")
    for item in strange:
        for text in (item.question.replace("<image>", ""), *(option.text for option in item.options)):
            assert "".join(text.split()) in told.replace("[1]", "").replace("[2]", "").replace("[3]", "")


def test_a_question_is_written_once_for_those_that_ask_it(items):
    same = [dataclasses.replace(item, task="t", tags={}, question="<image> Which one?") for item in items]
    other = dataclasses.replace(same[0], question="<image> What else?")
    _, _, marks = sheet.laid_out([*same, other], 2, 120, False)
    assert sorted(m.text for m in words(marks) if m.text.endswith("?")) == ["What else?", "Which one?"]


def test_pictures_of_a_question_are_numbered_where_it_names_them(items):
    three = dataclasses.replace(items[0], images=items[0].images * 3, question="A <image> B <image> C <image>")
    _, _, marks = sheet.laid_out([three], 1, 120, False)
    assert "A [1] B [2] C [3]" in [mark.text for mark in words(marks)]
    assert [mark.text for mark in words(marks) if mark.text in ("[1]", "[2]", "[3]")] == ["[1]", "[2]", "[3]"]


def test_a_line_is_as_long_as_it_is_drawn():
    for text in ("Which of these solids, AVATAR, is fifty-five 1/2?", "模型 α Модель"):
        drawn = sum(sheet._font(face, 16).getlength(part) for face, part in sheet.fonts.runs(text))
        assert sheet.length(text, 16) == pytest.approx(drawn, abs=1)


def test_lines_are_broken_between_words_and_long_words_anywhere():
    lines = sheet.wrapped("Which of these solids is the same? " + "模" * 50 + " " + "W" * 50, 200, 16)
    assert all(sheet.length(line, 16) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == "Whichofthesesolidsisthesame?" + "模" * 50 + "W" * 50
    assert sheet.wrapped("", 200, 16) == [""]


def test_a_text_without_end_is_bounded(items):
    endless = worded(items[0], "a", "b", question="<image>" + "word " * 100_000)
    assert sheet.laid_out([endless], 1, 120, False)[1] < 4000


def test_the_gallery_shows_questions_and_options(items, monkeypatch):
    pages = page_maker()
    monkeypatch.setattr(pages.tasks, "built_in", lambda: ["one"])
    monkeypatch.setattr(pages, "picture", lambda: sheet.sheet(items[:1]))
    monkeypatch.setattr(pages, "walk_sheet", lambda: sheet.sheet(items[:1]))
    monkeypatch.setattr(pages, "SHEETS", {})  # of settings, which show neither
    shown = []
    for item in (
        worded(items[0], "here", "there"),
        worded(items[0], "here", "elsewhere"),
        worded(items[0], "here", "there", question="<image> Quite another question?"),
    ):
        monkeypatch.setattr(pages, "examples", lambda name, item=item: [item])
        shown.append(pages.pictures()["gallery/one.png"].convert("RGB").tobytes())
    assert len({*shown}) == 3
