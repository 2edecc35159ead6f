"""Vantage measures how vision-language models reason about space.

The names below are public. Each is imported when it is first used, so that `import vantage` stays quick.
"""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

_PLACES = {
    "Choice": "item:Choice",
    "Condition": "item:Condition",
    "DataSet": "data.dataset:DataSet",
    "Item": "item:Item",
    "Number": "item:Number",
    "Option": "item:Option",
    "Task": "task:Task",
    "explain": "describing.explained:explain",
    "get_model": "models:get",
    "get_suite": "making.suite:get",
    "located": "describing.located:located",
    "load_dataset": "data.dataset:load",
    "make_dataset": "making.make:make",
    "outcomes": "analysis.dataframe:outcomes",
    "reward": "training.reward:reward",
    "run_model": "running.run:run",
    "stream": "training.stream:stream",
    "write_report": "report.report:write",
}

__all__ = [*_PLACES]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'vantage' has no attribute {name!r}")
    module, _, member = _PLACES[name].partition(":")
    return getattr(importlib.import_module(f"vantage.{module}"), member)


def __dir__() -> list[str]:
    return sorted([*globals(), *_PLACES])
