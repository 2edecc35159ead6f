"""What a run would take, before anything is sent: a count, and an estimate of tokens and dollars.

Every provider counts in its own way. The estimate takes a token to be four characters of text, and a picture to be 85
tokens and 170 for each tile of 512 pixels that it covers, as OpenAI documents for GPT-4o.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from vantage.item import Condition
from vantage.models import Settings
from vantage.prompts import prompt
from vantage.prompts.prompt import Message
from vantage.running.prices import Price
from vantage.running.runs import Items
from vantage.running.sample import Selection, chosen

LOOKED_AT = 48  # items that stand for all of them
CHARACTERS = 4  # of text in a token
PICTURE, TILE, TILE_SIDE = 85, 170, 512
ANSWER = 256  # tokens of an answer whose length nothing limits; reasoning models write far more


@dataclass(frozen=True)
class Estimate:
    """What so many requests would take; cost is None where the price is not known."""

    requests: int
    tokens_in: int
    tokens_out: int
    cost: float | None


def estimate(
    dataset: Items,
    conditions: Sequence[Condition],
    plan: Mapping[str, tuple[int, ...]],
    settings: Settings,
    price: Price | None,
) -> Estimate:
    """Return what asking `plan`, condition numbers by item, would take."""
    few = set(chosen((item for item in dataset.head() if item.id in plan), dataset.digest, Selection(sample=LOOKED_AT)))
    shown = {replace(condition, repeat=0): number for number, condition in enumerate(conditions)}.values()
    seen = tokens = 0
    for item in dataset.items():
        for number in set(plan[item.id]) & set(shown) if item.id in few else ():
            tokens += message_tokens(prompt.present(item, conditions[number]).messages)
            seen += 1
    requests = sum(map(len, plan.values()))
    tokens_in = round(requests * (tokens / max(1, seen) + len(settings.system) / CHARACTERS))
    tokens_out = requests * (settings.max_tokens or ANSWER)
    return Estimate(requests, tokens_in, tokens_out, price.cost(tokens_in, tokens_out) if price else None)


def basis(settings: Settings, price: Price | None) -> str:
    """Return what an estimate rests on, as a sentence."""
    answers = (
        f"--max-tokens {settings.max_tokens}" if settings.max_tokens else f"{ANSWER} tokens (reasoning takes more)"
    )
    where = f"; prices as of {price.date}, {price.source}" if price and price.source else ""
    return (
        f"An estimate: {CHARACTERS} characters of text a token, {PICTURE} tokens a picture and {TILE} for each of its "
        f"{TILE_SIDE}-px tiles, each answer {answers}, no retries{where}."
    )


def message_tokens(messages: Sequence[Message]) -> int:
    """Return about how many tokens the messages are."""
    parts = [part for message in messages for part in message.parts]
    text = sum(len(part) for part in parts if isinstance(part, str))
    return math.ceil(text / CHARACTERS) + sum(_picture_tokens(part.data) for part in parts if not isinstance(part, str))


def _picture_tokens(data: bytes) -> int:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        width, height = image.size
    return PICTURE + TILE * math.ceil(width / TILE_SIDE) * math.ceil(height / TILE_SIDE)
