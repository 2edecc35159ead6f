"""Wrong responses are sampled fairly, sent to a judge once, and its stored replies are read again without asking it."""

import itertools
import json
from collections import Counter

import pytest
from msgspec import structs

from tests import fabricated
from tests.mock_server import MockServer, Reply
from tests.test_outcomes import written
from vantage import models
from vantage.judging import judge
from vantage.judging.judge import Case, cases, sample, stored
from vantage.models import Settings
from vantage.running.inquiry import Manner
from vantage.running.opening import open_run
from vantage.running.tally import Budget, Tally

PERCEPTUAL = {"type": "perceptual", "subtype": "", "cause": "c", "severity": "low", "summary": "s"}


def say(_):
    return json.dumps(PERCEPTUAL)


@pytest.fixture
def data(tmp_path):
    return fabricated.data_set(tmp_path / "set", fabricated.items(per_task=12, size=16))


@pytest.fixture
def run(tmp_path, data):
    """A run whose every answer is the mirror image."""
    return open_run(written(tmp_path, data, fabricated.chooser("mirror")))[0]


def ask(server, run, data, n=None, tally=None, name="openai/judge", **manner):
    settings = Settings(base_url=server.url)
    return judge.judge(run, data, models.get(name, settings), n, Manner(settings, **manner), tally)


def test_only_wrong_answers_to_pictures_are_cases(tmp_path, data):
    replies = itertools.cycle(["Answer: A", "no idea", None])
    found = cases(open_run(written(tmp_path, data, lambda item: next(replies)))[0], data)
    assert {case.text for case in found} == {"Answer: A"}
    assert {case.answer for case in found} == {"A"}
    assert all(case.item.answer.letter != "A" for case in found)
    (tmp_path / "blind").mkdir()
    blind = open_run(written(tmp_path / "blind", data, lambda item: next(replies), images="none"))[0]
    assert "Answer: A" in {record.text for record in blind.responses}
    assert cases(blind, data) == []


def test_samples_are_nested_and_have_every_stratum(run, data):
    found = cases(run, data)
    assert len(found) == 36
    samples = [sample(found, n) for n in range(37)]
    assert all(few == more[: len(few)] for few, more in itertools.pairwise(samples))
    assert set(Counter(case.stratum for case in samples[9]).values()) == {1}
    assert set(Counter(case.stratum for case in samples[18]).values()) == {2}
    assert sample(found) == samples[36] == sample(found[::-1])


def test_samples_of_two_models_share_items(run, data):
    found = cases(run, data)
    other = [Case("other", *[getattr(case, name) for name in
             ("dataset", "item", "condition", "number", "text", "answer")]) for case in found]  # fmt: skip
    assert [case.key for case in sample(found, 12)] == [case.key for case in sample(other, 12)]
    assert not {case.id for case in found} & {case.id for case in other}


def test_a_sample_stays_when_the_run_grows(run, data):
    found = cases(run, data)
    few = [case for case in found if case.item.task == "turning"]
    order = [case.key for case in sample(found) if case.item.task == "turning"]
    assert [case.key for case in sample(few)] == order


def test_judgements_are_written_and_read_again(run, data):
    with MockServer(script=say) as server:
        judged = ask(server, run, data, 9)
        assert server.counts == {"ok": 9}
        assert len(server.seen[0].pictures) == 5
    assert [one.case.key for one in judged] == [case.key for case in sample(cases(run, data), 9)]
    assert {one.verdict.label for one in judged} == {"perceptual"}
    assert stored(run, data) == stored(run, data, "openai/judge") == judged
    rows = [json.loads(line) for line in (run.path / "judge/openai-judge/judgements.jsonl").read_text().splitlines()]
    assert [row["case"] for row in rows] == [one.case.id for one in judged]
    assert rows[0]["label"] == "perceptual"
    assert rows[0]["key"] != rows[0]["answer"]
    assert rows[0]["quadrant"]


def test_a_larger_sample_asks_only_what_is_missing(run, data):
    with MockServer(script=say) as server:
        ask(server, run, data, 9)
        tally = Tally()
        assert len(ask(server, run, data, 20, tally)) == 20
        assert server.counts == {"ok": 20}
        assert (tally.total, tally.done, tally.asked) == (20, 20, 11)
        assert len(ask(server, run, data, 5)) == 20
        assert server.counts == {"ok": 20}


def test_a_torn_line_and_a_budget_lose_nothing(run, data):
    with MockServer(script=say) as server:
        tally = Tally()
        ask(server, run, data, 20, tally, budget=Budget(requests=5))
        assert "stopped at --max-requests 5 with 15 of 20 left" in tally.stopped
        log = run.path / "judge/openai-judge/responses.jsonl"
        log.write_bytes(log.read_bytes() + b'{"item":"made/tur')
        assert len(stored(run, data)) == 5
        assert len(ask(server, run, data, 20)) == 20
        assert server.counts == {"ok": 20}


def test_failures_are_retried_then_kept_apart(run, data):
    def script(seen):
        if seen.number == 0:
            return Reply("refused")
        return Reply("rate", after=0.0) if seen.attempt == 0 else say(seen)

    with MockServer(script=script) as server:
        judged = ask(server, run, data, 9, concurrency=1)
        assert [one.failed for one in judged].count(True) == 1
        assert sum(one.verdict is None for one in judged) == 1
        judged = ask(server, run, data, 9, retry_failed=True)
        assert all(one.verdict for one in judged)


def test_only_what_was_not_read_is_asked_again(run, data):
    def script(seen):
        return "I cannot tell." if seen.number < 3 else say(seen)

    log = run.path / "judge/openai-judge/responses.jsonl"
    with MockServer(script=script) as server:
        judged = ask(server, run, data, 9)
        unread = [one.case.key for one in judged if not one.verdict]
        before = log.read_bytes()
        tally = Tally()
        judged = ask(server, run, data, 9, tally, retry_unread=True)
        assert len(unread) == 3
        assert all(one.verdict for one in judged)
        assert (server.counts, tally.asked, tally.done, tally.total) == ({"ok": 12}, 3, 9, 9)
        ask(server, run, data, 9, retry_unread=True)
        assert server.counts == {"ok": 12}
    assert log.read_bytes().startswith(before)
    added = [json.loads(line) for line in log.read_bytes()[len(before) :].splitlines()]
    assert sorted((row["item"], row["condition"]) for row in added) == sorted(unread)


def test_an_unreadable_reply_is_neither_a_verdict_nor_a_failure(run, data):
    with MockServer(script=lambda seen: "It is perceptual." if seen.number else Reply("empty")) as server:
        judged = ask(server, run, data, 3)
    assert [(one.verdict, one.failed) for one in judged] == [(None, False)] * 3


def test_a_response_that_changed_is_judged_again(run, data):
    with MockServer(script=say) as server:
        ask(server, run, data, 36)
        first = structs.replace(run.responses[0], text=f"{run.responses[0].text} I am sure.")
        run = fabricated.with_responses(run, [first, *run.responses[1:]])
        assert len(stored(run, data)) == 35
        assert len(ask(server, run, data, 36)) == 36
        assert server.counts == {"ok": 37}


def test_a_second_judge_has_a_folder_of_its_own(run, data):
    with MockServer(script=say) as server:
        ask(server, run, data, 3)
        ask(server, run, data, 4, name="anthropic/other")
    assert len(stored(run, data, "anthropic/other")) == 4
    with pytest.raises(ValueError, match="by anthropic/other, openai/judge; choose one with --model"):
        stored(run, data)
    with pytest.raises(ValueError, match="no judgements by openai/nobody"):
        stored(run, data, "openai/nobody")


def test_a_judge_that_is_asked_another_way_is_not_mixed_in(run, data):
    with MockServer(script=say) as server:
        ask(server, run, data, 3)
        settings = Settings(base_url=server.url, temperature=1.0)
        with pytest.raises(ValueError, match="ask the same way, or move it away"):
            judge.judge(run, data, models.get("openai/judge", settings), 3)


def test_replies_are_no_run_on_the_data_set(run, data):
    with MockServer(script=say) as server:
        ask(server, run, data, 3)
    with pytest.raises(ValueError, match="another data set"):
        open_run(run.path / "judge/openai-judge", data.folder)


def test_a_built_in_model_cannot_judge(run, data):
    with pytest.raises(ValueError, match="give a judge as PROVIDER/NAME"):
        judge.judge(run, data, models.get("random"))


def test_a_run_without_errors_has_nothing_to_judge(tmp_path, data):
    run = open_run(written(tmp_path, data, fabricated.chooser("")))[0]
    assert judge.judge(run, data, models.get("openai/judge", Settings(base_url="http://localhost:1/v1"))) == []
    assert stored(run, data) == []
    assert not (run.path / "judge").exists()
