"""JSON objects in what a model says: amid prose, in code fences, after thoughts, and with the slips that models make.

A reply can be long and broken in any way. So there is a limit to how many objects it may hold and to how long they may
be, and reading takes bounded time, whatever was said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from vantage.scoring.extract.spoken import said

LONGEST = 50_000  # characters of an object
TOKENS = 2_000  # of an object that has to be mended
MOST = 100  # places in a reply where an object may begin; where there are more, none is read

_START = re.compile(r"\[(?=\s*\{)|\{(?=\s*[\"'])")
_FIRST = re.compile(r"\{\s*[\"']([^\"']{0,80})")
# A quotation mark ends a string only where JSON can go on after it; any other is a part of the string.
_ON = r"\s*+(?:[:}\]]|,\s*+[\"'}\]])"
_DOUBLE = rf'"((?:[^"\\]|\\.|"(?!{_ON}))*+)"'
_SINGLE = rf"'((?:[^'\\]|\\.|'(?!{_ON}))*+)'"
_TOKEN = re.compile(rf"\s*+(?:([{{}}\[\]:,])|{_DOUBLE}|{_SINGLE}|([\w.+-]+))", re.S)
_ESCAPED = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|\"", re.S)
_WORDS = {"True": "true", "False": "false", "None": "null"}


@dataclass(frozen=True)
class Found:
    """An object or a list of objects in a reply, with names in lower case; a broken object has only its first name."""

    value: Any
    broken: bool = False


def aloud(reply: str) -> list[Found]:
    """Return the objects in a reply, in order, without those in its thoughts."""
    # Tags within an object are words in its strings, so objects are put aside before thoughts are looked for.
    reply = reply.replace("\0", " ")
    kept: list[str] = []
    found: list[Found] = []
    end = 0
    for start, stop, one in _objects(reply):
        kept += [reply[end:start], f"\0{len(found)}\0"]
        found.append(one)
        end = stop
    spoken = said("".join([*kept, reply[end:]]))
    return [found[int(number)] for number in re.findall(r"\0(\d+)\0", spoken)]


def _objects(text: str) -> Iterator[tuple[int, int, Found]]:
    """Yield where each object begins and ends, and what it says; a nested object belongs to the outer one."""
    starts = [match.start() for match in islice(_START.finditer(text), MOST + 1)]
    end = 0
    for start in starts if len(starts) <= MOST else ():
        if start >= end:
            value, length = _decoded(text[start : start + LONGEST])
            end = start + length
            yield start, end, Found(value) if value is not None else Found(_first(text, start), broken=True)


def _first(text: str, start: int) -> dict[str, None]:
    found = _FIRST.match(text, start)
    return {_name(found[1]): None} if found else {}


def _decoded(text: str) -> tuple[Any, int]:
    """Return the value at the start of a text and its length; None and 1 where it cannot be read, even if mended."""
    try:
        value, length = _DECODER.raw_decode(text)
        return value, length
    except (ValueError, RecursionError):
        pass
    try:
        mended, length = _mended(text)
        return _DECODER.decode(mended), length
    except (ValueError, RecursionError):
        return None, 1


def _mended(text: str) -> tuple[str, int]:
    """Return the value at the start of a text as proper JSON, and the length of what it was made from.

    It mends single quotes, quotation marks within strings, commas before a closing bracket, escapes that JSON does
    not know, and Python's True, False and None.
    """
    out: list[str] = []
    depth = place = 0
    while len(out) < TOKENS and (token := _TOKEN.match(text, place)):
        mark, double, single, word = token.groups()
        place = token.end()
        if mark:
            if mark in "}]" and out[-1] == ",":
                out.pop()
            depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(mark, 0)
        out.append(mark or _WORDS.get(word, word) or f'"{_ESCAPED.sub(_escape, single if double is None else double)}"')
        if not depth:
            return "".join(out), place
    raise ValueError("it does not end")


def _escape(match: re.Match[str]) -> str:
    found = match[0]
    if found == "\\'":
        return "'"
    return found if len(found) > 2 or (len(found) == 2 and found[1] in '"\\/bfnrt') else f"\\{found}"


def _name(text: str) -> str:
    return text.strip().casefold()


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object's fields; a name given twice with different values is null, as either could be meant."""
    fields: dict[str, Any] = {}
    for name, value in ((_name(name), value) for name, value in pairs):
        fields[name] = value if name not in fields or fields[name] == value else None
    return fields


_DECODER = json.JSONDecoder(object_pairs_hook=_fields, strict=False)
