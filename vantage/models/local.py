"""Local models: any transformers model that reads pictures and text, on this machine's GPU, or its CPU if it has none.

Requests that arrive together are answered as one batch. What is random about an answer comes from its request's own
path of names and not from the batch, so neither the company it is answered in nor a resumed run changes the draw. On a
GPU, where numbers are rounded to bfloat16, a batch can still tip a close choice; `--concurrency 1` asks each alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from vantage.models import Failure, Request, Response, Settings
from vantage.models.network import Generation, Network, device, sentence
from vantage.prompts.prompt import Picture

BATCH = {"cuda": 16, "cpu": 4}
GATHER = 0.02  # seconds in which requests count as arriving together: little beside a batch's own time

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
        # One thread for everything: torch keeps a pool of further threads for each that calls it.
        self._thread = ThreadPoolExecutor(1)
        self._size = self._how.batch or BATCH[device()]
        self._shrunk = False

    @property
    def concurrency(self) -> int:
        """How many requests should be in flight: one batch under way and the next one waiting."""
        return 2 * self._size

    async def __aenter__(self) -> Local:
        self._stop.clear()
        self._network = await asyncio.get_running_loop().run_in_executor(self._thread, Network, self._where)
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._stop.set()
        self._network = None  # so that its memory can serve the next model

    async def respond(self, request: Request) -> Response:
        """Return the answer, generated in one batch with whatever else is waiting."""
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
        """Return the responses; a batch that fails is halved until only what cannot be answered alone has failed."""
        if not requests:
            return []
        # A processor wants pictures for every prompt of a batch or for none.
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
        # Outside the `except`, so that what the failed batch held in memory is free again.
        return [*self._answer(network, requests[:half]), *self._answer(network, requests[half:])]

    def _shrink(self, failed: int) -> None:
        if not self._shrunk:
            logger.warning("%s: out of memory with %d requests at once; going on with fewer", self.name, failed)
        self._shrunk = True
        self._size = min(self._size, failed // 2)


def _has_pictures(request: Request) -> bool:
    return any(isinstance(part, Picture) for message in request.messages for part in message.parts)


def _check(name: str) -> None:
    """Refuse, before any weight is read, what cannot become a local model."""
    try:
        import torch  # noqa: F401
        from transformers import AutoConfig, AutoModelForImageTextToText
    except ImportError:
        raise ValueError(
            "hf/ models need torch and transformers; install them with: pip install 'vantage-vlm[local]'"
        ) from None
    try:
        with _quiet():
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


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep the hub's own words about each attempt back; the error that it ends with says what they say."""
    hub = logging.getLogger("huggingface_hub")
    level = hub.level
    hub.setLevel(logging.ERROR)
    try:
        yield
    finally:
        hub.setLevel(level)


def _out_of_memory(error: Exception) -> bool:
    import torch

    return isinstance(error, torch.OutOfMemoryError | MemoryError) or "can't allocate memory" in str(error)
