"""An object store of S3's kind, as a process of this machine: moto's server, which keeps what it is given in memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import fsspec  # type: ignore[import-untyped]  # it has no types

from tests.tools.openid_provider import free_port

PATIENCE: Final = 60
BUCKET: Final = "tombo"


class ObjectStore(NamedTuple):
    """What who reads from it has to have in his environment."""

    environment: dict[str, str]

    def put(self, folder: Path, place: str) -> str:
        """Everything in a folder, put below ``place``; its URL."""
        url = f"s3://{BUCKET}/{place}"
        self.store().put(f"{folder}/", f"{BUCKET}/{place}/", recursive=True)
        return url

    def store(self) -> Any:
        """It, for who changes what it keeps."""
        return fsspec.filesystem("s3", skip_instance_cache=True, use_listings_cache=False)


@contextmanager
def object_store(folder: Path) -> Iterator[ObjectStore]:
    """One with an empty bucket; this process and those that it starts may read and write there."""
    port = free_port()
    environment = {
        "AWS_ACCESS_KEY_ID": "tests",
        "AWS_SECRET_ACCESS_KEY": "tests",
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    with (folder / "objects.log").open("ab") as log:
        command = [sys.executable, "-m", "moto.server", "--host", "127.0.0.1", "--port", str(port)]
        server = subprocess.Popen(command, stdout=log, stderr=log)
    before = {name: os.environ.get(name) for name in environment}
    os.environ.update(environment)
    _forget()
    try:
        found = ObjectStore(environment)
        _made(found, time.monotonic() + PATIENCE)
        yield found
    finally:
        server.kill()
        server.wait()
        _forget()
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def _forget() -> None:
    """Have fsspec let go of stores that it keeps by their address: another server of this process had the same."""
    fsspec.get_filesystem_class("s3").clear_instance_cache()


def _made(found: ObjectStore, ends: float) -> None:
    """The bucket, as soon as the server answers."""
    while True:
        try:
            found.store().mkdir(BUCKET)
        except Exception:  # whatever the client says of a server that does not listen yet
            if time.monotonic() > ends:
                raise
            time.sleep(0.1)
        else:
            return
