"""Make items about the pictures that a person kept, by the task `imagined_turn`, and count what each filter left.

Each facing is asked about equally often, unless all pictures are wanted: otherwise who knows which way most things face
could go by the turn alone. Given its facing, each answer comes as often as any other, as nearly as the numbers allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vantage import __version__, seeds, tasks
from vantage.curate.generated import decisions, descriptions, opinions, painting
from vantage.curate.generated.decisions import Decision
from vantage.curate.generated.painting import Picture
from vantage.curate.items import check_name, check_side
from vantage.curate.turntables.photographs import Photograph, alike_in_size, encoded
from vantage.data import dataset
from vantage.data.dataset import DataSet
from vantage.individuals.turns import wrapped
from vantage.item import LETTERS, Item
from vantage.making.drafting import faults_named, solved_truth, to_item
from vantage.task import Slot, Task, balanced
from vantage.tasks.imagined_turn import FACINGS

TASK, SIZE = "imagined_turn", "generated"


@dataclass(frozen=True)
class Wanted:
    """How to make the items."""

    suite: str = "genai"
    seed: int = 0
    every: bool = False  # ask about all kept pictures, however unevenly they face
    side: int = 1024  # pixels: larger pictures are shrunk to this side; 0 leaves them

    def __post_init__(self) -> None:
        check_name(self.suite)
        check_side(self.side)


@dataclass(frozen=True)
class Kept:
    """A kept picture, with the facing that a person saw, as the task wants its sitters."""

    folder: Path
    picture: Picture
    facing: str

    @property
    def kind(self) -> str:
        """What the question calls it."""
        return self.picture.description.kind

    @property
    def situation(self) -> str:
        """A digest of the picture."""
        return seeds.digest("generated", self.picture.sha256)

    def shows(self, *turns: float) -> bool:
        """Return whether it faces so."""
        return all(wrapped(turn) == wrapped(FACINGS[self.facing]) for turn in turns)

    def portrait(self, turn: float, studio: int) -> Photograph:
        """Return the picture."""
        return Photograph(self.folder, self.picture.file)

    def recorded(self) -> dict[str, str | int]:
        """Return it as the truth records it."""
        return {"kind": self.kind, "palette": 0, "individual": self.picture.id}


@dataclass(frozen=True)
class Sifted:
    """What each filter left, and the pictures to ask about."""

    described: int
    pictures: tuple[Picture, ...]
    decided: Mapping[str, Decision]
    kept: tuple[Kept, ...]
    asked: tuple[Kept, ...]

    @property
    def rejected(self) -> dict[str, int]:
        """How many pictures a person rejected, by reason."""
        return dict(Counter(one.reason for one in self.decided.values() if one.reason).most_common())

    @property
    def facings(self) -> dict[str, int]:
        """How many kept pictures face each way."""
        return {facing: sum(one.facing == facing for one in self.kept) for facing in FACINGS}

    def stages(self) -> list[tuple[str, int, str]]:
        """Return the filters in order: name, what is left, and a remark."""
        faced = ", ".join(f"{n} {facing}" for facing, n in self.facings.items())
        left_out = len(self.kept) - len(self.asked)
        return [
            ("descriptions", self.described, ""),
            ("pictures drawn", len(self.pictures), _counted(Counter(one.model for one in self.pictures))),
            ("reviewed by a person", len(self.decided), ""),
            ("kept", len(self.kept), faced + (f"; rejected: {_counted(self.rejected)}" if self.rejected else "")),
            ("asked about", len(self.asked), f"{left_out} left out so that all facings come equally often"
             if left_out else ""),
        ]  # fmt: skip

    def account(self, folder: Path) -> dict[str, Any]:
        """Return what the manifest says of the filters."""
        said = {one.sha256: one for one in self.pictures}
        by = descriptions.planned(folder)
        swayed = sum(one.first not in ("", one.said) for one in self.decided.values())
        facings = [(one.facing, said[sha].description.facing) for sha, one in self.decided.items() if one.facing]
        return {
            "described_by": by.by if by else "hand",
            "models": dict(Counter(one.model for one in self.pictures)),
            "filters": {name: n for name, n, _ in self.stages()},
            "rejected": self.rejected,
            "facings": self.facings,
            "not_as_described": sum(a != b for a, b in facings),
            "changed_after_second_opinion": swayed,
            "second_opinions": self._agreement(opinions.read(folder, self.pictures)),
        }

    def _agreement(self, held: Mapping[str, Sequence[opinions.Opinion]]) -> dict[str, dict[str, int]]:
        """Return for each model how often it was asked about a kept picture, and agreed with the person."""
        found: dict[str, dict[str, int]] = {}
        for one in self.kept:
            for opinion in held.get(one.picture.sha256, ()):
                count = found.setdefault(opinion.model, {"asked": 0, "agreed": 0})
                count["asked"] += 1
                count["agreed"] += opinion.said == one.facing
        return found


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in counts.items())


def sift(folder: Path, wanted: Wanted) -> Sifted:
    """Return what of a folder's pictures can be asked about."""
    listed = descriptions.read(folder)
    pictures = painting.drawn(folder, listed)
    if not pictures:
        raise ValueError(f"{folder} holds no pictures; draw some with: vantage genai draw {folder} --model openai/NAME")
    shown = {one.sha256 for one in pictures}
    decided = {sha: one for sha, one in decisions.read(folder).items() if sha in shown and one.said}
    kept = [Kept(folder.resolve(), one, decided[one.sha256].facing) for one in pictures if one.sha256 in decided]
    kept = [one for one in kept if one.facing]
    return Sifted(len(listed), tuple(pictures), decided, tuple(kept), tuple(_chosen(folder, kept, wanted)))


def _chosen(folder: Path, kept: Sequence[Kept], wanted: Wanted) -> list[Kept]:
    """Return the pictures to ask about, in random order: equally many of each facing, unless all are wanted."""
    rng = seeds.generator("genai", "asked", wanted.seed)
    mixed = [kept[int(k)] for k in rng.permutation(len(kept))]
    if not mixed:
        raise ValueError(f"no picture in {folder} is kept yet; look at them with: vantage genai review {folder}")
    counts = Counter(one.facing for one in kept)
    most = len(kept) if wanted.every else min(counts[facing] for facing in FACINGS)
    if not most:
        missing = " or ".join(facing for facing in FACINGS if not counts[facing])
        raise ValueError(
            f"no kept picture faces {missing}, so the answers cannot be balanced; keep or draw more, or give --all"
        )
    seen, chosen = Counter[str](), []
    for one in mixed:
        seen[one.facing] += 1
        if seen[one.facing] <= most:
            chosen.append(one)
    return chosen


def keys(facings: Sequence[str]) -> list[str]:
    """Return the answer to each question, given the facings: balanced over all, and over each facing, to within one.

    Each facing gets all four answers equally often, as far as its number allows; what is left over goes to the answers
    that came least often, and among those to the turns that did.
    """
    ring, due = [*FACINGS], dict[str, list[str]]()
    of_all, of_turn = Counter[str](), Counter[int]()
    for facing in ring:
        whole, rest = divmod(facings.count(facing), 4)
        turn = {way: (ring.index(way) - ring.index(facing)) % 4 for way in ring}
        left = sorted(ring, key=lambda way: (of_all[way], of_turn[turn[way]], turn[way]))[:rest]
        of_all.update(left)
        of_turn.update(turn[way] for way in left)
        due[facing] = ring * whole + left
    return [due[facing].pop() for facing in facings]


def build(
    folder: Path, out: Path, wanted: Wanted, licence: str = "unknown", credit: Sequence[str] = ()
) -> tuple[DataSet, Sifted]:
    """Write the data set of the kept pictures; an interrupted one is finished, a repeated call does no harm."""
    found = sift(folder, wanted)
    header = {
        "vantage": __version__,
        "suite": wanted.suite,
        "title": "Turns to be imagined, of things in pictures by image generators that a person kept.",
        "size": SIZE,
        "seed": wanted.seed,
        "tasks": {},
        "licence": licence,
        "credits": list(credit),
        "generated": found.account(folder),
    }
    return dataset.write(out, header, items(found.asked, wanted)), found


def items(asked: Sequence[Kept], wanted: Wanted) -> Iterator[Item]:
    """Yield an item for each picture."""
    task, path = tasks.get(TASK), (wanted.seed, wanted.suite, SIZE, TASK)
    for index, (one, key) in enumerate(zip(asked, keys([one.facing for one in asked]), strict=True)):
        letter = balanced(path, "letter", LETTERS[: task.offered("")], index)
        yield _item(task, one, Slot(index, "test", "", letter, key, cast=(one,)), path, wanted)


def _item(task: Task, one: Kept, slot: Slot, path: tuple[str | int, ...], wanted: Wanted) -> Item:
    id = f"{wanted.suite}/{task.name}/{SIZE}-s{wanted.seed}/{slot.index:06d}"
    with faults_named(id):
        draft = task.make(task.params(), slot, seeds.generator(*path, slot.index))
        truth = solved_truth(task, draft)
    (picture,) = alike_in_size([one.portrait(0.0, 0)], wanted.side)
    tags = {"target": slot.target, **task.tags(draft), "image_model": one.picture.model}
    return to_item(task, draft, truth, [encoded(picture)], id=id, suite=wanted.suite, split=slot.split, tags=tags)
