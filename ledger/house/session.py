"""A player session (*sessão de jogo*, R806 r.2t): its start, length and end are the player's choice (r.69)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, assert_never

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.findings import Refused
from ledger.house.banked import BankedTable
from ledger.house.commands import EndSession, StartSession, WarnInactivity
from ledger.house.events import InactivityWarned, SessionEnded, SessionEvent, SessionStarted
from ledger.house.r806 import inactivity_was_warned_of
from ledger.house.rules import first_breach, headless, house
from ledger.house.staff import OFFICER, may
from ledger.house.table import Table


class Session(NamedTuple):
    """A player's session; ``ended`` says by whose decision, once it is over."""

    player: str
    warned: bool = False
    """The operator warned that it will end (R806 r.71)."""
    ended: Literal["player", "inactivity", "operator"] | None = None


def evolve(session: Session | None, event: SessionEvent) -> Session:
    """``session`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``session.started``.
    """
    if isinstance(event, SessionStarted):
        return Session(event.player)
    if session is None:
        headless("session", event)
    match event:
        case InactivityWarned():
            return session._replace(warned=True)
        case SessionEnded():
            return session._replace(ended=event.cause)
        case _:
            assert_never(event)


def session_stream(session: str) -> str:
    """The stream of a session: ``session:s-81``."""
    return f"session:{session}"


def session_refusal(view: View, session: str, player: str) -> Refused | None:
    """The objection to ``player`` playing within ``session``: not begun, somebody else's, or over."""
    found: Session | None = view(session_stream(session))
    if found is None:
        return house("session", f"there is no session {session}; expected 'start_session' before")
    if found.player != player:
        return house("session", f"the session {session} is of {found.player}, not of {player}")
    if found.ended:
        return house("session", f"the session {session} has ended; expected a new one")
    return None


def start_session(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``start_session``: the player's choice (R806 r.69), under a new name."""
    command: StartSession = envelope.command
    objection = may(view, envelope.by, player=command.player, platform=True)
    if objection:
        return objection
    stream = session_stream(command.session)
    if view(stream) is not None:
        return house("session", f"there is a session {command.session} already; expected a name not used before")
    return Decision(((stream, SessionStarted(player=command.player)),))


def warn_inactivity(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``warn_inactivity`` (R806 r.70-71): by the platform, of a session that goes on."""
    command: WarnInactivity = envelope.command
    objection = may(view, envelope.by, platform=True) or _open_refusal(view, command.session)
    if objection:
        return objection
    return Decision(((session_stream(command.session), InactivityWarned(reason=command.reason)),))


def end_session(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``end_session``: the player's choice (R806 r.69); for inactivity only after a warning (r.71).

    Whoever still sits at a table leaves it first, so that his stack has gone back to him.
    """
    command: EndSession = envelope.command
    stream = session_stream(command.session)
    objection = _open_refusal(view, command.session)
    if objection:
        return objection
    session: Session = view(stream)
    player = session.player if command.cause == "player" else None
    objection = may(view, envelope.by, player=player, platform=True, roles=(OFFICER,) if player is None else ())
    if objection:
        return objection
    objection = first_breach(inactivity_was_warned_of(warned=session.warned or command.cause != "inactivity"))
    if objection:
        return objection
    for name in view.streams("table"):
        table: Table = view(name)
        seat = table.seat_of(session.player)
        taken = None if seat is None else table.at(seat)
        if taken is not None and taken.session == command.session:
            return house("session", f"{session.player} sits on seat {seat} of {name}; expected 'leave_table' before")
    for name in view.streams("banked"):
        banked: BankedTable = view(name)
        if any(place.session == command.session for place in banked.places):
            return house("session", f"{session.player} plays at {name}; expected 'part_table' before")
    return Decision(((stream, SessionEnded(cause=command.cause)),))


def _open_refusal(view: View, session: str) -> Refused | None:
    """The objection to a session that has not begun or is over."""
    found: Session | None = view(session_stream(session))
    return session_refusal(view, session, found.player if found else "")


DECIDERS: Final[dict[type, Decide]] = {
    StartSession: start_session,
    WarnInactivity: warn_inactivity,
    EndSession: end_session,
}
