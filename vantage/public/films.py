"""Videos become pictures: which frames, by the rules in use, and each sampled once and kept until an import is done.

PyAV decodes (the extra `video`). Frames are counted as they lie in the file, because the number it states may be wrong.
"""

from __future__ import annotations

import hashlib
import io
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vantage.exchange.own_items import PICTURE_PIXELS
from vantage.names import install, nearest
from vantage.public.archives import Entry, Files
from vantage.public.benchmark import Stills, Video

SAMPLINGS = {
    "uniform": "from the first frame to the last, evenly",
    "uniform-tail": "the same, and the last frame if rounding missed it (EASI's)",
    "chunk-centre": "the middle of each of so many equal parts",
    "1fps": "one for each second, whatever their number",
}
MOST = 400  # frames of one video, as pictures of an item
LONGEST = 400_000  # frames of a video, nearly four hours
QUALITY = 92  # of the JPEG files


@dataclass(frozen=True)
class Sampling:
    """How many frames of a video are shown, and which."""

    frames: int = 16
    rule: str = "uniform"

    def __post_init__(self) -> None:
        nearest(self.rule, SAMPLINGS, "sampling")
        if not 1 <= self.frames <= MOST:
            raise ValueError(f"1 to {MOST} frames can be shown of a video, not {self.frames}")

    def __str__(self) -> str:
        return self.rule if self.rule == "1fps" else f"{self.frames} {self.rule}"


def places(sampling: Sampling, frames: int, rate: float) -> list[int]:
    """Return which of so many frames, shown `rate` a second, are taken."""
    last, wanted = frames - 1, sampling.frames
    if sampling.rule == "1fps":
        found = [int(second * rate) for second in range(max(1, int(frames / rate)))]
    elif sampling.rule == "chunk-centre":
        size = frames / wanted
        found = [int(np.clip(int(size / 2 + np.round(size * part)), 0, last)) for part in range(wanted)]
    else:
        found = [int(place) for place in np.linspace(0, last, wanted, dtype=int)]
        if sampling.rule == "uniform-tail" and found[-1] != last:
            found.append(last)
    return [place for place in found if place <= last]


def check_installed() -> None:
    """Raise a ValueError that says how to install what decodes videos, if it is missing."""
    import importlib.util

    if importlib.util.find_spec("av") is None:
        raise ValueError(f"videos need PyAV: {install('video')}")


class Films:
    """The frames of videos; each video is decoded once, and its frames lie in a folder until `close`."""

    def __init__(self, files: Files, sampling: Sampling, folder: Path) -> None:
        self.files = files
        self.sampling = sampling
        self.folder = folder
        self._last: tuple[Video | None, tuple[bytes, ...]] = (None, ())

    def frames(self, video: Video) -> tuple[bytes, ...]:
        """Return the frames of a video as JPEG; a ValueError if it does not decode."""
        if self._last[0] != video:
            self._last = (video, self._kept(video))
        return self._last[1]

    def _kept(self, video: Video) -> tuple[bytes, ...]:
        name = hashlib.sha256(repr((video, self.sampling)).encode()).hexdigest()[:32]
        kept = self.folder / name
        if not kept.is_dir():
            found = self._decoded(self.files.find(video.name), video)
            aside = self.folder / f"{name}.part"
            shutil.rmtree(aside, ignore_errors=True)
            aside.mkdir(parents=True)
            for place, data in enumerate(found):
                (aside / f"{place:04d}.jpg").write_bytes(data)
            aside.rename(kept)
        return tuple(path.read_bytes() for path in sorted(kept.glob("*.jpg")))

    def _decoded(self, entry: Entry, video: Video) -> list[bytes]:
        import av

        try:
            first, last, rate = _span(entry, video)
            wanted = [first + place for place in places(self.sampling, last - first, rate)]
            return _taken(entry, wanted)
        except (av.FFmpegError, EOFError, IndexError, OSError) as error:
            why = getattr(error, "strerror", None) or error
            raise ValueError(f"video {entry.name} does not decode: {' '.join(str(why).split())[:100]}") from None

    def stills(self, part: Stills) -> list[str]:
        """Return which of the frames that lie there as pictures are shown: at least one of each part."""
        wanted = places(self.sampling, part.total, 1.0) if self.sampling.rule != "1fps" else range(part.total)
        own = [part.names[place - part.before] for place in wanted if 0 <= place - part.before < len(part.names)]
        return own or [part.names[len(part.names) // 2]]

    def close(self) -> None:
        """Remove the frames."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _source(entry: Entry) -> Any:
    return str(entry.path) if entry.path else io.BytesIO(entry.read())


def _span(entry: Entry, video: Video) -> tuple[int, int, float]:
    """Return the first frame, the one after the last, and how many there are a second."""
    import av

    with av.open(_source(entry)) as film:
        if not film.streams.video:
            raise ValueError(f"video {entry.name} has no pictures in it")
        stream = film.streams.video[0]
        rate = float(stream.average_rate or 0)
        if stream.width * stream.height > PICTURE_PIXELS:
            raise ValueError(f"video {entry.name} is {stream.width} × {stream.height} pixels; that is too large")
        count = 0
        for packet in film.demux(stream):
            count += packet.size > 0
            if count > LONGEST:
                raise ValueError(f"video {entry.name} has more than {LONGEST:,} frames")
    if not count or not rate:
        raise ValueError(f"video {entry.name} holds no frames")
    first = 0 if video.start is None else min(count - 1, round(video.start * rate))
    last = count if video.end is None else min(count, max(first + 1, round(video.end * rate)))
    return first, last, rate


def _taken(entry: Entry, wanted: Sequence[int]) -> list[bytes]:
    import av

    found: dict[int, bytes] = {}
    due = set(wanted)
    with av.open(_source(entry)) as film:
        stream = film.streams.video[0]
        stream.thread_type = "AUTO"
        for place, frame in enumerate(film.decode(stream)):
            if place in due:
                found[place] = _jpeg(frame.to_image())
            if len(found) == len(due):
                break
    if len(found) < len(due):
        raise ValueError(f"video {entry.name} breaks off: it holds {len(found)} of {len(due)} frames")
    return [found[place] for place in wanted]


def _jpeg(image: Any) -> bytes:
    out = io.BytesIO()
    image.convert("RGB").save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
