"""One run under several rule sets: the same replies, read by the rules of different tools, give different scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vantage.analysis import outcomes
from vantage.analysis.table import cluster_of
from vantage.data.dataset import DataSet
from vantage.item import Choice, Item
from vantage.running.run_folder import Run
from vantage.scoring import extract
from vantage.scoring.extract.quoted import clipped
from vantage.scoring.nearness import Unscorable
from vantage.scoring.score import Outcome, Score
from vantage.stats import inference

EXCERPT = 120  # characters of a reply that are shown
_GAP = " [… {all:,} characters …] "

Answer = str | float | None


@dataclass(frozen=True)
class Totals:
    """What a rule set makes of a run: how many had which outcome, the accuracy and its interval."""

    outcomes: Mapping[str, int]
    accuracy: float  # the mean credit: numbers may count by how near they came; nan when nothing was answered
    low: float
    high: float


@dataclass(frozen=True)
class Dispute:
    """A reply that rule sets read differently, the right answer, and what each made of it."""

    item: str
    condition: int
    key: Answer
    read: Mapping[str, Answer]
    excerpt: str


@dataclass(frozen=True)
class Comparison:
    """One run under several rule sets: totals for each, the disputed replies, and the rule sets without a score."""

    run: Path
    model: str
    totals: Mapping[str, Totals]
    disputes: tuple[Dispute, ...]
    left_out: Mapping[str, str]  # rule sets that have no score for the run, and why


def count(run: Run, items: Mapping[str, Item], found: Sequence[Score]) -> Totals:
    """Return the outcomes of a run's scores and the accuracy, with the interval that the table's summaries give it."""
    counts = Counter(scored.outcome for scored in found)
    answered = [
        (scored.credit, cluster_of(items[record.item]), record.item)
        for record, scored in zip(run.responses, found, strict=True)
        if scored.outcome is not Outcome.FAILED
    ]
    credit, cluster, item = zip(*answered) if answered else ((), (), ())
    accuracy = inference.proportion(credit, cluster, item)
    return Totals({one.value: counts[one] for one in Outcome}, accuracy.value, accuracy.low, accuracy.high)


def compare(run: Run, dataset: DataSet, names: Sequence[str] = extract.TOOLS) -> Comparison:
    """Return what each rule set makes of a run, and the replies that they read differently."""
    items = {item.id: item for item in dataset.head()}
    found, left_out = {}, {}
    for name in names:
        try:
            found[name] = outcomes.of_run(run, items, name)
        except Unscorable as error:
            left_out[name] = str(error)
    disputes = []
    for place, record in enumerate(run.responses):
        read = {name: scored[place].answer for name, scored in found.items()}
        if len(set(read.values())) > 1:
            key = _key(items[record.item], run.conditions[record.condition].rotation)
            disputes.append(Dispute(record.item, record.condition, key, read, excerpt(record.text or "")))
    totals = {name: count(run, items, scored) for name, scored in found.items()}
    return Comparison(run.path, run.model, totals, tuple(disputes), left_out)


def excerpt(text: str, length: int = EXCERPT) -> str:
    """Return a reply on one line, its middle left out when it is long, with what cannot be printed escaped."""
    if len(text) > length:
        text = clipped(text, length - len(_GAP), _GAP)
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode() for char in text
    )


def _key(item: Item, rotation: int) -> Answer:
    answer = item.rotated(rotation).answer
    return answer.letter if isinstance(answer, Choice) else answer.value
