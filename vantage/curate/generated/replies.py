"""What servers answered about a folder of generated pictures, kept so that nothing is asked twice.

Each purpose and model has a folder below `replies`, laid out as a run's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path

from vantage import seeds
from vantage.item import Condition, Item, Number
from vantage.models import Model, Request
from vantage.prompts.prompt import Message
from vantage.running import inquiry, run_folder
from vantage.running.asking import Job
from vantage.running.inquiry import Asked, Manner
from vantage.running.records import Header, Record, Source
from vantage.running.run import Progress
from vantage.running.run_folder import Key, Run
from vantage.running.tally import Tally

FOLDER = "replies"


@dataclass(frozen=True)
class Who:
    """A model to ask, how, and what it has cost so far."""

    model: Model
    manner: Manner
    tally: Tally = field(default_factory=Tally)
    progress: Progress | None = None


def ask(
    folder: Path,
    purpose: str,
    version: int,
    who: Who,
    due: Mapping[str, tuple[str, ...]],
    messages: Callable[[str], tuple[Message, ...]],
) -> dict[str, Record]:
    """Ask what is due and has no reply yet, and return the reply to each, failures included.

    `due` gives for each name what its question depends on: where that changes, it is asked again.
    """
    asked = Asked.of(purpose, version, who.model, who.manner)
    wanted = {(name, 0): asked.digest(*what) for name, what in due.items()}
    header = Header(model="", dataset=Source(digest=seeds.digest("genai")), conditions=(Condition(),))

    def jobs(left: Set[Key]) -> Iterator[Job]:
        for key, digest in wanted.items():
            if key in left:
                request = Request(messages(key[0]), (purpose, key[0]))
                yield Job(key, Condition(), request, _item(key[0]), digest)

    about = Run(folder / FOLDER, header, ())
    found = inquiry.ask(about, asked, who.model, wanted, jobs, who.manner, who.tally, who.progress)
    if who.tally.stopped:
        raise ValueError(f"{who.model.name}: {who.tally.stopped}")
    return {name: record for (name, _), record in found.items()}


def log(folder: Path, purpose: str, version: int, who: Who) -> Iterator[Record]:
    """Yield all that a model has replied for a purpose, oldest first."""
    asked = Asked.of(purpose, version, who.model, who.manner)
    return run_folder.records(asked.folder(folder / FOLDER))


def _item(name: str) -> Item:
    """Return an item that stands for a question which has no key."""
    return Item(name, "genai", "genai", 1, "test", "", "?", (), (), Number(0), {})
