"""Serve a study from this process until it is stopped, and be the only one that does."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from vantage.names import install
from vantage.study import database, password
from vantage.study.database import Unavailable
from vantage.study.folder import Study

if TYPE_CHECKING:
    from starlette.types import ASGIApp

LOCK = ".serving"
URL = "VANTAGE_STUDY_DATABASE"  # overrides study.toml, so that a password need not stand in a file


def url_of(given: str) -> str:
    """Return the address of the database: from the environment, else from study.toml; empty for the SQLite file."""
    return os.environ.get(URL, "") or given


@contextmanager
def alone(folder: Path, what: str = "the study") -> Iterator[None]:
    """Hold the folder of what is served; while it is held, no other process can serve it."""
    with (folder / LOCK).open("wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"another process is serving {what} in {folder}; stop that one first") from None
        yield


def serve(study: Study, host: str, port: int, warn: Callable[[str], None], ready: Callable[[str], None]) -> None:
    """Serve a study whose folder is held; returns when told to stop, with everything acknowledged stored."""
    check_installed()
    from vantage.study.server import app
    from vantage.study.writer import Writer

    url = url_of(study.settings.server.database)
    listening = listen(host, port)
    try:
        writer = Writer(lambda: database.claimed(study.folder, url), warn)
    except Unavailable as error:
        listening.close()
        raise ValueError(str(error)) from None
    serve_app(app(study, writer, password.read(study.folder)), host, listening, ready)


def check_installed() -> None:
    """Raise a ValueError if what serves pages is not installed."""
    if any(importlib.util.find_spec(name) is None for name in ("starlette", "uvicorn")):
        raise ValueError(f"serving a page needs uvicorn and starlette; install them with: {install('study')}")


def serve_app(app: ASGIApp, host: str, listening: socket.socket, ready: Callable[[str], None]) -> None:
    """Serve an application on a socket until told to stop."""
    import uvicorn

    where = f"http://{host if ':' not in host else f'[{host}]'}:{listening.getsockname()[1]}"
    listening.listen()  # so that whoever is told the address can connect
    ready(where)
    settings = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=10,
        h11_max_incomplete_event_size=32_768,
        ws="none",
    )
    uvicorn.Server(settings).run([listening])


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; a ValueError if the port is taken or not ours to take."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        if sys.platform != "win32":
            found.set_inheritable(False)
    except OSError as error:
        raise ValueError(
            f"cannot listen on {host}, port {port}: {error.strerror or error}; try another --port"
        ) from None
    return found
