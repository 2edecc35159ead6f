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
    help="Exit with 1 if a run is worse than the first by more than so many points, its whole interval below that, "
    "or if too much failed or is missing to tell.",
)
@click.option(
    "--min-coverage",
    "covered",
    type=Finite(0, 100),
    default=95,
    show_default=True,
    help="With --fail-if-worse: the least share, in percent, of what the first was asked that both must have answered.",
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
    covered: float,
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
    prompt or setting that has become worse: it also fails if that shows once failed requests count as wrong, or if
    answers are missing in which a loss could hide, and it says how large a loss would have to be to be seen.

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
    _tell_losses(opened)
    if points is not None:
        _guard(found, points, covered / 100)


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


def _tell_losses(runs: Sequence[Run]) -> None:
    """Print which runs lost requests: their items are left out of the comparison."""
    from vantage.analysis.naming import told_apart
    from vantage.running.losses import LITTLE, loss

    for run in told_apart(runs):
        lost = loss(run.responses)
        if lost.share > LITTLE:
            why = "; ".join(f"{cause.n:,} × {cause.what}" for cause in lost.causes)
            tell(f"{run.name} lost {lost.failed:,} of {lost.asked:,} requests, which are left out here: {why}")


def _print_pairs(found: Sequence[Pair]) -> None:
    header = ["first", "second", "answers", "accuracies", "difference", "only first", "only second"]
    apart = any(pair.exact_p == pair.exact_p for pair in found)
    header += ["p", "Holm", *(["McNemar: exact, mid"] if apart else []), "visible"]
    rows = []
    for pair in found:
        ends = f"{_points(pair.difference.low)} to {_points(pair.difference.high)}"
        counts = [str(pair.difference.n), f"{_share(pair.first_accuracy)} {_share(pair.second_accuracy)}"]
        counts += [f"{_points(pair.difference.value)} ({ends})", str(len(pair.only_first)), str(len(pair.only_second))]
        tests = [_p(pair.permutation_p), _p(pair.corrected_p)]
        tests += [f"{_p(pair.exact_p)} {_p(pair.mid_p)}"] if apart else []
        rows.append([pair.first, pair.second, *counts, *tests, _points(pair.smallest, sign=False)])
    print_table("The second less the first, on the same items, in points", header, rows)
    tell("p flips the models in whole clusters (scene, set of wordings); Holm: corrected over the pairs above.")
    if any(pair.exact_p != pair.exact_p for pair in found):
        tell("McNemar's test is left out where items share scenes: it would find differences that are not there.")
    tell("Visible: the smallest true difference that would have shown in 80% of cases.")
    for pair in found:
        _tell_of(pair)


def _tell_of(pair: Pair) -> None:
    """Print what a pair is compared on, what failures could change, and how differently the two were asked."""
    if not pair.difference.n:
        tell(f"{pair.first} and {pair.second} answered no item in common, so nothing can be said of them.")
    elif pair.left_out:
        shared = f"{pair.first} and {pair.second} are compared on the {pair.difference.n:,} answers that both gave"
        wrong = pair.as_wrong
        tell(
            f"{shared}; {pair.left_out:,} responses have no partner and are left out. With failed requests as wrong: "
            f"{_points(wrong.value)} ({_points(wrong.low)} to {_points(wrong.high)})."
        )
    for one in pair.unlike:
        tell(f"{pair.first} and {pair.second} were asked differently: {one.what} {one.first}, and {one.second}.")


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


def _guard(found: Sequence[Pair], points: float, covered: float) -> None:
    """Exit with 1 if a run does not pass for no worse than the first; say what a pass leaves open."""
    from vantage.analysis import guard

    verdicts = [guard.judge(pair, points, covered) for pair in found]
    for verdict in verdicts:
        for sentence in (*verdict.faults, *verdict.notes):
            click.echo(sentence, err=True)
    if any(verdict.faults for verdict in verdicts):
        sys.exit(1)


def _points(value: float, sign: bool = True) -> str:
    if value != value:
        return "–"
    return f"{100 * value:+.1f}" if sign else f"{100 * value:.1f}"


def _share(value: float) -> str:
    return "–" if value != value else f"{100 * value:.1f}%"


def _p(value: float) -> str:
    return "–" if value != value else "<0.001" if value < 0.001 else f"{value:.3f}"
