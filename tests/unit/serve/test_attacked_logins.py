"""A million tries to come in, and a grant that is revoked while nobody can read of it: what is kept in mind stays small, and what is too old opens nothing."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from starlette.testclient import TestClient

from tests.worlds.floor import PLATFORM
from tests.worlds.network import AUDITOR, TOKEN, Network, network
from tombo.desk import sessions as sessions_of
from tombo.desk.sessions import DeskSessions
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.house.credential.events import PlatformHolder, TokenProof
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.seal.bearer import token_digest
from tombo.ledger.store import Head
from tombo.serve.app import application
from tombo.serve.commands import commands
from tombo.serve.door import Door
from tombo.serve.identity import (
    STALE_SECONDS,
    Identity,
    SignedIn,
    SignIn,
)
from tombo.serve.tries import ADDRESSES_MAX, TRIES, TRIES_SECONDS, TriesByAddress
from tombo.serve.who import EVERYBODY, HolderSort, Who

ADDRESSES: Final = 100_000
LOGINS: Final = 1_000_000
EACH: Final = 500
"""Bytes that one address may cost: its text, two numbers, and its place."""
USED: Final = 500
OPEN: Final = 100
LEAVER: Final = "tombo_leaver"


class Hands:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.at = 1_800_000_000 * SECOND

    def now(self) -> int:
        return self.at

    def monotonic(self) -> int:
        return self.at


def test_a_hundred_thousand_addresses_cost_as_much_as_ten_thousand() -> None:
    """And an address that goes on trying waits all the while, however many others come."""
    tries = TriesByAddress(Hands())
    for _ in range(TRIES):
        assert tries.another("192.0.2.1") == 0
    tracemalloc.start()
    try:
        for number in range(ADDRESSES):
            tries.another(f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::{number:x}")
            if number % (ADDRESSES_MAX // 2) == 0:
                assert tries.another("192.0.2.1") == TRIES_SECONDS
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(tries._seen) == ADDRESSES_MAX
    assert kept < ADDRESSES_MAX * EACH


def test_a_million_logins_of_one_address_are_one_address() -> None:
    """After some of them it waits, and all it does is to be told so."""
    tries = TriesByAddress(Hands())
    told = [tries.another("192.0.2.1") for _ in range(LOGINS)]
    assert (set(told[:TRIES]), set(told[TRIES:])) == ({0}, {TRIES_SECONDS})
    assert len(tries._seen) == 1


class Whoever(Identity):
    """Lets in everybody, each by a token of his own, which is good for two minutes."""

    def __init__(self, clock: Hands) -> None:
        self._hands = clock

    def sign_in(self, token: str) -> SignIn:
        return SignIn(SignedIn(Who(HolderSort.STAFF, token), "key"), token, self._hands.at // SECOND + 120)

    def in_force(self, signed_in: SignedIn) -> bool:
        return True


def test_who_signs_in_again_and_again_fills_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions and used tokens are bounded: who comes when all are used waits until some are over. With bounds that are met sooner than the real ones."""
    monkeypatch.setattr(sessions_of, "USED_MAX", USED)
    monkeypatch.setattr(sessions_of, "SESSIONS_MAX", OPEN)
    clock, number = Hands(), iter(range(10**9))
    sessions = DeskSessions(Whoever(clock), clock, lambda size: next(number).to_bytes(size, "big"))
    answers = [sessions.sign_in(f"s-{one}") is not None for one in range(USED + 50)]
    assert answers == [True] * USED + [False] * 50
    assert (len(sessions._open), len(sessions._used)) == (OPEN, USED)
    clock.at += 121 * SECOND
    assert sessions.sign_in("s-later") is not None
    assert len(sessions._used) == 1


class House:
    """A ledger whose credentials cannot be read as long as it is ``away``; what is asked goes on to its door."""

    def __init__(self, made: Network, clock: Hands) -> None:
        self.made = made
        self.clock = clock
        self.away = False
        self.reads = 0

    def opened(self) -> CheckedStore:
        """The ledger as who may ask is read from it."""
        store = open_checked(self.made.url, self.made.keyring, read_only=True)
        house = self

        class Away(CheckedStore):
            def catch_up(self, head: Head | None = None) -> None:
                if house.away:
                    raise StoreUnavailableError("away")
                super().catch_up(head)
                house.reads += 1

        store.__class__ = Away
        return store

    def read(self) -> None:
        """Wait until it was read from the beginning on."""
        _comes(lambda before=self.reads: self.reads > before + 2)  # type: ignore[misc]  # of how it stands now


def _comes(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.005)


@contextmanager
def _served(house: House) -> Iterator[TestClient]:
    ledger = open_ledger(house.made.url, house.made.keyring)
    with (
        ledger.store,
        GroupWriter(ledger) as writer,
        Identity(house.opened, house.clock, list[Exception]().append, every=0.01) as who,
    ):
        routers = [(commands(Door(writer)), EVERYBODY)]
        with TestClient(application(identify=who, ready=lambda: None, routers=routers, version="1")) as client:
            yield client


@pytest.mark.parametrize(
    ("seconds", "leaver", "other"),
    [
        pytest.param(0, 403, 403, id="at once: what was read last"),
        pytest.param(STALE_SECONDS, 403, 403, id="as long as that is believed"),
        pytest.param(STALE_SECONDS + 1, 503, 503, id="a second later nobody"),
        pytest.param(3_600, 503, 503, id="nor after an hour"),
    ],
)
def test_a_grant_revoked_while_the_database_is_away_is_good_for_seconds_and_no_longer(
    sqlite_url: str, tmp_path: Path, seconds: int, leaver: int, other: int
) -> None:
    """403 is whoever is known: he asks what he may not. As soon as the database is back he is nobody, and everybody else is who he was; nothing is recorded."""
    house = House(network(sqlite_url, tmp_path), Hands())
    house.made.grant("leaver", PlatformHolder(id=PLATFORM.id), TokenProof(sha256=token_digest(LEAVER)))
    with _served(house) as client:
        assert [_status(client, token) for token in (LEAVER, TOKEN, AUDITOR)] == [403, 403, 403]
        house.away = True
        house.made.revoke("leaver")
        size = _size(house)
        house.clock.at += seconds * SECOND
        assert [_status(client, token) for token in (LEAVER, TOKEN, AUDITOR)] == [leaver, other, other]
        house.away = False
        house.read()
        assert [_status(client, token) for token in (LEAVER, TOKEN, AUDITOR)] == [401, 403, 403]
    assert _size(house) == size


def _status(client: TestClient, token: str) -> int:
    """Of a command in somebody else's name."""
    asked = {
        "command": {"kind": "open_account", "player": "p-1"},
        "command_id": "a",
        "by": {"actor": "platform", "id": "x"},
    }
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    return client.post("/v1/commands", content=json.dumps(asked), headers=headers).status_code


def _size(house: House) -> int:
    with open_checked(house.made.url, house.made.keyring, read_only=True) as store:
        return store.head().size
