"""Published results: the transcription is checked by what the papers' own numbers imply for one another.

Every check compares a printed number with what other printed numbers give, to the last printed digit. Those that fail
must be exactly the listed misfits, so neither a slip of the transcription nor an unlisted misprint goes unnoticed.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import pytest
from scipy import stats

from vantage import geometry, papers, tasks
from vantage.papers import Row
from vantage.stats import metrics
from vantage.stats.trends import correlation

SPATIALVIZ = {
    "mental rotation": ("2D rotation", "3D rotation", "three-view projection"),
    "mental folding": ("paper folding", "cube unfolding", "cube reconstruction"),
    "visual penetration": ("cross-section", "cube counting", "cube assembly"),
    "mental animation": ("arrow moving", "block moving", "mechanical system"),
    "overall": ("mental rotation", "mental folding", "visual penetration", "mental animation"),
}
QUADRANTS = {
    "E-D": ("2D Combination", "3D Combination"),
    "E-S": ("3D Projection",),
    "I-D": ("2D Folding", "Fold and Punch", "3D Folding", "2D Rotation", "3D Rotation"),
    "I-S": ("2D Shape Finding", "3D Shape Finding"),
}
SPIN_GROUPS = {
    "Identity Matching": "identity",
    "Canonical View Selection": "canonical_view",
    "Object Relation Grounding": "grounding|front_behind",
    "Dynamic Translation": "dynamic",
    "Dynamic Rotation": "rotation_classification",
    "Mental Rotation": "mental_rotation",
    "Perspective Taking": "rotation_selection|transformation",
}


@dataclass(frozen=True)
class Check:
    row: Row
    found: float
    tolerance: float

    @property
    def name(self) -> tuple[str, ...]:
        return (self.row.source, self.row.table, self.row.model, self.row.task, self.row.metric)

    @property
    def holds(self) -> bool:
        return abs(self.row.value - self.found) <= self.tolerance


Table = dict[tuple[str, str, str], Row]  # (model, task, metric)


def table(source: str, number: str, condition: str | None = None) -> Table:
    found = papers.rows(source, number)
    return {(r.model, r.task, r.metric): r for r in found if condition is None or r.condition == condition}


def step(row: Row) -> float:
    """Half a unit of the last digit that the paper printed."""
    return 0.5 * 10.0 ** -decimals(row.source)[row.table, row.metric, row.kind] + 1e-9


@cache
def decimals(source: str) -> dict[tuple[str, str, str], int]:
    most: dict[tuple[str, str, str], int] = {}
    with (papers.FOLDER / f"{source}.csv").open(newline="") as file:
        for line in csv.DictReader(file):
            key = (line["table"], line["metric"], line["kind"])
            most[key] = max(most.get(key, 0), len(line["value"].partition(".")[2]))
    return most


def counted(rows: Sequence[Row]) -> float:
    """The mean over items, from whole counts of right answers, so that no rounding of parts enters."""
    return sum(round(r.value * (r.n or 0)) for r in rows) / sum(r.n or 0 for r in rows)


def weighted(rows: Sequence[Row]) -> float:
    """The mean over items, from shares: for tables in which some answers may be missing."""
    return sum(r.value * (r.n or 0) for r in rows) / sum(r.n or 0 for r in rows)


def models(source: str, number: str, kinds: Sequence[str] = ("model",)) -> list[str]:
    return list(dict.fromkeys(r.model for r in papers.rows(source, number) if r.kind in kinds))


def spin() -> Iterator[Check]:
    cot, plain = table("spin", "2", "cot"), table("spin", "2", "")
    for (model, task, metric), row in cot.items():
        if metric == "kappa_change":
            change = cot[model, task, "kappa"].value - plain[model, task, "kappa"].value
            yield Check(row, change, 3 * step(row))  # three rounded numbers
    subtypes = [row for row in papers.rows("spin", "7") if row.task != "overall"]
    whole = table("spin", "7") | table("spin", "8")
    for metric in ("accuracy", "seconds"):
        values = {row.task: row.value for row in subtypes if row.metric == metric}
        for group, marks in SPIN_GROUPS.items():
            mine = [v for task, v in values.items() if any(mark in task for mark in marks.split("|"))]
            row = whole["human", group, metric]
            yield Check(row, sum(mine) / len(mine), 2 * step(row))
            yield Check(whole["human", group, "subtypes"], len(mine), 0)
            if metric == "seconds":
                yield Check(whole["human", group, "seconds_fastest"], min(mine), step(row))
                yield Check(whole["human", group, "seconds_slowest"], max(mine), step(row))
        row = whole["human", "overall", metric]
        yield Check(row, sum(values.values()) / len(values), 2 * step(row))


def dise() -> Iterator[Check]:
    second, twelfth = table("dise", "2"), table("dise", "12")
    for model in models("dise", "2"):
        overall = second[model, "overall", "accuracy"]
        yield Check(overall, counted([second[model, q, "accuracy"] for q in QUADRANTS]), step(overall))
    for model in models("dise", "12"):
        parts = [twelfth.get((model, task, "accuracy")) for tasks_ in QUADRANTS.values() for task in tasks_]
        overall = twelfth[model, "overall", "accuracy"]
        if all(parts):  # one model's row lost a cell in print
            yield Check(overall, counted([p for p in parts if p]), step(overall))
        for part in (p for p in parts if p):
            yield Check(part, round(part.value * (part.n or 0)) / (part.n or 1), step(part))
    plain = {spelling(model): model for model in models("dise", "12")}
    for model in models("dise", "2"):
        other = plain[spelling(model)]
        yield Check(second[model, "overall", "accuracy"], twelfth[other, "overall", "accuracy"].value, 0)
        for quadrant, tasks_ in QUADRANTS.items():
            row, mine = second[model, quadrant, "accuracy"], [twelfth.get((other, t, "accuracy")) for t in tasks_]
            if all(mine):
                yield Check(row, counted([p for p in mine if p]), step(row))
    yield from _averages(second, twelfth)
    for row in (r for r in second.values() if r.metric == "accuracy_change"):
        base = second.get((BASES[row.model], row.task, "accuracy"))
        yield Check(row, second[row.model, row.task, "accuracy"].value - base.value if base else 0, 3 * step(row))
    eighth = table("dise", "8")
    for row in (r for r in eighth.values() if r.metric == "accuracy"):
        yield Check(row, twelfth["human", row.task, "accuracy"].value, 0)
    for row in papers.rows("dise", "10"):
        if row.condition == "classical test theory":
            yield Check(second["human", row.task, "accuracy"], row.value, 0.00051)
    sft, before = table("dise", "3", "sft"), table("dise", "3", "")
    for (model, task, metric), row in sft.items():
        if metric == "accuracy_change":
            yield Check(row, sft[model, task, "accuracy"].value - before[model, task, "accuracy"].value, 3 * step(row))
    for number, total in (("4", 200), ("14", 200)):
        errors = papers.rows("dise", number)
        yield Check(errors[0], total - sum(r.value for r in errors[1:]), 0)


def _averages(second: Table, twelfth: Table) -> Iterator[Check]:
    """Averages are over the rows above them; Table 2's leave out models derived from another, if open-source."""
    ours, bases = models("dise", "2")[:11], [m for m in models("dise", "2")[11:] if m not in BASES]
    groups = {"Proprietary Average": models("dise", "12")[:10], "Open-source Average": models("dise", "12")[10:22]}
    groups |= {"Reasoning & Spatial Average": models("dise", "12")[22:32], "Overall Average": models("dise", "12")[:32]}
    for found, members in ((second, {"Proprietary Average": ours, "Open-source Average": bases}), (twelfth, groups)):
        for (model, task, _), row in found.items():
            if row.kind == "average":
                mine = [found.get((name, task, "accuracy")) for name in members[model]]
                if all(mine):
                    yield Check(row, sum(r.value for r in mine if r) / len(mine), 2 * step(row))


def spelling(model: str) -> str:
    """A model's name without what differs between the two tables."""
    return "".join(c for c in model.lower().replace("kimi-vl-a3b-thinking", "kimi-vl-thinking") if c.isalnum())


BASES = {
    **dict.fromkeys(["VLAA-Thinker-7B", "Qwen2.5-VL-7B-sft", "SpaceR"], "Qwen2.5-VL-7B"),
    **dict.fromkeys(["LMM-R1", "VLM-R1", "VLAA-Thinker-3B"], "Qwen2.5-VL-3B"),
    "Doubao1.5VL-thinking": "Doubao1.5VL",
    "LLaVA-CoT": "Llama3V-11B",
    "Kimi-VL-Thinking": "Kimi-VL-A3B",
    "SpaceThinker": "VLAA-Thinker-3B",
    "SpaceOM": "VLAA-Thinker-3B",
    "SpaceOM-sft": "SpaceOM",
}


def srbench() -> Iterator[Check]:
    found = table("srbench", "1")
    for model in models("srbench", "1", ("model", "random")):
        *parts, overall = (row for (name, _, _), row in found.items() if name == model)
        yield Check(overall, weighted(parts), step(overall))


def easi() -> Iterator[Check]:
    sixth, second = table("easi", "6"), table("easi", "2")
    for row in sixth.values():
        other = second.get((row.model, row.task, "caa"))
        if other and row.task in FITTED and row.kind == "model":
            yield Check(other, float(metrics.above_chance(row.value, FITTED[row.task])), 4 * step(other))
        if other and row.task == "MMSI" and row.kind == "human":
            yield Check(other, float(metrics.above_chance(row.value, 0.25)), 4 * step(other))
    for number in map(str, range(7, 15)):
        found = table("easi", number)
        bench = next(iter(found))[1].split("/")[0]
        for model in models("easi", number, ("model", "human")):
            mine = {task.split("/")[1]: row for (name, task, _), row in found.items() if name == model}
            whole = next(r for r in sixth.values() if (r.model, r.task) == (model, bench))
            yield Check(whole, mine["overall"].value, 1e-9)
            yield from _parts(bench, mine)
        yield from _gaps(found)


# MMSI's printed chance; the others fit another chance than the one printed.
FITTED = {"MMSI": 0.25, "OmniSpatial": 0.2503, "MindCube": 0.3305, "SpatialViz": 0.25}


def _parts(bench: str, mine: dict[str, Row]) -> Iterator[Check]:
    overall = mine["overall"]
    parts = [row for task, row in mine.items() if task != "overall"]
    if bench == "VSI":
        yield Check(overall, sum(r.value for r in parts) / 8, 2 * step(overall))
    if bench == "STARE":
        twice, once = (sum(r.value for r in some) for some in (parts[:8], parts[8:]))
        yield Check(overall, twice / 12 + once / 6, 2 * step(overall))
    if bench in ("MMSI", "MindCube") and overall.n:
        yield Check(overall, weighted(parts), 3 * step(overall))
    if bench == "SpatialViz" and overall.n:
        for total, names in SPATIALVIZ.items():
            yield Check(mine[total], weighted([mine[name] for name in names]), 3 * step(overall))


def _gaps(found: Table) -> Iterator[Check]:
    for (model, task, metric), row in found.items():
        if model == "best model less human":
            plain = metric.removesuffix("_gap")
            best = max(r.value for (_, t, _), r in found.items() if t == task and r.kind == "model")
            yield Check(row, best - found["human", task, plain].value, 2 * step(row))


def scope() -> Iterator[Check]:
    second = table("scope", "2")
    for model in models("scope", "2", ("model", "human", "random", "baseline")):
        overall, *parts = (row for (name, _, _), row in second.items() if name == model)
        yield Check(overall, sum(r.value for r in parts) / 6, 2 * step(overall))
    for number, condition in (("3", "ego-to-allo"), ("10", "cot")):
        after, before = table("scope", number, condition), table("scope", number, "")
        for (model, task, metric), row in after.items():
            if metric == "accuracy_change":
                change = after[model, task, "accuracy"].value - before[model, task, "accuracy"].value
                yield Check(row, change, 2 * step(row))
    *rest, average = papers.rows("scope", "6")
    yield Check(average, sum(r.value for r in rest) / len(rest), 2 * step(average))
    seventh = table("scope", "7")
    for (_, task, metric), row in seventh.items():
        if metric.endswith("_gap"):
            pair = [seventh[name, task, metric.removesuffix("_gap")].value for name in ("human", "top 13 models")]
            yield Check(row, pair[0] - pair[1], 2 * step(row))


CHECKS = {"spin": spin, "dise": dise, "srbench": srbench, "easi": easi, "scope": scope}


@pytest.mark.parametrize("source", CHECKS)
def test_printed_numbers_agree_but_for_the_listed_misfits(source: str) -> None:
    checks = list(CHECKS[source]())
    failed = {(*c.name, round(c.row.value, 6), round(c.found, 4)) for c in checks if not c.holds}
    listed = {(m.source, m.table, m.model, m.task, m.metric, m.printed, m.found) for m in papers.misfits(source)}
    assert failed == listed
    assert len(checks) > 15


def test_srbench_overalls_follow_from_the_tasks_for_14_of_15_models() -> None:
    overalls = [check for check in srbench() if check.row.kind == "model"]
    assert len(overalls) == 15
    assert [check.row.model for check in overalls if not check.holds] == ["GPT-4o"]


def test_mmsi_accuracy_gives_caa_for_all_ten_models() -> None:
    accuracy, caa = table("easi", "6"), table("easi", "2")
    names = models("easi", "6")
    assert len(names) == 10
    for name in names:
        row = accuracy[name, "MMSI", "accuracy"]
        right = round(row.value * 10_000)  # as many answers as the printed digits can tell apart
        found = metrics.caa([1] * right + [0] * (10_000 - right), 0.25)
        assert found == pytest.approx(caa[name, "MMSI", "caa"].value, abs=1.3e-4)


def test_spin_accuracy_and_consistency_correlate_at_0_886() -> None:
    rows = papers.rows("spin", "5")
    accuracy, consistency = ([r.value for r in rows if r.metric == m] for m in ("accuracy", "consistency"))
    found = correlation(accuracy, consistency)
    assert (found.n, round(found.value, 3)) == (48, 0.886)
    assert found.low < 0.874 < found.high
    assert Counter(r.model for r in rows)["Qwen_Qwen2.5_VL_32B_Instruct"] == 6


def test_dise_intervals_are_those_of_a_percentile_bootstrap_within_a_step_of_1_over_n() -> None:
    rows = [r for r in papers.rows("dise", "2") if r.kind == "model" and r.metric == "accuracy"]
    off = set()
    for row in rows:
        assert row.n
        assert row.low is not None
        assert row.high is not None
        right = round(row.value * row.n)
        assert right / row.n == pytest.approx(row.value, abs=0.00051)
        low, high = stats.binom.ppf([0.025, 0.975], row.n, right / row.n) / row.n
        if max(abs(low - row.low), abs(high - row.high)) > 1 / row.n + 0.0005:
            off.add(row.model)
    assert len(rows) == 5 * len({r.model for r in rows}) >= 5 * 28
    assert off == {"SpaceThinker"}


def test_dise_human_intervals_are_walds_about_its_responses() -> None:
    overall = next(r for r in papers.rows("dise", "10") if r.task == "overall")
    assert overall.high is not None
    half = 1.96 * (overall.value * (1 - overall.value) / 1679) ** 0.5
    assert overall.high - overall.value == pytest.approx(half, abs=6e-5)


def test_scope_directions_are_one_cycle_from_eight_starts() -> None:
    # SCOPE's Table 4: the label of one target as the camera goes round, counter-clockwise by 45 degrees, to 360.
    cells = 0
    for printed in CYCLES:
        assert (*geometry.cycle(printed[0]), printed[0]) == printed
        cells += len(printed)
    assert cells == 72
    assert {printed[0] for printed in CYCLES} == set(geometry.DIRECTIONS)


CYCLES = [
    tuple(line.split())
    for line in """
behind-right right front-right front front-left left behind-left behind behind-right
front-left left behind-left behind behind-right right front-right front front-left
front-right front front-left left behind-left behind behind-right right front-right
behind-left behind behind-right right front-right front front-left left behind-left
front front-left left behind-left behind behind-right right front-right front
behind behind-right right front-right front front-left left behind-left behind
right front-right front front-left left behind-left behind behind-right right
left behind-left behind behind-right right front-right front front-left left
""".strip().splitlines()
]


def test_dise_errors_add_up() -> None:
    by_model = table("dise", "15")
    for kind, total in (("reasoning", 145), ("perceptual", 35), ("comprehension", 20)):
        assert sum(r.value for r in by_model.values() if r.task == kind) == total
        assert sum(r.value for r in papers.rows("dise", "4") if r.task.startswith(kind)) == total


def test_every_paper_has_its_tables_and_every_table_its_rows() -> None:
    assert papers.names() == ["spin", "dise", "srbench", "easi", "scope"]
    for name in papers.names():
        held = {row.table for row in papers.rows(name)}
        assert held | ({"13"} if name == "dise" else set()) == set(papers.source(name).tables)
        assert papers.source(name).notes
    assert papers.source("dise").settings["lora_rank"] == 8


def test_rates_are_shares_and_intervals_hold_their_values() -> None:
    rates = {"accuracy", "consistency", "perfect_rate", "caa", "mra", "f1", "circular_soft", "circular_hard", "score"}
    for row in (row for name in papers.names() for row in papers.rows(name)):
        if row.metric in rates:
            assert -1 <= row.value <= 1, row
        if row.low is not None and row.high is not None and row.model != "SpaceThinker":
            assert row.low <= row.value <= row.high, row
        assert row.kind in {"model", "human", "random", "baseline", "average", "models"}


def test_no_number_stands_twice_but_one_model_that_the_paper_lists_twice() -> None:
    for name in papers.names():
        keys = Counter((r.table, r.model, r.condition, r.task, r.metric) for r in papers.rows(name))
        assert {key[1] for key, count in keys.items() if count > 1} <= {"Qwen_Qwen2.5_VL_32B_Instruct"}


def test_tasks_are_named_after_ours_and_every_papers_task_has_numbers() -> None:
    for name in papers.names():
        ours = papers.source(name).tasks
        assert {task.split("/")[0] for task in ours.values()} <= set(tasks.names())
        assert set(ours) <= {row.task for row in papers.rows(name)}


def test_what_stands_beside_a_task() -> None:
    rows = papers.beside("mrt")
    assert {row.task for row in rows} == {"MRT Easy", "MRT Hard"}
    assert {row.task for row in papers.beside("mrt/hard")} == {"MRT Hard"}
    assert {row.metric for row in papers.people("rotation_3d")} == {"accuracy", "seconds", "seconds_median"}
    assert all(row.human for row in papers.people("updating_ego"))
    assert papers.beside("block_count") == papers.beside("mr") == []


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="no published results named 'vsi'; there are spin"):
        papers.rows("vsi")
    with pytest.raises(ValueError, match="spin has no table '99' here"):
        papers.rows("spin", "99")
