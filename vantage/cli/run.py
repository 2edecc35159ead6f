"""The command that asks models."""

from __future__ import annotations

from pathlib import Path

import click

from vantage.cli.frame import commands, progress_bar


@commands.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option("--model", "names", multiple=True, required=True, help="A model; may be given several times.")
@click.option("--protocol", default="direct", show_default=True, help="How the question is put: direct or cot.")
@click.option("--rotation", type=click.IntRange(0), default=0, help="Move the options up by so many places.")
@click.option(
    "--max-side", type=click.IntRange(0), default=0, help="Shrink pictures to so many pixels; 0: as they are."
)
@click.option("--no-images", is_flag=True, help="Ask blind: leave the pictures out.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the runs, one per model [runs/DATASET].")
def run(
    dataset: Path,
    names: tuple[str, ...],
    protocol: str,
    rotation: int,
    max_side: int,
    no_images: bool,
    out: Path | None,
) -> None:
    """Ask models the questions of a data set; every response is kept as it comes.

    The same command again asks only what is missing.

    \b
    Example:
      vantage run data/quick --model random --model pixel
    """
    from vantage import models
    from vantage.dataset import load
    from vantage.item import Condition
    from vantage.run import run as run_model
    from vantage.run import score_run

    data = load(dataset)
    found = [models.get(name) for name in names]
    condition = Condition(
        protocol=protocol, rotation=rotation, max_side=max_side, images="none" if no_images else "as_written"
    )
    out = out or Path("runs") / dataset.resolve().name
    for model in found:
        with progress_bar(model.name) as progress:
            run_model(data, model, [condition], out / model.name, progress=progress)
        outcomes = score_run(out / model.name, data)
        counts = ", ".join(f"{n} {outcome.value}" for outcome, n in outcomes.most_common())
        click.echo(f"{model.name}: {counts}, in {out / model.name}")
