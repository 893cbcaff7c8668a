"""What somebody sends to ``tombo serve`` who has no business there, or more of it than he should; with the status that it is foretold."""

from __future__ import annotations

import hmac
import json
import time
from base64 import urlsafe_b64encode
from gzip import compress
from typing import Any, Final, NamedTuple

from tests.worlds.network import AUDITOR, ORIGIN, PLAYERS, TOKEN
from tests.worlds.staff import key_of
from tombo.ledger.seal.keys import PrivateKey

OPENING: Final = {"command": {"kind": "open_account", "player": "p-x"}, "command_id": "open/p-x", "occurred": None}
JSON: Final = "application/json"
SECRET: Final = "tombo_thiscannotbeinanylog"


class Attack(NamedTuple):
    """A request as bytes, and the status of each answer to it."""

    name: str
    sent: bytes
    answered: tuple[int, ...]


def request(
    *headers: str,
    token: str | None = TOKEN,
    body: bytes | None = None,
    line: str = "POST /v1/commands HTTP/1.1",
    sort: str = JSON,
) -> bytes:
    """A request whose connection ends with it; without ``body`` the one that opens an account."""
    sent = json.dumps(OPENING).encode() if body is None else body
    said = [line, "host: door", "connection: close", f"content-type: {sort}", *headers]
    if token is not None:
        said.append(f"authorization: Bearer {token}")
    if not any(header.lower().startswith(("content-length:", "transfer-encoding:")) for header in headers):
        said.append(f"content-length: {len(sent)}")
    return "\r\n".join([*said, "", ""]).encode("latin-1") + sent


def asked(path: str, token: str | None = AUDITOR, method: str = "GET") -> bytes:
    """A request for ``path``."""
    return request(token=token, body=b"", line=f"{method} {path} HTTP/1.1")


def _by(**by: str) -> bytes:
    return json.dumps({**OPENING, "by": by}).encode()


def _said(**more: Any) -> bytes:
    return json.dumps({**OPENING, **more}).encode()


def _player(name: str) -> bytes:
    return _said(command={"kind": "open_account", "player": name})


def bodies() -> list[Attack]:
    """Commands that nobody may ask, and what is no command."""
    player = _jwt({"alg": "Ed25519", "kid": PLAYERS})
    staff = key_of(ORIGIN, "ana")
    ana = _jwt({"alg": "Ed25519", "kid": staff.key_id.hex()}, key=staff, sub="ana")
    return [
        Attack("nobody", request(token=None), (401,)),
        Attack("another's token", request(token=SECRET), (401,)),
        Attack("expired", request(token="tombo_expired"), (401,)),
        Attack("revoked", request(token="tombo_revoked"), (401,)),
        Attack("an auditor records", request(token=AUDITOR), (403,)),
        Attack("a player records", request(token=player, body=_by(actor="player", id="p-1")), (403,)),
        Attack("a platform as staff", request(body=_by(actor="staff", id="ana", role="manager")), (403,)),
        Attack("a platform as another", request(body=_by(actor="platform", id="another")), (403,)),
        Attack("staff as a platform", request(token=ana, body=_by(actor="platform", id="games")), (403,)),
        Attack("staff as another", request(token=ana, body=_by(actor="staff", id="rui", role="manager")), (403,)),
        Attack("staff unsigned", request(token=ana, body=_by(actor="staff", id="ana", role="manager")), (422,)),
        *(
            Attack(f"name {name!r}", request(body=_player(name)), (400,))
            for name in (
                "",
                "\0",
                "a'; DROP TABLE stored_events; --",
                "../../keys",
                "p\n1",
                "\ud800",
                "ß",
                "x" * 70_000,
            )
        ),
        Attack("id with NUL", request(body=_said(command_id="a\0b")), (400,)),
        Attack("id with a lone surrogate", request(body=_said(command_id="\ud83d")), (400,)),
        Attack("integer beyond 2^63", request(body=_said(occurred=2**63)), (400,)),
        Attack("huge integer", request(body=_said(occurred=0).replace(b": 0", b": " + b"9" * 5_000)), (400,)),
        Attack("float", request(body=_said(occurred=1.5)), (400,)),
        Attack("NaN", request(body=_said(occurred=0).replace(b": 0", b": NaN")), (400,)),
        Attack("a field of no command", request(body=_said(__proto__={})), (400,)),
        Attack("the same key twice", request(body=_said()[:-1] + b', "command_id": "b"}'), (400,)),
        Attack("deep", request(body=b'{"a":' * 20_000), (400,)),
        Attack("too large", request(body=b" " * ((1 << 20) + 1)), (413,)),
        Attack("said to be too large", request("content-length: 99999999999999999999", body=b""), (413,)),
        Attack("a bomb", request("content-encoding: gzip", body=compress(b" " * (1 << 20))), (415,)),
        Attack("compressed twice", request("content-encoding: identity, br"), (415,)),
        Attack("a form", request(sort="application/x-www-form-urlencoded"), (415,)),
    ]


def headers() -> list[Attack]:
    """Requests that two servers could read differently."""
    body = b"0\r\n\r\n"
    chunked = "transfer-encoding: chunked"
    pipelined = asked("/healthz").replace(b"connection: close\r\n", b"") + request(token=None)
    return [
        Attack("two tokens", request(f"authorization: Bearer {SECRET}"), (401,)),
        Attack("the same token twice", request(f"authorization: Bearer {TOKEN}"), (401,)),
        Attack("another scheme", request(f"authorization: Basic {TOKEN}", token=None), (401,)),
        Attack("two lengths", request("content-length: 5", "content-length: 6"), (400,)),
        Attack("a negative length", request("content-length: -1"), (400,)),
        Attack("a signed length", request("content-length: +5"), (400,)),
        Attack("a length and chunks", request(chunked, "content-length: 5", body=body), (400,)),
        Attack("chunks of another sort", request("transfer-encoding: gzip, chunked", body=body), (400,)),
        Attack("no coding", request("transfer-encoding: xchunked", body=body), (400,)),
        Attack("a chunk without a size", request(chunked, body=b"g\r\nhello\r\n"), (400,)),
        Attack("two hosts", request("host: other"), (400,)),
        Attack("no host", request().replace(b"host: door\r\n", b""), (400,)),
        Attack("NUL in a header", request("x: a\0b"), (400,)),
        Attack("a space before the colon", request("x : a"), (400,)),
        Attack("many headers", request(*(f"x-{number}: {'y' * 100}" for number in range(2_000))), (400,)),
        Attack("an address that is believed by nobody", request("x-forwarded-for: 127.0.0.1", token=None), (401,)),
        Attack("a name that is believed by nobody", request("x-forwarded-user: ana", token=None), (401,)),
        Attack("an absolute URI", asked("http://door/v1/tables"), (404,)),
        Attack("HTTP/1.0", request(token=None, line="POST /v1/commands HTTP/1.0"), (401,)),
        Attack("waits to be let on", request("expect: 100-continue", token=None), (401,)),
        Attack("one behind the other", pipelined, (200, 401)),
        Attack(
            "many headers, behind another",
            asked("/healthz").replace(b"connection: close\r\n", b"")
            + request(*(f"x-{number}: {'y' * 100}" for number in range(600))),
            (200, 400),
        ),
        *(
            Attack(method, asked("/v1/commands", TOKEN, method), (405,))
            for method in ("HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "PROPFIND")
        ),
        Attack("CONNECT", asked("door:443", TOKEN, "CONNECT"), (404,)),
        Attack("a slash too many", asked("/v1/days/"), (404,)),
        Attack("nobody's slash", asked("/v1/commands/", None), (404,)),
    ]


def paths() -> list[Attack]:
    """Paths that point elsewhere, or at nothing."""
    none = [
        "/v1/tables/..%2f..%2fkeys", "/v1/tables/%00", "/v1/hands/%00", "/v1/rounds/%00", "/v1/streams/a%00b",
        "/v1/receipts/%00", f"/v1/receipts/{'a' * 9_000}", "/v1/book/holders/wallet:%00", "/v1/disputes/%00",
        "/v1/days/..%2f",
        "/v1/releases/..%2f/2026-01-01", "/v1/tables?after=%00", "/v1/../v1/tables/x", "//v1/tables", "/V1/tables",
        "/c2sp/tile/0/..%2f000", "/c2sp/tile/entries/%00", "/c2sp/tile/%30/000", "/c2sp/tile/63/000", "/c2sp/tile/0/000.p/0",
        "/c2sp/tile/0/000.p/256", f"/c2sp/tile/0/{'x999/' * 1_000}999", "/c2sp/tile/entries/../0/000", "/docs", "/openapi.json",
    ]  # fmt: skip
    wrong = [
        "/v1/players/%00/account", "/v1/players/%ff/account", "/v1/players/..%2f/account", "/v1/rulesets/%00", "/v1/incidents/%00",
        "/v1/days/9999-12-31", "/v1/releases/pt/%00",
        "/v1/tables?limit=99999999999999999999", "/v1/tables?limit=-1", "/v1/book?at=99999999999999999999", "/v1/book?at=%00",
        "/v1/book?at='%20OR%201=1", "/v1/log?from=-1", "/v1/log?from=%00", "/v1/log?from=9007199254740992", "/v1/log?from=1&from=2",
    ]  # fmt: skip
    return [
        *(Attack(path[:60], asked(path), (404,)) for path in none),
        *(Attack(path[:60], asked(path), (400,)) for path in wrong),
        Attack("a platform reads the house", asked("/v1/book", TOKEN), (403,)),
        Attack("a player reads another", asked("/v1/players/p-2/account", _jwt(_HEADER)), (403,)),
        Attack("a player reads a name like his", asked("/v1/players/p-1%2f../account", _jwt(_HEADER)), (403,)),
        Attack("a player reads tables", asked("/v1/tables", _jwt(_HEADER)), (403,)),
    ]


_HEADER: Final = {"alg": "Ed25519", "kid": PLAYERS}


def _jwt(
    header: dict[str, Any] | bytes, payload: bytes | None = None, key: PrivateKey | None = None, **claims: Any
) -> str:
    """A token of these parts; unless it is said otherwise a good one, signed as the operator's server does."""
    now = int(time.time())
    good = {"sub": "p-1", "aud": ORIGIN, "iat": now, "exp": now + 300, **claims}
    said = json.dumps(header).encode() if isinstance(header, dict) else header
    parts = f"{_url64(said)}.{_url64(json.dumps(good).encode() if payload is None else payload)}"
    return f"{parts}.{_url64((key or key_of(ORIGIN, PLAYERS)).sign(parts.encode()))}"


def _url64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _hs256(secret: bytes) -> str:
    head, claims, _ = _jwt({**_HEADER, "alg": "HS256"}).split(".")
    return f"{head}.{claims}.{_url64(hmac.digest(secret, f'{head}.{claims}'.encode(), 'sha256'))}"


def tokens() -> list[Attack]:
    """Signed tokens that are none, each of them 401."""
    public, now = key_of(ORIGIN, PLAYERS).public.raw, int(time.time())
    good = json.dumps({"sub": "p-1", "aud": ORIGIN, "iat": now, "exp": now + 300})
    head, claims, signature = _jwt(_HEADER).split(".")
    json_form = {"payload": claims, "signatures": [{"protected": head, "signature": signature}] * 2}
    none = {
        "alg none": _jwt({**_HEADER, "alg": "none"}).rpartition(".")[0] + ".",
        "alg none, signed": _jwt({**_HEADER, "alg": "none"}),
        "the public key as a secret": _hs256(public),
        "the public key as text as a secret": _hs256(urlsafe_b64encode(public)),
        "no alg": _jwt({"kid": PLAYERS}),
        "a list of algs": _jwt({**_HEADER, "alg": ["Ed25519"]}),
        "crit": _jwt({**_HEADER, "crit": ["exp"], "exp": 1}),
        "crit of nobody": _jwt({**_HEADER, "crit": ["x"], "x": 1}),
        "b64 false": _jwt({**_HEADER, "b64": False, "crit": ["b64"]}),
        "b64 false, not crit": _jwt({**_HEADER, "b64": False}),
        "kid as a path": _jwt({**_HEADER, "kid": "../players"}),
        "kid as a list": _jwt({**_HEADER, "kid": [PLAYERS]}),
        "kid with NUL": _jwt({**_HEADER, "kid": "\0"}),
        "no kid": _jwt({"alg": "Ed25519"}),
        "a key of its own": _jwt({**_HEADER, "jwk": {"kty": "OKP", "crv": "Ed25519", "x": _url64(public)}}, key=key_of(ORIGIN, "rui")),
        "a header that is a list": _jwt(b"[]"),
        "a header that is null": _jwt(b"null"),
        "a deep header": _jwt(b'{"a":' + b"[" * 2_000, b"{}"),
        "a header that is no text": _jwt(b"\xff"),
        "huge claims": _jwt(_HEADER, x="y" * 5_000),
        "deep claims": _jwt(_HEADER, b"[" * 2_000),
        "claims that are a list": _jwt(_HEADER, b"[]"),
        "exp beyond 2^63": _jwt(_HEADER, exp=2**70),
        "exp as a float": _jwt(_HEADER, exp=now + 300.0),
        "exp as text": _jwt(_HEADER, exp=str(now + 300)),
        "exp as true": _jwt(_HEADER, exp=True),
        "iat long ago": _jwt(_HEADER, iat=-(2**70)),
        "a claim too many": _jwt(_HEADER, admin=True),
        "two audiences": _jwt(_HEADER, aud=[ORIGIN, "other"]),
        "sub with NUL": _jwt(_HEADER, sub="p\0"),
        "a player as staff": _jwt({**_HEADER, "kid": key_of(ORIGIN, "ana").key_id.hex()}, sub="ana"),
        "another signature": f"{head}.{claims}.{_url64(bytes(64))}",
        "other claims": f"{head}.{_url64(good.replace('p-1', 'p-2').encode())}.{signature}",
        "padding": f"{head}.{claims}.{signature}==",
        "JSON form": json.dumps(json_form),
        "no parts": "..",
        "no base64": "!.?.*",
        "other letters": "é.é.é",
    }  # fmt: skip
    return [Attack(name, asked("/v1/openapi.json", token), (401,)) for name, token in none.items()]


def attacks() -> list[Attack]:
    """All of them."""
    return [*bodies(), *headers(), *paths(), *tokens()]
