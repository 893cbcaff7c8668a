"""``tombo table``, ``player``, ``incident`` and ``recover``: the house around the hands."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Final, Literal

import typer

from cli.hands import incident_of, look, tell
from cli.invocation import StaffName, acting, invocation, send
from cli.output import say, say_json
from cli.text import called, counted, dated, figure, listed, moment, priced
from ledger.core.clock import SECOND, SystemClock
from ledger.core.errors import NotFoundError, UsageError
from ledger.core.ids import is_stream, local
from ledger.core.regulation import REGULATIONS
from ledger.house.commands import CloseIncident, OpenIncident
from ledger.house.staff import OFFICER
from ledger.publish import publish
from ledger.recover import Recovery, left_open
from ledger.recover import recover as recover_hands
from projections.hand_view import Viewer
from projections.table_state import AsOf, TableState, table_state
from projections.table_state import to_json as table_json

tables = typer.Typer(help="Tables: which there are, and one as it stood.")
players = typer.Typer(help="What the regulation owes a player.")
incidents = typer.Typer(help="Outages, on the record.")

MICROSECONDS: Final = 1_000_000

TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table, for example mesa-1.")]
PlayerName = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's pseudonym.")]
IncidentName = Annotated[str, typer.Argument(metavar="INCIDENT", help="A name for the incident, used once.")]


@tables.command("list")
def list_tables(ctx: typer.Context) -> None:
    """Every table, one a line: stakes, players, the hand in play."""
    call = invocation(ctx)
    with call.reading() as reader:
        for stream in reader.store.streams("table"):
            state = table_state(local(stream), reader.entries)
            if call.json:
                say_json(table_json(state))
            else:
                say(_one_line(state))


@tables.command()
def show(
    ctx: typer.Context,
    table: TableName,
    at: Annotated[
        str | None, typer.Option("--at", metavar="WHEN", help="A log index, or an instant as 2026-07-14T19:05:00Z.")
    ] = None,
) -> None:
    """Seats, stacks, button and the hand in play: now, or as of a log index or an instant."""
    call = invocation(ctx)
    with call.reading() as reader:
        state = table_state(table, reader.entries, as_of(at))
    call.result(table_json(state), "\n".join(_lines(state)))


def as_of(text: str | None) -> AsOf:
    """The position or instant somebody asks for.

    Raises:
        UsageError: neither.
    """
    if text is None:
        return AsOf()
    if text.isascii() and text.isdecimal():
        return AsOf(log_index=int(text))
    return AsOf(instant=instant_of(text))


def instant_of(text: str) -> int:
    """An instant written as ISO 8601 with its offset, in microseconds.

    Raises:
        UsageError: not an instant, or without an offset: a time of day is not an instant.
    """
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        when = None
    if when is None or when.tzinfo is None:
        raise UsageError(f"{text!r} is no log index and no instant; expected for example 170, or 2026-07-14T19:05:00Z")
    spent = when.astimezone(UTC) - moment(0)
    return (spent.days * 86_400 + spent.seconds) * SECOND + spent.microseconds


def _lines(state: TableState) -> list[str]:
    unit = state.terms.unit
    lines = [
        _one_line(state),
        f"As of log index {state.log_index}, recorded {dated(state.recorded)}; ruleset {state.ruleset}",
    ]
    for seat in state.seats:
        bet = f", {figure(seat.bet, unit)} in the pot" if seat.bet else ""
        button = ", button" if seat.seat == state.button else ""
        lines.append(f"Seat {seat.seat}: {seat.player} ({figure(seat.stack, unit)}){bet}, {seat.status}{button}")
    if state.button is None:
        lines.append(f"The button is to be drawn ({REGULATIONS[state.terms.variant]} r.46)")
    return lines


def _one_line(state: TableState) -> str:
    terms = state.terms
    stakes = f"{figure(terms.small_blind, terms.unit)}/{priced(terms.big_blind, terms.unit)}"
    play = (
        f"hand {local(state.hand)} on the {state.street}, pot {figure(state.pot, terms.unit)}"
        if state.hand
        else "between hands"
    )
    return (
        f"Table {state.table}: blinds {stakes}, {counted(len(state.seats), 'player')} on {terms.seats} seats, "
        f"{counted(state.hands, 'hand')} begun, {'closed' if state.closed else play}"
    )


@players.command("last-hand")
def last_hand(ctx: typer.Context, player: PlayerName) -> None:
    """The last finished hand a player took part in, as he may see it (R806 r.65).

    With his own closed cards, and of the others those that were shown.
    """
    call = invocation(ctx)
    if not is_stream(f"account:{player}"):
        raise UsageError(f"{player!r} is no pseudonym of a player; expected letters, digits and ._/-, at most 100")
    with call.reading() as reader:
        for stream in reader.hands_of(player):
            view = look(reader, local(stream), Viewer("player", player))
            if view.hand.outcome != "open":
                tell(call, view, incident_of(reader, view))
                return
    raise NotFoundError(f"no finished hand of {player}; 'tombo hand list' shows those there are")


@incidents.command("open")
def open_incident(
    ctx: typer.Context,
    incident: IncidentName,
    origin: Annotated[
        Literal["operator-system", "player-equipment", "player-network"],
        typer.Option(help="Where the failure began. Only operator-system can void a hand (R806 r.72-73)."),
    ],
    reported_by: Annotated[str, typer.Option(metavar="TEXT", help="Who or which monitor noticed it.")],
    table: Annotated[
        list[str] | None, typer.Option(help="A table concerned; may be given again. Else every table.")
    ] = None,
    first: Annotated[str | None, typer.Option(metavar="INSTANT", help="When it was first noticed; else now.")] = None,
    staff: StaffName = None,
) -> None:
    """Put an outage on record. The hands and rounds then in play are listed with it."""
    call = invocation(ctx)
    _check_incident(incident)
    instant = instant_of(first) if first is not None else SystemClock().now()
    command = OpenIncident(
        first_instant=instant,
        incident=incident,
        origin=_ORIGINS[origin],
        reported_by=reported_by,
        scope=table or None,
    )
    with call.writing() as ledger:
        version = ledger.view().version(f"incident:{incident}")
        send(ledger, command, acting(staff, OFFICER), f"incident/{incident}/open/{version}")
        hands = ledger.view()(f"incident:{incident}").hands
    names = [called(hand) for hand, _ in hands]
    text = f"Incident {incident} is open. Hands and rounds in play: {listed(names) if names else 'none'}."
    call.result({"incident": incident, "hands": names}, text)


@incidents.command("close")
def close_incident(
    ctx: typer.Context,
    incident: IncidentName,
    remark: Annotated[str, typer.Option("--note", metavar="TEXT", help="How it ended; goes on record.")],
    staff: StaffName = None,
) -> None:
    """Put the end of an outage on record."""
    call = invocation(ctx)
    _check_incident(incident)
    with call.writing() as ledger:
        command = CloseIncident(incident=incident, note=remark)
        version = ledger.view().version(f"incident:{incident}")
        send(ledger, command, acting(staff, OFFICER), f"incident/{incident}/close/{version}")
    call.result({"incident": incident}, f"Incident {incident} is closed.")


_ORIGINS: Final[dict[str, Literal["operator_system", "player_equipment", "player_network"]]] = {
    "operator-system": "operator_system",
    "player-equipment": "player_equipment",
    "player-network": "player_network",
}


def _check_incident(incident: str) -> None:
    if not is_stream(f"incident:{incident}"):
        raise UsageError(f"{incident!r} names no incident; expected letters, digits and ._/-, at most 100")


def recover(
    ctx: typer.Context,
    only_list: Annotated[bool, typer.Option("--list", help="Only list the hands left open, record nothing.")] = False,
) -> None:
    """After a standstill: list the hands left open, then settle or void each.

    To be run before play goes on. A hand whose bets are made and whose cards are out is settled; any other is void, every bet goes back (R806 r.72).
    Exit status 1 if a hand stays open.
    """
    call = invocation(ctx)
    with call.writing() as ledger:
        if only_list:
            found = left_open(ledger.view())
            rows = [{"hand": called(left.hand), "version": left.version, "due": left.due} for left in found]
            lines = [f"{row['hand']} at version {row['version']}: to {row['due']}" for row in rows]
            call.result({"hands": rows}, "\n".join(lines) or "No hand was left open.")
            return
        done = recover_hands(ledger)
        publish(ledger.store, call.keyring.signer())
    rows = [{"hand": called(hand.hand), "outcome": hand.outcome} for hand in done.hands]
    call.result({"incident": done.incident, "hands": rows, "closed": done.closed}, "\n".join(recovered(done)))
    if not done.closed:
        raise typer.Exit(1)


def recovered(done: Recovery) -> list[str]:
    """What a recovery found and did."""
    if done.incident is None:
        return ["No hand was left open; nothing was recorded."]
    lines = [f"Incident {done.incident}: {counted(len(done.hands), 'hand')} left open."]
    for hand in done.hands:
        why = f": {hand.objection.rule}: {hand.objection.message}" if hand.objection else ""
        lines.append(f"  {called(hand.hand)}: {hand.outcome}{why}")
    lines.append("The incident is closed." if done.closed else "The incident stays open.")
    return lines
