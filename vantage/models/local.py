"""Local models: any transformers model that reads pictures and text, on this machine's GPU, or its CPU if it has none.

Requests that arrive together are answered as one batch. The randomness of an answer comes from its request's own path
of names, so it does not depend on the other requests of the batch, or on whether the run was resumed. On a GPU,
rounding to bfloat16 can still let the batch decide a close choice; `--concurrency 1` answers each request alone.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from vantage.models import Failure, Request, Response, Settings
from vantage.models.network import Generation, Network, device, quiet, sentence
from vantage.names import install
from vantage.prompts.prompt import Picture

BATCH = {"cuda": 16, "cpu": 4}
GATHER = 0.02  # seconds to collect requests for a batch: short compared with the time a batch takes

Ask = tuple[Request, "asyncio.Future[Response]"]

logger = logging.getLogger("vantage")


class Local:
    """A transformers model by folder or hub id, run on this machine."""

    insider = False

    def __init__(self, name: str, settings: Settings) -> None:
        _check(name)
        self.name = f"hf/{name}"
        self.settings = settings
        self._where = name
        self._how = Generation.of(settings)
        self._network: Network | None = None
        self._waiting: list[Ask] = []
        self._batches: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        # One thread for all calls: torch keeps a pool of threads for each thread that calls it.
        self._thread = ThreadPoolExecutor(1)
        self._size = self._how.batch or BATCH[device()]
        self._shrunk = False

    @property
    def concurrency(self) -> int:
        """How many requests should run at once: one batch being answered and the next one waiting."""
        return 2 * self._size

    async def __aenter__(self) -> Local:
        self._stop.clear()
        self._network = await asyncio.get_running_loop().run_in_executor(self._thread, Network, self._where)
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._stop.set()
        self._network = None  # frees its memory for the next model

    async def respond(self, request: Request) -> Response:
        """Return the answer, generated in one batch with the other waiting requests."""
        if self._network is None:
            raise RuntimeError(f"{self.name} must be entered with `async with` before it is asked")
        future: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, future))
        if self._batches is None or self._batches.done():
            self._batches = asyncio.create_task(self._answer_waiting(self._network))
        return await future

    async def _answer_waiting(self, network: Network) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(GATHER)
                waiting = [(request, future) for request, future in self._waiting if not future.done()]
                batch, self._waiting = waiting[: self._size], waiting[self._size :]
                responses = await asyncio.get_running_loop().run_in_executor(
                    self._thread, self._answer, network, [request for request, _ in batch]
                )
                for (_, future), response in zip(batch, responses):
                    if not future.done():
                        future.set_result(response)
        except asyncio.CancelledError:
            self._stop.set()  # the thread cannot be cancelled; this ends its generation at the next token
            raise

    def _answer(self, network: Network, requests: Sequence[Request]) -> list[Response]:
        """Return the responses. A batch that fails is halved, until only requests that fail alone are failures."""
        if not requests:
            return []
        # A processor needs pictures either for every prompt of a batch or for none.
        seen = [one for one in requests if _has_pictures(one)]
        if 0 < len(seen) < len(requests):
            blind = [one for one in requests if not _has_pictures(one)]
            halves = {True: iter(self._answer(network, seen)), False: iter(self._answer(network, blind))}
            return [next(halves[_has_pictures(one)]) for one in requests]
        try:
            return network.answer(requests, self._how, self._stop)
        except Exception as error:  # a model's own code may raise anything
            if len(requests) == 1:
                return [Response(None, finish="", error=Failure("refused", sentence(error)))]
            half = len(requests) // 2
            if _out_of_memory(error):
                self._shrink(len(requests))
        # Outside the `except`, so that the failed batch's memory has been freed.
        return [*self._answer(network, requests[:half]), *self._answer(network, requests[half:])]

    def _shrink(self, failed: int) -> None:
        if not self._shrunk:
            logger.warning("%s: out of memory with %d requests at once; going on with fewer", self.name, failed)
        self._shrunk = True
        self._size = min(self._size, failed // 2)


def _has_pictures(request: Request) -> bool:
    return any(isinstance(part, Picture) for message in request.messages for part in message.parts)


def _check(name: str) -> None:
    """Raise a ValueError, before any weights are read, if `name` cannot be loaded as a local model."""
    try:
        import torch  # noqa: F401
        from transformers import AutoConfig, AutoModelForImageTextToText
    except ImportError:
        raise ValueError(f"hf/ models need torch and transformers: {install('local')}") from None
    try:
        with quiet():
            config = AutoConfig.from_pretrained(name)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"hf/{name} is no model that transformers can read; give a model's folder or its id on the hub "
            f"({sentence(error)})"
        ) from None
    if type(config) not in AutoModelForImageTextToText._model_mapping:
        raise ValueError(
            f"hf/{name} is a {config.model_type} model, which reads no pictures; give a vision-language model"
        )


def _out_of_memory(error: Exception) -> bool:
    import torch

    return isinstance(error, torch.OutOfMemoryError | MemoryError) or "can't allocate memory" in str(error)
