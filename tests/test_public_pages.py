"""Benchmarks on the command line: listed, fetched, imported, reported, exported."""

import dataclasses
import json
import types
import zipfile

import pytest

from tests.public_files import BUILDERS
from tests.test_public import FRAMES, Scripted, imported, result
from vantage import cli, models, public
from vantage.analysis import benchmarks, submission
from vantage.data.dataset import load
from vantage.exchange import lmms_task
from vantage.item import Condition
from vantage.public import fetching
from vantage.report import boards, overview
from vantage.running.opening import open_groups
from vantage.running.run import run
from vantage.running.run_folder import Run


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """Three benchmarks, each answered by its fixture's script and by `first`."""
    top = tmp_path_factory.mktemp("ran")
    made = {}
    for name in ("vsi", "mmsi", "site"):
        made[name], data, _ = imported(name, top / name)
        run(data, Scripted(made[name].said), [Condition()], top / name / "scripted")
        run(data, models.get("first"), [Condition()], top / name / "first")
    return top, made


def folders(top, model="*"):
    return sorted(path.parent for path in top.glob(f"*/{model}/run.json"))


def command(capsys, *arguments):
    code = 0
    try:
        cli.main([str(argument) for argument in arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out = capsys.readouterr()
    return code, out.out, out.err


# -- reports


def test_the_tables_of_a_paper(ran, tmp_path):
    top, made = ran
    found = boards.gather(open_groups(folders(top)))
    shown = {exhibit.name: exhibit for exhibit in boards.exhibits(found)}
    assert list(shown) == ["benchmarks", "capabilities", "people", "spatial", "parts", "published"]
    scores = {(row[0], row[1]): row for row in shown["benchmarks"].table.rows}
    for name, one in made.items():
        assert scores[name, "scripted"][2] == pytest.approx(one.overall)
    # MMSI: 8 of 12 with a chance of 1/4 is (8 - 3) / (12 - 3).
    assert scores["mmsi", "scripted"][3] == pytest.approx(5 / 9)
    assert shown["benchmarks"].printed.header[:3] == ("model", "mmsi", "mmsi CAA")
    assert found.models == ("scripted", "first")


def test_capabilities_are_over_everything_that_was_run(ran):
    """Perspective taking: six of MMSI's positions and three of its camera's motions, VSI's three, SITE's multi-view."""
    top, _ = ran
    rows = {row[:2]: row for row in boards.gather(open_groups(folders(top, "scripted"))) and _capabilities(top)}
    # MMSI: items 1-12 in four types by turns, PT are the first three: 1, 2, 3, 5, 6, 7, 9 right; 10, 11 wrong.
    # VSI's directions: right, wrong, right. SITE's fourth category: items 4 and 10: right, wrong.
    assert rows["scripted", "PT"][6] == 9 + 3 + 2
    assert rows["scripted", "PT"][2] == pytest.approx((7 + 2 + 1) / 14)


def _capabilities(top):
    (shown,) = boards.capabilities(boards.gather(open_groups(folders(top, "scripted"))))
    return shown.table.rows


def test_the_gap_to_people_is_in_the_benchmarks_own_metric(ran):
    top, _ = ran
    (shown,) = boards.people(boards.gather(open_groups(folders(top, "scripted"))))
    rows = {row[:2]: row for row in shown.table.rows}
    # EASI's tables 7 and 9; of two overall numbers for VSI that of its own table counts.
    assert rows["vsi", "object_abs_distance"][4:] == pytest.approx((0.470, 1.0 - 0.470))
    assert rows["vsi", "overall"][4] == 0.792
    assert rows["mmsi", "overall"][5] == pytest.approx(8 / 12 - 0.957)


def test_spatial_subtasks_against_others(ran):
    """Only SITE has both: its first two categories are not about space there."""
    top, _ = ran
    (shown,) = boards.spatial(boards.gather(open_groups(folders(top, "scripted"))))
    (row,) = shown.table.rows
    # Others: items 1, 7 and 2, 8 of SITE, right but for 8. Spatial: 3, 4, 5, 6, 9, 10, 11, 12: 3 to 6 and 9 are right.
    assert (row[0], row[1], row[3], row[4], row[6]) == ("scripted", 5 / 8, 8, 3 / 4, 4)


def test_published_rows_stand_beside_with_what_differs(ran):
    top, _ = ran
    (shown,) = boards.published(boards.gather(open_groups(folders(top, "scripted"))))
    own = [row for row in shown.table.rows if row[3] == "this report" and row[:2] == ("vsi", "overall")]
    warning = own[0][7]
    assert "asked as “direct”" in warning
    assert "videos as 4 uniform frames" in warning
    assert "12 questions of 5,130" in warning
    printed = {(row[0], row[1], row[2]): row[6] for row in shown.table.rows if row[3] == "published"}
    assert printed["mmsi", "overall", "GPT-5-2025-08-07"] == pytest.approx(0.419, abs=5e-4)


def test_answers_in_both_orders_are_averaged(tmp_path):
    """SAT: the first option is right in half of the questions, and in the other half once they are turned."""
    _, data, _ = imported("sat", tmp_path)
    found = result(data, models.get("first"), tmp_path / "r", [Condition(), Condition(rotation=1)])
    assert found.answers == 24
    assert found.scores.overall == 0.5


def test_one_page_over_several_data_sets(ran, tmp_path, capsys):
    top, _ = ran
    assert command(capsys, "report", *folders(top), "--out", tmp_path / "o.html")[0] == 0
    page = (tmp_path / "o.html").read_text()
    assert "2 models on 3 data sets" in page
    for name in ("benchmarks", "capabilities", "people", "spatial", "published"):
        assert f'<section id="{name}"' in page
    assert "<script" not in page


def test_a_report_on_one_benchmark_has_its_own_score(ran):
    top, made = ran
    ((data, runs),) = open_groups([top / "vsi" / "scripted"])
    shown = {exhibit.name: exhibit for exhibit in boards.of_one(data, runs)}
    assert list(shown) == ["benchmarks", "people", "parts", "published"]
    assert shown["benchmarks"].table.rows[0][2] == pytest.approx(made["vsi"].overall)


def test_a_run_without_responses_has_no_overview(ran, tmp_path):
    top, _ = ran
    data = load(top / "vsi" / "data")
    groups = [(data, [dataclasses.replace(Run.read(top / "vsi" / "first"), responses=())])]
    with pytest.raises(ValueError, match="holds no responses yet"):
        overview.write(groups, tmp_path / "o.html")


# -- the command line


def test_benchmarks_are_listed(capsys):
    code, out, _ = command(capsys, "list", "--benchmarks", "--json")
    assert code == 0
    listed = json.loads(out)
    assert sorted(listed) == public.names()
    assert listed["vsi"]["rules"] == ["easi", "lmms-eval:vsibench"]
    assert listed["site"]["categories"]["counting & existence"] == []
    code, out, _ = command(capsys, "list", "--benchmarks")
    assert code == 0
    assert "The gold is “(A)”" in out


def test_import_tells_what_it_left_out(tmp_path, capsys):
    BUILDERS["egoorient"](tmp_path / "files")
    code, out, _ = command(capsys, "import", "--benchmark", "egoorient", tmp_path / "files", "--out", tmp_path / "d")
    assert code == 0
    assert "1 left out: the answer is a sentence" in out
    assert len(load(tmp_path / "d")) == 12
    again = command(capsys, "import", "--benchmark", "egoorient", tmp_path / "files", "--out", tmp_path / "d")
    assert again[0] == 0  # the same import once more changes nothing
    code, _, err = command(capsys, "import", "--benchmark", "egoorint", tmp_path / "files")
    assert code == 2
    assert "did you mean 'egoorient'?" in err
    code, _, err = command(capsys, "import", "--benchmark", "mmsi", tmp_path / "files", "--out", tmp_path / "e")
    assert code == 2
    assert "it looks like egoorient" in err


def test_every_rule_set_that_a_benchmark_names_is_there():
    from vantage.prompts.protocols import PROTOCOLS
    from vantage.scoring.extract import RULES

    for benchmark in map(public.get, public.names()):
        assert set(benchmark.rules) <= set(RULES)
        assert benchmark.protocol in PROTOCOLS
        assert all(set(needed or ()) <= set(benchmarks.CAPABILITIES) for needed in benchmark.categories.values())
        assert benchmark.quirks
        assert benchmark.files or benchmark.home.startswith("https://")


def test_printed_parts_are_those_of_the_paper():
    from vantage import papers

    tasks = {row.task for row in papers.rows("easi")}
    for benchmark in map(public.get, public.names()):
        for theirs in benchmark.printed.values():
            assert f"{benchmark.published}/{theirs}" in tasks, (benchmark.name, theirs)


# -- the hub


class Hub:
    """A hub that holds two revisions, and counts what is downloaded."""

    def __init__(self):
        self.newest, self.brought = "a" * 40, []
        self.files = {"test.jsonl": b"{}", "arkitscenes.zip": b"zip", "../up.zip": b"", "README.md": b""}

    def HfApi(self):  # as the hub's library has it
        return self

    def dataset_info(self, home, revision=None):
        if home == "nowhere/at-all":
            raise RuntimeError("404\nnot found")
        return types.SimpleNamespace(sha=self.newest if revision in (None, "main") else revision * 40)

    def list_repo_files(self, home, repo_type, revision):
        return list(self.files)

    def hf_hub_download(self, home, name, repo_type, revision, local_dir):
        self.brought.append((name, revision))
        local_dir.mkdir(parents=True, exist_ok=True)
        (local_dir / name).write_bytes(self.files[name])


@pytest.fixture
def hub(monkeypatch):
    made = Hub()
    monkeypatch.setattr(fetching, "_hub", lambda: made)
    return made


def test_fetching_pins_a_revision_and_goes_on_where_it_stopped(hub, tmp_path, capsys):
    first = fetching.fetch(public.get("vsi"), tmp_path / "vsi")
    assert [name for name, _ in hub.brought] == ["arkitscenes.zip", "test.jsonl"]
    hub.newest = "b" * 40  # the authors change something
    (tmp_path / "vsi" / "test.jsonl").write_bytes(b"cut")
    again = fetching.fetch(public.get("vsi"), tmp_path / "vsi")
    assert again == first
    assert hub.brought[2:] == [("test.jsonl", "a" * 40)]
    with pytest.raises(ValueError, match="holds revision aaaaaaaaaaaa of vsi, not bbbbbbbbbbbb"):
        fetching.fetch(public.get("vsi"), tmp_path / "vsi", "main")
    code, out, _ = command(capsys, "fetch", "vsi", "--out", tmp_path / "vsi")
    assert code == 0
    assert "2 files of nyu-visionx/VSI-Bench at aaaaaaaaaaaa" in out


def test_what_cannot_be_fetched_is_one_sentence(hub, tmp_path, monkeypatch):
    vsi = public.get("vsi")
    for benchmark, words in (
        (public.get("space"), "is not on the hub"),
        (dataclasses.replace(vsi, home="nowhere/at-all"), r"the hub refused \(RuntimeError\): 404 not found"),
        (dataclasses.replace(vsi, files=("*.tar",)), "has been rearranged"),
    ):
        with pytest.raises(ValueError, match=words):
            fetching.fetch(benchmark, tmp_path / "x")
    (tmp_path / "y").mkdir()
    (tmp_path / "y" / fetching.NOTE).write_text('{"revision": "../x", "files": {}}')
    with pytest.raises(ValueError, match="names no commit"):
        fetching.fetch(vsi, tmp_path / "y")


# -- exports


def test_a_submission_to_easis_board(ran, tmp_path, capsys):
    top, made = ran
    runs = folders(top, "scripted")
    code, out, _ = command(capsys, "export", *runs, "--to", "easi", "--out", tmp_path / "s", "--model", "me/mine")
    assert code == 0
    sent = json.loads((tmp_path / "s" / submission.SCORES).read_text())
    assert sent["modelName"] == "me/mine"
    assert sent["scores"] == {name: round(100 * made[one].overall, 4) for name, one in (
        ("mmsi_bench", "mmsi"), ("site", "site"), ("vsi_bench", "vsi"))}  # fmt: skip
    assert sent["subScores"]["vsi_bench"]["object_abs_distance"] == 100
    with zipfile.ZipFile(tmp_path / "s" / submission.ANSWERS) as archive:
        assert archive.namelist() == ["mmsi_bench.csv", "site.csv", "vsi_bench.csv"]
        assert len(archive.read("vsi_bench.csv").splitlines()) == 13
    assert "fill in modelName, modelType" in out
    code, _, err = command(capsys, "export", *folders(top), "--to", "easi", "--out", tmp_path / "t")
    assert code == 2
    assert "a submission is about one model" in err


def test_a_task_for_lmms_eval(ran, tmp_path, capsys):
    from datasets import Dataset

    top, made = ran
    data = load(top / "site" / "data")
    code, out, _ = command(capsys, "export", data.folder, "--to", "lmms-eval", "--out", tmp_path / "task")
    assert code == 0
    assert "task vantage_site with 12 items" in out
    assert (tmp_path / "task" / "vantage_site.yaml").read_text().count("!function utils.") == 6
    held = Dataset.from_parquet(str(tmp_path / "task" / lmms_task.TABLE), cache_dir=str(tmp_path / "cache"))
    docs = {doc["id"]: doc for doc in held}
    pictures = docs["site/image_test-00002"]  # its options are pictures
    (message,) = lmms_task.to_messages(pictures)
    assert [part["type"] for part in message["content"]] == ["text", "image", "text", "image", "text", "image", "text"]
    assert len(lmms_task.to_visual(pictures)) == 3
    assert "<image>" not in lmms_task.to_text(pictures)
    credits = [lmms_task.scored(docs[item.id], [made["site"].said[item.id]]) for item in data.head()]
    assert lmms_task.mean([one["accuracy"] for one in credits]) == 8 / 12
    assert lmms_task.above_chance([one["caa"] for one in credits]) == pytest.approx(made["site"].overall)
    assert lmms_task.scored(pictures, ["[LMMS_EVAL_REQUEST_FAILED after 3]"]) == {}
    code, _, err = command(capsys, "export", data.folder, "--to", "lmms-eval", "--out", tmp_path / "task")
    assert code == 2
    assert "is not empty" in err


def test_exports_have_one_form_and_their_older_ones(ran, tmp_path, capsys):
    top, _ = ran
    data = top / "mmsi" / "data"
    first = command(capsys, "export", data, "--to", "vlmevalkit", "--out", tmp_path / "a.tsv", "--images", "first")
    older = command(capsys, "export", data, "--vlmevalkit", tmp_path / "b.tsv", "--images", "first")
    assert first[0] == older[0] == 0
    assert (tmp_path / "a.tsv").read_bytes() == (tmp_path / "b.tsv").read_bytes()
    assert "was read as --to vlmevalkit" in older[2]
    for wrong in (["--to", "vlmevalkit"], ["--out", "x"], ["--to", "batch", "--out", "x", "--batch", "y"]):
        code, _, err = command(capsys, "export", data, *wrong)
        assert code == 2
        assert "say what to write and where: --to batch | vlmevalkit | lmms-eval | easi | trl" in err


def test_samples_of_lmms_eval_come_back_under_their_own_condition(ran, tmp_path):
    from vantage.exchange.responses import import_responses

    top, made = ran
    data = load(top / "mmsi" / "data")
    shown = json.dumps({"protocol": "cot", "images": "first"})
    lines = [{"doc_id": n, "doc": {"id": id, "condition": shown}, "resps": [[text]]}
             for n, (id, text) in enumerate(made["mmsi"].said.items())]  # fmt: skip
    (tmp_path / "s.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    import_responses([tmp_path / "s.jsonl"], data, "theirs", Condition(), tmp_path / "run")
    found = Run.read(tmp_path / "run")
    assert found.conditions == (Condition("cot", "first"),) or list(found.conditions) == [Condition("cot", "first")]
    assert benchmarks.results(data, [found])[0].scores.overall == pytest.approx(8 / 12)


def test_frames_say_how_they_were_taken():
    assert str(FRAMES) == "4 uniform"
