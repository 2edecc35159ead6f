"""What a reader must know before the numbers: runs that lost requests, and runs over fewer items than others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vantage.analysis.compare import Pair
from vantage.analysis.naming import Unlike
from vantage.plots.tables import percent, words
from vantage.report.exhibits.evidence import Evidence, asked_items, on_common_items
from vantage.running.losses import LITTLE, MUCH, Loss, loss, sentence
from vantage.running.run_folder import Run

NAMED = 6  # models that a sentence names


@dataclass(frozen=True)
class Caveat:
    """One thing to know of a model's numbers; `causes` are sentences on why requests failed."""

    model: str
    text: str
    causes: tuple[str, ...] = ()


def of_report(evidence: Evidence) -> list[Caveat]:
    """Return what a reader must know before reading a report."""
    return [*_lost(evidence), *_fewer(evidence)]


def of_runs(runs: Sequence[Run]) -> list[Caveat]:
    """Return what a reader must know before comparing runs."""
    found = ((run.name, loss(run.responses)) for run in runs)
    return [Caveat(name, lost_words(lost), _causes(lost)) for name, lost in found if lost.share > LITTLE]


def of_pairs(pairs: Sequence[Pair]) -> list[Caveat]:
    """Return which models were asked differently from those that they are compared with."""
    return [
        Caveat(one.second, f"was asked differently from {one.first}", tuple(map(unlike, one.unlike)))
        for one in pairs
        if one.unlike
    ]


def unlike(one: Unlike) -> str:
    """Return one respect in which two runs were asked differently, in words."""
    return f"{words(one.what)}: {one.second}, not {one.first}"


def lost_words(lost: Loss) -> str:
    """Return what was lost, in words."""
    return f"lost {lost.failed:,} of {lost.asked:,} requests ({percent(lost.share)}), which failed for good"


def _lost(evidence: Evidence) -> Iterator[Caveat]:
    for model in evidence.models:
        cell = evidence.overall[model]
        if cell.lost <= LITTLE:
            continue
        own = [run for run in evidence.runs if run.name == evidence.called[model]]
        lost = loss(record for run in own for record in run.responses)
        ends = f"{percent(cell.worst)} to {percent(cell.best)} right, had they all been wrong or all right"
        rank = "; it is not ranked" if cell.lost > MUCH else ""
        counts = lost_words(Loss(cell.n + cell.failed, cell.failed))
        yield Caveat(model, f"{counts}; {ends}{rank}", _causes(lost))


def _causes(lost: Loss) -> tuple[str, ...]:
    return tuple(map(sentence, lost.causes))


def _fewer(evidence: Evidence) -> Iterator[Caveat]:
    """Yield the models that were asked fewer items than there are, with how all do on the items that they share."""
    asked = asked_items(evidence)
    everything = set[str]().union(*asked.values())
    common = on_common_items(evidence)
    order = sorted((cell for cell in common.values() if cell.n), key=lambda cell: -cell.accuracy)
    shown = ", ".join(f"{cell.group['model']} {percent(cell.accuracy)}" for cell in order[:NAMED])
    more = f" and {len(order) - NAMED} more" if len(order) > NAMED else ""
    n = max((cell.items for cell in order), default=0)
    shared = f"on the {n:,} that all were asked: {shown}{more}" if order else "no item was asked of all"
    for model in evidence.models:
        if model in asked and asked[model] != everything:
            counts = f"was asked {len(asked[model]):,} of the {len(everything):,} items here"
            yield Caveat(model, f"{counts}, so it stands beside others on unlike items; {shared}")
