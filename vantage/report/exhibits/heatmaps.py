"""Exhibits of models by tasks, what tasks need, and subtypes: κ as numbers on a ground that says how high."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from vantage.analysis.summaries import Summary, summarise
from vantage.plots import Cell, Grid, grid
from vantage.plots.tables import Table, counted, crossed, signed, words
from vantage.report.exhibits.accuracy import COLOURED, QUADRANTS, SCORES, Columns, abbreviated, said, short, sides
from vantage.report.exhibits.colouring import small
from vantage.report.exhibits.evidence import Evidence, Exhibit, matrix

ACROSS = 26  # columns of a heatmap that fit beside one another
READING = f"Chance-adjusted accuracy κ: 0 is a guesser, +1 all right. {COLOURED}"
Group = tuple[str, Mapping[str, Mapping[str, Summary]]]  # a heading, and column -> model


def heat(cell: Summary | None, sure: bool) -> Cell | None:
    """Return a summary as a cell of a heatmap, if it has a number; `sure`: it can be told from chance."""
    if cell is None or not cell.n or not isfinite(cell.adjusted):
        return None
    below = cell.accuracy < cell.chance
    share = cell.accuracy / cell.chance - 1 if below and cell.chance else cell.adjusted
    title = f"{cell.group['model']}: {said(cell)}, κ {signed(cell.adjusted)}"
    return Cell(signed(cell.adjusted), share, title, sure, small=small(cell.n, cell.effective))


def heats(row: Sequence[Summary | None]) -> tuple[Cell | None, ...]:
    """Return one model's summaries as a row of a heatmap."""
    return tuple(heat(cell, side != "faint") for cell, side in zip(row, sides(row)))


def heatmaps(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield models by tasks, by quadrant, capability and ability, and by subtype where tasks have several."""
    tasks = _by_quadrant(evidence, matrix(evidence.main, "task"))
    yield _heatmap(evidence, "tasks", "Model by task", tasks, QUADRANTS if any(tasks) else "", whole=True)
    broad = {
        "Quadrant": dict(sorted(matrix(evidence.main, "quadrant").items())),
        "Capability": dict(sorted(matrix(evidence.main, "capabilities").items())),
        "Ability": dict(sorted(matrix(evidence.main, "abilities").items())),
    }
    broad = {name: cells for name, cells in broad.items() if cells}
    if broad:
        note = f"An item that needs two capabilities or abilities counts for both. {QUADRANTS}{abbreviated(broad)}"
        yield _heatmap(evidence, "groups", "By quadrant, capability and ability", broad, note)
    narrow = _by_subtype(evidence)
    if narrow:
        yield _heatmap(evidence, "subtypes", "By subtype", narrow, "")


def _by_subtype(evidence: Evidence) -> dict[str, dict[str, dict[str, Summary]]]:
    """Return the subtypes of each task that has several."""
    found: dict[str, dict[str, dict[str, Summary]]] = {}
    for cell in summarise(evidence.main, ["task", "subtype", "model"]):
        task, subtype, model = (cell.group[name] for name in ("task", "subtype", "model"))
        if subtype:
            found.setdefault(task, {}).setdefault(subtype, {})[model] = cell
    return {task: cells for task, cells in found.items() if len(cells) > 1}


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
    groups = list(columns.items())
    asked = [(heading, value, cells) for heading, group in groups for value, cells in group.items()]
    if whole and len(asked) > 1:
        groups.append(("", {"all": evidence.overall}))
    drawn = list(_grids(evidence, groups))
    parts = [f", {k} of {len(drawn)}" for k in range(1, len(drawn) + 1)] if len(drawn) > 1 else [""]
    lines = [
        (model, heading, value, *short(cells[model]))
        for heading, value, cells in asked
        for model in evidence.models
        if model in cells
    ]
    n = counted((cell.n for _, _, cells in asked for cell in cells.values() if cell.n), "answers")
    return Exhibit(
        name,
        title,
        f"{READING} {n.capitalize()} in each cell. {note}".strip(),
        tuple(grid(f"{title}: chance-adjusted accuracy{part}", one) for part, one in zip(parts, drawn)),
        Table.of(f"model, group, value, {SCORES}", lines),
        _printed(evidence, groups),
    )


def _in_lines(groups: Sequence[Group]) -> Iterator[list[Group]]:
    """Yield the groups line by line, as many in each as fit side by side."""
    line: list[Group] = []
    for group in groups:
        if line and sum(len(cells) for _, cells in (*line, group)) > ACROSS:
            yield line
            line = []
        line.append(group)
    yield line


def _grids(evidence: Evidence, groups: Sequence[Group]) -> Iterator[Grid]:
    """Yield a grid for each line of groups; which cells are coloured is decided over a model's whole row."""
    columns = [cells for _, group in groups for cells in group.values()]
    rows = [heats([cells.get(model) for cells in columns]) for model in evidence.models]
    start = 0
    for line in _in_lines(groups):
        heads = tuple((words(heading), len(group)) for heading, group in line)
        names = tuple(words(value) for _, group in line for value in group)
        cells = tuple(row[start : start + len(names)] for row in rows)
        yield Grid(evidence.models, names, cells, heads if any(heading for heading, _ in heads) else ())
        start += len(names)


def _printed(evidence: Evidence, groups: Sequence[Group]) -> Table:
    """Return κ of models by columns, as a paper prints it."""
    columns = [(heading, value, cells) for heading, group in groups for value, cells in group.items()]
    names = [f"{words(heading)}: {words(value)}" if heading else words(value) for heading, value, _ in columns]
    found = [[cells.get(model) for _, _, cells in columns] for model in evidence.models]
    values = [[cell.adjusted if cell and cell.n else None for cell in row] for row in found]
    return crossed("κ", evidence.models, names, values)
