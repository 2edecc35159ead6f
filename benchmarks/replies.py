"""Replies made from seeds, to hold readers against one another: as models write them, and as nobody would."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

OPTIONS: Sequence[tuple[str, ...]] = (
    ("left", "right", "front", "behind"),
    ("Chair", "Bed", "Desk", "A lamp on the Desk"),
    ("", "", "", ""),
    ("yes", "no"),
    ("1.5 m", "2 m", "3.5 m"),
    ("front-left", "front-right", "back-left", "back-right", "above", "below"),
)
WRAPS = ("{}", "({})", "**{}**", "{}.", "{})", "[{}]", "`{}`", "``{}``", "{{{}}}", '"{}"', "\\boxed{{{}}}", "({}).")
SAYINGS = (
    *("{}", "{}. {text}", "Answer: {}", "The answer is {}", "The correct answer is {}.", "My answer is {}"),
    *("Final answer: {}", "I choose {}", "So it must be {}.", "Option {}", "{} is the correct answer", "{}: {text}"),
    *(
        "<answer>{}</answer>",
        "<answer>{}. {text}</answer>",
        "<Answer>{}</Answer>",
        "答案是{}",
        "所以选{}。",
        "정답은 {}",
    ),
    *("the answer is: {} because {other} is wrong", "{text}", "{}\n\nExplanation: {other} is wrong", "{text} ({})"),
    *('{{"answer": "{}"}}', "Correct Answer - {}", "best option is {}", "{}, {text}", "Answer:\n\n**{}**"),
    *("Not {other}. So {}", "{other}? No. Wait: {}", "It is {text}", "Answer {}", "answers: {}", "correct path {}"),
)
PROSE = (
    *(
        "A chair stands to the left.",
        "Looking at the picture, we see a bed.",
        "First, I turn by 90 degrees.",
        "I think",
    ),
    *(
        "Option A: left\nOption B: right",
        "A. left\nB. right\nC. front",
        "Dogs bark at USA.",
        "Let me think step by step.",
    ),
    *("From the API view.", "Cannot determine the answer", "I can't process this file.", "Sorry", "\n", "a", "Z", "E)"),
    *(
        "Failed to obtain answer via API",
        "选项 A: 左",
        "**Reasoning**\n\n",
        "No, that is wrong.",
        "Yes.",
        "(see above)",
    ),
)
THOUGHTS = (
    *("<think>{}</think>", "{}</think>", "<think>{}", "<analysis>{}</analysis>", "<think>{}</think><think>B</think>"),
    *(
        "<THINK>{}</THINK>",
        "<thought>{}</thought>",
        "<thinking>{}</thinking>",
        "{}</analysis>",
        "< think >{}</ think >",
    ),
)
PIECES = (
    *"ABCDEFGabcdefg()[]{}.,:;!?*_`'\"<>/\\- \n\t#=0123",
    *("answer", "Answer:", "the answer is", "<answer>", "</answer>", "<Answer>", "</think>", "<think>", "option"),
    *(
        "选",
        "答案",
        "：",
        "（",
        "）",
        "。",
        "İ",
        "ı",
        "ſ",
        "K",
        "ß",
        "Ｂ",
        "\u200b",
        "\u2028",
        "\r\n",
        "\x0b",
        "is",
        "no",
    ),
    *(
        "<answer class=x>",
        "< / answer >",
        "\\boxed{",
        "**\n\n",
        ">\n\n",
        "</s>",
        "left",
        "Chair",
        "correct answer",
        " A ",
    ),
)
WORDS = (
    *("zero", "one", "two", "Three", "four", "five", "seven", "eleven", "twelve", "twenty", "twenty-one", "thirty"),
    *("ninety nine", "hundred", "one hundred and five", "two thousand", "dozen", "million", "half", "a hundred", "ſix"),
    *("fıve", "and", "one two three", "zero point five", "a couple", "ninety-nine thousand and one"),
)
FIGURES = (
    *("{}", "{:.1f}", "{:.2f}", "-{}", "+{}", ".{}", "{}.", "{},000", "{}e2", "{:.1f}e-1", "{}/2", "{}-{}", "{} or {}"),
    *("{} m", "{}m", "about {} meters", "[{}, {}]", "[{}]", "['{}']", "({})", "**{}**", "{} x {} = {}", "{}%", "${}$"),
    *(
        "\\boxed{{{}}}",
        "<answer>{}</answer>",
        "<answer>{} m</answer>",
        "<answer>about {}</answer>",
        "room {}",
        "３{}",
        "٣",
    ),
)
NUMBER_PIECES = (
    *"0123456789.,-+eE[]()<>/ \nx%",
    *("one", "two", "twenty", "hundred", "and", "thousand", "<answer>", "</answer>", "<think>", "</think>", "米", "两"),
    *(
        "room",
        "three米",
        "is",
        "Five",
        "１",
        "٣",
        "ſix",
        "\u200b",
        "[{[]: 1}]",
        "İ",
        "[1,",
        "'2']",
        "[]",
        "0x1f",
        "<answer a>",
    ),
)


@dataclass(frozen=True)
class Reply:
    """What a model might say to a question with these options; no options: a question for a number."""

    text: str
    options: tuple[str, ...] = ()


def choices(n: int, seed: int) -> Iterator[Reply]:
    """Yield `n` replies to questions with options: three of four as a model might write them, the others nonsense."""
    for place in range(n):
        rng = random.Random(f"choices/{seed}/{place}")
        options = rng.choice(OPTIONS)
        yield Reply(_pasted(rng, PIECES) if place % 4 == 3 else _chosen(rng, options), options)


def numbers(n: int, seed: int) -> Iterator[Reply]:
    """Yield `n` replies to questions for a number, likewise."""
    for place in range(n):
        rng = random.Random(f"numbers/{seed}/{place}")
        yield Reply(_pasted(rng, NUMBER_PIECES) if place % 4 == 3 else _counted(rng))


def _chosen(rng: random.Random, options: Sequence[str]) -> str:
    letter, other = (rng.choice("ABCDEF"[: len(options) + (rng.random() < 0.1)]) for _ in range(2))
    named = rng.choice(WRAPS).format(letter if rng.random() < 0.85 else letter.lower())
    text = options["ABCDEF".index(letter) % len(options)]
    return _told(rng, rng.choice(SAYINGS).format(named, text=text, other=other))


def _counted(rng: random.Random) -> str:
    values = [rng.choice([0, 1, 2, 3, 5, 7, 10, 12, 20, 50, 199, rng.random() * 10]) for _ in range(3)]
    said = rng.choice(WORDS) if rng.random() < 0.4 else rng.choice(FIGURES).format(*values)
    return _told(rng, rng.choice(["{}", "{}", "There are {} boxes.", "Answer: {}", "{} apples, room 2"]).format(said))


def _told(rng: random.Random, said: str) -> str:
    """Return what is said with prose, thoughts and slips around it."""
    parts = [rng.choice(PROSE) for _ in range(rng.randrange(3))]
    if rng.random() < 0.3:
        inside = " ".join(rng.choice([*PROSE, "It could be B.", "Answer: C", "7", said]) for _ in range(2))
        parts.append(rng.choice(THOUGHTS).format(inside))
    parts.append(said)
    if rng.random() < 0.25:
        parts.append(rng.choice([*PROSE, "That is 3 of 4.", said]))
    text = rng.choice([" ", "\n", "\n\n"]).join(parts)
    if rng.random() < 0.1:  # a slip: a character lost or doubled
        place = rng.randrange(len(text) + 1)
        text = text[:place] + text[place : place + 1] * rng.choice([0, 2]) + text[place + 1 :]
    return text


def _pasted(rng: random.Random, pieces: Sequence[str]) -> str:
    return "".join(rng.choice(pieces) for _ in range(rng.randint(0, 24)))
