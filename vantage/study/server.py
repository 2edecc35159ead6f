"""The server: one page, its pictures, and a few requests in JSON that change nothing unless `sessions` says so.

A participant is whoever holds a token, sent with each request; there are no cookies, and neither addresses nor names of
browsers are stored or logged. Every reply carries a policy by which nothing but our own script runs.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from vantage.study import lab, sessions
from vantage.study.database import Database, Unavailable
from vantage.study.folder import PICTURES, Study, media_type
from vantage.study.limits import Bucket, Limits
from vantage.study.sessions import Desk, Given
from vantage.study.web import Policy, body, page_file, refused, reply
from vantage.study.writer import Refused, Writer

PAGES = {
    "study.html": "text/html",
    "study.js": "text/javascript",
    "study.css": "text/css",
    "lab.css": "text/css",
    "icon.svg": "image/svg+xml",
}
FOREVER = {"cache-control": "private, max-age=604800, immutable"}
PROLIFIC = "https://app.prolific.com/submissions/complete?cc="
WAIT = "The study cannot be reached just now. Nothing is lost; this page tries again by itself."

T = TypeVar("T")
Word = Annotated[str, Meta(max_length=64)]


class Begin(Struct, forbid_unknown_fields=True):
    """The words that Prolific adds to the address, or none of them."""

    prolific: tuple[Word, Word, Word] | None = None


class Consent(Struct, forbid_unknown_fields=True):
    """Whether a person agrees, to which version of the text."""

    agree: bool
    version: Word


class Flag(Struct, forbid_unknown_fields=True):
    """What a person finds wrong with the question at a place."""

    place: sessions.Tally
    reason: Annotated[str, Meta(max_length=300)]
    note: Annotated[str, Meta(max_length=1000)] = ""


class Replies(Struct, forbid_unknown_fields=True):
    """What a person says to the questions at the end."""

    replies: dict[Word, Annotated[str, Meta(max_length=4000)]]


class Leave(Struct, forbid_unknown_fields=True):
    """Whether a person who leaves wants everything deleted."""

    delete: bool


class Site:
    """A study that is being served: its requests, each answered by one piece of work on the database."""

    def __init__(self, study: Study, writer: Writer) -> None:
        self.study = study
        self.desk = Desk(study)
        self.writer = writer
        self.limits = Limits()
        self.newcomers = Bucket(600, 30)
        self._texts = _texts(study)

    async def page(self, request: Request) -> Response:
        """The one page; which part of a session it shows is up to its script."""
        return _file("study.html")

    async def static(self, request: Request) -> Response:
        """A script or style of the page."""
        name = request.path_params["name"]
        if name not in PAGES:
            return reply({"error": "unknown", "message": "There is no such page."}, 404)
        return _file(name)

    async def picture(self, request: Request) -> Response:
        """A picture of an item; its name is its digest, so it never changes."""
        name = request.path_params["name"]
        if name not in self.study.pictures:
            return reply({"error": "unknown", "message": "There is no such picture."}, 404)
        data = (self.study.folder / PICTURES / name).read_bytes()
        return Response(
            data, media_type=media_type(name), headers={"cache-control": "private, max-age=604800, immutable"}
        )

    async def about(self, request: Request) -> Response:
        """What the first page says."""
        found = self.study.settings
        closed = await self._ask(sessions.is_closed)
        rules = found.recruiting
        how = "closed" if closed else "prolific" if rules.prolific else "open" if rules.open else "invited"
        return reply({"title": found.title, "welcome": found.welcome, "how": how})

    async def begin(self, request: Request) -> Response:
        """Let someone begin; the reply holds the token, which is told only now."""
        given = await body(request, Begin)
        if wait := self.newcomers.take():
            raise _later(wait)
        return reply({"token": await self._ask(lambda db: sessions.arrive(db, self.desk, given.prolific))})

    async def session(self, request: Request) -> Response:
        """Where a person stands, with the texts of the study."""
        token = self._token(request)
        person, found = await self._mine(token, lambda db: self._seen(db, token))
        return reply({**found, **self._texts, **self._end(person, found["state"])})

    def _seen(self, db: Database, token: str) -> tuple[str | None, dict[str, Any]]:
        person = sessions.find(db, token)
        external = db.rows("SELECT external FROM people WHERE number = ?", person.number)[0][0]
        return external, sessions.view(db, self.desk, person)

    async def consent(self, request: Request) -> Response:
        """Note a person's consent, or that there is none."""
        token, given = self._token(request), await body(request, Consent)
        await self._mine(token, lambda db: sessions.agree(db, self.desk, token, given.agree, given.version))
        return await self.session(request)

    async def answer(self, request: Request) -> Response:
        """Store an answer; what comes back is sent only when it is committed."""
        token, given = self._token(request), await body(request, Given)
        return reply(await self._mine(token, lambda db: sessions.answer(db, self.desk, token, given)))

    async def flag(self, request: Request) -> Response:
        """Note that something is wrong with a question."""
        token, given = self._token(request), await body(request, Flag)
        if given.reason not in self.study.settings.page.flags:
            raise Refused(422, "reason", "Please choose one of the reasons.")
        await self._mine(token, lambda db: sessions.flag(db, self.desk, token, given.place, given.reason, given.note))
        return reply({})

    async def replies(self, request: Request) -> Response:
        """Store what a person says at the end."""
        token, given = self._token(request), await body(request, Replies)
        await self._mine(token, lambda db: sessions.reply(db, self.desk, token, given.replies))
        return await self.session(request)

    async def leave(self, request: Request) -> Response:
        """Let a person withdraw."""
        token, given = self._token(request), await body(request, Leave)
        await self._mine(token, lambda db: sessions.leave(db, token, given.delete))
        return await self.session(request)

    def _token(self, request: Request) -> str:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not 8 <= len(token) <= 100:
            raise Refused(404, "unknown", "This link or code is not known here. Please check it.")
        if wait := self.limits.take(sessions.digest(token)):
            raise _later(wait)
        return token

    async def _mine(self, token: str, work: Callable[[Database], T]) -> T:
        found = await self._ask(work)
        self.limits.know(sessions.digest(token))
        return found

    async def _ask(self, work: Callable[[Database], T]) -> T:
        return await self.writer.ask(work)

    def _end(self, external: str | None, state: str) -> dict[str, str]:
        """Return the address that a person from Prolific goes back to; it is told at the end only."""
        rules = self.study.settings.recruiting
        code = {"complete": rules.complete, "screened": rules.screened, "no_consent": rules.no_consent}.get(state, "")
        return {"back": PROLIFIC + code} if external and code else {}


def _texts(study: Study) -> dict[str, Any]:
    found = study.settings
    return {
        "title": found.title,
        "consent": {"text": found.consent.text, "version": study.consent},
        "questions": [msgspec.to_builtins(one) for one in found.questions],
        "flags": list(found.page.flags),
        "feedback": found.page.feedback,
    }


def _later(wait: float) -> Refused:
    refusal = Refused(429, "later", "That was very often. This page goes on by itself in a moment.")
    refusal.wait = max(1, round(wait + 0.5))
    return refusal


def _file(name: str) -> Response:
    return Response(page_file(name), media_type=PAGES[name], headers={"cache-control": "no-cache"})


async def _unavailable(request: Request, error: Exception) -> Response:
    return reply({"error": "unavailable", "message": WAIT}, 503, **{"retry-after": "2"})


def app(study: Study, writer: Writer, password: bytes = b"") -> ASGIApp:
    """Return the application that serves a study; `password` is what the lab's is checked against."""
    site = Site(study, writer)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        writer.close()

    routes = [
        Route("/", site.page),
        Route("/s/{token:str}", site.page),
        Route("/pictures/{name:str}", site.picture),
        Route("/page/{name:str}", site.static),
        Route("/api/study", site.about),
        Route("/api/begin", site.begin, methods=["POST"]),
        Route("/api/session", site.session),
        Route("/api/consent", site.consent, methods=["POST"]),
        Route("/api/answer", site.answer, methods=["POST"]),
        Route("/api/flag", site.flag, methods=["POST"]),
        Route("/api/replies", site.replies, methods=["POST"]),
        Route("/api/leave", site.leave, methods=["POST"]),
        *lab.routes(study, writer, password),
    ]
    handlers: Any = {Refused: refused, Unavailable: _unavailable}
    return Policy(Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan))
