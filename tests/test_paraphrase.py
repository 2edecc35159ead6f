"""Paraphrases by a language model: only wordings that a reader understands as the truth says are kept."""

from __future__ import annotations

import json
import re

import pytest

from tests import fabricated, scenes
from tests.mock_server import MockServer, Reply
from tests.test_cli import sentence, vantage
from vantage.data.dataset import load
from vantage.item import IMAGE_MARK
from vantage.rewording import forms, paraphrase

GOOD = "Tell me, please: where would you say is the {target}, compared with the {reference}, for the camera?"
WORDINGS = {
    "good": GOOD,
    "again": GOOD.replace("Tell", "TELL"),
    "swapped": "Where, for the camera, is the {reference}, compared with the {target}?",
    "own": "Where is the {target}, compared with the {reference}, for the {reference} itself?",
    "long": "Well, " * 300 + "where is the {target}?",
    "two": "Where is the {target}? And where is the {reference}?",
    "lettered": "Where is the {target} for the camera, compared with the {reference}: A) near it, B) far?",
    "picture": "<image> Where is the {target}, compared with the {reference}, for the camera?",
}
DROPPED = {
    "again": "repeated",
    "swapped": "read back with another target",
    "own": "read back with another perspective",
    "long": "too long",
    "two": "several questions",
    "lettered": "offers options",
    "picture": "not plain text",
}


def quoted(seen):
    """The text between the marks of a request."""
    mark = re.search(r"between the lines (\w+)", seen.text)[1]
    return seen.text.split(f"\n{mark}\n")[1]


def script(seen):
    """A writer who gives all kinds of wordings, and a reader who reads exactly what is written."""
    text = quoted(seen)
    if "other wordings" in seen.text:
        target, reference = re.search(r"[Ww]here is the (.+?) relative to the (.+?)\?", text).groups()
        made = [words.format(target=target, reference=reference) for words in WORDINGS.values()]
        return "Here you are:\n```json\n" + json.dumps({"questions": made}) + "\n```"
    target, reference = re.search(r" is the (.+?), compared with the (.+?)[,?:]", text, re.I).groups()
    own = "the reference" if "itself" in text else "the camera where the picture was taken"
    filled = {"target": f"The {target}", "reference": reference, "perspective": own, "degrees": 0, "sense": "no walk"}
    return json.dumps(filled)


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("VANTAGE_CACHE", str(tmp_path / "cache"))
    made = [*scenes.items("consistency_ego", 1), *fabricated.items(per_task=1, size=8)]
    fabricated.data_set(tmp_path / "set", made)
    return tmp_path / "set"


def ask(capsys, data, *more, says=script, times=1):
    with MockServer(script=says) as server:
        out = data.parent / "reworded"
        given = ("--model", "openai/writer", "--base-url", server.url, "--out", out, "--n", 8, *more)
        for _ in range(times):
            before = len(server.seen)
            told = vantage(capsys, "paraphrase", data, *given)
        return *told, out, server.seen[before:]


def fates(out):
    return [json.loads(line) for line in (out / "paraphrases.jsonl").read_text().splitlines()]


def test_only_what_reads_back_as_the_truth_is_kept(capsys, data):
    code, said, err, out, _ = ask(capsys, data)
    assert code == 0, err
    found = fates(out)
    assert len(found) == 8 * len(WORDINGS)
    for number, fate in enumerate(found):
        assert fate["dropped"] == DROPPED.get([*WORDINGS][number % len(WORDINGS)], "")
    assert "8 of 64 paraphrases kept" in said
    assert "read back with another target (8)" in said
    assert load(out).manifest["paraphrased"]["dropped"]["several questions"] == 8


def test_a_paraphrase_changes_the_words_alone(capsys, data):
    *_, out, _ = ask(capsys, data)
    items, first = list(load(out)), {item.id: item for item in load(data)}
    assert len(items) == 16
    for original, other in zip(items[0::2], items[1::2]):
        assert original.question == first[original.id].question
        assert original.groups["wording"] == (original.id, "original")
        assert other.groups["wording"] == (original.id, "paraphrase 1")
        assert other.question.startswith(f"{IMAGE_MARK}\nTell me, please: where")
        same = ("images", "options", "answer", "truth", "task", "situation", "split")
        assert all(getattr(other, name) == getattr(original, name) for name in same)


def test_models_see_no_options_pictures_or_keys(capsys, data):
    *_, seen = ask(capsys, data)
    assert 2 <= len(seen) <= 8 + 8 * 3  # the reader sees three wordings of each question; the cache has the same ones
    for one in seen:
        assert all(part["type"] == "text" for part in one.parts)
        assert "behind-left" not in one.text
        assert IMAGE_MARK not in one.text
        assert not re.search(r"^[A-D]\.", one.text, re.M)


def test_the_same_command_asks_nothing_twice(capsys, data):
    code, said, err, _, seen = ask(capsys, data, "--no-cache", times=2)
    assert (code, len(seen)) == (0, 0), err
    assert "8 of 64 paraphrases kept" in said


def test_a_budget_stops_the_work_and_a_larger_one_finishes_it(capsys, data):
    with MockServer(script=script) as server:
        out = data.parent / "reworded"
        given = ("paraphrase", data, "--model", "openai/writer", "--base-url", server.url, "--out", out, "--n", 8)
        code, _, err = vantage(capsys, *given, "--no-cache", "--max-requests", 10)
        assert code == 2
        assert "stopped at" in sentence(err)
        assert not out.exists()
        assert len(server.seen) == 10
        code, _, err = vantage(capsys, *given, "--no-cache")
        assert code == 0, err
        assert len(server.seen) == 8 + 8 * 3
    assert len(load(out)) == 16


def test_another_reader_can_be_named(capsys, data):
    *_, out, seen = ask(capsys, data, "--reader", "openai/reader")
    assert {one.body["model"] for one in seen} == {"writer", "reader"}
    assert load(out).manifest["paraphrased"]["reader"] == "openai/reader"


def test_replies_that_fail_or_cannot_be_read_are_counted(capsys, data):
    def says(seen):
        if "other wordings" in seen.text and seen.number == 0:
            return "I would rather not."
        if "other wordings" not in seen.text and "TELL" not in seen.text and seen.number % 5 == 0:
            return Reply(text="no form here")
        return script(seen)

    code, _, err, out, _ = ask(capsys, data, "--concurrency", 1, "--no-cache", says=says)
    assert code == 0, err
    reasons = [fate["dropped"] for fate in fates(out)]
    assert reasons.count("unreadable reply") == 1
    assert reasons.count("read back with another form") >= 1


def test_nothing_is_written_where_nothing_can_be_used(capsys, data):
    code, _, err, out, _ = ask(capsys, data, says=lambda seen: "No.")
    assert code == 2
    assert "none of 8 paraphrases can be used: unreadable reply (8)" in sentence(err)
    assert not (out / "manifest.json").exists()


def test_a_set_without_questions_about_scenes_is_refused(capsys, tmp_path):
    fabricated.data_set(tmp_path / "set", fabricated.items(per_task=1, size=8))
    code, _, err, _, seen = ask(capsys, tmp_path / "set")
    assert (code, len(seen)) == (2, 0)
    assert "no question that can be read back" in sentence(err)


@pytest.mark.parametrize("name", sorted(scenes.KINDS))
def test_a_form_is_due_what_the_truth_says(name):
    for item in scenes.items(name, 3):
        due = {field: one.due(item.truth) for field, one in forms.FORMS[name].items()}
        assert forms.differences(item, due) == []
        for field, one in forms.FORMS[name].items():
            assert not one.choices or due[field] in one.choices
            assert forms.differences(item, {**due, field: "zebra"}) == [field]
            assert f'"{field}"' in forms.blank(name)


def test_hints_of_options_are_noticed():
    (item, *_) = scenes.items("integration_allo", 1)
    name = item.options[0].text
    assert paraphrase.unfit(f"Is the {name} the thing nearest to what is behind the woman?", item) == "offers options"
    assert paraphrase.unfit("What is nearest to the thing behind the woman?", item) == ""
    assert paraphrase.unfit("", item) == "empty"
