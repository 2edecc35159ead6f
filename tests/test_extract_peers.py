"""The peers' rule sets read what the peers themselves read, faults included."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage.scoring import extract
from vantage.scoring.extract import Found, easi, lmms_eval, vlmevalkit

READ = json.loads((Path(__file__).parent / "peer_readings.json").read_text("utf-8"))
PARITY = json.loads((Path(__file__).parent / "parity.json").read_text("utf-8"))  # by `python -m benchmarks.parity`
SIDES = ["left", "right", "front", "behind"]
PEERS = [name for name in extract.RULES if name != extract.OURS]


def hits(rows, read, column):
    """The share of rows where `read(row)` is what the column says."""
    return sum(read(row) == row[column] for row in rows) / len(rows)


def test_all_peers_are_recorded():
    assert PARITY["choices"]["rules"] == PEERS
    assert {name.split(":")[0] for name in PARITY["numbers"]["rules"]} == set(extract.TOOLS) - {extract.OURS}


@pytest.mark.parametrize("name", PEERS)
def test_letters_are_those_that_the_peers_own_code_reads(name):
    place, rules = PEERS.index(name), extract.rules(name)
    for text, options, letters in PARITY["choices"]["replies"]:
        read = rules.choice(text, options).answer
        assert (read if read in {*"ABCD"} else "-") == letters[place], text


@pytest.mark.parametrize("name", PARITY["numbers"]["rules"])
def test_numbers_are_those_that_the_peers_own_code_reads(name):
    place = PARITY["numbers"]["rules"].index(name)
    for text, values in PARITY["numbers"]["replies"]:
        assert extract.rules(name).number(text).answer == values[place], text


@pytest.mark.parametrize("name", ["easi", "vlmevalkit", "lmms-eval"])
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
        (f"<answer {'very ' * 60}>c</answer> A", "C"),
        ("<answer>İ</answer>", "İ"),  # a dotted capital I passes for an i
    ],
)
def test_easi(text, letter):
    assert easi.choice(text, SIDES) == letter


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("[3, 4]", 3), ("[three]", None), ("1.5-2.0", -2), ("<think>7</think>", 7), ("['\\d']", None)),
        *(("ſix or 2", 2), ("fıve", None)),  # letters that are like s and i to a pattern that takes no case
        *(("[{[]: 1}]", None), (f"[0x{'f' * 4000}]", None)),  # no list, and a number too long to be written
        (f"<answer {'very ' * 60}>4</answer> 5", 4),  # a tag may be long
    ],
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
        ("<think>It is A.</think> B", "B"),
        ("<analysis>A or</analysis><think>D or</think> (C)", "C"),
        ("it must be (A)</think> (C)", "C"),
        ("<think>A</think><think>B</think>", None),
        ("<think>(A)", "A"),  # no end: all of it counts
        ("<THINK>A</THINK>", "A"),  # small letters only; any capital will do
    ],
)
def test_lmms_eval(text, letter):
    assert lmms_eval.choice(text, SIDES) == letter


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("three dozen", 3), ("two million", 2), ("a dozen", None), ("half a million", None)),
        *(("one two three", 6), ("one, 2, three", 4), ("twenty-one", 21), ("three hundred and five thousand", 305_000)),
        *((".5", 5), ("-.5", 5), ("-0.5", -0.5), ("1,200", 1), ("1e3", 1), ("+4", 4)),
        *(("约three米", 3), ("约3米", 3), ("threefold 4", 4), ("One apple, room 2", 1), ("room 2, one apple", 2)),
        *(("<think>7</think> 4", 4), ("<analysis>7</analysis>four", 4), ("7</think>", None), ("hundred", 100)),
    ],
)
def test_numbers_by_lmms_eval(text, value):
    assert lmms_eval.number(text) == value


@pytest.mark.parametrize(
    ("task", "text", "letter"),
    [
        ("3dsrbench", "Answer: C, not (B)", "C"),
        ("blink", "The answer is behind", "T"),
        ("corecognition", "so\n**b** it is", "B"),
        ("embspatial", "The answer is B", "T"),
        ("mindcube", "It is B, as in plan C.", "C"),
        ("mmsi_bench", "A bed. ``c``", "C"),
        ("omni_spatial", "<answer>c</answer>", "C"),
        ("omnispatial", "I cannot tell", "A"),
        ("omnispatial", "Answer: b", None),
        ("sitebench", "It is b", None),
        ("spatial_dise", "b", "B"),
        ("spatialviz", "<think>A</think><answer>B. Desk</answer>", "B"),
        ("viewspatial", "B\nIt is a bed", "A"),
        ("vsibench", "b. right", "B"),
        ("vsibench", "(B)", None),
    ],
)
def test_tasks_of_lmms_eval_read_in_ways_of_their_own(task, text, letter):
    options = [*SIDES, *"EFGHIJKLMNOPQRSTUVWXYZ"] if task == "blink" else SIDES
    assert extract.rules(f"lmms-eval:{task}").choice(text, options).answer == letter


def test_a_character_that_is_no_letter_is_no_answer():
    assert extract.rules("easi").choice("<answer>İ</answer>", SIDES) == Found()
    assert extract.rules("lmms-eval:omni_spatial").choice("*B*", SIDES) == Found()


def test_what_found_an_answer_is_the_peers_name():
    assert extract.rules("easi").choice("B", SIDES) == Found("B", "easi")
    assert extract.rules("lmms-eval:vsibench").choice("B", SIDES) == Found("B", "lmms-eval:vsibench")
    assert extract.rules("lmms-eval").number("none") == Found()


@pytest.mark.parametrize("name", PEERS)
@given(text=st.text(max_size=200))
def test_any_text_is_read_without_fail(name, text):
    rules = extract.rules(name)
    assert rules.choice(text, SIDES).answer in {None, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    value = rules.number(text).answer
    assert value is None or isinstance(value, float)


PIECES = ["<answer>A", "answer ", "(((", "9", "A ", "<answer ", " ", "-", "{", "*", "`", "\n", "<think>", "answer:  "]


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize("piece", PIECES)
def test_long_ramblings_are_read(name, piece):
    """Within seconds: patterns that try every beginning with every end would take hours."""
    text = f"A{piece * (200_000 // len(piece))}x"
    assert extract.rules(name).choice(text, SIDES).answer in {None, "A"}  # the one letter on offer that it holds
    value = extract.rules(name).number(text).answer
    assert isinstance(value, float) if piece == "9" else value is None
