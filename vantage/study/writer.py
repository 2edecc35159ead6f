"""One thread does all work on the database; what waits meanwhile shares the next transaction.

So there is one writer, answers of many people cost one flush to the disk together, and nothing is acknowledged before
it is committed. Work that is refused must refuse before it changes anything.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from vantage.study.database import Database, Unavailable

MOST = 256  # pieces of work in one transaction
AGAIN = 0.5  # seconds between two attempts to reach a lost database
LONGEST = 10_000  # pieces that may wait; more are turned away

T = TypeVar("T")
Work = Callable[[Database], Any]


class Refused(Exception):
    """What was asked is not possible: an HTTP status, a word for the page, and a sentence for the person."""

    def __init__(self, status: int, word: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.word = word
        self.wait = 0  # seconds, if asking again later may help


@dataclass
class _Piece:
    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


class Writer:
    """Does pieces of work on a database in a thread of its own, and opens the database again when it is lost."""

    def __init__(self, connect: Callable[[], Database], warn: Callable[[str], None]) -> None:
        self._connect = connect
        self._warn = warn
        self._waiting: queue.Queue[_Piece | None] = queue.Queue(LONGEST)
        self._database: Database | None = connect()  # the first failure is told at once
        self._tried = 0.0
        self.trouble = ""  # why the database cannot be used now, for the lab
        self._thread = threading.Thread(target=self._run, name="study writer", daemon=True)
        self._thread.start()

    async def ask(self, work: Callable[[Database], T]) -> T:
        """Return what the work returns, after the transaction that holds it is committed."""
        loop = asyncio.get_running_loop()
        piece = _Piece(work, loop, loop.create_future())
        try:
            self._waiting.put_nowait(piece)
        except queue.Full:
            raise Unavailable("more people are answering than can be served") from None
        found: T = await piece.future
        return found

    def close(self) -> None:
        """Finish what waits, and close the database."""
        self._waiting.put(None)
        self._thread.join()
        if self._database:
            self._database.close()

    def _run(self) -> None:
        while True:
            first = self._waiting.get()
            pieces: list[_Piece | None] = [first]
            while len(pieces) < MOST and not self._waiting.empty():
                pieces.append(self._waiting.get())
            real = [piece for piece in pieces if piece]
            self._do(real)
            _deliver(real)
            if None in pieces:
                return

    def _do(self, pieces: list[_Piece]) -> None:
        """Do the pieces in one transaction; if one of them breaks it, each in one of its own."""
        try:
            self._together(pieces)
        except Unavailable as error:
            self._lost(error, pieces)
        except Exception as error:
            if len(pieces) == 1:
                pieces[0].error = error
                return
            for piece in pieces:
                self._do([piece])

    def _together(self, pieces: list[_Piece]) -> None:
        database = self._opened()
        for piece in pieces:
            piece.result = piece.error = None
        with database.transaction():
            for piece in pieces:
                try:
                    piece.result = piece.work(database)
                except Refused as refusal:
                    piece.error = refusal
        if self.trouble:
            self._warn("the database is back; everything that was acknowledged is there")
            self.trouble = ""

    def _opened(self) -> Database:
        if self._database is None:
            if time.monotonic() - self._tried < AGAIN:
                raise Unavailable(self.trouble)
            self._tried = time.monotonic()
            self._database = self._connect()
        return self._database

    def _lost(self, error: Unavailable, pieces: list[_Piece]) -> None:
        for piece in pieces:
            piece.error = error
        if not self.trouble:
            self._warn(f"{error}; people are told to wait, and their answers are kept in their browsers")
        self.trouble = str(error)
        if self._database:
            self._database.close()
        self._database = None


def _deliver(pieces: list[_Piece]) -> None:
    """Hand the results to those who wait for them, in the loop where they wait."""
    for loop in {piece.loop for piece in pieces}:
        mine = [piece for piece in pieces if piece.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, mine)


def _settle(pieces: list[_Piece]) -> None:
    for piece in pieces:
        if piece.future.cancelled():
            continue
        if piece.error is not None:
            piece.future.set_exception(piece.error)
        else:
            piece.future.set_result(piece.result)
