"""The command that finds out why answers are wrong: a judge's labels, the page to review them, and how they agree."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.completing import judges_named
from vantage.cli.frame import (
    check_out,
    commands,
    conclude,
    json_option,
    print_json,
    print_table,
    quiet_option,
    say,
    tell,
)
from vantage.cli.inquire import inquiring
from vantage.cli.options import budget_options, data_option, runs_argument, settings_options
from vantage.cli.run import spent

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet
    from vantage.judging.agreement import Agreement, Kappa, Summary
    from vantage.judging.judge import Judgement
    from vantage.running.runs import Run
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
    from vantage.judging import agreement
    from vantage.running.opening import open_run

    if page:
        check_out(page, ends=(".html",))
    if options["retry_unread"] and not name:
        raise ValueError("--retry-unread asks the judge again; name it with --model PROVIDER/NAME")
    reviews = agreement.read_reviews(review) if review else {}
    opened = [open_run(path, data) for path in runs]
    once = bool(page or review) and not (options["retry_unread"] or options["retry_failed"])
    judged = list(_judged(opened, name, once, options) if name else _stored(opened))
    everything = [judgement for found in judged for judgement in found]
    if not everything:
        raise ValueError("nothing was judged: none of the runs holds a wrong answer to a question with pictures")
    if page:
        _write_page(page, [dataset for _, dataset in opened], everything, blind)
        return
    summaries = [agreement.summarise(found, reviews) for found in judged if found]
    agreed = agreement.agreement(everything, reviews) if review else None
    if as_json:
        print_json({"models": summaries, "agreement": agreed})
    else:
        _print_summaries(summaries)
        if agreed:
            _print_agreement(agreed)
    if not any(judgement.verdict for judgement in everything):
        click.echo(
            f"none of {len(everything)} replies of the judge could be read; ask again (--retry-unread), or another one",
            err=True,
        )
        sys.exit(1)


def _judged(
    opened: Sequence[tuple[Run, DataSet]], name: str, once: bool, options: dict[str, Any]
) -> Iterator[list[Judgement]]:
    """Yield what a judge says of each run, asking what is missing; if `once`, only where it has said nothing yet."""
    from vantage.judging.judge import NotJudged, stored

    tallies: list[Tally] = []  # of the runs, which share a budget
    for run, dataset in opened:
        try:
            judged = stored(run, dataset, name) if once else None
        except NotJudged:
            judged = None
        yield _ask(run, dataset, name, options, tallies) if judged is None else judged


def _ask(run: Run, dataset: DataSet, name: str, options: dict[str, Any], tallies: list[Tally]) -> list[Judgement]:
    from vantage.judging.judge import judge

    model = run.model
    with inquiring(name, options, f"{model}, judged by {name}", tallies) as to:
        judged = judge(run, dataset, to.model, options["sample"], to.manner, to.tally, to.progress)
    read = sum(judgement.verdict is not None for judgement in judged)
    unread = sum(not (judgement.verdict or judgement.failed) for judgement in judged)
    again = f"; --retry-unread asks {unread} of them again" if unread else ""
    say(f"{model}: {read} of {len(judged)} judgements read{spent(to.tally)}{again}")
    if to.tally.stopped:
        say(f"{model}: {to.tally.stopped}")
    return judged


def _stored(opened: Sequence[tuple[Run, DataSet]]) -> Iterator[list[Judgement]]:
    """Yield what the runs hold; those without judgements are left out with a word, unless none has any."""
    from vantage.judging.judge import NotJudged, stored

    missing = []
    for run, dataset in opened:
        try:
            yield stored(run, dataset)
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


def _print_summaries(summaries: Sequence[Summary]) -> None:
    from vantage.judging.verdict import LABELS, type_of

    header = ["error", *(f"{one.model} ({one.read})" for one in summaries)]
    rows = [[_named(label, type_of(label)), *(_share(one, label) for one in summaries)] for label in LABELS]
    rows += [
        [f"severity {level}", *(str(one.severities[level]) for one in summaries)] for level in ("high", "medium", "low")
    ]
    for what in ("unreadable", "failed", "corrected"):
        if any(getattr(one, what) for one in summaries):
            rows.append([what, *(str(getattr(one, what)) for one in summaries)])
    judges = ", ".join(dict.fromkeys(one.judge for one in summaries))
    person = ", corrected by a person" if any(one.corrected for one in summaries) else ""
    print_table(f"Why answers are wrong, judged by {judges}{person}", header, rows)
    cells = [
        [one.model, task, *(str(counts[label]) for label in LABELS)]
        for one in summaries
        for task, counts in one.tasks.items()
    ]
    print_table("By task", ["model", "task", *LABELS], cells)


def _print_agreement(found: Agreement) -> None:
    rows = [
        [one.label, str(one.judge), str(one.person), str(one.both), _percent(one.confirmed, one.low, one.high)]
        for one in found.categories
    ]
    print_table("Agreement of judge and person", ["label", "judge", "person", "both", "confirmed"], rows)
    tell(f"All labels: {_kappa(found.labels)}")
    tell(f"Types of error alone: {_kappa(found.types)}")
    seen = found.labels.n - found.blind
    if seen:
        tell(f"{seen} of the labels were given with the judge's in view, which favours agreement (see --blind).")
    if found.unmatched:
        tell(f"{found.unmatched} labels are for responses that have no judgement here.")


def _kappa(found: Kappa) -> str:
    share = f"agreed on {found.agreed} of {found.n}"
    if found.value != found.value:
        return f"{share}; kappa is not defined, for both gave one label only"
    return f"{share}, kappa {found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


def _named(label: str, kind: str) -> str:
    return label if label == kind else f"{kind}: {label}"


def _share(summary: Summary, label: str) -> str:
    return f"{summary.labels[label]}, {_percent(*summary.share(label))}"


def _percent(share: float, low: float, high: float) -> str:
    return "-" if share != share else f"{100 * share:.0f}% ({100 * low:.0f} to {100 * high:.0f})"
