"""Public benchmarks: read from files that a user has, turned into our items, each scored by its own rule and by ours.

A file in `sets/` holds a benchmark: where its questions lie, how one row becomes a question, what its categories ask
for, and how it is scored. It is found by its place. Nothing here needs the network but `fetching`.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from vantage.names import nearest
from vantage.public import sets
from vantage.public.benchmark import Benchmark


@cache
def _all() -> dict[str, Benchmark]:
    modules = (importlib.import_module(f"{sets.__name__}.{one.name}") for one in pkgutil.iter_modules(sets.__path__))
    return {benchmark.name: benchmark for module in modules for benchmark in module.BENCHMARKS}


def names() -> list[str]:
    """Return the names of the benchmarks that can be read."""
    return sorted(_all())


def get(name: str) -> Benchmark:
    """Return the benchmark of that name; for an unknown name, the error suggests the nearest one."""
    return _all()[nearest(name, names(), "benchmark")]


def known(name: str) -> Benchmark | None:
    """Return the benchmark that a suite of that name came from, if it is one."""
    return _all().get(name)


__all__ = ["Benchmark", "get", "known", "names"]
