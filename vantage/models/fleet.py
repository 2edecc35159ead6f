"""A local model on a Ray cluster: a copy on each GPU, and each request to the copy that has the fewest under way.

A copy is `Local` in a process of its own, so requests become batches there as they do here, and its answers are the
same. A copy that ends is started again by Ray; meanwhile the others answer, as replicas of a server would.
"""

from __future__ import annotations

import asyncio
from typing import Any

from vantage import cluster
from vantage.cluster import Cluster
from vantage.models import Failure, Request, Response, Settings
from vantage.models.local import Local
from vantage.models.replicas import Replicas

AT_ONCE = 1000  # requests that an actor takes; how many are answered together is the model's own choice


def on(nodes: Cluster, name: str, settings: Settings) -> Replicas:
    """Return the model `hf/NAME` with a copy on each GPU of a cluster, or one on its CPUs if it has none."""
    prefix, _, where = name.partition("/")
    if prefix != "hf" or not where:
        raise ValueError(f"--engine ray copies local models (hf/…) to each GPU; {name} is asked from here, without it")
    gpus = nodes.gpus
    needs = {"num_gpus": 1} if gpus else {"num_cpus": nodes.size}
    return Replicas([Copy(where, settings, nodes.found, needs) for _ in range(max(1, gpus))], settings)


class Copy:
    """One of the copies, in a process on some node."""

    insider = False

    def __init__(self, where: str, settings: Settings, expected: dict[str, str], needs: dict[str, int]) -> None:
        self.name = f"hf/{where}"
        self.settings = settings
        self._made = (expected, where, settings)
        self._needs = needs

    async def __aenter__(self) -> Copy:
        kept = {"max_restarts": -1, "max_concurrency": AT_ONCE, **self._needs}
        self._actor: Any = cluster.loaded().remote(_Holder).options(**kept).remote(*self._made)
        faults = cluster.loaded().exceptions
        try:
            await self._actor.ready.remote()
        except faults.RayTaskError as error:
            raise cluster.raised(error) from None
        except faults.RayActorError:
            raise ValueError(
                f"a copy of {self.name} ended while it read the weights: memory may have run out"
            ) from None
        return self

    async def __aexit__(self, *_: object) -> None:
        cluster.loaded().kill(self._actor)

    async def respond(self, request: Request) -> Response:
        """Return the copy's answer; if it ends, or cannot begin again, a failure that other copies may not have."""
        faults = cluster.loaded().exceptions
        try:
            found: Response = await self._actor.respond.remote(request)
        except faults.RayActorError:
            return _lost(f"a copy of {self.name} ended")
        except faults.RayTaskError as error:
            return _lost(f"a copy of {self.name} failed: {str(cluster.raised(error)).partition(chr(10))[0]}")
        return found


def _lost(why: str) -> Response:
    return Response(None, finish="", error=Failure("server", why, retry=True))


class _Holder:
    """The actor: it reads the weights when it is first asked, and again after Ray has restarted it."""

    def __init__(self, expected: dict[str, str], where: str, settings: Settings) -> None:
        self._made = (expected, where, settings)
        self._entered: asyncio.Task[Local] | None = None

    async def _enter(self) -> Local:
        expected, where, settings = self._made
        cluster.check_like(expected)
        return await Local(where, settings).__aenter__()

    async def ready(self) -> None:
        """Wait until the weights are read."""
        await self._model()

    async def _model(self) -> Local:
        if self._entered is None:
            self._entered = asyncio.create_task(self._enter())
        return await self._entered

    async def respond(self, request: Request) -> Response:
        """Return the model's answer."""
        return await (await self._model()).respond(request)
