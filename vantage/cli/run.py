"""The command that asks models."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.frame import commands
from vantage.cli.options import conditions_options, limits_options, settings_options
from vantage.cli.watch import watching

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet
    from vantage.item import Condition
    from vantage.models import Model, Settings
    from vantage.running.cache import Cache
    from vantage.running.prices import Price
    from vantage.running.tally import Tally

CROSSED = ("protocol", "images", "layout", "form", "max_side", "rotation")


@commands.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option("--model", "names", multiple=True, required=True, help="A model; may be given several times.")
@conditions_options
@settings_options
@limits_options
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the runs, one per model [runs/DATASET].")
def run(dataset: Path, names: tuple[str, ...], out: Path | None, **options: Any) -> None:
    """Ask models the questions of a data set; every response is kept as it comes.

    The same command again asks only what is missing. Options that say how an item is presented may be given several
    times; they are crossed. Keys are taken from the environment (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY).

    \b
    Examples:
      vantage run data/quick --model random --model pixel
      vantage run data/bench --model openai/gpt-5 --temperature default --sample 200 --dry-run
      vantage run data/bench --model anthropic/claude-opus-4-5 --protocol direct --protocol cot --max-cost 20
      vantage run data/bench --model openai/my-vlm --base-url http://localhost:8000/v1 --circular
    """
    from vantage import models
    from vantage.data.dataset import load
    from vantage.models import Settings
    from vantage.running.run import check_model

    data = load(dataset)
    settings = Settings(**{field.name: options[field.name] for field in dataclasses.fields(Settings)})
    found = [models.get(name, settings) for name in dict.fromkeys(names)]
    if not options["dry_run"]:
        for model in found:
            check_model(model)
    conditions = crossed(data, options)
    out = out or Path("runs") / dataset.resolve().name
    tallies: list[Tally] = []  # of the models, which share a budget
    for model in found:
        if options["dry_run"]:
            _estimate(data, model, conditions, settings, options)
        else:
            _ask(data, model, conditions, out / folder_name(model.name), settings, options, tallies)


def folder_name(model: str) -> str:
    """Return the name of the folder for a model's run: its own, with whatever is no part of a file name as a dash."""
    return re.sub(r"[^\w.-]+", "-", model).strip("-")


def crossed(data: DataSet, options: dict[str, Any]) -> list[Condition]:
    """Return every combination of what was asked for; the first named varies slowest."""
    from vantage.item import Condition
    from vantage.prompts.prompt import rotations

    values = {name: list(dict.fromkeys(options[name])) for name in CROSSED}
    if options["circular"]:
        values["rotation"] = list(range(max((rotations(item) for item in data.head()), default=1)))
    values["repeat"] = list(range(options["repeats"]))
    return [Condition(**dict(zip(values, row)), depth=options["depth"]) for row in itertools.product(*values.values())]


def _ask(
    data: DataSet,
    model: Model,
    conditions: list[Condition],
    out: Path,
    settings: Settings,
    options: dict[str, Any],
    tallies: list[Tally],
) -> None:
    from vantage.analysis.outcomes import score_run
    from vantage.running.run import run as run_model
    from vantage.running.sample import Selection
    from vantage.running.tally import Budget, Tally

    tally = Tally(price_for(model, settings, options), earlier=tuple(tallies))
    tallies.append(tally)
    budget = Budget(options["max_requests"], options["max_tokens_total"], options["max_cost"])
    selection = Selection(options["limit"], options["sample"])
    with contextlib.ExitStack() as stack:
        cache = None if options["no_cache"] else cache_for(model, stack)
        progress = stack.enter_context(watching(model.name, tally))
        manner = {name: options[name] for name in ("concurrency", "retries", "retry_failed")}
        run_model(
            data, model, conditions, out, settings=settings, selection=selection, budget=budget, cache=cache,
            tally=tally, progress=progress, **manner,
        )  # fmt: skip
    outcomes = score_run(out, data)
    counts = ", ".join(f"{n} {outcome.value}" for outcome, n in outcomes.most_common()) or "nothing asked"
    click.echo(f"{model.name}: {counts}{spent(tally)}, in {out}")
    if tally.stopped:
        click.echo(f"{model.name}: {tally.stopped}")


def cache_for(model: Model, stack: contextlib.ExitStack) -> Cache | None:
    """Return the shared cache for models that are worth one: not for built-in ones, nor for weights that may change."""
    from vantage.running.cache import Cache

    prefix, _, rest = model.name.partition("/")
    return stack.enter_context(Cache()) if rest and not (prefix == "hf" and Path(rest).exists()) else None


def price_for(model: Model, settings: Settings, options: dict[str, Any]) -> Price | None:
    """Return what a model costs, if that is known; the user's own prices go first."""
    from vantage.running.prices import price_of

    return price_of(model.name, getattr(model, "settings", settings).base_url, options["prices"])


def spent(tally: Tally) -> str:
    """Return what a sitting took, as the end of a sentence; empty where it took nothing."""
    parts = [f"{tally.cached} of them from the cache (--no-cache asks again)"] if tally.cached else []
    if tally.price is None:
        parts.append(f"{tally.tokens} tokens, whose price is not known")
    elif tally.cost:
        parts.append(f"{tally.tokens} tokens for ${tally.cost:.4g}")
    return "".join(f", {part}" for part in parts)


def _estimate(
    data: DataSet, model: Model, conditions: list[Condition], settings: Settings, options: dict[str, Any]
) -> None:
    from vantage.running import estimate
    from vantage.running.run import plan
    from vantage.running.sample import Selection

    price = price_for(model, settings, options)
    asked = plan(data, conditions, Selection(options["limit"], options["sample"]))
    found = estimate.estimate(data, conditions, asked, settings, price)
    cost = (
        "at a price that is not known (give one with --prices FILE)"
        if price is None
        else f"for about ${found.cost:.2f}"
    )
    click.echo(
        f"{model.name}: {found.requests} requests, about {found.tokens_in} tokens in and {found.tokens_out} out, {cost}"
    )
    click.echo(estimate.basis(settings, price))
