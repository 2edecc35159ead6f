"""Run a model on a data set: plan what to ask, skip what already has a response, ask the rest.

The order of asking does not matter: each response records its item and the number of its condition.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vantage.item import Condition, Item, compact
from vantage.models import Locked, Model, Preparing, Request, Settings
from vantage.prompts import prompt
from vantage.running import run_folder
from vantage.running.asking import RETRIES, Asking, Job, Terms
from vantage.running.cache import Cache
from vantage.running.records import Header
from vantage.running.run_folder import Items, Key, describe, identity
from vantage.running.sample import ALL, Selection, chosen
from vantage.running.tally import NO_LIMIT, Budget, Tally
from vantage.running.waiting import wait

CONCURRENCY = 64  # the most requests at once, if the server can take that many

Progress = Callable[[int, int], None]  # responses so far, responses in total
Plan = Mapping[str, tuple[int, ...]]  # for each item, the numbers of the conditions it is asked under


def run(
    dataset: Items,
    model: Model,
    conditions: Sequence[Condition],
    out: str | Path,
    *,
    settings: Settings | None = None,
    selection: Selection = ALL,
    budget: Budget = NO_LIMIT,
    concurrency: int = CONCURRENCY,
    retries: int = RETRIES,
    retry_failed: bool = False,
    cache: Cache | None = None,
    tally: Tally | None = None,
    progress: Progress | None = None,
) -> int:
    """Ask `model` every item under every condition, except what `out` already holds; return how many were asked.

    A condition's `repeat` distinguishes repeats: to ask three times, give three conditions that differ in it. `tally`
    is kept up to date meanwhile; at the end it says why the run stopped early, if it did. `settings` are those that
    the model was made with; a model that has a `settings` attribute does not need them.
    """
    settings = getattr(model, "settings", None) or settings or Settings()
    header = describe(dataset, model.name, conditions, settings, selection)
    asked = plan(dataset, conditions, selection)

    def jobs(done: set[Key]) -> Iterator[Job]:
        return _jobs(dataset, model, conditions, settings, asked, done)

    manner = Manner(settings, budget, concurrency, retries, retry_failed, cache)
    return carry_out(dataset, model, header, Path(out), sum(map(len, asked.values())), jobs, manner, tally, progress)


@dataclass(frozen=True)
class Manner:
    """How a model is asked: the same for every question. The settings are used unless the model has its own."""

    settings: Settings = field(default_factory=Settings)
    budget: Budget = NO_LIMIT
    concurrency: int = CONCURRENCY
    retries: int = RETRIES
    retry_failed: bool = False
    cache: Cache | None = None


def carry_out(
    dataset: Items,
    model: Model,
    header: Header,
    out: Path,
    total: int,
    jobs: Callable[[set[Key]], Iterator[Job]],
    manner: Manner,
    tally: Tally | None = None,
    progress: Progress | None = None,
) -> int:
    """Ask what `jobs` yields, given what need not be asked again; return how many were asked.

    In all, the run is to have `total` responses.
    """
    tally = Tally() if tally is None else tally
    if manner.concurrency < 1:
        raise ValueError(f"concurrency must be at least 1, not {manner.concurrency}")
    check_model(model)
    check_budget(model, manner.budget, tally)
    with run_folder.opened(out, header) as log:
        done = _done(out, tally, manner.retry_failed)
        tally.total = total
        tally.done = len(done)

        def seen() -> None:
            if progress:
                progress(tally.done, tally.total)

        seen()
        if tally.done < tally.total:
            if isinstance(model, Preparing):
                model.prepare(dataset.head())
            most = min(manner.concurrency, getattr(model, "concurrency", None) or manner.concurrency)
            terms = Terms(manner.settings.timeout, most, manner.retries, manner.budget, manner.cache)
            wait(Asking(model, terms, log, tally, seen).ask(jobs(done)))
        return tally.asked


def check_model(model: Model) -> None:
    """Raise a ValueError if the model lacks something it needs before it can be asked, such as a key."""
    if isinstance(model, Locked):
        model.check()


def check_budget(model: Model, budget: Budget, tally: Tally) -> None:
    """Raise a ValueError if the budget limits the cost of a model whose price is not known."""
    if budget.cost is not None and tally.price is None:
        raise ValueError(
            f"no price is known for {model.name}, so --max-cost cannot be kept; "
            "give its price with --prices FILE, or use --max-tokens-total"
        )


def plan(dataset: Items, conditions: Sequence[Condition], selection: Selection = ALL) -> Plan:
    """Return which conditions each selected item is asked under; a ValueError if a condition does not fit an item.

    A condition whose rotation is not smaller than an item's number of options is skipped for that item.
    """
    asked: dict[str, tuple[int, ...]] = {}

    def heads() -> Iterator[Item]:
        for item in dataset.head():
            asked[item.id] = tuple(n for n, condition in enumerate(conditions) if _asks(item, condition))
            yield item

    names = chosen(heads(), dataset.digest, selection)
    if not any(asked[name] for name in names):
        raise ValueError("no item can be asked so: all have too few options for the rotation; use a smaller one")
    return {name: asked[name] for name in names}


def _asks(item: Item, condition: Condition) -> bool:
    if condition.rotation >= prompt.rotations(item):
        return False
    why = prompt.refusal(item, condition)
    if why:
        raise ValueError(why)
    return True


def _done(out: Path, tally: Tally, retry_failed: bool) -> set[Key]:
    """Return what need not be asked again, and add what the run has used so far to `tally`."""
    failed: dict[Key, bool] = {}
    for record in run_folder.records(out):
        tally.failed -= failed.get(record.key, False)
        failed[record.key] = record.error is not None
        tally.add(record)
        tally.requests += record.attempts
    done = {key for key, bad in failed.items() if not (bad and retry_failed)}
    tally.failed -= len(failed) - len(done)
    return done


def _jobs(
    dataset: Items, model: Model, conditions: Sequence[Condition], settings: Settings, asked: Plan, done: set[Key]
) -> Iterator[Job]:
    """Yield what is left to ask. Each job is built only when it is taken, so that few items are in memory."""
    left = sum(map(len, asked.values())) - len(done)
    for item in dataset.items() if left else ():
        for number in asked.get(item.id, ()):
            if (item.id, number) in done:
                continue
            yield job(model, settings, item, number, conditions[number])
            left -= 1
            if not left:
                return


def job(model: Model, settings: Settings, item: Item, number: int, condition: Condition) -> Job:
    """Return the question that asks a model an item under the condition that the run calls `number`."""
    shown = prompt.present(item, condition)
    request = Request(shown.messages, (item.id, compact(dataclasses.asdict(condition))), prompt.letters_of(item))
    if model.insider:
        request = dataclasses.replace(request, item=shown.item, order=shown.order)
    digest = prompt.message_digest(shown.messages, model.name, compact(identity(settings)), condition.repeat)
    return Job((item.id, number), condition, request, item, digest)
