"""Blender as a process of its own that draws one frame at a time and is started again when it dies.

It is another program under another licence (GPL), with a Python and a numpy of its own, so nothing of it is ever
imported here: orders and answers are lines on a pipe, scenes and pictures are files. Each process that makes items has
one Blender, on one core, so a data set's workers are the pool. Blender leaves when its orders end, and so when we die.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import multiprocessing
import os
import shutil
import subprocess
import tempfile
import threading
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
OURS = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")  # would lead its Python to our packages

Floats = NDArray[np.float32]
Json = dict[str, Any]


class Lost(Exception):
    """Blender ended, or was ended since it took too long, before it answered."""


class Running:
    """A Blender that has been started, with a folder for what passes between us."""

    def __init__(self, python: str, core: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="vantage-blender-"))
        try:
            with open(self.folder / "said.txt", "wb") as said:
                self.process = subprocess.Popen(
                    [python, "-s", str(WORKER), str(self.folder)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=said,
                    start_new_session=True,  # Ctrl-C is for us
                    env={name: value for name, value in os.environ.items() if name not in OURS},
                )
        except OSError as error:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise Mistake(f"{python} cannot be started ({error.strerror}); set up Blender: {SET_UP}") from None
        if hasattr(os, "sched_setaffinity"):  # one thread is what it is told, but it takes two where it can
            os.sched_setaffinity(self.process.pid, {core})
        told = self._answer(STARTING)
        if fault := unfit(python, told):
            self.close()
            raise Mistake(fault)

    def asked(self, order: Json, seconds: float) -> Json:
        """Return the answer to an order; raise Lost if none comes in time."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Lost(self._last()) from None
        return self._answer(seconds)

    def _answer(self, seconds: float) -> Json:
        assert self.process.stdout is not None
        late = threading.Timer(seconds, self.process.kill)
        late.start()
        try:
            told: Json = json.loads(self.process.stdout.readline())
        except ValueError:
            raise Lost(self._last()) from None
        finally:
            late.cancel()
        return told

    def _last(self) -> str:
        """Return how the process ended, and the last that it said."""
        self.process.kill()
        code = self.process.wait()
        lines = (self.folder / "said.txt").read_text(errors="replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
        self.close()
        return f"{f'signal {-code}' if code < 0 else f'exit code {code}'}: {said[:TOLD]}"

    def close(self) -> None:
        """End the process and remove its folder."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(BrokenPipeError):
                pipe.close() if pipe else None
        shutil.rmtree(self.folder, ignore_errors=True)


class Blender:
    """Blender as a function: started when it is first needed, and again after a crash. `spent` is its CPU-seconds."""

    def __init__(self, python: str, core: int) -> None:
        self.python, self.core, self.spent = python, core, 0.0
        self.running: Running | None = None
        atexit.register(self.close)

    def draw(self, scene: Arrays, samples: int) -> Floats:
        """Return the linear light (h, w, 3) of a scene; with 0 samples ids and depth, see `worker`. Else a Mistake."""
        last = ""
        for _ in range(TRIES):
            try:
                return self._drawn(scene, samples)
            except Lost as lost:
                self.running, last = None, str(lost)
        cure = "memory may have run out: use fewer --workers; the same command goes on where it stopped"
        raise Mistake(f"Blender ended {TRIES} times over one frame ({last}); {cure}")

    def _drawn(self, scene: Arrays, samples: int) -> Floats:
        self.running = self.running or Running(self.python, self.core)
        inward, outward = (self.running.folder / name for name in ("scene.npz", "frame.npy"))
        np.savez(inward, allow_pickle=False, **scene)
        width, height = scene["size"].tolist()
        order = {"scene": str(inward), "out": str(outward), "samples": samples}
        try:
            told = self.running.asked(order, STARTING + DRAWING * width * height * max(samples, 1))
        except KeyboardInterrupt:
            self.close()  # its answer would be taken for that to the next order
            raise
        if "error" in told:
            raise Mistake(f"Blender cannot draw this scene ({told['error'][:TOLD]}); make it without --renderer cycles")
        self.spent += float(told["seconds"])
        pixels: Floats = np.load(outward, allow_pickle=False)
        if pixels.shape != (height, width, 3):
            raise Mistake(f"Blender drew an array of shape {pixels.shape}, not of {(height, width, 3)}")
        return pixels

    def close(self) -> None:
        """End the process, if there is one."""
        if self.running:
            self.running.close()
            self.running = None


def unfit(python: str, told: Json) -> str:
    """Return why a Python cannot draw, and the cure; empty if it can. `told` is what the worker first said."""
    error, version = str(told.get("error", ""))[:TOLD], str(told.get("python", ""))
    if not error and told.get("blender") != VERSION:
        return f"{python} has Blender {told.get('blender')}, whose pictures differ from those of {VERSION}: {SET_UP}"
    if "cannot open shared object file" in error:
        return f"Blender needs libraries of the system ({error}): apt-get install {LIBRARIES}"
    if error and not version.startswith(f"{PYTHON}."):
        return f"{python} is Python {version}, and Blender {VERSION} is for Python {PYTHON} alone: {SET_UP}"
    return f"{python} cannot load Blender ({error}): {SET_UP}" if error else ""


def examined() -> tuple[str, str]:
    """Return which Blender there is, empty if none that can draw, and then how to get it."""
    if not os.environ.get(VARIABLE):
        return "", f"{SET_UP} (and, on Debian: apt-get install {LIBRARIES})"
    try:
        Running(found(), min(_cores())).close()
    except (Mistake, Lost) as fault:
        return "", str(fault)
    return VERSION, ""


def found() -> str:
    """Return the Python that has Blender, as the environment names it; a Mistake if it names none."""
    python = os.environ.get(VARIABLE, "")
    if not python:
        raise Mistake(f"--renderer cycles needs Blender in a Python of its own, which {VARIABLE} names: {SET_UP}")
    return python


@cache
def running() -> Blender:
    """Return this process's Blender, on a core of its own as far as there are enough."""
    cores, number = _cores(), multiprocessing.current_process().name.rpartition("-")[2]  # of a pool, they are numbered
    return Blender(found(), cores[(int(number) if number.isdecimal() else os.getpid()) % len(cores)])


def _cores() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [*range(parallel.cores())]
