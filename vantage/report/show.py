"""Items for people to look at: a page to browse and flag (HTML), and lines of JSON; `sheet` has the contact sheet.

Keys are left out unless asked for: a sheet or a page without them can be handed to someone who is to be tested.
"""

from __future__ import annotations

import base64
import io
import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any

from vantage.describing.explained import explain, silence
from vantage.item import IMAGE_MARK, Item, answer_text, compact, item_json
from vantage.task import TIERS

PAGE_PICTURE = 256  # pixels: the longer side of a picture in a page


def lines(items: Iterable[Item]) -> Iterator[str]:
    """Yield each item as a line of JSON without its pictures, keys sorted.

    id, suite, task, subtype, version, split, situation, attempt: as in the data set.
    question: text with <image> marks. images, depth, ids: how many pictures there are.
    options: list of {letter, text, image (whether it is a picture), label, rule}; empty where a number is asked for.
    answer: {letter} or {value, unit, rule}. tags, truth: objects. groups: name -> [group, variant]. text_form: text.
    explanation: a worked solution in words, where the task has one; it ends in the answer.
    """
    for item in items:
        yield compact({**item_json(item), "explanation": "" if silence(item) else explain(item)})


def in_order(items: Iterable[Item]) -> list[Item]:
    """Return the items task by task, tier by tier, then by question, else as they came."""
    tiers = {tier: place for place, tier in enumerate(TIERS)}

    def rank(item: Item) -> tuple[str, int, str, str]:
        tier = str(item.tags.get("tier", ""))
        return item.task, tiers.get(tier, len(tiers)), tier, item.question

    return sorted(items, key=rank)


def numbered(question: str) -> str:
    """Return a question as one paragraph, its pictures by number where there are several: "Fold 1: [1] …"."""
    number = itertools.count(1)
    single = question.count(IMAGE_MARK) == 1
    text = re.sub(re.escape(IMAGE_MARK), lambda _: "" if single else f" [{next(number)}] ", question)
    return " ".join(text.split())


def page(items: Iterable[Item], keys: bool = False) -> str:
    """Return one HTML page, with everything in it, to browse items and flag those that are unfair or unclear.

    With `keys` the page also holds keys, rules, labels and truth, shown on demand; without, it does not hold them.
    """
    from vantage.report import page as pages

    cards = [_card(item, keys) for item in in_order(items)]
    if not cards:
        raise ValueError("there are no items to show")
    return pages.filled("show.html", cards=cards, keys=keys, tasks=_tally(cards))


def _card(item: Item, keys: bool) -> dict[str, Any]:
    """Return what the page shows of an item."""
    letters = item.letters if item.options else ""
    card = {
        "id": item.id,
        "attempt": item.attempt,
        "task": item.task,
        "tier": str(item.tags.get("tier", "")),
        "question": numbered(item.question),
        "images": [_data_uri(data) for data in item.images],
        "options": [
            {"letter": letter, "text": option.text, "image": _data_uri(option.image) if option.image else ""}
            for letter, option in zip(letters, item.options)
        ],
    }
    if keys:
        card["answer"] = answer_text(item)
        card["rules"] = [
            {"letter": letter, "label": option.label, "rule": option.rule}
            for letter, option in zip(letters, item.options)
        ]
        card["truth"] = compact(item.truth)
    return card


def _tally(cards: Iterable[dict[str, Any]]) -> dict[str, list[str]]:
    """Return the tiers of each task on the page, in order."""
    tasks: dict[str, list[str]] = {}
    for card in cards:
        tiers = tasks.setdefault(card["task"], [])
        if card["tier"] not in tiers:
            tiers.append(card["tier"])
    return tasks


def _data_uri(data: bytes) -> str:
    """Return a picture as a small WebP data URI. Encoded anew: nothing else of the file reaches the page."""
    from vantage.render import flat

    buffer = io.BytesIO()
    flat.fitted(flat.decode(data), PAGE_PICTURE).save(buffer, "WEBP", quality=82)
    return "data:image/webp;base64," + base64.b64encode(buffer.getvalue()).decode()
