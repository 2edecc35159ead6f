"""What a run lost: the requests that finally failed, by cause, with a remedy if one is known.

A model that failed on half of the items was measured on the other half, which may well be the easier one. So a run
that lost many requests is marked wherever its numbers are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vantage.running.records import Fault, Record

LITTLE = 0.01  # share of requests that may be lost without a note at the top of a page
MUCH = 0.05  # share of requests: a run that lost more is not ranked with others
WORDS = 160  # at most so many characters of a server's message are quoted

AGAIN = "ask again with --retry-failed"
BY_WORDS = (
    (
        r"(at most|only|maximum of|up to|more than) \d+ (image|picture|photo)|too many (image|picture)"
        r"|(image|picture)s?\b.{0,40}(exceed|limit|maximum)|(limit|maximum)\b.{0,40}\b(image|picture)s\b",
        "more pictures than the server takes in one request",
        "ask with --layout composite (all pictures in one), into a new folder (--out)",
    ),
    (
        r"context[ _](length|window|size)|too (long|large)|too many (input |prompt )?tokens|maximum.{0,40}tokens",
        "a request too long for the model",
        "shrink the pictures with --max-side or the answers with --max-tokens, into a new folder (--out)",
    ),
    (
        r"content[ _]?(filter|policy|management|moderation)|moderation|safety|flagged|prohibited",
        "declined by the provider's content filter",
        "nothing of ours cures it; another provider may take these items",
    ),
)
BY_KIND = {
    "rate": ("too many requests at once", f"{AGAIN} and a lower --concurrency"),
    "timeout": ("no answer in time", f"{AGAIN} and a longer --timeout, or a lower --concurrency"),
    "server": ("the server failed", f"{AGAIN}, perhaps with a lower --concurrency"),
    "network": ("the connection was lost", AGAIN),
    "broken": ("a reply that is no answer of such a server", f"see that --base-url is right, then {AGAIN}"),
    "expired": ("the batch expired", "export what is missing with --missing, or ask it with vantage run"),
}


@dataclass(frozen=True)
class Cause:
    """Why a number of requests failed; `said` is the message of the first, `cure` is empty if none is known."""

    what: str
    n: int
    said: str
    cure: str


@dataclass(frozen=True)
class Loss:
    """How many of a run's requests finally failed, and why; the most common cause comes first."""

    asked: int
    failed: int
    causes: tuple[Cause, ...] = ()

    @property
    def share(self) -> float:
        """The share of the requests that failed."""
        return self.failed / self.asked if self.asked else 0.0


def loss(records: Iterable[Record]) -> Loss:
    """Return how many of these responses, the latest to each request, are failures, and why."""
    asked = failed = 0
    found: dict[tuple[str, str], list[str]] = {}
    for record in records:
        asked += 1
        if record.error is not None:
            failed += 1
            found.setdefault(_cause(record.error), []).append(" ".join(record.error.message.split()))
    causes = [Cause(what, len(said), _clipped(said[0]), cure) for (what, cure), said in found.items()]
    return Loss(asked, failed, tuple(sorted(causes, key=lambda cause: -cause.n)))


def sentence(cause: Cause) -> str:
    """Return a cause in words: how often, what was said, what to do."""
    said = f" ({cause.said})" if cause.said and cause.said != cause.what else ""
    return f"{cause.n:,} × {cause.what}{said}" + (f"; {cause.cure}" if cause.cure else "")


def _cause(fault: Fault) -> tuple[str, str]:
    """Return the name of a failure and its remedy; an unknown failure is named by its own message."""
    for pattern, what, cure in BY_WORDS:
        if fault.kind not in BY_KIND and re.search(pattern, fault.message, re.IGNORECASE):
            return what, cure
    if fault.kind in BY_KIND:
        return BY_KIND[fault.kind]
    # Numbers in a message (ids, sizes, dates) would make each failure a cause of its own.
    return _clipped(re.sub(r"\d+", "…", " ".join(fault.message.split()))) or fault.kind or "no reason given", ""


def _clipped(text: str) -> str:
    return text if len(text) <= WORDS else text[: WORDS - 1] + "…"
