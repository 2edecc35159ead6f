"""The command that makes a pack of things from libraries of furniture."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vantage.cli.shell import check_out, commands, conclude, print_table, result_options

if TYPE_CHECKING:
    from vantage.assets.sweethome import Outcome

ACCOUNT = "pieces.csv"


@commands.command()
@click.argument("libraries", nargs=-1, type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A new folder to write to.")
@click.option("--unlisted", is_flag=True, help="Also pieces that were not checked, under their own names and no front.")
@result_options
def pack(libraries: tuple[Path, ...], out: Path, unlisted: bool) -> None:
    """Make a pack of things for scenes from LIBRARIES of Sweet Home 3D.

    Without LIBRARIES, from those that Debian's package sweethome3d-furniture installs. Pieces are taken that are on a
    list of ours, with clean names and fronts that were checked by eye. OUT/pieces.csv says what came of each piece.

    \b
    Examples:
      vantage pack --out packs/home
      vantage pack Scopia.sh3f --unlisted --out packs/scopia
    """
    from vantage import assets
    from vantage.assets import installed, sweethome

    check_out(out, folder=True)
    if out.exists() and any(out.iterdir()):
        raise ValueError(f"{out} is not empty; name a new folder")
    found = libraries or tuple(sorted(sweethome.FOLDER.glob("*.sh3f")))
    if not found:
        raise ValueError(
            f"there are no libraries in {sweethome.FOLDER}; install sweethome3d-furniture, or name .sh3f files"
        )
    outcomes = sweethome.convert(found, out, assets.names(), unlisted)
    reasons = Counter(outcome.reason for outcome in outcomes if not outcome.thing)
    kept = [outcome.thing for outcome in outcomes if outcome.thing]
    if not kept:
        raise ValueError(f"none of {len(outcomes)} pieces can be used; most often: {reasons.most_common(1)[0][0]}")
    _write(out / ACCOUNT, outcomes)
    print_table(
        "Pieces", ["pieces", ""], [[str(n), reason] for reason, n in [("kept", len(kept)), *reasons.most_common()]]
    )
    told = f"{len(kept)} things in {out}; {ACCOUNT} lists every piece. Scenes find them by {installed.VARIABLE}={out}"
    conclude({"kept": kept, "refused": dict(reasons)}, out, words=told)


def _write(path: Path, outcomes: list[Outcome]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["piece", "catalogue", "thing", "reason"])
        writer.writerows([one.piece, one.catalogued, one.thing, one.reason] for one in outcomes)
