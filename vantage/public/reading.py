"""How benchmarks write their options and their right answer: four shapes of options, five of gold.

Options: a list (`plain`), a list with letters before its texts (`lettered`), columns A, B, C, … (`columns`), or a part
of the question's text (`embedded`). Gold: a letter, "(B)", or "B. text" (`letter`); a place in the list (`place`);
the text of an option (`text`); or a number (`number`). A gold that names no option is a ValueError.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from vantage.item import LETTERS, Choice

LONGEST = 200_000  # characters of a list that is written as text
ABSENT = {"", "nan"}  # not "none", which is an answer in some sets

_LETTER = re.compile(r"\s*[(\[]?\s*([A-Za-z])\s*(?:[)\].:、,]|$)")
_BEFORE = re.compile(r"\s*\(?([A-Z])\s*[.):、]\s*")
_AT_LINE = re.compile(r"(?:^|\n)[ \t]*\(?([A-Z])[.):]\)?(?=\s|\S)[ \t]*")
_INLINE = re.compile(r"(?:^|(?<=[\s,;:?.]))\(?([A-Z])[.):][ \t]*(?=\S)")
_HEADING = re.compile(r"(?:^|\n|\s)\s*(?:available |answer )?(?:options?|choices)\s*(?:are)?\s*:\s*$", re.I)
_ASKS = re.compile(r"answer|respond|reply|option|choose|select", re.I)


def given(value: Any) -> Any:
    """Return a value, or None where a table has nothing: an empty cell or NaN."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    return None if isinstance(value, str) and value.strip().lower() in ABSENT else value


def words(row: Mapping[str, Any], name: str) -> str:
    """Return a field that must hold a text."""
    value = given(row.get(name))
    if value is None:
        raise ValueError(f"{name} is missing")
    if not isinstance(value, str | int | float):
        raise ValueError(f"{name} is no text but a {type(value).__name__}")
    return str(value).strip()


def literal(value: Any) -> Any:
    """Return a list or mapping that is written as text, as Python or JSON would; nothing is run."""
    if not isinstance(value, str):
        return value
    if len(value) > LONGEST:
        raise ValueError(f"a list of {len(value):,} characters is not read")
    try:
        return _plain(ast.parse(value.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"{value[:60]!r} is not a list") from None


def _plain(node: ast.AST) -> Any:
    """Return the value of a literal; of names only those for nothing, true and false are known."""
    match node:
        case ast.Constant(value=value) if isinstance(value, str | int | float | bool) or value is None:
            return value
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return [_plain(part) for part in parts]
        case ast.Dict(keys=keys, values=values):
            return {_plain(key): _plain(value) for key, value in zip(keys, values) if key is not None}
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.Name(id=name) if name.lower() in ("nan", "none", "null", "true", "false"):
            return name.lower() == "true" if name.lower() in ("true", "false") else None
    raise ValueError("this is not a plain value")


def plain(value: Any) -> tuple[str, ...]:
    """Return options that are a list of texts, or such a list as text."""
    found = literal(value)
    if not isinstance(found, list | tuple) or not all(isinstance(one, str | int | float) for one in found):
        raise ValueError(f"the options are not a list: {str(value)[:60]!r}")
    return tuple(str(one).strip() for one in found)


def lettered(value: Any) -> tuple[str, ...]:
    """Return options that may have their letters before them: a list, or a text with one a line."""
    if isinstance(value, str) and not value.strip().startswith("["):
        options = tuple(line.strip() for line in value.splitlines() if line.strip())
    else:
        options = plain(value)
    marks = [_BEFORE.match(one) for one in options]
    if all(mark and mark[1] == letter for mark, letter in zip(marks, LETTERS)):
        return tuple(one[mark.end() :].strip() for one, mark in zip(options, marks) if mark)
    return options


def columns(row: Mapping[str, Any], absent: str = "") -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Return the options in columns A, B, C, …, and the letter that each column has once empty ones are left out.

    `absent` is a word by which a benchmark says that there is no such option.
    """
    held = [letter for letter in LETTERS if given(row.get(letter)) not in (None, absent or None)]
    return tuple(str(row[letter]).strip() for letter in held), dict(zip(held, LETTERS))


def embedded(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a question without the options that stand in its text, and those; none if it has none.

    What follows the options stays with the question, unless it says how to answer: that is for the protocol to say.
    """
    for marks in (_AT_LINE, _INLINE):
        run = _run(list(marks.finditer(text)))
        if len(run) >= 2:
            break
    else:
        return text.strip(), ()
    ends = [*(mark.start() for mark in run[1:]), len(text)]
    options = [text[mark.end() : end].strip() for mark, end in zip(run, ends)]
    last, _, rest = options[-1].partition("\n")
    if all("\n" not in one for one in options[:-1]):
        options[-1] = last.strip()
    else:
        options[-1], _, rest = options[-1].partition("\n\n")
    stem = _HEADING.sub("", text[: run[0].start()].rstrip()).rstrip()
    after = "" if _ASKS.search(rest) else rest.strip()
    return f"{stem}\n{after}".strip(), tuple(one.strip().rstrip(",;").strip() for one in options)


def marked(count: int = 4) -> tuple[str, ...]:
    """Return options that are only letters in the pictures; each keeps its own where options are shown in turn."""
    return tuple(f"the one marked {letter}" for letter in LETTERS[:count])


def _run(marks: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """Return the last marks that go A, B, C, … without a gap."""
    for start in reversed([place for place, mark in enumerate(marks) if mark[1] == "A"]):
        run = [marks[start]]
        for mark in marks[start + 1 :]:
            if len(run) < len(LETTERS) and mark[1] == LETTERS[len(run)]:
                run.append(mark)
        if len(run) >= 2:
            return run
    return []


def letter(value: Any, options: Sequence[str]) -> Choice:
    """Return the choice that a letter names: "B", "(B)", "B.", or "B. text"."""
    found = _LETTER.match(value) if isinstance(value, str) else None
    if not found:
        raise ValueError(f"the gold {str(value)[:40]!r} is no letter")
    return _choice(LETTERS.index(found[1].upper()), value, options)


def place(value: Any, options: Sequence[str], first: int = 0) -> Choice:
    """Return the choice that a place in the list names, which is counted from `first`."""
    text = str(value).strip()
    if isinstance(value, bool) or not re.fullmatch(r"\d{1,3}(\.0)?", text):
        raise ValueError(f"the gold {text[:40]!r} is no place in a list")
    return _choice(int(float(text)) - first, value, options)


def text(value: Any, options: Sequence[str]) -> Choice:
    """Return the choice whose option reads like the gold; case and a full stop at the end do not matter."""
    same = [k for k, option in enumerate(options) if _folded(option) == _folded(value)]
    if len(same) != 1:
        what = "none" if not same else f"{len(same)}"
        raise ValueError(f"the gold {str(value)[:40]!r} is {what} of the {len(options)} options")
    return _choice(same[0], value, options)


def _folded(value: Any) -> str:
    return " ".join(str(value).casefold().split()).rstrip(".")


def _choice(place: int, value: Any, options: Sequence[str]) -> Choice:
    if not 0 <= place < len(options):
        raise ValueError(f"the gold {str(value)[:40]!r} names none of the {len(options)} options")
    return Choice(LETTERS[place])


def number(value: Any) -> float:
    """Return a gold that is a number."""
    try:
        found = float(str(value).strip())
    except ValueError:
        raise ValueError(f"the gold {str(value)[:40]!r} is not a number") from None
    if isinstance(value, bool) or not math.isfinite(found):
        raise ValueError(f"the gold {str(value)[:40]!r} is not a number")
    return found
