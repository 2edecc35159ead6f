"""A quick run: items are chosen one by one by what was answered before, and the full score is estimated.

It is a run like any other: the log only grows, and the same command goes on where it stopped, because which item comes
next follows from the calibration and from what the log holds. A later command without `--adaptive` asks the rest.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vantage.data.dataset import DataSet, write_text
from vantage.item import Condition, Item
from vantage.models import Model
from vantage.psychometrics import quick
from vantage.psychometrics.quick import Calibration, Estimate, State
from vantage.psychometrics.responses import of_runs
from vantage.running import run_folder
from vantage.running.asking import Job
from vantage.running.records import Record
from vantage.running.run import Manner, Progress, carry_out, job, plan
from vantage.running.run_folder import Key, Run, describe
from vantage.running.sample import Selection
from vantage.running.tally import Tally
from vantage.scoring.score import score_response
from vantage.stats.metrics import Array, Bools

AHEAD = 4  # requests at once: with more, many items are chosen before the answers that should choose them
ESTIMATE = "estimate.json"


@dataclass(frozen=True)
class Known:
    """What a quick run starts from: the items in order, their calibration, and the runs that it comes from."""

    items: tuple[Item, ...]
    calibration: Calibration
    answers: Array  # of the calibration runs
    names: tuple[str, ...]

    def estimate(self, run: Run, adaptive: bool) -> tuple[Estimate, float]:
        """Return what the answers of a run say of its full score, and by how much replayed estimates were off."""
        seen = self.seen(run.responses, run.conditions)
        answered = int((~np.isnan(seen)).sum())
        if not answered:
            raise ValueError(f"{run.model} has answered nothing, so there is nothing to estimate from")
        tried = quick.replayed(self.calibration, self.answers, answered, adaptive)
        return quick.estimate(tried, seen), tried.replayed

    def seen(self, records: Sequence[Record], conditions: Sequence[Condition]) -> Array:
        """Return what responses earned, by item; nan where there is none, or only a failed request."""
        place = {item.id: number for number, item in enumerate(self.items)}
        found = np.full(len(self.items), np.nan)
        for record in records:
            if record.error is None:
                item = self.items[place[record.item]]
                found[place[record.item]] = score_response(item, conditions[record.condition], record).credit
        return found


def known(data: DataSet, runs: Sequence[Run], model: str) -> Known:
    """Return what other models' runs tell of the items; people, and runs of the model itself, are left out."""
    others = [run for run in runs if not run.is_person and run.model != model]
    if len(others) < quick.FEWEST:
        raise ValueError(
            f"--calibration has {len(others)} runs of models other than {model}; at least {quick.FEWEST} are needed"
        )
    found = of_runs(data, others)
    answered: Bools = np.asarray(~np.isnan(found.credit).all(axis=1), dtype=bool)
    asked = found.kept(answered, np.ones(len(found.items), dtype=bool))
    tasks = {task: number for number, task in enumerate(dict.fromkeys(asked.tasks))}
    category = np.array([tasks[task] for task in asked.tasks], dtype=np.int64)
    calibration = quick.calibrate(asked.credit, asked.floor, category)
    return Known(tuple(data.head()), calibration, asked.credit, asked.names)


def ask(
    data: DataSet,
    model: Model,
    condition: Condition,
    out: Path,
    start: Known,
    number: int,
    manner: Manner,
    tally: Tally | None = None,
    progress: Progress | None = None,
) -> int:
    """Ask a model `number` items, each chosen by the answers so far; return how many were asked by this call."""
    if not 1 <= number <= len(data):
        raise ValueError(f"--adaptive must be from 1 to the {len(data):,} items of the data set, not {number:,}")
    barred = {name for name, conditions in plan(data, [condition]).items() if not conditions}
    header = describe(data, model.name, [condition], manner.settings, Selection(adaptive=number))
    place = {item.id: n for n, item in enumerate(start.items)}

    def jobs(done: set[Key]) -> Iterator[Job]:
        asked = [record.item for record in run_folder.records(out)]
        again = [name for name in dict.fromkeys(asked) if (name, 0) not in done]
        begun = set(asked)
        for name in again:
            yield job(model, manner.settings, data[place[name]], 0, condition)
        while len(begun) < number:
            latest = {record.item: record for record in run_folder.records(out)}
            seen = start.seen(tuple(latest.values()), [condition])
            state = State(start.calibration, seen, frozenset(place[name] for name in barred)).located()
            pending = frozenset(place[name] for name in begun if np.isnan(seen[place[name]]))
            chosen = state.next_item(pending)
            if chosen < 0:
                return
            begun.add(start.items[chosen].id)
            yield job(model, manner.settings, data[chosen], 0, condition)

    careful = dataclasses.replace(manner, concurrency=min(manner.concurrency, AHEAD))
    return carry_out(data, model, header, out, min(number, len(data) - len(barred)), jobs, careful, tally, progress)


def write(out: Path, found: Estimate, start: Known, adaptive: bool) -> Path:
    """Write the estimate beside the responses, and return the file."""
    path = out / ESTIMATE
    chosen = "one by one" if adaptive else "at random"
    said = {**dataclasses.asdict(found), "chosen": chosen, "calibrated_on": list(start.names)}
    write_text(path, json.dumps(said, indent=1, ensure_ascii=False) + "\n")
    return path
