from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, rates_of, truth_of
from vantage import seeds
from vantage.item import LETTERS, Condition, Item, Option
from vantage.prompts.prompt import present
from vantage.shapes import mazes
from vantage.task import Draft, Refused, slot
from vantage.tasks.maze import GROUPS, TIERS, WALKER, Params, task

N = 192  # each kind and place twelve times
drafts = partial(drafts_of, task, N)


def item(made: Draft) -> Item:
    options = tuple(Option(o.text, None, o.label, o.rule) for o in made.options)
    return Item(
        id="s/maze/n-s0/000000",
        suite="s",
        task="maze",
        version=1,
        split="test",
        situation=made.situation,
        question=made.question,
        images=(b"",),
        options=options,
        answer=made.answer,
        truth=made.truth,
        text_form=made.text_form,
    )


def test_both_solvers_and_brute_force_agree() -> None:
    assert_agreement(task, drafts())
    assert all(where.allows(made.situation) for where, made in drafts())


def test_kinds_and_places_of_the_key_come_equally_often() -> None:
    made_for_tests = [draft_of(task, index, "test") for index in range(96)]
    assert set(Counter(made.subtype for _, made in made_for_tests).values()) == {96 // 4}
    places: Counter[tuple[str, int]] = Counter()
    for where, made in made_for_tests:
        names = [offer.text for offer in made.options]
        group = next((list(group) for group in GROUPS.values() if set(group) == set(names)), sorted(names, key=len))
        key = names[LETTERS.index(where.letter)]
        places[made.subtype, sorted(map(int, names)).index(int(key)) if key.isdigit() else group.index(key)] += 1
    assert set(places.values()) == {96 // 16}


def test_options_are_four_numbers_in_a_row_or_a_group_of_directions() -> None:
    groups: Counter[str] = Counter()
    for where, made in drafts():
        names = [offer.text for offer in made.options]
        if made.subtype == "exit":
            groups.update(name for name, group in GROUPS.items() if set(names) == set(group))
        else:
            numbers = sorted(map(int, names))
            least, most = TIERS[where.tier].one_side if made.subtype in WALKER else TIERS[where.tier].turns
            assert numbers == list(range(numbers[0], numbers[0] + 4))
            assert least <= numbers[0] <= most
    assert set(groups) == set(GROUPS)
    assert min(groups.values()) > 10


def test_wrong_numbers_say_what_they_count_or_by_how_much_they_miss() -> None:
    seen = set()
    for where, made in drafts():
        if made.subtype == "exit":
            continue
        way = [tuple(place) for place in made.truth["way"]]
        left, right = mazes.turns(way)
        counts = {"right_only": right, "left_only": left, "all_turns": left + right}
        counts["other_side"] = left if made.subtype == "right_turns" else right
        key = int(made.options[LETTERS.index(where.letter)].text)
        for offer in made.options:
            seen.add(offer.rule)
            if offer.rule in counts:
                assert int(offer.text) == counts[offer.rule]
            elif offer.rule:
                by, way_off = offer.rule.split("_")
                step = ("zero", "one", "two", "three").index(by) * (1 if way_off == "more" else -1)
                assert int(offer.text) == key + step
    assert {"other_side", "all_turns", "one_more", "one_fewer", "three_more"} <= seen


def test_wrong_directions_say_how_they_miss() -> None:
    for where, made in drafts():
        if made.subtype == "exit":
            key = made.options[LETTERS.index(where.letter)].text
            rules = {offer.text: offer.rule for offer in made.options}
            opposite = {"above": "below", "right": "left", "above-right": "below-left", "above-left": "below-right"}
            opposite |= {b: a for a, b in opposite.items()}
            assert rules[opposite[key]] == "opposite"
            assert Counter(rules.values()) == (
                {"": 1, "opposite": 1, "left_right": 1, "up_down": 1}
                if "-" in key
                else {"": 1, "opposite": 1, "quarter_turn": 2}
            )


def test_ways_are_long_enough_and_drawn() -> None:
    for where, made in drafts():
        tier = TIERS[where.tier]
        assert made.tags["length"] == len(made.truth["way"]) >= 2 * tier.shortest - 1
        (shown,) = made.drawings
        assert len(shown.rows) == 2 * tier.side + 1
        marked = [[r, c] for r, line in enumerate(shown.rows) for c, sign in enumerate(line) if sign in "*SE"]
        assert marked == sorted(made.truth["way"])
        bare = [line.translate(str.maketrans("*SE", "...")) for line in shown.rows]
        assert bare == made.truth["rows"]


def test_left_and_right_are_the_walkers_and_dynamic() -> None:
    for _, made in drafts():
        if made.subtype in WALKER:
            assert (made.tags["quadrant"], made.tags["frame"]) == ("E-D", "walker")
            assert "the walker's own" in made.question
        else:
            assert "quadrant" not in made.tags


@pytest.mark.parametrize("kind", ["turns", "right_turns", "left_turns", "exit"])
def test_text_alone_asks_the_whole_question(kind: str) -> None:
    made = next(made for _, made in drafts() if made.subtype == kind)
    (message,) = present(item(made), Condition(form="text")).messages
    (text,) = message.parts
    assert isinstance(text, str)
    for line in (*made.drawings[0].rows, *(f"{letter}. {o.text}" for letter, o in zip("ABCD", made.options))):
        assert f"\n{line}\n" in text
    for sign in ("# is a wall", "S is the start", "E is the exit", "marked with *"):
        assert sign in text
    assert made.question.split("is blue. ")[1] in text
    assert "picture" not in text
    assert "<image>" not in text


def test_solve_follows_the_rows_and_not_the_way_recorded() -> None:
    for _, made in (pair for pair in drafts()[:40] if pair[1].subtype != "exit"):
        truth = truth_of(made)
        truth["way"] = []
        assert task.solve(truth) == made.answer
        row, column = made.truth["way"][1]
        truth["rows"][row] = truth["rows"][row][:column] + "#" + truth["rows"][row][column + 1 :]
        with pytest.raises(Refused, match="no way leads"):
            task.solve(truth)


def test_a_search_that_finds_nothing_is_refused() -> None:
    where = slot(task, ("test",), "test", 0)
    with pytest.raises(Refused, match="was found from 0 starts"):
        task.make(Params(tries=0), where, seeds.generator("maze"))


def test_side_doors_stay_closed() -> None:
    assert_shut(task, drafts())


def test_neither_the_place_of_the_exit_nor_that_of_the_start_tells_the_direction() -> None:
    asked = [(where, made) for where, made in drafts() if made.subtype == "exit"]
    for door in task.side_doors[:2]:
        rates = rates_of(door.rule, asked)
        assert sum(rates.values()) / len(rates) < 0.5, door.name
