"""The suites as tasks of Inspect (`inspect eval vantage/dise --model ...`): Inspect asks and logs, we supply and score.

A sample is exactly what `vantage run` would send, and it carries what the scorer needs to judge an answer, so that
`inspect score` can score a log again by itself. Inspect finds the tasks here by the entry point `inspect_ai`.
"""

from __future__ import annotations

import dataclasses
import site
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ContentImage, ContentText
from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, accuracy, scorer, stderr
from inspect_ai.scorer import Score as InspectScore

from vantage import __version__, seeds, tasks
from vantage.data.dataset import DataSet, load
from vantage.item import Choice, Condition, Item, Option, answer_from, answer_json, compact, number_text
from vantage.making import make, suite
from vantage.models import Response
from vantage.models.http import base64_text, media_type
from vantage.names import nearest
from vantage.prompts import prompt, protocols
from vantage.running import cache
from vantage.scoring.score import Outcome, Score, score_response

VALUES = {Outcome.RIGHT: CORRECT, Outcome.WRONG: INCORRECT, Outcome.UNANSWERED: NOANSWER}
LENGTH = ("max_tokens", "model_length")  # Inspect's words for an answer that was cut off


def data_set(name: str, size: str = "", n: int = 0, seed: int = 0) -> DataSet:
    """Return a suite's data set (of a named size, or with `n` items per task) from the cache, made on first use."""
    wanted = suite.get(name)
    size = suite.FREE if n else size or wanted.default
    versions = {task: [tasks.get(task).version, settings] for task, settings in wanted.tasks.items()}
    scenes = [wanted.scenes, wanted.spread.get(size)]
    recipe = seeds.digest(__version__, *map(compact, (versions, wanted.pixels, wanted.sizes.get(size), scenes)))
    folder = cache.folder() / "data" / f"{name.replace('/', '-')}-{size}{n or ''}-s{seed}-{recipe[:12]}"
    if not folder.exists():
        print(f"Making {name} {size}, seed {seed}, in {folder} (once) ...", file=sys.stderr)
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Made in another folder and moved into place, so that no other process finds half of it.
        with tempfile.TemporaryDirectory(dir=folder.parent) as aside:
            # No worker processes: they would import the main module again, and a user's script may not allow for that.
            make.make(wanted, Path(aside, "data"), "" if n else size, n, seed=seed, workers=1)
            if not folder.exists():
                Path(aside, "data").rename(folder)
    return load(folder)


def messages(item: Item, condition: Condition) -> list[Any]:
    """Return the messages of `prompt.present` in Inspect's form, pictures as data URIs."""
    roles = {"system": ChatMessageSystem, "user": ChatMessageUser}
    return [
        roles[message.role](content=[_content(part) for part in message.parts])
        for message in prompt.present(item, condition).messages
    ]


def _scorer() -> Callable[[Any, Any], Any]:
    """Score as Vantage does: a request without any output is left out of the accuracy, never counted as wrong."""

    async def judge(state: Any, target: Any) -> Any:
        if state.output.empty:
            failed = {"outcome": Outcome.FAILED.value, "step": ""}
            return InspectScore.unscored(reason="no_response", explanation=state.output.error, metadata=failed)
        text = state.output.completion
        found = _judged(state.metadata, text, state.output.stop_reason)
        about = {**dataclasses.asdict(found), "outcome": found.outcome.value}
        answer = about.pop("answer")
        return InspectScore(
            value=VALUES[found.outcome],
            answer=None if answer is None else str(answer),
            explanation=text,
            metadata=about,
        )

    return judge


def _judged(sample: Mapping[str, Any], text: str, finish: str) -> Score:
    """Return the score of an answer to the sample with this metadata."""
    options = tuple(Option(text) for text in sample["options"])
    item = Item("sample", "", "", 0, "", "", "", (), options, answer_from(sample["answer"]), {})
    condition = Condition(sample["protocol"], rotation=sample["rotation"])
    return score_response(item, condition, Response(text, "length" if finish in LENGTH else finish))


def _task(data: DataSet, source: Mapping[str, Any], limit: int, condition: Condition) -> Any:
    version = {"protocol_version": protocols.get(condition.protocol).version}
    return Task(
        dataset=MemoryDataset([_sample(item, condition) for item in _spread(data, limit)], name=data.folder.name),
        scorer=outcome(),
        version=__version__,
        metadata={"vantage": {**source, "digest": data.digest, "condition": dataclasses.asdict(condition), **version}},
        fail_on_error=False,  # one failed request must not end the others
    )


def _sample(item: Item, condition: Condition) -> Any:
    shown = item.rotated(condition.rotation)
    return Sample(
        id=item.id,
        input=messages(item, condition),
        target=shown.answer.letter if isinstance(shown.answer, Choice) else number_text(shown.answer.value),
        metadata={
            "task": item.task,
            "subtype": item.subtype,
            "options": [option.text for option in item.options],
            "answer": answer_json(item.answer),
            "protocol": condition.protocol,
            "rotation": condition.rotation,
        },
    )


def _spread(data: DataSet, limit: int) -> list[Item]:
    """Return the items, or `limit` of them, evenly spaced so that every task has its share."""
    if limit < 0:
        raise ValueError(f"limit must be the number of items wanted, not {limit}")
    count = min(limit, len(data)) if limit else len(data)
    chosen = {place * len(data) // count for place in range(count)}
    return [item for place, item in enumerate(data.items()) if place in chosen]


def _condition(settings: Mapping[str, Any]) -> Condition:
    for name in settings:
        nearest(name, [field.name for field in dataclasses.fields(Condition)], "task argument (-T)")
    return Condition(**settings)


def _content(part: prompt.Part) -> Any:
    if isinstance(part, str):
        return ContentText(text=part)
    return ContentImage(image=f"data:{media_type(part.data)};base64,{base64_text(part.data)}")


def _registered(name: str) -> str:
    """Return the name to register under, so that Inspect knows it as "vantage/NAME".

    Inspect adds the package's name itself if the package is installed, but not if it is used from its source folder.
    """
    places = [*site.getsitepackages(), site.getusersitepackages()]
    return name if any(Path(__file__).is_relative_to(place) for place in places) else f"vantage/{name}"


def _suite_task(name: str) -> Callable[..., Any]:
    def suite_task(task: str = "", size: str = "", n: int = 0, seed: int = 0, limit: int = 0, **condition: Any) -> Any:
        source: dict[str, Any] = {"suite": f"{name}/{task}" if task else name, "size": size, "n": n, "seed": seed}
        return _task(data_set(source["suite"], size, n, seed), source, limit, _condition(condition))

    return suite_task


def _folder_task(folder: str, limit: int = 0, **condition: Any) -> Any:
    return _task(load(folder), {"folder": str(Path(folder).resolve())}, limit, _condition(condition))


outcome = scorer(metrics=[accuracy(), stderr()], name=_registered("outcome"))(_scorer)
for _name in suite.names():
    task(name=_registered(_name))(_suite_task(_name))
task(name=_registered("folder"))(_folder_task)
