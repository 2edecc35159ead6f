"""Answers are stored once or not acknowledged: shared transactions, a full disk, a lost database, two servers."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import fabricated, postgres, studies
from tests.studies import Site
from vantage.study import database, serving
from vantage.study.database import Database, Unavailable
from vantage.study.writer import Refused, Writer


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Writer]:
    found = Writer(lambda: database.connect(tmp_path), lambda text: None)
    yield found
    found.close()


def add(name: str) -> Callable[[Database], str]:
    def work(db: Database) -> str:
        db.rows("INSERT INTO facts VALUES (?, '1')", name)
        return name

    return work


def refuse(db: Database) -> None:
    raise Refused(409, "no", "No.")


def gathered(writer: Writer, *works: Callable[[Database], Any]) -> list[Any]:
    async def together() -> list[Any]:
        return await asyncio.gather(*(writer.ask(work) for work in works), return_exceptions=True)

    return asyncio.run(together())


def names(path: Path) -> list[str]:
    db = database.connect(path)
    found = [name for (name,) in db.rows("SELECT name FROM facts ORDER BY name")]
    db.close()
    return found


def test_what_waits_shares_a_transaction_and_a_refusal_hurts_nobody_else(writer: Writer, tmp_path: Path) -> None:
    found = gathered(writer, *(add(f"{n:02}") for n in range(20)), refuse, add("last"))
    assert found[:20] == [f"{n:02}" for n in range(20)]
    assert isinstance(found[20], Refused)
    assert names(tmp_path) == [*(f"{n:02}" for n in range(20)), "last"]


def test_work_that_breaks_the_transaction_fails_alone(writer: Writer, tmp_path: Path) -> None:
    found = gathered(writer, add("one"), add("one"), add("two"))
    assert found[0] == "one"
    assert isinstance(found[1], sqlite3.IntegrityError)
    assert found[2] == "two"
    assert names(tmp_path) == ["one", "two"]


class Small(database.Sqlite):
    """A file on a disk that is full after so many pages, until there is room."""

    pages = 30

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.rows(f"PRAGMA max_page_count = {Small.pages}")


def test_a_full_disk_acknowledges_nothing_that_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = studies.made(tmp_path, fabricated.items(12, 16), studies.PLAIN)
    monkeypatch.setattr(database, "Sqlite", Small)
    monkeypatch.setattr(Small, "pages", 30)
    site = Site(study)
    tokens: list[str] = []
    while (reply := site.ask("/api/begin", {})).status == 200 and len(tokens) < 200:
        tokens.append(reply.json["token"])
        site.ask("/api/consent", {"agree": True, "version": study.consent}, tokens[-1])
    assert reply.status == 503
    assert reply.headers["retry-after"] == "2"
    assert "Nothing is lost" in reply.json["message"]
    assert "full" in site.said[0]
    assert str(study.folder) in site.said[0]
    held = len(site.rows("SELECT number FROM people"))
    assert held == len(tokens)
    monkeypatch.setattr(Small, "pages", 10_000)
    deadline = 100
    while site.ask("/api/begin", {}).status == 503 and deadline:
        deadline -= 1
        asyncio.run(asyncio.sleep(0.05))
    assert len(site.rows("SELECT number FROM people")) == held + 1
    assert "the database is back" in site.said[-1]
    site.close()


def test_a_database_that_goes_away_is_reached_again(tmp_path: Path) -> None:
    study = studies.made(tmp_path, fabricated.items(2, 16), studies.PLAIN)
    gone = [False]

    def connect() -> Database:
        if gone[0]:
            raise Unavailable("the database study.example cannot be used now: connection refused")
        return database.connect(study.folder)

    site = Site(study, connect)
    token = site.begun()
    gone[0] = True
    site.writer._database.close()  # type: ignore[union-attr]
    site.writer._database = None
    assert site.answer(token, 0).status == 503
    assert site.ask("/api/session", token=token).json["error"] == "unavailable"
    gone[0] = False
    while site.answer(token, 0).status == 503:
        asyncio.run(asyncio.sleep(0.1))
    assert site.answer(token, 0).status == 200
    assert site.rows("SELECT place, text FROM answers") == [(0, "A")]
    assert site.said == [
        "the database study.example cannot be used now: connection refused; people are told to wait, and their answers "
        "are kept in their browsers",
        "the database is back; everything that was acknowledged is there",
    ]
    site.close()


def test_one_server_at_a_time(tmp_path: Path) -> None:
    again = serving.alone(tmp_path)
    with serving.alone(tmp_path), pytest.raises(ValueError, match="another process is serving the study"), again:
        pass
    with serving.alone(tmp_path):
        pass


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / database.FILE).write_bytes(b"this is not a database, but long enough to look like one" * 20)
    with pytest.raises(Unavailable, match=r"study\.db cannot be used now: file is not a database"):
        database.connect(tmp_path)


def test_a_password_in_the_address_is_told_to_nobody() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(Unavailable) as told:
        database.connect(Path("unused"), "postgresql://me:s3cret@127.0.0.1:1/answers")
    assert "127.0.0.1/answers" in str(told.value)
    assert "s3cret" not in str(told.value)


@pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not installed")
def test_a_session_on_postgresql_that_is_killed_and_comes_back(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    study = studies.made(tmp_path, fabricated.items(3, 16), studies.PLAIN)
    with postgres.Cluster() as cluster:
        site = Site(study, lambda: database.claimed(study.folder, cluster.url))
        token = site.begun()
        assert [site.answer(token, place).status for place in range(4)] == [200] * 4
        with pytest.raises(Unavailable, match="another server holds this study's database"):
            database.claimed(study.folder, cluster.url)
        cluster.kill()
        assert site.answer(token, 4).status == 503
        cluster.start()
        while (reply := site.answer(token, 4)).status == 503:
            asyncio.run(asyncio.sleep(0.05))
        assert reply.json["at"] == 5
        assert site.answer(token, 4).json["at"] == 5
        assert [site.answer(token, place).status for place in range(5, 9)] == [200] * 4
        found = gathered(site.writer, add("one"), add("one"), add("two"), refuse)
        assert [found[0], found[2]] == ["one", "two"]
        assert type(found[1]).__name__ == "UniqueViolation"
        assert isinstance(found[3], Refused)
        db = database.connect(study.folder, cluster.url)
        assert db.rows("SELECT place FROM answers ORDER BY place") == [(n,) for n in range(9)]
        assert db.rows("SELECT state FROM people") == [("complete",)]
        db.close()
        site.close()
