from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests import brute_folding_3d
from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, key_of, truth_of
from vantage import seeds
from vantage.item import Choice
from vantage.shapes import cubes
from vantage.shapes.cubes import TEXTURES, Face
from vantage.task import Draft, Refused, Slot
from vantage.tasks import folding_3d
from vantage.tasks.folding_3d import EDITS, Params, task

COUNT = 150


def draft(index: int, split: str = "test") -> tuple[Slot, Draft]:
    return draft_of(task, index, split, attempts=1)


@pytest.fixture(scope="module")
def drafts() -> list[tuple[Slot, Draft]]:
    return [draft(index) for index in range(COUNT)]


def test_solver_and_folding_in_space_agree_with_every_key(drafts: list[tuple[Slot, Draft]]) -> None:
    assert_agreement(task, drafts)


def test_any_of_the_four_corners_can_be_the_key() -> None:
    for index in range(20):
        for tier, edits in ((tier, edits) for tier, several in EDITS.items() for edits in several):
            rng = seeds.generator("any key", index, tier, *edits)
            corners = folding_3d._corners(edits, rng)
            views = [folding_3d._view(corner, Params(), rng) for corner in corners]
            for key in range(4):
                net = folding_3d._net(folding_3d._cube(corners, key, rng), views, tier, rng)
                truth = folding_3d._truth(net, views)
                assert task.solve(truth) == Choice("ABCD"[key])


def test_the_zipped_net_is_the_folded_one() -> None:
    for net in cubes.nets():
        poses = cubes.fold(net, cubes.poses()[0])
        mate = folding_3d._zipped(list(net))
        assert len(mate) == 24
        for (square, edge), (other, other_edge) in mate.items():
            assert poses[square].around[edge] == poses[other].touching
            assert poses[other].around[other_edge] == poses[square].touching


def test_a_piece_that_does_not_fold_is_refused() -> None:
    with pytest.raises(Refused, match="does not close"):
        folding_3d._zipped([(0, column) for column in range(6)])


def test_the_net_must_be_folded(drafts: list[tuple[Slot, Draft]]) -> None:
    for where, item in drafts:
        truth = truth_of(item)
        for rule in folding_3d.LEAVE_SEVERAL[where.tier]:
            scores = rule(truth)
            assert scores.count(max(scores)) > 1
        # What the net shows is true of the right picture, however far the net is folded.
        assert all(folding_3d._fitting(truth, folds)[key_of(item)] for folds in range(5))


def test_the_more_is_folded_the_fewer_pictures_fit(drafts: list[tuple[Slot, Draft]]) -> None:
    for where, item in drafts:
        if where.tier == "hard":
            left = [sum(folding_3d._fitting(truth_of(item), folds)) for folds in (0, 1, 4)]
            assert left == sorted(left, reverse=True)
            assert left[1] > left[2] == 1


def test_a_picture_must_agree_with_the_flat_net() -> None:
    # The cross: cup, tee, dome and F in a row, the arrow above the tee and the flag below it, none of them turned.
    names = {"arrow": (0, 1), "cup": (1, 0), "tee": (1, 1), "dome": (1, 2), "eff": (1, 3), "flag": (2, 1)}
    net = [{"row": r, "column": c, "texture": name, "turn": 0, "flipped": False} for name, (r, c) in names.items()]
    symmetry = {name: {"order": TEXTURES[name].order, "mirror": TEXTURES[name].mirror} for name in names}

    def fits(top: tuple[str, int], left: tuple[str, int], right: tuple[str, int], folds: int = 0) -> bool:
        faces = {
            place: {"texture": name, "turn": turn, "flipped": False}
            for place, (name, turn) in zip(("top", "left", "right"), (top, left, right))
        }
        return folding_3d._fitting({"net": net, "symmetry": symmetry, "options": [faces]}, folds)[0]

    assert fits(("arrow", 0), ("tee", 0), ("dome", 0))
    assert not fits(("arrow", 1), ("tee", 0), ("dome", 0))  # its lower side touches the tee in the net
    assert not fits(("arrow", 0), ("tee", 0), ("dome", 1))
    assert not fits(("arrow", 0), ("cup", 0), ("dome", 0))  # opposite: two apart in a row
    # The arrow and the F touch only in the folded cube, so the flat net does not say at which sides.
    assert fits(("arrow", 0), ("dome", 0), ("eff", 0))
    assert not fits(("arrow", 0), ("dome", 0), ("eff", 0), folds=1)
    assert fits(("arrow", 1), ("dome", 0), ("eff", 0), folds=1)


def test_situations_keep_to_their_split(drafts: list[tuple[Slot, Draft]]) -> None:
    assert {seeds.split_of(item.situation) for _, item in drafts} == {"test"}
    assert seeds.split_of(draft(0, "validation")[1].situation) == "validation"
    assert len({item.situation for _, item in drafts}) == COUNT


def test_every_texture_on_offer_is_on_the_net(drafts: list[tuple[Slot, Draft]]) -> None:
    for _, item in drafts:
        printed = {square["texture"] for square in item.truth["net"]}
        offered = {option[place]["texture"] for option in item.truth["options"] for place in ("top", "left", "right")}
        assert len(printed) == 6
        assert offered <= printed


def test_rules_follow_the_tier(drafts: list[tuple[Slot, Draft]]) -> None:
    for where, item in drafts:
        rules = Counter(option.rule for option in item.options)
        assert rules in [Counter(["", first, second, f"{first}+{second}"]) for first, second in EDITS[where.tier]]
        assert item.options[key_of(item)].rule == ""


def test_a_replaced_texture_is_not_decided_by_its_turn_alone(drafts: list[tuple[Slot, Draft]]) -> None:
    for _, item in drafts:
        if any(option.rule == "replaced+swapped" for option in item.options):
            blind = truth_of(item)
            # With every texture fully symmetric only adjacency and handedness are left, and they suffice.
            blind["symmetry"] = {name: {"order": 4, "mirror": 0} for name in blind["symmetry"]}
            assert task.solve(blind) == item.answer


def test_all_nets_occur(drafts: list[tuple[Slot, Draft]]) -> None:
    squares = ([(square["row"], square["column"]) for square in item.truth["net"]] for _, item in drafts)
    assert {min(cubes.placements(net)) for net in squares} == set(cubes.nets())


def test_options_show_their_corner_from_all_three_sides() -> None:
    corner = (Face("arrow"), Face("tee"), Face("eff"))
    rng = seeds.generator("positions")
    tops = Counter(folding_3d._view(corner, Params(), rng).corner[0].texture for _ in range(300))
    assert min(tops["arrow"], tops["tee"], tops["eff"]) > 60


def test_options_are_drawn_alike_whether_right_or_wrong() -> None:
    # The key is drawn after the options, so nothing about its picture may depend on it: compare turns and cameras.
    right, wrong = [], []
    for index in range(400):
        _, item = draft(index, "train")
        for option, offer in zip(item.truth["options"], item.options):
            values = (option["azimuth"], option["elevation"], option["left"]["turn"], option["top"]["flipped"])
            (wrong if offer.rule else right).append(values)
    for column in range(4):
        a, b = (np.array([row[column] for row in rows], dtype=float) for rows in (right, wrong))
        error = np.sqrt(a.var() / len(a) + b.var() / len(b))
        assert abs(a.mean() - b.mean()) < 4 * error


def test_labels_name_what_is_seen(drafts: list[tuple[Slot, Draft]]) -> None:
    for _, item in drafts:
        assert len({option.label for option in item.options}) == 4


def test_a_cube_and_its_mirror_image_give_their_corners_the_same_labels() -> None:
    corner = (Face("arrow"), Face("tee", 1), Face("eff", 2))
    cube = cubes.with_corner(corner, [Face("ring"), Face("bars"), Face("cup")])
    labels = set()
    for image, seen in [(cube, corner), (cubes.mirrored_cube(cube), cubes.mirrored_corner(corner))]:
        name, is_mirrored = cubes.canonical(image)
        labels.add((name, folding_3d._label(seen, is_mirrored)))
    assert len(labels) == 1


def test_equal_looks_are_judged_equal() -> None:
    _, item = draft(3)
    truth = truth_of(item)
    for option in truth["options"]:
        for place in ("top", "left", "right"):
            face = option[place]
            face["turn"] = (face["turn"] + 4 // TEXTURES[face["texture"]].order) % 4
    assert task.solve(truth) == item.answer
    assert brute_folding_3d.agrees(truth) == item.answer.letter


def test_truth_is_documented_and_holds_no_letter(drafts: list[tuple[Slot, Draft]]) -> None:
    for _, item in drafts:
        assert set(item.truth) == set(task.truth)


def test_unfit_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="sway"):
        Params(sway=40)
    with pytest.raises(ValueError, match="elevation"):
        Params(elevation=(38.0, 30.0))


def test_side_doors_stay_shut() -> None:
    assert_shut(task, drafts_of(task, 300))
