"""What a run lost is counted by cause, and every known cause has a remedy."""

from __future__ import annotations

import pytest

from tests import fabricated
from vantage.models import refusals
from vantage.running import losses
from vantage.running.records import Fault, Record


def failed(kind: str, message: str) -> Record:
    return fabricated.response("i", None, error=Fault(kind=kind, message=message))


@pytest.mark.parametrize(
    ("status", "words", "cure"),
    [
        (400, "At most 5 image(s) may be provided in one request.", "--layout composite"),
        (400, "Too many images in request", "--layout composite"),
        (400, "The number of images exceeds the limit of 10", "--layout composite"),
        (400, "This model's maximum context length is 8192 tokens", "--max-side"),
        (413, "Request too large", "--max-side"),
        (400, "prompt is too long: 210000 tokens > 200000 maximum", "--max-tokens"),
        (400, "The response was filtered due to the prompt triggering content management policy", "another provider"),
        (429, "slow down", "--concurrency"),
        (408, "", "--timeout"),
        (503, "overloaded", "--retry-failed"),
    ],
)
def test_a_known_cause_has_a_cure(status: int, words: str, cure: str) -> None:
    found = refusals.failure(status, {}, f'{{"error": "{words}"}}'.encode(), pictures=True)
    (cause,) = losses.loss([failed(found.kind, found.message)]).causes
    assert cure in cause.cure
    assert cure in losses.sentence(cause)


def test_causes_are_counted_and_sorted() -> None:
    records = [fabricated.response("i", "A"), *(failed("timeout", f"no answer within {n} s") for n in range(3))]
    records += [failed("odd", f"request {n} is odd") for n in range(5)]
    found = losses.loss(records)
    assert (found.asked, found.failed) == (9, 8)
    assert found.share == pytest.approx(8 / 9)
    assert [(cause.what, cause.n, cause.said) for cause in found.causes] == [
        ("request … is odd", 5, "request 0 is odd"),
        ("no answer in time", 3, "no answer within 0 s"),
    ]
    assert losses.sentence(found.causes[0]) == "5 × request … is odd (request 0 is odd)"


def test_a_run_without_failures_lost_nothing() -> None:
    assert losses.loss([fabricated.response("i", "A")]) == losses.Loss(1, 0)
    assert losses.loss([]).share == 0
