"""A PostgreSQL cluster of a test's own: in a temporary folder, on a socket in it, listening on no address."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from urllib.parse import quote


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, Debian's first; None where there are none."""
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    found = shutil.which("initdb")
    return homes[-1] if homes else Path(found).parent if found else None


class Cluster:
    """A running cluster; `kill` ends it as a power cut would, `start` brings it back."""

    def __init__(self) -> None:
        home = programs()
        if home is None:
            raise RuntimeError("PostgreSQL is not installed")
        self.programs = home
        # PostgreSQL does not run as root; Debian's package makes a user for it.
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self.home = Path(tempfile.mkdtemp(prefix="vantage-pg-", dir="/tmp"))
        shutil.chown(self.home, self.user)
        self._do("initdb", "-D", str(self.home / "data"), "-U", "study", "-A", "trust", "--no-sync", "-E", "UTF8")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """How to reach it."""
        return f"postgresql://study@/postgres?host={quote(str(self.home), safe='')}"

    def _do(self, program: str, *arguments: str) -> None:
        subprocess.run([self.programs / program, *arguments], user=self._as, check=True, capture_output=True, cwd="/")

    @property
    def _as(self) -> str | None:
        return self.user if os.geteuid() == 0 else None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        import psycopg

        command = [self.programs / "postgres", "-D", self.home / "data", "-k", self.home, "-c", "listen_addresses="]
        silent = subprocess.DEVNULL
        self.process = subprocess.Popen(command, user=self._as, stdout=silent, stderr=silent, cwd="/")
        for _ in range(300):
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.1)
        raise RuntimeError("PostgreSQL does not start")

    def kill(self) -> None:
        """End it at once: SIGQUIT makes every process of it leave without tidying up."""
        if self.process:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(30)
        self.process = None

    def __enter__(self) -> Cluster:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.kill()
        shutil.rmtree(self.home, ignore_errors=True)
