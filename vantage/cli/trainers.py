"""The trainers for which `vantage export` writes rows, and what is said when they are written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vantage.cli.options import together
from vantage.cli.shell import check_out, conclude, say

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet
    from vantage.item import Condition

TRAINERS = {
    "trl": "trl, a folder for TRL",
    "verl": "verl, a folder for verl",
    "ms-swift": "ms-swift, a folder for ms-swift",
    "llama-factory": "llama-factory, a folder for LLaMA-Factory",
}
STARTS = {
    "trl": "python {out}/grpo.py MODEL",
    "verl": "sh {out}/grpo.sh MODEL",
    "ms-swift": "sh {out}/train.sh rlhf MODEL",
    "llama-factory": "llamafactory-cli train {out}/sft.yaml",
}

trainer_options = together(
    click.option("--split", default="train", show_default=True, help="Trainers: the split whose items are written."),
    click.option("--force", is_flag=True, help="Trainers: write items that are not for training, marked in every row."),
    click.option(
        "--grounding",
        type=click.Choice(["boxes", "points"]),
        help="Trainers: also rows that ask where the things in pictures are (sets made with --ids).",
    ),
    click.option("--pixels", is_flag=True, help="With --grounding: places in pixels [from 0 to 1000]."),
)


def export_rows(
    to: str,
    data: DataSet,
    conditions: Sequence[Condition],
    out: Path,
    split: str,
    force: bool,
    grounding: str | None,
    pixels: bool,
) -> None:
    """Write a data set for a trainer."""
    from vantage.training.exports import export
    from vantage.training.pointing import Pointing

    if len(conditions) != 1:
        raise ValueError(f"rows for {to} hold one condition; give each its own folder")
    if pixels and not grounding:
        raise ValueError("--pixels is for places; name what to ask for with --grounding boxes or --grounding points")
    pointing = Pointing(grounding, "pixels" if pixels else "thousandths") if grounding else None
    rows = export(data, conditions[0], to, check_out(out, folder=True), split=split, force=force, pointing=pointing)
    told = "\n".join(f"{n:,} rows in {out / name}" for name, n in rows.items())
    conclude({"path": out, "rows": rows}, out, words=told)
    say(f"to train: {STARTS[to].format(out=out)}")
