"""The pace grows while all goes well, halves on overload, and starts no request while told to wait."""

import pytest

from vantage.running.pace import START, Pace


def filled(pace):
    while pace.may_start(0.0):
        pace.start()
    return pace.under_way


def finish_well(pace, n):
    for _ in range(n):
        pace.end()
        pace.well()


def test_a_round_of_answers_doubles_it_up_to_the_most():
    pace = Pace(100)
    seen = []
    for _ in range(5):
        seen.append(filled(pace))
        finish_well(pace, pace.under_way)
    assert seen[0] == START
    assert seen == sorted(seen)
    assert seen[1] > 1.5 * START
    assert seen[-1] == 100
    assert filled(Pace(3)) == 3


def test_a_window_that_is_not_filled_does_not_grow():
    pace = Pace(100)
    for _ in range(50):
        pace.start()
        finish_well(pace, 1)
    assert filled(pace) == START


def test_overload_halves_it_once_for_all_that_had_begun():
    pace = Pace(64)
    pace.limit = 40.0
    for _ in range(10):
        pace.overload(began=0.0, now=1.0)
    assert pace.limit == 20
    pace.overload(began=1.5, now=2.0)
    assert pace.limit == 10
    for moment in range(3, 20):
        pace.overload(began=moment, now=moment + 0.5)
    assert pace.limit == 1
    assert pace.may_start(100.0)


def test_growth_is_careful_near_where_it_went_wrong():
    pace = Pace(100)
    pace.limit = 40.0
    pace.overload(began=0.0, now=1.0)
    rounds = [filled(pace)]
    for _ in range(4):
        finish_well(pace, pace.under_way)
        rounds.append(filled(pace))
    assert rounds[0] == 20
    assert rounds[1] >= 29
    assert 30 <= rounds[4] <= 34


def test_nobody_begins_before_the_server_wants_it():
    pace = Pace(8)
    pace.wait(10.0)
    pace.wait(5.0)  # an earlier moment does not shorten a longer wait
    assert not pace.may_start(9.9)
    assert pace.may_start(10.0)


@pytest.mark.parametrize("most", [0, -1])
def test_at_least_one(most):
    with pytest.raises(ValueError, match="at least 1"):
        Pace(most)
