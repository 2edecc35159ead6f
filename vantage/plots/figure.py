"""A Figure is a list of marks on a sheet, in points from the top left; colours are named, not given.

A name is looked up where the figure is written: the page has it as a variable of its style sheet, a file has the light
theme's colour.
"""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

COLOURS = {
    "ink": "#1b2330", "soft": "#5a6575", "faint": "#8b94a1", "line": "#e4e1d9", "card": "#ffffff",
    "above": "#1f6aa5", "below": "#c25e12", "neutral": "#f0eee8", "third": "#2f8060", "fourth": "#7a4fa3",
    "dark": "#1b2330",
}  # fmt: skip

# Widths of the printable ASCII characters in Helvetica, in thousandths of the size of the type.
_ASCII = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
WIDTHS = {chr(32 + place): int(width) for place, width in enumerate(_ASCII.split())}
OTHER_WIDTH = 600
WIDE = 1000  # Chinese, Japanese and Korean characters
FONTS = "Helvetica, Arial, sans-serif"

# XML does not allow control characters, so the symbols for them are shown instead.
CONTROLS = {code: chr(0x2400 + code) for code in range(32)} | {127: "␡", 0xFFFE: "�", 0xFFFF: "�"}


@dataclass(frozen=True)
class Paint:
    """A named colour, mixed with the neutral ground where `share` is below 1."""

    name: str = "ink"
    share: float = 1.0


Colour = Callable[[Paint], str]
INK, SOFT, FAINT, LINE, CARD = (Paint(name) for name in ("ink", "soft", "faint", "line", "card"))


@dataclass(frozen=True)
class Shape:
    """A closed outline through points, filled; a circle if it has one point and a radius."""

    points: tuple[tuple[float, float], ...]
    fill: Paint | None = INK
    stroke: Paint | None = None
    radius: float = 0.0
    title: str = ""


@dataclass(frozen=True)
class Line:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    stroke: Paint = LINE
    width: float = 1.0
    dashed: bool = False


@dataclass(frozen=True)
class Text:
    """A line of text; `anchor` is the part of it that stands at (x, y): start, middle or end."""

    x: float
    y: float
    text: str
    size: float = 12.0
    fill: Paint = INK
    anchor: str = "start"
    bold: bool = False
    turn: float = 0.0  # degrees, clockwise


Mark = Shape | Line | Text


@dataclass(frozen=True)
class Figure:
    """A finished figure; `title` describes it to readers who cannot see it."""

    title: str
    width: float
    height: float
    marks: tuple[Mark, ...]
    names: float = 0.0  # the width of the column at the left that holds the names of rows


def box(x: float, y: float, width: float, height: float, fill: Paint | None, title: str = "") -> Shape:
    """Return a rectangle by its top left corner."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Shape(corners, fill, title=title)


def text_width(text: str, size: float = 12.0) -> float:
    """Return about how wide a line of text is."""
    return sum(map(_width, text)) * size / 1000


def _width(character: str) -> int:
    wide = unicodedata.east_asian_width(character) in "WF"
    return WIDTHS.get(character, WIDE if wide else OTHER_WIDTH)


def room(text: str, size: float = 12.0) -> float:
    """Return how much room to leave for a line of text: a reader's typeface may be wider than Helvetica."""
    return 1.12 * text_width(text, size)


def shortened(text: str, width: float, size: float = 12.0) -> str:
    """Return a text that fits into a width: its end replaced by an ellipsis where it must be."""
    if room(text, size) <= width:
        return text
    while text and room(text + "…", size) > width:
        text = text[:-1]
    return text + "…"


def folded(text: str, width: float, size: float = 12.0) -> list[str]:
    """Return a text on one line, or split at a space into two if it is too wide; each line is shortened to fit."""
    words = text.split(" ")
    fits = [k for k in range(1, len(words)) if k == 1 or room(" ".join(words[:k]), size) <= width]
    if room(text, size) <= width or not fits:
        return [shortened(text, width, size)]
    parts = words[: fits[-1]], words[fits[-1] :]
    return [shortened(" ".join(part), width, size) for part in parts]


def wrapped(text: str, width: float, size: float = 12.0) -> list[str]:
    """Return a text in lines that fit a width, split at spaces; a longer word is shortened."""
    lines: list[str] = []
    for word in text.split():
        if lines and room(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(shortened(word, width, size))
    return lines


def type_on(ground: Paint) -> Paint:
    """Return the colour in which type can be read on a ground, in the light theme and in the dark."""
    if ground.name in ("line", "neutral") or ground.share <= 0.5:
        return INK
    # At shares between these two, a ground is of medium lightness in both themes, and dark type reads best on it.
    return CARD if ground.share > 0.78 or ground.name == "ink" else Paint("dark")


def mixed(paint: Paint) -> tuple[int, int, int]:
    """Return the colour of a paint in the light theme: red, green, blue."""
    full, ground = (COLOURS[name].removeprefix("#") for name in (paint.name, "neutral"))
    pairs = ((int(full[k : k + 2], 16), int(ground[k : k + 2], 16)) for k in (0, 2, 4))
    red, green, blue = (round(b + (a - b) * min(1.0, max(0.0, paint.share))) for a, b in pairs)
    return red, green, blue


def page_svg(figure: Figure) -> str:
    """Return a figure for a page whose style sheet has the named colours as variables."""
    return _svg(figure, _variable, "")


def pinned_svg(figure: Figure) -> str:
    """Return the names of a figure's rows alone, to stay in view over the figure where it is scrolled; "" if none."""
    texts = (mark for mark in figure.marks if isinstance(mark, Text) and mark.anchor == "end")
    marks = "".join(_text(mark, _variable) for mark in texts if mark.x < figure.names)
    if not marks:
        return ""
    size = f'width="{figure.names:g}" height="{figure.height:g}" style="margin-right:-{figure.names:g}px"'
    return f'<svg class="names" aria-hidden="true" {size} font-family="{FONTS}">{marks}</svg>'


def file_svg(figure: Figure) -> str:
    """Return a figure as an SVG file of its own, on white, that any program reads."""
    ground = f'<rect width="{figure.width:g}" height="{figure.height:g}" fill="#ffffff"/>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_svg(figure, _fixed, ground)}\n'


def escape(text: str) -> str:
    """Return a text that is safe anywhere in SVG or HTML: no part of it is read as markup."""
    # Half of a surrogate pair has no place in a UTF-8 file.
    return html.escape(text.translate(CONTROLS)).encode("utf-8", "replace").decode("utf-8")


def _svg(figure: Figure, colour: Colour, ground: str) -> str:
    size = f'width="{figure.width:g}" height="{figure.height:g}" viewBox="0 0 {figure.width:g} {figure.height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" {size} font-family="{FONTS}">'
    marks = (_WRITERS[type(mark)](mark, colour) for mark in figure.marks)
    return "".join([head, f"<title>{escape(figure.title)}</title>", ground, *marks, "</svg>"])


def _variable(paint: Paint) -> str:
    share = round(100 * min(1.0, max(0.0, paint.share)))
    if share in (0, 100):
        return f"var(--{paint.name if share else 'neutral'})"
    return f"color-mix(in oklab,var(--{paint.name}) {share}%,var(--neutral))"


def _fixed(paint: Paint) -> str:
    red, green, blue = mixed(paint)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _shape(mark: Shape, colour: Colour) -> str:
    fill = f' fill="{colour(mark.fill)}"' if mark.fill else ' fill="none"'
    stroke = f' stroke="{colour(mark.stroke)}" stroke-width="1.5"' if mark.stroke else ""
    if mark.radius:
        (x, y) = mark.points[0]
        name, place = "circle", f'cx="{x:.1f}" cy="{y:.1f}" r="{mark.radius:g}"'
    else:
        name, place = "path", f'd="{_path(mark.points)}z"'
    if not mark.title:
        return f"<{name} {place}{fill}{stroke}/>"
    return f"<{name} {place}{fill}{stroke}><title>{escape(mark.title)}</title></{name}>"


def _line(mark: Line, colour: Colour) -> str:
    dash = ' stroke-dasharray="3 3"' if mark.dashed else ""
    stroke = f'stroke="{colour(mark.stroke)}" stroke-width="{mark.width:g}"'
    return f'<path d="{_path(mark.points)}" fill="none" {stroke}{dash}/>'


def _text(mark: Text, colour: Colour) -> str:
    anchor = "" if mark.anchor == "start" else f' text-anchor="{mark.anchor}"'
    bold = ' font-weight="600"' if mark.bold else ""
    turn = f' transform="rotate({mark.turn:g} {mark.x:.1f} {mark.y:.1f})"' if mark.turn else ""
    place = f'x="{mark.x:.1f}" y="{mark.y:.1f}" font-size="{mark.size:g}" fill="{colour(mark.fill)}"'
    return f"<text {place}{anchor}{bold}{turn}>{escape(mark.text)}</text>"


def _path(points: tuple[tuple[float, float], ...]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


_WRITERS: dict[type, Callable[..., str]] = {Shape: _shape, Line: _line, Text: _text}
