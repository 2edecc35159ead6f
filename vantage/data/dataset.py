"""A data set is a folder, or a URL: Parquet shards named by split, a manifest with a digest per shard, and a data card.

A shard is first written under a temporary name, then moved into place, then listed in the manifest. So even if the
program is killed, every shard in the manifest is complete, and the next run continues from there. Only one process
writes at a time.
"""

from __future__ import annotations

import contextlib
import html
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, overload

from vantage import seeds
from vantage.data import schema
from vantage.data.manifest import FORMAT, Manifest, card, difference, settled
from vantage.data.manifest import NAME as MANIFEST
from vantage.data.manifest import read as read_manifest
from vantage.data.place import ASIDE, LOCK, Url, Where, at, where
from vantage.data.place import file_digest as file_digest
from vantage.data.place import write_text as write_text
from vantage.data.place import write_whole as write_whole
from vantage.item import Item
from vantage.parallel import Workers, give_back
from vantage.seeds import SPLITS

SHARD_ROWS = 250  # about ten seconds of work, the most that a power cut can lose
SAVING = 0.05  # at most this share of the time goes into saving the manifest, which grows with the set
SHOWN = 6  # tasks that a data set names when it is printed
FIRST = 3  # items that it shows in a notebook
SETTLED = ("licence", "credits")  # of a set that shows things from packs: known when it is complete


class DataSet:
    """A complete, unchanged data set: `load` checks every shard; those at a URL are checked whenever they are read."""

    def __init__(self, folder: Where, manifest: Manifest) -> None:
        self.folder = folder
        self.place = at(folder)
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
                held = enumerate(schema.read(self.place.open(shard)), first)
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

    def parts(self, workers: Workers) -> Iterator[Part]:
        """Yield the shards for whoever is to work on them: a cluster cannot read this machine's folders."""
        for shard in self.manifest["shards"]:
            far = isinstance(self.folder, Path) and not isinstance(workers, int)
            yield Part(self.folder, shard, self.place.read(shard["name"]) if far else b"")

    def _read(self, split: str, pictures: bool) -> Iterator[Item]:
        for shard in self.manifest["shards"]:
            if split in ("", shard["split"]):
                yield from schema.read(self.place.open(shard), pictures)


@dataclass(frozen=True)
class Part:
    """A shard of a data set, as it is given to another process, or to another machine: then with what it holds."""

    folder: Where
    listed: dict[str, Any]
    data: bytes = b""

    def __iter__(self) -> Iterator[Item]:
        return schema.read(BytesIO(self.data) if self.data else at(self.folder).open(self.listed))


def load(folder: str | Path | Url) -> DataSet:
    """Open the data set in a folder or at a URL; if it is missing, unfinished or changed, a ValueError says so."""
    folder = where(folder)
    place = at(folder)
    manifest = read_manifest(folder, place)
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
        if fault := place.fault(shard):
            cure = "make" if fault == "is missing" else "delete it and make"
            raise ValueError(f"{folder}: shard {shard['name']} {fault}; {cure} the data set again")
    return DataSet(folder, manifest)


def _why_not(folder: Where) -> str:
    if isinstance(folder, Url):
        return "not a data set (it has no manifest.json); make one with: vantage make SUITE --out URL"
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        what = "an empty folder, not a data set" if folder.exists() else "missing"
        return f"{what}; make one with: vantage make SUITE --out {folder}"
    what = "not a data set (it has no manifest.json)" if folder.is_dir() else "a file, not a data set folder"
    what = "a run, not a data set" if (folder / "run.json").exists() else what
    return f"{what}; give a folder that vantage make or vantage import wrote"


@contextlib.contextmanager
def opened(folder: Where, header: Manifest) -> Iterator[Writer]:
    """Open a data set for writing, new or unfinished; no other process can write to it until it is closed."""
    with at(folder).writing():
        yield Writer(folder, header)


class Writer:
    """Writes a data set shard by shard; in a place that already holds a part of it, continues from there."""

    def __init__(self, folder: Where, header: Manifest, rows: int = SHARD_ROWS) -> None:
        self.folder = folder
        self.place = at(folder)
        self.rows = rows
        self._saved, self._cost = 0.0, 0.0  # when the manifest was saved, and how many seconds that took
        header = {"format": FORMAT, **header, "complete": False, "shards": []}
        found = read_manifest(folder, self.place)
        if found is None:
            if any(not _is_temporary(name) for name in self.place.names()):
                raise ValueError(f"{folder} is not empty and holds no data set; name a new folder")
            if isinstance(folder, Path):
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
            if self.place.fault(shard):
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
            # Ctrl-C may come when the shard is already noted. Put aside under its own name, it is then never read;
            # under the next one's, its items would be taken for those of the next shard.
            if shard:
                del self.manifest["shards"][noted:]
            with contextlib.suppress(OSError, ValueError):  # a full disk must not hide the original error
                self._save()
                if shard:
                    self.place.put(self._pending_name(shard[0].split), lambda file: schema.write(file, shard))
            raise
        self._finish()

    def take(self, shards: Iterable[tuple[dict[str, Any], bytes]]) -> None:
        """Take whole shards, in order, and finish the data set: how each is listed, and its bytes unless in place."""
        try:
            for listed, data in shards:
                if data:
                    self.place.put(listed["name"], lambda file: file.write(data))  # noqa: B023  # called at once
                self._note(listed)
        except BaseException:
            with contextlib.suppress(OSError, ValueError):
                self._save()
            raise
        self._finish()

    def _finish(self) -> None:
        self.manifest = settled({**self.manifest, "complete": True})
        self.place.put("README.md", lambda file: file.write(card(self.manifest).encode()))
        self._save()
        self._tidy()

    def _tidy(self) -> None:
        """Remove files left behind by earlier processes that were interrupted or killed."""
        for name in self.place.names():
            if name.startswith(".") and name.endswith((".pending", ASIDE)):
                self.place.remove(name)

    def _shard_name(self, split: str) -> str:
        number = sum(shard["split"] == split for shard in self.manifest["shards"])
        return shard_name(split, number)

    def _pending_name(self, split: str) -> str:
        # The name contains the shard's name, so that a file left behind is never mistaken for a later shard's.
        return f".{self._shard_name(split)}.pending"

    def _read_pending(self) -> list[Item]:
        for split in SPLITS:
            with contextlib.suppress(FileNotFoundError):
                return list(schema.read(BytesIO(self.place.read(self._pending_name(split)))))
        return []

    def _write_shard(self, items: list[Item]) -> None:
        name = self._shard_name(items[0].split)
        size, digest = self.place.put(name, lambda file: schema.write(file, items))
        self._note(entry(name, items, size, digest, "packs" in self.manifest))
        give_back()

    def _note(self, listed: dict[str, Any]) -> None:
        """List a shard; save the list unless it was saved a moment ago, measured by what saving costs."""
        self.manifest["shards"].append(listed)
        if (time.monotonic() - self._saved) * SAVING >= self._cost:
            self._save()

    def _save(self) -> None:
        begun = time.monotonic()
        self.place.save(MANIFEST, (json.dumps(self.manifest, indent=1) + "\n").encode())
        self._saved = time.monotonic()
        self._cost = self._saved - begun


def shard_name(split: str, number: int) -> str:
    """Return the file name of a split's shard."""
    return f"{split}-{number:05d}.parquet"


def entry(name: str, items: Sequence[Item], size: int, digest: str, packed: bool) -> dict[str, Any]:
    """Return how the manifest lists a shard; `packed` if its set may show things from packs."""
    attempts = Counter[str]()
    for item in items:
        attempts[item.task] += item.attempt + 1
    found = {
        "name": name,
        "split": items[0].split,
        "rows": len(items),
        "bytes": size,
        "sha256": digest,
        "counts": dict(sorted(Counter(item.task for item in items).items())),
        "attempts": dict(sorted(attempts.items())),
    }
    if packed:
        found["things"] = sorted({thing for item in items for thing in item.tags.get("things", ())})
    return found


def _is_temporary(name: str) -> bool:
    """Return whether a file exists only while the data set is being written."""
    return name == LOCK or name.endswith(ASIDE)


def write(folder: str | Path | Url, header: Manifest, items: Iterable[Item]) -> DataSet:
    """Write items, which must come split by split, as a data set, or finish one that was interrupted.

    Items that the folder already holds must equal the given ones, so repeating a call is harmless; others are refused.
    """
    folder, rest = where(folder), iter(items)
    with opened(folder, header) as writer:
        same = all(next(rest, None) == item for item in writer.finished(pictures=True))
        if same and not writer.complete:
            writer.write(rest)
        elif not same or next(rest, None) is not None:
            raise ValueError(f"{folder} already holds a data set, with other items; name a new folder")
    return load(folder)
