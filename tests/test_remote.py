"""Data sets in an object store: the bytes that a folder would hold, and one sentence for each error."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests import nodes, store
from tests.test_cluster import SUITE, said, vantage

pytestmark = pytest.mark.far
pytest.importorskip("s3fs")
pytest.importorskip("ray")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with store.started(tmp_path_factory.mktemp("s3") / "held") as found:
        yield found


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


def held(server, name):
    files = server.files()
    return {path.rpartition("/")[2]: files.cat_file(path) for path in files.ls(f"{store.BUCKET}/{name}")}


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def shards(server, name):
    return len(server.files().glob(f"{store.BUCKET}/{name}/*.parquet"))


def wait_for(count, server, name, process):
    while process.poll() is None and shards(server, name) < count:
        time.sleep(0.05)
    assert process.poll() is None, said(process)


def test_interrupted_and_resumed_the_server_killed_once(server, suite, local):
    url = f"s3://{store.BUCKET}/here"
    process = vantage("make", suite, "--out", url, "--workers", "1", **server.environment)
    wait_for(1, server, "here", process)
    process.send_signal(signal.SIGINT)
    assert said(process)[0] == 130
    process = vantage("make", suite, "--out", url, "--workers", "1", **server.environment)
    wait_for(2, server, "here", process)
    server.kill()
    server.start()
    code, out, err = said(process)
    assert code == 0, err
    assert f"1240 items in {url}" in out
    assert held(server, "here") == contents(local)


def test_nodes_put_shards_in_place_themselves(server, suite, local):
    url = f"s3://{store.BUCKET}/far"
    with nodes.started(2, **server.environment) as cluster:
        work = ["--engine", "ray", "--address", cluster.address]
        process = vantage("make", suite, "--out", url, *work, **server.environment)
        wait_for(1, server, "far", process)
        cluster.kill(0)
        code, _, err = said(process)
        assert code == 0, err
        assert held(server, "far") == contents(local)
        here = said(vantage("check", local, "--json"))
        assert said(vantage("check", url, "--json", *work, **server.environment))[:2] == here[:2]


READ = """
import sys
import datasets
import vantage

options = {"endpoint_url": sys.argv[2]}
found = datasets.load_dataset("parquet", data_files={"test": f"{sys.argv[1]}/test-*.parquet"}, storage_options=options)
items = list(vantage.load_dataset(sys.argv[1]).items("test"))
assert [row["id"] for row in found["test"]] == [item.id for item in items]
assert found["test"][0]["images"][0].size == (64, 64)
"""


def test_datasets_reads_it_from_there(server, suite, local, tmp_path):
    url = f"s3://{store.BUCKET}/here"
    environment = {**os.environ, **server.environment, "HF_HOME": str(tmp_path)}
    command = [sys.executable, "-c", READ, url, server.environment["AWS_ENDPOINT_URL"]]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr


def test_every_reader_takes_a_url(server, tmp_path):
    url = f"s3://{store.BUCKET}/here"
    for arguments in (
        ["show", url, "--jsonl", "--n", "2"],
        ["run", url, "--model", "random", "--limit", "20", "--out", tmp_path / "runs"],
        ["report", tmp_path / "runs", "--out", tmp_path / "report.html"],
    ):
        code, _, err = said(vantage(*arguments, **server.environment))
        assert code == 0, (arguments, err)
    header = json.loads(next((tmp_path / "runs").glob("*/run.json")).read_text())
    assert header["dataset"]["path"] == url


@pytest.fixture
def place(server, monkeypatch):
    from vantage.data.place import at, where

    for name, value in server.environment.items():
        monkeypatch.setenv(name, value)
    forget()
    yield lambda: at(where(f"s3://{store.BUCKET}/two"))
    forget()


def forget():
    import s3fs

    s3fs.S3FileSystem.clear_instance_cache()


def test_of_two_writers_the_second_is_refused(place):
    first, second = place(), place()
    first.save("manifest.json", b"first")
    with pytest.raises(ValueError, match=f"another process is writing the data set at s3://{store.BUCKET}/two"):
        second.save("manifest.json", b"second")
    assert second.read("manifest.json") == b"first"
    first.save("manifest.json", b"more")
    with pytest.raises(ValueError, match="another process is writing"):
        second.save("manifest.json", b"second")
    assert place().read("manifest.json") == b"more"


def test_a_shard_that_changed_is_told_when_it_is_read(place):
    size, digest = place().put("test-00000.parquet", lambda file: file.write(b"12345"))
    shard = {"name": "test-00000.parquet", "bytes": size, "sha256": digest}
    assert (place().fault(shard), place().open(shard).read()) == ("", b"12345")
    place().put("test-00000.parquet", lambda file: file.write(b"54321"))
    with pytest.raises(ValueError, match="has changed since it was written"):
        place().open(shard)
    place().put("test-00000.parquet", lambda file: file.write(b"1"))
    assert place().fault(shard) == "has 1 bytes where 5 were written"
    place().remove("test-00000.parquet")
    assert place().fault(shard) == "is missing"


def test_a_file_of_several_parts_is_put_whole(place):
    data = os.urandom(1 << 20) * 110  # over s3fs's limit for one request
    size, _ = place().put("large", lambda file: file.write(data))
    assert (size, place().read("large")) == (len(data), data)


@pytest.mark.parametrize(
    ("key", "words"),
    [({"AWS_SECRET_ACCESS_KEY": "wrong"}, "may not be used so"), ({}, "there are no credentials for s3://bucket/two")],
)
def test_credentials_that_are_wrong_or_missing(place, monkeypatch, tmp_path, key, words):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        if not key:
            monkeypatch.delenv(name)
    for name, value in key.items():
        monkeypatch.setenv(name, value)
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with pytest.raises(ValueError, match=f"{words}.*; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"):
        place().save("manifest.json", b"")


def test_a_store_that_does_not_answer_is_told_and_nothing_is_lost(monkeypatch):
    from vantage.data import remote
    from vantage.data.place import Url

    monkeypatch.setattr(remote, "PATIENCE", 0.5)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "a")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "b")
    forget()
    with pytest.raises(ConnectionError, match=r"s3://b/c does not answer .* the same command goes on from there"):
        remote.Bucket(Url("s3://b/c")).put("x", lambda file: file.write(b"x"))
    forget()


def test_a_full_store_is_told_as_a_full_disk_is(place, monkeypatch):
    from botocore.exceptions import ClientError
    from s3fs.errors import translate_boto_error

    from vantage.data import remote

    class Full:
        def pipe_file(self, path, data):
            answer = {"Error": {"Code": "QuotaExceeded", "Message": "the bucket's quota is used up"}}
            raise translate_boto_error(ClientError(answer, "PutObject"))

    monkeypatch.setattr(remote.Bucket, "files", Full())
    with pytest.raises(OSError, match="the store is full") as raised:
        place().put("x", lambda file: file.write(b"x"))
    assert (raised.value.errno, raised.value.filename) == (28, f"s3://{store.BUCKET}/two")


def test_no_credential_is_in_any_file(server, local, tmp_path):
    secret = server.keys["AWS_SECRET_ACCESS_KEY"].encode()
    for name in ("here", "far"):
        assert not [path for path, data in held(server, name).items() if secret in data]
