"""What is known of a public benchmark: where its questions lie, how a row becomes a question, and how it is scored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from vantage.item import Answer
from vantage.public.metrics import Metric

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Picture:
    """A picture of a question: its bytes as the table has them, or the name of its file."""

    data: bytes = b""
    name: str = ""


@dataclass(frozen=True)
class Video:
    """A video of a question, or a part of one in seconds; its frames become pictures in order."""

    name: str
    start: float | None = None
    end: float | None = None


@dataclass(frozen=True)
class Stills:
    """Frames that lie beside the questions as pictures: a part of a film of `total` frames, `before` of them earlier.

    So many frames are shown of the whole film; of each part at least one.
    """

    names: tuple[str, ...]
    before: int
    total: int


Media = Picture | Video | Stills
VIDEO_MARK = "<video>"  # in a text: where the frames of the next video go


@dataclass(frozen=True)
class Question:
    """One question as a benchmark asks it: all but its pictures."""

    id: str
    category: str
    text: str  # with <image> and <video> marks, or without: the pictures then come first
    answer: Answer
    options: tuple[str, ...] = ()  # empty where a number is asked for
    subtype: str = ""
    cluster: str = ""  # what questions share that are about one thing, beyond their pictures
    tags: Mapping[str, Any] = field(default_factory=dict)
    after: bool = False  # pictures without marks come after the text


@dataclass(frozen=True)
class Benchmark:
    """A benchmark, or a variant of one. `tables` are tried in order; the files that match the first are read.

    `categories` say what capabilities of EASI's taxonomy each asks for; none: it is not about space; None: nobody has
    said, or it cannot be read in print.
    """

    name: str
    title: str
    home: str  # where its authors publish it; on the hub unless a URL
    licence: str
    tables: tuple[str, ...]
    needs: tuple[str, ...]  # columns without which a table is of another benchmark, or of another revision
    question: Callable[[Row], Question]
    media: Callable[[Row], Sequence[Media]]
    categories: Mapping[str, tuple[str, ...] | None]
    metric: Metric
    count: int | None = None  # questions that the authors' files hold, as far as counted
    chance: float | None = None  # score of a guesser by the benchmark's own metric, where it is known beforehand
    protocol: str = "direct"  # ours that asks most like the authors
    rules: tuple[str, ...] = ()  # rule sets of other tools that read it
    pictures: tuple[str, ...] = ()  # columns of its tables that hold bytes of pictures
    skip: Callable[[Row], str] = lambda row: ""  # why a row is left out that is no mistake; empty: it is read
    choose: Callable[[Sequence[Question]], Iterable[str]] | None = None  # ids of a variant that is a part of the whole
    rehosted: Mapping[str, str] = field(default_factory=dict)  # EASI's tables: file name -> column of the category
    open: bool = False  # whether other categories than those listed may occur
    published: str = ""  # what EASI's tables call it
    printed: Mapping[str, str] = field(default_factory=dict)  # part of its score -> what EASI's tables call that
    board: str = ""  # its key on EASI's leaderboard
    files: tuple[str, ...] = ()  # what `vantage fetch` brings from the hub
    video: bool = False
    quirks: tuple[str, ...] = ()  # what a reader of the files must know, a sentence each
    ours: bool = True  # whether the capabilities of its categories are our own reading, not EASI's

    @property
    def about(self) -> str:
        """How it is scored, in words."""
        return self.metric.about
