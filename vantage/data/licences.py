"""The licence of a data set whose pictures show things under several licences: the strictest of them.

Creative Commons licences add up: with one thing for non-commercial use (NC) and another to be shared alike (SA), the
set is NC-SA. Other licences cannot be combined like that; if several apply, the set's licence is "other", and its card
lists each.
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
_ASKS_LITTLE = re.compile(r"mit|isc|zlib|bsd|apache")  # they ask for attribution only, as CC BY does


def strictest(licences: Iterable[str]) -> str:
    """Return the strictest of the licences, spelled as on the Hugging Face hub: "cc-by-nc-sa-4.0"."""
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
    """Return a licence's name in lower case, its parts joined by hyphens."""
    text = licence.strip().lower()
    for word, short in _WORDS.items():
        text = text.replace(word, short)
    return re.sub(r"[\s_-]+", "-", text)


def _joined(licences: list[re.Match[str]]) -> str:
    """Return the Creative Commons licence that has the conditions of all these."""
    terms = {term for licence in licences for term in licence[1].split("-")}
    parts = ["cc", "by", *(term for term in ("nc", "nd") if term in terms)]
    if "sa" in terms and "nd" not in terms:
        parts.append("sa")
    return "-".join([*parts, max(licence[2] or "4.0" for licence in licences)])
