"""Ray nodes of this machine for tests, each a process of its own with one CPU, that listen on loopback with a token.

python -m tests.nodes 2        prints the address and the nodes' process ids, and ends when its input ends
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass

TOKEN = "0123456789abcdef" * 2
# The last one is Ray's switch for loopback.
WORDS = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": TOKEN, "RAY_USAGE_STATS_ENABLED": "0"}
WORDS |= {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}


@dataclass
class Nodes:
    """A running cluster, whose nodes can be killed and added."""

    process: subprocess.Popen
    address: str
    pids: list[int]

    def kill(self, number):
        """End a node as a power cut would: its raylet and all that it started."""
        for pid in [self.pids[number], *children(self.pids[number])]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def add(self):
        self.process.stdin.write("add\n")
        self.process.stdin.flush()
        self.pids.append(json.loads(self.process.stdout.readline()))


def children(pid):
    """All processes below one."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout.split()
    pairs = [(int(a), int(b)) for a, b in zip(listed[::2], listed[1::2])]
    direct = [a for a, b in pairs if b == pid]
    return direct + [below for one in direct for below in children(one)]


@contextlib.contextmanager
def started(count, **more):
    """Start a cluster of so many nodes; `more` goes into their environment."""
    command = [sys.executable, "-m", "tests.nodes", str(count)]
    environment = {**os.environ, **WORDS, **more}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        address, pids = json.loads(process.stdout.readline())
        yield Nodes(process, address, pids)
        process.stdin.close()
        process.wait()


def serve(count):
    from ray.cluster_utils import Cluster

    # The head has no CPU, so that any node that works can be killed.
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})

    def add():
        (raylet,) = cluster.add_node(num_cpus=1).all_processes["raylet"]
        return raylet.process.pid

    print(json.dumps([cluster.address, [add() for _ in range(count)]]), flush=True)
    for _ in sys.stdin:
        print(json.dumps(add()), flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
