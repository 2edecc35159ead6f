"""The first items of every task as digests of their truth and decoded pixels: `python -m tests.golden` records them."""

import hashlib
import json
from pathlib import Path

from vantage import tasks
from vantage.item import compact
from vantage.making import make
from vantage.render import flat

FILE = Path(__file__).with_name("golden.json")
FIRST = 6


def digests(name):
    """Return a digest of each of the task's first items, made with the default settings."""
    found = []
    for index in range(FIRST):
        one = make.one(make.Order("golden", "n", 0, name, (), 384, "test", index))
        pictures = [*one.images, *(o.image for o in one.options if o.image)]
        hasher = hashlib.sha256(compact([one.question, one.truth, one.answer.__dict__]).encode())
        for picture in pictures:
            hasher.update(flat.decode(picture).tobytes())
        found.append(hasher.hexdigest()[:16])
    return found


def recorded():
    return json.loads(FILE.read_text())


if __name__ == "__main__":
    golden = {name: {"version": tasks.get(name).version, "items": digests(name)} for name in tasks.built_in()}
    FILE.write_text(json.dumps(golden, indent=1) + "\n")
