"""A run is a folder: what was asked of whom (run.json) and, appended as they come, the responses (responses.jsonl).

A line is written the moment its response is there and never touched again, so whatever ends the program, everything
finished is kept and nothing is asked twice. Where an item was asked again, the latest line counts. Scores are derived
and can be made again without the model.
"""

from __future__ import annotations

import dataclasses
import errno
import fcntl
import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, repeat
from pathlib import Path
from typing import IO, Any, Protocol

import vantage
from vantage.data.dataset import write_text
from vantage.item import Condition, Item, Json, compact, parsed
from vantage.models import Settings
from vantage.prompts import protocols
from vantage.running.records import row_fault, run_fault
from vantage.running.sample import ALL, Selection, chosen

FORMAT = 1
SYNC_SECONDS = 1.0  # how much a power cut may cost; a killed process loses nothing that was finished
SHOWN = 80  # characters of a setting that a sentence repeats
LINES = 512  # of a log read at a time
BLOCK = 1 << 16  # bytes read at a time when looking for the last whole line

META = "run.json"
RESPONSES = "responses.jsonl"

Key = tuple[str, int]  # an item's id and a condition's number


class Items(Protocol):
    """What a run needs of a data set."""

    @property
    def digest(self) -> str:
        """A name for the exact contents."""

    @property
    def folder(self) -> Path:
        """Where it lies; noted in the run, so that a report finds it again."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """Suite, size and seed."""

    def __len__(self) -> int: ...

    def items(self) -> Iterator[Item]:
        """Yield the items."""

    def head(self) -> Iterator[Item]:
        """Yield the items without pictures."""


@dataclass(frozen=True)
class Run:
    """A run as it stands: `meta` is run.json, `responses` the lines so far, one per item and condition."""

    path: Path
    meta: Json
    responses: tuple[Json, ...]

    @classmethod
    def read(cls, path: str | Path) -> Run:
        """Return the run in a folder; a last line that was cut off is left out."""
        path = Path(path)
        meta = read_meta(path)
        if meta is None:
            raise ValueError(f"{path} is not a run: it has no {META}; make one with: vantage run")
        latest = {(row["item"], row["condition"]): row for row in rows(path)}
        return cls(path, meta, tuple(latest.values()))

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that the responses refer to by number."""
        return tuple(Condition(**settings) for settings in self.meta["conditions"])

    def check_dataset(self, dataset: Items) -> None:
        """Raise a ValueError unless these are the items that were asked."""
        if self.meta["dataset"]["digest"] != dataset.digest:
            raise _another_dataset(self.path, self.meta, {**dataset.manifest, "digest": dataset.digest})


def describe(
    dataset: Items,
    model: str,
    conditions: Sequence[Condition],
    settings: Settings | None = None,
    selection: Selection = ALL,
) -> dict[str, Any]:
    """Return what run.json says of a run, settings left out where they are not ours to know."""
    if not conditions:
        raise ValueError("a run needs at least one condition")
    if len(set(conditions)) < len(conditions):
        raise ValueError("two conditions of the run are the same; to repeat a condition, number it by `repeat`")
    names = sorted({condition.protocol for condition in conditions})
    source = {name: dataset.manifest.get(name) for name in ("suite", "size", "seed")}
    return {
        "format": FORMAT,
        "vantage": vantage.__version__,
        "model": model,
        "dataset": {"digest": dataset.digest, **source, "items": len(dataset), "path": str(dataset.folder.resolve())},
        "selection": selection.json(),
        "conditions": [dataclasses.asdict(condition) for condition in conditions],
        "protocols": {name: protocols.get(name).version for name in names},
        "settings": identity(settings) if settings else {},
    }


def selection_with(out: Path, dataset: Items, ids: Set[str]) -> Selection:
    """Return the selection of the run in a folder, if there is one and it holds all these items, or else all."""
    said = (read_meta(out) or {}).get("selection") or {}
    found = Selection(said.get("limit"), said.get("sample"))
    return found if ids <= set(chosen(dataset.head(), dataset.digest, found)) else ALL


def identity(settings: Settings) -> dict[str, Any]:
    """Return the settings that change what is asked: all but how long we wait."""
    fields = dataclasses.asdict(settings)
    del fields["timeout"]
    return fields


class Log:
    """Appends a line per response, whole or not at all, and sees to it that it gets to the disk."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._synced = time.monotonic()

    def write(self, row: Json) -> None:
        """Append one response."""
        line = compact(row).encode() + b"\n"
        end = os.fstat(self._file.fileno()).st_size
        try:
            # Unbuffered: when this returns, the line is the system's, and a killed process can no longer lose it.
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._file.name))
        except OSError:
            self._file.truncate(end)
            raise
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self.sync()

    def sync(self) -> None:
        """Have everything written so far survive a power cut."""
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()


@contextmanager
def opened(out: Path, meta: Json) -> Iterator[Log]:
    """Open a new run, or go on with the same one, for writing: no second process can until it is closed."""
    _check_folder(out)
    with (out / RESPONSES).open("ab", buffering=0) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"another process is writing the run in {out}; wait, or give another folder") from None
        _settle(out, meta)
        log = Log(file)
        try:
            yield log
        finally:
            log.sync()


def rows(out: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a run's log, oldest first; a torn last line is left out, any other fault is a ValueError."""
    path, meta = out / RESPONSES, read_meta(out)
    if meta is None or not path.exists():
        return
    number = 0
    with path.open("rb") as file:
        while block := [line for line in islice(file, LINES) if line.endswith(b"\n")]:
            whole = parsed(block)
            for row, fault in map(_parsed, block) if whole is None else zip(whole, repeat("")):
                number += 1
                fault = fault or row_fault(row, len(meta["conditions"]))
                if fault:
                    raise ValueError(
                        f"{path}, line {number}, is not a response that Vantage wrote ({fault}); remove it"
                    )
                yield row


def _parsed(text: bytes) -> tuple[Any, str]:
    """Return what a JSON text holds, or why it is none."""
    try:
        return json.loads(text), ""
    except (ValueError, RecursionError):
        return None, "it is not JSON"


def read_meta(path: Path) -> dict[str, Any] | None:
    """Return a folder's run.json, or None where there is none; one we cannot read is a ValueError."""
    try:
        meta, fault = _parsed((path / META).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    version = meta.get("format", 0) if isinstance(meta, dict) else 0
    if isinstance(version, int) and version > FORMAT:
        raise ValueError(f"{path} has run format {version}, made by a newer Vantage; this one reads up to {FORMAT}")
    fault = fault or run_fault(meta)
    if fault or version != FORMAT:
        why = fault or "it names no format"
        raise ValueError(f"{path / META} is not a run file that Vantage wrote ({why}); restore it or run again")
    found: dict[str, Any] = meta
    return found


def _check_folder(out: Path) -> None:
    for path in (out, *out.parents):
        if path.is_file():
            raise ValueError(f"{path} is a file; give a folder for the run")
    if out.is_dir() and not (out / META).exists() and any(path.name != RESPONSES for path in out.iterdir()):
        raise ValueError(f"{out} holds other files and no run; give a new or empty folder")
    out.mkdir(parents=True, exist_ok=True)


def _settle(out: Path, meta: Json) -> None:
    """Make the folder this run's own: write run.json, or refuse another run's; cut off a torn last line.

    A run that holds nothing yet is nobody's: whatever was wrong with how it was asked can be mended.
    """
    found = read_meta(out)
    if found is None and (out / RESPONSES).stat().st_size:
        raise ValueError(f"{out} holds responses but no {META}, so whose they are is lost; give a new folder")
    if found and any(rows(out)):
        _check_same(out, found, meta)
        # What was imported came without settings; the first who knows them says what they are from now on.
        settings = {**meta.get("settings", {}), **found.get("settings", {})}
        meta = {**found, "selection": meta["selection"], "settings": settings}
    _cut_torn_line(out / RESPONSES)
    if meta != found:
        write_text(out / META, json.dumps(meta, indent=1, ensure_ascii=False) + "\n")


def _check_same(out: Path, found: Json, meta: Json) -> None:
    if found["dataset"]["digest"] != meta["dataset"]["digest"]:
        raise _another_dataset(out, found, meta["dataset"])
    if differs := difference(found, meta):
        raise ValueError(f"{out} holds a run with {differs}; give a new folder")
    _check_grown(out, found.get("selection") or {}, meta["selection"])


def difference(found: Json, meta: Json) -> str:
    """Return in what a run differs from another, as "protocol direct, not cot"; empty if in nothing.

    A setting that only one of them knows does not count.
    """
    was, now = ([Condition(**fields) for fields in one["conditions"]] for one in (found, meta))
    pairs = [("model", found["model"], meta["model"])]
    names = [field.name for field in dataclasses.fields(Condition)]
    pairs += [(name, _values(was, name), _values(now, name)) for name in names]
    for group, words in (("protocols", "version of the protocol"), ("settings", "setting")):
        before, after = found.get(group, {}), meta.get(group, {})
        pairs += [(f"the {words} {name}", before[name], after[name]) for name in after if name in before]
    said = [f"{name} {_said(a)}, not {_said(b)}" for name, a, b in pairs if a != b]
    return " and ".join(said) or ("the same conditions in another order" if was != now else "")


def _values(conditions: Sequence[Condition], name: str) -> str:
    """Return the different values that a field takes, in the order in which they come."""
    return ", ".join(dict.fromkeys(str(getattr(condition, name)) for condition in conditions))


def _said(value: Any) -> str:
    text = value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _check_grown(out: Path, was: Mapping[str, int], now: Mapping[str, int]) -> None:
    """Refuse a selection that does not hold all of the folder's: it could leave responses outside the run."""
    if now and not (was.keys() == now.keys() and all(was[name] <= now[name] for name in now)):
        said = "all items" if not was else " ".join(f"--{name} {n}" for name, n in was.items())
        wish = " ".join(f"--{name} {n}" for name, n in now.items())
        raise ValueError(f"{out} holds a run over {said}, which {wish} does not contain; give a new folder")


def _another_dataset(out: Path, meta: Json, given: Mapping[str, Any]) -> ValueError:
    was, now = (
        f"{data.get('suite')} {data.get('size')}, seed {data.get('seed')} ({str(data['digest'])[:12]})"
        for data in (meta["dataset"], given)
    )
    return ValueError(f"{out} holds a run on another data set: {was}, not {now}; give that data set or a new folder")


def _cut_torn_line(log: Path) -> None:
    with log.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - BLOCK)
            file.seek(start)
            newline = file.read(end - start).rfind(b"\n")
            if newline >= 0:
                end = start + newline + 1
                break
            end = start
        file.truncate(end)
