"""What people answered becomes runs and tables; the lab and the commands show the same."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests import fabricated, studies
from tests.studies import Site
from vantage import cli
from vantage.analysis.table import table
from vantage.data import dataset
from vantage.making import make
from vantage.report import report
from vantage.running.run_folder import Run
from vantage.study import database, export, progress, script

HOSTILE = "=cmd|'/C calc'!A0 <script>alert(1)</script>"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study in which person 1 is right, person 2 always says A, very fast, and person 3 leaves early."""
    path = tmp_path_factory.mktemp("study")
    named = [replace(one, task="rotation_3d") if one.task == "turning" else one for one in fabricated.items(8, 16)]
    items = studies.numeric(named, 8)
    edits = ((r"^items = \d+\ndata", "items = 1\ndata"), (r"^seconds = 0 ", "seconds = 60 "))
    site = Site(studies.made(path, items, edits, kind="sample", items=20))
    for person in (1, 2, 3):
        token = site.begun()
        for place, step in enumerate(script.write(site.study, 0, person)):
            one = script.shown(site.study, step)
            right = script.key(one, step.rotation) or "4"
            text = right if person != 2 or not one.options else "A"
            if person == 3 and place == 9:
                break
            if person == 1 and place == 5 and step.kind == "item":
                text = ""
            assert site.answer(token, place, text, milliseconds=400.0 if person == 2 else 4000.0 + place).status == 200
        reason = site.study.settings.page.flags[0]
        for place in (2, 3):
            site.ask("/api/flag", {"place": place, "reason": reason, "note": HOSTILE}, token)
        if person < 3:
            site.ask("/api/replies", {"replies": {"age": "30", "remarks": HOSTILE}}, token)
    site.close()
    return path


@pytest.fixture
def db(home: Path) -> Iterator[database.Database]:
    found = database.connect(home / "study")
    yield found
    found.close()


def command(*arguments: Any) -> str:
    found = CliRunner().invoke(cli.commands, list(map(str, arguments)), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.stdout


@pytest.fixture(scope="module")
def out(home: Path) -> Path:
    command("study", "export", home / "study", "--out", home / "people")
    return home / "people"


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_person_is_a_run_like_any_other(home: Path, out: Path) -> None:
    data = dataset.load(home / "data")
    runs = [Run.read(path) for path in sorted((out / export.RUNS).iterdir())]
    assert [run.model for run in runs] == ["person 001", "person 002", "person 003"]
    found = table(data, runs).to_pylist()
    mine = [row for row in found if row["model"] == "person 001"]
    assert len(mine) == 20
    assert {row["outcome"] for row in mine} <= {"right", "unanswered"}
    assert sum(row["outcome"] == "right" for row in mine) >= 19
    assert all(row["seconds"] >= 4 for row in mine)
    assert all(row["answer"] == "A" for row in found if row["model"] == "person 002" and row["chance"])


def test_people_stand_in_a_report_beside_models_and_published_people(home: Path, out: Path) -> None:
    data = dataset.load(home / "data")
    model = fabricated.run("first", data, lambda item: "Answer: A" if item.options else "5")
    first = fabricated.written(model, home / "runs" / "first")
    report.write([*sorted((out / export.RUNS).iterdir()), first], data, home / "report.html")
    text = (home / "report.html").read_text("utf-8")
    assert "1 model and 3 people on 3 spatial tasks" in text
    assert "Gap to people here" in text
    assert "Beside people and published models" in text
    assert "people 82%" in text, "as Spatial-DISE printed it for 3D rotation"


def test_the_table_holds_every_answer_with_its_times(home: Path, out: Path, db: database.Database) -> None:
    found = rows(out / "answers.csv")
    assert tuple(found[0]) == export.ANSWERS
    assert len(found) == db.rows("SELECT COUNT(*) FROM answers")[0][0]
    assert {row["kind"] for row in found} == {"practice", "item", "attention"}
    one = next(row for row in found if row["person"] == "1" and row["kind"] == "item" and row["option"])
    assert (one["credit"], one["by"], one["views"], one["seconds_away"]) == ("1.0", "", "1", "0.0")
    assert float(one["seconds"]) == 4 + int(one["place"]) / 1000
    data = {item.id: item for item in dataset.load(home / "data").head()}
    for row in found:
        if row["kind"] == "item" and row["option"]:
            assert float(row["credit"]) == (row["option"] == data[row["item"]].answer.letter)
    assert {row["credit"] for row in found if row["answer"] == ""} <= {""}


def test_people_and_flags_have_tables_in_which_nothing_is_a_formula(out: Path) -> None:
    found = rows(out / "people.csv")
    assert [(row["state"], row["age"]) for row in found] == [("complete", "30"), ("complete", "30"), ("answering", "")]
    assert found[0]["remarks"].startswith("'=cmd")
    assert "prolific" not in found[0]
    assert all(row["note"].startswith("'=") for row in rows(out / "flags.csv"))


def test_fast_and_uniform_people_are_pointed_out(home: Path, db: database.Database) -> None:
    from vantage.study.folder import open_study

    found = progress.standings(db, open_study(home / "study"))
    assert [one.remarks for one in found] == [(), ("fast", "always the same"), ()]
    assert found[1].misses == 2
    assert [one.answered for one in found] == [23, 23, 9]


def test_an_export_is_replaced_whole_and_nothing_else_is(home: Path, out: Path, tmp_path: Path) -> None:
    (out / "runs" / "person-999").mkdir()
    command("study", "export", home / "study", "--out", out, "--complete")
    assert sorted(path.name for path in (out / "runs").iterdir()) == ["person-001", "person-002"]
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ValueError, match="holds something else"):
        command("study", "export", home / "study", "--out", tmp_path)
    assert (tmp_path / "thesis.txt").exists()
    command("study", "export", home / "study", "--out", out)


def test_flags_that_reviewers_call_bad_are_excluded_from_the_next_set(home: Path, out: Path, db: Any) -> None:
    flags = progress.flagged(db)
    bad, fine = flags[0].item, flags[1].item
    for item, reviewer, verdict in (
        (bad, "Ann", "bad"),
        (bad, "Ben", "bad"),
        (fine, "Ann", "fine"),
        (fine, "Ben", "bad"),
    ):
        db.rows("INSERT INTO reviews VALUES (?, ?, ?, '', 0)", item, reviewer, verdict)
    flags = progress.flagged(db)
    ((first, second, kappa),) = progress.agreed(flags)
    assert (first, second, kappa.agreed, kappa.n) == ("Ann", "Ben", 1, 2)
    command("study", "export", home / "study", "--out", out)
    assert make.flags(out / "flags.jsonl") == {bad: 0}


class Lab:
    """A researcher at the lab's pages."""

    def __init__(self, site: Site, name: str = "Ann") -> None:
        self.site = site
        self.cookie = ""
        reply = self.post("/lab/enter", name=name, password=site.password)
        assert reply.status == 303
        self.set = reply.headers["set-cookie"]
        self.cookie = self.set.split(";")[0]

    def get(self, path: str) -> Any:
        return self.site.ask(path, headers={"cookie": self.cookie})

    def post(self, path: str, **fields: str) -> Any:
        from urllib.parse import urlencode

        kind = {"content-type": "application/x-www-form-urlencoded", "cookie": self.cookie}
        return self.site.ask(path, urlencode(fields).encode(), headers=kind)


@pytest.fixture
def site(home: Path) -> Iterator[Site]:
    from vantage.study.folder import open_study

    found = Site(open_study(home / "study"))
    yield found
    found.close()


def test_the_lab_is_shut_to_strangers_and_slow_to_guessers(site: Site) -> None:
    for path in ("/lab", "/lab/flags", "/lab/preview?person=1"):
        assert (site.ask(path).status, site.ask(path).headers["location"]) == (303, "/lab/enter")
        assert site.ask(path, headers={"cookie": "vantage_lab=guess"}).status == 303
    kind = {"content-type": "application/x-www-form-urlencoded"}
    statuses = [site.ask("/lab/enter", b"name=x&password=guess", headers=kind).status for _ in range(7)]
    assert statuses == [403] * 5 + [429] * 2
    late = site.ask("/lab/enter", f"name=x&password={site.password}".encode(), headers=kind)
    assert late.status == 429, "while guessing goes on, even the right one has to wait"


def test_the_lab_shows_progress_people_flags_and_sessions_and_runs_nothing(site: Site) -> None:
    lab = Lab(site)
    assert "HttpOnly" in lab.set
    assert "samesite=strict" in lab.set.lower()
    overview = lab.get("/lab").body.decode()
    assert "always the same" in overview
    assert "everyone" in overview
    flags = lab.get("/lab/flags").body.decode()
    assert "&lt;script&gt;alert(1)" in flags
    assert "<script" not in flags
    assert flags.count("<article>") >= 2
    assert "/pictures/" in flags
    session = lab.get("/lab/preview?person=2").body.decode()
    assert session.count("<article>") == 23
    assert "Answered <b>A</b> after 0.4 s" in session
    assert lab.get("/lab/preview?booklet=0&person=50").body.decode().count("<article>") == 23
    assert "has not begun" in lab.get("/lab/preview?person=777").body.decode()
    item = progress.flagged(database.connect(site.study.folder))[0].item
    assert lab.post("/lab/flags", item=item, verdict="bad", note="two keys").status == 303
    assert "two keys" in lab.get("/lab/flags").body.decode()
    assert lab.post("/lab/flags", item="forged", verdict="bad").status == 422
    lab.post("/lab/leave")
    assert lab.get("/lab").status == 303


def test_status_invite_delete_and_close(tmp_path: Path) -> None:
    study = studies.made(tmp_path, fabricated.items(2, 16), studies.PLAIN)
    links = command("study", "invite", study.folder, "-n", "3").split()
    assert len(set(links)) == 3
    assert all(link.startswith("http://127.0.0.1:8000/s/") for link in links)
    site = Site(study)
    token = links[0].rpartition("/")[2]
    assert site.consent(token)["state"] == "answering"
    site.answer(token, 0, "B")
    found = json.loads(command("study", "status", study.folder, "--json"))
    assert (found["closed"], found["booklets"][0]["answering"], found["people"][0]["answered"]) == (False, 1, 1)
    command("study", "delete", study.folder, 1)
    assert site.rows("SELECT COUNT(*) FROM answers") == [(0,)]
    assert "the study is closed" in command("study", "close", study.folder)
    assert site.ask("/api/begin", {}).status == 410
    site.close()
    assert "closed" in command("study", "status", study.folder)


def test_new_prints_the_arithmetic_and_refuses_what_cannot_be(tmp_path: Path) -> None:
    fabricated.data_set(tmp_path / "data", fabricated.items(8, 16))
    wanted = ("--booklets", 3, "--anchors", 2, "--people", 6)
    said = command("study", "new", tmp_path / "data", "--out", tmp_path / "linked", *wanted)
    assert "6 people × 10 items = 60 responses to 24 items, 2.5 each" in said
    assert "no items are left over to practise on" in said
    password = said.split("stored nowhere: ")[1].split()[0]
    assert password not in "".join(path.read_text() for path in (tmp_path / "linked").glob("*.*"))
    with pytest.raises(ValueError, match=r"3 booklets of 9 items .* 3 × \(9 − 2\) = 21 items, not 24"):
        command("study", "new", tmp_path / "data", "--out", tmp_path / "no", *wanted, "--per-person", 9)
    assert not (tmp_path / "no").exists()
