"""Studies for tests: made from made-up items, served in this process or in another, with a client for each."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests import fabricated
from vantage.item import Item, Number
from vantage.study import database, folder, new, password
from vantage.study.folder import Study
from vantage.study.server import app
from vantage.study.writer import Writer


def numeric(items: Sequence[Item], every: int = 5) -> list[Item]:
    """Return the items with every so-many-th asking for a number."""
    return [
        replace(one, question="How many blocks?\n<image>", options=(), answer=Number(4.0, "blocks"))
        if place % every == every - 1
        else one
        for place, one in enumerate(items)
    ]


def made(path: Path, held: Sequence[Item] | None = None, edits: Sequence[tuple[str, str]] = (), **wanted: Any) -> Study:
    """Make a study of a new data set below `path`; `edits` are regular expressions replaced in its study.toml."""
    if not (path / "data").exists():
        fabricated.data_set(path / "data", held)
    out = path / "study"
    new.write(out, path / "data", {"kind": "all", **wanted})
    edit(out, edits)
    return folder.prepare(out, 0)


def edit(out: Path, edits: Sequence[tuple[str, str]]) -> None:
    """Change study.toml as a person would."""
    text = (out / "study.toml").read_text("utf-8")
    for pattern, new_text in edits:
        assert re.search(pattern, text, re.MULTILINE), pattern
        text = re.sub(pattern, lambda _, new_text=new_text: new_text, text, flags=re.MULTILINE)
    (out / "study.toml").write_text(text, "utf-8")


PLAIN = (  # items alone: no practice, checks, questions or notices
    (r"^items = \d+\ndata", "items = 0\ndata"),
    (r"(?s)^\[\[attention\]\].*", ""),
    (r'^task_order = "balanced"', 'task_order = "mixed"'),
)


@dataclass
class Reply:
    """What the server sent."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Site:
    """A study served in this process; requests go straight to the application."""

    def __init__(self, study: Study, connect: Callable[[], database.Database] | None = None) -> None:
        self.study = study
        self.said: list[str] = []
        self.password = password.make(study.folder)
        self.writer = Writer(connect or (lambda: database.connect(study.folder)), self.said.append)
        self.app = app(study, self.writer, password.read(study.folder))

    def ask(
        self, path: str, body: Any = None, token: str = "", method: str = "", headers: dict[str, str] | None = None
    ) -> Reply:
        """Return the reply to one request; a body that is not bytes is sent as JSON."""
        raw = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        sent |= headers or {}
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "root_path": "",
            "method": method or ("GET" if body is None else "POST"),
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "server": ("test", 80),
            "client": ("192.0.2.7", 5000),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        }
        said: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": raw, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        asyncio.run(self.app(scope, receive, send))  # type: ignore[arg-type]
        found = {name.decode(): value.decode() for name, value in said[0]["headers"]}
        return Reply(said[0]["status"], found, b"".join(message.get("body", b"") for message in said[1:]))

    def begun(self) -> str:
        """Return the token of a new person who has consented."""
        token: str = self.ask("/api/begin", {}).json["token"]
        self.consent(token)
        return token

    def consent(self, token: str, agree: bool = True) -> Any:
        """Return what is told to someone who agrees."""
        return self.ask("/api/consent", {"agree": agree, "version": self.study.consent}, token).json

    def answer(self, token: str, place: int, text: str = "A", id: str = "", **more: Any) -> Reply:
        """Return the reply to an answer."""
        body = {"place": place, "id": id or f"{place:024x}", "text": text, "milliseconds": 1500.0, **more}
        return self.ask("/api/answer", body, token)

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return what the database holds."""
        db = database.connect(self.study.folder)
        try:
            return db.rows(sql, *values)
        finally:
            db.close()

    def close(self) -> None:
        """Stop serving."""
        self.writer.close()


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Served:
    """A study served by `vantage study serve` in a process of its own, on one port throughout."""

    def __init__(self, path: Path, **environment: str) -> None:
        self.path, self.port = path, free_port()
        self.environment = {**os.environ, **environment}
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        """Where it is served."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server and wait until it serves."""
        command = [sys.executable, "-m", "vantage", "study", "serve", str(self.path), "--port", str(self.port)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=self.environment)
        assert self.process.stderr is not None
        said = self.process.stderr.readline()
        assert said.startswith("serving http"), said + self.process.stderr.read()
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def kill(self, how: int = signal.SIGKILL) -> None:
        """End the server."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(30)
            assert self.process.stderr is not None
            self.process.stderr.close()
        self.process = None


@contextmanager
def served(path: Path, **environment: str) -> Any:
    """Serve a study while a test runs."""
    server = Served(path, **environment)
    try:
        yield server
    finally:
        server.kill()


def stored(path: Path) -> list[tuple[Any, ...]]:
    """Return the answers in a study's file: person, place, id and text."""
    db = database.connect(path)
    try:
        return db.rows("SELECT person, place, id, text FROM answers ORDER BY person, place")
    finally:
        db.close()
