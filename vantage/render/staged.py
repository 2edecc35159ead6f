"""From a scene to what an observer sees: things and surroundings become a lit stage, the stage gives a frame.

The views of one scene are asked for one after another, so the last stages and frames are kept.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from vantage import assets
from vantage.geometry import Array, standing
from vantage.render import surroundings
from vantage.render.frames import Frame
from vantage.render.raster import Placed, Stage
from vantage.scene import Scene, SceneDrawing, Thing

SAMPLES = 2  # by 2 a pixel


@lru_cache(maxsize=8)
def frame(drawing: SceneDrawing, size: int) -> Frame:
    """Return what the drawing's observer sees, `size` pixels square; thing i of the scene has id i + 1."""
    lit, camera = stage(drawing.scene), drawing.scene.camera(drawing.azimuth, size)
    seen = lit.view(camera, samples=SAMPLES)
    alone = {k: int((lit.ids(camera, k) == k).sum()) for k in range(1, len(drawing.scene.things) + 1)}
    return replace(seen, alone=alone)


@lru_cache(maxsize=1)  # its maps of shadows take 40 MB
def stage(scene: Scene) -> Stage:
    """Return the scene with its surroundings, lit."""
    around = surroundings.around(scene)
    return Stage([*around.placed, *_placed(scene)], around.lights, around.background)


def unlit(scene: Scene) -> Stage:
    """Return the things alone: enough to measure what hides what. They are not lit unless a view is drawn."""
    return Stage(_placed(scene))


def _placed(scene: Scene) -> list[Placed]:
    return [Placed(assets.build(t.asset, t.variant), world_from_thing(t), i) for i, t in enumerate(scene.things, 1)]


def world_from_thing(thing: Thing) -> Array:
    """Return the transform (4, 4) that takes the thing's mesh to its place: turned and put down."""
    return standing((thing.x, thing.y, thing.z), thing.facing)
