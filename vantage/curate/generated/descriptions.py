"""What to draw: descriptions of pictures that show one thing facing a stated way, made from templates or by a model.

Facings and kinds come equally often, by the seed. The list of kinds is SRBench's; the sentences are ours. A model that
describes is asked for one picture at a time, with five examples; its words are used only if they name the thing and
hold, word for word, the phrase that says how it faces.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from vantage import seeds
from vantage.curate.generated.replies import Who, ask, log
from vantage.data.dataset import write_text
from vantage.exchange.foreign import numbered
from vantage.item import IMAGE_MARK
from vantage.names import nearest
from vantage.prompts.prompt import Message
from vantage.scoring.extract.spoken import said
from vantage.task import balanced

FILE, SETTINGS = "descriptions.jsonl", "genai.json"
DESCRIBE, VERSION = "describe", 1
MOST = 10_000  # descriptions in one folder
LONGEST = 1000  # characters of one
LINE = 20_000  # bytes of a line in the file
FACINGS = {
    "front": "seen from the front, facing the camera",
    "right": "in profile, facing the right edge of the picture",
    "back": "seen from behind, facing away from the camera",
    "left": "in profile, facing the left edge of the picture",
}
ROAD = ("parked on a quiet street", "on a gravel road between fields", "on a wet car park", "in front of a brick wall")
WATER = ("on a calm lake", "in a small harbour", "on the open sea", "on a wide river between wooded banks")
GROUND = ("on a mown lawn", "on a wooden floor by a window", "on a sandy beach", "on a forest path", "on fresh snow")
PLACES = {
    **dict.fromkeys(("bicycle", "motorcycle", "scooter", "car", "truck", "bus"), ROAD),
    "train": ("on a straight track through meadows", "at an empty platform", "on a track along the coast"),
    "airplane": ("on a runway", "on the apron of a small airport", "low over flat fields"),
    "helicopter": ("on a landing pad", "on a mountain meadow", "hovering low over a lake"),
    **dict.fromkeys(("boat", "ship"), WATER),
    **dict.fromkeys(("dog", "cat", "rabbit"), GROUND),
    "bird": ("on a bare branch", "on a wooden fence", "on a flat rock by the sea"),
    "fish": ("in clear blue water", "above a coral reef", "in a large aquarium"),
}
LIGHTS = ("in soft morning light", "under an overcast sky", "in bright midday sun", "in warm evening light", "in haze")
SENTENCES = (
    "A photo-realistic picture of a single {kind} {place}, {facing}, {light}. The whole {kind} is in view.",
    "A photograph, {light}: one {kind} {place}, {facing}, complete and in the middle of the picture.",
    "A photo-realistic image of a lone {kind}, {facing}, {place}, {light}, shown from end to end.",
)
REQUEST = (
    "Write one description of a photo-realistic picture, for a program that draws pictures from descriptions.\n"
    "It shows exactly one {kind}, {facing}. Use the words “{kind}” and “{facing}” as they stand here. Choose a place "
    "and light that are plausible and not in the examples; let nothing else in the picture be a {kind}. One or two "
    'sentences. Reply with one JSON object: {{"description": "…"}}.\n\nFive examples:\n{examples}'
)


@dataclass(frozen=True)
class Description:
    """What a picture is to show."""

    id: str
    kind: str  # what questions call the thing
    facing: str  # of FACINGS
    text: str


@dataclass(frozen=True)
class Planned:
    """What a folder is to hold: how many descriptions, of which kinds, by which seed, and who writes them."""

    n: int
    seed: int = 0
    kinds: tuple[str, ...] = tuple(PLACES)
    by: str = "templates"  # or a model, PROVIDER/NAME

    def __post_init__(self) -> None:
        if not 4 <= self.n <= MOST:
            raise ValueError(f"{self.n} descriptions were asked for; give from 4 to {MOST:,}")
        for kind in self.kinds:
            nearest(kind, PLACES, "kind of thing")


def wanted(plan: Planned) -> list[Description]:
    """Return the descriptions that templates give; a plan for more begins with the same ones."""
    made: list[Description] = []
    seen: set[str] = set()
    for number in range(plan.n):
        path: tuple[str | int, ...] = ("genai", plan.seed, *plan.kinds)
        facing = balanced(path, "facing", tuple(FACINGS), number)
        kind = balanced(path, "kind", plan.kinds, number)
        text = next(text for text in _texts((*path, number), kind, facing) if text not in seen)
        seen.add(text)
        made.append(Description(f"d{number + 1:04d}", kind, facing, text))
    return made


def _texts(path: tuple[str | int, ...], kind: str, facing: str) -> Iterator[str]:
    """Yield sentences about a kind, the last with a number that no other has: there are not endlessly many."""
    rng = seeds.generator(*path)
    for _ in range(50):
        place, light, sentence = (str(rng.choice(some)) for some in (PLACES[kind], LIGHTS, SENTENCES))
        yield sentence.format(kind=kind, place=place, light=light, facing=FACINGS[facing])
    yield f"{sentence.format(kind=kind, place=place, light=light, facing=FACINGS[facing])} Number {path[-1]}."


def read(folder: Path) -> list[Description]:
    """Return the descriptions in a folder's file, which a person may have edited; a mistake is named by its line."""
    path = folder / FILE
    if not path.is_file():
        raise ValueError(f"{folder} holds no {FILE}; make one with: vantage genai new {folder}")
    found: dict[str, Description] = {}
    for number, data in numbered(path, LINE, strict=True):
        try:
            one = _read(data)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        if one.id in found:
            raise ValueError(f"{path}, line {number}: the id {one.id} was given before")
        found[one.id] = one
    if not found:
        raise ValueError(f"{path} holds no descriptions; make them with: vantage genai new {folder}")
    return list(found.values())


def _read(data: Mapping[str, Any]) -> Description:
    names = [*Description.__dataclass_fields__]
    if set(data) != set(names) or not all(isinstance(value, str) for value in data.values()):
        raise ValueError(f"a description has the texts {', '.join(names)}, and nothing else")
    one = Description(**data)
    if not re.fullmatch(r"\w{1,40}", one.id, re.ASCII):
        raise ValueError(f"the id {one.id[:40]!r} is not made of up to 40 letters and digits")
    nearest(one.facing, FACINGS, "facing")
    if not re.fullmatch(r"\w[\w '-]{0,39}", one.kind):
        raise ValueError(f"the kind {one.kind[:40]!r} is not a name of up to 40 letters")
    if not one.text.strip() or len(one.text) > LONGEST or not one.text.isprintable():
        raise ValueError(f"the text must be one line of 1 to {LONGEST} characters")
    return one


def write(folder: Path, plan: Planned, made: list[Description]) -> list[Description]:
    """Add to a folder the descriptions that it lacks, and return all; those that are there stay as they are."""
    old = read(folder) if (folder / FILE).exists() else []
    known = {one.id for one in old}
    every = [*old, *(one for one in made if one.id not in known)]
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / SETTINGS, json.dumps(asdict(plan), indent=1) + "\n")
    write_text(folder / FILE, "".join(f"{json.dumps(asdict(one), ensure_ascii=False)}\n" for one in every))
    return every


def settled(folder: Path, plan: Planned) -> None:
    """Refuse a folder that was begun otherwise, or that holds something else."""
    before = planned(folder)
    if before is None:
        if folder.exists() and any(folder.iterdir()):
            raise ValueError(f"{folder} is not empty and holds no {SETTINGS}; name a new folder")
        return
    for name, value in asdict(plan).items():
        if name != "n" and (was := getattr(before, name)) != value:
            raise ValueError(f"{folder} was begun with {name} {_said(was)}, not {_said(value)}; name a new folder")


def _said(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def planned(folder: Path) -> Planned | None:
    """Return how a folder was begun; None if it was not."""
    path = folder / SETTINGS
    if not path.is_file():
        return None
    try:
        data = json.loads(path.read_bytes())
        return Planned(int(data["n"]), int(data["seed"]), tuple(data["kinds"]), str(data["by"]))
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is not as `vantage genai new` writes it; restore it") from None


# -- described by a model


def described(folder: Path, plan: Planned, who: Who) -> tuple[list[Description], int]:
    """Have a model write the descriptions of a plan; return those that can be used, and how many cannot.

    The same call asks again for those.
    """
    due = {one.id: one for one in wanted(plan)}
    earlier = ((one.item, one.text) for one in log(folder, DESCRIBE, VERSION, who) if one.item in due and one.text)
    unusable = Counter(id for id, text in earlier if not told(text, due[id]))
    names = {id: (id, one.kind, one.facing, str(unusable[id])) for id, one in due.items()}

    def messages(id: str) -> tuple[Message, ...]:
        return (Message("user", (request(due[id], plan),)),)

    records = ask(folder, DESCRIBE, VERSION, who, names, messages)
    made: dict[str, Description] = {}  # by text: of two that are the same, the first is used
    for id, record in records.items():
        if text := told(record.text or "", due[id]):
            made.setdefault(text, replace(due[id], text=text))
    return [*made.values()], len(due) - len(made)


def request(one: Description, plan: Planned) -> str:
    """Return what a model is asked: five examples of other things, and the thing and facing that are due."""
    others = [other for other in wanted(Planned(4 * len(PLACES), plan.seed)) if other.kind != one.kind]
    rng = seeds.generator("genai", "examples", plan.seed, one.id)
    examples = "\n".join(f"- {others[int(k)].text}" for k in rng.permutation(len(others))[:5])
    return REQUEST.format(kind=one.kind, facing=FACINGS[one.facing], examples=examples)


def told(reply: str, one: Description) -> str:
    """Return the description in a model's reply; empty if it does not hold what must be in it."""
    text = " ".join(_object(reply).split())
    fits = text.isprintable() and len(text) <= LONGEST and IMAGE_MARK not in text
    named = re.search(rf"\b{re.escape(one.kind)}\b", text, re.I) and FACINGS[one.facing].lower() in text.lower()
    return text if fits and named else ""


def _object(reply: str) -> str:
    """Return the description in the last JSON object that a reply holds outside its thoughts."""
    for found in reversed(re.findall(r"\{[^{}]*\}", said(reply[:20_000]), re.S)):
        try:
            data = json.loads(found)
        except ValueError:
            continue
        if isinstance(data, dict) and isinstance(data.get("description"), str):
            return str(data["description"])
    return ""
