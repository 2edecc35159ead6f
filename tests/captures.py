"""Captures made up for tests: a rendered scene seen by realistic cameras, in the file formats of other tools."""

import csv
import json
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image
from scipy.spatial.transform import Rotation

from vantage import geometry, seeds
from vantage.curate import object_table
from vantage.render import staged
from vantage.scene import Lens, Scene, Thing

SIDE = 160
LENS = 46.0  # degrees


@dataclass(frozen=True)
class Recipe:
    """How a capture departs from a perfect one, and how it is written."""

    azimuths: tuple[float, ...] = tuple(range(0, 360, 15))
    noise: float = 0.01  # metres
    shake: float = 0.5  # degrees
    stretch: float = 1.0  # of the circle along x
    tilt: float = 0.0  # degrees: of the circle, while the cameras stay level
    raised: tuple[tuple[float, float], ...] = ()  # azimuth -> metres
    outward: bool = False
    axes: str = "opengl"
    layout: str = "json"
    world: str = "z"  # which axis is up: "z", "y", "-y", "any"
    unit: float = 1.0  # metres


ORIENTED = ("armchair", "dog", "rocking chair", "rocking horse")
OTHERS = ("suitcase", "barrel", "floor lamp", "potted plant")


def scene(number: int = 0) -> Scene:
    """Return a scene of four things, the second with a front; numbers differ in where they stand and what they are."""
    rng = seeds.generator("captured scene", number)
    kinds = (OTHERS[number % 4], ORIENTED[number % 4], *rng.permutation(OTHERS).tolist())
    way = 45 * (number % 8) + float(rng.uniform(-6, 6))
    places = [geometry.turn((0.0, -away), way + more) for away, more in ((0.85, 0), (0.85, 180), (1.1, 80), (1.1, 265))]
    names = [kinds[0], kinds[1], *(kind for kind in kinds[2:] if kind != kinds[0])][:4]
    facings = [0.0, 45 * float(rng.integers(8)) + way, 0.0, 0.0]
    things = [
        Thing(name, name, number, round(float(x), 3), round(float(y), 3), round(facing % 360, 1))
        for name, (x, y), facing in zip(names, places, facings)
    ]
    return Scene("living room", 0, tuple(things), 3.4, 2.7, Lens(LENS), 0.3)


def cameras(recipe: Recipe, found: Scene) -> list[geometry.Camera]:
    """Return the cameras of a capture in the scene's own world."""
    rng = seeds.generator("cameras", recipe.layout, recipe.world)
    made = []
    for azimuth in recipe.azimuths:
        c, s = geometry.cosine_sine(azimuth)
        eye = np.array([recipe.stretch * found.radius * s, -found.radius * c, found.height])
        eye[2] += eye[0] * np.tan(np.radians(recipe.tilt)) + dict(recipe.raised).get(azimuth, 0.0)
        eye += rng.normal(0, recipe.noise, 3)
        target = np.array([0.0, 0.0, found.aim]) + found.radius * np.radians(rng.normal(0, recipe.shake, 3))
        if recipe.outward:
            target[:2] = 2 * eye[:2] - target[:2]
        made.append(geometry.look_at(eye, target, SIDE, SIDE, LENS))
    return made


def world(recipe: Recipe) -> np.ndarray:
    """Return written_from_scene (4, 4) of a capture: turned, moved and measured in units of its own."""
    turned = {
        "z": geometry.standing((3.0, -2.0, 0.7), 37)[:3, :3],
        "y": np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]),
        "-y": np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]),
        "any": np.linalg.qr(seeds.generator("world").normal(size=(3, 3)))[0],
    }[recipe.world]
    turned = turned * np.sign(np.linalg.det(turned))
    return geometry.rigid(turned, (3.0, -2.0, 0.7))


def matrices(recipe: Recipe, found: Scene) -> list[np.ndarray]:
    """Return the matrices that a capture writes."""
    written = []
    for camera in cameras(recipe, found):
        matrix = world(recipe) @ geometry.inverse(camera.camera_from_world)
        matrix[:3, 3] /= recipe.unit
        if recipe.axes == "opengl":
            matrix[:3, 1:3] *= -1
        written.append(matrix)
    return written


def write(folder: Path, recipe: Recipe, found: Scene | None = None, render: bool = False) -> None:
    """Write a capture; with `render` its pictures show the scene, with depth and masks, else they are blank."""
    found = found or scene()
    poses = matrices(recipe, found)
    names = [f"{k:04d}" for k in range(len(poses))]
    (folder / "images").mkdir(parents=True)
    for k, name in enumerate(names):
        if not render:
            Image.new("RGB", (16, 16), (k, 90, 200)).save(folder / "images" / f"{name}.png")
    if render:
        _render(folder, recipe, found, names)
    if recipe.layout == "json":
        frames = [{"file_path": f"images/{n}.png", "transform_matrix": p.tolist()} for n, p in zip(names, poses)]
        depth = [{"depth_file_path": f"depth/{name}.png"} if render else {} for name in names]
        write_json(folder, [{**frame, **more} for frame, more in zip(frames, depth)])
    elif recipe.layout == "text":
        (folder / "pose").mkdir()
        for name, pose in zip(names, poses):
            np.savetxt(folder / "pose" / f"{name}.txt", pose)
    elif recipe.layout.startswith("colmap"):
        (folder / "sparse" / "0").mkdir(parents=True)
        write_colmap(folder / "sparse" / "0", names, poses, binary=recipe.layout == "colmap_bin")
    else:
        lines = [" ".join([str(k), *(repr(float(v)) for v in pose.ravel())]) for k, pose in enumerate(poses)]
        (folder / "cam_poses.txt").write_text("\n".join(lines))


def write_json(folder: Path, frames: list[dict], **more: object) -> None:
    """Write transforms.json with the lens of our cameras."""
    focal = SIDE / 2 / np.tan(np.radians(LENS / 2))
    shared = {"w": SIDE, "h": SIDE, "fl_x": focal, "fl_y": focal, "cx": SIDE / 2, "cy": SIDE / 2}
    (folder / "transforms.json").write_text(json.dumps({**shared, **more, "frames": frames}))


def write_colmap(folder: Path, names: list[str], poses: list[np.ndarray], binary: bool) -> None:
    """Write a COLMAP model of pictures with poses in OpenCV's axes; every third picture shows two points."""
    focal = float(SIDE / 2 / np.tan(np.radians(LENS / 2)))
    params = (focal, SIDE / 2, SIDE / 2, 0.01)
    rows = []
    for k, (name, matrix) in enumerate(zip(names, poses), 1):
        camera_from_world = np.linalg.inv(matrix)
        x, y, z, w = Rotation.from_matrix(camera_from_world[:3, :3]).as_quat()
        rows.append((k, (w, x, y, z), camera_from_world[:3, 3].tolist(), f"{name}.png", 2 * (k % 3 == 0)))
    if binary:
        (folder / "cameras.bin").write_bytes(struct.pack("<QiiQQ4d", 1, 7, 2, SIDE, SIDE, *params))
        data = struct.pack("<Q", len(rows))
        for k, turn, shift, name, points in rows:
            data += struct.pack("<i4d3di", k, *turn, *shift, 7) + name.encode() + b"\0" + struct.pack("<Q", points)
            data += struct.pack("<ddq", 1.0, 2.0, -1) * points
        (folder / "images.bin").write_bytes(data)
        (folder / "points3D.bin").write_bytes(struct.pack("<Q", 0))
        return
    (folder / "cameras.txt").write_text(f"# cameras\n7 SIMPLE_RADIAL {SIDE} {SIDE} {' '.join(map(repr, params))}\n")
    lines = ["# images, two lines each"]
    for k, turn, shift, name, points in rows:
        lines += [" ".join([str(k), *(repr(float(v)) for v in (*turn, *shift)), "7", name]), "1.0 2.0 -1 " * points]
    (folder / "images.txt").write_text("\n".join(lines) + "\n")
    (folder / "points3D.txt").write_text("# none\n")


def _render(folder: Path, recipe: Recipe, found: Scene, names: list[str]) -> None:
    stage = staged.unlit(found)
    (folder / "depth").mkdir()
    records = []
    for name, camera in zip(names, cameras(recipe, found)):
        frame = stage.view(camera, samples=1)
        Image.fromarray(frame.rgb).save(folder / "images" / f"{name}.png")
        depth = np.where(np.isfinite(frame.depth), frame.depth * 1000, 0).round()
        Image.fromarray(depth.astype(np.uint16)).save(folder / "depth" / f"{name}.png")
        records.append({"image_path": f"images/{name}.png", "annotations": _annotations(found, frame.ids)})
    (folder / "masks.json").write_text(json.dumps(records))


def _annotations(found: Scene, ids: np.ndarray) -> list[dict]:
    listed = []
    for number, thing in enumerate(found.things, 1):
        mask = ids == number
        if mask.any():
            counts = text_of(runs(mask)) if number % 2 else runs(mask)
            coded = {"size": [*mask.shape], "counts": counts}
            listed.append({"class_name": thing.name, "bbox": [0, 0, 1, 1], "score": [0.9], "segmentation": coded})
    return listed


def runs(mask: np.ndarray) -> list[int]:
    """Return COCO's run lengths of a mask."""
    flat = np.concatenate([[False], mask.T.ravel()])
    borders = np.flatnonzero(flat[1:] != flat[:-1])
    return np.diff(np.concatenate([[0], borders, [mask.size]])).astype(int).tolist()


def text_of(lengths: list[int]) -> str:
    """Return run lengths as COCO's text."""
    written = ""
    for k, length in enumerate(lengths):
        value = length - (lengths[k - 2] if k > 2 else 0)
        while True:
            bits, value = value & 31, value >> 5
            more = value != (-1 if bits & 16 else 0)
            written += chr(48 + (bits | 32 if more else bits))
            if not more:
                break
    return written


def saved(path: Path, rows: list[dict]) -> Path:
    """Write an object table and return its path."""
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, object_table.COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return path


def truth_table(path: Path, name: str, found: Scene | None = None) -> Path:
    """The object table that a person who knows the scene would write."""
    found = found or scene()
    oriented = found.things[1].name
    rows = [
        {"scene": name, "name": t.name, "x": t.x, "y": t.y}
        | ({"facing": t.facing, "kind": t.asset} if t.name == oriented else {})
        for t in found.things
    ]
    return saved(path, rows)
