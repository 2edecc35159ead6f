"""Which of the listed things can be asked about: all pictures there, all sides shown, pictures that decode, no twins.

A thing that looks the same from two of its four sides is dropped by measurement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vantage import __version__, seeds
from vantage.curate.items import Counts
from vantage.curate.turntables import abo, epfl_cars, faces, views
from vantage.curate.turntables.likeness import EIGHT, look, symmetric
from vantage.curate.turntables.listing import Listed, Stated
from vantage.curate.turntables.photographs import SHAPE, Photographed, glance, there
from vantage.tasks.side_views import HEAD_TURNS

LAYOUTS = {layout.NAME: layout.read for layout in (abo, epfl_cars, faces, views)}
STAGES = ("listed", "files", "coverage", "pictures", "sides", "twins")

Progress = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Tell nobody how far the work is."""


@dataclass
class Fate:
    """The outcome of one listed thing."""

    listed: Listed
    stage: str = ""  # the stage at which it was dropped; empty while it is kept
    reason: str = ""
    sitter: Photographed | None = None


@dataclass(frozen=True)
class Survey:
    """The outcome of a folder."""

    folder: str
    layout: str
    stated: Stated
    fates: Sequence[Fate]
    counts: Counts = field(default_factory=Counts)

    @property
    def kept(self) -> list[Photographed]:
        """The things that passed every stage."""
        return [fate.sitter for fate in self.fates if fate.sitter and not fate.stage]

    @property
    def why(self) -> str:
        """The most common reason why things were dropped or items refused; empty if there is none."""
        reasons = Counter(fate.reason for fate in self.fates if fate.reason)
        for refused in self.counts.refused.values():
            reasons.update(refused)
        return reasons.most_common(1)[0][0] if reasons else ""

    def stages(self) -> list[tuple[str, int]]:
        """Return how many things each stage left."""
        lost = [STAGES.index(fate.stage) if fate.stage else len(STAGES) for fate in self.fates]
        left = [(stage, sum(number > k for number in lost)) for k, stage in enumerate(STAGES)]
        return [("found", len(self.fates)), *left]

    def dropped(self) -> list[tuple[str, str, list[str]]]:
        """Return for each reason the stage at which it counted, and the names of the things dropped for it."""
        found: dict[tuple[str, str], list[str]] = {}
        for fate in self.fates:
            if fate.stage:
                found.setdefault((fate.stage, fate.reason), []).append(fate.listed.name)
        return [(stage, reason, names) for (stage, reason), names in found.items()]

    def json(self) -> dict[str, Any]:
        """Return the report as plain JSON."""
        refused = {subtype: dict(reasons) for subtype, reasons in sorted(self.counts.refused.items())}
        return {
            "vantage": __version__,
            "folder": self.folder,
            "layout": self.layout,
            "stated": {"sense": self.stated.sense, "front": self.stated.front},
            "stages": dict(self.stages()),
            "dropped": [{"stage": stage, "reason": why, "things": names} for stage, why, names in self.dropped()],
            "kept": {
                one.listed.name: {"split": seeds.split_of(one.situation), "views": len(one.views)} for one in self.kept
            },
            "items": {"made": dict(sorted(self.counts.made.items())), "refused": refused},
        }


def survey(folder: Path, layout: str, stated: Stated, split: str = "", progress: Progress = silent) -> Survey:
    """Return the outcome of each thing that a folder lists; a fault of one does not stop the others.

    With a `split`, the pictures of things that belong to others are not looked at.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; give the one that holds the pictures")
    folder = folder.resolve()
    listed = LAYOUTS[layout](folder, stated)
    if not listed:
        raise ValueError(f"{folder} lists nothing that turns")
    fates, seen = [], set[str]()
    for done, one in enumerate(listed):
        progress(done, len(listed))
        if split and seeds.split_of(one.situation) != split:
            fates.append(Fate(one, "listed", "it belongs to another split than the one that is wanted"))
        else:
            fates.append(_fate(one, folder, seen))
    progress(len(listed), len(listed))
    return Survey(str(folder), layout, stated, fates)


def _fate(listed: Listed, folder: Path, seen: set[str]) -> Fate:
    """Return what becomes of one thing; `seen` has the looks of those before it."""
    if listed.fault:
        return Fate(listed, "listed", listed.fault)
    if not all(there(folder, shot.file) for shot in listed.shots):
        return Fate(listed, "files", "pictures that are listed are missing")
    found = listed.views
    if not covered(listed.domain, found):
        faces = "the face from the front and turned to both sides"
        return Fate(listed, "coverage", f"its pictures do not show {faces if listed.domain == 'face' else 'all sides'}")
    try:
        looks = {turn: glance(folder, shot.file) for turn, shot in found.items()}
    except (ValueError, OSError):
        return Fate(listed, "pictures", "a picture does not decode or is too large")
    shapes = [shape for _, shape in looks.values()]
    if max(shapes) / min(shapes) - 1 > SHAPE:
        return Fate(listed, "pictures", "its pictures have different shapes")
    found_look = look({turn: shown for turn, (shown, _) in looks.items()}, listed.domain)
    if listed.domain != "face" and symmetric(found_look):
        return Fate(listed, "sides", "it looks the same from two of its sides")
    digest = seeds.digest(found_look.sides.tobytes().hex())
    if digest in seen:
        return Fate(listed, "twins", "its pictures are those of another thing on the list")
    seen.add(digest)
    return Fate(listed, sitter=Photographed(listed, folder, found, found_look))


def covered(domain: str, found: Sequence[float] | dict[float, Any]) -> bool:
    """Return whether there are pictures from all eight sides; of a face, from the front and as far to either side."""
    if domain != "face":
        return all(turn in found for turn in EIGHT)
    return 0.0 in found and any(turn in found and -turn in found for turn in HEAD_TURNS)
