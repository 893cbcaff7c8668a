"""How a tournament follows from its events. No judgement here of what is given: what is recorded happened."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from tombo.ledger.games.tournament.events import (
    AddedOn,
    Announced,
    BountyAwarded,
    Cancelled,
    ChipsLost,
    Eliminated,
    EntryEvent,
    Finished,
    HandByHandStarted,
    LevelPaused,
    LevelResumed,
    LevelStarted,
    OverlayAdded,
    PlayerMoved,
    PrizeAwarded,
    PrizesFixed,
    Rebought,
    Reentered,
    Refunded,
    Registered,
    RegistrationCancelled,
    RegistrationClosed,
    SeatsDrawn,
    Started,
    SynchronizedHandStarted,
    TableBroken,
    TicketAwarded,
    TimeCalled,
    TournamentEvent,
)
from tombo.ledger.games.tournament.state import EntryState, Exit, Status, Tournament
from tombo.ledger.house.rules import headless


def _changed(state: Tournament, number: int, **changes: object) -> Tournament:
    entries = state.entries
    changed = entries[number - 1]._replace(**changes)  # type: ignore[arg-type]  # fields of an entry
    return state._replace(entries=(*entries[: number - 1], changed, *entries[number:]))


def _out(state: Tournament, event: ChipsLost | Eliminated) -> Tournament:
    status: Status = "eliminated" if isinstance(event, Eliminated) else "without_chips"
    known = state.entries[event.entry - 1].exit
    if known is not None and known.hand == event.hand:  # he lost his chips in it, and bought no more
        return _changed(state, event.entry, status=status)
    synchronized = state.synchronized and len(state.tables) > 1
    together = f"synchronized {state.synchronized}" if synchronized else event.hand
    orders = state.orders if together == state.last_hand else state.orders + 1
    left = Exit(orders, event.hand, event.stack, tuple(event.by))
    return _changed(state, event.entry, status=status, exit=left)._replace(orders=orders, last_hand=together)


def _entered(state: Tournament, event: Registered | Reentered) -> Tournament:
    if isinstance(event, Registered):
        new = EntryState(event.entry, event.player, event.session, event.funding, event.ticket)
    else:
        new = EntryState(event.entry, event.player, event.session, "cash", again=True)
    return state._replace(entries=(*state.entries, new))


def _seated(state: Tournament, event: SeatsDrawn) -> Tournament:
    drawn = {seat.entry: seat for seat in event.seats}
    entries = tuple(
        entry._replace(status="playing", table=drawn[entry.entry].table, seat=drawn[entry.entry].seat)
        if entry.entry in drawn
        else entry
        for entry in state.entries
    )
    return state._replace(entries=entries)


def _called_at(state: Tournament, event: TimeCalled) -> tuple[tuple[str, int], ...]:
    """The hand each table had reached: ``event`` says the last, one more for each player it had."""
    there = Counter(entry.table for entry in state.active)
    return tuple((may.table, may.number - there[may.table]) for may in event.tables)


def _is_misplaced(state: Tournament, event: TournamentEvent) -> bool:  # noqa: C901, PLR0912  # one case a kind
    """Whether the door never writes ``event`` in this phase (R810 r.10-52). What is given and fixed is asked where it is shown."""
    entry = state.entry(event.entry) if isinstance(event, EntryEvent) and not isinstance(event, SeatsDrawn) else None
    status, playing = entry.status if entry else None, state.phase == "playing"
    match event:
        case (
            Announced()
            | OverlayAdded()
            | PrizesFixed()
            | BountyAwarded()
            | PrizeAwarded()
            | TicketAwarded()
            | Refunded()
        ):
            return False
        case Registered() | Reentered():
            found = state.entry_of(event.player)
            out = found is not None and found.status == "eliminated"
            may = playing and out if isinstance(event, Reentered) else found is None
            return not (state.on_sale and may) or event.entry != len(state.entries) + 1
        case RegistrationCancelled():
            return state.phase != "announced" or status != "registered"
        case Started():
            return state.phase != "announced"
        case SeatsDrawn():
            drawn = [state.entry(seat.entry) for seat in event.seats]
            return not playing or any(found is None or found.status != "registered" for found in drawn)
        case LevelStarted():
            selling = 0 < state.level >= state.structure.open_until and not state.closed
            unknown = event.level != state.level + 1 or event.level > len(state.structure.levels)
            return not playing or state.paused or selling or unknown
        case LevelPaused() | LevelResumed():
            return not playing or state.paused != isinstance(event, LevelResumed)
        case Rebought() | AddedOn():
            late = isinstance(event, AddedOn) and (
                entry is None or entry.added_on or state.level != state.structure.open_until
            )
            return not (playing and state.on_sale and status in {"playing", "without_chips"}) or late
        case PlayerMoved():
            return not playing or status not in {"playing", "without_chips"}
        case TableBroken():
            return not playing or event.table in state.tables
        case RegistrationClosed():
            return not playing or state.closed or state.level < state.structure.open_until
        case HandByHandStarted():
            return not playing or state.hand_by_hand or not state.closed
        case SynchronizedHandStarted():
            return not playing or not state.hand_by_hand or event.number != state.synchronized + 1
        case TimeCalled():
            return not playing or state.time_called is not None or state.structure.timed_seconds is None
        case ChipsLost():
            return not playing or status != "playing"
        case Eliminated():
            left = (entry.exit or ())[1:] if entry else ()
            return not (playing and status == "without_chips" and left == (event.hand, event.stack, tuple(event.by)))
        case Finished() | Cancelled():
            return not _may_end(state, event)
        case _:
            assert_never(event)


def _may_end(state: Tournament, event: Finished | Cancelled) -> bool:
    """Whether ``event`` may end it, and says of everybody in play, once, what he holds (R810 r.35, r.52)."""
    playing = state.phase == "playing"
    may = (
        (playing and state.prizes is not None)
        if isinstance(event, Finished)
        else state.phase in {"playing", "announced"}
    )
    held = [entry.entry for entry in state.active] if playing else []
    return may and sorted(stack.entry for stack in event.stacks) == held


def evolve(state: Tournament | None, event: TournamentEvent) -> Tournament:  # noqa: C901, PLR0912  # one case a kind
    """``state`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``tournament.announced``.
        ValueError: ``event`` may not stand here: see ``_is_misplaced``.
    """
    if isinstance(event, Announced):
        return Tournament(event.structure, event.reference)
    if state is None:
        headless("tournament", event)
    if _is_misplaced(state, event):
        raise ValueError(f"the tournament is {state.phase}, at level {state.level}")
    match event:
        case Started():
            return state._replace(phase="playing", ends=event.ends)
        case LevelStarted():
            return state._replace(level=event.level, level_until=event.until)
        case LevelPaused():
            return state._replace(paused=True, level_until=None, level_left=event.left)
        case LevelResumed():
            return state._replace(paused=False, level_until=event.until, level_left=None)
        case TableBroken():
            return state
        case RegistrationClosed():
            return state._replace(closed=True)
        case OverlayAdded():
            return state._replace(overlay=event.amount.cents)
        case PrizesFixed():
            return state._replace(pool=event.pool, prizes=tuple(event.prizes))
        case HandByHandStarted():
            return state._replace(hand_by_hand=True)
        case SynchronizedHandStarted():
            return state._replace(synchronized=event.number, may_deal=tuple(event.tables))
        case TimeCalled():
            return state._replace(time_called=tuple(event.tables), called_at=_called_at(state, event))
        case Finished():
            return state._replace(phase="finished", stacks=tuple(event.stacks))
        case Cancelled():
            return state._replace(phase="cancelled", case=event.case, stacks=tuple(event.stacks))
        case _:
            return _of_entries(state, event)


def _of_entries(state: Tournament, event: EntryEvent) -> Tournament:  # noqa: C901  # one case a kind
    match event:
        case Registered() | Reentered():
            return _entered(state, event)
        case RegistrationCancelled():
            return _changed(state, event.entry, status="cancelled")
        case SeatsDrawn():
            return _seated(state, event)
        case PlayerMoved():
            return _changed(state, event.entry, table=event.table, seat=event.seat)
        case Rebought():
            entry = state.entries[event.entry - 1]
            return _changed(state, event.entry, status="playing", rebuys=entry.rebuys + 1, exit=None)
        case AddedOn():
            return _changed(state, event.entry, status="playing", added_on=True, exit=None)
        case ChipsLost() | Eliminated():
            return _out(state, event)
        case BountyAwarded():
            won = state.entries[event.entry - 1].won + event.amount.cents
            paid = state.bounties if event.eliminated in state.bounties else (*state.bounties, event.eliminated)
            return _changed(state, event.entry, won=won)._replace(bounties=paid)
        case PrizeAwarded() | TicketAwarded():
            tickets = state.structure.tickets.value if state.structure.tickets else 0
            cents = event.amount.cents if isinstance(event, PrizeAwarded) else tickets
            won = state.entries[event.entry - 1].won + cents
            return _changed(state, event.entry, won=won)._replace(awarded=(*state.awarded, event.entry))
        case Refunded():
            return state._replace(refunded=(*state.refunded, event.entry))
        case _:
            assert_never(event)
