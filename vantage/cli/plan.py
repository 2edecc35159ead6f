"""What `vantage make --plan` prints."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from vantage import parallel
from vantage.cli.shell import conclude, print_table

if TYPE_CHECKING:
    from vantage.making.forecast import Forecast, Need


def tell_plan(found: Forecast, cores: int | None, workers: parallel.Workers) -> None:
    """Print what a data set needs, task by task and in all, and how long the cores that are meant take."""
    cores = cores or _cores(workers)
    header = ["task", "items", "measured", "CPU-ms each", "kB each", "CPU-hours", "GB"]
    print_table("Measured here, on a few items of each task", header, [_row(need) for need in found.needs])
    sums = {"items": found.items, "cpu": found.cpu, "size": found.size, "cores": cores, "seconds": found.seconds(cores)}
    parts = [
        f"{found.items:,} items, {found.shards:,} shards: {found.cpu / 3600:.2f} CPU-hours, {found.size / 1e9:.2f} GB",
        f"memory: {found.worker / 1e6:.0f} MB for each process that makes items, {found.writer / 1e6:.0f} MB to write",
        f"time: {_time(found.seconds(cores))} on {cores:,} {'core' if cores == 1 else 'cores'} like these",
    ]
    conclude({**asdict(found), **sums}, words="\n".join(parts))


def _cores(workers: parallel.Workers) -> int:
    """Return how many cores do the work: those of a cluster, or of this machine."""
    return workers or parallel.cores() if isinstance(workers, int) else max(1, workers.size)


def _row(need: Need) -> list[str]:
    counts = [need.task, f"{need.items:,}", str(need.sampled)]
    each = [f"{1e3 * need.cpu:.1f}", f"{need.size / 1e3:.1f}"]
    return [*counts, *each, f"{need.items * need.cpu / 3600:.2f}", f"{need.items * need.size / 1e9:.2f}"]


def _time(seconds: float) -> str:
    """Return a time in the unit that fits it."""
    for unit, name in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.1f} {name}"
    return f"{seconds:.0f} seconds"
