"""Brute-force solvers, one per task, sharing no code with `make` or `solve`: `python -m tests.brute_force DATASET`."""

import importlib
import sys
from itertools import islice

from vantage.data import dataset
from vantage.item import Choice


def solver(task):
    """Return the brute-force solver of a task: from an item's truth to the letter of the right option, or a number."""
    return importlib.import_module(f"tests.brute_{task}").agrees


def disagreements(items):
    """Yield the items whose key brute force does not confirm, with what it says instead."""
    for item in items:
        found, key = solver(item.task)(item.truth), right(item.answer)
        if found != key:
            yield item.id, key, found


def right(answer):
    return answer.letter if isinstance(answer, Choice) else answer.value


if __name__ == "__main__":
    data, limit = dataset.load(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    wrong = list(disagreements(islice(data.head(), limit)))
    print(f"{min(limit, len(data))} items, {len(wrong)} disagreements", *wrong[:10], sep="\n")
    sys.exit(1 if wrong else 0)
