"""A data set at a URL (extra `remote`): fsspec reads and writes it; credentials come from the environment, as its do.

An object store has no locks and no renaming, but puts a file in place whole. So that two writers cannot undo each
other's work, the manifest is put only where it is still the one that we know: S3 itself decides that (If-Match), at
other stores we look first. A store that does not answer is asked again for a minute; then the work stops, resumably.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import time
from collections.abc import Callable
from typing import Any, TypeVar

from vantage.data.place import Fill, Shard, Url, changed
from vantage.names import install

Found = TypeVar("Found")

PATIENCE = 60.0  # seconds that a store may fail to answer
LONGEST = 8.0  # seconds between two attempts, at most
BUSY = (errno.EBUSY, getattr(errno, "EREMOTEIO", errno.EIO))  # what fsspec makes of HTTP 503 and 500
PASSING = ("Connection", "Connector", "Timeout", "HTTPClient", "Disconnected", "Payload", "IncompleteRead")
FULL = ("quota", "full", "insufficientstorage", "no space", "507")
DENIED = ("NoCredentials", "PartialCredentials", "DefaultCredentials", "RefreshError", "TokenNotFound", "GatedRepo")
CREDENTIALS = {
    "s3": "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or AWS_PROFILE (for a server of your own, AWS_ENDPOINT_URL)",
    "gs": "run gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS",
    "hf": "run hf auth login, or set HF_TOKEN",
}


class Bucket:
    """The files below a URL."""

    def __init__(self, url: Url) -> None:
        self.url = url
        self.scheme, _, path = str(url).partition("://")
        if self.scheme == "hf" and path.partition("/")[0] not in ("datasets", "spaces"):
            path = f"datasets/{path}"
        self.path = path
        self._marks: dict[str, str] = {}  # of the files that we know: a mark changes whenever another file is put
        self._listed: dict[str, int] | None = None
        if not path.strip("/"):
            raise ValueError(f"{url} names no place; write {self.scheme}://BUCKET/FOLDER")

    @property
    def files(self) -> Any:
        """The file system of fsspec, which keeps one for each process."""
        try:
            import fsspec

            return fsspec.filesystem(self.scheme)
        except ImportError:
            raise ValueError(f"{self.scheme}:// needs more packages: {install('remote')}") from None

    def read(self, name: str) -> bytes:
        """Return what a file holds, and remember which one it is."""
        mark = self._marked(name)  # looked up before the file: if it changes in between, we shall not overwrite it
        data = self._ask(lambda: self.files.cat_file(self._at(name)))
        self._marks[name] = mark
        return bytes(data)

    def open(self, shard: Shard) -> io.BytesIO:
        """Fetch a shard and compare it with its digest."""
        data = self._ask(lambda: self.files.cat_file(self._at(shard["name"])))
        if hashlib.sha256(data).hexdigest() != shard["sha256"]:
            raise ValueError(f"{self.url}: shard {shard['name']} {changed(len(data), shard)}; make the data set again")
        return io.BytesIO(data)

    def fault(self, shard: Shard) -> str:
        """Compare the size of a shard with the one that was written; its digest is compared when it is read."""
        size = self._sizes().get(shard["name"])
        return "is missing" if size is None else "" if size == shard["bytes"] else changed(size, shard)

    def put(self, name: str, fill: Fill) -> tuple[int, str]:
        """Put a file in place; stores show it only when it is complete."""
        buffer = io.BytesIO()
        fill(buffer)
        data = buffer.getvalue()
        self._send(lambda: self.files.pipe_file(self._at(name), data))
        self._listed = None
        return len(data), hashlib.sha256(data).hexdigest()

    def save(self, name: str, data: bytes) -> None:
        """Put a small file in place if the one that is there is the one that we know."""
        try:
            self._marks[name] = self._send(lambda: self._put_if(name, data))
        except _Changed:
            known = self._marks.pop(name, "")
            if self.read(name) != data:  # else it was ours, and only the answer was lost
                self._marks[name] = known
                raise ValueError(
                    f"another process is writing the data set at {self.url}; wait, or name another place"
                ) from None

    def names(self) -> list[str]:
        """Return the names of all files."""
        return sorted(self._sizes(fresh=True))

    def remove(self, name: str) -> None:
        """Remove a file."""
        self._ask(lambda: self.files.rm_file(self._at(name)))

    def writing(self) -> contextlib.AbstractContextManager[object]:
        """Return a block that keeps nobody away: `save` does."""
        return contextlib.nullcontext()

    def _at(self, name: str) -> str:
        return f"{self.path}/{name}"

    def _sizes(self, fresh: bool = False) -> dict[str, int]:
        """Return the sizes of all files, listed once for many questions."""
        if self._listed is None or fresh:
            try:
                found = self._ask(lambda: self.files.ls(self.path, detail=True, refresh=True))
            except FileNotFoundError:
                found = []
            self._listed = {str(one["name"]).rpartition("/")[2]: one["size"] for one in found if one["type"] == "file"}
        return self._listed

    def _marked(self, name: str) -> str:
        found = self._ask(lambda: self.files.info(self._at(name), refresh=True))
        return next((str(found[key]) for key in ("ETag", "generation", "blob_id", "etag") if found.get(key)), "")

    def _put_if(self, name: str, data: bytes) -> str:
        if self.scheme == "s3":
            bucket, _, key = self._at(name).partition("/")
            condition = {"IfMatch": self._marks[name]} if name in self._marks else {"IfNoneMatch": "*"}
            return str(self.files.call_s3("put_object", Bucket=bucket, Key=key, Body=data, **condition)["ETag"])
        try:
            found: str | None = self._marked(name)
        except FileNotFoundError:
            found = None
        if found != self._marks.get(name):
            raise _Changed
        self.files.pipe_file(self._at(name), data)
        return self._marked(name)

    def _send(self, request: Callable[[], Found]) -> Found:
        """Return what the store answers to something sent to it, which makes it no place that is missing."""
        try:
            return self._ask(request)
        except FileNotFoundError:
            bucket = self.path.partition("/")[0]
            raise ValueError(f"{self.scheme}:// has no {bucket} that could hold {self.url}; create it first") from None

    def _ask(self, request: Callable[[], Found]) -> Found:
        """Return what the store answers; ask again while it fails in passing."""
        until, pause = time.monotonic() + PATIENCE, 0.5
        while True:
            try:
                return request()
            except (FileNotFoundError, _Changed):
                raise
            except Exception as error:
                if _code(error) in ("PreconditionFailed", "412", "ConditionalRequestConflict"):
                    raise _Changed from None
                if not _passing(error):
                    raise self._said(error) from error
                if time.monotonic() > until:
                    raise ConnectionError(f"{self.url} does not answer ({_short(error)}); {AGAIN}") from None
            time.sleep(pause)
            pause = min(2 * pause, LONGEST)

    def _said(self, error: Exception) -> Exception:
        """Return an error of the store as one sentence."""
        kinds = [kind.__name__ for kind in type(error).__mro__]
        text = f"{_code(error)} {error}".lower()
        if any(word in kind for kind in kinds for word in DENIED):
            return ValueError(f"there are no credentials for {self.url}; {CREDENTIALS[self.scheme]}")
        if any(word in text for word in FULL):
            return OSError(errno.ENOSPC, "the store is full", str(self.url))
        if isinstance(error, PermissionError):
            return ValueError(f"{self.url} may not be used so ({_short(error)}); {CREDENTIALS[self.scheme]}")
        if isinstance(error, OSError):
            return ValueError(f"{self.url} refused ({_short(error)}); {AGAIN}")
        return error


AGAIN = "what was finished is kept, and the same command goes on from there"


class _Changed(Exception):
    """Somebody else has put another file there."""


def _code(error: BaseException) -> str:
    """Return the store's own name for an error, which fsspec keeps as its cause; empty if there is none."""
    for one in (error, error.__cause__):
        answer = getattr(one, "response", None)
        if isinstance(answer, dict):
            return str(answer.get("Error", {}).get("Code", ""))
    return ""


def _passing(error: Exception) -> bool:
    """Return whether asking again may help."""
    if isinstance(error, OSError) and error.errno in BUSY:
        return True
    kinds = [kind.__name__ for kind in type(error).__mro__]
    return any(word in kind for kind in kinds for word in PASSING)


def _short(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:160].rstrip(".") if lines else type(error).__name__
