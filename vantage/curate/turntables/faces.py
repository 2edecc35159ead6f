"""Faces by person and pose: a folder for each person, and in each picture's name how far the head is turned.

The turn is the signed number at the end of the name, in degrees, positive to the person's own left: 12/pose_+45.jpg.
Where names hold codes instead (01, FL, 05_1), poses.csv says what they mean: pose, turn. Names that end in no known
pose, such as those of other expressions, are passed over.
"""

from __future__ import annotations

import re
from pathlib import Path

from vantage.curate.turntables.listing import Listed, Shot, Stated, number, rows, twice
from vantage.exchange.own_items import FORMATS

NAME, TABLE = "faces", "poses.csv"
ENDINGS = (".jpg", ".jpeg", ".png", ".webp")
MOST = 1_000_000  # pictures

_SIGNED = re.compile(r"[+-]?\d{1,3}$")


def read(folder: Path, stated: Stated) -> list[Listed]:
    """Return the people of a folder; with poses.csv all pictures may lie in one folder, named by person and pose."""
    poses = _poses(folder / TABLE)
    files = sorted(one for one in folder.rglob("*") if one.suffix.lower() in ENDINGS and one.is_file())[:MOST]
    people: dict[str, list[Shot]] = {}
    for path in files:
        file = path.relative_to(folder)
        person, turn = _pose(file, poses)
        if turn is not None and person:
            people.setdefault(person, []).append(Shot(file.as_posix(), turn))
    if not people:
        told = f"a pose of {TABLE}" if poses else "a turn in degrees, as in 12/pose_+45.jpg"
        raise ValueError(f"{folder} holds no pictures ({', '.join(FORMATS)}) whose names end in {told}")
    return [
        Listed(person, "face", "person", NAME, tuple(shots), fault=twice(shots)) for person, shots in people.items()
    ]


def _pose(file: Path, poses: dict[str, float]) -> tuple[str, float | None]:
    """Return the person that a file shows, and how far the head is turned; None if its name does not say."""
    person = file.parent.as_posix()
    if not poses:
        found = _SIGNED.search(file.stem)
        return ("" if person == "." else person), float(found.group()) if found else None
    code = max((pose for pose in poses if file.stem.endswith(pose)), key=len, default="")
    if not code:
        return "", None
    return (file.stem.removesuffix(code).rstrip("-_. ") if person == "." else person), poses[code]


def _poses(path: Path) -> dict[str, float]:
    if not path.is_file():
        return {}
    poses: dict[str, float] = {}
    for where, row in rows(path, ("pose", "turn")):
        if not row["pose"] or row["pose"] in poses:
            raise ValueError(f"{where}: the pose {row['pose'][:40]!r} is empty or listed twice")
        poses[row["pose"]] = number(row["turn"], f"{where}: the turn")
    if not poses:
        raise ValueError(f"{path.name} lists no poses")
    return poses
