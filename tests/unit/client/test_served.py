"""The client asks a real ``tombo serve``: tokens and certificates, outcomes, and a server that is killed in the middle and started again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Final

import pytest

from tests.tools.certificates import authority, issued
from tests.worlds.clients import Both
from tests.worlds.network import AUDITOR, TOKEN, Network, network, serving
from tombo.client import (
    AsyncClient,
    Client,
    Command,
    CommandRecorded,
    CommandRefused,
    Conflict,
    LogEntry,
    NotDone,
    RequestFailedError,
    Retries,
)
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.store import open_store

PATIENT: Final = Retries(attempts=200, first=0.05, most=0.25)
"""For as long as a server takes to start on a busy machine."""


@pytest.fixture
def made(sqlite_url: str, tmp_path: Path) -> Network:
    """A ledger with credentials, in a file."""
    return network(sqlite_url, tmp_path)


@pytest.fixture(scope="module")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of one that is served for several tests."""
    folder = tmp_path_factory.mktemp("served")
    with serving(network(f"sqlite:///{folder / 'ledger.db'}", folder)) as (url, _):
        yield url


def opening(player: str, **more: object) -> Command:
    """A command that opens an account, by the platform that asks."""
    return Command(OpenAccount(player=player), **more)  # type: ignore[arg-type]  # of whichever field


def test_every_outcome_comes_alone_and_in_a_batch(listening: str, client: Callable[..., Both]) -> None:
    """Recorded, recorded before, refused, two conflicts, and what is not done: the same both ways."""
    asked = client(listening, token=TOKEN)
    sort = client.__name__
    one = opening(f"a-{sort}")
    first = asked.record(one)
    assert isinstance(first, CommandRecorded)
    assert [place.stream for place in first.places] == [f"account:a-{sort}"]
    money = {"kind": "deposit", "player": f"a-{sort}", "amount": {"cents": 100}, "reference": "bank"}
    commands = [
        one,
        Command({**money, "player": "nobody"}),
        opening("another", command_id=one.command_id),
        Command(money, expected_version=7),
        Command({"kind": "no such command"}),
        opening("b", by={"actor": "platform", "id": "another"}),
    ]
    outcomes = [asked.record(command) for command in commands]
    assert asked.record_all(commands) == outcomes
    assert outcomes[0] == CommandRecorded(one.command_id, first.places, repeated=True)
    assert isinstance(outcomes[1], CommandRefused)
    assert isinstance(outcomes[2], Conflict)
    assert (outcomes[2].expected, outcomes[2].found) == (None, None)
    assert isinstance(outcomes[3], Conflict)
    assert (outcomes[3].expected, outcomes[3].found) == (7, 1)
    statuses = [(one.status, one.unknown) for one in outcomes[4:] if isinstance(one, NotDone)]
    assert statuses == [(400, False), (403, False)]


def test_who_may_not_ask_is_told(listening: str, client: Callable[..., Both]) -> None:
    """Of commands as outcomes, of what is read as an error."""
    told = client(listening, token=AUDITOR).record(opening("p-1"))
    assert isinstance(told, NotDone)
    assert (told.status, told.unknown) == (403, False)
    with pytest.raises(RequestFailedError) as raised:
        client(listening, token="tombo_another").read("openapi.json")
    assert raised.value.status == 401
    assert client(listening, token=AUDITOR).read("openapi.json")["openapi"].startswith("3.1")


def test_a_certificate_says_who_asks(made: Network, tmp_path: Path) -> None:
    """TLS, whom the client believes, and no token at all; of an authority that it does not know it takes nothing."""
    ca = authority(tmp_path)
    served, ours = issued(tmp_path, ca, "localhost"), issued(tmp_path, ca, "games-2")
    made.grant("games-2", *ours.proof("games-2"))
    words = ("--tls-certificate", served.certificate, "--tls-key", served.key, "--tls-clients", ca.certificate)
    with serving(made, *map(str, words)) as (listens, _):
        url = listens.replace("127.0.0.1", "localhost")
        with Client(url, tls=ca.context(ours)) as client:
            assert isinstance(client.record(opening("p-1")), CommandRecorded)
        with Client(url, retries=Retries(attempts=1)) as stranger:
            told = stranger.record(opening("p-2"))
        assert isinstance(told, NotDone)
        assert (told.status, "CERTIFICATE_VERIFY_FAILED" in told.message) == (None, True)


@pytest.mark.parametrize("how", ["waits", "loops"])
def test_a_server_that_is_killed_and_started_again_records_nothing_twice(made: Network, how: str) -> None:
    """``kill -9`` in the middle of a batch, another one at the same port: one outcome each, in order, and one entry each."""
    commands = [opening(f"p-{number}") for number in range(600)]
    outcomes = list[object]()

    async def looped(url: str) -> None:
        async with AsyncClient(url, token=TOKEN, retries=PATIENT) as client:
            async for outcome in client.record_all(commands):
                outcomes.append(outcome)

    def asked(url: str) -> None:
        if how == "loops":
            asyncio.run(looped(url))
            return
        with Client(url, token=TOKEN, retries=PATIENT) as client:
            for outcome in client.record_all(commands):
                outcomes.append(outcome)

    with serving(made) as (url, process):
        asking = Thread(target=asked, args=(url,))
        asking.start()
        while not outcomes:
            asking.join(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait(60)
    assert len(outcomes) < len(commands)
    with serving(made, "--port", url.rpartition(":")[2]):
        asking.join(120)
    assert [getattr(one, "command_id", None) for one in outcomes] == [one.command_id for one in commands]
    assert {type(one) for one in outcomes} == {CommandRecorded}
    with open_store(made.url, read_only=True) as store:
        assert [len(list(store.stream_rows(f"account:p-{number}"))) for number in range(600)] == [1] * 600


def test_what_is_read_is_what_the_door_recorded(made: Network, client: Callable[..., Both]) -> None:
    """A document by the parts of its path, and a list page after page, by the real ones."""
    with serving(made) as (url, _):
        platform, auditor = client(url, token=TOKEN), client(url, token=AUDITOR)
        for number in range(3):
            platform.record(opening(f"p-{number}"))
        assert platform.read("players", "p-1", "account")["balance"] == 0
        entries = auditor.read("streams", "account:p-1", parameters={"limit": 1})["items"]
        assert [one["log_index"] for one in auditor.listed("streams", "account:p-1")] == [entries[0]["log_index"]]
        every = auditor.listed("keys")
        assert len(every) > 1
        assert auditor.listed("keys", parameters={"limit": 1}) == every
        with pytest.raises(RequestFailedError) as raised:
            platform.read("hands", "t-1/1")
        assert raised.value.status == 404


def test_the_log_is_followed_over_a_server_that_is_killed(made: Network, client: Callable[..., Both]) -> None:
    """``kill -9`` while it is followed and written, another one at the same port: every entry once and in order, with what is on record."""
    with open_store(made.url, read_only=True) as store:
        before = store.head().size
    found = list[LogEntry]()
    with serving(made) as (url, process):
        follows = Thread(
            target=lambda: found.extend(client(url, token=AUDITOR, retries=PATIENT).follow(2, before + 38))
        )
        follows.start()
        with Client(url, token=TOKEN) as platform:
            for number in range(20):
                assert isinstance(platform.record(opening(f"p-{number}")), CommandRecorded)
        process.kill()
        process.wait(60)
    with serving(made, "--port", url.rpartition(":")[2]), Client(url, token=TOKEN, retries=PATIENT) as platform:
        assert len(list(platform.record_all(opening(f"p-{number}") for number in range(20, 40)))) == 20
        follows.join(120)
    assert [one.index for one in found] == list(range(2, before + 40))
    with open_store(made.url, read_only=True) as store:
        (row,) = store.stream_rows("account:p-39")
    told = found[row.index - 2].document
    assert (told["stream"], told["log_index"], told["event"]["kind"]) == (
        "account:p-39",
        row.index,
        "account.opened.v1",
    )
