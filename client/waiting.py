"""The client for event loops (``asyncio``): what the other one does, by the same flows."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

import httpx2

from tombo.client.commands import Command
from tombo.client.log import LogEntry, follow
from tombo.client.outcomes import Outcome
from tombo.client.reading import Document, listed, read
from tombo.client.recording import record, record_all
from tombo.client.setup import SECONDS, Token, checked, cut, headers, settings
from tombo.client.steps import Cut, Flow, Give, Parameters, Pause, Piece, Reply, Send, T, Told
from tombo.client.tries import Retries


class AsyncClient:
    """A client of the ``tombo serve`` at ``url`` (an asynchronous context manager), of one event loop; tasks may share it.

    ``token``: who asks, or what makes it without waiting. ``tls``: whom to believe, and a certificate of one's own; else who the machine believes.
    ``seconds``: how long nothing may come before a connection counts as cut.

    Raises:
        ValueError: a token would go over the network in the clear, or is none.
    """

    def __init__(
        self,
        url: str,
        *,
        token: Token = None,
        tls: ssl.SSLContext | None = None,
        retries: Retries | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._token = checked(token) if isinstance(token, str) else token
        self._retries = retries or Retries()
        self._http = httpx2.AsyncClient(**settings(url, tls, seconds))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close every connection."""
        await self._http.aclose()

    async def record(self, command: Command) -> Outcome:
        """Record one command; its outcome, once that stands or there are no more tries."""
        return await self._one(record(command, self._retries))

    def record_all(self, commands: Iterable[Command]) -> AsyncGenerator[Outcome, None]:
        """Record ``commands``, some hundred together; the outcome of each in order, as they come."""
        return self._carried_out(record_all(commands, self._retries))

    async def read(self, *path: str, parameters: Parameters | None = None) -> Document:
        """The document at ``/v1/`` and the parts of ``path``: ``read("hands", "t-1/1")``.

        Raises:
            RequestFailedError: it is not given.
        """
        return await self._one(read(path, parameters or {}, self._retries))

    def listed(self, *path: str, parameters: Parameters | None = None) -> AsyncGenerator[Document, None]:
        """The items of the list at ``path``, page after page: ``listed("hands")``.

        Raises:
            RequestFailedError: a page is not given.
        """
        return self._carried_out(listed(path, parameters or {}, self._retries))

    def follow(self, start: int = 0) -> AsyncGenerator[LogEntry, None]:
        """Every entry from log index ``start`` on, once and in order, and then each as it comes. Close it (``contextlib.aclosing``) to end it.

        Raises:
            RequestFailedError: the log is not followed.
        """
        return self._carried_out(follow(start, self._retries))

    async def _one(self, flow: Flow[T]) -> T:
        """The one value that ``flow`` gives."""
        (found,) = [value async for value in self._carried_out(flow)]
        return found

    async def _carried_out(self, flow: Flow[T]) -> AsyncGenerator[T, None]:
        """What ``flow`` gives."""
        connection = _Connection(self._http, self._token)
        told: Any = None
        try:
            while True:
                try:
                    step = flow.send(told)
                except StopIteration:
                    return
                told = None
                match step:
                    case Give(value):
                        yield value
                    case Pause(seconds):
                        await asyncio.sleep(seconds)
                    case Piece():
                        told = await connection.piece()
                    case Send():
                        told = await connection.sent(step)
        finally:
            await connection.close()


class _Connection:
    """One request at a time, and what is left of its answer."""

    def __init__(self, http: httpx2.AsyncClient, token: Token) -> None:
        self._http = http
        self._token = token
        self._response: httpx2.Response | None = None
        self._pieces: AsyncIterator[bytes]

    async def close(self) -> None:
        """Read no more of the answer."""
        if self._response is not None:
            await self._response.aclose()

    async def sent(self, send: Send) -> Told:
        """Send, and take the answer, or as much of it as is asked for."""
        await self.close()
        request = self._http.build_request(
            send.method,
            send.path,
            params=dict(send.parameters),
            content=send.content,
            headers=headers(send, self._token),
        )
        try:
            response = self._response = await self._http.send(request, stream=True)
            if send.whole or response.status_code != HTTPStatus.OK:
                return Reply(response.status_code, response.headers, await response.aread())
        except httpx2.RequestError as error:
            return cut(error)
        self._pieces = response.aiter_bytes()
        return Reply(response.status_code, response.headers)

    async def piece(self) -> bytes | Cut | None:
        """The next piece of the body, None at its end."""
        try:
            return await anext(self._pieces, None)
        except httpx2.RequestError as error:
            return cut(error)
