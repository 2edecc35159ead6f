"""The one picture that stands for all pictures of an item."""

import io

import numpy as np
from PIL import Image

from vantage.prompts.composite import compose
from vantage.render import flat

COLOURS = {
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "gold": (255, 215, 0),
    "pink": (255, 192, 203),
}


def png(name, size=(60, 60)):
    return flat.encode(Image.new("RGB", size, COLOURS[name]))


def found(picture, name):
    """The box of the pixels of a colour: left, top, right, bottom; the box must be full of it."""
    same = (np.asarray(picture) == COLOURS[name]).all(axis=2)
    rows, columns = same.any(axis=1).nonzero()[0], same.any(axis=0).nonzero()[0]
    box = (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
    assert same[box[1] : box[3], box[0] : box[2]].all()
    return box


def caption(picture, box):
    """What stands below a picture, its white border cut off."""
    strip = 255 - np.asarray(picture.convert("L"))[box[3] : box[3] + 20, box[0] : box[2]]
    rows, columns = strip.any(axis=1).nonzero()[0], strip.any(axis=0).nonzero()[0]
    return strip[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].tobytes() if len(rows) else b""


def composed(asked, offered):
    return flat.decode(compose(asked, offered))


def test_the_question_stands_above_and_the_candidates_below_in_order():
    picture = composed([png("red"), png("green")], [("A", png("blue")), ("B", png("gold")), ("C", png("pink"))])
    red, green, blue, gold, pink = (found(picture, name) for name in COLOURS)
    assert red[1] == green[1] < blue[1] == gold[1] == pink[1]
    assert red[2] < green[0]
    assert blue[2] < gold[0] < gold[2] < pink[0]
    middles = [(red[0] + green[2]) / 2, (blue[0] + pink[2]) / 2]
    assert all(abs(middle - picture.width / 2) <= 1 for middle in middles)


def test_pictures_keep_their_size_and_stand_on_one_line():
    picture = composed([png("red", (90, 20))], [("A", png("blue", (30, 40))), ("B", png("gold", (50, 80)))])
    for name, size in (("red", (90, 20)), ("blue", (30, 40)), ("gold", (50, 80))):
        left, top, right, bottom = found(picture, name)
        assert (right - left, bottom - top) == size
    assert found(picture, "blue")[3] == found(picture, "gold")[3]


def test_letters_stand_below_their_pictures():
    one = composed([png("red")], [("A", png("blue")), ("B", png("gold"))])
    other = composed([png("red")], [("A", png("gold")), ("B", png("blue"))])
    letters = {name: (caption(one, found(one, name)), caption(other, found(other, name))) for name in ("blue", "gold")}
    assert letters["blue"] == letters["gold"][::-1], "the letter goes with the place, not with the picture"
    assert letters["blue"][0] != letters["blue"][1]
    assert all(all(pair) for pair in letters.values())


def test_several_question_pictures_are_numbered_and_a_single_one_is_not():
    several = composed([png("red"), png("green")], [])
    assert caption(several, found(several, "red")) != caption(several, found(several, "green"))
    assert caption(several, found(several, "red"))
    single = composed([png("red")], [("A", png("blue")), ("B", png("gold"))])
    below = np.asarray(single)[found(single, "red")[3] + 1, found(single, "red")[0]]
    assert tuple(below) == flat.PAPER


def test_candidates_may_stand_alone():
    picture = composed([], [("A", png("blue")), ("B", png("gold"))])
    assert found(picture, "blue")[1] == found(picture, "gold")[1]


def test_a_single_picture_is_left_as_it_is():
    assert compose([png("red")], []) == png("red")


def test_what_is_transparent_becomes_white():
    out = io.BytesIO()
    Image.new("RGBA", (60, 60), (0, 0, 0, 0)).save(out, "PNG")
    picture = composed([png("red"), out.getvalue()], [])
    assert found(picture, "red")
    assert (np.asarray(picture)[5:60, -50:] == 255).all()
