"""Samples: every task and tier has its share, and a smaller sample is a part of a larger."""

from collections import Counter
from types import SimpleNamespace

import pytest

from vantage.running.sample import ALL, Selection, chosen

SIZES = {("turn", "easy"): 50, ("turn", "hard"): 30, ("fold", "easy"): 20, ("fold", ""): 1}
ITEMS = [
    SimpleNamespace(id=f"{task}/{tier}/{n}", task=task, tags={"tier": tier} if tier else {})
    for (task, tier), size in SIZES.items()
    for n in range(size)
]


def sample(n, digest="d"):
    return chosen(iter(ITEMS), digest, Selection(sample=n))


def strata(names):
    return Counter(tuple(name.split("/")[:2]) for name in names)


def test_samples_are_nested_and_as_large_as_asked():
    for n in range(1, len(ITEMS)):
        assert len(sample(n)) == n
        assert set(sample(n)) < set(sample(n + 1))
    assert sample(1000) == [item.id for item in ITEMS]


@pytest.mark.parametrize("n", [5, 10, 20, 50, 80])
def test_every_stratum_has_its_share(n):
    found = strata(sample(n))
    assert all(abs(found[stratum] - n * size / len(ITEMS)) <= 1 for stratum, size in SIZES.items())


def test_the_data_set_decides_which():
    assert sample(20) == sample(20)
    assert set(sample(20)) != set(sample(20, "other"))
    order = [item.id for item in ITEMS]
    assert sample(20) == sorted(sample(20), key=order.index)


def test_a_stratum_is_not_taken_from_its_front():
    first = {f"turn/easy/{n}" for n in range(10)}
    taken = {name for name in sample(20) if name.startswith("turn/easy")}
    assert not taken <= first


def test_limit_takes_the_first_and_all_takes_all():
    assert chosen(iter(ITEMS), "d", Selection(limit=3)) == [item.id for item in ITEMS[:3]]
    assert len(chosen(iter(ITEMS), "d", ALL)) == len(ITEMS)


def test_selections_are_recorded_and_checked():
    assert Selection(sample=5).json() == {"sample": 5}
    assert ALL.json() == {}
    with pytest.raises(ValueError, match="both given"):
        Selection(limit=1, sample=1)
    with pytest.raises(ValueError, match="--limit must be at least 1, not 0"):
        Selection(limit=0)
