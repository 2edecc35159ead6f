"""Looks: drawn by seed, the same for all pictures of an item, legible whatever is drawn, and true to the words."""

import itertools
import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from vantage import cli, render, seeds
from vantage.data.dataset import load
from vantage.describing.facts import facts_of
from vantage.making import make, suite
from vantage.making.make import Order, one
from vantage.render import blocks, corridors, faces, flat, looks, projections
from vantage.shapes import mazes
from vantage.shapes.cubes import CROSS, Face, NetDrawing
from vantage.shapes.mazes import MazeDrawing
from vantage.training.stream import stream

MANY = 400
DRAWN = [*(f"dise/{task}" for task in suite.get("dise").tasks), "srbench/mrt", "srbench/maze", "srbench/block_count"]


@cache
def many():
    return [looks.drawn(seeds.generator("test of looks", number)) for number in range(MANY)]


def lab(colour):
    """OKLab from sRGB, by the published matrices: lightness 0 to 1, and two axes of colour."""
    rgb = np.array(colour) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    to_lms = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
              (0.0883024619, 0.2817188376, 0.6299787005))  # fmt: skip
    to_lab = ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
              (0.0259040371, 0.7827717662, -0.8086757660))  # fmt: skip
    return np.array(to_lab) @ np.cbrt(np.array(to_lms) @ linear)


def apart(*colours):
    """The smallest distance between any two colours; 0.02 is just seen, 0.1 is plain."""
    places = [lab(one) for one in colours]
    return min(float(np.linalg.norm(a - b)) for a, b in itertools.combinations(places, 2))


def hue(colour):
    _, a, b = lab(colour)
    return float(np.degrees(np.arctan2(b, a)) % 360)


@pytest.mark.parametrize("colour", [(230, 159, 0), (86, 180, 233), (34, 38, 46), (255, 255, 255), (213, 94, 0)])
def test_colours_of_oklch_are_those_that_the_published_matrices_give(colour):
    light, a, b = lab(colour)
    again = looks.oklch(light, float(np.hypot(a, b)), hue(colour))
    assert max(abs(x - y) for x, y in zip(colour, again)) <= 1


def test_inks_stand_out_from_all_that_they_are_drawn_on():
    for look in many():
        ink = lab(look.pens["ink"])[0]
        shades = [flat.shade(look.pens["body"], look.light(light)) for light in blocks.LIGHT.values()]
        grounds = [look.pens[name] for name in ("paper", "card", "front", "back", "tint", "film 0", "film 3")]
        assert min(lab(ground)[0] for ground in (*grounds, *shades)) - ink > 0.2, look
        assert lab(look.pens["paper"])[0] - ink > 0.55, look


def test_faces_of_a_solid_and_depths_of_a_view_differ():
    for look in many():
        shades = [flat.shade(look.pens["body"], look.light(light)) for light in blocks.LIGHT.values()]
        assert apart(*shades) > 0.06, look
        depths = [lab(flat.shade(look.pens["body"], look.light(light)))[0] for light in projections.DEPTHS]
        assert max(np.diff(depths)) < -0.04, "the nearest squares are the lightest, as the question says"


def test_sheets_show_front_back_holes_and_the_fold_line():
    for look in many():
        front, back, shaded = (look.pens[name] for name in ("front", "back", "shaded"))
        assert apart(front, back, shaded) > 0.1, look
        assert min(apart(look.pens["paper"], side) for side in (front, back)) > 0.05, look
        assert min(apart(look.pens["crease"], side) for side in (front, back, shaded, look.pens["paper"])) > 0.15, look
        assert apart(look.pens["ghost"], look.pens["paper"]) > 0.025, look
        films = [look.pens[f"film {layers}"] for layers in range(4)]
        assert min(apart(a, b) for a, b in itertools.pairwise(films)) > 0.015, look
        assert min(apart(look.pens["print"], ground) for ground in (front, back, *films)) > 0.3, look


def test_patterns_show_on_their_card_and_never_pass_for_the_painted_face():
    for look in many():
        patterns = [look.pens[name] for name in looks.PATTERNS]
        assert min(apart(look.pens["card"], one) for one in (*patterns, look.pens["ink"])) > 0.2, look
        assert min(apart(look.pens["painted"], one) for one in (*patterns, look.pens["ink"])) > 0.08, look
        assert apart(*patterns) > 0.05, look


def test_what_questions_call_by_a_colour_has_that_colour():
    """Hues of OKLCH: red 29, orange 66, green 142, sky 230, blue 264 (of the words' colours on a screen)."""
    named = {"front": (220, 270), "back": (50, 85), "crease": (15, 42), "painted": (250, 275), "way": (240, 270),
             "start": (135, 165), "exit": (15, 35)}  # fmt: skip
    for look in many():
        for name, (low, high) in named.items():
            assert low <= hue(look.pens[name]) <= high, (name, look)
        for name in ("ink", "wall"):
            assert max(look.pens[name]) < 75, f"{name} is called black"
        assert min(look.pens["open"]) > 235, "called white"
        maze = [look.pens[name] for name in corridors.PENS.values()]
        assert apart(*maze) > 0.13, look
        assert np.ptp(look.pens["shaded"]) < 20, "called grey"


def test_lines_and_moves_stay_within_bounds():
    for look in many():
        assert 0.8 <= look.weight <= 1.45
        assert 0.9 <= look.zoom <= 0.97
        for corner in itertools.product((0.0075, 0.9925), repeat=2):
            c, s, right, down = look.moved(1.0)
            x, y = corner
            assert 0 <= c * x - s * y + right <= 1
            assert 0 <= s * x + c * y + down <= 1


def test_a_look_is_recorded_so_that_it_can_be_made_again():
    for look in many()[:50]:
        assert looks.read(json.loads(json.dumps(look.recorded()))) == look
    assert looks.read(looks.PLAIN.recorded()) == looks.PLAIN


def test_looks_differ():
    assert len({str(look.recorded()) for look in many()}) == MANY
    assert {look.font for look in many()} == set(looks.FONTS)
    hues = np.histogram([hue(look.pens["body"]) for look in many()], bins=6, range=(0, 360))[0]
    assert hues.min() > MANY / 15


@pytest.mark.parametrize("size", [96, 224])
def test_nothing_is_cut_off_and_the_plain_look_changes_nothing(size):
    drawing = NetDrawing(CROSS, tuple(Face(name) for name in list(faces.TEXTURE_SHAPES)[:6]))
    assert render.draw(drawing, size, looks.PLAIN).tobytes() == render.draw(drawing, size).tobytes()
    for look in many()[:12]:
        look = replace(look, fall=0.0)
        pixels = np.asarray(render.draw(drawing, size, look))
        for border in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]):
            assert (border == look.pens["paper"]).all()


def test_a_maze_keeps_its_letters_in_every_font():
    drawing = mazes.MazeDrawing(("#####", "#S..#", "#.#E#", "#####", "#####"))
    pictures = set()
    for font in looks.FONTS:
        look = replace(many()[0], font=font)
        pixels = np.asarray(render.draw(drawing, 240, look))
        for pen in ("start", "exit"):
            ys, xs = np.nonzero((pixels == look.pens[pen]).all(axis=2))
            inside = pixels[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
            assert 0.03 < (np.abs(inside.astype(int) - look.pens["open"]).sum(axis=2) < 60).mean() < 0.5
        pictures.add(pixels.tobytes())
    assert len(pictures) == 3
    assert render.draw(MazeDrawing(("###", "S.E", "###")), 3, many()[0]).size == (3, 3), "small ones are drawn, too"


def ordered(task, number=0, *, on=True):
    return Order(task.split("/")[0], "n", 3, task.split("/")[1], (), 64, "train", number, looks=on)


@pytest.mark.parametrize("task", DRAWN)
def test_a_puzzle_in_a_look_is_the_same_puzzle(task):
    number = next(n for n in range(20) if one(ordered(task, n, on=False)).attempt == one(ordered(task, n)).attempt)
    plain, seen = one(ordered(task, number, on=False)), one(ordered(task, number))
    assert (seen.truth, seen.answer, seen.question, seen.id) == (plain.truth, plain.answer, plain.question, plain.id)
    assert not {*plain.images, *(o.image for o in plain.options if o.image)} & {*seen.images}
    look = looks.read(seen.tags["look"])
    assert "look" not in plain.tags
    assert {name: tag for name, tag in seen.tags.items() if name != "look"} == plain.tags
    grounds = {
        flat.decode(image).getpixel((0, 0)) for image in (*seen.images, *(o.image for o in seen.options if o.image))
    }
    assert len(grounds) == 1, "one look for the question and all options"
    assert look.fall or grounds == {look.pens["paper"]}


def test_a_set_in_looks_says_so_and_is_made_again(tmp_path):
    whole = replace(suite.get("srbench/maze").in_looks(), pixels=48)
    data = make.make(whole, tmp_path / "set", n=3, workers=1)
    assert data.manifest["looks"] is True
    for item in data:
        assert make.again(item, data.manifest) == item
    assert "looks" not in make.make(replace(whole, looks=False), tmp_path / "off", n=1, workers=1).manifest


def test_suites_say_looks_in_their_file_and_scenes_have_none(tmp_path):
    text = "looks = true\n[tasks.maze]\n[sizes.small.test]\nmaze = 2\n"
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert suite.read(path).looks
    path.write_text(text.replace("true", '"yes"'))
    with pytest.raises(ValueError, match="looks is 'yes', not true or false"):
        suite.read(path)
    with pytest.raises(ValueError, match="only drawn puzzles have looks"):
        suite.get("scope").in_looks()


def test_the_command_makes_a_set_in_looks(tmp_path, capsys):
    cli.main(["make", "srbench/maze", "--n", "2", "--looks", "--workers", "1", "--out", str(tmp_path / "set"), "-q"])
    items = list(load(tmp_path / "set"))
    assert all(looks.read(item.tags["look"]) for item in items)
    assert facts_of(items[0]).keys() == facts_of(one(ordered("srbench/maze", on=False))).keys(), "no fact to test"
    with pytest.raises(SystemExit) as stop:
        cli.main(["make", "scope", "--n", "8", "--looks", "--out", str(tmp_path / "none")])
    assert stop.value.code == 2
    assert "only drawn puzzles have looks" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_streams_have_looks_unless_told_otherwise():
    on, off = (stream("dise/rotation_2d", pixels=48, workers=1, looks=wanted) for wanted in (True, False))
    assert on.digest != off.digest
    assert "look" in stream("dise/rotation_2d", pixels=48, workers=1)[0].tags
    assert "look" in on[0].tags
    assert "look" not in off[0].tags
    assert on[0].tags["look"] != on[1].tags["look"]


def test_a_drawing_of_another_package_needs_no_looks():
    class Foreign:
        painter = f"{__name__}:foreign"

    assert not render.takes_look(Foreign())
    assert render.draw(Foreign(), 8, many()[0]).size == (8, 8)


def foreign(_drawing, size):
    return flat.Canvas(size).finish()
