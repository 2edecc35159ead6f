"""What a diagnosis says of the thirty weak models: `python -m tests.battery_run` prints the first sentence of each.

A sentence is graded by its words, as `Expected.grade` has it, which is a first look; read them too. `--write` prints
the table for docs/diagnosis.md.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from tests import undrawn
from tests.battery import BATTERY
from tests.weakness import Deficit, overlap, played
from vantage.diagnosis.diagnose import Finding, findings

GRADES = ("full", "partial", "none", "false")


def told(one: Deficit, seed: int, keep: Path | None) -> list[Finding]:
    """Return what is found of a weak model."""
    data = undrawn.items(*one.shown, 0, keep)
    return findings(undrawn.table(data, [played(one, data, seed)]))


def fit(one: Deficit, found: Finding, keep: Path | None) -> str:
    """Return how the items that show a finding agree with those that the weakness affects."""
    data = undrawn.items(*one.shown, 0, keep)
    true = {item.id for item in data.items() if one.affected(item)}
    seen = overlap(set(found.about or found.items), true)
    return f"precision {seen.precision:.2f}, recall {seen.recall:.2f}"


def main(arguments: list[str] | None = None) -> int:
    """Print what is found; return 1 if fewer than 17 models are named first."""
    parser = argparse.ArgumentParser(prog="python -m tests.battery_run", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=0, help="of the replies [0]")
    parser.add_argument("--keep", type=Path, help="a folder in which the item sets are kept, and taken from")
    parser.add_argument("--only", default="", help="models with this in their name")
    parser.add_argument("--write", action="store_true", help="print a table in Markdown instead")
    given = parser.parse_args(arguments)
    grades: Counter[str] = Counter()
    for one in BATTERY:
        if given.only not in one.name:
            continue
        found = told(one, given.seed, given.keep)
        grade = one.expected.grade(found[0].text) if found else "none"
        grades[grade] += 1
        if given.write:
            print(f"| {one.statement} | {found[0].text if found else 'nothing'} |")
            continue
        print(f"{grade.upper():8} {one.name} [{one.shown.suite}]: {one.statement}")
        for finding in found:
            print(f"    {one.expected.grade(finding.text):8} {finding.text} [{fit(one, finding, given.keep)}]")
    if not given.write:
        print(", ".join(f"{grade} {grades[grade]}" for grade in GRADES))
    return 0 if grades["full"] >= 17 or given.only else 1


if __name__ == "__main__":
    sys.exit(main())
