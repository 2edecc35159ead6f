"""Kinds whose shape is an asset's: its paint becomes places for colours, and each individual has its proportions."""

from __future__ import annotations

from collections.abc import Callable

from vantage import assets
from vantage.assets.meshes import Mesh
from vantage.individuals.objects.kit import Draw, Places, worn

Build = Callable[[Draw], Mesh]


def asset(name: str, places: dict[int, int]) -> Build:
    """Return the builder of an asset's shape; `places` makes further materials, by number, places for colours."""

    def build(d: Draw) -> Mesh:
        made = assets.get(name)
        mesh = made.shape(Places(made.colours[0] if made.colours else "", d.rng))
        materials = [
            worn(places[k], m.gloss, str(m.texture)) if k in places else m for k, m in enumerate(mesh.materials)
        ]
        return Mesh(mesh.points, mesh.faces, mesh.normals, mesh.uv, mesh.material, tuple(materials), mesh.closed)

    return build
