"""Do other tools run our exports as they are, and come to the same items, keys and scores? Their own code, run here.

    python -m benchmarks.hosts lmms-eval /tmp/lmms      # makes an environment there, installs lmms-eval from PyPI
    python -m benchmarks.hosts vlmevalkit CHECKOUT      # a checkout of VLMEvalKit (or `git archive` of it, unpacked)

lmms-eval: a set of ours and small public benchmarks are exported, lmms-eval runs each task with a model whose replies
are scripted (clear, verbose, hedged, unreadable), and its samples are held against `vantage.scoring` and against the
run that `vantage import` makes of them. Nothing but the environment's making needs the network.

VLMEvalKit: its own class for custom tables reads ours and builds the prompts; items, pictures and keys are compared.
Its packages are entered without their start, which would import every model there is.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import PIL.Image

from tests import public_files
from vantage import public, seeds
from vantage.data.dataset import DataSet
from vantage.exchange import lmms_task, vlmevalkit
from vantage.exchange.responses import import_responses
from vantage.item import Choice, Condition, Item, answer_text
from vantage.making.make import make
from vantage.making.suite import get
from vantage.public.films import Sampling
from vantage.public.importing import import_benchmark
from vantage.running.run_folder import Run
from vantage.scoring.score import score

HERE = Path(__file__).parents[1]
PUBLIC = ("vsi", "mmsi", "site", "stare")
FORMS = ("{0}", "({0})", "<answer>{0}</answer>", "The answer is {0}.", "I think it is {1}, no: {0}. Final answer: {0}",
         "**{0}**", "Either {0} or {1}.", "I cannot tell.", "{1}",
         "<think>{1} at first.</think>\n<answer>{0}</answer>")  # fmt: skip


def reply(item: Item) -> str:
    """Return what the scripted model says to an item: one of several forms, drawn by the item's id."""
    rng = seeds.generator("hosts", item.id)
    form = FORMS[int(rng.integers(len(FORMS)))]
    if not isinstance(item.answer, Choice):
        return form.format(f"{item.answer.value * float(rng.choice([1, 0.9, 2])):.6g}", "7")
    other = next(letter for letter in item.letters if letter != item.answer.letter)
    return form.format(item.answer.letter, other)


def data_sets(folder: Path) -> Iterator[DataSet]:
    """Yield a set of ours, and public benchmarks from the tests' files."""
    yield make(get("quick/maze"), folder / "maze", "", 12)
    for name in PUBLIC:
        public_files.BUILDERS[name](folder / name / "files")
        yield import_benchmark(public.get(name), folder / name / "files", folder / name / "data", Sampling(4))[0]


# -- lmms-eval


def lmms_eval(place: Path) -> int:
    """Run every task in lmms-eval, and return how many comparisons failed."""
    python = place / "bin" / "python"
    if not python.exists():
        venv.create(place, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "lmms-eval"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", str(HERE)], check=True)
    failed = 0
    with tempfile.TemporaryDirectory() as aside:
        folder = Path(aside)
        for data in data_sets(folder / "sets"):
            task = folder / "tasks" / data.folder.parent.name
            name = lmms_task.export(data, Condition(), task)
            said = {item.id: reply(item) for item in data.head()}
            (folder / "said.json").write_text(json.dumps(said))
            environment = {**os.environ, "PYTHONPATH": str(HERE), "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "hf")}
            command = [
                python,
                HERE / "benchmarks" / "lmms_host.py",
                task,
                name,
                folder / "said.json",
                folder / "found.json",
            ]
            subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            failed += _compare(name, data, said, json.loads((folder / "found.json").read_text()), folder)
    return failed


def _compare(name: str, data: DataSet, said: dict[str, str], found: dict[str, Any], folder: Path) -> int:
    items = {item.id: item for item in data.head()}
    ours = {id: score(item, said[id]) for id, item in items.items()}
    samples = {sample["doc"]["id"]: sample for sample in found["samples"]}
    lines = folder / f"samples_{name}.jsonl"
    lines.write_text("".join(json.dumps(sample) + "\n" for sample in found["samples"]))
    import_responses([lines], data, "scripted", Condition(), folder / f"run-{name}")
    back = {record.item: record.text for record in Run.read(folder / f"run-{name}").responses}
    checks = {
        "the same items": set(samples) == set(items),
        "the same keys": all(samples[id]["target"] == answer_text(item) for id, item in items.items()),
        "every picture seen": found["pictures"] == sum(_pictures(item) for item in items.values()),
        "the same score for each": all(abs(samples[id]["accuracy"] - one.credit) < 1e-12 for id, one in ours.items()),
        "the same accuracy": abs(found["accuracy"] - sum(one.credit for one in ours.values()) / len(ours)) < 1e-12,
        "the replies come back": back == said,
    }
    print(f"{name}: {len(items)} items, accuracy {found['accuracy']:.4f}, CAA {found['caa']:.4f}, lmms-eval "
          f"{found['version']}")  # fmt: skip
    for what, holds in checks.items():
        print(f"  {'ok' if holds else 'FAILED'}: {what}")
    return sum(not holds for holds in checks.values())


def _pictures(item: Item) -> int:
    return len(item.images) + sum(option.image is not None for option in item.options)


# -- VLMEvalKit


def vlm_eval_kit(checkout: Path) -> int:
    """Let VLMEvalKit's own code read our tables, and return how many comparisons failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as aside:
        folder = Path(aside)
        for data in data_sets(folder / "sets"):
            name = f"vantage_{data.manifest['suite']}"
            path = folder / "LMUData" / f"{name}.tsv"
            rows = vlmevalkit.export(data, Condition(images="first"), path)
            host = HERE / "benchmarks" / "vlmevalkit_host.py"
            command = [sys.executable, host, checkout, folder / "LMUData", name, folder / "found.json"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            found = json.loads((folder / "found.json").read_text())
            items = list(data.items())
            checks = {
                "the same number of items": len(found) == rows == len(items),
                "the same ids, in order": [row["id"] for row in found] == [item.id for item in items],
                "the same keys": [row["answer"] for row in found] == [_plain_key(item) for item in items],
                "the same pictures, pixel for pixel": all(map(_same_pictures, items, found)),
                "the question whole": all(_words(item) in row["text"] for item, row in zip(items, found)),
            }
            print(f"{name}: {len(found)} rows read by {found[0]['reader']}")
            for what, holds in checks.items():
                print(f"  {'ok' if holds else 'FAILED'}: {what}")
            failed += sum(not holds for holds in checks.values())
    return failed


def _plain_key(item: Item) -> str:
    return item.answer.letter if isinstance(item.answer, Choice) else f"{item.answer.value:.12g}"


def _same_pictures(item: Item, row: dict[str, Any]) -> bool:
    ours = [*item.images, *(option.image for option in item.options if option.image is not None)]
    theirs = [Path(path).read_bytes() for path in row["pictures"]]
    return [_pixels(data) for data in ours] == [_pixels(data) for data in theirs]


def _pixels(data: bytes) -> bytes:
    with PIL.Image.open(io.BytesIO(data)) as image:
        return image.convert("RGB").tobytes()


def _words(item: Item) -> str:
    return item.question.rpartition("<image>")[2].strip()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", choices=["lmms-eval", "vlmevalkit"])
    parser.add_argument("place", type=Path)
    given = parser.parse_args()
    sys.exit(1 if (lmms_eval if given.tool == "lmms-eval" else vlm_eval_kit)(given.place.resolve()) else 0)
