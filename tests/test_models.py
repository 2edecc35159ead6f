"""What the built-in models answer, and what they may look at."""

import asyncio
import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from vantage import models
from vantage.item import Choice, Condition, Item, Number, Option
from vantage.models import Failure, Preparing, Request, Response, baseline
from vantage.prompts import prompt

TROMINO_ARM = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0], [2, 1, 1]]
MIRRORED = [[-x, y, z] for x, y, z in TROMINO_ARM]
TURNED = [[-y, x, z] for x, y, z in TROMINO_ARM]
OTHER = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0], [1, 1, 1]]


def picture(seed, size=64):
    rng = np.random.default_rng(seed)
    image = Image.new("RGB", (size, size), "white")
    for _ in range(4):
        x, y, w = (int(v) for v in rng.integers(4, 30, 3))
        ImageDraw.Draw(image).rectangle((x, y, x + w, y + w // 2), fill=tuple(int(v) for v in rng.integers(0, 255, 3)))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def item(task="sides", options=("left", "right", "front", "behind"), key="B", truth=None, name="0"):
    return Item(
        f"own/{task}/all-s0/{name}", "own", task, 1, "test", "s", "Where is it?", (),
        tuple(Option(text, label=text) for text in options), Choice(key), truth or {},
    )  # fmt: skip


def solid(cells):
    return {"cells": cells, "block": [1.0, 1.0, 1.0]}


ROTATION = item(
    "rotation_3d",
    key="C",
    truth={"question": solid(TROMINO_ARM), "options": [solid(s) for s in (OTHER, MIRRORED, TURNED, OTHER)]},
)
SHEET = item(
    "fold_and_punch",
    key="A",
    truth={
        "side": 8,
        "folds": [{"line": [1, 0, 4], "moves": 1, "ends": [[4, 0], [4, 8]]}],
        "punches": [[1, 3]],
        "options": [[[1, 3], [7, 3]], [[1, 3]], [[1, 5], [7, 5]], [[1, 3], [6, 3]]],
    },
)
NUMBER = replace(item(), options=(), answer=Number(2.5, "m"))
IMAGES = replace(
    item(key="C"),
    question="<image>?",
    images=(picture(7),),
    options=tuple(Option(image=picture(i)) for i in range(9, 13)),
)


def ask(model, asked, rotation=0, repeat=0, insider=None):
    shown = prompt.present(asked, Condition(rotation=rotation, repeat=repeat))
    request = Request(shown.messages, (asked.id, rotation, repeat), prompt.letters_of(asked))
    if model.insider if insider is None else insider:
        request = replace(request, item=shown.item, order=shown.order)
    return asyncio.run(model.respond(request)).text


def chosen(model, asked, **how):
    """How often each option of the data set's order is chosen, over repeats and rotations."""
    picks = Counter()
    for repeat in range(15):
        for rotation in range(4):
            letter = ask(model, asked, rotation, repeat, **how)
            picks[prompt.order_of(asked, rotation)["ABCD".index(letter)]] += 1
    return picks


@pytest.mark.parametrize("name", models.available())
@pytest.mark.parametrize("asked", [item(), ROTATION, SHEET, NUMBER, IMAGES], ids=lambda i: i.task)
def test_every_model_answers_everything(name, asked):
    model = models.get(name)
    assert model.name == name
    if isinstance(model, Preparing):
        model.prepare([asked])
    text = ask(model, asked)
    assert text in asked.letters if asked.options else float(text) >= 0
    assert text == ask(model, asked)


def test_an_unknown_model_is_answered_with_the_nearest():
    with pytest.raises(ValueError, match=r"did you mean 'mirror-blind'\? There are: random, .*flat-folder"):
        models.get("mirorblind")


def test_random_is_even_and_seeded_by_the_request():
    picks = chosen(models.get("random"), item())
    assert set(picks) == {0, 1, 2, 3}
    assert max(picks.values()) < 28


def test_first_takes_the_first_as_shown():
    assert chosen(models.get("first"), item()) == dict.fromkeys(range(4), 15)


def test_oracle_is_always_right():
    for asked in (item(), ROTATION, SHEET, IMAGES):
        assert chosen(models.get("oracle"), asked) == {asked.key: 60}
    assert ask(models.get("oracle"), NUMBER) == "2.5"


def test_majority_follows_the_commonest_label_wherever_it_stands():
    model = models.get("majority")
    model.prepare([item(key="D"), item(key="D"), item(key="D"), item(key="A")] * 2)
    assert chosen(model, item()) == {3: 60}
    assert ask(model, item(options=("behind", "left"))) == "A"


def test_majority_does_not_learn_an_items_own_key_by_heart():
    model = models.get("majority")
    asked = [item(options=tuple(f"{n}-{o}" for o in range(4)), key="BBC"[n % 3], name=str(n)) for n in range(15)]
    model.prepare(asked)
    assert {ask(model, one) for one in asked} == {"B"}


def test_majority_of_numbers():
    model = models.get("majority")
    model.prepare([replace(NUMBER, answer=Number(value)) for value in (3, 4.5, 4.5)])
    assert ask(model, NUMBER) == "4.5"
    model = models.get("majority")
    model.prepare([replace(NUMBER, answer=Number(1234567))])
    assert ask(model, NUMBER) == "1234567"


def test_pixel_finds_the_same_picture_in_every_rotation():
    with Image.open(io.BytesIO(IMAGES.images[0])) as image, io.BytesIO() as larger:
        image.resize((96, 96)).save(larger, "PNG")
        copy = Option(image=larger.getvalue())
    same = replace(IMAGES, options=(*IMAGES.options[:2], copy, IMAGES.options[3]))
    assert chosen(models.get("pixel"), same) == {2: 60}


def test_pixel_takes_the_best_over_the_questions_pictures():
    asked = replace(IMAGES, question="<image> or <image>?", images=(picture(1), picture(12)))
    assert ask(models.get("pixel"), asked) == "D"


def test_pixel_sees_only_what_is_shown():
    blind = prompt.present(IMAGES, Condition(images="none"))
    answer = asyncio.run(models.get("pixel").respond(Request(blind.messages, ("a",), "ABCD")))
    assert answer == Response(baseline.guess(Request((), ("a",), "ABCD")))


def test_likeness_sees_photographs_upright():
    exif, lying = Image.Exif(), io.BytesIO()
    exif[0x0112] = 6
    with Image.open(io.BytesIO(picture(1))) as image:
        image.rotate(90).save(lying, "PNG", exif=exif)
    assert baseline.likeness(baseline.features(lying.getvalue()), baseline.features(picture(1))) == pytest.approx(1)


def test_likeness_is_one_for_equal_pictures_and_less_for_others():
    same, other = baseline.features(picture(1)), baseline.features(picture(2))
    assert baseline.likeness(same, same) == pytest.approx(1)
    assert baseline.likeness(same, other) == pytest.approx(baseline.likeness(other, same))
    assert baseline.likeness(same, other) < 0.95


def test_mirror_blind_guesses_between_a_solid_and_its_mirror_image():
    picks = chosen(models.get("mirror-blind"), ROTATION)
    assert set(picks) == {1, 2}
    assert 18 < picks[1] < 42


def test_flat_folder_does_not_miss_the_holes_on_the_part_that_moved_but_knows_wrong_ones():
    picks = chosen(models.get("flat-folder"), SHEET)
    assert set(picks) == {0, 1}
    assert min(picks.values()) > 10


@pytest.mark.parametrize(("name", "elsewhere"), [("mirror-blind", SHEET), ("flat-folder", ROTATION)])
def test_simulants_are_right_elsewhere(name, elsewhere):
    assert chosen(models.get(name), elsewhere) == {elsewhere.key: 60}


class Poison(Mapping):
    """Truth that cannot be read without being noticed."""

    def __getitem__(self, key):
        raise AssertionError("truth was read")

    __iter__ = __len__ = __getitem__


@pytest.mark.parametrize("name", ["random", "first", "majority", "pixel"])
def test_baselines_do_not_read_truth(name):
    model = models.get(name)
    for asked in (item(), NUMBER, IMAGES, replace(ROTATION), SHEET):
        poisoned = replace(asked, truth=Poison())
        if isinstance(model, Preparing):
            model.prepare([poisoned])
        assert ask(model, poisoned, insider=True)


@pytest.mark.parametrize("name", ["majority", "oracle", "mirror-blind", "flat-folder"])
def test_insiders_say_so_when_they_are_not_handed_the_item(name):
    with pytest.raises(ValueError, match="must be handed the item"):
        ask(models.get(name), item(), insider=False)


def test_a_response_is_a_text_or_an_error():
    with pytest.raises(ValueError, match="either a text or an error"):
        Response(None)
    with pytest.raises(ValueError, match="either a text or an error"):
        Response("B", error=Failure("timeout", "no answer within 60 s"))


@pytest.mark.parametrize(
    ("said", "kept"),
    [("\ud83d half", "\ufffd half"), ("\ud83d\ude00 A", "😀 A"), ("A\udc00", "A\ufffd"), ("Ä B", "Ä B"), ("", "")],
)
def test_halves_of_characters_are_put_right_where_a_response_is_made(said, kept):
    assert Response(said, finish=said).text == kept
    assert Response(said, finish=said).finish == kept
    assert Failure("server", said).message == kept


@pytest.mark.parametrize("tokens", [-1, 10**40, True, 1.5, "7", [1]])
def test_what_is_no_number_of_tokens_is_not_known(tokens):
    response = Response("A", tokens_in=tokens, tokens_out=tokens, reasoning_tokens=tokens)
    assert (response.tokens_in, response.tokens_out, response.reasoning_tokens) == (None, None, None)
    assert Response("A", tokens_in=0, tokens_out=7).tokens_out == 7
