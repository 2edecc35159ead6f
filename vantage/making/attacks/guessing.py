"""The guessers behind the shortcut attacks: each learns on the other folds and gives every option a score.

The option with the highest score is picked. Where k options tie, the key counts as 1/k of a hit, so an attack that
learns nothing scores exactly chance.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.making.attacks.features import FEATURES, LIKENESS, THUMB, Sketch

FOLDS = 5
STRATEGIES = ("largest", "smallest", "odd one out", "most central")
SLOTS = 1 << 18  # words are hashed into this many slots, so that memory stays bounded
ASKED, COARSE = 40, 8  # how many words of questions, and thumbnails of what side, the baseline looks at
CROSSED = 24  # at most this many words of a text are paired with those of another

Floats = NDArray[np.float64]
Table = NDArray[np.float32]  # rows for classifiers: there are many, and single precision halves the memory
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Guess:
    """What one attack scored on each item (`hits`, 0 to 1); `detail` is what it learnt, where that is easy to say."""

    name: str
    hits: Floats
    detail: str = ""


@dataclass(frozen=True)
class Board:
    """The items of one task side by side; options that an item does not have are masked."""

    sketches: list[Sketch]
    fold: Ints  # (items,)
    key: Ints  # (items,)
    offered: Mask  # (items, most options)

    def folds(self) -> Iterator[tuple[Mask, Mask]]:
        """Yield, for each fold, which items to learn from and which to guess."""
        for number in range(FOLDS):
            yield self.fold != number, self.fold == number

    def hits(self, scores: Floats) -> Floats:
        """Return the hit on each item, 0 to 1, when the option with the highest score is picked."""
        scores = np.where(self.offered, np.round(scores, 9), -np.inf)
        tied = scores == scores.max(axis=1, keepdims=True)
        share: Floats = tied[np.arange(len(tied)), self.key] / tied.sum(axis=1)
        return share


def guesses(sketches: list[Sketch]) -> list[Guess]:
    """Return what each attack scores on these items of one task."""
    board = _board(sketches)
    found = [_letters(board), _labels(board), _texts(board)]
    if all(one.features is not None for one in sketches):
        features, thumbs = _stack(board)
        found += [_feature(board, name, features[:, :, i]) for i, name in enumerate(FEATURES)]
        relative = _relative(board, features)
        found.append(_trained(board, "linear classifier", np.concatenate([relative, thumbs], axis=2), _linear))
        raw = features.astype(np.float32)
        found.append(_trained(board, "trees classifier", np.concatenate([relative, raw], axis=2), _trees))
    return found


def looked(sketches: list[Sketch]) -> Guess | None:
    """Return what is learnt from the question too, its words and the look of its pictures; None if it shows none.

    It sees part of the question, which a shortcut must not need: so it is a baseline, not an attack.
    """
    board = _board(sketches)
    if all(one.likeness is not None for one in sketches):
        return _trained(board, "pixels", _seen(board), _trees)
    shown = [one.shown for one in sketches if one.shown is not None]
    if len(shown) < len(sketches) or len({len(one) for one in shown}) > 1:
        return None
    return _pictured(board, np.stack(shown).astype(np.float32))


def _seen(board: Board) -> Table:
    """Return a row per option: its features and thumbnail, how it differs from the question's pictures, and words."""
    features, thumbs = _stack(board)
    items, most = board.offered.shape
    likeness = np.full((items, most, len(LIKENESS)), np.nan)
    for i, one in enumerate(board.sketches):
        likeness[i, : one.options] = one.likeness
    questions = [set(re.findall(r"\w+", one.question.lower())) for one in board.sketches]
    counts = Counter(word for question in questions for word in question)
    usual = [word for word, n in counts.most_common() if n < items][:ASKED]
    words = np.array([[word in question for word in usual] for question in questions], dtype=np.float32)
    both = np.concatenate([features, likeness], axis=2)
    coarse = thumbs.reshape(items, most, COARSE, THUMB // COARSE, COARSE, THUMB // COARSE).mean(axis=(3, 5))
    told = np.repeat(words[:, None], most, axis=1)
    return np.concatenate(
        [_relative(board, both), coarse.reshape(items, most, -1), likeness.astype(np.float32), told], axis=2
    )


def _pictured(board: Board, table: Table) -> Guess:
    """Return what ridge regression scores from thumbnails of the question's pictures to labels."""
    sketches = board.sketches
    column = {name: k for k, name in enumerate(sorted({label for one in sketches for label in one.labels}))}
    labels = np.zeros(board.offered.shape, dtype=np.int64)
    target = np.zeros((len(sketches), len(column)), dtype=np.float32)
    for i, one in enumerate(sketches):
        labels[i, : one.options] = [column[name] for name in one.labels]
        target[i, labels[i, : one.options]] = -1 / one.options
        target[i, labels[i, one.key]] += 1
    scores = np.zeros(board.offered.shape)
    for learn, guess in board.folds():
        if learn.any() and guess.any():
            scores[guess] = np.take_along_axis(_ridge(table[learn], target[learn], table[guess]), labels[guess], 1)
    return Guess("pixels", board.hits(scores))


def _board(sketches: list[Sketch]) -> Board:
    most = max(one.options for one in sketches)
    return Board(
        sketches=sketches,
        fold=np.array([int(seeds.digest("fold", one.situation)[:12], 16) % FOLDS for one in sketches]),
        key=np.array([one.key for one in sketches]),
        offered=np.array([np.arange(most) < one.options for one in sketches]),
    )


def _letters(board: Board) -> Guess:
    scores = np.zeros(board.offered.shape)
    for learn, guess in board.folds():
        scores[guess] = np.bincount(board.key[learn], minlength=board.offered.shape[1])
    return Guess("letter frequency", board.hits(scores))


def _labels(board: Board) -> Guess:
    """Pick the label that is most often the key when it is offered, smoothed so that rare labels do not win by luck."""
    scores = np.zeros(board.offered.shape)
    for learn, guess in board.folds():
        offered, right = Counter[str](), Counter[str]()
        for i in np.flatnonzero(learn):
            one = board.sketches[i]
            offered.update(one.labels)
            right[one.labels[one.key]] += 1
        for i in np.flatnonzero(guess):
            labels = board.sketches[i].labels
            scores[i, : len(labels)] = [(right[name] + 4 / len(labels)) / (offered[name] + 4) for name in labels]
    return Guess("label frequency", board.hits(scores))


def _texts(board: Board) -> Guess:
    """Naive Bayes on words: those of the option, those of the question (per letter), and pairs of both."""
    words = _words(board.sketches)
    counts = np.zeros((FOLDS, 2, SLOTS), dtype=np.int32)  # fold, distractor or key, word
    for one, fold, per_option in zip(board.sketches, board.fold, words):
        for place, slots in enumerate(per_option):
            counts[fold, int(place == one.key), slots] += 1
    scores = np.zeros(board.offered.shape)
    total = counts.sum(axis=0)
    for number, (learn, guess) in enumerate(board.folds()):
        wrong, right = total - counts[number]
        keys = int(learn.sum())
        others = int(board.offered[learn].sum()) - keys
        weight = np.log((right + 1) / (keys + 2)) - np.log((wrong + 1) / (others + 2))
        for i in np.flatnonzero(guess):
            scores[i, : len(words[i])] = [weight[slots].sum() for slots in words[i]]
    return Guess("text only", board.hits(scores))


def _words(sketches: list[Sketch]) -> list[list[Ints]]:
    """Return the word slots of each item's options, paired with the question's words that not all questions share."""
    questions = [set(re.findall(r"\w+", one.question.lower())) for one in sketches]
    constant = set.intersection(*questions)
    result = []
    for one, question in zip(sketches, questions):
        asked = sorted(question - constant)[:CROSSED]
        lengths = [len(text) for text in one.texts]
        per_option = []
        for place, text in enumerate(one.texts):
            own = sorted(set(re.findall(r"\w+", text.lower())))[:CROSSED]
            tokens = [*own, *(f"{place} {word}" for word in asked), *(f"{a} {b}" for a in asked for b in own)]
            tokens.append(f"longer than {sum(length < lengths[place] for length in lengths)}")
            # crc32, because Python's own hash differs between processes.
            per_option.append(np.unique([zlib.crc32(token.encode()) % SLOTS for token in tokens]))
        result.append(per_option)
    return result


def _stack(board: Board) -> tuple[Floats, Table]:
    """Return features (items, options, features), and thumbnails minus their item's mean (items, options, pixels)."""
    items, most = board.offered.shape
    first = board.sketches[0]
    if first.features is None or first.thumbs is None:
        raise ValueError("these items have no option pictures")
    features = np.full((items, most, first.features.shape[1]), np.nan)
    thumbs = np.zeros((items, most, first.thumbs.shape[1]), dtype=np.float32)
    for i, one in enumerate(board.sketches):
        if one.features is not None and one.thumbs is not None:
            features[i, : one.options] = one.features
            thumbs[i, : one.options] = one.thumbs - one.thumbs.mean(axis=0)
    return features, thumbs


def _feature(board: Board, name: str, values: Floats) -> Guess:
    """Pick by one number per option, using the strategy that did best on the other folds."""
    off = np.abs(values - np.nanmean(values, axis=1, keepdims=True))
    hits = np.stack([board.hits(scores) for scores in (values, -values, off, -off)])
    chosen = np.zeros(len(board.key), dtype=np.int64)
    for learn, guess in board.folds():
        if learn.any():
            chosen[guess] = hits[:, learn].mean(axis=1).argmax()
    usual = STRATEGIES[int(np.bincount(chosen).argmax())]
    return Guess(name, hits[chosen, np.arange(len(chosen))], usual)


def _relative(board: Board, features: Floats) -> Table:
    """Return how each option compares with its item's options, per feature: standardised deviation, and rank."""
    mean = np.nanmean(features, axis=1, keepdims=True)
    spread = np.nanstd(features, axis=1, keepdims=True)
    deviation = np.divide(features - mean, spread, out=np.zeros_like(features), where=spread > 1e-9)
    smaller = (features[:, :, None] > features[:, None]).sum(axis=2)
    larger = (features[:, :, None] < features[:, None]).sum(axis=2)
    relative = np.concatenate([deviation, np.abs(deviation), smaller - larger], axis=2)
    return np.where(board.offered[:, :, None], relative, 0.0).astype(np.float32)


Classifier = Callable[[Table, Mask, Table], Floats]  # rows, whether each is a key, rows to score -> scores


def _trained(board: Board, name: str, table: Table, classifier: Classifier) -> Guess:
    """Train a classifier to tell keys from other options (one row per option) and pick each item's likeliest option."""
    scores = np.zeros(board.offered.shape)
    is_key = np.arange(board.offered.shape[1]) == board.key[:, None]
    for learn, guess in board.folds():
        seen = learn[:, None] & board.offered
        asked = guess[:, None] & board.offered
        if seen.any() and asked.any():
            scores[asked] = classifier(table[seen], is_key[seen], table[asked])
    return Guess(name, board.hits(scores))


def _linear(rows: Table, is_key: Mask, asked: Table) -> Floats:
    """Return ridge regression's scores."""
    return _ridge(rows, (is_key - is_key.mean()).astype(np.float32), asked)


def _ridge(rows: Table, target: Table, asked: Table) -> Floats:
    """Return ridge regression's predictions, in closed form: fast even with 40,000 rows."""
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + np.float32(1e-3)
    table = (rows - mean) / scale
    strength = 0.01 * len(rows) * np.eye(table.shape[1])
    weights = np.linalg.solve(table.T @ table + strength, table.T @ target)
    predicted: Floats = ((asked - mean) / scale).astype(np.float64) @ weights
    return predicted


def _trees(rows: Table, is_key: Mask, asked: Table) -> Floats:
    """Return the scores of gradient-boosted trees."""
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    model = HistGradientBoostingClassifier(
        max_iter=60, max_leaf_nodes=15, min_samples_leaf=40, early_stopping=False, random_state=0
    )
    # Several threads wait for each other by spinning: on a busy machine that takes minutes instead of seconds.
    with threadpool_limits(1):
        scores: Floats = model.fit(rows, is_key).decision_function(asked)
    return scores
