"""Why answers are wrong: a judge model sorts a sample of a run's wrong responses by the kind of error behind them.

The judge's replies lie in the run's folder, as they came, in judge/MODEL; judgements.jsonl beside them is what was read
in them, and can be made again without the judge.
"""

from __future__ import annotations

import dataclasses
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vantage import seeds
from vantage.analysis import outcomes
from vantage.data.dataset import DataSet, write_text
from vantage.item import Condition, Item, compact, number_text
from vantage.judging import verdict
from vantage.judging.verdict import Verdict
from vantage.models import Model, Request
from vantage.running import inquiry
from vantage.running.asking import Job
from vantage.running.inquiry import Asked, Manner
from vantage.running.run import Progress
from vantage.running.run_folder import Key, Run
from vantage.running.tally import Tally
from vantage.scoring.score import Outcome

PURPOSE = "judge"
JUDGEMENTS = "judgements.jsonl"


class NotJudged(ValueError):
    """A run holds no judgements, or none by the judge who was named."""


@dataclass(frozen=True)
class Case:
    """A wrong response: the item (without its pictures), how it was asked, what the model said, and the answer read."""

    model: str
    dataset: str  # its digest
    item: Item
    condition: Condition
    number: int  # the condition's, in its run
    text: str
    answer: str

    @property
    def key(self) -> Key:
        """Which response it is, within its run."""
        return self.item.id, self.number

    @property
    def id(self) -> str:
        """A name for exactly this response, the same for every judge."""
        how = compact(dataclasses.asdict(self.condition))
        said = self.text.encode(errors="replace").decode()
        return seeds.digest("case", self.model, self.dataset, self.item.id, how, said)

    @property
    def stratum(self) -> tuple[str, str]:
        """The task and tier that it stands for in a sample."""
        return self.item.task, str(self.item.tags.get("tier", ""))


@dataclass(frozen=True)
class Judgement:
    """What a judge made of a case; no verdict if its reply could not be read, or if, with `failed`, none came."""

    case: Case
    judge: str
    verdict: Verdict | None
    failed: bool = False


def cases(run: Run, dataset: DataSet) -> list[Case]:
    """Return the wrong responses of a run; those given without pictures shown are left out: their cause is known."""
    items = {item.id: item for item in dataset.head()}
    conditions = run.conditions
    found = []
    for row, scored in zip(run.responses, outcomes.of_run(run, items), strict=True):
        condition = conditions[row.condition]
        if scored.outcome is Outcome.WRONG and row.text is not None and condition.images != "none":
            answer = number_text(scored.answer) if isinstance(scored.answer, float) else scored.answer or "none"
            item, number = items[row.item], row.condition
            found.append(Case(run.model, dataset.digest, item, condition, number, row.text, answer))
    return found


def sample(found: Iterable[Case], n: int | None = None) -> list[Case]:
    """Return `n` cases, or all, with each task and tier in proportion; a smaller sample is part of a larger one.

    The order within a task and tier depends on the item alone, so samples of different models share items.
    """
    strata: defaultdict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in found:
        strata[case.stratum].append(case)
    order = []
    for stratum, members in strata.items():
        members.sort(key=lambda case: seeds.digest(PURPOSE, *case.key))
        tie = seeds.digest(PURPOSE, *stratum)
        # Member r of m stands at (r + 1/2) / m, which is Sainte-Laguë's rule.
        order += [((rank + 0.5) / len(members), tie, case) for rank, case in enumerate(members)]
    order.sort(key=lambda entry: entry[:2])
    return [case for _, _, case in order[:n]]


def judge(
    run: Run,
    dataset: DataSet,
    model: Model,
    n: int | None = None,
    manner: Manner | None = None,
    tally: Tally | None = None,
    progress: Progress | None = None,
) -> list[Judgement]:
    """Have a model judge a sample of `n` wrong responses, or all; return all judgements by it that the run holds."""
    manner = manner or Manner()
    asked = Asked.of(PURPOSE, verdict.VERSION, model, manner)
    found = cases(run, dataset)
    if not found:
        return []
    wanted = _digests(asked, sample(found, n))

    def jobs(left: Set[Key]) -> Iterator[Job]:
        return _jobs(dataset, [case for case in found if case.key in left], wanted)

    inquiry.ask(
        run, asked, model, wanted, jobs, manner, tally, progress, readable=lambda text: bool(verdict.read(text))
    )
    judged = _judgements(run, asked, found)
    lines = (compact(record(judgement)) for judgement in judged)
    write_text(asked.folder(run.path) / JUDGEMENTS, "".join(f"{line}\n" for line in lines))
    return judged


def stored(run: Run, dataset: DataSet, name: str = "") -> list[Judgement]:
    """Return the judgements that a run holds, by the only judge there is or the one called `name`."""
    wrong = cases(run, dataset)
    if not wrong:
        return []
    found = [asked for asked in inquiry.known(run.path, PURPOSE, verdict.VERSION) if name in ("", asked.model)]
    if len(found) > 1:
        names = ", ".join(asked.model for asked in found)
        raise ValueError(f"{run.path} holds judgements by {names}; choose one with --model")
    judged = _judgements(run, found[0], wrong) if found else []
    if not judged:
        whose = f" by {name}" if name else ""
        raise NotJudged(f"{run.path} holds no judgements{whose}; name a judge to be asked with --model PROVIDER/NAME")
    return judged


def recorded(run: Path) -> Iterator[dict[str, Any]]:
    """Yield the judgements of a run's folder as `record` wrote them, by every judge who was asked."""
    for asked in inquiry.known(run, PURPOSE, verdict.VERSION):
        path = asked.folder(run) / JUDGEMENTS
        for number, line in enumerate(path.read_bytes().splitlines() if path.exists() else [], 1):
            try:
                row = json.loads(line)
                sound = row["judge"] == asked.model and row["label"] in (None, *verdict.LABELS)
                sound = sound and isinstance(row["item"], str)
            except (ValueError, TypeError, KeyError):
                sound = False
            if not sound:
                again = f"vantage judge {run} --model {asked.model}"
                raise ValueError(f"line {number} of {path} is no judgement; have them written anew with: {again}")
            yield row


def record(judgement: Judgement) -> dict[str, Any]:
    """Return a judgement as plain JSON; the fields of its verdict are null where there is none."""
    case, found = judgement.case, judgement.verdict
    return {
        "case": case.id,
        "model": case.model,
        "judge": judgement.judge,
        "item": case.item.id,
        "condition": case.number,
        "task": case.item.task,
        "tier": case.stratum[1],
        "quadrant": str(case.item.tags.get("quadrant", "")),
        "key": verdict.right_answer(case.item, case.condition),
        "answer": case.answer,
        "failed": judgement.failed,
        "label": found.label if found else None,
        **(dataclasses.asdict(found) if found else dict.fromkeys(verdict.FIELDS)),
    }


def _digests(asked: Asked, found: Iterable[Case]) -> dict[Key, str]:
    return {case.key: asked.digest(case.id) for case in found}


def _judgements(run: Run, asked: Asked, found: Sequence[Case]) -> list[Judgement]:
    rows = inquiry.replies(run.path, asked, _digests(asked, found))
    judged = []
    for case in sample(found):
        if case.key in rows:
            text = rows[case.key].text
            judged.append(Judgement(case, asked.model, verdict.read(text) if text else None, failed=text is None))
    return judged


def _jobs(dataset: DataSet, found: Iterable[Case], wanted: Mapping[Key, str]) -> Iterator[Job]:
    """Yield each request, made only when it is taken, so that only pictures being asked about are in memory."""
    left: defaultdict[str, list[Case]] = defaultdict(list)
    for case in found:
        left[case.item.id].append(case)
    for item in dataset.items():
        for case in left.pop(item.id, ()):
            shown = verdict.messages(item, case.condition, case.text, case.answer)
            yield Job(case.key, case.condition, Request(shown, (PURPOSE, *case.key)), item, wanted[case.key])
        if not left:
            return
