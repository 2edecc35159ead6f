"""Samples: every task and tier has its share, and a smaller sample is a part of a larger."""

from collections import Counter
from types import SimpleNamespace

import pytest

from vantage.running.sample import ALL, Selection, chosen

SIZES = {("turn", "easy"): 50, ("turn", "hard"): 30, ("fold", "easy"): 20, ("fold", ""): 1}
ITEMS = [
    SimpleNamespace(id=f"{task}/{tier}/{n}", task=task, tags={"tier": tier} if tier else {}, groups={})
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


def variants(n=20, ways=4):
    """Questions asked in four ways each, of which two also share a set of orders with those of the next question."""
    found = []
    for number in range(n):
        for way in range(ways):
            groups = {"wording": (f"w{number}", f"way {way}"), "scene": ("s", ""), "view": ("v", str(way))}
            if way < 2:
                groups["order"] = (f"o{number // 2}", str(way))
            found.append(SimpleNamespace(id=f"{number}/{way}", task="ask", tags={}, groups=groups))
    return found


def test_sets_of_variants_come_whole():
    items = variants()
    before = set()
    for n in range(1, 81):
        taken = chosen(iter(items), "d", Selection(sample=n))
        pairs = Counter(int(name.split("/")[0]) // 2 for name in taken)
        assert set(pairs.values()) == {8}  # two questions share a set of orders
        assert n <= len(taken) < n + 8
        assert before <= set(taken)
        before = set(taken)


def test_views_of_a_scene_are_taken_one_by_one():
    items = [
        SimpleNamespace(id=str(n), task="see", tags={}, groups={"view": ("v", str(n)), "scene": ("s", "")})
        for n in range(8)
    ]
    assert len(chosen(iter(items), "d", Selection(sample=3))) == 3
