"""The tasks, one file each. A file in this folder is found automatically, and its name is the task's name.

Other packages bring tasks by the entry point `vantage.tasks`: `<name> = "module:task"`.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from vantage.names import nearest
from vantage.task import Task


@cache
def built_in() -> tuple[str, ...]:
    """Return the names of our own tasks."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def names() -> tuple[str, ...]:
    """Return the names of all tasks, those of other packages among them."""
    return tuple(sorted({*built_in(), *(point.name for point in entry_points(group="vantage.tasks"))}))


@cache
def get(name: str) -> Task:
    """Return a task by name."""
    nearest(name, names(), "task")
    points = [point for point in entry_points(group="vantage.tasks") if point.name == name]
    if len(points) + (name in built_in()) > 1:
        packages = ", ".join([*(["vantage"] if name in built_in() else []), *map(_package, points)])
        raise ValueError(f"several packages bring a task called {name!r}, so it is none: {packages}")
    task = _loaded(points[0]) if points else importlib.import_module(f"{__name__}.{name}").task
    if not isinstance(task, Task) or task.name != name:
        raise ValueError(f"task {name!r} must be a Task of that name, not {task!r}")
    return task


def _loaded(point: EntryPoint) -> object:
    try:
        return point.load()
    except (AttributeError, ImportError) as error:
        raise ValueError(f"task {point.name!r} of package {_package(point)} cannot be loaded: {error}") from None


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value
