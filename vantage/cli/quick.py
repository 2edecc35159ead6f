"""Quick estimates on the command line: what they need, and how they are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.options import together
from vantage.cli.shell import tell

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet
    from vantage.item import Condition
    from vantage.psychometrics.quick_run import Known
    from vantage.running.run_folder import Run

quick_options = together(
    click.option(
        "--adaptive",
        type=click.IntRange(1),
        help="Quick estimate of the full score: ask so many items, each chosen by the answers before it.",
    ),
    click.option(
        "--calibration",
        multiple=True,
        type=click.Path(path_type=Path),
        help="A run of another model on this data set, or a folder of runs, for --adaptive; may be given several "
        "times. With --sample, the full score is estimated from the sample.",
    ),
    click.option("--few-calibration", is_flag=True, help="Choose items even with fewer than 40 calibration runs."),
)


def calibration_runs(options: dict[str, Any], conditions: Sequence[Condition]) -> list[Run]:
    """Return the runs that a quick estimate is calibrated on, none where none is wanted; refuse what makes no sense."""
    from vantage.psychometrics.quick import ENOUGH
    from vantage.running.opening import run_folders
    from vantage.running.run_folder import Run

    adaptive, folders = options["adaptive"], options["calibration"]
    if not adaptive and not folders:
        return []
    if not folders:
        raise ValueError("--adaptive needs --calibration: runs of other models on all items of this data set")
    if not adaptive and not options["sample"]:
        raise ValueError("--calibration is for a quick estimate; give --adaptive N or --sample N with it")
    if len(conditions) > 1:
        raise ValueError("a quick estimate asks each item once, in one way; leave out what asks it several times")
    runs = [Run.read(path) for path in run_folders(folders)]
    models = len({run.model for run in runs if not run.is_person})
    if adaptive and models < ENOUGH and not options["few_calibration"]:
        raise ValueError(
            f"--adaptive needs {ENOUGH} calibration runs of different models, and there are {models}: with so few, the "
            f"items that look telling are often so by luck. A random sample is the plainer choice: --sample {adaptive} "
            "with the same --calibration; --few-calibration chooses items all the same"
        )
    return runs


def started(data: DataSet, runs: Sequence[Run], model: str) -> Known | None:
    """Return what the calibration runs tell of the items; None without any."""
    from vantage.psychometrics.quick_run import known

    for run in runs:
        run.check_dataset(data)
    return known(data, runs, model) if runs else None


def estimated(start: Known, out: Path, adaptive: bool) -> dict[str, Any]:
    """Print the estimate of a run's full score, write it to the run's folder, and return it."""
    from vantage.psychometrics.quick import ENOUGH
    from vantage.psychometrics.quick_run import write
    from vantage.running.run_folder import Run

    run = Run.read(out)
    found, replayed = start.estimate(run, adaptive)
    write(out, found, start, adaptive)
    low, high = 100 * found.low, 100 * found.high
    chosen = "chosen one by one" if adaptive else "of a random sample"
    tell(
        f"{run.model}: about {100 * found.score:.1f}% of all {found.items:,} items ({low:.1f} to {high:.1f}), "
        f"estimated from {found.answered} answers {chosen}, calibrated on {len(start.names)} runs"
    )
    tell(f"replayed on these runs, such estimates were off by {100 * replayed:.1f} points (root mean square)")
    if adaptive and len(start.names) < ENOUGH:
        tell(
            f"with fewer than {ENOUGH} calibration runs, items are known less well: read the interval, not the estimate"
        )
    tell("this is for a first look: the same command without --adaptive, --sample and --calibration asks the rest")
    return {**asdict(found), "replayed": replayed}
