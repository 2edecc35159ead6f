"""Convert an Item to a Parquet row and back; Hugging Face's `datasets` reads this layout without our code.

Pictures are `struct<bytes, path>`, the layout of its `Image` feature. Tags and truth, whose fields differ from task to
task, are JSON text. A picture's path shows that the picture exists even when its bytes are not read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from vantage.item import Choice, Item, Number, Option, answer_from, compact

if TYPE_CHECKING:
    import pyarrow as pa

ROW_GROUP_BYTES = 16_000_000  # of different pictures
MOST_BYTES = 40_000_000  # with those that several items share counted for each, as they lie in memory

_TEXTS = ("id", "suite", "task", "subtype", "split", "situation", "question")
_MAPS = ("images", "depth", "ids")  # lists of pictures: what is shown, and what is kept of it pixel for pixel
_PICTURES = (*(f"{name}.list.element.bytes" for name in _MAPS), "options.list.element.image.bytes")
_HEAD = (
    *_TEXTS,
    "version",
    "attempt",
    *(f"{name}.list.element.path" for name in _MAPS),
    "options.list.element.text",
    "options.list.element.label",
    "options.list.element.rule",
    "options.list.element.image.path",
    "answer",
    "tags",
    "groups",
    "text_form",
    "truth",
)


def schema() -> pa.Schema:
    """Return the Arrow schema of a data set; its metadata holds the features that `datasets` looks for."""
    import pyarrow as pa

    picture = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    option = pa.struct([("text", pa.string()), ("image", picture), ("label", pa.string()), ("rule", pa.string())])
    answer = pa.struct([("letter", pa.string()), ("value", pa.float64()), ("unit", pa.string()), ("rule", pa.string())])
    group = pa.struct([("name", pa.string()), ("id", pa.string()), ("variant", pa.string())])
    columns = [
        *((name, pa.string()) for name in _TEXTS),
        *((name, pa.list_(picture)) for name in _MAPS),
        ("options", pa.list_(option)),
        ("answer", answer),
        ("tags", pa.string()),
        ("groups", pa.list_(group)),
        ("text_form", pa.string()),
        ("truth", pa.string()),
        ("version", pa.int32()),
        ("attempt", pa.int32()),
    ]
    features = {name: feature(kind) for name, kind in columns}
    return pa.schema(columns, metadata={"huggingface": json.dumps({"info": {"features": features}})})


def feature(kind: pa.DataType) -> Any:
    """Return how `datasets` writes an Arrow type as a feature; a struct of bytes and path is a picture."""
    import pyarrow as pa

    if pa.types.is_list(kind):
        return [feature(kind.value_type)]
    if pa.types.is_struct(kind):
        fields = {field.name: field.type for field in kind}
        if set(fields) == {"bytes", "path"}:
            return {"_type": "Image"}
        return {name: feature(inner) for name, inner in fields.items()}
    return {"_type": "Value", "dtype": "float64" if pa.types.is_floating(kind) else str(kind)}


def row(item: Item) -> dict[str, Any]:
    """Return an item as a row."""
    stem = item.id.replace("/", "-")

    def picture(data: bytes | None, name: str) -> dict[str, Any] | None:
        return None if data is None else {"bytes": data, "path": f"{stem}-{name}"}

    return {
        **{name: getattr(item, name) for name in (*_TEXTS, "text_form", "version", "attempt")},
        **{
            name: [picture(data, f"{name.removesuffix('s')}{i}") for i, data in enumerate(getattr(item, name))]
            for name in _MAPS
        },
        "options": [
            {"text": o.text, "image": picture(o.image, letter), "label": o.label, "rule": o.rule}
            for letter, o in zip(item.letters, item.options)
        ],
        "answer": _answer_row(item.answer),
        "tags": compact(item.tags),
        "groups": [{"name": n, "id": g, "variant": v} for n, (g, v) in sorted(item.groups.items())],
        "truth": compact(item.truth),
    }


def _answer_row(answer: Choice | Number) -> dict[str, Any]:
    if isinstance(answer, Choice):
        return {"letter": answer.letter, "value": None, "unit": None, "rule": None}
    return {"letter": None, "value": answer.value, "unit": answer.unit, "rule": answer.rule}


def item(row: dict[str, Any]) -> Item:
    """Return the item that a row holds; pictures whose bytes were not read become empty bytes."""

    def picture(cell: dict[str, Any] | None) -> bytes | None:
        return None if cell is None or cell.get("path") is None else cell.get("bytes") or b""

    def pictures(cells: Iterable[dict[str, Any]]) -> tuple[bytes, ...]:
        return tuple(picture(cell) or b"" for cell in cells)

    return Item(
        **{name: row[name] for name in (*_TEXTS, "text_form", "version", "attempt")},
        images=pictures(row["images"]),
        depth=pictures(row["depth"]),
        ids=pictures(row.get("ids", ())),  # older data sets have none
        options=tuple(Option(o["text"], picture(o["image"]), o["label"], o["rule"]) for o in row["options"]),
        answer=answer_from(row["answer"]),
        tags=json.loads(row["tags"]),
        groups={g["name"]: (g["id"], g["variant"]) for g in row["groups"]},
        truth=json.loads(row["truth"]),
    )


def write(file: str | BinaryIO, items: Iterable[Item]) -> None:
    """Write items to a Parquet file; the same items give the same bytes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    shape = schema()
    # Many items of a scene share a picture. A dictionary this large stores it only once per row group.
    with pq.ParquetWriter(
        file,
        shape,
        compression="zstd",
        use_dictionary=[*_TEXTS, *_PICTURES],  # type: ignore[arg-type]  # the stubs allow only a bool
        dictionary_pagesize_limit=2 * ROW_GROUP_BYTES,
        data_page_size=1 << 20,
    ) as writer:
        for rows in _row_groups(items):
            writer.write_table(pa.Table.from_pylist(rows, schema=shape))


def _row_groups(items: Iterable[Item]) -> Iterator[list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    size, different, seen = 0, 0, set[bytes]()
    for one in items:
        shown = [*one.images, *one.depth, *one.ids, *(o.image or b"" for o in one.options)]
        weight, new = sum(map(len, shown)), sum(map(len, {*shown} - seen))
        if rows and (size + weight > MOST_BYTES or different + new > ROW_GROUP_BYTES):
            yield rows
            rows, size, different, seen = [], 0, 0, set()
            new = sum(map(len, {*shown}))
        rows.append(row(one))
        size, different = size + weight, different + new
        seen.update(shown)
    if rows:
        yield rows


def read(file: str | BinaryIO, pictures: bool = True) -> Iterator[Item]:
    """Yield the items of a Parquet file, a row group at a time; without `pictures` their bytes are not read."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(file) as parquet:
        for group in range(parquet.num_row_groups):
            table = parquet.read_row_group(group, columns=None if pictures else list(_HEAD))
            for cells in table.to_pylist():
                yield item(cells)
