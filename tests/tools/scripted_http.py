"""A server of HTTP that answers by a script: late, in part, with any status, or not at all; and tells what it was asked."""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple


class Asked(NamedTuple):
    """A request, as it came. ``headers``: by names in small letters."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def lines(self) -> list[Any]:
        """The JSON documents of its body, a line each."""
        return [json.loads(line) for line in self.body.splitlines()]


class Scripted(NamedTuple):
    """An answer: its pieces one after another. ``cut``: the connection ends in the middle. ``late``: seconds before the first byte."""

    pieces: Iterable[bytes] = ()
    status: int = 200
    headers: Mapping[str, str] = {}
    cut: bool = False
    late: float = 0.0


def said(status: int, document: Any, **headers: str) -> Scripted:
    """An answer that is one JSON document; underscores in names of headers are hyphens."""
    return Scripted(
        [json.dumps(document).encode()], status, {name.replace("_", "-"): value for name, value in headers.items()}
    )


SILENCE = Scripted(status=0)
"""No answer: the connection ends at once."""
Script = Callable[[Asked], Scripted]


class ScriptedServer(NamedTuple):
    """A server that runs: its address, and every request so far."""

    url: str
    asked: list[Asked]


@contextmanager
def scripted(script: Script | Sequence[Scripted], tls: ssl.SSLContext | None = None) -> Iterator[ScriptedServer]:
    """A server that answers each request by ``script``, or with the next of it; by ``tls`` as ``localhost``."""
    asked, told = list[Asked](), iter(() if callable(script) else script)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def log_message(self, *_: object) -> None:
            pass

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked.append(Asked(self.command, self.path, headers, body))
            one = script(asked[-1]) if callable(script) else next(told)
            time.sleep(one.late)
            self.close_connection = True
            if one.status == 0:
                return
            self.send_response(one.status)
            for name, value in one.headers.items():
                self.send_header(name, value)
            self.send_header("transfer-encoding", "chunked")
            self.send_header("connection", "close")  # the next request finds no connection that is about to end
            self.end_headers()
            for piece in one.pieces:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.flush()
            if not one.cut:
                self.wfile.write(b"0\r\n\r\n")

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            place = "http://127.0.0.1" if tls is None else "https://localhost"
            yield ScriptedServer(f"{place}:{server.server_port}", asked)
        finally:
            server.shutdown()
            thread.join()
