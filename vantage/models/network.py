"""A transformers model and its processor in memory: answers a batch of requests by greedy search.

Sampling is greedy search over scores with noise added. Each row has its own noise, so the rows of a batch stay
independent.
"""

from __future__ import annotations

import contextlib
import copy
import json
import logging
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from vantage import seeds
from vantage.models import Request, Response, Settings
from vantage.prompts.prompt import Message, Picture

MAX_TOKENS = 512
PROBE = "system-prompt-probe"


@dataclass(frozen=True)
class Generation:
    """How text is generated, taken from the settings."""

    temperature: float
    top_p: float
    max_tokens: int
    seed: int
    system: str
    batch: int  # the most requests answered at once; 0: the default for the device
    template: dict[str, Any]  # arguments of the chat template besides the messages
    options: dict[str, Any]  # further fields of transformers' GenerationConfig

    @classmethod
    def of(cls, settings: Settings) -> Generation:
        """Return how to generate under `settings`; a ValueError if a local model cannot follow one of them."""
        if settings.effort:
            raise ValueError(
                f"a local model has no reasoning effort {settings.effort!r}; what its chat template takes goes into "
                'the body: {"chat_template_kwargs": {"enable_thinking": true}}'
            )
        from transformers import GenerationConfig

        options = json.loads(settings.body)
        batch = options.pop("batch_size", 0)
        template = options.pop("chat_template_kwargs", {})
        if unknown := GenerationConfig().update(**options):
            raise ValueError(f"the body has {', '.join(unknown)}, which is no field of transformers' GenerationConfig")
        limit = settings.max_tokens or MAX_TOKENS
        top_p = 1.0 if settings.top_p is None else settings.top_p
        return cls(
            settings.temperature or 0.0, top_p, limit, settings.seed or 0, settings.system, batch, template, options
        )


class Network:
    """A model and its processor in memory."""

    def __init__(self, name: str) -> None:
        import torch
        from transformers import AutoModelForImageTextToText, AutoProcessor
        from transformers.utils import logging as told

        kind = {"device_map": "auto", "dtype": torch.bfloat16} if device() == "cuda" else {"dtype": torch.float32}
        if not sys.stderr.isatty():
            told.disable_progress_bar()
        try:
            self.processor: Any = AutoProcessor.from_pretrained(name)
            self.model: Any = AutoModelForImageTextToText.from_pretrained(name, **kind).eval()
        except (OSError, ValueError, ImportError) as error:
            raise ValueError(f"hf/{name} cannot be loaded: {sentence(error)}") from None
        tokenizer = self.processor.tokenizer
        tokenizer.padding_side = "left"  # so that every row's answer begins right after its prompt
        if tokenizer.pad_token is None:
            tokenizer.pad_token = tokenizer.eos_token
        self._hears_system = self._template_shows_system()

    def answer(self, requests: Sequence[Request], how: Generation, stop: threading.Event) -> list[Response]:
        """Return one response per request, all generated as one batch."""
        import torch

        began = time.perf_counter()
        config = self._config(how)
        inputs = self._inputs([self._conversation(request.messages, how) for request in requests], how)
        with torch.inference_mode():
            sequences = self.model.generate(
                **inputs.to(self.model.device, self.model.dtype),
                generation_config=config,
                logits_processor=_sampling(requests, how),
                stopping_criteria=[lambda ids, scores, **_: torch.full((len(ids),), stop.is_set(), device=ids.device)],
            )
        written = sequences[:, inputs["input_ids"].shape[1] :].tolist()
        seconds = time.perf_counter() - began
        lengths = inputs["attention_mask"].sum(1).tolist()
        ends = {config.eos_token_id} if isinstance(config.eos_token_id, int) else set(config.eos_token_id or ())
        return [self._response(ids, ends, length, seconds) for ids, length in zip(written, lengths)]

    def _inputs(self, conversations: list[list[dict[str, Any]]], how: Generation) -> Any:
        """Return the tensors for a batch of conversations: texts, padded on the left, and pictures."""
        texts = [self._rendered(conversation, how.template) for conversation in conversations]
        pictures = [
            [part["image"] for message in conversation for part in message["content"] if part["type"] == "image"]
            for conversation in conversations
        ]
        bos = self.processor.tokenizer.bos_token
        # If the template already writes the opening token, the tokenizer must not add a second one.
        special = {"add_special_tokens": False} if bos and texts[0].startswith(bos) else {}
        images = pictures if any(pictures) else None
        return self.processor(text=texts, images=images, padding=True, return_tensors="pt", **special)

    def _conversation(self, messages: Sequence[Message], how: Generation) -> list[dict[str, Any]]:
        """Return the messages in transformers' form; a system prompt that the template ignores joins the user turn."""
        if how.system:
            messages = [Message("system", (how.system,)), *messages]
        spoken = [part for message in messages if message.role == "system" for part in message.parts]
        system = "\n\n".join(part for part in spoken if isinstance(part, str))
        others = [message for message in messages if message.role != "system"]
        if system and self._hears_system:
            others.insert(0, Message("system", (system,)))
        elif system:
            others[0] = Message(others[0].role, (system + "\n\n", *others[0].parts))
        return [{"role": message.role, "content": [_content(part) for part in message.parts]} for message in others]

    def _rendered(self, conversation: list[dict[str, Any]], extra: dict[str, Any]) -> str:
        text: str = self.processor.apply_chat_template(conversation, add_generation_prompt=True, **extra)
        return text

    def _template_shows_system(self) -> bool:
        from jinja2 import TemplateError

        roles = {"system": PROBE, "user": "?"}
        conversation = [{"role": role, "content": [{"type": "text", "text": text}]} for role, text in roles.items()]
        try:
            return PROBE in self._rendered(conversation, {})
        except TemplateError:  # how some templates say that they take no system prompt
            return False

    def _config(self, how: Generation) -> Any:
        """Return the model's own generation settings, without sampling, which `_sampling` does instead."""
        config = copy.deepcopy(self.model.generation_config)
        config.update(do_sample=False, temperature=None, top_p=None, top_k=None, num_beams=1)
        config.update(max_new_tokens=how.max_tokens, max_length=None)
        config.update(pad_token_id=self.processor.tokenizer.pad_token_id)
        config.update(**how.options)
        return config

    def _response(self, ids: list[int], ends: set[int], prompt: int, seconds: float) -> Response:
        end = next((place for place, token in enumerate(ids) if token in ends), None)
        written = ids if end is None else ids[: end + 1]  # what follows the end is padding
        text = self.processor.tokenizer.decode(written, skip_special_tokens=True)
        finish = "length" if end is None else "stop"
        return Response(text, finish, tokens_in=prompt, tokens_out=len(written), seconds=seconds)


class _Sampler:
    """Make greedy search sample: the token with the largest score plus Gumbel noise is a draw from the distribution.

    Each row has its own generator, so its draws do not depend on the other rows.
    """

    def __init__(self, requests: Sequence[Request], seed: int) -> None:
        self._generators = [seeds.generator("hf", seed, *request.path) for request in requests]

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        import numpy as np
        import torch

        waits = [rng.standard_exponential(scores.shape[1], dtype=np.float32) for rng in self._generators]
        return scores.float() - torch.from_numpy(np.stack(waits)).to(scores.device).log()


def _sampling(requests: Sequence[Request], how: Generation) -> list[Any]:
    from transformers import TemperatureLogitsWarper, TopPLogitsWarper

    if how.temperature == 0:
        return []
    narrowed = [TopPLogitsWarper(how.top_p)] if how.top_p < 1 else []
    return [TemperatureLogitsWarper(how.temperature), *narrowed, _Sampler(requests, how.seed)]


def _content(part: str | Picture) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    from vantage.render import flat

    return {"type": "image", "image": flat.opened(part.data).convert("RGB")}


def device() -> str:
    """Return the device that models run on: "cuda" or "cpu"."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Hide the hub's log lines about each attempt; the final error says the same."""
    hub = logging.getLogger("huggingface_hub")
    level = hub.level
    hub.setLevel(logging.ERROR)
    try:
        yield
    finally:
        hub.setLevel(level)


def sentence(error: Exception) -> str:
    """Return the first line of an error's message."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
