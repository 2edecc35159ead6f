"""The command that writes reports."""

from __future__ import annotations

from pathlib import Path

import click

from vantage.cli.frame import commands


@commands.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help="The data set, if it has moved since the runs.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("report.html"), show_default=True)
@click.option(
    "--figures", type=click.Path(path_type=Path), help="Also write figures (SVG, PDF) and tables (CSV, MD, TeX) here."
)
@click.option(
    "--sizes", type=click.Path(path_type=Path), help="A CSV file of model, parameters (like 7B) and, if wanted, family."
)
def report(runs: tuple[Path, ...], data: Path | None, out: Path, figures: Path | None, sizes: Path | None) -> None:
    """Write one self-contained HTML report on runs over the same data set.

    It says who was right how often, what is wrong with each model, and shows the items that tell. Sizes of models are
    read from names like Qwen2.5-VL-7B; --sizes gives those that names do not tell.

    \b
    Examples:
      vantage report runs/quick/* --out report.html
      vantage report runs/quick/* --figures paper/figures
    """
    from vantage.exhibits.effort import read_sizes
    from vantage.report import write

    write(list(runs), data, out, figures, read_sizes(sizes) if sizes else None)
    click.echo(f"wrote {out.resolve()}")
    if figures:
        click.echo(f"wrote figures and tables to {figures.resolve()}")
