"""The page on which a person looks at generated pictures: keeps each with the way it faces, or rejects it.

It listens on this machine alone, and obeys whoever holds the token in the address that the terminal shows. What the
prompt asked for, and what a model says, is sent only when the person has given an answer of their own.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from vantage.curate.generated import decisions, opinions
from vantage.curate.generated.decisions import REASONS, Decision
from vantage.curate.generated.painting import Picture
from vantage.models.http import media_type
from vantage.study import serving, web
from vantage.study.writer import Refused

HOST = "127.0.0.1"
PAGES = {
    "sorting.html": "text/html",
    "sorting.js": "text/javascript",
    "sorting.css": "text/css",
    "icon.svg": "image/svg+xml",
}
FOREVER = {"cache-control": "private, max-age=604800, immutable"}
Word = Annotated[str, Meta(max_length=64)]


class Said(Struct, forbid_unknown_fields=True):
    """What a person says of a picture; with neither facing nor reason, what was said is taken back."""

    picture: Word
    facing: Word = ""
    reason: Word = ""


class Sorting:
    """The pictures of a folder, and what is said of them."""

    def __init__(self, folder: Path, pictures: Sequence[Picture], token: str) -> None:
        self.folder, self.token = folder, token
        # By digest, which is as good as random: half a review is then a fair sample.
        self.pictures = {one.sha256: one for one in sorted(pictures, key=lambda one: one.sha256)}
        self.decided = decisions.read(folder)
        self.opinions = opinions.read(folder, pictures)

    async def page(self, request: Request) -> Response:
        """The one page."""
        return _file("sorting.html")

    async def static(self, request: Request) -> Response:
        """A script or style of the page."""
        name = request.path_params["name"]
        if name not in PAGES:
            raise Refused(404, "unknown", "There is no such page.")
        return _file(name)

    async def picture(self, request: Request) -> Response:
        """A picture; its name is its digest, which nobody can guess."""
        one = self.pictures.get(request.path_params["name"])
        if one is None:
            raise Refused(404, "unknown", "There is no such picture.")
        data = (self.folder / one.file).read_bytes()
        return Response(data, media_type=media_type(data), headers=FOREVER)

    async def all(self, request: Request) -> Response:
        """All pictures, in the order of the page, with what was said of them."""
        self._check(request)
        return web.reply(
            {
                "folder": self.folder.resolve().name,
                "reasons": list(REASONS.items()),
                "pictures": [self._card(one) for one in self.pictures.values()],
            }
        )

    async def say(self, request: Request) -> Response:
        """Store what a person says; what comes back is sent only when it is on the disk."""
        self._check(request)
        given = await web.body(request, Said)
        one = self.pictures.get(given.picture)
        if one is None:
            raise Refused(404, "unknown", "There is no such picture.")
        try:
            decision = Decision(one.id, one.sha256, given.facing, given.reason)
        except ValueError as error:
            raise Refused(422, "form", str(error)) from None
        before = self.decided.get(one.sha256)
        first = before.first if before else decision.said
        if decision.said or before:
            self.decided[one.sha256] = replace(decision, first=first)
            decisions.add(self.folder, self.decided[one.sha256])
        return web.reply(self._card(one))

    def _check(self, request: Request) -> None:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), self.token.encode()):
            raise Refused(403, "token", "Open the page by the whole address that the terminal shows.")

    def _card(self, one: Picture) -> dict[str, Any]:
        """Return what the page may show of a picture: others' words only after the person's own."""
        card = {"picture": one.sha256, "kind": one.description.kind}
        decision = self.decided.get(one.sha256)
        if not (decision and decision.said):
            return {**card, "said": ""}
        held = self.opinions.get(one.sha256, [])
        others = [one.description.facing, *(opinion.said for opinion in held if opinion.said)]
        return {
            **card,
            "said": decision.said,
            "kept": bool(decision.facing),
            "asked": one.description.text,
            "described": one.description.facing,
            "opinions": [{"model": opinion.model, "said": opinion.said} for opinion in held],
            "differs": bool(decision.facing) and any(said != decision.facing for said in others),
        }


def _file(name: str) -> Response:
    return Response(web.page_file(name), media_type=PAGES[name], headers={"cache-control": "no-cache"})


def app(folder: Path, pictures: Sequence[Picture], token: str) -> ASGIApp:
    """Return the application; only who holds the token learns or changes anything."""
    site = Sorting(folder, pictures, token)
    routes = [
        Route("/s/{token:str}", site.page),
        Route("/page/{name:str}", site.static),
        Route("/pictures/{name:str}", site.picture),
        Route("/api/pictures", site.all),
        Route("/api/say", site.say, methods=["POST"]),
    ]
    handlers: Any = {Refused: web.refused}
    return web.Policy(Starlette(routes=routes, exception_handlers=handlers))


def serve(folder: Path, pictures: Sequence[Picture], port: int, ready: Callable[[str], None]) -> None:
    """Serve the page until told to stop; `ready` is told its address, with the token in it."""
    serving.check_installed()
    token = secrets.token_hex(16)
    with serving.alone(folder, "the pictures"):
        listening = serving.listen(HOST, port)
        serving.serve_app(app(folder, pictures, token), HOST, listening, lambda where: ready(f"{where}/s/{token}"))
