"""A ledger whose owner lies: the commits of an honest one, changed, and sealed again with the key it was sealed with.

What comes of it verifies, entry by entry: only what the entries say is wrong. That is what the night job is for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any, Final

from eventsourcing.persistence import StoredEvent

from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By, CommandRef, Entry, EventBase
from tombo.ledger.seal.entry import ZERO32
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.store import CommandRow, Head, Store, create_store
from tombo.ledger.store.mapper import CanonicalMapper, Draft
from tombo.ledger.store.sealing import Batch, SealingEventStore
from tombo.ledger.store.types import Sealing, seal_batch

FORGER: Final = By(actor="platform", id="games")


class Act:
    """An event on its way into a ledger. ``index``: where it came to lie, once it is sealed."""

    def __init__(
        self,
        stream: str,
        event: Any,
        *,
        by: By = FORGER,
        command: CommandRef | None = None,
        occurred: int | None = None,
    ) -> None:
        self.stream = stream
        self.event = event
        self.by = by
        self.command = command
        self.occurred = occurred
        self.index = -1
        self.version = 0
        """Its version in its stream, as the forger reads it: kept up by ``numbered``."""

    @property
    def kind(self) -> str:
        """Of the event."""
        return str(self.event.kind)

    def says(self, **fields: Any) -> None:
        """Let the event say something else, lawful in its shape."""
        self.event = type(self.event).model_validate_json(self.event.model_copy(update=fields).model_dump_json())

    def like(self, stream: str | None = None, **fields: Any) -> Act:
        """Another that says the same but for ``fields``."""
        other = Act(stream or self.stream, self.event, by=self.by, command=self.command, occurred=self.occurred)
        other.says(**fields)
        return other


class Commit:
    """What is recorded together, and when."""

    def __init__(self, recorded: int, acts: list[Act]) -> None:
        self.recorded = recorded
        self.acts = acts


def commits(entries: Sequence[Entry], ends: Sequence[int]) -> list[Commit]:
    """The commits of a log. ``ends``: its size after each."""
    found, start = list[Commit](), 0
    for end in ends:
        acts = [
            Act(entry.stream, entry.event, by=entry.by, command=entry.command, occurred=entry.occurred)
            for entry in entries[start:end]
        ]
        found.append(Commit(entries[start].recorded, acts))
        start = end
    numbered(found)
    return found


def numbered(found: Sequence[Commit]) -> None:
    """Say of each act which version of its stream it is now."""
    versions: dict[str, int] = {}
    for act in acts(found):
        act.version = versions[act.stream] = versions.get(act.stream, 0) + 1


def acts(found: Sequence[Commit]) -> Iterator[Act]:
    """All there are, in order."""
    return (act for commit in found for act in commit.acts)


def without(found: Sequence[Commit], gone: Sequence[Act]) -> None:
    """As if ``gone`` had never been recorded."""
    dropped = {id(act) for act in gone}
    for commit in found:
        commit.acts = [act for act in commit.acts if id(act) not in dropped]


class Gathered:
    """A recorder that keeps what it is given until all of it is written in one transaction, which takes a fraction of the time."""

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.commands: list[tuple[Any, ...]] = []
        self._head = Head(0, 0)

    def insert_events(
        self,
        stored: Sequence[StoredEvent],
        *,
        sealing: Sealing,
        commands: Sequence[CommandRow],
        openings: Sequence[Any],
    ) -> range:
        """As a store's: sealed at the end of what came before."""
        assert not openings
        first = self._head.size
        rows = seal_batch(self._head, stored, sealing)
        self.rows += rows
        self.commands += [(name, digest, first + place, count) for name, digest, place, count in commands]
        self._head = Head.at(*rows[-1])
        return range(first + 1, first + 1 + len(stored))

    def write(self, path: str) -> None:
        """Put all of it into the new ledger in the file ``path``, whose constraints and triggers ask as they ask of any writer."""
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.executemany("INSERT INTO stored_events VALUES (?, ?, ?, ?, ?)", self.rows)
            connection.executemany("INSERT INTO commands VALUES (?, ?, ?, ?)", self.commands)


def sealed(found: Sequence[Commit], url: str, origin: str, key: PrivateKey) -> Store:
    """A new ledger in the file that ``url`` names with these commits, chained and signed."""
    store, clock, gathered = create_store(url, origin), SteppingClock(0, step=0), Gathered()
    sealing = SealingEventStore(CanonicalMapper(origin), gathered, origin=origin, key=key, clock=clock)
    versions: dict[str, int] = {}
    heads: dict[str, bytes] = {}
    used: set[str] = set()  # who plants an act like another's writes its command into no table a second time
    for commit in found:
        if not commit.acts:
            continue
        batch = Batch()
        for act in commit.acts:
            assert isinstance(act.event, EventBase)
            versions[act.stream] = versions.get(act.stream, 0) + 1
            batch.drafts.append(Draft(act.stream, versions[act.stream], act.event, act.by, act.command, act.occurred))
            batch.heads[act.stream] = heads.get(act.stream, ZERO32)
        batch.commands += [row for row in _commands(commit.acts) if row.command_id not in used]
        used |= {row.command_id for row in batch.commands}
        clock.instant = commit.recorded
        sealing.put(batch.drafts, batch=batch)
        for place, (act, digest) in enumerate(zip(commit.acts, batch.hashes, strict=True)):
            act.index, heads[act.stream] = batch.first + place, digest
    gathered.write(url.removeprefix("sqlite:///"))
    return store


def _commands(found: Sequence[Act]) -> Iterator[CommandRow]:
    """The rows of the command table for the acts of one commit: one a command, also where another's act was put among its own."""
    places: dict[CommandRef, list[int]] = {}
    for place, act in enumerate(found):
        if act.command is not None:
            places.setdefault(act.command, []).append(place)
    for command, where in places.items():
        yield CommandRow(command.id, bytes.fromhex(command.digest), where[0], len(where))
