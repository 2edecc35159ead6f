from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from tests import golden
from vantage import assets, seeds, settings
from vantage.assets import installed, loading, packs, similar, sweethome, words
from vantage.assets.asset import Look
from vantage.making import make, suite
from vantage.scenes import cast
from vantage.task import Mistake

pytest.importorskip("trimesh")

# A box 2 wide (x), 1 high (y) and 4 long (z), and a small red knob at the end that looks to +z.
BOX = [(x, y, z) for x in (-1, 1) for y in (0, 1) for z in (-2, 2)]
SIDES = ["2 4 3 1", "7 8 6 5", "5 6 2 1", "4 8 7 3", "3 7 5 1", "6 8 4 2"]
MATERIALS = "newmtl blue\nKd 0 0 1\nnewmtl red\nKd 1 0 0\n"
INDEX = """
[[asset]]
name = "long box"
file = "box.obj"
up = "+y"
front = "+z"
size = [1.0, 2.25, 0.5]
places = ["floor"]
licence = "CC-BY-4.0"
creator = "Ada Example"
"""


def obj() -> str:
    knob = [(x / 5, 0.5 + y / 5, 2 + z) for x in (-1, 1) for y in (-1, 1) for z in (0, 0.5)]
    points = "".join(f"v {x} {y} {z}\n" for x, y, z in [*BOX, *knob])
    shifted = [" ".join(str(int(number) + 8) for number in side.split()) for side in SIDES]
    faces = ["usemtl blue", *(f"f {side}" for side in SIDES), "usemtl red", *(f"f {side}" for side in shifted)]
    return f"mtllib box.mtl\n{points}" + "\n".join(faces) + "\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "box.obj").write_text(obj())
    (tmp_path / "box.mtl").write_text(MATERIALS)
    (tmp_path / packs.INDEX).write_text(INDEX)
    return tmp_path


def test_a_model_is_turned_scaled_and_coloured(folder):
    (model,) = packs.read(folder)
    mesh = packs.mesh(model)
    low, high = mesh.bounds
    assert np.allclose(high - low, (1.0, 2.25, 0.5), atol=1e-4)
    red = [i for i, material in enumerate(mesh.materials) if material.colour == (1, 0, 0)]
    front = mesh.points[mesh.faces[np.isin(mesh.material, red)]][..., 1]
    assert front.max() < mesh.points[:, 1].max() - 1.9, "the knob must be at -y, where things look"
    assert {material.colour for material in mesh.materials} == {(0, 0, 1), (1, 0, 0)}


def test_faces_look_outward_and_normals_with_them(folder):
    mesh = packs.mesh(packs.read(folder)[0])
    corners = mesh.points[mesh.faces].astype(float)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    volume = np.einsum("mx,mx->m", corners[:, 0], across).sum() / 6
    assert volume > 0
    assert (np.einsum("mcx,mx->mc", mesh.normals, across) > 0).all()


def test_a_model_becomes_an_asset(folder):
    asset = packs.read(folder)[0].asset
    assert (asset.name, asset.oriented, asset.length, asset.places) == ("long box", True, (2.25, 2.25), ("floor",))
    assert len(asset.shape(Look("", seeds.generator("any"))).faces) == 24


def test_parts_keep_their_places_in_a_gltf_scene(tmp_path):
    import trimesh

    scene = trimesh.Scene()
    for x in (0.0, 3.0):
        scene.add_geometry(
            trimesh.creation.box((1, 1, 1)), transform=trimesh.transformations.translation_matrix((x, 0, 0))
        )
    (tmp_path / "two.glb").write_bytes(scene.export(file_type="glb"))
    index = (
        INDEX.replace("box.obj", "two.glb").replace("[1.0, 2.25, 0.5]", "[2.0, 0.5, 0.5]").replace('front = "+z"\n', "")
    )
    (tmp_path / packs.INDEX).write_text(index)
    (model,) = packs.read(tmp_path)
    assert not model.asset.oriented
    assert np.allclose(np.ptp(packs.mesh(model).bounds, axis=0), (2.0, 0.5, 0.5), atol=1e-4)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('up = "+y"\n', "", "up is missing"),
        ('up = "+y"', 'up = "+w"', "no axis"),
        ('up = "+y"', 'up = "-z"', "along one line"),
        ("[1.0, 2.25, 0.5]", "[1.0, 2.25]", "three lengths"),
        ('"floor"', '"ceiling"', "no place"),
        ("box.obj", "../box.obj", "not a .glb, .gltf, .obj file in the pack's folder"),
        ("box.obj", "box.mtl", "not a .glb, .gltf, .obj file in the pack's folder"),
        ("creator", "maker", "did you mean"),
        ("[[asset]]", "[asset]", "has no"),
        ("licence =", "licence", "cannot be read"),
    ],
)
def test_a_wrong_index_is_named(folder, old, new, words):
    (folder / packs.INDEX).write_text(INDEX.replace(old, new))
    with pytest.raises(ValueError, match=words):
        packs.read(folder)


def test_a_model_of_other_proportions_is_refused(folder):
    (folder / packs.INDEX).write_text(INDEX.replace("0.5]", "1.5]"))
    with pytest.raises(ValueError, match="not as stated"):
        packs.mesh(packs.read(folder)[0])


def test_nothing_outside_the_folder_is_read(folder, tmp_path_factory):
    secret = tmp_path_factory.mktemp("elsewhere") / "box.mtl"
    secret.write_text(MATERIALS.replace("0 0 1", "0 1 0"))
    (folder / "link.mtl").symlink_to(secret)
    for name in (f"../{secret.parent.name}/box.mtl", str(secret), "link.mtl"):
        (folder / "box.obj").write_text(obj().replace("box.mtl", name))
        colours = {material.colour for material in packs.mesh(packs.read(folder)[0]).materials}
        assert (0, 1, 0) not in colours


def test_bounds_are_kept(folder, monkeypatch):
    model = packs.read(folder)[0]
    monkeypatch.setattr(loading, "MOST_TRIANGLES", 10)
    with pytest.raises(ValueError, match="12 faces"):
        packs.mesh(model)
    monkeypatch.setattr(packs, "MOST_BYTES", 10)
    with pytest.raises(ValueError, match="bytes; at most"):
        packs.mesh(model)


def test_rubbish_is_refused_in_a_sentence(folder):
    (folder / "box.glb").write_bytes(b"glTF rubbish")
    (folder / packs.INDEX).write_text(INDEX.replace("box.obj", "box.glb"))
    with pytest.raises(Mistake, match=r"long box: box.glb cannot be read"):
        packs.mesh(packs.read(folder)[0])


def test_a_file_that_has_gone_is_a_mistake_of_whoever_made_the_pack(folder):
    (model,) = packs.read(folder)
    (folder / "box.obj").unlink()
    with pytest.raises(Mistake, match=r"box.obj cannot be read \(No such file or directory\)"):
        packs.mesh(model)


def test_packs_are_named_apart(folder):
    (found,) = installed.models(str(folder))
    assert found.credit == {"thing": f"{folder.name}/long box", "creator": "Ada Example", "licence": "CC-BY-4.0"}
    (folder / packs.INDEX).write_text(INDEX.replace("long box", "chair"))
    with pytest.raises(ValueError, match="'chair' is the name of another thing"):
        installed.models(str(folder))


TURNED = """
title = "Which way?"
pixels = 64
things = ["home/long box"]
[tasks.orientation]
[sizes.small.test]
orientation = 3
"""


@pytest.fixture
def home(tmp_path):
    """A pack in a folder called home: two things that never meet, for one stands indoors and one outdoors."""
    target = tmp_path / "home"
    target.mkdir()
    (target / "box.obj").write_text(obj())
    (target / "box.mtl").write_text(MATERIALS)
    other = INDEX.replace("long box", "other box").replace("floor", "outdoors")
    other = other.replace("CC-BY-4.0", "CC-BY-NC-4.0").replace("Ada", "Eve")
    (target / packs.INDEX).write_text(INDEX + other)
    return target


@pytest.fixture
def known(home, monkeypatch):
    """The pack as if VANTAGE_PACKS had named it when Vantage was imported."""
    found = installed.models(str(home))
    monkeypatch.setattr(installed, "MODELS", found)
    assets._known.cache_clear()
    cast.kinds.cache_clear()
    monkeypatch.setattr(installed, "ASSETS", tuple(model.asset for model in found))
    yield home
    monkeypatch.undo()
    assets._known.cache_clear()
    cast.kinds.cache_clear()


def suite_of(folder, text):
    path = folder.parent / "mine.toml"
    path.write_text(text)
    return suite.get(str(path))


def test_a_suite_asks_for_things_by_name(known):
    mine = suite_of(known, TURNED)
    assert mine.things == ("home/long box",)
    ((order,), *_) = make.jobs(mine, "small", mine.size("small"), 0, {})
    assert order.among == ("long box",)
    assert "long box" in make.one(order).question
    every = suite_of(known, TURNED.replace('"home/long box"', '"home/*", "*", "chair"')).things
    assert every[:2] == ("home/long box", "home/other box")
    assert len(every) == len({*every}) == len(assets.names())


def test_a_set_credits_what_it_shows(known, tmp_path):
    mine = suite_of(known, TURNED.replace('"home/long box"', '"home/*"').replace("= 3", "= 1"))
    data = make.make(mine, tmp_path / "set", workers=1)
    (item,) = data.items()
    (shown,) = item.tags["things"]
    credit = next(model.credit for model in installed.MODELS if model.full_name == shown)
    assert data.manifest["credits"] == [credit]
    assert data.manifest["licence"] == credit["licence"].lower()
    card = (tmp_path / "set" / "README.md").read_text("utf-8")
    assert f'license: "{credit["licence"].lower()}"' in card
    assert f"| {shown} | {credit['creator']} | {credit['licence']} |" in card
    assert card.count("| home/") == 1, "the other thing is asked for as well, but no picture shows it"
    assert make.again(item, data.manifest) == item
    assert make.make(mine, tmp_path / "set").manifest == data.manifest, "the same command again does no harm"


def test_a_set_of_built_in_things_is_free_whatever_packs_there_are(known, tmp_path):
    mine = suite_of(known, TURNED.replace('"home/long box"', '"chair", "mug", "home/long box"').replace("= 3", "= 1"))
    mine = replace(mine, things=("dog", "chair"))
    data = make.make(mine, tmp_path / "set", workers=1)
    assert (data.manifest["licence"], data.manifest["credits"]) == ("cc0-1.0", [])
    assert "Credits" not in (tmp_path / "set" / "README.md").read_text("utf-8")


def test_which_packs_there_are_changes_no_other_suite(home):
    code = "from vantage import assets; from tests import golden; golden.FIRST = 2;"
    code += "assert 'long box' in assets.names(); print(*golden.digests('relations'))"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {installed.VARIABLE: str(home)}, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert told == golden.recorded()["relations"]["items"][:2]


@pytest.mark.parametrize(
    ("things", "words"),
    [
        ('"home/long bx"', r"no thing \(.* VANTAGE_PACKS\) is called 'home/long bx'; did you mean 'home/long box'\?"),
        ('"chiar"', "did you mean 'chair'"),
        ('"away/*"', "is called 'away/\\*'"),
        ("5", "not a list of names"),
        ('"home/other box"]\n#', "'home/other box' fits no scene"),
    ],
)  # fmt: skip
def test_a_thing_that_cannot_be_shown_is_named(known, monkeypatch, things, words):
    tiny = replace(installed.MODELS[1], size=(0.001, 0.001, 0.001))
    monkeypatch.setattr(installed, "ASSETS", (installed.ASSETS[0], tiny.asset))
    with pytest.raises(ValueError, match=words):
        suite_of(known, TURNED.replace('"home/long box"', things))


def test_things_are_for_scenes(known):
    flat = TURNED.replace("orientation", "rotation_3d")
    with pytest.raises(ValueError, match="names things, but none of its tasks shows a scene"):
        suite_of(known, flat)
    both = TURNED.replace("[sizes", "[tasks.rotation_3d]\n[sizes") + "rotation_3d = 2\n"
    assert suite_of(known, both).only("rotation_3d").things == ()


def test_too_few_things_for_a_scene_are_said(known, monkeypatch):
    monkeypatch.setattr(make, "ATTEMPTS", 3)
    mine = suite_of(known, TURNED.replace("orientation", "integration_allo").replace("= 3", "= 8"))
    (job, *_) = make.jobs(mine, "small", mine.size("small"), 0, {})
    with pytest.raises(ValueError, match=r"too few of the suite's things go together \(none of the things"):
        make.together(job)


CATALOGUE = """license=Public domain
id#1=Lib#lift
name#1=Fork lift
category#1=Vehicles
model#1=/lib/box/box.obj
width#1=100
depth#1=225
height#1=50
creator#1=Bea
id#2=Lib#tall
name#2=Tall box
category#2=Office
model#2=/lib/box/box.obj
width#2=100
depth#2=50
height#2=225
modelRotation#2=1 0 0 0 0 1 0 -1 0
creator#2=Bea
id#3=Lib#wrong
name#3=Wrong size
model#3=/lib/box/box.obj
width#3=100
depth#3=100
height#3=100
id#4=Lib#door
name#4=Door
category#4=Doors and windows
model#4=/lib/box/box.obj
width#4=1
depth#4=1
height#4=1
id#5=Lib#chair
name#5=Chair
model#5=/lib/box/box.obj
width#5=100
depth#5=225
height#5=50
id#6=Lib#set
name#6=Plate, glass and cutlery
model#6=/lib/box/box.obj
width#6=100
depth#6=225
height#6=50
id#7=Lib#gone
name#7=Gone
model#7=/lib/gone/gone.obj
width#7=100
depth#7=225
height#7=50
"""
LISTED = {"Lib#lift": sweethome.Checked("forklift", 90, ("street",), ("tractor",))}


@pytest.fixture
def library(tmp_path, monkeypatch):
    monkeypatch.setattr(sweethome, "checked", lambda: LISTED)
    path = tmp_path / "tiny.sh3f"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(sweethome.CATALOGUE, CATALOGUE.encode("latin-1"))
        archive.writestr("lib/box/box.obj", obj())
        archive.writestr("lib/box/box.mtl", MATERIALS)
        archive.writestr("lib/box/../../evil.txt", "x")
    return path


def test_a_library_becomes_a_pack_of_listed_pieces(library, tmp_path):
    first, *others = sweethome.convert([library], tmp_path / "pack", {"chair"})
    assert first == sweethome.Outcome("Lib#lift", "Fork lift", thing="forklift")
    assert {outcome.reason for outcome in others} == {sweethome.UNLISTED}
    (model,) = packs.read(tmp_path / "pack")
    assert (model.name, model.places, model.like, model.creator) == ("forklift", ("street",), ("tractor",), "Bea")
    assert (model.licence, model.size) == ("Public domain", (2.25, 1.0, 0.5)), "its front is at a long side"
    mesh = packs.mesh(model)
    assert np.allclose(np.ptp(mesh.bounds, axis=0), model.size, atol=1e-4)
    # The knob is at the library's first side. The list says that the front is a quarter turn on, counter-clockwise seen
    # from above, so the knob is on the front's right as one looks out of it: at -x.
    red = [i for i, material in enumerate(mesh.materials) if material.colour == (1, 0, 0)]
    knob = mesh.points[mesh.faces[np.isin(mesh.material, red)]].reshape(-1, 3)
    assert knob[:, 0].max() < mesh.bounds[0, 0] + 0.3
    assert not list(tmp_path.rglob("evil.txt"))


def test_other_pieces_come_in_on_request_without_a_front(library, tmp_path):
    outcomes = sweethome.convert([library], tmp_path / "pack", {"chair"}, unlisted=True)
    assert [outcome.reason.split(":")[-1].strip() for outcome in outcomes[2:]] == [
        "the sides are as 1, 2.25, 0.5 in box.obj, not as stated in its index",
        sweethome.STUCK,
        "another thing is called 'chair'",
        "its name is not that of one thing",
        "its model, gone.obj, is not in the library",
    ]
    models = packs.read(tmp_path / "pack")
    assert [(model.name, model.front) for model in models] == [("forklift", "-y"), ("tall box", "")]
    assert np.allclose(np.ptp(packs.mesh(models[1]).bounds, axis=0), models[1].size, atol=1e-4)


def test_the_command_says_what_came_of_each_piece(library, tmp_path):
    from click.testing import CliRunner

    from vantage import cli

    said = CliRunner().invoke(cli.commands, ["pack", str(library), "--out", str(tmp_path / "home")]).output
    assert "1 things in" in said
    rows = (tmp_path / "home" / "pieces.csv").read_text("utf-8").splitlines()
    assert len(rows) == 8
    assert rows[1] == "Lib#lift,Fork lift,forklift,"
    again = CliRunner().invoke(cli.commands, ["pack", str(library), "--out", str(tmp_path / "home")])
    assert "is not empty" in str(again.exception)


def test_what_is_no_library_is_named(tmp_path):
    (tmp_path / "no.sh3f").write_bytes(b"no zip")
    with pytest.raises(ValueError, match="is no library"):
        sweethome.convert([tmp_path / "no.sh3f"], tmp_path / "pack", ())


def test_a_library_that_unpacks_to_too_much_is_refused(library, tmp_path, monkeypatch):
    monkeypatch.setattr(sweethome, "MOST_BYTES", 100)
    with pytest.raises(ValueError, match="at most 100 are read"):
        sweethome.convert([library], tmp_path / "pack", ())
    monkeypatch.undo()
    monkeypatch.setattr(sweethome, "MOST_PIECES", 3)
    with pytest.raises(ValueError, match="lists 7 pieces; at most 3"):
        sweethome.convert([library], tmp_path / "pack", ())


def test_a_damaged_file_of_a_library_is_a_reason(library, tmp_path):
    data = library.read_bytes()
    library.write_bytes(data.replace(b"v -1 0 -2", b"v -1 9 -2", 1))
    (outcome, *_) = sweethome.convert([library], tmp_path / "pack", ())
    assert "box.obj cannot be unpacked (BadZipFile)" in outcome.reason


LIST = list(sweethome.checked().values())


def test_the_list_has_names_of_its_own():
    names = [piece.name for piece in LIST]
    assert len({*names}) == len(names) > 100
    assert not {*names} & {*assets.names()}
    assert all(sweethome.WORD.sub("", name).strip() == "" for name in names)
    places = {place for piece in LIST for place in piece.places}
    assert places <= {*assets.PLACES, *packs.SETTINGS}
    assert {piece.front for piece in LIST} <= {None, *sweethome.FRONTS}


def thing(name, like=()):
    return packs.Model(name, "", packs.Files([], bytes), "+y", "", (1, 1, 1), ("floor",), "", "", like=like).asset


def test_no_scene_has_two_words_for_one_thing(monkeypatch):
    listed = tuple(thing(piece.name, piece.like) for piece in LIST)
    known = {**assets._known(), **{asset.name: asset for asset in listed}}
    monkeypatch.setattr(assets, "_known", lambda: known)
    similar.kin.cache_clear()
    for one, other in [
        ("tv", "television"), ("couch", "sofa"), ("leather sofa", "armchair"), ("bookcase", "bookshelf"),
        ("wastebasket", "trash can"), ("beer mug", "mug"), ("soccer ball", "ball"), ("bulldog", "dog"),
        ("SUV", "car"), ("motor scooter", "motorcycle"), ("wine bottle", "bottle"), ("basketball", "soccer ball"),
        ("desk", "table"), ("oven", "stove"), ("washing machine", "clothes dryer"), ("sink", "kitchen sink"),
    ]:  # fmt: skip
        assert similar.alike(one, other), f"{one} and {other} may meet"
        assert similar.alike(other, one)
    assert not similar.alike("tv", "couch")
    built_in = [name for name in assets.names() if not known[name].like]
    for asset in listed:
        last = asset.name.split()[-1]
        for name in {last, words.MEANING.get(last, last), words.MEANING.get(asset.name, asset.name)} & {*built_in}:
            assert similar.alike(asset.name, name), f"{asset.name} and {name} may meet"
    similar.kin.cache_clear()


def test_a_thing_of_the_park_stays_there(known, monkeypatch):
    monkeypatch.setattr(installed, "ASSETS", (replace(installed.ASSETS[0], places=("park",)),))
    assets._known.cache_clear()
    cast.kinds.cache_clear()
    found = [name for name in settings.sites() if cast.kinds(name, among=("long box",))]
    assert found == ["park"]


def picture(side, colours=((250, 10, 10), (10, 10, 250))):
    """A picture whose left half has one colour and whose right half the other."""
    import io

    from PIL import Image

    made = Image.new("RGB", (side, side), colours[0])
    made.paste(colours[1], (side // 2, 0, side, side))
    out = io.BytesIO()
    made.save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def covered(folder):
    """The folder's box, covered by a picture."""
    blue, red = obj().split("usemtl red")
    sides = [" ".join(f"{point}/{k}" for k, point in enumerate(side.split(), 1)) for side in SIDES]
    for plain, side in zip(SIDES, sides):
        blue = blue.replace(f"f {plain}", f"f {side}")
    blue = blue.replace("usemtl", "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl")
    (folder / "box.obj").write_text(f"{blue}usemtl red{red}")
    (folder / "box.mtl").write_text(MATERIALS.replace("Kd 0 0 1", "Kd 0 0 1\nmap_Kd wood.png"))
    (folder / "wood.png").write_bytes(picture(600))
    return folder


def test_a_picture_covers_its_surface(covered):
    from vantage.render import textures

    mesh = packs.mesh(packs.read(covered)[0])
    (cover,) = [material for material in mesh.materials if material.texture]
    texels = np.frombuffer(cover.texture.texels, np.uint8).reshape(loading.SIDE, loading.SIDE, 3)
    assert texels[:, :100].reshape(-1, 3).max(axis=0).tolist() == [250, 10, 10]
    assert texels[:, 156:].reshape(-1, 3).max(axis=0).tolist() == [10, 10, 250]
    on = mesh.uv[np.array([mesh.materials[i] is cover for i in mesh.material])]
    assert (np.ptp(on, axis=1) == 1).all(), "each side shows the whole picture"
    assert textures.SIDE == loading.SIDE
    assert len(textures.pictured(cover.texture)) == len(textures.mipmap("wood"))


def test_a_picture_is_drawn(covered):
    from vantage.geometry import look_at
    from vantage.render.raster import Placed, Stage

    mesh = packs.mesh(packs.read(covered)[0])
    seen = Stage([Placed(mesh, np.eye(4), 1)]).view(look_at((-6.0, 0.0, 0.3), (0.0, 0.0, 0.3), 64, 64)).rgb
    middle = seen[28:36].astype(int)
    assert ((middle[..., 0] > 120) & (middle[..., 2] < 60)).sum() > 20
    assert ((middle[..., 2] > 120) & (middle[..., 0] < 60)).sum() > 20


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda folder: (folder / "wood.png").unlink(), "box.obj: the picture wood.png is missing"),
        (lambda folder: (folder / "wood.png").write_bytes(b"no picture"), "wood.png cannot be read"),
        (lambda folder: (folder / "box.obj").write_text(obj().replace("v -1 0 -2", "v nan 0 -2")), "is no number"),
    ],
)
def test_what_is_wrong_with_a_model_is_said(covered, change, words):
    change(covered)
    with pytest.raises(Mistake, match=words):
        packs.mesh(packs.read(covered)[0])


def test_a_picture_of_too_many_pixels_is_refused(covered, monkeypatch):
    monkeypatch.setattr(loading, "MOST_PIXELS", 300 * 300)
    with pytest.raises(Mistake, match=r"wood.png has more than 90,000 pixels"):
        packs.mesh(packs.read(covered)[0])
    monkeypatch.undo()
    monkeypatch.setattr(loading, "MOST_PICTURES", 0)
    with pytest.raises(Mistake, match="more than 0 pictures"):
        packs.mesh(packs.read(covered)[0])


def test_a_heavy_model_is_simplified_and_keeps_its_shape(folder):
    import trimesh

    ball = trimesh.creation.icosphere(subdivisions=5, radius=0.5)
    (folder / "ball.glb").write_bytes(trimesh.Scene(ball).export(file_type="glb"))
    (folder / packs.INDEX).write_text(
        INDEX.replace("box.obj", "ball.glb").replace("[1.0, 2.25, 0.5]", "[1.0, 1.0, 1.0]")
    )
    mesh = packs.mesh(packs.read(folder)[0])
    assert len(ball.faces) == 20_480
    assert 3_500 < len(mesh.faces) <= packs.ENOUGH
    away = np.linalg.norm(mesh.points - mesh.bounds.mean(axis=0), axis=1)
    assert np.allclose(away, 0.5, atol=0.002)
    corners = mesh.points[mesh.faces].astype(float)
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (np.einsum("mcx,mx->mc", mesh.normals, flat) > 0).all()
    volume = np.einsum("mx,mx->m", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    assert volume == pytest.approx(np.pi / 6, rel=0.01), "no hole was torn and nothing was turned over"


def test_a_model_is_read_once(folder, monkeypatch):
    (model,) = packs.read(folder)
    assert packs.mesh(model) is packs.mesh(model)
