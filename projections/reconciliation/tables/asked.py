"""Who asked to come to a table, to begin to play, and for the money of an account: the player whose it is, or the platform (R806 r.8-10).

A stolen event key can seal any of them in anybody's name. Of what he does in play his hand or round is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Protocol

from tombo.ledger.core.ids import local
from tombo.projections.line import AnyLine, Line, asker
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import cups as said
from tombo.projections.reconciliation.said import people as people_said

Found = Iterator[Problem]
OF_HIS_NAME: Final = frozenset({"account.ticket_converted.v1", "account.withdrawn.v1", "registration.changed.v1"})
"""What stands in a stream that is called as the player who asks for it."""
OF_HIS_ACCESS: Final = frozenset({"access.closed.v1", "access.session_played.v1"})
"""What the access says whose it is; it is asked with that (``Accesses``)."""
OF_THE_PLAYER: Final = frozenset(
    {
        "access.opened.v1",
        "banked.player_joined.v1",
        "session.started.v1",
        "table.player_seated.v1",
        "table.registered.v1",
    }
)
"""What names the player who asks for it."""
OF_THE_PLATFORM: Final = frozenset(
    {
        *(
            f"account.{word}.v1"
            for word in ("bonus_converted", "bonus_expired", "bonus_granted", "deposited", "opened")
        ),
        "banked.opened.v1",
        "registration.made.v1",
        "table.opened.v1",
    }
)
"""What nobody but the platform asks for."""
OF_STAFF: Final = frozenset({"account.adjusted_down.v1", "account.adjusted_up.v1"})
"""What nobody but staff asks for, whose signatures ``verify`` holds."""


OF_HIS_SEAT: Final = frozenset(
    {
        "table.leave_requested.v1",
        "table.returned.v1",
        "table.sat_out.v1",
        "table.sat_out.v2",
        "table.stack_topped_up.v1",
    }
)
"""What names the seat of the player who asks for it."""
OF_HIS_SESSION: Final = frozenset({"session.ended.v1", "session.ended.v2"})
"""What the session says whose it is; it is asked with that (``People``)."""
OF_ASKERS: Final = (
    OF_HIS_ACCESS | OF_HIS_SESSION | OF_HIS_NAME | OF_THE_PLAYER | OF_HIS_SEAT | OF_THE_PLATFORM | OF_STAFF
)


class OfPlayer(Protocol):
    """What names the player whose it is."""

    player: str


class OfSeat(Protocol):
    """What names his seat."""

    seat: int


class Askers:
    """What is asked of who asked; its lines are read with that. ``seats``: who sits at a table in euro, by its stream; None of another."""

    def __init__(self, seats: Callable[[str], Mapping[int, str] | None]) -> None:
        self._seats = seats
        self.checks: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            **dict.fromkeys(OF_HIS_NAME, lambda line: self._asked(line, local(line.stream))),
            **dict.fromkeys(OF_THE_PLAYER, self._of_player),
            **dict.fromkeys(OF_HIS_SEAT, self._of_seat),
            **dict.fromkeys(OF_STAFF, self._of_staff),
            **dict.fromkeys(OF_THE_PLATFORM, lambda line: self._asked(line, None)),
        }

    def _of_player(self, line: Line[OfPlayer]) -> Found:
        return self._asked(line, line.event.player)

    def _of_seat(self, line: Line[OfSeat]) -> Found:
        """Of a seat that nobody is known to have, it is told elsewhere."""
        player = (self._seats(line.stream) or {}).get(line.event.seat)
        return iter(()) if player is None else self._asked(line, player)

    @staticmethod
    def _of_staff(line: Line[object]) -> Found:
        """An account is set right by staff."""
        by = asker(line)
        if by.actor != "staff":
            told = people_said.ASKED_BY_NO_STAFF(kind=line.kind, stream=line.stream, who=by.id)
            yield Problem("people", told, (line.index,))

    def _asked(self, line: Line[object], player: str | None) -> Found:
        """What is said where neither ``player`` asked nor the platform."""
        by = asker(line)
        if by.actor == "platform" or (by.actor == "player" and by.id == player):
            return
        facts = {"kind": line.kind, "stream": line.stream, "who": by.id}
        told = said.ASKED_BY_NO_PLATFORM(**facts) if player is None else said.ASKED_BY_ANOTHER(player=player, **facts)
        yield Problem("people", told, (line.index,))
