"""Every response of a run becomes an outcome: by our rules, by another tool's, or with a judge's help.

No tested model is asked again. A judge may be asked what a reply means where our own rules find no answer in it; what
it said is kept in the run's folder, in read/JUDGE.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path

from vantage import parallel
from vantage.analysis import kept_scores
from vantage.data.dataset import DataSet
from vantage.item import Condition, Item
from vantage.models import Model, Request
from vantage.parallel import Workers
from vantage.prompts.prompt import Message
from vantage.running import inquiry
from vantage.running.asking import Job
from vantage.running.inquiry import Asked, Manner
from vantage.running.records import Record
from vantage.running.run import Progress
from vantage.running.run_folder import Key, Run
from vantage.running.tally import Tally
from vantage.scoring import extract
from vantage.scoring.extract.reader import Judge
from vantage.scoring.extract.spoken import said
from vantage.scoring.score import Outcome, Score, score_response

PURPOSE = "read"  # of asking a judge what a reply means
CHUNK = 250  # responses that a process scores at once
VERSION = 1  # of the question's wording


def of_run(run: Run, items: Mapping[str, Item], rules: str = extract.OURS, workers: Workers = 1) -> list[Score]:
    """Return the score of each of a run's responses, in their order, as read by a rule set."""
    return list(parallel.map_ordered(partial(_scored, rules, None), _read(run, items), workers, chunk=CHUNK))


def _scored(rules: str, judge: Judge | None, response: tuple[Item, Condition, Record]) -> Score:
    return score_response(*response, rules, judge)


def with_judge(
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

    found = inquiry.ask(run, asked, model, wanted, jobs, manner, tally, progress)
    replies = {prompts[key]: said(record.text or "") for key, record in found.items()}
    return [_scored(extract.OURS, lambda prompt: replies.get(prompt, ""), one) for one in _read(run, items)]


def write(run: Run, found: Sequence[Score], rules: str = extract.OURS) -> Path:
    """Write scores beside a run's responses and return the file: scores.jsonl; scores-RULES.jsonl for other rules."""
    name = kept_scores.SCORES if rules == extract.OURS else f"scores-{rules.replace(':', '-')}.jsonl"
    return kept_scores.keep(run, found, name)


def score_run(path: str | Path, dataset: DataSet) -> Counter[Outcome]:
    """Score a run's responses into scores.jsonl, made anew each time, and return how many had which outcome."""
    run = Run.read(path)
    run.check_dataset(dataset)
    found = of_run(run, {item.id: item for item in dataset.head()})
    write(run, found)
    return Counter(scored.outcome for scored in found)


def _read(run: Run, items: Mapping[str, Item]) -> Iterator[tuple[Item, Condition, Record]]:
    """Yield each response with its item and its condition."""
    for record in run.responses:
        if record.item not in items:
            raise ValueError(f"{run.path} has a response to {record.item!r}, which is not in its data set")
        yield items[record.item], run.conditions[record.condition], record


def _unread(run: Run, items: Mapping[str, Item]) -> dict[Key, str]:
    """Return what a judge would be asked, each question once, under the first response that raises it."""
    prompts: dict[str, Key] = {}
    for item, condition, record in _read(run, items):

        def note(prompt: str, key: Key = record.key) -> str:
            prompts.setdefault(prompt, key)
            return ""

        score_response(item, condition, record, judge=note)
    return {key: prompt for prompt, key in prompts.items()}
