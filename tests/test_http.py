"""What is sent to providers and how their replies are read, over real connections to a mock server."""

import io
import json
import socket

import pytest
from PIL import Image

from tests.asked import BLUE, MESSAGES, RED, ask, picture
from tests.mock_server import MockServer, Reply
from vantage import models
from vantage.models import Response, Settings, anthropic, http, openai
from vantage.prompts.prompt import Message, Picture

pytestmark = pytest.mark.usefixtures("no_environment")


def sent(name="openai/m", messages=MESSAGES, **settings):
    """Return the body that reaches the server."""
    with MockServer() as server:
        assert ask(server.url, name, messages, **settings).text
        return server.seen[0].body


def test_openai_body_is_exactly_this():
    content = [
        {"type": "text", "text": "Which?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64," + http.base64_text(RED)}},
        {"type": "text", "text": "\n\nOptions:\nB. this"},
        {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64," + http.base64_text(BLUE)}},
    ]
    assert sent() == {"model": "m", "messages": [{"role": "user", "content": content}], "temperature": 0.0}


def test_anthropic_body_is_exactly_this():
    def source(kind, data):
        return {"type": "image", "source": {"type": "base64", "media_type": kind, "data": http.base64_text(data)}}

    content = [
        {"type": "text", "text": "Which?"},
        source("image/png", RED),
        {"type": "text", "text": "\n\nOptions:\nB. this"},
        source("image/jpeg", BLUE),
    ]
    assert sent("anthropic/claude", system="Be brief.") == {
        "model": "claude",
        "max_tokens": anthropic.MAX_TOKENS,
        "system": "Be brief.",
        "messages": [{"role": "user", "content": content}],
        "temperature": 0.0,
    }


def test_settings_become_fields():
    body = sent(temperature=0.5, top_p=0.9, max_tokens=77, effort="low", seed=3, messages=(Message("user", ("Hi",)),))
    assert body == {
        "model": "m",
        "messages": [{"role": "user", "content": "Hi"}],
        "temperature": 0.5,
        "top_p": 0.9,
        "max_tokens": 77,
        "reasoning_effort": "low",
        "seed": 3,
    }


def test_a_temperature_of_none_is_left_to_the_server():
    assert "temperature" not in sent(temperature=None)
    assert "temperature" not in sent("anthropic/m", temperature=None)


@pytest.mark.parametrize(
    ("base_url", "field"),
    [("", "max_completion_tokens"), (openai.HOME, "max_completion_tokens"), ("http://localhost:1/v1", "max_tokens")],
)
def test_the_limit_on_tokens_has_the_name_that_the_server_knows(base_url, field):
    body = http.written(openai.WIRE, "m", Settings(max_tokens=9, base_url=base_url), MESSAGES)
    assert [name for name in body if name.startswith("max_")] == [field]


def test_the_users_own_fields_come_last_and_null_leaves_one_out():
    body = sent(max_tokens=9, body='{"max_tokens": null, "max_completion_tokens": 9, "temperature": 1, "top_k": 5}')
    assert "max_tokens" not in body
    assert (body["max_completion_tokens"], body["temperature"], body["top_k"]) == (9, 1, 5)


@pytest.mark.parametrize("body", ["[]", "{", "1", '"x"'])
def test_further_fields_must_be_an_object(body):
    with pytest.raises(ValueError, match="must be a JSON object"):
        models.get("openai/m", Settings(base_url="http://localhost:1", body=body))


def test_all_that_the_system_says_is_one_message():
    messages = (Message("system", ("Protocol.",)), Message("user", ("Hi",)))
    assert sent(messages=messages, system="Mine.")["messages"] == [
        {"role": "system", "content": "Mine.\n\nProtocol."},
        {"role": "user", "content": "Hi"},
    ]
    assert sent("anthropic/m", messages=messages, system="Mine.")["system"] == "Mine.\n\nProtocol."


def test_anthropic_effort_turns_thinking_on_and_leaves_out_what_it_forbids():
    body = sent("anthropic/m", effort="high")
    assert (body["thinking"], body["output_config"]) == ({"type": "adaptive"}, {"effort": "high"})
    assert "temperature" not in body
    own = '{"thinking": {"type": "enabled", "budget_tokens": 2000}, "output_config": null}'
    body = sent("anthropic/m", effort="high", body=own)
    assert body["thinking"] == {"type": "enabled", "budget_tokens": 2000}
    assert "output_config" not in body


def test_anthropic_takes_no_seed():
    with pytest.raises(ValueError, match="no seed"):
        models.get("anthropic/m", Settings(seed=1, base_url="http://localhost:1"))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_the_kind_of_a_picture_is_told_by_its_bytes(kind):
    assert http.media_type(picture(kind)) == f"image/{kind.lower()}"


def test_a_picture_of_another_kind_is_refused_without_asking():
    with MockServer() as server:
        error = ask(server.url, messages=(Message("user", (Picture(picture("BMP")),)),)).error
        assert (error.kind, error.retry, error.fatal) == ("refused", False, False)
        assert "not PNG, JPEG, WebP or GIF" in error.message
        assert not server.counts


def test_a_large_body_arrives_whole():
    noise = Image.effect_noise((1400, 1400), 100)
    out = io.BytesIO()
    noise.save(out, "PNG")
    with MockServer() as server:
        assert ask(server.url, messages=(Message("user", ("Hi", Picture(out.getvalue()))),)).text == "1"
        assert len(server.seen[0].raw) > http.IN_PIECES
        assert server.seen[0].pictures == [out.getvalue()]


# What comes back


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
@pytest.mark.parametrize(
    ("fault", "kind", "retry", "fatal"),
    [
        ("rate", "rate", True, False),
        ("server", "server", True, False),
        ("overloaded", "server", True, False),
        ("hang", "timeout", True, False),
        ("broken", "broken", True, False),
        ("shape", "broken", True, False),
        ("early", "network", True, False),
        ("late", "network", True, False),
        ("refused", "refused", False, False),
        ("key", "key", False, True),
        ("model", "model", False, True),
        ("images", "images", False, True),
    ],
)
def test_every_fault_has_its_kind(wire, fault, kind, retry, fatal):
    with MockServer(script=lambda seen: Reply(fault)) as server:
        response = ask(server.url, f"{wire}/m", timeout=0.3)
    assert response.text is None
    assert (response.error.kind, response.error.retry, response.error.fatal) == (kind, retry, fatal)
    assert response.error.after == (0.05 if fault == "rate" else None)


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
def test_answers(wire):
    script = iter(["B, I think", Reply("empty"), Reply("length")])
    with MockServer(script=lambda seen: next(script)) as server:
        said = ask(server.url, f"{wire}/m")
        assert (said.text, said.finish, said.tokens_out, said.error) == ("B, I think", "stop", 3, None)
        assert said.tokens_in > 0
        assert said.seconds > 0
        empty = ask(server.url, f"{wire}/m")
        assert (empty.text, empty.finish) == ("", "stop")
        cut = ask(server.url, f"{wire}/m")
        assert (cut.text, cut.finish) == ("Let me look at the", "length")


def choice(message, finish="stop", **further):
    return {"choices": [{"message": message, "finish_reason": finish}], **further}


@pytest.mark.parametrize(
    ("data", "text", "finish"),
    [
        (choice({"content": "A"}), "A", "stop"),
        (choice({"content": [{"type": "text", "text": "A"}, {"type": "text", "text": "B"}]}), "AB", "stop"),
        (choice({"content": [{"type": "thinking", "thinking": "C"}, {"type": "text", "text": "B"}]}), "B", "stop"),
        (choice({"content": "A", "reasoning_content": "B", "reasoning": "C"}), "A", "stop"),
        (choice({"content": None, "reasoning_content": "so B"}, "length"), "", "length"),
        (choice({"content": None, "refusal": "I cannot."}), "I cannot.", "stop"),
        (choice({"content": ""}, "content_filter"), "", "content_filter"),
        (choice({"content": "A"}, "eos_token"), "A", "stop"),
        (choice({"content": "A"}, None), "A", "stop"),
    ],
)
def test_openai_replies(data, text, finish):
    reply = openai.read(data)
    assert (reply.text, reply.finish) == (text, finish)


def test_openai_usage_counts_reasoning():
    usage = {"prompt_tokens": 5, "completion_tokens": 7, "completion_tokens_details": {"reasoning_tokens": 6}}
    reply = openai.read(choice({"content": "A"}, usage=usage))
    assert (reply.tokens_in, reply.tokens_out, reply.reasoning_tokens) == (5, 7, 6)
    reply = openai.read(choice({"content": "A"}, usage={"prompt_tokens": "many", "completion_tokens_details": None}))
    assert (reply.tokens_in, reply.tokens_out, reply.reasoning_tokens) == (None, None, None)


def test_anthropic_replies():
    blocks = [
        {"type": "thinking", "thinking": "C?"},
        {"type": "text", "text": "<answer>"},
        {"type": "text", "text": "B"},
    ]
    usage = {"input_tokens": 5, "cache_read_input_tokens": 2, "output_tokens": 7}
    reply = anthropic.read({"content": blocks, "stop_reason": "end_turn", "usage": usage})
    assert (reply.text, reply.finish, reply.tokens_in, reply.tokens_out) == ("<answer>B", "stop", 7, 7)
    assert anthropic.read({"content": [], "stop_reason": "refusal"}).finish == "refusal"


@pytest.mark.parametrize(
    "raw",
    [b"", b"null", b"[]", b"3", b"{}", b'{"choices": []}', b'{"choices": [{}]}', b'{"choices": [{"message": "A"}]}',
     b'{"choices": [{"message": {"content": 3}}]}', b"\xff\xfe\x00", b"[" * 100_000,
     b'{"choices": [{"message": {"content": "A"}, "error": {"code": 502}}]}'],
)  # fmt: skip
@pytest.mark.parametrize("wire", ["openai", "anthropic"])
def test_whatever_else_comes_is_broken(wire, raw):
    model = models.get(f"{wire}/m", Settings(base_url="http://localhost:1"))
    found = model._understood(raw, pictures=False)
    assert (found.kind, found.retry) == ("broken", True)


@pytest.mark.parametrize(("code", "kind"), [(429, "rate"), (404, "model"), ("weird", "server"), (7, "server")])
def test_an_error_inside_a_success_is_an_error(code, kind):
    raw = json.dumps({"error": {"message": "no", "code": code}}).encode()
    model = models.get("openai/m", Settings(base_url="http://localhost:1"))
    assert model._understood(raw, pictures=False).kind == kind


def test_a_reply_without_end_is_given_up(monkeypatch):
    monkeypatch.setattr(http, "LARGEST", 1000)
    with MockServer(script=lambda seen: "A" * 2000) as server:
        error = ask(server.url).error
    assert (error.kind, error.retry) == ("broken", True)
    assert "more than 1,000 bytes" in error.message


def test_nobody_listens():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        error = ask(f"http://127.0.0.1:{free.getsockname()[1]}").error
    assert (error.kind, error.retry, error.fatal) == ("network", True, False)
    assert error.message.startswith("no answer from 127.0.0.1:")


@pytest.mark.parametrize("usage", ["x", [], 5, None, {"prompt_tokens": -5, "input_tokens": 10**40}, {"a": {}}])
@pytest.mark.parametrize("wire", [openai.WIRE, anthropic.WIRE], ids=["openai", "anthropic"])
def test_numbers_that_make_no_sense_do_not_cost_the_answer(wire, usage):
    reply = {
        "choices": [{"message": {"content": "A"}, "finish_reason": "stop"}],
        "content": [{"type": "text", "text": "A"}],
        "stop_reason": "end_turn",
        "usage": usage,
    }
    found = wire.read(reply)
    assert (found.text, found.finish) == ("A", "stop")
    assert Response(found.text, tokens_in=found.tokens_in, tokens_out=found.tokens_out).tokens_in is None


@pytest.mark.parametrize("body", ['{"a": NaN}', '{"a": [1, -Infinity]}', '{"a": 1e999}'])
def test_further_fields_hold_no_nan(body):
    with pytest.raises(ValueError, match="must be a JSON object"):
        models.get("openai/m", Settings(base_url="http://localhost:1", body=body))
