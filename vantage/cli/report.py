"""The command that writes reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from vantage.cli.options import data_option, runs_argument
from vantage.cli.shell import check_out, commands, conclude, result_options, say, tell


@commands.command()
@runs_argument
@data_option
@click.option("--out", type=click.Path(path_type=Path), default=Path("report.html"), show_default=True)
@click.option(
    "--figures", type=click.Path(path_type=Path), help="Also write figures (SVG, PDF) and tables (CSV, MD, TeX) here."
)
@click.option(
    "--sizes", type=click.Path(path_type=Path), help="A CSV file of model, parameters (like 7B) and, if wanted, family."
)
@result_options
def report(runs: tuple[Path, ...], data: Path | None, out: Path, figures: Path | None, sizes: Path | None) -> None:
    """Write one self-contained HTML report on runs, or on all runs in a folder.

    Runs over one data set drawn by two renderers (`vantage make --renderer`) are set beside each other, item by item.
    Of runs over several data sets (public benchmarks and suites) it has the tables of a paper: models by benchmarks,
    by capabilities, beside people and published results. Of runs over one it says who was right how often, what is
    wrong with each model, and shows the items that tell. Sizes of models are read from names like Qwen2.5-VL-7B;
    --sizes gives those that names do not tell.

    \b
    Examples:
      vantage report runs/quick --out report.html
      vantage report runs/quick/pixel runs/quick/random --figures paper/figures
      vantage report runs/vsi runs/mmsi runs/mindcube-tiny --out overview.html
    """
    from vantage.report import overview
    from vantage.report.exhibits.effort import read_sizes
    from vantage.report.report import write
    from vantage.running.opening import open_groups

    check_out(out, ends=(".html", ".htm"))
    if figures:
        check_out(figures, folder=True)
    known = read_sizes(sizes) if sizes else {}
    runs = _begun(runs)
    groups = open_groups(runs) if data is None and _several(runs) else []
    if len(groups) > 1:
        overview.write(groups, out, figures)
    else:
        write(groups[0][1] if groups else list(runs), groups[0][0] if groups else data, out, figures, known, say)
    _name_strangers(known, runs)
    paths = [path.resolve() for path in (out, figures) if path]
    tell(f"wrote {paths[0]}")
    if figures:
        tell(f"wrote figures and tables to {paths[1]}")
    conclude({"path": paths[0], "figures": paths[1] if figures else None, "runs": runs}, *paths)


def _several(runs: tuple[Path, ...]) -> bool:
    """Return whether runs are about more than one data set."""
    from vantage.running.run_folder import read_header

    return len({header.dataset.digest for header in map(read_header, runs) if header}) > 1


def _begun(runs: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return the runs with responses and say which have none; if none has any, return all: the report will fail."""
    from vantage.running.run_folder import read_header, records
    from vantage.running.sample import ALL

    headers = {path: read_header(path) for path in runs}
    quick = {path for path, header in headers.items() if header and (header.selection or ALL).adaptive}
    begun = tuple(path for path in runs if headers[path] is None or any(records(path)))
    kept = tuple(path for path in begun if path not in quick)
    if begun and not kept:
        raise ValueError(f"{begun[0]} is a quick estimate, whose items were chosen; ask the rest by the same command "
                         "without --adaptive")  # fmt: skip
    for path in runs if begun else ():
        if path in quick:
            say(f"{path} is left out: its items were chosen for a quick estimate, so a share of them says little")
        elif path not in begun:
            say(f"{path} holds no responses yet; left out")
    return kept or runs


def _name_strangers(sizes: Iterable[str], runs: Sequence[Path]) -> None:
    """Say which models were given a size although there is no run of them: the names may be misspelt."""
    from vantage.running.run_folder import read_header

    headers = (read_header(path) for path in runs)
    for name in sorted(set(sizes) - {header.model for header in headers if header}):
        say(f"--sizes names {name}, of which there is no run here")
