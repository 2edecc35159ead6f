"""Sets whose shards are made whole, far away and in any order, are those made item by item, to the byte."""

import pytest

from tests.test_item import item
from vantage.data import dataset
from vantage.making import make
from vantage.making.suite import Suite


class Elsewhere:
    """An engine that makes everything it can get before it gives the first result."""

    def __init__(self, fails_after=None):
        self.fails_after = fails_after

    size = 1

    def map_ordered(self, function, jobs, chunk):
        results = {number: function(job) for number, job in reversed([*enumerate(jobs)])}
        for number in range(len(results)):
            if number == self.fails_after:
                raise KeyboardInterrupt
            yield results[number]


@pytest.fixture
def fabricated(monkeypatch):
    """Jobs of one to nine items, some of which repeat earlier questions, in two splits; shards of ten rows."""

    def together(job, attempt=0, frames=None):
        repeated = job[0].index % 4 == 3 and attempt < 2
        situations = [str(order.index // 2 if repeated else order.index + 1000 * attempt) for order in job]
        return [
            item(id=order.id, split=order.split, situation=situation, attempt=attempt)
            for order, situation in zip(job, situations)
        ]

    def jobs(suite, size, counts, seed, excluded):
        index = 0
        for split, n in counts.items():
            left = n.get("maze", 0)
            while left:
                some = min(left, index % 9 + 1)
                order = make.Order(suite.name, size, seed, "maze", (), 64, split, 0)
                yield tuple(make.replace(order, index=index + k) for k in range(some))
                index, left = index + some, left - some

    monkeypatch.setattr(make, "together", together)
    monkeypatch.setattr(make, "jobs", jobs)
    monkeypatch.setattr(dataset.Writer.__init__, "__defaults__", (10,))
    counts = {"s": {"train": {"maze": 63}, "test": {"maze": 40}}}
    return Suite("own", "Own items.", 64, {"maze": {}}, counts, "s")


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_shards_made_elsewhere_are_those_made_here(fabricated, tmp_path):
    here = make.make(fabricated, tmp_path / "here", workers=1)
    assert [len(list(here.items(split))) for split in ("train", "test")] == [63, 40]
    assert len({one.logical for one in here}) == 103
    assert any(one.attempt for one in here), "some were made again, since they repeated others"
    make.make(fabricated, tmp_path / "there", workers=Elsewhere())
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_what_was_interrupted_goes_on_either_way(fabricated, tmp_path):
    whole = make.make(fabricated, tmp_path / "whole", workers=1)
    for after in (0, 2, 6, 9):
        out = tmp_path / f"set{after}"
        with pytest.raises(KeyboardInterrupt):
            make.make(fabricated, out, workers=Elsewhere(fails_after=after))
        assert len(list(out.glob("*.parquet"))) == after

        def stop(done, total):
            if done > 10 * after + 5:  # noqa: B023
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            make.make(fabricated, out, workers=1, progress=stop)
        make.make(fabricated, out, workers=Elsewhere() if after % 2 else 1)
        assert contents(out) == contents(whole.folder)


def test_too_few_questions_end_the_work_elsewhere_too(fabricated, tmp_path, monkeypatch):
    monkeypatch.setattr(make, "together", lambda job, attempt=0, frames=None: [item(attempt=attempt) for _ in job])
    with pytest.raises(ValueError, match="repeats earlier questions in 100 attempts: ask for fewer maze"):
        make.make(fabricated, tmp_path / "set", workers=Elsewhere())
