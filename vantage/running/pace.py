"""How many requests may be under way: more while all is well, half at a sign of overload, none while told to wait.

Pure arithmetic on times that are handed in. As in TCP, growth is quick at first and careful near where it last went
wrong, and one burst of complaints counts once: a request that began before the last cut says nothing about the cut.
"""

from __future__ import annotations

START = 16  # requests under way at first
CAREFUL = 0.75  # share of the number that went wrong, from which growth is careful


class Pace:
    """The number of requests that may be under way, at most `most`."""

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
        """Return whether one more request may begin."""
        return now >= self.paused_until and self.under_way < int(self.limit)

    def start(self) -> None:
        """Note that a request begins."""
        self.under_way += 1
        self._filled = self.under_way >= int(self.limit)

    def end(self) -> None:
        """Note that a request is over, however it went."""
        self.under_way -= 1

    def well(self) -> None:
        """Grow, for a request that was answered: a round of them doubles it, or adds one where care is due."""
        # A window that is not filled proves nothing about a larger one.
        if self._filled:
            step = 1.0 if self.limit < self._careful_from else 1 / self.limit
            self.limit = min(self.most, self.limit + step)

    def overload(self, began: float, now: float) -> None:
        """Halve, for a request that the server was too busy to answer."""
        if began >= self._cut_at:
            self._careful_from = CAREFUL * self.limit
            self.limit = max(1.0, self.limit / 2)
            self._cut_at = now

    def wait(self, until: float) -> None:
        """Let nobody begin before `until`."""
        self.paused_until = max(self.paused_until, until)
