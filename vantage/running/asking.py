"""Send many requests to a model at once. `Pace` decides how many; this module decides what to retry, and when.

A single loop starts requests and waits for them. A request that failed for a temporary reason waits in a heap for its
retry, and does not count as under way meanwhile. Some failures may not be the item's own fault: nothing has worked yet,
or the network is down. They are held back. A later success records them as the items' outcomes. Too many in a row end
the run and discard them, so that the same command asks those items again. Held failures that are never the item's own
fault (`AMBIENT`) are discarded at the end of the run too.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from vantage import seeds
from vantage.item import Condition, Item
from vantage.models import Failure, Model, Request, Response
from vantage.running.cache import Cache
from vantage.running.pace import Pace
from vantage.running.prices import FREE
from vantage.running.records import Record
from vantage.running.run_folder import Key, Log
from vantage.running.tally import NO_LIMIT, Budget, Tally
from vantage.scoring.score import Outcome, score_response

RETRIES = 6
BASE_WAIT, LONGEST_WAIT = 0.5, 60.0  # seconds: the longest wait before the first retry, and before any retry
GRACE = 10.0  # seconds that a request may take beyond the model's own timeout
LONG = 3600.0  # seconds: if a server asks for a longer wait, the run ends
OVERLOAD = ("rate", "server")  # kinds of failure that mean the server is overloaded
AMBIENT = ("network", "rate")  # kinds of failure that are never the item's own fault
FEW, MANY = 3, 20  # this many held failures in a row end the run: before anything has worked, and after
SCORING = 0.05  # at most this share of the time is spent on scoring answers as they arrive
WORDS = 300  # characters of a server's message that we repeat


@dataclass
class Job:
    """One question to ask; `failures` are the kinds of its failed attempts so far."""

    key: Key
    condition: Condition
    request: Request
    item: Item
    digest: str
    failures: list[str] = field(default_factory=list)
    fresh: bool = False  # asked whatever the cache holds


@dataclass(frozen=True)
class Terms:
    """How to ask: timeout in seconds, most requests at once, retries per request, budget, and cache of responses."""

    timeout: float
    concurrency: int
    retries: int = RETRIES
    budget: Budget = NO_LIMIT
    cache: Cache | None = None


class Asking:
    """The requests of one call of a run, from the first to the last."""

    def __init__(self, model: Model, terms: Terms, log: Log, tally: Tally, seen: Callable[[], None]) -> None:
        self._model, self._terms, self._log, self._tally, self._seen = model, terms, log, tally, seen
        self._pace = Pace(terms.concurrency)
        self._waiting: list[tuple[float, int, Job]] = []  # a heap of jobs to retry, by due time
        self._order = itertools.count()
        self._under_way: set[asyncio.Task[None]] = set()
        self._held: list[Record] = []
        self._worked = False  # whether any request has succeeded in this call
        self._worked_before = tally.done > tally.failed
        self._exhausted = False  # whether every job has been started
        self._stopping = False
        self._cause: Failure | None = None  # why the run ended early
        self._fault: BaseException | None = None  # an exception of our own code or of the disk
        self._begun = time.monotonic()
        self._scoring = 0.0  # seconds spent on scoring answers as they arrive

    async def ask(self, jobs: Iterator[Job]) -> None:
        """Ask all jobs, or as many as the budget allows; each response is written as it arrives."""
        self._changed = asyncio.Event()
        entered = self._model if isinstance(self._model, contextlib.AbstractAsyncContextManager) else _nothing()
        async with entered:
            try:
                await self._loop(jobs)
            finally:
                for task in self._under_way:
                    task.cancel()
                await asyncio.gather(*self._under_way, return_exceptions=True)
        if not self._cause:
            self._close()
        if self._cause:
            raise ValueError(self._sentence(self._cause))

    async def _loop(self, jobs: Iterator[Job]) -> None:
        while not self._fault:
            job = self._next(jobs)
            if job is not None:
                self._start(job)
                await asyncio.sleep(0)  # lets running requests and Ctrl-C be handled between two starts
            elif self._under_way or not self._over():
                await self._wait()
            else:
                return
        raise self._fault  # waiting for the other requests would be of no use

    def _over(self) -> bool:
        """Return whether there is nothing more to start."""
        return self._stopping or (self._exhausted and not self._waiting)

    def _next(self, jobs: Iterator[Job]) -> Job | None:
        """Return the job to start now, if any: first a retry that is due, then a new job."""
        now = time.monotonic()
        if self._stopping or not self._pace.may_start(now):
            return None
        short = self._tally.short(self._terms.budget, self._pace.under_way)
        if short:
            if not self._pace.under_way:
                self._stop_short(short, jobs)
            return None
        if self._waiting and self._waiting[0][0] <= now:
            return heapq.heappop(self._waiting)[2]
        # Waiting jobs keep their pictures in memory, so there may be at most as many as may be under way.
        if len(self._waiting) >= self._pace.most:
            return None
        job = next(jobs, None)
        self._exhausted = job is None
        return job

    def _stop_short(self, limit: str, jobs: Iterator[Job]) -> None:
        self._stopping = True
        if self._waiting or next(jobs, None) is not None:
            left = self._tally.total - self._tally.done
            self._tally.stopped = (
                f"stopped at {limit} with {left} of {self._tally.total} left; "
                "the same command with a larger limit goes on from there"
            )

    async def _wait(self) -> None:
        """Wait until a request ends or another one may start."""
        now = time.monotonic()
        moments = [self._waiting[0][0]] if self._waiting and not self._stopping else []
        if self._pace.paused_until > now:
            moments = [self._pace.paused_until]
        self._changed.clear()
        alarm = asyncio.get_running_loop().call_later(min(moments) - now, self._changed.set) if moments else None
        await self._changed.wait()
        if alarm:
            alarm.cancel()

    def _start(self, job: Job) -> None:
        known = self._terms.cache if not (job.failures or job.fresh) else None
        cached = known.get(job.digest) if known else None
        if cached is not None:
            self._record(job, cached, cached=True)
            return
        self._pace.start()
        self._tally.requests += 1
        task = asyncio.create_task(self._attempt(job))
        self._under_way.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and task.exception():
            self._fault = task.exception()
        self._changed.set()

    async def _attempt(self, job: Job) -> None:
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._terms.timeout + GRACE):
                response = await self._model.respond(job.request)
        except TimeoutError:
            failure = Failure("timeout", f"no answer within {self._terms.timeout:g} s", retry=True)
            response = Response(None, finish="", seconds=time.monotonic() - began, error=failure)
        finally:
            self._pace.end()
        if response.error is None:
            self._pace.well()
            self._worked = True
            self._write_held()
            self._record(job, response)
        else:
            self._judge(job, response, response.error, began)

    def _judge(self, job: Job, response: Response, failure: Failure, began: float) -> None:
        """Decide what to do about a failed attempt: end the run, retry, hold the failure back, or record it."""
        now = time.monotonic()
        job.failures.append(failure.kind)
        if failure.kind in OVERLOAD:
            self._pace.overload(began, now)
        if failure.after and failure.after <= LONG:
            self._pace.wait(now + failure.after)
        if failure.fatal or (failure.after or 0) > LONG:
            self._give_up(failure)
        elif failure.retry and len(job.failures) <= self._patience(failure):
            due = now + (failure.after or 0) + backoff(job.request.path, len(job.failures))
            heapq.heappush(self._waiting, (due, next(self._order), job))
        elif failure.kind in AMBIENT or not (self._worked or self._worked_before):
            self._held.append(_record(job, response))
            if len(self._held) >= (MANY if self._worked else FEW):
                self._give_up(failure)
        else:
            self._record(job, response)

    def _patience(self, failure: Failure) -> int:
        """Return how many retries a request gets after such a failure."""
        if failure.kind == "network" and not self._worked:
            return min(2, self._terms.retries)  # a wrong address should be reported quickly
        return self._terms.retries * (2 if failure.kind == "rate" else 1)

    def _give_up(self, failure: Failure) -> None:
        """End the run: running requests may still finish; held failures are discarded, so the next call asks again."""
        self._cause = self._cause or failure
        self._stopping = True
        self._held.clear()

    def _sentence(self, cause: Failure) -> str:
        words = " ".join(cause.message.split())[:WORDS].rstrip(".")
        kept = f"{self._tally.done} of {self._tally.total} responses are kept"
        return f"{self._model.name}: {words}; {kept}, and the same command goes on from there"

    def _close(self) -> None:
        """Settle the held failures at the end: record those that may be the item's own fault, discard the others."""
        ambient = [record.error for record in self._held if record.error and record.error.kind in AMBIENT]
        self._held = [record for record in self._held if record.error and record.error.kind not in AMBIENT]
        self._write_held()
        if ambient:
            self._give_up(Failure(ambient[-1].kind, ambient[-1].message))

    def _write_held(self) -> None:
        for record in self._held:
            self._write(record)
        self._held.clear()

    def _record(self, job: Job, response: Response, cached: bool = False) -> None:
        if response.error is None:
            self._check_usage(response, cached)
            self._score(job, response)
        self._tally.cached += cached
        self._write(_record(job, response, cached))
        if self._terms.cache and not cached:
            self._terms.cache.put(job.digest, response)

    def _write(self, record: Record) -> None:
        self._log.write(record)
        self._tally.add(record)
        self._tally.done += 1
        self._tally.asked += 1
        self._seen()

    def _score(self, job: Job, response: Response) -> None:
        """Score an answer for the progress display, unless scoring has used up its share of the time."""
        start = time.monotonic()
        if self._tally.watched and self._scoring <= SCORING * (start - self._begun):
            outcome = score_response(job.item, job.condition, response).outcome
            self._tally.scored += 1
            self._tally.right += outcome is Outcome.RIGHT
            self._scoring += time.monotonic() - start

    def _check_usage(self, response: Response, cached: bool) -> None:
        budget = self._terms.budget
        free = budget.tokens is None and (budget.cost is None or self._tally.price == FREE)
        if not cached and not free and None in (response.tokens_in, response.tokens_out):
            limit = "--max-cost" if budget.tokens is None else "--max-tokens-total"
            self._give_up(
                Failure("usage", f"it does not say how many tokens a request took, so {limit} cannot be kept")
            )


def backoff(path: tuple[str | int, ...], failures: int) -> float:
    """Return how many seconds to wait before a retry: uniform up to a bound that doubles with every failure."""
    bound: float = min(LONGEST_WAIT, BASE_WAIT * 2 ** (failures - 1))
    return bound * float(seeds.generator("retry", failures, *path).random())


def _record(job: Job, response: Response, cached: bool = False) -> Record:
    attempts = 0 if cached else len(job.failures) + (response.error is None)
    more = {"request": job.digest, "attempts": attempts, "failures": tuple(job.failures), "cached": cached}
    return Record.of(response, job.key, job.condition.repeat, **more)


@contextlib.asynccontextmanager
async def _nothing() -> Any:
    yield
