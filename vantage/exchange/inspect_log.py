"""Read a log of Inspect as a run: what a model said when `inspect eval` asked it the items of a Vantage task.

The log says which data set and which condition were used. The data set is looked for where the task put it, or made
again; it must be identical byte for byte.
"""

from __future__ import annotations

import dataclasses
import zipfile
from pathlib import Path
from typing import Any

from vantage.data.dataset import DataSet, load
from vantage.exchange.foreign import Known, Said, record, source
from vantage.item import Condition
from vantage.models import Failure, Response
from vantage.names import install
from vantage.prompts import protocols
from vantage.running import run_folder

LENGTH = ("max_tokens", "model_length")  # Inspect's words for an answer that was cut off
UNREAD = {"attachments", "events", "messages", "store"}  # large fields of a sample that we do not need


def import_log(log: Path, out: Path, data: Path | None = None) -> int:
    """Add the responses in a log of Inspect to the run in `out`, which may be new; return how many were added.

    Without `data`, the data set is the one that the log's task was made from.
    """
    found = _read(log)
    asked, condition = _asked(log, found.eval.metadata)
    dataset = load(data) if data else _data_set(log, asked)
    if dataset.digest != asked["digest"]:
        raise ValueError(
            f"{log} answers the data set {str(asked['digest'])[:12]}, but {dataset.folder} is {dataset.digest[:12]}; "
            "give the data set that was asked"
        )
    version = protocols.get(condition.protocol).version
    if asked.get("protocol_version") != version:
        was = asked.get("protocol_version")
        raise ValueError(f"{log} was asked by version {was} of the protocol {condition.protocol}; this is {version}")
    known = Known(dataset)
    said = [_said(sample, known, condition) for sample in found.samples or ()]
    if not said:
        raise ValueError(f"{log} holds no samples; give a log of an evaluation that was run")
    conditions = sorted({one.condition for one in said}, key=lambda condition: condition.repeat)
    selection = run_folder.selection_with(out, dataset, {one.item for one in said})
    header = run_folder.describe(dataset, found.eval.model, conditions, selection=selection)
    return record(out, header, said, [source(log, "inspect")]).added


def _read(log: Path) -> Any:
    try:
        from inspect_ai.log import read_eval_log
    except ImportError:
        raise ValueError(f"logs of Inspect need inspect-ai: {install('inspect')}") from None
    if not log.is_file():
        raise ValueError(f"{log} is not a file; give a log that Inspect wrote (.eval or .json)")
    try:
        return read_eval_log(str(log), exclude_fields=UNREAD)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise ValueError(f"{log} is not a log of Inspect: {str(error).partition(chr(10))[0]}") from None


def _asked(log: Path, metadata: Any) -> tuple[dict[str, Any], Condition]:
    """Return what a log says about its data set, and its condition."""
    try:
        asked = dict(metadata["vantage"])
        return {"digest": str(asked["digest"]), **asked}, Condition(**asked["condition"])
    except (KeyError, TypeError):
        raise ValueError(
            f"{log} is not of a Vantage task; make one with: inspect eval vantage/quick --model MODEL"
        ) from None
    except ValueError as error:
        raise ValueError(f"{log}: {error}") from None


def _data_set(log: Path, asked: dict[str, Any]) -> DataSet:
    from vantage.exchange.inspect_tasks import data_set

    if "folder" in asked:
        return load(asked["folder"])
    try:
        return data_set(str(asked["suite"]), str(asked["size"]), int(asked["n"]), int(asked["seed"]))
    except KeyError as error:
        raise ValueError(f"{log} does not say its {error}; name the data set that was asked") from None


def _said(sample: Any, known: Known, condition: Condition) -> Said:
    item = known.by_id(str(sample.id))
    condition = dataclasses.replace(condition, repeat=condition.repeat + sample.epoch - 1)
    return Said(item.id, condition, _response(sample), f"sample {item.id}, epoch {sample.epoch}")


def _response(sample: Any) -> Response:
    output = sample.output
    if output.empty:
        halted = f"the sample was halted by its {sample.limit.type} limit" if sample.limit else "there was no output"
        why = sample.error.message if sample.error else output.error or halted
        return Response(None, finish="", error=Failure("elsewhere", why.strip().partition("\n")[0][:500]))
    usage = output.usage
    return Response(
        output.completion,
        "length" if output.stop_reason in LENGTH else output.stop_reason,
        tokens_in=usage.input_tokens if usage else None,
        tokens_out=usage.output_tokens if usage else None,
        reasoning_tokens=usage.reasoning_tokens if usage else None,
        seconds=output.time or 0.0,
    )
