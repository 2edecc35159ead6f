"""The command that finds out why answers are wrong: a judge's labels, the page to review them, and how they agree."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.completing import judges_named
from vantage.cli.inquire import inquiring
from vantage.cli.judged import print_agreement, print_summaries
from vantage.cli.options import budget_options, data_option, runs_argument, settings_options
from vantage.cli.run import spent
from vantage.cli.shell import check_out, commands, conclude, json_option, print_json, quiet_option, say

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet
    from vantage.judging.judge import Judgement
    from vantage.running.run_folder import Run
    from vantage.running.tally import Tally


@commands.command()
@runs_argument
@click.option(
    "--model",
    "name",
    default="",
    shell_complete=judges_named,
    help="The judge, PROVIDER/NAME; to look again, only if there are several.",
)
@click.option(
    "--sample",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    help="Judge so many wrong responses of each run, each task and tier its share.",
)
@click.option("--page", type=click.Path(path_type=Path), help="Write a page (HTML) to review the judgements on.")
@click.option("--blind", is_flag=True, help="Leave the judge's words out of the page.")
@click.option("--review", type=click.Path(path_type=Path), help="Labels saved from the page, to measure agreement.")
@click.option("--retry-unread", is_flag=True, help="Ask again where the judge's reply could not be read.")
@data_option
@settings_options
@budget_options
@json_option
@quiet_option
def judge(
    runs: tuple[Path, ...],
    name: str,
    page: Path | None,
    blind: bool,
    review: Path | None,
    data: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Have a model judge why answers are wrong, and a person review it.

    Each of a sample of wrong responses is a perceptual, a comprehension or a reasoning error (of rule application,
    mental simulation or holistic-local processing), or unclear. The same command again asks only what is missing. With
    --page or --review only runs that hold no judgements yet are asked about; without --model nobody is asked. The
    replies lie in the run's folder, in judge/MODEL.

    \b
    Examples:
      vantage judge runs/bench/* --model anthropic/claude-opus-4-5 --sample 50 --max-cost 5
      vantage judge runs/bench/* --model anthropic/claude-opus-4-5 --retry-unread
      vantage judge runs/bench/* --page review.html --blind
      vantage judge runs/bench/* --review labels.jsonl
    """
    from vantage.judging import agreement, patterns

    if page:
        check_out(page, ends=(".html",))
    if options["retry_unread"] and not name:
        raise ValueError("--retry-unread asks the judge again; name it with --model PROVIDER/NAME")
    reviews = agreement.read_reviews(review) if review else {}
    opened = _opened(runs, data)
    once = bool(page or review) and not (options["retry_unread"] or options["retry_failed"])
    judged = dict(_judged(opened, name, once, options) if name else _stored(opened))
    judged = {called: found for called, found in judged.items() if found}
    everything = [judgement for found in judged.values() for judgement in found]
    if not everything:
        raise ValueError("nothing was judged: none of the runs holds a wrong answer to a question with pictures")
    if page:
        _write_page(page, [dataset for _, dataset in opened], everything, blind)
        return
    summaries = [patterns.summarise(called, found, reviews) for called, found in judged.items()]
    errors = {called: patterns.errors(found, reviews) for called, found in judged.items()}
    across = patterns.compare(errors) if len({one.judge for one in summaries}) == 1 else None
    agreed = agreement.agreement(everything, reviews) if review else None
    if as_json:
        print_json({"models": summaries, "across": across, "advice": patterns.ADVICE, "agreement": agreed})
    else:
        print_summaries(summaries, across)
        if agreed:
            print_agreement(agreed)
    if not any(judgement.verdict for judgement in everything):
        click.echo(
            f"none of {len(everything)} replies of the judge could be read; ask again (--retry-unread), or another one",
            err=True,
        )
        sys.exit(1)


def _opened(paths: Sequence[Path], data: Path | None) -> list[tuple[Run, DataSet]]:
    """Return the runs with their data sets; each run has a different name."""
    from vantage.analysis.naming import told_apart
    from vantage.running.opening import open_run

    opened = [open_run(path, data) for path in paths]
    return [(run, dataset) for run, (_, dataset) in zip(told_apart([run for run, _ in opened]), opened)]


def _judged(
    opened: Sequence[tuple[Run, DataSet]], name: str, once: bool, options: dict[str, Any]
) -> Iterator[tuple[str, list[Judgement]]]:
    """Yield a judge's verdicts on each run, asking for missing ones; if `once`, only about runs without any verdict."""
    from vantage.judging.judge import NotJudged, stored

    tallies: list[Tally] = []  # one per run; the runs share a budget
    for run, dataset in opened:
        try:
            judged = stored(run, dataset, name) if once else None
        except NotJudged:
            judged = None
        yield run.name, _ask(run, dataset, name, options, tallies) if judged is None else judged


def _ask(run: Run, dataset: DataSet, name: str, options: dict[str, Any], tallies: list[Tally]) -> list[Judgement]:
    from vantage.judging.judge import judge

    model = run.name
    with inquiring(name, options, f"{model}, judged by {name}", tallies) as to:
        judged = judge(run, dataset, to.model, options["sample"], to.manner, to.tally, to.progress)
    read = sum(judgement.verdict is not None for judgement in judged)
    unread = sum(not (judgement.verdict or judgement.failed) for judgement in judged)
    again = f"; {unread} replies could not be read (--retry-unread asks again)" if unread else ""
    say(f"{model}: {read} of {len(judged)} judgements read{spent(to.tally)}{again}")
    if to.tally.stopped:
        say(f"{model}: {to.tally.stopped}")
    return judged


def _stored(opened: Sequence[tuple[Run, DataSet]]) -> Iterator[tuple[str, list[Judgement]]]:
    """Yield the judgements stored in the runs; name the runs without any, or raise an error if no run has any."""
    from vantage.judging.judge import NotJudged, stored

    missing = []
    for run, dataset in opened:
        try:
            yield run.name, stored(run, dataset)
        except NotJudged as error:
            missing.append(error)
    if len(missing) == len(opened):
        raise missing[0]
    for why in missing:
        say(f"left out: {why}")


def _write_page(page: Path, datasets: Sequence[DataSet], judged: Sequence[Judgement], blind: bool) -> None:
    from vantage.report import review

    items = {}
    for dataset in {dataset.digest: dataset for dataset in datasets}.values():
        items[dataset.digest] = dataset.get(one.case.item.id for one in judged if one.case.dataset == dataset.digest)
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(review.page(judged, items, blind), "utf-8")
    read = sum(one.verdict is not None for one in judged)
    conclude({"path": page, "judgements": read}, page, words=f"{page}: {read} judgements to review")
