"""Commands for the first minutes: demo and doctor."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path

import click

from vantage import __version__
from vantage.cli.shell import (
    Progress,
    commands,
    conclude,
    json_option,
    print_table,
    progress_bar,
    result_options,
    tell,
    workers_option,
)


@commands.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("demo"), show_default=True, help="Folder to fill.")
@workers_option
@result_options
def demo(out: Path, workers: int) -> None:
    """Walk the whole way on built-in models: make the quick suite, run eight models, write a report."""
    from vantage.cli.demo import MODELS, walk

    with contextlib.ExitStack() as stack:

        def step(title: str) -> Progress:
            stack.close()
            tell(title)
            return stack.enter_context(progress_bar("   items"))

        rows, report = walk(out, workers, step)
    title = "Right answers in percent, with 95% intervals"
    print_table(title, ["task", *MODELS], [[task, *(cells[name] for name in MODELS)] for task, cells in rows])
    found = {"path": report.resolve(), "accuracy": dict(rows)}
    conclude(found, report.resolve(), words=f"{len(MODELS)} models, one report: {report.resolve()}")


@commands.command()
@json_option
def doctor(as_json: bool) -> None:
    """Say what is installed, which extras are missing, and how to get them."""
    from vantage.cli.doctor import examine

    findings = examine()
    if as_json:
        click.echo(json.dumps([vars(finding) for finding in findings], indent=1))
    else:
        rows = [[f.what, f.found or "missing", f.advice] for f in findings]
        print_table(f"Vantage {__version__}", ["what", "found", "to get it"], rows)
    sys.exit(1 if any(f.needed and not f.found for f in findings) else 0)
