"""Ask a model many questions at once: how many is the pace's business, what is asked again and when is decided here.

One loop starts requests and waits; nothing else does. A request that failed in a way that may pass waits its turn in a
heap and holds no place meanwhile. Failures that may not be the item's own fault (nothing has worked yet, the network is
gone) are held back: a later success makes them the item's outcome, too many in a row end the run without them, so that
the same command asks them again. So does the end, for what is never the item's own fault.
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
from vantage.running.runs import Key, Log
from vantage.running.tally import NO_LIMIT, Budget, Tally
from vantage.scoring.score import Outcome, score_response

RETRIES = 6
BASE_WAIT, LONGEST_WAIT = 0.5, 60.0  # seconds: how long, at most, before the first and before any later retry
GRACE = 10.0  # seconds beyond a model's own timeout after which we give it up
LONG = 3600.0  # seconds: a server that wants us to wait longer is asked another day
OVERLOAD = ("rate", "server")  # kinds that say that the server has too much to do
AMBIENT = ("network", "rate")  # kinds that are never the item's own fault
FEW, MANY = 3, 20  # failures in a row that end the run: before anything has worked, and after
LOOKING = 0.05  # share of the time that may go into scoring answers as they come
WORDS = 300  # characters of a server's words that are repeated


@dataclass
class Job:
    """One question on its way: `failures` are the kinds of its failed attempts."""

    key: Key
    condition: Condition
    request: Request
    item: Item
    digest: str
    failures: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Terms:
    """How to ask: how long to wait, how many at once, how often to try again, how far to go, what need not be asked."""

    timeout: float
    concurrency: int
    retries: int = RETRIES
    budget: Budget = NO_LIMIT
    cache: Cache | None = None


class Asking:
    """The requests of one sitting, from the first to the last."""

    def __init__(self, model: Model, terms: Terms, log: Log, tally: Tally, seen: Callable[[], None]) -> None:
        self._model, self._terms, self._log, self._tally, self._seen = model, terms, log, tally, seen
        self._pace = Pace(terms.concurrency)
        self._waiting: list[tuple[float, int, Job]] = []  # a heap of what is asked again, by when
        self._order = itertools.count()
        self._under_way: set[asyncio.Task[None]] = set()
        self._held: list[Record] = []
        self._worked = False  # whether anything has, in this sitting
        self._worked_before = tally.done > tally.failed
        self._exhausted = False  # whether all jobs were taken
        self._stopping = False
        self._cause: Failure | None = None  # why the run was given up
        self._fault: BaseException | None = None  # of ours or of the disk
        self._begun = time.monotonic()
        self._looked = 0.0  # seconds

    async def ask(self, jobs: Iterator[Job]) -> None:
        """Ask all jobs, or as many as the budget allows; each response is written as it comes."""
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
                await asyncio.sleep(0)  # requests under way, and Ctrl-C, are heard between any two
            elif self._under_way or not self._over():
                await self._wait()
            else:
                return
        raise self._fault  # there is no use in waiting for the others

    def _over(self) -> bool:
        """Return whether nothing more is to be started."""
        return self._stopping or (self._exhausted and not self._waiting)

    def _next(self, jobs: Iterator[Job]) -> Job | None:
        """Return what to start now, if anything: what is due again first, then what was never asked."""
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
        # Waiting jobs hold their pictures, so there may be no more of them than could be under way.
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
        """Wait until a request is over or one may be started."""
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
        cached = self._terms.cache.get(job.digest) if self._terms.cache and not job.failures else None
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
        """Decide what becomes of a failed attempt."""
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
        """Return how often a request is tried again after such a failure."""
        if failure.kind == "network" and not self._worked:
            return min(2, self._terms.retries)  # a wrong address should be told soon
        return self._terms.retries * (2 if failure.kind == "rate" else 1)

    def _give_up(self, failure: Failure) -> None:
        """End the run: what is under way may still arrive, what was held back is left for the next time."""
        self._cause = self._cause or failure
        self._stopping = True
        self._held.clear()

    def _sentence(self, cause: Failure) -> str:
        words = " ".join(cause.message.split())[:WORDS].rstrip(".")
        kept = f"{self._tally.done} of {self._tally.total} responses are kept"
        return f"{self._model.name}: {words}; {kept}, and the same command goes on from there"

    def _close(self) -> None:
        """Settle what is held back at the end, when no success can come that makes it the item's own outcome."""
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
            self._look(job, response)
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

    def _look(self, job: Job, response: Response) -> None:
        """Score an answer for whoever watches, unless that has taken more than its share of the time."""
        start = time.monotonic()
        if self._tally.watched and self._looked <= LOOKING * (start - self._begun):
            outcome = score_response(job.item, job.condition, response).outcome
            self._tally.scored += 1
            self._tally.right += outcome is Outcome.RIGHT
            self._looked += time.monotonic() - start

    def _check_usage(self, response: Response, cached: bool) -> None:
        budget = self._terms.budget
        free = budget.tokens is None and (budget.cost is None or self._tally.price == FREE)
        if not cached and not free and None in (response.tokens_in, response.tokens_out):
            limit = "--max-cost" if budget.tokens is None else "--max-tokens-total"
            self._give_up(
                Failure("usage", f"it does not say how many tokens a request took, so {limit} cannot be kept")
            )


def backoff(path: tuple[str | int, ...], failures: int) -> float:
    """Return how long to wait before asking again: uniform up to a bound that doubles with every failure."""
    bound: float = min(LONGEST_WAIT, BASE_WAIT * 2 ** (failures - 1))
    return bound * float(seeds.generator("retry", failures, *path).random())


def _record(job: Job, response: Response, cached: bool = False) -> Record:
    attempts = 0 if cached else len(job.failures) + (response.error is None)
    more = {"request": job.digest, "attempts": attempts, "failures": tuple(job.failures), "cached": cached}
    return Record.of(response, job.key, job.condition.repeat, **more)


@contextlib.asynccontextmanager
async def _nothing() -> Any:
    yield
