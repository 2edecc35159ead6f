"""A figure as a PDF page with embedded fonts; the same figure always gives the same bytes."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vantage.plots import fonts
from vantage.plots.figure import CARD, Figure, Line, Shape, Text, box, mixed, room

if TYPE_CHECKING:
    from fpdf import FPDF

MADE = datetime(2000, 1, 1, tzinfo=UTC)  # a fixed date, so that the bytes do not depend on the time
OUTLINE = 1.5  # points
SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}  # share of a text's width that is left of its anchor


def pdf(figure: Figure) -> bytes:
    """Return a figure as a PDF file of one page."""
    from fpdf import FPDF

    page = FPDF(unit="pt", format=(figure.width, figure.height))
    page.set_creation_date(MADE)
    page.set_title(_plain(figure.title))
    page.set_margin(0)
    page.set_auto_page_break(False)
    page.add_page()
    _carry(page, figure)
    with page.local_context(stroke_cap_style="butt"):  # square ends would make an interval longer
        for mark in (box(0, 0, figure.width, figure.height, CARD), *figure.marks):
            _WRITERS[type(mark)](page, mark)
    return bytes(page.output())


def _plain(text: str) -> str:
    """Return a text as it is drawn, with codes for characters that no font has."""
    return "".join(part for _, part in fonts.runs(text))


def _carry(page: FPDF, figure: Figure) -> None:
    """Add the fonts that a figure needs to the page; the file will contain only the letters used."""
    texts = [mark for mark in figure.marks if isinstance(mark, Text)]
    faces = dict.fromkeys(face for mark in texts for face, _ in fonts.runs(mark.text, mark.bold))
    with tempfile.TemporaryDirectory() as folder:  # fpdf2 reads fonts from files only
        for face in faces:
            path = Path(folder) / f"{face.name}.ttf"
            path.write_bytes(face.data)
            page.add_font(face.name, fname=path)


def _shape(page: FPDF, mark: Shape) -> None:
    if mark.fill:
        page.set_fill_color(*mixed(mark.fill))
    if mark.stroke:
        page.set_draw_color(*mixed(mark.stroke))
        page.set_line_width(OUTLINE)
        page.set_dash_pattern()
    style = ("D" if mark.stroke else "") + ("F" if mark.fill else "")
    if mark.radius:
        page.circle(*mark.points[0], mark.radius, style)
    else:
        page.polygon(mark.points, style=style)


def _line(page: FPDF, mark: Line) -> None:
    page.set_draw_color(*mixed(mark.stroke))
    page.set_line_width(mark.width)
    page.set_dash_pattern(*((3, 3) if mark.dashed else (0, 0)))
    page.polyline(mark.points)


def _text(page: FPDF, mark: Text) -> None:
    runs = [(face.name, text) for face, text in fonts.runs(mark.text, mark.bold)]
    wide = sum(_width(page, name, text, mark.size) for name, text in runs)
    # The figure leaves this much room; wider text, such as codes of characters, is condensed to fit.
    narrowed = min(1.0, room(mark.text, mark.size) / wide) if wide else 1.0
    page.set_text_color(*mixed(mark.fill))
    with page.rotation(-mark.turn, mark.x, mark.y):
        x = mark.x - SHARES[mark.anchor] * narrowed * wide
        for name, text in runs:
            page.set_font(name, size=mark.size)
            page.set_stretching(100 * narrowed)
            page.text(x, mark.y, text)
            x += page.get_string_width(text)
    page.set_stretching(100)


def _width(page: FPDF, name: str, text: str, size: float) -> float:
    page.set_font(name, size=size)
    return page.get_string_width(text)


_WRITERS: dict[type, Callable[..., None]] = {Shape: _shape, Line: _line, Text: _text}
