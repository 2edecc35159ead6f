"""What a server's refusal means: whether to ask again, whether to stop, how long to wait."""

import email.utils
import json
import time

import pytest

from vantage.models import refusals


@pytest.mark.parametrize(
    ("status", "words", "kind", "fatal"),
    [
        (400, "this model does not support image input", "images", True),
        (400, "facebook/opt-125m is not a multimodal model None", "images", True),
        (404, "No endpoints found that support image input", "images", True),
        (500, "image input is not supported - hint: you may need to provide the mmproj", "images", True),
        (500, 'Failed to parse messages: Unsupported content part type: "image_url"', "images", True),
        (400, "Invalid content type. image_url is only supported by certain models.", "images", True),
        (422, "messages[0]: unknown variant `image_url`, expected `text`", "images", True),
        (400, "At most 1 image(s) may be provided in one request.", "refused", False),
        (400, "You uploaded an unsupported image. Please make sure your image is valid.", "refused", False),
        (413, "Request too large", "refused", False),
        (422, "Input is too long: this model's maximum context length is 8192 tokens", "refused", False),
        (400, "The model `gpt-9` does not exist", "model", True),
        (400, "gpt-9 is not a valid model ID", "model", True),
        (400, "Unsupported value: 'temperature' does not support 0 with this model.", "refused", True),
        (400, "`temperature` is deprecated for this model.", "refused", True),
        (400, "Your credit balance is too low to access the API", "key", True),
        (402, "Payment required", "key", True),
        (403, "Forbidden", "key", True),
        (429, "You exceeded your current quota, please check your plan and billing details", "rate", False),
        (307, "", "refused", True),
        (408, "", "timeout", False),
        (409, "", "server", False),
        (503, "Loading model", "server", False),
        (418, "", "refused", False),
    ],
)
def test_what_a_refusal_means(status, words, kind, fatal):
    raw = json.dumps({"error": {"message": words}}).encode()
    found = refusals.failure(status, {}, raw, pictures=True)
    assert (found.kind, found.fatal) == (kind, fatal)
    assert found.retry == (kind in ("rate", "timeout", "server"))
    assert words in found.message
    assert str(status) in found.message


def test_a_temperature_that_is_not_taken_has_a_cure():
    raw = b'{"error": {"message": "\'temperature\' does not support 0 with this model"}}'
    assert refusals.failure(400, {}, raw, pictures=True).message.endswith("; give --temperature default")
    raw = b'{"error": {"message": "Unknown value", "code": "unsupported_value", "param": "effort"}}'
    assert "--temperature" not in refusals.failure(400, {}, raw, pictures=True).message


def test_a_spent_account_is_not_retried():
    raw = json.dumps({"error": {"message": "quota", "code": "insufficient_quota"}}).encode()
    found = refusals.failure(429, {"Retry-After": "1"}, raw, pictures=True)
    assert (found.kind, found.retry, found.fatal) == ("key", False, True)


def test_words_about_pictures_count_only_where_there_are_some():
    raw = b'{"error": "images are not supported"}'
    assert refusals.failure(400, {}, raw, pictures=False).kind == "refused"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b'{"error": {"message": "a\\n b"}}', "a b"),
        (b'{"error": "plain"}', "plain"),
        (b'{"object": "error", "message": "vllm"}', "vllm"),
        (b'{"detail": [{"loc": ["body"], "msg": "fastapi"}, {"msg": "twice"}]}', "fastapi; twice"),
        (b"<html><h1>502</h1> Bad Gateway</html>", "502 Bad Gateway"),
        (b'{"unknown": 1}', '{"unknown": 1}'),
        (b"\xff", "�"),
        (b"", ""),
    ],
)
def test_the_words_of_a_refusal_are_found(raw, words):
    assert refusals.message(raw) == words


def test_how_long_to_wait():
    assert refusals.wait({"Retry-After": "1.5"}) == 1.5
    assert refusals.wait({"Retry-After": "-3"}) == 0.0
    assert refusals.wait({"retry-after-ms": "250", "Retry-After": "1"}) == 0.25
    soon = refusals.wait({"Retry-After": email.utils.formatdate(time.time() + 60, usegmt=True)})
    assert 50 < soon < 61
    assert [refusals.wait({"Retry-After": given}) for given in ("", "soon", "nan", "inf")] == [None] * 4
    assert refusals.wait({}) is None
