"""Backups of an operator's ledger (``tests.worlds.operator``), and what is in one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from bench.play import hand
from tests.forgeries.maker import ORIGIN
from tests.worlds.operator import Operator, size_of
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.exchange.backup import open_copy
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.operate.backup import BackedUp, back_up
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.store import open_evidence
from tombo.ledger.verify import Report, verify


class Played:
    """Plays one hand after another at the first table of an operator's ledger."""

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self.number = 0

    def hands(self, count: int = 1, *, publishing: bool = True) -> bytes:
        """That many hands more; the newest checkpoint."""
        first, self.number = self.number + 1, self.number + count
        envelopes = [one for number in range(first, self.number + 1) for one in hand(0, number)]
        return self.operator.act(envelopes, publishing=publishing)

    def until(self, entries: int) -> bytes:
        """Hands until the ledger has that many entries; the newest checkpoint."""
        note = self.hands()
        while size_of(note) < entries:
            note = self.hands()
        return note


def backed_up(operator: Operator, folder: Path) -> BackedUp:
    """One run of ``tombo backup``."""
    folder.mkdir(exist_ok=True)
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        return back_up(store, folder, operator.policy, SteppingClock())


def copy_of(operator: Operator, folder: Path) -> Bundle:
    """The backup as a restore reads it."""
    return open_copy(folder, operator.keyring.opening_secret(ORIGIN), ORIGIN)


def judged(operator: Operator, folder: Path, checkpoint: bytes | None = None) -> Report:
    """What ``tombo verify`` says of the backup."""
    secret = operator.keyring.opening_secret(ORIGIN)
    return verify(partial(open_copy, folder, secret, ORIGIN), operator.policy, checkpoint=checkpoint)


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, by its name in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def in_ledger(url: str) -> tuple[list[Any], list[Any], list[Any]]:
    """The entries, command ids and openings, sealed, of a ledger."""
    with open_evidence(url) as store:
        sealed = store.sealed_between(0, store.head().size)
        return list(store.rows()), list(store.commands()), list(sealed or ())
