"""The first items of every task as digests of their truth and decoded pixels; `make task` records them."""

import hashlib
import json
from pathlib import Path

from vantage import tasks
from vantage.item import compact
from vantage.making import make
from vantage.render import flat

FILE = Path(__file__).with_name("golden.json")
FIRST = 6
FIRST_WALKS = 2  # a walk is sixteen pictures


def current(name):
    """Return what there is to record of a task: its version, and a digest of each of its first items."""
    return {"version": tasks.get(name).version, "items": digests(name)}


def digests(name):
    """Return a digest of each of the task's first items, made with the default settings."""
    found = []
    for index in range(FIRST_WALKS if tasks.get(name).scenes == "walk" else FIRST):
        one = make.one(make.Order("golden", "n", 0, name, (), 384, "test", index))
        pictures = [*one.images, *(o.image for o in one.options if o.image)]
        hasher = hashlib.sha256(compact([one.question, one.truth, one.answer.__dict__]).encode())
        for picture in pictures:
            hasher.update(flat.decode(picture).tobytes())
        found.append(hasher.hexdigest()[:16])
    return found


def recorded():
    return json.loads(FILE.read_text())


def record(name):
    """Record a task that is new or whose version was raised; return whether what is recorded is current."""
    kept, now = recorded(), current(name)
    if kept.get(name, {}).get("version") != now["version"]:
        kept = dict(sorted({**kept, name: now}.items()))
        FILE.write_text(json.dumps(kept, indent=1) + "\n")
    return kept[name] == now
