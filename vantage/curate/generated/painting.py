"""Have an image server draw the descriptions: any server that offers OpenAI's images API.

A picture comes as base64 in the reply. An address in its place is not followed: it could lead anywhere, into this
machine's own network too. What comes is bounded and decoded before it is kept; a picture is written whole, then noted.
The machinery is that of runs, so failures are retried, held back or fatal in the same way; for it, a picture counts as
one token, so that a price per picture bounds the cost.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vantage.curate.generated.descriptions import Description
from vantage.curate.generated.replies import FOLDER, Who, ask
from vantage.data.place import write_whole
from vantage.exchange.own_items import check_decodes, inside
from vantage.item import compact
from vantage.models import Failure, Request, Response, Settings
from vantage.models.http import Body, HttpModel, Reply, Wire
from vantage.models.openai import WIRE as CHAT
from vantage.prompts.prompt import Message
from vantage.running import run_folder
from vantage.running.prices import MILLION, Price

DRAW, VERSION = "draw", 1
PICTURES = "pictures"
ENDINGS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}
SMALLEST = 64  # pixels of the shorter side: less shows nothing
MOST = 20  # pictures of one description by one model
ADDRESS = "address"  # how a reply "ends" that gives an address in place of a picture


@dataclass(frozen=True)
class Picture:
    """A picture that was drawn."""

    id: str
    description: Description
    model: str
    file: str  # below the folder
    sha256: str


def _body(name: str, settings: Settings, messages: Sequence[Message]) -> Body:
    (prompt,) = messages[-1].parts
    # The newest of OpenAI's own models always answer in base64, and refuse to be asked for it.
    wanted = None if name.startswith("gpt-image") else "b64_json"
    return {"model": name, "prompt": prompt, "n": 1, "response_format": wanted}


def _read(data: Any) -> Reply:
    first = data["data"][0]
    if not first.get("b64_json") and first.get("url"):
        return Reply("", ADDRESS)
    return Reply(str(first["b64_json"]), "stop")


IMAGES = replace(CHAT, path="/images/generations", body=_body, read=_read)


class Painter:
    """A model that draws; as its answer it returns where the picture lies."""

    insider = False

    def __init__(self, name: str, settings: Settings, folder: Path, wire: Wire = IMAGES) -> None:
        provider, _, own = name.partition("/")
        if provider != wire.prefix or not own:
            raise ValueError(
                f"{name!r} draws no pictures; give {wire.prefix}/NAME, which is a model of OpenAI's or, with "
                "--base-url, of any server with the same images API"
            )
        self._http = HttpModel(own, settings, wire)
        self.name = self._http.name
        # A server that has moved draws the same pictures, so its address is no part of how they were asked for.
        self.settings = replace(settings, base_url="")
        self._folder = folder
        self._known = {one.sha256: one.id for one in drawn(folder, ())}

    def check(self) -> None:
        """Raise a ValueError if there is no key and the provider requires one."""
        self._http.check()

    async def __aenter__(self) -> Painter:
        await self._http.__aenter__()
        return self

    async def __aexit__(self, *about: object) -> None:
        await self._http.__aexit__(*about)

    async def respond(self, request: Request) -> Response:
        """Return where the picture lies that a description asks for."""
        got = await self._http.respond(request)
        if got.error or got.text is None:
            return got
        found = self._kept(got.text, got.finish, str(request.path[-1]))
        if isinstance(found, Failure):
            return Response(None, "", seconds=got.seconds, error=found)
        return Response(compact(found), "stop", tokens_in=0, tokens_out=1, seconds=got.seconds)

    def _kept(self, text: str, finish: str, id: str) -> dict[str, Any] | Failure:
        """Keep a picture, and return where it lies; or say why it cannot be used."""
        if finish == ADDRESS:
            words = (
                "the server answers with the address of a picture, and addresses are not followed; have it send the "
                'picture itself: --body \'{"response_format": "b64_json"}\', or a setting of the server'
            )
            return Failure("address", words, fatal=True)
        try:
            data = base64.b64decode(text, validate=True)
            ending = _ending(id, data)
        except (binascii.Error, ValueError) as error:
            words = "what came is not base64" if isinstance(error, binascii.Error) else str(error)
            return Failure("broken", words, retry=True)
        sha256 = hashlib.sha256(data).hexdigest()
        first = self._known.setdefault(sha256, id)
        if first != id:
            return Failure("repeated", f"the server sent the picture {first} again; does it fix a seed?", retry=True)
        file = f"{PICTURES}/{id}.{ending}"
        (self._folder / PICTURES).mkdir(parents=True, exist_ok=True)
        write_whole(self._folder / file, lambda path: path.write_bytes(data))
        return {"file": file, "sha256": sha256}


def _ending(id: str, data: bytes) -> str:
    """Return the ending for a picture's file; a ValueError if it cannot be shown."""
    from PIL import Image

    check_decodes(id, data)
    with Image.open(io.BytesIO(data)) as image:
        if min(image.size) < SMALLEST:
            raise ValueError(f"picture {id!r} is {image.width} × {image.height} pixels; at least {SMALLEST} are needed")
        return ENDINGS[str(image.format)]


def draw(folder: Path, descriptions: Sequence[Description], per: int, who: Who) -> tuple[int, dict[str, int]]:
    """Have each description drawn `per` times; return how many pictures there are, and how many failed by kind."""
    if not 1 <= per <= MOST:
        raise ValueError(f"{per} pictures of each description were asked for; give from 1 to {MOST}")
    wanted = {_id(one, who.model.name, k): one for one in descriptions for k in range(1, per + 1)}
    due = {id: (id, one.text) for id, one in wanted.items()}
    records = ask(folder, DRAW, VERSION, who, due, lambda id: (Message("user", (wanted[id].text,)),))
    failed: dict[str, int] = {}
    for record in records.values():
        if record.error:
            failed[record.error.message] = failed.get(record.error.message, 0) + 1
    return len(records) - sum(failed.values()), failed


def _id(one: Description, model: str, number: int) -> str:
    name = re.sub(r"[^\w.]+", "-", model.partition("/")[2], flags=re.ASCII).strip("-.")[:40]
    return f"{one.id}-{name}-{number}"


def drawn(folder: Path, descriptions: Sequence[Description]) -> list[Picture]:
    """Return the pictures of these descriptions, by all models; without descriptions, all that there are.

    A file that is gone or was changed is an error: what was said of it would be about another picture.
    """
    known = {one.id: one for one in descriptions}
    found: dict[str, Picture] = {}
    for place in sorted((folder / FOLDER / DRAW).glob("*/")):
        header = run_folder.read_header(place)
        for record in run_folder.records(place):
            of, one = record.item.partition("-")[0], _noted(record.text)
            if header and one and (not descriptions or of in known):
                blank = Description(of, "", "", "")
                found[record.item] = Picture(record.item, known.get(of, blank), header.model, *one)
    if descriptions:
        for picture in found.values():
            _check_file(folder, picture)
    order = {id: place for place, id in enumerate(known)}
    return sorted(found.values(), key=lambda one: (order.get(one.description.id, 0), one.id))


def _noted(text: str | None) -> tuple[str, str] | None:
    """Return the file and digest that a reply notes."""
    try:
        data: Mapping[str, Any] = json.loads(text or "{}")
        return str(data["file"]), str(data["sha256"])
    except (ValueError, KeyError, TypeError):
        return None


def _check_file(folder: Path, picture: Picture) -> None:
    path = inside(picture.file, folder.resolve())
    if hashlib.sha256(path.read_bytes()).hexdigest() != picture.sha256:
        raise ValueError(f"{path} is not the picture that was drawn; restore it, or delete the folder and draw anew")


def priced(each: float | None) -> Price | None:
    """Return a price per picture as one per token, which is what the machinery of runs counts."""
    return None if each is None else Price(0.0, each * MILLION)
