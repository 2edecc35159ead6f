"""A fair set passes, a rigged one is caught by the attack that should catch it, and the bounds are the textbook's."""

import dataclasses
import io
import re

import numpy as np
import pytest
from PIL import Image, ImageDraw

from vantage.data import dataset
from vantage.item import LETTERS, Choice, Item, Number, Option
from vantage.making.attacks import guessing, shortcuts
from vantage.making.attacks.features import FEATURES, sketch
from vantage.names import install

HEADER = {"suite": "made", "size": "tiny", "seed": 0, "title": "Made up.", "licence": "cc0-1.0", "tasks": {}}
COLOURS = ("red", "green", "blue", "grey")


def picture(x=40, y=40, side=40, colour=(0, 114, 178), size=128):
    image = Image.new("RGB", (size, size), "white")
    ImageDraw.Draw(image).rectangle((x, y, x + side, y + side), fill=colour)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def item(index, options, key, **changes):
    made = Item(
        f"made/t/tiny-s0/{index:06d}", "made", "t", 1, "test", f"situation {index}", "Which one?", (), tuple(options),
        Choice(LETTERS[key]), {},
    )  # fmt: skip
    return dataclasses.replace(made, **changes)


def pictured(n, rig=lambda rng, right: {}, seed=3):
    """Items with four pictures of a square each; `rig` says what is special about the right one's."""
    rng = np.random.default_rng(seed)
    made = []
    for index in range(n):
        key = int(rng.integers(4))
        options = []
        for place in range(4):
            x, y, side = (int(rng.integers(*span)) for span in ((20, 60), (20, 60), (20, 40)))
            options.append(Option(image=picture(**{"x": x, "y": y, "side": side, **rig(rng, place == key)})))
        made.append(item(index, options, key))
    return made


def worded(n, text, label=lambda rng, right: "", seed=4):
    rng = np.random.default_rng(seed)
    made = []
    for index in range(n):
        key = int(rng.integers(4))
        options = [Option(text(rng, place == key), None, label(rng, place == key)) for place in range(4)]
        made.append(item(index, options, key))
    return made


def verdict(items):
    return shortcuts.judge("t", [sketch(one) for one in items])


def found(judged, name):
    return next(one for one in judged.attacks if one.name == name)


def letters(rng, right):
    return "".join(rng.choice(list("abcdefgh"), 5))


def test_a_fair_set_passes_when_it_is_large_enough():
    judged = verdict(worded(6000, letters))
    assert judged.outcome == "pass"
    assert all(one.bound < 0.28 for one in judged.attacks)
    assert "no shortcut" in str(judged)


def test_a_fair_set_that_is_too_small_is_not_judged():
    judged = verdict(pictured(40))
    assert judged.outcome == "too few"
    assert f"needs about {judged.needed:,}" in str(judged)
    assert len(judged.attacks) == 3 + len(FEATURES) + 2


@pytest.mark.parametrize(
    ("rig", "attack", "detail"),
    [
        (lambda rng, right: {"side": 44 if right else int(rng.integers(20, 40))}, "ink", "largest"),
        (lambda rng, right: {"x": 0, "y": 0} if right else {}, "off-centre", "largest"),
        (lambda rng, right: {"colour": (213, 94, 0)} if right else {}, "warmth", "largest"),
        (lambda rng, right: {"x": 50, "side": 27} if right else {"x": int(rng.integers(5, 35))}, "symmetry left-right",
         "smallest"),
        (lambda rng, right: {"colour": (230, 80, 80) if right else (80, 80, 230)}, "colours apart", "largest"),
        (lambda rng, right: {"colour": tuple(rng.integers(100, 200) * np.array((1, 1, 0) if right else (0, 1, 1)))},
         "tints apart", "largest"),
    ],
)  # fmt: skip
def test_a_picture_that_gives_itself_away_is_caught(rig, attack, detail):
    judged = verdict(pictured(80, rig))
    assert judged.outcome == "fail"
    assert found(judged, attack).rate > 0.9
    assert found(judged, attack).detail == detail
    assert attack in str(judged)


def test_the_trained_classifiers_find_what_no_single_strategy_does():
    # The key is the second smallest: neither largest, smallest, odd nor central.
    def options(rng):
        sides = rng.choice(np.arange(16, 60, 4), 4, replace=False)
        return [Option(image=picture(30, 30, int(side))) for side in sides], int(np.argsort(sides)[1])

    rng = np.random.default_rng(5)
    judged = verdict([item(index, *options(rng)) for index in range(200)])
    assert found(judged, "trees classifier").rate > 0.8
    assert found(judged, "trees classifier").rate > found(judged, "ink").rate + 0.2


def test_a_label_that_is_right_too_often_is_caught():
    judged = verdict(worded(300, letters, lambda rng, right: "left" if right and rng.random() < 0.8 else "behind"))
    assert found(judged, "label frequency").rate > 0.7
    assert judged.outcome == "fail"


def test_right_texts_that_are_longer_are_caught():
    judged = verdict(worded(200, lambda rng, right: letters(rng, right) * (2 if right else 1)))
    assert found(judged, "text only").rate > 0.9


def test_a_question_whose_words_name_the_letter_is_caught():
    made = [item(i, [Option(t) for t in "wxyz"], i % 4, question=f"Which, {COLOURS[i % 4]}?")
            for i in range(200)]  # fmt: skip
    assert found(verdict(made), "text only").rate == 1.0


def test_a_letter_that_is_right_too_often_is_caught():
    made = [item(i, [Option(t) for t in "wxyz"], 2 if i % 2 else i % 4) for i in range(400)]
    assert found(verdict(made), "letter frequency").rate == pytest.approx(0.75)


def test_ties_count_for_their_part():
    same = [Option(image=picture(), label=name) for name in "wxyz"]
    judged = verdict([item(i, same, i % 4) for i in range(80)])
    assert found(judged, "ink").hits == pytest.approx(20)
    assert found(judged, "apart").rate == pytest.approx(0.25)


def test_the_strategy_is_learnt_on_other_folds():
    # Of each situation there are many items in one fold; what holds in one of them must not be used on itself.
    made = pictured(100, lambda rng, right: {"side": 44} if right else {})
    alone = [dataclasses.replace(one, situation="the only one") for one in made]
    assert found(verdict(alone), "trees classifier").rate == pytest.approx(0.25)
    assert found(verdict(alone), "letter frequency").rate == pytest.approx(0.25)


def test_bounds_are_clopper_and_pearsons():
    from scipy.stats import binom, binomtest

    hits = np.array([1.0] * 250 + [0.0] * 750)
    assert shortcuts.below(hits, 0.28) == pytest.approx(binom.cdf(250, 1000, 0.28))
    assert shortcuts.above(hits, 0.22) == pytest.approx(binom.sf(249, 1000, 0.22))
    interval = binomtest(250, 1000, alternative="less").proportion_ci(0.95, method="exact")
    assert shortcuts.upper(hits, 0.05) == pytest.approx(interval.high)
    # By hand, normal approximation: 0.25 + 1.645 * sqrt(0.25 * 0.75 / 1000) = 0.2725.
    assert shortcuts.upper(hits, 0.05) == pytest.approx(0.2725, abs=0.002)


def test_holm_steps_down():
    def guess(name, right):
        return guessing.Guess(name, np.array([1.0] * right + [0.0] * (1000 - right)))

    attacks = shortcuts.holm([guess("weak", 200), guess("strong", 256)], [1.0, 1.0], 0.28)
    assert [one.name for one in attacks] == ["weak", "strong"]
    assert attacks[0].bound == pytest.approx(shortcuts.upper(guess("", 200).hits, 0.025))
    assert attacks[1].bound == pytest.approx(shortcuts.upper(guess("", 256).hits, 0.05))
    # An attack that is not held off drags those behind it along, even where their own level would do.
    attacks = shortcuts.holm([guess("a", 255), guess("b", 256)], [1.0, 1.0], 0.28)
    assert all(one.bound >= 0.28 for one in attacks)


def test_ten_thousand_items_are_enough():
    attacks = 3 + len(FEATURES) + 2
    assert shortcuts.items_needed(0.25, attacks) < 10_000
    rng = np.random.default_rng(8)
    passed = 0
    for _ in range(40):
        fair = [guessing.Guess("", (rng.random(10_000) < 0.25).astype(float)) for _ in range(attacks)]
        held = shortcuts.holm(fair, [1.0] * attacks, 0.28)
        passed += all(one.bound < 0.28 for one in held)
        leaky = guessing.Guess("", (rng.random(10_000) < 0.29).astype(float))
        assert any(one.bound >= 0.28 for one in shortcuts.holm([*fair, leaky], [1.0] * (attacks + 1), 0.28))
    assert passed >= 39


def test_items_that_share_a_situation_are_worth_fewer():
    hits = np.repeat(np.random.default_rng(6).random(100) < 0.25, 4).astype(float)
    shared = [f"s{i // 4}" for i in range(400)]
    assert shortcuts.design_effect(hits, shared) == pytest.approx(4)
    assert shortcuts.design_effect(hits, [f"s{i}" for i in range(400)]) == 1
    assert shortcuts.design_effect(hits, ["s"] * 400) == 400
    assert shortcuts.upper(hits, 0.05, 4) > shortcuts.upper(hits, 0.05)


def placed(n, truthful, seed=5):
    """Items that ask where in the picture a square is; without `truthful` the square is anywhere."""
    rng = np.random.default_rng(seed)
    corners = {"top left": (8, 8), "top right": (80, 8), "bottom left": (8, 80), "bottom right": (80, 80)}
    made = []
    for index in range(n):
        names = rng.permutation(list(corners)).tolist()
        key = int(rng.integers(4))
        x, y = corners[names[key] if truthful else names[rng.integers(4)]]
        asked = {"question": "Where? <image>", "images": (picture(x, y),)}
        made.append(item(index, [Option(name) for name in names], key, **asked))
    return made


def test_a_baseline_that_sees_the_pictures_of_the_question_is_reported_and_not_held_against_the_task():
    judged = verdict(placed(3000, truthful=True))
    assert judged.baseline.rate > 0.95
    assert (judged.outcome, judged.rows()[-1][-1]) == ("pass", "reported")
    assert judged.json()["baseline"]["rate"] == judged.baseline.rate


def test_the_baseline_is_at_chance_where_pictures_tell_nothing():
    assert verdict(placed(1000, truthful=False)).baseline.rate == pytest.approx(0.25, abs=0.06)
    assert verdict(pictured(12)).baseline is None


def matched(n, seed=6):
    """Items with a coloured square before the question and two options, one of which has the same colour."""
    rng = np.random.default_rng(seed)
    made = []
    for index in range(n):
        key, colours = int(rng.integers(2)), [tuple(rng.integers(0, 180, 3).tolist()) for _ in range(2)]
        options = [Option(image=picture(int(rng.integers(60)), colour=colour)) for colour in colours]
        asked = {"question": "Which? <image>", "images": (picture(int(rng.integers(60)), colour=colours[key]),)}
        made.append(item(index, options, key, **asked))
    return made


def test_the_baseline_compares_option_pictures_with_those_of_the_question():
    judged = verdict(matched(400))
    assert judged.baseline.rate > 0.9
    assert judged.attacks[0].rate < 0.62


def test_a_data_set_is_attacked_task_by_task(tmp_path):
    made = pictured(12)
    other = [dataclasses.replace(one, id=one.id.replace("/t/", "/u/"), task="u") for one in worded(8, letters)]
    number = dataclasses.replace(made[0], id="number", options=(), answer=Number(3))
    data = dataset.write(tmp_path / "set", HEADER, [*made, *other, number])
    told = []
    verdicts = shortcuts.attack(data, workers=1, progress=lambda done, total: told.append((done, total)))
    assert [(v.task, v.n) for v in verdicts] == [("t", 12), ("u", 8)]
    assert told[-1] == (21, 21)
    assert verdicts[0].json()["attacks"][0]["rate"] == verdicts[0].attacks[0].rate
    row = verdicts[0].rows()[0]
    assert row[0] == "t"
    assert row[-1].startswith("too few items (needs about")


def test_without_scikit_learn_the_message_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=re.escape(install("attack"))):
        shortcuts.attack(dataset.DataSet(tmp_path, {"shards": []}))


def test_items_may_offer_different_numbers_of_options():
    made = pictured(40)
    made += [
        dataclasses.replace(one, situation=f"{one.situation}b", options=one.options[: one.key + 2]) for one in made
    ]
    judged = verdict(made)
    assert judged.chance == pytest.approx(np.mean([one.chance for one in made]))
    assert all(0 <= one.rate <= 1 for one in judged.attacks)


def test_features_measure_what_they_are_called():
    def measured(data):
        other = picture(5, 5, 10)
        return dict(zip(FEATURES, sketch(item(0, [Option(image=data), Option(image=other)], 0)).features[0]))

    centred, corner = measured(picture(48, 48, 31)), measured(picture(0, 0, 31))
    assert centred["ink"] == pytest.approx(32 * 32 / 128**2, rel=0.1)
    assert centred["off-centre"] == pytest.approx(0, abs=0.01)
    assert corner["off-centre"] > 0.4
    assert centred["symmetry left-right"] < corner["symmetry left-right"]
    assert (centred["count"], centred["holes"], centred["aspect"]) == (1, 0, 1)
    image = Image.new("RGB", (128, 128), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 20, 100, 100), fill="black")
    for x in (30, 60):
        draw.rectangle((x, 40, x + 15, 60), fill="white")
    draw.rectangle((110, 110, 120, 120), fill="black")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    assert (measured(buffer.getvalue())["count"], measured(buffer.getvalue())["holes"]) == (2, 2)


def test_variants_of_a_question_are_learnt_from_together():
    """Three scenes, one letter and the same words: who has seen two of them has guessed nothing of the third."""
    rng, sketches = np.random.default_rng(5), []
    for number in range(150):
        key, options = int(rng.integers(3)), tuple(Option(f"picture {place}") for place in range(3))
        for level in range(3):
            made = item(3 * number + level, options, key, question=f"What about word{number}?")
            sketches.append(sketch(dataclasses.replace(made, groups={"occlusion": (f"set {number}", str(level))})))
    apart = shortcuts.judge("t", [dataclasses.replace(one, sets=()) for one in sketches])
    together = shortcuts.judge("t", sketches)
    assert apart.outcome == "fail"
    assert apart.attacks[0].name == "text only"
    assert apart.attacks[0].rate > 0.9
    assert together.outcome != "fail"
    assert max(one.rate for one in together.attacks) < 0.45
    assert together.needed > 2 * apart.needed
