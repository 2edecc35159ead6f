"""Responses by request hash, shared between runs and processes, so that no response is paid for twice.

Only successful responses are kept. Entries are collected and written together about every second: the run's own log
must never lose a line, but the cache may. So a run hardly waits for another process that has locked the cache: a
response that it cannot look up, it requests again; an entry that it cannot write, it writes later.
"""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import sqlite3
import time
from pathlib import Path

from vantage.item import compact
from vantage.models import Response

NAME = "responses-1.sqlite"
WRITE_SECONDS = 1.0
WAIT = 0.1  # seconds to wait for another process's lock during a run
PATIENCE = 30.0  # seconds to wait for it at the start and at the end of a run


def folder() -> Path:
    """Return the cache's folder: $VANTAGE_CACHE, or `vantage` in the user's cache folder."""
    own = os.environ.get("VANTAGE_CACHE")
    shared = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(own) if own else Path(shared) / "vantage"


class Cache:
    """The cached responses. Close it after use, or use it in a `with` statement."""

    def __init__(self, place: Path | None = None) -> None:
        place = place or folder()
        self.path = place / NAME
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise error if error.errno == errno.ENOSPC else self._unusable(error) from None
        self._fresh: dict[str, str] = {}
        self._written = time.monotonic()
        try:
            self._database = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
            self._prepare()
        except sqlite3.Error as error:
            raise self._explained(error) from None

    def _prepare(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                # Readers do not wait for writers; a power cut may lose the last entries, but never the file.
                self._database.execute("PRAGMA journal_mode=WAL")
                self._database.execute("PRAGMA synchronous=NORMAL")
                self._database.execute(
                    "CREATE TABLE IF NOT EXISTS responses "
                    "(request TEXT PRIMARY KEY, response TEXT NOT NULL) WITHOUT ROWID"
                )
                return
            except sqlite3.OperationalError as error:
                if not _busy(error) or time.monotonic() > until:
                    raise
                time.sleep(WAIT)  # SQLite itself does not wait before changing the journal mode

    def __enter__(self) -> Cache:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, request: str) -> Response | None:
        """Return the response to the request with this hash, if there is one."""
        text = self._fresh.get(request)
        if text is None:
            try:
                row = self._database.execute("SELECT response FROM responses WHERE request = ?", (request,)).fetchone()
            except sqlite3.Error as error:
                if _busy(error):
                    return None
                raise self._explained(error) from None
            text = row[0] if row else None
        return None if text is None else Response(**json.loads(text))

    def put(self, request: str, response: Response) -> None:
        """Keep a response; a failed one is not kept."""
        if response.error is None:
            fields = {field.name: getattr(response, field.name) for field in dataclasses.fields(response)}
            self._fresh[request] = compact(fields)
            if time.monotonic() - self._written > WRITE_SECONDS:
                self.write()

    def write(self) -> None:
        """Write the collected entries in one transaction; while another process is writing, keep them for later."""
        self._written = time.monotonic()
        try:
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.executemany("INSERT OR REPLACE INTO responses VALUES (?, ?)", self._fresh.items())
        except sqlite3.Error as error:
            if not _busy(error):
                raise self._explained(error) from None
        else:
            self._fresh.clear()

    def close(self) -> None:
        """Write the collected entries, unless another process holds the lock for too long, and close the file."""
        until = time.monotonic() + PATIENCE
        try:
            while self._fresh and time.monotonic() < until:
                self.write()
        finally:
            self._database.close()

    def _explained(self, error: sqlite3.Error) -> Exception:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        return self._unusable(error)

    def _unusable(self, error: Exception) -> ValueError:
        advice = "delete it, set VANTAGE_CACHE to another folder, or run with --no-cache"
        return ValueError(f"the cache {self.path} cannot be used ({error}); {advice}")


def _busy(error: sqlite3.Error) -> bool:
    """Return whether the error only means that another process has locked the file."""
    # The low byte is the kind of error; the other bytes distinguish variants of it.
    return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
