"""Models of which nothing may be found but what is true of them: `python -m tests.nulls` prints them.

Guessers, noise that is the same everywhere, and abilities that differ by something that a diagnosis must not mistake
for a describable weakness: by task or tier alone, by thing, by item, by scene. Wrong replies are all equally likely, so
whatever is said of how a model errs is false, save for the one that always takes the first option. `weakness.gap` tells
how much worse a model truly is on a slice.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from tests import undrawn
from tests.facts import scene, things
from tests.weakness import COUNTING, DISE, QUICK, SCOPE, SPIN, Null, guesses, right, said, share_right
from vantage import seeds
from vantage.cli.shell import print_table
from vantage.item import Item

SETS = (DISE, QUICK, COUNTING, SCOPE, SPIN)
TIERED = (DISE, QUICK, COUNTING)  # elsewhere tasks have no tiers
THINGS = (QUICK, COUNTING, SCOPE, SPIN)
SHARED = (QUICK, SCOPE, SPIN)  # several items are about one scene
LEVELS = (0.0, 0.05, 0.2, 0.5, 0.8)  # shares of noise
KNOWN = {"easy": 0.9, "medium": 0.7, "hard": 0.5}  # by tier
UNRANKED = 0.7  # where tiers say no difficulty, or there are none
LUCK = "Guesses are right more often where fewer answers are on offer; beside that, nothing differs by anything."
MEAN, SPREAD = 1.0, 1.0  # of abilities, as log odds: some 0.7 are known on average


def luck(item: Item) -> float:
    """Return how likely a guess is right."""
    return guesses(item).get(right(item), 0.0)  # of numbers that no guesser says, never


def knowing(share: Callable[[Item], float]) -> Callable[[Item], float]:
    """Return the ability of one who knows answers with this probability, and else guesses."""

    def ability(item: Item) -> float:
        known = share(item)
        return known + (1 - known) * luck(item)

    return ability


def by(what: str, names: Callable[[Item], Iterable[str]]) -> Callable[[Item], float]:
    """Return an ability with a random effect for each name; items without any have an average one."""

    def share(item: Item) -> float:
        effects = [float(seeds.generator("null", what, name).normal(0, SPREAD)) for name in names(item)]
        return float(1 / (1 + np.exp(-MEAN - sum(effects) / max(1, len(effects)))))

    return knowing(share)


def noisy(noise: float) -> Callable[[Item], float]:
    """Return the ability of one who knows everything, but guesses on a share of all items."""
    return knowing(lambda item: 1 - noise)


def by_tier(item: Item) -> float:
    """Return what share of the items of an item's tier is known."""
    return KNOWN.get(str(item.tags["tier"]), UNRANKED)


def even() -> Iterator[Null]:
    """Yield models that are equally able everywhere."""
    for shown in SETS:
        for noise in LEVELS:
            true = f"It knows {1 - noise:.0%} of the answers and guesses the others. {LUCK}"
            yield Null(f"noise {noise:.0%} ({shown.suite})", shown, true, noisy(noise))
        yield Null(f"guesses ({shown.suite})", shown, f"It guesses on every item. {LUCK}", luck)
        first = "It always takes the first option (of numbers: says 12), whatever is asked, so accuracy is near chance."
        yield Null(f"takes the first ({shown.suite})", shown, first, luck, may_differ=("letter",), first=True)


def uneven() -> Iterator[Null]:
    """Yield models whose ability differs, by one thing alone."""
    task = "Accuracy differs by task, and so by whatever goes with the task alone; within a task nothing matters."
    tier = (
        "Easy items are easier than medium ones, and these than hard ones, in all tasks alike; so whatever goes with "
    )
    tier += "the tier (more blocks, more folds, longer ways) goes with lower accuracy, and nothing else does."
    thing = "Accuracy differs by the thing (person, car) that is asked about, at random: single things may be named, "
    thing += "whole categories, settings, directions and ways to ask may not."
    item = "Every item has its own difficulty, at random: nothing that several items share matters."
    view = "Every scene has its own difficulty, at random: a scene may be named, nothing that several scenes share."
    for what, true, where, ability in (
        ("task", task, SETS, by("task", lambda item: [item.task])),
        ("tier", tier, TIERED, knowing(by_tier)),
        ("thing", thing, THINGS, by("thing", things)),
        ("item", item, SETS, by("item", lambda item: [item.id])),
        ("scene", view, SHARED, by("scene", lambda item: [scene(item)])),
    ):
        for shown in where:
            yield Null(f"differs by {what} ({shown.suite})", shown, true, ability, may_differ=(what,))


NULLS = (*even(), *uneven())


def row(one: Null, data: undrawn.Undrawn, seed: int) -> list[str]:
    """Return a model as a row of the table: its exact accuracy, that of one run, and the range over tasks."""
    reply = said(one, seed)
    hit = sum(reply(item) == right(item) for item in data.items()) / len(data)
    tasks = {item.task for item in data.items()}
    rates = [share_right(one, [item for item in data.items() if item.task == task]) for task in tasks]
    shares = [f"{share_right(one, data.items()):.3f}", f"{hit:.3f}", f"{min(rates):.2f} to {max(rates):.2f}"]
    return [one.name, one.shown.suite, f"{len(data):,}", *shares, ", ".join(one.may_differ)]


def main(arguments: list[str] | None = None) -> int:
    """Print the models."""
    parser = argparse.ArgumentParser(prog="python -m tests.nulls", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=0, help="of the items and of the replies [0]")
    parser.add_argument("--keep", type=Path, help="a folder in which the item sets are kept, and taken from")
    given = parser.parse_args(arguments)
    sets = {shown: undrawn.items(*shown, given.seed, given.keep) for shown in SETS}
    header = ["model", "suite", "items", "accuracy", "drawn", "over tasks", "may differ by"]
    print_table(f"{len(NULLS)} models", header, [row(one, sets[one.shown], given.seed) for one in NULLS])
    return 0


if __name__ == "__main__":
    sys.exit(main())
