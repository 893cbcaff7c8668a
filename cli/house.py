"""``tombo table``, ``player``, ``incident`` and ``recover``: the house around the hands."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

import typer

from cli import rounds
from cli.card_readings import Seen, seen_by
from cli.hands import Reason, incident_of, look, tell
from cli.invocation import Invocation, invocation, send
from cli.output import say, say_json
from cli.pages.hands import hand_page
from cli.pages.page import Page
from cli.pages.rounds import round_page
from cli.pages.save import PageFile, save
from cli.publish import sign_at_the_end
from cli.reading import Reader
from cli.sheet import SheetFile, amount, sheet
from cli.signing import StaffName, acting
from cli.table_text import banked_lines, table_lines
from cli.text import called, counted, listed, moment
from cli.told import essential
from ledger.catalogue import CLOSED_TYPES
from ledger.core.clock import SECOND, SystemClock, display_instant, happened
from ledger.core.errors import NotFoundError, UsageError
from ledger.core.ids import is_stream, local
from ledger.house.commands import CloseIncident, OpenIncident
from ledger.house.staff import OFFICER
from ledger.recover import Recovery, left_open
from ledger.recover import recover as recover_hands
from projections.banked_state import banked_state
from projections.banked_state import to_json as banked_json
from projections.follow import AsOf, Viewer
from projections.last_hand import LastHand, last_hands
from projections.last_hand import to_json as last_hand_json
from projections.table_state import table_state
from projections.table_state import to_json as table_json

tables = typer.Typer(help="Tables: which there are, and one as it stood.")
players = typer.Typer(help="What the regulation owes a player.")
incidents = typer.Typer(help="Outages, on the record.")

MICROSECONDS: Final = 1_000_000
LAST_HAND_AMOUNTS: Final = ("staked", "won", "returned", "refunded", "result")
LAST_HAND: Final = ("stream", "began", "outcome", "incident", "currency", *LAST_HAND_AMOUNTS, "rule")
"""The columns of a last hand in a spreadsheet."""

TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table, for example mesa-1.")]
PlayerName = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's pseudonym.")]
IncidentName = Annotated[str, typer.Argument(metavar="INCIDENT", help="A name for the incident, used once.")]


@tables.command("list")
def list_tables(ctx: typer.Context) -> None:
    """Every table, one a line: stakes, players, the hand or round in play."""
    call = invocation(ctx)
    with call.reading() as reader:
        for stream in (*reader.streams("table"), *reader.streams("banked")):
            document, lines = _table(reader, stream, AsOf())
            if call.json:
                say_json(document)
            else:
                say(lines[0])


@tables.command()
def show(
    ctx: typer.Context,
    table: TableName,
    at: Annotated[
        str | None, typer.Option("--at", metavar="WHEN", help="A log index, or an instant as 2026-07-14T19:05:00Z.")
    ] = None,
) -> None:
    """Seats, stacks, button and the hand in play: now, or as of a log index or an instant.

    Of a table against the house: who plays there, the round in play and what is staked in it. Where a table of poker has the
    same name, 'banked:' stands before it. For example: tombo table show roleta-1 --at 2026-07-14T19:05:00Z.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        banked = not reader.version(f"table:{table}") and reader.version(f"banked:{table}")
        stream = table if table.startswith("banked:") else f"{'banked' if banked else 'table'}:{table}"
        document, lines = _table(reader, stream, as_of(at))
    call.result(document, "\n".join(lines))


def _table(reader: Reader, stream: str, as_of_: AsOf) -> tuple[dict[str, Any], list[str]]:
    """A table for programs, and for people; the first line of those says it all in short."""
    if stream.startswith("banked:"):
        banked = banked_state(local(stream), reader.entries, as_of_)
        return banked_json(banked), banked_lines(banked)
    state = table_state(local(stream), reader.entries, as_of_)
    return table_json(state), table_lines(state)


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


@players.command("last-hand")
def last_hand(
    ctx: typer.Context,
    player: PlayerName,
    at: Annotated[
        str | None, typer.Option("--at", metavar="WHEN", help="A log index, or an instant as 2026-07-14T19:05:00Z.")
    ] = None,
    last: Annotated[int, typer.Option("--last", min=1, max=100, metavar="N", help="So many, the newest first.")] = 1,
    reason: Reason = None,
    staff: StaffName = None,
    page: PageFile = None,
    csv_file: SheetFile = None,
) -> None:
    """The last hand or round a player took part in, as he may see it: its result, and what he staked.

    In whichever game it was (R803 r.37, R804 r.24, R805 r.31, R806 r.65), a tournament's too. With the cards that were shown; with
    his own closed ones for an officer who acts for him (--staff, --reason), on record. After it what he is in the middle of, if
    anything. With --json: one document a hand. For example: tombo player last-hand p-7 --last 3; tombo player last-hand p-7 --staff
    s-2 --reason 'he asked for it'.
    """
    call = invocation(ctx)
    if not is_stream(f"account:{player}"):
        raise UsageError(f"{player!r} is no pseudonym of a player; expected letters, digits and ._/-, at most 100")
    with call.reading() as reader:
        found = last_hands(player, reader.backwards(player), reader.entries, as_of(at), last)
    told, who = (*found.over, *found.in_play), Viewer("player", player)
    closed = [one.stream for one in found.over if one.stream.partition(":")[0] in CLOSED_TYPES]
    seen = seen_by(call, who, closed, reason, staff) if reason is not None and closed else Seen(who)
    with call.reading() as reader:
        with sheet(csv_file, LAST_HAND) as write:
            for one in told:
                write(_cells(one))
        if page is not None and told:
            save(call, page, seen.viewer, *(_page(reader, one, seen) for one in told))
        for place, one in enumerate(told if page is None else ()):
            if place and not call.json:
                say("")
            _tell(call, reader, one, seen)
    if not told:
        then = "" if at is None else " as of then"
        raise NotFoundError(
            f"no hand or round of {player}{then}; 'tombo hand list' and 'tombo round list' show those there are"
        )


def _cells(found: LastHand) -> dict[str, Any]:
    """The essential elements for a spreadsheet; what is in play has no result yet."""
    row, unit = last_hand_json(found), found.entries[0].event.terms.unit
    amounts = {name: "" if row[name] is None else amount(row[name], unit) for name in LAST_HAND_AMOUNTS}
    began = happened(found.entries[0].occurred, found.entries[0].recorded)
    return {**row, **amounts, "began": display_instant(began), "currency": unit.currency or "chips"}


def _page(reader: Reader, found: LastHand, seen: Seen) -> Page:
    """A hand or a round as it stood, as a page."""
    version = found.entries[-1].version
    if found.stream.startswith("hand:"):
        hand = look(reader, local(found.stream), seen, version)
        return hand_page(hand, incident_of(reader, hand))
    view = rounds.look(reader, found.stream, seen, version)
    return round_page(view, rounds.incident_of(reader, view))


def _tell(call: Invocation, reader: Reader, found: LastHand, seen: Seen) -> None:
    """Print a hand or a round as it stood, and what it brought its player."""
    more, version = {"last_hand": last_hand_json(found)}, found.entries[-1].version
    if found.stream.startswith("hand:"):
        hand = look(reader, local(found.stream), seen, version)
        tell(call, hand, incident_of(reader, hand), more)
        unit = hand.started.terms.unit
    else:
        view = rounds.look(reader, found.stream, seen, version)
        rounds.tell(call, view, rounds.incident_of(reader, view), more)
        unit = view.unit
    if not call.json:
        say(essential(found, seen.viewer.player or "", unit))


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
        send(ledger, command, acting(call.keyring, staff, OFFICER), f"incident/{incident}/open/{version}")
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
        send(ledger, command, acting(call.keyring, staff, OFFICER), f"incident/{incident}/close/{version}")
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
    sign_at_the_end(call)
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
