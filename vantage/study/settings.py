"""study.toml as typed records: everything about a study that a person may edit, checked as it is read.

What decides which items a person gets ([design], [practice], [[attention]], seed) is frozen once people have begun;
texts, limits and addresses can be changed at any time.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from vantage.item import LETTERS
from vantage.running.records import said

NAME = "study.toml"
MOST = 100_000  # people, booklets or items

Count = Annotated[int, Meta(ge=0, le=MOST)]
Some = Annotated[int, Meta(ge=1, le=MOST)]
Line = Annotated[str, Meta(min_length=1, max_length=300)]
Text = Annotated[str, Meta(max_length=20_000)]
Word = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of study.toml; a name that is not a setting is a mistake."""


class Design(Part, frozen=True):
    """Who answers which items, and in which order."""

    kind: Literal["all", "sample", "booklets", "expert"]
    people: Some
    items: Count = 0  # how many of the data set's items; 0: all
    booklets: Count = 0
    per_person: Count = 0  # items in a booklet, or in another's part beside an expert; 0: what the rest gives
    anchors: Count = 0  # items that a booklet shares with the next
    experts: Count = 0  # people who answer everything, if the kind is "expert"
    leave_out: tuple[Line, ...] = ()  # "task" or "task/subtype"
    task_order: Literal["balanced", "mixed"] = "balanced"
    option_order: Literal["turned", "as made"] = "turned"


class Practice(Part, frozen=True):
    """Items to practise on, with feedback; never counted."""

    items: Annotated[int, Meta(ge=0, le=50)] = 0
    data: str = ""  # another data set to take them from; empty: items that the design leaves over


class Check(Part, frozen=True):
    """A question that whoever reads it answers rightly."""

    question: Annotated[str, Meta(min_length=1, max_length=2000)]
    options: Annotated[tuple[Line, ...], Meta(min_length=2, max_length=8)]
    answer: Annotated[str, Meta(pattern="^[A-H]$")]

    def __post_init__(self) -> None:
        if self.answer not in LETTERS[: len(self.options)]:
            raise ValueError(f"the answer {self.answer} is none of the {len(self.options)} options")


class Page(Part, frozen=True):
    """What a session is like."""

    feedback: Literal["none", "practice", "all"] = "practice"
    break_every: Count = 50  # items between two breaks; 0: none
    seconds: Annotated[float, Meta(ge=0, le=86_400)] = 0  # per item; 0: no limit
    ahead: Annotated[int, Meta(ge=1, le=20)] = 3  # items that the page holds in advance, to go on while offline
    flags: Annotated[tuple[Line, ...], Meta(max_length=12)] = ()  # reasons to choose from


class Consent(Part, frozen=True):
    """What a person agrees to before anything is asked."""

    text: Annotated[str, Meta(min_length=1, max_length=50_000)]


class Question(Part, frozen=True):
    """Something asked after the last item."""

    name: Word
    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    kind: Literal["choice", "number", "text"] = "text"
    options: Annotated[tuple[Line, ...], Meta(max_length=50)] = ()
    needed: bool = False

    def __post_init__(self) -> None:
        if (self.kind == "choice") != bool(self.options):
            raise ValueError(f"the question {self.name} is a {self.kind}; a choice has options, nothing else has")


class Recruiting(Part, frozen=True):
    """Who may begin, and where people are sent back to."""

    open: bool = True  # anyone who has the study's address; otherwise only whoever was invited
    prolific: bool = False  # only with the parameters that Prolific adds to the address
    screen_out_after: Annotated[int, Meta(ge=0, le=100)] = 0  # attention checks failed; 0: nobody is screened out
    complete: Text = ""  # codes of Prolific
    screened: Text = ""
    no_consent: Text = ""


class Server(Part, frozen=True):
    """Where the study is served, and where answers are stored."""

    url: str = "http://127.0.0.1:8000"  # the address that people see
    database: str = ""  # postgresql://user@host/name; empty: a file in the study's folder

    def __post_init__(self) -> None:
        if urlsplit(self.url).scheme not in ("http", "https") or not urlsplit(self.url).netloc:
            raise ValueError(f"url must be an address such as https://study.example.org, not {self.url!r}")
        if self.database and urlsplit(self.database).scheme not in ("postgresql", "postgres"):
            raise ValueError("database must be empty or begin with postgresql://")


class Settings(Part, frozen=True, kw_only=True):
    """All of study.toml."""

    title: Line
    welcome: Text = ""
    data: Line
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0
    design: Design
    practice: Practice = Practice()
    attention: Annotated[tuple[Check, ...], Meta(max_length=50)] = ()
    page: Page = Page()
    consent: Consent
    questions: Annotated[tuple[Question, ...], Meta(max_length=50)] = ()
    recruiting: Recruiting = Recruiting()
    server: Server = Server()

    def __post_init__(self) -> None:
        names = [question.name for question in self.questions]
        if len(set(names)) < len(names):
            raise ValueError("two questions have the same name")

    @property
    def frozen(self) -> dict[str, object]:
        """The settings that cannot change once people have begun."""
        found: dict[str, object] = msgspec.to_builtins(self)
        return {name: found[name] for name in ("seed", "design", "practice", "attention")}


def read(folder: Path) -> Settings:
    """Return the settings of the study in a folder; a mistake is a ValueError that says where it is."""
    path = folder / NAME
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        return msgspec.convert(data, Settings)
    except FileNotFoundError:
        what = f"{folder} is not a study (it has no {NAME})"
        raise ValueError(f"{what}; make one with: vantage study new DATASET") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not TOML: {error}") from None
    except (msgspec.ValidationError, RecursionError) as error:
        raise ValueError(f"{path}: {said(error)}") from None
