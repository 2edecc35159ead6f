"""Exhibits of models by tasks, what tasks need, and subtypes: κ as numbers on a ground that says how high."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from vantage.analysis.summaries import Summary, summarise
from vantage.plots import Cell, Grid, grid
from vantage.plots.tables import Table, counted, crossed, signed, words
from vantage.report.exhibits.accuracy import COLOURED, QUADRANTS, SCORES, Columns, abbreviated, said, short, sides
from vantage.report.exhibits.colouring import small
from vantage.report.exhibits.evidence import Evidence, Exhibit, column, matrix

ACROSS = 26  # columns of a heatmap that fit beside one another
READING = f"Chance-adjusted accuracy κ: 0 is a guesser, +1 all right. {COLOURED}"
SPIN = {
    "identity": "identity matching",
    "grounding": "object-relation grounding",
    "turning": "dynamic rotation",
    "translation": "dynamic translation",
    "side_views": "canonical view selection",
    "perspective_views": "perspective taking",
    "perspective_relations": "perspective taking",
    "view_rotation": "",
}  # our tasks, and SpinBench's group of each as a heading; mental rotation is one column, which needs none
HIDDEN = {"none": "nothing hidden", "partial": "partly hidden", "full": "hidden"}
PLAIN_NOTE = "Then the same as percentages of right answers, on the same ground."
VARIANTS_NOTE = (
    "Columns as in SpinBench's main figure, as far as the paper says: orders, left and right, and mental rotations of "
    f"all domains are pooled. {PLAIN_NOTE}"
)
Group = tuple[str, Mapping[str, Mapping[str, Summary]]]  # a heading, and column -> model


def heat(cell: Summary | None, sure: bool, plain: bool = False) -> Cell | None:
    """Return a summary as a cell of a heatmap, if it has a number; `sure`: it can be told from chance.

    The cell says κ or, if `plain`, the percentage that is right, on the same ground.
    """
    if cell is None or not cell.n or not isfinite(cell.adjusted):
        return None
    below = cell.accuracy < cell.chance
    share = cell.accuracy / cell.chance - 1 if below and cell.chance else cell.adjusted
    title = f"{cell.group['model']}: {said(cell)}, κ {signed(cell.adjusted)}"
    text = f"{100 * cell.accuracy:.0f}" if plain else signed(cell.adjusted)
    return Cell(text, share, title, sure, small=small(cell.n, cell.effective))


def heats(row: Sequence[Summary | None], plain: bool = False) -> tuple[Cell | None, ...]:
    """Return one model's summaries as a row of a heatmap."""
    return tuple(heat(cell, side != "faint", plain) for cell, side in zip(row, sides(row)))


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
    spin = _by_variant(evidence)
    if spin:
        yield _heatmap(evidence, "variants", "By group and variant", spin, VARIANTS_NOTE, both=True)
    narrow = _by_subtype(evidence)
    if narrow:
        yield _heatmap(evidence, "subtypes", "By subtype", narrow, PLAIN_NOTE if spin else "", both=bool(spin))


def variant_of(subtype: str) -> str:
    """Return the column of SpinBench's main figure that a subtype belongs to; 26 for its 53 subtypes.

    Subtypes that differ in the order of pictures and words, in the number of pictures of one identity, in left and
    right, or in the side of a table whose things hide one another alike, share a column; so do all mental rotations.
    """
    name = re.sub("(_quartet)?(_imagefirst|_interleaved|_textfirst)?$", "", subtype)
    if hidden := re.fullmatch("scene_view_(?:back|left|right)_(none|partial|full)", name):
        return f"scene view, {HIDDEN[hidden[1]]}"
    if name.endswith("_mental_rotation"):
        return "mental rotation"
    one_side = re.fullmatch("((?:car|object)_view|scene_transform_premise|scene_transform_no_premise)_(.+)", name)
    if one_side:
        return f"{one_side[1]}_{'back' if one_side[2] == 'back' else 'left and right'}"
    return re.sub("^(face_view_.*)_(left|right)$", r"\1", name)


def _rank(order: Sequence[str], cell: Summary) -> int:
    """Return the place of a summary's subtype in an order; 0 for one that is not in it."""
    return order.index(cell.group["subtype"]) if cell.group["subtype"] in order else 0


def _by_variant(evidence: Evidence) -> Columns:
    """Return the columns of SpinBench's main figure under its seven groups."""
    import pyarrow as pa
    import pyarrow.compute as pc

    rows = evidence.main.filter(pc.is_in(evidence.main["task"], value_set=pa.array([*SPIN], pa.string())))
    subtypes = column(rows, "subtype")
    if not any(subtypes):
        return {}
    named = rows.set_column(
        rows.schema.get_field_index("subtype"), "subtype", pa.array([variant_of(one) for one in subtypes])
    )
    found: dict[str, dict[str, dict[str, Summary]]] = {}
    cells = summarise(named, ["task", "subtype", "model"])
    levels = [f"scene view, {said}" for said in HIDDEN.values()]
    for cell in sorted(cells, key=lambda cell: ([*SPIN].index(cell.group["task"]), _rank(levels, cell))):
        group, variant = found.setdefault(SPIN[cell.group["task"]], {}), cell.group["subtype"]
        group.setdefault(variant, {})[cell.group["model"]] = cell
    return found


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


def _heatmap(
    evidence: Evidence, name: str, title: str, columns: Columns, note: str, *, whole: bool = False, both: bool = False
) -> Exhibit:
    """Return an exhibit of κ and, if `both`, also of the shares of right answers."""
    groups = list(columns.items())
    asked = [(heading, value, cells) for heading, group in groups for value, cells in group.items()]
    if whole and len(asked) > 1:
        groups.append(("", {"all": evidence.overall}))
    figures = []
    for plain, what in ((False, "chance-adjusted accuracy"), (True, "percentage right"))[: 1 + both]:
        drawn = list(_grids(evidence, groups, plain))
        parts = [f", {k} of {len(drawn)}" for k in range(1, len(drawn) + 1)] if len(drawn) > 1 else [""]
        figures += [grid(f"{title}: {what}{part}", one) for part, one in zip(parts, drawn)]
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
        tuple(figures),
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


def _grids(evidence: Evidence, groups: Sequence[Group], plain: bool = False) -> Iterator[Grid]:
    """Yield a grid for each line of groups; which cells are coloured is decided over a model's whole row."""
    columns = [cells for _, group in groups for cells in group.values()]
    rows = [heats([cells.get(model) for cells in columns], plain) for model in evidence.models]
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
