"""Prices: by name, never guessed, each with its source; a user's own go first."""

import re
import tomllib
from pathlib import Path

import pytest

from vantage.running import prices
from vantage.running.prices import FREE, Price, price_of

TABLE = tomllib.loads((Path(prices.__file__).with_name("prices.toml")).read_text())["prices"]


def test_cost_is_by_the_million():
    assert Price(2.0, 10.0).cost(500_000, 100_000) == pytest.approx(2.0)


def test_every_built_in_price_has_its_source_and_date():
    for group in TABLE:
        assert group["source"].startswith("https://")
        assert re.fullmatch(r"20\d\d-\d\d(-\d\d)?", group["date"])
    names = [name for group in TABLE for name in group["models"]]
    assert len(names) == len(set(names))


def test_output_costs_more_than_input():
    assert all(0 < given < taken for group in TABLE for given, taken in group["models"].values())


@pytest.mark.parametrize(
    "name",
    ["openai/gpt-4o", "openai/gpt-4o-2024-08-06", "anthropic/claude-sonnet-4-5-20250929", "gemini/gemini-2.5-pro"],
)
def test_known_models(name):
    assert price_of(name) is not None


def test_a_smaller_model_is_not_taken_for_a_larger():
    assert price_of("openai/gpt-5-mini") != price_of("openai/gpt-5")
    assert price_of("anthropic/claude-opus-4-20250514") != price_of("anthropic/claude-opus-4-5")


@pytest.mark.parametrize("name", ["openai/no-such-model", "openai/gpt-4o-audio", "elsewhere/gpt-4o"])
def test_unknown_is_unknown(name):
    assert price_of(name) is None


def test_another_server_has_prices_of_its_own():
    assert price_of("openai/gpt-4o", "https://api.openai.com/v1") == price_of("openai/gpt-4o")
    assert price_of("openai/gpt-4o", "http://localhost:8000/v1") is None


@pytest.mark.parametrize("name", ["random", "hf/some/model"])
def test_what_runs_here_is_free(name):
    assert price_of(name) == FREE


def test_a_users_file_goes_first(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[[prices]]\n[prices.models]\n"openai/gpt-4o*" = [1, 2]\n"openai/qwen-*" = [0.5, 0.5]\n')
    assert price_of("openai/gpt-4o", file=file) == Price(1.0, 2.0)
    assert price_of("openai/qwen-vl", "http://localhost:8000/v1", file) == Price(0.5, 0.5)
    assert price_of("openai/gpt-5", file=file) == price_of("openai/gpt-5")


@pytest.mark.parametrize(
    "text",
    [
        "oops",
        "x = 1",
        "[[prices]]\nmodels = 3",
        '[[prices]]\n[prices.models]\n"a/b" = [1]',
        '[[prices]]\n[prices.models]\n"a/b" = [-1, 2]',
        '[[prices]]\n[prices.models]\n"a/b" = ["1", "2"]',
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"is not a price file .* \[prices.models\] lines like"):
        price_of("openai/gpt-4o", file=file)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"no.toml is missing"):
        prices.price_of("openai/gpt-4o", file=tmp_path / "no.toml")
