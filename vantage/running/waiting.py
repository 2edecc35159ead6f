"""Wait for asynchronous work, even in a notebook, where an event loop is already running."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


def wait(work: Coroutine[Any, Any, Result]) -> Result:
    """Return what the work returns. If a loop is already running, the work gets its own thread and loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    started: Future[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = Future()
    ended: Future[Result] = Future()

    async def main() -> Result:
        task = asyncio.current_task()
        if task is not None:
            started.set_result((asyncio.get_running_loop(), task))
        return await work

    def thread() -> None:
        try:
            ended.set_result(asyncio.run(main()))
        except BaseException as error:
            ended.set_exception(error)

    Thread(target=thread, daemon=True).start()
    try:
        return ended.result()
    except KeyboardInterrupt:  # the notebook's stop button: what is under way is cancelled, what is finished is kept
        loop, task = started.result()
        loop.call_soon_threadsafe(task.cancel)
        ended.exception()
        raise
