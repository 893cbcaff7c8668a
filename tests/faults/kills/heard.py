"""What a process that may be killed asked and heard, in a file: written before anything else is made of it."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2


def digest_of(document: Mapping[str, Any]) -> str:
    """The SHA-256 of an entry as a subscriber is told it."""
    return sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


class Journal:
    """Lines of JSON, each with the kernel once ``write`` returns: no kill takes it back. One that a kill cut in two is taken away."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        found = path.read_bytes()
        whole = found[: found.rfind(b"\n") + 1]
        os.ftruncate(self._file, len(whole))
        self.before: list[Any] = list(map(json.loads, whole.splitlines()))
        """What those before this process wrote."""

    def write(self, **said: Any) -> None:
        """One line more."""
        os.write(self._file, json.dumps(said).encode() + b"\n")


class Body(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """The body of an answer to commands, each whole line of which is in ``journal`` before the client has it."""

    def __init__(self, stream: Any, journal: Journal) -> None:
        self._stream = stream
        self._journal = journal
        self._left = b""

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._stream:
            self._take(piece)
            yield piece
        self._end()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._stream:
            self._take(piece)
            yield piece
        self._end()

    def close(self) -> None:
        self._stream.close()

    async def aclose(self) -> None:
        await self._stream.aclose()

    def _take(self, piece: bytes) -> None:
        *lines, self._left = (self._left + piece).split(b"\n")
        for line in lines:
            self._journal.write(told=line.decode())

    def _end(self) -> None:
        """The answer to one command has no line feed; it came whole, or the body would have ended with an error."""
        if self._left:
            self._journal.write(told=self._left.decode())
