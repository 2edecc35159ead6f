"""Tables of outcomes without runs: made-up items, and models that choose options by a simple rule."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa

from tests import drafts, fabricated, scenes
from vantage import models, tasks
from vantage.analysis.table import Catalogue
from vantage.item import LETTERS, Choice, Condition, Item, Option
from vantage.making import make, suite
from vantage.models import Request
from vantage.scene import Scene
from vantage.scenes import tabletops
from vantage.task import Refused

PLAIN = Condition()


def rows(catalogue: Catalogue, model: str, option: Any, condition: Condition = PLAIN, **given: Any) -> pa.Table:
    """Return the rows of a model that chose these options, one for each item; -1 chooses none."""
    everyone = np.arange(len(catalogue.items))
    return catalogue.rows(model, [condition], everyone, np.zeros_like(everyone), option, **given)


def noisy(catalogue: Catalogue, rng: np.random.Generator, known: float | np.ndarray) -> np.ndarray:
    """Return the options of one who knows answers with a probability, the same everywhere or not, and else guesses."""
    guess = rng.integers(0, catalogue.count)
    return np.where(rng.random(len(guess)) < known, catalogue.key, guess)


def nulls(catalogue: Catalogue, count: int, seed: int, conditions: Sequence[Condition] = (PLAIN,)) -> pa.Table:
    """Return models without a deficit: guessers, oracles, and oracles with noise that is the same everywhere."""
    rng = np.random.default_rng(seed)
    known = [(0.0, 1.0, *rng.uniform(0.1, 0.95, 3))[number % 5] for number in range(count)]
    return pa.concat_tables(
        rows(catalogue, f"model {number}", noisy(catalogue, rng, share), condition)
        for number, share in enumerate(known)
        for condition in conditions
    )


def spoken(catalogue: Catalogue, name: str) -> np.ndarray:
    """Return the options that a built-in model chooses."""
    model = models.get(name)

    async def say() -> list[str | None]:
        orders = [tuple(range(len(item.options))) for item in catalogue.items]
        asked = [Request((), (i.id,), i.letters, i, order) for i, order in zip(catalogue.items, orders)]
        return [(await model.respond(request)).text for request in asked]

    return np.array([LETTERS.index(text or "") for text in asyncio.run(say())])


def where(catalogue: Catalogue, column: str, *values: Any) -> np.ndarray:
    """Return which items have one of these values in a column."""
    return np.array([cell in values for cell in catalogue.cells[column].to_pylist()])


@cache
def puzzles(per_task: int = 96) -> Catalogue:
    """Return items of three made-up tasks in three tiers, with four options each."""
    blank = [replace(item, images=(b"",), situation=item.id) for item in fabricated.items(per_task, size=8)]
    return Catalogue.of(blank)


@cache
def scope(count: int = 24) -> Catalogue:
    """Return the six tasks about viewpoints, each with so many scenes from eight sides."""
    return Catalogue.of(item for name in scenes.KINDS for item in scenes.items(name, count))


@cache
def worded(count: int = 40) -> Catalogue:
    """Return questions about scenes, each from two sides in four wordings."""
    made = (pair for number in range(count) for pair in scenes.family("consistency_ego", number, spin=True))
    return Catalogue.of(scenes.item("consistency_ego", slot, draft) for slot, draft in made)


@cache
def drafted(*names: str, count: int = 60) -> Catalogue:
    """Return real items of tasks without their pictures."""
    found = [tasks.get(name) for name in names]
    return Catalogue.of(drafts.item_of(task, *pair) for task in found for pair in drafts.drafts_of(task, count))


@cache
def premises(count: int = 60) -> Catalogue:
    """Return yes-or-no items in threes: with a premise, without, and with one that the picture disagrees with."""
    options = (Option("yes", label="yes"), Option("no", label="no"))
    return Catalogue.of(
        Item(
            *(f"made/premise/{number}/{variant}", "made", "premise", 1, "test", f"scene {number}"),
            *("Is it left of it?", (), options, Choice("AB"[number % 2]), {}),
            groups={"premise": (f"premise/{number}", variant)},
        )
        for number in range(count)
        for variant in ("with", "without", "against")
    )


@cache
def spin(size: str = "bench") -> Catalogue:
    """Return the items of SpinBench's suite without pictures.

    How much of each thing shows is made up, all individuals look the same and can be told apart, and all situations are
    of the test split: what looking costs is saved.
    """
    whole = suite.get("spin")
    with unlooked():
        jobs = make.jobs(whole, size, whole.size(size), 0, {})
        return Catalogue.of(item for job in jobs for item in _together(job))


@contextmanager
def unlooked() -> Iterator[None]:
    """Let drafts be made without a look at pictures, so that they are made soon."""
    unlike, tested = lambda one, other: 2.0, lambda situation: "test"
    with (
        patch("vantage.individuals.apart", unlike),
        patch("vantage.render.turntable.glance", drafts.unseen),
        patch("vantage.seeds.split_of", tested),
        patch.object(tabletops, "visible", _made_up),
    ):
        yield


def _made_up(scene: Scene, azimuth: float) -> np.ndarray:
    """Return how much shows of each thing: all of it, or less of the last one, whatever the side."""
    last = (1.0, 0.4, 0.0)[sha256(scene.situation.encode()).digest()[0] % 3]
    return np.array([*[1.0] * (len(scene.things) - 1), last])


def _together(job: make.Job) -> list[Item]:
    """Return the items of a job at the first attempt that is not refused, with empty pictures."""
    for attempt in range(100):
        try:
            made = [make.attempted(order, attempt) for order in job]
        except Refused:
            continue
        items = (drafts.item_of(tasks.get(order.task), *pair) for order, pair in zip(job, made))
        return [replace(item, id=order.id, suite=order.suite) for order, item in zip(job, items)]
    raise AssertionError(f"{job[0].id} was refused a hundred times")
