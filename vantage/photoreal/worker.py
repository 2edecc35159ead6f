"""Runs inside Blender's own Python, never in ours: reads orders line by line, draws each, and answers with a line.

    {"scene": "a.npz", "out": "b.npy", "samples": 16}   ->   {"seconds": 9.1}   or   {"error": "…"}

With 0 samples the picture holds ids and depth at the pixels' centres, (h, w, 3): id, depth in metres, 1 where something
is. Otherwise it holds linear light. The first line says which Blender this is. When its orders end it ends, and removes
the folder it was given, since whoever gave it may have been killed. It imports nothing of Vantage: it gets files alone.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from typing import Any

Json = dict[str, Any]
CENTRE = 0.01  # pixels: how wide the filter is through which ids and depth are seen
FAR = 1e5


def main() -> None:
    """Answer orders until there are none."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # Blender talks on standard output
    try:
        import bpy
    except Exception as error:  # whatever goes wrong here is told, not raised: nobody reads our traceback
        say(answers, {"error": f"{type(error).__name__}: {error}", "python": sys.version.split()[0]})
        return
    say(answers, {"blender": ".".join(map(str, bpy.app.version)), "python": sys.version.split()[0]})
    try:
        for line in sys.stdin:
            say(answers, obeyed(line))
    except BrokenPipeError:
        pass  # nobody hears the answer: whoever gave the order was killed meanwhile
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    os._exit(0)  # what is left to be said would find no hearer either


def obeyed(line: str) -> Json:
    """Draw what an order asks for and return the answer."""
    begun = time.process_time()
    try:
        Frame(json.loads(line)).draw()
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    return {"seconds": time.process_time() - begun}


def say(answers: Any, what: Json) -> None:
    """Write one line."""
    answers.write(json.dumps(what) + "\n")


class Frame:
    """One picture to draw: a new scene is built for it, so that nothing is left of the one before."""

    def __init__(self, order: Json) -> None:
        import bpy
        import numpy as np

        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.bpy, self.np, self.order = bpy, np, order
        with np.load(order["scene"], allow_pickle=False) as found:
            self.data = {name: found[name] for name in found.files}
        self.scene = bpy.context.scene

    def draw(self) -> None:
        """Build the scene, render it and write the pixels."""
        ids = self.order["samples"] == 0
        materials = [self.marker()] if ids else [self.material(k) for k in range(len(self.data["colour"]))]
        self.meshes(materials, ids)
        self.camera()
        self.world(ids)
        if not ids:
            self.lamps()
        self.settings(ids)
        self.np.save(self.order["out"], self.rendered())

    def meshes(self, materials: list[Any], ids: bool) -> None:
        """Make an object of each thing, and of what casts no shadow."""
        np, data = self.np, self.data
        groups = 2 * data["thing"].astype(np.int64) + data["casts"]
        for group in np.unique(groups).tolist():
            here = groups == group
            mesh = self.mesh(here)
            used, place = np.unique(data["material"][here], return_inverse=True)
            for number in [0] if ids else used.tolist():
                mesh.materials.append(materials[number])
            if not ids:
                mesh.polygons.foreach_set("material_index", place.astype(np.int32))
            thing = self.bpy.data.objects.new("thing", mesh)
            thing.pass_index = group // 2
            thing.visible_shadow = bool(group % 2)
            self.scene.collection.objects.link(thing)

    def mesh(self, here: Any) -> Any:
        """Return the faces selected as a mesh with its own normals and texture coordinates.

        Faces share no vertices: of those that several share, Cycles takes the normal of one for all.
        """
        np, data = self.np, self.data
        n = int(here.sum())
        mesh = self.bpy.data.meshes.new("mesh")
        mesh.vertices.add(3 * n)
        mesh.vertices.foreach_set("co", data["points"][data["faces"][here]].ravel())
        mesh.loops.add(3 * n)
        mesh.loops.foreach_set("vertex_index", np.arange(3 * n, dtype=np.int32))
        mesh.polygons.add(n)
        mesh.polygons.foreach_set("loop_start", np.arange(0, 3 * n, 3, dtype=np.int32))
        mesh.update(calc_edges=True)
        uv = mesh.uv_layers.new(name="uv")
        uv.data.foreach_set("uv", data["uv"][here].ravel())
        normals = mesh.attributes.new("custom_normal", "FLOAT_VECTOR", "CORNER")
        normals.data.foreach_set("vector", data["normals"][here].ravel())
        return mesh

    def camera(self) -> None:
        """Put up the camera; Blender's looks along -z, with y up."""
        np, data = self.np, self.data
        focal, x, y, near = data["lens"].tolist()
        width, height = data["size"].tolist()
        lens = self.bpy.data.cameras.new("camera")
        lens.sensor_fit, lens.sensor_width = "HORIZONTAL", 36.0
        lens.lens = 36.0 * focal / width
        lens.shift_x, lens.shift_y = (width / 2 - x) / width, (y - height / 2) / width
        lens.clip_start, lens.clip_end = near, FAR
        camera = self.bpy.data.objects.new("camera", lens)
        camera.matrix_world = (data["world_from_camera"] @ np.diag([1.0, -1.0, -1.0, 1.0])).T.tolist()
        self.scene.collection.objects.link(camera)
        self.scene.camera = camera

    def lamps(self) -> None:
        """Put up the far lamps."""
        from mathutils import Vector

        for toward, key, softness in zip(self.data["toward"], self.data["key"], self.data["softness"].tolist()):
            sun = self.bpy.data.lights.new("sun", "SUN")
            strength = float(key.max())
            sun.energy = 3.14159265 * strength  # irradiance; a white surface throws back a part in pi of it
            sun.color = (key / max(strength, 1e-6)).tolist()
            sun.angle = 2 * softness * 3.14159265 / 180
            lamp = self.bpy.data.objects.new("sun", sun)
            lamp.rotation_mode = "QUATERNION"
            lamp.rotation_quaternion = Vector(toward.tolist()).to_track_quat("Z", "Y")
            self.scene.collection.objects.link(lamp)

    def world(self, dark: bool) -> None:
        """Light the scene by an even sky, which polished things reflect; the camera sees the backdrop instead."""
        world = self.bpy.data.worlds.new("world")
        self.scene.world = world
        world.use_nodes = True
        tree = Nodes(world.node_tree)
        if dark:
            tree.link(tree.add("Background", Color=(0, 0, 0, 1)), tree.add("OutputWorld"), "Surface")
            return
        up = tree.add("SeparateXYZ")
        tree.link(tree.add("TexCoord"), up, "Vector", "Generated")
        high = tree.add("Math", operation="MULTIPLY", use_clamp=True)
        tree.link(up, high, 0, "Z")
        high.inputs[1].default_value = 1.4
        backdrop = tree.mixed(high, rgba(self.data["horizon"]), rgba(self.data["zenith"]))
        colour = tree.mixed((tree.add("LightPath"), "Is Camera Ray"), rgba(self.data["sky"]), backdrop)
        background = tree.add("Background")
        tree.link(colour, background, "Color", 2)
        tree.link(background, tree.add("OutputWorld"), "Surface")
        world.cycles.sampling_method = "NONE"  # else light would come through walls, which cast no shadow

    def marker(self) -> Any:
        """Return a material that shines in the thing's id and its depth."""
        material = self.bpy.data.materials.new("marker")
        material.use_nodes = True
        tree = Nodes(material.node_tree)
        joined = tree.add("CombineXYZ", Z=1.0)
        tree.link(tree.add("ObjectInfo"), joined, "X", "Object Index")
        tree.link(tree.add("CameraData"), joined, "Y", "View Z Depth")
        glow = tree.add("Emission")
        tree.link(joined, glow, "Color")
        tree.link(glow, tree.add("OutputMaterial"), "Surface")
        return material

    def material(self, k: int) -> Any:
        """Return material k."""
        data = self.data
        kind = dict(zip(data["columns"].tolist(), data["kinds"][k].tolist()))
        material = self.bpy.data.materials.new(f"m{k}")
        material.use_nodes = True
        tree = Nodes(material.node_tree)
        if data["shines"][k]:
            glow = tree.add("Emission", Color=rgba(data["colour"][k]))
            tree.link(glow, tree.add("OutputMaterial"), "Surface")
            return material
        surface = tree.add("BsdfPrincipled", Roughness=kind["rough"], Metallic=kind["metallic"])
        for name, value in (
            ("Sheen Weight", kind["sheen"]),
            ("Coat Weight", kind["coat"]),
            ("Coat Roughness", 0.06),
            ("Specular IOR Level", 0.5 - 0.35 * kind["rough"]),  # cloth and grass shine less than a smooth surface
            ("Subsurface Weight", kind["creeps"]),
            ("Subsurface Scale", 0.02),
        ):
            surface.inputs[name].default_value = value
        base, bright = self.base(tree, k)
        if base is None:
            surface.inputs["Base Color"].default_value = rgba(data["colour"][k])
        else:
            tree.link(base, surface, "Base Color", 2)
        self.relief(tree, surface, kind, bright)
        out = tree.add("OutputMaterial")
        if not kind["through"]:
            tree.link(surface, out, "Surface")
            return material
        leaf = tree.add("BsdfTranslucent", Color=rgba(data["colour"][k]))
        if base is not None:
            tree.link(base, leaf, "Color", 2)
        both = tree.add("MixShader", Fac=kind["through"])
        tree.link(surface, both, 1)
        tree.link(leaf, both, 2)
        tree.link(both, out, "Surface")
        return material

    def base(self, tree: Nodes, k: int) -> tuple[Any, Any]:
        """Return the nodes of a textured material's colour and of its texture: a texel takes the colour as far as
        its alpha says, else white.
        """
        number = int(self.data["texture"][k])
        if number < 0:
            return None, None
        image = tree.add("TexImage", image=self.image(number))
        tint = tree.mixed((image, "Alpha"), (1, 1, 1, 1), rgba(self.data["colour"][k]))
        both = tree.add("Mix", data_type="RGBA", blend_type="MULTIPLY")
        both.inputs[0].default_value = 1.0
        tree.link(image, both, 6, "Color")
        tree.link(tint, both, 7, 2)
        return both, image

    def relief(self, tree: Nodes, surface: Any, kind: Json, bright: Any) -> None:
        """Make a surface uneven: by its texture, and by fine noise."""
        last = None
        if bright is not None and kind["relief"]:
            last = tree.add("Bump", Strength=0.7, Distance=kind["relief"])
            tree.link(bright, last, "Height", "Color")
        if kind["speckle"]:
            noise = tree.add("TexNoise", Scale=1 / kind["grain"], Detail=2.0)
            place = tree.add("NewGeometry")
            tree.link(place, noise, "Vector", "Position")
            fine = tree.add("Bump", Strength=0.5, Distance=kind["speckle"])
            tree.link(noise, fine, "Height", 0)
            if last is not None:
                tree.link(last, fine, "Normal")
            last = fine
        if last is not None:
            tree.link(last, surface, "Normal")

    def image(self, number: int) -> Any:
        """Return a texture as Blender holds images: rows from the bottom."""
        name = f"texture {number}"
        if name not in self.bpy.data.images:
            texels = self.data["textures"][number]
            side = len(texels)
            image = self.bpy.data.images.new(name, side, side, alpha=True, float_buffer=True, is_data=True)
            image.alpha_mode = "CHANNEL_PACKED"
            image.pixels.foreach_set(self.np.ascontiguousarray(texels[::-1]).ravel())
            image.update()
        return self.bpy.data.images[name]

    def settings(self, ids: bool) -> None:
        """Say how to render: with one thread, so that processes are what runs side by side."""
        scene, cycles = self.scene, self.scene.cycles
        scene.render.engine = "CYCLES"
        cycles.device = "CPU"
        scene.render.threads_mode, scene.render.threads = "FIXED", 1
        cycles.samples, cycles.use_adaptive_sampling = max(1, self.order["samples"]), False
        cycles.use_denoising = not ids
        cycles.max_bounces = 0 if ids else 4
        cycles.sample_clamp_indirect = 4.0
        cycles.caustics_reflective = cycles.caustics_refractive = False
        if ids:
            cycles.filter_width = CENTRE
        else:
            cycles.denoiser = "OPENIMAGEDENOISE"
        scene.render.resolution_x, scene.render.resolution_y = self.data["size"].tolist()
        scene.render.resolution_percentage = 100
        scene.render.use_compositing = scene.render.use_sequencer = False

    def rendered(self) -> Any:
        """Return the pixels (h, w, 3) as they are, rows from the top."""
        np, scene = self.np, self.scene
        width, height = self.data["size"].tolist()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "frame.exr")
            how = scene.render.image_settings
            how.file_format, how.color_mode, how.color_depth = "OPEN_EXR", "RGB", "32"
            scene.render.filepath = path
            self.bpy.ops.render.render(write_still=True)
            image = self.bpy.data.images.load(path)
            image.colorspace_settings.name = "Non-Color"
            found = np.empty(4 * width * height, np.float32)
            image.pixels.foreach_get(found)
        return found.reshape(height, width, 4)[::-1, :, :3].copy()


class Nodes:
    """The nodes of a shader."""

    def __init__(self, tree: Any) -> None:
        tree.nodes.clear()
        self.tree = tree

    def add(self, kind: str, **values: Any) -> Any:
        """Return a new node; a value sets an input of that name, else a property."""
        node = self.tree.nodes.new(f"ShaderNode{kind}")
        for name, value in values.items():
            if name in node.inputs:
                node.inputs[name].default_value = value
            else:
                setattr(node, name, value)
        return node

    def link(self, source: Any, target: Any, into: str | int, out: str | int = 0) -> None:
        """Lead an output of one node into another."""
        self.tree.links.new(source.outputs[out], target.inputs[into])

    def mixed(self, share: Any, first: Any, second: Any) -> Any:
        """Return a node that mixes two colours, each a colour or another such node; its output is number 2."""
        node = self.add("Mix", data_type="RGBA")
        source, out = share if isinstance(share, tuple) else (share, 0)
        self.link(source, node, 0, out)
        for place, colour in ((6, first), (7, second)):
            if isinstance(colour, tuple):
                node.inputs[place].default_value = colour
            else:
                self.link(colour, node, place, 2)
        return node


def rgba(colour: Any) -> tuple[float, float, float, float]:
    """Return a colour as Blender has it."""
    red, green, blue = map(float, colour)
    return red, green, blue, 1.0


if __name__ == "__main__":
    main()
