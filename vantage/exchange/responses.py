"""Responses made elsewhere become a run: own JSON lines, VLMEvalKit's result tables, lmms-eval's samples.

Files from elsewhere are not trusted: if there is a mistake, its line is named and nothing is written. Where another
tool recorded the message of a failed call as an answer, it counts as a failure here.

Own JSON lines hold one object a line; `item` is needed, and `text` or `error`:

    item       the id of an item of the data set
    text       what the model said;   error: why it said nothing
    condition  {"rotation": 1, "repeat": 2, ...}: what differs from the condition given for the whole file
    finish     "stop" (default), or "length" where the text was cut off
    tokens_in, tokens_out, reasoning_tokens, seconds: what it cost
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vantage.exchange import vlmevalkit
from vantage.exchange.foreign import Imported, Known, Said, json_lines, json_object, record, source
from vantage.item import LETTERS, Choice, Condition, Item
from vantage.models import MOST_TOKENS, Failure, Response, is_count
from vantage.names import nearest
from vantage.prompts import prompt, protocols
from vantage.running import run_folder
from vantage.running.run import plan

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet

FILE_BYTES = 2_000_000_000
TEXT = 4_000_000  # characters of one response
LONGEST = 10**9  # seconds that one response may have taken

FIELDS = ("item", "text", "error", "condition", "finish", "tokens_in", "tokens_out", "reasoning_tokens", "seconds")
COUNTS = ("tokens_in", "tokens_out", "reasoning_tokens")
FINISH = ("stop", "length")

# What other tools put in the place of an answer when a call failed.
FAILED = ("Failed to obtain answer via API", "Failed to obtain answer:", "[LMMS_EVAL_REQUEST_FAILED")


def import_responses(files: Sequence[Path], data: DataSet, model: str, condition: Condition, out: Path) -> Imported:
    """Add the responses in the files to the run in `out`, which may be new; nothing is written if there is a mistake.

    An item answered twice under one condition is a mistake, unless both answers are the same text.
    """
    said: dict[tuple[str, Condition], Said] = {}
    lines = 0
    for path in files:
        for one in read(path, data, condition):
            lines += 1
            first = said.setdefault((one.item, one.condition), one)
            if first.response != one.response:
                where = f"{path.name}, {one.where}: {one.item}"
                raise ValueError(f"{where} was answered otherwise at {first.where}; tell them apart by `repeat`")
    if not said:
        raise ValueError(f"{', '.join(str(path) for path in files)}: there are no responses")
    conditions = _conditions(out, [one.condition for one in said.values()])
    selection = run_folder.selection_with(out, data, {one.item for one in said.values()})
    header = run_folder.describe(data, model, conditions, selection=selection)
    asked = sum(map(len, plan(data, conditions, selection).values()))
    sources = [source(path, _kind(path)) for path in files]
    return record(out, header, said.values(), sources, asked=asked, repeated=lines - len(said))


def _conditions(out: Path, given: Sequence[Condition]) -> list[Condition]:
    """Return the conditions of the run in `out` if they include all the given ones, otherwise the given ones."""
    found = run_folder.Run.read(out).conditions if run_folder.read_header(out) else ()
    return list(found) if set(given) <= set(found) else list(dict.fromkeys(given))


def read(path: Path, data: DataSet, condition: Condition) -> Iterator[Said]:
    """Yield the responses in a file; a mistake is a ValueError that names the file and the line."""
    said = {"VLMEvalKit": _from_vlmevalkit, "lmms-eval": _from_lmms_eval, "responses": _from_own}[_kind(path)]
    known = Known(data)
    for where, row in json_lines(path) if path.suffix.lower() == ".jsonl" else vlmevalkit.rows(path):
        try:
            yield said(row, known, condition, where)
        except ValueError as error:
            raise ValueError(f"{path.name}, {where}: {error}") from None


def _kind(path: Path) -> str:
    """Return which tool wrote a file, judging by its ending and its first line."""
    if not path.is_file():
        raise ValueError(f"{path} is not a file; give a file of responses (.jsonl, .tsv or .xlsx)")
    if path.stat().st_size > FILE_BYTES:
        raise ValueError(f"{path} has more than {FILE_BYTES:,} bytes; split it")
    match path.suffix.lower():
        case ".tsv" | ".xlsx":
            return "VLMEvalKit"
        case ".jsonl":
            _, first = next(json_lines(path), ("", {}))
            return "lmms-eval" if "doc_id" in first else "responses"
    raise ValueError(f"{path.name} is no file of responses; they are read from .jsonl, .tsv and .xlsx")


def _from_own(row: Mapping[str, Any], known: Known, condition: Condition, where: str) -> Said:
    for name in row:
        nearest(name[:100], FIELDS, "field of a response")
    if not isinstance(row.get("item"), str):
        raise ValueError("item must be the id of an item" if "item" in row else "item is missing")
    if ("text" in row) == ("error" in row):
        raise ValueError("a response has either a text or an error")
    item = known.by_id(row["item"])
    condition = _shown(item, changed(condition, row.get("condition", {})))
    if "error" in row:
        return Said(item.id, condition, _failed(_text(row["error"], "error")), where)
    costs: dict[str, Any] = {name: _count(row.get(name), name) for name in COUNTS}
    seconds = _seconds(row.get("seconds", 0.0))
    finish = nearest(_text(row.get("finish", "stop"), "finish"), FINISH, "way to finish")
    return Said(item.id, condition, _answer(_text(row["text"], "text"), finish, seconds=seconds, **costs), where)


def _from_vlmevalkit(row: Mapping[str, Any], known: Known, condition: Condition, where: str) -> Said:
    name = row.get("id") or row.get("index") or ""
    item = known.by_place(int(name)) if not row.get("id") and name.isdecimal() else known.by_id(name)
    condition = _shown(item, changed(condition, json_object(row.get("condition") or "{}")))
    _check_key(row.get("answer"), item, condition)
    text = _text(row["prediction"], "prediction")
    return Said(item.id, condition, _answer(text, "length" if len(text) == vlmevalkit.CELL else "stop"), where)


def _from_lmms_eval(row: Mapping[str, Any], known: Known, condition: Condition, where: str) -> Said:
    document, place = row.get("doc"), row.get("doc_id")
    if isinstance(document, dict) and isinstance(document.get("id"), str):
        item = known.by_id(document["id"])
        if isinstance(document.get("condition"), str):  # in a task that `vantage export` wrote
            condition = changed(condition, json_object(document["condition"]))
    elif isinstance(place, int) and not isinstance(place, bool):
        item = known.by_place(place)
    else:
        raise ValueError("doc_id must be a whole number")
    condition = _shown(item, condition)
    _check_key(row.get("target"), item, condition)
    said = row.get("resps", row.get("filtered_resps"))
    while isinstance(said, list) and len(said) == 1:
        said = said[0]
    if isinstance(said, list):
        raise ValueError(f"it holds {len(said)} responses; give each a line and a `repeat` of its own")
    return Said(item.id, condition, _answer(_text(said, "resps")), where)


def _answer(text: str, finish: str = "stop", **costs: Any) -> Response:
    if text.lstrip().startswith(FAILED):
        return _failed(text.strip())
    return Response(text, finish, **costs)


def _failed(message: str) -> Response:
    return Response(None, "", error=Failure("elsewhere", message[:500], retry=True))


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a text, not {type(value).__name__}")
    if len(value) > TEXT:
        raise ValueError(f"{name} has {len(value):,} characters; at most {TEXT:,} are allowed")
    return value


def _count(value: Any, name: str) -> int | None:
    if value is not None and not is_count(value):
        raise ValueError(f"{name} must be a whole number from 0 to {MOST_TOKENS:,}, not {str(value)[:40]!r}")
    return value if isinstance(value, int) else None


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LONGEST:
        raise ValueError(f"seconds must be a number from 0 to {LONGEST:,}, not {str(value)[:40]!r}")
    return float(value)


def changed(condition: Condition, changes: Any) -> Condition:
    """Return the condition, changed in the fields that an object from outside names."""
    if not isinstance(changes, dict):
        raise ValueError('condition must be an object such as {"rotation": 1}')
    for name in changes:
        nearest(name[:100], vars(condition), "field of a condition")
    found = dataclasses.replace(condition, **changes)
    protocols.get(found.protocol[:100])
    return found


def _shown(item: Item, condition: Condition) -> Condition:
    """Return the condition; refuse it if the item cannot be shown under it."""
    if why := prompt.refusal(item, condition):
        raise ValueError(why)
    return condition


def _check_key(given: Any, item: Item, condition: Condition) -> None:
    """Refuse a row whose key differs from the item's: it is about another item, or another order of the options."""
    key = item.rotated(condition.rotation).answer
    letter = given.strip(" ().").upper() if isinstance(given, str) else ""
    if isinstance(key, Choice) and len(letter) == 1 and letter in LETTERS and letter != key.letter:
        raise ValueError(f"its key is {letter}, but that of {item.id} is {key.letter}; is this another data set?")
