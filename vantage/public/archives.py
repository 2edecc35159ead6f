"""The files that a user has of a benchmark: a folder, an archive, or a folder with archives in it, read in place.

Nothing is unpacked to disk. An archive is not trusted: names that lead out of it, links and devices refuse it as a
whole, and no entry is read beyond the size that it states, nor one that grows far more than pictures and tables do.
"""

from __future__ import annotations

import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO, Any

ENTRIES = 2_000_000  # files in all, more than any benchmark has
LARGEST = 1_500_000_000  # bytes of one file inside an archive
GROWTH = 200  # times as large as it is packed, beyond SMALL bytes: JSON reaches some 30
SMALL = 50_000_000
ARCHIVES = (".zip", ".tar")

Archive = zipfile.ZipFile | tarfile.TarFile
# How a broken, encrypted or unknown entry of an archive shows while it is read.
BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError, RuntimeError)


@dataclass(frozen=True)
class Entry:
    """A file, on disk or inside an archive: its path from the top, and how it is opened."""

    name: str
    size: int
    open: Callable[[], IO[bytes]]
    path: Path | None = None  # if it lies on disk

    def read(self) -> bytes:
        """Return the bytes of the file, not more than it says it has."""
        if self.size > LARGEST:
            raise ValueError(f"{self.name} has {self.size:,} bytes; at most {LARGEST:,} are read")
        try:
            with self.open() as file:
                data = file.read(self.size + 1)
        except BROKEN as error:
            raise ValueError(f"{self.name} cannot be unpacked: {error}") from None
        if len(data) != self.size:
            raise ValueError(f"{self.name} unpacks to another size than the {self.size:,} bytes that it states")
        return data


class Files:
    """All files below a path, archives included, found by a name or by the end of one."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.exists():
            raise ValueError(f"{self.path} is missing; give the folder or file that holds the benchmark")
        self.entries: dict[str, Entry] = {}
        self._ends: dict[str, list[Entry]] = {}  # by the last part of the name
        self._opened: list[Archive] = []
        try:
            for entry in _entries(self.path, self._opened):
                if len(self.entries) == ENTRIES:
                    raise ValueError(f"{self.path} holds more than {ENTRIES:,} files; give the benchmark's own folder")
                self.entries.setdefault(entry.name, entry)
        except BaseException:
            self.close()
            raise
        for entry in self.entries.values():
            self._ends.setdefault(entry.name.rpartition("/")[2], []).append(entry)

    def close(self) -> None:
        """Close the archives; their files can no longer be read."""
        for archive in self._opened:
            archive.close()

    def matching(self, pattern: str) -> list[Entry]:
        """Return the files whose path, or the end of it, matches a pattern of shells, in the order of their names."""
        found = (e for name, e in self.entries.items() if fnmatch(name, pattern) or fnmatch(name, f"*/{pattern}"))
        return sorted(found, key=lambda entry: entry.name)

    def find(self, name: Any) -> Entry:
        """Return the one file of that name; folders may lie above it here, or be named that are not here."""
        if not isinstance(name, str) or not name.isprintable() or not name.strip("/ "):
            raise ValueError(f"a file is given by its name, not by {str(name)[:80]!r}")
        plain = name.removeprefix("./").removeprefix("/").replace("\\", "/")
        if _leads_out(plain):
            raise ValueError(f"the name {name[:80]!r} leads out of the folder")
        parts = plain.split("/")
        for first in range(len(parts)):
            wanted = "/".join(parts[first:])
            if wanted in self.entries:
                return self.entries[wanted]
            found = [entry for entry in self._ends.get(parts[-1], ()) if entry.name.endswith(f"/{wanted}")]
            if len(found) == 1:
                return found[0]
            if found:
                raise ValueError(f"there are {len(found)} files {wanted[:80]!r}, such as {found[0].name!r}")
        raise ValueError(f"there is no file {name[:80]!r}")


def _entries(path: Path, opened: list[Archive]) -> Iterator[Entry]:
    if path.is_file():
        yield from _inside(path, path.name, opened) if path.suffix in ARCHIVES else [_on_disk(path, path.name)]
        return
    root = path.resolve()
    for folder, inner, files in os.walk(path):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in sorted(files):
            one = Path(folder) / name
            if name.startswith(".") or not one.is_file():
                continue
            if one.is_symlink() and not one.resolve().is_relative_to(root):
                raise ValueError(f"{one} is a link that leads out of {path}; copy the files themselves (cp -rL)")
            relative = one.relative_to(path).as_posix()
            yield from _inside(one, relative, opened) if one.suffix in ARCHIVES else [_on_disk(one, relative)]


def _on_disk(path: Path, name: str) -> Entry:
    return Entry(name, path.stat().st_size, lambda: path.open("rb"), path)


def _inside(path: Path, name: str, opened: list[Archive]) -> Iterator[Entry]:
    """Yield the files of an archive, under the folder that the archive lies in."""
    above = name.rpartition("/")[0]
    for entry in _zipped(path, opened) if path.suffix == ".zip" else _tarred(path, opened):
        yield Entry(f"{above}/{entry.name}" if above else entry.name, entry.size, entry.open)


def _zipped(path: Path, opened: list[Archive]) -> Iterator[Entry]:
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise ValueError(f"{path} is not a whole zip archive ({error}); get it again") from None
    opened.append(archive)
    for info in archive.infolist():
        kind = info.external_attr >> 16
        _check_name(path, info.filename)
        if kind and not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or stat.S_IFMT(kind) == 0):
            raise ValueError(f"{path} holds a link or a device, {info.filename[:80]!r}; such archives are not read")
        if info.file_size > SMALL and info.file_size > GROWTH * max(1, info.compress_size):
            raise ValueError(f"{path}: {info.filename[:80]!r} would unpack to {info.file_size:,} bytes; it is not read")
        if not info.is_dir():
            yield Entry(info.filename, info.file_size, _zip_opener(archive, info))


def _zip_opener(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], IO[bytes]]:
    return lambda: archive.open(info)


def _tarred(path: Path, opened: list[Archive]) -> Iterator[Entry]:
    try:
        # Not compressed: members are then read where they lie, without going through what comes before.
        archive = tarfile.open(path, "r:")  # noqa: SIM115  # open as long as its entries are
        opened.append(archive)
        members = archive.getmembers()
    except (tarfile.TarError, OSError, EOFError) as error:
        raise ValueError(f"{path} is not a whole tar archive ({error}); get it again") from None
    for member in members:
        _check_name(path, member.name)
        if not member.isfile() and not member.isdir():
            raise ValueError(f"{path} holds a link or a device, {member.name[:80]!r}; such archives are not read")
        if member.isfile() and member.offset_data + member.size > path.stat().st_size:
            raise ValueError(f"{path} is not a whole tar archive ({member.name[:80]!r} is cut off); get it again")
        if member.isfile():
            yield Entry(member.name.removeprefix("./"), member.size, _tar_opener(archive, member))


def _tar_opener(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Callable[[], IO[bytes]]:
    def opened() -> IO[bytes]:
        file = archive.extractfile(member)
        if file is None:
            raise EOFError("it is no file")
        return file

    return opened


def _check_name(path: Path, name: str) -> None:
    if _leads_out(name):
        raise ValueError(f"{path} holds {name[:80]!r}, which leads out of its folder; such archives are not read")


def _leads_out(name: str) -> bool:
    kinds = (PurePosixPath(name), PureWindowsPath(name))
    return "\0" in name or any(kind.is_absolute() or kind.drive or ".." in kind.parts for kind in kinds)
