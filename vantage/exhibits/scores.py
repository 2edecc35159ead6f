"""Exhibits on how well: the ranking, models by tasks, capabilities and quadrants, tiers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from vantage import metrics
from vantage.exhibits.evidence import Evidence, Exhibit, matrix
from vantage.plots import Cell, Figure, Grid, Panel, Point, Row, grid, ranges
from vantage.table import OUTCOMES, Summary, summarise
from vantage.tables import Table, Value, percent, signed, taken, words
from vantage.task import TIERS

LEVEL = round(100 * metrics.LEVEL)
SCORES = "n, accuracy, low, high, chance, kappa, kappa low, kappa high"
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
ACCURACY = Panel(0, 1, QUARTERS, words=percent)
KAPPA = Panel(-0.5, 1, (-0.5, 0, 0.5, 1), marked=0.0, words=lambda value: signed(value, 1))
TIER_SHAPES = {"easy": ("ring", "above"), "medium": ("circle", "soft"), "hard": ("diamond", "below")}
READING = (
    "Chance-adjusted accuracy κ: 0 is a guesser, +1 all right. Grey numbers on an empty ground: the interval includes "
    "chance."
)
QUADRANTS = "I: the parts of one object, E: relations among several; S: static, D: needing a mental transformation."


def side(cell: Summary) -> str:
    """Return the colour that says whether an interval lies above chance, below it, or includes it."""
    return "above" if cell.low > cell.chance else "below" if cell.high < cell.chance else "faint"


def said(cell: Summary) -> str:
    """Return a summary as a sentence's part."""
    return (
        f"{percent(cell.accuracy)} right of {cell.n}, interval {percent(cell.low)} to {percent(cell.high)}, "
        f"chance {percent(cell.chance)}"
    )


def strip(cell: Summary) -> Row:
    """Return one model's place on the scale of accuracy, with chance as a tick."""
    shape = {"above": "circle", "below": "square", "faint": "ring"}[side(cell)]
    points = (
        Point(cell.chance, shape="tick", tone="faint"),
        Point(cell.accuracy, cell.low, cell.high, shape, side(cell), said(cell)),
    )
    note = f"{percent(cell.accuracy)}  ({100 * cell.low:.0f}–{100 * cell.high:.0f})"
    return Row(cell.group["model"], (points,), note)


def ranking(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield the models in order, with intervals."""
    cells = [evidence.overall[model] for model in evidence.models]
    rows = [strip(cell) if cell.n else Row(cell.group["model"], ((),), "no answer") for cell in cells]
    legend = [("circle", "above", "above chance"), ("ring", "faint", "not to be told from it"),
              ("square", "below", "below chance"), ("tick", "faint", "guessing")]  # fmt: skip
    header = f"model, {', '.join(OUTCOMES)}, failed as wrong, {SCORES}"
    lines = [
        (
            cell.group["model"],
            *taken(cell, " ".join(OUTCOMES)),
            cell.worst if cell.failed and cell.n else None,
            *short(cell),
        )
        for cell in cells
    ]
    yield Exhibit(
        "ranking",
        "Ranking",
        f"Share of right answers, with {LEVEL}% intervals. Failed requests are left out of it; “failed as wrong” is "
        "what it would be if all of them were wrong.",
        (ranges("Share of right answers by model", rows, [ACCURACY], legend, width=760),),
        Table.of(header, lines),
    )


def heat(cell: Summary | None) -> Cell | None:
    """Return a summary as a cell of a heatmap, if it has a number."""
    if cell is None or not cell.n or not isfinite(cell.adjusted):
        return None
    below = cell.accuracy < cell.chance
    share = cell.accuracy / cell.chance - 1 if below and cell.chance else cell.adjusted
    title = f"{cell.group['model']}: {said(cell)}, κ {signed(cell.adjusted)}"
    return Cell(signed(cell.adjusted), share, title, not cell.low <= cell.chance <= cell.high)


def heatmaps(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield models by tasks, by quadrant and capability, and by subtype where tasks have several."""
    tasks = _by_quadrant(evidence, matrix(evidence.main, "task"))
    yield _heatmap(evidence, "tasks", "Model by task", tasks, READING, whole=True)
    broad = {
        "Quadrant": dict(sorted(matrix(evidence.main, "quadrant").items())),
        "Capability": dict(sorted(matrix(evidence.main, "capabilities").items())),
    }
    broad = {name: cells for name, cells in broad.items() if cells}
    if broad:
        note = f"{READING} An item that needs two capabilities counts for both. {QUADRANTS}"
        yield _heatmap(evidence, "groups", "By quadrant and capability", broad, note)
    narrow = _by_subtype(evidence)
    if narrow:
        yield _heatmap(evidence, "subtypes", "By subtype", narrow, READING)


def _by_subtype(evidence: Evidence) -> dict[str, dict[str, dict[str, Summary]]]:
    """Return the subtypes of each task that has several."""
    found: dict[str, dict[str, dict[str, Summary]]] = {}
    for cell in summarise(evidence.main, ["task", "subtype", "model"]):
        task, subtype, model = (cell.group[name] for name in ("task", "subtype", "model"))
        if subtype:
            found.setdefault(task, {}).setdefault(subtype, {})[model] = cell
    return {task: cells for task, cells in found.items() if len(cells) > 1}


Columns = Mapping[str, Mapping[str, Mapping[str, Summary]]]  # heading -> column -> model


def _by_quadrant(evidence: Evidence, cells: dict[str, dict[str, Summary]]) -> dict[str, dict[str, dict[str, Summary]]]:
    """Return tasks under the quadrant that their items carry; under no heading where they carry none or several."""
    carried: dict[str, set[str]] = {}
    for item in evidence.items.values():
        carried.setdefault(item.task, set()).add(str(item.tags.get("quadrant", "")))
    heading = {task: next(iter(found)) if len(found) == 1 else "" for task, found in carried.items()}
    grouped: dict[str, dict[str, dict[str, Summary]]] = {}
    for task in sorted(cells, key=lambda task: heading[task] or "~"):
        grouped.setdefault(heading[task], {})[task] = cells[task]
    return grouped


def _heatmap(evidence: Evidence, name: str, title: str, columns: Columns, note: str, *, whole: bool = False) -> Exhibit:
    flat = [(heading, value, cells) for heading, group in columns.items() for value, cells in group.items()]
    groups = tuple((heading, len(group)) for heading, group in columns.items()) if any(columns) else ()
    everything = [("", "all", evidence.overall)] if whole and len(flat) > 1 else []
    if everything and groups:
        groups += (("", 1),)
    shown = [*flat, *everything]
    rows = tuple(tuple(heat(cells.get(model)) for _, _, cells in shown) for model in evidence.models)
    content = Grid(evidence.models, tuple(words(value) for _, value, _ in shown), rows, groups)
    lines = [
        (model, heading, value, *short(cells[model]))
        for heading, value, cells in flat
        for model in evidence.models
        if model in cells
    ]
    figure = grid(f"{title}: chance-adjusted accuracy", content)
    return Exhibit(name, title, note, (figure,), Table.of(f"model, group, value, {SCORES}", lines))


def short(cell: Summary) -> tuple[Value, ...]:
    """Return the numbers of a summary that `SCORES` names."""
    return taken(cell, "n accuracy low high chance adjusted adjusted_low adjusted_high")


def profiles(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield κ with its interval for each quadrant and each capability."""
    columns = {name: dict(sorted(matrix(evidence.main, name).items())) for name in ("quadrant", "capabilities")}
    figures: list[Figure] = []
    lines: list[tuple[Value, ...]] = []
    for name, cells in columns.items():
        if len(cells) < 2:
            continue
        panels = [Panel(KAPPA.low, KAPPA.high, (0, 1), value, 0.0, KAPPA.words) for value in cells]
        rows = [Row(model, tuple(_kappa(group.get(model)) for group in cells.values())) for model in evidence.models]
        figures.append(ranges(f"Chance-adjusted accuracy by {name}", rows, panels))
        lines += [(m, name, value, *short(c[m])) for value, c in cells.items() for m in evidence.models if m in c]
    if figures:
        note = f"κ with {LEVEL}% intervals; the dashed line is chance. {QUADRANTS}"
        yield Exhibit("profile", "Profile", note, tuple(figures), Table.of(f"model, by, value, {SCORES}", lines))


def _kappa(cell: Summary | None, shape: str = "", tone: str = "", title: str = "") -> tuple[Point, ...]:
    if cell is None or not cell.n:
        return ()
    shapes = {"above": "circle", "below": "square", "faint": "ring"}
    if shape:
        return (Point(cell.adjusted, shape=shape, tone=tone, title=title + said(cell)),)
    return (Point(cell.adjusted, cell.adjusted_low, cell.adjusted_high, shapes[side(cell)], side(cell), said(cell)),)


def difficulty(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield how κ goes down the tiers of difficulty."""
    cells = matrix(evidence.main, "tier")
    tiers = [tier for tier in TIERS if tier in cells]
    if len(tiers) < 2:
        return
    rows = [Row(model, (_tiers(model, tiers, cells),), _fall(model, tiers, cells)) for model in evidence.models]
    legend = [(*TIER_SHAPES.get(tier, ("triangle", "third")), tier) for tier in tiers]
    lines = [(m, tier, *short(cells[tier][m])) for m in evidence.models for tier in tiers if m in cells[tier]]
    figure = ranges("Chance-adjusted accuracy by tier of difficulty", rows, [KAPPA], legend, joined=True, width=860)
    note = "κ on each tier of difficulty; the number is the change from the first tier to the last."
    yield Exhibit("difficulty", "Difficulty", note, (figure,), Table.of(f"model, tier, {SCORES}", lines))


def _tiers(model: str, tiers: Sequence[str], cells: Mapping[str, Mapping[str, Summary]]) -> tuple[Point, ...]:
    found: list[Point] = []
    for tier in tiers:
        found += _kappa(cells[tier].get(model), *TIER_SHAPES.get(tier, ("triangle", "third")), f"{model}, {tier}: ")
    return tuple(found)


def _fall(model: str, tiers: Sequence[str], cells: Mapping[str, Mapping[str, Summary]]) -> str:
    ends = [cells[tier].get(model) for tier in (tiers[0], tiers[-1])]
    if any(cell is None or not cell.n for cell in ends):
        return ""
    first, last = (cell.adjusted for cell in ends if cell)
    return signed(last - first)
