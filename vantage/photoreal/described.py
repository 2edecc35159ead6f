"""A shot as plain arrays, as they are handed to Blender: triangles, materials, textures, lights, the camera."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage import geometry
from vantage.assets.meshes import Material, Picture
from vantage.photoreal import materials
from vantage.render import lighting, textures
from vantage.render.shots import Shot

SKY = 0.6  # of the rasteriser's even light is the sky's; the rest is what walls and ground throw back, traced here

Arrays = dict[str, NDArray[Any]]


def arrays(shot: Shot) -> Arrays:
    """Return all that a path tracer needs of a shot."""
    return {**_triangles(shot), **_materials(shot), **_lights(shot), **_camera(shot)}


def _triangles(shot: Shot) -> Arrays:
    s, kept = shot.surfaces, shot.kept
    return {
        "points": s.points.astype(np.float32),
        "faces": s.faces[kept],
        "normals": s.normals[kept],
        "uv": s.uv[kept],
        "thing": s.thing[kept],
        "casts": s.casts[kept],
        "material": s.material[kept],
    }


def _materials(shot: Shot) -> Arrays:
    """Return the materials, and the textures that they name, each once, rows from the top, as `textures` draws them."""
    found = [material for placed in shot.placed for material in placed.mesh.materials]
    drawn = list(dict.fromkeys(material.texture for material in found if material.texture))
    side = textures.SIDE
    texels = [_texels(texture)[: side * side].reshape(side, side, 4) for texture in drawn]
    return {
        "colour": textures.linear([material.colour for material in found]).astype(np.float32),
        "texture": np.array([drawn.index(m.texture) if m.texture else -1 for m in found], np.int32),
        "textures": np.array(texels, np.float32).reshape(-1, side, side, 4),
        "kinds": materials.table(found),
        "columns": np.array(materials.COLUMNS),
        "shines": np.array([_shines(material) for material in found]),
    }


def _texels(texture: str | Picture) -> NDArray[np.float32]:
    return textures.pictured(texture) if isinstance(texture, Picture) else textures.mipmap(texture)


def _shines(material: Material) -> bool:
    """Return whether a surface gives off light: its colour is brighter than white."""
    return max(material.colour) > 1


def _lights(shot: Shot) -> Arrays:
    glow = lighting.glow_of(shot.lights, shot.background)
    return {
        "toward": glow.toward,
        "key": glow.key,
        "softness": np.array([light.softness for light in shot.lights], np.float32),
        "sky": np.float32(SKY) * glow.sky,
        "horizon": glow.horizon,
        "zenith": glow.zenith,
    }


def _camera(shot: Shot) -> Arrays:
    camera = shot.camera
    return {
        "world_from_camera": geometry.inverse(camera.camera_from_world),
        "lens": np.array([camera.focal, *camera.centre, camera.near]),
        "size": np.array(shot.size),
    }
