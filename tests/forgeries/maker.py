"""A small honest ledger, made once by the application; and its tables as whoever owns the database holds them.

What a forger does here he does to ``Tables``, plain lists of rows without any constraint, and then puts them into a real
store whose tables he has made anew. So one forgery is the same on both stores.
"""

from __future__ import annotations

import copy
import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg

from bench.play import hand, house, play
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.exchange.bundle import BundleEnd
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal import canonical
from tombo.ledger.seal.append import append_root, append_text
from tombo.ledger.seal.entry import ZERO32, EntryHasher, Sealed, leaf_data, pack, unpack
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.merkle import leaf_hash, tree_hash
from tombo.ledger.seal.policy import Policy, parse_policy
from tombo.ledger.seal.sealed_opening import OpeningKey, as_opened

ORIGIN: Final = "operator.example/ledger/1"
OPENING_SECRET: Final = b"the key of the openings, 32 long"
OPENING_KEY: Final = OpeningKey(OPENING_SECRET, ORIGIN)
ID, STREAM, VERSION, KIND, STATE = range(5)
"""The columns of an entry's row."""


@dataclass
class Tables:
    """The tables that a verifier looks at, row by row. The first column of ``events`` is the log index plus one."""

    events: list[list[Any]]
    commands: list[list[Any]]
    openings: list[list[Any]]
    tiles: list[list[Any]]
    checkpoints: list[list[Any]]

    def copy(self) -> Tables:
        """Tables to do with as one likes."""
        return copy.deepcopy(self)


COLUMNS: Final = {
    "events": "notification_id bigint, originator_id text, originator_version bigint, topic text, state {blob}",
    "commands": "command_id text, digest {blob}, first bigint, count bigint",
    "openings": "stream text, version bigint, slot bigint, sealed {blob}",
    "tiles": "level bigint, n bigint, hashes {blob}",
    "checkpoints": "size bigint, note text",
}
NAMES: Final = {"events": "stored_events"}


class Database:
    """A ledger's database in the hands of its owner: every constraint and trigger gone."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.postgres = not url.startswith("sqlite:")
        self._connection: Any
        if self.postgres:
            plain, _, schema = url.rpartition("schema=")
            self._connection = psycopg.connect(plain.rstrip("?&"), autocommit=True)
            self._connection.execute(f"SET search_path TO {schema}")
        else:
            self._connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)

    def close(self) -> None:
        """Let go."""
        self._connection.close()

    def read(self) -> Tables:
        """Everything there is, in the order of the first columns."""
        asked = {name: f"SELECT * FROM {NAMES.get(name, name)} ORDER BY 1, 2" for name in COLUMNS}
        return Tables(**{name: list(map(list, self._connection.execute(sql))) for name, sql in asked.items()})

    def bare(self) -> None:
        """Make the tables anew, without a constraint."""
        for name, columns in COLUMNS.items():
            table = NAMES.get(name, name)
            self._connection.execute(f"DROP TABLE {table}")
            self._connection.execute(
                f"CREATE TABLE {table} ({columns.format(blob='bytea' if self.postgres else 'blob')})"
            )

    def put(self, tables: Tables) -> None:
        """Replace what the tables hold."""
        cursor = self._connection.cursor()
        cursor.execute("BEGIN")
        for name in COLUMNS:
            table, rows = NAMES.get(name, name), getattr(tables, name)
            cursor.execute(f"DELETE FROM {table}")
            if rows:
                marks = ", ".join(["%s" if self.postgres else "?"] * len(rows[0]))
                cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        cursor.execute("COMMIT")


class Memory:
    """Tables as a source for the verifier, for matrices too large for a database. They are read as they are now."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.events = sorted(tables.events, key=lambda row: row[ID])
        self.ids = [row[ID] for row in self.events]
        self.ordered = sorted(tables.commands, key=lambda row: row[2])
        self.firsts = [row[2] for row in self.ordered]
        self.cards: dict[tuple[Any, Any], list[Any]] = {}
        for row in tables.openings:
            self.cards.setdefault((row[0], row[1]), []).append(tuple(row))

    def named(self) -> None:
        return None

    def head(self) -> BundleEnd:
        return BundleEnd(self.ids[-1] if self.ids else 0)

    def rows(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, Any, Any, Any, Any]]:
        low = bisect_right(self.ids, start) if start > 0 else 0
        high = len(self.ids) if stop is None else bisect_right(self.ids, stop)
        for number, stream, version, kind, state in self.events[low:high]:
            yield number - 1, stream, version, kind, state

    def commands(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[Any, ...]]:
        low = bisect_left(self.firsts, start) if start > 0 else 0
        high = len(self.firsts) if stop is None else bisect_left(self.firsts, stop)
        yield from map(tuple, self.ordered[low:high])

    def openings_between(self, start: int, stop: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
        for index, stream, version, *_ in self.rows(start, stop):
            for opening in self.cards.get((stream, version), ()):
                yield index, as_opened(opening, OPENING_KEY)

    def orphan_openings(self, size: int = 0) -> list[tuple[int | None, tuple[Any, ...]]]:
        places = {(row[STREAM], row[VERSION]) for row in self.tables.events}
        return [(None, tuple(row)) for row in self.tables.openings if (row[0], row[1]) not in places]

    def tiles(self, size: int = 0) -> Iterator[tuple[Any, ...]]:
        yield from (tuple(row) for row in sorted(self.tables.tiles, key=lambda row: row[:2]))

    def read_tile(self, level: int, n: int) -> bytes | None:
        return next((hashes for *place, hashes in self.tables.tiles if place == [level, n]), None)

    def checkpoints(self, size: int = 0) -> Iterator[tuple[Any, Any]]:
        yield from ((each, note) for each, note in sorted(self.tables.checkpoints))

    def differences(self) -> list[str]:
        return []


class Made(NamedTuple):
    """The honest ledger, what was kept of it outside, and the event key that gets stolen."""

    tables: Tables
    early: Tables
    """An old copy: the tables as they were between the two checkpoints."""
    policy: Policy
    saved: bytes
    """A checkpoint somebody saved a while ago."""
    signer: bytes
    """The signer's file: the newest checkpoint there is. Entries came after it."""
    key: PrivateKey
    log: PrivateKey
    """The checkpoint key, which may get stolen as well."""
    root: PrivateKey
    """The root key, for what its owner does after a theft."""
    places: dict[str, int]
    """Log indices by name, for the table of forgeries."""


def make(folder: Path) -> Made:
    """Play the ledger: single commands, two hands in long appends, checkpoints before, between and after them."""
    url, keyring = f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys")
    clock = SteppingClock()
    with create_ledger(url, keyring, origin=ORIGIN, clock=clock).store as store:
        event = keyring.load(keyring.event(1))
        ledger = Ledger(store, event, clock=clock, find_anchor=store.anchor, openings=OPENING_KEY)
        database = Database(url)
        play(ledger, house(2))
        publish(store, keyring.signer())
        ledger.refresh_anchor()
        batch = store.head().size
        play(ledger, hand(0, 1))
        single = store.head().size
        envelopes = hand(1, 1)
        _one_by_one(ledger, envelopes[:6])
        play(ledger, envelopes[6:8])
        _one_by_one(ledger, envelopes[8:])
        twin = store.head().size
        saved = publish(store, keyring.signer())
        ledger.refresh_anchor()
        play(ledger, hand(0, 2))
        early = database.read()
        late = store.head().size
        play(ledger, hand(1, 2))
        signer = publish(store, keyring.signer())
        ledger.refresh_anchor()
        tail = store.head().size
        _one_by_one(ledger, hand(0, 3)[:4])
        tables = database.read()
        database.close()
    alone = [at for at in range(single, twin) if sealed_of(tables.events[at]).count == 1]
    pair = next(at for at in range(single, twin) if sealed_of(tables.events[at]).count == 2)
    places = {"one": alone[2], "two": alone[3], "pair": pair}
    places |= {"batch": batch, "single": single, "saved": twin, "late": late, "signed": tail, "end": len(tables.events)}
    policy = parse_policy(keyring.policy.read_text())
    key, log, root = (keyring.load(path) for path in (keyring.event(1), keyring.checkpoint, keyring.root))
    return Made(tables, early, policy, saved.encode(), signer.encode(), key, log, root, places)


def _one_by_one(ledger: Ledger, envelopes: Sequence[Any]) -> None:
    for envelope in envelopes:
        play(ledger, [envelope])


def sealed_of(row: list[Any]) -> Sealed:
    """The parts of a row's state."""
    return unpack(row[STATE])


def restate(row: list[Any], **changes: Any) -> None:
    """Change parts of a row's state."""
    row[STATE] = pack(*sealed_of(row)._replace(**changes))


def rebody(row: list[Any], change: Callable[[Any], None]) -> None:
    """Change what the body of a row says, and write it canonically again."""
    body = canonical.decode(sealed_of(row).body)
    change(body)
    restate(row, body=canonical.encode(body))


def renumber(tables: Tables) -> None:
    """Give the rows dense ids in the order they stand in."""
    for number, row in enumerate(tables.events, 1):
        row[ID] = number


def reseal(made: Made, tables: Tables, start: int, *, clock: bool = True) -> None:
    """Seal everything from index ``start`` on again with the stolen key: chains, appends, tiles, commands.

    The rows stand in the order wanted; rows of one append are those that said so before. With ``clock`` the recorded
    times are made to fit as well.
    """
    key = made.key
    hasher = EntryHasher(ORIGIN)
    heads: dict[str, bytes] = {}
    versions: dict[str, int] = {}
    renumber(tables)
    events = tables.events
    leaves: list[bytes] = []
    at = recorded = 0
    while at < len(events):
        first = at
        claim = sealed_of(events[at])
        while at < len(events) and sealed_of(events[at]).first == claim.first:
            at += 1
        recorded = max(recorded, claim.recorded) if clock else claim.recorded
        group = events[first:at]
        hashes = []
        for row in group:
            stream = row[STREAM]
            versions[stream] = version = versions.get(stream, 0) + 1
            prev = heads.get(stream, ZERO32)
            if first >= start:
                row[VERSION] = version
                body = canonical.decode(sealed_of(row).body)
                body["stream"], body["version"] = stream, version
                restate(row, prev=prev, key_id=key.key_id, body=canonical.encode(body))
            sealed = sealed_of(row)
            heads[stream] = hasher(stream, row[VERSION], row[KIND], sealed.key_id, sealed.prev, sealed.body)
            hashes.append(heads[stream])
        if first >= start:
            anchor = claim.anchor_size if claim.anchor_size <= first else 0
            text = append_text(
                ORIGIN, first, len(group), recorded, anchor, tree_hash(leaves[:anchor]), append_root(hashes)
            )
            for row in group:
                restate(
                    row,
                    first=first,
                    count=len(group),
                    recorded=recorded,
                    anchor_size=anchor,
                    signature=key.sign(text),
                )
        leaves.extend(leaf_hash(leaf_data(*row[1:])) for row in group)
    retile(tables)
    recommand(tables)


def append_one(
    tables: Tables, row: list[Any], key: PrivateKey, recorded: int | None = None, first: int | None = None
) -> None:
    """Seal ``row``, of stream, version, kind and body, at the end of the log: alone in its append, next in its stream."""
    stream, version, kind, body = row
    first = len(tables.events) if first is None else first
    hasher, prev = EntryHasher(ORIGIN), ZERO32
    for other in tables.events:
        if other[STREAM] == stream:
            last = sealed_of(other)
            prev = hasher(stream, other[VERSION], other[KIND], last.key_id, last.prev, last.body)
    root = append_root([hasher(stream, version, kind, key.key_id, prev, body)])
    if recorded is None:
        recorded = sealed_of(tables.events[-1]).recorded
    text = append_text(ORIGIN, first, 1, recorded, 0, tree_hash([]), root)
    state = pack(key.key_id, prev, first, 1, recorded, 0, key.sign(text), body)
    tables.events.append([first + 1, stream, version, kind, state])


def retile(tables: Tables) -> None:
    """Tiles that fit the entries, as far as the old ones went."""
    known = max((n * 256 + len(hashes) // 32 for level, n, hashes in tables.tiles if level == 0), default=0)
    hashes = [leaf_hash(leaf_data(*row[1:])) for row in tables.events[:known]]
    tables.tiles.clear()
    level = 0
    while hashes:
        for n in range(0, len(hashes), 256):
            tables.tiles.append([level, n // 256, b"".join(hashes[n : n + 256])])
        hashes = [tree_hash(hashes[n : n + 256]) for n in range(0, len(hashes) - 255, 256)]
        level += 1


def recommand(tables: Tables) -> None:
    """Command ids that fit the entries."""
    found: dict[str, list[Any]] = {}
    for index, row in enumerate(tables.events):
        command = canonical.decode(sealed_of(row).body)["command"]
        if command is not None:
            kept = found.setdefault(command["id"], [command["id"], bytes.fromhex(command["digest"]), index, 0])
            kept[3] += 1
    tables.commands[:] = list(found.values())


def differs(one: Tables, other: Tables) -> bool:
    """Whether a forgery changed anything."""
    return any(getattr(one, field.name) != getattr(other, field.name) for field in fields(Tables))
