"""A run is a folder: run.json says what was asked of which model; responses.jsonl collects responses as they arrive.

A line is written as soon as its response arrives and never changed. So however the program ends, everything finished
is kept and nothing is asked twice. Where an item was asked again, the latest line counts. Scores are derived
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
from pathlib import Path
from typing import IO, Any, Protocol

from msgspec.structs import replace

import vantage
from vantage.data.dataset import write_text
from vantage.data.place import Where
from vantage.item import Condition, Item
from vantage.models import Settings, body
from vantage.prompts import protocols
from vantage.running.records import FORMAT, Header, Record, Source, to_header, to_json, to_line, to_record
from vantage.running.sample import ALL, Selection, chosen

SYNC_SECONDS = 1.0  # a power cut may lose this much; a killed process loses no finished response
SHOWN = 80  # at most so many characters of a setting are quoted in a message
BLOCK = 1 << 16  # bytes read at a time when looking for the last whole line

HEADER = "run.json"
RESPONSES = "responses.jsonl"

PERSON = "a person"  # what the settings of a person's run say in `answered_by`

Key = tuple[str, int]  # an item's id and a condition's number


class Items(Protocol):
    """The parts of a data set that a run needs."""

    @property
    def digest(self) -> str:
        """A name for the exact contents."""

    @property
    def folder(self) -> Where:
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
    """A run as it stands: the header, and the latest response to each item under each condition."""

    path: Path
    header: Header
    responses: tuple[Record, ...]
    label: str = ""  # its name on pages, if the model's name alone does not distinguish it from other runs
    renderer: str = ""  # what drew its items, if it is beside runs on the same items drawn otherwise

    @classmethod
    def read(cls, path: str | Path) -> Run:
        """Return the run in a folder; a last line that was cut off is left out."""
        path = Path(path)
        header = read_header(path)
        if header is None:
            raise ValueError(f"{path} is not a run: it has no {HEADER}; make one with: vantage run")
        latest = {record.key: record for record in records(path)}
        return cls(path, header, tuple(latest.values()))

    @property
    def model(self) -> str:
        """The name of the model that was asked."""
        return self.header.model

    @property
    def is_person(self) -> bool:
        """Whether a person answered, in a study."""
        return self.header.settings.get("answered_by") == PERSON

    @property
    def name(self) -> str:
        """What the run is called on pages."""
        return self.label or self.model

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that the responses refer to by number."""
        return self.header.conditions

    def check_dataset(self, dataset: Items) -> None:
        """Raise a ValueError unless these are the items that were asked."""
        if self.header.dataset.digest != dataset.digest:
            raise _another_dataset(self.path, self.header.dataset, _source(dataset))


def describe(
    dataset: Items,
    model: str,
    conditions: Sequence[Condition],
    settings: Settings | None = None,
    selection: Selection = ALL,
) -> Header:
    """Return the header of a run, without settings where they are not known."""
    if not conditions:
        raise ValueError("a run needs at least one condition")
    if len(set(conditions)) < len(conditions):
        raise ValueError("two conditions of the run are the same; to repeat a condition, number it by `repeat`")
    names = sorted({condition.protocol for condition in conditions})
    return Header(
        vantage=vantage.__version__,
        model=model,
        dataset=_source(dataset),
        selection=selection,
        conditions=tuple(conditions),
        protocols={name: protocols.get(name).version for name in names},
        settings=identity(settings) if settings else {},
    )


def _source(dataset: Items) -> Source:
    said = {name: dataset.manifest.get(name) for name in ("suite", "size", "seed")}
    return Source(digest=dataset.digest, **said, items=len(dataset), path=str(dataset.folder.resolve()))


def selection_with(out: Path, dataset: Items, ids: Set[str]) -> Selection:
    """Return the selection of the run in a folder if there is one that includes all these items, otherwise `ALL`."""
    header = read_header(out)
    found = (header and header.selection) or ALL
    return found if ids <= set(chosen(dataset.head(), dataset.digest, found)) else ALL


def identity(settings: Settings) -> dict[str, Any]:
    """Return the settings that change what is asked: neither the timeout nor which servers share the work does."""
    fields = dataclasses.asdict(settings)
    del fields["timeout"], fields["replicas"]
    return fields


class Log:
    """Appends one line per response, complete or not at all, and makes sure that it reaches the disk."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._synced = time.monotonic()

    def write(self, record: Record) -> None:
        """Append one response."""
        line = to_line(record)
        end = os.fstat(self._file.fileno()).st_size
        try:
            # Unbuffered: once this returns, the system has the line, and it survives if this process is killed.
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._file.name))
        except OSError:
            self._file.truncate(end)
            raise
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self.sync()

    def sync(self) -> None:
        """Make sure that everything written so far survives a power cut."""
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()


@contextmanager
def opened(out: Path, header: Header) -> Iterator[Log]:
    """Open a new run, or go on with the same one, for writing; until it is closed, no other process can."""
    _check_folder(out)
    with (out / RESPONSES).open("ab", buffering=0) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"another process is writing the run in {out}; wait, or give another folder") from None
        _settle(out, header)
        log = Log(file)
        try:
            yield log
        finally:
            log.sync()


def records(out: Path) -> Iterator[Record]:
    """Yield the lines of a run's log, oldest first; a torn last line is left out, any other fault is a ValueError."""
    path, header = out / RESPONSES, read_header(out)
    if header is None or not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                record = to_record(line)
                if record.condition >= len(header.conditions):
                    known = len(header.conditions)
                    raise ValueError(f"condition is {record.condition}, but {HEADER} lists {known}, counted from 0")
            except ValueError as error:
                raise ValueError(
                    f"{path}, line {number}, is not a response that Vantage wrote ({error}); remove it"
                ) from None
            yield record


def read_header(path: Path) -> Header | None:
    """Return what a folder's run.json says, or None if there is none; a ValueError if it cannot be read."""
    file = path / HEADER
    try:
        data = json.loads(file.read_bytes())
        version = data.get("format") if isinstance(data, dict) else None
        if isinstance(version, int) and version > FORMAT:
            raise ValueError(f"it has format {version}, of a newer Vantage; this one reads up to {FORMAT}")
        if version != FORMAT:
            raise ValueError("it names no format")
        header = to_header(data)
        return replace(header, settings=_without_key(header.settings))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, RecursionError) as error:
        why = "it is not JSON" if isinstance(error, json.JSONDecodeError | UnicodeError | RecursionError) else error
        raise ValueError(f"{file} is not a run file that Vantage wrote ({why}); restore it or run again") from None


def _without_key(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a run, without any key that an older version recorded among the fields of its requests."""
    fields = settings.get("body")
    return {**settings, "body": body.recorded(fields)} if isinstance(fields, str) else settings


def write_header(out: Path, header: Header) -> None:
    """Write a run's run.json, whole or not at all."""
    write_text(out / HEADER, json.dumps(to_json(header), indent=1, ensure_ascii=False) + "\n")


def _check_folder(out: Path) -> None:
    for path in (out, *out.parents):
        if path.is_file():
            raise ValueError(f"{path} is a file; give a folder for the run")
    if out.is_dir() and not (out / HEADER).exists() and any(path.name != RESPONSES for path in out.iterdir()):
        raise ValueError(f"{out} holds other files and no run; give a new or empty folder")
    out.mkdir(parents=True, exist_ok=True)


def _settle(out: Path, header: Header) -> None:
    """Claim the folder for this run: write run.json, or refuse a folder of another run; cut off a torn last line.

    A run without any response may still be changed, so that mistaken settings can be corrected.
    """
    found = read_header(out)
    if found is None and (out / RESPONSES).stat().st_size:
        raise ValueError(f"{out} holds responses but no {HEADER}, so whose they are is lost; give a new folder")
    if found and any(records(out)):
        _check_same(out, found, header)
        # Imported responses come without settings; the first command that knows the settings adds them.
        settings = {**header.settings, **found.settings}
        header = replace(found, selection=header.selection, settings=settings)
    _cut_torn_line(out / RESPONSES)
    if header != found:
        write_header(out, header)


def _check_same(out: Path, found: Header, header: Header) -> None:
    if found.dataset.digest != header.dataset.digest:
        raise _another_dataset(out, found.dataset, header.dataset)
    if differs := difference(found, header):
        raise ValueError(f"{out} holds a run with {differs}; give a new folder")
    _check_grown(out, (found.selection or ALL).json(), (header.selection or ALL).json())


def difference(found: Header, header: Header) -> str:
    """Return how a run differs from another, such as "protocol direct, not cot"; empty if it does not.

    A setting that only one of the two has is ignored.
    """
    was, now = found.conditions, header.conditions
    pairs: list[tuple[str, Any, Any]] = [("model", found.model, header.model)]
    names = [field.name for field in dataclasses.fields(Condition)]
    pairs += [(name, _values(was, name), _values(now, name)) for name in names]
    for words, before, after in (
        ("version of the protocol", found.protocols, header.protocols),
        ("setting", found.settings, header.settings),
    ):
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
    """Refuse a selection that does not include the folder's own: responses could then lie outside the run."""
    if now and not (was.keys() == now.keys() and all(was[name] <= now[name] for name in now)):
        said = "all items" if not was else " ".join(f"--{name} {n}" for name, n in was.items())
        wish = " ".join(f"--{name} {n}" for name, n in now.items())
        raise ValueError(f"{out} holds a run over {said}, which {wish} does not contain; give a new folder")


def _another_dataset(out: Path, found: Source, given: Source) -> ValueError:
    was, now = (f"{data.suite} {data.size}, seed {data.seed} ({data.digest[:12]})" for data in (found, given))
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
