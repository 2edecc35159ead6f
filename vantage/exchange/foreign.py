"""Add responses made elsewhere to a run: what all imports have in common, whichever tool wrote the file.

The whole file is read and matched to items before anything is written. Then only what the run lacks is appended, so
repeating an import changes nothing, and repeating an interrupted import finishes it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from vantage.data.dataset import file_digest
from vantage.item import Condition, Item
from vantage.models import Response
from vantage.running import run_folder
from vantage.running.records import Header, Origin, Record

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet

LINE_BYTES = 16_000_000
DIGITS = 1000  # at most, in a whole number


@dataclass(frozen=True)
class Said:
    """One response made elsewhere: its item, how the item was presented, and the line of the file."""

    item: str
    condition: Condition
    response: Response
    where: str


@dataclass(frozen=True)
class Imported:
    """How many responses of a file were added, and how many the run still lacks."""

    added: int  # responses that the run did not have, failures included
    failed: Mapping[str, int]  # of those, failures by kind
    repeated: int  # responses that the files or the run held already
    foreign: int  # lines about requests that are not of this run
    missing: int  # requests without a response in the run


class Known:
    """The items of a data set, by id and by place."""

    def __init__(self, data: DataSet) -> None:
        self._items = {item.id: item for item in data.head()}
        self._order = list(self._items)
        self._splits = {item.split for item in self._items.values()}

    def by_id(self, name: str) -> Item:
        """Return the item with this id."""
        if name not in self._items:
            raise ValueError(f"the data set has no item {name[:200]!r}")
        return self._items[name]

    def by_place(self, place: int) -> Item:
        """Return the item that another tool counts as number `place`, from 0."""
        if len(self._splits) > 1:
            raise ValueError(f"it names its item by place ({place}), but the data set has several splits; give ids")
        if not 0 <= place < len(self._order):
            raise ValueError(f"there is no item number {place}; the data set has {len(self._order)}, counted from 0")
        return self._items[self._order[place]]


def record(
    out: Path,
    header: Header,
    said: Iterable[Said],
    sources: Sequence[Origin],
    *,
    asked: int | None = None,
    repeated: int = 0,
    foreign: int = 0,
) -> Imported:
    """Append the responses that a run, new or not, lacks, and note in run.json where they came from."""
    numbers = {condition: number for number, condition in enumerate(header.conditions)}
    failed: Counter[str] = Counter()
    added = 0
    with run_folder.opened(out, header) as log:
        answered = {one.key: one.text is not None for one in run_folder.records(out)}
        for one in said:
            key = one.item, numbers[one.condition]
            # An answer in the run is kept; a failure is replaced by an answer.
            if answered.get(key) or (key in answered and one.response.text is None):
                repeated += 1
                continue
            log.write(Record.of(one.response, key, one.condition.repeat, attempts=0))
            answered[key] = one.response.text is not None
            added += 1
            failed.update([one.response.error.kind] if one.response.error else ())
        _note(out, sources)
    total = (header.dataset.items or 0) * len(numbers) if asked is None else asked
    return Imported(added, dict(failed), repeated, foreign, total - len(answered))


def _note(out: Path, sources: Sequence[Origin]) -> None:
    header = run_folder.read_header(out)
    if header is not None:
        new = tuple(source for source in sources if source not in header.imported)
        run_folder.write_header(out, replace(header, imported=header.imported + new))


def source(path: Path, tool: str) -> Origin:
    """Return the entry in run.json for a file that responses came from."""
    return Origin(tool=tool, file=path.name, sha256=file_digest(path))


def json_lines(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the objects of a JSONL file, each with its place ("line 3"); a mistake is a ValueError that names it."""
    return ((f"line {number}", data) for number, data in numbered(path, LINE_BYTES))


def numbered(path: Path, longest: int, strict: bool = False) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the objects of a JSONL file, each with its line's number; no line is read beyond `longest`."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(longest + 1):
            number += 1
            if not line.strip():
                continue
            try:
                plain = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
                yield number, json_object(plain, longest, strict)
            except ValueError as error:
                raise ValueError(f"{path.name}, line {number}: {error}") from None


def json_object(line: bytes | str, longest: int = LINE_BYTES, strict: bool = False) -> Mapping[str, Any]:
    """Return the object that a JSON text holds; anything else is a ValueError.

    If `strict`, so are NaN and half characters ("\\ud800"), which cannot be written to a file. Responses are read
    without `strict`, because there both can be repaired.
    """
    if len(line) > longest:
        raise ValueError(f"it is longer than {longest:,} bytes")
    try:
        data = json.loads(line, parse_constant=_refused if strict else None, parse_int=_whole)
        if strict:
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not JSON: {error.msg} at column {error.colno}") from None
    except UnicodeEncodeError as error:
        raise ValueError(f"this holds half of a character ({error.object[error.start]!a})") from None
    except UnicodeError:
        raise ValueError("this is not UTF-8 text") from None
    except RecursionError:
        raise ValueError("this is nested too deeply") from None
    if not isinstance(data, dict):
        raise ValueError(f"this is a {type(data).__name__}, not an object with fields")
    return data


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise ValueError(f"this holds a number of {len(digits):,} digits; at most {DIGITS} are allowed")
    return int(digits)


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is not a number")
