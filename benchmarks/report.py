"""What a large report costs: 43 models x 2,739 items x 2 conditions, 500 of the items to browse.

    python -m benchmarks.report                        CPU seconds, memory and size of the report, time to open it
    python -m benchmarks.report --screenshots docs     and keep pictures of the first screen, light and dark
    python -m benchmarks.report --runs demo/runs --screenshots docs     pictures of another report

The items are those of viewpoint tasks, in four wordings for a part of them, and made-up puzzles with four picture
options; models know a share of the answers that grows with their size. Scores lie beside the runs, as `vantage run`
leaves them. Every bootstrap has its 2,000 replicates. The report is written by `vantage report` in a process of its
own; opening it needs Chromium and the extra `browser`.
"""

import argparse
import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests import fabricated, scenes
from vantage import seeds, tasks
from vantage.analysis import outcomes
from vantage.data import dataset
from vantage.item import Condition, Item, worded_groups
from vantage.making import make
from vantage.running import run_folder
from vantage.stats import inference

MODELS, ITEMS = 43, 2739
CONDITIONS = (Condition(), Condition(protocol="cot"))
SIZES = (1, 3, 7, 14, 32, 72)
PUZZLES = 20
CPU, MEMORY, BYTES, OPENING = 25.0, 800.0, 20.0, 2.0  # what is wanted: s, MB, MB, s
HEADER = {"suite": "large", "title": "For the report benchmark.", "size": "big", "seed": 0, "licence": "cc0-1.0"}
REASONS = "Going through what the picture shows step by step, the option that fits the place and the turn of things"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def make_items() -> Iterator[Item]:
    rng = seeds.generator("benchmark", "report")
    made = [item for name in ("consistency_ego", "updating_ego", "consistency_allo") for item in scenes.items(name, 60)]
    made += [item for number in range(60, 75) for item in worded("consistency_ego", number)]
    for item in made:
        yield replace(item, images=tuple(fabricated.picture(rng, 384) for _ in item.images))
    puzzles = fabricated.items(-(-(ITEMS - len(made)) // 3), 384)[: ITEMS - len(made)]
    for number, item in enumerate(puzzles):
        name = f"puzzle_{number % PUZZLES:02d}"
        yield replace(item, id=f"made/{name}/big-s0/{number:06d}", task=name, situation=f"puzzle {number}")


def worded(name: str, number: int) -> Iterator[Item]:
    """Yield the items about a scene, each in all wordings."""
    task = tasks.get(name)
    for where, _ in scenes.family(name, number):
        for k in range(task.wordings):
            one = replace(where, wording=k)
            draft = task.make(task.params(), one, seeds.generator("test", name, where.index))
            item, wording = scenes.item(name, one, draft), make.WORDING.format(k + 1)
            groups = worded_groups(item.groups, f"{name}/{where.index}", wording)
            yield replace(item, id=f"{item.id}{k}", tags={**item.tags, "wording": wording}, groups=groups)


def make_runs(data: dataset.DataSet, folder: Path) -> None:
    items = list(data.head())
    for number in range(MODELS):
        rng = seeds.generator("benchmark", "report", number)
        size = SIZES[number % len(SIZES)]
        knows = 0.15 + 0.12 * SIZES.index(size) + 0.02 * (number // len(SIZES))
        family = f"family-{number // len(SIZES)}"
        out = folder / f"{family}-{size}b"
        meta = run_folder.describe(data, f"{family}-{size}B", CONDITIONS)
        with run_folder.opened(out, meta) as log:
            for condition in range(len(CONDITIONS)):
                for item in items:
                    log.write(answer(item, condition, rng, knows))
        outcomes.score_run(out, data)


def answer(item: Item, condition: int, rng: np.random.Generator, knows: float) -> dict[str, object]:
    letter = item.letters[item.key] if rng.random() < knows else str(rng.choice(list(item.letters)))
    text = f"{REASONS} is {letter}. Answer: {letter}" if condition else letter
    return {
        "item": item.id, "condition": condition, "repeat": 0, "text": text, "finish": "stop", "error": None,
        "tokens_in": 700, "tokens_out": int(rng.integers(20, 60 + 300 * condition)), "reasoning_tokens": 0,
        "seconds": float(rng.uniform(0.5, 4)),
    }  # fmt: skip


def write_report(run_folders: list[str], out: Path) -> tuple[float, float]:
    """Write a report in a process of its own; return its CPU seconds and its peak memory in MB."""
    command = [sys.executable, "-m", "vantage.cli", "report", *run_folders, "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "OMP_NUM_THREADS": "1"})
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit("the report was not written")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def open_page(path: Path, shots: Path | None) -> float:
    """Return the seconds that Chromium takes to load the page, script and all; keep pictures of its first screen."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        times = []
        for theme in ("light", "dark"):
            page = browser.new_page(viewport={"width": 1200, "height": 900}, color_scheme=theme)
            started = time.perf_counter()
            page.goto(path.resolve().as_uri())
            page.wait_for_selector("#detail .id")
            times.append(time.perf_counter() - started)
            if shots:
                shots.mkdir(parents=True, exist_ok=True)
                keep(page.screenshot(), shots / f"report-{theme}.png")
        browser.close()
    return max(times)


def keep(picture: bytes, path: Path) -> None:
    from PIL import Image

    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(224, dither=Image.Dither.NONE)
    image.save(path, "PNG", optimize=True)


def show(rows: list[tuple[str, float, float]]) -> None:
    print(f"{'':28} {'found':>8} {'limit':>8}")
    for name, found, limit in rows:
        print(f"{name:28} {found:8.1f} {limit:8.1f}{'' if found <= limit else '   OVER'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--screenshots", type=Path)
    parser.add_argument("--keep", type=Path, help="keep the report here")
    parser.add_argument("--runs", type=Path, help="report on these runs instead of the made ones")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if chosen.runs is None:
            data = dataset.write(folder / "data", HEADER, make_items())
            size = f"{MODELS} models x {len(data):,} items x {len(CONDITIONS)} conditions"
            print(f"{size}, {inference.REPLICATES:,} replicates")
            make_runs(data, folder / "runs")
        out = chosen.keep or folder / "report.html"
        cpu, memory = write_report(sorted(map(str, (chosen.runs or folder / "runs").iterdir())), out)
        rows = [("CPU seconds", cpu, CPU), ("peak memory, MB", memory, MEMORY)]
        rows.append(("file, MB", out.stat().st_size / 1e6, BYTES))
        try:
            rows.append(("seconds to open", open_page(out, chosen.screenshots), OPENING))
        except ImportError:
            print("the extra `browser` is not installed: the page was not opened")
        show(rows)


if __name__ == "__main__":
    main()
