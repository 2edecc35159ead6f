"""One HTML file that sets runs beside one another on the same items: how far apart, where, and on which items.

Its frame, its figures and its browser of items are those of a report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from vantage import plots
from vantage.analysis.compare import ALPHA, Pair
from vantage.analysis.naming import told_apart
from vantage.analysis.table import table
from vantage.data.dataset import DataSet, write_text
from vantage.plots.tables import signed, words
from vantage.report import browse, caveats, marks
from vantage.report import page as pages
from vantage.report.exhibits import accuracy, paired
from vantage.running.run_folder import Run

NAMED = 3  # tasks that a sentence names


def write(dataset: DataSet, runs: Sequence[Run], pairs: Sequence[Pair], out: str | Path) -> Path:
    """Write the page on runs and what `compare.of_runs` found about them to the file `out`."""
    out = Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_text(out, page(dataset, runs, pairs))
    return out


def page(dataset: DataSet, runs: Sequence[Run], pairs: Sequence[Pair]) -> str:
    """Return the comparison as HTML."""
    called = told_apart(runs)
    models = [run.name for run in called]
    told = [entry for one in pairs for entry in _told(one)]
    return pages.page(
        "compare.html",
        browse.collect(dataset, called, table(dataset, called), models, told),
        models=models,
        caveats=[*caveats.of_runs(called), *caveats.of_pairs(pairs)],
        manifest=dataset.manifest,
        digest=dataset.digest,
        briefs=[brief(one, pairs) for one in pairs],
        overall=paired.differences(pairs),
        exhibits=[*paired.by_tag(pairs)],
        marks=marks.comparison(),
        signed=signed,
        level=accuracy.LEVEL,
    )


def _told(pair: Pair) -> Iterator[browse.Told]:
    yield pair.first, f"alone is right, beside {pair.second}", pair.only_first
    yield pair.second, f"alone is right, beside {pair.first}", pair.only_second


def brief(pair: Pair, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Return what the first screen says of a pair."""
    scale = paired.scale([one.difference for one in pairs])
    mark = paired.point(pair.difference, pair.corrected_p, paired.named(pair, pairs))
    strip = plots.ranges(paired.points(pair.difference), [plots.Row("", (mark,))], [scale], width=220, bare=True)
    ends = [scale.words(end) for end in scale.ticks]
    return {"pair": pair, "ends": ends, "strip": strip, "sentence": sentence(pair)}


def sentence(pair: Pair) -> str:
    """Return in words how the second model compares with the first, how sure that is, and in which tasks it shows."""
    if not pair.difference.n:
        return "answered no item in common, so nothing can be said"
    seen = f"; {100 * pair.smallest:.1f} points would have shown in 80% of cases" if pair.smallest > 0 else ""
    verdict = {
        "above": f"{pair.second} is better than {pair.first}",
        "below": f"{pair.second} is worse than {pair.first}",
        "faint": f"not to be told apart{seen}",
    }[paired.side(pair.difference, pair.corrected_p)]
    p = "p < 0.001" if pair.corrected_p < 0.001 else f"p = {pair.corrected_p:.3f}"
    sure = sorted((part for part in pair.parts if part.p < ALPHA and part.tag == "task"), key=lambda part: part.p)
    parts = [f"{words(part.value)} {signed(100 * part.difference.value, 0)}" for part in sure[:NAMED]]
    where = f"; most surely in {', '.join(parts)}" if parts else ""
    return f"{verdict} ({p}, {pair.difference.n:,} answers){where}"
