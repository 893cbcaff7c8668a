"""Decisions in a large house: what they cost does not grow with the tables there ever were."""

from __future__ import annotations

import time
from statistics import median
from typing import Final

from bench.common import Line, report, scaled, sqlite_ledger
from bench.play import BUY_IN, house, play, recorded, table_name
from tests.worlds.floor import Floor, player
from tombo.ledger.core.command import Envelope
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.table.commands import LeaveTable, OpenTable, SeatPlayer
from tombo.ledger.live.ledger import Ledger

TABLES: Final = scaled(24_000)
ENDS: Final = scaled(200)
PLACES: Final = 3
"""Tables that a session was at before its end."""


def seconds_of_an_end(tables: int) -> float:
    """The median of ``ENDS`` ends of sessions, each recorded alone, in a house that has opened ``tables`` tables."""
    with sqlite_ledger() as ledger:
        play(ledger, house(1))
        opened: list[OpenTable] = [
            OpenTable(
                buy_in=BUY_IN, mode="continuous", ruleset="rules-mesa-0", table=table_name(number), top_up_max=BUY_IN
            )
            for number in range(1, max(tables, PLACES + 1))
        ]
        asked: list[Envelope] = []
        floor = Floor(asked.append, "tables")
        for command in opened:
            floor.do(command)
        play(ledger, asked)
        return median(_end(ledger, number) for number in range(ENDS))


def _end(ledger: Ledger, number: int) -> float:
    """A session of a player with money begins, is at ``PLACES`` tables, and ends: the seconds its end took."""
    name, floor = player(1), Floor(ledger.handle, f"session-{number}")
    session = f"bench-{number}"
    floor.do(StartSession(player=name.id, session=session), name)
    for place in range(1, PLACES + 1):
        table = table_name(place)
        floor.do(SeatPlayer(player=name.id, seat=1, session=session, table=table), name)
        floor.do(LeaveTable(seat=1, table=table), name)
    envelope = floor.envelope(EndSession(cause="player", session=session), name)
    start = time.perf_counter()
    outcome = ledger.handle(envelope)
    taken = time.perf_counter() - start
    recorded(outcome)
    return taken


def main() -> None:
    """Measure and print."""
    few, many = seconds_of_an_end(10), seconds_of_an_end(TABLES)
    report(
        "Decisions in a large house, SQLite, one command a commit",
        [
            Line("end_session, 10 tables", 1_000 * few, "ms"),
            Line(f"end_session, {TABLES:,} tables", 1_000 * many, "ms", note="at most 2"),
        ],
        1,
    )


if __name__ == "__main__":
    main()
