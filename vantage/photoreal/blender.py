"""Blender as a process of its own that draws one frame at a time and is started again when it dies.

It is another program under another licence (GPL), with a Python and a numpy of its own, so nothing of it is ever
imported here: orders and answers are lines on a pipe, scenes and pictures are files. Each process that makes items has
one Blender, on one core: so a data set's workers are the pool. It leaves when its orders end, as they do when we die.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage import parallel
from vantage.photoreal.described import Arrays
from vantage.task import Mistake

VARIABLE = "VANTAGE_BLENDER"
VERSION, PYTHON = "5.0.1", "3.11"  # of bpy, and the only Python that its wheel is for
SET_UP = (
    f"python{PYTHON} -m venv blender && blender/bin/pip install bpy=={VERSION} && "
    f"export {VARIABLE}=$PWD/blender/bin/python"
)
LIBRARIES = "libegl1 libgl1 libsm6 libxrender1 libxi6 libxkbcommon0"
WORKER = Path(__file__).with_name("worker.py")
TRIES = 3  # times that one frame is tried
STARTING, DRAWING = 180.0, 2e-4  # seconds to start, and for each sample of a pixel: ten times what a slow core takes
TOLD = 300  # characters of what Blender said last

Floats = NDArray[np.float32]


class Lost(Exception):
    """Blender ended, or was ended since it took too long, before it answered."""


@dataclass
class Blender:
    """A running Blender, started when it is first needed."""

    python: str
    core: int
    process: subprocess.Popen[str] | None = None
    folder: tempfile.TemporaryDirectory[str] | None = None

    def draw(self, scene: Arrays, samples: int) -> Floats:
        """Return the linear light (h, w, 3) of a scene, or with 0 samples its ids and depth; raise Mistake if it cannot."""
        for _ in range(TRIES):
            try:
                return self._drawn(scene, samples)
            except Lost as lost:
                self.close()
                last = str(lost)
        raise Mistake(f"Blender ended {TRIES} times while it drew one frame ({last}): memory may have run out, use "
                      "fewer --workers; what is finished is kept, and the same command goes on from there")  # fmt: skip

    def _drawn(self, scene: Arrays, samples: int) -> Floats:
        if self.process is None:
            self._start()
        assert self.folder is not None
        inward, outward = (Path(self.folder.name) / name for name in ("scene.npz", "frame.npy"))
        np.savez(inward, **scene)  # type: ignore[arg-type]
        width, height = scene["size"].tolist()
        order = {"scene": str(inward), "out": str(outward), "samples": samples}
        told = self._asked(order, STARTING + DRAWING * width * height * max(samples, 1))
        if "error" in told:
            raise Mistake(f"Blender cannot draw this scene ({told['error'][:TOLD]}); draw it without --renderer cycles")
        pixels: Floats = np.load(outward, allow_pickle=False)
        if pixels.shape != (height, width, 3):
            raise Mistake(f"Blender drew pixels of shape {pixels.shape}, not of {(height, width, 3)}")
        return pixels

    def _start(self) -> None:
        """Start the process and read what it says of itself."""
        self.folder = tempfile.TemporaryDirectory(prefix="vantage-blender-")
        said = open(Path(self.folder.name) / "said.txt", "w")  # noqa: SIM115 (the process keeps it)
        try:
            self.process = subprocess.Popen(
                [self.python, "-s", str(WORKER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
                start_new_session=True,  # Ctrl-C is for us: we let it finish its frame
                cwd=self.folder.name,
                env=_environment(),
            )
        except OSError as error:
            self.close()
            raise Mistake(f"{self.python} cannot be started ({error.strerror}); set up Blender: {SET_UP}") from None
        finally:
            said.close()
        if hasattr(os, "sched_setaffinity"):  # one thread is what it is told, but it takes two where it can
            os.sched_setaffinity(self.process.pid, {self.core})
        atexit.register(self.close)
        told = self._answer(STARTING)
        if "error" in told:
            self.close()
            raise Mistake(_cure(self.python, str(told["error"]), str(told.get("python", ""))))

    def _asked(self, order: dict[str, Any], seconds: float) -> dict[str, Any]:
        assert self.process is not None and self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(order) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Lost(self._last()) from None
        return self._answer(seconds)

    def _answer(self, seconds: float) -> dict[str, Any]:
        """Return the next line that it says; raise Lost if it ends first, or takes too long and is ended."""
        process = self.process
        assert process is not None and process.stdout is not None
        late = threading.Timer(seconds, process.kill)
        late.start()
        try:
            line = process.stdout.readline()
        finally:
            late.cancel()
        try:
            told: dict[str, Any] = json.loads(line)
        except ValueError:
            raise Lost(self._last()) from None
        return told

    def _last(self) -> str:
        """Return how the process ended, and the last that it said."""
        assert self.process is not None and self.folder is not None
        self.process.kill()
        code = self.process.wait()
        lines = Path(self.folder.name, "said.txt").read_text(errors="replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
        return f"{f'signal {-code}' if code < 0 else f'exit code {code}'}: {said[:TOLD]}"

    def close(self) -> None:
        """End the process and remove its folder."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()
            self.process = None
        if self.folder is not None:
            self.folder.cleanup()
            self.folder = None
        atexit.unregister(self.close)


def _environment() -> dict[str, str]:
    """Return our environment without what leads another Python to our packages."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}


def _cure(python: str, error: str, version: str) -> str:
    """Return what is wrong with a Python that cannot import Blender, and what to do."""
    if "cannot open shared object file" in error:
        return f"Blender needs libraries of the system ({error}): apt-get install {LIBRARIES}"
    if "No module named" in error and not version.startswith(f"{PYTHON}."):
        return f"{python} is Python {version}, and Blender {VERSION} is for Python {PYTHON} alone: {SET_UP}"
    return f"{python} cannot load Blender ({error}): {SET_UP}"


def found() -> str:
    """Return the Python that has Blender, as the environment names it; a Mistake if it names none."""
    python = os.environ.get(VARIABLE, "")
    if not python:
        raise Mistake(f"--renderer cycles needs Blender in a Python of its own, named by {VARIABLE}: {SET_UP}")
    return python


@cache
def running() -> Blender:
    """Return this process's Blender, on a core of its own as far as there are enough."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [*range(parallel.cores())]
    return Blender(found(), cores[os.getpid() % len(cores)])
