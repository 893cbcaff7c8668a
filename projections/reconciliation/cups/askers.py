"""Who asked for what happens to a tournament: a player for himself, or the platform; for the whole of it the platform (R810 r.14, r.19, r.39-52).

What ends a hand ends in the name of whoever played last: of such exits, and of prizes, nothing is asked here. Who of the staff may announce and cancel
the verifier asks, with their signatures.
"""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.said import Told
from tombo.ledger.games.tournament.events import (
    AddedOn,
    Cancelled,
    Eliminated,
    Finished,
    LevelPaused,
    LevelResumed,
    LevelStarted,
    OverlayAdded,
    PlayerMoved,
    PrizesFixed,
    Rebought,
    Reentered,
    Registered,
    RegistrationCancelled,
    RegistrationClosed,
    SeatsDrawn,
    Started,
    SynchronizedHandStarted,
    TableBroken,
    TimeCalled,
    TournamentEvent,
)
from tombo.ledger.games.tournament.state import Tournament
from tombo.projections.reconciliation.said import cups as said

OF_THE_PLATFORM: Final = (
    Finished,
    LevelPaused,
    LevelResumed,
    LevelStarted,
    OverlayAdded,
    PlayerMoved,
    PrizesFixed,
    RegistrationClosed,
    SeatsDrawn,
    Started,
    SynchronizedHandStarted,
    TableBroken,
    TimeCalled,
)
"""What nobody but the platform asks for."""


def asked_by_other(state: Tournament, entry: Entry, *, begins: bool) -> Told | None:
    """What is said of who asked for ``entry``, which followed ``state``; None where he may, or where nothing is asked of it.

    ``begins``: it is the first of its command: somebody is out who buys no chips again (r.31, r.44).
    """
    event: TournamentEvent = entry.event
    player: str | None = None
    match event:
        case Registered() | Reentered():
            player = event.player
        case Eliminated() if begins:
            player = state.entries[event.entry - 1].player
        case RegistrationCancelled() | Rebought() | AddedOn():
            player = state.entries[event.entry - 1].player
        case Cancelled() if entry.by.actor == "staff":
            return None
        case Cancelled():
            pass
        case _ if not isinstance(event, OF_THE_PLATFORM):
            return None
    by = entry.by
    if by.actor == "platform" or (by.actor == "player" and by.id == player):
        return None
    if player is None:
        return said.ASKED_BY_NO_PLATFORM(kind=entry.kind, stream=entry.stream, who=by.id)
    return said.ASKED_BY_ANOTHER(kind=entry.kind, stream=entry.stream, who=by.id, player=player)
