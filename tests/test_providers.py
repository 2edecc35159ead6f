"""Which server is asked, with which key and under which name; and that no key or password is ever repeated."""

import logging
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from tests.asked import ask
from tests.mock_server import MockServer, Reply
from vantage import models
from vantage.models import Failure, Settings, http, openai
from vantage.running import run

pytestmark = pytest.mark.usefixtures("no_environment")

KEY = "sk-live-0123456789abcdefGHIJ"
WIRES = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "gemini": "GEMINI_API_KEY"}


@pytest.mark.parametrize(("wire", "variable"), WIRES.items())
def test_a_missing_key_is_one_sentence_before_anything_is_asked(wire, variable):
    with pytest.raises(ValueError, match=f"{wire}/ needs a key: set the environment variable {variable}"):
        run.check_model(models.get(f"{wire}/m"))


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
        run.check_model(elsewhere)
        with pytest.raises(ValueError, match=r"needs a key.*or give with --base-url the address of a server"):
            run.check_model(models.get("gemini/m"))


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
    with pytest.raises(ValueError, match=r"no model is called 'pixle'.*openai/NAME"):
        models.get("pixle")
    with pytest.raises(ValueError, match="openai/ names no model"):
        models.get("openai/")


def test_another_package_adds_a_provider_that_is_loaded_only_when_asked_for(monkeypatch):
    points = [
        EntryPoint("mine", "tests.test_providers:mine", "vantage.models"),
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
