"""The cache gives back what was asked before, in any process, and nothing that failed."""

import errno
import multiprocessing
import os
import sqlite3
import threading
from pathlib import Path

import pytest

from vantage.models import Failure, Response
from vantage.running import cache
from vantage.running.cache import Cache

ANSWER = Response("B, weil „vorn“", "length", 10, 20, 5, 0.25)


def test_what_was_put_is_found_at_once_and_later(tmp_path):
    with Cache(tmp_path) as first:
        assert first.get("a") is None
        first.put("a", ANSWER)
        assert first.get("a") == ANSWER
    with Cache(tmp_path) as second:
        assert second.get("a") == ANSWER
        assert second.get("b") is None


def test_failures_are_not_kept(tmp_path):
    with Cache(tmp_path) as kept:
        kept.put("a", Response(None, error=Failure("timeout", "too late")))
        assert kept.get("a") is None
    with Cache(tmp_path) as kept:
        assert kept.get("a") is None


def test_entries_are_written_now_and_then(tmp_path, monkeypatch):
    with Cache(tmp_path) as writer, Cache(tmp_path) as reader:
        writer.put("a", ANSWER)
        assert reader.get("a") is None
        monkeypatch.setattr(cache, "WRITE_SECONDS", 0.0)
        writer.put("b", ANSWER)
        assert reader.get("a") == reader.get("b") == ANSWER


def fill(place, name):
    for number in range(40):
        with Cache(place) as kept:
            kept.put(f"{name}{number}", Response(f"{name}{number}"))
            kept.put("shared", ANSWER)


def test_processes_share_it(tmp_path):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=fill, args=(tmp_path, name)) for name in "xy"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    with Cache(tmp_path) as kept:
        assert all(kept.get(f"{name}{number}") == Response(f"{name}{number}") for name in "xy" for number in range(40))


def test_a_fresh_one_that_another_process_holds_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "WAIT", 0.01)
    other = sqlite3.connect(tmp_path / cache.NAME, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")  # against which SQLite itself does not wait
    with monkeypatch.context() as hasty:
        hasty.setattr(cache, "PATIENCE", 0.0)
        with pytest.raises(ValueError, match=r"cannot be used \(database is locked\)"):
            Cache(tmp_path)
    later = threading.Timer(0.1, other.execute, ["ROLLBACK"])
    later.start()
    Cache(tmp_path).close()
    later.join()
    other.close()


def test_a_locked_one_costs_no_run_anything(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "WAIT", 0.0)
    monkeypatch.setattr(cache, "WRITE_SECONDS", 0.0)
    other = sqlite3.connect(tmp_path / cache.NAME, isolation_level=None)
    with Cache(tmp_path) as kept:
        other.execute("BEGIN IMMEDIATE")
        kept.put("a", ANSWER)
        assert kept.get("a") == ANSWER
        other.execute("ROLLBACK")
        kept.put("b", ANSWER)
        assert other.execute("SELECT count(*) FROM responses").fetchone() == (2,)
        other.execute("BEGIN IMMEDIATE")
        kept.put("c", ANSWER)
        monkeypatch.setattr(cache, "PATIENCE", 0.05)
    other.execute("ROLLBACK")
    assert other.execute("SELECT request FROM responses").fetchall() == [("a",), ("b",)]
    other.close()


def test_where_it_lies(monkeypatch, tmp_path):
    monkeypatch.setenv("VANTAGE_CACHE", str(tmp_path / "own"))
    assert cache.folder() == tmp_path / "own"
    monkeypatch.delenv("VANTAGE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == tmp_path / "xdg" / "vantage"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.folder() == Path.home() / ".cache" / "vantage"


def test_only_its_owner_reads_it(tmp_path):
    Cache(tmp_path / "new").close()
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_file_that_is_no_cache_is_named(tmp_path):
    (tmp_path / cache.NAME).write_text("these are my notes, not a database" * 100)
    with pytest.raises(ValueError, match=r"the cache .* cannot be used .*; delete it, .* or run with --no-cache"):
        Cache(tmp_path)
    with pytest.raises(ValueError, match="cannot be used"):
        Cache(tmp_path / cache.NAME)


@pytest.mark.parametrize("kind", [errno.EROFS, errno.EACCES, errno.ENOTDIR])
def test_a_folder_that_cannot_be_written_is_said_to_be_the_caches(tmp_path, monkeypatch, kind):
    def refuse(self, *_, **__):
        raise OSError(kind, os.strerror(kind), str(self))

    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    with pytest.raises(ValueError, match=r"the cache .* cannot be used .* set VANTAGE_CACHE .* --no-cache"):
        Cache(tmp_path / "new")


def test_a_full_disk_is_an_os_error(tmp_path):
    with Cache(tmp_path) as kept:
        kept.put("a", Response("x" * 100_000))
        pages = kept._database.execute("PRAGMA page_count").fetchone()[0]
        kept._database.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(OSError, match=os.strerror(28)) as caught:
            kept.write()
        assert caught.value.filename == str(kept.path)
        kept._fresh.clear()


def test_an_interrupted_write_leaves_the_file_whole(tmp_path):
    with Cache(tmp_path) as kept:
        kept.put("a", ANSWER)
        kept._fresh["b"] = None  # breaks the transaction half-way
        with pytest.raises(ValueError, match="cannot be used"):
            kept.write()
        del kept._fresh["b"]
    with sqlite3.connect(tmp_path / cache.NAME) as database:
        assert database.execute("SELECT request FROM responses").fetchall() == [("a",)]
    database.close()
