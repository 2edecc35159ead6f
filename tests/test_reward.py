"""Replies are paid for being right, and for nothing else."""

import pytest

from tests import attacks_on_rewards, choice_replies, fabricated, honest_replies, number_replies
from vantage.item import LETTERS, Choice, Condition, Number
from vantage.scoring import extract
from vantage.training.reward import Key, Pay, Reward, consistent, reward

QUESTION = "Which option shows the same solid as the picture, turned in space?"
CHOOSE = (
    "Reason step by step. Then give the letter of the right option out of (A, B, C, D) inside <answer></answer>, for "
    "example <answer>B</answer>."
)
COUNT = (
    "Reason step by step. Then give your answer as a number inside <answer></answer>, for example "
    "<answer>12.5</answer>."
)
FOUR = ("", "", "", "")
SIDES = ("left", "right", "front", "behind")


def key(answer, options=(), asked=f"{QUESTION}\n\nOptions:\n\n{CHOOSE}", misses=(), **more):
    return Key("item", answer, tuple(options), tuple(misses) or ("",) * len(options), asked, **more)


def filled(reply, options, closing):
    listed = "".join(f"\n{letter}. {text}" for letter, text in zip(LETTERS, options))
    whole = f"{QUESTION}\n\nOptions:{listed}\n\n{closing}"
    parts = {"{prompt}": whole, "{question}": QUESTION, "{options}": listed, "{closing}": closing}
    for mark, text in parts.items():
        reply = reply.replace(mark, text)
    return reply


@pytest.mark.parametrize(
    ("options", "replies"), [(FOUR, attacks_on_rewards.PICTURES), (SIDES, attacks_on_rewards.TEXTS)]
)
def test_no_attack_on_a_choice_is_paid_whatever_is_right(options, replies):
    for reply in replies:
        text = filled(reply, options, CHOOSE)
        for letter in "ABCD":
            assert reward(text, key(Choice(letter), options)).total == 0, reply[:80]


def test_no_attack_on_a_number_is_paid_whatever_is_right():
    for reply in attacks_on_rewards.NUMBERS:
        text = filled(reply, (), COUNT)
        for value in (*range(31), 12.5):
            assert reward(text, key(Number(float(value)), (), f"{QUESTION}\n\n{COUNT}")).total == 0, reply[:80]


def test_there_are_enough_attacks_and_no_two_are_the_same():
    attacks = [*attacks_on_rewards.PICTURES, *attacks_on_rewards.TEXTS, *attacks_on_rewards.NUMBERS]
    assert len(set(attacks_on_rewards.PICTURES)) == len(attacks_on_rewards.PICTURES)
    assert len(attacks) >= 200


def test_honest_replies_are_paid():
    rows = [(text, Choice(letter), options) for text, options, letter in honest_replies.REPLIES]
    rows += [(text, Number(float(value)), ()) for text, value in honest_replies.NUMBERS]
    assert len(rows) >= 200
    unpaid = [text for text, answer, options in rows if reward(text, key(answer, options)).total != 1]
    assert len(unpaid) <= len(rows) // 100, unpaid


def test_what_the_extraction_reads_is_paid_but_for_what_looks_like_two_thoughts():
    """The guards take nothing from replies that were written for the extraction alone."""
    rows = [(text, options, letter) for text, options, letter in choice_replies.CHOICES if letter]
    read = [row for row in rows if extract.choice(row[0], row[1]).answer == row[2]]
    unpaid = [text for text, options, letter in read if not reward(text, key(Choice(letter), options)).total]
    assert unpaid == ["<think>first</think> A <think>second</think> B"]
    rows = [(text, value) for text, value in number_replies.NUMBERS if value is not None]
    read = [(text, value) for text, value in rows if extract.number(text).answer == value]
    assert [text for text, value in read if not reward(text, key(Number(float(value)))).total] == []


@pytest.mark.parametrize("reply", [None, 3, b"A", ["A"], {"answer": "A"}, float("nan"), ("A",)])
def test_what_is_no_text_earns_nothing(reply):
    assert reward(reply, key(Choice("A"), FOUR)) == Reward(0.0)


def test_strict_counts_only_what_stands_in_one_pair_of_tags():
    pay = Pay(strict=True)
    assert reward("The answer is B.", key(Choice("B"), FOUR), pay).total == 0
    assert reward("It fits. <answer>B</answer>", key(Choice("B"), FOUR), pay).total == 1
    assert reward("<answer>B", key(Choice("B"), FOUR), pay).total == 0


def test_form_is_paid_with_the_answer_only():
    pay = Pay(right=0.9, format=0.1)
    assert reward("It fits. <answer>B</answer>", key(Choice("B"), FOUR), pay).total == 1
    assert reward("The answer is B.", key(Choice("B"), FOUR), pay).total == 0.9
    wrong = reward("It fits. <answer>A</answer>", key(Choice("B"), FOUR), pay)
    assert (wrong.total, wrong.format, wrong.answer) == (0, True, "A")
    thought = key(Choice("B"), FOUR, "Write your thinking inside <think></think>, the answer inside <answer></answer>.")
    assert reward("<think>hm</think><answer>B</answer>", thought, pay).total == 1
    assert reward("<answer>B</answer>", thought, pay).total == 0.9
    bare = key(Choice("B"), FOUR, "Answer with only the letter.")
    assert reward("B", bare, pay).total == 1
    assert reward("I think it is B.", bare, pay).total == 0.9


def test_near_numbers_and_near_misses_earn_a_part_if_asked():
    assert reward("11", key(Number(10.0))).total == 0
    assert reward("11", key(Number(10.0)), Pay(near_numbers=True)).total == pytest.approx(0.8)
    assert reward("10", key(Number(10.0)), Pay(near_numbers=True)).total == 1
    missed = key(Choice("A"), FOUR, misses=("", "mirror", "turned", "mirror"))
    pay = Pay(near_misses={"mirror": 0.25})
    assert [reward(letter, missed, pay).total for letter in "ABCD"] == [1, 0.25, 0, 0.25]
    assert reward("B or D", missed, pay).total == 0


def test_a_long_reply_earns_nothing():
    text = " ".join(str(number) for number in range(2_000))
    assert reward(f"<think>{text}</think>B", key(Choice("B"), FOUR)).total == 1
    assert "longer" in reward(f"<think>{text}</think>B", key(Choice("B"), FOUR), Pay(longest=1_000)).gamed


@pytest.mark.parametrize(
    "wrong", [{"right": 2.0}, {"format": -0.1}, {"near_misses": {"mirror": 1.5}}, {"longest": 0}, {"right": True + 1}]
)
def test_pay_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(ValueError, match=r"earns|longest"):
        Pay(**wrong)


def test_a_key_is_text_and_back_and_belongs_to_what_was_shown():
    item = fabricated.items(1)[0].worded("Which?\n<image>", "group", "wording 1")
    turned = Key.of(item, Condition(rotation=1, protocol="cot"))
    assert Key.read(turned.text()) == turned
    assert turned.answer == item.rotated(1).answer
    assert turned.groups == {"wording": "group"}
    assert "<answer>" in turned.asked
    right = item.answer.letter
    assert reward(right, item).right
    assert reward(right, Key.of(item).text()).right
    assert not reward(right, turned).right


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", '{"item": 1}', key(Choice("B"), FOUR).text().replace("B", "Z")]
)
def test_a_key_that_is_broken_is_refused(text):
    with pytest.raises(ValueError, match="not a key"):
        reward("A", text)


def test_consistency_is_paid_to_whole_groups():
    def member(name, group):
        return Key(name, Choice("A"), FOUR, ("",) * 4, "", {"view": group})

    right, wrong = Reward(1.0, True), Reward(0.0)
    keys = [member("a1", "a"), member("a2", "a"), member("b1", "b"), member("b2", "b"), member("alone", "c")]
    assert consistent(keys, [right, right, right, wrong, right]) == [1, 1, 0, 0, 0]
    assert consistent([one.text() for one in keys], [right] * 5, of="view") == [1, 1, 1, 1, 0]
    assert consistent(keys, [right] * 5, of="wording") == [0] * 5
    assert consistent(keys, [right] * 5, whole={"a": 8}) == [0, 0, 1, 1, 0]
    # several replies to each item: the first ones belong together, so do the second ones
    assert consistent([keys[0], keys[0], keys[1], keys[1]], [right, wrong, right, right]) == [1, 0, 1, 0]
