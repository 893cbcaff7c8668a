"""The stranger's tombo: this one, with his game among the others. A program of its own, for the list of games is read as modules are loaded.

``python -m tests.stranger.program PASSPHRASE_FILE`` takes a request a line, a JSON list, and answers each with one. ``["play", url, keys]``
makes a ledger and plays the evening of ``tests.stranger.evening``; ``["tombo", [words], stdin]`` runs a command; ``["pytest", [words]]``
runs tests.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from tombo.ledger import roster

roster.GAMES += (roster.GameRooms("tests.toy_game.terms", "tests.toy_game"),)  # the one line

import pytest  # noqa: E402

from tests.stranger import evening  # noqa: E402
from tests.tools import cli_run  # noqa: E402
from tombo.ledger.core.clock import SystemClock  # noqa: E402
from tombo.ledger.operate import keyfolder  # noqa: E402
from tombo.ledger.operate.keyfolder import Keyring  # noqa: E402

_BEGAN: Final = SystemClock().monotonic()


def _answer(request: list[Any]) -> Any:
    match request:
        case ["play", str(url), str(keys)]:
            return evening.play(url, Path(keys))
        case ["tombo", list(words), str(stdin)]:
            return cli_run.tombo(*words, stdin=stdin.encode())
        case ["pytest", list(words)]:
            said = io.StringIO()
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                status = pytest.main([str(word) for word in words])
            return [int(status), said.getvalue()]
        case _:
            raise LookupError(f"no such request: {request}")


def main(passphrase: str) -> None:
    """Answer until nobody asks any more; passphrases and the clock are those of ``tests.conftest``, on the morning after."""
    given = Path(passphrase).read_bytes().strip()
    out = sys.stdout
    with (
        patch.object(cli_run, "PASSPHRASE_FILE", passphrase),
        patch.object(Keyring, "_unknown", lambda _keyring: given),
        patch.object(keyfolder, "LOG_COST", 1),
        patch.object(SystemClock, "now", lambda clock: evening.MORNING + clock.monotonic() - _BEGAN),
    ):
        for line in sys.stdin:
            out.write(f"{json.dumps(_answer(json.loads(line)))}\n")
            out.flush()


if __name__ == "__main__":
    main(sys.argv[1])
