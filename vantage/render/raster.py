"""Scenes of triangles to pictures: a Stage does once what all views of a scene share, then draws each view.

Depth and ids are asked at the pixels' centres, where `geometry.project` says a point falls; colour is averaged over
several samples in linear light. Everything runs in one thread and in exact arithmetic, so that a picture is the same
in every process: processes are what runs side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from vantage import geometry
from vantage.assets.arrange import joined, moved
from vantage.assets.meshes import Material
from vantage.assets.parts import box, rod
from vantage.geometry import Array, Camera
from vantage.render import lighting, surfaces, textures
from vantage.render.frames import Frame
from vantage.render.lighting import Light
from vantage.render.shots import Background, Shot
from vantage.render.surfaces import GROUND, Placed

__all__ = ["GROUND", "Frame", "Light", "Placed", "Quality", "Stage", "warm"]

PREPARING = "preparing the renderer (compiled on the first use, then kept)"

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Size = tuple[int, int]  # width and height


@dataclass(frozen=True)
class Quality:
    """How many shadow maps stand for the key light and for the sky, and their sides in texels; 0 maps is no shadow."""

    key_maps: int = 12
    key_side: int = 512
    sky_maps: int = 32
    sky_side: int = 192


class Stage:
    """A lit scene, ready to be seen from anywhere. `background` is a colour, or those of the horizon and the zenith.

    Several lights share the shadow maps of the key light, so that they cost what one costs.
    """

    def __init__(
        self,
        placed: Sequence[Placed],
        light: Light | Sequence[Light] | None = None,
        background: Background = (0.93, 0.95, 0.97),
        quality: Quality | None = None,
    ) -> None:
        light = light or Light()
        self._lights = (light,) if isinstance(light, Light) else tuple(light)
        self.surfaces = surfaces.gathered(placed)
        self._placed, self._quality, self._background = placed, quality or Quality(), background
        self.glow = lighting.glow_of(self._lights, background)

    # Made when a view is first drawn: whoever asks for ids alone needs neither colours nor light.
    @cached_property
    def looks(self) -> surfaces.Looks:
        """All materials."""
        return surfaces.looks_of(self._placed)

    @cached_property
    def keys(self) -> list[lighting.Lamps]:
        """For each light the lamps that stand for it."""
        directions = lighting.shared_directions(self._lights, self._quality.key_maps)
        return [lighting.lamps(self.surfaces, toward, self._quality.key_side) for toward in directions]

    @cached_property
    def sky(self) -> lighting.Lamps:
        """The lamps that stand for the sky."""
        return lighting.lamps(self.surfaces, lighting.sky_directions(self._quality.sky_maps), self._quality.sky_side)

    def view(self, camera: Camera, *, samples: int = 2, outlines: bool = False, size: Size | None = None) -> Frame:
        """Return what `camera` sees, `samples` by `samples` a pixel; `size` is else twice the camera's centre."""
        from vantage.render import kernels

        if samples not in range(1, 8):
            raise ValueError(f"samples across a pixel must be 1..7, not {samples}")
        shot = self.shot(camera, size)
        width, height = shot.size
        corners, source = self._triangles(camera, None, shot.size)
        nearness, owner = buffers(corners, source, shot.size)
        depth, ids = metres(nearness), self._ids(owner)
        if samples > 1:
            corners[:, :, :2] *= samples
            nearness, owner = buffers(corners, source, (width * samples, height * samples))
        light = self._light(camera, owner, nearness, samples)
        if outlines:
            marked = kernels.lines(owner, nearness, self.surfaces.thing, self.surfaces.facing)
            light *= 1 - np.float32(0.9) * pixel_means(marked, samples)[..., None]
        return Frame(developed(light), depth, ids, shot=shot)

    def shot(self, camera: Camera, size: Size | None = None) -> Shot:
        """Return what a view is of."""
        return Shot(self.surfaces, self._placed, self._lights, self._background, camera, size_of(camera, size))

    def probe(self, camera: Camera, size: Size | None = None) -> tuple[Floats, Ints]:
        """Return depth and ids (h, w) that `camera` sees, as `view` would give them, without lighting."""
        size = size_of(camera, size)
        nearness, owner = buffers(*self._triangles(camera, None, size), size)
        return metres(nearness), self._ids(owner)

    def ids(self, camera: Camera, only: int | None = None, size: Size | None = None) -> Ints:
        """Return the ids that `camera` sees, (h, w), without lighting; of thing `only` as if alone in the world."""
        size = size_of(camera, size)
        return self._ids(buffers(*self._triangles(camera, only, size), size)[1])

    def visible(self, camera: Camera, size: Size | None = None) -> dict[int, float]:
        """Return the share of each thing's pixels that nothing hides; 0 for one that is not in the picture at all."""
        seen = self.ids(camera, size=size)
        shares = {}
        for thing in np.unique(self.surfaces.thing[self.surfaces.thing != GROUND]).tolist():
            alone = int((self.ids(camera, thing, size) == thing).sum())
            shares[thing] = int((seen == thing).sum()) / alone if alone else 0.0
        return shares

    def _triangles(self, camera: Camera, only: int | None, size: Size) -> tuple[Array, Ints]:
        from vantage.render import kernels

        s, kept = self.surfaces, self.shot(camera, size).kept
        local = kernels.transformed(s.points, np.ascontiguousarray(camera.camera_from_world))
        thing = -1 if only is None else only
        corners, source = kernels.assembled(
            local, s.faces[kept], s.thing[kept], thing, lens_of(camera), float(camera.near), size
        )
        return corners, kept[source]

    def _ids(self, owner: Ints) -> Ints:
        # The backdrop's -1 takes the last entry.
        return np.append(self.surfaces.thing, np.int32(GROUND))[owner]

    def _light(self, camera: Camera, owner: Ints, nearness: Floats, samples: int) -> Floats:
        """Return the linear light (h, w, 3) of a picture whose faces and 1 / depth are given at its samples."""
        from vantage.render import fragments, shading

        s, glow, lens = self.surfaces, self.glow, lens_of(camera)
        world_from_camera = geometry.inverse(camera.camera_from_world)
        out = np.zeros((owner.shape[0] // samples * (owner.shape[1] // samples), 3), np.float32)
        pixel, face, place, share, n, bare = fragments.found(owner, nearness, samples, s.thing, s.material, s.facing)
        last = len(pixel) - bare
        shading.add_backdrop(
            pixel[last:], place[last:], share[last:], world_from_camera, lens, glow.horizon, glow.zenith, out
        )
        pixel, face, place, share = pixel[:n], face[:n], place[:n], share[:n]
        point, normal, flat, look, where = fragments.met(
            face, place, world_from_camera, lens, s.points, s.faces, s.normals, s.facing, s.uv
        )
        own = fragments.painted(
            face, where, s.repeats, s.material, self.looks.colour, self.looks.start, self.looks.texels, textures.SIDE
        )
        direct, openness = self._open(face, point, normal, flat)
        shine = shading.shines(self.looks.gloss[s.material[face]], normal, look, glow.toward[0])
        shading.collected(
            pixel, share, own, normal[:, 2], direct, openness, shine, glow.key, glow.sky, glow.bounce, out
        )
        return out.reshape(owner.shape[0] // samples, -1, 3)

    def _open(self, face: Ints, point: Floats, normal: Floats, flat: Floats) -> tuple[Floats, Floats]:
        """Return how much fragments (n, 3) receive of each light, (lights, n), and see of the sky, (n,)."""
        from vantage.render import shading

        near = np.flatnonzero(np.isinf(self.surfaces.edge[face, 2]))
        among = point[near], normal[near], flat[near], self.surfaces.casts[face[near]].astype(np.float32)
        direct, openness = np.empty((len(self.keys), len(point)), np.float32), np.ones(len(point), np.float32)
        for k, key in enumerate(self.keys):
            toward = self.glow.toward[k]
            direct[k] = shading.cosines(normal, toward)
            direct[k, near] = shading.key_shares(*among, toward, key.maps, key.roofs, key.map_from_world, key.texel)
        sky = self.sky
        openness[near] = shading.sky_shares(*among, sky.directions, sky.maps, sky.roofs, sky.map_from_world, sky.texel)
        return direct, openness


def size_of(camera: Camera, size: Size | None) -> Size:
    """Return width and height of a camera's picture: as given, or such that its centre is in the middle."""
    return size or (round(2 * camera.centre[0]), round(2 * camera.centre[1]))


def lens_of(camera: Camera) -> tuple[float, float, float]:
    """Return focal length and centre, in pixels."""
    return float(camera.focal), float(camera.centre[0]), float(camera.centre[1])


def buffers(corners: Array, source: Ints, size: Size) -> tuple[Floats, Ints]:
    """Return 1 / depth (h, w; 0 where nothing is) and the face seen (-1) for triangles in a picture of that size."""
    from vantage.render import kernels

    nearness = np.zeros((size[1], size[0]), np.float32)
    owner = np.full((size[1], size[0]), -1, np.int32)
    kernels.fill(corners, source, nearness, owner, True)
    return nearness, owner


def metres(nearness: Floats) -> Floats:
    """Return the depth of 1 / depth, inf where that is 0."""
    with np.errstate(divide="ignore"):
        return np.float32(1) / nearness


def pixel_means(values: NDArray[np.generic], samples: int) -> Floats:
    """Return the mean over each pixel's samples: (h, w)."""
    rows = values.reshape(values.shape[0] // samples, samples, -1, samples)
    return np.asarray(rows.mean(axis=(1, 3), dtype=np.float32))


LIGHT_STEPS = 1 << 12  # to one unit of light: fine enough for the darkest of 256 sRGB steps


@cache
def tone() -> NDArray[np.uint8]:
    """Return the sRGB value of each step of light up to the brightest."""
    light = lighting.bent(np.arange(round(lighting.WHITE * LIGHT_STEPS) + 1) / LIGHT_STEPS)
    encoded = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(encoded * 255), np.uint8)


def developed(light: Floats) -> NDArray[np.uint8]:
    """Return linear light as an sRGB picture."""
    table = tone()
    steps = np.minimum(light * np.float32(LIGHT_STEPS) + np.float32(0.5), len(table) - 1)
    return np.asarray(table[steps.astype(np.int32)])


def warm(say: Callable[[str], None] = lambda text: None) -> None:
    """Compile what draws, or load it from the cache; `say` is told before, as the first time takes a while."""
    say(PREPARING)
    plaster = Material((1.0, 1.0, 1.0), "plaster")
    thing = moved(joined(box((0, 0, 0), (1, 1, 1), plaster), rod((0, 0, 0), (0, 0, 1), 0.2, plaster)))
    stage = Stage([Placed(thing, np.eye(4), 1)], quality=Quality(1, 8, 1, 8))
    stage.view(geometry.look_at((3, -3, 3), (0, 0, 0), 8, 8), outlines=True)
