"""The commands judge and score --judge as a user meets them."""

import json
import multiprocessing
import shutil
import time

import pytest

from tests import fabricated
from tests.mock_server import MockServer, Reply
from tests.test_cli import sentence, vantage
from vantage import cli
from vantage.data.dataset import load
from vantage.report import exhibits
from vantage.report.exhibits import judged
from vantage.running.run_folder import Run

LABELS = ("perceptual", "comprehension", "rule application", "mental simulation", "holistic-local", "unclear")


def verdict(seen):
    """A judge who finds another kind of error from one request to the next."""
    label = LABELS[seen.number % 3]
    kind, subtype = ("reasoning", label) if label in LABELS[2:5] else (label, "")
    return json.dumps({"type": kind, "subtype": subtype, "cause": "c", "severity": "low", "summary": "s"})


def saved(folder, model, data, say):
    made = fabricated.run(model, data, say)
    return fabricated.written(made, folder)


@pytest.fixture
def runs(tmp_path, monkeypatch):
    monkeypatch.setenv("VANTAGE_CACHE", str(tmp_path / "cache"))
    data = fabricated.data_set(tmp_path / "set", fabricated.items(per_task=6, size=16))
    return [saved(tmp_path / rule, f"says-{rule}", data, fabricated.chooser(rule)) for rule in ("mirror", "moved")]


@pytest.fixture
def judge(capsys, runs):
    """A judge who was asked about nine errors of each run, and what its server saw."""
    with MockServer(script=verdict) as server:
        asked = vantage(capsys, "judge", *runs, "--model", "openai/judge", "--base-url", server.url, "--sample", 9)
    return asked, server


def labels(runs, change=None):
    """The judge's own labels as a person would confirm them, the first of each run changed."""
    lines = []
    for run in runs:
        rows = (run / "judge/openai-judge/judgements.jsonl").read_text().splitlines()
        found = [json.loads(row) for row in rows]
        found[0]["label"] = change or found[0]["label"]
        lines += [json.dumps({"case": row["case"], "label": row["label"], "blind": True}) for row in found]
    return "\n".join(lines) + "\n"


def test_judge_asks_and_says_what_it_found(judge, runs):
    (code, out, err), server = judge
    assert code == 0
    assert server.counts == {"ok": 18}
    assert "says-mirror: 9 of 9 judgements read" in err
    assert "Why answers are wrong, judged by openai/judge" in out
    assert "reasoning: rule application" in out
    assert "33% (12 to 65)" in out
    assert "turning" in out
    assert "Where two models err on the same item, it is the same kind of error in" in out
    assert "No kind of error is surely more frequent in one model than in the others." in out
    assert "By quadrant" in out
    assert "The most frequent cause" in out
    assert "State the rule in --system" in out
    assert "Have the state after each step" not in out
    assert len((runs[0] / "judge/openai-judge/responses.jsonl").read_text().splitlines()) == 9


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"judge": "openai/judge", "label": "hasty"}', '{"label": null}',
                                  '{"judge": "openai/judge", "label": "unclear", "item": []}'])  # fmt: skip
def test_a_report_takes_no_judgement_that_is_none(capsys, judge, runs, tmp_path, line):
    path = runs[0] / "judge/openai-judge/judgements.jsonl"
    path.write_text(f"{line}\n{path.read_text()}")
    code, _, err = vantage(capsys, "report", *runs, "--out", tmp_path / "report.html")
    assert (code, err.count("\n")) == (2, 1)
    assert f"line 1 of {path} is no judgement" in err


def test_judgements_are_looked_at_again_without_a_judge(capsys, judge, runs):
    code, out, _ = vantage(capsys, "judge", *runs, "--json")
    assert code == 0
    found = json.loads(out)
    assert [one["model"] for one in found["models"]] == ["says-mirror", "says-moved"]
    kinds = found["models"][0]["overall"]["kinds"]
    assert sum(kinds[label]["count"] for label in LABELS) == 9
    assert {"count": 3, "of": 9, "share": 3 / 9}.items() <= kinds["rule application"].items()
    assert 0 < kinds["rule application"]["low"] < 1 / 3 < kinds["rule application"]["high"]
    assert list(found["models"][0]["quadrants"]) == ["E-S", "I-D"]
    assert sum(one["n"] for one in found["models"][0]["tasks"].values()) == 9
    assert found["across"]["same"]["of"] == 9
    assert list(found["advice"]) == list(LABELS)
    assert found["agreement"] is None


def test_a_budget_is_of_all_runs_together(capsys, runs):
    with MockServer(script=verdict) as server:
        asked = ["judge", *runs, "--model", "openai/judge", "--base-url", server.url, "--max-requests", 20]
        for _ in range(2):
            code, _, err = vantage(capsys, *asked)
            assert (code, server.counts) == (0, {"ok": 20})
            assert "says-mirror: stopped" not in err
            assert "says-moved: stopped at --max-requests 20 with 16 of 18 left" in err


def test_the_cache_serves_a_second_folder(capsys, judge, runs, tmp_path):
    (runs[0] / "judge").rename(tmp_path / "away")
    url = judge[1].url  # nobody listens there any more
    code, _, err = vantage(capsys, "judge", runs[0], "--model", "openai/judge", "--base-url", url, "--sample", 9)
    assert code == 0
    assert "9 of them from the cache" in err


def test_agreement_from_the_labels_of_a_person(capsys, judge, runs, tmp_path):
    file = tmp_path / "labels.jsonl"
    file.write_text(labels(runs))
    _, out, _ = vantage(capsys, "judge", *runs, "--review", file)
    assert "All labels: agreed on 18 of 18, kappa 1.00 (0.74 to 1.00)" in out
    assert "in view" not in out
    file.write_text(labels(runs, "unclear").replace('"blind": true', '"blind": false'))
    _, out, _ = vantage(capsys, "judge", *runs, "--review", file)
    assert "All labels: agreed on 16 of 18" in out
    assert "judged by openai/judge, corrected by a person" in out
    assert "18 of the labels were given with the judge's in view" in out
    _, out, _ = vantage(capsys, "judge", runs[0], "--review", file)
    assert "9 labels are for responses that have no judgement here" in out
    _, out, _ = vantage(capsys, "judge", *runs, "--review", file, "--json")
    found = json.loads(out)["agreement"]
    assert found["labels"]["agreed"] == 16
    assert found["categories"][-1]["confirmed"] is None


def test_a_report_shows_what_the_judge_found(judge, runs):
    found = exhibits.gather(load(runs[0].parent / "set"), [Run.read(run) for run in runs])
    shown, categories, advice = judged.errors(found)
    assert "a sample of 9 wrong answers of each model, sorted by openai/judge" in shown.note
    counts = [row[3] for row in shown.table.rows if row[0] == "says-mirror"]
    assert (shown.table.header[2:5], sum(counts), {row[4] for row in shown.table.rows}) == (
        ("error", "count", "of"),
        9,
        {9},
    )
    assert all(row[6] <= row[5] <= row[7] for row in shown.table.rows)
    assert [figure.title for figure in categories.figures] == ["Kinds of error by quadrant", "Kinds of error by task"]
    for by in ("quadrant", "task"):
        assert sum(row[5] for row in categories.table.rows if row[2] == by) == 18
    assert advice.note.startswith("Most frequent is in says-mirror perceptual and comprehension and rule application")
    assert "(not surely); in says-moved" in advice.note
    assert "Perceptual: Help it see" in advice.note
    assert "Unclear:" not in advice.note
    assert [(row[0], row[3]) for row in advice.table.rows] == [("says-mirror", "no"), ("says-moved", "no")]


def test_a_judge_s_words_are_escaped_in_a_report(capsys, runs, tmp_path):
    found = {
        "type": "unclear",
        "subtype": "",
        "cause": "c",
        "severity": "low",
        "summary": "<img src=x onerror=alert(1)>",
    }
    with MockServer(script=lambda _: json.dumps(found)) as server:
        vantage(capsys, "judge", runs[0], "--model", "openai/judge", "--base-url", server.url, "--sample", 9)
    assert vantage(capsys, "report", *runs, "--out", tmp_path / "report.html", "--figures", tmp_path / "files")[0] == 0
    html = (tmp_path / "report.html").read_text("utf-8")
    assert "&lt;img src=x onerror=alert(1)&gt;" in html
    assert "<img src=x" not in html
    assert (tmp_path / "files/error_categories.csv").exists()


def test_two_runs_of_one_model_are_told_apart(capsys, judge, runs, tmp_path):
    again = shutil.copytree(runs[0], tmp_path / "again")
    _, out, _ = vantage(capsys, "judge", runs[0], again, "--json")
    found = json.loads(out)
    assert len({one["model"] for one in found["models"]}) == 2
    assert (found["across"]["same"]["count"], found["across"]["same"]["of"]) == (9, 9)


def test_a_run_that_was_not_judged_is_left_out_with_a_word(capsys, runs):
    with MockServer(script=verdict) as server:
        vantage(capsys, "judge", runs[0], "--model", "openai/judge", "--base-url", server.url, "--sample", 9)
    code, out, err = vantage(capsys, "judge", *runs)
    assert (code, "says-mirror (9)" in out, "says-moved" in out) == (0, True, False)
    assert err.startswith(
        f"left out: {runs[1]} holds no judgements; name a judge to be asked with --model PROVIDER/NAME"
    )


def test_the_page_is_written(capsys, judge, runs, tmp_path):
    code, out, _ = vantage(capsys, "judge", *runs, "--page", tmp_path / "new/review.html", "--blind")
    assert code == 0
    assert "18 judgements to review" in out
    assert "says-mirror" not in (tmp_path / "new/review.html").read_text()


def test_a_page_of_what_nobody_judged_asks_first(capsys, runs, tmp_path):
    page = tmp_path / "review.html"
    with MockServer(script=verdict) as server:
        options = ["--model", "openai/judge", "--base-url", server.url]
        vantage(capsys, "judge", runs[0], *options, "--sample", 5)
        code, out, err = vantage(capsys, "judge", *runs, *options, "--sample", 9, "--page", page)
        assert (code, server.counts) == (0, {"ok": 5 + 9})
        assert "says-moved: 9 of 9 judgements read" in err
        assert "14 judgements to review" in out
        assert page.read_text("utf-8").count("<article") == 14
        vantage(capsys, "judge", *runs, *options, "--page", page)
        assert server.counts == {"ok": 14}


def test_what_could_not_be_read_is_asked_again_past_the_cache(capsys, runs):
    with MockServer(script=lambda seen: verdict(seen) if seen.number > 1 else "Hm.") as server:
        ask = ["judge", runs[0], "--model", "openai/judge", "--base-url", server.url, "--sample", 9]
        _, out, err = vantage(capsys, *ask)
        assert "7 of 9 judgements read" in err
        assert "2 replies could not be read (--retry-unread asks again)" in err
        assert "unreadable" in out
        _, out, err = vantage(capsys, *ask, "--retry-unread")
        assert (server.counts, "9 of 9 judgements read" in err, "unreadable" in out) == ({"ok": 11}, True, False)
        assert "--retry-unread" not in err


def test_a_run_without_errors_is_passed_over(capsys, judge, runs, tmp_path):
    right = saved(tmp_path / "right", "always-right", load(tmp_path / "set"), fabricated.chooser(""))
    code, out, _ = vantage(capsys, "judge", right, runs[0])
    assert code == 0
    assert "always-right" not in out
    code, _, err = vantage(capsys, "judge", right)
    assert code == 2
    assert "nothing was judged" in sentence(err)


def test_where_nothing_was_kept_a_judge_can_be_asked_another_way(capsys, runs):
    ask = ["judge", runs[0], "--model", "openai/judge", "--sample", 3, "--retries", 0, "--base-url"]
    code, _, err = vantage(capsys, *ask, "http://127.0.0.1:9")
    assert (code, "0 of 3 responses are kept" in sentence(err)) == (2, True)
    code, _, err = vantage(capsys, "judge", runs[0])
    assert (code, "holds no judgements; name a judge to be asked with --model" in sentence(err)) == (2, True)
    with MockServer(script=verdict) as server:
        assert vantage(capsys, *ask, server.url)[0] == 0
    code, _, err = vantage(capsys, *ask, "http://127.0.0.1:9")
    words = f"holds replies with the setting base_url {server.url}, not http://127.0.0.1:9/v1; ask the same way"
    assert (code, words in sentence(err)) == (2, True)


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_judge_whom_nobody_understands_is_a_failure(capsys, runs, form):
    with MockServer(script=lambda seen: "\ud83d colourless green ideas") as server:
        ask = ["judge", runs[0], "--model", "openai/judge", "--base-url", server.url, "--sample", 3, *form]
        code, _, err = vantage(capsys, *ask)
    assert code == 1
    assert "none of 3 replies of the judge could be read; ask again (--retry-unread), or another one" in err
    log = runs[0] / "judge/openai-judge/responses.jsonl"
    assert [json.loads(line)["text"] for line in log.read_text().splitlines()] == ["\ufffd colourless green ideas"] * 3


def test_a_review_that_is_no_text_is_named(capsys, runs, tmp_path):
    (tmp_path / "labels.jsonl").write_bytes(bytes(range(256)))
    code, _, err = vantage(capsys, "judge", runs[0], "--review", tmp_path / "labels.jsonl")
    assert (code, "labels.jsonl is not UTF-8 text" in sentence(err)) == (2, True)


def command(arguments):
    cli.main(arguments)


def test_kill_9_loses_no_judgement(capsys, runs):
    context = multiprocessing.get_context("forkserver")
    log = runs[0] / "judge/openai-judge/responses.jsonl"
    with MockServer(script=verdict, latency=0.02) as server:
        arguments = ["judge", runs[0], "--model", "openai/judge", "--base-url", server.url, "--concurrency", 2]
        arguments = [*map(str, arguments), "--no-cache"]
        process = context.Process(target=command, args=(arguments,))
        process.start()
        while server.counts.total() < 5 and process.is_alive():
            time.sleep(0.001)
        process.kill()
        process.join()
        kept = log.read_bytes().count(b"\n")
        assert 3 <= kept < 18
        assert vantage(capsys, *arguments)[0] == 0
        rows = [json.loads(line) for line in log.read_text().splitlines()]
        assert len({row["item"] for row in rows}) == len(rows) == 18
        assert server.counts.total() <= 18 + 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["RUN"], "holds no judgements; name a judge to be asked with --model PROVIDER/NAME"),
        (["RUN", "--model", "random"], "give a judge as PROVIDER/NAME"),
        (["RUN", "--model", "opanai/x"], "did you mean 'openai'?"),
        (["RUN", "--model", "openai/x", "--base-url", "http://localhost:1/v1", "--max-cost", "1"], "no price is known"),
        (["RUN", "--page", "x.html"], "holds no judgements; name a judge to be asked with --model PROVIDER/NAME"),
        (["RUN", "--page", "x.pdf", "--model", "openai/x"], "must end in .html, not 'x.pdf'"),
        (["RUN", "--retry-unread"], "--retry-unread asks the judge again; name it with --model"),
        (["RUN", "--review", "no/such/file"], "no/such/file"),
        (["no/such/run"], "is not a run"),
    ],
)
def test_mistakes_are_one_sentence(capsys, runs, arguments, words):
    code, _, err = vantage(capsys, "judge", *(runs[0] if argument == "RUN" else argument for argument in arguments))
    assert code == 2
    assert words in sentence(err)


def test_a_page_has_an_ending(capsys, judge, runs):
    code, _, err = vantage(capsys, "judge", *runs, "--page", "x.pdf")
    assert code == 2
    assert "must end in .html" in sentence(err)


@pytest.fixture
def talker(tmp_path, monkeypatch):
    """A run in which every third reply is plain, every third a riddle, every third empty of an answer."""
    monkeypatch.setenv("VANTAGE_CACHE", str(tmp_path / "cache"))
    data = fabricated.data_set(tmp_path / "set", fabricated.items(per_task=6, size=16))
    says = iter([f"Answer: A {n}" if n % 3 == 0 else f"The first one, riddle {n % 6}." if n % 3 == 1 else f"Hm {n}."
                 for n in range(18)])  # fmt: skip
    return saved(tmp_path / "talker", "talker", data, lambda item: next(says))


def reader(seen):
    return "<think>The first is A.</think> `A`." if "riddle" in seen.text else "none"


def steps(folder):
    return [json.loads(line)["step"] for line in (folder / "scores.jsonl").read_text().splitlines()]


def test_score_with_a_judge(capsys, talker):
    with MockServer(script=reader) as server:
        options = ["--judge", "openai/reader", "--base-url", server.url]
        code, _, err = vantage(capsys, "score", talker, *options)
        assert code == 0
        # Two of the six riddles differ, the six without an answer all do.
        assert server.counts == {"ok": 8}
        assert "asked about 8 replies (8 of them now) and read an answer in 6 responses; 0 failed" in err
        assert steps(talker) == ["pattern", "judge", ""] * 6
        assert all(not seen.pictures for seen in server.seen)
        vantage(capsys, "score", talker, *options)
        assert server.counts == {"ok": 8}
    vantage(capsys, "score", talker)
    assert steps(talker) == ["pattern", "", ""] * 6


def test_a_judge_of_several_runs_has_one_budget(capsys, talker, tmp_path):
    again = shutil.copytree(talker, tmp_path / "again")
    with MockServer(script=reader) as server:
        options = ["--judge", "openai/reader", "--base-url", server.url, "--no-cache", "--max-requests", 10]
        code, _, err = vantage(capsys, "score", talker, again, *options)
    assert (code, server.counts) == (0, {"ok": 10})
    assert err.count("talker: stopped at --max-requests 10 with 6 of 8 left") == err.count("stopped") == 1


def test_score_with_a_judge_who_fails(capsys, talker):
    script = lambda seen: Reply("refused") if "riddle 1" in seen.text else reader(seen)  # noqa: E731
    with MockServer(script=script) as server:
        code, _, err = vantage(capsys, "score", talker, "--judge", "openai/reader", "--base-url", server.url)
    assert code == 0
    assert "read an answer in 3 responses; 1 failed" in err
    assert steps(talker).count("judge") == 3


def test_a_judge_reads_for_our_rules_only(capsys, talker):
    code, _, err = vantage(capsys, "score", talker, "--judge", "openai/x", "--rules", "easi")
    assert code == 2
    assert "the rules of easi are kept as they are" in sentence(err)


def test_a_line_within_a_judge_s_words_is_no_line_of_its_record(capsys, runs, tmp_path):
    found = {"type": "unclear", "subtype": "", "cause": "one\u2028two\u0085three", "severity": "low", "summary": "s"}
    with MockServer(script=lambda _: json.dumps(found)) as server:
        vantage(capsys, "judge", *runs, "--model", "openai/judge", "--base-url", server.url, "--sample", 9)
    assert "\u2028" in (runs[0] / "judge/openai-judge/judgements.jsonl").read_text("utf-8")
    assert vantage(capsys, "report", *runs, "--out", tmp_path / "report.html")[0] == 0
