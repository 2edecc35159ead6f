"""Jobs on a Ray cluster instead of this machine's processes (extra `ray`).

What Ray does, Ray does: it finds a node for each job, runs the jobs of lost nodes again, and moves and spills results.
Here is only what a caller of `parallel.map_ordered` relies on: results in order, a bounded number of jobs in flight,
nodes that are like this machine, and errors as one sentence.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import platform
import secrets
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from vantage.names import install
from vantage.parallel import Job, Result, chunks, cores

AHEAD = 4  # jobs in flight per CPU of the cluster, as many as `parallel` has
RETRIES = 10  # times that a job is run again whose node or worker was lost
SHAPING = ("vantage-vlm", "numpy", "scipy", "numba", "pillow", "pyarrow")  # what the bytes of an item may depend on
KNOCK = 10.0  # seconds
STRANGE = ("No module named", "failed to import", "has no attribute", "Can't get attribute")
SAME = "install the same on every node"
FEWER = "start its node with fewer CPUs: ray start --num-cpus N"
LOST = "a worker on the cluster ended {times} times before its work was done: memory may have run out there; {cure}"


class Cluster:
    """A Ray cluster: the one at an address ("auto": the one that this machine belongs to), or one of this machine."""

    def __init__(self, address: str = "", workers: int = 0) -> None:
        self.address = address
        if not address:
            _shut_in()
        self.ours = not loaded().is_initialized()
        if self.ours:
            _connect(address, workers)
        self.found = seen()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        if self.ours:
            loaded().shutdown()

    def __str__(self) -> str:
        nodes, cpus = len([node for node in loaded().nodes() if node["Alive"]]), self.size
        where = f" at {self.address}" if self.address else " of this machine"
        return f"on Ray{where}: {nodes} {'node' if nodes == 1 else 'nodes'}, {cpus} {'CPU' if cpus == 1 else 'CPUs'}"

    @property
    def size(self) -> int:
        """How many CPUs the cluster has now; nodes come and go."""
        return int(loaded().cluster_resources().get("CPU", 0))

    @property
    def gpus(self) -> int:
        """How many GPUs the cluster has now."""
        return int(loaded().cluster_resources().get("GPU", 0))

    def map_ordered(self, function: Callable[[Job], Result], jobs: Iterable[Job], chunk: int = 1) -> Iterator[Result]:
        """Yield `function(job)` for each job, in order; only a bounded number is in flight."""
        ray = loaded()
        apply = ray.remote(_apply).options(num_cpus=1, max_retries=RETRIES)
        pending: deque[Any] = deque()
        try:
            for part in chunks(jobs, chunk):
                pending.append(apply.remote(self.found, function, part))
                if len(pending) >= AHEAD * max(self.size, 1):
                    yield from _next(pending)
            while pending:
                yield from _next(pending)
        finally:
            if pending and ray.is_initialized():  # after an interrupt this may come when the cluster is left already
                # Only what has not ended: Ray 2.60 can crash where a job is cancelled that has just failed for good.
                for reference in ray.wait([*pending], num_returns=len(pending), timeout=0)[1]:
                    ray.cancel(reference)


def _shut_in() -> None:
    """Let the cluster that we start listen on loopback only, and obey only who knows a token drawn now."""
    if "ray" not in sys.modules:  # which reads this once, when it is imported; who imports it chooses for himself
        os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32))
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # Ray's switch for loopback, on every system


def loaded() -> Any:
    """Return Ray; it reads these when it is imported."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent home
    os.environ.setdefault("RAY_task_oom_retries", str(RETRIES))  # else a job that needs too much is run for ever
    try:
        import ray
    except ModuleNotFoundError:
        raise ValueError(f"--engine ray needs Ray: {install('ray')}") from None
    return ray


def _connect(address: str, workers: int) -> None:
    """Join the cluster at an address, or start one of this machine that nobody else can reach."""
    ray = loaded()
    usual = {"logging_level": logging.ERROR, "log_to_driver": False, "configure_logging": True}
    if not address:
        own = {"num_cpus": workers or cores(), "include_dashboard": False}
        ray.init(address="local", **own, **usual)
        _hush()
        return
    try:
        _knock(address)
        ray.init(address=address, **usual)
    except (RuntimeError, ValueError, OSError, ray.exceptions.RayError) as error:
        raise ValueError(
            f"no Ray cluster could be joined at {address} ({_first_line(error)}); {_cure(error)}"
        ) from None
    _hush()


def _knock(address: str) -> None:
    """Raise an OSError if nobody listens at HOST:PORT; Ray itself would try for ten minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=KNOCK).close()


def _hush() -> None:
    """Let Ray tell of lost workers in one line each, on standard error: results of commands go to standard output."""
    with contextlib.suppress(ImportError):  # it has no public way to say so
        from ray._private import worker

        worker.print_to_stdstream = lambda said, **_: print(f"Ray: {''.join(said['lines'])[:150]} …", file=sys.stderr)


def _cure(error: Exception) -> str:
    text = str(error).lower()
    if "version mismatch" in text:
        return "install the same Ray and Python on every node and here"
    if "token" in text or "authenticat" in text:
        return "set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN to the cluster's token"
    if "failed to connect to ray" in text:  # somebody listens there; Ray says no more of a wrong token
        return "if one runs there, set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN to the cluster's token"
    return "start one with: ray start --head"


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(error).__name__


def _next(pending: deque[Any]) -> list[Any]:
    """Return the results of the oldest job; what else is finished is fetched meanwhile, before its node may be lost."""
    ray = loaded()
    ray.wait([*pending], num_returns=len(pending), timeout=0, fetch_local=True)
    try:
        found: list[Any] = ray.get(pending[0])
    except ray.exceptions.RayTaskError as error:
        raise raised(error) from None
    except ray.exceptions.RuntimeEnvSetupError as error:
        raise ValueError(f"the cluster cannot prepare its workers: {_first_line(error)}") from None
    except ray.exceptions.OutOfMemoryError as error:
        raise ChildProcessError(f"a worker on the cluster ran out of memory ({_first_line(error)}); {FEWER}") from None
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.ObjectLostError, ray.exceptions.NodeDiedError):
        raise ChildProcessError(LOST.format(times=RETRIES + 1, cure=FEWER)) from None
    pending.popleft()
    return found


def raised(error: Any) -> BaseException:
    """Return the error of a job as it was raised there, without Ray's words around it."""
    cause: BaseException = error.cause
    text = str(cause)
    if "vantage" in text and any(words in text for words in STRANGE):
        return ValueError(f"a node of the cluster has no Vantage, or another one than this machine; {SAME}")
    return cause


def _apply(expected: dict[str, str], function: Callable[[Job], Result], part: list[Job]) -> list[Result]:
    """Do jobs on a node, if it is like the machine that wants them done."""
    check_like(expected)
    return [function(job) for job in part]


def check_like(expected: dict[str, str]) -> None:
    """Raise a ValueError if the node that this runs on has other versions than are expected."""
    found = seen()
    for name, version in expected.items():
        if found.get(name) != version:
            raise ValueError(
                f"node {loaded().util.get_node_ip_address()} has {name} {found.get(name)} where this machine has "
                f"{version}, so its items could differ; {SAME}"
            )


@cache
def seen() -> dict[str, str]:
    """Return the versions on this machine of all that the bytes of an item may depend on."""
    found = {name: _version(name) for name in SHAPING}
    return {"Python": platform.python_version(), **found, "the code of Vantage": _code()}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


def _code() -> str:
    """Return a digest of this package's files: two checkouts of one version may differ."""
    root, sum_ = Path(__file__).parent, hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in (".py", ".toml")):
        sum_.update(f"{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes())
    return sum_.hexdigest()[:12]
