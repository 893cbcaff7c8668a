"""The line between one host and the server: a relay that can be cut, stalled, or cut just before the answer to a commit."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Final, Self

COMMIT: Final = b"COMMIT\0"


class CutLine:
    """Relays every connection to the server's socket in the folder ``host`` (a context manager)."""

    def __init__(self, host: str) -> None:
        self._server = f"{host}/.s.PGSQL.5432"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._passes = threading.Event()
        self._passes.set()
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()
        self._deaf_at_commit = False
        self.commits_cut = 0
        """How many commits reached the server and were never answered."""

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.lets_pass()
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Cut every connection there is."""
        with self._lock:
            ends = list(self._ends)
        for end in ends:
            _shut(end)

    def cut_at_commit(self) -> None:
        """Let the next commit through to the server, and cut the line when it answers."""
        self._deaf_at_commit = True

    def stalls(self) -> None:
        """Relay nothing, in either direction, until ``lets_pass``."""
        self._passes.clear()

    def lets_pass(self) -> None:
        """Relay again."""
        self._passes.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        server = socket.socket(socket.AF_UNIX)
        deaf = threading.Event()
        with client, server:
            try:
                server.connect(self._server)
            except OSError:
                return
            ends = {client, server}
            with self._lock:
                self._ends |= ends
            answering = threading.Thread(target=self._answer, args=(server, client, deaf), daemon=True)
            answering.start()
            with suppress(OSError):
                while data := client.recv(65_536):
                    self._passes.wait()
                    if self._deaf_at_commit and COMMIT in data:
                        self._deaf_at_commit = False
                        deaf.set()
                    server.sendall(data)
            for end in ends:
                _shut(end)
            answering.join()
            with self._lock:
                self._ends -= ends

    def _answer(self, server: socket.socket, client: socket.socket, deaf: threading.Event) -> None:
        with suppress(OSError):
            while data := server.recv(65_536):
                self._passes.wait()
                if deaf.is_set():
                    self.commits_cut += 1
                    break
                client.sendall(data)
        for end in (server, client):
            _shut(end)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
