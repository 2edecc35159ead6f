"""The first finding on a simulant is its own deficit, others follow from it; without a deficit, nothing is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pytest

from tests import told
from tests.told import noisy, rows, where
from vantage.analysis.table import Catalogue
from vantage.diagnosis.diagnose import Finding, findings, shown
from vantage.diagnosis.findings import RULES
from vantage.diagnosis.findings.sheet import cases
from vantage.diagnosis.findings.where import uneven
from vantage.item import Condition

KNOWN = 0.85  # how much a simulant knows, apart from its deficit
REPORTS = 200


def of(made: pa.Table) -> list[Finding]:
    return findings(made)


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def rule(catalogue: Catalogue, name: str) -> np.ndarray:
    """The option of each item that misses the key in this way; -1 where none does."""
    return np.array([next((k for k, o in enumerate(i.options) if o.rule == name), -1) for i in catalogue.items])


def label(catalogue: Catalogue, name: str) -> np.ndarray:
    """The option of each item that means this; -1 where none does."""
    return np.array([next((k for k, o in enumerate(i.options) if o.label == name), -1) for i in catalogue.items])


def built_in(catalogue: Catalogue, name: str) -> pa.Table:
    return rows(catalogue, name, told.spoken(catalogue, name))


def right_but(catalogue: Catalogue, wrongly: np.ndarray, option: np.ndarray, known: float = KNOWN) -> pa.Table:
    """One who knows most, but takes other options in some items."""
    return rows(catalogue, "m", np.where(wrongly & (option >= 0), option, noisy(catalogue, rng(), known)))


def guessing(catalogue: Catalogue, wrongly: np.ndarray) -> pa.Table:
    return right_but(catalogue, wrongly, rng().integers(0, catalogue.count))


def never_behind_left() -> pa.Table:
    scope = told.scope()
    known = noisy(scope, rng(), 0.95)
    other = label(scope, "front-right")
    return rows(scope, "m", np.where((known == label(scope, "behind-left")) & (other >= 0), other, known))


def always_wrong() -> pa.Table:
    puzzles = told.puzzles()
    return rows(puzzles, "m", (puzzles.key + rng().integers(1, puzzles.count)) % puzzles.count)


def half_of_each(catalogue: Catalogue, sets: list[str]) -> np.ndarray:
    """Which items are answered rightly, exactly half of each set."""
    order = rng().random(len(sets))
    names = np.array(sets)
    half = np.zeros(len(sets), dtype=bool)
    for name in np.unique(names):
        members = np.flatnonzero(names == name)
        half[members[np.argsort(order[members])][: len(members) // 2]] = True
    return half


def self_contradicting() -> pa.Table:
    worded = told.worded()
    half = half_of_each(worded, worded.cells["wording_set"].to_pylist())
    wrong = (worded.key + rng().integers(1, worded.count)) % worded.count
    return rows(worded, "m", np.where(half, worded.key, wrong))


def changing_with_the_order() -> pa.Table:
    puzzles = told.puzzles(24)
    half = half_of_each(puzzles, [item.id for _ in range(4) for item in puzzles.items]).reshape(4, -1)
    wrong = (puzzles.key + rng().integers(1, 4, half.shape)) % 4
    chosen = np.where(half, puzzles.key, wrong)
    return pa.concat_tables(rows(puzzles, "m", chosen[k], Condition(rotation=k)) for k in range(4))


def cut_short() -> pa.Table:
    puzzles = told.puzzles()
    cut = rng().random(len(puzzles.items)) < 0.15
    finish = np.where(cut, "length", "stop")
    return rows(puzzles, "m", np.where(cut, -1, noisy(puzzles, rng(), KNOWN)), truncated=cut, finish=finish)


def silent() -> pa.Table:
    puzzles = told.puzzles()
    return right_but(puzzles, np.zeros(len(puzzles.items), dtype=bool), puzzles.key).set_column(
        *_outcomes(puzzles, "unanswered")
    )


def failing() -> pa.Table:
    puzzles = told.puzzles()
    made = rows(puzzles, "m", noisy(puzzles, rng(), KNOWN))
    return made.set_column(*_outcomes(puzzles, "failed"))


def _outcomes(catalogue: Catalogue, kind: str) -> tuple[int, str, pa.Array]:
    """The column of outcomes of one who knows most, with every fifth replaced."""
    made = rows(catalogue, "m", noisy(catalogue, rng(), KNOWN))
    outcomes = [kind if k % 5 == 0 else value for k, value in enumerate(made["outcome"].to_pylist())]
    return made.schema.get_field_index("outcome"), "outcome", pa.array(outcomes)


def two_ways(other: Condition, before: float, after: float) -> Callable[[], pa.Table]:
    """One who knows so much when asked plainly, and so much when asked otherwise."""

    def made() -> pa.Table:
        puzzles, draws = told.puzzles(), rng()
        return pa.concat_tables(
            rows(puzzles, "m", noisy(puzzles, draws, known), condition)
            for condition, known in ((Condition(), before), (other, after))
        )

    return made


def gives_up_premises() -> pa.Table:
    premises = told.premises()
    against = where(premises, "premise", "against")
    return rows(premises, "m", np.where(against, 1 - premises.key, noisy(premises, rng(), 0.9)))


def needs_premises() -> pa.Table:
    return guessing(told.premises(), where(told.premises(), "premise", "without"))


def spin_model(name: str, noise: float = 0.08) -> Callable[[], pa.Table]:
    """A built-in model on SpinBench's items, with noise on top."""

    def made() -> pa.Table:
        spin, draws = told.spin(), rng()
        said = np.where(draws.random(len(spin.items)) < noise, draws.integers(0, spin.count), told.spoken(spin, name))
        return rows(spin, "m", said)

    return made


@dataclass(frozen=True)
class Simulant:
    """A table in which one deficit was put, the finding it must lead to, words it must say, and what may follow."""

    make: Callable[[], pa.Table]
    kind: str
    words: str
    follows: frozenset[str] = frozenset()


def simulant(make: Callable[[], pa.Table], kind: str, words: str, *follows: str) -> Simulant:
    return Simulant(make, kind, words, frozenset(follows))


def scope_model(name: str) -> Callable[[], pa.Table]:
    return lambda: built_in(told.scope(), name)


SIMULANTS = {
    "egocentric": simulant(scope_model("egocentric"), "strategy", "answers from the camera's side in consistency_allo"),
    "clockwise": simulant(scope_model("clockwise"), "strategy", "turns the wrong way in updating_ego: 100%"),
    "no-update": simulant(scope_model("no-update"), "strategy", "does not turn in updating_ego: 100%"),
    "left-right-only": simulant(scope_model("left-right-only"), "strategy", "mistakes near for far in the picture"),
    "first": simulant(scope_model("first"), "letter", "prefers option A: "),
    "mirror-blind": simulant(
        lambda: built_in(told.drafted("rotation_3d", "folding_3d"), "mirror-blind"),
        *("strategy", "takes mirror images for the answer in rotation_3d: 100%"),
    ),
    "flat-folder": simulant(
        lambda: built_in(told.drafted("fold_and_punch", "rotation_3d", count=150), "flat-folder"),
        *("strategy", "takes “fold missing” for the answer in fold_and_punch"),
    ),
    "viewer-frame": simulant(
        spin_model("viewer-frame"), "strategy", "takes a person's own left and right for the viewer's in"
    ),
    "premise-blind": simulant(spin_model("premise-blind"), "unheeded", "is not helped by a premise: ", "uneven"),
    "wording-fragile": simulant(
        spin_model("wording-fragile"), "slice", "loses questions put as another sentence in grounding: "
    ),
    "colour-matcher": simulant(
        spin_model("colour-matcher"), "uneven", "is weak at identity, where colours do not tell things apart: κ "
    ),
    "loses hidden things": simulant(
        lambda: guessing(told.spin(), where(told.spin(), "occlusion", "partial", "full")),
        *("slice", "does worse where things hide one another"),
    ),
    "reads text first badly": simulant(
        lambda: guessing(told.spin(), where(told.spin(), "order", "text first")),
        *("slice", "does worse when the text comes first"),
    ),
    "unsure of whose": simulant(
        lambda: guessing(told.spin(), where(told.spin(), "whose", "own")),
        *("slice", "goes by the viewer's left and right better"),
    ),
    "weak at faces": simulant(
        lambda: guessing(told.spin(), where(told.spin(), "domain", "face") & ~where(told.spin(), "task", "identity")),
        *("slice", "is weak about faces in ", "uneven"),
    ),
    # The made-up items offer it as B or C.
    "takes moved blocks": simulant(
        lambda: right_but(told.puzzles(), where(told.puzzles(), "task", "turning"), rule(told.puzzles(), "moved"), 1.0),
        *("strategy", "takes “moved” for the answer in turning: 100% of its errors"),
    ),
    "never behind-left": simulant(never_behind_left, "strategy", "never answers “behind-left”"),
    "avoids the key": simulant(always_wrong, "below", "answers below chance: 0% right"),
    "cut short": simulant(cut_short, "cut", "of its losses are cut-off answers", "unanswered"),
    "silent": simulant(silent, "unanswered", "chooses no option in 20%"),
    "failing": simulant(failing, "failed", "gave no response to 20%"),
    "gives up premises": simulant(gives_up_premises, "slice", "gives up a premise when the picture disagrees: 0%"),
    "needs premises": simulant(needs_premises, "slice", "reasons from a premise, but not from what it sees: "),
    "weak at folding": simulant(
        lambda: guessing(told.puzzles(), where(told.puzzles(), "task", "folding")), "uneven", "is weak at folding: κ "
    ),
    "weak on hard items": simulant(
        lambda: guessing(told.puzzles(), where(told.puzzles(), "tier", "hard")), "slice", "is weak on hard items: "
    ),
    "weak from behind": simulant(
        lambda: guessing(told.scope(), where(told.scope(), "azimuth", 180)),
        *("slice", "is weak on scenes seen from 180°"),
    ),
    "weak at a wording": simulant(
        lambda: guessing(told.worded(), where(told.worded(), "wording", "symmetric")),
        *("slice", "is weak in the wording “symmetric”"),
    ),
    "contradicts itself": simulant(self_contradicting, "inconsistent over wordings", "67% of pairs"),
    "changes with the order": simulant(changing_with_the_order, "circular", "when the options change places: 67%"),
    "thinks": simulant(two_ways(Condition("think"), 0.4, 0.8), "protocol", "gains"),
    "confused by depth": simulant(two_ways(Condition(depth=True), 0.8, 0.4), "depth", "loses"),
    "short-sighted": simulant(two_ways(Condition(max_side=128), 0.8, 0.4), "resolution", "at most 128 pixels"),
    "lost in one picture": simulant(two_ways(Condition(layout="composite"), 0.8, 0.4), "composite", "pictures in one"),
    "wants pictures first": simulant(
        two_ways(Condition(images="first"), 0.4, 0.8), "order", "shown the pictures first"
    ),
    "reads better": simulant(two_ways(Condition(form="text"), 0.4, 0.8), "form", "asked in the form “text”"),
    "does not look": simulant(two_ways(Condition(images="none"), 0.6, 0.6), "blind", "with them no more often"),
    "half blind": simulant(two_ways(Condition(images="none"), 0.9, 0.5), "blind", "a guesser in 25%; with them in 9"),
}


@pytest.mark.parametrize("name", SIMULANTS)
def test_a_simulants_own_deficit_comes_first_and_only_consequences_follow(name: str) -> None:
    simulant = SIMULANTS[name]
    first, *rest = of(simulant.make())
    assert first.kind == simulant.kind, first.text
    assert simulant.words in first.text
    assert {finding.kind for finding in rest} <= simulant.follows | {simulant.kind}
    assert first.low > 0
    assert first.p < 0.05


@pytest.mark.parametrize(
    ("catalogue", "conditions"),
    [
        (lambda: told.puzzles(48), [Condition(), Condition(rotation=1), Condition("think")]),
        (lambda: told.scope(12), [Condition()]),
        (told.spin, [Condition()]),
    ],
    ids=["puzzles", "scope", "spin"],
)
def test_reports_on_models_without_a_deficit_hold_nothing(
    catalogue: Callable[[], Catalogue], conditions: list[Condition]
) -> None:
    made = told.nulls(catalogue(), REPORTS, 3, conditions)
    assert len({finding.model for finding in findings(made)}) <= 0.05 * REPORTS


def test_one_who_is_always_wrong_is_not_said_to_take_the_viewers_side() -> None:
    spin = told.spin()
    first, *rest = of(rows(spin, "m", (spin.key + 1) % spin.count))
    assert first.kind == "below"
    assert "viewer" not in {finding.kind for finding in rest}


def test_a_task_of_which_hard_items_are_left_is_not_weak_beside_easy_ones() -> None:
    """What the search explains in some tasks, hard items, must not make the task that keeps them stand out."""
    puzzles = told.puzzles()
    hard, seeing = where(puzzles, "tier", "hard"), where(puzzles, "task", "seeing")
    made = rows(puzzles, "m", noisy(puzzles, rng(), np.where(hard, 0.3, 1.0)))
    (case,) = cases(made)
    case.main.explained = hard & ~seeing
    assert not [one for one in uneven(case) if one.text and one.evidence.p < 0.05]
    case.main.explained = np.zeros(len(made), dtype=bool)
    weak = rows(puzzles, "m", noisy(puzzles, rng(), np.where(seeing, 0.3, 1.0)))
    (case,) = cases(weak)
    assert [one.name for one in uneven(case) if one.text and one.evidence.p < 0.05] == ["seeing"]


def test_one_who_knows_tasks_unequally_is_told_only_that() -> None:
    spin, draws = told.spin(), rng()
    tasks = np.unique(spin.cells["task"].to_pylist(), return_inverse=True)[1]
    known = draws.random((REPORTS, tasks.max() + 1))
    made = [rows(spin, f"m{k}", noisy(spin, draws, known[k][tasks])) for k in range(REPORTS)]
    assert len({f.model for f in findings(pa.concat_tables(made)) if f.kind != "uneven"}) <= 0.05 * REPORTS


def test_models_that_say_the_same_three_times_are_told_no_more() -> None:
    scope, draws = told.scope(8), rng()
    chosen = [noisy(scope, draws, 0.5 * (number % 2)) for number in range(40)]
    again = [rows(scope, f"m{k}", one, Condition(repeat=r)) for k, one in enumerate(chosen) for r in range(3)]
    assert len({finding.model for finding in findings(pa.concat_tables(again))}) <= 2


@pytest.mark.parametrize("name", ["contradicts itself", "weak at folding", "takes moved blocks"])
def test_asking_again_makes_nothing_surer(name: str) -> None:
    once = SIMULANTS[name].make()
    column = once.schema.get_field_index("repeat")
    again = [once.set_column(column, "repeat", pa.array([k] * len(once))) for k in range(3)]
    first, thrice = of(once)[0], of(pa.concat_tables(again))[0]
    assert (thrice.kind, thrice.effect) == (first.kind, pytest.approx(first.effect, abs=0.002))
    assert thrice.low <= first.low + 0.002
    assert thrice.p >= first.p / 2, "three times the evidence would be a thousand times surer"


@pytest.mark.parametrize("name", ["puzzles", "scope", "worded", "premises", "spin"])
def test_an_oracle_is_told_nothing(name: str) -> None:
    catalogue = getattr(told, name)()
    assert of(rows(catalogue, "oracle", catalogue.key)) == []


def test_every_rule_has_a_simulant() -> None:
    made = {name: simulant.make() for name, simulant in SIMULANTS.items()}
    heard = {
        rule.__name__: {f.kind for one in made.values() for f in findings(one, rules=[rule], search=False)}
        for rule in RULES
    }
    assert [name for name, kinds in heard.items() if not kinds] == []


def test_a_finding_names_the_items_that_show_it() -> None:
    puzzles = told.puzzles()
    made = SIMULANTS["takes moved blocks"].make()
    first = of(made)[0]
    assert first.shown_by == {"model": "m", "task": "turning", "rule": "moved"}
    turning = {item.id for item in puzzles.items if item.task == "turning"}
    assert set(first.items) == turning
    rows_shown = shown(made, first)
    assert set(rows_shown["item"].to_pylist()) == turning
    assert set(rows_shown["chosen_rule"].to_pylist()) == {"moved"}


def test_what_is_said_of_a_model_does_not_depend_on_the_others() -> None:
    alone = SIMULANTS["weak at folding"].make()
    company = pa.concat_tables([told.nulls(told.puzzles(), 20, 5), alone])
    assert [f for f in of(company) if f.model == "m"] == of(alone)


def test_findings_of_a_kind_are_said_in_one_sentence() -> None:
    worse = where(told.puzzles(), "task", "folding", "seeing")
    (found,) = [f for f in of(right_but(told.puzzles(), worse, rng().integers(0, 4, len(worse)), 1.0)) if f.level == 1]
    assert found.kind == "uneven"
    assert "also" in found.text
    assert {item.split("/")[1] for item in found.items} == {"folding", "seeing"}
