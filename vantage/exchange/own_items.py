"""Own items from a JSONL file and a folder of pictures. The file is not trusted: every mistake is named by its line.

One JSON object a line; `question` and `answer` are needed, and `options` where the answer is a letter:

    question   text; an <image> mark where each picture goes. Without marks the pictures come before the text
    images     file names inside the folder, in the order of the marks (default: none)
    options    list of texts, or of {"text" or "image": …, "label": what it means, "rule": how it misses the key}
    answer     a letter ("B"); or a number (2.5) or {"value": 2.5, "unit": "m", "rule": "exact", "mra" or "mra<="}
    id         unique in the file (default: SUITE/TASK/NUMBER OF THE LINE)
    task       what kind of question this is (default: "own");   subtype: a kind within it
    tags       {"tier": "hard", "capabilities": ["PT"], …}: texts or lists of texts
    groups     {"view": ["scene-7", "left"], …}: name -> [group, variant], for consistency and clustered errors
    split      "train", "validation" or "test" (default: "test")
    situation  a name shared by items that must lie in one split (default: drawn from the pictures, else the text)
    truth      an object with the facts behind the answer;   text_form: the same question as text alone
"""

from __future__ import annotations

import hashlib
import io
import itertools
import math
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from vantage import __version__, seeds
from vantage.data import dataset
from vantage.data.dataset import DataSet
from vantage.exchange.foreign import numbered
from vantage.item import IMAGE_MARK, LETTERS, Answer, Choice, Item, Number, Option
from vantage.names import nearest
from vantage.seeds import SPLITS

LINE_BYTES = 1_000_000
PICTURE_BYTES = 32_000_000
PICTURE_PIXELS = 50_000_000
PICTURES = 64  # per item, options not counted
TEXT = 20_000  # characters
NAME = 200  # characters of an id, a tag, a label

DEFAULT_SPLIT = "test"
FORMATS = ("PNG", "JPEG", "WEBP")  # what models and browsers read; every further decoder is more code to trust
FIELDS = (
    *("id", "question", "images", "options", "answer", "task", "subtype"),
    *("tags", "groups", "split", "situation", "truth", "text_form"),
)


def import_items(jsonl: str | Path, images: str | Path, out: str | Path, suite: str = "own") -> DataSet:
    """Write the items of a JSONL file as a data set and return it; nothing is written if there is any mistake."""
    found = {item.split for item in read(jsonl, images, suite)}
    header = {
        "vantage": __version__,
        "suite": suite,
        "title": f"Items imported from {Path(jsonl).name}.",
        "size": "imported",
        "seed": 0,
        "tasks": {},
        "licence": "unknown",
        "credits": [],
    }
    splits = (read(jsonl, images, suite, split) for split in SPLITS if split in found)
    return dataset.write(out, header, itertools.chain.from_iterable(splits))


def read(jsonl: str | Path, images: str | Path, suite: str = "own", split: str = "") -> Iterator[Item]:
    """Yield the items of a JSONL file (of one split, if given), their pictures byte for byte.

    A mistake is a ValueError that names the line.
    """
    jsonl, folder = Path(jsonl), Path(images)
    if not jsonl.is_file():
        raise ValueError(f"{jsonl} is not a file; give a JSONL file with one item a line")
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; give the folder that holds the pictures")
    seen = _Seen()
    for number, data in numbered(jsonl, LINE_BYTES, strict=True):
        try:
            for name in data:
                nearest(name[:NAME], FIELDS, "field")
            if split in ("", data.get("split") or DEFAULT_SPLIT):
                item = _item(data, folder.resolve(), suite, number)
                seen.add(item, number)
                yield item
        except ValueError as error:
            raise ValueError(f"{jsonl.name}, line {number}: {error}") from None
    if not seen.ids:
        raise ValueError(f"{jsonl} holds no items; write one JSON object a line")


class _Seen:
    """What earlier lines used, which a later line must not repeat."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.homes: dict[str, tuple[str, int]] = {}  # situation -> split and first line

    def add(self, item: Item, number: int) -> None:
        """Note an item; an id given twice or a situation in two splits is a ValueError."""
        if item.id in self.ids:
            raise ValueError(f"the id {item.id!r} was already given on line {self.ids[item.id]}")
        self.ids[item.id] = number
        split, first = self.homes.setdefault(item.situation, (item.split, number))
        if split != item.split:
            raise ValueError(f"it lies in {item.split}, but line {first} shows the same situation and lies in {split}")


def _item(data: Mapping[str, Any], folder: Path, suite: str, number: int) -> Item:
    task = _text(data, "task", "own", NAME)
    pictures = tuple(picture(name, folder) for name in _list(data, "images", PICTURES))
    question = _question(_text(data, "question", None, TEXT), len(pictures))
    options = tuple(_option(one, letter, folder) for one, letter in zip(_options(data), LETTERS))
    _check_apart(options)
    content = [hashlib.sha256(picture).hexdigest() for picture in pictures] or [question]
    return Item(
        id=_text(data, "id", f"{suite}/{task}/{number:06d}", NAME),
        suite=suite,
        task=task,
        subtype=_text(data, "subtype", "", NAME),
        version=1,
        split=nearest(_text(data, "split", DEFAULT_SPLIT, NAME), SPLITS, "split"),
        situation=seeds.digest("own", _text(data, "situation", "", NAME) or seeds.digest(*content)),
        question=question,
        images=pictures,
        options=options,
        answer=_answer(data.get("answer"), options),
        truth=_object(data, "truth"),
        tags=_tags(_object(data, "tags")),
        groups=_groups(_object(data, "groups")),
        text_form=_text(data, "text_form", "", TEXT),
    )


def _text(data: Mapping[str, Any], name: str, default: str | None, limit: int) -> str:
    value = data.get(name)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name} must be a text" if name in data else f"{name} is missing")
    if len(value) > limit:
        raise ValueError(f"{name} has {len(value):,} characters; at most {limit:,} are allowed")
    if limit == NAME and not value.isprintable():
        raise ValueError(f"{name} {value!r} holds a character that cannot be printed")
    return value


def _list(data: Mapping[str, Any], name: str, limit: int) -> list[Any]:
    value = data.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError(f"{name} must be a list")
    if len(value) > limit:
        raise ValueError(f"{name} lists {len(value)}; at most {limit} are allowed")
    return value


def _object(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = data.get(name)
    if value is not None and not isinstance(value, dict):
        raise ValueError(f"{name} must be an object")
    return value or {}


def _question(text: str, pictures: int) -> str:
    marks = text.count(IMAGE_MARK)
    if marks == 0 and pictures:
        return IMAGE_MARK * pictures + "\n" + text
    if marks != pictures:
        raise ValueError(f"the question has {marks} {IMAGE_MARK} marks for {pictures} pictures")
    return text


def _options(data: Mapping[str, Any]) -> list[Any]:
    options = _list(data, "options", len(LETTERS))
    if len(options) == 1:
        raise ValueError("there is one option; a choice needs at least two")
    return options


def _option(value: Any, letter: str, folder: Path) -> Option:
    if isinstance(value, str):
        value = {"text": value}
    if not isinstance(value, dict) or not ("text" in value) ^ ("image" in value):
        raise ValueError(f'option {letter} must be a text, or an object with either "text" or "image"')
    for name in value:
        nearest(name[:NAME], ("text", "image", "label", "rule"), f"field of option {letter}")
    try:
        label, rule = (_text(value, name, "", NAME) for name in ("label", "rule"))
        if "image" in value:
            return Option(image=picture(value["image"], folder), label=label, rule=rule)
        text = _text(value, "text", None, TEXT)
    except ValueError as error:
        raise ValueError(f"option {letter}: {error}") from None
    if IMAGE_MARK in text:
        raise ValueError(f'option {letter}: a picture is offered as {{"image": file}}, not as an {IMAGE_MARK} mark')
    return Option(text=text, label=label or text[:NAME], rule=rule)


def _check_apart(options: tuple[Option, ...]) -> None:
    seen: dict[object, str] = {}
    for letter, option in zip(LETTERS, options):
        first = seen.setdefault(option.image if option.image is not None else option.text.strip(), letter)
        if first != letter:
            raise ValueError(f"options {first} and {letter} are the same")


def _answer(value: Any, options: tuple[Option, ...]) -> Answer:
    if value is None:
        raise ValueError("answer is missing")
    if options:
        letter = value.strip().upper() if isinstance(value, str) else value
        letters = LETTERS[: len(options)]
        if not isinstance(letter, str) or len(letter) != 1 or letter not in letters:
            raise ValueError(f"the answer {str(value)[:40]!r} is not among the options {', '.join(letters)}")
        return Choice(letter)
    given = value if isinstance(value, dict) else {"value": value}
    for name in given:
        nearest(name[:NAME], ("value", "unit", "rule"), "field of the answer")
    number = given.get("value")
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise ValueError(f"the answer {str(value)[:40]!r} is not a number, and there are no options to choose from")
    try:
        finite = math.isfinite(number)
    except OverflowError:
        finite = False
    if not finite:
        raise ValueError("the answer is too large a number")
    rule = nearest(_text(given, "rule", "exact", NAME), ("exact", "mra", "mra<="), "rule for numbers")
    return Number(float(number), _text(given, "unit", "", NAME), rule)


def _tags(tags: Mapping[str, Any]) -> Mapping[str, Any]:
    for name, value in tags.items():
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(one, str) and len(one) <= NAME for one in (name, *values)):
            raise ValueError(f"tag {name[:40]!r} must be a text or a list of texts of at most {NAME} characters")
    return tags


def _groups(groups: Mapping[str, Any]) -> Mapping[str, tuple[str, str]]:
    for name, pair in groups.items():
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise ValueError(f"group {name[:40]!r} must be a pair of texts: [group, variant]")
    return {name: (pair[0], pair[1]) for name, pair in groups.items()}


def picture(name: Any, folder: Path, about: int = 0) -> bytes:
    """Return the bytes of a picture in the folder, after checking that it can be decoded.

    With `about`, a JPEG is decoded to a fraction of its size, of at least so many pixels, several times faster.
    """
    path = inside(name, folder)
    size = path.stat().st_size
    if size > PICTURE_BYTES:
        raise ValueError(f"picture {name!r} has {size:,} bytes; at most {PICTURE_BYTES:,} are allowed")
    data = path.read_bytes()
    check_decodes(name, data, about)
    return data


def inside(name: Any, folder: Path) -> Path:
    """Return the file of this name in a resolved folder; a ValueError if the name leads out of the folder."""
    if not isinstance(name, str) or not name or not name.isprintable():
        raise ValueError(f"a picture is given by its file name, not by {str(name)[:80]!r}")
    shown = f"picture {name[:80]!r}"
    for kind in (PurePosixPath(name), PureWindowsPath(name)):
        if kind.is_absolute() or kind.drive or ".." in kind.parts:
            raise ValueError(f"{shown} must be a path inside the picture folder, without '..'")
    try:
        path = (folder / name).resolve()
        found = path.is_file()
    except (OSError, RuntimeError):
        found = False
    if not found:
        raise ValueError(f"{shown} is not a file in {folder.name}")
    # A link inside the folder may still lead out of it.
    if not path.is_relative_to(folder):
        raise ValueError(f"{shown} is a link that leads out of the picture folder")
    return path


def check_decodes(name: str, data: bytes, about: int = 0) -> None:
    """Raise a ValueError that says why these bytes are no picture that can be shown, if they are none."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit is lower, and says so
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                width, height = image.size
                if width * height > PICTURE_PIXELS:
                    raise ValueError(
                        f"picture {name!r} is {width} × {height} pixels; at most {PICTURE_PIXELS:,} are allowed"
                    )
                if about:
                    image.draft("RGB", (about, about))
                image.load()
    except Image.DecompressionBombError:
        raise ValueError(f"picture {name!r} has more than {PICTURE_PIXELS:,} pixels") from None
    except UnidentifiedImageError:
        raise ValueError(f"picture {name!r} is not a PNG, JPEG or WebP file") from None
    except (OSError, SyntaxError, EOFError) as error:
        raise ValueError(f"picture {name!r} does not decode: {error}") from None
