"""Who asks, read again: what becomes of it where the store is away or is not what was sealed, and how much tries cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from starlette.requests import Request

from tests.worlds.network import AUDITOR, Network, network
from tests.worlds.spoil import spoil
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.core.errors import StoreUnavailableError, TamperedError
from tombo.ledger.operate.keyring import open_checked
from tombo.serve import identity
from tombo.serve.identity import ADDRESSES_MAX, TRIES, TRIES_SECONDS, Identity, Tries
from tombo.serve.who import Denied

EVERY = 0.01


@pytest.fixture
def made(sqlite_url: str, tmp_path: Path) -> Network:
    """A ledger with credentials."""
    return network(sqlite_url, tmp_path)


def asking(token: str) -> Request:
    """A request that shows ``token``."""
    headers = [(b"authorization", f"Bearer {token}".encode())]
    return Request({"type": "http", "headers": headers, "client": ("10.0.0.1", 1), "state": {}})


def comes(true: Callable[[], bool]) -> None:
    """Wait for it."""
    until = time.monotonic() + 30
    while not true():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.01)


def test_a_store_that_is_away_passes(made: Network) -> None:
    """It is said until it can be read again, and nobody is alarmed; who was known is known, and a revocation of meanwhile counts then."""
    away, alarms = list[bool](), list[Exception]()

    def opened() -> CheckedStore:
        if away:
            raise StoreUnavailableError("away")
        return open_checked(made.url, made.keyring, read_only=True)

    with Identity(opened, SystemClock(), alarms.append, EVERY) as who, pytest.MonkeyPatch.context() as patch:
        patch.setattr(identity, "read_again", _gone)
        away.append(True)
        comes(lambda: who.fault is not None)
        made.revoke("auditor")
        assert not isinstance(who(asking(AUDITOR)), Denied)
        patch.undo()
        away.clear()
        comes(lambda: who.fault is None)
        assert isinstance(who(asking(AUDITOR)), Denied)
    assert alarms == []


def _gone(*_: object) -> identity.Known:
    raise StoreUnavailableError("away")


def test_a_store_that_is_not_what_was_sealed_is_an_alarm(made: Network) -> None:
    """Once, and it is said from then on: a look that cannot be finished does not take it back."""
    alarms = list[Exception]()
    opened = partial(open_checked, made.url, made.keyring, read_only=True)
    with Identity(opened, SystemClock(), alarms.append, EVERY) as who:
        spoil(
            made.url,
            "DELETE FROM stored_events WHERE notification_id = (SELECT max(notification_id) FROM stored_events)",
        )
        comes(lambda: bool(alarms))
        for _ in range(20):
            assert isinstance(who.fault, TamperedError)
            time.sleep(EVERY)
    assert len(alarms) == 1


def test_what_nobody_planned_is_an_alarm(made: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that ended unseen would let in for ever whom somebody revoked."""
    alarms = list[Exception]()
    opened = partial(open_checked, made.url, made.keyring, read_only=True)
    with Identity(opened, SystemClock(), alarms.append, EVERY) as who:
        monkeypatch.setattr(identity, "read_again", _broken)
        comes(lambda: bool(alarms))
        assert isinstance(who.fault, KeyError)
    assert len(alarms) == 1


def _broken(*_: object) -> identity.Known:
    raise KeyError("nobody planned it")


def test_a_million_tries_cost_no_memory() -> None:
    """From as many addresses: so many are kept in mind. One address alone waits, and is let on when its minute is over."""
    clock = SteppingClock()
    tries = Tries(clock)
    for number in range(1_000_000):
        assert tries.another(f"2001:db8::{number:x}") == 0
    assert len(tries._seen) == ADDRESSES_MAX  # what it holds is what this is about
    told = [tries.another("10.0.0.1") for _ in range(TRIES + 5)]
    assert [one > 0 for one in told] == [False] * TRIES + [True] * 5
    clock.instant += TRIES_SECONDS * SECOND
    assert tries.another("10.0.0.1") == 0
