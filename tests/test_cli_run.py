"""The command run as a user meets it: which options it takes, where it writes, and what it says about a mistake."""

import json
import shutil

import pytest

from tests import fabricated
from tests.mock_server import MockServer, Reply
from tests.test_cli import sentence, vantage
from vantage import cli
from vantage.cli.options import Finite

pytestmark = pytest.mark.usefixtures("no_environment")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "set"
    fabricated.data_set(folder, fabricated.items(per_task=4, size=16))
    return folder


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VANTAGE_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--max-cost", value) for value in ("nan", "inf", "0")),
        *(("--timeout", value) for value in ("nan", "inf", "-1")),
        *(("--top-p", value) for value in ("nan", "2")),
        *(("--temperature", value) for value in ("nan", "inf", "-1", "warm")),
        *(("--body", value) for value in ('{"a": NaN}', "[]")),
        *(("--repeats", value) for value in ("0", "1000000000")),
        ("--max-side", "1" + "0" * 30),
    ],
)
def test_numbers_that_are_none_are_refused(capsys, data, place, option, value):
    url = "http://127.0.0.1:9/v1"
    code, _, err = vantage(capsys, "run", data, "--model", "openai/m", "--base-url", url, option, value)
    words = {"--body": "a JSON object", "--max-side": "condition max_side"}.get(option, f"Invalid value for '{option}'")
    assert (code, words in err, "Traceback" in err) == (2, True, False)
    assert not (place / "runs").exists()


def test_every_number_with_a_point_must_be_finite():
    floats = [
        (name, option.name)
        for name, command in cli.commands.commands.items()
        for option in command.params
        if option.type.name in ("float", "float range") and not isinstance(option.type, Finite)
    ]
    assert floats == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("file", "is a file, not a data set folder; give a folder that vantage make"),
        ("runs/random", "is a run, not a data set; give a folder that vantage make"),
        ("other", "is not a data set (it has no manifest.json); give a folder"),
        ("none", "is missing; make one with: vantage make SUITE --out none"),
    ],
)
def test_no_advice_would_write_over_what_is_there(capsys, data, place, given, words):
    (place / "file").write_text("mine")
    (place / "other").mkdir()
    (place / "other" / "file").write_text("mine")
    assert vantage(capsys, "run", data, "--model", "random", "--out", "runs")[0] == 0
    code, _, err = vantage(capsys, "run", given, "--model", "random")
    assert (code, words in sentence(err)) == (2, True)


def test_a_file_is_no_folder_for_runs(capsys, data, place):
    (place / "report.html").write_text("mine")
    code, _, err = vantage(capsys, "run", data, "--model", "random", "--out", "report.html")
    assert (code, sentence(err)) == (2, "Error: report.html is a file; give a folder for the run")


def test_a_model_named_twice_is_asked_once(capsys, data):
    code, out, _ = vantage(capsys, "run", data, "--model", "random", "--model", "first", "--model", "random")
    assert code == 0
    assert [line.partition(":")[0] for line in out.splitlines()] == ["random", "first"]


def test_a_budget_is_of_all_models_and_sittings_together(capsys, data, place):
    more = ["--model", "random", "--model", "first", "--out", "runs", "--max-requests"]

    def sent():
        logs = [place / "runs" / name / "responses.jsonl" for name in ("random", "first")]
        return [len(log.read_text().splitlines()) for log in logs]

    for _ in range(2):
        code, out, _ = vantage(capsys, "run", data, *more, 5)
        assert (code, sent()) == (0, [5, 0])
        assert "random: stopped at --max-requests 5 with 7 of 12 left" in out
        assert "first: nothing asked" in out
        assert "first: stopped at --max-requests 5 with 12 of 12 left; the same command with a larger limit" in out
    code, out, _ = vantage(capsys, "run", data, *more, 15)
    assert (code, sent(), "random: stopped" in out) == (0, [12, 3], False)
    assert "first: stopped at --max-requests 15 with 9 of 12 left" in out


def test_a_dry_run_needs_no_key_but_a_run_does(capsys, data, place):
    code, out, _ = vantage(capsys, "run", data, "--model", "openai/gpt-4o", "--dry-run")
    assert code == 0
    assert out.startswith("openai/gpt-4o: 12 requests")
    code, _, err = vantage(capsys, "run", data, "--model", "random", "--model", "openai/gpt-4o")
    assert (code, "set the environment variable OPENAI_API_KEY, or give with --base-url" in sentence(err)) == (2, True)
    assert not (place / "runs").exists(), "nobody is asked before all can be"


def test_half_a_character_costs_no_answer(capsys, data, place):
    script = lambda seen: "\ud83d half an emoji. Answer: A" if seen.number == 5 else None  # noqa: E731
    with MockServer(script=script) as server:
        code, out, _ = vantage(capsys, "run", data, "--model", "openai/m", "--base-url", server.url)
        assert code == 0
        assert server.counts == {"ok": 12}
        log = (place / "runs" / "set" / "openai-m" / "responses.jsonl").read_text()
        said = [json.loads(line)["text"] for line in log.splitlines()]
        assert len(said) == 12
        assert said.count("\ufffd half an emoji. Answer: A") == 1
        code, out, _ = vantage(capsys, "run", data, "--model", "openai/m", "--base-url", server.url, "--out", "again")
        assert (code, "12 of them from the cache" in out) == (0, True)


@pytest.mark.parametrize("command", ["report", "compare", "score"])
def test_no_run_is_given_twice(capsys, data, place, command):
    vantage(capsys, "run", data, "--model", "random", "--out", "runs")
    code, _, err = vantage(capsys, command, "runs/random", place / "runs" / "random")
    assert (code, "the same run is given twice" in sentence(err)) == (2, True)


def test_a_run_without_responses_is_no_part_of_a_report(capsys, data, place):
    vantage(capsys, "run", data, "--model", "random", "--out", "runs")
    (place / "runs" / "begun").mkdir()
    shutil.copy(place / "runs" / "random" / "run.json", place / "runs" / "begun")
    code, _, err = vantage(capsys, "report", "runs/begun", "runs/random")
    assert (code, err) == (0, "runs/begun holds no responses yet; left out\n")
    code, _, err = vantage(capsys, "report", "runs/begun")
    assert (code, "holds no responses yet; run it first" in sentence(err)) == (2, True)


def test_a_size_for_a_model_without_a_run_is_named(capsys, data, place):
    vantage(capsys, "run", data, "--model", "random", "--out", "runs")
    (place / "sizes.csv").write_text("model,parameters\nrandom,1B\nrandmo,7B\n")
    code, _, err = vantage(capsys, "report", "runs/random", "--sizes", "sizes.csv")
    assert (code, err) == (0, "--sizes names randmo, of which there is no run here\n")


def crowded(seen):
    """Takes the first five requests, and of the others none."""
    return Reply("crowded") if seen.number >= 5 else None


def test_a_run_that_failed_in_masse_is_no_success(capsys, data):
    ask = ["run", data, "--model", "openai/m", "--no-cache", "--concurrency", 1]
    with MockServer(script=crowded) as server:
        code, out, err = vantage(capsys, *ask, "--base-url", server.url)
    assert code == 1
    assert "openai/m: 7 of 12 requests failed for good (58.3%); had they all been wrong, or all right: " in out
    assert (
        "  7 × more pictures than the server takes in one request (the server refuses the request (400): At most" in out
    )
    assert "ask with --layout composite" in out
    assert "openai/m: 58.3% of its requests failed, more than --max-failed 5" in err
    with MockServer(script=crowded) as server:
        ask = [*ask, "--base-url", server.url, "--out", "other", "--max-failed"]
        assert vantage(capsys, *ask, 60)[0] == 0
        assert vantage(capsys, *ask, 50)[0] == 1, "what an earlier sitting lost counts too"


def test_a_run_ends_with_percentages_and_the_next_command(capsys, data):
    code, out, err = vantage(capsys, "run", data, "--model", "first")
    assert (code, out) == (0, "first: 25.0% right (4.6 to 69.9): 3 right, 9 wrong, in runs/set/first\n")
    assert err == "next: vantage report runs/set\n"


def test_several_efforts_make_a_run_each(capsys, data, place):
    with MockServer() as server:
        ask = ["run", data, "--model", "openai/m", "--model", "first", "--base-url", server.url]
        assert vantage(capsys, *ask, "--effort", "low", "--effort", "high", "--effort", "low")[0] == 0
    made = sorted(path.parent.name for path in (place / "runs").glob("*/*/run.json"))
    assert made == ["first", "openai-m-high", "openai-m-low"]
    assert json.loads((place / "runs/set/openai-m-high/run.json").read_text())["settings"]["effort"] == "high"
    assert {seen.body["reasoning_effort"] for seen in server.seen} == {"low", "high"}
    assert vantage(capsys, "report", "runs/set")[0] == 0
    assert "openai/m (effort=high)" in (place / "report.html").read_text()


def test_a_protocol_brings_its_limit_of_tokens_unless_the_user_sets_one(capsys, data, place):
    with MockServer() as server:
        ask = ["run", data, "--model", "openai/m", "--base-url", server.url, "--protocol", "easi"]
        assert vantage(capsys, *ask, "--effort", "high", "--limit", "1", "--out", "long")[0] == 0
        assert vantage(capsys, *ask, "--max-tokens", "7", "--limit", "1", "--out", "short")[0] == 0
    assert {seen.body["max_tokens"] for seen in server.seen} == {16_384, 7}


@pytest.mark.parametrize("model", ["openai/m", "anthropic/m", "gemini/m"])
def test_an_effort_that_the_provider_does_not_know_is_told_before_anything_is_sent(capsys, data, model):
    code, _, err = vantage(capsys, "run", data, "--model", model, "--effort", "hgih", "--dry-run")
    assert (code, "knows no reasoning effort 'hgih'; give one of" in sentence(err)) == (2, True)
    assert vantage(capsys, "run", data, "--model", model, "--effort", "high", "--dry-run")[0] == 0
    other = ["--base-url", "http://localhost:1/v1"]
    assert vantage(capsys, "run", data, "--model", model, "--effort", "on", "--dry-run", *other)[0] == 0


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("gpt-5", "openai/gpt-5"),
        ("o3", "openai/o3"),
        ("o4-mini", "openai/o4-mini"),
        ("claude-opus-4-5", "anthropic/claude-opus-4-5"),
        ("gemini-2.5-pro", "gemini/gemini-2.5-pro"),
        ("Qwen/Qwen2.5-VL-7B", "hf/Qwen/Qwen2.5-VL-7B"),
    ],
)
def test_a_model_without_its_provider_is_known_by_its_family(capsys, data, given, meant):
    code, _, err = vantage(capsys, "run", data, "--model", given)
    assert (code, f"did you mean {meant}" in sentence(err)) == (2, True)


def test_a_web_page_in_the_place_of_an_answer_names_the_address(capsys, data):
    with MockServer(script=lambda seen: Reply("page")) as server:
        base = server.url.removesuffix("/v1")
        code, _, err = vantage(capsys, "run", data, "--model", "openai/m", "--base-url", f"{base}/chat")
        assert server.counts["page"] <= 12, "it is not asked again"
    assert code == 2
    assert f"{base}/chat answers with a web page, titled 'Welcome', and not with JSON (200)" in sentence(err)
    assert f"perhaps it is {base}/v1" in sentence(err)


def test_a_folder_of_runs_stands_for_all_of_them(capsys, data, place):
    vantage(capsys, "run", data, "--model", "random", "--model", "first")
    for command in ("report", "compare", "score"):
        assert vantage(capsys, command, "runs/set")[0] == 0
    text = (place / "report.html").read_text()
    assert "2 models on 3 spatial tasks" in text
    code, _, err = vantage(capsys, "report", "runs/set", "runs/set/random")
    assert (code, "the same run is given twice" in sentence(err)) == (2, True)
