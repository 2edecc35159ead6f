"""Open runs together with their data set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from vantage.data.dataset import DataSet, load
from vantage.running.run_folder import HEADER, Run

RASTER = "raster"  # what draws scenes unless a data set says otherwise


def open_run(path: str | Path, data: str | Path | None = None) -> tuple[Run, DataSet]:
    """Return the run in a folder and its data set: the one in `data` if given, otherwise where the run says."""
    (run,), dataset = open_runs([path], data)
    return run, dataset


def open_runs(runs: Sequence[Run | str | Path], data: DataSet | str | Path | None = None) -> tuple[list[Run], DataSet]:
    """Return runs and the one data set that all of them are about."""
    if not runs:
        raise ValueError("name at least one run")
    opened = [run if isinstance(run, Run) else Run.read(run) for run in runs]
    if data is None and len({run.header.dataset.digest for run in opened}) > 1:
        groups = open_groups(opened)
        if len(groups) == 1:
            return groups[0][1], groups[0][0]
    dataset = data if isinstance(data, DataSet) else load(data or _where(opened))
    for run in opened:
        if not run.renderer:
            run.check_dataset(dataset)
    return opened, dataset


def open_groups(runs: Sequence[Run | Path]) -> list[tuple[DataSet, list[Run]]]:
    """Return runs with their data sets, those about the same items together: drawn otherwise, they are the same items.

    Of such runs the data set is the one that the rasteriser drew, and the others say what drew theirs.
    """
    groups: dict[str, list[Run]] = {}
    for run in runs:
        opened = run if isinstance(run, Run) else Run.read(run)
        groups.setdefault(opened.header.dataset.digest, []).append(opened)
    loaded = [(load(_where(some)), some) for some in groups.values()]
    found: list[tuple[DataSet, list[Run]]] = []
    for data, some in sorted(loaded, key=lambda pair: renderer_of(pair[0]) != RASTER):
        for run in some:
            run.check_dataset(data)
        for base, others in found:
            if _drawn_otherwise(base, data) and renderer_of(data) not in {run.renderer for run in others}:
                others += [replace(run, renderer=renderer_of(data)) for run in some]
                break
        else:
            found.append((data, some))
    return found


def renderer_of(data: DataSet) -> str:
    """Return what drew the scenes of a data set."""
    return str(data.manifest.get("renderer", RASTER))


def _drawn_otherwise(one: DataSet, other: DataSet) -> bool:
    """Return whether two data sets ask the same items, whose pictures different renderers have drawn."""
    if len(one) != len(other) or renderer_of(one) == renderer_of(other):
        return False
    return all((a.id, a.logical) == (b.id, b.logical) for a, b in zip(one.head(), other.head(), strict=True))


def run_folders(paths: Sequence[Path]) -> list[Path]:
    """Return the paths, with every folder that is not a run but contains runs replaced by those runs."""
    found: list[Path] = []
    for path in paths:
        inside = [] if (path / HEADER).exists() else sorted(one.parent for one in path.glob(f"*/{HEADER}"))
        found += inside or [path]
    return found


def _where(runs: Sequence[Run]) -> str:
    for run in runs:
        if run.header.dataset.path:
            return run.header.dataset.path
    if len(runs) == 1:
        raise ValueError(f"{runs[0].path} does not say where its data set is; name its folder with --data")
    raise ValueError("the runs do not say where their data set is; name its folder with --data")
