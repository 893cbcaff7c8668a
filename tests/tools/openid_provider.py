"""A real OpenID provider in a process of its own (``tests/openid_provider``), as ``make test`` installs it beside the environment.

Where it is not, what asks for it is skipped and says what did not run.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.tools.certificates import Authority, issued

ROOT: Final = Path(__file__).parents[2]
INSTALLED: Final = ROOT / ".venv/openid-provider"
PYTHON: Final = ROOT / ".venv/bin/python"
"""It was installed for that one, whichever runs the tests."""
CLIENT: Final = "tombo-desk"
SECRET: Final = "a secret: of the tests"
PASSWORD: Final = "correct horse battery"
"""As ``serve.py`` has them, which imports nothing of ours."""
SECONDS: Final = 60


class RealProvider(NamedTuple):
    """A provider that runs: its issuer, as its discovery document has it, and who signed its certificate."""

    issuer: str
    authority: Authority


@contextmanager
def real_provider(folder: Path, by: Authority, desk: str, users: tuple[str, ...]) -> Iterator[RealProvider]:
    """A provider at which ``users`` have a password, for the desk at the origin ``desk``."""
    if not (INSTALLED / "ready").exists():
        pytest.skip("NOT RUN, no OpenID provider (make .venv/openid-provider/ready): signing in at a real one")
    certificate, port, log = issued(folder, by, "localhost"), free_port(), folder / "provider.log"
    words = [str(certificate.certificate), str(certificate.key), str(port), desk, *users]
    with (
        log.open("w", encoding="utf-8") as says,
        subprocess.Popen(
            [str(PYTHON), str(ROOT / "tests/openid_provider/serve.py"), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=says,
            text=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(INSTALLED)},
        ) as process,
    ):
        assert process.stdin is not None and process.stdout is not None
        try:
            if process.stdout.readline() != "serving\n":
                raise AssertionError(log.read_text(encoding="utf-8"))
            document = f"https://localhost:{port}/.well-known/openid-configuration"
            with urllib.request.urlopen(document, context=by.context(None), timeout=SECONDS) as answer:
                yield RealProvider(json.load(answer)["issuer"], by)
        finally:
            process.stdin.close()
            process.wait(SECONDS)


def free_port() -> int:
    """A port of this machine at which nothing listens now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
