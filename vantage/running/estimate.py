"""What a run would need, before anything is sent: the number of requests, and an estimate of tokens and dollars.

Every provider counts tokens in its own way. The estimate assumes four characters of text per token, and for a picture
85 tokens plus 170 for each 512-pixel tile that it covers, as OpenAI documents for GPT-4o.
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
from vantage.running.run_folder import Items
from vantage.running.sample import Selection, chosen

SAMPLED = 48  # items whose messages are measured; the others are assumed to be alike
CHARACTERS = 4  # of text per token
PICTURE, TILE, TILE_SIDE = 85, 170, 512
ANSWER = 256  # assumed tokens of an answer without a limit; reasoning models write far more


@dataclass(frozen=True)
class Estimate:
    """The requests, tokens and dollars that a run would need; cost is None where the price is not known."""

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
    """Return what a run of `plan` would need; `plan` maps each item to the numbers of its conditions."""
    few = set(chosen((item for item in dataset.head() if item.id in plan), dataset.digest, Selection(sample=SAMPLED)))
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
    """Return the assumptions of an estimate, as a sentence."""
    answers = (
        f"--max-tokens {settings.max_tokens}" if settings.max_tokens else f"{ANSWER} tokens (reasoning takes more)"
    )
    where = f"; prices as of {price.date}, {price.source}" if price and price.source else ""
    return (
        f"An estimate: {CHARACTERS} characters of text a token, {PICTURE} tokens a picture and {TILE} for each of its "
        f"{TILE_SIDE}-px tiles, each answer {answers}, no retries{where}."
    )


def message_tokens(messages: Sequence[Message]) -> int:
    """Return roughly how many tokens the messages have."""
    parts = [part for message in messages for part in message.parts]
    text = sum(len(part) for part in parts if isinstance(part, str))
    return math.ceil(text / CHARACTERS) + sum(_picture_tokens(part.data) for part in parts if not isinstance(part, str))


def _picture_tokens(data: bytes) -> int:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        width, height = image.size
    return PICTURE + TILE * math.ceil(width / TILE_SIDE) * math.ceil(height / TILE_SIDE)
