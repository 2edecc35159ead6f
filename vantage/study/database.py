"""Where answers are stored: a SQLite file in the study's folder, or a PostgreSQL database by URL, behind one face.

What is committed survives the end of the process and of the machine (SQLite with synchronous=FULL). A database that is
lost, full or locked is `Unavailable`: the one error that passes by itself, so whoever asked may ask again.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from vantage.names import install

FILE = "study.db"
BUSY = 5.0  # seconds to wait for another process that writes to the SQLite file

TABLES = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS people (
  number BIGINT PRIMARY KEY, token TEXT NOT NULL UNIQUE, state TEXT NOT NULL, booklet BIGINT, script TEXT,
  answered BIGINT NOT NULL DEFAULT 0, misses BIGINT NOT NULL DEFAULT 0, consent TEXT, external TEXT UNIQUE,
  questions TEXT, created DOUBLE PRECISION NOT NULL, seen DOUBLE PRECISION, finished DOUBLE PRECISION);
CREATE TABLE IF NOT EXISTS answers (
  person BIGINT NOT NULL, place BIGINT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, item TEXT NOT NULL,
  rotation BIGINT NOT NULL, text TEXT NOT NULL, milliseconds DOUBLE PRECISION, about TEXT NOT NULL,
  received DOUBLE PRECISION NOT NULL, PRIMARY KEY (person, place));
CREATE TABLE IF NOT EXISTS flags (
  person BIGINT NOT NULL, item TEXT NOT NULL, reason TEXT NOT NULL, note TEXT NOT NULL,
  received DOUBLE PRECISION NOT NULL, PRIMARY KEY (person, item));
CREATE TABLE IF NOT EXISTS reviews (
  item TEXT NOT NULL, reviewer TEXT NOT NULL, verdict TEXT NOT NULL, note TEXT NOT NULL,
  received DOUBLE PRECISION NOT NULL, PRIMARY KEY (item, reviewer));
"""

Rows = list[tuple[Any, ...]]


class Unavailable(Exception):
    """The database cannot be used now; a sentence for the researcher says why."""


class Database(Protocol):
    """One connection; SQL has "?" for values in either."""

    def rows(self, sql: str, *values: Any) -> Rows:
        """Return the rows that a statement finds, none where it finds none or changes something."""

    def transaction(self, reading: bool = False) -> contextlib.AbstractContextManager[None]:
        """Make all that is done within one change, whole or not at all; `reading` sees one moment and locks nobody."""

    def claim(self) -> bool:
        """Return whether this connection is the only one that serves the study, from now until it is closed."""

    def close(self) -> None:
        """Close the connection."""


def connect(folder: Path, url: str = "") -> Database:
    """Open the study's database, and make its tables where they are missing."""
    found: Database = Postgres(url) if url else Sqlite(folder / FILE)
    try:
        for statement in TABLES.split(";\n"):
            if statement.strip():
                found.rows(statement)
    except BaseException:
        found.close()
        raise
    return found


class Sqlite:
    """A SQLite file, with a log ahead of it, so that others can read while one writes."""

    def __init__(self, path: Path) -> None:
        with self._told(path):
            self._connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
        self._path = path
        try:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
                self.rows(f"PRAGMA {pragma}")
        except BaseException:
            self._connection.close()
            raise

    @staticmethod
    @contextlib.contextmanager
    def _told(path: Path) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.DatabaseError as error:
            raise Unavailable(f"{path} cannot be used now: {error}") from None

    def rows(self, sql: str, *values: Any) -> Rows:
        """Return the rows that a statement finds."""
        with self._told(self._path):
            return self._connection.execute(sql, values).fetchall()

    @contextlib.contextmanager
    def transaction(self, reading: bool = False) -> Iterator[None]:
        """Make all that is done within one change."""
        self.rows("BEGIN" if reading else "BEGIN IMMEDIATE")
        try:
            yield
            self.rows("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self.rows("ROLLBACK")
            raise

    def claim(self) -> bool:
        """Return True: the study's folder is locked instead."""
        return True

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


class Postgres:
    """A PostgreSQL database."""

    def __init__(self, url: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise ValueError(f"PostgreSQL needs psycopg; install it with: {install('postgres')}") from None
        self._errors = (psycopg.OperationalError, psycopg.InterfaceError)
        parts = urlsplit(url)
        self._name = f"{parts.hostname or 'localhost'}{parts.path}"  # never the password
        self._lock = int(hashlib.sha256(b"vantage study").hexdigest()[:12], 16)
        with self._told():
            self._connection = psycopg.connect(url, autocommit=True, connect_timeout=5)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except self._errors as error:
            why = " ".join(str(error).split())[:200] or type(error).__name__
            raise Unavailable(f"the database {self._name} cannot be used now: {why}") from None

    def rows(self, sql: str, *values: Any) -> Rows:
        """Return the rows that a statement finds; within a transaction, only what finds rows waits for the server."""
        with self._told():
            found = self._connection.execute(sql.replace("?", "%s").encode(), values or None)
            return found.fetchall() if sql.startswith("SELECT") else []

    @contextlib.contextmanager
    def transaction(self, reading: bool = False) -> Iterator[None]:
        """Make all that is done within one change."""
        try:
            with self._told(), self._connection.pipeline():
                self.rows("BEGIN ISOLATION LEVEL REPEATABLE READ" if reading else "BEGIN")
                yield
                self.rows("COMMIT")
        except BaseException:
            with contextlib.suppress(Unavailable):
                self.rows("ROLLBACK")
            raise

    def claim(self) -> bool:
        """Return whether no other server holds this database."""
        return bool(self.rows("SELECT pg_try_advisory_lock(?)", self._lock)[0][0])

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def claimed(folder: Path, url: str = "") -> Database:
    """Open the database for the one server of a study."""
    found = connect(folder, url)
    if not found.claim():
        found.close()
        raise Unavailable("another server holds this study's database; stop it, or wait until it is gone")
    return found
