"""The outcome of each capture (kept, or dropped at which stage and why), and the counts by stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from vantage import __version__
from vantage.curate import ring
from vantage.curate.axes import Stated
from vantage.curate.items import Counts
from vantage.curate.object_table import Placed
from vantage.curate.ring import Ring

STAGES = (*ring.STAGES, "pictures", "objects")


@dataclass
class Fate:
    """The outcome of one capture."""

    name: str
    images: dict[str, int] = field(default_factory=dict)  # stage -> pictures left after it
    stage: str = ""  # the stage at which it was dropped; empty while it is kept
    reason: str = ""
    notes: list[str] = field(default_factory=list)
    ring: Ring | None = None
    objects: list[Placed] = field(default_factory=list)

    def drop(self, stage: str, reason: str) -> None:
        """Record that the capture fails a stage."""
        self.stage, self.reason = stage, reason

    def passed(self, stage: str) -> bool:
        """Return whether the capture passed a stage."""
        return not self.stage or STAGES.index(stage) < STAGES.index(self.stage)


@dataclass(frozen=True)
class Curation:
    """The outcome of a whole set of captures."""

    folder: str
    stated: Stated
    outcomes: Sequence[Fate]
    objects: Mapping[str, int] = field(default_factory=dict)  # masked objects in all, and dropped ones by reason
    counts: Counts | None = None

    @property
    def kept(self) -> list[Fate]:
        """The captures that passed every stage."""
        return [outcome for outcome in self.outcomes if not outcome.stage]

    @property
    def why(self) -> str:
        """The most common reason why captures were dropped or items refused; empty if there is none."""
        reasons = Counter(outcome.reason for outcome in self.outcomes if outcome.reason)
        for refused in self.counts.refused.values() if self.counts else ():
            reasons.update(refused)
        return reasons.most_common(1)[0][0] if reasons else ""

    def stages(self) -> list[dict[str, Any]]:
        """Return how many captures, and how many of their pictures, each stage left."""
        named = any(outcome.objects or outcome.stage == STAGES[-1] for outcome in self.outcomes)
        rows = []
        for stage in STAGES if named else STAGES[:-1]:
            left = [outcome for outcome in self.outcomes if outcome.passed(stage)]
            pictures = sum(outcome.images.get(stage, 0) for outcome in left)
            rows.append({"stage": stage, "captures": len(left), "pictures": pictures})
        return rows

    def json(self) -> dict[str, Any]:
        """Return the report as plain JSON."""
        found: dict[str, Any] = {
            "vantage": __version__,
            "folder": self.folder,
            "stated": asdict(self.stated),
            "captures": len(self.outcomes),
            "stages": self.stages(),
            "objects": dict(self.objects),
            "scenes": {outcome.name: _entry(outcome) for outcome in self.outcomes},
        }
        if self.counts:
            refused = {task: dict(reasons) for task, reasons in sorted(self.counts.refused.items())}
            found["items"] = {"made": dict(sorted(self.counts.made.items())), "refused": refused}
        return found


def _entry(outcome: Fate) -> dict[str, Any]:
    """Return one capture's part of the report."""
    told: dict[str, Any] = {"kept": not outcome.stage, "pictures": outcome.images, "notes": outcome.notes}
    if outcome.stage:
        told |= {"dropped": outcome.stage, "reason": outcome.reason}
    if outcome.ring:
        found = outcome.ring
        views = {
            str(target): {"picture": view.shot.name, "azimuth": view.azimuth} for target, view in found.views.items()
        }
        told |= {"axes": found.axes, "evidence": found.evidence, "up": list(found.up), "tilt": round(found.tilt, 2)}
        told |= {"metres_per_unit": found.scale, "radius": round(found.radius, 4), "residual": round(found.residual, 4)}
        told |= {"relative_residual": round(found.residual / found.radius, 5), "views": views}
        told |= {"objects": [one.name for one in outcome.objects]}
    return told
