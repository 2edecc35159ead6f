"""What `judge` prints: kinds of error across models and by category, what to try, and how far a person agrees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vantage.cli.shell import print_table, tell

if TYPE_CHECKING:
    from vantage.judging.agreement import Agreement, Kappa
    from vantage.judging.patterns import Comparison, Pattern, Share, Summary


def print_summaries(summaries: Sequence[Summary], across: Comparison | None) -> None:
    """Print what the errors of each model are, how the models differ, and what to try."""
    _print_models(summaries)
    if across:
        _print_comparison(across)
    _print_categories(summaries)
    _print_causes(summaries)
    _print_advice(summaries)


def _print_models(summaries: Sequence[Summary]) -> None:
    from vantage.judging.verdict import LABELS, TYPES, type_of

    header = ["error", *(f"{one.model} ({one.overall.n})" for one in summaries)]
    rows = []
    for kind in TYPES:
        for label in (kind, *(label for label in LABELS if label != kind == type_of(label))):
            name = kind if label == kind else f"{kind}: {label}"
            rows.append([name, *(_counted(one.overall.kinds[label]) for one in summaries)])
    rows += [
        [f"severity {level}", *(str(one.severities[level]) for one in summaries)] for level in ("high", "medium", "low")
    ]
    for what in ("unreadable", "failed", "corrected"):
        if any(getattr(one, what) for one in summaries):
            rows.append([what, *(str(getattr(one, what)) for one in summaries)])
    judges = ", ".join(dict.fromkeys(one.judge for one in summaries))
    person = ", corrected by a person" if any(one.corrected for one in summaries) else ""
    print_table(f"Why answers are wrong, judged by {judges}{person}", header, rows)


def _print_comparison(across: Comparison) -> None:
    same = across.same
    if same.of:
        tell(
            f"Where two models err on the same item, it is the same kind of error in {same.count} of {same.of} cases: "
            f"{_percent(same.share, same.low, same.high)}."
        )
    for contrast in across.contrasts:
        tell(contrast.text)
    if not across.contrasts:
        tell("No kind of error is surely more frequent in one model than in the others.")
    tell("")


def _print_categories(summaries: Sequence[Summary]) -> None:
    from vantage.judging.verdict import LABELS

    for title, groups in (
        ("By quadrant", [(one.model, one.quadrants) for one in summaries]),
        ("By task", [(one.model, one.tasks) for one in summaries]),
    ):
        rows = [
            [model, name, str(found.n), *(_spread(found.kinds[label]) for label in LABELS)]
            for model, patterns in groups
            for name, found in patterns.items()
        ]
        if rows:
            print_table(title, ["model", title.split()[-1], "errors", *LABELS], rows)


def _print_causes(summaries: Sequence[Summary]) -> None:
    rows = [
        [
            one.model,
            name,
            ", ".join(_leader(found, label) for label in found.most),
            "yes" if found.clear else "no",
            found.cause,
        ]
        for one in summaries
        for name, found in {"all": one.overall, **one.quadrants}.items()
        if found.n
    ]
    if rows:
        print_table("The most frequent cause", ["model", "where", "error", "surely", "in words"], rows)


def _print_advice(summaries: Sequence[Summary]) -> None:
    from vantage.judging.patterns import ADVICE

    rows = [[label, text] for label, text in ADVICE.items() if any(one.overall.kinds[label].count for one in summaries)]
    if rows:
        print_table("What to try", ["error", "advice"], rows)


def print_agreement(found: Agreement) -> None:
    """Print how far a person agrees with the judge."""
    rows = [
        [one.label, str(one.judge), str(one.person), str(one.both), _percent(one.confirmed, one.low, one.high)]
        for one in found.categories
    ]
    print_table("Agreement of judge and person", ["label", "judge", "person", "both", "confirmed"], rows)
    tell(f"All labels: {_kappa(found.labels)}")
    tell(f"Types of error alone: {_kappa(found.types)}")
    seen = found.labels.n - found.blind
    if seen:
        tell(f"{seen} of the labels were given with the judge's in view, which favours agreement (see --blind).")
    if found.unmatched:
        tell(f"{found.unmatched} labels are for responses that have no judgement here.")


def _kappa(found: Kappa) -> str:
    share = f"agreed on {found.agreed} of {found.n}"
    if found.value != found.value:
        return f"{share}; kappa is not defined, for both gave one label only"
    return f"{share}, kappa {found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


def _leader(found: Pattern, label: str) -> str:
    return f"{label}, {_spread(found.kinds[label])}"


def _counted(share: Share) -> str:
    return f"{share.count}, {_spread(share)}"


def _spread(share: Share) -> str:
    return _percent(share.share, share.low, share.high)


def _percent(share: float, low: float, high: float) -> str:
    return "-" if share != share else f"{100 * share:.0f}% ({100 * low:.0f} to {100 * high:.0f})"
