"""Case studies: what a model wrote beside the item and its truth, chosen by a rule and not by taste.

Where a judge has read a wrong answer, its sentence stands below, and the passage that it quotes is marked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from vantage.analysis.summaries import codes
from vantage.item import Item, answer_text, compact
from vantage.judging.judge import recorded
from vantage.plots.tables import Table, words
from vantage.report.exhibits.evidence import Evidence, Exhibit
from vantage.scoring.extract.quoted import clipped

MODELS = 6  # the first of the ranking that have cases
EACH = 2  # cases of a model, of different tasks
REASONED = 160  # characters from which on a response is taken for reasoning
SHOWN = 1600  # characters of a response
QUOTED = 12  # characters from which on a quotation is looked for
TRUTH = 900
QUOTES = re.compile(r"[\"“„]([^\"“”„]+)[\"”“]|«([^«»]+)»|(?<!\w)['‘]((?:[^'‘’]|(?<=\w)['’](?=\w))+)['’](?!\w)")


@dataclass(frozen=True)
class Case:
    """A wrong answer with its reasoning in three parts: before, at and after the passage that the judge quotes."""

    model: str
    item: Item
    answered: str
    rule: str  # how the chosen option misses the key
    before: str
    broken: str
    after: str
    others: float  # the share of the other models' answers to the item that are right
    label: str = ""
    judge: str = ""
    cause: str = ""

    @property
    def right(self) -> str:
        """The right answer."""
        return answer_text(self.item)

    @property
    def truth(self) -> str:
        """The recorded facts behind the item."""
        return clipped("\n".join(f"{name}: {compact(fact)}" for name, fact in self.item.truth.items()), TRUTH)


def studies(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield wrong answers with their reasoning, where models wrote any."""
    chosen = [case for model in list(_candidates(evidence).items())[:MODELS] for case in _of_model(evidence, *model)]
    if not chosen:
        return
    lines = [
        (one.model, one.item.id, one.right, one.answered, words(one.rule), one.label, one.judge, one.cause,
         one.broken, one.others, one.before + one.broken + one.after)
        for one in chosen
    ]  # fmt: skip
    yield Exhibit(
        "cases",
        "Case studies",
        f"Wrong answers with reasoning of {REASONED} characters or more, {EACH} of a model and of different tasks, for "
        f"the first {MODELS} models that wrote any. First come those that a judge explained, with a passage it quotes "
        "before others; then those on which most other models are right; of equals, the first in the data set. They "
        "show how a model reasons when it fails, not how often.",
        (),
        Table.of(
            "model, item, right, answered, near miss, kind of error, judge, its words, the step that breaks, "
            "others right, reasoning",
            lines,
        ),
        cases=tuple(chosen),
    )


Candidate = tuple[tuple[bool, bool, float, int], dict[str, Any]]  # what is sorted by, last its row; and the judgement


def _candidates(evidence: Evidence) -> dict[str, list[Candidate]]:
    """Return the best candidate of each task, for each model that reasoned, in the order of the ranking."""
    (model, models), (outcome, outcomes) = (codes(evidence.answers[name]) for name in ("model", "outcome"))
    if "wrong" not in outcomes:
        return {}
    responses = [response for run in evidence.runs for response in run.responses]
    others, judged = _others(evidence), _judged(evidence)
    best: dict[tuple[str, str], Candidate] = {}
    for row in np.flatnonzero(outcome == outcomes.index("wrong")).tolist():
        response, name = responses[row], models[model[row]]
        if len(response.text or "") < REASONED:
            continue
        said = judged.get((name, response.item, response.condition), {})
        quoted = bool(said) and bool(broken(response.text or "", _words(said))[1])
        candidate = (not quoted, not said, -others[response.item], row), said
        place = name, evidence.items[response.item].task
        if place not in best or candidate[0] < best[place][0]:
            best[place] = candidate
    shown = {evidence.called[label]: label for label in evidence.models}
    found = {label: [one for (name, _), one in best.items() if shown[name] == label] for label in evidence.models}
    return {label: held for label, held in found.items() if held}


def _of_model(evidence: Evidence, model: str, found: list[Candidate]) -> Iterator[Case]:
    """Yield the cases of one model, by the rule that the note states."""
    responses = [response for run in evidence.runs for response in run.responses]
    for (_, _, others, row), said in sorted(found, key=lambda one: one[0])[:EACH]:
        response = responses[row]
        answer, rule = (evidence.answers[name][row].as_py() for name in ("answer", "chosen_rule"))
        item, parts = evidence.items[response.item], broken(response.text or "", _words(said))
        label, judge = (str(said.get(name) or "") for name in ("label", "judge"))
        cause = str(said.get("summary") or said.get("cause") or "")
        yield Case(model, item, str(answer), str(rule or ""), *parts, -others, label, judge, cause)


def _words(said: Mapping[str, Any]) -> str:
    return f"{said.get('cause') or ''} {said.get('summary') or ''}"


def _others(evidence: Evidence) -> Mapping[str, float]:
    """Return for each item the share of right answers among those of the other models, when one is wrong."""
    (item, items), (outcome, outcomes) = (codes(evidence.main[name]) for name in ("item", "outcome"))
    right = np.bincount(item, [outcomes[k] == "right" for k in outcome.tolist()], len(items))
    count = np.maximum(np.bincount(item, minlength=len(items)) - 1, 1)
    return defaultdict(float, zip(items, (right / count).tolist()))


def _judged(evidence: Evidence) -> dict[tuple[str, str, int], dict[str, Any]]:
    """Return what judges said of answers, by model, item and condition."""
    return {
        (run.name, row["item"], row.get("condition", 0)): row
        for run in evidence.runs
        for row in recorded(run.path)
        if row["label"]
    }


def broken(text: str, said: str) -> tuple[str, str, str]:
    """Return a response in three parts; the second is the longest passage of it that the judge's words quote."""
    quotes = ["".join(found) for found in QUOTES.findall(said)]
    held = [quote for quote in sorted(quotes, key=len, reverse=True) if len(quote) >= QUOTED and quote in text]
    if not held:
        return clipped(text, SHOWN), "", ""
    start = text.index(held[0])
    before, after = text[:start], text[start + len(held[0]) :]
    return clipped(before, SHOWN // 2), held[0], clipped(after, SHOWN // 2)
