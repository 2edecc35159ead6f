"""Runs scored again without asking the model: under any rule set, with a judge's help, and where rule sets part ways.

The same replies, read by the rules of different tools, give different scores; which items they differ on is listed.
A judge is asked what a reply means only where our own rules find no answer in it; what it said lies in the run's
folder, in read/JUDGE.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from vantage.analysis.scores import SCORES, mark
from vantage.analysis.table import cluster_of
from vantage.data.dataset import DataSet, load, write_text
from vantage.item import Choice, Condition, Item, Json, compact
from vantage.models import Model, Request
from vantage.prompts.prompt import Message
from vantage.running import inquiry
from vantage.running.asking import Job
from vantage.running.inquiry import Asked, Manner
from vantage.running.run import Progress
from vantage.running.runs import Key, Run
from vantage.running.tally import Tally
from vantage.scoring import extract
from vantage.scoring.extract.judge import Judge
from vantage.scoring.extract.spoken import said
from vantage.scoring.score import Outcome, Score, score_response
from vantage.stats import statistics

PURPOSE = "read"  # of asking a judge what a reply means
VERSION = 1  # of the question's wording
EXCERPT = 120  # characters of a reply that are shown

Answer = str | float | None


@dataclass(frozen=True)
class Totals:
    """What a rule set makes of a run: how many had which outcome, the accuracy and its interval."""

    outcomes: Mapping[str, int]
    accuracy: float  # nan when nothing was answered
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
    """One run under several rule sets: totals for each, and the replies that they dispute."""

    run: Path
    model: str
    totals: Mapping[str, Totals]
    disputes: tuple[Dispute, ...]


def open_run(path: str | Path, data: str | Path | None = None) -> tuple[Run, DataSet]:
    """Return the run in a folder and its data set, which lies where the run says or in `data`."""
    run = Run.read(path)
    where = data or run.meta["dataset"].get("path")
    if not where:
        raise ValueError(f"{path} does not say where its data set is; name its folder with --data")
    dataset = load(where)
    run.check_dataset(dataset)
    return run, dataset


def scores(run: Run, items: Mapping[str, Item], rules: str = extract.OURS, judge: Judge | None = None) -> list[Score]:
    """Return the score of each of a run's responses, in their order, as a rule set, or ours and a judge, read them."""
    return [score_response(item, condition, row, rules, judge) for item, condition, row in _responses(run, items)]


def scores_with_judge(
    run: Run,
    items: Mapping[str, Item],
    model: Model,
    manner: Manner | None = None,
    tally: Tally | None = None,
    progress: Progress | None = None,
) -> list[Score]:
    """Return the score of each of a run's responses; where our rules find no answer, the model is asked for it."""
    manner = manner or Manner()
    asked = Asked.of(PURPOSE, VERSION, model, manner)
    prompts = _unread(run, items)
    wanted = {key: asked.digest(prompt.encode(errors="replace").decode()) for key, prompt in prompts.items()}

    def jobs(left: Set[Key]) -> Iterator[Job]:
        for key in filter(left.__contains__, prompts):
            request = Request((Message("user", (prompts[key],)),), (PURPOSE, *key))
            yield Job(key, run.conditions[key[1]], request, items[key[0]], wanted[key])

    rows = inquiry.ask(run, asked, model, wanted, jobs, manner, tally, progress)
    replies = {prompts[key]: said(row["text"] or "") for key, row in rows.items()}
    return scores(run, items, judge=lambda prompt: replies.get(prompt, ""))


def write_scores(run: Run, found: Sequence[Score], rules: str = extract.OURS) -> Path:
    """Write scores beside a run's responses and return the file: scores.jsonl, or scores-RULES.jsonl for a peer's."""
    lines = []
    for row, scored in zip(run.responses, found, strict=True):
        key = {**{name: row[name] for name in ("item", "condition", "repeat")}, "mark": mark(row)}
        lines.append(compact({**key, **dataclasses.asdict(scored), "outcome": scored.outcome.value}))
    path = run.path / (SCORES if rules == extract.OURS else f"scores-{rules}.jsonl")
    write_text(path, "".join(f"{line}\n" for line in lines))
    return path


def score_run(path: str | Path, dataset: DataSet) -> Counter[Outcome]:
    """Score a run's responses into scores.jsonl, made anew each time, and return how many had which outcome."""
    run = Run.read(path)
    run.check_dataset(dataset)
    found = scores(run, {item.id: item for item in dataset.head()})
    write_scores(run, found)
    return Counter(scored.outcome for scored in found)


def count(run: Run, items: Mapping[str, Item], found: Sequence[Score]) -> Totals:
    """Return the outcomes of a run's scores and the accuracy, with the interval that the table's summaries give it."""
    outcomes = Counter(scored.outcome for scored in found)
    answered = [
        (scored.outcome is Outcome.RIGHT, cluster_of(items[row["item"]]), row["item"])
        for row, scored in zip(run.responses, found, strict=True)
        if scored.outcome is not Outcome.FAILED
    ]
    right, cluster, item = zip(*answered) if answered else ((), (), ())
    accuracy = statistics.proportion(right, cluster, item)
    return Totals({one.value: outcomes[one] for one in Outcome}, accuracy.value, accuracy.low, accuracy.high)


def compare_rules(run: Run, dataset: DataSet, names: Sequence[str] = tuple(extract.RULES)) -> Comparison:
    """Return what each rule set makes of a run, and the replies that they read differently."""
    items = {item.id: item for item in dataset.head()}
    found = {name: scores(run, items, name) for name in names}
    conditions, disputes = run.conditions, []
    for place, row in enumerate(run.responses):
        read = {name: scored[place].answer for name, scored in found.items()}
        if len(set(read.values())) > 1:
            key = _key(items[row["item"]], conditions[row["condition"]].rotation)
            disputes.append(Dispute(row["item"], row["condition"], key, read, excerpt(row["text"] or "")))
    totals = {name: count(run, items, scored) for name, scored in found.items()}
    return Comparison(run.path, str(run.meta["model"]), totals, tuple(disputes))


def excerpt(text: str, length: int = EXCERPT) -> str:
    """Return a reply on one line, its middle left out when it is long, with what cannot be printed escaped."""
    if len(text) > length:
        text = f"{text[: length // 3]} … {text[-length * 2 // 3 :]}"
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode() for char in text
    )


def _key(item: Item, rotation: int) -> Answer:
    answer = item.rotated(rotation).answer
    return answer.letter if isinstance(answer, Choice) else answer.value


def _responses(run: Run, items: Mapping[str, Item]) -> Iterator[tuple[Item, Condition, Json]]:
    """Yield each response with its item and its condition."""
    conditions = run.conditions
    for row in run.responses:
        if row["item"] not in items:
            raise ValueError(f"{run.path} has a response to {row['item']!r}, which is not in its data set")
        yield items[row["item"]], conditions[row["condition"]], row


def _unread(run: Run, items: Mapping[str, Item]) -> dict[Key, str]:
    """Return what a judge would be asked, each question once, under the first response that raises it."""
    prompts: dict[str, Key] = {}
    for item, condition, row in _responses(run, items):
        key = item.id, row["condition"]

        def note(prompt: str, key: Key = key) -> str:
            prompts.setdefault(prompt, key)
            return ""

        score_response(item, condition, row, judge=note)
    return {key: prompt for prompt, key in prompts.items()}
