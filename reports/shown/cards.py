"""Whose closed cards may be shown to whom: nobody's before a reading of them is on record (architecture, decision 16).

A command shows them where it has recorded that. Over the network one request records a reading, signed, and the next ones name it by its command
id: to its reader alone, and for an hour.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from tombo.ledger.core.clock import SECOND, Clock
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import CommandId, is_local
from tombo.ledger.core.words import OpenedWords
from tombo.ledger.house.staff.events import CardsReadV2
from tombo.ledger.house.staff.state import OFFICER, Staff, staff_stream
from tombo.projections.follow import Viewer
from tombo.projections.signed import signed_in_role
from tombo.reports.shown.reading import Reader

READING_SECONDS: Final = 3_600
"""How long a reading on record opens cards over the network, from when it was recorded. Who wants to see them later says why once more."""
_IDS: Final = TypeAdapter[str](CommandId)


class Seen(NamedTuple):
    """A viewer, and the hands and rounds whose closed cards he may be shown: a reading of them is on record."""

    viewer: Viewer = Viewer()
    recorded: frozenset[str] = frozenset()

    def cards(self, reader: Reader, stream: str) -> dict[int, int]:
        """The closed cards of ``stream`` by slot, if a reading of them is on record and it is over; else none."""
        return reader.closed_cards(stream) if stream in self.recorded else {}


OUTSIDER: Final = Seen()
"""Whoever reads what everybody may."""


def sees_closed(viewer: Viewer) -> bool:
    """Whether any closed card may be this viewer's to see: then what is written for him is not for everybody."""
    return viewer.role in {"player", "officer"}


def reason_of(reason: str, player: str | None) -> str:
    """``reason`` as it comes on record, of who reads for ``player``, or for himself."""
    return f"for {player}: {reason}" if player else reason


def read_for(reason: str) -> str | None:
    """For which player a reading was, by its reason on record; None of one that is for its reader himself."""
    name, colon, _ = reason.removeprefix("for ").partition(": ")
    return name if colon and reason.startswith("for ") and is_local(name) else None


def opened_to(reader: Reader, clock: Clock, staff: str, stream: str, reading: str) -> Seen | None:
    """What ``staff`` may see of ``stream`` by the reading that the command ``reading`` recorded.

    None where it opens nothing to him: it is not of these cards, nobody's or another person's, not signed, over, or he is no officer any more; or
    why he read cannot be opened here, or names a player who was not there.

    Raises:
        TamperedError: the store is not what was sealed.
    """
    entry = _reading(reader, staff, stream, reading)
    if entry is None or clock.now() - entry.recorded >= READING_SECONDS * SECOND:
        return None
    now: Staff | None = reader.view(clock)(staff_stream(staff))
    (told,) = reader.opened([entry])
    if now is None or OFFICER not in now.roles or not isinstance(told.event.reason, OpenedWords):
        return None
    player = read_for(told.event.reason.text)
    if player is not None and not reader.was_in(stream, player):
        return None
    return Seen(Viewer("officer") if player is None else Viewer("player", player), frozenset({stream}))


def _reading(reader: Reader, staff: str, stream: str, reading: str) -> Entry | None:
    """The entry that ``staff`` reads the closed cards of ``stream``, of the command ``reading``, which he signed; None where there is none."""
    try:
        found = reader.store.command(_IDS.validate_python(reading))
    except ValidationError:
        return None
    for row in () if found is None else reader.store.rows(found.first, found.first + found.count):
        if row.stream == staff_stream(staff):
            entry = reader.entry(row)
            same = isinstance(entry.event, CardsReadV2) and entry.event.hand == stream and entry.by.id == staff
            if same and signed_in_role(reader.store, row, OFFICER, reader.staff):
                return entry
    return None
