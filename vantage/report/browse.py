"""The items that a report carries with it: which ones, their pictures made small, and what each model said.

A report must stay one file that opens anywhere, so there are limits on items, on pictures and on text; what is left
out is named by its id.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from vantage.item import Item, answer_text, compact
from vantage.render import flat
from vantage.scoring.extract.quoted import clipped

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.data.dataset import DataSet
    from vantage.running.records import Fault
from vantage.running.run_folder import Run

ITEMS = 500
SIDE = 224  # pixels, about
QUALITY = 80
PICTURE_BYTES = 11_000_000  # before base64, which adds a third
TEXT_CHARACTERS = 1_500_000  # of responses, over all models
TRUTH_CHARACTERS = 4_000

# Control characters would vanish or break the line, so the symbols for them are shown instead.
_CONTROLS = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\n\t"} | {127: "␡"}


@dataclass
class Pictures:
    """Small copies of pictures, each kept once however often it is shown."""

    data: list[str] = field(default_factory=list)
    size: int = 0
    _place: dict[bytes, int] = field(default_factory=dict)

    def add(self, image: bytes) -> int:
        """Return the place of a picture in `data`, where it is put as WebP in base64; -1 if it cannot be read."""
        name = hashlib.sha256(image).digest()
        if name not in self._place:
            small = shrink(image)
            self._place[name] = len(self.data) if small else -1
            if small:
                self.size += len(small)
                self.data.append(base64.b64encode(small).decode())
        return self._place[name]


def shrink(image: bytes, side: int = SIDE) -> bytes:
    """Return a picture as WebP, reduced by a whole number to about `side` pixels a side; empty if not a picture."""
    from PIL import Image

    try:
        picture = flat.decode(image)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return b""
    # Reducing by a whole number is five times as fast as by any other factor.
    picture = picture.reduce(max(1, round(max(picture.size) / side)))
    buffer = io.BytesIO()
    picture.save(buffer, "WEBP", quality=QUALITY, method=2)
    return buffer.getvalue()


Told = tuple[str, str, Sequence[str]]  # what a page says: the model, the words, the items that show it


def choose(table: pa.Table, told: Sequence[Told] = (), limit: int = ITEMS) -> list[str]:
    """Return the ids of at most `limit` items: up to half from `told`, the rest over tasks and tiers.

    The items of `told` are taken in turns. Within a task and tier, items on which answers differ come first.
    """
    spread = list(_spread(table))
    asked = set(spread)
    turns = (item for turn in zip_longest(*(items for *_, items in told)) for item in turn)
    telling = dict.fromkeys(item for item in turns if item in asked)
    return list(dict.fromkeys([*islice(telling, limit // 2), *spread]))[:limit]


def _spread(table: pa.Table) -> Iterator[str]:
    """Yield all items, evenly over tasks and tiers, first those on which answers differ."""
    strata: dict[tuple[str, str], set[str]] = defaultdict(set)
    right: dict[str, list[bool]] = defaultdict(list)
    columns = (table[name].to_pylist() for name in ("task", "tier", "item", "outcome"))
    for task, tier, item, outcome in zip(*columns):
        strata[task, tier].add(item)
        right[item].append(outcome == "right")

    def dispute(item: str) -> float:
        share = sum(right[item]) / len(right[item])
        return share * (1 - share)

    queues = [sorted(items, key=lambda item: (-dispute(item), item)) for items in strata.values()]
    for turn in range(max(map(len, queues), default=0)):
        yield from (queue[turn] for queue in queues if turn < len(queue))


def collect(
    dataset: DataSet, runs: Sequence[Run], table: pa.Table, models: Sequence[str], told: Sequence[Told] = ()
) -> dict[str, Any]:
    """Return everything that the item browser shows, as plain JSON; `table` has the runs' rows in their order."""
    import pyarrow as pa
    import pyarrow.compute

    chosen = choose(table, told)
    found = dataset.get(chosen)
    pictures = Pictures()
    items: dict[str, dict[str, Any]] = {}
    for name in chosen:
        if pictures.size < PICTURE_BYTES:
            items[name] = record(found[name], pictures)
    places = {model: place for place, model in enumerate(models)}
    spoken = [(run, response) for run in runs for response in run.responses if response.item in items]
    longest = min(4000, max(120, TEXT_CHARACTERS // max(1, len(spoken))))
    columns = ("model", "item", "condition", "repeat", "outcome", "answer", "chosen_rule", "truncated")
    rows = table.filter(pa.compute.is_in(table["item"], value_set=pa.array([*items], pa.string()))).select(columns)
    listed = zip(*(rows[name].to_pylist() for name in columns))
    for (run, response), (model, item, condition, repeat, outcome, answer, rule, cut) in zip(
        spoken, listed, strict=True
    ):
        letter = _original(answer, run.conditions[response.condition].rotation, len(items[item]["options"]))
        text = clip(response.text or _why(response.error), longest)
        items[item]["said"].append([places[model], condition, repeat, outcome, letter, rule, cut, text])
    rest = sorted(set(map(str, table["item"].unique().to_pylist())) - set(items))
    numbers = {name: number for number, name in enumerate(items)}
    led = [
        [places[model], [numbers[i] for i in shown if i in numbers], text, len(shown)] for model, text, shown in told
    ]
    return {
        "models": list(models),
        "items": list(items.values()),
        "pictures": pictures.data,
        "told": led,
        "rest": rest,
    }


def record(item: Item, pictures: Pictures) -> dict[str, Any]:
    """Return an item as the browser shows it, its pictures replaced by their places."""
    return {
        "id": item.id,
        "task": item.task,
        "subtype": item.subtype,
        "tags": {"tier": "", "quadrant": "", "frame": ""} | {name: _tag(value) for name, value in item.tags.items()},
        "question": item.question,
        "images": [pictures.add(image) for image in item.images],
        "options": [
            {
                "letter": letter,
                "text": option.text,
                "image": None if option.image is None else pictures.add(option.image),
                "label": option.label,
                "rule": option.rule,
            }
            for letter, option in zip(item.letters, item.options)
        ],
        "key": answer_text(item),
        "truth": clip("\n".join(f"{name}: {compact(fact)}" for name, fact in item.truth.items()), TRUTH_CHARACTERS),
        "said": [],
    }


def _tag(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _why(error: Fault | None) -> str:
    """Return why there is no answer."""
    return ": ".join(filter(None, (error.kind, error.message))) if error else ""


def _original(answer: str | None, rotation: int, options: int) -> str | None:
    """Return the letter that an answer has in the data set's own order; a number stays as it is."""
    if answer is None or not options:
        return answer
    return chr(ord("A") + (ord(answer) - ord("A") + rotation) % options)


def clip(text: str, longest: int) -> str:
    """Return a text that is safe to look at: control characters made visible, the middle of a long one left out."""
    return clipped(text, longest).translate(_CONTROLS)


def embed(data: Mapping[str, Any] | Iterable[Any]) -> str:
    """Return JSON that may stand inside a script element: nothing in it can end the element or open another."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    # Half of a surrogate pair has no place in a UTF-8 file.
    return text.encode("utf-8", "replace").decode("utf-8")
