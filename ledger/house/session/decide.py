"""What may be asked of a session, judged."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, cast

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.access.commands import ContinueSession
from tombo.ledger.house.access.decide import played
from tombo.ledger.house.banked.events import PlayerParted
from tombo.ledger.house.banked.state import BankedTable, held_in
from tombo.ledger.house.player.refusals import erased_refusal
from tombo.ledger.house.player.state import player_stream
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.session import said
from tombo.ledger.house.session.commands import EndSession, StartSession, WarnInactivity
from tombo.ledger.house.session.events import (
    AnyEnded,
    InactivityWarned,
    SessionEnded,
    SessionEndedV2,
    SessionEntered,
    SessionStarted,
)
from tombo.ledger.house.session.idleness import Placed, Seated, idle_by, idle_since, warned_before
from tombo.ledger.house.session.state import Seats, Session, ends_by, session_stream
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import OFFICER
from tombo.ledger.house.table.events import SatOut
from tombo.ledger.house.table.state import Table, seat_left, table_stream
from tombo.ledger.house.times import by_both


def session_refusal(view: View, session: str, player: str, regulation: str) -> Refused | None:
    """The objection to ``player`` playing within ``session``: not begun, somebody else's, over, of another game, or he was erased."""
    found = _open(view, session)
    if isinstance(found, Refused):
        return found
    if found.player != player:
        told = said.SESSION_OF_ANOTHER_PLAYER(owner=found.player, player=player, session=session)
        return house("session", told)
    if found.regulation != regulation:
        told = said.SESSION_OF_ANOTHER_GAME(expected=regulation, regulation=found.regulation, session=session)
        return house("session", told)
    return erased_refusal(view, player)


def entered(view: View, session: str, where: str) -> list[tuple[str, EventBase]]:
    """What taking a seat or an entry at ``where``, a stream, adds to the session: nothing if it was there before."""
    found: Session = view(session_stream(session))
    return [] if where in found.entered else [(session_stream(session), SessionEntered(where=where))]


def _open(view: View, session: str) -> Session | Refused:
    """The session, if it has begun and goes on."""
    found: Session | None = view(session_stream(session))
    if found is None:
        return house("session", said.NO_SESSION(session=session))
    if found.ended:
        return house("session", said.SESSION_HAS_ENDED(session=session))
    return found


def start_session(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``start_session``: the player's choice (R806 r.69), under a new name; of who is registered, while he is logged on; of nobody who was erased."""
    command: StartSession = envelope.command
    objection = may(view, envelope.by, player=command.player, platform=True)
    if objection:
        return objection
    stream = session_stream(command.session)
    if view(stream) is not None:
        return house("session", said.SESSION_EXISTS(session=command.session))
    objection = erased_refusal(view, command.player)
    if objection:
        return objection
    through = played(view, command.access, command.session, command.player)
    if isinstance(through, Refused):
        return through
    started = SessionStarted(player=command.player, regulation=command.regulation)
    return Decision((*through, (stream, started)))


def continue_session(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``continue_session``: the player's choice (R806 r.69); his session goes on through another access of his. Of nobody who was erased."""
    command: ContinueSession = envelope.command
    session = _open(view, command.session)
    if isinstance(session, Refused):
        return session
    objection = may(view, envelope.by, player=session.player, platform=True) or erased_refusal(view, session.player)
    if objection:
        return objection
    through = played(view, command.access, command.session, session.player)
    return through if isinstance(through, Refused) else Decision(tuple(through))


def warn_inactivity(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``warn_inactivity`` (R803 r.42, R806 r.71): by the platform, of a player who is idle at a table by its rules."""
    command: WarnInactivity = envelope.command
    objection = may(view, envelope.by, platform=True)
    if objection:
        return objection
    session = _open(view, command.session)
    if isinstance(session, Refused):
        return session
    found = _played_at(view, command.session, command.where)
    if isinstance(found, Refused):
        return found
    rule = idle_by(view, found, by_both(envelope.occurred, view))
    if isinstance(rule, Refused):
        return rule
    warning = InactivityWarned(at=envelope.occurred, number=found.table.number, rule=rule, table=command.where)
    return Decision(((session_stream(command.session), warning),))


def _played_at(view: View, session: str, where: str) -> Seated | Placed | Refused:
    """What ``session`` holds at the table ``where``, a stream."""
    table: Table | BankedTable | None = view(where) if where.startswith(("table:", "banked:")) else None
    if isinstance(table, Table):
        for taken in table.seats:
            if taken.session == session:
                return Seated(table, taken)
    elif table is not None:
        for place in table.places:
            if place.session == session:
                return Placed(table, place)
    return house("session", said.SESSION_NOT_AT_TABLE(session=session, where=where))


def end_session(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``end_session``: the player's choice (R806 r.69), the operator's with a reason, a warning let pass (r.71), or a limit of the player's own.

    Whoever still sits at a table leaves it first, so that his stack has gone back to him, and no bet of his is undecided. In a
    tournament he stays in play, and sits out (R810 r.27).
    For inactivity the player leaves the table he was warned at in the same commit.
    """
    command: EndSession = envelope.command
    session = _open(view, command.session)
    if isinstance(session, Refused):
        return session
    player = session.player if command.cause == "player" else None
    objection = may(view, envelope.by, player=player, platform=True, roles=(OFFICER,) if player is None else ())
    if objection:
        return objection
    if (command.reason is not None) != (command.cause == "operator"):
        return house("session", said.SESSION_REASON_OUT_OF_PLACE())
    left: list[tuple[str, EventBase]] | Refused = []
    if command.cause == "inactivity":
        left = _dismissed(view, command.session, session, by_both(envelope.occurred, view))
    if isinstance(left, Refused):
        return left
    here = {stream for stream, _ in left}
    objection = _seat_refusal(view, command.session, session, here) or _bet_refusal(view, command.session, session)
    if objection:
        return objection
    rule = ends_by(command.cause, session.regulation)
    stream = session_stream(command.session)
    ended: AnyEnded = SessionEnded(cause=command.cause, reason=None, rule=rule)
    if (
        command.reason is not None and view(player_stream(session.player)) is None
    ):  # of who is erased nothing more is kept
        field = (stream, view.version(stream) + 1, "reason")
        ended = SessionEndedV2(cause="operator", reason=view.words(command.reason, session.player, field))
    return Decision((*left, *_absences(view, command.session, session), (stream, ended)))


def _entered(session: Session, kind: str) -> list[str]:
    """Where ``session`` was played, of one type of stream, in order of name."""
    return sorted(where for where in session.entered if where.startswith(f"{kind}:"))


def _absences(view: View, name: str, session: Session) -> Iterator[tuple[str, EventBase]]:
    """Whoever leaves a tournament that goes on sits out from now on (R810 r.27)."""
    tournaments: list[Seats] = [view(stream) for stream in _entered(session, "tournament")]
    for stream in sorted({table_stream(table) for found in tournaments for table in found.tables_of(name)}):
        table: Table = view(stream)
        for taken in table.seats:
            if taken.session == name and not taken.sitting_out:
                yield stream, SatOut(seat=taken.seat)


def _dismissed(view: View, name: str, session: Session, at: int | None) -> list[tuple[str, EventBase]] | Refused:
    """The player leaves the table where he let the warning pass."""
    objection = first_breach(warned_before(session.regulation, session.warning))
    if objection or session.warning is None:
        return objection or []
    where = session.warning.table
    found = _played_at(view, name, where)
    if isinstance(found, Refused):
        return found
    objection = idle_since(view, found, session.warning, at)
    if objection:
        return objection
    if isinstance(found, Seated):
        return list(seat_left(where, view.version(where) + 1, found.seat, in_euro=found.table.in_euro))
    places = (place for place in found.table.places if place.session == name)
    return [(where, PlayerParted(player=place.player, seat=place.seat)) for place in places]


def _seat_refusal(view: View, name: str, session: Session, left: Collection[str]) -> Refused | None:
    """The objection to a session that still holds a seat, but at the tables ``left`` with its end."""
    for stream in _entered(session, "table"):
        table: Table = view(stream)
        seat = next((taken for taken in table.seats if taken.session == name), None)
        if seat is not None and seat.seat in table.hand_seats and stream in left:
            return house("session", said.SESSION_IN_HAND(hand=cast(str, table.hand), player=session.player))
        if seat is not None and stream not in left:
            return house("session", said.SESSION_HOLDS_SEAT(player=session.player, seat=seat.seat, table=stream))
    for stream in _entered(session, "banked"):
        banked: BankedTable = view(stream)
        if stream not in left and any(place.session == name for place in banked.places):
            return house("session", said.SESSION_AT_BANKED_TABLE(player=session.player, table=stream))
    return None


def _bet_refusal(view: View, name: str, session: Session) -> Refused | None:
    """The objection to a session with a bet that is not decided yet, the player having left the table or not.

    Who plays at a table, or has a bet there, does so within one session (``join_table``).
    """
    for stream in _entered(session, "banked"):
        table: BankedTable = view(stream)
        if any(place.player == session.player and place.session != name for place in table.places):
            continue
        held = held_in(view, table, session.player)
        if held is not None:
            undecided = said.SESSION_BET_UNDECIDED if table.round == held else said.SESSION_STAKE_IN_PRISON
            return house("session", undecided(player=session.player, round=held))
    return None


DECIDERS: Final[dict[type, Decide]] = {
    StartSession: start_session,
    ContinueSession: continue_session,
    WarnInactivity: warn_inactivity,
    EndSession: end_session,
}
