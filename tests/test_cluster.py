"""Ray: sets made on two nodes are those made here, to the byte, whatever happens to the nodes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import nodes

pytestmark = pytest.mark.far
pytest.importorskip("ray")

SUITE = """
pixels = 64
[tasks.shape_finding_3d]
[tasks.maze]
[sizes.s.train]
shape_finding_3d = 700
[sizes.s.test]
shape_finding_3d = 240
maze = 300
"""


def vantage(*arguments, **more):
    return subprocess.Popen(
        [sys.executable, "-m", "vantage", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **nodes.WORDS, **more},
    )


def said(process):
    out, err = process.communicate(timeout=600)
    return process.returncode, out, err


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def wait_for(shards, folder, process):
    while process.poll() is None and len(list(folder.glob("*.parquet"))) < shards:
        time.sleep(0.02)
    assert process.poll() is None, said(process)


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    path = tmp_path_factory.mktemp("suite") / "far.toml"
    path.write_text(SUITE)
    return path


@pytest.fixture(scope="module")
def local(suite):
    folder = suite.parent / "local"
    assert said(vantage("make", suite, "--out", folder, "--workers", "2"))[0] == 0
    return folder


@pytest.fixture(scope="module")
def cluster():
    with nodes.started(2) as found:
        yield found


def on(cluster):
    return ["--engine", "ray", "--address", cluster.address]


def test_a_set_is_the_same_when_a_node_is_lost_in_the_middle(suite, local, cluster, tmp_path):
    process = vantage("make", suite, "--out", tmp_path / "set", *on(cluster))
    wait_for(1, tmp_path / "set", process)
    cluster.kill(0)
    code, _, err = said(process)
    cluster.add()
    assert code == 0, err
    assert "2 CPUs" in err
    assert contents(tmp_path / "set") == contents(local)


def test_ctrl_c_leaves_a_set_that_goes_on_anywhere(suite, local, cluster, tmp_path):
    process = vantage("make", suite, "--out", tmp_path / "set", *on(cluster))
    wait_for(2, tmp_path / "set", process)
    process.send_signal(signal.SIGINT)
    code, _, err = said(process)
    assert (code, err.splitlines()[-1][:12]) == (130, "Interrupted;")
    kept = len(json.loads((tmp_path / "set" / "manifest.json").read_text())["shards"])
    assert kept >= 1
    process = vantage("make", suite, "--out", tmp_path / "set", "--workers", "1")
    wait_for(kept + 1, tmp_path / "set", process)
    process.send_signal(signal.SIGINT)  # leaves a part of a shard, which a cluster makes again
    assert said(process)[0] == 130
    assert said(vantage("make", suite, "--out", tmp_path / "set", *on(cluster)))[0] == 0
    assert contents(tmp_path / "set") == contents(local)


def test_checks_say_the_same_on_a_cluster(cluster, tmp_path):
    data = tmp_path / "few"
    assert said(vantage("make", "srbench/maze", "--n", "60", "--out", data, "--workers", "1"))[0] == 0
    here = said(vantage("check", data, "--shortcuts", "--json", "--workers", "1"))
    there = said(vantage("check", data, "--shortcuts", "--json", *on(cluster)))
    assert there[:2] == here[:2]
    assert json.loads(here[1])["attacks"]


def test_scores_are_the_same_on_a_cluster(local, cluster, tmp_path):
    runs = tmp_path / "runs"
    assert said(vantage("run", local, "--model", "pixel", "--limit", "300", "--out", runs))[0] == 0
    (scores,) = {path.parent / "scores.jsonl" for path in runs.glob("*/run.json")}
    assert said(vantage("score", runs))[0] == 0
    here = scores.read_bytes()
    scores.unlink()
    assert said(vantage("score", runs, *on(cluster)))[0] == 0
    assert scores.read_bytes() == here


TRIES = """
import os, sys
from vantage import cluster as module
from vantage.cluster import Cluster
from vantage.parallel import map_ordered

module.RETRIES = 1

def refused(what, words):
    try:
        what()
    except (ValueError, OSError) as error:
        assert words in str(error), error
    else:
        raise SystemExit(f"nothing said: {words}")

with Cluster(sys.argv[1]) as cluster:
    assert list(map_ordered(abs, range(-40, 0), cluster, 3)) == list(range(40, 0, -1))
    refused(lambda: list(map_ordered(int, ["1", "x"], cluster)), "invalid literal for int() with base 10: 'x'")
    refused(lambda: list(map_ordered(os._exit, [3], cluster)), "memory may have run out there; start its node with")
    cluster.found = {**cluster.found, "numpy": "1.0"}
    refused(lambda: list(map_ordered(abs, [1], cluster)), "where this machine has 1.0, so its items could differ")
"""


def test_errors_of_jobs_and_nodes_are_sentences(cluster):
    environment = {**os.environ, **nodes.WORDS}
    done = subprocess.run(
        [sys.executable, "-c", TRIES, cluster.address], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert not done.stdout, "what Ray says of lost workers does not mix with results"


@pytest.mark.parametrize(
    ("more", "words"),
    [({}, "start one with: ray start --head"), ({"RAY_AUTH_TOKEN": "f" * 32}, "RAY_AUTH_TOKEN to the cluster's token")],
)
def test_a_cluster_that_cannot_be_joined(suite, cluster, tmp_path, more, words):
    address = cluster.address if more else "127.0.0.1:9"
    code, _, err = said(
        vantage("make", suite, "--out", tmp_path / "set", "--engine", "ray", "--address", address, **more)
    )
    assert code == 2
    assert err.splitlines()[-1].startswith(f"Error: no Ray cluster could be joined at {address}")
    assert words in err.splitlines()[-1]
    assert not (tmp_path / "set").exists()


LISTENING = """
import os
from vantage.cluster import Cluster

with Cluster(workers=1) as cluster:
    assert os.environ["RAY_AUTH_MODE"] == "token" and len(os.environ["RAY_AUTH_TOKEN"]) == 64
    assert list(cluster.map_ordered(abs, [-1])) == [1]
    print("ready", flush=True)
    input()
"""


def listening(pids):
    """The addresses, in hexadecimal, at which processes listen."""
    sockets = {os.readlink(f"/proc/{pid}/fd/{fd}") for pid in pids for fd in os.listdir(f"/proc/{pid}/fd")}
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for row in Path(table).read_text().splitlines()[1:]:
            cells = row.split()
            if cells[3] == "0A" and f"socket:[{cells[9]}]" in sockets:
                yield cells[1].split(":")[0]


def test_a_cluster_of_this_machine_listens_on_loopback_only_with_a_token():
    free = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    with subprocess.Popen(
        [sys.executable, "-c", LISTENING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=free
    ) as process:
        assert process.stdout.readline() == "ready\n"
        found = set(listening([process.pid, *nodes.children(process.pid)]))
        process.communicate("\n")
    assert found
    assert found <= {"0100007F", "0000000000000000FFFF00000100007F"}  # 127.0.0.1, also as IPv6 writes it


@pytest.mark.parametrize(
    "error",
    [
        ModuleNotFoundError("No module named 'vantage'"),
        RuntimeError("The remote function failed to import on the worker: No module named 'vantage.cluster'"),
        AttributeError("module 'vantage.cluster' has no attribute '_apply'"),
    ],
)
def test_a_node_without_our_vantage_is_told(error):
    from vantage import cluster

    class Raised:
        cause = error

    words = "a node of the cluster has no Vantage, or another one than this machine; install the same on every node"
    assert str(cluster.raised(Raised())) == words
