"""An explanation in plain words: what the model does, where, how often, what repairing it would gain, what to try."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from vantage.describing.facts import words_of
from vantage.diagnosis.findings.candidate import listed
from vantage.diagnosis.scan.answers import Answers
from vantage.diagnosis.scan.design import INDIVIDUALS, Bools, Design, Slice
from vantage.diagnosis.scan.explanation import Explanation
from vantage.plots.tables import percent

MUTE = 0.6  # of the errors: from here a loss is silence
FEW, MANY = 3, 6  # tasks: beyond a few they are counted, beyond many no longer named
UNITS = {
    "10": "10 times",
    "100": "100 times",
    "1000": "1,000 times",
    "0.1": "a tenth",
    "0.01": "a hundredth",
    "0.001": "a thousandth",
}
FOREIGN = {
    "3.281": "in feet",
    "39.37": "in inches",
    "0.3048": "as if the true ones were feet",
    "10.764": "in square feet",
}
MISSES = {
    "wrong_direction": "turns the wrong way",
    "no_rotation": "does not turn",
    "wrong_angle": "turns by another angle",
    "mirror": "takes mirror images for the answer",
    "one_more": "is off by one, too high",
    "one_less": "is off by one, too low",
    "other_way": "takes the other way round",
    "opposite": "takes the opposite for the answer",
    "missed": "says “no” where “yes” is right",
}
# Slices that have a name of their own.
SAID = {
    ("premise", "against"): "gives up a premise when the picture disagrees",
    ("premise", "without"): "reasons from a premise, but not from what it sees",
    ("sentence", "another"): "loses questions put as another sentence",
    ("whose", "own"): "goes by the viewer's left and right better than by a person's own",
    ("order", "text first"): "does worse when the text comes first than when pictures do",
    ("order", "interleaved"): "does worse when pictures and words are interleaved than when pictures come first",
    ("occlusion", "partial"): "does worse where things hide part of one another",
    ("occlusion", "not none"): "does worse where things hide one another",
    ("occlusion", "full"): "does worse where one thing hides another",
}
ALMOST = 0.1  # of what is due: less is noise
SELDOM = 0.2  # of what is due: a label that is right less often than this is hardly ever said
TRY = {
    "pictures": "all pictures in one (`--layout composite`), or one question for each picture",
    "least visible share": "larger pictures (`--max-side 0`), or a crop of what is hidden",
    "distance of target": "larger pictures (`--max-side 0`) and depth maps (`--depth`)",
    "distance apart": "larger pictures (`--max-side 0`) and depth maps (`--depth`)",
    "option kind": "the same items as text (`--form text`)",
    "words": "another wording (`vantage paraphrase`)",
    "wording": "another wording (`vantage paraphrase`)",
    "right depth": "depth maps (`--depth`)",
}
STEPS = "having each step written (`--protocol manual-cot`)"
STEPPED = ("folds", "angle", "punches", "turns", "length", "blocks", "pieces", "number of folds", "hidden")


def sentence(design: Design, answers: Answers, one: Explanation) -> str:
    """Return an explanation as a sentence that a newcomer understands."""
    slices = [design.slices[place] for place in one.slices]
    value = f"{'not ' if slices and slices[0].test == 'not' else ''}{slices[0].value if slices else ''}"
    named = SAID.get((slices[0].fact, value)) if len(slices) == 1 and not one.strategy else None
    where = "" if named else _where(slices, design, one.tasks)
    tasks = _tasks(design, one)
    inside, outside = _right(answers, one.held), _right(answers, one.beside)
    levels = f"{percent(inside)} right there"
    if one.beside.any():
        where_else = "elsewhere" if one.across else f"elsewhere in the same task{'s' if len(one.tasks) > 1 else ''}"
        levels += f", {percent(outside)} {where_else}"
    text = " ".join(filter(None, (named or _does(answers, one, slices), where, tasks)))
    if one.strategy and one.errors and not one.strategy.startswith("word:"):
        share, even = one.hits / one.errors, one.due / one.errors
        if even < 0.9 and share > even:
            levels = f"{percent(min(share, 1))} of its errors there ({percent(even)} if errors were even), {levels}"
    gain = points(answers, one)
    advice = _advice(design, one)
    text += f": {levels}; repairing it would gain {gain:.1f} points"
    return f"{text}. Try {advice}" if advice else text


def points(answers: Answers, one: Explanation) -> float:
    """Return how many points of accuracy a model would gain without what is explained."""
    explained = one.lost
    if one.strategy and one.hits:
        even = min(0.95, one.due / max(one.errors, one.hits))
        explained = max(explained, one.hits - max(one.errors - one.hits, 0) * even / (1 - even))
    return 100 * float(explained) / max(1, int(answers.asked.sum()))


def _right(answers: Answers, held: Bools) -> float:
    wrong = answers.wrong[held]
    return float(1 - wrong.mean()) if len(wrong) else 0.0


def _does(answers: Answers, one: Explanation, slices: Sequence[Slice]) -> str:
    wrong = float(answers.wrong[one.held].sum())
    if wrong and answers.silent[one.held].sum() > MUTE * wrong:
        return "chooses no option" if np.isnan(spoke := answers.spoke(one.held)) else _mute(spoke)
    did = does(one.strategy) if one.strategy else "is weak"
    if [part.fact for part in slices] in (["right answer"], ["right letter"]):
        right, due = _right(answers, one.held), _right(answers, one.beside)
        if right < SELDOM * due:
            return f"{'never' if right < ALMOST * due else 'hardly ever'} answers “{slices[0].value}”, and {did}"
    return did


def _mute(spoke: float) -> str:
    """Return how a model does not answer, given how many of these responses hold words."""
    if spoke > MUTE:
        return "refuses or chooses nothing, in words,"
    return "says nothing at all" if spoke < 1 - MUTE else "chooses no option"


def does(strategy: str) -> str:
    """Return what a strategy does, as what is said of a model."""
    kind, _, name = strategy.partition(":")
    if not name:
        return {"low": "gives numbers that are too low", "high": "gives numbers that are too high"}.get(kind, kind)
    if kind == "miss" and name.startswith("off_by_"):
        return f"is off by {name.removeprefix('off_by_')}°"
    if kind == "miss":
        return MISSES.get(name, f"takes “{name.replace('_', ' ')}” for the answer")
    if kind == "word":
        return f"says “{name}” too often"
    if kind == "place":
        return f"prefers option {name}"
    if kind == "turned":
        return f"answers {name}" if name.startswith("the") else f"answers {name} from the right direction"
    if kind == "off":
        step = int(name)
        return f"is off by {abs(step)}, too {'high' if step > 0 else 'low'}"
    if kind == "anchor":
        return f"says {name} whatever is shown"
    if kind == "round" and name in ("1", "0.5"):
        return f"rounds to {'whole numbers' if name == '1' else 'halves'}"
    if kind == "round":
        return f"rounds to multiples of {name}"
    if kind == "unit":
        if name in FOREIGN:
            return f"gives numbers {FOREIGN[name]}"
        return f"gives numbers {UNITS.get(name, name + ' times')} what they should be, as if in another unit"
    return f"goes by “{name}”"


def _where(slices: Sequence[Slice], design: Design, tasks: Sequence[str]) -> str:
    return " and ".join(condition(one, _others(one, design, tasks)) for one in slices)


def _others(one: Slice, design: Design, tasks: Sequence[str]) -> list[str]:
    """Return the values that a fact has beside that of a slice, in some tasks, if they are a few words."""
    columns = {place for block in design.blocks if block.task in tasks for place in block.columns}
    alike = [slice for place in sorted(columns) if (slice := design.slices[place]).fact == one.fact]
    values = [str(slice.value) for slice in alike if slice.test == "is" and slice.value != one.value]
    return values if len(values) < FEW else []


def condition(one: Slice, others: Sequence[str] = ()) -> str:
    """Return a slice as the condition in a sentence: "with 3 or more folds"; `others` stand for all but one value."""
    words = words_of(one.fact)
    if isinstance(one.value, bool):
        if "{}" in words:
            return words.format("yes" if one.value else "no")
        return words if one.value else f"except {words}"
    if one.test == "not" and others:
        between = "s or " if "{}s" in words else "” or “" if "“{}”" in words else " or "
        said = words.format(between.join(map(_number, others)))
    elif one.test in ("is", "not"):
        value = a(str(one.value)) if one.fact in INDIVIDUALS else _number(one.value)
        if one.test == "not" and "option {}" in words:
            words = words.replace("option {}", "another option than {}")
        elif one.test == "not":
            value = f"anything but {value}"
        said = words.format(value)
    elif words.startswith("with {} ") and isinstance(one.value, int):  # they are counted
        said = words.format(f"{one.value + 1} or more" if one.test == ">" else f"at most {one.value}")
    else:
        said = words.format(f"{'more than' if one.test == '>' else 'at most'} {_number(one.value)}")
    return re.sub(r"^(with (?:at most )?1 (?!or ).*)s$", r"\1", said)


def a(name: str) -> str:
    """Return a name with its article, if it is a word."""
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}" if name[:1].islower() else name


def _number(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", " ")


def _tasks(design: Design, one: Explanation) -> str:
    if one.across or len(one.tasks) == len(design.blocks):
        return ""
    if len(one.tasks) > MANY:
        return f"in {len(one.tasks)} of {len(design.blocks)} tasks"
    return f"in {listed(one.tasks)}" if len(one.tasks) <= FEW else f"in {len(one.tasks)} tasks ({', '.join(one.tasks)})"


def _advice(design: Design, one: Explanation) -> str:
    facts = [design.slices[place].fact for place in one.slices]
    for fact in facts:
        if fact in TRY:
            return TRY[fact]
    return STEPS if any(fact in STEPPED for fact in facts) or one.strategy in ("miss:wrong_direction",) else ""
