"""A run is a folder: what was asked of whom (run.json) and, appended as they come, the responses (responses.jsonl).

A line is written the moment its response is there and never touched again, so whatever ends the program, everything
finished is kept and nothing is asked twice. Scores are derived and can be made again without the model.
"""

from __future__ import annotations

import asyncio
import dataclasses
import fcntl
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

import vantage
from vantage import prompt
from vantage.dataset import write_text
from vantage.item import Condition, Item, Json, compact
from vantage.models import Model, Preparing, Request, Response
from vantage.score import Outcome, score

FORMAT = 1
CONCURRENCY = 16
SYNC_SECONDS = 1.0  # how much a power cut may cost; a killed process loses nothing that was finished

META = "run.json"
RESPONSES = "responses.jsonl"
SCORES = "scores.jsonl"

Progress = Callable[[int, int], None]  # responses there are, responses there will be


class Items(Protocol):
    """What a run needs of a data set."""

    @property
    def digest(self) -> str:
        """A name for the exact contents."""

    @property
    def folder(self) -> Path:
        """Where it lies; noted in the run, so that a report finds it again."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """Suite, size and seed."""

    def __len__(self) -> int: ...

    def items(self) -> Iterator[Item]:
        """Yield the items."""

    def head(self) -> Iterator[Item]:
        """Yield the items without pictures."""


@dataclass(frozen=True)
class Run:
    """A run as it stands: `meta` is run.json, `responses` the lines so far, one per item and condition."""

    path: Path
    meta: Json
    responses: tuple[Json, ...]

    @classmethod
    def read(cls, path: str | Path) -> Run:
        """Return the run in a folder; a last line that was cut off is left out."""
        path = Path(path)
        meta = _read_meta(path)
        if meta is None:
            raise ValueError(f"{path} is not a run: it has no {META}; make one with: vantage run")
        return cls(path, meta, tuple(_read_responses(path / RESPONSES).values()))

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that the responses refer to by number."""
        return tuple(Condition(**settings) for settings in self.meta["conditions"])


def run(
    dataset: Items,
    model: Model,
    conditions: Sequence[Condition],
    out: str | Path,
    *,
    concurrency: int = CONCURRENCY,
    progress: Progress | None = None,
) -> int:
    """Ask `model` every item under every condition that `out` has no response for yet; return how many were asked.

    A condition's `repeat` tells repeats apart: to ask three times, give three conditions that differ in it.
    """
    if concurrency < 1:
        raise ValueError(f"concurrency must be at least 1, not {concurrency}")
    out = Path(out)
    meta = _describe(dataset, model, conditions)
    _check_folder(out)
    with _locked(out) as log:
        _settle(out, meta)
        done = set(_read_responses(out / RESPONSES))
        total = len(dataset) * len(conditions)
        if progress:
            progress(len(done), total)
        if len(done) == total:
            return 0
        if isinstance(model, Preparing):
            model.prepare(dataset.head())
        writer = _Writer(log, len(done), total, progress)
        jobs = _jobs(dataset, model, conditions, done)
        try:
            asyncio.run(_ask_all(model, jobs, concurrency, writer))
        finally:
            writer.sync()
        return writer.done - len(done)


def score_run(path: str | Path, dataset: Items) -> Counter[Outcome]:
    """Score a run's responses into scores.jsonl, made anew each time, and return how many had which outcome."""
    found = Run.read(path)
    _check_dataset(found.path, found.meta, dataset)
    items = {item.id: item for item in dataset.head()}
    lines = []
    outcomes: Counter[Outcome] = Counter()
    for row in found.responses:
        condition = found.conditions[row["condition"]]
        scored = score(items[row["item"]], row["text"], rotation=condition.rotation, finish=row["finish"])
        outcomes[scored.outcome] += 1
        key = {name: row[name] for name in ("item", "condition", "repeat")}
        lines.append(compact({**key, **dataclasses.asdict(scored), "outcome": scored.outcome.value}))
    write_text(found.path / SCORES, "".join(f"{line}\n" for line in lines))
    return outcomes


@dataclass(frozen=True)
class _Job:
    key: tuple[str, int]
    repeat: int
    request: Request


class _Writer:
    """Appends a line per response, and sees to it that it gets to the disk."""

    def __init__(self, log: IO[bytes], done: int, total: int, progress: Progress | None) -> None:
        self.done = done
        self._log = log
        self._total = total
        self._progress = progress
        self._synced = time.monotonic()

    def write(self, model: Model, job: _Job, response: Response) -> None:
        item, condition = job.key
        digest = prompt.message_digest(job.request.messages, model.name)
        row = {"item": item, "condition": condition, "repeat": job.repeat, "request": digest}
        row |= dataclasses.asdict(response)
        self._log.write(compact(row).encode() + b"\n")
        self._log.flush()
        self.done += 1
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self.sync()
        if self._progress:
            self._progress(self.done, self._total)

    def sync(self) -> None:
        os.fsync(self._log.fileno())
        self._synced = time.monotonic()


def _jobs(dataset: Items, model: Model, conditions: Sequence[Condition], done: set[tuple[str, int]]) -> Iterator[_Job]:
    for item in dataset.items():
        for number, condition in enumerate(conditions):
            if (item.id, number) in done:
                continue
            shown = prompt.present(item, condition)
            path = (item.id, compact(dataclasses.asdict(condition)))
            request = Request(shown.messages, path, prompt.letters_of(item))
            if model.insider:
                request = dataclasses.replace(request, item=shown.item, order=shown.order)
            yield _Job((item.id, number), condition.repeat, request)


async def _ask_all(model: Model, jobs: Iterator[_Job], concurrency: int, writer: _Writer) -> None:
    """Keep `concurrency` requests in flight until there are no more; each response is written as it comes."""

    async def work() -> None:
        # The workers share one iterator, so items are read no faster than they are asked.
        for job in jobs:
            writer.write(model, job, await model.respond(job.request))
            await asyncio.sleep(0)  # a model that never waits would keep Ctrl-C from being heard

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(concurrency):
                group.create_task(work())
    except* Exception as several:
        raise several.exceptions[0] from None


def _describe(dataset: Items, model: Model, conditions: Sequence[Condition]) -> dict[str, Any]:
    if not conditions:
        raise ValueError("a run needs at least one condition")
    if len(set(conditions)) < len(conditions):
        raise ValueError("two conditions of the run are the same; to repeat a condition, number it by `repeat`")
    names = sorted({condition.protocol for condition in conditions})
    source = {name: dataset.manifest.get(name) for name in ("suite", "size", "seed")}
    return {
        "format": FORMAT,
        "vantage": vantage.__version__,
        "model": model.name,
        "dataset": {"digest": dataset.digest, **source, "items": len(dataset), "path": str(dataset.folder.resolve())},
        "conditions": [dataclasses.asdict(condition) for condition in conditions],
        "protocols": {name: prompt.protocol(name).version for name in names},
    }


def _check_folder(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise ValueError(f"{out} is a file; give a folder for the run")
    if out.is_dir() and not (out / META).exists() and any(path.name != RESPONSES for path in out.iterdir()):
        raise ValueError(f"{out} holds other files and no run; give a new or empty folder")
    out.mkdir(parents=True, exist_ok=True)


@contextmanager
def _locked(out: Path) -> Iterator[IO[bytes]]:
    """Hold a run's log open for appending, so that no second process can."""
    with (out / RESPONSES).open("ab") as log:
        try:
            fcntl.flock(log, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"another process is writing the run in {out}; wait, or give another folder") from None
        yield log


def _settle(out: Path, meta: Mapping[str, Any]) -> None:
    """Make the folder this run's own: write run.json, or refuse another run's; cut off a torn last line."""
    found = _read_meta(out)
    log = out / RESPONSES
    if found is None:
        if log.stat().st_size:
            raise ValueError(f"{out} holds responses but no {META}, so whose they are is lost; give a new folder")
        write_text(out / META, json.dumps(meta, indent=1, ensure_ascii=False) + "\n")
        return
    for name, what in (("model", "model"), ("conditions", "conditions"), ("protocols", "protocol versions")):
        if found[name] != meta[name]:
            was, now = compact(found[name]), compact(meta[name])
            raise ValueError(f"{out} holds a run with {what} {was}, not {now}; give a new folder")
    if found["dataset"]["digest"] != meta["dataset"]["digest"]:
        raise _another_dataset(out, found, meta["dataset"])
    with log.open("r+b") as file:
        file.truncate(log.read_bytes().rfind(b"\n") + 1)


def _check_dataset(out: Path, meta: Json, dataset: Items) -> None:
    if meta["dataset"]["digest"] != dataset.digest:
        raise _another_dataset(out, meta, {**dataset.manifest, "digest": dataset.digest})


def _another_dataset(out: Path, meta: Json, given: Mapping[str, Any]) -> ValueError:
    was, now = (
        f"{data.get('suite')} {data.get('size')}, seed {data.get('seed')} ({str(data['digest'])[:12]})"
        for data in (meta["dataset"], given)
    )
    return ValueError(f"{out} holds a run on another data set: {was}, not {now}; give that data set or a new folder")


def _read_meta(path: Path) -> dict[str, Any] | None:
    """Return a folder's run.json, or None where there is none; one we cannot read is a ValueError."""
    try:
        meta: dict[str, Any] = json.loads((path / META).read_text("utf-8"))
        version = meta["format"]
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path / META} is not a run file that Vantage wrote; restore it or run again") from None
    if not isinstance(version, int) or version > FORMAT:
        raise ValueError(f"{path} has run format {version}, made by a newer Vantage; this one reads up to {FORMAT}")
    return meta


def _read_responses(path: Path) -> dict[tuple[str, int], Json]:
    """Return the responses by item and condition, the latest where there are several; a torn last line is left out."""
    rows: dict[tuple[str, int], Json] = {}
    if not path.exists():
        return rows
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                row = json.loads(line)
                rows[row["item"], row["condition"]] = row
            except (ValueError, KeyError, TypeError):
                raise ValueError(f"{path}, line {number}, is not a response that Vantage wrote; remove it") from None
    return rows
