"""One model in several places: each request goes to the server, or copy, that has the fewest under way.

A server that cannot be reached, or fails, is left out for a while, and the request goes to another at once, so that one
server's end costs no item an attempt. After the pause one request tries it again; each further failure doubles the
pause. When no server is left, the failure is returned as any model's is, and the run decides what to do.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vantage.models import Locked, Model, Request, Response, Settings
from vantage.models.http import HttpModel, Wire

GONE = ("network", "server", "broken")  # kinds of failure that another server may not have
PAUSE, LONGEST = 1.0, 30.0  # seconds that a server is left out: after a failure, and at most


@dataclass
class Replica:
    """One of the servers, and how it fares."""

    model: Model
    under_way: int = 0
    failures: int = 0  # in a row
    due: float = 0.0  # when it may be tried again

    def open(self, now: float) -> bool:
        """Return whether it may be asked now: it works, or its pause is over and nobody else is trying it."""
        return not self.failures or (now >= self.due and not self.under_way)

    def note(self, response: Response, began: float, now: float) -> None:
        """Record how a request that began at `began` ended."""
        if response.error is None or response.error.kind not in GONE:
            self.failures = 0
        elif began >= self.due or not self.failures:  # of the requests that one fault ends together, the first counts
            self.failures += 1
            self.due = now + min(LONGEST, PAUSE * 2.0 ** (self.failures - 1))


class Replicas:
    """A model that several servers, or copies, offer."""

    insider = False

    def __init__(self, models: Sequence[Model], settings: Settings) -> None:
        self._replicas = [Replica(model) for model in models]
        self.name = models[0].name
        self.settings = settings

    def check(self) -> None:
        """Raise a ValueError if a model lacks what it needs, such as a key."""
        for replica in self._replicas:
            if isinstance(replica.model, Locked):
                replica.model.check()

    async def __aenter__(self) -> Replicas:
        self._open = contextlib.AsyncExitStack()
        models = [replica.model for replica in self._replicas]
        holding = [one for one in models if isinstance(one, contextlib.AbstractAsyncContextManager)]
        # All at once, for reading weights may take minutes.
        entered = await asyncio.gather(*map(self._open.enter_async_context, holding), return_exceptions=True)
        if failed := [one for one in entered if isinstance(one, BaseException)]:
            await self._open.aclose()
            raise failed[0]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def respond(self, request: Request) -> Response:
        """Return the first answer that is not a server's fault; if every server is at fault, the last failure."""
        left = list(self._replicas)
        while True:
            replica = self._chosen(left)
            left.remove(replica)
            response = await self._asked(replica, request)
            lost = response.error is not None and response.error.kind in GONE
            if not lost or not any(other.open(time.monotonic()) for other in left):
                return response

    def _chosen(self, left: Sequence[Replica]) -> Replica:
        """Return the server with the fewest requests under way; if none is open, the one that may be tried soonest."""
        now = time.monotonic()
        fit = [replica for replica in left if replica.open(now)]
        if not fit:
            return min(left, key=lambda replica: replica.due)
        # One whose pause is over goes first: only an answer can bring it back.
        return min(fit, key=lambda replica: (not replica.failures, replica.under_way))

    async def _asked(self, replica: Replica, request: Request) -> Response:
        began = time.monotonic()
        replica.under_way += 1
        try:
            response = await replica.model.respond(request)
        finally:
            replica.under_way -= 1
        replica.note(response, began, time.monotonic())
        return response


def connected(name: str, settings: Settings, wire: Wire) -> Model:
    """Return the model behind one server, or behind all that the settings name."""
    alone = replace(settings, replicas=())
    first = HttpModel(name, alone, wire)
    if not settings.replicas:
        return first
    # Of the first, the address is settled: where none is given, it is the provider's own.
    models = [first, *(HttpModel(name, replace(alone, base_url=address), wire) for address in settings.replicas)]
    addresses = [model.settings.base_url for model in models]
    if twice := [found for found in addresses if addresses.count(found) > 1]:
        raise ValueError(f"{twice[0]} is given as two servers; give each address once")
    return Replicas(models, replace(settings, base_url=addresses[0], replicas=tuple(addresses[1:])))
