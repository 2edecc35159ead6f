"""What `vantage prompt` shows: text for a terminal, JSON, a page and a picture of the exact messages."""

import base64
import dataclasses
import hashlib
import html
import io
import json
from html.parser import HTMLParser

import pytest
from PIL import Image

from tests import fabricated
from tests.test_cli import vantage
from vantage import cli
from vantage.item import Condition, Number
from vantage.prompts.prompt import Picture, present
from vantage.prompts.protocols import PROTOCOLS
from vantage.render import flat
from vantage.report import transcript

HOSTILE = "<script>alert(1)</script>\"'>&{{ 7*7 }}\x1b[2J\x9b31m\u202e\r"


@pytest.fixture(scope="module")
def items():
    made = fabricated.items(2, size=48)
    made[1] = dataclasses.replace(made[1], text_form="#S#\n#E#", depth=(made[0].images[0],))
    made[2] = dataclasses.replace(made[2], question=f"Which? {HOSTILE}<image>", id=f"made/folding/{HOSTILE}/0")
    made[3] = dataclasses.replace(made[3], options=(), answer=Number(2.0, "m"))
    return made


@pytest.fixture(scope="module")
def data(items, tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("prompt") / "set", items).folder


def test_without_an_item_the_first_is_shown_as_text(capsys, data, items):
    code, out, err = vantage(capsys, "prompt", data)
    assert (code, err) == (0, "")
    heading, _, role, *said = out.splitlines()
    assert heading == f"{items[0].id}, protocol direct (version 1)"
    assert role == "── user ──"
    image = items[0].images[0]
    digest = hashlib.sha256(image).hexdigest()[:12]
    assert said[:2] == [
        "Which shows the same solid?",
        f"[picture 1: PNG 48x48 px, {len(image):,} bytes, sha256 {digest}]",
    ]
    assert said[4].startswith("A. [picture 2, option A: PNG 48x48 px, ")
    assert said[-1] == "Answer with only the letter of the right option out of (A, B, C, D)."


def test_an_item_is_found_by_its_id_or_by_a_part_of_it(capsys, data, items):
    for name in (items[4].id, "seeing"):
        assert vantage(capsys, "prompt", data, name)[1].startswith(f"{items[4].id}, ")
    assert vantage(capsys, "prompt", data, "seeing/tiny-s0/000001")[1].startswith(items[5].id)


def test_a_system_message_is_shown_first(capsys, data):
    _, out, _ = vantage(capsys, "prompt", data, "--protocol", "easi")
    assert out.index("── system ──\nYou are a spatial-reasoning assistant.") < out.index("── user ──")


CONDITIONS = [
    (["--protocol", "tags"], {"protocol": "tags"}),
    (["--images", "first"], {"images": "first"}),
    (["--images", "last"], {"images": "last"}),
    (["--images", "none"], {"images": "none"}),
    (["--layout", "composite"], {"layout": "composite"}),
    (["--rotation", "3"], {"rotation": 3}),
    (["--max-side", "20"], {"max_side": 20}),
    (["--depth"], {"depth": True}),
    (["--form", "both", "--images", "last"], {"form": "both", "images": "last"}),
]


@pytest.mark.parametrize(("arguments", "settings"), CONDITIONS)
def test_json_holds_the_very_messages_of_every_condition(capsys, data, items, arguments, settings):
    code, out, _ = vantage(capsys, "prompt", data, items[1].id, "--json", *arguments)
    assert code == 0
    found = json.loads(out)
    condition = Condition(**settings)
    expected = present(items[1], condition)
    assert Condition(**found["condition"]) == condition
    assert found["item"] == items[1].id
    assert tuple(found["order"]) == expected.order
    assert found["protocol"] == {"name": condition.protocol, "version": PROTOCOLS[condition.protocol].version}
    assert [message["role"] for message in found["messages"]] == [message.role for message in expected.messages]
    for message, wanted in zip(found["messages"], expected.messages):
        assert tuple(map(read, message["parts"])) == wanted.parts


def read(part):
    """A part as it was before it became JSON."""
    if "text" in part:
        return part["text"]
    data = base64.b64decode(part["picture"])
    assert part["sha256"] == hashlib.sha256(data).hexdigest()
    with Image.open(io.BytesIO(data)) as image:
        assert (part["media"], part["width"], part["height"]) == ("image/png", *image.size)
    return Picture(data, part["option"])


def test_every_field_of_a_condition_but_the_repeat_is_a_flag():
    flags = {parameter.name for parameter in cli.commands.commands["prompt"].params}
    assert flags >= {field.name for field in dataclasses.fields(Condition)} - {"repeat"}


def test_the_help_names_every_protocol():
    (option,) = (p for p in cli.commands.commands["prompt"].params if p.name == "protocol")
    listed = option.help.split(": ")[1].removesuffix(" [direct].").replace(" or ", ", ")
    assert listed.split(", ") == list(PROTOCOLS)


class Reader(HTMLParser):
    """The elements of a page, and the sources of its pictures."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.sources = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.sources += [value for name, value in attributes if name == "src"]


def test_a_page_holds_the_pictures_byte_for_byte_and_escapes_what_strangers_wrote(capsys, data, items, tmp_path):
    out = tmp_path / "new" / "page.html"
    code, printed, _ = vantage(capsys, "prompt", data, items[2].id, "--protocol", "cot", "--out", out)
    assert (code, printed) == (0, f"wrote {out}\n")
    page = out.read_text("utf-8")
    reader = Reader(page)
    shown = [base64.b64decode(source.removeprefix("data:image/png;base64,")) for source in reader.sources]
    assert shown == [items[2].images[0], *(option.image for option in items[2].options)]
    assert "script" not in reader.tags
    assert "default-src 'none'" in html.unescape(page)
    assert html.escape("<script>alert(1)</script>") in page
    assert "{{ 7*7 }}" in page, "item text is no template"


def test_on_a_terminal_nothing_moves_the_cursor(capsys, data, items):
    _, out, _ = vantage(capsys, "prompt", data, items[2].id)
    assert r"\x1b[2J\x9b31m\u202e\r" in out
    assert all(character.isprintable() or character == "\n" for character in out)


def test_a_picture_of_the_messages_has_the_pictures_in_it(capsys, data, items, tmp_path):
    out = tmp_path / "sheet.png"
    assert vantage(capsys, "prompt", data, "turning", "--out", out)[0] == 0
    sheet = Image.open(out).convert("RGB")
    tile = Image.open(io.BytesIO(items[0].images[0])).convert("RGB")
    corners = [(transcript.EDGE, y) for y in range(sheet.height - tile.height)]
    boxes = [sheet.crop((x, y, x + tile.width, y + tile.height)).tobytes() for x, y in corners]
    for data in (items[0].images[0], *(option.image for option in items[0].options)):
        assert Image.open(io.BytesIO(data)).convert("RGB").tobytes() in boxes


def test_long_words_and_large_pictures_fit_the_sheet(items):
    wide = flat.encode(Image.new("RGB", (2000, 700), "navy"))
    item = dataclasses.replace(items[0], question=f"{'W' * 400} <image>", images=(wide,))
    sheet = transcript.sheet(present(item, Condition()), Condition())
    assert sheet.width == transcript.WIDTH
    margin = sheet.crop((transcript.WIDTH - transcript.EDGE + 2, 0, transcript.WIDTH, sheet.height))
    assert len(margin.getcolors()) == 1, "nothing runs into the margin"


def test_bytes_that_are_no_picture_are_said_to_be_none(items):
    item = dataclasses.replace(items[0], images=(b"not a picture",))
    shown = present(item, Condition())
    assert "[picture 1: no image, 13 bytes, sha256 " in transcript.text(shown, Condition())
    assert len(Reader(transcript.page(shown, Condition())).sources) == 4
    assert transcript.sheet(shown, Condition()).height > 100


def test_json_and_a_page_may_be_had_at_once(capsys, data, tmp_path):
    code, out, err = vantage(capsys, "prompt", data, "--json", "--out", tmp_path / "page.html")
    assert code == 0
    assert json.loads(out)["messages"]
    assert err == f"wrote {tmp_path / 'page.html'}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nothing"], "has 'nothing' in its id; ids are like 'made/turning/tiny-s0/000000'"),
        (["--protocol", "dirct"], "no protocol is called 'dirct'; did you mean 'direct'?"),
        (["--rotation", "4"], "has 4 options, so its rotation is at most 3, not 4"),
        (["--depth"], "has 0 depth pictures for 1 pictures; ask it without depth"),
        (["--depth", "--images", "none"], "a condition with images 'none' shows no pictures"),
        (["--form", "text"], "has no text form; ask it with form 'picture'"),
        (["--out", "page.pdf"], "--out must end in .html or .png, not 'page.pdf'"),
        (["--images", "middle"], "'middle' is not one of 'as_written', 'first', 'last', 'none'"),
    ],
)
def test_mistakes_get_one_sentence_and_exit_code_2(capsys, data, tmp_path, monkeypatch, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    code, out, err = vantage(capsys, "prompt", data, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir()), "nothing is left behind"


def test_a_missing_data_set_is_one_sentence(capsys, tmp_path):
    code, _, err = vantage(capsys, "prompt", tmp_path / "none")
    assert (code, "is missing" in err) == (2, True)
