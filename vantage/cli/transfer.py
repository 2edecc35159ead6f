"""The command on what training on parts did to the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vantage.cli.shell import check_out, commands, conclude, print_table, result_options, say, tell

if TYPE_CHECKING:
    from vantage.analysis.transfer import Study, Transfer


@commands.command()
@click.option(
    "--base",
    "bases",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    metavar="RUN",
    help="A run of the model before training; one for each data set.",
)
@click.option(
    "--trained",
    multiple=True,
    required=True,
    metavar="PART=RUN",
    help="A run of the model trained on PART: I-S, rotation_3d, I-S+I-D, 3D, or any name; several times.",
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("transfer.html"), show_default=True)
@click.option(
    "--figures", type=click.Path(path_type=Path), help="Also write figures (SVG, PDF) and tables (CSV, MD, TeX) here."
)
@result_options
def transfer(bases: tuple[Path, ...], trained: tuple[str, ...], out: Path, figures: Path | None) -> None:
    """Say what training on parts of the tasks did to the others: heatmaps of gains over the base model.

    Train one model on each part (recipes/sft.py, with a recipe of its own), run the base and all of them on the same
    test set, and name each run by what its model was trained on. The page has what was trained on × quadrants, × tasks
    and × 2D and 3D, each cell a gain in points with its paired interval, and what was trained on beside all else. Runs
    on other data sets (public benchmarks, SpinBench's other tasks) become a table of their own; they need a run of the
    base model, too. A gain below 0 is a loss, and is shown as one.

    \b
    Examples:
      vantage transfer --base runs/dise/base --trained I-S=runs/dise/is --trained I-D=runs/dise/id --out transfer.html
      vantage transfer --base runs/spin/base --trained identity+turning+side_views=runs/spin/basics
      vantage transfer --base dise/base --trained 3D=dise/solid --base mmsi/base --trained 3D=mmsi/solid
    """
    from vantage.analysis.transfer import is_known, of_studies
    from vantage.report.transfer import write

    check_out(out, ends=(".html", ".htm"))
    if figures:
        check_out(figures, folder=True)
    studies = _studies(bases, [_named(one) for one in trained])
    found = of_studies(studies)
    write(studies, found, out, figures)
    _print(found)
    for name in found.trained:
        if not is_known(name, found.gains):
            say(f"{name} is no quadrant, task or data set here, so no cell is marked as what it was trained on")
    paths = [path.resolve() for path in (out, figures) if path]
    tell(f"wrote {paths[0]}")
    conclude({"path": paths[0], "figures": paths[1] if figures else None, "gains": found.gains}, *paths)


def _named(text: str) -> tuple[str, Path]:
    """Return what a model was trained on, and its run."""
    name, sign, path = text.partition("=")
    if not (name.strip() and sign and path.strip()):
        raise ValueError(f"--trained is PART=RUN, as in I-S=runs/dise/is, not {text!r:.80}")
    return name.strip(), Path(path.strip())


def _studies(bases: Sequence[Path], trained: Sequence[tuple[str, Path]]) -> list[Study]:
    """Return the runs by their data sets: one of the base model and one of each trained model."""
    from vantage.running.opening import open_groups

    paths = [*bases, *(path for _, path in trained)]
    if len({path.resolve() for path in paths}) < len(paths):
        raise ValueError("the same run is given twice; each run is of the base or of one trained model")
    names = {path.resolve(): name for name, path in trained}
    found: list[Study] = []
    for data, runs in open_groups(paths):
        suite = data.manifest["suite"]
        for run in runs:
            if not run.responses:
                raise ValueError(f"{run.path} holds no responses yet; run it first")
        own = [run for run in runs if run.path.resolve() not in names]
        others = [(names[run.path.resolve()], run) for run in runs if run.path.resolve() in names]
        if len(own) != 1:
            raise ValueError(f"{len(own)} runs of the base model are about {suite} ({data.digest[:12]}); name one")
        if not others:
            raise ValueError(f"no run of a trained model is about {suite} ({data.digest[:12]}), as {own[0].path} is")
        if len(dict(others)) < len(others):
            raise ValueError(f"two runs about {suite} are of the same trained model; give each a name of its own")
        found.append((data, own[0], dict(others)))
    return found


def _print(found: Transfer) -> None:
    """Print the gains by quadrant, or by task or data set where there are no quadrants."""
    by = next((name for name in ("quadrant", "task", "data") if found.by(name)), "data")
    rows = []
    for gain in found.by(by):
        value, low, high = (f"{100 * end:+.1f}" for end in (gain.gain.value, gain.gain.low, gain.gain.high))
        marked = "yes" if gain.seen else "no"
        p = "<0.001" if gain.p < 0.001 else f"{gain.p:.3f}"
        rows.append([gain.trained, gain.part, marked, f"{100 * gain.base:.1f}%", f"{value} ({low} to {high})", p])
    header = ["trained on", "tested on", "seen in training", "base", "gain in points", "Holm p"]
    print_table(f"Gains over the base model, by {by}", header, rows)
