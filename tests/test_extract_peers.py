"""The peers' rule sets read what the peers themselves read, faults included."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage.scoring import extract
from vantage.scoring.extract import Found, easi, lmms_eval, vlmevalkit

READ = json.loads((Path(__file__).parent / "peer_readings.json").read_text("utf-8"))
SIDES = ["left", "right", "front", "behind"]
PEERS = [name for name in extract.RULES if name != extract.OURS]


def hits(rows, read, column):
    """The share of rows where `read(row)` is what the column says."""
    return sum(read(row) == row[column] for row in rows) / len(rows)


@pytest.mark.parametrize("name", PEERS)
def test_choices_are_those_that_the_peer_reads(name):
    rules = extract.rules(name)
    assert hits(READ["choices"], lambda row: rules.choice(row["text"], row["options"]).answer, name) >= 0.95


@pytest.mark.parametrize("name", ["easi", "lmms-eval"])
def test_numbers_are_those_that_the_peer_reads(name):
    assert hits(READ["numbers"], lambda row: extract.rules(name).number(row["text"]).answer, name) >= 0.95


def test_ours_reads_what_is_intended():
    rules = extract.rules(extract.OURS)
    assert hits(READ["choices"], lambda row: rules.choice(row["text"], row["options"]).answer, "intended") >= 0.98
    assert hits(READ["numbers"], lambda row: rules.number(row["text"]).answer, "intended") >= 0.93
    nothing = [row for row in READ["choices"] if row["intended"] is None]
    assert not any(rules.choice(row["text"], row["options"]).answer for row in nothing)


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("<answer>behind</answer>", "B"),  # a word's first letter
        ("<answer>E</answer>", "E"),  # not offered
        ("<think>no idea</think> A chair", "A"),  # the article
        ("<think>it is C</think> A", "C"),  # a thought's last letter
        ("A. left\nB. right", "B"),  # the last label
        ("the answer is (b)", "B"),
        ("it is (b)", None),
        ("A B\nOption C: front", None),
    ],
)
def test_easi(text, letter):
    assert easi.choice(text, SIDES) == letter


@pytest.mark.parametrize(
    ("text", "value"), [("[3, 4]", 3), ("[three]", None), ("1.5-2.0", -2), ("<think>7</think>", 7), ("['\\d']", None)]
)
def test_numbers_by_easi(text, value):
    assert easi.number(text) == value


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("B is my choice, and I am sure", None),  # not among the last words
        ("The answer is behind", "B"),  # the letter need not end there
        ("The answer is up; it cannot be C", "C"),
        ("Cannot determine the answer: B", None),
        ("Z", None),
        ("leftish", "A"),  # inside a longer word
        ("left or right", None),
    ],
)
def test_vlmevalkit(text, letter):
    assert vlmevalkit.choice(text, SIDES) == letter


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("The answer is up. Dogs bark.", "D"),  # any later capital
        ("(C) is wrong, so B", "B"),
        ("The answer is A. The correct answer is B", "B"),
        ("CAD", "D"),
        ("...", None),
        ("", None),
    ],
)
def test_lmms_eval(text, letter):
    assert lmms_eval.choice(text, SIDES) == letter


def test_what_found_an_answer_is_the_peers_name():
    assert extract.rules("easi").choice("B", SIDES) == Found("B", "easi")
    assert extract.rules("lmms-eval").number("none") == Found()


@pytest.mark.parametrize("name", PEERS)
@given(text=st.text(max_size=200))
def test_any_text_is_read_without_fail(name, text):
    rules = extract.rules(name)
    assert rules.choice(text, SIDES).answer in {None, *"ABCDEFGHIJ"}
    value = rules.number(text).answer
    assert value is None or isinstance(value, float)


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize("piece", ["<answer>A", "answer ", "(((", "9", "A ", "<answer ", " ", "-"])
def test_long_ramblings_are_read(name, piece):
    text = f"A{piece * (200_000 // len(piece))}x"
    read = extract.rules(name).choice(text, SIDES).answer
    assert read == "A" if piece in (" ", "(((") else read in {None, "A"}  # the one letter on offer that it holds
    value = extract.rules(name).number(text).answer
    assert isinstance(value, float) if piece == "9" else value is None
