"""Models with a built-in deficit that SpinBench's controlled variations bring out; right wherever it does not matter.

As the other simulants, they read an item's truth and answer with letters in the order shown.
"""

from __future__ import annotations

from collections import Counter

from vantage import seeds
from vantage.item import LETTERS, Item
from vantage.models import Request, Response
from vantage.models.simulant import item_of, key_of

SENTENCES = ("syntactic", "both")  # the wordings that put a question as another sentence


class ViewerFrame:
    """Takes a person's own left and right for the viewer's; right elsewhere."""

    name = "viewer-frame"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return the viewer's side where the person's own is asked for: of a face in view, the other one."""
        item = item_of(request)
        own = item.groups.get("frame", ("", ""))[1] == "own"
        return Response(_other(item) if own else key_of(item))


class PremiseBlind:
    """Ignores what a question states about the picture, and guesses how two things stand before a walk around them.

    A model that ignores premises goes by its own reading of the picture. Where that is good, nothing shows: the premise
    says what it sees. Where the reading fails, because a walk has to be imagined too, a premise would spare it; but the
    answer stays the same, wrong as it was. So this one reads each picture once, by a coin, walks rightly from there,
    and says the same with the premise as without it. It is right elsewhere.
    """

    name = "premise-blind"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return what follows from a guess at how the two stand in the picture, the same for both questions on it."""
        item = item_of(request)
        group = item.groups.get("premise", ("", ""))[0]
        misread = bool(group) and bool(seeds.generator("simulant premise", group).integers(2))
        return Response(_other(item) if misread else key_of(item))


class WordingFragile:
    """Understands "which is on the left?" but guesses when asked "is it left or right?"; right elsewhere."""

    name = "wording-fragile"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return a guess where the question is put as another sentence."""
        item = item_of(request)
        lost = item.groups.get("wording", ("", ""))[1] in SENTENCES
        return Response(_guess(request, range(len(item.options))) if lost else key_of(item))


class ColourMatcher:
    """Tells things apart by their colours alone, which are the same in identity: guesses there, right elsewhere."""

    name = "colour-matcher"
    insider = True

    async def respond(self, request: Request) -> Response:
        """Return one of the views whose colours are the rarest among the options."""
        item = item_of(request)
        if item.task != "identity":
            return Response(key_of(item))
        palettes = [item.truth["views"][place]["palette"] for place in request.order]
        seen = Counter(palettes)
        rarest = min(seen.values())
        return Response(_guess(request, [place for place, one in enumerate(palettes) if seen[one] == rarest]))


def _other(item: Item) -> str:
    """Return the wrong one of two options; of more, the next after the key."""
    return item.letters[(item.key + 1) % len(item.options)]


def _guess(request: Request, places: range | list[int]) -> str:
    rng = seeds.generator("simulant spin", *request.path)
    return LETTERS[places[int(rng.integers(len(places)))]]
