"""A small made-up data set and runs on it, for tests that need no real task."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import structs
from PIL import Image, ImageDraw

from vantage.data import dataset
from vantage.item import LETTERS, Choice, Condition, Item, Option
from vantage.models import Request, Response
from vantage.running import run_folder
from vantage.running.records import Fault, Header, Record, Source, to_line
from vantage.running.run_folder import Items, Run

RULES = ("mirror", "moved", "mirror_moved")
TASKS = {"turning": ("I-D", ["MR"]), "folding": ("I-D", ["MR", "DA"]), "seeing": ("E-S", ["SR"])}
TIERS = ("easy", "medium", "hard")


def picture(rng: np.random.Generator, size: int = 384) -> bytes:
    """Return a PNG of a few coloured blocks on white."""
    image = Image.new("RGB", (size, size), "white")
    draw = ImageDraw.Draw(image)
    for _ in range(6):
        x, y = (int(v) for v in rng.integers(size // 8, size * 5 // 8, 2))
        draw.rectangle((x, y, x + size // 5, y + size // 5), fill=tuple(int(c) for c in rng.integers(40, 230, 3)))
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def items(per_task: int = 12, size: int = 64) -> list[Item]:
    """Return items of three tasks in three tiers, four picture options each, keys balanced."""
    rng = np.random.default_rng(5)
    made = []
    for task, (quadrant, capabilities) in TASKS.items():
        for index in range(per_task):
            key = index % 4
            rules = list(RULES)
            rules.insert(key, "")
            options = tuple(Option(image=picture(rng, size), label=rule or "same", rule=rule) for rule in rules)
            tags = {"quadrant": quadrant, "capabilities": capabilities, "tier": TIERS[index % 3], "frame": "viewer"}
            name = f"made/{task}/tiny-s0/{index:06d}"
            made.append(
                Item(
                    name, "made", task, 1, "test", f"situation {index}", "Which shows the same solid?\n<image>",
                    (picture(rng, size),), options, Choice(LETTERS[key]), {"cells": [[0, 0, index]]}, tags=tags,
                )
            )  # fmt: skip
    return made


def data_set(folder: Path, made: Iterable[Item] | None = None) -> dataset.DataSet:
    """Write a made-up data set and open it."""
    header = {"suite": "made", "size": "tiny", "seed": 0, "title": "Made up.", "licence": "cc-by-4.0", "tasks": {}}
    return dataset.write(folder, header, items() if made is None else made)


def response(item: str, text: str | None, condition: int = 0, repeat: int = 0, **more: Any) -> Record:
    """Return a response as a run holds it; no text is a failed request."""
    fields: dict[str, Any] = {
        "finish": "stop", "tokens_in": 100, "tokens_out": 7, "reasoning_tokens": 0, "seconds": 0.5,
        "error": Fault(kind="timeout", message="no answer within 5 s") if text is None else None, **more,
    }  # fmt: skip
    return Record(item=item, condition=condition, repeat=repeat, text=text, **fields)


def run(model: str, ds: Items, say: Callable[[Item], str | None], **settings: Any) -> Run:
    """Return the run of a model that says `say(item)`; it lies nowhere until it is `written`."""
    conditions = (Condition(**{"protocol": "direct", **settings}),)
    header = Header(model=model, dataset=Source(digest=ds.digest, path=str(ds.folder)), conditions=conditions)
    return Run(Path("nowhere"), header, tuple(response(item.id, say(item)) for item in ds.head()))


def with_header(made: Run, **changes: Any) -> Run:
    """Return a run with another header."""
    return replace(made, header=structs.replace(made.header, **changes))


def with_responses(made: Run, responses: Iterable[Record]) -> Run:
    """Return a run with other responses."""
    return replace(made, responses=tuple(responses))


def written(made: Run, folder: Path) -> Path:
    """Write a run to a folder, and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    run_folder.write_header(folder, made.header)
    (folder / run_folder.RESPONSES).write_bytes(b"".join(map(to_line, made.responses)))
    return folder


def chooser(rule: str) -> Callable[[Item], str]:
    """Return a speaker who always picks the option with this rule ("" for the key)."""
    return lambda item: next(f"Answer: {a}" for a, o in zip(item.letters, item.options) if o.rule == rule)


class Scripted:
    """Answers B, notes what it was asked, and does `then` before answer number `at`."""

    name = "scripted"
    insider = False

    def __init__(
        self, at: int | None = None, then: Callable[[], object] | None = None, response: Response | None = None
    ) -> None:
        self.asked: list[Request] = []
        self.at, self.then = at, then
        self.response = response or Response("B", tokens_in=3, seconds=0.25)

    async def respond(self, request: Request) -> Response:
        """Return the one response."""
        if self.then and len(self.asked) == self.at:
            self.then()
        self.asked.append(request)
        return self.response


def lines(out: Path) -> list[dict[str, Any]]:
    """Return the responses in a run's folder."""
    return [json.loads(line) for line in (out / "responses.jsonl").read_text().splitlines()]
