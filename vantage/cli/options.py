"""Options of several commands: which runs, how items are presented, the model's settings, and what may be spent."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from vantage.cli.completing import protocols_named

Command = Callable[..., None]

MOST_REPEATS = 1000

PROTOCOLS = (
    "direct, cot, manual-cot, tags, spin, spin-think, spin-vl-thinking, dise, dise-think, dise-vl-thinking, easi, "
    "scope, scope-cot or ego-to-allo"
)
RULES = (
    "ours, easi, vlmevalkit, vlmevalkit:spatial, lmms-eval, or lmms-eval:TASK with one of its tasks: 3dsrbench, blink, "
    "corecognition, embspatial, mindcube, mmsi_bench, omni_spatial, omnispatial, sitebench, spatial_dise, spatialviz, "
    "viewspatial, vsibench"
)


class Finite(click.FloatRange):
    """A number within bounds. It must not be infinite, nor nan, which would pass every check of a bound."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number that `value` is, or fail."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return several options as one decorator."""

    def apply(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return apply


def _different(_: click.Context, __: click.Parameter, paths: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return the folders of runs, looking inside folders of runs; the same run twice, by any path, is an error."""
    from vantage.running.opening import run_folders

    seen: set[Path] = set()
    found = run_folders(paths)
    for path in found:
        if path.resolve() in seen:
            raise ValueError(f"the same run is given twice, at last as {path}; give each once")
        seen.add(path.resolve())
    return tuple(found)


runs_argument = click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), callback=_different)
data_option = click.option(
    "--data", type=click.Path(path_type=Path), help="The data set, if it has moved since the runs."
)


def _presented(several: bool) -> Callable[[Command], Command]:
    """Return the options that say how an item is presented; where `several`, each may be given several times."""

    def option(
        name: str, kind: click.ParamType[Any], default: str | int, text: str, **more: Any
    ) -> Callable[[Command], Command]:
        usual = f" [{default}]" if isinstance(default, str) else ""
        given = [default] if several else default
        return click.option(name, type=kind, multiple=several, default=given, help=f"{text}{usual}.", **more)

    images, layouts = click.Choice(["as_written", "first", "last", "none"]), click.Choice(["separate", "composite"])
    forms = click.Choice(["picture", "text", "both"])
    return together(
        option(
            *("--protocol", click.STRING, "direct", f"How the answer is asked for: {PROTOCOLS}"),
            shell_complete=protocols_named,
        ),
        option("--images", images, "as_written", "Where the pictures stand; none: ask blind"),
        option("--layout", layouts, "separate", "Composite: all pictures in one"),
        option("--form", forms, "picture", "Ask with pictures, with the items' text form, or with both"),
        option("--max-side", click.IntRange(0), 0, "Shrink pictures to so many pixels"),
        option("--rotation", click.IntRange(0), 0, "Move the options up by so many places"),
    )


depth_option = click.option(
    "--depth", is_flag=True, help="Add to each picture its depth map, where the data set has them."
)
condition_options = together(_presented(several=False), depth_option)
conditions_options = together(
    _presented(several=True),
    click.option("--circular", is_flag=True, help="Ask every item in all rotations of its options."),
    depth_option,
    click.option("--repeats", type=click.IntRange(1, MOST_REPEATS), default=1, help="Ask everything so many times."),
)


def _temperature(context: click.Context, option: click.Parameter, value: str) -> float | None:
    try:
        return None if value == "default" else Finite(0).convert(value, option, context)
    except click.BadParameter:
        raise click.BadParameter(f"{value!r} is neither a number from 0 up nor 'default'") from None


def _servers(context: click.Context, _: click.Parameter, given: tuple[str, ...]) -> str:
    """Return the first address; the others are the replicas."""
    context.params["replicas"] = given[1:]
    return given[0] if given else ""


temperature_option = click.option(
    "--temperature",
    default="0",
    callback=_temperature,
    show_default=True,
    help="Or 'default': the provider's own, for models that take no other.",
)
sampling_options = together(
    temperature_option,
    click.option("--top-p", type=Finite(0, 1), help="Sample from the likeliest tokens that make up this share."),
    click.option("--max-tokens", type=click.IntRange(1), help="The longest answer, in tokens."),
    click.option("--seed", type=int, help="Of the model's sampling, where the provider takes one."),
    click.option("--system", default="", help="A system prompt of your own."),
    click.option(
        "--base-url",
        multiple=True,
        callback=_servers,
        help="Where an OpenAI-compatible server listens; several that serve the same model share the requests.",
    ),
    click.option("--body", default="{}", help="Further fields of each request, a JSON object."),
    click.option(
        "--timeout",
        type=Finite(0, min_open=True),
        default=900.0,
        show_default=True,
        help="Seconds per request.",
    ),
)
settings_options = together(
    click.option("--effort", default="", help="Of reasoning: low, medium, high, or what else the model takes."),
    sampling_options,
)
settings_crossed = together(
    click.option(
        "--effort",
        "efforts",
        multiple=True,
        help="Of reasoning: low, medium, high, or what else the model takes; each makes a run of its own.",
    ),
    sampling_options,
)
budget_options = together(
    click.option(
        "--max-requests",
        type=click.IntRange(1),
        help="Stop after so many requests, retries and earlier sittings included, all runs together.",
    ),
    click.option(
        "--max-tokens-total", type=click.IntRange(1), help="Stop before so many tokens are used, counted likewise."
    ),
    click.option(
        "--max-cost",
        type=Finite(0, min_open=True),
        help="Stop before so many US dollars are spent, counted likewise; "
        "only what is under way, if dearer than before, may exceed it.",
    ),
    click.option("--prices", type=click.Path(path_type=Path), help="A price file (TOML), before the built-in prices."),
    click.option(
        "--concurrency", type=click.IntRange(1), default=64, show_default=True, help="Requests at once, at most."
    ),
    click.option(
        "--retries", type=click.IntRange(0), default=6, show_default=True, help="Times to ask again on failure."
    ),
    click.option("--retry-failed", is_flag=True, help="Ask again what failed for good in an earlier sitting."),
    click.option("--no-cache", is_flag=True, help="Ask even what another run has asked already."),
)
limits_options = together(
    click.option("--limit", type=click.IntRange(1), help="Ask only the first so many items."),
    click.option(
        "--sample",
        type=click.IntRange(1),
        help="Ask a sample of so many items, each task and tier its share; variants of a question whole.",
    ),
    budget_options,
    click.option("--dry-run", is_flag=True, help="Send nothing; print the count and an estimate of tokens and cost."),
)
