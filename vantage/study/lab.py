"""The researcher's side of a running study, at /lab: plain pages and forms without any script.

Whoever knows the password gives a name, under which verdicts on flags are kept. Wrong passwords are answered ever more
slowly, for all together: an address says nothing about who is trying.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from vantage.study import password, progress, script, sessions
from vantage.study.database import Database, Unavailable
from vantage.study.folder import Shown, Study
from vantage.study.limits import Bucket
from vantage.study.script import Step
from vantage.study.writer import Writer

COOKIE = "vantage_lab"
HOURS = 12
FORM = 4096  # bytes
MOST = 300  # steps on one page of a preview
Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Entered:
    """Someone who gave the password."""

    name: str
    until: float


class Lab:
    """The pages of the lab."""

    def __init__(self, study: Study, writer: Writer, kept: bytes) -> None:
        self.study = study
        self.writer = writer
        self.kept = kept
        self._inside: dict[str, Entered] = {}
        self._tries = Bucket(5, 1 / 5)

    def who(self, request: Request) -> str:
        """Return the name of whoever asks, empty if they are not inside."""
        entered = self._inside.get(request.cookies.get(COOKIE, ""))
        return entered.name if entered and time.monotonic() < entered.until else ""

    def guarded(self, handler: Handler) -> Handler:
        """Return a page that only those inside can see."""

        async def guard(request: Request) -> Response:
            if not self.who(request):
                return RedirectResponse("/lab/enter", 303)
            try:
                return await handler(request)
            except Unavailable as error:
                return _page("lab_trouble.html", 503, study=self.study, why=str(error))

        return guard

    async def enter(self, request: Request) -> Response:
        """Ask for the password, or check it."""
        if request.method == "GET":
            return _page("lab_enter.html", study=self.study, fault="")
        form = await _form(request)
        if wait := self._tries.take():
            fault = f"Too many attempts; please wait {wait:.0f} seconds."
            return _page("lab_enter.html", 429, study=self.study, fault=fault)
        name = sessions.plain(form.get("name", ""))[:40]
        if not await asyncio.to_thread(password.right, self.kept, form.get("password", "")[:200]) or not name:
            fault = "That is not the password." if name else "Please give a name."
            return _page("lab_enter.html", 403, study=self.study, fault=fault)
        key = secrets.token_urlsafe(32)
        self._inside = {k: one for k, one in self._inside.items() if time.monotonic() < one.until}
        self._inside[key] = Entered(name, time.monotonic() + HOURS * 3600)
        reply = RedirectResponse("/lab", 303)
        safe = self.study.settings.server.url.startswith("https:")
        reply.set_cookie(COOKIE, key, httponly=True, samesite="strict", path="/lab", secure=safe, max_age=HOURS * 3600)
        return reply

    async def leave(self, request: Request) -> Response:
        """Forget that someone is inside."""
        self._inside.pop(request.cookies.get(COOKIE, ""), None)
        return RedirectResponse("/lab/enter", 303)

    async def overview(self, request: Request) -> Response:
        """Progress by booklet, and the people."""

        def work(db: Database) -> dict[str, Any]:
            return {
                "booklets": progress.filled(db, self.study),
                "people": progress.standings(db, self.study),
                "flags": len(progress.flagged(db)),
                "closed": sessions.is_closed(db),
            }

        return _page("lab.html", study=self.study, who=self.who(request), **await self.writer.ask(work))

    async def flags(self, request: Request) -> Response:
        """The flagged items with their pictures, and the verdicts."""
        found = await self.writer.ask(progress.flagged)
        items = {**self.study.frozen.items, **{one.id: one for one in self.study.frozen.practice}}
        cards = [(one, self._card(items[one.item], 0)) for one in found if one.item in items]
        return _page(
            "lab_flags.html",
            study=self.study,
            who=self.who(request),
            cards=cards,
            agreed=progress.agreed(found),
            excluded=progress.excluded(found),
        )

    async def review(self, request: Request) -> Response:
        """Note a verdict on a flagged item."""
        form, name = await _form(request), self.who(request)
        item, verdict = form.get("item", ""), form.get("verdict", "")
        if verdict not in progress.VERDICTS or item not in self.study.frozen.items:
            return _page("lab_trouble.html", 422, study=self.study, why="that is no verdict on an item of this study")

        def work(db: Database) -> None:
            db.rows("DELETE FROM reviews WHERE item = ? AND reviewer = ?", item, name)
            note = sessions.plain(form.get("note", ""))[:1000]
            db.rows("INSERT INTO reviews VALUES (?, ?, ?, ?, ?)", item, name, verdict, note, time.time())

        await self.writer.ask(work)
        return RedirectResponse("/lab/flags", 303)

    async def preview(self, request: Request) -> Response:
        """What a person saw and answered; or what one would see who got a booklet, where nobody has that number."""
        number, first = (_whole(request.query_params.get(name, ""), low) for name, low in (("person", 1), ("from", 0)))
        booklet = _whole(request.query_params.get("booklet", ""), 0)

        def work(db: Database) -> tuple[tuple[Step, ...], dict[int, tuple[str, float | None]]]:
            if "booklet" in request.query_params:
                place = min(booklet, len(self.study.frozen.booklets) - 1)
                return script.write(self.study, place, number), {}
            rows = db.rows("SELECT script FROM people WHERE number = ? AND script IS NOT NULL", number)
            said = db.rows("SELECT place, text, milliseconds FROM answers WHERE person = ?", number)
            return script.decode(rows[0][0]) if rows else (), {place: (text, ms) for place, text, ms in said}

        steps, said = await self.writer.ask(work)
        cards = [
            (place, step, self._card(script.shown(self.study, step), step.rotation), said.get(place))
            for place, step in list(enumerate(steps))[first : first + MOST]
        ]
        return _page(
            "lab_preview.html",
            study=self.study,
            who=self.who(request),
            number=number,
            booklet=booklet if "booklet" in request.query_params else None,
            cards=cards,
            total=len(steps),
            following=first + MOST if first + MOST < len(steps) else None,
        )

    def _card(self, one: Shown, rotation: int) -> dict[str, Any]:
        options = one.options[rotation:] + one.options[:rotation]
        right = script.key(one, rotation) or f"{one.value:.12g} {one.unit}"
        return {"item": one, "options": list(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", options)), "key": right}


def routes(study: Study, writer: Writer, kept: bytes) -> list[Route]:
    """Return the lab's addresses."""
    lab = Lab(study, writer, kept)
    return [
        Route("/lab/enter", lab.enter, methods=["GET", "POST"]),
        Route("/lab/leave", lab.guarded(lab.leave), methods=["POST"]),
        Route("/lab", lab.guarded(lab.overview)),
        Route("/lab/flags", lab.guarded(lab.flags)),
        Route("/lab/flags", lab.guarded(lab.review), methods=["POST"]),
        Route("/lab/preview", lab.guarded(lab.preview)),
    ]


def _whole(text: str, least: int) -> int:
    return max(least, int(text)) if text.isascii() and text.isdecimal() and len(text) < 9 else least


async def _form(request: Request) -> dict[str, str]:
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > FORM:
            return {}
    return {name: values[0] for name, values in parse_qs(data.decode("utf-8", "replace"), max_num_fields=10).items()}


@cache
def _environment() -> Any:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.PackageLoader("vantage.study", "page"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


def _page(template: str, status: int = 200, **values: Any) -> Response:
    text = _environment().get_template(template).render(**values)
    return Response(text, status, {"cache-control": "no-store"}, "text/html")
