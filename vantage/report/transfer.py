"""One page on what training on parts did to the others: heatmaps of gains over the base model, with their tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import vantage
from vantage.analysis.transfer import Study, Transfer
from vantage.data.dataset import write_text
from vantage.report import caveats
from vantage.report import page as pages
from vantage.report.exhibits import accuracy, transferred
from vantage.report.report import figures


def write(studies: Sequence[Study], found: Transfer, out: str | Path, figures_in: str | Path | None = None) -> Path:
    """Write the page to the file `out`, and its figures and tables to a folder if one is named."""
    out = Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_text(out, page(studies, found))
    if figures_in is not None:
        figures([*transferred.exhibits(found)], Path(figures_in))
    return out


def page(studies: Sequence[Study], found: Transfer) -> str:
    """Return the page as HTML."""
    sources = [
        (str(data.manifest["suite"]), str(data.manifest["title"]), len(data), data.digest) for data, _, _ in studies
    ]
    return pages.plain_page(
        "transfer.html",
        exhibits=[*transferred.exhibits(found)],
        models=found.trained,
        sources=sources,
        caveats=_caveats(studies, found),
        left_out=found.left_out,
        level=accuracy.LEVEL,
        version=vantage.__version__,
    )


def _caveats(studies: Sequence[Study], found: Transfer) -> list[caveats.Caveat]:
    """Return which runs lost requests, and which were asked differently from the base model."""
    lost = [
        replace(run, label=f"{name} on {data.manifest['suite']}")
        for data, base, trained in studies
        for name, run in {"the base": base, **trained}.items()
    ]
    apart = [
        caveats.Caveat(name, "was asked differently from the base model", tuple(caveats.unlike(one) for _, one in some))
        for name, some in groupby(found.unlike, key=lambda pair: pair[0])
    ]
    return [*caveats.of_runs(lost), *apart]
