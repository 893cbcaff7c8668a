"""``tombo serve`` under attack: each request has the status that is foretold, nothing is recorded, and no secret is in what it says."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from typing import Final, NamedTuple

import httpx2
import pytest

from tests.worlds.attacks import SECRET, Attack, attacks
from tests.worlds.attacks_wire import wire_attacks
from tests.worlds.floor import PLATFORM
from tests.worlds.network import AUDITOR, TOKEN, Network, network, serving
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.house.credential.events import PlatformHolder, TokenProof
from tombo.ledger.seal.bearer import token_digest
from tombo.ledger.store import open_store
from tombo.serve.logs import FIELDS

ATTACKS: Final = [*attacks(), *wire_attacks()]
STATUS: Final = re.compile(rb"HTTP/1\.1 ([2-5]\d\d) ")


class Attacked(NamedTuple):
    """A server that is attacked."""

    made: Network
    url: str

    def size(self) -> int:
        """How many entries its log has."""
        with open_store(self.made.url, read_only=True) as store:
            return store.head().size


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    """One that is served for all attacks; a credential ended by the clock, and one was revoked."""
    folder = tmp_path_factory.mktemp("attacked")
    made = network(f"sqlite:///{folder / 'ledger.db'}", folder)
    holder, soon = PlatformHolder(id=PLATFORM.id), SystemClock().now() + 60 * SECOND
    made.grant("expired", holder, TokenProof(sha256=token_digest("tombo_expired")), soon)  # in the clock of the tests
    made.grant("revoked", holder, TokenProof(sha256=token_digest("tombo_revoked")))
    made.revoke("revoked")
    with serving(made) as (url, _):
        yield Attacked(made, url)


@pytest.mark.parametrize("number", range(len(ATTACKS)), ids=lambda number: ATTACKS[number].name)
def test_it_is_answered_as_foretold(attacked: Attacked, number: int) -> None:
    """And nothing is recorded. Each comes from an address of its own, for who tries too often is not looked at."""
    size = attacked.size()
    attack: Attack = [*attacks(), *wire_attacks()][
        number
    ]  # signed as this is asked, and not as the tests are collected
    told = _answers(attacked.url, attack.sent, f"127.1.{number // 250}.{number % 250 + 1}")
    assert tuple(map(int, STATUS.findall(told))) == attack.answered, told[:2_000]
    assert SECRET.encode() not in told
    assert attacked.size() == size


def test_no_secret_is_said_and_no_fault_of_ours_was_met(attacked: Attacked) -> None:
    """After all of them: the log of requests has its fields and no others, no token, and no error."""
    assert httpx2.get(f"{attacked.url}/readyz").status_code == 200
    assert b" 400 " in _answers(
        attacked.url, b"no request\r\n\r\n", "127.0.0.1"
    )  # whichever of the others ran in this process
    said = attacked.made.keyring.directory.with_name("serve.log").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in said.splitlines()]
    assert lines, "no request was logged"
    unreadable = {
        "event": "request",
        "method": "OTHER",
        "route": "-",
        "status": 400,
        "milliseconds": 0,
        "actor": "nobody",
    }
    assert unreadable in [{name: line[name] for name in unreadable} for line in lines]
    assert set().union(*lines) == {*FIELDS} - {
        "error",
        "at",
        "openid",
        "lines",
    }  # nobody asks a provider here, and each line is taken
    assert 500 not in {line["status"] for line in lines}
    for secret in (TOKEN, AUDITOR, SECRET, "tombo_", "p-x", "Bearer", "eyJ"):
        assert secret not in said


def _answers(url: str, sent: bytes, address: str) -> bytes:
    """All that is answered until the server ends the connection."""
    host, _, port = url.removeprefix("http://").partition(":")
    told = bytearray()
    with socket.create_connection((host, int(port)), timeout=30, source_address=(address, 0)) as connection:
        try:
            connection.sendall(sent)
            while received := connection.recv(65_536):
                told += received
        except ConnectionError:
            pass  # it was ended before all of the request was taken
    return bytes(told)
