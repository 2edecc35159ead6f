"""The page on which a person confirms or corrects what a judge said of wrong responses, one key for each label.

One file that holds everything and loads nothing. Whatever a model, a judge or a stranger's item says in it is escaped.
A blind page does not hold the judge's words, nor the model's name: neither can influence the labels given on it.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from vantage.item import Item
from vantage.judging import verdict
from vantage.judging.judge import Case, Judgement
from vantage.judging.verdict import LABELS, LONGEST, SUBTYPES, TYPES
from vantage.report import page as pages
from vantage.report.browse import clip, shrink
from vantage.report.show import numbered

SIDE = 480  # pixels: large enough to see what the model may have seen wrongly


def page(judged: Sequence[Judgement], items: Mapping[str, Mapping[str, Item]], blind: bool = False) -> str:
    """Return the page for the judgements that could be read; `items` are theirs, with pictures, by data set and id.

    The order is as good as random, so a review that stops half-way still covers a fair sample.
    """
    found = sorted((one for one in judged if one.verdict), key=lambda one: one.case.id)
    if not found:
        raise ValueError(
            "no judgement could be read, so there is nothing to review; ask again (--retry-unread), or another judge"
        )
    cards = [_card(one, items[one.case.dataset][one.case.item.id], blind) for one in found]
    labels = [(label, SUBTYPES.get(label) or TYPES[label], label in SUBTYPES) for label in LABELS]
    return pages.filled("review.html", cards=cards, labels=labels, blind=blind)


def _card(judgement: Judgement, item: Item, blind: bool) -> dict[str, Any]:
    """Return what the page shows of a judgement, its item as the model was shown it."""
    case, shown = judgement.case, item.rotated(judgement.case.condition.rotation)
    card = {
        "case": case.id,
        "item": case.item.id,
        "condition": case.number,
        "task": case.item.task,
        "tier": case.stratum[1],
        "question": numbered(item.question),
        "images": [_uri(image) for image in item.images],
        "options": [
            {"letter": letter, "text": option.text, "image": _uri(option.image) if option.image else ""}
            for letter, option in zip(shown.letters, shown.options)
        ],
        "key": verdict.right_answer(item, case.condition),
        "answer": case.answer,
        "response": _said(case),
    }
    return card if blind else {**card, "model": case.model, "judge": judgement.judge, "verdict": judgement.verdict}


def _said(case: Case) -> str:
    return clip(case.text, LONGEST).encode("utf-8", "replace").decode()


def _uri(image: bytes) -> str:
    """Return a picture as a small data URI, empty where it is broken; encoded anew, so nothing else of it gets in."""
    small = shrink(image, SIDE)
    return f"data:image/webp;base64,{base64.b64encode(small).decode()}" if small else ""
