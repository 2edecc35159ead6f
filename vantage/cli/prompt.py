"""The command that shows what a model is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.options import condition_options
from vantage.cli.shell import commands, json_option, out_option

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet
    from vantage.item import Item


@commands.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.argument("item", default="")
@condition_options
@out_option
@json_option
def prompt(dataset: Path, item: str, out: Path | None, as_json: bool, **settings: Any) -> None:
    """Show the exact messages that a model is sent for one item.

    ITEM is an item's id, or a part of one: then the first item is shown whose id has that part. Without it, the first
    item of the data set. A picture is printed as its size and digest; a page (.html) or picture (.png) shows it.

    \b
    Examples:
      vantage prompt data/quick
      vantage prompt data/quick rotation_3d --protocol easi --rotation 2
      vantage prompt data/quick maze --images first --layout composite --out prompt.html
      vantage prompt data/quick --json | jq '.messages[].role'
    """
    from vantage.data.dataset import load
    from vantage.item import Condition
    from vantage.prompts.prompt import present
    from vantage.report import transcript

    condition = Condition(**settings)
    presented = present(_find(load(dataset), item), condition)
    if as_json:
        click.echo(json.dumps(transcript.record(presented, condition), indent=1))
    elif out is None:
        click.echo(transcript.text(presented, condition))
    if out is not None:
        transcript.write(presented, condition, out)
        click.echo(f"wrote {out}", err=as_json)


def _find(data: DataSet, name: str) -> Item:
    """Return the item with this id, or else the first item whose id contains it."""
    ids = [item.id for item in data.head()]
    found = name if name in ids else next((one for one in ids if name in one), None)
    if found is None:
        raise ValueError(f"no item of {data.folder} has {name!r} in its id; ids are like {ids[0]!r}")
    return next(item for item in data.items() if item.id == found)
