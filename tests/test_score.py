"""There are four outcomes, and every response gets the right one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage.item import Choice, Condition, Item, Number, Option
from vantage.models import Failure, Response
from vantage.prompts.prompt import order_of
from vantage.scoring.nearness import Unscorable
from vantage.scoring.score import Outcome, Score, score, score_response
from vantage.stats.metrics import mra

ITEM = Item(
    "own/sides/all-s0/000000", "own", "sides", 1, "test", "s", "Where?", (),
    (Option("left"), Option("right"), Option("behind")), Choice("B"), {},
)  # fmt: skip


def count(value, rule="exact"):
    return replace(ITEM, options=(), answer=Number(value, "m", rule))


def test_the_four_outcomes():
    assert score(ITEM, "B") == Score(Outcome.RIGHT, "B", 1, "pattern", credit=1.0)
    assert score(ITEM, "<answer>C</answer>") == Score(Outcome.WRONG, "C", 2, "tag")
    assert score(ITEM, "A or B") == Score(Outcome.UNANSWERED)
    assert score(ITEM, None) == Score(Outcome.FAILED)


def test_an_empty_response_was_still_a_response():
    assert score(ITEM, "").outcome is Outcome.UNANSWERED


def test_a_letter_that_is_not_offered_is_no_answer():
    assert score(ITEM, "D").outcome is Outcome.UNANSWERED


def test_truncation_is_a_flag_beside_the_outcome():
    assert score(ITEM, "B", finish="length") == Score(Outcome.RIGHT, "B", 1, "pattern", True, 1.0)
    assert score(ITEM, "<think>it must be", finish="length") == Score(Outcome.UNANSWERED, truncated=True)


@given(st.integers(0, 7), st.sampled_from("ABC"))
def test_the_option_chosen_is_named_in_the_data_sets_order(rotation, letter):
    scored = score(ITEM, letter, rotation=rotation)
    assert scored.option == order_of(ITEM, rotation)["ABC".index(letter)]
    assert (scored.outcome is Outcome.RIGHT) == (scored.option == ITEM.key)


@given(st.integers(0, 7), st.integers(0, 2))
def test_an_options_text_is_the_same_choice_in_every_rotation(rotation, option):
    assert score(ITEM, ITEM.options[option].text, rotation=rotation).option == option


def test_exact_numbers():
    assert score(count(0.1 + 0.2), "0.3 m") == Score(Outcome.RIGHT, 0.3, None, "pattern", credit=1.0)
    assert score(count(3), "4").outcome is Outcome.WRONG
    assert score(count(3), "4").credit == 0
    assert score(count(3), "3 or 4").outcome is Outcome.UNANSWERED
    assert score(count(3), None).outcome is Outcome.FAILED


@pytest.mark.parametrize(
    ("value", "credit"), [(10, 1.0), (10.4, 1.0), (10.6, 0.9), (9, 0.8), (12.7, 0.5), (5.6, 0.2), (5, 0.0), (20, 0.0)]
)
def test_mean_relative_accuracy_counts_the_thresholds_met(value, credit):
    assert mra(value, 10) == pytest.approx(credit)
    scored = score(count(10, "mra"), str(value))
    assert scored.credit == pytest.approx(credit)
    assert (scored.outcome is Outcome.RIGHT) == (credit == 1)


def test_mean_relative_accuracy_at_zero_wants_zero():
    assert mra(0, 0) == 1
    assert mra(0.1, 0) == 0


def test_an_unknown_rule_is_refused():
    with pytest.raises(ValueError, match="unknown rule 'near'"):
        score(count(1, "near"), "1")


def test_a_peers_rules_read_instead_of_ours():
    assert score(ITEM, "Bananas are yellow, so A?", rules="lmms-eval").step == "lmms-eval"
    assert score(ITEM, "<answer>behind</answer>", rules="easi") == Score(Outcome.RIGHT, "B", 1, "easi", credit=1.0)
    assert score(ITEM, "<answer>behind</answer>") == Score(Outcome.WRONG, "C", 2, "tag")
    assert score(count(21), "twenty-one", rules="easi").answer == -1
    with pytest.raises(ValueError, match="no rule set is called 'mine'"):
        score(ITEM, "B", rules="mine")


@pytest.mark.parametrize("rules", ["easi", "vlmevalkit", "vlmevalkit:spatial", "lmms-eval", "lmms-eval:vsibench"])
@pytest.mark.parametrize(
    ("value", "credit"), [(9.5, 1.0), (9, 0.9), (7.5, 0.6), (5, 0.1), (4.9, 0.0), (15, 0.1), (20, 0.0)]
)
def test_peers_let_the_border_of_a_tolerance_in_whatever_the_item_asks(rules, value, credit):
    for rule in ("mra", "exact"):
        scored = score(count(10, rule), str(value), rules=rules)
        assert scored.credit == credit
        assert scored.outcome is (Outcome.RIGHT if credit == 1 else Outcome.WRONG)


@pytest.mark.parametrize(("value", "key", "credit"), [(0.3, 0.4, 0.5), (0.9, 0.6, 0.0), (1.5, 1.2, 0.5)])
def test_peers_round_nothing(value, key, credit):
    """0.4 - 0.3 is a hair more than a quarter of 0.4, so a border that is let in is missed all the same."""
    assert score(count(key, "mra"), str(value), rules="easi").credit == credit
    assert mra(value, key, "code") == pytest.approx(credit + 0.1)


def test_peers_and_a_key_of_zero():
    assert score(count(0, "mra"), "0", rules="easi").credit == 1
    assert score(count(0, "mra"), "0.3", rules="easi").credit == 0.5
    assert score(count(0, "mra"), "0.3", rules="vlmevalkit").credit == 0.5
    with pytest.raises(Unscorable, match=r"lmms-eval divides by the right number.*0, as in own/sides/all-s0/000000"):
        score(count(0, "mra"), "0", rules="lmms-eval")
    assert score(count(0, "mra"), "none", rules="lmms-eval").outcome is Outcome.UNANSWERED


def test_any_number_has_full_credit_from_lmms_eval_where_the_key_is_below_zero():
    assert score(count(-2, "mra"), "7", rules="lmms-eval").credit == 1
    assert score(count(-2, "mra"), "7", rules="easi").credit == 0


@pytest.mark.parametrize(("rules", "known"), [("easi", "ABCDEF"), ("lmms-eval:viewspatial", "ABCD")])
def test_a_key_that_a_peer_does_not_know_has_no_score(rules, known):
    many = replace(ITEM, options=tuple(Option(letter.lower()) for letter in "ABCDEFGH"), answer=Choice("G"))
    with pytest.raises(Unscorable, match=rf"{rules} knows the keys {known} only.*key is G"):
        score(many, "no idea", rules=rules)
    assert score(many, "B", rules=rules, rotation=6).outcome is Outcome.WRONG
    assert score(many, "G", rules="vlmevalkit").outcome is Outcome.RIGHT


def test_a_letter_that_a_peer_reads_though_it_was_not_offered_is_wrong():
    assert score(ITEM, "E", rules="easi") == Score(Outcome.WRONG, "E", None, "easi")


def test_failures_are_wrong_only_where_it_is_asked_for():
    assert score(ITEM, None, failed_is_wrong=True) == Score(Outcome.WRONG)
    assert score(ITEM, "B", finish="length", failed_is_wrong=True) == Score(Outcome.WRONG, truncated=True)
    assert score(ITEM, "B", failed_is_wrong=True).outcome is Outcome.RIGHT


@pytest.mark.parametrize(
    ("protocol", "kind", "outcome"),
    [("direct", "timeout", Outcome.FAILED), ("easi", "timeout", Outcome.WRONG), ("easi", "server", Outcome.FAILED)],
)
def test_a_protocol_may_count_a_timeout_as_wrong(protocol, kind, outcome):
    response = Response(None, "", error=Failure(kind, "no reply"))
    assert score_response(ITEM, Condition(protocol=protocol), response).outcome is outcome


def test_a_response_is_scored_under_its_condition():
    response = Response("A", "length")
    assert score_response(ITEM, Condition(rotation=1), response) == Score(Outcome.RIGHT, "A", 1, "pattern", True, 1.0)
    assert score_response(ITEM, Condition(protocol="easi", rotation=1), response).outcome is Outcome.WRONG
    assert score_response(ITEM, Condition(protocol="gone"), response).outcome is Outcome.WRONG
