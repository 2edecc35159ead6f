"""How often one token may ask, so that a storm of reloads, or of guesses, slows only whoever causes it.

Limits count per token and never per address: a whole laboratory may share one. They run on the monotonic clock, so a
clock that is set forward or back changes nothing.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

KEPT = 20_000  # tokens whose use is remembered


class Bucket:
    """Allows `burst` at once, and `rate` a second from then on."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left, self._at = burst, clock()

    def take(self) -> float:
        """Take one and return 0, or return in how many seconds there is one again."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate


class Limits:
    """A bucket for each token that was seen lately, and one for all strangers together."""

    def __init__(self, burst: float = 60, rate: float = 6, strangers: Bucket | None = None) -> None:
        self._burst, self._rate = burst, rate
        self._known: OrderedDict[str, Bucket] = OrderedDict()
        self._strangers = strangers or Bucket(600, 30)

    def take(self, token: str) -> float:
        """Return how many seconds a token must wait, 0 if not at all."""
        if token not in self._known:
            return self._strangers.take()
        self._known.move_to_end(token)
        return self._known[token].take()

    def know(self, token: str) -> None:
        """Remember a token that turned out to be someone's."""
        if token not in self._known:
            self._known[token] = Bucket(self._burst, self._rate)
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
