"""A platform that is killed and started again: it asks through ``tombo.client``, and whatever it has no outcome of it asks again.

``python -m tests.faults.kills.client waits|loops URL TOKEN JOURNAL SEED``, its journal being called ``client NUMBER.jsonl``. SIGTERM ends it once everything it asked has an outcome.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import httpx2

from tests.faults.kills.heard import Body, Journal
from tombo.client import AsyncClient, Client, Command, CommandRecorded, Outcome, Retries

PATIENT: Final = Retries(attempts=2_000, first=0.05, most=0.5)
"""For a quarter of an hour: longer than anything takes here."""
SIZES: Final = (1, 1, 1, 10, 40, 300)
"""Commands that are asked together; the last are more than the client sends at once."""
PAUSE: Final = 0.5
"""Seconds between two requests at most: the machine has other work."""


class Asks(Protocol):
    """Either client."""

    def asked(self, commands: list[Command]) -> list[Outcome]:
        """The outcomes of ``commands``, which are asked one by one or together."""
        ...


class Waits:
    """The client that waits."""

    def __init__(self, url: str, token: str, journal: Journal) -> None:
        self._client = Client(url, token=token, retries=PATIENT)

        def heard(response: httpx2.Response) -> None:
            if response.status_code == httpx2.codes.OK:
                response.stream = Body(response.stream, journal)

        self._client._http.event_hooks = {"response": [heard]}

    def asked(self, commands: list[Command]) -> list[Outcome]:
        return [self._client.record(commands[0])] if len(commands) == 1 else list(self._client.record_all(commands))


class Loops:
    """The client for event loops."""

    def __init__(self, url: str, token: str, journal: Journal) -> None:
        self._runner = asyncio.Runner()
        self._client = AsyncClient(url, token=token, retries=PATIENT)

        async def heard(response: httpx2.Response) -> None:
            if response.status_code == httpx2.codes.OK:
                response.stream = Body(response.stream, journal)

        self._client._http.event_hooks = {"response": [heard]}

    def asked(self, commands: list[Command]) -> list[Outcome]:
        return self._runner.run(self._asked(commands))

    async def _asked(self, commands: list[Command]) -> list[Outcome]:
        if len(commands) == 1:
            return [await self._client.record(commands[0])]
        return [one async for one in self._client.record_all(commands)]


SORTS: Final[dict[str, type[Waits | Loops]]] = {"waits": Waits, "loops": Loops}


class Platform:
    """What one of them asked, in this life and those before."""

    def __init__(self, asks: Asks, journal: Journal, number: str, seed: str) -> None:
        self._asks = asks
        self._journal = journal
        self._number = number
        self._chance = Random(f"{seed} {number} {len(journal.before)}")
        self._known: dict[str, Command] = {}
        self._left: dict[str, Command] = {}
        self._players: list[str] = []
        for line in journal.before:
            self._ask(line.get("asked", ()))
            for command_id, _ in line.get("outcomes", ()):
                self._left.pop(command_id, None)

    def settle(self) -> None:
        """Bring what has no outcome to one, in the order in which it was asked."""
        if self._left:
            self._send(list(self._left.values()))

    def go_on(self) -> None:
        """Ask something new, or something again that was recorded long ago."""
        count = self._chance.choice(SIZES)
        if self._known and self._chance.random() < 0.3:
            self._send(self._chance.sample(list(self._known.values()), min(count, len(self._known))))
        else:
            asked = [self._new(len(self._known) + one) for one in range(count)]
            self._journal.write(asked=asked)
            self._ask(asked)
            self.settle()
        time.sleep(self._chance.uniform(0, PAUSE))

    def _new(self, count: int) -> dict[str, Any]:
        name = f"{self._number}-{count}"
        if not self._players or self._chance.random() < 0.4:
            asked: dict[str, Any] = {"kind": "open_account", "player": f"p-{name}"}
        else:
            paid = {"amount": {"cents": self._chance.randint(1, 10_000)}, "reference": f"r-{name}"}
            asked = {"kind": "deposit", "player": self._chance.choice(self._players), **paid}
        return {"command": asked, "command_id": f"kills/{name}"}

    def _ask(self, asked: list[dict[str, Any]]) -> None:
        for one in asked:
            command = Command(**one)
            self._known[command.command_id] = self._left[command.command_id] = command
            if one["command"]["kind"] == "open_account":
                self._players.append(one["command"]["player"])

    def _send(self, commands: list[Command]) -> None:
        outcomes = self._asks.asked(commands)
        said = [asdict(one) if isinstance(one, CommandRecorded) else repr(one) for one in outcomes]
        self._journal.write(outcomes=[[one.command_id, outcome] for one, outcome in zip(outcomes, said, strict=True)])
        for command in commands:
            self._left.pop(command.command_id, None)


def main(sort: str, url: str, token: str, journal: str, seed: str) -> None:
    """Live, until SIGTERM, or until whoever started this is gone."""
    parent = os.getppid()
    ending: list[int] = []
    signal.signal(signal.SIGTERM, lambda told, _: ending.append(told))
    kept = Journal(Path(journal))
    name = Path(journal).stem.rpartition(" ")[2]
    platform = Platform(SORTS[sort](url, token, kept), kept, name, seed)
    platform.settle()
    while not ending and os.getppid() == parent:
        platform.go_on()


if __name__ == "__main__":
    main(*sys.argv[1:])
