"""Which things appear together: they fit the setting, differ from each other, and are of similar size."""

import numpy as np
import pytest

from vantage import assets
from vantage.scenes import cast


@pytest.mark.parametrize("setting", cast.SETTINGS)
def test_a_setting_has_many_kinds_and_some_with_a_front(setting):
    assert len(cast.kinds(setting)) >= 15
    assert len(cast.kinds(setting, oriented=True)) >= 5
    assert {*cast.kinds(setting, True)} | {*cast.kinds(setting, False)} == {*cast.kinds(setting)}
    for name in cast.kinds(setting):
        assert cast.SETTINGS[setting].place in assets.get(name).places


def test_people_are_everywhere_but_on_tables():
    assert {setting for setting in cast.SETTINGS if cast.people(setting)} == {"room", "street", "park"}
    assert "man" in cast.people("street")


def test_odd_kinds_stay_away():
    park, street = {*cast.kinds("park")}, {*cast.kinds("street")}
    assert {"car", "bicycle"} & park == {"bicycle"}
    assert {"cow", "dog"} & street == {"dog"}


def test_every_kind_that_is_named_exists():
    named = {name for group in cast.SIMILAR for name in group} | {n for s in cast.SETTINGS.values() for n in s.fine}
    assert named <= {*assets.names()}


def test_alike_means_in_one_group():
    assert all(cast.alike(a, b) for a, b in (("dog", "dog"), ("man", "child"), ("sofa", "chair")))
    assert not cast.alike("dog", "car")


def test_company_is_unlike_and_of_about_one_size():
    rng = np.random.default_rng(2)
    for setting in cast.SETTINGS:
        for first in cast.kinds(setting):
            names = cast.company(setting, first, 3, rng, (0.4, 2.5))
            assert not names or (len(names) == 4 and names[0] == first)
            for i, name in enumerate(names):
                assert not any(cast.alike(name, other) for other in names[:i])
                assert 0.4 <= sum(assets.get(name).length) / sum(assets.get(first).length) <= 2.5


def test_too_little_company_is_none():
    assert cast.company("table", "mug", 200, np.random.default_rng(0), (0.4, 2.5)) == []


def test_variants_are_within_those_used():
    drawn = cast.variants(["mug"] * 200, np.random.default_rng(1))
    assert {variant for _, variant in drawn} == {*range(cast.VARIANTS)}
