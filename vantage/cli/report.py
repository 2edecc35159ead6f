"""The command that writes reports."""

from __future__ import annotations

from pathlib import Path

import click

from vantage.cli.frame import commands


@commands.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help="The data set, if it has moved since the runs.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("report.html"), show_default=True)
def report(runs: tuple[Path, ...], data: Path | None, out: Path) -> None:
    """Write one self-contained HTML report on runs over the same data set.

    \b
    Example:
      vantage report runs/quick/* --out report.html
    """
    from vantage.report import write

    write(list(runs), data, out)
    click.echo(f"wrote {out.resolve()}")
