"""Ask a model what stands in the pictures of captures; a detector then looks for what it names.

The eight views of a capture are shown one by one. The replies lie in OUT/captions, laid out as a run's: an interrupted
review goes on without paying twice. What a model says is not trusted: only short names are taken from it, and few.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import vantage
from vantage import seeds
from vantage.curate.items import encoded
from vantage.curate.ring import Ring, Station
from vantage.item import IMAGE_MARK, Condition, Item, Number, compact
from vantage.models import Model, Request
from vantage.prompts.prompt import Message, Picture, message_digest
from vantage.running import run_folder
from vantage.running.asking import Asking, Job, Terms
from vantage.running.inquiry import Manner
from vantage.running.records import Header, Source
from vantage.running.run import Progress, check_budget, check_model
from vantage.running.run_folder import Key, identity
from vantage.running.tally import Tally
from vantage.running.waiting import wait
from vantage.scoring.extract.spoken import said

FOLDER = "captions"
VERSION = 1
PROMPT = (
    "Name the main objects in this picture: whole things that stand on the ground or on a table, each of which can be "
    "told from all others by its name. Name at most eight, the largest first, one a line, each in one to three words, "
    "such as “office chair”. Leave out floor, walls, ceiling and sky, and what you are not sure of. If there is no "
    "such object, answer None."
)
SIDE = 1024  # pixels: larger pictures are shrunk to this side
EACH, MOST = 8, 24  # names taken from one picture, and from all pictures of a capture
LONGEST, WORDS = 40, 4  # characters and words of a name
SHOWN = 2  # pictures that must show a thing

_MARKS = re.compile(r"^[\W\d_]+|[\W_]+$")
_ARTICLE = re.compile(r"^(an?|the|one)\s+")


def captioned(
    rings: Sequence[Ring],
    model: Model,
    out: Path,
    manner: Manner,
    tally: Tally | None = None,
    progress: Progress | None = None,
) -> list[list[str]]:
    """Return the names of the things in each capture, those that most pictures show first."""
    if "/" not in model.name:
        raise ValueError(f"{model.name} is a built-in model, which names nothing; give a captioner as PROVIDER/NAME")
    views = [(ring, azimuth, station) for ring in rings for azimuth, station in ring.views.items()]
    shown = {(f"{ring.capture.name}/{azimuth}", 0): (ring, station) for ring, azimuth, station in views}
    tally = Tally() if tally is None else tally
    check_model(model)
    check_budget(model, manner.budget, tally)
    replies = _asked(shown, model, out / FOLDER, manner, tally, progress)
    if tally.stopped:
        raise ValueError(f"not all pictures have names: {tally.stopped}")
    if shown and not replies:
        raise ValueError(f"{model.name} said nothing about any of {len(shown)} pictures")
    return [_common([names(replies.get(key, "")) for key, (of, _) in shown.items() if of is ring]) for ring in rings]


def _asked(
    shown: Mapping[Key, tuple[Ring, Station]],
    model: Model,
    folder: Path,
    manner: Manner,
    tally: Tally,
    progress: Progress | None,
) -> dict[Key, str]:
    """Ask what has no reply yet, and return all replies; a picture whose request failed for good has none."""
    settings = getattr(model, "settings", None) or manner.settings
    header = Header(
        vantage=vantage.__version__,
        model=model.name,
        dataset=Source(digest=seeds.digest(FOLDER)),
        conditions=(Condition(),),
        protocols={FOLDER: VERSION},
        settings=identity(settings),
    )
    found = run_folder.read_header(folder) if any(run_folder.records(folder)) else None
    if found and (differs := run_folder.difference(found, header)):
        raise ValueError(f"{folder} holds replies with {differs}; ask the same way, or name a new folder")
    done = {record.key for record in run_folder.records(folder) if record.text}
    left = [key for key in shown if key not in done]  # also what failed in an earlier sitting
    tally.total, tally.done = len(shown), len(shown) - len(left)

    def seen() -> None:
        if progress:
            progress(tally.done, tally.total)

    folder.mkdir(parents=True, exist_ok=True)
    with run_folder.opened(folder, header) as log:
        terms = Terms(settings.timeout, manner.concurrency, manner.retries, manner.budget, manner.cache)
        path = (FOLDER, VERSION, model.name, compact(identity(settings)))
        wait(Asking(model, terms, log, tally, seen).ask(_job(key, *shown[key], path) for key in left))
    return {record.key: record.text for record in run_folder.records(folder) if record.text}


def _job(key: Key, ring: Ring, station: Station, path: tuple[str | int, ...]) -> Job:
    picture = encoded(station.shot, ring.capture.folder, SIDE)
    messages = (Message("user", (Picture(picture), PROMPT)),)
    item = Item(
        id=key[0],
        suite=FOLDER,
        task=FOLDER,
        version=VERSION,
        split="test",
        situation="",
        question=f"{IMAGE_MARK}\n{PROMPT}",
        images=(picture,),
        options=(),
        answer=Number(0),
        truth={},
    )
    return Job(key, Condition(), Request(messages, (FOLDER, *key)), item, message_digest(messages, *path))


def names(reply: str) -> list[str]:
    """Return the names in a reply, in lower case, without numbers, marks and articles."""
    found: dict[str, None] = {}
    for part in map(str.strip, _parts(said(reply[:10_000]))):
        name = _MARKS.sub("", _ARTICLE.sub("", _MARKS.sub("", part).lower()))
        plain = part.isprintable() and IMAGE_MARK not in part
        if plain and 1 < len(name) <= LONGEST and len(name.split()) <= WORDS and name != "none":
            found[" ".join(name.split())] = None
    return list(found)[:EACH]


def _parts(text: str) -> Iterator[str]:
    """Yield the lines of a reply, or what commas part in a reply of one line."""
    lines = [line for line in text.splitlines() if line.strip()]
    yield from lines if len(lines) > 1 else re.split(r"[,;.]", text)


def _common(listed: Sequence[Sequence[str]]) -> list[str]:
    """Return the names that several pictures of a capture share, the most frequent first."""
    counts: dict[str, int] = {}
    for one in listed:
        for name in one:
            counts[name] = counts.get(name, 0) + 1
    return [name for name in sorted(counts, key=lambda name: -counts[name]) if counts[name] >= SHOWN][:MOST]
