"""EPFL's multi-view cars: sequences tripod_seq_SS_FFF.jpg, and tripod-seq.txt, which says how each car turns.

That file has seven lines: how many sequences, width, height; pictures in each; two patterns of file names; pictures
that cover 360 degrees; the number of the frontal picture, from 1; the sense of turning seen from above, 1 clockwise and
-1 counter-clockwise. times.txt has a line of seconds for each sequence. The platform turns evenly and the pictures do
not come evenly, so an angle is a share of time, where times are fine enough; without that file, or with coarse times,
it is a share of pictures. A sequence whose line of times is wrong is dropped: its angles would be too.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

from vantage.curate.turntables.listing import Listed, Shot, Stated

NAME, TABLE, TIMES = "epfl-cars", "tripod-seq.txt", "times.txt"
LINES = 7
MOST = 1000  # sequences, and pictures of one
FINE = 180  # seconds of a full turn from which on times, which are whole seconds, are good to a degree
TEXT_BYTES = 10_000_000


def read(folder: Path, stated: Stated) -> list[Listed]:
    """Return the sequences of a folder that holds tripod-seq.txt, or has it in tripod-seq/."""
    base = next((one for one in (folder, folder / "tripod-seq") if (one / TABLE).is_file()), None)
    if base is None:
        raise ValueError(f"{folder} has no {TABLE}, the table of EPFL's multi-view cars")
    lines = [line.split() for line in _text(base / TABLE).splitlines() if line.strip()]
    if len(lines) < LINES or not lines[0] or not lines[0][0].isdecimal():
        raise ValueError(f"{TABLE} must have {LINES} lines, the first with the number of sequences")
    count = int(lines[0][0])
    if not 0 < count <= MOST:
        raise ValueError(f"{TABLE} speaks of {count} sequences; 1 to {MOST} are read")
    lengths, around, fronts, senses = (_whole(lines[k], count, k + 1) for k in (1, 4, 5, 6))
    times = _times(base / TIMES)
    below = base.relative_to(folder).as_posix()
    made = []
    for k in range(count):
        name = f"tripod_seq_{k + 1:02d}"
        when = times[k] if k < len(times) else []
        fault = _fault(lengths[k], around[k], fronts[k], senses[k])
        if times and not fault and not _rising(when, lengths[k]):
            fault = f"{TIMES} has no line for it with a time for each picture, in order"
        turns = [] if fault else _turns(lengths[k], around[k], fronts[k], senses[k], when)
        files = (f"{below}/{name}_{frame:03d}.jpg".removeprefix("./") for frame in range(1, len(turns) + 1))
        shots = tuple(Shot(file, turn) for file, turn in zip(files, turns, strict=True))
        made.append(Listed(name, "car", "car", NAME, shots, test_only=True, fault=fault))
    return made


def _fault(length: int, around: int, front: int, sense: int) -> str:
    if not 8 <= around <= length <= MOST:
        return "its pictures do not cover a full turn"
    if not 1 <= front <= length or sense not in (1, -1):
        return f"{TABLE} states no frontal picture or no sense of turning for it"
    return ""


def _turns(length: int, around: int, front: int, sense: int, times: Sequence[int]) -> list[float]:
    """Return the turn of each picture; a car that turns clockwise goes through negative turns."""
    passed = [float(k) for k in range(length)]
    period = float(around)
    if times:
        whole = times[around] - times[0] if around < length else (times[-1] - times[0]) * around / (around - 1)
        if whole >= FINE:
            passed, period = [float(time) for time in times], float(whole)
    return [-sense * 360.0 * (time - passed[front - 1]) / period for time in passed]


def _rising(times: Sequence[int], length: int) -> bool:
    return len(times) == length and all(a <= b for a, b in itertools.pairwise(times))


def _whole(line: list[str], count: int, number: int) -> list[int]:
    if len(line) != count or not all(value.removeprefix("-").removeprefix("+").isdecimal() for value in line):
        raise ValueError(f"{TABLE}, line {number}: {count} whole numbers are needed, one for each sequence")
    return [int(value) for value in line]


def _times(path: Path) -> list[list[int]]:
    """Return the seconds of each sequence; none for a line that is not made of whole numbers."""
    if not path.is_file():
        return []
    lines = [line.split() for line in _text(path).splitlines()]
    return [[int(value) for value in line] if all(value.isdecimal() for value in line) else [] for line in lines]


def _text(path: Path) -> str:
    if path.stat().st_size > TEXT_BYTES:
        raise ValueError(f"{path.name} is larger than {TEXT_BYTES:,} bytes")
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path.name} is not text") from None
