"""What the files of a run may hold, checked as they are read: a folder may have been edited, or come from a stranger.

What passes here needs no second look elsewhere; what does not is said in words that name the field and what it holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

from vantage.item import Condition, Json
from vantage.models import is_count

LARGEST = 10**9  # of any number in a response
SHOWN = 40  # characters of a value that are repeated

Kind = tuple[Callable[[Any], bool], str]  # whether a value is of it, and what it is called


def _or_null(kind: Kind) -> Kind:
    fits, words = kind
    return lambda value: value is None or fits(value), f"{words} or null"


def _list_of(kind: type, words: str) -> Kind:
    return lambda value: isinstance(value, list) and all(isinstance(one, kind) for one in value), f"a list of {words}"


TEXT: Kind = lambda value: isinstance(value, str), "a text"
OBJECT: Kind = lambda value: isinstance(value, dict), "an object"
WHOLE: Kind = is_count, "a whole number from 0 up"
NUMBER: Kind = lambda value: isinstance(value, int | float) and 0 <= value <= LARGEST, "a number from 0 up"
FLAG: Kind = lambda value: isinstance(value, bool), "true or false"
ERROR: Kind = lambda value: value is None or isinstance(value, str | dict), "an object, a text or null"
COUNTS: Kind = lambda value: isinstance(value, dict) and all(map(is_count, value.values())), "an object of numbers"
OBJECTS = _list_of(dict, "objects")

# First what must be there, then with it what may be.
RUN_NEEDS: dict[str, Kind] = {"model": TEXT, "dataset": OBJECT, "conditions": OBJECTS}
RUN = {**RUN_NEEDS, "protocols": OBJECT, "settings": OBJECT, "selection": _or_null(COUNTS), "imported": OBJECTS}
DATA_SET_NEEDS: dict[str, Kind] = {"digest": TEXT}
DATA_SET = {**DATA_SET_NEEDS, "path": _or_null(TEXT)}
ROW_NEEDS: dict[str, Kind] = {
    "item": TEXT,
    "condition": WHOLE,
    "repeat": WHOLE,
    "text": _or_null(TEXT),
    "error": ERROR,
}
ROW = {
    **ROW_NEEDS,
    **dict.fromkeys(("tokens_in", "tokens_out", "reasoning_tokens"), _or_null(WHOLE)),
    "seconds": _or_null(NUMBER),
    "finish": _or_null(TEXT),
    "request": TEXT,
    "attempts": WHOLE,
    "failures": _list_of(str, "texts"),
    "cached": FLAG,
}


def run_fault(meta: Any) -> str:
    """Return what is wrong with the contents of a run.json; empty if nothing is."""
    return (
        _fault(meta, RUN, RUN_NEEDS)
        or _fault(meta["dataset"], DATA_SET, DATA_SET_NEEDS, "dataset: ")
        or _conditions_fault(meta["conditions"])
    )


def row_fault(row: Any, conditions: int) -> str:
    """Return what is wrong with a line of responses.jsonl in a run of so many conditions; empty if nothing is."""
    fault = _fault(row, ROW, ROW_NEEDS)
    if not fault and row["condition"] >= conditions:
        fault = f"condition is {row['condition']}, but run.json lists {conditions}, counted from 0"
    if not fault and row["text"] is None and row["error"] is None:
        fault = "it has neither a text nor an error"
    return fault


def _fault(data: Any, kinds: Mapping[str, Kind], needed: Collection[str], where: str = "") -> str:
    if not isinstance(data, dict):
        return f"{where}it is {_shown(data)}, not an object"
    for name, (fits, words) in kinds.items():
        if name not in data:
            if name in needed:
                return f"{where}{name} is missing"
        elif not fits(data[name]):
            return f"{where}{name} is {_shown(data[name])}, not {words}"
    return ""


def _conditions_fault(conditions: list[Json]) -> str:
    if not conditions:
        return "conditions is empty"
    for number, fields in enumerate(conditions):
        try:
            Condition(**fields)
        except (TypeError, ValueError) as error:
            return f"condition {number}: {error}"
    return ""


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
