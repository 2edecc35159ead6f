"""A figure as a PDF page, written by hand.

A figure has three kinds of mark, and every PDF reader knows Helvetica, so a hundred lines spare the user a graphics
library. What Helvetica's Latin alphabet lacks is looked up in the Symbol font (κ, −), and printed as "?" if it is in
neither: a PDF made here embeds no fonts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from math import cos, radians, sin

from vantage.plots.figure import CARD, Figure, Line, Paint, Shape, Text, box, mixed, text_width

SYMBOLS = {"κ": b"k", "−": b"-", "≥": b"\xb3", "≤": b"\xa3", "→": b"\xae", "Δ": b"D", "ρ": b"r", "≈": b"\xbb"}
ROUND = 0.5523  # how far the control points of a quarter circle lie from its ends, for a radius of 1
FONTS = {"F1": "Helvetica", "F2": "Helvetica-Bold", "F3": "Symbol"}


def pdf(figure: Figure) -> bytes:
    """Return a figure as a PDF file of one page, vectors and text."""
    marks = (box(0, 0, figure.width, figure.height, CARD), *figure.marks)
    # PDF counts upward from the bottom; one turn of the axes lets everything else count as the figure does.
    drawn = (part for mark in marks for part in _WRITERS[type(mark)](mark))
    content = b"\n".join([b"1 0 0 -1 0 %.2f cm" % figure.height, *drawn])
    fonts = " ".join(f"/{name} {place} 0 R" for place, name in enumerate(FONTS, 5))
    page = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {figure.width:.2f} {figure.height:.2f}] "
        f"/Contents 4 0 R /Resources << /Font << {fonts} >> >> >>"
    )
    return _file(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page.encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
            *(_font(name) for name in FONTS.values()),
        ]
    )


def _font(name: str) -> bytes:
    encoding = "" if name == "Symbol" else " /Encoding /WinAnsiEncoding"
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name}{encoding} >>".encode()


def _file(objects: list[bytes]) -> bytes:
    """Return the objects as a file, with the table of where each of them begins."""
    data, starts = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, 1):
        starts.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(data))
    return data + head + table + tail


def _colour(paint: Paint, operator: str) -> bytes:
    return (" ".join(f"{part / 255:.3f}" for part in mixed(paint)) + f" {operator}").encode()


def _path(points: Iterable[tuple[float, float]]) -> bytes:
    return " ".join(f"{x:.2f} {y:.2f} {'l' if k else 'm'}" for k, (x, y) in enumerate(points)).encode()


def _shape(mark: Shape) -> Iterator[bytes]:
    if mark.fill:
        yield _colour(mark.fill, "rg")
    if mark.stroke:
        yield _colour(mark.stroke, "RG") + b" 1.5 w [] 0 d"
    yield _circle(*mark.points[0], mark.radius) if mark.radius else _path(mark.points)
    yield b"b" if mark.fill and mark.stroke else b"f" if mark.fill else b"s"


def _circle(x: float, y: float, r: float) -> bytes:
    quarters = []
    for start in (0, 90, 180, 270):
        c, s = cos(radians(start)), sin(radians(start))
        ends = ((1, ROUND), (ROUND, 1), (0, 1))
        turned = ((x + r * (a * c - b * s), y + r * (a * s + b * c)) for a, b in ends)
        quarters.append(" ".join(f"{px:.2f} {py:.2f}" for px, py in turned) + " c")
    return f"{x + r:.2f} {y:.2f} m {' '.join(quarters)}".encode()


def _line(mark: Line) -> Iterator[bytes]:
    dash = "[3 3]" if mark.dashed else "[]"
    yield _colour(mark.stroke, "RG") + f" {mark.width:.2f} w {dash} 0 d".encode()
    yield _path(mark.points) + b" S"


def _text(mark: Text) -> Iterator[bytes]:
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor] * text_width(mark.text, mark.size)
    c, s = cos(radians(mark.turn)), sin(radians(mark.turn))
    x, y = mark.x - shift * c, mark.y - shift * s
    yield _colour(mark.fill, "rg") + b" BT"
    # The page is upside down, so letters are turned over once more.
    yield f"{c:.4f} {s:.4f} {s:.4f} {-c:.4f} {x:.2f} {y:.2f} Tm".encode()
    for symbol, run in groupby(mark.text, key=lambda character: character in SYMBOLS):
        font = "F3" if symbol else "F2" if mark.bold else "F1"
        yield f"/{font} {mark.size:g} Tf ".encode() + b"(" + _string(run, symbol) + b") Tj"
    yield b"ET"


def _string(run: Iterable[str], symbol: bool) -> bytes:
    data = b"".join(SYMBOLS[c] if symbol else c.encode("cp1252", "replace") for c in run)
    # Control characters would end the line of the file, not the text.
    data = bytes(code if code >= 32 else 63 for code in data)
    return data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


_WRITERS: dict[type, Callable[..., Iterator[bytes]]] = {Shape: _shape, Line: _line, Text: _text}
