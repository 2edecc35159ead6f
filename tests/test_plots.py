"""Figures are well-formed wherever they are written, and words in them stay words."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from typing import Any

import pytest

from vantage import plots
from vantage.plots import Cell, Dot, Grid, Paint, Panel, Part, Point, Row, fonts, tables
from vantage.plots.figure import COLOURS, Line, Shape, Text, folded, mixed, room, shortened, text_width, type_on
from vantage.plots.tables import Table

NASTY = "a <b>&\"'</svg><script>x</script> \x00\x1b\u202e\ud800 κ − 方 (\\)"
SVG = "{http://www.w3.org/2000/svg}"
SCALE = Panel(0, 1, (0, 0.5, 1), "scale", 0.25)


def figures() -> dict[str, plots.Figure]:
    points = (Point(0.5, 0.4, 0.6, title=NASTY), Point(0.2, shape="tick"), Point(0.9, shape="diamond", tone="below"))
    cells = ((Cell("+0.50", 0.5, NASTY), None), (Cell("−1.00", -1, flag=True), Cell("0.00", sure=False)))
    matrix = Grid((NASTY, "b"), ("x", "a long name of a column"), cells, (("one", 1), ("", 1)), caption=NASTY)
    parts = [Part("right", Paint("above")), Part(NASTY, Paint("neutral"), hatched=True)]
    dots = [Dot(k / 10, k / 10, f"{NASTY} {k}", *plots.SERIES[k % 6]) for k in range(11)]
    return {
        "ranges": plots.ranges(NASTY, [Row(NASTY, (points, ())), Row("b", (points, points))], [SCALE, SCALE],
                               [("circle", "above", NASTY)]),
        "bare": plots.ranges("bare", [Row("a", (points,))], [SCALE], width=220, bare=True),
        "scatter": plots.scatter("scatter", dots, SCALE, SCALE, lines=[(((0, 0), (1, 1)), "above")]),
        "shares": plots.shares("shares", [(NASTY, [3, 1]), ("none", [0, 0])], parts),
        "grid": plots.grid(NASTY, matrix),
        "small": plots.small_grids("small", [matrix] * 5, 600),
    }  # fmt: skip


FIGURES = figures()


@pytest.mark.parametrize("name", FIGURES)
def test_a_file_is_well_formed_and_has_fixed_colours(name: str) -> None:
    text = plots.file_svg(FIGURES[name])
    root = ET.fromstring(text.encode())
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title") is not None
    assert not [element for element in root.iter() if element.tag not in {SVG + tag for tag in TAGS}]
    assert "var(" not in text


TAGS = ("svg", "title", "rect", "path", "circle", "text")


@pytest.mark.parametrize("name", FIGURES)
def test_on_a_page_colours_are_variables(name: str) -> None:
    text = plots.page_svg(FIGURES[name])
    ET.fromstring(text)
    used = set(re.findall(r"var\(--(\w+)\)", text))
    assert used
    assert used <= set(COLOURS)
    assert "#" not in re.sub(r"&#\w+;", "", text)


def streams(data: bytes) -> list[bytes]:
    """What a PDF file holds, the page first, as it was before some of it was compressed."""
    found = re.findall(rb"<<\n([^<>]*)>>\nstream\n(.*?)\nendstream", data, re.DOTALL)
    return [zlib.decompress(stream) if b"/FlateDecode" in head else stream for head, stream in found]


def letters(data: bytes) -> set[str]:
    """The characters that the typefaces in a PDF file have glyphs for."""
    tables = [stream for stream in streams(data) if b"beginbfchar" in stream]
    codes = [code for table in tables for code in re.findall(rb"<\w{4}> <(\w+)>", table.partition(b"beginbfchar")[2])]
    return {bytes.fromhex(code.decode()).decode("utf-16-be") for code in codes} - {"\x00"}


def page_of(text: str, **more: Any) -> bytes:
    return plots.pdf(plots.Figure("t", 200, 100, (Text(10, 50, text, **more),)))


@pytest.mark.parametrize("name", FIGURES)
def test_a_pdf_writes_every_text(name: str) -> None:
    data = plots.pdf(FIGURES[name])
    texts = "".join(mark.text for mark in FIGURES[name].marks if isinstance(mark, Text))
    assert data.count(b"/Type /Page\n") == 1
    assert letters(data) >= {*texts} - {*fonts.lacking(texts)}


@pytest.mark.parametrize("name", ["Модель", "模型-α", "日本語モデル", "한국어", "naïve Łódź κ − ≥ → …", "Ελληνικά"])
@pytest.mark.parametrize("bold", [False, True])
def test_a_pdf_carries_the_letters_of_every_name(name: str, bold: bool) -> None:
    data = page_of(name, bold=bold)
    assert b"/FontFile2" in data
    assert letters(data) == {*name, " "}


def test_what_no_typeface_has_is_written_as_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "".join(part for _, part in fonts.runs("a\x1b\u202e\ud800\n😀")) == "a[001B][202E][D800][000A][1F600]"
    assert fonts.lacking("a模\x1ba\x1b") == "\x1b"
    monkeypatch.setattr(fonts, "_faces", lambda bold: (fonts._main(bold),))
    monkeypatch.setattr(fonts, "_place", fonts._place.__wrapped__)
    assert "".join(part for _, part in fonts.runs("模型-α")) == "[6A21][578B]-α"
    assert letters(page_of("模型-α")) == {*"[6A21]578B-α "}


def test_text_wider_than_its_room_is_condensed() -> None:
    (page, *_) = streams(page_of("\x1b\x1b"))
    share = re.findall(rb"([\d.]+) Tz", page)
    assert 10 < float(share[0]) < 60
    assert b"Tz" not in streams(page_of("Модель"))[0]


def test_hebrew_runs_from_the_right_and_hidden_marks_do_not_turn_latin() -> None:
    assert "".join(part for _, part in fonts.runs("model שלום")) == "model םולש"
    assert "".join(part for _, part in fonts.runs("\u202eabc")) == "[202E]abc"


def test_lines_of_a_pdf_end_where_they_end() -> None:
    data = plots.pdf(plots.Figure("t", 9, 9, (Line(((1, 1), (5, 1)), width=3),)))
    assert b"/LC 0" in data, "a square cap would make an interval longer"
    assert b"gs" in streams(data)[0].split()


def test_a_figure_is_always_the_same_bytes() -> None:
    code = "from tests.test_plots import FIGURES; from vantage import plots; import sys;"
    code += "sys.stdout.buffer.write(plots.pdf(FIGURES['grid']))"
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=SEEDED).stdout
    assert there == plots.pdf(FIGURES["grid"])


SEEDED = os.environ | {"PYTHONHASHSEED": "5"}


def test_values_lie_between_the_ends_of_their_scale() -> None:
    assert [SCALE.place(value) for value in (-1, 0, 0.25, 1, 2)] == [0, 0, 0.25, 1, 1]
    assert Panel(1, 100, (), log=True).place(10) == pytest.approx(0.5)


def test_names_in_a_scatter_cover_no_point_and_no_other_name() -> None:
    dots = [Dot(0.5 + k / 1000, 0.5, f"model {k}") for k in range(20)]
    texts = [mark for mark in plots.scatter("t", dots, SCALE, SCALE).marks if isinstance(mark, Text)]
    named = [mark for mark in texts if mark.text.startswith("model")]
    assert 0 < len(named) < 20
    assert len({(mark.x, mark.y) for mark in named}) == len(named)


def test_stacked_shares_fill_the_bar() -> None:
    marks = FIGURES["shares"].marks
    titles = [mark.title for mark in marks if isinstance(mark, Shape) and mark.title]
    assert [title.rpartition(": ")[2] for title in titles] == ["75.0%", "25.0%"]


def test_text_is_shortened_to_its_room() -> None:
    assert shortened("short", 100) == "short"
    long = shortened("a very long name of a model that nobody can remember", 80)
    assert long.endswith("…")
    assert room(long) <= 80
    assert text_width("iii") < text_width("mmm")


def test_a_chinese_letter_is_as_wide_as_it_is_high() -> None:
    assert text_width("模型", 12) == 24
    assert room(shortened("模型" * 20, 100)) <= 100


def test_a_heading_that_is_too_long_stands_on_two_lines() -> None:
    assert folded("updating ego", 100) == ["updating ego"]
    assert folded("consistency ego", 78) == ["consistency", "ego"]
    assert folded("a b c d", room("a b c")) == ["a b c", "d"]
    assert folded("orientation", 40) == [shortened("orientation", 40)]


def test_headings_of_narrow_groups_keep_all_their_words() -> None:
    groups = (("consistency ego", 2), ("mrt", 2), ("consistency allo", 16))
    content = Grid(("a",), ("x",) * 20, ((Cell("1"),) * 20,), groups)
    figure = plots.grid("t", content, 0)
    heads = [mark for mark in figure.marks if isinstance(mark, Text) and mark.bold]
    assert sorted(mark.text for mark in heads) == ["consistency", "consistency allo", "ego", "mrt"]
    assert len({mark.y for mark in heads if mark.text != "consistency"}) == 1, "one line stands above the rule"
    assert figure.height == plots.grid("t", dataclasses.replace(content, groups=groups[1:]), 0).height + 14


TABLE = Table.of("model, n, κ", [("a|b_c & 50%", 3, -0.25), ("\x00=1,2", None, float("nan")), ("x", 1200, 1234.5)])


def test_csv_keeps_all_digits_and_leaves_out_what_is_not_known() -> None:
    assert tables.csv(TABLE).splitlines()[1:] == ["a|b_c & 50%,3,-0.25", '"\x00=1,2",,', "x,1200,1234.5"]


def test_markdown_keeps_its_columns() -> None:
    lines = tables.markdown(TABLE).splitlines()
    assert lines[1] == "| --- | ---: | ---: |"
    assert lines[2] == r"| a\|b_c & 50% | 3 | −0.250 |"
    assert lines[3] == "|  =1,2 | – | – |"
    assert lines[4] == "| x | 1,200 | 1,234 |"


def test_latex_escapes_what_means_something_to_it() -> None:
    text = tables.latex(TABLE, "On κ & co")
    assert r"a|b\_c \& 50\% & 3 & $-$0.250 \\" in text
    assert r"\begin{tabular}{lrr}" in text
    assert r"\caption{On $\kappa$ \& co}" in text
    assert tables.latex(TABLE).startswith(r"\begin{tabular}")


def test_a_table_longer_than_a_page_breaks_in_latex() -> None:
    text = tables.latex(Table(("name", "n"), tuple((f"item {n}", n) for n in range(tables.LONG + 1))), "Items")
    assert text.startswith(
        "% needs \\usepackage{longtable}\n\\begin{longtable}{lr}\n\\caption{Items} \\\\\n\\hline\nname & n"
    )
    assert text.endswith(f"item {tables.LONG} & {tables.LONG} \\\\\n\\hline\n\\end{{longtable}}\n")
    assert "tabular" not in text


@pytest.mark.parametrize(("value", "text"), [(0.0, "0.00"), (0.004, "0.00"), (-0.5, "−0.50"), (1, "+1.00")])
def test_signs_are_said_where_there_is_one(value: float, text: str) -> None:
    assert tables.signed(value) == text


def test_a_small_number_is_not_called_zero() -> None:
    assert [tables.spelled(value) for value in (0.0, 1e-9, 0.0004, 0.0006)] == ["0.000", "<0.001", "<0.001", "0.001"]
    assert [tables.spelled(value) for value in (-1e-9, -0.0004, -0.0006)] == ["0.000", "0.000", "−0.001"]


def test_numbers_of_things_are_said_once_or_as_a_range() -> None:
    assert tables.counted([24, 24], "answers") == "24 answers"
    assert tables.counted([1200, 8], "answers") == "8 to 1,200 answers"
    assert tables.counted([], "answers") == "0 answers"


def test_a_crossed_table_has_the_fewer_across() -> None:
    cells = [[1, 2, 3], [4, 5, 6]]
    wide = tables.crossed("κ", ["a", "b"], ["x", "y", "z"], cells)
    assert wide == Table(("κ", "a", "b"), (("x", 1, 4), ("y", 2, 5), ("z", 3, 6)))
    assert tables.crossed("κ", ["a", "b"], ["x"], [[1], [2]]) == Table(("κ", "x"), (("a", 1), ("b", 2)))


def luminance(colour: tuple[int, int, int]) -> float:
    parts = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("name", ["above", "below", "third", "fourth", "ink"])
def test_type_can_be_read_on_every_ground(name: str) -> None:
    for share in range(101):
        ground = Paint(name, share / 100)
        levels = sorted(luminance(mixed(paint)) for paint in (ground, type_on(ground)))
        assert (levels[1] + 0.05) / (levels[0] + 0.05) > 3, f"{name} at {share}%"


def test_intervals_in_one_row_stand_one_below_another() -> None:
    points = (Point(0.5, 0.4, 0.6), Point(0.5, 0.3, 0.7, "diamond"))
    bars = [mark for mark in plots.ranges("t", [Row("a", (points,))], [SCALE]).marks
            if isinstance(mark, Line) and mark.width == 3]  # fmt: skip
    assert len({bar.points[0][1] for bar in bars}) == 2


def test_slanted_names_stay_within_the_figure() -> None:
    names = ("short", "a name of a column that is far too long for it")
    figure = plots.grid("t", Grid(("a",), names, ((Cell("1"), Cell("2")),)))
    ends = [mark.x + 0.8 * text_width(mark.text) for mark in figure.marks if isinstance(mark, Text) and mark.turn]
    assert max(ends) <= figure.width


def test_a_ground_without_colour_is_the_neutral_one_and_no_mixture() -> None:
    boxes = tuple(Shape(((0, 0), (1, 0), (1, 1)), Paint("above", share)) for share in (0, 0.004, 0.5, 1))
    text = plots.page_svg(plots.Figure("t", 1, 1, boxes))
    assert re.findall(r'fill="(var[^"]*)"', text) == ["var(--neutral)", "var(--neutral)", "var(--above)"]


def test_names_of_rows_can_be_pinned_over_the_figure() -> None:
    for name in ("ranges", "shares", "grid"):
        figure = FIGURES[name]
        root = ET.fromstring(plots.pinned_svg(figure))
        assert len(list(root.iter("text"))) == 2, name
        assert float(root.attrib["width"]) == figure.names < figure.width / 2
    assert plots.pinned_svg(FIGURES["scatter"]) == plots.pinned_svg(FIGURES["bare"]) == ""


def test_a_mark_may_have_a_label_and_a_stroke_a_title() -> None:
    points = (Point(0.5, label="n 3"), Point(0.2, shape="tick", title="who"))
    figure = plots.ranges("t", [Row("a", (points,))], [SCALE], foot="Places: " + "1 oracle, " * 40, width=400)
    texts = [mark for mark in figure.marks if isinstance(mark, Text)]
    assert "n 3" in [mark.text for mark in texts]
    assert "who" in [mark.title for mark in figure.marks if isinstance(mark, Shape)]
    foot = [mark for mark in texts if "oracle" in mark.text]
    assert len(foot) > 2
    assert all(mark.y < figure.height and room(mark.text) <= 400 for mark in foot)


def test_numbers_for_a_machine_have_more_digits_and_no_signs_of_their_own() -> None:
    assert [tables.exact(value) for value in (1 / 3, -0.25, 1234567, None, float("nan"), "a,b")] == [
        "0.333333", "-0.25", "1234567", "", "", "a,b",
    ]  # fmt: skip


def test_only_all_is_a_hundred_percent() -> None:
    assert [tables.percent(share) for share in (0, 0.004, 0.999, 1)] == ["0%", "0%", "99%", "100%"]
