"""How ``tombo serve`` ends where somebody is in the middle of something: what is said is said by the log of requests."""

from __future__ import annotations

import json
import signal
import socket
import time
from pathlib import Path

from tests.worlds.network import TOKEN, network, serve_log, serving


def test_a_second_signal_waits_for_nobody(sqlite_url: str, tmp_path: Path) -> None:
    """Not for who is in the middle of his body; the status is 0 all the same, and what is said are lines of the log."""
    made = network(sqlite_url, tmp_path)
    with serving(made) as (url, process), _connected(url) as half:
        half.sendall(f"POST /v1/commands HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {TOKEN}\r\n".encode())
        half.sendall(b"content-type: application/json\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n")
        assert half.recv(65_536).startswith(b"HTTP/1.1 100 ")  # its body is waited for
        process.send_signal(signal.SIGTERM)
        until = time.monotonic() + 60
        while _listens(url):
            assert time.monotonic() < until
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    lines = serve_log(made).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["status"] for line in lines] == [0]


def _listens(url: str) -> bool:
    try:
        _connected(url).close()
    except ConnectionError:
        return False
    return True


def _connected(url: str) -> socket.socket:
    host, _, port = url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=20)
