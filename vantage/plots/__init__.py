"""Figures as data: a chart returns a Figure of a few kinds of mark, and writers turn it into a page, a file or a PDF.

Each chart is written once. On a page its colours are the page's own, so it follows light and dark; in a file they are
fixed. No colour carries a meaning alone: there is always a place, a shape, a sign or a word beside it.
"""

from vantage.plots.charts import SERIES, Dot, Panel, Part, Point, Row, ranges, scatter, shares
from vantage.plots.figure import Figure, Paint, file_svg, page_svg, pinned_svg
from vantage.plots.grids import Cell, Grid, grid, small_grids
from vantage.plots.pdf import pdf

__all__ = [
    "SERIES",
    "Cell",
    "Dot",
    "Figure",
    "Grid",
    "Paint",
    "Panel",
    "Part",
    "Point",
    "Row",
    "file_svg",
    "grid",
    "page_svg",
    "pdf",
    "pinned_svg",
    "ranges",
    "scatter",
    "shares",
    "small_grids",
]
