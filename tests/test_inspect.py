"""The suites as Inspect tasks: what is sent, how it is scored, and the log read back as a run."""

import asyncio
import base64
import dataclasses
import gc
import json
import os
import subprocess
import sys
import warnings
from collections import Counter
from pathlib import Path

import pytest

from vantage.item import Condition
from vantage.prompts import prompt, protocols
from vantage.prompts.prompt import Picture

# What Inspect warns about is its own use of its own dependencies.
pytestmark = [pytest.mark.inspect, pytest.mark.filterwarnings("ignore")]
pytest.importorskip("inspect_ai", reason="needs the extra `inspect`")

# Inspect's mock model counts tokens with tiktoken, which would fetch its vocabulary from the network.
TIKTOKEN = """
class Bytes:
    def encode(self, text, **_):
        return text.encode()

def get_encoding(name):
    return Bytes()
"""
SAID = ("<answer>A</answer>", "<answer>B</answer>", "I cannot tell.", "Let me think", "<answer>4</answer>", None)


@pytest.fixture(autouse=True)
def _streams_left_open():
    """Collect here what Inspect leaves open, so that it is not held against whichever test comes next."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()


@pytest.fixture(autouse=True, scope="module")
def data(tmp_path_factory):
    """The data set that the tasks of this file use, made once in a cache of its own."""
    from vantage.exchange.inspect_tasks import data_set

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VANTAGE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield data_set("quick", n=1)


def evaluate(tmp_path, **arguments):
    """Return the log of an evaluation and where it lies; the model goes through SAID, of which None breaks down."""
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    told = []

    def output(messages, tools, tool_choice, config):
        told.append(messages)
        said = SAID[(len(told) - 1) % len(SAID)]
        if said is None:
            raise RuntimeError("the server is on fire")
        made = ModelOutput.from_content("mock", said, "max_tokens" if "think" in said else "stop")
        made.usage = ModelUsage(input_tokens=11, output_tokens=7, total_tokens=18)
        return made

    model = get_model("mockllm/model", custom_outputs=output, memoize=False)
    settings = {"log_dir": str(tmp_path / "logs"), "display": "none", "max_samples": 1}
    epochs = arguments.pop("epochs", 1)
    (log,) = inspect_eval("vantage/quick", model=model, task_args=arguments, epochs=epochs, **settings)
    return log, Path(log.location.removeprefix("file://"))


def judged(log):
    """The outcome that Inspect's score has for each sample and epoch; a sample without a score has failed."""
    return {
        (sample.id, sample.epoch): next(iter(sample.scores.values())).metadata["outcome"] if sample.scores else "failed"
        for sample in log.samples
    }


def scored(out, data):
    """The outcome of each item and repeat of a run, and how many there are of each."""
    from vantage.analysis.outcomes import score_run

    counts = score_run(out, data)
    rows = map(json.loads, (out / "scores.jsonl").read_text().splitlines())
    return {(row["item"], row["repeat"] + 1): row["outcome"] for row in rows}, counts


def plain(messages):
    """Inspect's messages in our own form, pictures decoded."""

    def part(content):
        if content.type == "text":
            return content.text
        head, _, data = content.image.partition(",")
        assert head == "data:image/png;base64"
        return base64.b64decode(data)

    return [(message.role, [part(content) for content in message.content]) for message in messages]


@pytest.mark.parametrize(
    "condition",
    [Condition(), Condition("cot", images="first", max_side=64), Condition("spin", layout="composite")],
    ids=lambda condition: condition.protocol,
)
def test_a_sample_is_exactly_what_a_run_would_send(data, condition):
    from inspect_ai._eval.registry import task_create

    settings = {name: value for name, value in dataclasses.asdict(condition).items() if name != "repeat"}
    samples = list(task_create("vantage/quick", n=1, **settings).dataset)
    assert len(samples) == len(data) >= 14
    for item, sample in zip(data.items(), samples):
        asked = prompt.present(item, condition).messages
        ours = [(m.role, [p.data if isinstance(p, Picture) else p for p in m.parts]) for m in asked]
        assert plain(sample.input) == ours
        assert sample.id == item.id


def test_outcomes_in_the_log_are_ours_and_a_failure_is_not_a_wrong_answer(tmp_path, data):
    log, _ = evaluate(tmp_path, n=1, protocol="cot")
    assert log.status == "success"
    outcomes = Counter(judged(log).values())
    assert set(outcomes) == {"right", "wrong", "unanswered", "failed"}
    metrics = log.results.scores[0].metrics
    assert metrics["accuracy"].value == pytest.approx(outcomes["right"] / (len(log.samples) - outcomes["failed"]))
    assert "stderr" in metrics
    found = [next(iter(sample.scores.values())) for sample in log.samples if sample.scores]
    assert {(score.value, score.metadata["outcome"]) for score in found} == {
        ("C", "right"),
        ("I", "wrong"),
        ("N", "unanswered"),
    }
    assert {score.metadata["step"] for score in found} == {"", "tag"}
    said = (SAID * len(log.samples))[: len(log.samples)]
    assert sum(score.metadata["truncated"] for score in found) == said.count("Let me think")


@pytest.mark.parametrize(
    "arguments", [{}, {"rotation": 1, "task": "rotation_3d", "n": 8}, {"epochs": 2}, {"limit": 5}, {"protocol": "easi"}]
)
def test_a_log_read_as_a_run_has_the_outcomes_of_the_log(tmp_path, arguments):
    from vantage.data.dataset import load
    from vantage.exchange.inspect_log import import_log
    from vantage.running.run_folder import Run

    log, where = evaluate(tmp_path, **{"n": 1, "protocol": "cot", **arguments})
    assert import_log(where, tmp_path / "run") == len(log.samples)
    run = Run.read(tmp_path / "run")
    assert run.model == "mockllm/model"
    assert len(run.conditions) == arguments.get("epochs", 1)
    assert all(condition.rotation == arguments.get("rotation", 0) for condition in run.conditions)
    outcomes, counts = scored(tmp_path / "run", load(run.header.dataset.path))
    assert outcomes == judged(log)
    assert sum(counts.values()) == len(log.samples)
    answered = [row for row in run.responses if row.text is not None]
    assert {(row.tokens_in, row.tokens_out) for row in answered} == {(11, 7)}
    assert {row.finish for row in answered if row.text == "Let me think"} <= {"length"}
    assert all("on fire" in row.error.message for row in run.responses if row.text is None)
    assert import_log(where, tmp_path / "run") == 0


def test_a_log_keeps_the_selection_of_the_run_that_it_is_added_to(tmp_path, data):
    from tests.fabricated import Scripted
    from vantage.exchange.inspect_log import import_log
    from vantage.running import run
    from vantage.running.run_folder import Run
    from vantage.running.sample import Selection

    log, where = evaluate(tmp_path, n=1, protocol="cot", limit=5)
    model = Scripted()
    model.name = "mockllm/model"
    few = Selection(limit=len(data) - 1)
    run.run(data, model, [Condition("cot")], tmp_path / "run", selection=few)
    assert {sample.id for sample in log.samples} <= {row.item for row in Run.read(tmp_path / "run").responses}
    assert import_log(where, tmp_path / "run") == 0
    assert Run.read(tmp_path / "run").header.selection == few


def test_the_real_command_makes_the_data_runs_and_writes_a_log_that_becomes_a_run(tmp_path, data):
    from inspect_ai.log import read_eval_log

    from vantage.exchange.inspect_log import import_log

    (tmp_path / "stand_in").mkdir()
    (tmp_path / "stand_in" / "tiktoken.py").write_text(TIKTOKEN)
    inspect = Path(sys.executable).with_name("inspect")
    arguments = ["-T", "n=1", "-T", "limit=4", "-T", "protocol=direct", "--display", "plain"]
    path = os.pathsep.join([str(tmp_path / "stand_in"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [inspect, "eval", "vantage/quick", "--model", "mockllm/model", *arguments, "--log-dir", tmp_path / "logs"],
        env={**os.environ, "PYTHONPATH": path, "VANTAGE_CACHE": str(tmp_path / "cache")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Making quick" in done.stderr
    assert len(list((tmp_path / "cache" / "data").iterdir())) == 1
    (where,) = (tmp_path / "logs").glob("*.eval")
    log = read_eval_log(str(where))
    assert log.eval.task_registry_name == "vantage/quick"
    assert import_log(where, tmp_path / "run", data.folder) == 4
    outcomes, _ = scored(tmp_path / "run", data)
    assert outcomes == judged(log) == dict.fromkeys(outcomes, "unanswered")
    assert len({name.split("/")[1] for name, _ in outcomes}) == 4


@pytest.mark.parametrize(("protocol", "outcome"), [("easi", "wrong"), ("cot", "right")])
def test_an_answer_cut_off_is_wrong_where_its_protocol_says_so(data, protocol, outcome):
    from vantage.exchange.inspect_tasks import _judged, _sample
    from vantage.item import Choice

    item = next(item for item in data.items() if isinstance(item.answer, Choice))
    sample = _sample(item, Condition(protocol))
    said = f"<answer>{item.answer.letter}</answer>"
    assert _judged(sample.metadata, said, "max_tokens").outcome.value == outcome
    assert _judged(sample.metadata, said, "stop").outcome.value == "right"


@pytest.mark.parametrize("change", [{"spread": {"n": 5}}, {"scenes": {"pair": 5}}], ids=["spread", "scenes"])
def test_scenes_spread_otherwise_are_another_data_set(monkeypatch, change):
    from vantage.exchange.inspect_tasks import data_set
    from vantage.making import suite

    one = suite.get("quick/maze")
    before = data_set("quick/maze", n=1).folder
    monkeypatch.setattr(suite, "get", lambda name: dataclasses.replace(one, **change))
    assert data_set("quick/maze", n=1).folder != before


def test_a_sample_halted_before_its_answer_has_failed(tmp_path, data):
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import get_model

    from vantage.exchange.inspect_log import import_log

    async def late(*_):
        await asyncio.sleep(60)

    model = get_model("mockllm/model", custom_outputs=late, memoize=False)
    arguments = {"n": 1, "limit": 1}
    settings = {"log_dir": str(tmp_path / "logs"), "display": "none", "time_limit": 1}
    (log,) = inspect_eval("vantage/quick", model=model, task_args=arguments, **settings)
    assert set(judged(log).values()) == {"failed"}
    assert import_log(Path(log.location.removeprefix("file://")), tmp_path / "run") == 1
    assert scored(tmp_path / "run", data)[0] == judged(log)
    assert "halted by its time limit" in (tmp_path / "run" / "responses.jsonl").read_text()


def test_a_log_scored_again_by_inspect_has_the_same_scores(tmp_path):
    from inspect_ai import score
    from inspect_ai.log import read_eval_log

    from vantage.exchange.inspect_tasks import outcome

    def values(log):
        return [next(iter(sample.scores.values())).value for sample in log.samples if not sample.error]

    log, where = evaluate(tmp_path, n=1, protocol="cot")
    again = score(read_eval_log(str(where)), outcome(), action="overwrite", display="none")
    assert values(again) == values(log)
    said = (SAID * len(log.samples))[: len(log.samples)]
    assert len(values(log)) == len(said) - said.count(None)


def test_a_folder_of_ones_own_is_a_task_too(tmp_path, data):
    from inspect_ai._eval.registry import task_create

    task = task_create("vantage/folder", folder=str(data.folder), limit=3)
    assert len({sample.id.split("/")[1] for sample in task.dataset}) == 3


def test_mistakes_are_one_sentence(tmp_path, data):
    from inspect_ai._eval.registry import task_create

    from vantage.exchange.inspect_log import import_log

    with pytest.raises(ValueError, match="protocol"):
        task_create("vantage/quick", n=1, protokol="cot")
    with pytest.raises(ValueError, match="limit"):
        task_create("vantage/quick", n=1, limit=-1)
    with pytest.raises(ValueError, match="not a file"):
        import_log(tmp_path / "none.eval", tmp_path / "run")
    for name in ("bad.eval", "bad.json"):
        (tmp_path / name).write_text("{}")
        with pytest.raises(ValueError, match="not a log of Inspect"):
            import_log(tmp_path / name, tmp_path / "run")


def test_a_log_by_another_version_of_its_protocol_is_refused(tmp_path, monkeypatch):
    from vantage.exchange.inspect_log import import_log

    _, where = evaluate(tmp_path, n=1, limit=1, protocol="cot")
    newer = dataclasses.replace(protocols.PROTOCOLS["cot"], version=99)
    monkeypatch.setitem(protocols.PROTOCOLS, "cot", newer)
    with pytest.raises(ValueError, match="version 1 of the protocol cot; this is 99"):
        import_log(where, tmp_path / "run")


def test_a_log_of_another_task_or_another_data_set_is_refused(tmp_path):
    from inspect_ai import Task
    from inspect_ai import eval as inspect_eval
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from vantage.exchange.inspect_log import import_log
    from vantage.exchange.inspect_tasks import data_set

    _, where = evaluate(tmp_path, n=1)
    with pytest.raises(ValueError, match="give the data set that was asked"):
        import_log(where, tmp_path / "run", data_set("quick/maze", n=1).folder)
    said = ModelOutput.from_content("mock", "hm")
    said.usage = ModelUsage()
    model = get_model("mockllm/model", custom_outputs=[said], memoize=False)
    (log,) = inspect_eval(Task([Sample("hello")]), model=model, log_dir=str(tmp_path / "other"), display="none")
    with pytest.raises(ValueError, match="not of a Vantage task"):
        import_log(Path(log.location.removeprefix("file://")), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_log_of_an_impossible_condition_is_named():
    from vantage.exchange.inspect_log import _asked

    with pytest.raises(ValueError, match=r"a\.eval: condition rotation must be from 0"):
        _asked(Path("a.eval"), {"vantage": {"digest": "d", "condition": {"rotation": -1}}})
