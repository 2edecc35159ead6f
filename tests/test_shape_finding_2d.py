from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.brute_shape_finding_2d import agrees
from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, truth_of
from vantage import seeds
from vantage.item import LETTERS, Choice
from vantage.shapes import figures
from vantage.shapes.figures import Edge, Figure
from vantage.task import Refused
from vantage.tasks import shape_finding_2d
from vantage.tasks.shape_finding_2d import TIERS, Params, Tier, task

drafts = partial(drafts_of, task, 60)


def test_both_solvers_and_brute_force_agree() -> None:
    assert_agreement(task, drafts())


def test_all_drawings_have_as_many_straight_and_slanting_edges() -> None:
    for where, made in drafts():
        for edges in made.truth["options"]:
            slanting = sum(x != u and y != v for x, y, u, v in edges)
            assert (len(edges) - slanting, slanting) == TIERS[where.tier].edges


def test_every_line_ends_on_another() -> None:
    for _, made in drafts():
        for edges in made.truth["options"]:
            ends = Counter(point for x, y, u, v in edges for point in ((x, y), (u, v)))
            assert min(ends.values()) >= 2


def test_halves_are_connected_halves_of_the_outline() -> None:
    rng = seeds.generator("halves")
    shape = figures.decorated(figures.grow(6, rng, 1.0), 2, 0, rng)
    outline = {(min(edge), max(edge)) for edge in figures.edges(shape)}
    halves = shape_finding_2d._halves(shape)
    assert len(halves) == len(outline)
    for half in halves:
        assert len(set(half)) == (len(outline) + 1) // 2
        assert set(half) <= outline
        assert all(set(one) & set(other) for one, other in pairwise(half))


def test_of_several_drawings_the_one_with_most_halves_of_other_figures_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[tuple[int, list[int]]] = []
    weave, choose = shape_finding_2d._woven, shape_finding_2d._most_misleading

    def chosen(params: Params, tier: Tier, shapes: list[Figure], number: int, rng: np.random.Generator) -> Any:
        woven: list[tuple[Edge, ...]] = []
        monkeypatch.setattr(shape_finding_2d, "_woven", lambda *given: woven.append(weave(*given)) or woven[-1])
        best = choose(params, tier, shapes, number, rng)
        others = [shape for i, shape in enumerate(shapes) if i != number]
        if best:
            taken.append((halves_in(best, others, tier.side), [halves_in(one, others, tier.side) for one in woven]))
        return best

    monkeypatch.setattr(shape_finding_2d, "_most_misleading", chosen)
    for index in range(3):
        draft_of(task, index, "train")
    assert len(taken) >= 12
    assert all(best == max(counts) for best, counts in taken)
    assert sum(best for best, _ in taken) > 1.3 * sum(counts[0] for _, counts in taken)


def halves_in(drawn: tuple[Edge, ...], shapes: list[Figure], side: int) -> int:
    """Return how many halves of the figures' outlines a drawing holds where the figures fit, edge by edge."""
    there = {(min(edge), max(edge)) for edge in drawn}
    return sum(
        any(
            all(((a + x, b + y), (c + x, d + y)) in there for (a, b), (c, d) in half)
            for x in range(side + 1 - shape.size[0])
            for y in range(side + 1 - shape.size[1])
        )
        for shape in shapes
        for half in shape_finding_2d._halves(shape)
    )


def test_rules_and_labels_tell_the_options_apart() -> None:
    ways = Counter[str]()
    for where, made in drafts():
        way = made.tags["way"]
        ways[way] += 1
        assert len({offer.label for offer in made.options}) == 4
        rules = sorted(offer.rule for offer in made.options if offer.rule)
        assert rules == sorted(["moved", "moved", "moved"] if way == "edited" else ["moved", way, f"moved_{way}"])
        assert (way == "edited") == (not TIERS[where.tier].factorial)
    assert set(ways) == {"edited", "mirror", "turned"}


def test_the_situation_is_that_of_the_figure_shown() -> None:
    for where, made in drafts():
        assert where.allows(made.situation)
        assert made.drawings[0].outline == tuple(map(tuple, made.truth["figure"]))
        assert made.tags["sides"] == len(made.truth["figure"])
        assert all(offer.drawing.side == made.drawings[0].side for offer in made.options)


def test_an_option_that_misses_by_mirroring_holds_the_mirrored_figure() -> None:
    for _, made in drafts()[:45]:
        for offer, edges in zip(made.options, truth_of(made)["options"]):
            if offer.rule not in ("mirror", "turned"):
                continue
            images = figures.MIRRORS if offer.rule == "mirror" else figures.TURNS[1:]
            corners = [[[a * x + b * y, c * x + d * y] for x, y in made.truth["figure"]] for a, b, c, d in images]
            found = []
            for moved in corners:
                left, top = (min(line) for line in zip(*moved))
                shape = [[x - left, y - top] for x, y in moved]
                found.append(agrees({**made.truth, "figure": shape, "options": [edges]}))
            assert "A" in found


def test_solve_refuses_a_figure_found_nowhere_or_in_two_drawings() -> None:
    for where, made in drafts()[:30]:
        truth = truth_of(made)
        right = truth["options"].pop(LETTERS.index(where.letter))
        with pytest.raises(Refused, match="no option is right"):
            task.solve(truth)
        with pytest.raises(Refused, match="2 options are right"):
            task.solve({**truth, "options": [right, right]})


def test_solve_counts_places() -> None:
    square = [[0, 0], [1, 0], [1, 1], [0, 1]]
    once = [[0, 0, 1, 0], [1, 0, 1, 1], [0, 1, 1, 1], [0, 0, 0, 1]]
    twice = [*once, [1, 0, 2, 0], [2, 0, 2, 1], [1, 1, 2, 1]]
    truth = {"figure": square, "options": [twice, once], "side": 2}
    assert task.solve(truth) == Choice("B")
    assert agrees(truth) == "", "brute force wants it nowhere else at all"


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"extend must be 0\.\.1, not 2"):
        Params(extend=2)


def test_the_same_generator_makes_the_same_draft() -> None:
    assert draft_of(task, 7, "test") == draft_of(task, 7, "test")


def test_side_doors_stay_closed() -> None:
    assert_shut(task, drafts())
