"""A data set is a folder: Parquet shards named by split, a manifest with a digest per shard, and a data card.

A shard is first written under a temporary name, then moved into place, then listed in the manifest. So even if the
program is killed, every shard in the manifest is complete, and the next run continues from there. Only one process
writes at a time.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import html
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, overload

from vantage import seeds
from vantage.data import schema
from vantage.data.manifest import FORMAT, Manifest, card, difference, settled
from vantage.data.manifest import NAME as MANIFEST
from vantage.data.manifest import read as read_manifest
from vantage.item import Item
from vantage.seeds import SPLITS

SHARD_ROWS = 250  # about ten seconds of work, the most that a power cut can lose
LOCK = ".lock"  # exists, and is locked, while a process writes
SHOWN = 6  # tasks that a data set names when it is printed
FIRST = 3  # items that it shows in a notebook
SETTLED = ("licence", "credits")  # of a set that shows things from packs: known when it is complete
ASIDE = ".part"  # ends the name of a file while it is being written


class DataSet:
    """A complete, unchanged data set on disk: `load` checks every shard against its digest."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest

    def __len__(self) -> int:
        return sum(int(shard["rows"]) for shard in self.manifest["shards"])

    @property
    def digest(self) -> str:
        """Identifies the exact contents: the digest of the shards' digests."""
        return seeds.digest(*(part for shard in self.manifest["shards"] for part in (shard["name"], shard["sha256"])))

    def __iter__(self) -> Iterator[Item]:
        return self.items()

    @overload
    def __getitem__(self, which: int | str) -> Item: ...
    @overload
    def __getitem__(self, which: slice) -> list[Item]: ...
    def __getitem__(self, which: int | str | slice) -> Item | list[Item]:
        """Return the item at a place or with an id, or the items of a slice, with their pictures."""
        if isinstance(which, str):
            found = self.get([which])
            if which not in found:
                raise KeyError(f"the data set has no item {which!r}")
            return found[which]
        places = range(len(self))[which]
        if isinstance(places, int):
            return self._at([places])[places]
        items = self._at(places)
        return [items[place] for place in places]

    def _at(self, places: Iterable[int]) -> dict[int, Item]:
        """Return the items at these places; only the shards that hold some are read."""
        left, first = set(places), 0
        found: dict[int, Item] = {}
        for shard in self.manifest["shards"]:
            last = first + int(shard["rows"])
            if any(first <= place < last for place in left):
                held = enumerate(schema.read(str(self.folder / shard["name"])), first)
                found.update((place, item) for place, item in held if place in left)
            first = last
        return found

    def __repr__(self) -> str:
        counts = Counter(item.task for item in self.head())
        held = ", ".join(f"{n} {task}" for task, n in counts.most_common(SHOWN))
        more = f" and {len(counts) - SHOWN} more tasks" if len(counts) > SHOWN else ""
        return f"<DataSet {str(self.folder)!r}: {len(self)} items ({held}{more}), digest {self.digest[:12]}>"

    def _repr_html_(self) -> str:
        """The data set in a notebook: what it holds, and its first items with their pictures."""
        first = "".join(item._repr_html_() for item in self[:FIRST])
        rest = f"<p>… and {len(self) - FIRST} more</p>" if len(self) > FIRST else ""
        return f"<p><code>{html.escape(repr(self))}</code></p>{first}{rest}"

    def items(self, split: str = "") -> Iterator[Item]:
        """Yield the items in order, with their pictures; only one row group is in memory at a time."""
        return self._read(split, pictures=True)

    def head(self, split: str = "") -> Iterator[Item]:
        """Yield the items in order without their pictures: each picture is empty bytes."""
        return self._read(split, pictures=False)

    def get(self, ids: Iterable[str]) -> dict[str, Item]:
        """Return the items with these ids, with their pictures."""
        wanted = set(ids)
        return {item.id: item for item in self.items() if item.id in wanted} if wanted else {}

    def _read(self, split: str, pictures: bool) -> Iterator[Item]:
        for shard in self.manifest["shards"]:
            if split in ("", shard["split"]):
                yield from schema.read(str(self.folder / shard["name"]), pictures)


def load(folder: str | Path) -> DataSet:
    """Open a data set; if it is missing, unfinished or changed, a ValueError says what is wrong."""
    folder = Path(folder)
    manifest = read_manifest(folder)
    if manifest is None:
        raise ValueError(f"{folder} is {_why_not(folder)}")
    if not manifest["complete"]:
        done = sum(int(shard["rows"]) for shard in manifest["shards"])
        raise ValueError(
            f"{folder} is unfinished ({done} items so far); run the same `vantage make` again to finish it"
        )
    if not manifest["shards"]:
        raise ValueError(f"{folder} is a data set without items; make it again")
    for shard in manifest["shards"]:
        _verify(folder, shard)
    return DataSet(folder, manifest)


def _why_not(folder: Path) -> str:
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        what = "an empty folder, not a data set" if folder.exists() else "missing"
        return f"{what}; make one with: vantage make SUITE --out {folder}"
    what = "not a data set (it has no manifest.json)" if folder.is_dir() else "a file, not a data set folder"
    what = "a run, not a data set" if (folder / "run.json").exists() else what
    return f"{what}; give a folder that vantage make or vantage import wrote"


def _verify(folder: Path, shard: Mapping[str, Any]) -> None:
    path = folder / shard["name"]
    try:
        found = file_digest(path)
    except FileNotFoundError:
        raise ValueError(f"{folder}: shard {shard['name']} is missing; make the data set again") from None
    if found != shard["sha256"]:
        size = path.stat().st_size
        cut = size != shard["bytes"]
        what = f"has {size} bytes where {shard['bytes']} were written" if cut else "has changed since it was written"
        raise ValueError(f"{folder}: shard {shard['name']} {what}; delete it and make the data set again")


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


@contextlib.contextmanager
def opened(folder: Path, header: Manifest) -> Iterator[Writer]:
    """Open a data set for writing, new or unfinished; no other process can write to it until it is closed."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is a file; name a folder for the data set")
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder / LOCK):
        try:
            yield Writer(folder, header)
        finally:
            (folder / LOCK).unlink(missing_ok=True)


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


class Writer:
    """Writes a data set shard by shard; in a folder that already holds a part of it, continues from there."""

    def __init__(self, folder: Path, header: Manifest, rows: int = SHARD_ROWS) -> None:
        self.folder = folder
        self.rows = rows
        header = {"format": FORMAT, **header, "complete": False, "shards": []}
        found = read_manifest(folder)
        if found is None:
            if folder.is_dir() and any(not _is_temporary(path) for path in folder.iterdir()):
                raise ValueError(f"{folder} is not empty and holds no data set; name a new folder")
            folder.mkdir(parents=True, exist_ok=True)
            self.manifest = header
            self._save()
        else:
            self._check_same(found, header)
            self.manifest = found
            self._keep_whole_shards()
        if self.complete:
            self._tidy()
        self.pending = self._read_pending()

    def _check_same(self, found: Manifest, header: Manifest) -> None:
        passing = {"complete", "shards", "vantage", *(SETTLED if "packs" in header else ())}
        for name in {**header, **found}:
            if name not in passing and found.get(name) != header.get(name):
                what = difference(found.get(name), header.get(name))
                raise ValueError(f"{self.folder} holds another data set ({name} {what}); name a new folder")

    def _keep_whole_shards(self) -> None:
        whole = []
        for shard in self.manifest["shards"]:
            path = self.folder / shard["name"]
            if not path.exists() or file_digest(path) != shard["sha256"]:
                break  # this shard and all later ones are made again
            whole.append(shard)
        if not whole or len(whole) < len(self.manifest["shards"]):
            self.manifest["complete"] = False
        self.manifest["shards"] = whole

    @property
    def complete(self) -> bool:
        """Whether the data set is finished."""
        return bool(self.manifest["complete"])

    def finished(self, pictures: bool = False) -> Iterator[Item]:
        """Yield the items that exist already; those in shards have their pictures only if `pictures` is set."""
        data = DataSet(self.folder, self.manifest)
        yield from data.items() if pictures else data.head()
        yield from self.pending

    def write(self, items: Iterable[Item]) -> None:
        """Append items, which must come split by split, and finish the data set.

        When interrupted, the items of the unfinished shard are saved, and the next Writer continues with them.
        """
        shard, noted = self.pending, len(self.manifest["shards"])
        try:
            for item in items:
                if shard and (len(shard) == self.rows or item.split != shard[0].split):
                    self._write_shard(shard)
                    shard, noted = [], len(self.manifest["shards"])
                shard.append(item)
            if shard:
                self._write_shard(shard)
        except BaseException:
            if shard:
                # Ctrl-C may come when the shard is already noted. Put aside under its own name, it is then never read;
                # under the next one's, its items would be taken for those of the next shard.
                del self.manifest["shards"][noted:]
                with contextlib.suppress(OSError):  # a full disk must not hide the original error
                    self._write_items(self._pending_path(shard[0].split), shard)
            raise
        self.manifest = settled({**self.manifest, "complete": True})
        write_text(self.folder / "README.md", card(self.manifest))
        self._save()
        self._tidy()

    def _tidy(self) -> None:
        """Remove files left behind by earlier processes that were interrupted or killed."""
        for path in [*self.folder.glob(".*.pending"), *self.folder.glob(f".*{ASIDE}")]:
            path.unlink()

    def _shard_name(self, split: str) -> str:
        number = sum(shard["split"] == split for shard in self.manifest["shards"])
        return f"{split}-{number:05d}.parquet"

    def _pending_path(self, split: str) -> Path:
        # The name contains the shard's name, so that a file left behind is never mistaken for a later shard's.
        return self.folder / f".{self._shard_name(split)}.pending"

    def _read_pending(self) -> list[Item]:
        for split in SPLITS:
            path = self._pending_path(split)
            if path.exists():
                return list(schema.read(str(path)))
        return []

    def _write_shard(self, items: list[Item]) -> None:
        split = items[0].split
        path = self.folder / self._shard_name(split)
        self._write_items(path, items)
        attempts = Counter[str]()
        for item in items:
            attempts[item.task] += item.attempt + 1
        entry = {
            "name": path.name,
            "split": split,
            "rows": len(items),
            "bytes": path.stat().st_size,
            "sha256": file_digest(path),
            "counts": dict(sorted(Counter(item.task for item in items).items())),
            "attempts": dict(sorted(attempts.items())),
        }
        if "packs" in self.manifest:
            entry["things"] = sorted({thing for item in items for thing in item.tags.get("things", ())})
        self.manifest["shards"].append(entry)
        self._save()

    def _write_items(self, path: Path, items: list[Item]) -> None:
        write_whole(path, lambda temporary: schema.write(str(temporary), items))

    def _save(self) -> None:
        write_text(self.folder / MANIFEST, json.dumps(self.manifest, indent=1) + "\n")


def _is_temporary(path: Path) -> bool:
    """Return whether a file exists only while the data set is being written."""
    return path.name == LOCK or path.name.endswith(ASIDE)


def write(folder: str | Path, header: Manifest, items: Iterable[Item]) -> DataSet:
    """Write items, which must come split by split, as a data set, or finish one that was interrupted.

    Items that the folder already holds must equal the given ones, so repeating a call is harmless; others are refused.
    """
    folder, rest = Path(folder), iter(items)
    with opened(folder, header) as writer:
        same = all(next(rest, None) == item for item in writer.finished(pictures=True))
        if same and not writer.complete:
            writer.write(rest)
        elif not same or next(rest, None) is not None:
            raise ValueError(f"{folder} already holds a data set, with other items; name a new folder")
    return load(folder)
