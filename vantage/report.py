"""One HTML file that says who was tested, on what, how well, and what stands out.

Everything in it comes from the table. It needs no network and no other file: style, script, figures and small pictures
are inside. The figures are SVG written by the template, without matplotlib, so that the file stays light and follows
the reader's light or dark theme. Whatever a model said is untrusted: the template escapes all of it, and the page's
own policy lets no script run but ours.
"""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import vantage
from vantage import browse, diagnose, metrics
from vantage.dataset import DataSet, load, write_text
from vantage.runs import Run
from vantage.table import OUTCOMES, RuleUse, Summary, rules, summarise, table
from vantage.task import TIERS

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN = 6  # statements on the first screen
RARE = 20  # a near miss on offer less often than this is listed apart


def write(runs: Sequence[Run | str | Path], dataset: DataSet | str | Path | None, out: str | Path) -> Path:
    """Write the report on runs over one data set to the file `out`, and return its path."""
    opened = [run if not isinstance(run, str | Path) else Run.read(run) for run in runs]
    data = dataset if isinstance(dataset, DataSet) else load(_where(opened, dataset))
    _check_same(opened, data)
    out = Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_text(out, page(opened, data))
    return out


def _where(runs: Sequence[Run], folder: str | Path | None) -> str | Path:
    if folder is not None:
        return folder
    for run in runs:
        if run.meta["dataset"].get("path"):
            return str(run.meta["dataset"]["path"])
    raise ValueError("the runs do not say where their data set is; name its folder with --data")


def _check_same(runs: Sequence[Run], data: DataSet) -> None:
    if not runs:
        raise ValueError("a report needs at least one run")
    for run in runs:
        digest = str(run.meta["dataset"]["digest"])
        if digest != data.digest:
            raise ValueError(
                f"the run of {run.meta['model']} was made on another data set ({digest[:12]}) than {data.digest[:12]}; "
                "a report compares runs on the same items"
            )
        if not run.responses:
            raise ValueError(f"the run of {run.meta['model']} holds no responses yet; run it first")


def page(runs: Sequence[Run], data: DataSet) -> str:
    """Return the report as HTML."""
    import jinja2

    answers = with_subjects(table(data, runs))
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    environment.filters |= {"percent": diagnose.percent, "signed": signed, "words": words, "known": known}
    environment.globals |= {"strength": strength}
    style, script, text = (_template(name) for name in ("report.css", "report.js", "report.html"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    rendered = environment.from_string(text).render(
        style=style,
        script=script,
        script_digest=digest,
        version=vantage.__version__,
        source=source(data, runs, answers),
        **numbers(answers),
        items=browse.collect(data, runs, answers, subjects(answers)),
        embed=browse.embed,
    )
    return rendered.lstrip()


def _template(name: str) -> str:
    return resources.files(vantage).joinpath("templates", name).read_text("utf-8")


def with_subjects(answers: pa.Table) -> pa.Table:
    """Return the table with each model named together with its condition, if it was tested under several."""
    import pyarrow as pa

    pairs = list(zip(answers["model"].to_pylist(), answers["condition"].to_pylist()))
    several = {model for model, condition in set(pairs) if len({c for m, c in set(pairs) if m == model}) > 1}
    names = [f"{model} ({condition})" if model in several else model for model, condition in pairs]
    return answers.set_column(0, "model", pa.array(names, pa.string()))


def subjects(answers: pa.Table) -> list[str]:
    """Return the names of who was tested, the best first; those without an answer last."""
    cells = summarise(answers, ["model"])
    return [cell.group["model"] for cell in sorted(cells, key=lambda c: -c.adjusted if c.n else math.inf)]


def source(data: DataSet, runs: Sequence[Run], answers: pa.Table) -> dict[str, Any]:
    """Return what was asked: the data set, and the settings under which it was."""
    manifest = data.manifest
    conditions = sorted({str(condition) for condition in answers["condition"].to_pylist()})
    return {
        **{name: manifest.get(name, "") for name in ("suite", "size", "seed", "title")},
        "digest": data.digest,
        "held": len(data),
        "asked": len(set(answers["item"].to_pylist())),
        "responses": len(answers),
        "conditions": conditions,
        "protocols": dict(pair for run in runs for pair in run.meta.get("protocols", {}).items()),
        "versions": sorted({str(run.meta.get("vantage", "")) for run in runs} - {""}),
        "splits": sorted({str(split) for split in answers["split"].to_pylist()}),
    }


def numbers(answers: pa.Table) -> dict[str, Any]:
    """Return every number that the page prints."""
    models = subjects(answers)
    overall = {cell.group["model"]: cell for cell in summarise(answers, ["model"])}
    found = diagnose.findings(answers)
    return {
        "models": models,
        "overall": overall,
        "tasks": list(dict.fromkeys(answers["task"].to_pylist())),
        "matrices": {column: matrix(answers, column) for column in ("task", "tier", "quadrant", "capabilities")},
        "rule_rows": rule_rows(rules(answers), models),
        "verdict": verdict(models, overall, found),
        "findings": [finding for finding in found if finding.kind not in ("above", "below")],
        "drawn": {(f.model, f.shown_by["task"], f.shown_by["rule"]) for f in found if f.kind == "drawn"},
        "shown": SHOWN,
        "rare": RARE,
        "outcomes": OUTCOMES,
        "level": round(100 * metrics.LEVEL),
        "alpha": diagnose.ALPHA,
        "effort": effort(answers),
    }


def matrix(answers: pa.Table, column: str) -> dict[str, dict[str, Summary]]:
    """Return a summary for each value of a column and each model, values in reading order; untagged rows left out."""
    cells = [cell for cell in summarise(answers, [column, "model"]) if cell.group[column]]
    values = dict.fromkeys(cell.group[column] for cell in cells)
    ordered = sorted(values, key=lambda value: TIERS.index(value) if value in TIERS else len(TIERS))
    ordered = ordered if column in ("task", "tier") else sorted(values)
    return {v: {cell.group["model"]: cell for cell in cells if cell.group[column] == v} for v in ordered}


def rule_rows(uses: Iterable[RuleUse], models: Sequence[str]) -> list[dict[str, Any]]:
    """Return a row for each task and rule: what guessing would give, and each model's use of it."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for use in uses:
        task, rule = use.group["task"], use.group["rule"]
        row = rows.setdefault((task, rule), {"task": task, "rule": rule, "uses": dict.fromkeys(models)})
        row["uses"][use.group["model"]] = use
        row["offered"] = max(row.get("offered", 0), use.offered)
        row["guess"] = use.guess if known(use.guess) else row.get("guess")
    return [rows[pair] for pair in sorted(rows)]


def verdict(
    models: Sequence[str], overall: dict[str, Summary], found: Iterable[diagnose.Finding]
) -> dict[str, list[str]]:
    """Return the models above chance, below it, not to be told from it, and without any answer."""
    kinds = {finding.model: finding.kind for finding in found if finding.kind in ("above", "below")}
    groups: dict[str, list[str]] = {"above": [], "chance": [], "below": [], "silent": []}
    for model in models:
        groups[kinds.get(model, "chance") if overall[model].n else "silent"].append(model)
    return groups


def effort(answers: pa.Table) -> dict[str, dict[str, float | None]]:
    """Return for each model the median seconds and tokens of a response, and the share that was cut off."""
    import pyarrow.compute as pc

    result = {}
    for model in subjects(answers):
        rows = answers.filter(pc.field("model") == model)
        medians = {name: pc.quantile(rows[name], q=0.5)[0].as_py() for name in ("seconds", "tokens")}
        result[model] = {**medians, "truncated": sum(filter(None, rows["truncated"].to_pylist())) / len(rows)}
    return result


def strength(cell: Summary) -> float:
    """Return where an accuracy lies between chance (0) and all right (1) or all wrong (-1)."""
    if cell.accuracy >= cell.chance or not cell.chance:
        return cell.adjusted
    return cell.accuracy / cell.chance - 1


def signed(value: float) -> str:
    """Return a chance-adjusted accuracy with its sign and two places."""
    return f"{value:+.2f}".replace("-", "−") if abs(value) >= 0.005 else "0.00"


def words(name: str) -> str:
    """Return a snake_case name as words."""
    return name.replace("_", " ")


def known(value: float | None) -> bool:
    """Return whether there is a number at all."""
    return value is not None and not math.isnan(value)
