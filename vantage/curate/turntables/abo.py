"""Amazon Berkeley Objects: things on a turntable, 72 pictures each (or 24), listed in spins/metadata/spins.csv.gz.

The table's `azimuth` is the number of a picture in its sequence, in steps of 5 degrees. The set says neither which
picture shows the front nor which way the turntable turns: the front comes from a table of one's own (fronts.csv:
spin_id, azimuth) or is stated for all, and the direction is stated. What a thing is comes from the listings, if they
are there.
"""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path

from vantage.curate.turntables.listing import Listed, Shot, Stated, rows, word
from vantage.geometry import SENSES

NAME, FRONTS = "abo", "fronts.csv"
COLUMNS = ("spin_id", "azimuth", "image_id", "height", "width", "path")
STEPS = 72
# The numbers that a whole sequence may have, and how many steps of 5 degrees lie between two of them.
WHOLE = {tuple(range(72)): 1, tuple(range(0, 72, 3)): 1, tuple(range(24)): 3}
LINE_BYTES = 1_000_000  # the longest line of listings that is read as one


def read(folder: Path, stated: Stated) -> list[Listed]:
    """Return the sequences of a folder that holds spins/, or is spins/ itself."""
    base = folder / "spins" if (folder / "spins").is_dir() else folder
    table = next(
        (one for one in map(base.joinpath, ("metadata/spins.csv.gz", "metadata/spins.csv")) if one.is_file()), None
    )
    if table is None:
        raise ValueError(f"{folder} has no spins/metadata/spins.csv.gz, the table of Amazon Berkeley Objects")
    below = f"{base.relative_to(folder).as_posix()}/original/".removeprefix("./")
    sequences: dict[str, list[tuple[int, str]]] = {}
    for where, row in rows(table, COLUMNS):
        sequences.setdefault(word(row["spin_id"], f"{where}: spin_id"), []).append(
            (_step(row["azimuth"], where), below + row["path"])
        )
    fronts, kinds = _fronts(folder), _kinds(folder / "listings" / "metadata")
    everywhere = _step(stated.front, "--front") if stated.front else None
    return [
        _listed(name, frames, fronts.get(name, everywhere), kinds.get(name, "object"), stated)
        for name, frames in sequences.items()
    ]


def _listed(name: str, frames: list[tuple[int, str]], front: int | None, kind: str, stated: Stated) -> Listed:
    numbers = tuple(sorted({step for step, _ in frames}))
    degrees = 360 / STEPS * WHOLE.get(numbers, 1)
    sign, first = SENSES.get(stated.sense, 1), numbers[0] if front is None else front
    shots = tuple(Shot(file, sign * degrees * (step - first)) for step, file in frames)
    fault = ""
    if len(frames) > len(numbers):
        fault = "two of its pictures are listed for one turn"
    elif numbers not in WHOLE:
        fault = "pictures are missing from its sequence of 72 or 24"
    elif front is not None and front not in numbers:
        fault = "its sequence has no picture of the number that is stated as its front"
    return Listed(name, "object", kind, NAME, shots, front is not None, bool(stated.sense), fault=fault)


def _step(text: str, where: str) -> int:
    if not text.isdecimal() or int(text) >= STEPS:
        raise ValueError(f"{where}: a picture's number (azimuth) is {text[:40]!r}; it is from 0 to {STEPS - 1}")
    return int(text)


def _fronts(folder: Path) -> dict[str, int]:
    path = folder / FRONTS
    found = rows(path, ("spin_id", "azimuth")) if path.is_file() else []
    return {row["spin_id"]: _step(row["azimuth"], where) for where, row in found}


def _kinds(folder: Path) -> dict[str, str]:
    """Return what each sequence shows, by the product type in the listings; unreadable lines say nothing."""
    kinds: dict[str, str] = {}
    for path in sorted(folder.glob("listings_*.json*")):
        try:
            with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
                while line := file.readline(LINE_BYTES):
                    name, kind = _product(line)
                    if name and kind:
                        kinds[name] = kind
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise ValueError(f"{path.name} is not a whole gzip file: {error}") from None
    return kinds


def _product(line: bytes) -> tuple[str, str]:
    """Return the sequence of a product and its type in words: "CELL_PHONE" is a "cell phone"."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return "", ""
    if not isinstance(data, dict):
        return "", ""
    typed = data.get("product_type")
    value = typed[0].get("value") if isinstance(typed, list) and typed and isinstance(typed[0], dict) else typed
    words = str(value or "").replace("_", " ").lower().strip()
    return str(data.get("spin_id") or ""), words if words.replace(" ", "").isalpha() and len(words) <= 40 else ""
