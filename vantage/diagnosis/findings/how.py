"""Rules that say how a model goes wrong: what it takes for the answer, what it never says, what it loses."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from vantage.diagnosis.findings.candidate import Candidate, Rule, listed, signed
from vantage.diagnosis.findings.gaps import premise_pairs, tempting, variant_pairs
from vantage.diagnosis.findings.sheet import Bools, Case, Evidence, Sheet, paired
from vantage.geometry import DIRECTIONS
from vantage.item import LETTERS
from vantage.plots.tables import percent
from vantage.stats import metrics
from vantage.stats.metrics import caa

TOLERATED = 0.01  # the share of answers that may be cut off, unanswered or failed without a sentence about it
COLLAPSED = 0.2  # a label chosen less than this share of the expected times is as good as never chosen
FEW = 12  # labels: more of them are names of things, not answers that recur
RECURS = 5  # how often a label must be right before it can count as never chosen
TURNS = {"wrong_direction": "turns the wrong way", "no_rotation": "does not turn"}
CAMERA = "as_the_camera_sees_it"  # the beginning of the rules that `from_the_camera` looks at
OPPOSITES = (("front", "behind"), ("left", "right"))


def below_chance(case: Case) -> Iterator[Candidate]:
    """Right less often than a guesser."""
    s = case.main
    # All answers count, as in a ranking. A guesser never gets a number right, so numbers make this finding rarer.
    found = s.beside(~s.right, 1 - s.chance, np.ones(len(s), dtype=bool))
    if found.n:
        text = f"answers below chance: {percent(s.right.mean())} right, a guesser {percent(s.chance.mean())}"
        yield Candidate("below", text if found.size > 0 else "", found, 1.0, ~s.right)


def from_the_camera(case: Case) -> Iterator[Candidate]:
    """Answers what the camera sees where another's perspective is asked for."""
    s = case.main
    tempted = tempting(s)
    taken = tempted & s.alike("chosen_label", "camera")
    found = s.beside(taken, s.even(tempted.astype(np.int64)), tempted & s.wrong)
    if found.n:
        own, viewer = (signed(caa(hits[tempted], s.chance[tempted])) for hits in (s.right, taken))
        items = len(set(s["item"][tempted]))
        text = f"answers allocentric questions from the camera's side (κ {own} own, {viewer} viewer; {items} items)"
        yield Candidate("camera", text if found.size > 0 else "", found, found.n / len(s), taken)


def from_the_viewer(case: Case) -> Iterator[Candidate]:
    """Takes a person's own left and right for the viewer's: of a face in view they are opposites."""
    s = case.main
    # Of two options, one is the person's and the other the viewer's, so who mixes them up falls below a guesser.
    own, viewer = (s.equal("whose", name) & (s.chance == 0.5) for name in ("own", "viewer"))
    taken = own & s.wrong
    found = s.beside(taken, 1 - s.chance, own)
    if found.n:
        here, there = (caa(s.right[rows], s.chance[rows]) for rows in (own, viewer))
        beside = f"{signed(here)} own, {signed(there)} viewer" if viewer.any() else f"{signed(here)} own"
        text = f"takes a person's own left and right for the viewer's (κ {beside}; {len(set(s['item'][own]))} items)"
        # Who is below a guesser by the viewer's sides too has another fault.
        said = text if found.size > 0 and not there <= 0 else ""
        shown_by = {"whose": "own", "outcome": "wrong"}
        yield Candidate("viewer", said, found, found.n / len(s), taken, shown_by)


def unheeded(case: Case) -> Iterator[Candidate]:
    """Errs with a premise wherever it errs without: what the question states about the picture changes nothing."""
    s = case.main
    told, untold = premise_pairs(s, "without")
    missed = np.zeros(len(s), dtype=bool)
    missed[told[~s.right[untold]]] = True
    # A premise can only help, and even a guesser who answers anew is right in some of them.
    found = s.beside(~s.right, 1 - s.chance, missed)
    if found.n:
        with_it, without = (signed(caa(s.right[rows], s.chance[rows])) for rows in (told, untold))
        stay = percent((~s.right)[missed].mean())
        text = (
            f"is not helped by a premise: {stay} of its errors without it stay when the question states it "
            f"(κ {with_it} with it, {without} without; {len(told)} pairs)"
        )
        shown_by = {"premise": "with", "outcome": "wrong"}
        shown = missed & ~s.right
        yield Candidate("unheeded", text if found.size > 0 else "", found, len(told) / len(s), shown, shown_by)


def fragile(case: Case) -> Iterator[Candidate]:
    """Loses a question when it is put as another sentence."""
    s = case.main
    pairs = [variant_pairs(s, "wording", *names) for names in (("base", "syntactic"), ("symmetric", "both"))]
    plain, other = (np.concatenate(places) for places in zip(*pairs))
    found = paired(s.right[plain], s.right[other], s.cluster[plain])
    if found.n:
        before, after = (signed(caa(s.right[rows], s.chance[rows])) for rows in (plain, other))
        text = f"loses questions put as another sentence (κ {before} before, {after} after; {found.n} pairs)"
        shown = np.zeros(len(s), dtype=bool)
        shown[other] = True
        said = text if found.size > 0 else ""
        yield Candidate("fragile", said, found, 2 * found.n / len(s), shown & ~s.right, {"outcome": "wrong"})


def turning(case: Case) -> Iterator[Candidate]:
    """Turns the wrong way, or not at all, on an imagined walk."""
    s = case.main
    for rule, words in TURNS.items():
        offers = s.offered(rule, "rules")
        found, taken, share, even = _excess(s, rule, offers > 0)
        if found.n:
            angles = listed([f"{angle}°" for angle in sorted({angle for angle in s["angle"][taken] if angle})])
            shares = f"{percent(share)} of its errors where that is on offer, {percent(even)} if errors were even"
            text = f"{words} at {angles}: {shares}"
            yield Candidate("turn", text if found.size > 0 else "", found, found.n / len(s), taken, {"rule": rule})


def drawn(case: Case) -> Iterator[Candidate]:
    """Takes one kind of near miss for the answer in a task."""
    s = case.main
    for rule in s.offers("rules"):
        if rule in TURNS or rule.startswith(CAMERA):
            continue
        offers = s.offered(rule, "rules") > 0
        for task in sorted(set(s["task"][offers])):
            here = offers & s.equal("task", task)
            found, taken, share, even = _excess(s, rule, here)
            if found.n:
                text = _drawn_text(s, task, rule, here, (share, even)) if found.size > 0 else ""
                yield Candidate("drawn", text, found, found.n / len(s), taken, {"task": task, "rule": rule})


def _excess(s: Sheet, rule: str, here: Bools) -> tuple[Evidence, Bools, float, float]:
    """Return by how much a rule's options are taken too often among errors, by which answers, and the two shares."""
    even = s.even(s.offered(rule, "rules"))
    errors = here & s.wrong & (even < 1)
    taken = errors & s.equal("chosen_rule", rule)
    found = s.beside(taken, even, errors)
    return (found, taken, float(taken[errors].mean()), float(even[errors].mean())) if found.n else (found, taken, 0, 0)


def _drawn_text(s: Sheet, task: str, rule: str, offers: Bools, shares: tuple[float, float]) -> str:
    taken = s.equal("chosen_rule", rule)
    rate, others = taken[offers].mean(), (s.wrong & ~taken)[offers].mean()
    if rule == "mirror" and others < rate / 4:
        return (
            f"misses mirror images in {task}, not other near misses: takes them for the answer in {percent(rate)} of "
            f"{offers.sum()} offers, others in {percent(others)}"
        )
    return (
        f"takes “{rule.replace('_', ' ')}” for the answer in {task}: in {percent(rate)} of the {offers.sum()} items "
        f"that offer it, {percent(shares[0])} of its errors on them ({percent(shares[1])} if errors were even)"
    )


def collapse(case: Case) -> Iterator[Candidate]:
    """Never gives an answer that is often right."""
    s = case.main
    keys, counts = np.unique(s["key_label"].astype(str), return_counts=True)
    known = np.isin(keys, DIRECTIONS) | ((keys != "") & (2 <= len(keys) <= FEW))
    for label in keys[known & (counts >= RECURS)].tolist():
        offers, is_key = s.offered(label, "labels") > 0, s.equal("key_label", label)
        chosen, due = s.equal("chosen_label", label), s.expected(is_key)
        found = s.beside(~chosen, 1 - due, offers)
        rate = chosen[offers].mean()
        often = "never" if not rate else "hardly ever"
        text = f"{often} answers *{label}* ({percent(rate)} of {offers.sum()} offers; right for {is_key.sum()})"
        said = text if found.size > 0 and rate < COLLAPSED * due[offers].mean() else ""
        shown_by = {"key_label": label, "outcome": "wrong"}
        yield Candidate("collapse", said, found, found.n / len(s), is_key & ~s.right, shown_by, name=label)


def letter(case: Case) -> Iterator[Candidate]:
    """Prefers a place among the options, whatever stands there."""
    s = case.main
    count = np.rint(np.divide(1, s.chance, out=np.zeros(len(s)), where=s.chance > 0))
    for place in range(int(count.max(initial=0))):
        name, offers = LETTERS[place], count > place
        chosen, due = s.equal("answer", name), s.expected(s.equal("key", name))
        found = s.beside(chosen, due, offers)
        often, wanted = percent(chosen[offers].mean()), percent(due[offers].mean())
        text = f"prefers option {name} (+{100 * found.size:.0f} points: {often} of answers, where {wanted} are due)"
        shown, shown_by = chosen & ~s.right, {"answer": name, "outcome": "wrong"}
        yield Candidate("letter", text if found.size > 0 else "", found, found.n / len(s), shown, shown_by, name=name)


def sides(case: Case) -> Iterator[Candidate]:
    """Confuses near and far but not left and right, as the camera sees them, or the reverse."""
    s = case.main
    seen = s.equal("frame", "egocentric") & s.equal("angle", None)
    seen &= ~s.equal("chosen_label", None)
    depth, side = [_has(s, "key_label", a) | _has(s, "key_label", b) for a, b in OPPOSITES]
    # Only tasks that ask for both: a harder task that asks for one of them alone says nothing about sides.
    asked = [np.isin(s["task"].astype(str), sorted(set(s["task"][seen & one].astype(str)))) for one in (depth, side)]
    seen &= asked[0] & asked[1] & (depth | side)
    swapped = [
        (_has(s, "key_label", a) & _has(s, "chosen_label", b)) | (_has(s, "key_label", b) & _has(s, "chosen_label", a))
        for a, b in OPPOSITES
    ]
    found = s.apart((swapped[0], seen & depth), (swapped[1], seen & side))
    if found.n:
        pairs = list(zip(("front and behind", "left and right"), swapped, (seen & depth, seen & side)))
        (more, first, where), (less, second, beside) = pairs if found.size > 0 else pairs[::-1]
        often, seldom = percent(first[where].mean()), percent(second[beside].mean())
        text = f"confuses {more} ({often} exchanged) more than {less} ({seldom})"
        found = found if found.size > 0 else found.turned()
        yield Candidate("sides", text, found, float(seen.mean()), seen & ~s.right, {"frame": "egocentric"})


def _has(s: Sheet, column: str, word: str) -> Bools:
    """Return whether a direction has a word: "behind-left" has "left", "in front" has "front"."""
    alike = [name for name in (*DIRECTIONS, "in front") if word in re.split("[- ]", name)]
    return np.isin(s[column].astype(str), alike)


def cut_off(case: Case) -> Iterator[Candidate]:
    """Loses answers because they were cut off."""
    s = case.main
    cut = s.equal("truncated", True) & ~s.right
    found = s.beside(cut, TOLERATED, ~s.right)
    if found.n:
        text = f"{percent(cut[~s.right].mean())} of its losses are cut-off answers: it may need more tokens"
        shown_by = {"truncated": "true"}
        yield Candidate("cut", text if found.size > 0 else "", found, found.n / len(s), cut, shown_by)


def silent(case: Case) -> Iterator[Candidate]:
    """Chooses nothing, or does not respond."""
    s = case.main
    nothing = s.equal("outcome", "unanswered")
    found = s.beside(nothing, TOLERATED, np.ones(len(s), dtype=bool))
    text = f"chooses no option in {percent(nothing.mean())} of its responses" if found.size > 0 else ""
    yield Candidate("unanswered", text, found, 1.0, nothing, {"outcome": "unanswered"})
    share, n = s.failed / max(1, s.asked), s.asked
    low, high = (float(end) - TOLERATED for end in metrics.wilson(s.failed, n))
    lost = Evidence(share - TOLERATED, low, high, metrics.binomial_p(s.failed, n, TOLERATED), n)
    text = f"gave no response to {percent(share)} of requests" if lost.size > 0 else ""
    yield Candidate("failed", text, lost, 1.0, np.zeros(len(s), dtype=bool), {"outcome": "failed"})


RULES: tuple[Rule, ...] = (
    *(below_chance, from_the_camera, from_the_viewer, unheeded, fragile, turning, drawn, collapse, letter, sides),
    *(cut_off, silent),
)
