"""The command that sets runs side by side: models on the same items, or rule sets on the same replies."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vantage.cli.completing import rules_named
from vantage.cli.options import RULES, Finite, data_option, runs_argument
from vantage.cli.score import print_rules
from vantage.cli.shell import (
    check_out,
    commands,
    is_quiet,
    json_option,
    print_json,
    print_table,
    quiet_option,
    say,
    tell,
)

if TYPE_CHECKING:
    from vantage.analysis.compare import Pair
    from vantage.data.dataset import DataSet
    from vantage.running.run_folder import Run


@commands.command()
@runs_argument
@click.option("--all", "everyone", is_flag=True, help="Compare everyone with everyone, not each with the first.")
@click.option(
    "--fail-if-worse",
    "points",
    type=Finite(0, 100),
    help="Exit with 1 if a run is worse than the first by more than so many points, its whole interval below that.",
)
@click.option("--page", type=click.Path(path_type=Path), help="Also write it as a page (HTML), with the items.")
@click.option("--rules", "by_rules", is_flag=True, help="Compare what different rule sets read in the same responses.")
@click.option(
    "--rule-set",
    "names",
    multiple=True,
    shell_complete=rules_named,
    help=f"Compare ours with these, not with the common rules of each tool: {RULES}.",
)
@click.option("--limit", type=click.IntRange(0), default=20, show_default=True, help="Parts or replies shown per run.")
@data_option
@json_option
@quiet_option
def compare(
    runs: tuple[Path, ...],
    everyone: bool,
    points: float | None,
    page: Path | None,
    by_rules: bool,
    names: tuple[str, ...],
    limit: int,
    data: Path | None,
    as_json: bool,
) -> None:
    """Compare runs on the same items: how far apart, how sure, and what each gets that the other does not.

    Each run is set beside the first. Answers are paired item by item; differences are the later run's accuracy less
    the first's, in points, with 95% intervals. In continuous integration, --fail-if-worse guards against a model,
    prompt or setting that has become worse.

    \b
    Examples:
      vantage compare runs/bench/old runs/bench/new
      vantage compare runs/bench/old runs/bench/new --fail-if-worse 2
      vantage compare --all runs/bench --page compare.html
      vantage compare --rules runs/quick/pixel
      vantage compare --rule-set lmms-eval:vsibench --rule-set vlmevalkit:spatial runs/quick/pixel
    """
    from vantage.analysis import rulesets
    from vantage.running.opening import open_run

    if by_rules or names:
        if points is not None or everyone or page:
            raise ValueError(
                "--rules reads each run by itself; leave out --fail-if-worse, --all and --page, which compare runs"
            )
        chosen = _rule_sets(names)
        print_rules([rulesets.compare(*open_run(path, data), chosen) for path in runs], limit, as_json)
        return
    from vantage.analysis.compare import of_runs

    if page:
        check_out(page, ends=(".html",))
    opened, dataset = _opened(runs, data)
    found = of_runs(dataset, opened, everyone)
    if page:
        _write_page(page, dataset, opened, found)
    if as_json:
        print_json(found)
    else:
        _print_pairs(found)
        for pair in found if len(found) <= 3 else ():
            _print_parts(pair, limit)
    _guard(found, points, _tell_losses(opened))


def _rule_sets(names: Sequence[str]) -> Sequence[str]:
    """Return the rule sets to compare, ours first."""
    from vantage.scoring import extract

    for name in names:
        extract.rules(name)
    return tuple(dict.fromkeys((extract.OURS, *names))) if names else extract.TOOLS


def _opened(paths: Sequence[Path], data: Path | None) -> tuple[list[Run], DataSet]:
    """Return the runs and their one data set."""
    from vantage.running.opening import open_runs

    if len(paths) < 2:
        raise ValueError("give at least two runs to compare, or --rules to compare how rule sets read one run")
    runs, dataset = open_runs(paths, data)
    for run in runs:
        if not run.responses:
            raise ValueError(f"{run.path} holds no responses yet; run it first")
    return runs, dataset


def _write_page(page: Path, dataset: DataSet, runs: Sequence[Run], found: Sequence[Pair]) -> None:
    from vantage.report import versus

    versus.write(dataset, runs, found, page)
    click.echo(page.resolve()) if is_quiet() else say(f"wrote {page.resolve()}")


def _tell_losses(runs: Sequence[Run]) -> list[str]:
    """Print which runs lost requests (their items are left out of the comparison); return the runs that lost many."""
    from vantage.analysis.naming import told_apart
    from vantage.running.losses import LITTLE, MUCH, loss

    lost = {run.name: loss(run.responses) for run in told_apart(runs)}
    for name, one in lost.items():
        if one.share > LITTLE:
            why = "; ".join(f"{cause.n:,} × {cause.what}" for cause in one.causes)
            tell(f"{name} lost {one.failed:,} of {one.asked:,} requests, which are left out here: {why}")
    return [name for name, one in lost.items() if one.share > MUCH]


def _print_pairs(found: Sequence[Pair]) -> None:
    header = ["first", "second", "answers", "accuracies", "difference", "only first", "only second"]
    header += ["p: exact, mid, clusters", "Holm", "visible"]
    rows = []
    for pair in found:
        ends = f"{_points(pair.difference.low)} to {_points(pair.difference.high)}"
        counts = [str(pair.difference.n), f"{_share(pair.first_accuracy)} {_share(pair.second_accuracy)}"]
        counts += [f"{_points(pair.difference.value)} ({ends})", str(len(pair.only_first)), str(len(pair.only_second))]
        tests = " ".join(_p(p) for p in (pair.exact_p, pair.mid_p, pair.permutation_p))
        rows.append([pair.first, pair.second, *counts, tests, _p(pair.corrected_p), _points(pair.smallest, sign=False)])
    print_table("The second less the first, on the same items, in points", header, rows)
    tell("Trust p by clusters; Holm: the same, corrected over the pairs above.")
    tell("Visible: the smallest true difference that would have shown in 80% of cases.")
    for pair in found:
        if not pair.difference.n:
            tell(f"{pair.first} and {pair.second} answered no item in common, so nothing can be said of them.")
        elif pair.left_out:
            shared = f"{pair.first} and {pair.second} are compared on the {pair.difference.n:,} answers that both gave"
            tell(f"{shared}; {pair.left_out:,} responses have no partner and are left out.")


def _print_parts(pair: Pair, limit: int) -> None:
    """Print the groups of items on which the difference between two models is most certain."""
    from vantage.analysis.compare import ALPHA

    parts = sorted(pair.parts, key=lambda part: (part.p, -abs(part.difference.value)))
    apart = [part for part in parts if part.p < ALPHA][:limit]
    if not apart and pair.difference.n:
        tell(f"{pair.second} beside {pair.first}: no task, tier or other tag in which they surely differ.")
    if not apart:
        return
    rows = []
    for part in apart:
        ends = f"{_points(part.difference.low)} to {_points(part.difference.high)}"
        counts = [str(part.difference.n), f"{_points(part.difference.value)} ({ends})"]
        rows.append([part.tag, part.value, *counts, str(part.only_first), str(part.only_second), _p(part.p)])
    header = ["tag", "value", "answers", "difference", "only first", "only second", "Holm p"]
    print_table(f"Where {pair.second} differs from {pair.first}", header, rows)


def _guard(found: Sequence[Pair], points: float | None, lost: Sequence[str]) -> None:
    """Exit with 1 if a run is worse than the first by more than is allowed, or lost too many requests to tell.

    If no items could be compared, that is a ValueError.
    """
    if points is None:
        return
    for pair in found:
        if not pair.difference.n:
            raise ValueError(f"{pair.first} and {pair.second} answered no item in common, so nothing can be said")
    worse = [pair for pair in found if pair.worse_by(points)]
    for pair in worse:
        change, high = _points(pair.difference.value), _points(pair.difference.high)
        click.echo(
            f"{pair.second} is worse than {pair.first} by more than {points:g} points: {change}, at best {high}",
            err=True,
        )
    for name in lost:
        click.echo(f"{name} lost too many requests to say that it is no worse", err=True)
    if worse or lost:
        sys.exit(1)


def _points(value: float, sign: bool = True) -> str:
    if value != value:
        return "–"
    return f"{100 * value:+.1f}" if sign else f"{100 * value:.1f}"


def _share(value: float) -> str:
    return "–" if value != value else f"{100 * value:.1f}%"


def _p(value: float) -> str:
    return "<0.001" if value < 0.001 else f"{value:.3f}"
