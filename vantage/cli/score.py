"""The command that scores responses again, without asking the model. `compare` uses `print_rules` from here."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.completing import judges_named, rules_named
from vantage.cli.inquire import inquiring
from vantage.cli.options import RULES, budget_options, data_option, runs_argument, settings_options
from vantage.cli.run import spent
from vantage.cli.shell import commands, conclude, more_work_options, print_json, print_table, result_options, say, tell

if TYPE_CHECKING:
    from vantage.analysis.rulesets import Comparison, Totals
    from vantage.item import Item
    from vantage.parallel import Workers
    from vantage.running.run_folder import Run
    from vantage.running.tally import Tally
    from vantage.scoring.score import Score


@commands.command()
@runs_argument
@click.option("--rules", default="ours", show_default=True, shell_complete=rules_named, help=f"{RULES}.")
@click.option(
    "--judge",
    default="",
    shell_complete=judges_named,
    help="A model, PROVIDER/NAME, to read replies in which our rules find no answer.",
)
@data_option
@settings_options
@budget_options
@more_work_options
@result_options
def score(runs: tuple[Path, ...], rules: str, judge: str, data: Path | None, workers: Workers, **options: Any) -> None:
    """Score the responses of runs again; the models that gave them are not asked.

    Our own scores go to scores.jsonl in the run's folder, those by a peer's rules to scores-RULES.jsonl. Numbers that
    are scored by mean relative accuracy, as peers score all of them, count in the accuracy by how near they came. The
    options from --temperature on say how a judge is asked, if there is one; what it said is kept and not asked for
    again.

    \b
    Examples:
      vantage score runs/quick
      vantage score runs/quick/pixel --rules easi
      vantage score runs/quick/pixel --rules lmms-eval:vsibench
      vantage score runs/bench/* --judge openai/gpt-5-mini --temperature default
    """
    from vantage.analysis import outcomes, rulesets
    from vantage.running.opening import open_run
    from vantage.scoring import extract

    note = extract.rules(rules, judge=(lambda _: "") if judge else None).note
    rows = []
    tallies: list[Tally] = []  # one for each run that a judge is asked about; the runs share a budget
    for path in runs:
        run, dataset = open_run(path, data)
        items = {item.id: item for item in dataset.head()}
        scored = _judged(run, items, judge, options, tallies) if judge else outcomes.of_run(run, items, rules, workers)
        file = outcomes.write(run, scored, rules)
        rows.append((run.model, rulesets.count(run, items, scored), file))
    header = ["run", "right", "wrong", "unanswered", "failed", "accuracy"]
    print_table(f"Scores by rules: {rules}", header, [[model, *_cells(total)] for model, total, _ in rows])
    if note:
        tell(f"{rules} {note}.")
    found = [{"model": model, "rules": rules, **dataclasses.asdict(total), "file": file} for model, total, file in rows]
    conclude(found, *(file for _, _, file in rows))


def _judged(run: Run, items: dict[str, Item], judge: str, options: dict[str, Any], tallies: list[Tally]) -> list[Score]:
    """Return the scores of a run with a judge's help, and say how much help it was."""
    from vantage.analysis import outcomes

    with inquiring(judge, options, f"{run.model}, read by {judge}", tallies) as asking:
        found = outcomes.with_judge(run, items, asking.model, asking.manner, asking.tally, asking.progress)
    tally = asking.tally
    read = sum(scored.step == "judge" for scored in found)
    say(
        f"{run.model}: {judge} was asked about {tally.total} replies ({tally.asked} of them now) and read an "
        f"answer in {read} responses; {tally.failed} failed{spent(tally)}"
    )
    if tally.stopped:
        say(f"{run.model}: {tally.stopped}")
    return found


def print_rules(found: Sequence[Comparison], limit: int, as_json: bool) -> None:
    """Print the scores of the same runs under several rule sets."""
    if as_json:
        print_json(found)
        return
    for comparison in found:
        _print_rules(comparison, limit)


def _print_rules(found: Comparison, limit: int) -> None:
    """Print one run's totals under each rule set, beside the first, and the replies in dispute."""
    from vantage.scoring import extract

    names = list(found.totals)
    first = found.totals[names[0]].accuracy
    rows = []
    for name, total in found.totals.items():
        change = "" if name == names[0] or first != first else f"{100 * (total.accuracy - first):+.1f}"
        rows.append([name, *_cells(total), change, extract.rules(name).note])
    header = ["rules", "right", "wrong", "unanswered", "failed", "accuracy", "points", "note"]
    print_table(f"{found.model} in {found.run}", header, rows)
    asked = sum(found.totals[names[0]].outcomes.values())
    tell(f"The rule sets disagree on {len(found.disputes)} of {asked} responses.")
    shown = found.disputes[:limit]
    if shown:
        cells = [[x.item, _cell(x.key), *map(_cell, x.read.values()), x.excerpt] for x in shown]
        print_table("Read differently", ["item", "key", *names, "response"], cells)
    for name, why in found.left_out.items():
        tell(f"{name} is left out: {why}.")
    if len(found.disputes) > len(shown):
        tell(f"{len(found.disputes) - len(shown)} more; --limit shows more of them, --json all.")


def _cells(total: Totals) -> list[str]:
    outcomes = [str(total.outcomes[name]) for name in ("right", "wrong", "unanswered", "failed")]
    if total.accuracy != total.accuracy:  # nan: nothing was answered
        return [*outcomes, "-"]
    return [*outcomes, f"{100 * total.accuracy:.1f}% ({100 * total.low:.1f} to {100 * total.high:.1f})"]


def _cell(answer: str | float | None) -> str:
    from vantage.item import number_text

    return "-" if answer is None else number_text(answer) if isinstance(answer, float) else answer
