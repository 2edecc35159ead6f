"""Where a run stands: what is done, what failed and how, what it took, and how many answers were right.

Counts are of the whole run, however often it was interrupted, but for `scored` and `right`, which are of
what was looked at as it came. A budget is of a whole command: the runs it has asked before count too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from vantage.running.prices import FREE, Price
from vantage.running.records import Record


@dataclass(frozen=True)
class Budget:
    """How far the runs of a command may go, all their sittings together; None sets no limit."""

    requests: int | None = None
    tokens: int | None = None
    cost: float | None = None  # US dollars


NO_LIMIT = Budget()


@dataclass
class Tally:
    """The counts of one run."""

    price: Price | None = None
    earlier: Sequence[Tally] = ()  # of the runs that the same command has asked before, out of the same budget
    total: int = 0  # responses there will be
    done: int = 0  # responses there are, failed ones included
    asked: int = 0  # of them, those of this sitting
    cached: int = 0  # of this sitting, those that came out of the cache
    failed: int = 0  # items without a response
    failures: Counter[str] = field(default_factory=Counter)  # attempts that failed, by kind
    requests: int = 0  # sent
    paid: int = 0  # responses that were not out of the cache
    tokens: int = 0
    cost: float = 0.0  # US dollars, as far as the price is known
    watched: bool = False  # whether answers are to be scored as they come
    scored: int = 0  # answers that were
    right: int = 0
    stopped: str = ""  # why it ended early, as a sentence

    def add(self, record: Record) -> None:
        """Count one response."""
        self.failed += record.error is not None
        self.failures.update(record.failures)
        if not record.cached and record.text is not None:
            tokens_in, tokens_out = record.tokens_in or 0, record.tokens_out or 0
            self.paid += 1
            self.tokens += tokens_in + tokens_out
            self.cost += self.price.cost(tokens_in, tokens_out) if self.price else 0.0

    def short(self, budget: Budget, under_way: int) -> str:
        """Return which limit leaves no room for another request beside those under way; empty when there is room.

        What a request will take is not known before, so each under way is counted as the mean of those that are over;
        until one is, no second one is sent, and the first is counted as the mean of the earlier runs.
        """
        measured = budget.tokens is not None or budget.cost is not None
        if measured and under_way and not self.paid:
            return "the first answer, which tells what a request takes"
        every = [*self.earlier, self]
        known = [self] if self.paid else self.earlier
        ahead = (under_way + 1) / max(1, sum(tally.paid for tally in known))
        if budget.requests is not None and sum(tally.requests for tally in every) >= budget.requests:
            return f"--max-requests {budget.requests}"
        tokens = sum(tally.tokens for tally in every) + ahead * sum(tally.tokens for tally in known)
        if budget.tokens is not None and tokens > budget.tokens:
            return f"--max-tokens-total {budget.tokens}"
        cost = sum(tally.cost for tally in every) + ahead * sum(tally.cost for tally in known)
        if budget.cost is not None and self.price != FREE and cost > budget.cost:
            return f"--max-cost {budget.cost:g}"
        return ""

    @property
    def cost_left(self) -> float | None:
        """What is left to do would cost about so much; None where the price or the mean is not known."""
        return self.cost / self.paid * (self.total - self.done) if self.price and self.paid else None
