"""A plain table of pictures, views.csv: object, kind, azimuth, file, front and perhaps domain.

`azimuth` is where the camera stood, in degrees counter-clockwise seen from above, from any origin; `front` is "yes" in
the row of the picture that shows the front. A thing with no such row has no known front.
"""

from __future__ import annotations

from pathlib import Path

from vantage.curate.turntables.listing import Listed, Shot, Stated, domain, number, rows, twice, word

NAME, TABLE = "views", "views.csv"
COLUMNS = ("object", "kind", "azimuth", "file", "front")
OPTIONAL = ("domain",)
YES, NO = ("yes", "true", "1"), ("no", "false", "0", "")

Row = tuple[str, dict[str, str]]


def read(folder: Path, stated: Stated) -> list[Listed]:
    """Return the things that a table lists."""
    path = folder / TABLE
    if not path.is_file():
        raise ValueError(f"{folder} has no {TABLE}, with the columns {', '.join((*COLUMNS, *OPTIONAL))}")
    things: dict[str, list[Row]] = {}
    for where, row in rows(path, COLUMNS, OPTIONAL):
        things.setdefault(word(row["object"], f"{where}: the object"), []).append((where, row))
    return [_listed(name, found) for name, found in things.items()]


def _listed(name: str, found: list[Row]) -> Listed:
    azimuths = [number(row["azimuth"], f"{where}: the azimuth") for where, row in found]
    fronts = [azimuth for azimuth, (where, row) in zip(azimuths, found) if _says_front(row["front"], where)]
    origin = fronts[0] if fronts else azimuths[0]
    # Who walks around a thing counter-clockwise sees it turn clockwise.
    shots = tuple(Shot(row["file"], origin - azimuth) for azimuth, (_, row) in zip(azimuths, found))
    kinds = {(domain(row.get("domain") or "object", where), word(row["kind"], where)) for where, row in found}
    fault = twice(shots)
    if len(fronts) > 1:
        fault = "two of its pictures are said to show the front"
    elif len(kinds) > 1:
        fault = "its rows name two kinds of thing"
    (field, kind), *_ = sorted(kinds)
    if field == "face" and not fronts:
        fault = fault or "no picture of the face is said to show the front"
    return Listed(name, field, kind, NAME, shots, bool(fronts), fault=fault)


def _says_front(text: str, where: str) -> bool:
    if text.lower() not in (*YES, *NO):
        raise ValueError(f"{where}: the front is {text[:40]!r}; it must be yes, or empty")
    return text.lower() in YES
