"""How good the items are, task by task: the contract, brute force against the keys, and all attacks.

    python -m benchmarks.quality                    all tasks, 10,000 items each (hours)
    python -m benchmarks.quality --task maze        one task
    python -m benchmarks.quality --n 500            a quick look; too few items for a verdict on shortcuts
    python -m benchmarks.quality --task consistency_allo --scenes 4000
                                                    attacks alone, on one question to each of so many scenes, not drawn:
                                                    where all questions about a scene have one answer, items say little
    python -m benchmarks.quality --task route_plan --walks 300
                                                    attacks alone, on 16 questions to each of so many walks, not drawn
    python -m benchmarks.quality --undrawn          on items that are not drawn: brute force, the tasks' own lazy rules,
                                                    guesses of numbers and, where options are words, all attacks
    python -m benchmarks.quality --data data/bench  the tasks of a data set that was made already
    python -m benchmarks.quality --task identity --subtype car_identity --n 2000
                                                    attacks alone, on so many items of a subtype by itself

Results are kept in docs/quality.json, from which `make docs` writes docs/quality.md.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

from tests.brute_force import disagreements
from tests.drafts import item_of
from vantage import parallel, seeds, tasks
from vantage.data import dataset
from vantage.data.dataset import DataSet
from vantage.geometry import DIRECTIONS
from vantage.item import IMAGE_MARK, LETTERS, Choice, Item
from vantage.making import check, make
from vantage.making.attacks import priors, shortcuts, side_doors
from vantage.making.attacks.features import Sketch, sketch
from vantage.making.suite import Suite
from vantage.scene import Scene
from vantage.scenes import place, walks
from vantage.task import Draft, Refused, Task, balanced, slot
from vantage.walk import Walk

FILE = Path(__file__).parent.parent / "docs" / "quality.json"
BRUTE = 2_000
EACH, TRIES = 16, 5  # questions to each walk, and draws of a question before the walk is given up


def sets(names: Sequence[str]) -> list[list[str]]:
    """Return the tasks in sets that are made together: those that ask about the same scenes."""
    shared: dict[str, list[str]] = {}
    for name in names:
        task = tasks.get(name)
        together = task.family > 1 or task.scenes == make.WALK
        shared.setdefault(task.scenes if together else name, []).append(name)
    return list(shared.values())


def examine(
    names: list[str], n: int, pixels: int, split: str, workers: int, keep: Path | None = None
) -> dict[str, dict[str, Any]]:
    """Return all that is measured on `n` new items of each task; in a folder that keeps them, making goes on there."""
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite("quality", names[0], pixels, {name: {} for name in names}, {}, "")
        place = keep / names[0] if keep else Path(folder, "set")
        return measured(make.make(suite, place, n=n, split=split, workers=workers), workers)


def measured(data: DataSet, workers: int) -> dict[str, dict[str, Any]]:
    """Return all that is measured on a data set, by the names of its tasks."""
    started = time.monotonic()
    verdicts = check.check(data, workers)
    attacks, doors = shortcuts.attack(data, workers), side_doors.attack(data.head())
    guesses = priors.attack(data.head())
    counts = Counter(item.task for item in data.head())
    found = {}
    for name, n in counts.items():
        asked = islice((item for item in data.head() if item.task == name), BRUTE)
        found[name] = {
            "version": tasks.get(name).version,
            "items": n,
            "pixels": data.manifest["pixels"],
            "attempts": sum(shard["attempts"][name] for shard in data.manifest["shards"]),
            "failed": {v.check: v.failed for v in verdicts if v.task == name and v.failed and v.fatal},
            "checks": sum(v.task == name for v in verdicts),
            "brute": {"items": min(BRUTE, n), "disagreements": len(list(disagreements(asked)))},
            "attacks": [attack.json() for attack in attacks if attack.task == name],
            "side doors": [door.json() for door in doors if door.task == name],
            "priors": [guess.json() for guess in guesses if guess.task == name],
        }
    print(
        f"{', '.join(counts)}: {time.monotonic() - started:.0f} s",
        *map(str, attacks),
        *_over(doors),
        *_over(guesses),
        sep="\n  ",
        flush=True,
    )
    return found


def _over(rules: Sequence[side_doors.Passage] | Sequence[priors.Guessed]) -> list[str]:
    return [f"over its limit: {' '.join(rule.row())}" for rule in rules if rule.outcome != "pass"]


def apart(kept: dict[str, Any], name: str, subtype: str, n: int, pixels: int, workers: int) -> dict[str, Any]:
    """Return what is kept of a task with all attacks on `n` items of one of its subtypes; brute force solves those."""
    counts = {subtype: {"test": {name: {subtype: n}}}}
    suite = Suite("quality", name, pixels, {name: {}}, counts, subtype)
    with tempfile.TemporaryDirectory() as folder:
        data = make.make(suite, Path(folder, "set"), subtype, workers=workers)
        (verdict,) = shortcuts.attack(data, workers)
        wrong = len(list(disagreements(data.head())))
    found = {**verdict.json(), "task": f"{name}: {subtype}", "brute": {"items": n, "disagreements": wrong}}
    print(f"{subtype}: {verdict}; brute force disagrees with {wrong}", flush=True)
    others = [one for one in kept.get("attacks", []) if one["task"] != found["task"]]
    return {**kept, "attacks": [*others, found]}


def asked_once(names: list[str], scenes: int, workers: int) -> dict[str, dict[str, Any]]:
    """Return the verdict on each task, from a question about each of so many scenes of the training split."""
    drafts = parallel.map_ordered(partial(_sketches, tuple(names)), range(scenes), workers)
    return {name: shortcuts.judge(name, list(found)).json() for name, found in zip(names, zip(*drafts))}


def asked_often(names: list[str], number: int, workers: int) -> dict[str, dict[str, Any]]:
    """Return the verdict on each task, from several questions about each of so many walks of the training split."""
    drafts = parallel.map_ordered(partial(_walk_sketches, tuple(names)), range(number), workers)
    found = [one for some in drafts for one in some]
    return {name: shortcuts.judge(name, [one for one in found if one.task == name]).json() for name in names}


def _walk_sketches(names: tuple[str, ...], number: int) -> list[Sketch]:
    for attempt in count():
        try:
            walk = walks.numbered(("quality", "walk", number), "train", attempt, ())
            return [_asked(tasks.get(name), walk, number * EACH + k) for name in names for k in range(EACH)]
        except Refused:
            continue
    raise AssertionError


def _asked(task: Task, walk: Walk, number: int) -> Sketch:
    """Return a question to a walk; raise Refused if the walk has none in several attempts."""
    where = replace(slot(task, ("quality", task.name), "train", number), walk=walk)
    refused = Refused("nothing was tried")
    for attempt in range(TRIES):
        try:
            draft = make.drafted(task, task.params(), where, seeds.generator("quality", task.name, number, attempt))
        except Refused as one:
            refused = one
            continue
        return _sketched(task, draft)
    raise refused


def _sketches(names: tuple[str, ...], number: int) -> list[Sketch]:
    kind = tasks.get(names[0]).scenes
    direction = balanced(("quality", kind), "direction", DIRECTIONS, number)
    generators = (seeds.generator("quality", kind, number, attempt) for attempt in count())
    while True:
        with suppress(Refused):
            scene = place.scene(kind, direction, "train", next(generators))
            return [_sketch(tasks.get(name), scene, number) for name in names]


def _sketch(task: Task, scene: Scene, number: int) -> Sketch:
    where = slot(task, ("quality", task.name), "train", number * task.family)
    rng = seeds.generator("quality", task.name, number)
    return _sketched(task, make.drafted(task, task.params(), replace(where, scene=scene), rng))


def _sketched(task: Task, draft: Draft) -> Sketch:
    assert isinstance(draft.answer, Choice)
    key, options = LETTERS.index(draft.answer.letter), draft.options
    labels, texts = (tuple(getattr(one, field) for one in options) for field in ("label", "text"))
    return Sketch(task.name, draft.situation, key, draft.question, labels, texts, None, None)


def without_pictures(kept: dict[str, Any], names: list[str], n: int, workers: int) -> dict[str, dict[str, Any]]:
    """Return what is kept of the tasks, with all that needs no pictures measured on `n` items of each."""
    suite = Suite("quality", names[0], 0, {name: {} for name in names}, {}, "")
    jobs = make.jobs(suite, "n", {"test": dict.fromkeys(names, n)}, 0, {})
    items = [item for job in parallel.map_ordered(_undrawn, jobs, workers, chunk=8) for item in job]
    doors, guesses, found = side_doors.attack(items), priors.attack(items), {}
    print(", ".join(names), *_over(doors), *_over(guesses), sep="\n  ", flush=True)
    for name in names:
        some = [item for item in items if item.task == name]
        found[name] = {
            **kept[name],
            "brute": {"items": len(some), "disagreements": len(list(disagreements(some)))},
            "side doors": [door.json() for door in doors if door.task == name],
            "priors": [guess.json() for guess in guesses if guess.task == name],
        }
        offered = any(item.options for item in some)
        if offered and all(option.image is None for item in some for option in item.options):
            verdict = shortcuts.judge(name, [seen for item in some if (seen := sketch(_imageless(item)))])
            print(f"  {verdict}", flush=True)
            # The baseline looks at pictures: that of the drawn items is kept.
            baseline = next((one["baseline"] for one in kept[name]["attacks"]), None)
            found[name]["attacks"] = [{**verdict.json(), "baseline": baseline}]
    return found


def _imageless(item: Item) -> Item:
    return replace(item, images=(), question=item.question.replace(IMAGE_MARK, ""))


def _undrawn(job: make.Job) -> list[Item]:
    for attempt in count():
        with suppress(Refused):
            return [item_of(tasks.get(order.task), *make.attempted(order, attempt)) for order in job]
    raise AssertionError


def _kept() -> dict[str, Any]:
    return dict(json.loads(FILE.read_text())) if FILE.exists() else {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", action="append", choices=tasks.built_in())
    parser.add_argument("--n", type=int, default=10_000)
    parser.add_argument("--pixels", type=int, default=256, help="of the pictures; attacks look at 96")
    parser.add_argument("--split", choices=seeds.SPLITS, default="test", help="train has eight times the situations")
    parser.add_argument("--scenes", type=int, help="attack one question to each of so many scenes; keep the rest")
    parser.add_argument("--walks", type=int, help="attack several questions to each of so many walks; keep the rest")
    parser.add_argument("--subtype", help="with one --task: attack so many items of this subtype; keep the rest")
    parser.add_argument("--undrawn", action="store_true", help="measure what needs no pictures; keep the rest")
    parser.add_argument("--data", help="measure this data set, made already, in place of new ones")
    parser.add_argument("--keep", type=Path, help="make the sets in this folder, and go on there if interrupted")
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    bad = False
    given = dataset.load(options.data) if options.data else None
    for names in [[*given.manifest["tasks"]]] if given else sets(options.task or tasks.built_in()):
        kept = _kept()
        if given:
            found = measured(given, options.workers)
        elif options.subtype:
            (name,) = names
            found = {
                name: apart(kept[name], name, options.subtype, options.n, options.pixels, options.workers),
            }
        elif options.walks:
            attacks = asked_often(names, options.walks, options.workers)
            found = {name: {**kept[name], "attacks": [attacks[name]]} for name in names}
        elif options.scenes:
            attacks = asked_once(names, options.scenes, options.workers)
            found = {name: {**kept[name], "attacks": [attacks[name]]} for name in names}
        elif options.undrawn:
            found = without_pictures(kept, names, options.n, options.workers)
        else:
            found = examine(names, options.n, options.pixels, options.split, options.workers, options.keep)
        # Read again, for other tasks may have been measured beside this one.
        FILE.write_text(json.dumps(dict(sorted({**_kept(), **found}.items())), indent=1) + "\n")
        for result in found.values():
            rules = (*result["attacks"], *result["side doors"], *result.get("priors", ()))
            failed = any(one["outcome"] == "fail" for one in rules)
            bad |= bool(result["failed"] or result["brute"]["disagreements"] or failed)
    sys.exit(bad)


if __name__ == "__main__":
    main()
