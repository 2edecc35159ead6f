"""The main job on built-in models, start to end: no key, no GPU, no download."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from vantage import models
from vantage.analysis.summaries import summarise
from vantage.analysis.table import table
from vantage.item import Condition
from vantage.making import suite
from vantage.making.make import Progress, make
from vantage.report import report
from vantage.running.run import run
from vantage.running.run_folder import Run

MODELS = ("oracle", "mirror-blind", "flat-folder", "egocentric", "face-to-face", "pixel", "majority", "first", "random")

PARTS = ("data", "runs", "report.html")  # everything that a demo writes to its folder

Step = Callable[[str], Progress]  # announces what comes next and returns its progress callback


def walk(out: Path, workers: int, step: Step) -> tuple[list[tuple[str, dict[str, str]]], Path]:
    """Make the quick suite, run the models, write the report; return each task's accuracies by model, and its path."""
    _check_folder(out)
    data = make(suite.get("quick"), out / "data", workers=workers, progress=step("1. making fresh items, solved twice"))
    about = models.available()
    runs = []
    for name in MODELS:
        folder = out / "runs" / name
        run(data, models.get(name), [Condition()], folder, progress=step(f"2. running {name}: {about[name]}"))
        runs.append(folder)
    step("3. writing the report")
    page = out / "report.html"
    report.write(runs, out / "data", page)
    rows: dict[str, dict[str, str]] = {}
    for cell in summarise(table(data, map(Run.read, runs)), by=["model", "task"]):
        accuracy = f"{100 * cell.accuracy:.0f} ({100 * cell.low:.0f}–{100 * cell.high:.0f})"
        rows.setdefault(cell.group["task"], {})[cell.group["model"]] = accuracy
    return list(rows.items()), page


def _check_folder(out: Path) -> None:
    """Refuse a folder that contains anything other than a demo."""
    if out.exists() and not out.is_dir():
        raise ValueError(f"{out} is a file; name a folder for the demo")
    found = [path.name for path in out.iterdir()] if out.is_dir() else []
    others = [name for name in found if name not in PARTS and not name.startswith(".")]
    if others:
        raise ValueError(f"{out} holds other files ({others[0]}) than a demo; name a new folder")
