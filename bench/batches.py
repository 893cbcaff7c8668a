"""Batches: 500 prepared events a commit, encoded, chained, hashed, signed and inserted, beside the insert alone."""

from __future__ import annotations

from typing import Final

from bench.common import Line, postgres_ledger, postgres_server, rate, report, rows_of, scaled, sqlite_ledger, together
from bench.play import hand, house, play
from bench.raw import StoredRow, postgres_insert, postgres_table, sqlite_insert, sqlite_table
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.store.mapper import Draft
from tombo.ledger.store.sealing import Batch

SIZE: Final = 500
HANDS: Final = scaled(800)
TABLES: Final = 20


def prepare() -> tuple[list[Draft], list[StoredRow]]:
    """Played hands, as drafts whose events are made already, and as the rows the ledger stored them in."""
    with sqlite_ledger() as ledger:
        play(ledger, house(TABLES))
        first = ledger.store.head().size
        for number in range(HANDS):
            play(ledger, hand(number % TABLES, number // TABLES + 1))
        entries = [ledger.entry_mapper.to_entry(row) for row in ledger.store.rows(first)]
        newest: dict[str, int] = {}
        drafts = []
        for entry in entries:  # versions from 1: on another ledger the tables' streams begin here
            newest[entry.stream] = version = newest.get(entry.stream, 0) + 1
            drafts.append(Draft(entry.stream, version, entry.event, entry.by, entry.command, entry.occurred))
        return drafts, rows_of(ledger, first)


def seal(ledger: Ledger, drafts: list[Draft]) -> None:
    """Commit ``drafts``, 500 at a time."""
    heads: dict[str, bytes] = {}
    for start in range(0, len(drafts), SIZE):
        batch = Batch()
        batch.drafts = drafts[start : start + SIZE]
        batch.heads = {draft.stream: heads[draft.stream] for draft in batch.drafts if draft.stream in heads}
        ledger.events.put(batch.drafts, batch=batch)
        heads.update(zip((draft.stream for draft in batch.drafts), batch.hashes, strict=True))


def main() -> None:
    """Measure and print."""
    drafts, rows = prepare()

    def sealed_sqlite() -> float:
        with sqlite_ledger() as ledger:
            return rate(len(drafts), lambda: seal(ledger, drafts))

    def raw_sqlite() -> float:
        with sqlite_table() as connection:
            return rate(len(rows), lambda: sqlite_insert(connection, rows, SIZE))

    with postgres_server() as server:

        def sealed_postgres() -> float:
            with postgres_ledger(server) as ledger:
                return rate(len(drafts), lambda: seal(ledger, drafts))

        def raw_postgres() -> float:
            with postgres_table(server) as connection:
                return rate(len(rows), lambda: postgres_insert(connection, rows, SIZE))

        sealed_1, raw_1, sealed_2, raw_2 = together(sealed_sqlite, raw_sqlite, sealed_postgres, raw_postgres)
    report(
        f"{SIZE} prepared events a commit, {len(rows)} events",
        [
            Line("raw batch insert, SQLite", raw_1, "events/s"),
            Line("tombo, sealed, SQLite", sealed_1, "events/s", raw_1, 0.5),
            Line("raw batch insert, PostgreSQL (unnest, binary, prepared)", raw_2, "events/s"),
            Line("tombo, sealed, PostgreSQL", sealed_2, "events/s", raw_2, 0.5),
        ],
    )


if __name__ == "__main__":
    main()
