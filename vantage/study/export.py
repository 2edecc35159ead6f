"""What people answered, as files: a run for each person that opens like any model's, and tables of everything else.

Runs hold answers to items alone. Practice and attention checks, response times in full, what took someone's attention
away, remarks and flags are in the tables. Nothing is left out: what an analysis drops, such as answers that took three
minutes, it drops itself.
"""

from __future__ import annotations

import csv
import datetime
import json
import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import vantage
from vantage.data.dataset import write_text
from vantage.item import LETTERS, Condition, Number
from vantage.prompts import protocols
from vantage.running import run_folder
from vantage.running.records import Header, Record, to_line
from vantage.scoring import extract
from vantage.study import progress, script
from vantage.study.database import Database
from vantage.study.folder import Shown, Study, of_check
from vantage.study.sessions import ABOUT, NUMBER

MARK = "export.json"
RUNS = "runs"
PROTOCOL = "direct"
ANSWERS = (
    *(
        "person",
        "booklet",
        "place",
        "kind",
        "item",
        "task",
        "subtype",
        "tier",
        "rotation",
        "answer",
        "option",
        "credit",
    ),
    *("seconds", "seconds_away", "seconds_first_key", "seconds_loading", "by", "blurs", "zooms"),
    *("views", "offline", "width", "height", "shown", "received"),
)


@dataclass(frozen=True)
class Exported:
    """What was written."""

    path: Path
    runs: int
    answers: int
    flags: int


def export(db: Database, study: Study, out: Path, complete: bool = False, ids: bool = False) -> Exported:
    """Write all that people said to a folder, which is new or holds an earlier export; that is replaced whole."""
    if out.exists() and not (out / MARK).exists() and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"{out} holds something else; give a new folder")
    aside = out.with_name(f".{out.name}.part")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    try:
        with db.transaction(reading=True):  # all tables as they are at one moment
            found = _write(db, study, aside, complete, ids)
        shutil.rmtree(out, ignore_errors=True)
        os.replace(aside, out)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return Exported(out, *found)


def _write(db: Database, study: Study, out: Path, complete: bool, ids: bool) -> tuple[int, int, int]:
    people = [one for one in progress.standings(db, study) if one.state == "complete" or not complete]
    kept = {one.number: one for one in people}
    rows = [row for row in _answers(db, study) if row["person"] in kept]
    runs = 0
    for person in people:
        mine = [row for row in rows if row["person"] == person.number and row["kind"] == "item"]
        if mine:
            _run(study, person, mine, out / RUNS / f"person-{person.number:03}")
            runs += 1
    _table(out / "answers.csv", ANSWERS, rows)
    _people(db, study, people, out, ids)
    flags = progress.flagged(db)
    listed = [
        {"item": one.item, "person": person, "reason": reason, "note": note, "reviewers_bad": _votes(one, "bad"),
         "reviewers_fine": _votes(one, "fine")}
        for one in flags for person, reason, note in one.reasons
    ]  # fmt: skip
    _table(out / "flags.csv", ("item", "person", "reason", "note", "reviewers_bad", "reviewers_fine"), listed)
    bad = [{"id": name, "attempt": study.frozen.items[name].attempt} for name in progress.excluded(flags)]
    (out / "flags.jsonl").write_text("".join(json.dumps(one) + "\n" for one in bad), "utf-8")
    said = {"vantage": vantage.__version__, "study": study.settings.title, "dataset": study.frozen.source.digest}
    write_text(out / MARK, json.dumps({**said, "people": len(people), "answers": len(rows)}, indent=1) + "\n")
    return runs, len(rows), len(listed)


def _votes(one: progress.Flagged, verdict: str) -> int:
    return sum(found == verdict for found, _ in one.reviews.values())


def _answers(db: Database, study: Study) -> Iterable[dict[str, Any]]:
    """Yield every answer as a row of the table."""
    known = {one.id: one for one in (*study.frozen.items.values(), *study.frozen.practice)}
    known |= {one.id: one for one in (of_check(check, n) for n, check in enumerate(study.settings.attention))}
    names = {place: one.name for place, one in enumerate(study.frozen.booklets)}
    for person, booklet, place, kind, item, rotation, text, milliseconds, about, received in db.rows(
        "SELECT a.person, p.booklet, a.place, a.kind, a.item, a.rotation, a.text, a.milliseconds, a.about, a.received "
        "FROM answers a JOIN people p ON p.number = a.person ORDER BY a.person, a.place"
    ):
        one, told = known[item], json.loads(about)
        yield {
            "person": person,
            "booklet": names[booklet],
            "place": place,
            "kind": kind,
            "item": item,
            "task": one.task,
            "subtype": one.subtype,
            "tier": one.tier,
            "rotation": rotation,
            "answer": text,
            "option": _option(one, rotation, text),
            "credit": _credit(one, rotation, text),
            **{name: told[name] for name in ABOUT if name in ANSWERS},
            "seconds": _seconds(milliseconds),
            **{f"seconds_{new}": _seconds(told[old]) for new, old in TIMES},
            "received": _moment(received),
        }


TIMES = (("away", "away"), ("first_key", "first"), ("loading", "loading"))


def _seconds(milliseconds: float | None) -> float | str:
    return "" if milliseconds is None else round(milliseconds / 1000, 4)


def _moment(seconds: float | None) -> str:
    if not seconds:
        return ""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="milliseconds")


def _option(one: Shown, rotation: int, text: str) -> str:
    """Return the letter that was chosen, in the data set's own order."""
    return LETTERS[(LETTERS.index(text) + rotation) % len(one.options)] if one.options and text else ""


def _credit(one: Shown, rotation: int, text: str) -> float | str:
    """Return 1 for right and 0 for wrong, between them for a number by how near it is; nothing where time ran out."""
    if not text:
        return ""
    if one.letter:
        return float(text == script.key(one, rotation))
    return extract.rules(extract.OURS).credit(float(text), Number(one.value or 0.0, one.unit, one.rule or "exact"))


def _run(study: Study, person: progress.Standing, rows: Sequence[dict[str, Any]], out: Path) -> None:
    """Write a person's run."""
    rotations = sorted({row["rotation"] for row in rows})
    header = Header(
        vantage=vantage.__version__,
        model=f"person {person.number:03}",
        dataset=study.frozen.source,
        conditions=tuple(Condition(protocol=PROTOCOL, rotation=rotation) for rotation in rotations),
        protocols={PROTOCOL: protocols.get(PROTOCOL).version},
        settings={"answered_by": run_folder.PERSON, "booklet": person.booklet, "session": person.state},
    )
    out.mkdir(parents=True)
    run_folder.write_header(out, header)
    with (out / run_folder.RESPONSES).open("wb") as file:
        for row in rows:
            number = rotations.index(row["rotation"])
            seconds = row["seconds"] if row["seconds"] != "" else None
            text = f"{row['answer']} {study.frozen.items[row['item']].unit}".strip() if row["answer"] else ""
            file.write(to_line(_record(row, number, text, seconds)))


def _record(row: dict[str, Any], condition: int, text: str, seconds: float | None) -> Record:
    return Record(
        item=row["item"], condition=condition, repeat=0, text=text, finish="stop", seconds=seconds, attempts=0
    )


def _people(db: Database, study: Study, people: Sequence[progress.Standing], out: Path, ids: bool) -> None:
    more = {
        number: rest for number, *rest in db.rows("SELECT number, consent, external, questions, finished FROM people")
    }
    asked = [question.name for question in study.settings.questions]
    fixed = ("person", "state", "booklet", "answered", "median_seconds", "share_away", "checks_failed", "remarks")
    names = (*fixed, "consent", "finished", *(["prolific"] if ids else []), *asked)
    rows = []
    for one in people:
        consent, external, questions, finished = more[one.number]
        said = json.loads(questions) if questions else {}
        known = (one.number, one.state, one.booklet, one.answered, one.seconds, one.away, one.misses)
        row = dict(zip(fixed, (*known, "; ".join(one.remarks))))
        row["median_seconds"] = "" if one.seconds != one.seconds else round(one.seconds, 4)
        row |= {"consent": consent or "", "finished": _moment(finished), **{name: said.get(name, "") for name in asked}}
        rows.append({**row, "prolific": external or ""})
    _table(out / "people.csv", names, rows)


def _table(path: Path, names: Sequence[str], rows: Iterable[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows([_harmless(row.get(name, "")) for name in names] for row in rows)


def _harmless(value: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula, whatever a person typed."""
    if not isinstance(value, str) or not value or value[0] not in "=+-@\t\r" or NUMBER.fullmatch(value):
        return value
    return f"'{value}"
