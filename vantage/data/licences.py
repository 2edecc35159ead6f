"""Which licence a data set is under when the things in its pictures are under several: the strictest, as far as known.

Creative Commons' licences add up: a set with one thing for non-commercial use and another to be shared alike is under
both terms. Of others that differ nothing can be said in one word, so the set's is "other", and its card names each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

FREE = "cc0-1.0"
OTHER = "other"
_WORDS = {
    "creative commons": "cc", "attribution": "by", "noncommercial": "nc", "non-commercial": "nc", "sharealike": "sa",
    "share-alike": "sa", "noderivatives": "nd", "noderivs": "nd", "no-derivatives": "nd",
}  # fmt: skip
_FREE = re.compile(r"cc-?0|cc-zero|public-domain|pdm|pddl|unlicense|0bsd")
_COMMONS = re.compile(r"cc-by((?:-(?:nc|sa|nd))*)(?:-v?(\d\.\d))?")
_ASKS_LITTLE = re.compile(r"mit|isc|zlib|bsd|apache")  # to be named, as Creative Commons' BY asks too


def strictest(licences: Iterable[str]) -> str:
    """Return the licence of a set of things under these, as the hub spells it: "cc-by-nc-sa-4.0"."""
    found = {_spelled(licence) for licence in licences}
    bound = sorted(licence for licence in found if not _FREE.match(licence))
    commons = [match for licence in bound if (match := _COMMONS.match(licence))]
    rest = [licence for licence in bound if not _COMMONS.match(licence)]
    if not bound:
        return FREE
    if not commons:
        return rest[0] if len(rest) == 1 else OTHER
    return _joined(commons) if all(map(_ASKS_LITTLE.match, rest)) else OTHER


def _spelled(licence: str) -> str:
    """Return a licence's name as the hub spells it: in small letters, hyphens between its parts."""
    text = licence.strip().lower()
    for word, short in _WORDS.items():
        text = text.replace(word, short)
    return re.sub(r"[\s_-]+", "-", text)


def _joined(licences: list[re.Match[str]]) -> str:
    """Return the Creative Commons licence that asks for all that several ask for."""
    terms = {term for licence in licences for term in licence[1].split("-")}
    parts = ["cc", "by", *(term for term in ("nc", "nd") if term in terms)]
    if "sa" in terms and "nd" not in terms:
        parts.append("sa")
    return "-".join([*parts, max(licence[2] or "4.0" for licence in licences)])
