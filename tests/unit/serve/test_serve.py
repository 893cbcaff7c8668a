"""``tombo serve`` as a process: who it lets in, a second one, TLS, slow and broken requests, and how it ends."""

from __future__ import annotations

import json
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx2
import pytest

from tests.tools.certificates import authority, issued
from tests.tools.cli_run import tombo
from tests.worlds.floor import PLATFORM
from tests.worlds.network import AUDITOR, ORIGIN, PLAYERS, TOKEN, Network, network, serving, signed_token
from tests.worlds.staff import key_of
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.note import parse_note
from tombo.ledger.store import open_store
from tombo.serve import server

BEARER: Final = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def made(store_url: str, tmp_path: Path) -> Network:
    """A ledger with credentials, on each store in turn."""
    return network(store_url, tmp_path)


@pytest.fixture
def in_a_file(sqlite_url: str, tmp_path: Path) -> Network:
    """The same, in a file."""
    return network(sqlite_url, tmp_path)


@pytest.fixture(scope="module")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of one that is served for several tests."""
    folder = tmp_path_factory.mktemp("served")
    with serving(network(f"sqlite:///{folder / 'ledger.db'}", folder)) as (url, _):
        yield url


def opening(player: str) -> dict[str, object]:
    """A command."""
    return {"command": {"kind": "open_account", "player": player}, "command_id": f"open/{player}", "occurred": None}


def signed_size(note: str | None) -> int:
    """How many entries the checkpoint covers."""
    return 0 if note is None else parse_checkpoint(parse_note(note.encode()).text).size


def test_a_platform_records_over_http_and_a_checkpoint_covers_it(made: Network) -> None:
    """From a token on record to a checkpoint: SIGTERM ends it, with status 0 and everything signed."""
    with serving(made) as (url, process), httpx2.Client(base_url=url, headers=BEARER) as client:
        assert client.get("/readyz").json() == {"status": "ready"}
        told = client.post("/v1/commands", json=opening("p-1"))
        assert (told.status_code, told.json()["stream"]) == (200, "account:p-1")
        assert told.headers["cache-control"] == "no-store"
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    with open_store(made.url, read_only=True) as store:
        assert signed_size(store.last_checkpoint()) == store.head().size
    assert tombo("--ledger", made.url, "--keys", str(made.keyring.directory), "verify").status == 0


def test_a_second_one_is_refused(made: Network) -> None:
    """It is told who serves; 'tombo record' goes on beside the first."""
    words = ("--ledger", made.url, "--keys", str(made.keyring.directory))
    with serving(made) as (url, process):
        refused = tombo(*words, "serve", "--port", "0")
        assert (refused.status, f"process {process.pid} on" in refused.err) == (3, True), refused.err
        line = json.dumps({**opening("p-2"), "by": PLATFORM.model_dump()})
        assert tombo(*words, "record", stdin=line.encode()).status == 0
        assert httpx2.post(f"{url}/v1/commands", json=opening("p-2"), headers=BEARER).json()["repeated"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer tombo_another"},
        {"authorization": "Basic Z2FtZXM6eA=="},
        {"authorization": "Bearer"},
        {"authorization": f"bearer {'x' * 5_000}"},
        {"authorization": "Bearer a.b.c"},
        {"authorization": "Bearer eyJhbGciOiJub25lIn0.e30."},
    ],
)
def test_nobody_else_is_let_in(listening: str, headers: dict[str, str]) -> None:
    """401 with a challenge, whatever is asked; what tells of life alone is for everybody."""
    with httpx2.Client(base_url=listening, headers=headers) as client:
        assert client.get("/healthz").status_code == 200
        for told in (client.post("/v1/commands", json=opening("p-1")), client.get("/v1/openapi.json")):
            assert (told.status_code, told.headers["www-authenticate"]) == (401, 'Bearer realm="tombo"')
            assert told.headers["content-type"] == "application/problem+json"


def test_signed_tokens(in_a_file: Network) -> None:
    """Of players by the operator's server, of staff by the key they are enrolled with: in time, for this ledger, by that key."""
    now = int(time.time())
    good = {"sub": "p-1", "aud": ORIGIN, "iat": now, "exp": now + 300}
    server, ana = key_of(ORIGIN, PLAYERS), key_of(ORIGIN, "ana")
    kid = ana.key_id.hex()
    with serving(in_a_file) as (url, _), httpx2.Client(base_url=url) as client:

        def status(token: str) -> int:
            return client.get("/v1/openapi.json", headers={"authorization": f"Bearer {token}"}).status_code

        assert status(signed_token(server, PLAYERS, **good)) == 200
        his = {"authorization": f"Bearer {signed_token(server, PLAYERS, **good)}"}
        for others in (
            "/v1/log",
            "/c2sp/checkpoint",
            "/metrics",
            "/v1/players/p-2/account",
            "/v1/tables",
            "/v1/streams/log:log",
        ):
            assert client.get(others, headers=his).status_code == 403, others
        assert status(signed_token(ana, kid, **{**good, "sub": "ana"})) == 200
        assert (
            client.post(
                "/v1/commands",
                json={**opening("p-1"), "by": {"actor": "player", "id": "p-1"}},
                headers={"authorization": f"Bearer {signed_token(server, PLAYERS, **good)}"},
            ).status_code
            == 403
        )
        refused = [
            signed_token(ana, PLAYERS, **good),
            signed_token(server, kid, **{**good, "sub": "ana"}),
            signed_token(server, "games", **good),
            signed_token(ana, kid, **{**good, "sub": "rui"}),
            signed_token(server, PLAYERS, **{**good, "aud": "another.example/1"}),
            signed_token(server, PLAYERS, **{**good, "iat": now - 900, "exp": now - 600}),
            signed_token(server, PLAYERS, **{**good, "iat": now + 900, "exp": now + 1_200}),
            signed_token(server, PLAYERS, **{**good, "exp": now + 86_400}),
            signed_token(server, PLAYERS, sub="p-1", aud=ORIGIN, iat=now),
            signed_token(server, PLAYERS, **{**good, "sub": "p 1"}),
        ]
        assert [status(token) for token in refused] == [401] * len(refused)


def test_a_grant_and_a_revocation_are_known_within_seconds(made: Network) -> None:
    """Whichever process recorded them; nothing is started again."""
    with (
        serving(made) as (url, _),
        httpx2.Client(base_url=url, headers={"authorization": f"Bearer {AUDITOR}"}) as client,
    ):
        assert client.get("/v1/openapi.json").status_code == 200
        assert client.post("/v1/commands", json=opening("p-1")).status_code == 403
        made.revoke("auditor")
        until = time.monotonic() + 30
        while client.get("/v1/openapi.json").status_code == 200:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert client.get("/v1/openapi.json").status_code == 401


def test_many_tries_are_slowed(in_a_file: Network) -> None:
    """After twenty in a minute an address waits; who has a credential goes on from the same one."""
    with serving(in_a_file) as (url, _), httpx2.Client(base_url=url) as client:
        told = [client.get("/v1/openapi.json").status_code for _ in range(30)]
        assert told == [401] * 20 + [429] * 10
        assert 0 < int(client.get("/v1/openapi.json").headers["retry-after"]) <= 60
        assert client.get("/v1/openapi.json", headers=BEARER).status_code == 200


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"GET / HTTP/1.1\r\nhost: x\r\nx: " + b"y" * 40_000, b"400"),
        (b"\x16\x03\x01 no http\r\n\r\n", b"400"),
        (b"POST /v1/commands HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n", b"400"),
    ],
)
def test_what_is_no_request_is_refused(listening: str, sent: bytes, answered: bytes) -> None:
    """And the server goes on."""
    with _raw(listening) as connection:
        connection.sendall(sent)
        assert connection.recv(65_536).split(b" ")[1] == answered
    assert httpx2.get(f"{listening}/healthz").status_code == 200


def test_slow_heads_and_bodies_are_given_up(listening: str) -> None:
    """A head that does not end, a connection that asks nothing, a body that comes too slowly, one whose request is answered: each in some ten seconds, all at once."""
    body = b"POST /v1/commands HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n"
    with _raw(listening) as silent, _raw(listening) as head, _raw(listening) as slow, _raw(listening) as unread:
        head.sendall(b"GET /healthz HTTP/1.1\r\nho")
        slow.sendall(body + f"authorization: Bearer {TOKEN}\r\n\r\n{{".encode())
        unread.sendall(body + b"\r\n{")
        assert unread.recv(65_536).split(b" ")[1] == b"401"
        for each in (silent, head):
            each.settimeout(40)
            assert each.recv(1) == b""
        slow.settimeout(40)
        assert slow.recv(65_536).split(b" ")[1] == b"408"
        until = time.monotonic() + 40
        with suppress(ConnectionError):
            while time.monotonic() < until:
                unread.sendall(b"{")
                time.sleep(0.2)
        assert time.monotonic() < until


def test_tls_and_a_client_certificate(in_a_file: Network, tmp_path: Path) -> None:
    """A platform comes with the certificate whose key is on record; another's of the same authority is nobody."""
    ca = authority(tmp_path)
    served, ours, others = (issued(tmp_path, ca, name) for name in ("localhost", "games-2", "stranger"))
    in_a_file.grant("games-2", *ours.proof("games-2"))
    ciphers = server.Tls(served.certificate, served.key).context().get_ciphers()
    assert ciphers and all(one["aead"] and one["kea"] in {"kx-ecdhe", "kx-any"} for one in ciphers)
    words = [
        "--tls-certificate",
        str(served.certificate),
        "--tls-key",
        str(served.key),
        "--tls-clients",
        str(ca.certificate),
    ]
    with serving(in_a_file, *words) as (listens, _):
        url = listens.replace("127.0.0.1", "localhost")
        assert url.startswith("https://")
        for known, status in ((ours, 403), (others, 401), (None, 401)):
            with httpx2.Client(base_url=url, verify=ca.context(known)) as client:
                assert (
                    client.post(
                        "/v1/commands", json={**opening("p-1"), "by": {"actor": "platform", "id": "x"}}
                    ).status_code
                    == status
                )
        with httpx2.Client(base_url=url, verify=ca.context(ours)) as client:
            told = client.post("/v1/commands", json=opening("p-1"))
        assert (told.status_code, told.headers["strict-transport-security"]) == (200, "max-age=31536000")


def test_what_is_wrong_with_how_it_is_started_is_said(in_a_file: Network, tmp_path: Path) -> None:
    """No TLS beyond this machine, half of it, files that are none, a port that is taken: exit status 2, and nothing is held."""
    words = ("--ledger", in_a_file.url, "--keys", str(in_a_file.keyring.directory), "serve")
    (tmp_path / "no.pem").write_text("no certificate")
    pem = str(tmp_path / "no.pem")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for more, why in (
            (["--host", "0.0.0.0"], "without TLS tokens would travel in the open"),
            (["--tls-certificate", pem], "TLS needs --tls-certificate and --tls-key together"),
            (["--tls-certificate", pem, "--tls-key", pem], "TLS cannot begin with"),
            (["--port", port], f"127.0.0.1 port {port} cannot be listened at"),
            (
                ["--host", "no.such.host.invalid", "--behind-proxy"],
                "no.such.host.invalid port 8443 cannot be listened at",
            ),
        ):
            ran = tombo(*words, *more)
            assert (ran.status, why in ran.err) == (2, True), ran.err


def test_ending_answers_what_waits(made: Network) -> None:
    """A batch that is being recorded when SIGTERM comes is answered whole; what comes after it finds nobody."""
    lines = "\n".join(json.dumps(opening(f"p-{number}")) for number in range(1_000))
    with serving(made) as (url, process), httpx2.Client(base_url=url, headers=BEARER, timeout=60) as client:
        with client.stream(
            "POST", "/v1/commands", content=lines, headers={"content-type": "application/x-ndjson"}
        ) as told:
            answers = told.iter_lines()
            first = next(answers)
            process.send_signal(signal.SIGTERM)
            rest = [json.loads(line)["status"] for line in answers]
        assert (json.loads(first)["status"], rest) == ("recorded", ["recorded"] * 999)
        assert process.wait(60) == 0
        with pytest.raises(httpx2.ConnectError):
            client.get("/healthz")


def _raw(url: str) -> socket.socket:
    host, _, port = url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=20)


def test_a_killed_one_lets_the_next_serve(made: Network) -> None:
    """``kill -9``: what was acknowledged is there, and the fence is free."""
    with serving(made) as (url, process):
        assert httpx2.post(f"{url}/v1/commands", json=opening("p-1"), headers=BEARER).status_code == 200
        process.kill()
        process.wait(60)
    with serving(made) as (url, _):
        assert httpx2.post(f"{url}/v1/commands", json=opening("p-1"), headers=BEARER).json()["repeated"]


def test_everything_is_served_beside(made: Network) -> None:
    """A subscriber follows what is recorded, a monitor reads figures, a mirror the checkpoint; each request has its line, without a secret."""
    with serving(made) as (url, process), httpx2.Client(base_url=url, headers=BEARER, timeout=60) as client:
        assert client.post("/v1/commands", json=opening("p-1")).status_code == 200
        with client.stream("GET", "/v1/log", params={"from": 0}) as log:
            ids = list[int]()
            for line in log.iter_lines():
                ids += [int(line.removeprefix("id: "))] if line.startswith("id: ") else []
                if len(ids) == 6 or "account.opened.v1" in line:
                    break
        assert ids == list(range(len(ids)))
        figures = client.get("/metrics").text
        assert 'tombo_commands_total{outcome="recorded"} 1.0' in figures
        assert "tombo_commit_seconds_count 1.0" in figures
        assert "tombo_unanswered 0.0" in figures
        until = time.monotonic() + 60
        while client.get("/c2sp/checkpoint").status_code == 404:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert client.get("/c2sp/checkpoint").text.startswith(ORIGIN)
        assert client.get("/v1/players/p-1/account").json()["player"] == "p-1"
        assert httpx2.get(f"{url}/metrics").status_code == 401
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    said = made.keyring.directory.with_name("serve.log").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert {"/v1/commands", "/v1/log", "/metrics"} <= {line["route"] for line in lines}
    assert TOKEN not in said


def test_an_answer_of_two_writes_does_not_wait() -> None:
    """What is accepted sends at once: a head and a body that are written apart would else wait 40 ms for each other."""
    with server.listening("127.0.0.1", 0) as at, socket.create_connection(at.getsockname()):
        accepted, _ = at.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
