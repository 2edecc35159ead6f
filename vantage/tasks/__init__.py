"""The tasks, one file each. A file in this folder is found automatically, and its name is the task's name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from vantage.names import nearest
from vantage.task import Task


@cache
def names() -> tuple[str, ...]:
    """Return the names of all tasks: the files of this folder, and entry points `vantage.tasks` of other packages."""
    here = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted({*here, *(point.name for point in entry_points(group="vantage.tasks"))}))


@cache
def get(name: str) -> Task:
    """Return a task by name."""
    for point in entry_points(group="vantage.tasks"):
        if point.name == name:
            return _checked(name, point.load())
    nearest(name, names(), "task")
    return _checked(name, importlib.import_module(f"{__name__}.{name}").task)


def _checked(name: str, task: object) -> Task:
    if not isinstance(task, Task) or task.name != name:
        raise ValueError(f"task {name!r} must be a Task of that name, not {task!r}")
    return task
