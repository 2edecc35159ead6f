"""A draft becomes an item: solved a second time, then put together with its pictures.

Rendered items and items about photographs are made of drafts of the same tasks; only their pictures differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from vantage.item import Item, Json, Option
from vantage.task import Draft, Mistake, Refused, Task


class Fault(Exception):
    """A task, a solver or a renderer failed; the user made no mistake."""


class Disagreement(Fault):
    """The two solvers of a task gave different answers."""


@contextmanager
def faults_named(where: str) -> Iterator[None]:
    """Turn whatever a task raises, except a refusal and a user's mistake, into a Fault that says where it happened.

    A task or a library may raise a ValueError by mistake; it must not read like a user's.
    """
    try:
        yield
    except (Refused, Mistake, MemoryError):
        raise
    except Fault as fault:
        raise type(fault)(f"{where}: {fault}") from fault
    except Exception as error:
        raise Fault(f"{where}: {type(error).__name__}: {error}") from error


def solved_truth(task: Task, draft: Draft, **changes: Any) -> Json:
    """Return a draft's truth, with `changes`, as a stranger will read it from the file; `solve` must agree with it."""
    truth: Json = json.loads(json.dumps({**draft.truth, **changes}))
    solved = task.solve(truth)
    if solved != draft.answer:
        raise Disagreement(f"make says {draft.answer}, solve says {solved}")
    return truth


def to_item(
    task: Task,
    draft: Draft,
    truth: Json,
    images: Sequence[bytes],
    offered: Sequence[bytes | None] = (),
    *,
    id: str,
    suite: str,
    split: str,
    tags: Json,
    **more: Any,
) -> Item:
    """Return the item of a draft; `offered` are the pictures of its options, in their order."""
    pictures = offered or [None] * len(draft.options)
    return Item(
        id=id,
        suite=suite,
        task=task.name,
        subtype=draft.subtype,
        version=task.version,
        split=split,
        situation=draft.situation,
        question=draft.question,
        images=tuple(images),
        options=tuple(Option(o.text, image, o.label, o.rule) for o, image in zip(draft.options, pictures, strict=True)),
        answer=draft.answer,
        tags=tags,
        groups=dict(draft.groups),
        text_form=draft.text_form,
        truth=truth,
        **more,
    )
