"""Check what worked solutions claim against the truth of their items: `python -m tests.claims --n 1000`.

Each sentence must be one that a checker of its task can read, and what it says must follow from the truth by code of
the checker's own (tests/claims_*.py). A sentence that nobody can read counts as unproven.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from tests import drafts, scenes, told
from vantage import parallel, seeds, tasks
from vantage.describing.explained import explain
from vantage.item import LETTERS, Item
from vantage.making import suite

FAMILIES = ("directions", "sides", "rotations", "outlines", "folds", "built", "nets", "statements")
SENTENCE = re.compile(r"(?<=\.) (?=[A-Z])")
Rule = tuple[str, Callable[..., bool]]  # a pattern for a whole sentence, and what its groups must fulfil


@dataclass
class Told:
    """A solution that is being read: its truth, and what earlier sentences have said."""

    truth: Mapping[str, Any]
    count: int  # of options
    moved: int  # how many places the options were moved up
    said: dict[str, Any] = field(default_factory=dict)

    def number(self, letter: str) -> int:
        """Return the number in the truth of the option that was shown with a letter."""
        return (LETTERS.index(letter) + self.moved) % self.count

    @property
    def options(self) -> Sequence[Any]:
        """The options as they were shown."""
        found: Sequence[Any] = self.truth["options"]
        return [found[self.number(letter)] for letter in LETTERS[: self.count]]


def rules(task: str) -> list[Rule]:
    """Return what can be read in solutions of a task."""
    modules = [importlib.import_module(f"tests.claims_{family}") for family in FAMILIES]
    return [rule for module in modules for rule in module.RULES.get(task, [])]


def unproven(item: Item, text: str, moved: int = 0) -> list[str]:
    """Return the sentences of a solution that do not follow from the item's truth; the item is as it was shown."""
    *steps, end = text.split("\n")
    read = Told(item.truth, len(item.options), moved)
    known = rules(item.task)
    wrong = _left_out(steps, item)
    wrong += [sentence for step in steps for sentence in SENTENCE.split(step) if not _holds(sentence, known, read)]
    found = re.fullmatch(r".*answer is ([A-Z])\.", end)
    return wrong if found and found[1] == item.answer.letter and steps else [*wrong, end]  # type: ignore[union-attr]


def _left_out(steps: list[str], item: Item) -> list[str]:
    """Return what is odd if options are told about one by one, but not each of the wrong ones once."""
    spoken = [letter for step in steps for letter in {*re.findall(r"(?:ption|[ Ss]et) ([A-Z])\b", step)}]
    wrong = {letter for letter in item.letters if letter != item.answer.letter}  # type: ignore[union-attr]
    whole = len(set(spoken)) == len(spoken) and (not wrong & {*spoken} or wrong <= {*spoken})
    return [] if whole else [f"speaks of options {', '.join(spoken)}"]


def _holds(sentence: str, known: list[Rule], read: Told) -> bool:
    for pattern, check in known:
        if found := re.fullmatch(_named(pattern, read.truth), sentence):
            return bool(check(read, **found.groupdict()))
    return False


def _named(pattern: str, truth: Mapping[str, Any]) -> str:
    """Return a pattern with the names of the item's things in it: TARGET, REFERENCE, PERSON, FIRST, SECOND, THING."""
    names = {role.upper(): truth[role]["name"] for role in ("target", "reference", "person", "thing") if role in truth}
    if truth.get("things") and "person" not in truth:
        names |= {"FIRST": truth["things"][0]["name"], "SECOND": truth["things"][-1]["name"]}
        names["SECOND"] = truth["things"][1]["name"] if len(truth["things"]) > 1 else ""
    for role, name in names.items():
        pattern = pattern.replace(role, f"[Tt]he {re.escape(name)}")
    return pattern


def near(text: str, value: float, digits: int = 2) -> bool:
    """Return whether a number in words is a value, rounded."""
    return abs(float(text) - value) <= 0.501 * 10**-digits


# -- A run over many items


def items(name: str, count: int) -> Iterator[Item]:
    """Yield so many items of a task, without pictures."""
    task = tasks.get(name)
    if task.scenes in scenes.LAID_OUT:
        yield from islice((item for number in range(count) for item in _about(name, number)), count)
        return
    spin = name in suite.get("spin").tasks
    for index in range(count):
        with told.unlooked() if spin else nullcontext():
            draft = drafts.draft_of(task, index, "test" if spin else seeds.SPLITS[index % 3], 400, ("claims",))
        yield drafts.item_of(task, *draft)


def _about(name: str, number: int) -> list[Item]:
    return [scenes.item(name, *pair) for pair in scenes.family(name, number)]


def explained() -> list[str]:
    """Return the tasks that have worked solutions."""
    return [name for name in tasks.built_in() if tasks.get(name).explain]


def tried(job: tuple[str, int]) -> tuple[str, int, int, float, list[str]]:
    """Return of a task how many solutions and sentences were checked, the seconds they took, and what was unproven."""
    name, count = job
    wrong: list[str] = []
    sentences, seconds = 0, 0.0
    for number, item in enumerate(items(name, count)):
        shown = item.rotated(number % len(item.options))
        begun = time.process_time()
        text = explain(shown, number % 5)
        seconds += time.process_time() - begun
        sentences += len(SENTENCE.split(text.replace("\n", " ")))
        wrong += [f"{item.id}: {one}" for one in unproven(shown, text, number % len(item.options))]
    return name, count, sentences, seconds, wrong


def main() -> int:
    """Check many solutions of each task, and return an exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.claims", description=__doc__.split("\n")[0])
    parser.add_argument("--n", type=int, default=1000, help="items of each task [1000]")
    parser.add_argument("--task", action="append", choices=explained(), help="this task, or several [all]")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    failed = False
    jobs = [(name, given.n) for name in given.task or explained()]
    for name, count, sentences, seconds, wrong in parallel.map_ordered(tried, jobs, given.workers, chunk=1):
        per = 1000 * seconds / count
        print(
            f"{name}: {count:,} solutions, {sentences:,} sentences, {per:.1f} ms each, {len(wrong)} unproven",
            flush=True,
        )
        print(*wrong[:5], sep="\n", end="\n" if wrong else "")
        failed = failed or bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
