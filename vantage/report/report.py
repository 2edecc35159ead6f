"""One HTML file that says who was tested, on what, how well, and what is wrong with each.

Everything in it comes from the table, by way of exhibits: what the page shows, `figures` writes as files. It needs no
network and no other file: style, script, figures and small pictures are inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from vantage import plots
from vantage.analysis.naming import pooled
from vantage.analysis.summaries import manner
from vantage.data.dataset import DataSet, write_text
from vantage.diagnosis import diagnose
from vantage.names import install
from vantage.parallel import give_back
from vantage.plots import fonts, tables
from vantage.plots.figure import Text
from vantage.plots.tables import Table, words
from vantage.report import boards, browse, caveats, exhibits, marks
from vantage.report import page as pages
from vantage.report.exhibits import Evidence, Exhibit, Size, accuracy, colouring
from vantage.report.exhibits.evidence import asked_items
from vantage.running.losses import MUCH
from vantage.running.opening import open_runs
from vantage.running.run_folder import Run
from vantage.running.sample import ALL
from vantage.stats import inference

FEW = 10  # models that the first screen has room for
FIRST = 8  # models shown at first where there are more than FEW
SHOWN = 12  # findings listed at first
LEADING = ("ranking", "tasks")  # exhibits of the first screen
FINDINGS = "model, kind, finding, effect, low, high, p, answers, items"
STATISTICS = (
    f"Intervals of proportions are Wilson's at {accuracy.LEVEL}%, for as many independent answers as their clusters "
    "(scene, set of wordings, else situation) are worth; that number allows for clusters that are few or unequal. "
    f"Correlations of errors have the percentile interval of {inference.REPLICATES:,} seeded bootstrap replicates "
    "over clusters. Differences between ways of asking are paired by item, with Bonett and Price's interval for "
    f"clusters. Findings are said only if p < {diagnose.ALPHA} after Holm's correction over all that was tested for "
    "the same model, and if the interval of the effect excludes that there is none. A cell or mark is coloured only "
    f"if {colouring.ENOUGH} or more independent answers differ from chance at p < {colouring.SURE} after Holm's "
    "correction over its row: of a thousand guessers, one has a coloured cell in a figure."
)


def write(
    runs: Sequence[Run | str | Path],
    dataset: DataSet | str | Path | None,
    out: str | Path,
    figures_in: str | Path | None = None,
    sizes: Mapping[str, Size] | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> Path:
    """Write the report on runs over one data set to the file `out`, figures and tables to a folder if one is named."""
    opened, data = open_runs(runs, dataset)
    for run in opened:
        if not run.responses:
            raise ValueError(f"the run of {run.model} holds no responses yet; run it first")
    evidence = exhibits.gather(data, pooled(opened), sizes)
    shown = [*exhibits.exhibits(evidence), *boards.of_one(data, opened)]
    give_back()
    out = Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_text(out, page(evidence, shown, data))
    if figures_in is not None:
        figures([*shown, *listed(evidence)], Path(figures_in))
        if note := _unwritten(shown):
            say(note)
    return out


def page(evidence: Evidence, shown: Sequence[Exhibit], data: DataSet) -> str:
    """Return the report as HTML."""
    told = [(finding.model, finding.text, finding.items) for finding in evidence.findings]
    order = [evidence.called[model] for model in evidence.models]
    studied = [case for exhibit in shown for case in exhibit.cases]
    cases = [(evidence.called[case.model], f"case study {n}", (case.item.id,)) for n, case in enumerate(studied, 1)]
    items = browse.collect(data, evidence.runs, evidence.answers, order, [*told, *cases])
    return pages.page(
        "report.html",
        items,
        pictures=_pictures(items, {case.item.id for case in studied}),
        first_case=len(told),
        source=source(evidence, data),
        caveats=caveats.of_report(evidence),
        uneven=len({frozenset(items) for items in asked_items(evidence).values()}) > 1,
        people=sum(run.is_person for run in evidence.runs),
        models=len({run.name for run in evidence.runs if not run.is_person}),
        briefs=[brief(evidence, model) for model in evidence.models],
        findings=evidence.findings,
        anchors=pages.anchors(_called(finding) for finding in evidence.findings),
        marks=marks.report([exhibit.name for exhibit in shown]),
        places={(model, text): number for number, (model, text, _) in enumerate(told)},
        exhibits={exhibit.name: exhibit for exhibit in shown},
        settings=settings(evidence.runs),
        leading=LEADING,
        few=FEW,
        first=FIRST,
        shown=SHOWN,
        level=accuracy.LEVEL,
        alpha=diagnose.ALPHA,
        statistics=STATISTICS,
    )


def _pictures(items: Mapping[str, Any], wanted: set[str]) -> dict[str, dict[str, Any]]:
    """Return the pictures of case studies, as the browser of items has them: of the question, and of each option."""
    data = items["pictures"]
    return {
        item["id"]: {
            "images": [data[place] for place in item["images"] if place >= 0],
            "options": [
                (option["letter"], option["text"], data[option["image"]])
                if option["image"] is not None and option["image"] >= 0
                else (option["letter"], option["text"], "")
                for option in item["options"]
            ],
        }
        for item in items["items"]
        if item["id"] in wanted
    }


def _called(finding: diagnose.Finding) -> str:
    """Return what a finding is called in links: what it is about, not its numbers, so that links survive a new run."""
    about = (value for name, value in finding.shown_by.items() if name not in ("model", "outcome"))
    return " ".join(("finding", finding.model, finding.kind, *about))


def brief(evidence: Evidence, model: str) -> dict[str, Any]:
    """Return what the first screen says of a model: its place on the scale, and the sentence that matters most."""
    cell = evidence.overall[model]
    own = [f for f in evidence.findings if f.model == evidence.called[model]]
    side = "lost" if cell.lost > MUCH else accuracy.side(cell) if cell.n else "silent"
    if side == "lost":  # what stands out may be due to which answers remain
        own = []
    plain = {
        "above": "answers better than a guesser" + ("; nothing else stands out" if cell.accuracy < 1 else "; no error"),
        "below": "answers worse than a guesser",
        "faint": "cannot surely be told from guessing",
        "silent": "gave no response that could be judged",
        "lost": f"is not ranked: {tables.percent(cell.lost)} of its requests failed",
    }[side]
    strip = plots.ranges(
        f"{model}: {accuracy.said(cell)}", [accuracy.strip(cell)], [accuracy.ACCURACY], width=220, bare=True
    )
    return {
        "model": model,
        "cell": cell,
        "strip": strip if cell.n else None,
        "finding": own[0] if own else None,
        "plain": plain,
        "more": max(0, len(own) - 1),
    }


def source(evidence: Evidence, data: DataSet) -> dict[str, Any]:
    """Return what was asked: the data set, and in which ways."""
    answers = evidence.answers
    runs = evidence.runs
    conditions = sorted(str(condition) for condition in answers["condition"].unique().to_pylist())
    return {
        **{name: data.manifest.get(name, "") for name in ("suite", "size", "seed", "title")},
        "digest": data.digest,
        "held": len(data),
        "asked": len(evidence.items),
        "responses": len(answers),
        "tasks": list(dict.fromkeys(item.task for item in evidence.items.values())),
        "versions_of_tasks": sorted({(item.task, item.version) for item in evidence.items.values()}),
        "manner": evidence.manner,
        "conditions": conditions,
        "manners": len({manner(condition) for condition in conditions}),
        "rotations": sum(manner(condition) == evidence.manner for condition in conditions),
        "protocols": dict(pair for run in runs for pair in run.header.protocols.items()),
        "versions": sorted({run.header.vantage for run in runs} - {""}),
        "splits": sorted({item.split for item in evidence.items.values()}),
    }


def settings(runs: Sequence[Run]) -> Table:
    """Return how each model was asked: sampling of items, conditions, and every setting that some model has."""
    known = list(dict.fromkeys(name for run in runs for name in _settings(run)))
    rows = [(run.name, *(_settings(run).get(name, "–") for name in known)) for run in runs]
    return Table(("model", *(words(name) for name in known)), tuple(rows))


def _settings(run: Run) -> dict[str, str]:
    selection = (run.header.selection or ALL).json()
    items = ", ".join(f"{name} {n}" for name, n in selection.items()) or "all"
    plain = {name: value for name, value in run.header.settings.items() if value not in (None, "", "{}", {}, [])}
    spelled = {name: browse.clip(str(value), 120) for name, value in plain.items()}
    return {"responses": f"{len(run.responses):,}", "items": items, "conditions": str(len(run.conditions)), **spelled}


def listed(evidence: Evidence) -> list[Exhibit]:
    """Return what is written as tables alone: the findings, the items that show them, and the settings."""
    found = evidence.findings
    rows = [(f.model, f.kind, f.text, f.effect, f.low, f.high, f.p, f.n, len(f.items)) for f in found]
    shown = [(number, f.model, f.kind, item) for number, f in enumerate(found, 1) for item in f.items]
    return [
        Exhibit("findings", "What stands out", "", (), Table.of(FINDINGS, rows)),
        Exhibit(
            "findings-items", "Items that show each finding", "", (), Table.of("finding, model, kind, item", shown)
        ),
        Exhibit("settings", "How each model was asked", "", (), settings(evidence.runs)),
    ]


def _unwritten(shown: Sequence[Exhibit]) -> str:
    """Return a note on the characters that PDF figures show as codes; empty if there are none."""
    marks = (mark for exhibit in shown for figure in exhibit.figures for mark in figure.marks)
    lost = fonts.lacking("".join(mark.text for mark in marks if isinstance(mark, Text)))
    advice = "" if fonts.complete() else f"; Chinese, Japanese and Korean need {install('cjk')}"
    return f"no installed font has {lost[:20]!r}: PDF figures show codes instead{advice}" if lost else ""


def figures(shown: Sequence[Exhibit], folder: Path) -> list[Path]:
    """Write every figure as SVG and PDF and every table as CSV, Markdown and LaTeX; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []

    def keep(name: str, data: str | bytes) -> None:
        path = folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
        written.append(path)

    for exhibit in shown:
        for number, figure in enumerate(exhibit.figures, 1):
            name = exhibit.name if len(exhibit.figures) == 1 else f"{exhibit.name}-{number}"
            keep(f"{name}.svg", plots.file_svg(figure))
            keep(f"{name}.pdf", plots.pdf(figure))
        keep(f"{exhibit.name}.csv", tables.csv(exhibit.table))
        read = exhibit.printed or exhibit.table
        keep(f"{exhibit.name}.md", tables.markdown(read))
        keep(f"{exhibit.name}.tex", tables.latex(read, exhibit.title))
    return written
