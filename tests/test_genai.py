"""Pictures by image generators become items: described, drawn by a server of our own, reviewed, asked about."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import random
import re
import shutil
import signal
import socket
import threading
import urllib.error
import urllib.request
from collections import Counter
from contextlib import contextmanager

import pytest
import uvicorn

from tests import brute_force
from tests.images_server import ImagesServer
from tests.mock_server import MockServer, Reply
from tests.test_cli import vantage
from vantage import cli, models
from vantage.curate.generated import decisions, descriptions, items, opinions, painting
from vantage.curate.generated.decisions import Decision
from vantage.curate.generated.descriptions import FACINGS, PLACES, Planned
from vantage.curate.generated.replies import Who
from vantage.data import dataset
from vantage.making import check
from vantage.models import Settings
from vantage.running.inquiry import Manner
from vantage.study import serving, sorting

pytestmark = pytest.mark.usefixtures("no_environment")
N = 16
TOKEN = "0" * 32
PLANTED = {"diagonal": 2, "turned": 1, "another": 1}


def genai(capsys, *arguments):
    return vantage(capsys, "genai", *arguments)


def drawn(capsys, folder, server, *more):
    return genai(capsys, "draw", folder, "--model", "openai/toys", "--base-url", server.url, *more)


def listed(folder):
    return painting.drawn(folder, descriptions.read(folder))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder of pictures, some wrong on purpose, and what they really show, by digest."""
    folder = tmp_path_factory.mktemp("genai") / "pictures"
    plan = Planned(N)
    descriptions.write(folder, plan, descriptions.wanted(plan))
    with ImagesServer(PLANTED) as server, pytest.MonkeyPatch.context() as patch:
        patch.delenv("OPENAI_API_KEY", raising=False)
        cli.main(["genai", "draw", str(folder), "--model", "openai/toys", "--base-url", server.url, "--quiet"])
        cli.main(["genai", "draw", str(folder), "--model", "openai/dolls", "--base-url", server.url, "--quiet"])
    return folder, server.drawn


@pytest.fixture
def folder(made, tmp_path):
    """The same folder, to be changed."""
    return shutil.copytree(made[0], tmp_path / "pictures")


def judged(folder, shown):
    """Say of each picture what it really shows."""
    for one in listed(folder):
        said = shown[one.sha256]
        what = {"facing": said} if said in FACINGS else {"reason": said}
        decisions.add(folder, Decision(one.id, one.sha256, first=said, **what))


# -- descriptions


def test_kinds_and_facings_come_equally_often_and_a_larger_plan_begins_alike():
    few, many = (descriptions.wanted(Planned(n, seed=5)) for n in (32, 200))
    assert many[:32] == few
    assert len({one.text for one in many}) == 200
    assert set(Counter(one.facing for one in many).values()) == {50}
    assert set(Counter(one.kind for one in many).values()) <= {12, 13}
    assert len(PLACES) == 16
    for one in many:
        assert [way for way, words in FACINGS.items() if words in one.text] == [one.facing]
        assert one.kind in one.text
    assert descriptions.wanted(Planned(32, seed=6)) != few
    alone = descriptions.wanted(Planned(400, kinds=("ship",)))  # more than there are sentences
    assert len({one.text for one in alone}) == 400


def test_new_adds_to_what_is_there_and_changes_nothing(capsys, tmp_path):
    folder = tmp_path / "p"
    assert genai(capsys, "new", folder, "--n", 8)[0] == 0
    path = folder / "descriptions.jsonl"
    edited = path.read_text().replace("photo", "PHOTO", 1)
    path.write_text(edited)
    assert genai(capsys, "new", folder, "--n", 8)[0] == 0
    assert path.read_text() == edited
    assert "12 descriptions" in genai(capsys, "new", folder, "--n", 12)[1]
    assert path.read_text().startswith(edited)
    code, _, told = genai(capsys, "new", folder, "--n", 12, "--seed", 3)
    assert (code, told) == (2, f"Error: {folder} was begun with seed 0, not 3; name a new folder\n")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    assert "is not empty and holds no genai.json" in genai(capsys, "new", tmp_path / "other")[2]
    assert "did you mean 'rabbit'" in genai(capsys, "new", tmp_path / "q", "--kind", "rabit")[2]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"id": "d1"}', "a description has the texts id, kind, facing, text, and nothing else"),
        ('{"id": "../x", "kind": "car", "facing": "left", "text": "x"}', "is not made of up to 40 letters"),
        ('{"id": "d1", "kind": "car", "facing": "west", "text": "x"}', "facing"),
        ('{"id": "d1", "kind": "<b>", "facing": "left", "text": "x"}', "is not a name"),
        ('{"id": "d1", "kind": "car", "facing": "left", "text": "a\\nb"}', "one line"),
        ("{", "line 1"),
    ],
)
def test_a_mistake_in_the_file_is_named_by_its_line(line, sentence, tmp_path):
    (tmp_path / "descriptions.jsonl").write_text(line + "\n")
    with pytest.raises(ValueError, match=re.escape(sentence)) as told:
        descriptions.read(tmp_path)
    assert "line 1" in str(told.value)


def test_a_model_describes_and_only_what_states_the_facing_is_used(capsys, tmp_path):
    def script(seen):
        kind, facing = re.search(r"words “(.+?)” and “(.+?)” as", seen.text).groups()
        assert seen.text.count("\n- ") == 5
        if seen.number == 2:
            return json.dumps({"description": f"A {kind}, turned somehow."})
        if seen.number == 3:
            return Reply("refused")
        return f'Here: {{"description": "A {kind} no. {seen.number} on the moon, {facing}."}}'

    with MockServer(script=script) as server:
        said = ("--describe", "openai/poet", "--base-url", server.url)
        code, out, _ = genai(capsys, "new", tmp_path / "p", "--n", 8, *said)
        assert (code, "6 descriptions" in out, "2 replies could not be used" in out) == (0, True, True)
        assert all("on the moon" in one.text for one in descriptions.read(tmp_path / "p"))
        code, out, _ = genai(capsys, "new", tmp_path / "p", "--n", 8, *said)
        assert "8 descriptions" in out
        assert len(server.seen) == 10
    found = Counter(one.facing for one in descriptions.read(tmp_path / "p"))
    assert set(found.values()) == {2}


# -- drawing


def test_pictures_are_drawn_once_and_add_up_by_model(made):
    folder, shown = made
    found = listed(folder)
    assert Counter(one.model for one in found) == {"openai/toys": N, "openai/dolls": N}
    assert Counter(shown.values())["diagonal"] == 2
    assert {one.sha256 for one in found} == set(shown)
    wrong = [one for one in found if shown[one.sha256] != one.description.facing]
    assert len(wrong) == sum(PLANTED.values())


def test_the_same_command_asks_for_nothing_twice_and_goes_on_where_it_stopped(capsys, tmp_path):
    genai(capsys, "new", tmp_path, "--n", 6)
    with ImagesServer() as server:
        code, _, told = drawn(capsys, tmp_path, server, "--max-requests", 4)
        assert (code, "stopped at --max-requests 4 with 2 of 6 left" in told) == (2, True)
        assert len(listed(tmp_path)) == 4
        assert drawn(capsys, tmp_path, server)[0] == 0
        code, out, _ = drawn(capsys, tmp_path, server, "--price", 0.5)
        assert "6 pictures by openai/toys, $3 in all" in out
        assert len(server.seen) == 6
        code, _, told = drawn(capsys, tmp_path, server, "--per", 2, "--price", 0.5, "--max-cost", 4)
        assert "stopped at --max-cost 4" in told
        assert len(server.seen) <= 8
    assert server.seen[0] == {
        "model": "toys",
        "prompt": descriptions.read(tmp_path)[0].text,
        "n": 1,
        "response_format": "b64_json",
    }


def test_what_is_drawn_survives_ctrl_c(capsys, tmp_path):
    def script(number):
        if number == 5:
            os.kill(os.getpid(), signal.SIGINT)

    genai(capsys, "new", tmp_path, "--n", 12)
    with ImagesServer(script=script, latency=0.02) as server:
        code, _, told = drawn(capsys, tmp_path, server, "--concurrency", 2)
        assert (code, told.splitlines()[-1].startswith("Interrupted; what was finished is kept")) == (130, True)
        kept = {one.id: one.sha256 for one in listed(tmp_path)}
        assert 3 <= len(kept) < 12
        assert drawn(capsys, tmp_path, server)[0] == 0
        assert len(server.seen) <= 12 + 3  # those under way were lost
    assert len(listed(tmp_path)) == 12
    assert kept.items() <= {one.id: one.sha256 for one in listed(tmp_path)}.items()


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("key", "the server refuses the key"),
        ("page", "answers with a web page, titled 'Welcome'"),
        ("url", "addresses are not followed"),
    ],
)
def test_what_every_request_would_meet_ends_the_work_in_a_sentence(fault, sentence, capsys, tmp_path):
    genai(capsys, "new", tmp_path, "--n", 8)
    with ImagesServer(script=lambda number: fault if number >= 3 else None) as server:
        code, _, told = drawn(capsys, tmp_path, server, "--concurrency", 1)
        assert code == 2
        assert sentence in told
        assert "3 of 8 responses are kept, and the same command goes on from there" in told
        assert told.count("\n") == 1
        server.script = lambda number: None
        assert drawn(capsys, tmp_path, server)[0] == 0
    assert len(listed(tmp_path)) == 8


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("refused", "the server refuses the request (400): Your request was refused: refused."),
        ("text", "is not a PNG, JPEG or WebP file"),
        ("huge", "a reply of more than 33,554,432 bytes"),
        ("small", "8 × 8 pixels; at least 64 are needed"),
        ("junk", "that is not the JSON expected"),
    ],
)
def test_what_is_no_picture_is_counted_and_can_be_asked_again(fault, sentence, capsys, tmp_path):
    genai(capsys, "new", tmp_path, "--n", 4)
    with ImagesServer(script=lambda number: fault if number == 1 else None) as server:
        code, out, _ = drawn(capsys, tmp_path, server, "--retries", 0, "--concurrency", 1)
        assert code == 0
        assert "1 failed: " in out
        assert sentence in out
        assert len(listed(tmp_path)) == len(list((tmp_path / "pictures").iterdir())) == 3
        assert "4 pictures" in drawn(capsys, tmp_path, server, "--retry-failed")[1]


def test_a_server_that_sends_one_picture_again_and_again_is_told(capsys, tmp_path):
    (tmp_path / "genai.json").write_text(json.dumps({"n": 4, "seed": 0, "kinds": [*PLACES], "by": "hand"}))
    one = '{"id": "d%d", "kind": "car", "facing": "left", "text": "in profile, facing the left edge of the picture"}\n'
    (tmp_path / "descriptions.jsonl").write_text("".join(one % k for k in range(2)))
    with ImagesServer(script=lambda number: "same") as server:
        _, out, _ = drawn(capsys, tmp_path, server, "--retries", 0, "--concurrency", 1)
    assert "the server sent the picture d0-toys-1 again; does it fix a seed?" in out


def test_mistakes_are_one_sentence_and_write_nothing(capsys, tmp_path, monkeypatch):
    code, _, told = genai(capsys, "draw", tmp_path, "--model", "openai/x")
    assert (code, told) == (
        2,
        f"Error: {tmp_path} holds no descriptions.jsonl; make one with: vantage genai new {tmp_path}\n",
    )
    genai(capsys, "new", tmp_path, "--n", 4)
    before = sorted(path.name for path in tmp_path.iterdir())
    for arguments, sentence in (
        (["--model", "openai/x"], "openai/ needs a key: set the environment variable OPENAI_API_KEY"),
        (["--model", "flux"], "'flux' draws no pictures; give openai/NAME"),
        (["--model", "openai/x", "--base-url", "ftp://x"], "a base URL is like http://localhost:8000/v1"),
        (["--model", "openai/x", "--max-cost", 3], "add --price"),
        (["--model", "openai/x", "--body", "{"], "JSON"),
    ):
        code, _, told = genai(capsys, "draw", tmp_path, *arguments)
        assert (code, sentence in told, told.count("\n")) == (2, True, 1), told
    for command in (["review", tmp_path], ["make", tmp_path, "--out", tmp_path / "data"]):
        assert "holds no pictures; draw some with: vantage genai draw" in genai(capsys, *command)[2]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    code, _, told = genai(capsys, "draw", tmp_path, "--model", "openai/x", "--base-url", url, "--retries", 0)
    assert (code, "no answer from 127.0.0.1" in told) == (2, True)
    assert not (tmp_path / "data").exists()
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "replies") == before


def test_the_key_goes_in_the_header_and_nowhere_else(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-secret-secret")
    genai(capsys, "new", tmp_path, "--n", 4)
    with ImagesServer() as server:
        drawn(capsys, tmp_path, server)
    assert set(server.keys) == {"Bearer sk-secret-secret-secret"}
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"sk-secret" in path.read_bytes()]


def test_a_picture_that_was_changed_is_an_error(folder):
    one = listed(folder)[3]
    (folder / one.file).write_bytes(b"other")
    with pytest.raises(ValueError, match="is not the picture that was drawn"):
        listed(folder)
    (folder / one.file).unlink()
    with pytest.raises(ValueError, match="is not a file"):
        listed(folder)


# -- reviewing


@contextmanager
def served(folder):
    """Serve the page in a thread, and give its address, without the path."""
    app = sorting.app(folder, listed(folder), TOKEN)
    listening = serving.listen("127.0.0.1", 0)
    listening.listen()
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none", lifespan="off"))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def asking(address):
    """Return a function that asks the page's server."""

    def ask(path, body=None, token=TOKEN):
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        where = f"{address}{path}"
        try:
            with urllib.request.urlopen(urllib.request.Request(where, data, headers)) as found:
                return found.status, found.headers, found.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    return ask


def test_the_page_tells_others_words_only_after_the_persons_own(folder, made):
    found = listed(folder)
    with MockServer(script=lambda seen: "A") as seer:
        who = replies_of(seer)
        opinions.asked(folder, found, who)
        opinions.asked(folder, found, who)
        assert len(seer.seen) == len(found)
        assert all(len(seen.pictures) == 1 for seen in seer.seen)
    with served(folder) as address:
        ask = asking(address)
        status, headers, _ = ask(f"/s/{TOKEN}")
        assert status == 200
        assert "default-src 'none'" in headers["content-security-policy"]
        assert ask("/page/sorting.js")[0] == ask("/page/sorting.css")[0] == ask("/page/icon.svg")[0] == 200
        cards = json.loads(ask("/api/pictures")[2])["pictures"]
        assert len(cards) == 2 * N
        assert {name for card in cards for name in card} == {"picture", "kind", "said"}
        name = cards[0]["picture"]
        assert ask(f"/pictures/{name}")[1]["content-type"] == "image/png"
        card = json.loads(ask("/api/say", {"picture": name, "facing": "left"})[2])
        assert card["said"] == "left"
        assert card["opinions"] == [{"model": "openai/seer", "said": "front"}]
        assert card["differs"]
        changed = json.loads(ask("/api/say", {"picture": name, "facing": "front"})[2])
        assert changed["said"] == "front"
        assert json.loads(ask("/api/say", {"picture": name})[2]) == cards[0]
        again = json.loads(ask("/api/say", {"picture": name, "reason": "unclear"})[2])
        assert not again["kept"]
        assert not again["differs"]
        for path, body, token, status in (
            ("/api/pictures", None, "1" * 32, 403),
            ("/api/pictures", None, "", 403),
            ("/api/say", {"picture": name, "facing": "left"}, "é", 403),
            ("/api/say", {"picture": name, "facing": "west"}, None, 422),
            ("/api/say", {"picture": name, "facing": "left", "reason": "unclear"}, None, 422),
            ("/api/say", {"picture": "x", "facing": "left"}, None, 404),
            ("/api/say", {"picture": name, "more": 1}, None, 422),
            ("/api/say", {"picture": name, "facing": "x" * 20_000}, None, 413),
            ("/pictures/x", None, None, 404),
            ("/page/study.html", None, None, 404),
        ):
            assert ask(path, body, **({} if token is None else {"token": token}))[0] == status, path
    (kept,) = decisions.read(folder).values()
    assert (kept.said, kept.first) == ("unclear", "left")
    assert len((folder / "review.jsonl").read_text().splitlines()) == 4


def replies_of(server):
    settings = Settings(base_url=server.url)
    return Who(models.get("openai/seer", settings), Manner(settings))


def test_review_asks_the_model_tells_the_address_and_counts(folder, made, capsys, monkeypatch):
    def opened(app, host, listening, ready):
        ready(f"http://{host}:{listening.getsockname()[1]}")
        listening.close()
        judged(folder, made[1])
        raise KeyboardInterrupt

    monkeypatch.setattr(serving, "serve_app", opened)
    with MockServer(script=lambda seen: "The answer is (C)") as server:
        said = ("--check", "openai/seer", "--base-url", server.url)
        code, _, told = genai(capsys, "review", folder, *said)
        assert (code, len(server.seen)) == (0, 2 * N)
        assert genai(capsys, "review", folder, *said)[0] == 0
        assert len(server.seen) == 2 * N
        assert "Which way does the" in server.seen[0].text
    assert f"openai/seer was asked about {2 * N} pictures" in told
    assert re.search(r"open http://127\.0\.0\.1:\d+/s/[0-9a-f]{32} \(Ctrl-C stops\)", told)
    assert f"stopped; {2 * N - 3} of {2 * N} pictures are kept, 3 rejected; everything is stored" in told
    agreed = items.sift(folder, items.Wanted()).account(folder)["second_opinions"]["openai/seer"]
    assert agreed == {"asked": 2 * N - 3, "agreed": sum(way == "left" for way in made[1].values())}
    with serving.alone(folder, "the pictures"):
        code, _, told = genai(capsys, "review", folder)
    assert (code, "another process is serving the pictures in" in told) == (2, True)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    code, _, told = genai(capsys, "review", folder)
    assert (code, told.count("\n")) == (2, 1)
    assert "serving a page needs uvicorn and starlette; install them with: pip install" in told


def test_a_torn_line_is_left_out_and_the_next_one_is_whole(tmp_path):
    one, two = (Decision(name, name * 64, "left", first="left") for name in "ab")
    decisions.add(tmp_path, one)
    with (tmp_path / "review.jsonl").open("ab") as file:
        file.write(b'{"picture": "c", "sh')
    assert [*decisions.read(tmp_path)] == ["a" * 64]
    (tmp_path / "torn").mkdir()
    decisions.add(tmp_path / "torn", two)
    (tmp_path / "review.jsonl").write_bytes((tmp_path / "review.jsonl").read_bytes() + b"\n")
    with pytest.raises(ValueError, match="line 2"):
        decisions.read(tmp_path)


# -- items


def test_from_descriptions_to_a_checked_data_set(folder, made, capsys, tmp_path):
    judged(folder, made[1])
    out = tmp_path / "data"
    code, said, _ = genai(capsys, "make", folder, "--out", out, "--licence", "cc0-1.0")
    assert code == 0
    data = dataset.load(out)
    facings = Counter(made[1][one.sha256] for one in listed(folder))
    least = min(facings[facing] for facing in FACINGS)
    assert len(data) == 4 * least
    for name, n in (("descriptions", N), ("pictures drawn", 2 * N), ("kept", 2 * N - 3), ("asked about", 4 * least)):
        assert re.search(rf"{name} +{n}\b", said), said
        assert data.manifest["generated"]["filters"][name] == n
    assert data.manifest["generated"]["rejected"] == {"diagonal": 2, "another": 1}
    assert data.manifest["generated"]["not_as_described"] == 1
    card = (out / "README.md").read_text()
    assert f"| kept | {2 * N - 3} |" in card
    assert "openai/toys (16), openai/dolls (16)" in card or "openai/dolls (16), openai/toys (16)" in card
    for item in data.head():
        of = next(one for one in listed(folder) if one.id == item.truth["individual"])
        assert items.FACINGS[made[1][of.sha256]] == item.truth["facing"]
    assert not [*brute_force.disagreements(data.head())]
    assert len({item.tags["target"] for item in data.head()}) == 4
    assert set(Counter(item.tags["target"] for item in data.head()).values()) == {least}
    assert max(Counter(item.answer.letter for item in data.head()).values()) <= least + 1
    verdicts = check.check(data, workers=1)
    assert not [v for v in verdicts if v.failed and v.fatal]
    assert {"second solver agrees", "words ask what the truth says", "answers balanced", "letters balanced"} <= {
        v.check for v in verdicts
    }
    assert genai(capsys, "make", folder, "--out", out, "--licence", "cc0-1.0")[0] == 0
    code, _, told = genai(capsys, "make", folder, "--out", out, "--seed", 1)
    assert (code, "name a new folder" in told) == (2, True)
    every = genai(capsys, "make", folder, "--out", tmp_path / "all", "--all")[1]
    assert f"{2 * N - 3} items in" in every
    assert "face the same way" in every
    code, said, _ = vantage(capsys, "check", tmp_path / "all", "--workers", 1)
    assert (code, "checks clean" in said) == (0, True)


def test_check_finds_a_key_that_is_wrong(folder, made, capsys, tmp_path):
    judged(folder, made[1])
    data, _ = items.build(folder, tmp_path / "data", items.Wanted())
    header = {k: v for k, v in data.manifest.items() if k not in ("format", "complete", "shards")}
    wrong = (dataclasses.replace(item, truth={**item.truth, "turn": 450.0}) for item in data.items())
    verdicts = check.check(dataset.write(tmp_path / "wrong", header, wrong), workers=1)
    failed = {v.check: v.failed for v in verdicts if v.failed}
    assert failed["words ask what the truth says"] == len(data)
    assert failed["second solver agrees"] >= len(data) / 2


def test_what_cannot_be_balanced_is_said_before_anything_is_written(folder, made, capsys, tmp_path):
    out = tmp_path / "data"
    assert "is kept yet; look at them with: vantage genai review" in genai(capsys, "make", folder, "--out", out)[2]
    for one in listed(folder):
        if made[1][one.sha256] in ("front", "left", "right"):
            decisions.add(folder, Decision(one.id, one.sha256, made[1][one.sha256]))
    assert "no kept picture faces back, so" in genai(capsys, "make", folder, "--out", out)[2]
    assert not out.exists()


@pytest.mark.parametrize("counts", [(5, 5, 5, 5), (30, 30, 18, 2), (1, 0, 0, 9), (7, 8, 9, 10)])
def test_keys_are_balanced_over_all_and_over_each_facing(counts):
    ring = [*FACINGS]
    facings = [facing for facing, n in zip(ring, counts) for _ in range(n)]
    random.Random(3).shuffle(facings)
    keys = items.keys(facings)
    for facing, n in zip(ring, counts):
        some = Counter(key for key, one in zip(keys, facings) if one == facing)
        assert all(abs(some[key] - n / 4) < 1 for key in ring)
    every = Counter(keys)
    assert all(abs(every[key] - len(keys) / 4) < 1 for key in ring)
    if len(set(counts)) == 1:
        turns = Counter((ring.index(key) - ring.index(one)) % 4 for key, one in zip(keys, facings))
        assert max(turns.values()) - min(turns.values()) <= 2


def test_a_picture_drawn_again_has_to_be_judged_again(folder, made):
    judged(folder, made[1])
    kept = len(items.sift(folder, items.Wanted()).kept)
    old = listed(folder)[-1]
    text = (folder / "descriptions.jsonl").read_text()
    (folder / "descriptions.jsonl").write_text(text.replace(old.description.text, old.description.text + " Again."))
    with ImagesServer() as server:
        server._loop.call_soon_threadsafe(server.seen.extend, [{}] * 100)  # so that it draws others than before
        cli.main(["genai", "draw", str(folder), "--model", old.model, "--base-url", server.url, "--quiet"])
    assert len(listed(folder)) == 2 * N
    assert len(items.sift(folder, items.Wanted()).kept) == kept - 1
