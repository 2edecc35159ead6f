"""A task of lmms-eval from a data set: a folder that it runs with --include_path, scored by our rules.

The folder holds the questions (Parquet, pictures inside), the task's description, and a few lines that call this
module: so Vantage must be installed where lmms-eval runs. Models that take whole messages get pictures and texts in our
order; older ones get all pictures first. Samples that lmms-eval logs come back with `vantage import`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vantage.data import schema
from vantage.exchange.responses import FAILED
from vantage.item import Choice, Condition, Item, answer_text, compact
from vantage.prompts import prompt
from vantage.prompts.prompt import Message, Picture
from vantage.prompts.protocols import token_limit
from vantage.scoring.score import Outcome, score
from vantage.stats import metrics

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet

TABLE = "test.parquet"
TOKENS = 1_024  # unless the protocol states a limit
CODE = '''"""Made by Vantage, which must be installed where this runs."""

from vantage.exchange.lmms_task import above_chance, mean, scored, to_messages, to_text, to_visual

__all__ = ["above_chance", "mean", "scored", "to_messages", "to_text", "to_visual"]
'''
TASK = """# Made by Vantage. lmms-eval --include_path {folder} --tasks {name} --log_samples
task: {name}
dataset_path: parquet
dataset_kwargs:
  data_files:
    test: {table}
test_split: test
output_type: generate_until
doc_to_visual: !function utils.to_visual
doc_to_text: !function utils.to_text
doc_to_messages: !function utils.to_messages
doc_to_target: target
process_results: !function utils.scored
metric_list:
  - metric: accuracy
    aggregation: !function utils.mean
    higher_is_better: true
  - metric: caa
    aggregation: !function utils.above_chance
    higher_is_better: true
generation_kwargs:
  max_new_tokens: {tokens}
  temperature: 0
  do_sample: false
metadata:
  - version: 1.0
"""


def export(data: DataSet, condition: Condition, folder: Path) -> str:
    """Write the task's folder, whole or not at all, and return the task's name."""
    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder} is not empty; name a new folder")
    name = "vantage_" + re.sub("[^a-z0-9]+", "_", str(data.manifest["suite"]).lower()).strip("_")
    aside = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    try:
        _write(str(aside / TABLE), data.items(), condition)
        table = json.dumps(str((folder / TABLE).resolve()))
        tokens = token_limit([condition.protocol], "") or TOKENS
        text = TASK.format(folder=folder.resolve(), name=name, table=table, tokens=tokens)
        (aside / f"{name}.yaml").write_text(text, "utf-8")
        (aside / "utils.py").write_text(CODE, "utf-8")
        if folder.exists():
            folder.rmdir()
        os.replace(aside, folder)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return name


def _write(path: str, items: Iterable[Item], condition: Condition) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    picture = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    texts = ("id", "condition", "item", "parts", "text", "target")
    value = {"_type": "Value", "dtype": "string"}
    features = {**dict.fromkeys(texts, value), "images": [{"_type": "Image"}], "first": [{"_type": "Image"}]}
    shape = pa.schema(
        [*((name, pa.string()) for name in texts), *((name, pa.list_(picture)) for name in ("images", "first"))],
        metadata={"huggingface": json.dumps({"info": {"features": features}})},
    )
    with pq.ParquetWriter(path, shape, compression="zstd") as writer:
        for item in items:
            writer.write_table(pa.Table.from_pylist([_row(item, condition)], schema=shape))


def _row(item: Item, condition: Condition) -> dict[str, Any]:
    shown = prompt.present(item, condition)
    first = prompt.present(
        item, replace(condition, images="first" if condition.images == "as_written" else condition.images)
    )
    held = schema.row(shown.item)
    for name in ("images", "depth", "ids"):
        held[name] = [{**one, "bytes": None} for one in held[name]]
    held["options"] = [{**o, "image": o["image"] and {**o["image"], "bytes": None}} for o in held["options"]]
    return {
        "id": item.id,
        "condition": compact(asdict(condition)),
        "item": compact(held),
        "parts": json.dumps([[m.role, [_kind(part) for part in m.parts]] for m in shown.messages]),
        "text": "\n\n".join(part for m in first.messages for part in m.parts if isinstance(part, str)),
        "target": answer_text(shown.item),
        "images": _held(item.id, shown.messages),
        "first": _held(item.id, first.messages),
    }


def _kind(part: str | Picture) -> str | None:
    return part if isinstance(part, str) else None


def _held(id: str, messages: Sequence[Message]) -> list[dict[str, Any]]:
    pictures = [part.data for m in messages for part in m.parts if isinstance(part, Picture)]
    stem = id.replace("/", "-")
    return [{"bytes": data, "path": f"{stem}-{place}"} for place, data in enumerate(pictures)]


# -- what lmms-eval calls

Doc = Mapping[str, Any]


def to_visual(doc: Doc) -> list[Any]:
    """Return the pictures, for models that take all of them before the text."""
    return [image.convert("RGB") for image in doc["first"]]


def to_text(doc: Doc, kwargs: Mapping[str, Any] | None = None) -> str:
    """Return the text, for models that take all pictures before it."""
    return str(doc["text"])


def to_messages(doc: Doc, kwargs: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the messages with pictures where they belong."""
    pictures = iter(doc["images"])
    return [
        {"role": role, "content": [_content(part, pictures) for part in parts]}
        for role, parts in json.loads(doc["parts"])
    ]


def _content(part: str | None, pictures: Any) -> dict[str, Any]:
    if part is None:
        return {"type": "image", "url": next(pictures).convert("RGB")}
    return {"type": "text", "text": part}


def scored(doc: Doc, results: Sequence[Any]) -> dict[str, Any]:
    """Return how a reply scores by our rules: its credit, and that with chance beside it."""
    item = schema.item(json.loads(doc["item"]))
    text = results[0]
    # A failed call leaves its message where an answer should be.
    answered = isinstance(text, str) and not text.startswith(FAILED)
    found = score(item, text if answered else None)
    if found.outcome is Outcome.FAILED:
        return {}
    chance = item.chance if isinstance(item.answer, Choice) else 0.0
    return {"accuracy": found.credit, "caa": [found.credit, chance]}


def mean(credits: Sequence[float]) -> float:
    """Return accuracy; numbers count by how near they come."""
    return metrics.accuracy(credits)


def above_chance(pairs: Sequence[Sequence[float]]) -> float:
    """Return chance-adjusted accuracy."""
    return metrics.caa([credit for credit, _ in pairs], [chance for _, chance in pairs])
