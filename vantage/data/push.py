"""Copy a finished data set to a URL: shards first, the manifest last; to the Hugging Face hub all in one commit."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from vantage.data import manifest as manifests
from vantage.data.dataset import DataSet
from vantage.data.place import Shard, Url, at, where
from vantage.names import install

CARD = "README.md"


def push(data: DataSet, to: Url, private: bool, progress: Callable[[int, int], None]) -> None:
    """Copy a data set; what is there already, from an earlier attempt, is not sent again."""
    if str(to).startswith("hf://"):
        _commit(data, to, private)
        return
    target = at(to)
    found = manifests.read(to, target)
    if found is not None and found != data.manifest:
        raise ValueError(f"{to} holds another data set; name another place")
    shards = data.manifest["shards"]
    for done, shard in enumerate(shards):
        progress(done, len(shards))
        if target.fault(shard):
            held = _bytes(data, shard)
            target.put(shard["name"], lambda file: file.write(held))  # noqa: B023  # called at once
    progress(len(shards), len(shards))
    target.put(CARD, lambda file: file.write(data.place.read(CARD)))
    target.save(manifests.NAME, data.place.read(manifests.NAME))


def _bytes(data: DataSet, shard: Shard) -> bytes:
    opened = data.place.open(shard)  # which compares what it fetches with its digest
    return Path(opened).read_bytes() if isinstance(opened, str) else opened.read()


def _commit(data: DataSet, to: Url, private: bool) -> None:
    """Make one commit of a data set to a repository of the hub, which is made if it is missing."""
    hub = _hub()
    name = str(to).removeprefix("hf://").removeprefix("datasets/")
    if name.count("/") != 1:
        raise ValueError(f"{to} names no data set of the hub; write hf://ORGANISATION/NAME")
    files = {shard["name"]: data.place.open(shard) for shard in data.manifest["shards"]}
    files |= {path: io.BytesIO(data.place.read(path)) for path in (CARD, manifests.NAME)}
    try:
        api = hub.HfApi()
        api.create_repo(name, repo_type="dataset", private=private, exist_ok=True)
        added = [hub.CommitOperationAdd(path, held) for path, held in files.items()]
        title = f"{data.manifest['suite']} ({data.manifest['size']}, seed {data.manifest['seed']}), {data.digest[:12]}"
        api.create_commit(name, added, commit_message=title, repo_type="dataset")
    except (hub.errors.HfHubHTTPError, hub.errors.LocalTokenNotFoundError) as error:
        what = str(error).strip().splitlines()[0][:160]
        raise ValueError(f"the hub did not take {to} ({what}); run hf auth login, or set HF_TOKEN") from None


def _hub() -> Any:
    try:
        import huggingface_hub
    except ModuleNotFoundError:
        raise ValueError(f"hf:// needs huggingface_hub: {install('remote')}") from None
    return huggingface_hub


def target(text: str) -> Url:
    """Return the URL that a user named."""
    found = where(text)
    if isinstance(found, Url):
        return found
    raise ValueError(f"{text} is a folder; name a URL to push to, such as hf://ORGANISATION/NAME or s3://BUCKET/NAME")
