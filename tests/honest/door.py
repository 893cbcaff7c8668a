"""``tombo record`` as a process that is fed lines, answers some of them, and may be killed before it has answered all."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.tools import cli_run

ROOT: Final = Path(__file__).resolve().parents[2]
PROGRAM: Final = "import sys; from tombo.cli.main import main; sys.exit(main())"
PATIENCE: Final = 600.0


def started(url: str, keys: Path, *words: str, stderr: int) -> subprocess.Popen[str]:
    """``tombo`` in a process of its own; what it says on stderr goes to a file."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "--ledger", url, "--keys", str(keys), *words],
        env={
            **{name: said for name, said in os.environ.items() if not name.startswith("TOMBO_")},
            "PYTHONPATH": str(ROOT),
            "TOMBO_PASSPHRASE_FILE": cli_run.PASSPHRASE_FILE,
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
    )


class Fed:
    """A door that was given ``lines``, JSON documents by command id; what it answers is read as it comes.

    ``after``: once it has given so many answers it gets ``number``. What has no durable answer is in ``left``.
    """

    def __init__(
        self,
        url: str,
        keys: Path,
        lines: Sequence[tuple[str, str]],
        after: int | None = None,
        number: signal.Signals = signal.SIGKILL,
    ) -> None:
        self.lines = lines
        self.answers: dict[str, dict[str, Any]] = {}
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed when it has been read
        self.process = started(url, keys, "record", stderr=self._errors.fileno())
        self._after, self._number = after, number
        self._threads = [threading.Thread(target=run) for run in (self._feed, self._read)]
        for thread in self._threads:
            thread.start()

    def wait(self) -> str:
        """Wait for its end; what it said on stderr."""
        for thread in self._threads:
            thread.join(PATIENCE)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._errors.seek(0)
        with self._errors:
            return self._errors.read()

    @property
    def left(self) -> list[tuple[str, str]]:
        """What has to be sent again, in order."""
        done = {name for name, answer in self.answers.items() if answer["status"] == "recorded"}
        return [line for line in self.lines if line[0] not in done]

    def _feed(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.writelines(f"{line}\n" for _, line in self.lines)
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with contextlib.suppress(json.JSONDecodeError):  # cut off in a line
                answer = json.loads(line)
                self.answers[answer["command_id"]] = answer
            if len(self.answers) == self._after:
                self.process.send_signal(self._number)
