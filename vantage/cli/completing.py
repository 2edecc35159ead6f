"""What a shell completes: names of suites, tasks, models, protocols and rule sets, looked up only when needed.

Where a path is allowed too, paths are offered if no name fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

Completed = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _from(names: Callable[[], Iterable[str]], paths: bool = False) -> Completed:
    """Return a function that completes a parameter from names or, with `paths`, as a path if no name fits."""

    def complete(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
        found = [CompletionItem(name) for name in names() if name.startswith(begun)]
        return found or ([CompletionItem(begun, type="file")] if paths else [])

    return complete


def _suites() -> Iterable[str]:
    from vantage.making import suite

    for name in suite.names():
        yield name
        yield from (f"{name}/{task}" for task in suite.get(name).tasks)


def _tasks() -> Iterable[str]:
    from vantage import tasks

    return tasks.names()


def _models() -> Iterable[str]:
    from vantage import models

    return [*models.available(), *(f"{prefix}/" for prefix in models.providers())]


def _providers() -> Iterable[str]:
    from vantage import models

    return [f"{prefix}/" for prefix in models.providers()]


def _protocols() -> Iterable[str]:
    from vantage.prompts import protocols

    return protocols.PROTOCOLS


def _rules() -> Iterable[str]:
    from vantage.scoring import extract

    return extract.RULES


suites = _from(_suites, paths=True)
tasks_or_paths = _from(_tasks, paths=True)
tasks_named = _from(_tasks)
models_named = _from(_models)
judges_named = _from(_providers)
protocols_named = _from(_protocols)
rules_named = _from(_rules)
