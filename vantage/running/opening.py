"""Open runs together with their data set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vantage.data.dataset import DataSet, load
from vantage.running.run_folder import HEADER, Run


def open_run(path: str | Path, data: str | Path | None = None) -> tuple[Run, DataSet]:
    """Return the run in a folder and its data set: the one in `data` if given, otherwise where the run says."""
    (run,), dataset = open_runs([path], data)
    return run, dataset


def open_runs(runs: Sequence[Run | str | Path], data: DataSet | str | Path | None = None) -> tuple[list[Run], DataSet]:
    """Return runs and the one data set that all of them are about."""
    if not runs:
        raise ValueError("name at least one run")
    opened = [run if isinstance(run, Run) else Run.read(run) for run in runs]
    dataset = data if isinstance(data, DataSet) else load(data or _where(opened))
    for run in opened:
        run.check_dataset(dataset)
    return opened, dataset


def open_groups(paths: Sequence[Path]) -> list[tuple[DataSet, list[Run]]]:
    """Return runs with their data sets, those about the same one together."""
    groups: dict[str, list[Run]] = {}
    for run in map(Run.read, paths):
        groups.setdefault(run.header.dataset.digest, []).append(run)
    found = []
    for runs in groups.values():
        opened, data = open_runs(runs)
        found.append((data, opened))
    return found


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
