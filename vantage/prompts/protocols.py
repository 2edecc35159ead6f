"""Protocols: how a question asks for its answer. They have names and versions, because the wording changes scores.

A protocol is data: the system message, and the closing sentence of the question. In both, {letters} are the letters on
offer ("A, B, C"), {letter} is one of them as an example, and {unit} is a number's unit with its preposition (" in
metres"). Every change of wording raises the version. Those named after a paper (`dise`, `spin`, `easi`,
`scope` and what begins so) quote it, so that scores can be compared; the other wordings are our own.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from vantage.item import Choice, Item
from vantage.names import nearest


@dataclass(frozen=True)
class Wording:
    """A text for items that offer a choice, and one for items that ask for a number; empty for no text."""

    choice: str = ""
    number: str = ""


@dataclass(frozen=True)
class Protocol:
    """How a question asks for its answer, and how an answer that ran out of time or tokens counts."""

    name: str
    version: int
    about: str  # one line that helps a user choose
    closing: Wording
    system: Wording = Wording()
    named: str = ""  # the closing where options are "First Image", "Second Image", ...; {names} lists them
    failed_is_wrong: bool = False  # whether a timeout, or an answer cut off by the token limit, counts as wrong
    max_tokens: int | None = None  # the longest answer, in tokens, unless the user sets another limit
    max_tokens_effort: int | None = None  # the same where a reasoning effort is set


_LETTER = "the letter of the right option out of ({letters})"
_STEPS = (
    "Work through these steps in writing.\n"
    "1. Describe what each picture shows, as far as the question needs it.\n"
    "2. Say whose point of view the question takes, and what left, right, front and behind mean from there.\n"
    "3. Carry out the turn, the move or the fold that is asked about, a little at a time, and say what each part of "
    "it changes.\n"
)
_MAP = (
    "Work in three steps, in writing.\n"
    "1. Each picture by itself, as its camera sees it: say where the things in question are, to the left or to the "
    "right, nearer or farther, and what may be hidden.\n"
    "2. One map of the scene from above: put everything you saw in its place, and mark which way each thing or person "
    "faces. Where a picture hides something, use those that show it; where two seem to disagree, find the layout that "
    "fits all of them.\n"
    "3. Read the answer off the map. If it is asked from someone's point of view, stand there on the map and face "
    "their way.\n"
)
_THINK = (
    "Think before you answer. Write your thinking inside <think></think>, then the answer, and nothing but the "
    "answer, inside <answer></answer>."
)
_CUE = "Let's think step by step."
_VL_THINKING = (
    "You are VL-Thinking, a helpful assistant with excellent reasoning ability. You should first think about the "
    "reasoning process and then provide the answer. Use <think>...</think> and <answer>...</answer> tags."
)
_COSMOS = (
    "You are a helpful assistant.\nAnswer the question in the following format:\n"
    '"<think>\nyour reasoning\n</think>\n<answer>\nyour answer\n</answer>."'
)
_SELECT = Wording(
    choice="Please select the correct answer from the options above.", number="Please answer with a number{unit}."
)
_OUTPUT = "Output the thinking process in <think> </think> and final answer in <answer> </answer> tags."
_SINGLE = Wording(
    choice="Only answer with a single capital letter from ({letters}).",
    number="Only answer with a single number{unit}.",
)
# Both examples lost their closing tags in the printed paper; they are restored here.
_EASI_BEGINS = (
    "You are a spatial-reasoning assistant. Always ground your answer in the visual evidence; do not hallucinate "
    'unseen objects. If uncertain, pick the most plausible option—never refuse or reply "insufficient information." '
    "Think step by step and provide the answer. You should first provide a reasoning process, then provide "
)
_EASI_ENDS = (
    " as the final answer. The reasoning process and the answer are enclosed within <think></think> and "
    "<answer></answer> tags, respectively, i.e., <think> reasoning process </think> <answer> answer</answer>."
)


def _in_tags(before: str, choice: str = "", number: str = "") -> Wording:
    """Return a wording that asks for the answer in tags, after `before` and the text for items of each kind."""
    tags = "inside <answer></answer>, for example <answer>"
    return Wording(
        choice=f"{before}{choice}Then give {_LETTER} {tags}{{letter}}</answer>.",
        number=f"{before}{number}Then give your answer as a number{{unit}} {tags}12.5</answer>.",
    )


_ALL = (
    Protocol(
        name="direct",
        version=1,
        about="the letter or number alone",
        closing=Wording(f"Answer with only {_LETTER}.", "Answer with only a number{unit}."),
    ),
    Protocol(
        name="cot",
        version=1,
        about="reasoning step by step, then the answer in tags",
        closing=_in_tags("Reason step by step. "),
    ),
    Protocol(
        name="manual-cot",
        version=1,
        about="reasoning along steps that are laid down, then the answer in tags",
        closing=_in_tags(
            _STEPS,
            choice="4. Hold the outcome against each option, and say what rules out the others.\n",
            number="4. Work out the number, and check that its size makes sense.\n",
        ),
    ),
    Protocol(
        name="tags",
        version=1,
        about="thinking and answer in tags of their own, asked for by the system message",
        system=Wording(_THINK, _THINK),
        closing=Wording(f"The answer is {_LETTER}.", "The answer is a number{unit}."),
    ),
    Protocol(
        name="spin",
        version=1,
        about="SpinBench's end prompt (its items ask for no numbers; that line is ours)",
        closing=_SINGLE,
    ),
    Protocol(
        name="spin-think",
        version=1,
        about="SpinBench's end prompt after the thinking prompt that it gave Cosmos-Reason1",
        system=Wording(_COSMOS, _COSMOS),
        closing=_SINGLE,
    ),
    Protocol(
        name="spin-vl-thinking",
        version=1,
        about="SpinBench's end prompt after the thinking prompt that it gave SpaceOm and SpaceThinker",
        system=Wording(_VL_THINKING, _VL_THINKING),
        closing=_SINGLE,
    ),
    Protocol(
        name="dise",
        version=1,
        about="Spatial-DISE's closing sentence (its items ask for no numbers; that line is ours)",
        closing=_SELECT,
    ),
    Protocol(
        name="dise-think",
        version=1,
        about="Spatial-DISE's closing sentence with its request to think, in tags",
        closing=Wording(f"{_SELECT.choice} {_OUTPUT}", f"{_SELECT.number} {_OUTPUT}"),
    ),
    Protocol(
        name="dise-vl-thinking",
        version=1,
        about="Spatial-DISE's closing sentence after the system prompt that it gave the VLAA-Thinker models",
        system=Wording(_VL_THINKING, _VL_THINKING),
        closing=_SELECT,
    ),
    Protocol(
        name="easi",
        version=2,
        about="EASI's system prompts and limits (2,048 tokens, 16,384 with --effort); cut off or too late is wrong",
        system=Wording(
            choice=f"{_EASI_BEGINS}a single option (an English letter){_EASI_ENDS}",
            number=f"{_EASI_BEGINS}a number{_EASI_ENDS}",
        ),
        closing=Wording(),
        failed_is_wrong=True,
        max_tokens=2_048,
        max_tokens_effort=16_384,
    ),
    Protocol(
        name="scope",
        version=1,
        about='SCOPE\'s suffix, also in its form "First Image, Second Image, …" (the line for numbers is ours)',
        closing=Wording("Answer with exactly one of: {letters}.", "Answer with exactly one number{unit}."),
        named="Answer with exactly one of: {names}.",
    ),
    Protocol(
        name="scope-cot",
        version=1,
        about="SCOPE's suffix with its chain-of-thought cue and limit (1,024 tokens)",
        closing=Wording(
            f"Answer with exactly one of: {{letters}}. {_CUE}", f"Answer with exactly one number{{unit}}. {_CUE}"
        ),
        named=f"Answer with exactly one of: {{names}}. {_CUE}",
        max_tokens=1_024,
    ),
    Protocol(
        name="ego-to-allo",
        version=1,
        about="each view on its own, then one map from above, then the answer in tags (SCOPE's idea, our wording)",
        closing=_in_tags(_MAP),
    ),
)
PROTOCOLS = {protocol.name: protocol for protocol in _ALL}

_NAMED = re.compile(r"(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth) [Ii]mage\b")


def get(name: str) -> Protocol:
    """Return the protocol called `name`; for an unknown name, the error suggests the nearest one."""
    return PROTOCOLS[nearest(name, PROTOCOLS, "protocol")]


def token_limit(names: Iterable[str], effort: str) -> int | None:
    """Return the longest answer that a run under these protocols needs; None if none of them states a limit."""
    chosen = [get(name) for name in names]
    limits = [(effort and one.max_tokens_effort) or one.max_tokens for one in chosen]
    return max((limit for limit in limits if limit), default=None)


def wording(protocol: Protocol, item: Item) -> tuple[str, str]:
    """Return the system message and the closing sentence for `item`, whose options are in the order shown."""
    if not isinstance(item.answer, Choice):
        unit = f" in {item.answer.unit}" if item.answer.unit else ""
        return protocol.system.number.format(unit=unit), protocol.closing.number.format(unit=unit)
    # The example's letter depends on the item, so that no letter is named more often than another.
    example = item.letters[int(hashlib.sha256(item.id.encode()).hexdigest(), 16) % len(item.letters)]
    names = [_NAMED.match(option.text) for option in item.options]
    fill = {
        "letters": ", ".join(item.letters),
        "letter": example,
        "names": ", ".join(name.group() for name in names if name),
    }
    closing = protocol.named if protocol.named and all(names) else protocol.closing.choice
    return protocol.system.choice.format(**fill), closing.format(**fill)
