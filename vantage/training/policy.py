"""Difficulty that follows the learner: pass rates by task and tier say which tiers are open and what is asked more.

A task begins in its first tier. When the highest open tier is passed often enough, the next one opens; when more than
two are open and the lowest is passed that often, it closes. Among what is open, kinds that are passed half of the time
are asked most: an item that is always or never passed teaches nothing. (RLVE opens levels so.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from vantage.item import Item, Json
from vantage.training.plan import Kind, Plan


@dataclass(frozen=True)
class Rule:
    """When tiers open, and how strongly weights follow the pass rates."""

    passed: float = 0.9  # pass rate at which the next tier opens
    enough: int = 64  # replies to a kind before its rate means something
    least: float = 0.1  # the smallest weight of an open kind, as a share of the largest
    memory: int = 512  # replies after which older ones of a kind count half

    def __post_init__(self) -> None:
        for name, low, high in (("passed", 0.0, 1.0), ("least", 0.0, 1.0), ("enough", 1, 10**6), ("memory", 1, 10**6)):
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} of a policy must be from {low:g} to {high:g}, not {getattr(self, name)}")


@dataclass
class Policy:
    """Pass rates of one stream's kinds, the open tiers, and the weights that follow from them."""

    rule: Rule = field(default_factory=Rule)
    counts: dict[str, list[float]] = field(default_factory=dict)  # kind -> passed, seen; older replies fade
    seen: dict[str, int] = field(default_factory=dict)  # kind -> replies since its task's tiers last changed
    open: dict[str, list[int]] = field(default_factory=dict)  # task -> lowest and highest open tier, counted from 0

    def record(self, kind: str, passed: float) -> None:
        """Count one reply to an item of a kind; `passed` is its reward for being right, from 0 to 1."""
        if not 0 <= passed <= 1:
            raise ValueError(f"a reply passes with 0 to 1, not {passed!r}")
        fade = 0.5 ** (1 / self.rule.memory)
        right, n = self.counts.get(kind, [0.0, 0.0])
        self.counts[kind] = [right * fade + passed, n * fade + 1]
        self.seen[kind] = self.seen.get(kind, 0) + 1

    def rate(self, kind: str) -> float | None:
        """Return the pass rate of a kind, None while too few replies are known."""
        right, n = self.counts.get(kind, [0.0, 0.0])
        return right / n if self.seen.get(kind, 0) >= self.rule.enough else None

    def weights(self, plan: Plan) -> dict[str, float]:
        """Move the tiers by what was recorded, and return the weights of all kinds of a plan."""
        homes: dict[str, list[tuple[Kind, float]]] = {}
        for kind, share in plan.sources.values():
            homes.setdefault(kind.home, []).append((kind, share))
        found: dict[str, float] = {}
        for home, some in homes.items():
            tiered = all(kind.tier for kind, _ in some)
            low, high = self._moved(home, [kind.name for kind, _ in some]) if tiered else (0, len(some) - 1)
            urge = [self._urge(kind.name) * (low <= place <= high) for place, (kind, _) in enumerate(some)]
            # The task's share follows its mean urge; within it, kinds share by their own.
            mean = sum(urge) / (high - low + 1)
            share = sum(share for _, share in some)
            found |= {kind.name: share * mean * own / sum(urge) for (kind, _), own in zip(some, urge)}
        total = sum(found.values())
        return {name: weight / total for name, weight in found.items()}

    def _urge(self, kind: str) -> float:
        rate = self.rate(kind)
        return 1.0 if rate is None else max(self.rule.least, 4 * rate * (1 - rate))

    def _moved(self, home: str, tiers: list[str]) -> tuple[int, int]:
        """Return the lowest and the highest open tier of a task, after opening and closing what is due."""
        low, high = self.open.setdefault(home, [0, 0])
        top, bottom = self.rate(tiers[high]), self.rate(tiers[low])
        if high + 1 < len(tiers) and top is not None and top >= self.rule.passed:
            high += 1
        if high - low > 1 and bottom is not None and bottom >= self.rule.passed:
            low += 1
        if [low, high] != self.open[home]:
            self.open[home] = [low, high]
            self.seen |= dict.fromkeys(tiers, 0)  # the next change waits for replies given after this one
        return low, high

    def state(self) -> dict[str, Any]:
        """Return all that `restored` needs, as plain JSON."""
        return asdict(self)

    @classmethod
    def restored(cls, state: Json) -> Policy:
        """Return the policy that `state` wrote."""
        try:
            rest: Mapping[str, Any] = {name: dict(state[name]) for name in ("counts", "seen", "open")}
            return cls(Rule(**state["rule"]), **rest)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"this is not a policy's state as Vantage writes it ({error})") from None


def kind_of(item: Item) -> str:
    """Return the name of the kind that an item of a stream belongs to."""
    from vantage import tasks

    home, tier = f"{item.suite}/{item.task}", str(item.tags.get("tier", ""))
    part = tasks.get(item.task).series(item.subtype) if item.subtype and tasks.get(item.task).subtypes else tier
    return f"{home}:{part}" if part else home
