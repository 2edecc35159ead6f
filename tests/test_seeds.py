from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage import seeds

parts = st.lists(st.one_of(st.text(max_size=8), st.integers(-5, 5)), max_size=4)


@given(parts, parts)
def test_a_digest_names_its_path_and_nothing_else(a, b):
    same = [(type(x), x) for x in a] == [(type(x), x) for x in b]
    assert (seeds.digest(*a) == seeds.digest(*b)) == same


def test_text_cannot_imitate_a_border_between_parts():
    assert seeds.digest("a", "b") != seeds.digest("astr1:b")
    assert seeds.digest("1") != seeds.digest(1)


@pytest.mark.parametrize("part", [1.5, True, None, np.int64(3), ("a",)])
def test_only_text_and_integers_make_a_path(part):
    with pytest.raises(TypeError, match="str and int"):
        seeds.digest("a", part)


def test_neighbouring_seeds_share_nothing():
    a, b = (set(seeds.generator(seed, "x").integers(0, 2**62, 500).tolist()) for seed in (42, 43))
    assert not a & b


def test_the_same_path_gives_the_same_numbers():
    assert (
        seeds.generator("a", 1).integers(0, 2**62, 9).tolist() == seeds.generator("a", 1).integers(0, 2**62, 9).tolist()
    )


def test_splits_hold_their_shares():
    found = Counter(seeds.split_of(str(i)) for i in range(20_000))
    assert set(found) == set(seeds.SPLITS)
    assert abs(found["train"] / 20_000 - 0.8) < 0.01
    assert abs(found["test"] / 20_000 - 0.1) < 0.01
