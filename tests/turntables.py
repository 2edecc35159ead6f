"""Photographs of things that turn, made up for tests: things of our own on a turntable, in the layouts of public sets.

`Thing` says what a name in a layout stands for, so that a test can draw the same picture again.
"""

import csv
import gzip
import io
import json
from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image

from vantage import assets, geometry, seeds
from vantage.assets.meshes import Material
from vantage.assets.parts import box
from vantage.curate.turntables.listing import Listed
from vantage.render.lighting import Light
from vantage.render.raster import Placed, Stage

SIDE = 64
WHITE = (1.0, 1.0, 1.0)
POSES = (-90, -60, -45, -30, -15, 0, 15, 30, 45, 60, 90)
PERIOD = 48  # pictures of a car in a full turn


@dataclass(frozen=True)
class Thing:
    """What turns: an asset and its variant."""

    asset: str
    variant: int = 0

    def at(self, turn, size=(SIDE, SIDE)):
        """Return a JPEG of it, turned counter-clockwise seen from above; at 0 it faces the camera."""
        return photograph(self, turn % 360, size)


@cache
def photograph(thing, turn, size):
    mesh = assets.build(thing.asset, thing.variant)
    low, high = mesh.bounds.astype(float)
    reach = float(np.abs(np.concatenate([low, high])).max())
    ground = box((0, 0, -0.5), (400, 400, 1.0), Material((0.93, 0.93, 0.93)))
    placed = [Placed(mesh, geometry.standing((0.0, 0.0, 0.0), turn), 1), Placed(ground, np.eye(4), 0, casts=False)]
    middle = float(low[2] + high[2]) / 2
    camera = geometry.look_at((0.0, -4.6 * reach, middle + 1.6 * reach), (0.0, 0.0, middle), *size, 20.0)
    light = Light(azimuth=30.0, elevation=50.0, softness=10.0, sky=0.6)
    return jpeg(Image.fromarray(Stage(placed, light, WHITE).view(camera, samples=1).rgb))


def jpeg(image, **more):
    """Return a picture as the bytes of a JPEG."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=92, **more)
    return buffer.getvalue()


def named(source, split, number):
    """Return the number-th name, counted from 0, whose thing belongs to a split."""
    names = (f"{k:08x}" for k in range(10_000))
    fitting = (name for name in names if seeds.split_of(Listed(name, "object", "", source, ()).situation) == split)
    return next(name for k, name in enumerate(fitting) if k == number)


def write_abo(folder, things, frames=24, front=3, sign=-1, kinds=None):
    """Write sequences by name, and return the rows of the table; frame `front` shows the front, `sign` is of turns."""
    rows = []
    for name, thing in things.items():
        for k in range(frames):
            path = f"{name[:2]}/{name}/{name}_{k:02d}.jpg"
            save(folder / "spins" / "original" / path, thing.at(sign * 360 / frames * (k - front)))
            rows.append(
                {"spin_id": name, "azimuth": k, "image_id": f"{k}L", "height": SIDE, "width": SIDE, "path": path}
            )
    write_spins(folder, rows)
    lines = [json.dumps({"spin_id": name, "product_type": [{"value": kind}]}) for name, kind in (kinds or {}).items()]
    if lines:
        save(folder / "listings" / "metadata" / "listings_0.json.gz", gzip.compress("\n".join(lines).encode()))
    return rows


def write_spins(folder, rows):
    """Write the table of spins."""
    save(folder / "spins" / "metadata" / "spins.csv.gz", gzip.compress(table(rows).encode()))


def write_cars(folder, things, fronts, senses, uneven=True, extra=4):
    """Write sequences in EPFL's layout; picture FRONT of a car shows its front, and sense 1 is clockwise."""
    length = PERIOD + extra
    times = []
    for k, (thing, front, sense) in enumerate(zip(things, fronts, senses), 1):
        # Pictures come every fifth second or so, while the platform turns evenly, once in 240 seconds.
        seconds = [5 * i + (i % 3 == 1 and uneven and i % PERIOD != 0) for i in range(length)]
        times.append(seconds)
        for i, second in enumerate(seconds, 1):
            turn = -sense * 360 * (second - seconds[front - 1]) / (5 * PERIOD)
            save(folder / f"tripod_seq_{k:02d}_{i:03d}.jpg", thing.at(round(turn, 3), (96, SIDE)))
    lines = [f"{len(things)} 96 {SIDE}", [length] * len(things), "tripod_seq_%02d_%03d.jpg", "bbox_%02d.txt"]
    lines += [[PERIOD] * len(things), fronts, senses]
    save(
        folder / "tripod-seq.txt", "\n".join(x if isinstance(x, str) else " ".join(map(str, x)) for x in lines).encode()
    )
    save(folder / "times.txt", "\n".join(" ".join(map(str, line)) + " " for line in times).encode())


def write_faces(folder, people, name="{turn:+d}"):
    """Write a folder for each person with a picture for each pose."""
    for person, thing in people.items():
        for turn in POSES:
            save(folder / person / f"{name.format(turn=turn)}.jpg", thing.at(turn))


def write_views(folder, things, azimuths=range(0, 360, 45), front=90, kind="seat", **more):
    """Write views.csv with a row for each picture; the camera at `front` sees the front. Return the rows."""
    rows = []
    for name, thing in things.items():
        for azimuth in azimuths:
            file = f"pictures/{name}-{azimuth}.jpg"
            save(folder / file, thing.at(front - azimuth))
            shown = {"object": name, "kind": kind, "azimuth": azimuth, "file": file}
            rows.append({**shown, "front": "yes" if azimuth == front else "", **more})
    save(folder / "views.csv", table(rows).encode())
    return rows


def table(rows):
    """Return rows as CSV."""
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def save(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
