"""Exhibits on why answers are wrong, as a judge model sorted a sample of them, and on what to try."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vantage.judging import patterns
from vantage.judging.judge import recorded
from vantage.judging.patterns import ADVICE, Error, Pattern
from vantage.judging.verdict import LABELS, type_of
from vantage.plots import Figure, Paint, Part, shares
from vantage.plots.tables import Table, Value, counted, taken
from vantage.report.exhibits.accuracy import LEVEL, QUADRANTS
from vantage.report.exhibits.evidence import Evidence, Exhibit

# The three kinds of reasoning error share one colour; a shade or a hatch tells them apart.
PARTS = tuple(
    Part(label if label == type_of(label) else f"{type_of(label)}: {label}", paint, hatched)
    for label, paint, hatched in zip(
        LABELS,
        (
            Paint("above"),
            Paint("third", 0.7),
            Paint("below"),
            Paint("below", 0.6),
            Paint("below", 0.3),
            Paint("neutral"),
        ),
        (False, False, False, True, False, False),
        strict=True,
    )
)
SHARES = "error, count, of, share, low, high"

Judged = dict[tuple[str, str], list[Error]]  # the errors of each model, by each judge


def errors(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield, if a judge was asked, the kinds of error it found, overall and by category, and what to try."""
    found = _found(evidence)
    if not found:
        return
    overall = {pair: patterns.pattern(errors) for pair, errors in found.items()}
    judges = sorted({judge for _, judge in found})
    across = patterns.compare({model: errors for (model, _), errors in found.items()}) if len(judges) == 1 else None
    told = "".join(f" {contrast.text}" for contrast in across.contrasts) if across else ""
    n = counted((len(errors) for errors in found.values()), "wrong answers")
    names = {pair: pair[0] if len(judges) == 1 else ", by ".join(pair) for pair in found}
    yield Exhibit(
        "errors",
        "Why answers are wrong",
        f"In percent of a sample of {n} of each model, sorted by {', '.join(judges)}, each task and tier its share. "
        f"How far a person agrees, `vantage judge` says.{told}",
        (_figure("Kinds of error behind wrong answers", [(names[pair], overall[pair]) for pair in found]),),
        Table.of(f"model, judge, {SHARES}", [(*pair, *line) for pair in found for line in _lines(overall[pair])]),
    )
    yield _categories(found, names)
    yield _advice(overall, names)


def _found(evidence: Evidence) -> Judged:
    found: Judged = {}
    place = {evidence.called[model]: place for place, model in enumerate(evidence.models)}
    for run in sorted(evidence.runs, key=lambda run: place.get(run.name, len(place))):
        for row in recorded(run.path):
            item = evidence.items.get(row["item"])
            if row["label"] and item:
                error = Error.of(item, row["label"], str(row.get("summary") or ""))
                found.setdefault((run.name, str(row["judge"])), []).append(error)
    return found


def _categories(found: Judged, names: dict[tuple[str, str], str]) -> Exhibit:
    """Return the kinds of error in each quadrant and in each task."""
    by = {
        "quadrant": {pair: patterns.grouped(errors, lambda error: error.quadrant) for pair, errors in found.items()},
        "task": {pair: patterns.grouped(errors, lambda error: error.task) for pair, errors in found.items()},
    }
    figures, lines = [], []
    for what, groups in by.items():
        # Models stand together within a category, so that they are compared where they are asked the same.
        values = sorted({value for patterns_of in groups.values() for value in patterns_of})
        rows = [(value, pair, groups[pair][value]) for value in values for pair in found if value in groups[pair]]
        if rows:
            bars = [(f"{value}, {names[pair]} ({one.n})", one) for value, pair, one in rows]
            figures.append(_figure(f"Kinds of error by {what}", bars))
        lines += [(*pair, what, value, *line) for value, pair, one in rows for line in _lines(one)]
    return Exhibit(
        "error_categories",
        "Why answers are wrong, by quadrant and task",
        f"In percent of the same samples, how many in brackets. The table has {LEVEL}% intervals. {QUADRANTS}",
        tuple(figures),
        Table.of(f"model, judge, by, value, {SHARES}", lines),
    )


def _advice(overall: dict[tuple[str, str], Pattern], names: dict[tuple[str, str], str]) -> Exhibit:
    """Return the most frequent cause of each model's errors in words, and one thing to try for each kind found."""
    leaders = [
        f"in {names[pair]} {' and '.join(one.most)}{'' if one.clear else ' (not surely)'}"
        for pair, one in overall.items()
    ]
    tips = [f"{label.capitalize()}: {text}" for label, text in ADVICE.items() if _occurs(label, overall.values())]
    rows = [
        (
            *pair,
            ", ".join(one.most),
            "yes" if one.clear else "no",
            one.cause,
            " ".join(ADVICE[label] for label in one.most),
        )
        for pair, one in overall.items()
    ]
    return Exhibit(
        "advice",
        "What to try",
        f"Most frequent is {'; '.join(leaders)}. {' '.join(tips)}",
        (),
        Table.of("model, judge, most frequent, surely, in words, to try", rows),
    )


def _occurs(label: str, found: Iterable[Pattern]) -> bool:
    return any(one.kinds[label].count for one in found)


def _figure(title: str, rows: Sequence[tuple[str, Pattern]]) -> Figure:
    return shares(title, [(name, [one.kinds[label].count for label in LABELS]) for name, one in rows], PARTS)


def _lines(one: Pattern) -> Iterator[tuple[Value, ...]]:
    for label in LABELS:
        yield (label, *taken(one.kinds[label], "count of share low high"))
