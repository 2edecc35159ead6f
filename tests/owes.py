"""What a task needs besides its own file: `make task NAME=…` generates what it can and lists what is still to write.

Run it as often as you like while you write a task; the exit code is 1 while something is missing.
"""

import importlib.util
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path

from tests import brute_force, golden
from vantage import tasks
from vantage.making import check
from vantage.making.drafting import Disagreement

ROOT = Path(__file__).parent.parent
QUICK = ROOT / "vantage" / "making" / "suites" / "quick.toml"
N = 60  # items on which a task is held to its contract …
IN_SCENES = 24  # … or so many, for drawing a scene or an individual takes longer
IN_WALKS = 8  # … or so many, for a walk is sixteen pictures
CHANGED = (
    "items have changed: raise the task's version and say so in the changelog; or, if nobody has items of it yet, "
    "delete its entry in tests/golden.json and run this again"
)


@cache
def page_maker():
    """Return the module that writes the pages made from the code."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def to_write(name):
    """Yield what a person has yet to write."""
    if name in tasks.built_in() and not tasks.get(name).side_doors:
        yield f"list in vantage/tasks/{name}.py the task's `side_doors`: lazy rules, and how far each may get"
    if not (ROOT / "tests" / f"brute_{name}.py").exists():
        yield f"write tests/brute_{name}.py: agrees(truth) returns the letter or number, found a third way"
    if name not in tomllib.loads(QUICK.read_text("utf-8"))["sizes"]["quick"]["test"]:
        yield f"add [tasks.{name}] and, under [sizes.quick.test], {name} = 24 to {QUICK.relative_to(ROOT)}"


def enough(task):
    """Return on how many items a task is held to its contract."""
    if task.scenes == "walk":
        return IN_WALKS
    return IN_SCENES if task.scenes or task.subtypes else N


def faults(name):
    """Yield how the task's items break the contract, or differ from what brute force finds."""
    with tempfile.TemporaryDirectory() as folder:
        data = check.task_set(name, Path(folder) / "set", enough(tasks.get(name)))
        yield from (f"{v.check}: {v.examples[0]}" for v in check.check(data) if v.failed and v.fatal)
        if (ROOT / "tests" / f"brute_{name}.py").exists():
            for where, key, found in brute_force.disagreements(data.head()):
                yield f"brute force: {where}: the key is {key!r}, brute force says {found!r}"


def unsound(name):
    """Return what is wrong with a task's items; those of a new task or a new version that are sound are recorded."""
    if name not in tasks.built_in():
        return [f"write vantage/tasks/{name}.py (CONTRIBUTING.md says how)"]
    try:
        found = list(faults(name))
        if not found and not golden.record(name):
            found = [CHANGED]
    except (RuntimeError, Disagreement) as error:
        found = [str(error)]
    return found


def main(names):
    """Make what can be made for these tasks, say what is missing, and return the exit code."""
    if not names:
        print("make task NAME=<name>: the name of a task, or of several in quotes")
        return 2
    wrong = {name: unsound(name) for name in names}
    if not any(wrong.values()):
        print("writing the pages made from the code ...", flush=True)
        page_maker().write()
    owed = {name: [*wrong[name], *to_write(name)] for name in names}
    for name, lines in owed.items():
        print(f"{name}:", *(lines or ["nothing is missing"]), sep="\n  ")
    return 1 if any(owed.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
