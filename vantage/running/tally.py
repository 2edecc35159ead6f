"""The state of a run: what is done, what failed and how, what it cost, and how many answers were right.

Counts cover the whole run, over all its interruptions. Only `scored` and `right` count just the answers that were
scored as they arrived. A budget covers a whole command: the command's earlier runs count too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from vantage.running.prices import FREE, Price
from vantage.running.records import Record


@dataclass(frozen=True)
class Budget:
    """Limits for all runs of a command together, earlier calls of the same runs included; None sets no limit."""

    requests: int | None = None
    tokens: int | None = None
    cost: float | None = None  # US dollars


NO_LIMIT = Budget()


@dataclass
class Tally:
    """The counts of one run."""

    price: Price | None = None
    earlier: Sequence[Tally] = ()  # tallies of the command's earlier runs, which share its budget
    total: int = 0  # responses when the run is complete
    done: int = 0  # responses so far, failed ones included
    asked: int = 0  # responses of this call
    cached: int = 0  # responses of this call that came from the cache
    failed: int = 0  # responses that are failures
    failures: Counter[str] = field(default_factory=Counter)  # failed attempts, by kind
    requests: int = 0  # requests sent
    paid: int = 0  # responses that did not come from the cache
    tokens: int = 0
    cost: float = 0.0  # US dollars; 0 where the price is not known
    watched: bool = False  # whether answers are scored as they arrive
    scored: int = 0  # answers scored as they arrived
    right: int = 0  # right answers among those
    stopped: str = ""  # why the run ended early, as a sentence

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
        """Return the limit that leaves no room for another request besides those under way; empty if there is room.

        The cost of a request is not known in advance, so each request under way counts as the mean of the finished
        ones. Until one has finished, no second request is sent, and the first counts as the mean of the earlier runs.
        """
        measured = budget.tokens is not None or budget.cost is not None
        if measured and under_way and not self.paid:
            return "the first answer, which shows what a request costs"
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
        """The estimated cost of the rest of the run; None where the price or the mean cost is not known."""
        return self.cost / self.paid * (self.total - self.done) if self.price and self.paid else None
