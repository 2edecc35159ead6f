"""What deficits cost on SpinBench's items: only where they matter, and in whatever order options are shown."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tests import told
from tests.told import spoken, where
from vantage import models
from vantage.item import LETTERS, Choice, Item
from vantage.models import Request

OWN = {"face_rotation_own", "face_view_own_left", "face_view_own_right"}
TRANSFORMS = {
    f"scene_transform_{told}_{side}" for told in ("premise", "no_premise") for side in ("back", "left", "right")
}
RELATIONS = {"scene_relation_left_right", "scene_relation_front_behind"}
HURT = {"viewer-frame": OWN, "premise-blind": TRANSFORMS, "wording-fragile": RELATIONS}


def missed(name: str) -> np.ndarray:
    return spoken(told.spin(), name) != told.spin().key


@pytest.mark.parametrize("name", [*HURT, "colour-matcher", "oracle"])
def test_a_deficit_costs_only_where_it_matters(name: str) -> None:
    wrong = {item.subtype for item, miss in zip(told.spin().items, missed(name)) if miss}
    identity = {item.subtype for item in told.spin().items if item.task == "identity"}
    assert wrong == {**HURT, "colour-matcher": identity, "oracle": set()}[name]


def test_one_who_takes_the_viewers_side_is_always_wrong_about_ones_own() -> None:
    own = where(told.spin(), "whose", "own")
    assert (missed("viewer-frame") == own).all()


def test_a_premise_changes_nothing_for_one_who_ignores_it() -> None:
    outcomes: dict[str, set[bool]] = {}
    for item, miss in zip(told.spin().items, missed("premise-blind")):
        if "premise" in item.groups:
            outcomes.setdefault(item.groups["premise"][0], set()).add(bool(miss))
    assert all(len(found) == 1 for found in outcomes.values())
    assert 0.35 < np.mean([found == {True} for found in outcomes.values()]) < 0.65


def test_sentences_are_guessed_and_the_other_wordings_known() -> None:
    sentence = where(told.spin(), "wording", "syntactic", "both")
    wrong = missed("wording-fragile")
    assert not wrong[~sentence].any()
    assert 0.4 < wrong[sentence].mean() < 0.6


def test_one_who_goes_by_colours_guesses_among_those_that_share_them() -> None:
    chosen = spoken(told.spin(), "colour-matcher")
    four = [k for k, item in enumerate(told.spin().items) if item.task == "identity" and len(item.options) == 4]
    assert min(Counter(chosen[four].tolist()).values()) > 0.12 * len(four)


def answer(name: str, item: Item, order: tuple[int, ...]) -> int:
    """The option that a model chooses, as the data set counts them, with options shown in another order."""
    letter = LETTERS[order.index(item.key)]
    shown = replace(item, options=tuple(item.options[k] for k in order), answer=Choice(letter))
    said = asyncio.run(models.get(name).respond(Request((), (item.id,), item.letters, shown, order))).text
    return order[LETTERS.index(said or "")]


def test_colours_are_looked_up_in_the_order_shown() -> None:
    item = next(item for item in told.spin().items if item.subtype == "object_identity_quartet_imagefirst")
    views = [{**view, "palette": int(k == item.key)} for k, view in enumerate(item.truth["views"])]
    coloured = replace(item, truth={"views": views})
    for turn in range(4):
        order = tuple((k + turn) % 4 for k in range(4))
        assert answer("colour-matcher", coloured, order) == item.key


@pytest.mark.parametrize("name", ["viewer-frame", "premise-blind"])
def test_an_answer_does_not_depend_on_the_order_shown(name: str) -> None:
    for item in told.spin().items[::25]:
        if len(item.options) == 2:
            assert answer(name, item, (0, 1)) == answer(name, item, (1, 0))
