"""A model rewords questions; a wording is kept only if a reader, who sees nothing else, reads the same out of it.

What the models say is not trusted. Only the text after the last picture is reworded, so the pictures stay where they
are; options, letters and key are never shown. A wording that is too long, asks several things, offers options or names
a choice that the question does not name is dropped before it is read back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import vantage
from vantage.data.dataset import DataSet, load, opened, write_text
from vantage.item import IMAGE_MARK, Condition, Item, Json, compact
from vantage.judging import objects
from vantage.models import Model, Request
from vantage.prompts.prompt import Message
from vantage.rewording import forms
from vantage.running import inquiry
from vantage.running.asking import Job
from vantage.running.inquiry import Asked, Manner
from vantage.running.records import Header, Source
from vantage.running.run import Progress
from vantage.running.run_folder import Key, Run
from vantage.running.tally import Tally
from vantage.scoring.extract.quoted import clipped, defused, mark

VERSION = 1  # of the two requests' wording
REWORD, READ = "reword", "read"  # the folders of the replies
REPLIES, FATES = "-replies", "paraphrases.jsonl"
MOST = 20  # paraphrases of one question
LONGER = 3  # a paraphrase may be so many times as long as the question
LETTERED = re.compile(r"(?:^|\s)\(?[A-H][.):]\s")
REQUEST = (
    "Below is a question about pictures that you do not see. Write {n} other wordings of it, as different people would "
    "put it. Each must mean exactly the same: keep the names of things, every number and direction of turn, and whose "
    "left and right is meant. Do not answer it, offer no options and give no hints. Ask one question in each. Reply "
    'with one JSON object: {{"questions": ["…", "…"]}}.'
)
FORM = (
    "Below is a question about pictures that you do not see. Do not answer it. Say what it asks by filling in this "
    "form as one JSON object, from its words alone; leave a field empty if the words do not say it.\n{form}"
)


@dataclass(frozen=True)
class Who:
    """A model to ask, how, and what it has cost so far."""

    model: Model
    manner: Manner
    tally: Tally | None = None
    progress: Progress | None = None


@dataclass(frozen=True)
class Fate:
    """What became of one wording; `dropped` says why it is not used, and is empty if it is."""

    item: str
    text: str
    dropped: str = ""


def paraphrase(data: DataSet, out: Path, n: int, writer: Who, reader: Who) -> tuple[DataSet, list[Fate]]:
    """Write a data set with up to `n` paraphrases of each question beside it; return it and what became of each."""
    items = _askable(data, n)
    found = list(_drafted(data, out, items, n, writer))
    fates = _read_back(data, out, items, found, reader)
    kept: dict[str, list[str]] = {}
    for fate in fates:
        if not fate.dropped:
            kept.setdefault(fate.item, []).append(fate.text)
    if not kept:
        raise ValueError(f"none of {len(fates)} paraphrases can be used: {reasons(fates)}")
    counts = {"kept": sum(map(len, kept.values())), "dropped": dict(Counter(f.dropped for f in fates if f.dropped))}
    header = _header(data, {"model": writer.model.name, "reader": reader.model.name, "n": n, **counts})
    with opened(out, header) as file:
        if not file.complete:
            file.write(_items(data, kept))
    write_text(out / FATES, "".join(f"{compact(vars(fate))}\n" for fate in fates))
    return load(out), fates


def reasons(fates: list[Fate]) -> str:
    """Return why wordings were dropped, the most frequent reason first."""
    found = Counter(fate.dropped for fate in fates if fate.dropped).most_common()
    return ", ".join(f"{why} ({count})" for why, count in found) or "none was dropped"


def _askable(data: DataSet, n: int) -> dict[str, Item]:
    if not 1 <= n <= MOST:
        raise ValueError(f"{n} paraphrases were asked for; give 1 to {MOST}")
    items = {item.id: item for item in data.head() if item.task in forms.FORMS}
    if not items:
        raise ValueError(f"{data.folder} holds no question that can be read back; known are {', '.join(forms.FORMS)}")
    return items


def _parts(item: Item) -> tuple[str, str]:
    """Return the question up to its last picture, and the words after it."""
    head, picture, words = item.question.rpartition(IMAGE_MARK)
    return head + picture + words[: len(words) - len(words.lstrip())], words.strip()


def _drafted(data: DataSet, out: Path, items: Mapping[str, Item], n: int, writer: Who) -> Iterator[Fate]:
    """Yield the wordings that the writer gave; those that cannot be used already have a reason."""
    asks = {(name, 0): _quoted(REQUEST.format(n=n), _parts(item)[1]) for name, item in items.items()}
    for (name, _), reply in _asked(data, out, REWORD, writer, asks, {key: items[key[0]] for key in asks}).items():
        texts = _listed(reply)
        if not texts:
            yield Fate(name, "", "no reply" if reply is None else "unreadable reply")
        seen = {_plain(_parts(items[name])[1])}
        for text in texts[:n]:
            yield Fate(name, text[:2000], "repeated" if _plain(text) in seen else unfit(text, items[name]))
            seen.add(_plain(text))


def unfit(text: str, item: Item) -> str:
    """Return why a wording cannot be used, whatever it means; empty if it can."""
    _, words = _parts(item)
    if not text or len(text) > LONGER * len(words):
        return "too long" if text else "empty"
    if IMAGE_MARK in text or "\n" in text or not text.isprintable():
        return "not plain text"
    if text.count("?") > max(1, words.count("?")):
        return "several questions"
    said = [[_holds(one, option.text) for one in (text, words)] for option in item.options if option.text]
    return "offers options" if [True, False] in said or LETTERED.search(text) else ""


def _holds(text: str, option: str) -> bool:
    return re.search(rf"\b{re.escape(option.rstrip('.'))}\b", text, re.I) is not None


def _read_back(data: DataSet, out: Path, items: Mapping[str, Item], found: list[Fate], reader: Who) -> list[Fate]:
    """Return the wordings again, each one dropped of which the reader fills in another form than the truth's."""
    places = {(f"{fate.item}~{number}", 0): number for number, fate in enumerate(found) if not fate.dropped}
    about = {key: items[found[number].item] for key, number in places.items()}
    asks = {
        key: _quoted(FORM.format(form=forms.blank(about[key].task)), found[number].text)
        for key, number in places.items()
    }
    fates = list(found)
    for key, reply in _asked(data, out, READ, reader, asks, about).items():
        fates[places[key]] = replace(found[places[key]], dropped=_misread(about[key], reply))
    return fates


def _misread(item: Item, reply: str | None) -> str:
    if reply is None:
        return "not read back"
    filled = [one.value for one in objects.aloud(reply) if not one.broken and isinstance(one.value, dict)]
    odd = forms.differences(item, filled[-1]) if filled else ["form"]
    return f"read back with another {odd[0]}" if odd else ""


def _asked(
    data: DataSet, out: Path, purpose: str, who: Who, asks: Mapping[Key, str], items: Mapping[Key, Item]
) -> dict[Key, str | None]:
    """Return the reply to each request, None where it failed; replies are kept, so nothing is asked twice."""
    asked = Asked.of(purpose, VERSION, who.model, who.manner)
    wanted = {key: asked.digest(text) for key, text in asks.items()}
    place = out.with_name(f"{out.name}{REPLIES}")  # beside the data set, which does not exist until all is read
    about = Run(place, Header(model="", dataset=Source(digest=data.digest), conditions=(Condition(),)), ())

    def jobs(left: Set[Key]) -> Iterator[Job]:
        for key in asks:
            if key in left:
                request = Request((Message("user", (asks[key],)),), (purpose, *key))
                yield Job(key, Condition(), request, items[key], wanted[key])

    tally = who.tally or Tally()
    replies = inquiry.ask(about, asked, who.model, wanted, jobs, who.manner, tally, who.progress)
    if tally.stopped:
        raise ValueError(f"{who.model.name}: {tally.stopped}")
    return {key: replies[key].text if key in replies else None for key in asks}


def _quoted(request: str, text: str) -> str:
    """Return a request with a text that cannot pass for part of it."""
    line = mark(text)
    return f"{request}\n\nThe question stands between the lines {line}.\n{line}\n{defused(clipped(text, 4000))}\n{line}"


def _listed(reply: str | None) -> list[str]:
    """Return the wordings in a writer's reply; none if it has not the form that was asked for."""
    for found in objects.aloud(reply or ""):
        texts = found.value.get("questions") if isinstance(found.value, dict) else None
        if not found.broken and isinstance(texts, list) and all(isinstance(text, str) for text in texts):
            return [" ".join(text.split()) for text in texts]
    return []


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def _header(data: DataSet, how: Json) -> dict[str, Any]:
    """Return the new manifest's header; without `pixels`, since its items cannot be made again from names."""
    kept = ("suite", "title", "size", "seed", "tasks", "licence", "credits")
    found = {name: data.manifest[name] for name in kept if name in data.manifest}
    return {**found, "vantage": vantage.__version__, "paraphrased": {**how, "of": data.digest}}


def _items(data: DataSet, kept: Mapping[str, list[str]]) -> Iterator[Item]:
    """Yield each question that has paraphrases, followed by them, as one wording group."""
    for item in data.items():
        if item.id not in kept:
            continue
        head, _ = _parts(item)
        yield item.worded(item.question, item.id, "original")
        for number, text in enumerate(kept[item.id], 1):
            yield item.worded(head + text, item.id, f"paraphrase {number}", id=f"{item.id}~{number}")
