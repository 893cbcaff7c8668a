"""Requests that smuggle another one, flood, or name a path of the desk or of a tile that is somewhere else; with the status of each answer."""

from __future__ import annotations

import json
from typing import Final

from tests.worlds.attacks import OPENING, SECRET, Attack, asked, request
from tests.worlds.network import AUDITOR, TOKEN

CHUNKED: Final = "transfer-encoding: chunked"
END: Final = b"0\r\n\r\n"


def _hidden() -> bytes:
    """A good request, which would record: it is never answered, for it stands where a body does, or behind what ended the connection."""
    return request(body=json.dumps({**OPENING, "command_id": "open/hidden"}).encode())


def _kept(sent: bytes) -> bytes:
    """The same, on a connection that may be kept."""
    return sent.replace(b"connection: close\r\n", b"")


def smuggled() -> list[Attack]:
    """Two servers could take them for one request or for two. Where we take them for one at all, what is hidden is its body."""
    length = f"content-length: {len(_hidden())}"
    none = {
        "length then chunks": request("content-length: 5", CHUNKED, body=END + _hidden()),
        "chunks then length": request(CHUNKED, length, body=END + _hidden()),
        "chunks and two lengths": request(CHUNKED, "content-length: 5", "content-length: 6", body=END + _hidden()),
        "chunks twice": request(CHUNKED, CHUNKED, body=END + _hidden()),
        "chunks behind another coding": request("transfer-encoding: identity, chunked", body=END + _hidden()),
        "chunks and then another coding": request("transfer-encoding: chunked, identity", body=END + _hidden()),
        "chunks with a space before the colon": request("transfer-encoding : chunked", length, body=_hidden()),
        "chunks with a tab before the colon": request("transfer-encoding\t: chunked", length, body=_hidden()),
        "chunks in a line that is folded": request("x: y", " transfer-encoding: chunked", length, body=_hidden(), token=None),
        "chunks behind a vertical tab": request("transfer-encoding: \x0bchunked", body=END + _hidden()),
        "two lengths that differ": request("content-length: 0", length, body=_hidden()),
        "two lengths in one line": request(f"content-length: 0, {len(_hidden())}", body=_hidden()),
        "a length with a sign": request(f"content-length: +{len(_hidden())}", body=_hidden()),
        "a length in hexadecimal": request(f"content-length: 0x{len(_hidden()):x}", body=_hidden()),
        "a length with an underline": request("content-length: 1_0", body=_hidden()),
        "a length with a point": request("content-length: 5.0", body=_hidden()),
        "an empty length": request("content-length: ", body=_hidden()),
        "a chunk that is longer than it says": request(CHUNKED, body=b"2\r\nabcdef\r\n" + END + _hidden()),
        "a chunk of another end": request(CHUNKED, body=b"2\r\nabXX" + END + _hidden()),
        "a chunk with a sign": request(CHUNKED, body=b"+2\r\nab\r\n" + END + _hidden()),
        "a chunk in another notation": request(CHUNKED, body=b"0x2\r\nab\r\n" + END + _hidden()),
        "a chunk of 2^84 bytes": request(CHUNKED, body=b"f" * 21 + b"\r\nab" + _hidden()),
        "a header behind a bare CR": request(f"x: a\r{CHUNKED}", body=END + _hidden()),
        "a line without a colon": request("nothing", body=END + _hidden()),
        "an empty name": request(": x", body=END + _hidden()),
    }  # fmt: skip
    folded = {
        "chunks in a line that is folded": (401,)
    }  # as RFC 9112, 5.2, lets a server read it: a space, and no header of its own
    return [
        *(Attack(name, sent, folded.get(name, (400,))) for name, sent in none.items()),
        # Of one length and one end: what is hidden is the body, and that is no command.
        Attack("hidden in a body nobody reads", _kept(request(length, body=b"", token=None)) + _hidden() + asked("/healthz"), (401, 200)),
        Attack("hidden in a body that is read", _kept(request(length, body=b"")) + _hidden() + asked("/healthz"), (400, 200)),
        Attack("hidden in a chunk", request(CHUNKED, body=b"%x\r\n%b\r\n" % (len(_hidden()), _hidden()) + END), (400,)),
        Attack("a chunk with an extension", request(CHUNKED, body=b"2;a=b\r\n{}\r\n" + END), (400,)),
        Attack("an extension with a bare LF", request(CHUNKED, body=b"2;\n{}\r\n" + END + _hidden()), (400,)),
        Attack("a trailer that is a header", request(CHUNKED, body=b"0\r\ncontent-length: 5\r\n\r\n", token=None), (401,)),
        Attack("the same length twice", request("content-length: 2", "content-length: 2", body=b"{}"), (400,)),
        Attack("lines that end with LF alone", request(token=None).replace(b"\r\n", b"\n"), (401,)),
        Attack("behind what is no request", b"x\r\n\r\n" + _hidden(), (400,)),
        Attack("three, the second of which is wrong", _kept(asked("/healthz")) + _kept(request("x : a")) + _hidden(), (200, 400)),
        Attack("behind one that closes", asked("/healthz") + _hidden(), (200,)),
        Attack("chunks of HTTP/1.0", request(CHUNKED, body=END + _hidden(), line="POST /v1/commands HTTP/1.0"), (400,)),
    ]  # fmt: skip


def versions() -> list[Attack]:
    """What is no HTTP/1.1, or asks for something else than it."""
    return [
        Attack("HTTP/0.9", b"GET /v1/openapi.json\r\n\r\n", (400,)),
        Attack("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (404, 400)),
        Attack("HTTP/3.0", request(token=None, line="POST /v1/commands HTTP/3.0"), (401,)),
        Attack("HTTP/11", request(line="POST /v1/commands HTTP/11"), (400,)),
        Attack("lower case", request(line="post /v1/commands HTTP/1.1"), (405,)),
        Attack("an upgrade to HTTP/2", request("upgrade: h2c", "connection: upgrade", token=None), (401,)),
        Attack("an upgrade to a web socket", request("upgrade: websocket", "connection: upgrade", token=None), (401,)),
        Attack("HTTP/1.0 without a host", request(token=None, line="POST /v1/commands HTTP/1.0").replace(b"host: door\r\n", b""), (401,)),
        Attack("expects what nobody promises", request("expect: 200-ok", token=None), (401,)),
        Attack("TLS, where there is none", b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03" + bytes(32), (400,)),
    ]  # fmt: skip


def floods() -> list[Attack]:
    """More of something than anybody needs."""
    return [
        Attack("a header of 20,000 bytes", request(f"x: {'y' * 20_000}"), (400,)),
        Attack("6,000 headers without a value", request(*["x:"] * 6_000)  , (400,)),
        Attack("300 cookies", request(*[f"cookie: tombo={'0' * 64}"] * 300), (400,)),
        Attack("a token of 15,000 letters", request(token="x" * 15_000), (401,)),
        Attack("a path of 20,000 letters", asked(f"/v1/tables/{'x' * 20_000}"), (400,)),
        Attack("a path of 15,000 letters", asked(f"/v1/tables/{'x' * 15_000}"), (404,)),
        Attack("a path of 5,000 parts", asked(f"/v1/tables{'/x' * 5_000}"), (404,)),
        Attack("a query of 15,000 letters", asked(f"/v1/tables?after={'x' * 15_000}"), (404,)),
        Attack("1,500 parameters", asked(f"/v1/tables?{'&'.join(['limit=1'] * 1_500)}"), (200,)),
    ]  # fmt: skip


def places() -> list[Attack]:
    """Another place than the path says, or none; who is not signed in at the desk is led to where one signs in, and nowhere else."""
    none = [
        "/c2sp/..%2fv1%2ftables", "/c2sp/%2e%2e/v1/tables", "/c2sp/tile/0%2f000", "/c2sp/tile/entries%2f000", "/c2sp/tile/0/..%5c000",
        "/c2sp/tile/0/000%00", "/c2sp/tile/0/000.p%2f1", "/c2sp/tile/0/%EF%BC%90%EF%BC%90%EF%BC%90", "/c2sp/tile/-1/000", "/c2sp/tile/00/000",
        "/c2sp/checkpoint/", "/c2sp/checkpoint%00",
        "/desk/static/..%2f..%2frouter.py/x", "/desk/static/x/..%2f..%2frouter.py", "/desk/static/%2e%2e/router.py", "/desk/static/x/%00",
        "/desk/static/x/desk.css%00", "/desk/..%2fv1%2fbook", "/desk/%2e%2e/v1/book", "/desk/%00", "/desk//now", "/desk/now/", "/desk/now%00",
        "/desk/now%2f..%2facts", "/desk/%6eow/x", "/desk/acts/new/..%2f..%2fnow", "/desk/templates/frame.html", f"/desk/{'x/' * 1_000}",
        "/desk\\now", "/desk;/now", "/desk/now;x=1", "/%2fdesk/now",
        "/%", "/%zz", "/%ff", "/v1/%u0074ables", "/v1/tables%23", "/v1/tables/%0d%0ax:%20y", "http://other.example/healthz/x", "*",
    ]  # fmt: skip
    led = [
        "/desk/now",
        "/desk/n%6fw",
        "/desk/acts/new/%00",
        "/desk/acts",
        "/desk",
        "/desk/",
        "/desk/trust?back=//other.example",
    ]
    return [
        *(Attack(path[:60], asked(path, AUDITOR), (404,)) for path in none),
        *(Attack(f"{path}, by nobody who is signed in", asked(path, AUDITOR), (303,)) for path in led),
        Attack("NUL in a path", asked("/v1/\0"), (400,)),
        Attack("a path that is no ASCII", asked("/\xff"), (400,)),
        Attack("a tab in a path", asked("/v1/ta\tbles"), (400,)),
        Attack("a space in a path", asked("/v1/ta bles"), (400,)),
        Attack("another server's name", request("host: other.example", body=b"", line="GET /desk HTTP/1.1").replace(b"host: door\r\n", b""), (303,)),
        Attack("a token in a query", asked(f"/v1/openapi.json?access_token={TOKEN}&token={TOKEN}", None), (401,)),
        Attack("a token as a cookie", request(f"cookie: tombo={TOKEN}; authorization=Bearer {TOKEN}", token=None), (401,)),
        Attack("two schemes in one", request(f"authorization: Bearer {TOKEN}, Bearer {SECRET}", token=None), (401,)),
        Attack("another path in a header", request("x-original-url: /v1/commands", "x-rewrite-url: /v1/commands", token=None, body=b"", line="GET /v1/book HTTP/1.1"), (401,)),
        Attack("another method in a header", request("x-http-method-override: POST", line="GET /v1/commands HTTP/1.1"), (405,)),
    ]  # fmt: skip


def methods() -> list[Attack]:
    """No path answers to a method that it has not, whoever asks; nothing is sent back of what was asked."""
    paths = (
        "/healthz",
        "/readyz",
        "/metrics",
        "/v1/log",
        "/v1/tables",
        "/c2sp/checkpoint",
        "/v1/openapi.json",
        "/desk/sign-in",
        "/desk/now",
    )
    return [
        Attack(f"{method} {path}", request(f"x: {SECRET}", token=AUDITOR, body=b"", line=f"{method} {path} HTTP/1.1"), (405,))
        for method in ("HEAD", "OPTIONS", "TRACE", "PUT")
        for path in paths
    ]  # fmt: skip


def wire_attacks() -> list[Attack]:
    """All of them."""
    return [*smuggled(), *versions(), *floods(), *places(), *methods()]
