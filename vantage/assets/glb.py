"""Write a mesh as a binary glTF file, which `loading` reads back quickly."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from vantage.assets.loading import SIDE
from vantage.assets.meshes import Material, Mesh, Picture


def encoded(mesh: Mesh) -> bytes:
    """Return a mesh as a file: a part for each material, with its colour or its picture."""
    trimesh: Any = importlib.import_module("trimesh")
    scene = trimesh.Scene()
    for number in np.unique(mesh.material).tolist():
        scene.add_geometry(_part(mesh, mesh.material == number, mesh.materials[number]))
    return bytes(scene.export(file_type="glb", include_normals=True))


def _part(mesh: Mesh, faces: Any, material: Material) -> Any:
    trimesh: Any = importlib.import_module("trimesh")
    rows = [mesh.points[mesh.faces[faces]], mesh.normals[faces], mesh.uv[faces]]
    corners = np.concatenate([row.reshape(-1, row.shape[-1]) for row in rows], axis=1)
    distinct, index = np.unique(corners, axis=0, return_inverse=True)
    visual = trimesh.visual.TextureVisuals(uv=distinct[:, 6:8], material=_material(material))
    return trimesh.Trimesh(
        distinct[:, :3], index.reshape(-1, 3), vertex_normals=distinct[:, 3:6], visual=visual, process=False
    )


def _material(material: Material) -> Any:
    from PIL import Image

    trimesh: Any = importlib.import_module("trimesh")
    colour = [*(round(255 * part) for part in material.colour), 255]
    picture = material.texture
    image = Image.frombytes("RGB", (SIDE, SIDE), picture.texels) if isinstance(picture, Picture) else None
    return trimesh.visual.material.PBRMaterial(baseColorFactor=colour, baseColorTexture=image)
