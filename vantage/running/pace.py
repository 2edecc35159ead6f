"""How many requests may run at once: more after each success, half at overload, none while the server says to wait.

Pure arithmetic: the caller passes in all times. As in TCP, the limit grows quickly at first and slowly near the value
that last caused an overload. One burst of overload errors counts once: a request that started before the last halving
tells nothing about the new limit.
"""

from __future__ import annotations

START = 16  # the limit at the start
CAREFUL = 0.75  # growth becomes slow at this share of the limit that caused the last overload


class Pace:
    """The number of requests that may run at once, never above `most`."""

    def __init__(self, most: int) -> None:
        if most < 1:
            raise ValueError(f"concurrency must be at least 1, not {most}")
        self.most = most
        self.limit = float(min(START, most))
        self.under_way = 0
        self.paused_until = float("-inf")
        self._filled = False
        self._careful_from = float(most)
        self._cut_at = float("-inf")

    def may_start(self, now: float) -> bool:
        """Return whether one more request may start."""
        return now >= self.paused_until and self.under_way < int(self.limit)

    def start(self) -> None:
        """Record that a request starts."""
        self.under_way += 1
        self._filled = self.under_way >= int(self.limit)

    def end(self) -> None:
        """Record that a request has ended, whether it succeeded or failed."""
        self.under_way -= 1

    def well(self) -> None:
        """Grow after a success: a round of successes doubles the limit, or adds one where growth is slow."""
        # If the limit was not reached, a success proves nothing about a larger limit.
        if self._filled:
            step = 1.0 if self.limit < self._careful_from else 1 / self.limit
            self.limit = min(self.most, self.limit + step)

    def overload(self, began: float, now: float) -> None:
        """Halve the limit after a request that the server was too busy to answer."""
        if began >= self._cut_at:
            self._careful_from = CAREFUL * self.limit
            self.limit = max(1.0, self.limit / 2)
            self._cut_at = now

    def wait(self, until: float) -> None:
        """Let no request start before `until`."""
        self.paused_until = max(self.paused_until, until)
