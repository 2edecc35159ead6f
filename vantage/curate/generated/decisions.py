"""What a person says of each picture: which way the thing faces, or why the picture is of no use.

Each decision is a line at the end of a file, on the disk before it is acknowledged. The last one about a picture
counts, and what was taken back stays in the file. A decision is about the picture's bytes, not its name.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from vantage.curate.generated.descriptions import FACINGS
from vantage.exchange.foreign import numbered
from vantage.names import nearest

FILE = "review.jsonl"
LINE = 20_000  # bytes
REASONS = {
    "diagonal": "faces between two of these ways",
    "unclear": "does not show which way it faces",
    "another": "shows another kind of thing, or none",
    "several": "shows several, facing different ways",
    "malformed": "is malformed, or cut off",
    "unfit": "is unfit for another reason",
}


@dataclass(frozen=True)
class Decision:
    """A person's word on one picture: a facing keeps it, a reason rejects it; with neither it is taken back.

    `first` is the facing or reason that the same person gave before any other opinion was shown.
    """

    picture: str
    sha256: str
    facing: str = ""
    reason: str = ""
    first: str = ""
    time: int = 0  # seconds since 1970

    def __post_init__(self) -> None:
        if self.facing and self.reason:
            raise ValueError("a picture is either kept, with a facing, or rejected, with a reason")
        if self.facing:
            nearest(self.facing, FACINGS, "facing")
        if self.reason:
            nearest(self.reason, REASONS, "reason")

    @property
    def said(self) -> str:
        """The facing or the reason."""
        return self.facing or self.reason


def read(folder: Path) -> dict[str, Decision]:
    """Return the last word on each picture, by the digest of its bytes; a torn last line is left out.

    One that was taken back says nothing, but keeps what was said first.
    """
    path, found = folder / FILE, dict[str, Decision]()
    if not path.exists():
        return found
    for number, data in _lines(path):
        try:
            one = _decision(data)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        found.pop(one.sha256, None)
        found[one.sha256] = one
    return found


def _lines(path: Path) -> list[tuple[int, Mapping[str, Any]]]:
    found: list[tuple[int, Mapping[str, Any]]] = []
    torn = not path.read_bytes().endswith(b"\n")
    try:
        found.extend(numbered(path, LINE, strict=True))
    except ValueError:
        if not torn:
            raise
    return found


def _decision(data: Mapping[str, Any]) -> Decision:
    kinds = {name: int if name == "time" else str for name in Decision.__dataclass_fields__}
    if any(name not in kinds or not isinstance(value, kinds[name]) for name, value in data.items()):
        raise ValueError(f"a decision has the fields {', '.join(kinds)}, and nothing else")
    if not data.get("picture") or not data.get("sha256"):
        raise ValueError("a decision names a picture and its sha256")
    return Decision(**data)


def add(folder: Path, one: Decision) -> None:
    """Put a decision on the disk."""
    line = json.dumps({**asdict(one), "time": int(time.time())}, ensure_ascii=False).encode() + b"\n"
    with (folder / FILE).open("r+b" if (folder / FILE).exists() else "w+b") as file:
        end = file.seek(0, os.SEEK_END)
        if end:
            file.seek(end - 1)
            if file.read(1) != b"\n":  # the last line was torn
                line = b"\n" + line
        file.seek(0, os.SEEK_END)
        file.write(line)
        file.flush()
        os.fsync(file.fileno())
