"""A table (*mesa*): who sits where with how much, the button, and the hand in play. Seats count clockwise.

State and fold only, and what a hand needs of them; what may be asked of a table is judged in ``decide``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, Literal, NamedTuple, assert_never

from tombo.ledger.core.command import View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import hand_stream, table_of
from tombo.ledger.house.account.state import credited
from tombo.ledger.house.idle import Idle
from tombo.ledger.house.rules import cannot_be, headless
from tombo.ledger.house.table.events import (
    BlindsSet,
    ButtonDrawn,
    ChipsAdded,
    LeaveRequested,
    PlayerLeft,
    PlayerPlaced,
    PlayerRegistered,
    PlayerSeated,
    RestEnded,
    Returned,
    SatOut,
    SatOutV2,
    SeatNet,
    SessionSet,
    StackToppedUp,
    TableClosed,
    TableEvent,
    TableHandEnded,
    TableHandStarted,
    TableOpened,
    TournamentTableOpened,
)
from tombo.ledger.house.table.hours import Hours
from tombo.ledger.terms.poker import Terms
from tombo.ledger.terms.unit import RulesetRef

_NOBODY: Final[Mapping[int, Collection[int]]] = {}
_GIVEN: Final = frozenset({BlindsSet, ChipsAdded, PlayerPlaced})
"""What a tournament gives its tables, and no other table has (R810 r.5, r.39)."""
_BOUGHT: Final = frozenset({LeaveRequested, PlayerRegistered, PlayerSeated, SessionSet, StackToppedUp})
"""What a player asks for at a table, and not at one of a tournament (R810 r.5, r.27, r.39)."""


class SeatState(NamedTuple):
    """A taken seat. ``stack`` in the table's unit, as it stood between hands; a hand in play counts its own."""

    seat: int
    player: str
    session: str
    stack: int
    sitting_out: bool = False
    leaving: bool = False
    """Asked to leave during a hand; gone as it ends."""
    idle: Idle = Idle()
    """The hands dealt to this seat since it was taken. A rest (r.68) counts for nothing."""
    missed: int = 0
    """The last hand that began while this seat rested, by its number; 0 for none yet."""
    rests_until: int | None = None
    """Until when he keeps his seat while he rests (r.68). Who comes back goes on with that rest until a hand is dealt to him."""


class Table(NamedTuple):
    """A table as its stream tells it."""

    terms: Terms
    ruleset: RulesetRef | None
    """The approval it plays under; a table of a tournament has the structure of that in its stead."""
    buy_in: int
    top_up_max: int
    mode: Literal["continuous", "session"]
    tournament: str | None = None
    """The tournament it belongs to (R810)."""
    button: int | None = None
    """The seat with the marker; none until it is drawn, and again once the table has stopped (R806 r.46)."""
    drawn: bool = False
    """The button was drawn and no hand has been dealt from it: the next hand has it where it lies."""
    number: int = 0
    """The number of the last hand, 0 before the first."""
    hand: str | None = None
    """The stream of the hand in play."""
    hand_seats: tuple[int, ...] = ()
    """The seats dealt into the hand in play."""
    had_button: tuple[tuple[str, int], ...] = ()
    """Who had the button in which hand last, of a tournament (R810 r.52). A void hand was nobody's."""
    seats: tuple[SeatState, ...] = ()
    """The taken seats, by number, which is clockwise."""
    closed: bool = False
    hours: Hours | None = None
    """Of a session table (r.2m); none of one that goes on, or from before sessions had hours."""

    def at(self, seat: int) -> SeatState | None:
        """Who sits on ``seat``."""
        for taken in self.seats:
            if taken.seat == seat:
                return taken
        return None

    def seat_of(self, player: str) -> int | None:
        """Where ``player`` sits; at most one seat (R806 r.9)."""
        return next((taken.seat for taken in self.seats if taken.player == player), None)

    @property
    def in_euro(self) -> bool:
        """Whether the chips have face values in euro (R806 r.13), so that buy-ins come from accounts."""
        return self.terms.unit.in_euro


def table_stream(table: str) -> str:
    """The stream of a table: ``table:mesa-1``."""
    return f"table:{table}"


def eligible(table: Table) -> tuple[SeatState, ...]:
    """The seats the next hand deals in: present, staying, and with at least the minimum bet (R806 r.15).

    In a tournament whoever has a chip, present or not (R810 r.26-27, r.31).
    """
    if table.tournament is not None:
        return tuple(taken for taken in table.seats if taken.stack)
    return tuple(
        taken
        for taken in table.seats
        if taken.stack >= table.terms.min_bet and not taken.sitting_out and not taken.leaving
    )


def next_button(table: Table) -> int | None:
    """Where the button of the next hand lies: the next eligible seat clockwise (R806 r.4c, r.64).

    A button just drawn lies where the draw put it. None where it has to be drawn: never drawn, or the table had
    stopped, which is read as fewer than two seats able to play between two hands (r.7), or a hand that an outage made void (r.46, r.72).
    """
    able = [taken.seat for taken in eligible(table)]
    if table.button is None or not able:
        return None
    if table.drawn and table.button in able:
        return table.button
    return next((seat for seat in able if seat > table.button), able[0])


def hand_ended(
    view: View,
    hand: str,
    stacks_after: Mapping[int, int],
    bets: Collection[int],
    outcome: Literal["settled", "voided"],
    *,
    taken_by: Mapping[int, Collection[int]] = _NOBODY,
) -> list[tuple[str, EventBase]]:
    """What the end of ``hand``, a stream, does to its table, for the commit that settles or voids it.

    ``stacks_after`` has the stack of every seat dealt in, ``bets`` the seats that bet, ``taken_by`` who took the last chip of each
    seat left with none. The stacks move; who asked to leave leaves with his (R806 r.10), and at a table in euro it returns to his
    account, its cause the ``table.player_left`` of this commit.
    The decision must hold no other event of the table.
    """
    stream = table_stream(table_of(hand))
    table: Table = view(stream)
    stacks = [
        SeatNet(
            after=stacks_after[taken.seat],
            before=taken.stack,
            seat=taken.seat,
            taken_by=sorted(taken_by.get(taken.seat, ())),
        )
        for taken in table.seats
        if taken.seat in table.hand_seats
    ]
    ended = TableHandEnded(bets=sorted(bets), hand=hand, outcome=outcome, stacks=stacks)
    events: list[tuple[str, EventBase]] = [(stream, ended)]
    version = view.version(stream) + 1
    for taken in table.seats:
        if taken.leaving:
            version += 1
            moved = taken._replace(stack=stacks_after.get(taken.seat, taken.stack))
            events.extend(seat_left(stream, version, moved, in_euro=table.in_euro))
    return events


def last_hand_over(view: View, name: str, table: Table) -> None:
    """That the last hand of the table ``name`` is over in its own stream too, where the table says so: its stacks rest on that.

    Raises:
        OutOfPlaceError: it is not.
    """
    if not table.number or table.hand is not None:
        return
    stream = hand_stream(name, table.number)
    hand = view(stream)
    if hand is None or hand.outcome == "open":
        raise cannot_be(table_stream(name), LookupError(f"{stream} is said to be over, and did not end"))


def seat_left(stream: str, version: int, taken: SeatState, *, in_euro: bool) -> Iterator[tuple[str, EventBase]]:
    """A player leaves, as ``version`` of the table's ``stream``, and his stack goes with him (R806 r.10)."""
    yield stream, PlayerLeft(player=taken.player, seat=taken.seat, stack=taken.stack)
    if in_euro:
        yield from credited(taken.player, taken.stack, cause=stream, cause_version=version)


def evolve(table: Table | None, event: TableEvent) -> Table:  # noqa: C901, PLR0912  # one case a phase
    """``table`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``table.opened``.
        ValueError: no door writes ``event`` there: it is of another hand than the one in play, of a seat that is free or
            taken, of the other kind of table, or stands behind the end of the table.
    """
    if isinstance(event, TableOpened):
        return Table(event.terms, event.ruleset, event.buy_in, event.top_up_max, event.mode)
    if isinstance(event, TournamentTableOpened):
        return Table(event.terms, None, 0, 0, "session", event.tournament)
    if table is None:
        headless("table", event)
    match event:
        case _ if table.closed:
            raise ValueError("the table is closed")
        case _ if type(event) in (_GIVEN if table.tournament is None else _BOUGHT):
            raise ValueError(f"the table is of {table.tournament or 'no tournament'}")
        case TableHandEnded() if event.hand != table.hand:
            raise ValueError(f"{event.hand} is not in play there")
        case TableHandStarted() | ButtonDrawn() | TableClosed() if table.hand is not None:
            raise ValueError(f"{table.hand} is in play there")
        case TableHandStarted() if event.number != table.number + 1:
            raise ValueError(f"number {event.number} follows number {table.number}")
        case TableClosed() if table.seats:
            raise ValueError("somebody sits there")
        case StackToppedUp() | PlayerLeft() if event.seat in table.hand_seats:
            raise ValueError(f"seat {event.seat} is in the hand in play")
        case LeaveRequested() if event.seat not in table.hand_seats:
            raise ValueError(f"seat {event.seat} is in no hand in play")
        case PlayerSeated() | PlayerPlaced() if table.at(event.seat) or table.seat_of(event.player) is not None:
            raise ValueError(f"seat {event.seat} is taken, or {event.player} has another")
        case ChipsAdded() | LeaveRequested() | PlayerLeft() | Returned() | SatOut() | SatOutV2() | StackToppedUp() if (
            table.at(event.seat) is None
        ):
            raise ValueError(f"nobody sits at seat {event.seat}")
        case SessionSet() if table.mode != "session" or table.hours or table.number or table.seats:
            raise ValueError("the hours of a session stand with its opening")
        case PlayerRegistered() if table.hours is None or event.player in table.hours.registered:
            raise ValueError(f"{event.player} cannot register")
        case RestEnded() if not any(taken.seat == event.seat and taken.sitting_out for taken in table.seats):
            raise ValueError(f"seat {event.seat} does not rest")
        case _:
            pass
    after = _after(table, event)
    return after._replace(button=None, drawn=False) if _stopped(after, event) else after  # r.46 draws again


def _stopped(table: Table, event: TableEvent) -> bool:
    """Whether a table that had a button stopped with ``event``: fewer than two are able to play (r.7), or an outage made a hand void (r.72)."""
    if table.hand is not None or table.button is None:
        return False
    void = isinstance(event, TableHandEnded) and event.outcome == "voided"
    return void or len(eligible(table)) < 2  # noqa: PLR2004  # r.7


def _after(table: Table, event: TableEvent) -> Table:  # noqa: C901, PLR0912  # one case a kind
    match event:
        case SessionSet():
            return table._replace(hours=Hours(event.starts, event.ends))
        case PlayerRegistered():
            hours = table.hours or Hours(0, 0)
            return table._replace(hours=hours._replace(registered=hours.registered | {event.player}))
        case PlayerPlaced():
            placed = SeatState(event.seat, event.player, event.session, event.stack, event.sitting_out)
            return table._replace(seats=tuple(sorted((*table.seats, placed))))
        case BlindsSet():
            blinds = {"big_blind": event.big_blind, "min_bet": event.big_blind, "small_blind": event.small_blind}
            return table._replace(terms=table.terms.model_copy(update=blinds))
        case ChipsAdded():
            return _reseat(table, event.seat, lambda taken: taken._replace(stack=taken.stack + event.chips))
        case PlayerSeated():
            stack = event.buy_in - event.commission
            new = SeatState(event.seat, event.player, event.session, stack)
            return table._replace(seats=tuple(sorted((*table.seats, new))))
        case StackToppedUp():
            bought = event.amount - event.commission
            return _reseat(table, event.seat, lambda taken: taken._replace(stack=taken.stack + bought))
        case SatOut():
            return _reseat(table, event.seat, lambda taken: taken._replace(sitting_out=True))
        case SatOutV2():
            until = event.until
            return _reseat(table, event.seat, lambda taken: taken._replace(sitting_out=True, rests_until=until))
        case Returned():
            return _reseat(table, event.seat, lambda taken: taken._replace(sitting_out=False))
        case LeaveRequested():
            return _reseat(table, event.seat, lambda taken: taken._replace(leaving=True))
        case ButtonDrawn():
            return table._replace(button=event.seat, drawn=True)
        case TableHandStarted():
            return table._replace(
                button=event.button,
                drawn=False,
                number=event.number,
                hand=event.hand,
                hand_seats=tuple(event.seats),
                seats=tuple(_dealt(taken, event) for taken in table.seats),
                hours=table.hours and table.hours.dealt([s.player for s in table.seats if s.seat in event.seats]),
            )
        case TableHandEnded():
            return _over(table, event)
        case PlayerLeft():
            return table._replace(seats=tuple(taken for taken in table.seats if taken.seat != event.seat))
        case TableClosed():
            return table._replace(closed=True)
        case RestEnded() | TableOpened() | TournamentTableOpened():
            return table
        case _:
            assert_never(event)


def _dealt(taken: SeatState, event: TableHandStarted) -> SeatState:
    """A seat as a hand begins: dealt in, and its rest is over; or missing it."""
    if taken.seat in event.seats:
        return taken._replace(rests_until=None)
    return taken._replace(missed=event.number) if taken.sitting_out else taken


def _over(table: Table, event: TableHandEnded) -> Table:
    """``table`` after its hand: the stacks, who was idle, and of one that was not void who had the button in it."""
    after = {net.seat: net.after for net in event.stacks}
    seats = tuple(
        taken._replace(stack=after[taken.seat], idle=_idle(table, taken, event)) if taken.seat in after else taken
        for taken in table.seats
    )
    had, hours = table.had_button, table.hours
    counts = event.outcome == "settled" and table.button is not None and (table.tournament or hours)
    button = table.at(table.button or 0) if counts else None
    if button is not None and table.tournament is not None:
        had = (*(one for one in had if one[0] != button.player), (button.player, table.number))
    if button is not None and hours is not None:
        hours = hours.settled(button.player)
    return table._replace(hand=None, hand_seats=(), had_button=had, hours=hours, seats=seats)


def _idle(table: Table, taken: SeatState, event: TableHandEnded) -> Idle:
    return taken.idle.after(table.number, bet=taken.seat in event.bets, settled=event.outcome == "settled")


def _reseat(table: Table, seat: int, change: Callable[[SeatState], SeatState]) -> Table:
    """``table`` with the state of one seat changed."""
    return table._replace(seats=tuple(change(taken) if taken.seat == seat else taken for taken in table.seats))
