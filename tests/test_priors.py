"""Guesses that see no picture: they find what a name tells, and nothing where a name tells nothing."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from tests import fabricated
from vantage import seeds, tasks
from vantage.item import Item, Number
from vantage.making.attacks import priors
from vantage.making.attacks.side_doors import hit
from vantage.report import exhibits
from vantage.stats.metrics import best_constant, mra, skill
from vantage.task import SideDoor


def items(n: int, telling: bool, task: str = "object_size") -> list[Item]:
    """Return items about things of eight names, whose sizes are log-uniform unless the name tells them."""
    rng, made = seeds.generator("priors", int(telling)), []
    for k in range(n):
        name = int(rng.integers(8))
        value = 0.2 * 1.4**name * float(rng.uniform(0.97, 1.03)) if telling else float(np.exp(rng.uniform(-2, 0.3)))
        tags = {"tier": "", "named": [f"thing {name}"]}
        made.append(
            Item(
                f"made/{task}/n-s0/{k:06d}", "made", task, 1, "test", f"situation {k}", "How long?", (), (),
                Number(value, "m", "mra"), {}, tags=tags,
            )
        )  # fmt: skip
    return made


def test_the_best_constant_beats_all_others():
    values = np.exp(seeds.generator("constants").uniform(0, 2, 80))
    best = mra(best_constant(values), values).mean()
    assert all(mra(c, values).mean() <= best + 0.02 for c in np.geomspace(0.5, 10, 200))
    assert best_constant([3.0, 3.0, 3.0, 40.0]) == 3.0


def test_names_that_tell_sizes_are_found_out():
    constant, named = priors.attack(items(200, True))
    assert named.guess == "what is usual of the name"
    assert named.rate > 0.85
    assert (named.limit, named.outcome) == (0.6, "fail")
    assert constant.rate < 0.4


def test_names_that_tell_nothing_give_no_more_than_a_constant():
    constant, named = priors.attack(items(300, False))
    assert (constant.outcome, named.outcome) == ("pass", "pass")
    assert abs(named.rate - constant.rate) < 0.05


def test_what_is_usual_is_learnt_on_other_situations():
    made = [dataclasses.replace(one, situation="one and the same") for one in items(40, True)]
    assert 0 < priors.prior(made)["object_size"] <= 1  # a single situation leaves nothing else to learn from
    alone = [dataclasses.replace(one, tags={**one.tags, "named": [one.id]}) for one in items(120, False)]
    assert abs(priors.prior(alone)["object_size"] - priors.prior(items(120, False))["object_size"]) < 0.06


def test_other_tasks_need_no_more_than_little_beyond_the_constant():
    constant, named = priors.attack(items(200, True, "object_distance"))
    assert named.limit == pytest.approx(constant.rate + priors.MORE)
    assert named.outcome == "fail"


def test_items_that_offer_choices_or_want_exact_numbers_have_no_prior():
    exact = [dataclasses.replace(one, answer=Number(3.0, "", "exact")) for one in items(20, False)]
    assert priors.attack(exact) == []
    assert priors.prior(exact) == {}


def test_tables_show_rate_and_limit():
    constant, _ = priors.attack(items(200, False))
    assert constant.row()[:4] == ["object_size", "", "the best constant", "200"]
    assert constant.json()["limit"] == tasks.get("object_size").prior.constant


def test_skill_is_what_goes_beyond_the_prior():
    assert skill(0.4, 0.4) == 0
    assert skill(1.0, 0.4) == 1
    assert skill(0.7, 0.4) == pytest.approx(0.5)
    assert np.isnan(skill(1.0, 1.0))


def test_a_lazy_rule_for_a_number_counts_by_its_nearness():
    one = dataclasses.replace(items(1, False)[0], answer=Number(2.0, "m", "mra"))
    assert hit(SideDoor("a tenth too much", lambda truth: [2.2], {}), one) == pytest.approx(0.8)
    assert hit(SideDoor("far off", lambda truth: [9.0], {}), one) == 0.0


def test_a_report_shows_how_far_a_model_goes_beyond_a_guess(tmp_path):
    made = items(60, False)
    data = fabricated.data_set(tmp_path / "made", made)
    runs = [
        fabricated.run("exact", data, lambda item: f"Answer: {item.answer.value}"),
        fabricated.run("near", data, lambda item: f"Answer: {item.answer.value * 1.12:.6f}"),
        fabricated.run("far", data, lambda item: "Answer: 900"),
    ]
    shown = {one.name: one for one in exhibits.exhibits(exhibits.gather(data, runs))}["numbers"]
    rows = {row[0]: dict(zip(shown.table.header, row)) for row in shown.table.rows}
    prior = priors.prior(made)["object_size"]
    assert [rows[name]["MRA"] for name in ("exact", "near", "far")] == pytest.approx([1.0, 0.8, 0.0])
    assert rows["near"]["prior"] == pytest.approx(prior)
    assert rows["near"]["skill"] == pytest.approx((0.8 - prior) / (1 - prior))
    assert rows["exact"]["skill"] == 1
    assert rows["far"]["skill"] < 0


def test_a_report_on_choices_has_no_section_on_numbers(tmp_path):
    data = fabricated.data_set(tmp_path / "made")
    shown = exhibits.exhibits(exhibits.gather(data, [fabricated.run("keys", data, fabricated.chooser(""))]))
    assert "numbers" not in {one.name for one in shown}
