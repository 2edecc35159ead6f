"""A study as a participant's requests see it: what is stored, what is refused, and what is never told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import fabricated, studies
from tests.studies import Site
from vantage.study import database, limits, script, sessions
from vantage.study.folder import Study


@pytest.fixture
def study(tmp_path: Path) -> Study:
    items = studies.numeric(fabricated.items(3, 16), 9)
    return studies.made(tmp_path, items, studies.PLAIN)


@pytest.fixture
def site(study: Study) -> Iterator[Site]:
    found = Site(study)
    yield found
    found.close()


def key_of(site: Site, place: int, person: int = 1) -> str:
    step = script.write(site.study, 0, person)[place]
    return script.key(script.shown(site.study, step), step.rotation)


def right(site: Site, place: int) -> str:
    return key_of(site, place) or "4"


def test_a_session_from_consent_to_thanks(site: Site) -> None:
    token = site.ask("/api/begin", {}).json["token"]
    before = site.ask("/api/session", token=token).json
    assert before["state"] == "invited"
    assert "steps" not in before, "nothing is shown before consent"
    told = site.consent(token)
    assert (told["state"], told["at"], told["total"]) == ("answering", 0, 9)
    assert [step["place"] for step in told["steps"]] == [0, 1, 2]
    for place in range(9):
        reply = site.answer(token, place, right(site, place), have=place + 2)
        assert reply.status == 200, reply.body
        assert [step["place"] for step in reply.json.get("steps", [])] == [place + 3] * (place + 3 < 9)
    assert reply.json["state"] == "complete"
    assert site.rows("SELECT COUNT(*) FROM answers") == [(9,)]


def test_the_same_answer_again_is_acknowledged_and_another_is_refused(site: Site) -> None:
    token = site.begun()
    first = site.answer(token, 0, right(site, 0)).json
    assert site.answer(token, 0, right(site, 0)).json == first
    other = site.answer(token, 0, right(site, 0), id="f" * 24)
    assert (other.status, other.json["error"]) == (409, "answered")
    assert site.answer(token, 0, "Z").json == first, "the first counts, whatever is sent later under its id"
    assert site.rows("SELECT place, text FROM answers") == [(0, right(site, 0))]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"place": 1, "id": "0" * 24, "text": "A"}, 409),
        ({"place": 5000, "id": "0" * 24, "text": "A"}, 409),
        ({"place": -1, "id": "0" * 24, "text": "A"}, 422),
        ({"place": 0, "id": "0" * 24, "text": "E"}, 422),
        ({"place": 0, "id": "0" * 24, "text": "AB"}, 422),
        ({"place": 0, "id": "0" * 24, "text": ""}, 422),
        ({"place": 0, "id": "short", "text": "A"}, 422),
        ({"place": 0, "id": "0" * 24, "text": "A", "right": True}, 422),
        ({"place": 0, "id": "0" * 24, "text": "A", "milliseconds": -1}, 422),
        ({"place": 0, "id": "0" * 24, "text": "A", "by": "<script>"}, 422),
        ({"place": 0, "id": "0" * 24, "text": "A" * 20_000}, 413),
        (b"[" * 9000, 422),
        (b'{"place": 0, "id": "000000000000000000000000", "text": "\\ud800"}', 422),
        (b"\xff\xfe", 422),
        ([], 422),
    ],
)
def test_forged_unordered_and_oversized_answers_are_refused(site: Site, body: Any, status: int) -> None:
    token = site.begun()
    assert key_of(site, 0), "the cases are about letters"
    assert site.ask("/api/answer", body, token).status == status
    assert site.rows("SELECT COUNT(*) FROM answers") == [(0,)]


def test_only_json_from_our_page_is_read(site: Site) -> None:
    token = site.begun()
    form = site.ask("/api/answer", b"place=0", token, headers={"content-type": "application/x-www-form-urlencoded"})
    assert form.status == 415
    assert site.ask("/api/answer", token=token).status == 405


def test_numbers_are_read_as_people_type_them(site: Site) -> None:
    token = site.begun()
    place = next(n for n in range(9) if key_of(site, n) == "")
    for before in range(place):
        site.answer(token, before, right(site, before))
    for text in ("four", "1e9", "--4", "", "1" * 16, "nan", "4 5"):
        assert site.answer(token, place, text).status == 422, text
    assert site.answer(token, place, " 4,50 ").status == 200
    assert site.rows("SELECT text FROM answers WHERE place = ?", place) == [("4.50",)]


def test_no_token_opens_anothers_session(site: Site) -> None:
    mine, other = site.begun(), site.begun()
    assert mine != other
    assert len(mine) == sessions.LENGTH
    for wrong in ("", "x", mine[:-1], mine + "A", mine[::-1], "1", "*" * 16, other[:8] + mine[8:]):
        for path, body in (("/api/session", None), ("/api/answer", {"place": 0, "id": "0" * 24, "text": "A"})):
            assert site.ask(path, body, wrong).status == 404
    assert mine not in str(site.rows("SELECT * FROM people")), "only a digest is stored"
    assert site.ask("/api/session", token="-".join((mine[:4], mine[4:8], mine[8:])).lower()).status == 200


def test_keys_are_told_only_after_the_answer_and_only_where_the_design_says_so(tmp_path: Path) -> None:
    edits = (*studies.PLAIN[1:], (r"^items = \d+\ndata", "items = 2\ndata"))
    study = studies.made(tmp_path, fabricated.items(3, 16), edits, kind="sample", items=6)
    site = Site(study)
    token = site.ask("/api/begin", {}).json["token"]
    said = [json.dumps(site.consent(token)), json.dumps(site.ask("/api/session", token=token).json)]
    steps = script.write(study, 0, 1)
    for place, step in enumerate(steps):
        reply = site.answer(token, place, "A").json
        key = script.key(script.shown(study, step), step.rotation)
        if step.kind == "practice":
            assert reply.pop("feedback") == {"right": key == "A", "key": key}
        said.append(json.dumps(reply))
    told = " ".join(said)
    assert '"feedback": {' not in told
    for word in ("mirror", "moved", "truth", "cells", "situation", "letter", '"rule', "made/turning"):
        assert word not in told, word
    site.close()


def test_nothing_about_the_browser_or_its_address_is_stored(site: Site) -> None:
    token = site.ask("/api/begin", {}, headers={"user-agent": "Sniff/1.0", "x-forwarded-for": "203.0.113.9"}).json[
        "token"
    ]
    site.consent(token)
    site.answer(token, 0, right(site, 0))
    held = b"".join(path.read_bytes() for path in site.study.folder.glob("study.db*"))
    assert not re.search(rb"Sniff|203\.0\.113\.9|192\.0\.2\.7", held)


def test_every_reply_carries_the_policy_and_pictures_alone_are_kept(site: Site) -> None:
    name = sorted(site.study.pictures)[0]
    for path in (
        "/",
        "/s/ABCDEFGH23456789",
        "/page/study.js",
        f"/pictures/{name}",
        "/api/study",
        "/nothing",
        "/lab/enter",
    ):
        reply = site.ask(path)
        assert reply.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert "unsafe" not in reply.headers["content-security-policy"]
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in reply.headers
        assert ("immutable" in reply.headers.get("cache-control", "")) == path.startswith("/pictures/")
    assert site.ask(f"/pictures/{name}").headers["content-type"] == "image/png"
    for path in ("/pictures/../study.toml", "/pictures/%2e%2e%2fstudy.toml", "/page/../frozen.json", "/pictures/x.png"):
        assert site.ask(path).status == 404


def test_the_page_loads_nothing_from_elsewhere_and_has_no_script_in_it(site: Site) -> None:
    html = site.ask("/").body.decode()
    assert re.findall(r'(?:src|href)="([^"]+)"', html) == ["/page/icon.svg", "/page/study.css", "/page/study.js"]
    assert re.findall(r"<script[^>]*>", html) == ['<script src="/page/study.js" type="module">']
    code = site.ask("/page/study.js").body.decode()
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|https?://", code)


def test_a_storm_of_reloads_slows_its_own_token_alone(site: Site) -> None:
    stormy, calm = site.begun(), site.begun()
    statuses = [site.ask("/api/session", token=stormy).status for _ in range(80)]
    assert statuses[:50] == [200] * 50
    assert statuses[-1] == 429
    late = site.ask("/api/session", token=stormy)
    assert int(late.headers["retry-after"]) >= 1
    assert site.ask("/api/session", token=calm).status == 200
    assert site.answer(calm, 0, right(site, 0)).status in (200, 422)


def test_limits_ignore_the_wall_clock_and_refill() -> None:
    now = [0.0]
    bucket = limits.Bucket(2, 0.5, lambda: now[0])
    assert [bucket.take(), bucket.take(), bucket.take()] == [0, 0, 2.0]
    now[0] = 2.0
    assert [bucket.take(), bucket.take()] == [0, 2.0]


def test_a_clock_that_jumps_loses_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    token = site.begun()
    for place, clock in enumerate((2e9, 0.0, 1e9, -5.0)):
        monkeypatch.setattr(sessions.time, "time", lambda clock=clock: clock)
        assert site.answer(token, place, right(site, place)).status == 200
        assert site.begun()
    assert [row[0] for row in site.rows("SELECT place FROM answers")] == [0, 1, 2, 3]


def test_who_does_not_agree_is_asked_nothing(site: Site) -> None:
    token = site.ask("/api/begin", {}).json["token"]
    assert site.ask("/api/consent", {"agree": True, "version": "old"}, token).json["error"] == "consent"
    assert site.consent(token, agree=False)["state"] == "no_consent"
    assert site.answer(token, 0).status == 409
    assert site.ask("/api/consent", {"agree": True, "version": site.study.consent}, token).status == 409


def test_withdrawing_keeps_and_deleting_removes(site: Site) -> None:
    token = site.begun()
    site.answer(token, 0, right(site, 0))
    flagged = site.ask("/api/flag", {"place": 0, "reason": site.study.settings.page.flags[0], "note": "odd\x00"}, token)
    assert flagged.status == 200
    assert site.rows("SELECT note FROM flags") == [("odd",)]
    assert site.ask("/api/leave", {"delete": False}, token).json["state"] == "withdrawn"
    assert site.rows("SELECT COUNT(*) FROM answers") == [(1,)]
    assert site.ask("/api/leave", {"delete": True}, token).json["state"] == "deleted"
    assert site.rows("SELECT COUNT(*) FROM answers") == site.rows("SELECT COUNT(*) FROM flags") == [(0,)]
    assert site.answer(token, 0, right(site, 0)).status == 409, "what comes late is not stored again"
    assert site.rows("SELECT consent, script, booklet, external FROM people") == [(None,) * 4]


def test_flags_are_for_questions_that_were_shown_and_reasons_on_offer(site: Site) -> None:
    token = site.begun()
    reason = site.study.settings.page.flags[1]
    assert site.ask("/api/flag", {"place": 8, "reason": reason}, token).status == 422
    assert site.ask("/api/flag", {"place": 0, "reason": "because"}, token).status == 422
    for note in ("one", "two"):
        assert site.ask("/api/flag", {"place": 0, "reason": reason, "note": note}, token).status == 200
    assert site.rows("SELECT note FROM flags") == [("two",)], "the latest of a person on an item counts"


def test_a_closed_study_takes_nothing_more(site: Site) -> None:
    token = site.begun()
    site.answer(token, 0, right(site, 0))
    db = database.connect(site.study.folder)
    db.rows("INSERT INTO facts VALUES ('closed', '1')")
    db.close()
    assert site.answer(token, 0, right(site, 0)).status == 200, "what was stored is still acknowledged"
    assert site.answer(token, 1, right(site, 1)).status == 410
    assert site.ask("/api/begin", {}).status == 410
    assert site.ask("/api/session", token=token).json["state"] == "closed"
    assert site.ask("/api/study").json["how"] == "closed"


def test_people_are_spread_over_booklets_by_need(tmp_path: Path) -> None:
    study = studies.made(tmp_path, fabricated.items(4, 16), studies.PLAIN, kind="booklets", booklets=3, people=7)
    site = Site(study)
    tokens = [site.begun() for _ in range(7)]
    assert [row[0] for row in site.rows("SELECT booklet FROM people ORDER BY number")] == [0, 1, 2, 0, 1, 2, 0]
    site.ask("/api/leave", {"delete": True}, tokens[1])
    site.begun()
    assert site.rows("SELECT booklet FROM people WHERE number = 8") == [(1,)], (
        "a place that is free again is filled first"
    )
    site.close()


def test_experts_come_by_invitation_only(tmp_path: Path) -> None:
    wanted = {"kind": "expert", "experts": 1, "people": 3, "per_person": 4}
    study = studies.made(tmp_path, fabricated.items(4, 16), studies.PLAIN, **wanted)
    site = Site(study)
    db = database.connect(study.folder)
    token = sessions.invite(db, 0)
    db.close()
    assert site.consent(token)["total"] == 12
    assert [site.consent(site.ask("/api/begin", {}).json["token"])["total"] for _ in range(3)] == [4, 4, 4]
    site.close()


def test_an_invited_study_is_not_open(tmp_path: Path) -> None:
    site = Site(studies.made(tmp_path, fabricated.items(2, 16), (*studies.PLAIN, (r"^open = true", "open = false"))))
    assert (site.ask("/api/begin", {}).status, site.ask("/api/study").json["how"]) == (403, "invited")
    site.close()


def test_prolific_people_go_on_where_they_were_and_nobody_else_does(tmp_path: Path) -> None:
    edits = (*studies.PLAIN, (r"^prolific = false", "prolific = true"), (r'^complete = ""', 'complete = "YES"'),
             (r'^no_consent = ""', 'no_consent = "NO"'))  # fmt: skip
    site = Site(studies.made(tmp_path, fabricated.items(1, 16), edits))
    assert site.ask("/api/begin", {}).status == 403
    token = site.ask("/api/begin", {"prolific": ["p1", "s", "v1"]}).json["token"]
    assert site.ask("/api/begin", {"prolific": ["p1", "s", "v1"]}).json["token"] == token
    assert site.ask("/api/begin", {"prolific": ["p1", "s", "guess"]}).json["error"] == "again"
    other = site.ask("/api/begin", {"prolific": ["p2", "s", "v2"]}).json["token"]
    assert other != token
    assert site.consent(other, agree=False)["back"].endswith("?cc=NO")
    assert "back" not in site.consent(token)
    for place in range(3):
        site.answer(token, place, "A")
    assert site.ask("/api/session", token=token).json["back"] == "https://app.prolific.com/submissions/complete?cc=YES"
    site.close()


def test_missed_checks_end_a_session_where_the_study_says_so(tmp_path: Path) -> None:
    edits = (
        studies.PLAIN[0],
        (r"^screen_out_after = 0", "screen_out_after = 2"),
        (r'^screened = ""', 'screened = "OUT"'),
    )
    site = Site(studies.made(tmp_path, fabricated.items(4, 16), edits))
    token = site.begun()
    steps = script.write(site.study, 0, 1)
    for place, step in enumerate(steps):
        reply = site.answer(token, place, "D" if step.kind == "attention" else "A").json
        if reply["state"] != "answering":
            break
    assert reply["state"] == "screened"
    assert "steps" not in reply
    assert sum(step.kind == "attention" for step in steps[: place + 1]) == 2
    site.close()


def test_questions_at_the_end_are_checked_and_stored(tmp_path: Path) -> None:
    needed = (r'kind = "number"$', 'kind = "number"\nneeded = true')
    site = Site(studies.made(tmp_path, fabricated.items(1, 16), (studies.PLAIN[0], needed)))
    token = site.begun()
    for place in range(5):
        last = site.answer(token, place, "B").json
    assert last["state"] == "asked"
    for said, field in (({}, "age"), ({"age": "old"}, "age"), ({"age": "30", "screen": "a wall"}, "screen")):
        reply = site.ask("/api/replies", {"replies": said}, token)
        assert (reply.status, reply.json["error"]) == (422, field)
    good = {"age": "30", "screen": "a phone", "remarks": "=1+1 <b>", "else": "?"}
    assert site.ask("/api/replies", {"replies": good}, token).json["state"] == "complete"
    ((held,),) = site.rows("SELECT questions FROM people")
    assert json.loads(held) == {"age": "30", "screen": "a phone", "remarks": "=1+1 <b>"}
    site.close()
