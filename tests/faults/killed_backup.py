"""Run as a program: a ledger that is written to and backed up, and whoever does either is killed at random; every child is a fork of one interpreter.

``python -m tests.faults.killed_backup URL KEYS FOLDER SEED ROUNDS``. Prints one JSON line a backup: whether it was killed, what it said, and what had
been acknowledged before it began; and in the end all that was acknowledged: log index and command id.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from bench.play import hand
from tombo.cli.main import main as tombo
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.ledger.operate.publish import publish

BACKUPS = 4
"""Of one life of the writer."""


def write(url: str, keys: Path, journal: Path) -> None:
    """Play hands, and write down what was acknowledged; a hand that was cut off is asked for again from its beginning."""
    ledger = open_ledger(url, Keyring(keys, lambda: b"a passphrase of the tests"), clock=SteppingClock())
    known = acknowledged(journal)
    with journal.open("ab", buffering=0) as said:
        for number in count(max((int(name.split("/")[1]) for _, name in known), default=1)):
            for envelope in hand(0, number):
                found = ledger.handle(envelope)
                if not isinstance(found, Acknowledgement):
                    raise RuntimeError(found)
                lines = [[one.index, envelope.command_id] for one in found.entries]
                said.write("".join(json.dumps(line) + "\n" for line in lines).encode())
            if number % 2:
                publish(ledger.store, ledger_signer(keys))


def ledger_signer(keys: Path) -> Any:
    """The signer, as the publisher has it."""
    return Keyring(keys, lambda: b"a passphrase of the tests").signer()


def acknowledged(journal: Path) -> list[Any]:
    """What was acknowledged by now; a line that was cut off was not."""
    return [json.loads(line) for line in journal.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]


def child(work: Callable[[], object]) -> int:
    """A process of its own."""
    made = os.fork()
    if made == 0:
        try:
            work()
        except BaseException:  # noqa: BLE001 - whatever it is, it is to be seen
            traceback.print_exc()
        os._exit(1)
    return made


def killed(process: int) -> None:
    """SIGKILL, and its end."""
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


def back_up(words: list[str], out: Path) -> None:
    """One run of ``tombo backup``."""
    with out.open("w", encoding="utf-8") as said:
        os.dup2(said.fileno(), 1)
        os._exit(tombo(words))


def main(url: str, keys: Path, folder: Path, chance: Random, rounds: int) -> None:
    """Live, kill and tell."""
    journal, out = folder.with_name("journal"), folder.with_name("out")
    journal.touch()
    words = ["--ledger", url, "--keys", str(keys), "--json", "backup", str(folder)]
    for life in range(rounds):
        writer = child(lambda: write(url, keys, journal))
        for number in range(BACKUPS):
            last = (life, number) == (rounds - 1, BACKUPS - 1)
            time.sleep(chance.uniform(0, 0.2))
            before = len(acknowledged(journal))
            run = child(lambda: back_up(words, out))
            if number == 0 or (not last and chance.random() < 0.7):
                time.sleep(chance.uniform(0, 0.12) if number else 0.005)  # one at least before it is through
                os.kill(run, signal.SIGKILL)
            _, status = os.waitpid(run, 0)
            finished = os.WIFEXITED(status)
            told = json.loads(out.read_text()) if finished and os.WEXITSTATUS(status) == 0 else None
            sys.stdout.write(json.dumps({"killed": not finished, "told": told, "before": before}) + "\n")
            sys.stdout.flush()
        after = len(acknowledged(journal))
        deadline = time.monotonic() + 10
        while len(acknowledged(journal)) < after + 60 and time.monotonic() < deadline:  # and some more come
            time.sleep(0.01)
        killed(writer)
    sys.stdout.write(json.dumps(acknowledged(journal)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), Random(sys.argv[4]), int(sys.argv[5]))
