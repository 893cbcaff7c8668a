"""A simulated day of every game through the live door on SQLite: deciding, sealing, committing and the players' own thinking.

Beside raw commits of one row each; and what came of it audited, hands and rounds from their stored bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bench.common import Line, rate, report, rows_of, scaled, scratch, together
from bench.raw import StoredRow, sqlite_insert, sqlite_table
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.store import Row
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_of
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, LedgerDoor, play

TABLES = scaled(40)
HOURS = 4
OUTAGES = 1


class Played(NamedTuple):
    """A day on record."""

    origin: str
    commands: int
    stored: list[StoredRow]
    rows: Sequence[Row]


def played() -> tuple[Played, float]:
    """A day, and how many of its commands were answered a second, accepted or refused."""
    plan = Plan(
        seed=1,
        begins=BEGINS,
        ends=BEGINS + HOURS * HOUR,
        tables=TABLES,
        games=(),
        pace=6,
        malice=0.02,
        trouble=0.02,
        outages=OUTAGES,
    )
    with scratch() as folder:
        door = LedgerDoor(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"), plan.seed)
        days = []
        spent = 1 / rate(1, lambda: days.append(play(plan, door, kills=0)))
        store = door.ledger.store
        day = Played(
            store.origin, days[0].day.commands, rows_of(door.ledger, 0), list(store.rows(0, store.head().size))
        )
        store.close()
    if days[0].day.failures:
        raise SystemExit(f"the day went wrong: {days[0].day.failures[0]}")
    return day, day.commands / spent


def main() -> None:
    """Measure and print."""
    days: list[Played] = []

    def live() -> float:
        day, commands = played()
        days.append(day)
        return commands

    def raw() -> float:
        with sqlite_table() as connection:
            return rate(len(days[-1].stored), lambda: sqlite_insert(connection, days[-1].stored, 1))

    def audited() -> float:
        day = days[-1]
        ask = row_of(day.rows)
        rounds = sum(1 for _ in audit(day.rows, ask))
        return rate(rounds, lambda: sum(1 for _ in audit(day.rows, ask)))

    commands, commits, rounds = together(live, raw, audited)
    report(
        f"A simulated day of every game, {TABLES} tables, {HOURS} hours, SQLite",
        [
            Line("raw, one row a commit", commits, "commits/s"),
            Line("simulator and tombo, rules on, signed", commands, "commands/s", commits),
            Line("audited from the stored bytes", rounds, "rounds/s"),
        ],
    )


if __name__ == "__main__":
    main()
