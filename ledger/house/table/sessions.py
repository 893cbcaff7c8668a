"""What may be asked of a session table (R806 r.2m, r.6b): who is registered, when it begins, and how it is closed."""

from __future__ import annotations

from collections.abc import Iterator

from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.player.refusals import erased_refusal
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.ruleset.state import Ruleset, ruleset_stream
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.table import said
from tombo.ledger.house.table.commands import OpenTable, RegisterPlayer
from tombo.ledger.house.table.events import PlayerRegistered, SessionSet, TableClosed
from tombo.ledger.house.table.hours import SESSION_TIME
from tombo.ledger.house.table.r806 import (
    round_is_complete,
    session_has_a_start,
    session_has_begun,
    session_is_over,
    session_still_takes_players,
)
from tombo.ledger.house.table.state import Table, seat_left, table_stream
from tombo.ledger.house.times import heard, passed


def hours_refusal(view: View, envelope: Envelope, command: OpenTable) -> Refused | None:
    """The objection to the hours of a table that opens: a session has a start that is still to come, and no other table has one."""
    return first_breach(session_has_a_start(command.mode, command.starts, heard(envelope.occurred, view)))


def hours_of(command: OpenTable) -> Iterator[tuple[str, EventBase]]:
    """What says when a session table plays, behind its opening."""
    if command.starts is not None:
        yield table_stream(command.table), SessionSet(ends=command.starts + SESSION_TIME, starts=command.starts)


def register_player(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``register_player`` (R806 r.6b): once, before the session or in it, by the player or the platform."""
    command: RegisterPlayer = envelope.command
    stream = table_stream(command.table)
    table: Table | None = view(stream)
    if table is None:
        return house("table", said.NO_TABLE(table=command.table))
    if table.closed:
        return house("table", said.TABLE_CLOSED(table=command.table))
    objection = may(view, envelope.by, player=command.player, platform=True)
    if objection:
        return objection
    if table.hours is None:
        return house("table", said.TABLE_IS_NO_SESSION(table=command.table))
    if command.player in table.hours.registered:
        return house("table", said.REGISTERED_ALREADY(player=command.player, table=command.table))
    objection = erased_refusal(view, command.player) or first_breach(
        session_still_takes_players(table, heard(envelope.occurred, view))
    )
    return objection or Decision(((stream, PlayerRegistered(player=command.player)),))


def hand_refusal(view: View, envelope: Envelope, table: Table) -> Refused | None:
    """The objection to a hand outside the hours of a session table: too early by the earlier clock, or too late for another round."""
    early = session_has_begun(table, passed(envelope.occurred, view))
    return first_breach(early, round_is_complete(table, heard(envelope.occurred, view)))


def closed_session(envelope: Envelope, view: View, table: Table, stream: str) -> Decision | Refused:
    """A session table is closed once its hour is over and the round complete; who sits there leaves with his stack (R806 r.2s).

    Under rules that were withdrawn no hand completes it.
    """
    rules: Ruleset | None = None if table.ruleset is None else view(ruleset_stream(table.ruleset.id))
    goes_on = rules is None or not rules.withdrawn
    objection = first_breach(session_is_over(table, passed(envelope.occurred, view), goes_on=goes_on))
    if objection:
        return objection
    events: list[tuple[str, EventBase]] = []
    for number, taken in enumerate(table.seats, view.version(stream) + 1):
        events += seat_left(stream, number, taken, in_euro=table.in_euro)
    return Decision((*events, (stream, TableClosed())))
