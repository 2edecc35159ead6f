"""A server of the tests' own, which listens on this machine in a thread, or in a process of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Self

from aiohttp import web


class Listening:
    """Serves its routes inside `with`; a port of 0 is any that is free."""

    port = 0

    def routed(self) -> web.Application:
        """Return the application with its routes."""
        raise NotImplementedError

    @property
    def url(self) -> str:
        """What goes into base_url."""
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        listening = threading.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self.serve(listening.set),))
        self._thread.start()
        if not listening.wait(10):
            raise RuntimeError("the server does not listen")
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()

    async def serve(self, listening: Callable[[], None]) -> None:
        """Listen until stopped, and say when it began."""
        self._stop = asyncio.Event()
        runner = web.AppRunner(self.routed(), access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self.port, backlog=1024).start()
        self.port = runner.addresses[0][1]
        listening()
        try:
            await self._stop.wait()
        finally:
            await runner.cleanup()
