"""Ask a model about the responses of a run: what went wrong in them, or what an unclear one means.

An inquiry is a folder inside the run's folder, laid out like a run: run.json says which model is asked, and
responses.jsonl collects its replies, one for each response asked about. So an inquiry survives being killed just as a
run does, and the same command continues where the last one stopped.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

import vantage
from vantage import seeds
from vantage.item import Json, compact
from vantage.models import Model
from vantage.running import run_folder
from vantage.running.asking import Asking, Job, Terms
from vantage.running.records import Header, Record, Source
from vantage.running.run import Manner as RunManner
from vantage.running.run import Progress, check_budget, check_model
from vantage.running.run_folder import Key, Run, identity
from vantage.running.tally import Tally
from vantage.running.waiting import wait

Jobs = Callable[[Set[Key]], Iterator[Job]]  # yields the questions about these responses


@dataclass(frozen=True)
class Manner(RunManner):
    """How a model is asked about responses: the same for every response."""

    retry_unread: bool = False


@dataclass(frozen=True)
class Asked:
    """Which model is asked about a run, and for which purpose; `version` is the version of the wording."""

    purpose: str
    version: int
    model: str
    settings: Json

    @classmethod
    def of(cls, purpose: str, version: int, model: Model, manner: Manner) -> Asked:
        """Return the record of asking `model` for this purpose."""
        if "/" not in model.name:
            raise ValueError(f"{model.name} is a built-in model, which reads no text; give a judge as PROVIDER/NAME")
        return cls(purpose, version, model.name, identity(getattr(model, "settings", None) or manner.settings))

    def folder(self, run: Path) -> Path:
        """Return the folder of the replies: RUN/PURPOSE/MODEL, with a dash for what a file name cannot hold."""
        return run / self.purpose / re.sub(r"[^\w.-]+", "-", self.model).strip("-")

    def digest(self, *path: str | int) -> str:
        """Return a digest that identifies one question, so that its reply is found in the folder and in the cache."""
        return seeds.digest(self.purpose, self.version, self.model, compact(self.settings), *path)


def known(run: Path, purpose: str, version: int) -> list[Asked]:
    """Return the models that have replied about a run, for one purpose and one version of its wording."""
    headers = [
        run_folder.read_header(path) for path in sorted((run / purpose).glob("*/")) if any(run_folder.records(path))
    ]
    found = (header for header in headers if header and header.protocols == {purpose: version})
    return [Asked(purpose, version, header.model, header.settings) for header in found]


def replies(run: Path, asked: Asked, wanted: Mapping[Key, str]) -> dict[Key, Record]:
    """Return the latest reply to each question in `wanted`; replies to a question with another digest are ignored."""
    latest = {record.key: record for record in run_folder.records(asked.folder(run))}
    return {key: latest[key] for key, name in wanted.items() if key in latest and latest[key].request == name}


def ask(
    run: Run,
    asked: Asked,
    model: Model,
    wanted: Mapping[Key, str],
    jobs: Jobs,
    manner: Manner,
    tally: Tally | None = None,
    progress: Progress | None = None,
    readable: Callable[[str], bool] = bool,
) -> dict[Key, Record]:
    """Ask the questions in `wanted` (response -> digest) that have no reply yet, and return all replies.

    `tally` is kept up to date meanwhile; at the end it says why the asking stopped early, if it did. What is not
    `readable` is asked again if the manner says so.
    """
    tally = Tally() if tally is None else tally
    check_model(model)
    check_budget(model, manner.budget, tally)
    header, out = _header(run, asked), asked.folder(run.path)
    _check_same(out, header)
    with run_folder.opened(out, header) as log:
        left, again = _left(run, asked, wanted, manner, readable, tally)

        def seen() -> None:
            if progress:
                progress(tally.done, tally.total)

        seen()
        if left:
            timeout = (getattr(model, "settings", None) or manner.settings).timeout
            most = min(manner.concurrency, getattr(model, "concurrency", None) or manner.concurrency)
            terms = Terms(timeout, most, manner.retries, manner.budget, manner.cache)
            # The cache would only give back what could not be read.
            questions = (dataclasses.replace(job, fresh=job.key in again) for job in jobs(left))
            wait(Asking(model, terms, log, tally, seen).ask(questions))
    return replies(run.path, asked, wanted)


def _left(
    run: Run, asked: Asked, wanted: Mapping[Key, str], manner: Manner, readable: Callable[[str], bool], tally: Tally
) -> tuple[Set[Key], Set[Key]]:
    """Return what is to be asked, and what of it not for the first time; count into `tally` what there is."""
    for record in run_folder.records(asked.folder(run.path)):
        tally.add(record)
        tally.requests += record.attempts
    there = replies(run.path, asked, wanted)
    failed = {key for key, record in there.items() if record.error}
    again = failed if manner.retry_failed else set()
    if manner.retry_unread:
        again |= {key for key, record in there.items() if not (record.error or readable(record.text or ""))}
    done = there.keys() - again
    tally.failed = len(failed & done)
    tally.total, tally.done = len(wanted), len(done)
    return wanted.keys() - done, again


def _header(run: Run, asked: Asked) -> Header:
    # The digest differs from the data set's own, so that these replies cannot be scored as answers to its items.
    digest = seeds.digest(asked.purpose, run.header.dataset.digest, run.model)
    return Header(
        vantage=vantage.__version__,
        model=asked.model,
        about=run.model,
        dataset=Source(digest=digest),
        conditions=run.conditions,
        protocols={asked.purpose: asked.version},
        settings=dict(asked.settings),
    )


def _check_same(out: Path, header: Header) -> None:
    """Refuse to mix replies to different wordings, or replies of a model with different settings."""
    found = run_folder.read_header(out) if any(run_folder.records(out)) else None
    if found and (differs := run_folder.difference(found, header)):
        raise ValueError(f"{out} holds replies with {differs}; ask the same way, or move it away")
