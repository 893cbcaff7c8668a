"""What is known of credentials is read again, and nobody is let in by what is too old."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from starlette.requests import Request

from tests.worlds.network import TOKEN, Network, network
from tests.worlds.spoil import spoil
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import StoreUnavailableError, TamperedError
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.store import Head
from tombo.serve import identity as identities
from tombo.serve.identity import STALE_SECONDS, Identity, KnownHolders
from tombo.serve.problems import ProblemError
from tombo.serve.tries import ADDRESSES_MAX, TRIES, TriesByAddress
from tombo.serve.who import Denied, HolderSort, Who


class Hands:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.at = 1_800_000_000 * SECOND

    def now(self) -> int:
        return self.at

    def monotonic(self) -> int:
        return self.at


@pytest.fixture
def made(sqlite_url: str, tmp_path: Path) -> Network:
    """A ledger with credentials."""
    return network(sqlite_url, tmp_path)


def asking(token: str) -> Request:
    """A request with a token."""
    headers = [(b"authorization", f"Bearer {token}".encode())]
    return Request({"type": "http", "headers": headers, "client": ("192.0.2.1", 1)})


def test_what_cannot_be_read_again_lets_nobody_in(made: Network) -> None:
    """Whatever ends a reading, one nobody planned too: it is tried again, and what is older than some seconds is not believed."""
    broken: list[Exception] = []

    def opened() -> CheckedStore:
        if broken:
            raise broken[0]
        return open_checked(made.url, made.keyring, read_only=True)

    clock, alarms = Hands(), list[Exception]()
    with Identity(opened, clock, alarms.append, every=0.01) as identity:
        assert identity(asking(TOKEN)) == Who(HolderSort.PLATFORM, "platform")
    for error in (StoreUnavailableError("away"), RuntimeError("nobody planned it")):
        broken.clear()
        with Identity(opened, clock, alarms.append, every=0.01) as identity:
            broken.append(error)
            identity._closing.set()  # the store goes away: nothing is read any more
            identity._thread.join()
            clock.at += (STALE_SECONDS + 1) * SECOND
            with pytest.raises(ProblemError, match="nobody is let in until it is") as told:
                identity(asking(TOKEN))
            assert (told.value.status, identity.stale) == (503, True)


def test_it_comes_back_by_itself(made: Network) -> None:
    """A reading that failed in the middle is begun again; what it brings counts."""
    calls, clock, alarms = list[int](), Hands(), list[Exception]()

    class Failing(CheckedStore):
        def catch_up(self, head: Head | None = None) -> None:
            calls.append(1)
            if len(calls) in {4, 5}:
                raise StoreUnavailableError("away")
            super().catch_up(head)

    def opened() -> CheckedStore:
        store = open_checked(made.url, made.keyring, read_only=True)
        store.__class__ = Failing
        return store

    with Identity(opened, clock, alarms.append, every=0.001) as identity:
        clock.at += (STALE_SECONDS + 1) * SECOND
        until = time.monotonic() + 30
        while identity.stale or len(calls) < 8:
            assert time.monotonic() < until
            time.sleep(0.005)
        assert isinstance(identity(asking(TOKEN)), Who)
    assert alarms == []


def test_a_store_that_is_not_what_was_sealed_is_an_alarm(made: Network) -> None:
    """Once; and what was known is not believed for longer than any other."""
    alarms, clock = list[Exception](), Hands()
    opened = partial(open_checked, made.url, made.keyring, read_only=True)
    with Identity(opened, clock, alarms.append, every=0.01) as identity:
        spoil(
            made.url,
            "DELETE FROM stored_events WHERE notification_id = (SELECT max(notification_id) FROM stored_events)",
        )
        _comes(lambda: bool(alarms))
        clock.at += (STALE_SECONDS + 1) * SECOND
        with pytest.raises(ProblemError):
            identity(asking(TOKEN))
    assert [type(one) for one in alarms] == [TamperedError]


def test_what_nobody_planned_is_an_alarm(made: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that ended unseen would let in whom somebody revoked."""
    alarms = list[Exception]()
    opened = partial(open_checked, made.url, made.keyring, read_only=True)
    with Identity(opened, Hands(), alarms.append, every=0.01):
        monkeypatch.setattr(identities, "read_again", _broken)
        _comes(lambda: bool(alarms))
    assert [type(one) for one in alarms] == [KeyError]


def _broken(*_: object) -> KnownHolders:
    raise KeyError("nobody planned it")


def _comes(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not true():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.01)


def test_tries_are_counted_by_address_and_bounded() -> None:
    """As many as may be; then seconds to wait, until the minute is over; and no address is kept beyond the bound."""
    clock = Hands()
    tries = TriesByAddress(clock)
    assert [tries.another("192.0.2.1") for _ in range(TRIES)] == [0] * TRIES
    assert (tries.another("192.0.2.1"), tries.another("192.0.2.2")) == (60, 0)
    clock.at += 59 * SECOND
    assert tries.another("192.0.2.1") == 1
    clock.at += SECOND
    assert tries.another("192.0.2.1") == 0
    for number in range(ADDRESSES_MAX + 10):
        tries.another(f"2001:db8:0:{number:x}::1")
    assert len(tries._seen) == ADDRESSES_MAX


def test_a_clock_that_is_set_makes_nobody_wait_longer_or_shorter() -> None:
    """A minute is a minute, also where the date of the machine was an hour ahead, or is put ahead."""
    clock = SetBack()
    tries = TriesByAddress(clock)
    assert [tries.another("192.0.2.1") for _ in range(TRIES)] == [0] * TRIES
    for set_by in (-3_600 * SECOND, 7_200 * SECOND):
        clock.by = set_by
        assert tries.another("192.0.2.1") == 60
    clock.at += 60 * SECOND
    assert tries.another("192.0.2.1") == 0


class SetBack(Hands):
    """A clock whose date is set, while time passes as it does."""

    by = 0

    def now(self) -> int:
        return self.at + self.by


def test_who_has_a_network_has_one_address() -> None:
    """The first 64 bits of IPv6 are counted, and IPv4 that is written as IPv6 is IPv4; what is no address is counted as it is written."""
    tries = TriesByAddress(Hands())
    assert [tries.another(f"2001:db8::{number:x}") for number in range(TRIES)] == [0] * TRIES
    assert (tries.another("2001:db8::ffff:0:1%eth0"), tries.another("2001:db8:0:1::")) == (60, 0)
    assert [tries.another("::ffff:192.0.2.1") for _ in range(TRIES)] == [0] * TRIES
    assert (tries.another("192.0.2.1"), tries.another("192.0.2.2"), tries.another("::1")) == (60, 0, 0)
    assert [tries.another("") for _ in range(TRIES + 1)] == [0] * TRIES + [60]


def test_nobody_is_known_by_what_is_no_token(made: Network) -> None:
    """Whatever stands in its place."""
    with Identity(
        partial(open_checked, made.url, made.keyring, read_only=True), Hands(), list[Exception]().append, every=0.01
    ) as identity:
        for token in ("", "x", TOKEN + "x", TOKEN.upper(), "a.b.c", "..", "x" * 5_000, "eyJhbGciOiJub25lIn0.e30."):
            assert isinstance(identity(asking(token)), Denied)
