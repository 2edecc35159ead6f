"""The exhibit on why answers are wrong, as a judge model sorted a sample of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vantage.judging.judge import recorded
from vantage.judging.verdict import LABELS, type_of
from vantage.plots import Paint, Part, shares
from vantage.plots.tables import Table, counted
from vantage.report.exhibits.evidence import Evidence, Exhibit

# Of one colour are the three kinds of reasoning error; either a shade or a hatch tells them apart.
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


def errors(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield what kinds of error a judge found behind wrong answers, where one was asked."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    place = {evidence.called[model]: place for place, model in enumerate(evidence.models)}
    for run in sorted(evidence.runs, key=lambda run: place.get(run.name, len(place))):
        for row in recorded(run.path):
            if row["label"]:
                counts.setdefault((run.name, str(row["judge"])), Counter())[row["label"]] += 1
    if not counts:
        return
    judges = sorted({judge for _, judge in counts})
    rows = [
        (model if len(judges) == 1 else f"{model}, by {judge}", [found[label] for label in LABELS])
        for (model, judge), found in counts.items()
    ]
    n = counted((found.total() for found in counts.values()), "wrong answers")
    yield Exhibit(
        "errors",
        "Why answers are wrong",
        f"In percent of a sample of {n} of each model, sorted by {', '.join(judges)}, each task and tier its share. "
        "How far a person agrees, `vantage judge` says.",
        (shares("Kinds of error behind wrong answers", rows, PARTS),),
        Table(
            ("model", "judge", *LABELS), tuple((*pair, *(found[la] for la in LABELS)) for pair, found in counts.items())
        ),
    )
