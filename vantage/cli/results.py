"""The result of a run, printed at the end of a command that asked for responses or imported them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vantage.cli.shell import tell

if TYPE_CHECKING:
    from vantage.analysis.rulesets import Totals
    from vantage.data.dataset import DataSet
    from vantage.running.losses import Loss


@dataclass(frozen=True)
class Result:
    """A run's outcomes and what it lost."""

    model: str
    path: Path
    totals: Totals
    loss: Loss

    def json(self) -> dict[str, Any]:
        """Return the result as plain data, for scripts."""
        total = self.totals
        counts = {"asked": self.loss.asked, **total.outcomes}
        scores = {"accuracy": total.accuracy, "low": total.low, "high": total.high}
        return {"model": self.model, "path": self.path, **counts, **scores, "causes": self.loss.causes}


def result(path: Path, data: DataSet) -> Result:
    """Score the run in a folder, write its scores to that folder, and return the result."""
    from vantage.analysis import outcomes, rulesets
    from vantage.running.losses import loss
    from vantage.running.run_folder import Run

    run = Run.read(path)
    run.check_dataset(data)
    items = {item.id: item for item in data.head()}
    found = outcomes.of_run(run, items)
    outcomes.write(run, found)
    return Result(run.model, path, rulesets.count(run, items, found), loss(run.responses))


def words(found: Result) -> str:
    """Return the outcomes as a part of a sentence: "25.0% right (8.9 to 53.2): 3 right, 9 wrong"."""
    total = found.totals
    counts = ", ".join(f"{n:,} {name}" for name, n in total.outcomes.items() if n) or "nothing asked"
    if total.accuracy != total.accuracy:  # nan: nothing was answered
        return counts
    return f"{_percent(total.accuracy)}% right ({_percent(total.low)} to {_percent(total.high)}): {counts}"


def tell_loss(found: Result) -> None:
    """Print what finally failed, why, and what can be done about it."""
    from vantage.running.losses import sentence

    lost = found.loss
    if not lost.failed:
        return
    right = found.totals.outcomes["right"]
    ends = f"{_percent(right / lost.asked)} to {_percent((right + lost.failed) / lost.asked)}%"
    counts = f"{lost.failed:,} of {lost.asked:,} requests failed for good ({_percent(lost.share)}%)"
    tell(f"{found.model}: {counts}; had they all been wrong, or all right: {ends}")
    for cause in lost.causes:
        tell(f"  {sentence(cause)}")


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
