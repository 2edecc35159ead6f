"""Make a study: write a study.toml that a person edits, from a data set and a ready design or a few numbers."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vantage.data import dataset
from vantage.names import nearest
from vantage.study import booklets, settings
from vantage.study.booklets import Brief
from vantage.study.settings import NAME, Design

PRACTICE = 3  # items to practise on, if so many are left over
SAMPLE = 60  # items that everyone answers where nothing else is said
PEOPLE = 20
PARTS = ("view_rotation/scene", "view_rotation/car")  # which SpinBench's people were not asked

# Spatial-DISE prints 54 people, 19 booklets, some 10 shared items and 1,679 responses. These four cannot all hold: 31
# items each share 1.6 with the next. The shared items are kept, since linking booklets is what they are for.
READY: dict[str, dict[str, Any]] = {
    "dise": {"kind": "booklets", "people": 54, "booklets": 19, "anchors": 10},
    "scope188": {"kind": "sample", "people": 13, "items": 188},
    "spin": {"kind": "expert", "people": 12, "experts": 1, "per_person": 200, "leave_out": PARTS},
}

TEMPLATE = """\
# A study made by `vantage study new`. Edit it as you like; `vantage study serve` reads it anew.
# [design], [practice], [[attention]] and seed decide who is asked what: once someone has begun, they cannot change.

title = {title}
welcome = '''
In this study you look at pictures and answer questions about them.'''
data = {data}          # the data set that the items come from
seed = {seed}

[design]
kind = {kind}     # "all" items to everyone; a "sample" of them; "booklets" that overlap; or "expert":
                        # some people answer everything, each other a balanced part
people = {people}             # whom you expect
items = {items}               # how many of the data set's items; 0: all
booklets = {booklets}            # how many, if the kind is "booklets"
anchors = {anchors}             # items that a booklet shares with the next, so that people can be compared
per_person = {per_person}          # items in a booklet or in a part; 0: as many as the numbers above give
experts = {experts}             # people who answer everything, if the kind is "expert"; they are invited
leave_out = {leave_out}          # tasks, or "task/subtype"
task_order = "balanced" # tasks one after another, their order balanced over people; or "mixed"
option_order = "turned" # options turned so that each person's right answers stand evenly; or "as made"

[practice]              # with feedback, before the study; never counted
items = {practice}
data = {practice_data}               # another data set to take them from; empty: items that the design leaves over

[page]
feedback = "practice"   # tell whether an answer was right: "none", "practice" or "all"
break_every = 50        # items between two breaks; 0: none
seconds = 0             # time for each item; 0: as long as one likes
ahead = 3               # questions that a browser holds in advance, to go on while it is offline
flags = ["No answer is right", "More than one answer is right", "The picture is unclear", "The text is unclear"]

[recruiting]
open = true             # anyone with the address may begin; false: only people invited by `vantage study invite`
prolific = false        # only from Prolific, whose three parameters the address then carries
screen_out_after = 0    # attention checks failed before the study ends for someone; 0: it does not
complete = ""           # Prolific's codes
screened = ""
no_consent = ""

[server]
url = "http://127.0.0.1:8000"   # the address that people see
database = ""                   # empty: study.db in this folder; or postgresql://USER@HOST/NAME

[consent]
text = '''
You take part of your own free will and can stop at any time without giving a reason.

We store your answers, how long each takes, and whether the page was in front. We store neither your name nor your
address nor what browser you use. You can have everything deleted at any time before the study is closed.

PUT HERE: who runs this study, what for, who has approved it, and whom to write to.'''

[[attention]]           # a question that whoever reads it answers rightly
question = "This question checks attention. Please choose the third answer, whatever else it says."
options = ["the first", "the second", "the third", "the fourth"]
answer = "C"

[[attention]]
question = "Which of these is a number? This question checks attention."
options = ["table", "seven", "green", "river"]
answer = "B"

[[questions]]           # asked at the end; kind: "choice", "number" or "text"
name = "age"
text = "How old are you?"
kind = "number"

[[questions]]
name = "screen"
text = "What did you use?"
kind = "choice"
options = ["a computer", "a tablet", "a phone"]

[[questions]]
name = "remarks"
text = "Is there anything that you want to tell us?"
kind = "text"
"""


def write(folder: Path, data: Path, wanted: dict[str, Any], seed: int = 0, title: str = "", practice: str = "") -> None:
    """Write the study.toml of a new study; an impossible design is refused before anything is written."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is there already; give a new or empty folder")
    source = dataset.load(data)
    briefs = [Brief.of(item) for item in source.head()]
    found = _fitted(briefs, wanted)
    made = booklets.build(briefs, Design(**found), seed)
    left = len(briefs) - len({name for one in made for name in one.items})
    left = len(dataset.load(practice)) if practice else left
    values = {
        **dict.fromkeys(("items", "booklets", "anchors", "per_person", "experts"), 0),
        **found,
        "leave_out": list(found.get("leave_out", ())),
        "title": title or f"Looking at {source.manifest.get('suite', 'pictures')}",
        "data": str(data.resolve()),
        "practice": min(PRACTICE, left),
        "practice_data": str(Path(practice).resolve()) if practice else "",
        "seed": seed,
    }
    text = TEMPLATE.format(**{name: json.dumps(value, ensure_ascii=False) for name, value in values.items()})
    folder.mkdir(parents=True, exist_ok=True)
    os.chmod(folder, 0o700)  # it will hold what people said
    dataset.write_text(folder / NAME, text)
    settings.read(folder)


def _fitted(briefs: Sequence[Brief], wanted: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a design for a data set; a ready one is changed by what else is given."""
    given = {name: value for name, value in wanted.items() if value is not None}
    ready = given.pop("ready", "")
    if ready:
        found = {**READY[nearest(ready, READY, "ready design")], **given}
    else:
        found = {"people": PEOPLE, **given}
        found.setdefault("kind", _kind(found))
    known = {f"{one.task}/{one.subtype}" for one in briefs}
    if "leave_out" in found and not given.get("leave_out"):
        found["leave_out"] = tuple(name for name in found["leave_out"] if name in known)
    if found["kind"] == "sample" and not given.get("items"):
        found["items"] = found.get("items") or SAMPLE
        if found["items"] >= len(briefs):
            found |= {"kind": "all", "items": 0}
    return found


def _kind(found: dict[str, Any]) -> str:
    if found.get("experts"):
        return "expert"
    return "booklets" if found.get("booklets") or found.get("anchors") else "sample"
