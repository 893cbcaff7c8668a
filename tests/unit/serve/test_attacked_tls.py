"""Who comes with a certificate that he may not come with, or with a certificate and a token of two holders: what is foretold, and nothing is recorded."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx2
import pytest
from cryptography.x509.oid import ExtendedKeyUsageOID

from tests.tools.certificates import BEGINS, ENDS, Authority, Issued, Wanted, authority, issued, itself
from tests.worlds.network import AUDITOR, TOKEN, Network, network, serving
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.store import open_store

DAY: Final = timedelta(days=1)
OF_NOBODY: Final = "tombo_ofnobody"


class Comes(NamedTuple):
    """Who comes with which certificate and token; which status he has, None where there is no connection, and as whom he is known then."""

    name: str
    certificate: str | None
    token: str | None
    status: int | None
    known: str = ""


COMES: Final = [
    Comes("as himself", "games", None, 403, "platform games"),
    Comes("with nothing", None, None, 401),
    Comes("with a key that is on nobody's record", "stranger", None, 401),
    Comes("with one that is renewed for the same key", "renewed", None, 403, "platform games"),
    # All of these are of a key that is on record: what is wrong with them is the certificate.
    Comes("with one that has ended", "ended", None, None),
    Comes("with one that has not begun", "early", None, None),
    Comes("with one that nobody signed but itself", "itself", None, None),
    Comes("with one of another authority", "elsewhere", None, None),
    Comes("with the same key, by another authority", "same key elsewhere", None, None),
    Comes("with one that another platform's key signed", "by a platform", None, None),
    Comes("with one for servers alone", "for servers", None, None),
    # And these are good certificates, whose grant is none any more.
    Comes("with one that was revoked", "revoked", None, 401),
    Comes("with one whose grant is over", "over", None, 401),
    # A token says who asks, whatever certificate the connection has; one that is none is not made good by it.
    Comes("with a token of another", "games", TOKEN, 403, "platform platform"),
    Comes("with a token of another, over a connection of nobody's", "stranger", TOKEN, 403, "platform platform"),
    Comes("with an auditor's token", "games", AUDITOR, 403, "auditor srij"),
    Comes("with a token of nobody's", "games", OF_NOBODY, 401),
    Comes("with a signed token that is none", "games", "a.b.c", 401),
    Comes("with a good token and a certificate that has ended", "ended", TOKEN, None),
    Comes("with a good token and a certificate of another authority", "elsewhere", TOKEN, None),
]


class Listening(NamedTuple):
    """A server with TLS, whom it believes, and whoever comes."""

    made: Network
    url: str
    trusted: Authority
    certificates: dict[str, Issued]

    def size(self) -> int:
        """How many entries its log has."""
        with open_store(self.made.url, read_only=True) as store:
            return store.head().size


def _issued(folder: Path, trusted: Authority) -> dict[str, Issued]:
    other = authority(folder / "other")
    games = issued(folder, trusted, "games")
    found = {
        "games": games,
        "stranger": issued(folder, trusted, "stranger"),
        "renewed": issued(folder, trusted, "renewed", Wanted(key=games.private)),
        "ended": issued(folder, trusted, "ended", Wanted(ends=BEGINS + DAY)),
        "early": issued(folder, trusted, "early", Wanted(begins=ENDS - DAY)),
        "itself": itself(folder, "itself"),
        "elsewhere": issued(folder / "other", other, "elsewhere"),
        "same key elsewhere": issued(folder / "other", other, "games", Wanted(key=games.private)),
        "by a platform": issued(folder, games.as_authority(), "by-a-platform"),
        "for servers": issued(folder, trusted, "for-servers", Wanted(usage=ExtendedKeyUsageOID.SERVER_AUTH)),
        "revoked": issued(folder, trusted, "revoked"),
        "over": issued(folder, trusted, "over"),
    }
    chain = found["by a platform"].certificate
    chain.write_bytes(chain.read_bytes() + games.certificate.read_bytes())
    return found


@pytest.fixture(scope="module")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    """One server for all; every key is on record but the stranger's."""
    folder = tmp_path_factory.mktemp("attacked-tls")
    (folder / "other").mkdir()
    made, trusted = network(f"sqlite:///{folder / 'ledger.db'}", folder), authority(folder)
    certificates, server = _issued(folder, trusted), issued(folder, trusted, "localhost")
    soon = SystemClock().now() + 60 * SECOND  # in the clock of the tests
    for name, one in certificates.items():
        if name not in {"stranger", "renewed", "same key elsewhere"}:
            made.grant(f"tls-{name.replace(' ', '-')}", *one.proof("games"), soon if name == "over" else None)
    made.revoke("tls-revoked")
    files = ("--tls-certificate", server.certificate, "--tls-key", server.key, "--tls-clients", trusted.certificate)
    with serving(made, *map(str, files)) as (url, _):
        yield Listening(made, url.replace("127.0.0.1", "localhost"), trusted, certificates)


@pytest.mark.parametrize("comes", COMES, ids=lambda comes: comes.name)
def test_who_comes_with_what_is_foretold(listening: Listening, comes: Comes) -> None:
    """He asks in the name of somebody of staff, which no platform may, so that the answer says as whom he is known; nothing is recorded."""
    before, certificate = listening.size(), listening.certificates.get(comes.certificate or "")
    assert (certificate is None) == (comes.certificate is None)
    told = _asked(listening, certificate, comes.token)
    assert (None if told is None else told.status_code) == comes.status, told and told.text
    if comes.known:
        assert told is not None and told.json()["detail"].endswith(_WHO[comes.known])
    assert listening.size() == before


_WHO: Final = {
    "platform games": "who authenticated is platform games",
    "platform platform": "who authenticated is platform platform",
    "auditor srij": "auditor srij reads, and records nothing",
}


def _asked(listening: Listening, certificate: Issued | None, token: str | None) -> Any:
    """The answer; None where there is no connection."""
    body = {
        "by": {"actor": "staff", "id": "ana", "role": "manager"},
        "command": {"kind": "open_account", "player": "p-x"},
        "command_id": "open/p-x",
    }
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    with httpx2.Client(verify=listening.trusted.context(certificate), timeout=30) as client:
        try:
            return client.post(f"{listening.url}/v1/commands", json=body, headers=headers)
        except httpx2.TransportError:
            return None


def test_who_speaks_no_tls_is_told_nothing(listening: Listening) -> None:
    """Not even that it is a server of ours."""
    port = int(listening.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(f"GET /healthz HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {TOKEN}\r\n\r\n".encode())
        with suppress(ConnectionError):
            assert b"HTTP" not in connection.recv(65_536)
