"""Both clients, asked in one way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import aclosing, closing
from itertools import islice
from typing import Any, Protocol

from tombo.client import AsyncClient, Client, Command, LogEntry, Outcome, Retries

QUICK = Retries(attempts=4, first=0.01, most=0.05)
"""Tries that a test waits for."""


class Both(Protocol):
    """What is asked of either client."""

    def record(self, command: Command) -> Outcome: ...
    def record_all(self, commands: Iterable[Command]) -> list[Outcome]: ...
    def read(self, *path: str, parameters: dict[str, Any] | None = None) -> Any: ...
    def listed(self, *path: str, parameters: dict[str, Any] | None = None) -> list[Any]: ...
    def follow(self, start: int, count: int) -> list[LogEntry]: ...


class Waits:
    """The client that waits."""

    def __init__(self, url: str, **more: Any) -> None:
        self._client: Callable[[], Client] = lambda: Client(url, **{"retries": QUICK, **more})

    def record(self, command: Command) -> Outcome:
        with self._client() as client:
            return client.record(command)

    def record_all(self, commands: Iterable[Command]) -> list[Outcome]:
        with self._client() as client:
            return list(client.record_all(commands))

    def read(self, *path: str, parameters: dict[str, Any] | None = None) -> Any:
        with self._client() as client:
            return client.read(*path, parameters=parameters)

    def listed(self, *path: str, parameters: dict[str, Any] | None = None) -> list[Any]:
        with self._client() as client:
            return list(client.listed(*path, parameters=parameters))

    def follow(self, start: int, count: int) -> list[LogEntry]:
        with self._client() as client, closing(client.follow(start)) as entries:
            return list(islice(entries, count))


class Loops:
    """The client for event loops."""

    def __init__(self, url: str, **more: Any) -> None:
        self._client: Callable[[], AsyncClient] = lambda: AsyncClient(url, **{"retries": QUICK, **more})

    def record(self, command: Command) -> Outcome:
        async def asked() -> Outcome:
            async with self._client() as client:
                return await client.record(command)

        return asyncio.run(asked())

    def record_all(self, commands: Iterable[Command]) -> list[Outcome]:
        async def asked() -> list[Outcome]:
            async with self._client() as client:
                return [one async for one in client.record_all(commands)]

        return asyncio.run(asked())

    def read(self, *path: str, parameters: dict[str, Any] | None = None) -> Any:
        async def asked() -> Any:
            async with self._client() as client:
                return await client.read(*path, parameters=parameters)

        return asyncio.run(asked())

    def listed(self, *path: str, parameters: dict[str, Any] | None = None) -> list[Any]:
        async def asked() -> list[Any]:
            async with self._client() as client:
                return [one async for one in client.listed(*path, parameters=parameters)]

        return asyncio.run(asked())

    def follow(self, start: int, count: int) -> list[LogEntry]:
        async def asked() -> list[LogEntry]:
            found = list[LogEntry]()
            async with self._client() as client, aclosing(client.follow(start)) as entries:
                async for entry in entries:
                    found.append(entry)
                    if len(found) == count:
                        break
            return found

        return asyncio.run(asked())
