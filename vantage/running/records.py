"""The files of a run as typed records: run.json holds a Header, each line of responses.jsonl a Record.

A folder may have been edited or come from someone else, so everything is checked here, once, as it is read.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from vantage.item import Condition
from vantage.models import Response
from vantage.running.sample import ALL, Selection

FORMAT = 1
LARGEST = 10**9  # largest number in a response

Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Amount = Annotated[float, Meta(ge=0, le=LARGEST)]


class Fault(Struct, frozen=True, kw_only=True):
    """Why a request has no response: a kind to count ("timeout", "server", …) and a sentence to read."""

    kind: str = ""
    message: str = ""


class Record(Struct, frozen=True, kw_only=True, gc=False):
    """One response: the item, the number of the condition in the run, and the text or the reason why there is none."""

    item: str
    condition: Count
    repeat: Count
    request: str = ""  # digest of what was sent; empty where that is not known
    text: str | None
    finish: str | None = ""
    tokens_in: Count | None = None
    tokens_out: Count | None = None
    reasoning_tokens: Count | None = None
    seconds: Amount | None = None
    error: Fault | None = None
    attempts: Count = 1
    failures: tuple[str, ...] = ()  # kinds of the attempts that failed
    cached: bool = False

    def __post_init__(self) -> None:
        if self.text is None and self.error is None:
            raise ValueError("it has neither a text nor an error")

    @classmethod
    def of(cls, response: Response, key: tuple[str, int], repeat: int, **more: Any) -> Record:
        """Return the record of a model's response to the item and condition in `key`."""
        error = response.error
        return cls(
            item=key[0],
            condition=key[1],
            repeat=repeat,
            text=response.text,
            finish=response.finish,
            tokens_in=response.tokens_in,
            tokens_out=response.tokens_out,
            reasoning_tokens=response.reasoning_tokens,
            seconds=response.seconds,
            error=Fault(kind=error.kind, message=error.message) if error else None,
            **more,
        )

    @property
    def key(self) -> tuple[str, int]:
        """The request that it answers: an item's id and a condition's number."""
        return self.item, self.condition


class Source(Struct, frozen=True, kw_only=True):
    """The data set that a run is about."""

    digest: str
    suite: str | None = None
    size: str | None = None
    seed: int | None = None
    items: Count | None = None
    path: str | None = None  # its folder at the time


class Origin(Struct, frozen=True, kw_only=True, rename={"tool": "from"}):
    """A file that responses were imported from."""

    tool: str
    file: str
    sha256: str


class Header(Struct, frozen=True, kw_only=True):
    """What was asked, of which model, and how."""

    format: int = FORMAT
    vantage: str = ""  # the version that wrote it
    model: str
    about: str = ""  # the model whose responses are asked about, where a run is an inquiry
    dataset: Source
    selection: Selection | None = ALL
    conditions: Annotated[tuple[Condition, ...], Meta(min_length=1)]
    protocols: dict[str, int] = {}
    settings: dict[str, Any] = {}  # only those that are known: an imported run may have none
    imported: tuple[Origin, ...] = ()


_RECORDS = msgspec.json.Decoder(Record)
_LINES = msgspec.json.Encoder()


def to_line(record: Record) -> bytes:
    """Return a record as a line of responses.jsonl."""
    return _LINES.encode(record) + b"\n"


def to_record(line: bytes) -> Record:
    """Return what a line of responses.jsonl holds; if it is not a record, a ValueError says why."""
    try:
        return _RECORDS.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(said(error)) from None


def to_json(header: Header) -> dict[str, Any]:
    """Return a header as plain JSON."""
    data: dict[str, Any] = msgspec.to_builtins(header)
    data["selection"] = (header.selection or ALL).json()
    data["conditions"] = [dataclasses.asdict(condition) for condition in header.conditions]
    data["imported"] = list(data["imported"])
    return data


def to_header(data: Any) -> Header:
    """Return the header that JSON data holds; if there is none, a ValueError says why."""
    try:
        header = msgspec.convert(data, Header)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ValueError(said(error)) from None
    for number, fields in enumerate(data["conditions"]):
        _check_known(number, fields)
    return header


def _check_known(number: int, fields: Mapping[str, Any]) -> None:
    """Refuse a condition with a field unknown to this version, which would otherwise be read as another condition."""
    for name in fields:
        if name not in {field.name for field in dataclasses.fields(Condition)}:
            raise ValueError(f"condition {number} has an unknown field {json.dumps(name)}")


def said(error: Exception) -> str:
    """Return what is wrong, in our own words: "tokens_in: expected `int` >= 0"."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if not isinstance(error, msgspec.ValidationError):
        return "it is not JSON"
    fault, _, place = str(error).partition(" - at `$")
    place = place.removesuffix("`").lstrip(".")
    return f"{place}: {fault[0].lower()}{fault[1:]}" if place else f"{fault[0].lower()}{fault[1:]}"
