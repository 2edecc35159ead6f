"""Tables of questions, row by row: Parquet, JSON, JSON lines, CSV, TSV and TFRecord, on disk or inside an archive.

Rows are plain dictionaries, as the file has them. Columns that hold pictures can be left out, so that all questions
are read in little time before a single picture is.
"""

from __future__ import annotations

import csv
import io
import json
import struct
from collections.abc import Collection, Iterator
from typing import IO, Any

from vantage.public.archives import BROKEN, Entry

Row = dict[str, Any]

LINE = 64_000_000  # bytes of a line of JSON; characters of a field of a table: pictures may be inside
JSON = 600_000_000  # bytes of a JSON file, which is read as a whole
GROUP = 4_000_000_000  # bytes of a row group of Parquet
BATCH = 16  # rows of Parquet in memory at once
SUFFIXES = (".parquet", ".jsonl", ".json", ".csv", ".tsv", ".tfrecord")


def rows(entry: Entry, without: Collection[str] = ()) -> Iterator[Row]:
    """Yield the rows of a table, without the columns named; what is broken is a ValueError that names the file."""
    suffix = next((one for one in SUFFIXES if entry.name.lower().endswith(one)), "")
    if not suffix:
        raise ValueError(f"{entry.name} is no table; there are {', '.join(SUFFIXES)}")
    read = {".parquet": _parquet, ".jsonl": _lines, ".json": _json, ".csv": _commas, ".tsv": _tabs}
    try:
        for row in read.get(suffix, _tfrecord)(entry, without):
            yield {name: value for name, value in row.items() if name not in without}
    except BROKEN as error:
        raise ValueError(f"{entry.name} cannot be unpacked: {_line(error)}") from None


def columns(entry: Entry) -> set[str]:
    """Return the names of the columns of a table, as its first row or its header tells them."""
    if entry.name.lower().endswith(".parquet"):
        import pyarrow.parquet as pq

        with _opened_parquet(entry) as file:
            return set(pq.ParquetFile(file).schema_arrow.names)
    return set(next(rows(entry), {}))


def _opened_parquet(entry: Entry) -> IO[bytes]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = entry.path.open("rb") if entry.path else io.BytesIO(entry.read())
    try:
        found = pq.ParquetFile(file).metadata
    except (pa.ArrowException, OSError) as error:
        file.close()
        raise ValueError(f"{entry.name} is not a Parquet file that can be read: {_line(error)}") from None
    if any(found.row_group(place).total_byte_size > GROUP for place in range(found.num_row_groups)):
        raise ValueError(f"{entry.name} has a row group of more than {GROUP:,} bytes; it is not read")
    return file


def _parquet(entry: Entry, without: Collection[str]) -> Iterator[Row]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with _opened_parquet(entry) as file:
        table = pq.ParquetFile(file)
        wanted = [name for name in table.schema_arrow.names if name not in without]
        try:
            # Group by group: going through all of them at once, its memory grows with the file.
            for group in range(table.num_row_groups):
                for batch in table.iter_batches(BATCH, row_groups=[group], columns=wanted):
                    yield from batch.to_pylist()
        except (pa.ArrowException, OSError) as error:
            raise ValueError(f"{entry.name} is broken: {_line(error)}") from None


def _lines(entry: Entry, without: Collection[str]) -> Iterator[Row]:
    with entry.open() as file:
        number = 0
        while line := file.readline(LINE + 1):
            number += 1
            if line.strip():
                yield _object(entry, f", line {number}", line)


def _json(entry: Entry, without: Collection[str]) -> Iterator[Row]:
    if entry.size > JSON:
        raise ValueError(f"{entry.name} has {entry.size:,} bytes; at most {JSON:,} of JSON are read as a whole")
    found = _parsed(entry, "", entry.read())
    if isinstance(found, dict):  # some sets wrap their list of questions
        found = next((value for value in found.values() if isinstance(value, list)), [])
    for place, row in enumerate(found if isinstance(found, list) else []):
        if not isinstance(row, dict):
            raise ValueError(f"{entry.name} holds {str(row)[:40]!r} where a question should be (number {place})")
        yield row


def _object(entry: Entry, where: str, text: bytes) -> Row:
    if len(text) > LINE:
        raise ValueError(f"{entry.name}{where} is longer than {LINE:,} bytes")
    found = _parsed(entry, where, text)
    if not isinstance(found, dict):
        raise ValueError(f"{entry.name}{where} is not an object with fields")
    return found


def _parsed(entry: Entry, where: str, text: bytes) -> Any:
    try:
        return json.loads(text.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{entry.name}{where} is not JSON: {_line(error)}") from None


def _commas(entry: Entry, without: Collection[str]) -> Iterator[Row]:
    return _separated(entry, ",")


def _tabs(entry: Entry, without: Collection[str]) -> Iterator[Row]:
    return _separated(entry, "\t")


def _separated(entry: Entry, mark: str) -> Iterator[Row]:
    before = csv.field_size_limit(LINE)
    try:
        with entry.open() as raw, io.TextIOWrapper(raw, "utf-8-sig", newline="") as file:
            # Some files have spaces around names and values.
            reader = csv.reader(file, delimiter=mark, skipinitialspace=True)
            header = [name.strip() for name in next(reader, ())]
            for cells in reader:
                if any(cells):
                    yield dict(zip(header, (cell.strip() for cell in cells)))
    except (csv.Error, UnicodeDecodeError) as error:
        raise ValueError(f"{entry.name} is not a table of texts: {_line(error)}") from None
    finally:
        csv.field_size_limit(before)


def _tfrecord(entry: Entry, without: Collection[str]) -> Iterator[Row]:
    """Yield the examples of a TFRecord; checksums are not verified, broken lengths are found."""
    with entry.open() as file:
        while head := file.read(12):
            size = struct.unpack("<Q", head[:8])[0] if len(head) == 12 else LINE + 1
            data = file.read(size) if size <= LINE else b""
            if size > LINE or len(data) != size or len(file.read(4)) != 4:
                raise ValueError(f"{entry.name} is not a whole TFRecord; get it again")
            try:
                features = _fields(_fields(data)[1][0])[1]
                yield {name.decode(): value for name, value in map(_feature, features)}
            except (KeyError, IndexError, ValueError, struct.error):
                raise ValueError(f"{entry.name} holds something else than examples of TensorFlow") from None


def _feature(entry: bytes) -> tuple[bytes, list[Any]]:
    parts = _fields(entry)
    kind, (held, *_) = next(iter(_fields(parts[2][0]).items()))
    values = _fields(held).get(1, [])
    if kind == 1:
        return parts[1][0], values
    packed = b"".join(_varint(value) if isinstance(value, int) else value for value in values)
    if kind == 2:
        return parts[1][0], [one[0] for one in struct.iter_unpack("<f", packed)]
    return parts[1][0], list(_varints(packed))


def _fields(data: bytes) -> dict[int, list[Any]]:
    """Return the fields of a protocol buffer: whole numbers, and bytes."""
    found: dict[int, list[Any]] = {}
    place = 0
    while place < len(data):
        tag, place = _number(data, place)
        if tag & 7 == 0:
            value, place = _number(data, place)
            found.setdefault(tag >> 3, []).append(value)
            continue
        size, place = _number(data, place) if tag & 7 == 2 else ({1: 8, 5: 4}[tag & 7], place)
        if place + size > len(data):
            raise ValueError("a field is cut off")
        found.setdefault(tag >> 3, []).append(data[place : place + size])
        place += size
    return found


def _number(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[place]
        value, shift, place = value | (byte & 127) << shift, shift + 7, place + 1
        if byte < 128:
            return value, place


def _varints(data: bytes) -> Iterator[int]:
    place = 0
    while place < len(data):
        value, place = _number(data, place)
        yield value


def _varint(value: int) -> bytes:
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:120]
