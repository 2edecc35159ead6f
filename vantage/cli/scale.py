"""The command that puts people and models on one psychometric scale."""

from __future__ import annotations

from pathlib import Path

import click

from vantage.cli.options import data_option, runs_argument
from vantage.cli.shell import check_out, commands, conclude, result_options, tell


@commands.command()
@runs_argument
@data_option
@click.option("--out", type=click.Path(path_type=Path), default=Path("scale"), show_default=True, help="Folder.")
@click.option(
    "--model",
    "kind",
    type=click.Choice(["auto", "1pl", "2pl"]),
    default="auto",
    show_default=True,
    help="1pl: items share one discrimination; 2pl: each has its own; auto: 2pl from 30 answers an item on.",
)
@result_options
def scale(runs: tuple[Path, ...], data: Path | None, out: Path, kind: str) -> None:
    """Put people and models on one scale: how hard each item is, how able each who answered.

    Writes tables (CSV): items.csv (share right, item-rest correlation, difficulty and discrimination with standard
    errors, fit, and by how much an item is harder for models than for people of the same ability), respondents.csv
    (ability with its error, fit), tasks.csv (accuracies and gaps to people, with intervals that count people and items
    as drawn at random), times.csv and summary.csv (reliabilities, populations, what goes with people's time). 0 on the
    scale is the average person, 1 a standard deviation of people; of models alone, theirs.

    \b
    Examples:
      vantage scale people/runs runs/bench --out scale
      vantage scale runs/bench --model 2pl
    """
    from vantage.data.dataset import write_text
    from vantage.plots import tables as written
    from vantage.psychometrics import people_and_models, tables
    from vantage.psychometrics.responses import of_runs
    from vantage.running.opening import open_runs

    check_out(out, folder=True)
    opened, found = open_runs(runs, data)
    account = people_and_models.account(of_runs(found, opened), "" if kind == "auto" else kind.upper())
    out.mkdir(parents=True, exist_ok=True)
    for name, table in tables.tables(account).items():
        write_text(out / f"{name}.csv", written.csv(table))
    made, people = account.scale, account.responses.people
    models = int((~people).sum())
    who = " and ".join(
        f"{n} {name if n != 1 else one}"
        for n, name, one in ((int(people.sum()), "people", "person"), (models, "models", "model"))
        if n
    )
    ended = "converged" if made.converged else "did NOT converge"
    tell(
        f"{who} on {len(account.responses.items):,} items: {made.kind}, {ended} after {made.iterations} iterations, "
        f"reliability {made.reliability:.2f}{tables.slow_words(account.task_times)}"
    )
    tell(f"wrote {', '.join(f'{name}.csv' for name in tables.tables(account))} to {out.resolve()}")
    conclude({"path": out, "scale": made.kind, "converged": made.converged, "reliability": made.reliability}, out)
