"""The worked solution of an item, in words made from its truth, as a teacher would give it; it ends in the answer.

Each task with `explain` tells the steps. They speak of the item as it is presented: of rotated options by their letters
as shown.
"""

from __future__ import annotations

from vantage import seeds, tasks
from vantage.describing.facts import task_of
from vantage.item import LETTERS, Choice, Item
from vantage.telling import Teller

ENDS = ("So the answer is {}.", "The answer is {}.", "Therefore the answer is {}.")


def explain(item: Item, variant: int = 0) -> str:
    """Return the steps of the solution, a line each; another `variant` draws other wordings."""
    if why := silence(item):
        raise ValueError(why)
    task = tasks.get(item.task)
    assert task.explain is not None
    due = task.solve(item.truth)
    assert isinstance(due, Choice)
    key, count = LETTERS.index(due.letter), len(item.options)
    moved = item.key - key  # where rotation has put the options of the truth
    letters = tuple(LETTERS[(number + moved) % count] for number in range(count))
    rng = seeds.generator("explain", item.id, variant)
    steps = task.explain(item.truth, Teller(letters, key, rng))
    return "\n".join([*steps, ENDS[int(rng.integers(len(ENDS)))].format(item.letters[item.key])])


def silence(item: Item) -> str:
    """Return why an item has no worked solution, as a sentence; empty if it has one."""
    task = task_of(item.task)
    if task is None or task.explain is None:
        return f"{item.id}: items of task {item.task!r} have no worked solutions"
    if task.version != item.version:
        return f"{item.id} was made by version {item.version} of its task; version {task.version} explains only its own"
    if lacking := sorted(set(task.truth) - set(item.truth)):
        return f"the truth of {item.id} lacks {lacking[0]}, so it cannot be explained"
    return ""
