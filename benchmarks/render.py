"""How long a frame takes: CPU-ms at 384 x 384 on one core, set-up of the scene apart, beside VTK where it is installed.

    python benchmarks/render.py               three scenes, plain shadows and full light
    python benchmarks/render.py --views 8     the same; "all in" spreads the set-up over so many views

The scenes: a polycube of ten blocks; a table with six textured things, about 17,000 triangles; one lump of 20,000
triangles. Each figure is the least of several runs, since other work on a machine only ever adds. The
ratio is VTK's frame, in plain colours and without shadows, to ours.
"""

import argparse
import importlib.util
import math
import time
from collections.abc import Callable

import numpy as np

from vantage import geometry
from vantage.assets.meshes import Material, Mesh
from vantage.geometry import Camera
from vantage.render import raster
from vantage.render.raster import Light, Placed, Quality, Stage

PIXELS = 384
LIGHTS = {"4 shadow maps": Quality(4, 512, 0, 8), "soft shadow and sky": Quality()}
Scene = tuple[list[Placed], Camera]


def mesh(points: np.ndarray, faces: np.ndarray, uv: np.ndarray, smooth: bool, material: Material) -> Mesh:
    corners = points[faces]
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = np.repeat(flat[:, None], 3, axis=1)
    if smooth:
        at_points = np.zeros_like(points)
        np.add.at(at_points, faces, normals)
        normals = at_points[faces]
    normals = normals / np.maximum(np.linalg.norm(normals, axis=2, keepdims=True), 1e-12)
    parts = (
        points.astype(np.float32),
        faces.astype(np.int32),
        normals.astype(np.float32),
        uv[faces].astype(np.float32),
    )
    return Mesh(*parts, np.zeros(len(faces), np.int16), (material,))


def sheet(place: Callable[[np.ndarray, np.ndarray], tuple], rows: int, columns: int, material: Material) -> Mesh:
    """Return a smooth surface over the unit square: `place` leads from (u, v) to x, y and z."""
    v, u = (a.ravel() for a in np.mgrid[: rows + 1, : columns + 1] / np.array([[[rows]], [[columns]]]))
    a = (np.arange(rows)[:, None] * (columns + 1) + np.arange(columns)).ravel()
    b, c, d = a + 1, a + columns + 1, a + columns + 2
    faces = np.concatenate([np.stack([a, b, d], 1), np.stack([a, d, c], 1)])
    return mesh(np.stack(place(u, v), 1), faces, np.stack([u, v], 1), True, material)


def lathe(profile: Callable[[np.ndarray], tuple], rows: int, columns: int, material: Material) -> Mesh:
    """Return a surface of revolution: `profile` leads from 0..1 to radius and height."""

    def place(u: np.ndarray, v: np.ndarray) -> tuple:
        radius, height = profile(v)
        return radius * np.cos(2 * np.pi * u), radius * np.sin(2 * np.pi * u), height

    return sheet(place, rows, columns, material)


def box(sides: tuple[float, float, float], material: Material) -> Mesh:
    points, faces, uv = [], [], []
    for axis in range(3):
        for sign in (-0.5, 0.5):
            square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])[:: 1 if sign > 0 else -1]
            corner = np.insert(square, axis, sign, axis=1) if axis != 1 else np.insert(square[:, ::-1], 1, sign, axis=1)
            faces += [[len(points), len(points) + 1, len(points) + 2], [len(points), len(points) + 2, len(points) + 3]]
            points += (corner * sides).tolist()
            uv += (square + 0.5).tolist()
    return mesh(np.array(points), np.array(faces), np.array(uv), False, material)


def ball(v: np.ndarray) -> tuple:
    return np.sin(np.pi * v), 1 - np.cos(np.pi * v)


def blocks() -> Scene:
    cells = [
        (0, 0, 0),
        (1, 0, 0),
        (2, 0, 0),
        (3, 0, 0),
        (3, 0, 1),
        (3, 0, 2),
        (3, 0, 3),
        (3, 1, 3),
        (3, 2, 3),
        (3, 2, 2),
    ]
    cube = box((1, 1, 1), Material((0.85, 0.85, 0.88)))
    placed = [Placed(cube, geometry.standing(np.array(c) - (1.5, 1, 1.5), 0), k + 1) for k, c in enumerate(cells)]
    return placed, geometry.look_at((6.0, -7.5, 5.5), (0, 0, 0), PIXELS, PIXELS, 30)


def table() -> Scene:
    def tube(u: np.ndarray, v: np.ndarray) -> tuple:
        radius = 0.55 + 0.2 * np.cos(2 * np.pi * v)
        return radius * np.cos(2 * np.pi * u), radius * np.sin(2 * np.pi * u), 0.2 + 0.2 * np.sin(2 * np.pi * v)

    white = (0.95, 0.95, 0.95)
    vase = lathe(lambda v: (0.35 + 0.2 * np.sin(3.3 * v), 1.5 * v), 40, 64, Material((0.2, 0.65, 0.45), gloss=0.5))
    things = [
        (box((1.1, 1.1, 1.1), Material((0.8, 0.25, 0.25), "checker")), (-1.6, -0.9, 0.55)),
        (
            lathe(lambda v: tuple(0.6 * a for a in ball(v)), 36, 64, Material((0.2, 0.4, 0.8), "stripes")),
            (1.4, -1.2, 0),
        ),
        (vase, (0, 0.9, 0)),
        (sheet(tube, 32, 64, Material((0.9, 0.65, 0.1), gloss=0.5)), (-1.7, 1.3, 0)),
        (lathe(lambda v: (0.4 + 0 * v, 1.2 * v), 8, 64, Material((0.75, 0.2, 0.2), "brick")), (1.7, 1.1, 0)),
        (lathe(lambda v: tuple(0.35 * a for a in ball(v)), 24, 32, Material(white, "marble", 0.3)), (0.1, -0.8, 0)),
    ]
    placed = [Placed(box((8, 8, 0.2), Material((0.65, 0.45, 0.3), "wood")), geometry.standing((0, 0, -0.1), 0), 0)]
    placed += [Placed(thing, geometry.standing(where, 30), k + 1) for k, (thing, where) in enumerate(things)]
    return placed, geometry.look_at((0, -7.5, 5.0), (0, 0, 0.35), PIXELS, PIXELS, 38)


def lump() -> Scene:
    def place(u: np.ndarray, v: np.ndarray) -> tuple:
        x, y, z = (np.sin(np.pi * v) * f(2 * np.pi * u) for f in (np.cos, np.sin, lambda a: 0 * a))
        z = z - np.cos(np.pi * v)
        r = 1 + 0.12 * np.sin(5 * x + 1) * np.sin(4 * y) + 0.1 * np.sin(9 * z * x + 2)
        return 1.2 * r * x, 0.9 * r * y, r * z

    placed = [Placed(sheet(place, 80, 128, Material((0.8, 0.55, 0.4))), np.eye(4), 1)]
    return placed, geometry.look_at((2.5, -3.2, 1.8), (0, 0, 0), PIXELS, PIXELS, 32)


SCENES = {"polycube": blocks, "table": table, "lump": lump}


def least(work: Callable[[], object], repeats: int) -> float:
    """Return the least CPU time of several runs, in ms."""
    taken = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - started))
    return min(taken)


def vtk_frame(placed: list[Placed], camera: Camera) -> Callable[[], object]:
    """Return a function that draws a scene with VTK to an array: plain colours, the camera's light, no shadow."""
    import vtk
    from vtk.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy

    renderer, window = vtk.vtkRenderer(), vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(4)
    window.SetSize(PIXELS, PIXELS)
    window.AddRenderer(renderer)
    for p in placed:
        points, cells, data = vtk.vtkPoints(), vtk.vtkCellArray(), vtk.vtkPolyData()
        points.SetData(numpy_to_vtk(geometry.transform(p.world_from_object, p.mesh.points), deep=1))
        numbers = np.hstack([np.full((len(p.mesh.faces), 1), 3), p.mesh.faces]).astype(np.int64).ravel()
        cells.ImportLegacyFormat(numpy_to_vtkIdTypeArray(numbers, deep=1))
        data.SetPoints(points)
        data.SetPolys(cells)
        mapper, actor = vtk.vtkPolyDataMapper(), vtk.vtkActor()
        mapper.SetInputData(data)
        actor.SetMapper(mapper)
        actor.GetProperty().SetColor(*p.mesh.materials[0].colour)
        renderer.AddActor(actor)
    eye, view = camera.position, renderer.GetActiveCamera()
    view.SetPosition(*eye)
    view.SetFocalPoint(*(eye + camera.camera_from_world[2, :3]))
    view.SetViewUp(0, 0, 1)
    view.SetViewAngle(math.degrees(2 * math.atan(PIXELS / 2 / camera.focal)))
    renderer.ResetCameraClippingRange()

    def draw() -> object:
        window.Render()
        image = vtk.vtkWindowToImageFilter()
        image.SetInput(window)
        image.ReadFrontBufferOff()
        image.Update()
        return vtk_to_numpy(image.GetOutput().GetPointData().GetScalars())

    return draw


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", type=int, default=8)
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    raster.warm(print)
    has_vtk = importlib.util.find_spec("vtk") is not None
    header = f"{'scene':10} {'triangles':>9} {'light':20} {'set-up':>7} {'frame':>7} {'all in':>7}"
    print(f"{header} {'VTK, plain':>10} {'ratio':>6}")
    for name, build in SCENES.items():
        placed, camera = build()
        peer = least(vtk_frame(placed, camera), options.repeats) if has_vtk else math.nan
        for light, quality in LIGHTS.items():
            stage = Stage(placed, Light(), quality=quality)
            setup = least(lambda: Stage(placed, Light(), quality=quality), max(2, options.repeats // 2))  # noqa: B023
            frame = least(lambda: stage.view(camera), options.repeats)  # noqa: B023
            count = sum(len(p.mesh.faces) for p in placed)
            spread = frame + setup / options.views
            ours = f"{name:10} {count:9} {light:20} {setup:7.0f} {frame:7.0f} {spread:7.0f}"
            print(f"{ours} {peer:10.0f} {peer / frame:6.1f}" if has_vtk else f"{ours} {'–':>10} {'–':>6}", flush=True)
    if not has_vtk:
        print("VTK is not installed: pip install vtk")


if __name__ == "__main__":
    main()
