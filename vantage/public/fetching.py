"""Bring a benchmark from the Hugging Face hub: one revision, kept from the first time on, each file with its digest."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from vantage.data.dataset import file_digest, write_text
from vantage.names import install
from vantage.public.benchmark import Benchmark

NOTE = "fetched.json"
COMMIT = re.compile(r"[0-9a-f]{40}")

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Fetched:
    """What was fetched: the commit, and the digest of each file."""

    revision: str
    files: dict[str, str]


def fetch(
    benchmark: Benchmark, folder: Path, revision: str = "", progress: Progress = lambda done, total: None
) -> Fetched:
    """Bring a benchmark's files into a folder; those that are there whole are left as they are."""
    if benchmark.home.startswith("http") or not benchmark.files:
        raise ValueError(
            f"{benchmark.title} is not on the hub; its files are at {benchmark.home}: get them there, then "
            f"vantage import --benchmark {benchmark.name} FOLDER"
        )
    hub = _hub()
    noted = _noted(folder)
    commit = _commit(hub, benchmark, revision or (noted.revision if noted else ""))
    if noted and noted.revision != commit:
        raise ValueError(
            f"{folder} holds revision {noted.revision[:12]} of {benchmark.name}, not {commit[:12]}; name a new folder"
        )
    names = _wanted(hub, benchmark, commit)
    digests = dict(noted.files) if noted else {}
    for done, name in enumerate(names, 1):
        path = folder / name
        if not (name in digests and path.is_file() and file_digest(path) == digests[name]):
            _bring(hub, benchmark, name, commit, folder)
            digests[name] = file_digest(path)
            note = {"home": benchmark.home, "revision": commit, "files": digests}
            write_text(folder / NOTE, json.dumps(note, indent=1))
        progress(done, len(names))
    return Fetched(commit, digests)


def _bring(hub: Any, benchmark: Benchmark, name: str, commit: str, folder: Path) -> None:
    _asked(lambda: hub.hf_hub_download(benchmark.home, name, repo_type="dataset", revision=commit, local_dir=folder))


def _hub() -> Any:
    try:
        import huggingface_hub
    except ImportError:
        raise ValueError(f"fetching needs huggingface_hub: {install('hub')}") from None
    return huggingface_hub


def _noted(folder: Path) -> Fetched | None:
    try:
        held = json.loads((folder / NOTE).read_text("utf-8"))
        found = Fetched(str(held["revision"]), {str(name): str(one) for name, one in held["files"].items()})
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{folder / NOTE} is not what fetching wrote; remove it, or name a new folder") from None
    if not COMMIT.fullmatch(found.revision):
        raise ValueError(f"{folder / NOTE} names no commit; remove it, or name a new folder")
    return found


def _commit(hub: Any, benchmark: Benchmark, revision: str) -> str:
    """Return the whole name of a revision: a branch moves, a commit does not."""
    if COMMIT.fullmatch(revision):
        return revision
    info = _asked(lambda: hub.HfApi().dataset_info(benchmark.home, revision=revision or None))
    return str(info.sha)


def _wanted(hub: Any, benchmark: Benchmark, commit: str) -> list[str]:
    held = _asked(lambda: hub.HfApi().list_repo_files(benchmark.home, repo_type="dataset", revision=commit))
    # A file's name comes from outside: it must stay inside the folder.
    plain = [name for name in held if not name.startswith(("/", ".")) and ".." not in name.split("/")]
    found = sorted(name for name in plain if any(fnmatch(name, pattern) for pattern in benchmark.files))
    if not found:
        raise ValueError(
            f"{benchmark.home} at {commit[:12]} holds none of {', '.join(benchmark.files)}; it has been rearranged: "
            "get its files by hand"
        )
    return found


def _asked(call: Callable[[], Any]) -> Any:
    """Return what the hub answers; what it refuses becomes one sentence."""
    try:
        return call()
    except Exception as error:  # its own errors, and those of three libraries below it
        raise ValueError(f"the hub refused ({type(error).__name__}): {' '.join(str(error).split())[:200]}") from None
