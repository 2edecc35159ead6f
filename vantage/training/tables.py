"""Rows as files: Parquet with the pictures inside, or JSON with them beside it. A few rows are held at a time."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vantage.data.schema import feature

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 50  # rows of one group of a table
PICTURES = "pictures"  # the folder of pictures beside a file of JSON


def parquet(path: Path, rows: Iterable[dict[str, Any]]) -> int:
    """Write rows as a table that `datasets` reads, pictures decoded, and return how many there are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rest, writer, count = iter(rows), None, 0
    try:
        while some := list(itertools.islice(rest, ROWS)):
            if writer is None:
                schema = pa.schema([(name, _kind(name, value)) for name, value in some[0].items()])
                features = {one.name: feature(one.type) for one in schema}
                told = {"huggingface": json.dumps({"info": {"features": features}})}
                schema = schema.with_metadata(told)
                writer = pq.ParquetWriter(path, schema)
            writer.write_table(pa.Table.from_pylist(some, schema))
            count += len(some)
    finally:
        if writer:
            writer.close()
    return count


def _kind(name: str, value: Any) -> pa.DataType:
    """Return the Arrow type of a value: a picture is a struct of bytes and path, as `datasets` has it."""
    import pyarrow as pa

    if name == "images":
        return pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))
    if isinstance(value, dict):
        return pa.struct([(key, _kind(key, one)) for key, one in value.items()])
    if isinstance(value, list):
        return pa.list_(_kind("", value[0]))
    return pa.int64() if isinstance(value, int) else pa.string()


def inside(pictures: list[bytes], stem: str) -> list[dict[str, Any]]:
    """Return pictures as a table holds them."""
    return [{"bytes": data, "path": f"{stem}-{place}{_ends(data)}"} for place, data in enumerate(pictures)]


def beside(folder: Path, pictures: list[bytes], stem: str) -> list[str]:
    """Write pictures into the folder of pictures, and return their paths from `folder`."""
    (folder / PICTURES).mkdir(exist_ok=True)
    names = [f"{PICTURES}/{stem}-{place}{_ends(data)}" for place, data in enumerate(pictures)]
    for name, data in zip(names, pictures):
        (folder / name).write_bytes(data)
    return names


def lines(path: Path, rows: Iterable[dict[str, Any]]) -> int:
    """Write rows as JSON lines, and return how many there are."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def array(path: Path, rows: Iterable[dict[str, Any]]) -> int:
    """Write rows as one array of JSON, and return how many there are."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for count, row in enumerate(rows, 1):
            file.write(("[\n" if count == 1 else ",\n") + json.dumps(row, ensure_ascii=False))
        file.write("\n]\n" if count else "[]\n")
    return count


def _ends(data: bytes) -> str:
    return ".jpg" if data[:2] == b"\xff\xd8" else ".webp" if data[8:12] == b"WEBP" else ".png"
