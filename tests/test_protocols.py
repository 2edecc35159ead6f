"""What each protocol says, word for word."""

import dataclasses
import hashlib

import pytest

from vantage.item import Choice, Condition, Item, Number, Option
from vantage.prompts import protocols
from vantage.prompts.prompt import present
from vantage.prompts.protocols import PROTOCOLS

ITEM = Item(
    "own/sides/all-s0/000000", "own", "sides", 1, "test", "s", "Where is it?", (),
    (Option("left"), Option("right"), Option("behind")), Choice("B"), {},
)  # fmt: skip
NUMBER = dataclasses.replace(ITEM, options=(), answer=Number(2.5, "metres"))

# A wording that changed needs a new version, and with it a new line here: scores under the two cannot be compared.
WORDINGS = {
    ("direct", 1): "7c6470163577fad8",
    ("cot", 1): "f2a880a2df9a389f",
    ("manual-cot", 1): "2cbb5336f0526709",
    ("tags", 1): "bf32cffbd02408b5",
    ("spin", 1): "34697c7710dd5a32",
    ("spin-think", 1): "f4d994646551de7b",
    ("spin-vl-thinking", 1): "d90bed4f3195e995",
    ("dise", 1): "9512be915f7cc737",
    ("dise-think", 1): "a89917fc159363b7",
    ("dise-vl-thinking", 1): "37408ffb840e470b",
    ("easi", 2): "749336ae854ec890",
    ("scope", 1): "6678a177e383ceed",
    ("scope-cot", 1): "97a725784774211f",
    ("ego-to-allo", 1): "1cda4b8b37d54c1b",
}


def digest(protocol):
    said = {name: value for name, value in dataclasses.asdict(protocol).items() if value is not None}
    del said["version"], said["about"]
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", PROTOCOLS)
def test_wording_changes_only_with_the_version(name):
    protocol = PROTOCOLS[name]
    assert WORDINGS.get((name, protocol.version)) == digest(protocol)


def test_the_digest_sees_every_word_and_flag():
    plain = PROTOCOLS["cot"]
    others = [
        dataclasses.replace(plain, closing=protocols.Wording("a", plain.closing.number)),
        dataclasses.replace(plain, closing=protocols.Wording(plain.closing.choice, "b")),
        dataclasses.replace(plain, system=protocols.Wording("a", "")),
        dataclasses.replace(plain, named="a"),
        dataclasses.replace(plain, failed_is_wrong=True),
        dataclasses.replace(plain, max_tokens=9),
        dataclasses.replace(plain, max_tokens_effort=9),
    ]
    assert len({digest(protocol) for protocol in (plain, *others)}) == 8
    assert digest(dataclasses.replace(plain, about="other")) == digest(plain)


def said(item, name):
    """The texts of each message, by role."""
    messages = present(item, Condition(protocol=name)).messages
    return {message.role: "".join(message.parts) for message in messages}


@pytest.mark.parametrize("name", PROTOCOLS)
@pytest.mark.parametrize("item", [ITEM, NUMBER])
def test_no_protocol_leaves_a_gap_in_its_wording(name, item):
    texts = said(item, name)
    assert all("{" not in text and "}" not in text for text in texts.values())
    assert list(texts) in (["user"], ["system", "user"])
    assert texts["user"].startswith("Where is it?")
    assert not texts["user"].endswith("\n")


@pytest.mark.parametrize("name", [name for name in PROTOCOLS if name != "easi" and "dise" not in name])
def test_every_closing_names_what_may_be_answered(name):
    assert "A, B, C" in said(ITEM, name)["user"]
    assert "number in metres" in said(NUMBER, name)["user"]


def test_papers_are_quoted_word_for_word():
    select = "C. behind\n\nPlease select the correct answer from the options above."
    assert said(ITEM, "dise")["user"].endswith(select)
    tags = " Output the thinking process in <think> </think> and final answer in <answer> </answer> tags."
    assert said(ITEM, "dise-think")["user"].endswith(select + tags)
    thinking = said(ITEM, "dise-vl-thinking")
    assert thinking["system"] == said(ITEM, "spin-vl-thinking")["system"]
    assert thinking["system"].startswith("You are VL-Thinking, a helpful assistant with excellent reasoning ability.")
    assert said(ITEM, "spin-think")["system"].startswith("You are a helpful assistant.\nAnswer the question in the")
    for name in ("spin-think", "spin-vl-thinking"):
        assert said(ITEM, name)["user"] == said(ITEM, "spin")["user"]
    assert said(ITEM, "scope-cot")["user"].endswith("exactly one of: A, B, C. Let's think step by step.")
    assert said(ITEM, "spin")["user"].endswith("\n\nOnly answer with a single capital letter from (A, B, C).")
    assert said(ITEM, "scope")["user"].endswith("\n\nAnswer with exactly one of: A, B, C.")
    choice, number = said(ITEM, "easi"), said(NUMBER, "easi")
    assert choice["user"] == "Where is it?\n\nOptions:\nA. left\nB. right\nC. behind"
    assert number["user"] == "Where is it?"
    assert "then provide a single option (an English letter) as the final answer" in choice["system"]
    assert "then provide a number as the final answer" in number["system"]
    assert choice["system"].startswith("You are a spatial-reasoning assistant. Always ground your answer")
    assert choice["system"].endswith("i.e., <think> reasoning process </think> <answer> answer</answer>.")


@pytest.mark.parametrize("suffix", ["", " (0°)"])
def test_scope_names_pictures_where_the_options_do(suffix):
    names = ("First Image", "Second Image", "Third Image", "Fourth Image")
    item = dataclasses.replace(ITEM, options=tuple(Option(name + suffix) for name in names))
    text = "Answer with exactly one of: First Image, Second Image, Third Image, Fourth Image."
    assert said(item, "scope")["user"].endswith(f"\n\n{text}")
    turned = present(item, Condition("scope", rotation=1)).messages[0].parts[-1]
    assert turned.endswith("one of: Second Image, Third Image, Fourth Image, First Image.")
    mixed = dataclasses.replace(item, options=(*item.options[:3], Option("none of them")))
    assert said(mixed, "scope")["user"].endswith("one of: A, B, C, D.")
    assert "Image, Second" not in said(item, "direct")["user"]


def test_thinking_first_asks_for_tags():
    assert said(ITEM, "tags")["system"].count("<think></think>") == 1
    for name in ("cot", "manual-cot", "ego-to-allo"):
        texts = said(ITEM, name)
        assert list(texts) == ["user"]
        assert "<answer></answer>" in texts["user"]
    assert "map of the scene from above" in said(ITEM, "ego-to-allo")["user"]
    assert "\n4. " in said(ITEM, "manual-cot")["user"]


def test_only_easi_counts_what_ran_out_of_time_or_tokens_as_wrong():
    assert [name for name, protocol in PROTOCOLS.items() if protocol.failed_is_wrong] == ["easi"]


@pytest.mark.parametrize(
    ("names", "effort", "limit"),
    [
        (["direct"], "", None),
        (["scope-cot"], "high", 1_024),
        (["easi"], "", 2_048),
        (["easi"], "high", 16_384),
        (["direct", "scope-cot", "easi"], "", 2_048),
    ],
)
def test_a_run_has_the_limit_that_its_protocols_state(names, effort, limit):
    assert protocols.token_limit(names, effort) == limit


def test_protocols_are_listed_under_their_own_names_and_explained():
    assert list(PROTOCOLS) == [name for name, _ in WORDINGS]
    assert all(name == protocol.name and protocol.version >= 1 for name, protocol in PROTOCOLS.items())
    assert all(protocol.about and "\n" not in protocol.about for protocol in PROTOCOLS.values())
    with pytest.raises(ValueError, match="no protocol is called 'esai'; did you mean 'easi'"):
        protocols.get("esai")


def test_braces_in_an_item_are_not_a_wording():
    item = dataclasses.replace(ITEM, question="What is {letters}?", options=(Option("{x}"), Option("{0}")))
    assert "What is {letters}?\n\nOptions:\nA. {x}\nB. {0}\n" in said(item, "cot")["user"]
