"""One model's answers, an entry for each item of a design: how often it erred, was silent, did as a strategy would."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.diagnosis.findings.sheet import Sheet
from vantage.diagnosis.scan.design import Block, Bools, Design, Ints
from vantage.item import LETTERS
from vantage.stats.metrics import Array

ANCHORS = 3  # numbers that a model may be anchored on: the most frequent of its wrong ones
NEAR = 1e-6  # two numbers that differ by less, as a part of their size, are the same
LOOSE = 0.02  # the same for lengths that a strategy arrives at: who says them rounds
EXACT = ("off:", "round:")  # how strategies begin that say one number and no other near it
UNLIKELY = 0.1  # of a wrong number, at least, to be any one number by luck


@dataclass
class Answers:
    """The answers of one model; an item that was asked several times counts once, with its shares."""

    asked: Bools  # (items of the design)
    wrong: Array  # the share of its answers that are not right
    silent: Array  # the share that chose nothing
    rows: tuple[Ints, Ints, Array]  # of each answer: its item, the option (-1: none), the number (nan: none)
    places: tuple[Ints, Ints]  # of each answer: where the key stood as presented, and what was chosen (-1: no letter)
    times: Array  # how often each item was asked
    worded: Array  # of the answers that chose nothing, the share that holds words; nan where that is not known

    def spoke(self, held: Bools) -> float:
        """Return how many of the answers that chose nothing hold words; nan where that is not known."""
        silent = self.silent[held]
        return float((self.worded[held] * silent).sum() / silent.sum()) if silent.sum() else float("nan")

    @classmethod
    def of(cls, sheet: Sheet, design: Design) -> Answers:
        """Return the answers of a sheet."""
        place = {name: k for k, name in enumerate(design.items)}
        coded, names = sheet.coded("item")
        where = np.zeros(max(1, len(names)), dtype=np.int64)
        for name, code in names.items():
            where[code] = place[str(name)]
        item = where[coded] if len(coded) else coded
        size = len(design.items)
        times = np.bincount(item, minlength=size).astype(float)
        asked = times > 0
        safe = np.maximum(times, 1)
        wrong = np.bincount(item, ~sheet.right, size) / safe
        silent = np.bincount(item, sheet.equal("outcome", "unanswered"), size) / safe
        option, number = _options(sheet, design.options[item])
        shown = tuple(_letters(sheet, column) for column in ("key", "answer"))
        return cls(
            asked, wrong, silent, (item, option, number), (shown[0], shown[1]), times, _worded(sheet, item, size)
        )


def _worded(sheet: Sheet, item: Ints, size: int) -> Array:
    """Return for each item how many of its answers that chose nothing hold words."""
    mute = sheet.equal("outcome", "unanswered")
    n = np.bincount(item, mute, size)
    if sheet.equal("spoke", None).any():
        return np.full(size, np.nan)
    return np.bincount(item, mute & sheet.equal("spoke", True), size) / np.maximum(n, 1)


def _letters(sheet: Sheet, column: str) -> Ints:
    """Return the place of the letter in each cell; -1 where there is none."""
    coded, names = sheet.coded(column)
    places = np.full(max(1, len(names)), -1, dtype=np.int64)
    for text, code in names.items():
        if text is not None and len(str(text)) == 1 and str(text) in LETTERS:
            places[code] = LETTERS.index(str(text))
    return places[coded] if len(coded) else coded


def _options(sheet: Sheet, count: Ints) -> tuple[Ints, Array]:
    """Return for each answer the option in the data set's order (-1: none), and the number (nan: none)."""
    coded, names = sheet.coded("answer")
    number = np.full(max(1, len(names)), np.nan)
    for text, code in names.items():
        try:
            number[code] = float(text or "nan")
        except ValueError:
            continue
    turn = np.asarray(sheet.rows["rotation"], dtype=np.int64)
    found = _letters(sheet, "answer")
    held = (found >= 0) & (count > 0) & ~sheet.equal("outcome", "unanswered")
    option = np.where(held, (found + turn) % np.maximum(count, 1), -1)
    return option, np.where(count == 0, number[coded] if len(coded) else np.zeros(0), np.nan)


@dataclass
class Taken:
    """For each strategy of a task: where it applies, how often it was followed there, and how often luck would have.

    Among errors, luck spreads answers evenly over the wrong options; of two options, over both.
    """

    names: list[str]
    applies: Array  # (items, strategies): 1 where the strategy would be wrong
    hits: Array  # shares of an item's answers
    due: Array
    spread: Array  # the variance of hits by luck
    trials: Array  # answers that could have been hits
    pairs: Bools  # (items): of two options, where a hit is no more than an error


def taken(block: Block, design: Design, answers: Answers) -> Taken:
    """Return how often a model did as each strategy of a task would."""
    local = np.full(len(design.items), -1, dtype=np.int64)
    local[block.places] = np.arange(len(block.places))
    item, option, number = answers.rows
    row = local[item] if len(item) else item
    here = row >= 0
    row, option, number = row[here], option[here], number[here]
    stood, chosen = (part[here] for part in answers.places)
    times = np.maximum(answers.times[block.places], 1)[:, None]
    if not np.isnan(design.key[block.places]).any():
        return _of_numbers(block, design, (row, number), answers.wrong[block.places], times[:, 0])
    count = np.maximum(design.options[block.places], 2)
    applies = (block.wrong > 0).astype(float)
    hits = np.zeros(block.wrong.shape)
    chose = option >= 0
    bits = (block.wrong[row[chose]] >> option[chose, None]) & 1
    np.add.at(hits, row[chose], bits)
    for column, name in enumerate(block.said):
        if name.startswith("place:") and len(row):
            # Where an option stands changes with the rotation, so this is counted as presented.
            place = LETTERS.index(name.removeprefix("place:"))
            elsewhere = (stood != place) & (stood >= 0)
            hits[:, column] = np.bincount(row[elsewhere & (chosen == place)], minlength=len(block.places))
            due = np.bincount(row[elsewhere], minlength=len(block.places))
            applies[:, column] = due / times[:, 0] * (count > place)
    hits /= times
    wrongly = np.maximum(answers.wrong - answers.silent, 0)[block.places]
    answered = (1 - answers.silent)[block.places]
    several = np.bitwise_count(block.wrong.astype(np.uint64)).astype(float)
    even = np.where(count[:, None] == 2, 0.5, several / np.maximum(count - 1, 1)[:, None])
    trials = np.where(count == 2, answered, wrongly)[:, None] * applies
    constant = np.array([name.startswith("word:") for name in block.said], dtype=bool)
    # That all wrong options are taken says nothing; nor does a word that is one of two: that it is said too often shows
    # where the other is right.
    told = (even < 1) & ~((count == 2)[:, None] & constant[None, :])
    trials = trials * told
    hits, due, spread = hits * told, trials * even, trials * even * (1 - even)
    return Taken(block.said, applies, hits, due, spread, trials, count == 2)


def _of_numbers(block: Block, design: Design, rows: tuple[Ints, Array], missed: Array, times: Array) -> Taken:
    """Return how often the numbers given are those of each strategy, too low, too high, or always the same."""
    key = design.key[block.places]
    row, given = rows
    off = ~np.isnan(given) & (missed[row] > 0) & ~_same(given, key[row])
    row, given = row[off], given[off]
    names, predicted, even = list(block.said), [], []
    near = [NEAR if name.startswith(EXACT) else LOOSE for name in names]
    size = len(key)
    wrong = np.bincount(row, minlength=size) / times
    for column, slack in zip(block.numbers.T, near):
        predicted.append(column)
        alike = _same(given[None, :], column[:, None], slack).mean(axis=1) if len(given) else np.zeros(size)
        even.append(np.clip(alike, UNLIKELY, 0.9))
    values, counts = np.unique(given, return_counts=True)
    for place in np.argsort(-counts, kind="stable")[:ANCHORS]:
        if counts[place] >= 4:
            names.append(f"anchor:{values[place]:g}")
            near.append(NEAR)
            predicted.append(np.where(_same(key, values[place]), np.nan, values[place]))
            even.append(np.full(size, max(UNLIKELY, float(_same(key, values[place]).mean()))))
    hits = [
        np.bincount(row[_same(given, one[row], slack)], minlength=size) / times for one, slack in zip(predicted, near)
    ]
    applies = [~np.isnan(one) for one in predicted]
    for name, side in (("low", given < key[row]), ("high", given > key[row])):
        names.append(name)
        hits.append(np.bincount(row[side], minlength=size) / times)
        applies.append(np.ones(size, dtype=bool))
        # Who gives any number is too low where the right one is large: luck is what its own wrong numbers would be.
        lower, higher = ((given[None, :] < key[:, None]).sum(axis=1), (given[None, :] > key[:, None]).sum(axis=1))
        part = lower if name == "low" else higher
        even.append(
            np.clip(np.divide(part, lower + higher, out=np.full(size, 0.5), where=lower + higher > 0), 0.05, 0.95)
        )
    chance = np.stack(even, axis=1)
    where = np.stack(applies, axis=1).astype(float)
    due = wrong[:, None] * chance * where
    return Taken(
        names,
        where,
        np.stack(hits, axis=1) * where,
        due,
        due * (1 - chance),
        wrong[:, None] * where,
        np.zeros(size, dtype=bool),
    )


def _same(first: Array, second: Array | float, slack: float = NEAR) -> Bools:
    """Return which numbers are the same, but for rounding."""
    return np.abs(first - second) <= np.maximum(slack * np.abs(second), NEAR)
