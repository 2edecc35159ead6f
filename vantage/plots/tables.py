"""A table of words and numbers, written as CSV, Markdown or LaTeX, and how numbers are spelled in a report.

CSV keeps every digit; what people read is rounded.
"""

from __future__ import annotations

import csv as csv_module
import io
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Value = str | int | float | None


@dataclass(frozen=True)
class Table:
    """A header and its rows."""

    header: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    @classmethod
    def of(cls, header: str, rows: Iterable[tuple[Value, ...]]) -> Table:
        """Return a table whose header is given as one text, with names separated by commas."""
        return cls(tuple(header.split(", ")), tuple(rows))


def taken(thing: object, names: str) -> tuple[Value, ...]:
    """Return the attributes of a thing whose names are given, separated by spaces."""
    return tuple(getattr(thing, name) for name in names.split())


def crossed(corner: str, rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[Value]]) -> Table:
    """Return a table of rows by columns, the fewer of the two across, so that it fits a printed page."""
    if len(columns) <= len(rows):
        return Table((corner, *columns), tuple((name, *line) for name, line in zip(rows, cells)))
    return Table((corner, *rows), tuple((name, *line) for name, line in zip(columns, zip(*cells))))


def csv(table: Table) -> str:
    """Return a table as comma-separated values, numbers in full; what is not known is empty."""
    out = io.StringIO()
    writer = csv_module.writer(out, lineterminator="\n")
    writer.writerow(table.header)
    writer.writerows([["" if not _known(value) else value for value in row] for row in table.rows])
    return _whole(out.getvalue())


def markdown(table: Table) -> str:
    """Return a table as Markdown, numbers to the right."""
    numeric = [_numeric(table, place) for place in range(len(table.header))]
    lines = [
        [_plain_line(name).replace("|", r"\|") for name in table.header],
        ["---:" if right else "---" for right in numeric],
        *([_plain_line(spelled(value)).replace("|", r"\|") for value in row] for row in table.rows),
    ]
    return _whole("".join(f"| {' | '.join(cells)} |\n" for cells in lines))


LONG = 40  # rows, more than a page has

_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "κ": r"$\kappa$",
    "–": "--", "%": r"\%", "&": r"\&", "#": r"\#", "_": r"\_", "$": r"\$", "{": r"\{", "}": r"\}", "±": r"$\pm$",
    "<": r"\textless{}", ">": r"\textgreater{}", "×": r"$\times$",
}  # fmt: skip


def latex(table: Table, caption: str = "") -> str:
    """Return a table as LaTeX that needs no package, except for a table too long for a page: it needs longtable."""
    columns = "".join("r" if _numeric(table, place) else "l" for place in range(len(table.header)))
    header, *rows = (" & ".join(_tex(cell) for cell in cells) + r" \\" for cells in _cells(table))
    head, titled = [r"\hline", header, r"\hline"], [rf"\caption{{{_tex(caption)}}}"] if caption else []
    if len(rows) > LONG:
        top = [rf"{line} \\" for line in titled] + [*head, r"\endhead"]
        lines = ["% needs \\usepackage{longtable}", rf"\begin{{longtable}}{{{columns}}}", *top]
        return _whole("\n".join([*lines, *rows, r"\hline", r"\end{longtable}"]) + "\n")
    lines = [rf"\begin{{tabular}}{{{columns}}}", *head, *rows, r"\hline", r"\end{tabular}"]
    if titled:
        lines = [r"\begin{table}", r"\centering", *lines, *titled, r"\end{table}"]
    return _whole("\n".join(lines) + "\n")


def _cells(table: Table) -> list[list[str]]:
    return [list(table.header), *([spelled(value) for value in row] for row in table.rows)]


def _tex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in _plain_line(text))


def _plain_line(text: str) -> str:
    """Return a text on one line, without control characters."""
    return re.sub(r"[\x00-\x1f\x7f\u2028\u2029]", " ", text)


def _whole(text: str) -> str:
    """Return a text that a UTF-8 file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _known(value: Value) -> bool:
    return value is not None and not (isinstance(value, float) and math.isnan(value))


def _numeric(table: Table, place: int) -> bool:
    values = [row[place] for row in table.rows if _known(row[place])]
    return bool(values) and all(isinstance(value, int | float) for value in values)


def spelled(value: Value) -> str:
    """Return a value as people read it: three places, a dash for what is not known."""
    if value is None or not _known(value):
        return "–"
    if isinstance(value, float):
        if 0 < value < 0.0005:
            return "<0.001"
        text = f"{value:.3f}" if abs(value) < 100 else f"{value:,.0f}"
        return "0.000" if text == "-0.000" else text.replace("-", "−")
    return f"{value:,}" if isinstance(value, int) else value


def exact(value: Value) -> str:
    """Return a value for a machine: numbers to six digits, nothing for what is not known."""
    if value is None or not _known(value):
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def percent(share: float) -> str:
    """Return a share as whole percent; 100% is kept for a share of exactly 1."""
    return f"{min(round(100 * share), 99) if share < 1 else 100}%"


def signed(value: float, places: int = 2) -> str:
    """Return a number with its sign, and without one if it is as good as zero."""
    return f"{value:+.{places}f}".replace("-", "−") if abs(value) >= 0.5 * 10**-places else f"{0:.{places}f}"


def counted(numbers: Iterable[int], things: str) -> str:
    """Return how many there are in each of several places: "24 answers", or "8 to 24 answers" where they differ."""
    known = sorted(set(numbers)) or [0]
    return f"{known[0]:,} {things}" if len(known) == 1 else f"{known[0]:,} to {known[-1]:,} {things}"


def words(name: str) -> str:
    """Return a snake_case name as words."""
    return name.replace("_", " ")
