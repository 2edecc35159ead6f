"""What small pictures differ in, and that the odd one of `identity` is not found by it."""

import numpy as np
import pytest

from vantage import seeds
from vantage.individuals import Individual, Portrait, turns
from vantage.render import turntable
from vantage.render.contrast import ASPECTS, contrasts, ranks
from vantage.tasks import identity


def square(side, colour=(200, 30, 30), at=(10, 10)):
    picture = np.full((48, 48, 3), 220, np.uint8)
    picture[at[0] : at[0] + side, at[1] : at[1] + side] = colour
    return picture


def of(name, *pictures):
    return contrasts(pictures)[ASPECTS.index(name)]


def test_equal_pictures_differ_in_nothing():
    assert not contrasts([square(12), square(12)]).any()


def test_each_aspect_sees_its_own_difference():
    small, large, blue, lower = square(12), square(16), square(12, (30, 30, 200)), square(12, at=(20, 10))
    assert of("ink", small, large)[0, 1] == 16**2 - 12**2
    assert of("box", small, blue)[0, 1] == of("ink", small, blue)[0, 1] == 0
    assert of("tints", small, large)[0, 1] == 0
    assert of("tints", small, blue)[0, 1] == of("colours", small, blue)[0, 1] == 2
    assert of("down", small, lower)[0, 1] == 10
    assert of("across", small, lower)[0, 1] == 0


def test_a_picture_of_nothing_is_measured():
    assert np.isfinite(contrasts([square(0), square(12)])).all()


def test_the_picture_that_differs_most_has_rank_0():
    contrast = np.abs(np.subtract.outer([0.0, 1.0, 5.0, 1.0], [0.0, 1.0, 5.0, 1.0]))[None]
    found = ranks(contrast, np.array([[2, 0, 1], [1, 3, 0], [1, 2, 0]]))
    assert found.tolist() == [[[0, 1, 2], [1.5, 1.5, 0], [2, 0, 1]]]


def test_a_glance_is_like_the_portrait():
    portrait = Portrait(Individual("object", "mug", 1, 2), 30.0, 4)
    whole = turntable.frame(portrait, turntable.GLANCE).rgb.astype(int)
    assert np.abs(turntable.glance(portrait).astype(int) - whole).mean() < 6


@pytest.mark.parametrize(("domain", "count"), [("object", 3), ("object", 4), ("car", 4), ("face", 3), ("face", 4)])
def test_views_to_choose_from_hold_sets_that_share_a_side(domain, count):
    rng = seeds.generator("spaced", domain, count)
    for _ in range(50):
        views = turns.spaced(domain, count, identity.LEAST, identity.SHARED[domain], identity.VIEWS, rng)
        gaps = [turns.between(a, b) for k, a in enumerate(views) for b in views[:k]]
        assert min(gaps) >= identity.LEAST
        assert domain != "face" or max(map(abs, views)) <= turns.FRONTAL
        sets = identity._sets(views, count, identity.CAST, identity.SHARED[domain])
        assert len(sets) >= 4 * count * identity.CAST
        assert (sets[:, 0] // identity.VIEWS != sets[:, 1] // identity.VIEWS).all()
        assert (sets[:, 1:] // identity.VIEWS == sets[:, 1:2] // identity.VIEWS).all()
        for chosen in np.unique(sets % identity.VIEWS, axis=0):
            assert max(turns.between(views[a], views[b]) for a in chosen for b in chosen) <= identity.SHARED[domain]


def test_neither_size_nor_colour_tells_the_odd_one(monkeypatch):
    """Individuals that differ in size and in how much of two colours they show, which change less as they turn."""

    def glance(portrait):
        rng = seeds.generator("glance", portrait.individual.seed, int(portrait.turn))
        own = seeds.generator("look", portrait.individual.seed)
        side = int(own.integers(12, 27)) + int(rng.integers(0, 6))
        picture = square(side, at=(int(rng.integers(2, 14)), 8))
        share = own.uniform(0.2, 0.7) + rng.uniform(0, 0.15)
        picture[:, 8 : 8 + round(share * side)][picture[:, 8 : 8 + round(share * side), 1] == 30] = (30, 30, 200)
        return picture

    monkeypatch.setattr(turntable, "glance", glance)
    rng, n = seeds.generator("odd"), 70
    chosen, drawn = [], []
    for k in range(n):
        cast = [Individual("object", "mug", k, 3 * k + j) for j in range(identity.CAST)]
        chosen.append(_first(identity._unnoticed("object", 3, cast, rng)))
        drawn.append(_first([(cast[j > 0], view, 0) for j, view in enumerate((0.0, 30.0, 60.0))]))
    for name in ("tints", "colours", "ink", "box"):
        k = ASPECTS.index(name)
        assert np.mean(np.array(drawn)[:, k] < 0.5) > 0.55
        assert abs(np.mean(np.array(chosen)[:, k] < 0.5) - 1 / 3) < 0.13
        assert abs(np.mean(np.array(chosen)[:, k]) - 1) < 0.2


def _first(shown):
    """The ranks of the first of some pictures."""
    pictures = [turntable.glance(Portrait(*each)) for each in shown]
    return ranks(contrasts(pictures), np.arange(len(shown))[None])[:, 0, 0]
