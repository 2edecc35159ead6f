"""What is sent to providers and what is made of their replies, over real connections to a mock server."""

import asyncio
import email.utils
import io
import json
import logging
import socket
import time
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest
from PIL import Image

from tests.mock_server import MockServer, Reply, process
from vantage import models
from vantage.models import Failure, Request, Settings, anthropic, http, openai, refusals
from vantage.prompt import Message, Picture

KEY = "sk-live-0123456789abcdefGHIJ"
WIRES = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "gemini": "GEMINI_API_KEY"}


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch):
    for name in (*WIRES.values(), "OPENAI_BASE_URL", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)


def picture(kind="PNG", colour="red", side=8):
    out = io.BytesIO()
    Image.new("RGB", (side, side), colour).save(out, kind)
    return out.getvalue()


RED, BLUE = picture(), picture("JPEG", "blue")
MESSAGES = (Message("user", ("Which?", Picture(RED), "\n\nOptions:\nB. this", Picture(BLUE, "B"))),)


def ask(server, name="openai/m", messages=MESSAGES, times=1, **settings):
    """Ask a server once or a few times, one after the other; return the last response."""

    async def go():
        async with models.get(name, Settings(**{"base_url": server, "timeout": 5.0, **settings})) as model:
            return [await model.respond(Request(messages, ("item",))) for _ in range(times)][-1]

    return asyncio.run(go())


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


# Refusals


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


# Keys and addresses


@pytest.mark.parametrize(("wire", "variable"), WIRES.items())
def test_a_missing_key_is_one_sentence_before_anything_is_asked(wire, variable):
    with pytest.raises(ValueError, match=f"{wire}/ needs a key: set the environment variable {variable}"):
        models.get(f"{wire}/m")


@pytest.mark.parametrize(("wire", "variable"), WIRES.items())
def test_keys_come_from_the_environment(wire, variable, monkeypatch):
    monkeypatch.setenv(variable, f" {KEY}\n")
    with MockServer(key=KEY) as server:
        assert ask(server.url, f"{wire}/m").text == "B"
    monkeypatch.setenv(variable, "another-key")
    with MockServer(key=KEY) as server:
        error = ask(server.url, f"{wire}/m").error
        assert (error.kind, error.fatal) == ("key", True)
        assert error.message.endswith(f"[{variable} is set]")


def test_a_local_server_needs_no_key_and_gets_none():
    with MockServer() as server:
        assert ask(server.url).text == "B"
        assert not {"Authorization", "x-api-key"} & set(server.seen[0].headers)


@pytest.mark.parametrize("key", ["two words", "sk-ünicode", "sk\n-injected: header"])
def test_a_key_that_cannot_be_one_is_refused_without_being_shown(key, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(ValueError, match="OPENAI_API_KEY holds characters") as error:
        models.get("openai/m")
    assert key not in str(error.value)


@pytest.mark.parametrize("wire", WIRES)
def test_no_key_appears_anywhere(wire, monkeypatch, caplog, capsys):
    monkeypatch.setenv(WIRES[wire], KEY)
    caplog.set_level(logging.DEBUG)
    far = "x" * (http.WORDS - 10)
    script = iter([Reply("key", text=KEY), Reply("key", text=far + KEY), KEY])
    with MockServer(script=lambda seen: next(script)) as server:
        model = models.get(f"{wire}/m", Settings(base_url=server.url))
        echoed, cut, spoken = (ask(server.url, f"{wire}/m") for _ in range(3))
    said = [repr(model), str(model.settings), *map(repr, (echoed, cut, spoken)), caplog.text, *capsys.readouterr()]
    assert "[key]" in echoed.error.message
    assert spoken.text == "[key]"
    assert all(KEY[:12] not in text for text in said)


def test_a_proxys_password_is_not_repeated():
    model = models.get("openai/m", Settings(base_url="http://localhost:1"))
    said = model._explained(Failure("network", "407, url='http://me:hunter22@proxy.example:1'")).message
    assert said == "407, url='http://proxy.example:1'"


def test_a_key_that_is_none_does_not_spoil_answers(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with MockServer(script=lambda seen: "none of these") as server:
        assert ask(server.url).text == "none of these"


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("http://localhost:8000", "http://localhost:8000/v1"),
        (" http://localhost:8000/ ", "http://localhost:8000/v1"),
        ("http://[::1]:8000/v1/", "http://[::1]:8000/v1"),
        ("https://host/api/v3", "https://host/api/v3"),
        ("https://host/v1/chat/completions", "https://host/v1"),
    ],
)
def test_addresses(given, address):
    assert http.address(given, "/chat/completions") == address


@pytest.mark.parametrize("given", ["localhost:8000", "ftp://host/v1", "http://", "http://[::1", "http://host:port/v1"])
def test_other_addresses_are_refused(given):
    with pytest.raises(ValueError, match="a base URL is like http://localhost:8000/v1"):
        http.address(given)


@pytest.mark.parametrize("given", ["https://me:hunter22@host/v1", "ftp://hunter22@host", "https://host/v1?k=hunter22"])
def test_secrets_in_addresses_are_refused_and_not_repeated(given):
    with pytest.raises(ValueError, match="keys are taken from the environment") as error:
        http.address(given)
    assert "hunter22" not in str(error.value)


def test_the_environment_may_name_the_server(monkeypatch):
    with MockServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert ask("").text == "B"
        assert models.get("openai/m").settings.base_url == server.url
        elsewhere = models.get("openai/m", Settings(base_url="http://localhost:1"))
        assert elsewhere.settings.base_url == "http://localhost:1/v1"
        with pytest.raises(ValueError, match="needs a key"):
            models.get("gemini/m")


def test_homes(monkeypatch):
    for variable in WIRES.values():
        monkeypatch.setenv(variable, KEY)
    assert {wire: models.get(f"{wire}/m")._url for wire in WIRES} == {
        "openai": "https://api.openai.com/v1/chat/completions",
        "anthropic": "https://api.anthropic.com/v1/messages",
        "gemini": "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
    }


def test_a_proxy_is_used_but_not_on_the_way_to_this_machine(monkeypatch):
    monkeypatch.setenv("http_proxy", "proxy.example:3128")
    monkeypatch.setenv("no_proxy", "inside.example")
    found = [http._proxy(f"http://{host}:1/v1") for host in ("far.example", "inside.example", "127.0.0.1", "[::1]")]
    assert found == ["http://proxy.example:3128", None, None, None]


# Names


def test_names_after_the_prefix_may_hold_slashes():
    with MockServer(models=("org/model",)) as server:
        assert ask(server.url, "openai/org/model").text == "B"
        assert ask(server.url, "openai/other").error.kind == "model"


def test_unknown_names_are_told_what_there_is():
    with pytest.raises(ValueError, match="did you mean 'openai'"):
        models.get("openia/gpt-5")
    with pytest.raises(ValueError, match=r"no model is called 'gpt-5'.*openai/NAME"):
        models.get("gpt-5")
    with pytest.raises(ValueError, match="openai/ names no model"):
        models.get("openai/")


def test_another_package_adds_a_provider_that_is_loaded_only_when_asked_for(monkeypatch):
    points = [
        EntryPoint("mine", "tests.test_http:mine", "vantage.models"),
        EntryPoint("broken", "no.such.module:x", "vantage.models"),
    ]
    monkeypatch.setattr(models, "entry_points", lambda group: points)
    model = models.get("mine/some/name", Settings(seed=4))
    assert (model.name, model.settings.seed) == ("mine/some/name", 4)


def mine(name, settings):
    """Return a model of this file."""
    return http.HttpModel(name, replace(settings, base_url="http://localhost:1"), replace(openai.WIRE, prefix="mine"))


def test_every_provider_has_its_line():
    assert list(models.providers()) == ["openai", "anthropic", "gemini", "hf"]
    assert all(line.endswith(".") for line in models.providers().values())


# The mock server itself


def test_seeded_faults_depend_on_what_is_asked_and_not_on_when():
    def kinds(order):
        with MockServer(faults={"server": 0.5}, seed=1) as server:
            for number in order:
                ask(server.url, messages=(Message("user", (f"Question {number}",)),), times=2)
            return {(seen.text, seen.attempt): seen.kind for seen in server.seen}

    found = kinds(range(8))
    assert found == kinds(reversed(range(8)))
    assert set(found.values()) == {"ok", "server"}


def test_a_server_in_a_process_of_its_own():
    with process("--faults", "rate=1", "--seed", "2") as url:
        assert ask(url).error.kind == "rate"
