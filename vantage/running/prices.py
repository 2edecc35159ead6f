"""What tokens cost, by model name, in US dollars per million; the user's own price file overrides the built-in table.

An unknown price is None, never a guess. The built-in table applies only to the providers' own servers: another server
may charge another price for a model of the same name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

MILLION = 1_000_000
HOSTS = ("api.openai.com", "api.anthropic.com", "generativelanguage.googleapis.com")
DATED = re.compile(r"-(\d{4}-\d\d-\d\d|\d{8}|latest)$")


@dataclass(frozen=True)
class Price:
    """US dollars per million input and output tokens, with the source of the figures and its date."""

    tokens_in: float
    tokens_out: float
    source: str = ""
    date: str = ""

    def cost(self, tokens_in: float, tokens_out: float) -> float:
        """Return what these tokens cost, in dollars."""
        return (self.tokens_in * tokens_in + self.tokens_out * tokens_out) / MILLION


FREE = Price(0.0, 0.0)


def price_of(model: str, base_url: str = "", file: Path | None = None) -> Price | None:
    """Return the price of a model asked at `base_url`, or None where it is not known."""
    own = _find(model, _read(file)) if file else None
    if own:
        return own
    if "/" not in model or model.startswith("hf/"):
        return FREE  # it runs on this machine
    if base_url and urlsplit(base_url).hostname not in HOSTS:
        return None
    return _find(model, _read(Path(__file__).with_name("prices.toml")))


def _find(model: str, table: tuple[tuple[str, Price], ...]) -> Price | None:
    plain = DATED.sub("", model)
    return next((price for name, price in table if fnmatchcase(model, name) or fnmatchcase(plain, name)), None)


@cache
def _read(path: Path) -> tuple[tuple[str, Price], ...]:
    try:
        return tuple(_entries(tomllib.loads(path.read_text("utf-8"))))
    except FileNotFoundError:
        raise ValueError(f"the price file {path} is missing") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"{path} is not a price file ({error}); it holds [[prices]] tables, each with "
            '[prices.models] lines like "openai/gpt-5" = [1.25, 10.0]'
        ) from None


def _entries(data: dict[str, Any]) -> Iterator[tuple[str, Price]]:
    for group in data["prices"]:
        for name, (tokens_in, tokens_out) in group["models"].items():
            if not (0 <= tokens_in < inf and 0 <= tokens_out < inf):
                raise ValueError(f"the price of {name} is not a number from 0 up")
            price = Price(float(tokens_in), float(tokens_out), str(group.get("source", "")), str(group.get("date", "")))
            yield name, price
