"""What a person can do: begin, consent, answer, flag, say something at the end, leave, and have everything deleted.

Each function is one piece of work within a transaction. It looks first and refuses with nothing changed; an answer is
for the place that the server expects next, so nothing can be answered twice, out of order, or for someone else.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import re
import secrets
import time
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from msgspec import Meta, Struct

from vantage.study import script
from vantage.study.database import Database
from vantage.study.folder import Shown, Study
from vantage.study.script import Step
from vantage.study.writer import Refused

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # nothing that looks like something else
LENGTH = 16  # letters of a code: 80 random bits
ACTIVE = 24 * 3600.0  # seconds: whoever has answered since then still holds a place in a booklet
ENDS = ("complete", "screened", "no_consent", "withdrawn", "deleted")
NUMBER = re.compile(r"[-+]?(\d{1,15}([.,]\d{0,15})?|[.,]\d{1,15})")

Milliseconds = Annotated[float, Meta(ge=0, le=1e9)]
Tally = Annotated[int, Meta(ge=0, le=1_000_000)]
Short = Annotated[str, Meta(max_length=200)]


class Given(Struct, forbid_unknown_fields=True):
    """An answer as the page sends it."""

    place: Tally
    id: Annotated[str, Meta(pattern="^[0-9a-f]{16,40}$")]
    text: Annotated[str, Meta(max_length=40)]
    milliseconds: Milliseconds | None = None  # from the painted picture to the key; None if it was never painted
    by: Annotated[str, Meta(pattern="^(key|mouse|touch|pen|clock|)$")] = ""
    first: Milliseconds | None = None  # to the first key of a number
    loading: Milliseconds = 0  # from the question's arrival to the painted picture
    away: Milliseconds = 0  # without focus, of `milliseconds`
    blurs: Tally = 0
    zooms: Tally = 0
    views: Tally = 1  # how often the question was opened: more than once after a reload
    offline: bool = False
    width: Tally = 0
    height: Tally = 0
    shown: Annotated[float, Meta(ge=0, le=1e15)] = 0  # the browser's clock when the picture was painted, in ms
    have: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1  # the last place whose question the page holds


@dataclass(frozen=True)
class Person:
    """A row of the table of people."""

    number: int
    state: str
    booklet: int | None
    answered: int
    misses: int
    closed: bool


@dataclass
class Desk:
    """A study that is being served, with the scripts of those who are answering."""

    study: Study
    scripts: dict[int, tuple[Step, ...]] = field(default_factory=dict)

    def script(self, db: Database, person: int) -> tuple[Step, ...]:
        """Return the script of a person who has begun; it never changes."""
        if person not in self.scripts:
            if len(self.scripts) > 5000:
                self.scripts.clear()
            text = db.rows("SELECT script FROM people WHERE number = ?", person)[0][0]
            self.scripts[person] = script.decode(text)
        return self.scripts[person]


def new_token() -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def digest(token: str) -> str:
    """Return what is stored of a token, or of a code as a person types it."""
    plain = re.sub("[^0-9A-Z]", "", token.upper()[:100])
    return hashlib.sha256(plain.encode()).hexdigest()


def find(db: Database, token: str) -> Person:
    """Return whom a token belongs to."""
    rows = db.rows(
        "SELECT number, state, booklet, answered, misses, (SELECT value FROM facts WHERE name = 'closed') "
        "FROM people WHERE token = ?",
        digest(token),
    )
    if not rows:
        raise Refused(404, "unknown", "This link or code is not known here. Please check it.")
    number, state, booklet, answered, misses, closed = rows[0]
    return Person(number, state, booklet, answered, misses, closed is not None)


def _open(person: Person, *states: str) -> None:
    if person.closed:
        raise Refused(410, "closed", "This study is closed. Thank you for your interest.")
    if person.state not in states:
        raise Refused(409, "state", "This was done already, perhaps in another window.")


def is_closed(db: Database) -> bool:
    """Return whether the study was closed."""
    return bool(db.rows("SELECT 1 FROM facts WHERE name = 'closed'"))


def invite(db: Database, booklet: int | None = None) -> str:
    """Add a person who is yet to come, and return the token that only this person gets."""
    return _add(db, new_token(), booklet)


def _add(db: Database, token: str, booklet: int | None = None, external: str | None = None) -> str:
    (number,) = db.rows("SELECT COALESCE(MAX(number), 0) + 1 FROM people")[0]
    db.rows(
        "INSERT INTO people (number, token, state, booklet, external, created) VALUES (?, ?, 'invited', ?, ?, ?)",
        *(number, digest(token), booklet, external, time.time()),
    )
    return token


def arrive(db: Database, desk: Desk, prolific: tuple[str, str, str] | None) -> str:
    """Let a person begin who has no token yet, and return a new one."""
    if is_closed(db):
        raise Refused(410, "closed", "This study is closed. Thank you for your interest.")
    rules = desk.study.settings.recruiting
    if rules.prolific and prolific is None:
        raise Refused(403, "prolific", "Please open this study from its page on Prolific.")
    if not (rules.open or rules.prolific):
        raise Refused(403, "invited", "This study is for invited people. Please use the link or code you were sent.")
    if not rules.prolific or prolific is None:
        return _add(db, new_token())
    # The token follows from all three words of Prolific and a secret: the same visit goes on, another finds nothing.
    token = _derived(db, prolific)
    rows = db.rows("SELECT token FROM people WHERE external = ?", prolific[0])
    if not rows:
        return _add(db, token, external=prolific[0])
    if rows[0][0] != digest(token):
        raise Refused(403, "again", "You have taken part in this study before. Please use the code that you got then.")
    return token


def _derived(db: Database, words: tuple[str, ...]) -> str:
    rows = db.rows("SELECT value FROM facts WHERE name = 'secret'")
    secret = rows[0][0] if rows else secrets.token_hex(32)
    if not rows:
        db.rows("INSERT INTO facts VALUES ('secret', ?)", secret)
    found = hmac.digest(secret.encode(), "\n".join(words).encode(), "sha256")
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in found[:LENGTH])


def agree(db: Database, desk: Desk, token: str, yes: bool, version: str) -> Person:
    """Note whether a person consents; whoever does gets the booklet that is most in need of people."""
    person = find(db, token)
    if person.state == "answering" and yes and not person.closed:
        return person  # a second click, or another window
    _open(person, "invited")
    if not yes:
        _end(db, person.number, "no_consent")
        return find(db, token)
    if version != desk.study.consent:
        raise Refused(409, "consent", "The text has changed meanwhile. Please read it again.")
    booklet = person.booklet if person.booklet is not None else neediest(db, desk.study)
    steps = script.write(desk.study, booklet, person.number)
    db.rows(
        "UPDATE people SET state = 'answering', consent = ?, booklet = ?, script = ?, seen = ? WHERE number = ?",
        *(version, booklet, script.encode(steps), time.time(), person.number),
    )
    return find(db, token)


def neediest(db: Database, study: Study) -> int:
    """Return the booklet that has the fewest people, finished or still at it, for its share; experts are invited."""
    held = {place: 0 for place, one in enumerate(study.frozen.booklets) if one.name != "expert"}
    rows = db.rows(
        "SELECT booklet, COUNT(*) FROM people "
        "WHERE state IN ('complete', 'asked') OR (state = 'answering' AND seen > ?) GROUP BY booklet",
        time.time() - ACTIVE,
    )
    held |= {int(place): n for place, n in rows if place in held}
    return min(held, key=lambda place: (held[place] / study.frozen.booklets[place].people, place))


def answer(db: Database, desk: Desk, token: str, given: Given) -> dict[str, Any]:
    """Store an answer; the same one again is acknowledged again, and changes nothing."""
    person = find(db, token)
    if given.place < person.answered and person.state != "deleted":
        return _repeated(db, desk, person, given)
    _open(person, "answering")
    if given.place > person.answered:
        raise Refused(409, "order", "That question is not due yet.")
    step = desk.script(db, person.number)[given.place]
    one = script.shown(desk.study, step)
    text = _read(one, given.text, desk.study.settings.page.seconds if step.kind == "item" else 0)
    missed = step.kind == "attention" and text != script.key(one, step.rotation)
    about = {name: getattr(given, name) for name in ABOUT}
    now = time.time()
    db.rows(
        "INSERT INTO answers (person, place, id, kind, item, rotation, text, milliseconds, about, received) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *(person.number, given.place, given.id, step.kind, one.id, step.rotation, text, given.milliseconds),
        *(json.dumps(about), now),
    )
    state = _after(desk, db, person, missed)
    db.rows(
        "UPDATE people SET answered = ?, misses = ?, state = ?, seen = ?, finished = ? WHERE number = ?",
        *(given.place + 1, person.misses + missed, state, now, now if state in ENDS else None, person.number),
    )
    after = replace(person, state=state, answered=given.place + 1, misses=person.misses + missed)
    return _acknowledged(desk, db, after, given.have, (step, text))


ABOUT = ("by", "first", "loading", "away", "blurs", "zooms", "views", "offline", "width", "height", "shown")


def _read(one: Shown, text: str, limit: float) -> str:
    """Return an answer as it is stored; empty is allowed only where time can run out."""
    if not text and limit:
        return ""
    if one.options:
        if len(text) == 1 and text in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(one.options)]:
            return text
        raise Refused(422, "answer", "That is none of the options.")
    if not NUMBER.fullmatch(text.strip()):
        raise Refused(422, "answer", "Please type a number, such as 12 or 3.5.")
    return text.strip().replace(",", ".")


def _after(desk: Desk, db: Database, person: Person, missed: bool) -> str:
    limit = desk.study.settings.recruiting.screen_out_after
    if missed and limit and person.misses + 1 >= limit:
        return "screened"
    if person.answered + 1 < len(desk.script(db, person.number)):
        return "answering"
    return "asked" if desk.study.settings.questions else "complete"


def _repeated(db: Database, desk: Desk, person: Person, given: Given) -> dict[str, Any]:
    (row,) = db.rows("SELECT id, text FROM answers WHERE person = ? AND place = ?", person.number, given.place)
    if row[0] != given.id:
        raise Refused(409, "answered", "That question was answered already, perhaps in another window.")
    return _acknowledged(desk, db, person, given.have, (desk.script(db, person.number)[given.place], row[1]))


def _acknowledged(desk: Desk, db: Database, person: Person, have: int, answered: tuple[Step, str]) -> dict[str, Any]:
    found = view(db, desk, person, have)
    step, text = answered
    told = desk.study.settings.page.feedback
    # Only here is a key told: the answer to it is stored, in the transaction that ends before anything is sent.
    if told == "all" or (told == "practice" and step.kind == "practice"):
        found["feedback"] = _feedback(script.shown(desk.study, step), step, text)
    return found


def _feedback(one: Shown, step: Step, text: str) -> dict[str, Any]:
    if one.letter:
        key = script.key(one, step.rotation)
        return {"right": text == key, "key": key}
    near = one.rule == "exact" or not text
    right = bool(text) and math.isclose(float(text), one.value or 0.0, rel_tol=1e-9, abs_tol=1e-12)
    return {"right": right if near or right else None, "key": f"{one.value:.12g} {one.unit}".strip()}


def view(db: Database, desk: Desk, person: Person, have: int = -1) -> dict[str, Any]:
    """Return where a person stands, and the questions that the page does not hold yet."""
    found: dict[str, Any] = {"state": "closed" if person.closed and person.state not in ENDS else person.state}
    found["at"] = person.answered
    if person.state == "answering" and not person.closed:
        steps = desk.script(db, person.number)
        last = min(len(steps), person.answered + desk.study.settings.page.ahead)
        first = max(have + 1, person.answered)
        found["total"] = len(steps)
        found["steps"] = [script.public(desk.study, steps[place], place) for place in range(first, last)]
    return found


def flag(db: Database, desk: Desk, token: str, place: int, reason: str, note: str) -> None:
    """Note that a person finds something wrong with an item; the latest flag of a person on an item counts."""
    person = find(db, token)
    _open(person, "answering", "asked")
    steps = desk.script(db, person.number)
    if not 0 <= place <= min(person.answered + desk.study.settings.page.ahead, len(steps) - 1):
        raise Refused(422, "place", "That question was not shown yet.")
    item = script.shown(desk.study, steps[place]).id
    db.rows("DELETE FROM flags WHERE person = ? AND item = ?", person.number, item)
    db.rows("INSERT INTO flags VALUES (?, ?, ?, ?, ?)", person.number, item, reason, plain(note), time.time())


def plain(text: str) -> str:
    """Return a text without control characters, which PostgreSQL and terminals take badly."""
    return "".join(mark for mark in text if mark.isprintable() or mark == "\n").strip()


def reply(db: Database, desk: Desk, token: str, said: dict[str, str]) -> Person:
    """Store what a person says to the questions at the end."""
    person = find(db, token)
    if person.state == "complete" and not person.closed:
        return person
    _open(person, "asked")
    found = {}
    for question in desk.study.settings.questions:
        text = plain(said.get(question.name, ""))
        if question.needed and not text:
            raise Refused(422, question.name, "Please answer this question.")
        if text and question.kind == "choice" and text not in question.options:
            raise Refused(422, question.name, "Please choose one of the options.")
        if text and question.kind == "number" and not NUMBER.fullmatch(text):
            raise Refused(422, question.name, "Please type a number.")
        found[question.name] = text
    db.rows("UPDATE people SET questions = ? WHERE number = ?", json.dumps(found), person.number)
    _end(db, person.number, "complete")
    return find(db, token)


def leave(db: Database, token: str, delete: bool) -> Person:
    """Let a person withdraw, at any time before the study is closed; with `delete`, all that was stored goes."""
    person = find(db, token)
    if person.closed:
        raise Refused(410, "closed", "This study is closed. Please write to those who run it to have data deleted.")
    if delete:
        erase(db, person.number)
    elif person.state not in ENDS:
        _end(db, person.number, "withdrawn")
    return find(db, token)


def erase(db: Database, number: int) -> None:
    """Delete all that a person said; the number stays, so that it is not given to someone else."""
    db.rows("DELETE FROM answers WHERE person = ?", number)
    db.rows("DELETE FROM flags WHERE person = ?", number)
    db.rows(
        "UPDATE people SET state = 'deleted', booklet = NULL, script = NULL, answered = 0, misses = 0, consent = NULL, "
        "external = NULL, questions = NULL, created = 0, seen = NULL, finished = NULL WHERE number = ?",
        number,
    )


def _end(db: Database, number: int, state: str) -> None:
    db.rows("UPDATE people SET state = ?, finished = ? WHERE number = ?", state, time.time(), number)
