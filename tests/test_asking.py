"""Asking: what is tried again and what is not, when a run ends early, and that no limit is exceeded."""

import asyncio
import json
from collections import Counter

import pytest

from tests import fabricated
from vantage.item import Condition
from vantage.models import Failure, Response, Settings
from vantage.running import asking, run
from vantage.running.cache import Cache
from vantage.running.prices import FREE, Price
from vantage.running.run_folder import Run
from vantage.running.sample import Selection
from vantage.running.tally import Budget, Tally

DIRECT = [Condition()]
RIGHT = Response("B", tokens_in=90, tokens_out=10)


def failed(kind, retry=True, **more):
    return Response(None, "", error=Failure(kind, f"words about {kind}", retry=retry, **more))


class Playing:
    """Answers request number n as `script(n)` says: a Response; or, by default, B."""

    name = "playing"
    insider = False

    def __init__(self, script=lambda n: RIGHT):
        self.script = script
        self.asked = []

    async def respond(self, request):
        self.asked.append(request)
        response = self.script(len(self.asked) - 1)
        await asyncio.sleep(0)
        return response


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "tiny")


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(asking, "BASE_WAIT", 0.0)


def lines(out):
    return [json.loads(line) for line in (out / "responses.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("kind", ["rate", "server", "timeout", "network", "broken"])
def test_what_may_pass_is_tried_again_and_noted(data, tmp_path, kind):
    model = Playing(lambda n: failed(kind) if n in (1, 2) else RIGHT)
    tally = Tally()
    assert run.run(data, model, DIRECT, tmp_path / "r", concurrency=1, tally=tally) == len(data)
    again = [row for row in lines(tmp_path / "r") if row["failures"]]
    assert sum(row["attempts"] - 1 for row in again) == 2
    assert Counter(kind for row in again for kind in row["failures"]) == {kind: 2} == tally.failures
    assert (tally.failed, tally.requests, tally.done) == (0, len(data) + 2, len(data))
    assert all(row["text"] == "B" and row["error"] is None for row in again)


def test_what_cannot_pass_is_not_tried_again(data, tmp_path):
    model = Playing(lambda n: failed("refused", retry=False) if n in (3, 5) else RIGHT)
    assert run.run(data, model, DIRECT, tmp_path / "r", concurrency=1) == len(data) == len(model.asked)
    bad = [row for row in lines(tmp_path / "r") if row["error"]]
    assert [(row["attempts"], row["failures"], row["text"]) for row in bad] == [(1, ["refused"], None)] * 2


def test_patience_ends(data, tmp_path):
    first = []
    model = Playing()

    def script(n):
        path = model.asked[n].path
        first.append(path) if n == 1 else None
        return failed("server") if [path] == first else RIGHT

    model.script = script
    run.run(data, model, DIRECT, tmp_path / "r", retries=3)
    (bad,) = [row for row in lines(tmp_path / "r") if row["error"]]
    assert (bad["attempts"], bad["failures"]) == (4, ["server"] * 4)
    assert len(lines(tmp_path / "r")) == len(data)


def test_waits_are_seeded_and_bounded(monkeypatch):
    monkeypatch.setattr(asking, "BASE_WAIT", 0.5)
    waits = [asking.backoff(("item", "condition"), n) for n in range(1, 12)]
    assert waits == [asking.backoff(("item", "condition"), n) for n in range(1, 12)]
    assert all(0 <= wait <= min(60, 0.5 * 2**n) for n, wait in enumerate(waits))
    spread = [asking.backoff((f"item {n}", ""), 4) for n in range(200)]
    assert min(spread) < 0.4
    assert max(spread) > 3.6


@pytest.mark.parametrize("kind", ["key", "model", "images"])
def test_what_would_fail_always_ends_the_run_and_loses_nothing(data, tmp_path, kind):
    model = Playing(lambda n: failed(kind, retry=False, fatal=True) if n >= 7 else RIGHT)
    sentence = f"playing: words about {kind}; 7 of 36 responses are kept, and the same command goes on from there"
    with pytest.raises(ValueError, match=sentence):
        run.run(data, model, DIRECT, tmp_path / "r", concurrency=1)
    assert len(model.asked) == 8
    assert [row["error"] for row in lines(tmp_path / "r")] == [None] * 7
    assert run.run(data, Playing(), DIRECT, tmp_path / "r") == len(data) - 7


def test_what_is_under_way_when_a_run_ends_is_kept(data, tmp_path):
    class Slow(Playing):
        async def respond(self, request):
            self.asked.append(request)
            if len(self.asked) == 3:
                return failed("key", retry=False, fatal=True)
            await asyncio.sleep(0.02)
            return RIGHT

    model = Slow()
    with pytest.raises(ValueError, match="words about key"):
        run.run(data, model, DIRECT, tmp_path / "r", concurrency=5)
    assert len(lines(tmp_path / "r")) == len(model.asked) - 1 >= 2


@pytest.mark.parametrize("kind", ["refused", "server", "network", "timeout"])
def test_if_nothing_works_from_the_start_the_run_ends_soon(data, tmp_path, kind):
    model = Playing(lambda n: failed(kind, retry=kind != "refused"))
    with pytest.raises(ValueError, match=f"words about {kind}; 0 of 36"):
        run.run(data, model, DIRECT, tmp_path / "r", concurrency=1, retries=2)
    assert len(model.asked) <= 9
    assert not lines(tmp_path / "r"), "they are asked again next time"


def test_early_failures_count_once_something_works(data, tmp_path):
    model = Playing(lambda n: failed("refused", retry=False) if n < 2 else RIGHT)
    assert run.run(data, model, DIRECT, tmp_path / "r", concurrency=1) == len(data)
    assert [bool(row["error"]) for row in lines(tmp_path / "r")][:3] == [True, True, False]


def test_few_failures_alone_are_outcomes_too(data, tmp_path):
    model = Playing(lambda n: failed("refused", retry=False))
    assert run.run(data, model, DIRECT, tmp_path / "r", selection=Selection(limit=2)) == 2
    assert all(row["error"]["kind"] == "refused" for row in lines(tmp_path / "r"))


def test_many_refusals_in_a_row_are_the_items_own_once_something_worked(data, tmp_path):
    model = Playing(lambda n: failed("refused", retry=False) if n else RIGHT)
    assert run.run(data, model, DIRECT, tmp_path / "r", concurrency=1) == len(data)


def test_a_network_that_goes_away_ends_the_run_and_blames_no_item(data, tmp_path):
    model = Playing(lambda n: failed("network") if n >= 10 else RIGHT)
    with pytest.raises(ValueError, match="words about network; 10 of 36"):
        run.run(data, model, DIRECT, tmp_path / "r", concurrency=1, retries=1)
    assert len(lines(tmp_path / "r")) == 10
    assert run.run(data, Playing(), DIRECT, tmp_path / "r") == len(data) - 10


@pytest.mark.parametrize("kind", asking.AMBIENT)
@pytest.mark.parametrize("answered", [0, 21])
def test_a_few_left_at_the_end_without_a_network_are_no_outcomes(data, tmp_path, kind, answered):
    out, chosen = tmp_path / "r", Selection(limit=answered + 2)
    model = Playing(lambda n: failed(kind) if n >= answered else RIGHT)
    with pytest.raises(ValueError, match=f"words about {kind}; {answered} of {answered + 2} responses are kept, and"):
        run.run(data, model, DIRECT, out, concurrency=1, retries=1, selection=chosen)
    assert [row["error"] for row in lines(out)] == [None] * answered
    assert run.run(data, Playing(), DIRECT, out, selection=chosen) == 2


def test_only_what_is_not_the_items_fault_is_left_out_at_the_end(data, tmp_path):
    model = Playing(lambda n: failed("network", retry=False) if n else failed("refused", retry=False))
    with pytest.raises(ValueError, match="words about network; 1 of 2"):
        run.run(data, model, DIRECT, tmp_path / "r", concurrency=1, selection=Selection(limit=2))
    assert [row["error"]["kind"] for row in lines(tmp_path / "r")] == ["refused"]


def test_a_request_that_fails_while_others_work_is_its_items_outcome(data, tmp_path):
    model = Playing(lambda n: failed("network") if 5 <= n < 7 else RIGHT)
    assert run.run(data, model, DIRECT, tmp_path / "r", concurrency=1, retries=0) == len(data)
    assert [row["error"]["kind"] for row in lines(tmp_path / "r") if row["error"]] == ["network"] * 2


def test_long_words_are_cut_and_kept_on_one_line(data, tmp_path):
    model = Playing(lambda n: Response(None, error=Failure("key", "no\nway " * 1000, fatal=True)))
    with pytest.raises(ValueError, match="no way no way") as caught:
        run.run(data, model, DIRECT, tmp_path / "r")
    assert len(str(caught.value)) < 500
    assert "\n" not in str(caught.value)


def test_a_model_that_hangs_does_not_hang_the_run(data, tmp_path, monkeypatch):
    monkeypatch.setattr(asking, "GRACE", 0.0)

    class Hanging(Playing):
        async def respond(self, request):
            self.asked.append(request)
            if len(self.asked) == 3:
                await asyncio.Event().wait()
            return RIGHT

    run.run(data, Hanging(), DIRECT, tmp_path / "r", settings=Settings(timeout=0.05))
    (late,) = [row for row in lines(tmp_path / "r") if row["failures"]]
    assert (late["failures"], late["attempts"], late["text"]) == (["timeout"], 2, "B")


def test_everybody_waits_when_the_server_says_so(data, tmp_path):
    class Busy(Playing):
        told = 0.0

        async def respond(self, request):
            self.asked.append(request)
            now = asyncio.get_running_loop().time()
            if len(self.asked) == 4:
                self.told = now
                return failed("rate", after=0.2)
            assert not self.told or now >= self.told + 0.2
            return RIGHT

    model = Busy()
    assert run.run(data, model, DIRECT, tmp_path / "r", concurrency=2) == len(data)
    assert model.told


def test_a_pause_after_a_failure_for_good_is_not_taken_for_the_end(data, tmp_path):
    model = Playing(lambda n: failed("server", after=0.05) if n == 5 else RIGHT)
    assert run.run(data, model, DIRECT, tmp_path / "r", concurrency=1, retries=0) == len(data)
    assert len(lines(tmp_path / "r")) == len(data)


def test_a_server_that_wants_hours_is_left_for_another_day(data, tmp_path):
    model = Playing(lambda n: failed("rate", after=7200.0) if n == 4 else RIGHT)
    with pytest.raises(ValueError, match="words about rate; 4 of 36"):
        run.run(data, model, DIRECT, tmp_path / "r", concurrency=1)


def test_the_pace_follows_the_servers_complaints(data, tmp_path):
    class Counting(Playing):
        now = 0

        async def respond(self, request):
            self.now += 1
            busy = self.now > 4
            await asyncio.sleep(0.001)
            self.now -= 1
            self.asked.append(busy)
            return failed("rate") if busy else RIGHT

    model = Counting()
    conditions = [Condition(repeat=r) for r in range(10)]
    run.run(data, model, conditions, tmp_path / "r", concurrency=16, retries=50)
    assert sum(model.asked[-200:]) < 60, "sixteen at once would have 150 refused"


def test_a_cap_on_requests_is_exact_and_more_goes_on(data, tmp_path):
    model = Playing(lambda n: failed("server") if n % 5 == 1 else RIGHT)
    out = tmp_path / "r"
    tally = Tally()
    run.run(data, model, DIRECT, out, budget=Budget(requests=10), tally=tally)
    assert len(model.asked) == tally.requests == 10
    left = len(data) - len(lines(out))
    assert tally.stopped == (
        f"stopped at --max-requests 10 with {left} of 36 left; the same command with a larger limit goes on from there"
    )
    spent = sum(row["attempts"] for row in lines(out))
    tally = Tally()
    run.run(data, model, DIRECT, out, budget=Budget(requests=spent), tally=tally)
    assert len(model.asked) == 10, "what a run has spent counts when it goes on"
    assert tally.stopped
    tally = Tally()
    run.run(data, model, DIRECT, out, budget=Budget(requests=1000), tally=tally)
    assert (tally.done, tally.stopped) == (len(data), "")


def test_a_cap_that_is_just_enough_is_no_stop(data, tmp_path):
    tally = Tally()
    run.run(data, Playing(), DIRECT, tmp_path / "r", budget=Budget(requests=len(data), tokens=3600), tally=tally)
    assert (tally.done, tally.stopped) == (len(data), "")


def test_a_cap_on_tokens_is_kept(data, tmp_path):
    tally = Tally()
    run.run(data, Playing(), DIRECT, tmp_path / "r", budget=Budget(tokens=2050), tally=tally)
    assert tally.tokens == 2000
    assert "--max-tokens-total 2050 with 16 of 36 left" in tally.stopped


def test_a_cap_on_cost_is_kept_and_needs_a_price(data, tmp_path):
    price = Price(1000.0, 1000.0)  # ten cents for each answer of a hundred tokens
    tally = Tally(price)
    run.run(data, Playing(), DIRECT, tmp_path / "r", budget=Budget(cost=2.05), tally=tally)
    assert tally.cost == pytest.approx(2.0)
    assert tally.cost_left == pytest.approx(1.6)
    assert "--max-cost 2.05" in tally.stopped
    with pytest.raises(ValueError, match="no price is known for playing, so --max-cost cannot be kept; give its price"):
        run.run(data, Playing(), DIRECT, tmp_path / "s", budget=Budget(cost=2.05))
    assert not (tmp_path / "s").exists()


def test_a_cap_on_cost_waits_for_the_first_answer_to_tell_what_one_costs(data, tmp_path):
    class Slow(Playing):
        async def respond(self, request):
            self.asked.append(request)
            await asyncio.sleep(0.01)
            return RIGHT

    tally = Tally(Price(1e4, 1e4))  # a dollar for each answer of a hundred tokens
    run.run(data, Slow(), DIRECT, tmp_path / "r", budget=Budget(cost=5.0), tally=tally)
    assert (tally.cost, len(lines(tmp_path / "r"))) == (pytest.approx(5.0), 5)


def test_a_budget_is_shared_with_the_runs_before(data, tmp_path):
    def asked(name, price, *earlier, **budget):
        tally = Tally(price, earlier=earlier)
        run.run(data, Playing(), DIRECT, tmp_path / name, budget=Budget(**budget), tally=tally)
        return tally

    price = Price(1000.0, 1000.0)  # ten cents for each answer of a hundred tokens
    first = asked("a", price)
    second = asked("b", price, first, requests=40)
    assert (second.requests, second.done) == (4, 4)
    assert "stopped at --max-requests 40 with 32 of 36 left" in second.stopped
    assert asked("c", price, first, second, tokens=4550).tokens == 500
    assert asked("d", price, first, second, cost=4.55).cost == pytest.approx(0.5)
    none = asked("e", price, first, second, cost=4.05)
    assert (none.requests, none.stopped[:34]) == (0, "stopped at --max-cost 4.05 with 36")
    assert asked("f", FREE, first, second, cost=4.05).done == len(data), "what costs nothing needs no budget"


def test_a_server_that_does_not_count_tokens_cannot_keep_a_cap_on_them(data, tmp_path):
    silent = Playing(lambda n: Response("B", tokens_in=9))
    with pytest.raises(ValueError, match="does not say how many tokens a request took, so --max-tokens-total"):
        run.run(data, silent, DIRECT, tmp_path / "r", budget=Budget(tokens=100), concurrency=1)
    assert len(lines(tmp_path / "r")) == 1
    assert run.run(data, silent, DIRECT, tmp_path / "s", budget=Budget(cost=1.0), tally=Tally(FREE)) == len(data)


def test_what_failed_is_asked_again_on_request_alone(data, tmp_path):
    out = tmp_path / "r"
    run.run(
        data, Playing(lambda n: failed("refused", retry=False) if n % 9 == 4 else RIGHT), DIRECT, out, concurrency=1
    )
    model = Playing()
    assert run.run(data, model, DIRECT, out) == 0
    tally = Tally()
    assert run.run(data, model, DIRECT, out, retry_failed=True, tally=tally) == 4 == len(model.asked)
    assert (tally.failed, tally.done, tally.total) == (0, len(data), len(data))
    assert len(lines(out)) == len(data) + 4
    assert len(Run.read(out).responses) == len(data)
    assert not any(row.error for row in Run.read(out).responses)
    tally = Tally()
    run.run(data, model, DIRECT, out, tally=tally)
    assert (tally.failed, tally.requests) == (0, len(data) + 4)


def test_a_failure_again_stands_in_the_place_of_the_first(data, tmp_path):
    out = tmp_path / "r"
    bad = failed("refused", retry=False)
    run.run(data, Playing(lambda n: bad if n % 9 == 4 else RIGHT), DIRECT, out, concurrency=1)
    tally = Tally()
    assert run.run(data, Playing(lambda n: bad), DIRECT, out, retry_failed=True, tally=tally) == 4
    assert tally.failed == 4
    assert len(Run.read(out).responses) == len(data)


def test_the_cache_is_shared_between_runs(data, tmp_path):
    conditions = [Condition(), Condition(repeat=1)]
    with Cache(tmp_path / "cache") as cache:
        run.run(data, Playing(), conditions, tmp_path / "a", cache=cache)
    model, tally = Playing(), Tally(Price(1.0, 1.0))
    with Cache(tmp_path / "cache") as cache:
        assert run.run(data, model, conditions, tmp_path / "b", cache=cache, tally=tally) == 2 * len(data)
    assert not model.asked
    assert (tally.cached, tally.requests, tally.cost) == (2 * len(data), 0, 0.0)
    same = [
        {(row["item"], row["condition"]): (row["text"], row["request"]) for row in lines(tmp_path / name)}
        for name in "ab"
    ]
    assert same[0] == same[1]
    assert all(row["cached"] and row["attempts"] == 0 for row in lines(tmp_path / "b"))
    with Cache(tmp_path / "cache") as cache:
        run.run(data, model, [Condition(repeat=2)], tmp_path / "c", cache=cache)
        run.run(data, model, DIRECT, tmp_path / "d", cache=cache, settings=Settings(temperature=1.0))
    assert len(model.asked) == 2 * len(data), "another repeat, and other settings, are other requests"


def test_failures_do_not_come_out_of_the_cache(data, tmp_path):
    with Cache(tmp_path / "cache") as cache:
        run.run(
            data, Playing(lambda n: failed("refused", False) if n == 5 else RIGHT), DIRECT, tmp_path / "a", cache=cache
        )
        model = Playing()
        run.run(data, model, DIRECT, tmp_path / "b", cache=cache)
    assert len(model.asked) == 1


def test_accuracy_is_counted_for_whoever_watches(data, tmp_path):
    tally = Tally(watched=True)
    run.run(data, Playing(), DIRECT, tmp_path / "r", tally=tally)
    assert 0 < tally.scored <= len(data)
    assert tally.right <= tally.scored
    tally = Tally()
    run.run(data, Playing(), DIRECT, tmp_path / "s", tally=tally)
    assert tally.scored == 0
