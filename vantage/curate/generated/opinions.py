"""Which way a vision-language model says that the thing in each picture faces, to be set beside a person's word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from vantage.curate.generated.painting import Picture
from vantage.curate.generated.replies import FOLDER, Who, ask
from vantage.item import LETTERS
from vantage.prompts.prompt import Message
from vantage.prompts.prompt import Picture as Shown
from vantage.running import run_folder
from vantage.running.inquiry import known
from vantage.scoring import extract

CHECK, VERSION = "check", 1
SIDE = 768  # pixels: larger pictures are shrunk for the model
ANSWERS = {
    "front": "toward the camera",
    "back": "away from the camera",
    "left": "to the left of the picture",
    "right": "to the right of the picture",
    "diagonal": "diagonally, between two of these",
    "unclear": "it cannot be told, or there is no such thing",
}
QUESTION = (
    "Which way does the {kind} in this picture face? Left and right are those of the picture.\n{options}\n"
    "Answer with one letter."
)


@dataclass(frozen=True)
class Opinion:
    """What a model said of a picture: one of ANSWERS, or nothing that could be read."""

    model: str
    said: str


def asked(folder: Path, pictures: Sequence[Picture], who: Who) -> None:
    """Ask a model about all pictures, except where it has answered."""
    found = {one.id: one for one in pictures}
    due = {id: (id, one.sha256, one.description.kind) for id, one in found.items()}

    def messages(id: str) -> tuple[Message, ...]:
        one = found[id]
        return (Message("user", (Shown(_small(folder / one.file)), _question(one.description.kind))),)

    ask(folder, CHECK, VERSION, who, due, messages)


def _question(kind: str) -> str:
    options = "\n".join(f"{letter}. {text}" for letter, text in zip(LETTERS, ANSWERS.values()))
    return QUESTION.format(kind=kind, options=options)


@lru_cache(maxsize=4)
def _small(path: Path) -> bytes:
    """Return a picture, no larger than a model needs and with nothing but its pixels."""
    from vantage.curate.turntables.photographs import encoded
    from vantage.render import flat

    image = flat.decode(path.read_bytes())
    image.thumbnail((SIDE, SIDE))
    return encoded(image)


def read(folder: Path, pictures: Sequence[Picture]) -> dict[str, list[Opinion]]:
    """Return what models have said of each picture, by the digest of its bytes."""
    place = folder / FOLDER
    found: dict[str, list[Opinion]] = {}
    for one in known(place, CHECK, VERSION):
        digests = {(p.id, 0): one.digest(p.id, p.sha256, p.description.kind) for p in pictures}
        latest = {record.key: record for record in run_folder.records(one.folder(place))}
        for picture in pictures:
            record = latest.get((picture.id, 0))
            if record and record.text is not None and record.request == digests[picture.id, 0]:
                found.setdefault(picture.sha256, []).append(Opinion(one.model, _answer(record.text)))
    return found


def _answer(reply: str) -> str:
    letter = extract.choice(reply, [*ANSWERS.values()]).answer
    return [*ANSWERS][LETTERS.index(letter)] if letter else ""
