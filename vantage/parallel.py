"""Map a function over many jobs; the results do not depend on what does them: some processes here, or a cluster."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 4  # chunks in flight per worker: enough to keep every core busy, few enough to need little memory
ENDED = (
    "a worker process ended before its work was done: memory may have run out (use fewer --workers), or a script "
    'starts the work when it is imported (put that under: if __name__ == "__main__")'
)


class Engine(Protocol):
    """Something else than processes of this machine that does jobs: `cluster.Cluster`."""

    @property
    def size(self) -> int:
        """How many CPUs it has now."""

    def map_ordered(self, function: Callable[[Job], Result], jobs: Iterable[Job], chunk: int) -> Iterator[Result]:
        """Yield `function(job)` for each job, in order; only a bounded number is in flight."""


Workers = int | Engine  # how many processes of this machine do the work (0: one per core), or what else does it


def give_back() -> None:
    """Hand memory that nothing uses back to the system: allocators keep it, and over hours that adds up."""
    import pyarrow as pa

    pa.default_memory_pool().release_unused()
    with contextlib.suppress(OSError, AttributeError, TypeError):  # only the C library of most Linux systems has it
        ctypes.CDLL(None).malloc_trim(0)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block; processes started in the block never receive it.

    Ctrl-C goes to the whole process group, but only the parent should act on it. Children inherit the signal mask. In
    the parent, another thread may still receive the signal, so the handler, which the main thread runs, is delayed too.
    """
    held: list[int] = []
    ours = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda number, _: held.append(number)) if ours else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if ours:
            signal.signal(signal.SIGINT, handler)
        if held:
            signal.raise_signal(signal.SIGINT)


def _begin_work() -> None:
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """End this worker when its parent has ended: after a kill -9 of the parent it would wait for jobs forever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _apply(function: Callable[[Job], Result], chunk: list[Job]) -> list[Result]:
    return [function(job) for job in chunk]


def chunks(jobs: Iterable[Job], size: int) -> Iterator[list[Job]]:
    """Yield the jobs in lists of so many; the last may be shorter."""
    chunk: list[Job] = []
    for job in jobs:
        chunk.append(job)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def map_ordered(
    function: Callable[[Job], Result], jobs: Iterable[Job], workers: Workers = 0, chunk: int = 4
) -> Iterator[Result]:
    """Yield `function(job)` for each job, in order, computed by `workers`, to which `chunk` jobs are handed at a time.

    Jobs are taken lazily, and only a bounded number is in flight, so many jobs need no more memory than few.
    """
    if not isinstance(workers, int):
        yield from workers.map_ordered(function, jobs, chunk)
        return
    workers = workers or cores()
    if workers == 1:
        yield from map(function, jobs)
        return
    # Spawned, not forked: the parent has threads (Arrow's), and forking a process with threads can deadlock.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_work)
    pending: deque[Future[list[Result]]] = deque()
    try:
        for part in chunks(jobs, chunk):
            with _interrupts_held():  # the first job starts the workers
                pending.append(pool.submit(_apply, function, part))
            if len(pending) >= AHEAD * workers:
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()
    except BrokenProcessPool:
        raise ChildProcessError(ENDED) from None
    finally:
        for future in pending:
            future.cancel()
        pool.shutdown(wait=True, cancel_futures=True)
