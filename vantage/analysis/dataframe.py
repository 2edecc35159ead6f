"""The outcomes of runs as a data frame, for a notebook or a script of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from vantage.analysis.table import table
from vantage.names import nearest
from vantage.running.opening import open_runs, run_folders

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet

KINDS = ("pandas", "polars", "arrow")


def outcomes(
    runs: str | Path | Sequence[str | Path],
    data: DataSet | str | Path | None = None,
    kind: Literal["pandas", "polars", "arrow"] = "pandas",
) -> Any:
    """Return a frame with a row for each response: model, item, its tags, the condition, the outcome, what it cost.

    `runs` are folders of runs, or a folder that holds some. The data set is found where the runs say, or in `data`.
    """
    nearest(kind, KINDS, "kind of frame")
    paths = [runs] if isinstance(runs, str | Path) else runs
    opened, dataset = open_runs(run_folders([Path(path) for path in paths]), data)
    found = table(dataset, opened)
    if kind == "arrow":
        return found
    try:
        if kind == "polars":
            import polars

            return polars.from_arrow(found)
        return found.to_pandas()
    except ImportError:
        raise ValueError(f"{kind} is not installed: pip install {kind}, or ask for kind='arrow'") from None
