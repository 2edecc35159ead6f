"""What a diagnosis says of the thirty weak models: `python -m tests.battery_run` prints the first sentence of each.

A sentence is graded by its words, as `Expected.grade` has it, which is a first look; read them too. `--write` puts the
table of deficits and sentences into docs/diagnosis.md, `--check` says whether it is the same (`.ci/run` does this).
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
ENOUGH = 17  # models that are named first, at least; and none first by something false
PAGE = Path(__file__).parent.parent / "docs" / "diagnosis.md"
BEGIN, END = "<!-- python -m tests.battery_run --write -->\n", "<!-- end of the table -->\n"


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


def row(one: Deficit, found: list[Finding]) -> str:
    """Return a deficit and the first sentence about it as a row of the table."""
    return f"| {one.statement} (`{one.shown.suite}`) | {found[0].text if found else 'nothing'} |\n"


def table(rows: list[str]) -> str:
    """Return the table as it stands on the page."""
    return BEGIN + "| what is wrong with the model | what the report says first |\n|---|---|\n" + "".join(rows) + END


def placed(page: str, made: str) -> str:
    """Return the page with the table in its place."""
    before, _, rest = page.partition(BEGIN)
    return before + made + rest.partition(END)[2]


def main(arguments: list[str] | None = None) -> int:
    """Print what is found; return 1 if too few models are named first, one falsely, or the page says otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.battery_run", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=0, help="of the replies [0]")
    parser.add_argument("--keep", type=Path, help="a folder in which the item sets are kept, and taken from")
    parser.add_argument("--only", default="", help="models with this in their name")
    parser.add_argument("--write", action="store_true", help=f"write the table into {PAGE.name}")
    parser.add_argument("--check", action="store_true", help=f"return 1 if {PAGE.name} has another table")
    given = parser.parse_args(arguments)
    grades: Counter[str] = Counter()
    rows = []
    for one in BATTERY:
        if given.only not in one.name:
            continue
        found = told(one, given.seed, given.keep)
        rows.append(row(one, found))
        grade = one.expected.grade(found[0].text) if found else "none"
        grades[grade] += 1
        print(f"{grade.upper():8} {one.name} [{one.shown.suite}]: {one.statement}", flush=True)
        for finding in found:
            print(f"    {one.expected.grade(finding.text):8} {finding.text} [{fit(one, finding, given.keep)}]")
    print(", ".join(f"{grade} {grades[grade]}" for grade in GRADES))
    page = PAGE.read_text("utf-8")
    made = placed(page, table(rows))
    if given.write:
        PAGE.write_text(made, "utf-8")
    if given.check and made != page:
        print(f"{PAGE.name} has another table: write it anew with --write")
        return 1
    return 0 if given.only or (grades["full"] >= ENOUGH and not grades["false"]) else 1


if __name__ == "__main__":
    sys.exit(main())
