"""Models that know nothing about space: the baselines that any score must be compared with.

None of them reads an item's truth. `majority` counts the keys of the data set, which a model under test never sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.item import Choice, Item, Number, Option, number_text
from vantage.models import Request, Response
from vantage.prompts.prompt import Picture

Array = NDArray[np.float32]

SIDE = 32  # pixels: pictures are shrunk to this side before they are compared
ORIENTATIONS = 8
KEYS_PER_LABEL = 4  # a task's labels are a closed set when each is the key this often on average
NUMBERS = 10  # a guessed number is a whole number below this


class Random:
    """Pick an option at random, all equally likely; for a number, a random digit."""

    name = "random"
    insider = False

    async def respond(self, request: Request) -> Response:
        """Return a letter drawn from the request's own random generator."""
        return Response(guess(request))


class First:
    """Always pick the first option; for a number, 1."""

    name = "first"
    insider = False

    async def respond(self, request: Request) -> Response:
        """Return the first letter."""
        return Response(request.letters[:1] or "1")


class Majority:
    """Pick the label, letter or number that is most often right in its task."""

    name = "majority"
    insider = True

    def __init__(self) -> None:
        self._labels: dict[str, Counter[str]] = {}
        self._letters: dict[str, Counter[str]] = {}
        self._numbers: dict[str, Counter[float]] = {}

    def prepare(self, items: Iterable[Item]) -> None:
        """Count how often each label, letter and number is right in each task."""
        for item in items:
            match item.answer:
                case Choice(letter):
                    self._letters.setdefault(item.task, Counter())[letter] += 1
                    self._labels.setdefault(item.task, Counter())[_label(item.options[item.key])] += 1
                case Number(value):
                    self._numbers.setdefault(item.task, Counter())[value] += 1

    async def respond(self, request: Request) -> Response:
        """Return the letter or number that is most often right."""
        item = request.item
        if item is None:
            raise ValueError("majority must be handed the item, because it chooses by labels")
        if isinstance(item.answer, Number):
            return Response(number_text(_commonest(self._numbers.get(item.task, Counter()))))
        labels = self._labels.get(item.task, Counter())
        letters = self._letters.get(item.task, Counter())
        # Where each label names a shape of one item only, counting keys by label would reveal that item's own key.
        closed = labels.total() >= KEYS_PER_LABEL * len(labels)
        counts = [
            (labels[_label(option)] if closed else 0, letters[letter], -place)
            for place, (letter, option) in enumerate(zip(item.letters, item.options))
        ]
        return Response(item.letters[counts.index(max(counts))])


class Pixel:
    """Pick the option picture most like a question picture; where options are not pictures, guess at random.

    Likeness is the mean correlation of small grey-scale copies, edge directions and colours. Everything comes from the
    pictures in the messages.
    """

    name = "pixel"
    insider = False

    async def respond(self, request: Request) -> Response:
        """Return the letter of the most similar option picture."""
        pictures = [part for message in request.messages for part in message.parts if isinstance(part, Picture)]
        asked = [features(picture.data) for picture in pictures if not picture.option]
        offered = {picture.option: picture.data for picture in pictures if picture.option}
        if not asked or not offered or set(offered) != set(request.letters):
            return Response(guess(request))
        scores = {letter: max(likeness(features(data), one) for one in asked) for letter, data in offered.items()}
        return Response(max(scores, key=lambda letter: scores[letter]))


def guess(request: Request) -> str:
    """Return one of the letters on offer, or a digit, drawn from the request's own random generator."""
    rng = seeds.generator("guess", *request.path)
    if not request.letters:
        return str(rng.integers(NUMBERS))
    return request.letters[int(rng.integers(len(request.letters)))]


def features(data: bytes) -> tuple[Array, ...]:
    """Return the features of an encoded picture that `likeness` compares: grey-scale copy, edge directions, colours."""
    from PIL import Image

    from vantage.render import flat

    image = flat.opened(data).convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX)
    small = np.asarray(image, np.float32) / 255
    grey: Array = small.mean(axis=2)
    down, across = np.gradient(grey)
    turn = np.arctan2(down, across) % np.pi
    directions, _ = np.histogram(turn, ORIENTATIONS, (0, np.pi), weights=np.hypot(down, across))
    colours, _ = np.histogramdd(small.reshape(-1, 3), (4, 4, 4), [(0, 1)] * 3)
    # Square roots keep a plain background from outweighing everything else.
    return grey.ravel(), np.sqrt(directions).astype(np.float32), np.sqrt(colours).ravel().astype(np.float32)


def likeness(a: Sequence[Array], b: Sequence[Array]) -> float:
    """Return the mean correlation of two pictures' features, 1 for equal pictures."""
    return float(np.mean([_correlation(one, other) for one, other in zip(a, b)]))


def _correlation(a: Array, b: Array) -> float:
    a, b = a - a.mean(), b - b.mean()
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / size if size > 0 else float(np.array_equal(a, b))


def _label(option: Option) -> str:
    return option.label or option.text


def _commonest(counts: Counter[Any]) -> float:
    return float(max(counts, key=lambda value: (counts[value], -value), default=1))
