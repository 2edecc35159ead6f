"""OpenAI batch files: write the requests of a run to files, to be sent elsewhere, and read their results as that run.

A batch is a folder: files of requests within the provider's limits, and batch.json, which says what is asked and
of which model. A request's custom_id contains a digest of everything that determines the request. So results can be
matched to their items in any order, and results of another batch are recognised.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from vantage.data.dataset import file_digest, write_text
from vantage.exchange import foreign
from vantage.exchange.foreign import Imported, Said
from vantage.item import Condition, Json, compact
from vantage.models import Failure, Response, Settings, openai, refusals
from vantage.models.http import Reply, address, written
from vantage.prompts import prompt
from vantage.running import run_folder
from vantage.running.records import Header, to_header, to_json
from vantage.running.run import plan
from vantage.running.run_folder import Key
from vantage.running.sample import ALL, Selection

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet

FORMAT = 1
INDEX = "batch.json"
URL = "/v1/chat/completions"
REQUESTS = 50_000  # at most, in one file
BYTES = 200_000_000  # at most, in one file
PREFIX = "openai/"

# Error codes of requests that the provider never carried out.
UNDONE = {"batch_expired": "expired", "batch_cancelled": "cancelled", "request_timeout": "timeout"}


def export(
    data: DataSet,
    model: str,
    conditions: Sequence[Condition],
    out: Path,
    *,
    settings: Settings | None = None,
    selection: Selection = ALL,
    missing: Path | None = None,
) -> list[Path]:
    """Write the requests of a run as a batch in the folder `out` and return its files of requests.

    If `missing` is the folder of a run, only the requests that this run has no answer to are written.
    """
    name, settings = _resolved(model, settings or Settings())
    header = run_folder.describe(data, model, conditions, settings, selection)
    wanted = _ids(header, data)
    for key in _answered(missing, header) if missing else ():
        wanted.pop(key, None)
    if not wanted:
        raise ValueError(f"{missing} has an answer to everything, so there is nothing to export")
    asked = hashlib.sha256("".join(wanted.values()).encode()).hexdigest()
    head = {"format": FORMAT, "run": to_json(header), "requests": len(wanted), "asked": asked}
    _settle(out, head)
    files = list(_write(out, _lines(data, name, conditions, settings, wanted)))
    index = {**head, "files": [_described(path) for path in files]}
    write_text(out / INDEX, json.dumps(index, indent=1, ensure_ascii=False) + "\n")
    return files


def import_results(files: Sequence[Path], batch: Path, data: DataSet, out: Path) -> Imported:
    """Add the results in the files (outputs and errors of a batch, in any order) to the run in `out`.

    If one request has several results, the first answer counts; without an answer, the first failure.
    """
    header = read_index(batch)
    if data.digest != header.dataset.digest:
        raise ValueError(f"{data.folder} is not the data set that {batch} was exported from; give that one")
    keys = {name: key for key, name in _ids(header, data).items()}
    best: dict[Key, Response] = {}
    lines = others = 0
    for _, row in itertools.chain.from_iterable(map(foreign.json_lines, files)):
        lines += 1
        key = keys.get(str(row.get("custom_id")))
        if key is None:
            others += 1
            continue
        response = _response(row)
        if key not in best or (best[key].text is None and response.text is not None):
            best[key] = response
    if not best:
        raise ValueError(f"none of {lines} lines is a result of the batch in {batch}; give its output or error file")
    said = [Said(item, header.conditions[number], response, "") for (item, number), response in best.items()]
    sources = [foreign.source(path, "OpenAI batch") for path in files]
    repeated = lines - others - len(said)
    return foreign.record(out, header, said, sources, asked=len(keys), repeated=repeated, foreign=others)


def read_index(batch: Path) -> Header:
    """Return the header of the run that a batch is about; a ValueError if the folder is not a complete batch."""
    try:
        index = json.loads((batch / INDEX).read_text("utf-8"))
        version, header = index["format"], to_header(index["run"])
        # A request's name is a digest of these, so they must be in the file: a default could be wrong.
        _ = [index["run"][name] for name in ("settings", "protocols", "selection")]
    except (FileNotFoundError, NotADirectoryError):
        raise ValueError(f"{batch} is not a batch: it has no {INDEX}; write one with: vantage export --batch") from None
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{batch / INDEX} is not an index that Vantage wrote; export the batch again") from None
    if version != FORMAT:
        raise ValueError(f"{batch} has batch format {version}; this Vantage reads {FORMAT}")
    if "files" not in index:
        raise ValueError(f"{batch} is unfinished; run the same `vantage export` again to finish it")
    return header


def custom_id(header: Header, item: str, condition: Condition) -> str:
    """Return the name of one request: the end of the item's id, for people to read, and a digest, to identify it."""
    parts = {name: getattr(header, name) for name in ("model", "settings", "protocols")}
    parts |= {"dataset": header.dataset.digest, "item": item, "condition": dataclasses.asdict(condition)}
    digest = hashlib.sha256(compact(parts).encode()).hexdigest()[:32]
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', item)[-30:]}-{digest}".lstrip("-")


def _resolved(model: str, settings: Settings) -> tuple[str, Settings]:
    """Return the provider's name for the model, and the settings with the address that a live run would use."""
    name = model.removeprefix(PREFIX)
    if not name or name == model:
        raise ValueError(f"a batch is asked in OpenAI's language, so the model must be {PREFIX}NAME, not {model!r}")
    base = settings.base_url or os.environ.get(openai.WIRE.base_variable) or openai.WIRE.home
    return name, dataclasses.replace(settings, base_url=address(base, openai.WIRE.path))


def _ids(header: Header, data: DataSet) -> dict[Key, str]:
    """Return the custom_id of each request of a run."""
    asked = plan(data, header.conditions, header.selection or ALL)
    return {
        (item, number): custom_id(header, item, header.conditions[number])
        for item, numbers in asked.items()
        for number in numbers
    }


def _answered(run: Path, header: Header) -> Iterator[Key]:
    """Return the requests that a run has answers to; a ValueError if the run is about something else."""
    found = run_folder.Run.read(run)
    if found.header.dataset.digest != header.dataset.digest:
        raise ValueError(f"{run} is a run on another data set; give that data set")
    if differs := run_folder.difference(found.header, header):
        raise ValueError(f"{run} holds a run with {differs}; ask as it was asked")
    return (record.key for record in found.responses if record.text is not None)


def _settle(out: Path, head: Json) -> None:
    """Claim the folder for this batch, or refuse it."""
    if out.is_dir() and any(out.iterdir()):
        try:
            found = json.loads((out / INDEX).read_text("utf-8"))
        except (OSError, ValueError):
            found = {}
        if {name: found.get(name) for name in head} != head:
            raise ValueError(f"{out} holds something else than this batch; give a new folder")
        return
    out.mkdir(parents=True, exist_ok=True)
    write_text(out / INDEX, json.dumps(head, indent=1, ensure_ascii=False) + "\n")


def _lines(
    data: DataSet, name: str, conditions: Sequence[Condition], settings: Settings, wanted: Mapping[Key, str]
) -> Iterator[bytes]:
    for item in data.items():
        for number, condition in enumerate(conditions):
            if (item.id, number) in wanted:
                messages = prompt.present(item, condition).messages
                yield _line(wanted[item.id, number], written(openai.WIRE, name, settings, messages))


def _line(name: str, body: Json) -> bytes:
    request = {"custom_id": name, "method": "POST", "url": URL, "body": body}
    line = json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    if len(line) > BYTES:
        raise ValueError(f"request {name} has {len(line):,} bytes, and a file at most {BYTES:,}; give --max-side")
    return line


def _write(out: Path, lines: Iterable[bytes]) -> Iterator[Path]:
    """Write the lines to as many files as the provider's limits ask for, each whole or not at all."""
    left = iter(lines)
    line = next(left, None)
    number = 0
    while line is not None:
        number += 1
        path = out / f"requests-{number:05d}.jsonl"
        with _replacing(path) as file:
            count = 0
            while line is not None and count < REQUESTS and file.tell() + len(line) <= BYTES:
                file.write(line)
                count += 1
                line = next(left, None)
        yield path


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    temporary = path.with_name(f".{path.name}.part")
    try:
        with temporary.open("wb") as file:
            yield file
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _described(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        requests = sum(1 for _ in file)
    return {"name": path.name, "requests": requests, "bytes": path.stat().st_size, "sha256": file_digest(path)}


def _response(row: Json) -> Response:
    """Return what one line of an output or error file says of its request."""
    found = _result(row)
    if isinstance(found, Failure):
        return Response(None, "", error=dataclasses.replace(found, message=found.message[:400]))
    return Response(found.text, found.finish, found.tokens_in, found.tokens_out, found.reasoning_tokens)


def _result(row: Json) -> Reply | Failure:
    reply: Any = row.get("response")
    error: Any = row.get("error")
    try:
        if reply is None and error:
            words = error.get("message") or error["code"]
            kind = UNDONE.get(error.get("code"), "server")
            return Failure(kind, f"the batch did not carry it out: {words}", retry=True)
        if reply["status_code"] != 200:
            return refusals.failure(int(reply["status_code"]), {}, json.dumps(reply["body"]).encode(), pictures=True)
        return openai.WIRE.read(reply["body"])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Failure("broken", "a line that is not a result as OpenAI's batches have it", retry=True)
