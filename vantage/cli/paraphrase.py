"""The command that has a language model reword questions, and keeps the wordings that still ask the same."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.completing import judges_named
from vantage.cli.inquire import Inquirer, inquiring
from vantage.cli.options import budget_options, settings_options
from vantage.cli.run import spent
from vantage.cli.shell import commands, conclude, json_option, quiet_option

if TYPE_CHECKING:
    from vantage.rewording.paraphrase import Who
    from vantage.running.tally import Tally


@commands.command()
@click.argument("data", type=click.Path(path_type=Path))
@click.option("--model", "name", required=True, shell_complete=judges_named, help="Who rewords, PROVIDER/NAME.")
@click.option("--reader", default="", shell_complete=judges_named, help="Who reads the wordings back [the same model].")
@click.option("--n", type=click.IntRange(1, 20), default=5, show_default=True, help="Paraphrases of each question.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The folder of the new data set.")
@settings_options
@budget_options
@json_option
@quiet_option
def paraphrase(data: Path, name: str, reader: str, n: int, out: Path, as_json: bool, **options: Any) -> None:
    """Have a model reword the questions about scenes.

    Each wording is read back: a model that sees nothing else says which things it asks about, from whose perspective
    and so on. A wording is kept only if that is what the question's truth says. The new data set holds the questions
    with their wordings as groups; pictures, options and keys stay as they are. The replies lie in OUT-replies, so the
    same command goes on where it stopped; OUT/paraphrases.jsonl says what became of each wording.

    \b
    Examples:
      vantage paraphrase data/scope --model openai/gpt-5.2 --n 5 --out data/scope-reworded --max-cost 5
      vantage paraphrase data/scope --model openai/gpt-5.2 --reader anthropic/claude-opus-4-5 --out data/reworded
    """
    from vantage.data.dataset import load
    from vantage.rewording.paraphrase import paraphrase, reasons

    tallies: list[Tally] = []  # the writer and the reader share a budget
    dataset = load(data)
    with (
        inquiring(name, options, f"{data}, reworded by {name}", tallies) as writer,
        inquiring(reader or name, options, f"{data}, read back by {reader or name}", tallies) as back,
    ):
        made, fates = paraphrase(dataset, out, n, _who(writer), _who(back))
    kept = sum(not fate.dropped for fate in fates)
    words = f"{out}: {kept} of {len(fates)} paraphrases kept{spent(back.tally)}; dropped: {reasons(fates)}"
    conclude({"path": out, "items": len(made), "kept": kept, "wordings": len(fates)}, out, words=words)


def _who(to: Inquirer) -> Who:
    from vantage.rewording.paraphrase import Who

    return Who(to.model, to.manner, to.tally, to.progress)
