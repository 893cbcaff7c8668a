"""What the database takes on the disk, as it lies and once old play is packed (decision 0047), and what it costs to read a packed row.

The live ledger is of hands of four players, a command a commit; the day is of every game. On SQLite both are the file as ``VACUUM`` leaves it, on PostgreSQL
all tables and indexes as ``VACUUM FULL`` leaves them.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import psycopg

from bench.common import Line, demo_keys, drop_schema, postgres_server, report, scaled, scratch, with_schema
from bench.play import hand, house, play, recorded
from bench.projections import simulated
from tombo.ledger.core.clock import INSTANT_MAX
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.pack import pack_before
from tombo.ledger.operate.publish import publish
from tombo.ledger.store import open_store
from tombo.ledger.store.packed import is_packed

HANDS: Final = scaled(400)
TABLES: Final = scaled(6)
MOST: Final = 0.6
"""What a live hand may take when it is packed, of what it took (issue 15)."""
RUNS: Final = 5
SCHEMA: Final = "bench_disk"


def live(url: str, keyring: Keyring) -> None:
    """Hands of one table, a command a commit."""
    ledger = create_ledger(url, keyring, origin="bench.example/ledger")
    with ledger.store as store:
        play(ledger, house(1))
        for number in range(1, HANDS + 1):
            for envelope in hand(0, number):
                recorded(ledger.handle(envelope))
        publish(store, keyring.signer())


def taken(url: str) -> int:
    """The bytes of the ledger's tables, written anew."""
    if url.startswith("sqlite:///"):
        path = Path(url.removeprefix("sqlite:///"))
        with closing(sqlite3.connect(path, isolation_level=None)) as owner:
            owner.execute("VACUUM")
            owner.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return path.stat().st_size
    server = url[: url.index("schema=") - 1]
    with psycopg.connect(server, autocommit=True) as owner:
        tables = owner.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (SCHEMA,)).fetchall()
        for (table,) in tables:
            owner.execute(f"VACUUM FULL {SCHEMA}.{table}")
        ((size,),) = owner.execute(
            "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE n.nspname = %s AND c.relkind = 'r'",
            (SCHEMA,),
        ).fetchall()
    return int(size)


def packed_lines(what: str, url: str, keyring: Keyring, count: int, note: str = "") -> list[Line]:
    """What a ledger takes by its ``count`` hands or entries, before and after it is packed."""
    before = taken(url)
    pack_before(url, keyring, INSTANT_MAX)
    after = taken(url)
    return [
        Line(f"{what}, as it lies", before / count, "bytes"),
        Line(f"{what}, packed", after / count, "bytes", before / count, note=f"{after / before:.3f}{note}"),
    ]


def entries_in(url: str) -> int:
    """How many entries a ledger has."""
    with open_store(url, read_only=True) as store:
        return store.head().size


def spent(act: Callable[[], object]) -> float:
    """The processor time of this process, in seconds."""
    began = time.process_time()
    act()
    return time.process_time() - began


def reading(url: str, whole: str) -> list[Line]:
    """What it costs to read all rows of a packed ledger, beside those of the same ledger whole: in turns, the least of some."""
    with open_store(url, read_only=True) as small, open_store(whole, read_only=True) as large:
        size = large.head().size
        turns = [[spent(partial(store.rows_of, None, 0, size)) for store in (large, small)] for _ in range(RUNS)]
        count = sum(is_packed(state) for (state,) in small.recorder.fetch("SELECT state FROM stored_events"))
    plain, packed = (min(column) for column in zip(*turns, strict=True))
    return [
        Line("rows read, whole", plain / size * 1e6, "us/row"),
        Line("rows read, packed", packed / size * 1e6, "us/row", plain / size * 1e6),
        Line("what a packed one costs more", (packed - plain) / count * 1e6, "us/row"),
    ]


def main() -> None:
    """Measure and print."""
    with scratch() as folder:
        url, keyring = f"sqlite:///{folder / 'ledger.db'}", demo_keys(folder / "keys")
        live(url, keyring)
        size, hands = entries_in(url), HANDS
        lines = packed_lines("a live hand, SQLite", url, keyring, hands, f", must be at most {MOST:g}")
        lines += [Line("entries of a live hand, its table's too", size / hands, "entries")]
    with scratch() as folder:
        url = simulated(folder, TABLES)
        whole = f"sqlite:///{folder / 'whole.db'}"
        size = entries_in(url)
        Path(whole.removeprefix("sqlite:///")).write_bytes(Path(url.removeprefix("sqlite:///")).read_bytes())
        lines += packed_lines("an entry of a day of every game, SQLite", url, Keyring(folder / "keys"), size)
        lines += reading(url, whole)
    with postgres_server() as server, scratch() as folder:
        drop_schema(server, SCHEMA)
        url, keyring = with_schema(server, SCHEMA), demo_keys(folder / "keys")
        live(url, keyring)
        lines += packed_lines("a live hand, PostgreSQL", url, keyring, HANDS)
        drop_schema(server, SCHEMA)
    report("What old play takes on the disk", lines, 1)


if __name__ == "__main__":
    main()
