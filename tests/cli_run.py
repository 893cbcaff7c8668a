"""``tombo`` in this process: what it prints on either stream, and its exit status."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from cli.main import main


class Ran(NamedTuple):
    """One call of ``tombo``."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document it printed."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The JSON Lines it printed."""
        return [json.loads(line) for line in self.out.splitlines()]


def tombo(*words: str, stdin: bytes = b"") -> Ran:
    """Run ``tombo`` with ``words``, whatever the environment of the test says about ledgers."""
    out, err = io.StringIO(), io.StringIO()
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TOMBO_")}
    with (
        patch.dict(os.environ, clean, clear=True),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        status = main(words)
    return Ran(status, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in ``folder``, so that paths in messages are short and the same everywhere."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def asked(command_id: str, by: dict[str, str | None], **command: Any) -> str:
    """A command in its envelope, as a line for ``tombo record``."""
    return json.dumps({"by": by, "command": command, "command_id": command_id, "occurred": None})


PLATFORM: dict[str, str | None] = {"actor": "platform", "id": "platform"}


def player(name: str) -> dict[str, str | None]:
    """A player as who asks."""
    return {"actor": "player", "id": name}


def officer(name: str = "s-2") -> dict[str, str | None]:
    """An officer as who asks."""
    return {"actor": "staff", "id": name, "role": "officer"}
