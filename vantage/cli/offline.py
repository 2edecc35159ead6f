"""Commands that take in what was made elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from vantage.cli.frame import commands


@commands.command("import")
@click.argument("jsonl", type=click.Path(path_type=Path))
@click.option("--images", type=click.Path(path_type=Path), help="The folder that image names refer to [beside JSONL].")
@click.option("--name", default="own", show_default=True, help="What to call the suite.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The data set folder to write.")
def import_(jsonl: Path, images: Path | None, name: str, out: Path) -> None:
    """Turn your own items (JSON lines and a folder of images) into a data set.

    \b
    One object a line, for instance:
      {"question": "Which is nearer?", "images": ["a.png"], "options": ["the cup", "the jug"], "answer": "A"}
    Fields are described in docs/items.md.
    """
    from vantage.importing import import_items

    data = import_items(jsonl, images or jsonl.parent, out, name)
    click.echo(f"{len(data)} items in {out}  (digest {data.digest[:12]})")
