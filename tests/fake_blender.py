"""A stand-in for Blender's Python: speaks the worker's protocol and draws at once, or fails in a way of one's choice.

What it did is in `log.txt` beside it, a line each: "start PID" and "draw SAMPLES". It fails as `way.txt` says: "ends
N", to end without an answer while so many draws were begun or fewer; "refuses"; "hangs"; "says …", to say this first.
"""

from __future__ import annotations

import sys
from pathlib import Path

PROGRAM = """#!{python}
import json, os, sys, time
import numpy as np
here = os.path.dirname(os.path.abspath(__file__))
def note(line):
    with open(os.path.join(here, "log.txt"), "a") as log:
        log.write(line + "\\n")
def drawn():
    with open(os.path.join(here, "log.txt")) as log:
        return sum(line.startswith("draw") for line in log)
with open(os.path.join(here, "way.txt")) as file:
    way = file.read()
note(f"start {{os.getpid()}}")
said = way.removeprefix("says ") if way.startswith("says ") else json.dumps({{"blender": "5.0.1", "python": "3.11.7"}})
print(said, flush=True)
for line in sys.stdin:
    order = json.loads(line)
    note(f"draw {{order['samples']}}")
    if way.startswith("ends ") and drawn() <= int(way.split()[1]):
        print("out of memory", file=sys.stderr, flush=True)
        os._exit(9)
    if way == "hangs":
        time.sleep(60)
    if way == "refuses":
        print(json.dumps({{"error": "RuntimeError: no camera"}}), flush=True)
        continue
    scene = np.load(order["scene"], allow_pickle=False)
    width, height = scene["size"].tolist()
    light = np.full((height, width, 3), 0.3, np.float32) * (1 + np.arange(width, dtype=np.float32)[:, None] / width)
    np.save(order["out"], light + np.float32(abs(scene["world_from_camera"][0, 3]) % 0.1))
    print(json.dumps({{"seconds": 0.25}}), flush=True)
"""


def install(folder: Path, way: str = "") -> Path:
    """Put the program in a folder and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "python"
    program.write_text(PROGRAM.format(python=sys.executable))
    program.chmod(0o755)
    (folder / "way.txt").write_text(way)
    return program


def log(program: Path) -> list[str]:
    """What it did."""
    return (program.parent / "log.txt").read_text().splitlines()
