"""The live door on SQLite: one command a commit, rules on, beside raw commits of one row each.

Both sides are measured with the write-ahead log in its steady state: it has been longer than SQLite's checkpoint once.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from bench.common import Line, rate, report, rows_of, scaled, sqlite_ledger, together
from bench.play import hand, house, play, recorded
from bench.raw import WAL_PAGES, StoredRow, sqlite_insert, sqlite_table

HANDS: Final = scaled(200)
WARM_UP_HANDS: Final = scaled(60)
"""Enough commits to fill the log past its checkpoint: a commit writes two pages or more."""


def commands_a_second() -> float:
    """Commands recorded a second, each decided by the rules and committed before the next."""
    with sqlite_ledger() as ledger:
        play(ledger, house(1))
        hands = [hand(0, number) for number in range(1, WARM_UP_HANDS + HANDS + 1)]
        warm_up, measured = (
            [envelope for each in part for envelope in each] for part in (hands[:WARM_UP_HANDS], hands[WARM_UP_HANDS:])
        )
        for envelope in warm_up:
            ledger.handle(envelope)

        def record() -> None:
            for envelope in measured:
                recorded(ledger.handle(envelope))

        return rate(len(measured), record)


@cache
def recorded_rows() -> list[StoredRow]:
    """The rows of the hands, as the ledger stores them."""
    with sqlite_ledger() as ledger:
        play(ledger, house(1))
        first = ledger.store.head().size
        for number in range(1, WARM_UP_HANDS + HANDS + 1):
            play(ledger, hand(0, number))
        return rows_of(ledger, first)


def raw_commits_a_second() -> float:
    """Commits of one row a second: the rows a ledger wrote, in the same order."""
    rows = recorded_rows()
    warm_up = min(len(rows) // 2, WAL_PAGES)  # a commit writes at least two pages
    with sqlite_table() as connection:
        sqlite_insert(connection, rows[:warm_up], 1)
        return rate(len(rows) - warm_up, lambda: sqlite_insert(connection, rows[warm_up:], 1))


def main() -> None:
    """Measure and print."""
    live, raw = together(commands_a_second, raw_commits_a_second)
    report(
        "Live door, SQLite, one command a commit",
        [
            Line("raw, one row a commit", raw, "commits/s"),
            Line("tombo, rules on, signed", live, "commands/s", raw, 0.5),
        ],
    )


if __name__ == "__main__":
    main()
