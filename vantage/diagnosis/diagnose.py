"""Plain statements about models, each made only when the numbers carry it.

A search (`scan`) looks for what explains the losses of a model: where it does worse than its own level, and what it
does there. The rules in `findings` test what a search over items cannot see: silence, contradictions, other ways of
asking, and what is left of a weak task once the search has explained its part. A report on a model without a deficit
holds any statement at all in at most 5% of cases: the search has `scan.search.ALPHA` of that, the rules have the rest,
corrected together by Holm's method. Each sentence is read and believed by itself, so each one is protected;
Benjamini-Hochberg would let one in twenty be false. Each model is corrected alone: what is said of it must not depend
on the other models.

First come the statements that say how a model goes wrong, then those that say where or when; within each, by what
repairing it would gain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING

from vantage.analysis.summaries import Summary
from vantage.diagnosis.findings import RULES, Candidate, Rule
from vantage.diagnosis.findings.sheet import Case, cases
from vantage.diagnosis.scan import report as scanned
from vantage.diagnosis.scan.answers import Answers
from vantage.diagnosis.scan.design import Design
from vantage.diagnosis.scan.search import ALPHA as SEARCHED
from vantage.diagnosis.scan.search import explanations
from vantage.stats import metrics

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["ALPHA", "Finding", "findings", "shown", "standing"]

ALPHA = 0.05


@dataclass(frozen=True)
class Finding:
    """One statement about one model. `effect` is by how much it exceeds what is expected, with its interval."""

    model: str
    kind: str  # "camera", "turn", "drawn", "letter", "uneven", ...: the rule that found it
    text: str
    effect: float
    p: float  # corrected over all that was tested for the model
    shown_by: Mapping[str, str] = field(default_factory=dict)  # which rows show it: task, tier, rule, outcome, ...
    low: float = float("nan")
    high: float = float("nan")
    n: int = 0  # answers that were tested
    weight: float = 1.0  # the share of all answers that those are
    items: tuple[str, ...] = ()  # the items that show it
    level: int = 0  # 0: says how a model goes wrong; 1: says where or when
    gain: float = 0.0  # points of accuracy that repairing it would gain
    facts: tuple[str, ...] = ()  # that its condition is about
    about: tuple[str, ...] = ()  # every item that its condition holds for
    tasks: tuple[str, ...] = ()  # that it was found in by the search

    @property
    def cost(self) -> float:
        """The share of all answers that it concerns for certain."""
        return max(0.0, self.low) * self.weight


def findings(
    table: pa.Table,
    alpha: float = ALPHA,
    rules: Iterable[Rule] = RULES,
    main: Mapping[str, str] = MappingProxyType({}),
    search: bool = True,
) -> list[Finding]:
    """Return what stands out about each model, the worst first; what is said of a model is independent of the others.

    Findings are about the way of asking that `main` names for a model ("cot depth=True"), else about the plainest.
    Without `search`, only the rules are tested.
    """
    rules = tuple(rules)
    design = Design.of(table) if search and len(table) else None
    found = [finding for case in cases(table, main) for finding in _of(case, rules, alpha, design)]
    return sorted(found, key=lambda finding: (finding.level, -finding.gain, -finding.cost))


def _of(case: Case, rules: tuple[Rule, ...], alpha: float, design: Design | None) -> list[Finding]:
    searched: list[Finding] = []
    if design is not None and len(case.main):
        answers = Answers.of(case.main, design)
        told = scanned.folded(explanations(design, answers), design, answers)
        searched = [Finding(model=case.model, **scanned.fields(case.model, design, answers, one)) for one in told]
        case.main.explained = scanned.explained(design, case.main, told)
        alpha -= SEARCHED
    candidates = [candidate for rule in rules for candidate in rule(case)]
    corrected = metrics.holm([candidate.evidence.p for candidate in candidates])
    kept = [
        _finding(case, candidate, float(p))
        for candidate, p in zip(candidates, corrected)
        if p < alpha and candidate.text and candidate.evidence.low > 0
    ]
    kept.sort(key=lambda pair: -pair[0].cost)
    return [*searched, *_merged(kept)]


def _finding(case: Case, candidate: Candidate, p: float) -> tuple[Finding, str]:
    evidence, items = candidate.evidence, tuple(dict.fromkeys(case.main["item"][candidate.shown].tolist()))
    by = {"model": case.model, **candidate.shown_by}
    finding = Finding(
        *(case.model, candidate.kind, candidate.text, evidence.size, p, by, evidence.low, evidence.high, evidence.n),
        *(candidate.weight, items, candidate.level),
    )
    return replace(finding, gain=100 * finding.cost), candidate.name


def _merged(kept: list[tuple[Finding, str]]) -> Iterable[Finding]:
    """Yield the findings, those of one kind that differ in a name alone as one, which lists the other names."""
    together = [(finding.kind if name else str(place), finding, name) for place, (finding, name) in enumerate(kept)]
    for _, alike in groupby(sorted(together, key=lambda one: one[0]), key=lambda one: one[0]):
        (_, first, _), *rest = alike
        also = ", ".join(name for _, _, name in rest)
        yield _with(first, f"{first.text}; also {also}", [one for _, one, _ in rest]) if rest else first


def _with(first: Finding, text: str, rest: list[Finding]) -> Finding:
    items = tuple(dict.fromkeys(item for finding in (first, *rest) for item in finding.items))
    return replace(first, text=text, items=items)


def shown(table: pa.Table, finding: Finding) -> pa.Table:
    """Return the rows of a finding's model about the items that show it."""
    import pyarrow as pa
    import pyarrow.compute as pc

    held = pc.is_in(table["item"], value_set=pa.array(finding.items, pa.string()))
    return table.filter(pc.and_(held, pc.equal(table["model"], pa.scalar(finding.model))))


def standing(overall: Iterable[Summary]) -> dict[str, str]:
    """Return where each model stands: "above" or "below" chance, "chance" if that cannot be told, "silent"."""
    return {cell.group["model"]: _stands(cell) for cell in overall}


def _stands(cell: Summary) -> str:
    if not cell.n:
        return "silent"
    return "above" if cell.low > cell.chance else "below" if cell.high < cell.chance else "chance"
