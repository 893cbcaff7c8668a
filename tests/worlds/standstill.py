"""A standstill: time passes, nobody records anything, and then the ledger recovers."""

from __future__ import annotations

from typing import Final

import pytest

from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.ledger.operate.recover import Recovery, recover

STANDSTILL: Final = 1_300 * SECOND
"""Longer than any terms let a table be silent."""


def stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five minutes pass on this machine, and its clock stops then."""
    now = SystemClock().now() + 300 * SECOND
    monkeypatch.setattr(SystemClock, "now", lambda _: now)
    monkeypatch.setattr(SystemClock, "monotonic", lambda _: now)


def reopened(url: str, keyring: Keyring, at: int) -> Ledger:
    """The ledger, open for writing, with a clock that stands still: at ``at``, or where the newest entry is."""
    clock = SteppingClock(at, step=0)
    ledger = open_ledger(url, keyring, clock=clock)
    clock.instant = max(at, ledger.store.head().recorded)
    return ledger


def recovered(ledger: Ledger) -> Recovery:
    """What a recovery finds and does some time after the last entry."""
    clock = ledger.clock
    if isinstance(clock, SteppingClock):
        clock.instant = max(clock.instant, ledger.store.head().recorded + STANDSTILL)
    return recover(ledger)
