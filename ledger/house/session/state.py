"""A player session (*sessão de jogo*, R806 r.2t): its start, length and end are the player's choice (r.69).

It is the access to one game, and ends by the player, by the operator, or because he was warned of his inactivity and let the
warning pass. What the rules say of idleness is judged here, on what tables recorded; the platform only asks.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, Protocol, assert_never

from tombo.ledger.house.rules import headless
from tombo.ledger.house.session.events import (
    EndCause,
    InactivityWarned,
    SessionEnded,
    SessionEndedV2,
    SessionEntered,
    SessionEvent,
    SessionStarted,
)
from tombo.ledger.terms.every import GameRegulation, shared_of


class Session(NamedTuple):
    """A player's session; ``ended`` says by whose decision, once it is over."""

    player: str
    regulation: GameRegulation
    """Of the game it is played in."""
    warning: InactivityWarned | None = None
    """The newest one; a bet since has taken it back."""
    ended: EndCause | None = None
    entered: frozenset[str] = frozenset()
    """Where it was played, by stream: tables, banked tables, tournaments. It holds nothing anywhere else."""


class Seats(Protocol):
    """What the house asks of a tournament that a session entered."""

    def tables_of(self, session: str) -> Collection[str]:
        """The tables where entries of ``session`` were last seated, by local id."""
        ...


def evolve(session: Session | None, event: SessionEvent) -> Session:
    """``session`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``session.started``.
    """
    if isinstance(event, SessionStarted):
        return Session(event.player, event.regulation)
    if session is None:
        headless("session", event)
    match event:
        case SessionEntered():
            return session._replace(entered=session.entered | {event.where})
        case InactivityWarned():
            return session._replace(warning=event)
        case SessionEnded() | SessionEndedV2():
            return session._replace(ended=event.cause)
        case _:
            assert_never(event)


def ends_by(cause: EndCause, regulation: str) -> str | None:
    """The rule under which a session of a game ends for ``cause``; None where no regulation has one."""
    shared = shared_of(regulation)
    return {"player": shared.chosen, "inactivity": shared.warned}.get(cause)


def session_stream(session: str) -> str:
    """The stream of a session: ``session:s-81``."""
    return f"session:{session}"
