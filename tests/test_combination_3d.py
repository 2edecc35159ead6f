from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brute_combination_3d import agrees
from tests.drafts import assert_agreement, assert_shut, drafts_of, truth_of
from vantage import seeds
from vantage.item import LETTERS, Choice
from vantage.render import blocks
from vantage.shapes import assemblies, solids
from vantage.shapes.solids import SolidDrawing
from vantage.task import Refused, Slot
from vantage.tasks import combination_3d
from vantage.tasks.combination_3d import TIERS, Params, builds, task

drafts = partial(drafts_of, task, 45)


def test_both_solvers_and_brute_force_agree() -> None:
    assert_agreement(task, drafts())


def test_the_solid_is_the_situation_and_belongs_to_the_split() -> None:
    for where, made in drafts():
        assert made.situation == solids.situation(solids.solid(made.truth["solid"]))
        assert where.allows(made.situation)


def test_every_set_has_as_many_pieces_and_blocks() -> None:
    for where, made in drafts():
        counts = {tuple(map(len, pieces)) for pieces in made.truth["options"]}
        assert len(counts) == 1
        (sizes,) = counts
        assert sum(sizes) == len(made.truth["solid"]) == made.tags["blocks"]
        assert sorted(sizes) in [sorted(some) for some in TIERS[where.tier].sizes]


def test_rules_say_how_the_pieces_differ_from_the_keys() -> None:
    for where, made in drafts():
        key = made.options[LETTERS.index(where.letter)].drawing.pieces
        for offer in made.options:
            kinds = [assemblies.kind(a, b) for a, b in zip(offer.drawing.pieces, key)]
            assert offer.rule == "+".join(sorted(filter(None, kinds)))
        rules = Counter(offer.rule for offer in made.options)
        wanted = [Counter(["", a, b, "+".join(sorted((a, b)))]) for a, b in TIERS[where.tier].edits]
        assert rules in wanted


def test_pieces_tried_one_at_a_time_leave_another_set() -> None:
    for where, made in drafts():
        solid = [(x, y, z) for x, y, z in made.truth["solid"]]
        seem = [assemblies.reaches([piece.cells for piece in offer.drawing.pieces], solid) for offer in made.options]
        assert seem[LETTERS.index(where.letter)]
        assert sum(seem) >= 2


def test_side_doors_stay_shut() -> None:
    assert_shut(task, drafts())


def test_any_of_the_four_sets_can_be_the_key() -> None:
    for tier in TIERS.values():
        for number, edits in enumerate(tier.edits):
            rng = seeds.generator("any key", number)
            where = Slot(0, "train", "", "A")
            sight = combination_3d.Sight(32, 28, 0.2)
            sets, built = combination_3d._four(tier, edits, where, sight, rng)
            for a, pieces in enumerate(sets):
                for b, shape in enumerate(built):
                    assert builds([piece.cells for piece in pieces], frozenset(shape.cells)) == (a == b)


def test_every_block_shows_in_one_of_the_two_pictures_and_every_piece_whole() -> None:
    for _, made in drafts()[:24]:
        first, second = (drawing.view for drawing in made.drawings)
        solid = made.drawings[0].solid
        shown = np.maximum(solids.visible(solid, first), solids.visible(solid, second))
        assert (shown * (made.drawings[0].scale * blocks.COUNTED) ** 2).min() >= 20
        for offer in made.options:
            drawing = offer.drawing
            for piece in drawing.pieces:
                assert min(blocks.shown_pixels(SolidDrawing(piece, drawing.view, drawing.scale))) >= 20


def test_the_second_picture_is_taken_from_the_opposite_side() -> None:
    for _, made in drafts()[:10]:
        first, second = (drawing.view for drawing in made.drawings)
        assert (solids.ROTATIONS[first.turn] == np.eye(3)).all()
        assert (solids.ROTATIONS[second.turn] == np.diag([-1, -1, 1])).all()
        assert (first.azimuth, first.elevation) == (second.azimuth, second.elevation)
        assert made.truth["azimuths"] == [first.azimuth, first.azimuth + 180]


def test_all_pictures_of_pieces_share_view_and_scale() -> None:
    for _, made in drafts():
        assert len({(o.drawing.view, o.drawing.scale, o.drawing.colour) for o in made.options}) == 1
        assert made.options[0].drawing.view == made.drawings[0].view


def test_labels_do_not_change_when_solid_and_sets_are_turned_or_mirrored_together() -> None:
    for _, made in drafts()[:12]:
        sets = [offer.drawing.pieces for offer in made.options]
        labels = [offer.label for offer in made.options]
        assert len(set(labels)) == 4
        for way in (*solids.ROTATIONS[[5, 17]], solids.ROTATIONS[9] @ solids.MIRROR):
            moved = [tuple(solids.solid(piece.array @ way.T) for piece in pieces) for pieces in sets]
            built = solids.solid(made.drawings[0].solid.array @ way.T)
            assert combination_3d._labels(built, moved) == labels


@settings(max_examples=40)
@given(st.integers(0, 44), st.lists(st.integers(-9, 9), min_size=3, max_size=3), st.randoms(use_true_random=False))
def test_solve_does_not_care_where_pieces_lie_and_in_which_order(index: int, shift: list[int], random: Any) -> None:
    where, made = drafts()[index]
    truth = truth_of(made)
    for pieces in truth["options"]:
        random.shuffle(pieces)
        pieces[0] = [[c + s for c, s in zip(cell, shift)] for cell in pieces[0]]
    assert task.solve(truth) == Choice(where.letter)


def test_solve_refuses_when_no_set_or_more_than_one_builds_the_solid() -> None:
    where, made = drafts()[0]
    key = LETTERS.index(where.letter)
    none, both = truth_of(made), truth_of(made)
    none["options"].pop(key)
    both["options"] = [both["options"][key]] * 2
    with pytest.raises(Refused, match="no option is right"):
        task.solve(none)
    with pytest.raises(Refused, match="2 options are right"):
        task.solve(both)
    assert agrees(none) == agrees(both) == ""


def test_a_turned_piece_does_not_fit() -> None:
    row = frozenset([(0, 0, 0), (1, 0, 0), (2, 0, 0)])
    assert builds([[(0, 0, 0), (1, 0, 0)], [(5, 5, 5)]], row)
    assert not builds([[(0, 0, 0), (0, 1, 0)], [(5, 5, 5)]], row)
    assert not builds([[(0, 0, 0), (1, 0, 0)]], row)
    assert not builds([[(0, 0, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0)]], row)


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="share must be above 0"):
        Params(share=0)
