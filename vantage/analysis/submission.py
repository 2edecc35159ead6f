"""EASI's leaderboard: the file of scores that it takes, and the archive of answers that goes with it.

Its keys are those of its own benchmarks; what else was run is left out and named. Scores are in percent, with four
places. What it asks about the model besides (its type, precision, revision) is left for the submitter to say.
"""

from __future__ import annotations

import csv
import io
import json
import math
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from vantage.analysis import benchmarks
from vantage.analysis.benchmarks import Result
from vantage.data.dataset import DataSet, write_text, write_whole
from vantage.running.run_folder import Run

SCORES, ANSWERS = "easi_results.json", "easi_results.zip"
LARGEST = 4_500_000  # bytes of the archive that the board takes
COLUMNS = ("item", "key", "answer", "outcome", "credit")
ABOUT = ("modelType", "precision", "revision", "weightType", "baseModel")  # for the submitter to fill in


def export(groups: Sequence[tuple[DataSet, Sequence[Run]]], out: Path, about: Mapping[str, str]) -> list[str]:
    """Write the two files for one model; return what to know of them, a sentence each."""
    models = {run.model for _, runs in groups for run in runs}
    if len(models) != 1:
        raise ValueError(f"a submission is about one model; these runs are of {', '.join(sorted(models))}")
    found: list[tuple[Result, DataSet, Run]] = []
    notes = []
    for data, runs in groups:
        if len(runs) > 1:
            raise ValueError(f"there are {len(runs)} runs on {data.manifest['suite']}; give one of each benchmark")
        results = benchmarks.results(data, runs)
        if results and results[0].benchmark.board:
            found.append((results[0], data, runs[0]))
        else:
            notes.append(f"{data.manifest['suite']} is none of the board's benchmarks; left out")
    if not found:
        raise ValueError("none of these runs is on a benchmark of EASI's board; see `vantage list --benchmarks`")
    payload = {
        "modelName": about.get("model") or models.pop(),
        **dict.fromkeys(ABOUT, ""),
        "backend": "vantage",
        "remarks": "; ".join(f"{r.benchmark.board}: asked as {r.manner}{_frames(r)}" for r, _, _ in found),
        "scores": {r.benchmark.board: percent(r.scores.overall) for r, _, _ in found},
        "subScores": {r.benchmark.board: _parts(r) for r, _, _ in found},
    }
    out.mkdir(parents=True, exist_ok=True)
    packed = _packed(found)
    if len(packed) > LARGEST:
        notes.append(f"{ANSWERS} has {len(packed):,} bytes; the board takes {LARGEST:,}")
    notes += [f"{r.benchmark.board}: {r.failed:,} requests failed" for r, _, _ in found if r.failed]
    notes += [f"{r.benchmark.board}: {r.items:,} of {r.held:,} items" for r, _, _ in found if r.items < r.held]
    notes.append(f"fill in modelName, {', '.join(ABOUT)} in {SCORES} before you submit")
    write_text(out / SCORES, json.dumps(payload, indent=1) + "\n")
    write_whole(out / ANSWERS, lambda aside: aside.write_bytes(packed))
    return notes


def percent(value: float) -> float | None:
    """Return a share in percent with four places; None where there is no number."""
    return None if math.isnan(value) else round(100 * value, 4)


def _frames(result: Result) -> str:
    return f", {result.frames} frames" if result.frames else ""


def _parts(result: Result) -> dict[str, float | None]:
    return {name: percent(value) for name, value in result.scores.parts.items()}


def _packed(found: Sequence[tuple[Result, DataSet, Run]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for result, data, run in found:
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(COLUMNS)
            rows = benchmarks.rows(data, run)
            writer.writerows(zip(*(rows[name].to_pylist() for name in COLUMNS)))
            # A date of its own would make the same answers another file.
            archive.writestr(zipfile.ZipInfo(f"{result.benchmark.board}.csv"), text.getvalue(), zipfile.ZIP_DEFLATED)
    return out.getvalue()
