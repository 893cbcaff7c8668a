"""``tombo`` in this process: what it prints on either stream, and its exit status."""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from tests.worlds.staff import key_of
from tombo.cli.main import main
from tombo.ledger.catalogue import parse_command, wire
from tombo.ledger.live.acts import sign
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.seal import keyfile
from tombo.ledger.seal.keyfile import load_encrypted_key, save_encrypted_key
from tombo.ledger.seal.secretfile import write_secret_file

PASSPHRASE: Final = "for looking at, never for play"
"""Of everybody on the staff of a ledger of tests, and of the demonstration."""


CHEAP: Final = 4
"""The cost of a key file in tests, as a power of two: what they protect everybody knows."""


ACTING: Final = ("--staff", "s-2", "--reason", "complaint 17")
"""Whoever reads closed cards in the demonstration."""


@cache
def passphrase_file() -> Path:
    """A file with the passphrase, as ``TOMBO_STAFF_PASSPHRASE_FILE`` names one."""
    path = Path(mkdtemp(prefix="tombo-tests-")) / "passphrase"
    atexit.register(shutil.rmtree, path.parent)
    write_secret_file(path, f"{PASSPHRASE}\n")
    return path


def keep_key(keys: Path, origin: str, staff: str) -> None:
    """Put the key that ``staff`` has in tests where ``tombo --staff`` looks for it."""
    path = Keyring(keys).staff(staff)
    path.parent.mkdir(parents=True, exist_ok=True)
    save_encrypted_key(path, key_of(origin, staff), PASSPHRASE.encode(), log_cost=CHEAP)


PASSPHRASE_FILE = ""
"""A file with the passphrase of the tests (``tests.conftest.cheap_passphrase``)."""


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
    """Run ``tombo`` with ``words``, whatever the environment of the test says about ledgers; it knows their passphrase."""
    out, err = io.StringIO(), io.StringIO()
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TOMBO_")}
    clean["TOMBO_STAFF_PASSPHRASE_FILE"] = str(passphrase_file())
    clean |= dict.fromkeys(("TOMBO_PASSPHRASE_FILE", "TOMBO_ROOT_PASSPHRASE_FILE"), PASSPHRASE_FILE)
    with (
        patch.dict(os.environ, clean, clear=True),
        patch.object(keyfile, "LOG_COST", CHEAP),
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


def signed_lines(keys: Path, origin: str, lines: Iterable[str]) -> bytes:
    """Commands as lines for ``tombo record``, those of staff signed with the keys that lie in ``keys``."""
    return "\n".join(_signed(Keyring(keys), origin, line) for line in lines).encode()


def _signed(keyring: Keyring, origin: str, line: str) -> str:
    envelope = parse_command(line)
    if envelope.by.actor != "staff":
        return line
    staff = envelope.by.id
    return wire(sign(envelope, staff, load_encrypted_key(keyring.staff(staff), PASSPHRASE.encode()), origin))
