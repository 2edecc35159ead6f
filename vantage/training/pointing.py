"""Rows that ask where things are in a picture, as supervised rows: a box or a point for each, as JSON.

The form is the one that Qwen's models use: `bbox_2d` with left, top, right and bottom, or `point_2d` with across and
down, and `label`. A row asks about one picture and at most `MOST` things; a picture that several items show is asked
about once.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from vantage.describing.located import Located, located
from vantage.item import IMAGE_MARK, Condition, Item
from vantage.names import nearest
from vantage.scenes.phrases import the
from vantage.seeds import digest, generator
from vantage.telling import listed
from vantage.training.rows import Case

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet

MOST = 8  # things that a row asks for: the largest
PICTURES = 4  # of an item, that are asked about
FORMS = {"boxes": '{{"bbox_2d": [{0}], "label": "…"}}', "points": '{{"point_2d": [{0}], "label": "…"}}'}
PLACES = {"boxes": "left, top, right, bottom", "points": "across, down"}
UNITS = {
    "thousandths": "Coordinates are whole numbers from 0 to 1000, across and down the picture.",
    "pixels": "Coordinates are pixels of the picture, from its upper left.",
}
ASKED = (
    "Say where {things} can be seen in the picture.",
    "Find {things} in the picture.",
    "Locate {things} in this picture.",
)


@dataclass(frozen=True)
class Pointing:
    """What rows about places ask for, and in which coordinates."""

    what: str  # boxes or points
    units: str = "thousandths"  # or pixels

    def __post_init__(self) -> None:
        nearest(self.what, FORMS, "kind of place")
        nearest(self.units, UNITS, "unit of coordinates")

    def check(self, data: DataSet, condition: Condition) -> None:
        """Raise a ValueError if the pictures of a data set, so presented, cannot be asked about."""
        if not data.manifest.get("ids"):
            raise ValueError(
                f"{data.folder} keeps no maps of ids, which say where things are; make one that does: vantage make "
                "SUITE --n 1000 --split train --ids"
            )
        if condition.depth or condition.layout == "composite" or condition.images == "none" or condition.form == "text":
            raise ValueError(
                "places are told of pictures as they are, so not with --depth, --layout composite or no pictures"
            )


@dataclass(frozen=True)
class Where:
    """One picture of an item, and what is asked about it; it has what rows are made from, as a Case does."""

    case: Case
    picture: int
    things: tuple[Located, ...]
    pointing: Pointing

    @property
    def item(self) -> Item:
        """The item, named apart from the row that asks its own question."""
        return replace(self.case.item, id=self.facts["id"])

    @property
    def pictures(self) -> list[bytes]:
        """The one picture."""
        return [self.case.asked_pictures[self.picture]]

    @cached_property
    def question(self) -> str:
        """What is asked, and in which form."""
        what = self.pointing.what
        rng = generator("where", self.facts["id"])
        asked = ASKED[int(rng.integers(len(ASKED)))].format(things=listed([the(one.name) for one in self.things]))
        form = FORMS[what].format(PLACES[what])
        how = f"Answer with JSON alone: a list with {form} for each. {UNITS[self.pointing.units]}"
        return self.case.unmarked(f"{asked} {how}")

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """The message in blocks."""
        content = [{"type": "image", "text": None}, {"type": "text", "text": self.question}]
        return [{"role": "user", "content": content}]

    @property
    def marked(self) -> list[dict[str, str]]:
        """The message as a text with a mark for the picture."""
        return [{"role": "user", "content": f"{IMAGE_MARK}\n{self.question}"}]

    @property
    def solution(self) -> str:
        """The answer due."""
        return json.dumps([self._place(one) for one in self.things], ensure_ascii=False)

    def _place(self, one: Located) -> dict[str, Any]:
        places: tuple[float, ...] = one.box if self.pointing.what == "boxes" else one.point
        told = [*map(int, places)] if self.pointing.units == "pixels" else one.relative(*places)
        return {"bbox_2d" if self.pointing.what == "boxes" else "point_2d": told, "label": one.name}

    @property
    def facts(self) -> dict[str, str]:
        """What the row says of its item, and all that is known of the things, in pixels."""
        known = [
            {"name": one.name, "box": one.box, "point": one.point, "pixels": one.pixels, "mask": one.mask}
            for one in self.things
        ]
        facts = self.case.facts
        return {**facts, "id": f"{facts['id']}/where-{self.picture}", "things": json.dumps(known, ensure_ascii=False)}


def places(cases: Iterator[Case], pointing: Pointing) -> Iterator[Where]:
    """Yield a row for each picture of items with maps of ids, each picture once."""
    seen: set[str] = set()
    for case in cases:
        if not case.item.ids:
            continue
        pictures = case.asked_pictures
        step = max(1, len(pictures) // PICTURES)
        found = located(case.item, tuple(map(_size, pictures)))
        for number in range(0, len(pictures), step)[:PICTURES]:
            things = tuple(one for one in found if one.picture == number)[:MOST]
            if things and (name := digest(pictures[number].hex())) not in seen:
                seen.add(name)
                yield Where(case, number, things, pointing)


def _size(data: bytes) -> tuple[int, int]:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as picture:
        return picture.size
