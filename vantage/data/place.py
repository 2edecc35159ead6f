"""Where a data set lies: a folder, or a URL. A place holds named files, each put there whole or not at all.

`Folder` is this machine's; `remote.Bucket` is what a URL names. Everything else about data sets is the same for both.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol
from urllib.parse import unquote, urlsplit

LOCK = ".lock"  # exists, and is locked, while a process writes
ASIDE = ".part"  # ends the name of a file while it is being written
REMOTE = ("s3", "gs", "hf")

Fill = Callable[[BinaryIO], object]  # writes a file's bytes
Shard = Mapping[str, Any]  # as the manifest lists it


@dataclass(frozen=True)
class Url:
    """A place that is not a folder, in the words that a folder's path has."""

    text: str  # without a slash at the end

    def __str__(self) -> str:
        return self.text

    @property
    def name(self) -> str:
        """The last part: "bench" of s3://bucket/bench."""
        return self.text.rpartition("/")[2]

    def resolve(self) -> Url:
        """Return the URL itself: it means the same everywhere."""
        return self


Where = Path | Url


def where(given: str | Path | Url) -> Where:
    """Return what a user named, by a path or a URL. A URL that was made a Path has lost a slash and gets it back."""
    found = re.match(rf"({'|'.join((*REMOTE, 'file'))}):/{{1,3}}(.*)", str(given))
    if isinstance(given, Url):
        return given
    if not found:
        if re.match(r"[A-Za-z][\w+.-]+:/", str(given)) and not Path(given).exists():
            raise ValueError(
                f"{given} is no address that is known: {', '.join(f'{one}://' for one in REMOTE)} or file://"
            )
        return Path(given)
    scheme, rest = found.groups()
    if scheme == "file":
        return Path("/" + unquote(urlsplit(f"file:///{rest}").path).lstrip("/"))
    return Url(f"{scheme}://{rest.rstrip('/')}")


class Place(Protocol):
    """Named files. A place may be on another machine, so every method may raise an OSError that says so."""

    def read(self, name: str) -> bytes:
        """Return what a file holds; a FileNotFoundError if there is none."""

    def open(self, shard: Shard) -> str | BinaryIO:
        """Return a shard as a path or an open file; one that was fetched has been compared with its digest."""

    def fault(self, shard: Shard) -> str:
        """Say what is wrong with a shard that the manifest lists; empty if nothing is."""

    def put(self, name: str, fill: Fill) -> tuple[int, str]:
        """Put a file in place whole; return its size and digest."""

    def save(self, name: str, data: bytes) -> None:
        """Put a small file in place; a ValueError if another process has put one there since we last read or saved."""

    def names(self) -> list[str]:
        """Return the names of all files; none if there is no such place."""

    def remove(self, name: str) -> None:
        """Remove a file."""

    def writing(self) -> contextlib.AbstractContextManager[object]:
        """Keep other processes from writing here, as far as the place can."""


def at(where: Where) -> Place:
    """Return the place that a path or a URL names."""
    if isinstance(where, Path):
        return Folder(where)
    from vantage.data.remote import Bucket

    return Bucket(where)


@dataclass(frozen=True)
class Folder:
    """A folder of this machine."""

    path: Path

    def read(self, name: str) -> bytes:
        """Return what a file holds."""
        return (self.path / name).read_bytes()

    def open(self, shard: Shard) -> str:
        """Return the path of a shard."""
        return str(self.path / shard["name"])

    def fault(self, shard: Shard) -> str:
        """Compare a shard with its digest."""
        path = self.path / shard["name"]
        try:
            found = file_digest(path)
        except FileNotFoundError:
            return "is missing"
        if found == shard["sha256"]:
            return ""
        return changed(path.stat().st_size, shard)

    def put(self, name: str, fill: Fill) -> tuple[int, str]:
        """Write a file aside, then move it into place."""

        def write(temporary: Path) -> None:
            with temporary.open("wb") as file:
                fill(file)

        path = self.path / name
        write_whole(path, write)
        return path.stat().st_size, file_digest(path)

    def save(self, name: str, data: bytes) -> None:
        """Put a small file in place; the lock keeps others away."""
        write_whole(self.path / name, lambda temporary: temporary.write_bytes(data))

    def names(self) -> list[str]:
        """Return the names of all files."""
        return sorted(path.name for path in self.path.iterdir()) if self.path.is_dir() else []

    def remove(self, name: str) -> None:
        """Remove a file."""
        (self.path / name).unlink()

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Make the folder and lock it until the end of the block."""
        if self.path.exists() and not self.path.is_dir():
            raise ValueError(f"{self.path} is a file; name a folder for the data set")
        self.path.mkdir(parents=True, exist_ok=True)
        with _locked(self.path / LOCK):
            try:
                yield
            finally:
                (self.path / LOCK).unlink(missing_ok=True)


def changed(size: int, shard: Shard) -> str:
    """Say how a shard of another size or digest differs from the one that was written."""
    if size != shard["bytes"]:
        return f"has {size} bytes where {shard['bytes']} were written"
    return "has changed since it was written"


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_text(path: Path, text: str) -> None:
    """Write a text file completely or not at all."""
    write_whole(path, lambda temporary: temporary.write_text(text, "utf-8"))


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file completely or not at all: `write` fills a temporary file, which is then moved into place."""
    temporary = path.with_name(f".{path.name}{ASIDE}")
    try:
        write(temporary)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _locked(path: Path) -> BinaryIO:
    """Open and lock the file at `path`; try again if the process that held the lock has deleted the file meanwhile."""
    while True:
        file = path.open("wb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            where = path.parent
            raise ValueError(
                f"another process is writing the data set in {where}; wait, or name another folder"
            ) from None
        if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return file
        file.close()
