"""One page on runs over several data sets: the tables of a paper, with what must be known beside them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import vantage
from vantage.data.dataset import DataSet, write_text
from vantage.report import boards
from vantage.report import page as pages
from vantage.report.exhibits import Exhibit
from vantage.report.report import figures
from vantage.running.run_folder import Run


def write(
    groups: Sequence[tuple[DataSet, Sequence[Run]]], out: str | Path, figures_in: str | Path | None = None
) -> Path:
    """Write the overview of runs, grouped by their data sets, to the file `out`; tables to a folder if one is named."""
    for _, runs in groups:
        for run in runs:
            if not run.responses:
                raise ValueError(f"the run of {run.model} holds no responses yet; run it first")
    found = boards.gather(groups)
    shown = boards.exhibits(found)
    out = Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_text(out, page(found, shown, [data for data, _ in groups]))
    if figures_in is not None:
        figures(shown, Path(figures_in))
    return out


def page(found: boards.Boards, shown: Sequence[Exhibit], held: Sequence[DataSet]) -> str:
    """Return the overview as HTML."""
    sources = [(name, str(data.manifest["title"]), len(data), data.digest) for name, data in zip(found.names, held)]
    return pages.plain_page(
        "overview.html", exhibits=shown, models=found.models, sources=sources, version=vantage.__version__
    )
