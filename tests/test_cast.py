"""Which things appear together: they fit the setting, differ from each other, and are of similar size."""

from itertools import combinations

import numpy as np
import pytest

from vantage import assets, settings
from vantage.assets import similar
from vantage.scenes import cast


@pytest.mark.parametrize("setting", settings.sites())
def test_a_setting_has_many_kinds_and_some_with_a_front(setting):
    assert len(cast.kinds(setting)) >= 13
    assert len(cast.kinds(setting, oriented=True)) >= 5
    assert {*cast.kinds(setting, True)} | {*cast.kinds(setting, False)} == {*cast.kinds(setting)}
    for name in cast.kinds(setting):
        assert settings.get(setting).place in assets.get(name).places


def test_people_are_everywhere_but_on_tables():
    for name, site in settings.sites().items():
        assert bool(cast.people(name)) == (site.place != "table")
    assert "man" in cast.people("street")


def test_odd_kinds_stay_away():
    park, street = {*cast.kinds("park")}, {*cast.kinds("street")}
    assert {"car", "bicycle"} & park == {"bicycle"}
    assert {"cow", "dog"} & street == {"dog"}
    assert not {"fire hydrant", "bench", "suitcase", "tree"} & {*cast.kinds("road")}
    assert {"car", "bus", "traffic cone"} <= {*cast.kinds("road")}


def test_what_is_found_anywhere_has_several_settings():
    for name in cast.kinds("zoo") + cast.kinds("kitchen"):
        assert any(cast.belongs(name, setting) for setting in settings.sites())
    assert cast.belongs("apple", "kitchen table")
    assert not cast.belongs("apple", "kitchen")


def test_tables_floors_and_places_outdoors_are_drawn_equally_often():
    rng = np.random.default_rng(4)
    drawn = [settings.get(cast.drawn(lambda name: True, rng)) for _ in range(900)]
    counts = [sum(site.place == place for site in drawn) for place in ("table", "floor", "outdoors")]
    assert min(counts) > 250
    assert len({site.setting.name for site in drawn}) == len({site.setting for site in settings.sites().values()})
    assert cast.drawn(lambda name: False, rng) == ""
    assert cast.drawn(lambda name: cast.belongs("shopping cart", name), rng, "floor") == "shop"


def test_every_kind_that_is_named_exists():
    named = {name for group in similar.SIMILAR for name in group}
    assert named <= {*assets.names()}


def test_alike_means_in_one_group():
    assert all(similar.alike(a, b) for a, b in (("dog", "dog"), ("man", "child"), ("sofa", "chair")))
    assert not similar.alike("dog", "car")


def test_company_is_unlike_and_of_about_one_size():
    rng = np.random.default_rng(2)
    for setting in settings.sites():
        for first in cast.kinds(setting):
            names = cast.company(setting, first, 3, rng, (0.4, 2.5))
            assert not names or (len(names) == 4 and names[0] == first)
            for i, name in enumerate(names):
                assert not any(similar.alike(name, other) for other in names[:i])
                assert 0.4 <= sum(assets.get(name).length) / sum(assets.get(first).length) <= 2.5


def test_too_little_company_is_none():
    assert cast.company("kitchen table", "mug", 200, np.random.default_rng(0), (0.4, 2.5)) == []


def test_variants_are_within_those_used():
    drawn = cast.variants(["mug"] * 200, np.random.default_rng(1))
    assert {variant for _, variant in drawn} == {*range(cast.VARIANTS)}


def test_plain_solids_stand_about_and_are_never_drawn_as_things():
    solids = {*assets.names(assets.SOLID)}
    assert len(solids) >= 6
    assert not any(solids & {*cast.kinds(setting)} for setting in settings.sites())
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(60):
        chosen = cast.company("kitchen table", "mug", 4, rng, (0.4, 2.5))
        found = cast.strewn(chosen, rng, (0.4, 2.5))
        assert len(found) == len(chosen)
        assert found[:2] == chosen[:2]
        assert not any(similar.alike(a, b) for a, b in combinations(found, 2))
        seen |= solids & {*found}
    assert len(seen) >= 4
    assert cast.strewn(["mug", "book"], rng, (0.4, 2.5)) == ["mug", "book"]
