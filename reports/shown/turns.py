"""What a table waits for now, and what each player may ask there."""

from __future__ import annotations

from tombo.ledger.core.clock import Clock
from tombo.ledger.core.errors import NotFoundError
from tombo.projections.turn import table_turn
from tombo.reports import turn as turn_report
from tombo.reports.said.commands import common as said
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.shown import Shown, as_document
from tombo.reports.shown.tables import stream_of


def to_act(reader: Reader, table: str, clock: Clock) -> Shown:
    """What ``table`` waits for, and every act that its door would take now: by whom, of which amounts, and until when.

    Raises:
        NotFoundError: there is no such table.
        OutOfPlaceError: an entry that a door would ask for cannot follow.
    """
    stream = stream_of(reader, table)
    if not reader.version(stream):
        raise NotFoundError(
            said.NO_SUCH_HERE_LISTED(what=said.TABLE, name=table, origin=reader.store.origin, word="table")
        )
    turn = table_turn(reader.view(clock), stream)
    return Shown(turn.to_json(), as_document(lambda: turn_report.document(turn)))
