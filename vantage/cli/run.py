"""The command that asks models."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.completing import models_named
from vantage.cli.options import Finite, conditions_options, limits_options, settings_crossed
from vantage.cli.quick import calibration_runs, estimated, quick_options, started
from vantage.cli.results import Result, result, tell_loss, words
from vantage.cli.shell import commands, conclude, engine_options, result_options, say, tell
from vantage.cli.watch import watching
from vantage.running.losses import MUCH

if TYPE_CHECKING:
    from vantage.cluster import Cluster
    from vantage.data.dataset import DataSet
    from vantage.item import Condition
    from vantage.models import Model, Settings
    from vantage.psychometrics.quick_run import Known
    from vantage.running.cache import Cache
    from vantage.running.prices import Price
    from vantage.running.tally import Tally

CROSSED = ("protocol", "images", "layout", "form", "max_side", "rotation")


@commands.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option(
    "--model",
    "names",
    multiple=True,
    required=True,
    shell_complete=models_named,
    help="A model; may be given several times.",
)
@conditions_options
@settings_crossed
@limits_options
@quick_options
@click.option(
    "--max-failed",
    type=Finite(0, 100),
    default=100 * MUCH,
    show_default=True,
    help="Exit with 1 if more than so many percent of a run's requests failed for good.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the runs, one per model [runs/DATASET].")
@engine_options
@result_options
def run(
    dataset: Path,
    names: tuple[str, ...],
    efforts: tuple[str, ...],
    out: Path | None,
    cluster: Cluster | None,
    **options: Any,
) -> None:
    """Ask models the questions of a data set; every response is kept as it comes.

    The same command again asks only what is missing. Options that say how an item is presented may be given several
    times; they are crossed. Several --effort make a run each, in MODEL-EFFORT. Keys are taken from the environment
    (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY).

    A first look for little money: --adaptive 100 chooses a hundred items one by one, a fair share of each task, and
    estimates the score on all, with an interval. It learns which items tell most from --calibration, runs of at least
    40 other models on the same data set. With fewer, --sample 100 --calibration RUNS estimates from a random sample.

    \b
    Examples:
      vantage run data/quick --model random --model pixel
      vantage run data/bench --model openai/gpt-5 --temperature default --sample 200 --dry-run
      vantage run data/bench --model anthropic/claude-opus-4-5 --protocol direct --protocol cot --max-cost 20
      vantage run data/bench --model openai/gpt-5 --temperature default --effort low --effort high
      vantage run data/bench --model openai/my-vlm --base-url http://localhost:8000/v1 --circular
      vantage run data/bench --model hf/Qwen/Qwen2.5-VL-7B-Instruct --engine ray   (docs/scale.md)
      vantage run data/bench --model openai/my-vlm --out quick --adaptive 100 --calibration runs/bench
    """  # fmt: skip
    from vantage.data.dataset import load
    from vantage.running.run import check_model

    data = load(dataset)
    out = out or Path("runs") / dataset.resolve().name
    sittings = list(_sittings(names, efforts, out, options, cluster))
    if not options["dry_run"]:
        for sitting in sittings:
            check_model(sitting.model)
    conditions = crossed(data, options)
    if options["dry_run"]:
        conclude({"runs": [_estimate(data, sitting, conditions, options) for sitting in sittings]})
        return
    calibration = calibration_runs(options, conditions)
    tallies: list[Tally] = []  # one per run; the runs share a budget
    found, told = [], []
    for sitting in sittings:
        start = started(data, calibration, sitting.model.name)
        found.append(_ask(data, sitting, conditions, options, tallies, start))
        more = {"estimate": estimated(start, sitting.folder, bool(options["adaptive"]))} if start else {}
        told.append({**_json(found[-1], tallies[-1]), **more})
    conclude({"runs": told}, *(one.path for one in found))
    if not calibration and not any(tally.stopped for tally in tallies):
        say(f"next: vantage report {out}")
    _guard(found, options["max_failed"])


@dataclass(frozen=True)
class Sitting:
    """One run to start or to continue: a model, its settings, and the folder of the run."""

    model: Model
    settings: Settings
    folder: Path


def _sittings(
    names: Sequence[str], efforts: Sequence[str], out: Path, options: dict[str, Any], cluster: Cluster | None
) -> Iterator[Sitting]:
    """Yield a run for each model and effort; built-in models have no effort setting and get one run."""
    from vantage.models import Settings
    from vantage.prompts.protocols import token_limit

    fields = {field.name: options[field.name] for field in dataclasses.fields(Settings) if field.name != "effort"}
    levels = list(dict.fromkeys(efforts)) or [""]
    for name in dict.fromkeys(names):
        for level in levels if "/" in name else levels[:1]:
            limit = fields["max_tokens"] or token_limit(options["protocol"], level)
            settings = Settings(**{**fields, "max_tokens": limit}, effort=level)
            folder = folder_name(f"{name}-{level}" if len(levels) > 1 and "/" in name else name)
            yield Sitting(_model(name, settings, cluster), settings, out / folder)


def _model(name: str, settings: Settings, cluster: Cluster | None) -> Model:
    from vantage import models

    if cluster is None:
        return models.get(name, settings)
    from vantage.models import fleet

    return fleet.on(cluster, name, settings)


def _json(found: Result, tally: Tally) -> dict[str, Any]:
    cost = None if tally.price is None else tally.cost
    spent = {"cached": tally.cached, "tokens": tally.tokens, "cost": cost}
    return {**found.json(), "planned": tally.total, **spent, "stopped": tally.stopped}


def _guard(found: Sequence[Result], most: float) -> None:
    """Exit with 1 if a larger share of a run's requests failed than is allowed."""
    lost = [one for one in found if 100 * one.loss.share > most]
    for one in lost:
        share = f"{100 * one.loss.share:.1f}% of its requests failed, more than --max-failed {most:g}"
        click.echo(f"{one.model}: {share}; what it answered is kept in {one.path}", err=True)
    if lost:
        sys.exit(1)


def folder_name(model: str) -> str:
    """Return the name of the folder of a model's run: the model's name, with dashes for what file names cannot hold."""
    return re.sub(r"[^\w.-]+", "-", model).strip("-")


def crossed(data: DataSet, options: dict[str, Any]) -> list[Condition]:
    """Return every combination of the given options; the first option varies slowest."""
    from vantage.item import Condition
    from vantage.prompts.prompt import rotations

    values = {name: list(dict.fromkeys(options[name])) for name in CROSSED}
    if options["circular"]:
        values["rotation"] = list(range(max((rotations(item) for item in data.head()), default=1)))
    values["repeat"] = list(range(options["repeats"]))
    return [Condition(**dict(zip(values, row)), depth=options["depth"]) for row in itertools.product(*values.values())]


def _ask(
    data: DataSet,
    sitting: Sitting,
    conditions: list[Condition],
    options: dict[str, Any],
    tallies: list[Tally],
    start: Known | None,
) -> Result:
    from vantage.psychometrics import quick_run
    from vantage.running.run import Manner
    from vantage.running.run import run as run_model
    from vantage.running.sample import Selection
    from vantage.running.tally import Budget, Tally

    model, settings, out = sitting.model, sitting.settings, sitting.folder
    tally = Tally(price_for(model, settings, options), earlier=tuple(tallies))
    tallies.append(tally)
    budget = Budget(options["max_requests"], options["max_tokens_total"], options["max_cost"])
    selection = Selection(options["limit"], options["sample"], options["adaptive"])
    with contextlib.ExitStack() as stack:
        cache = None if options["no_cache"] else cache_for(model, stack)
        progress = stack.enter_context(watching(model.name, tally))
        manner = {name: options[name] for name in ("concurrency", "retries", "retry_failed")}
        if start and options["adaptive"]:
            how = Manner(getattr(model, "settings", settings), budget, cache=cache, **manner)
            quick_run.ask(data, model, conditions[0], out, start, options["adaptive"], how, tally, progress)
        else:
            run_model(
                data, model, conditions, out, settings=settings, selection=selection, budget=budget, cache=cache,
                tally=tally, progress=progress, **manner,
            )  # fmt: skip
    found = result(out, data)
    chosen = " of items chosen for what they tell" if options["adaptive"] else ""
    tell(f"{model.name}: {words(found)}{chosen}{spent(tally)}, in {out}")
    tell_loss(found)
    if tally.stopped:
        tell(f"{model.name}: {tally.stopped}")
    return found


def cache_for(model: Model, stack: contextlib.ExitStack) -> Cache | None:
    """Return the shared cache; None for built-in models, which need none, and for local weights, which may change."""
    from vantage.running.cache import Cache

    prefix, _, rest = model.name.partition("/")
    return stack.enter_context(Cache()) if rest and not (prefix == "hf" and Path(rest).exists()) else None


def price_for(model: Model, settings: Settings, options: dict[str, Any]) -> Price | None:
    """Return what a model costs, if that is known; the user's own prices go first."""
    from vantage.running.prices import price_of

    return price_of(model.name, getattr(model, "settings", settings).base_url, options["prices"])


def spent(tally: Tally) -> str:
    """Return what a sitting used (cache, tokens, money) as the end of a sentence; empty if nothing."""
    parts = [f"{tally.cached} of them from the cache (--no-cache asks again)"] if tally.cached else []
    if tally.price is None:
        parts.append(f"{tally.tokens} tokens, whose price is not known")
    elif tally.cost:
        parts.append(f"{tally.tokens} tokens for ${tally.cost:.4g}")
    return "".join(f", {part}" for part in parts)


def _estimate(data: DataSet, sitting: Sitting, conditions: list[Condition], options: dict[str, Any]) -> dict[str, Any]:
    """Print and return the estimate of what a run would use."""
    from vantage.running import estimate
    from vantage.running.run import plan
    from vantage.running.sample import Selection

    model, settings = sitting.model, sitting.settings
    price = price_for(model, settings, options)
    # Which items will be chosen is not known before; a sample of as many stands for them.
    asked = plan(data, conditions, Selection(options["limit"], options["adaptive"] or options["sample"]))
    found = estimate.estimate(data, conditions, asked, settings, price)
    cost = (
        "at a price that is not known (give one with --prices FILE)"
        if price is None
        else f"for about ${found.cost:.2f}"
    )
    tell(
        f"{model.name}: {found.requests} requests, about {found.tokens_in} tokens in and {found.tokens_out} out, {cost}"
    )
    tell(estimate.basis(settings, price))
    return {"model": model.name, "path": sitting.folder, **dataclasses.asdict(found)}
