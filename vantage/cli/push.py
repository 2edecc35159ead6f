"""The command that copies a data set to a URL."""

from __future__ import annotations

from pathlib import Path

import click

from vantage.cli.shell import commands, conclude, progress_bar, result_options


@commands.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.argument("url")
@click.option("--private", is_flag=True, help="On the hub: only you and your organisation see it.")
@result_options
def push(dataset: Path, url: str, private: bool) -> None:
    """Copy a finished data set to a URL: to the Hugging Face hub, or to an object store.

    On the hub the whole set is one commit. Elsewhere the shards come first and the manifest last, and what an
    interrupted command has sent is not sent again. Credentials come from where the store's own tools keep them
    (docs/scale.md); the extra `remote` is needed.

    \b
    Examples:
      vantage push data/bench hf://my-lab/bench
      vantage push data/bench s3://bucket/bench
    """
    from vantage.data import push as pushing
    from vantage.data.dataset import load

    to = pushing.target(url)
    data = load(dataset)
    with progress_bar("sending shards") as progress:
        pushing.push(data, to, private, progress)
    found = {"path": to, "items": len(data), "digest": data.digest}
    conclude(found, to, words=f"{len(data)} items at {to}  (digest {data.digest[:12]})")
