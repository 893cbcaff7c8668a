"""R810 from the first entry to the last: one function a rule, over the state of the tournament.

Its structure is judged in ``ledger.terms.r810``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.core.clock import display_instant
from ledger.core.findings import Finding
from ledger.core.money import Money
from ledger.games.tournament.state import EntryState, Tournament
from ledger.house.account.state import Account, Ticket
from ledger.terms.tournament import Structure


def on_sale(state: Tournament) -> bool:
    """Whether entries, reentries and rebuys are possible: before the start, and until the end of the level announced (r.23)."""
    if state.phase == "announced":
        return True
    return state.phase == "playing" and not state.closed and state.level <= state.structure.open_until


def tournament_goes_on(state: Tournament) -> Finding | None:
    """R810 r.52: nothing more happens in a tournament that is over; what was cancelled does not go on (r.35)."""
    if state.phase in {"announced", "playing"}:
        return None
    rule = "R810 r.52" if state.phase == "finished" else "R810 r.35"
    return Finding(rule, f"the tournament is {state.phase}")


def entries_are_taken(state: Tournament) -> Finding | None:
    """R810 r.23: entries until the start, and late ones until the end of the level announced."""
    if on_sale(state):
        return None
    until = state.structure.open_until
    said = f"late entries until the end of level {until}" if until else "no late entries"
    return Finding("R810 r.23", f"the tournament is in level {state.level}; its rules say {said}")


def one_entry_a_player(state: Tournament, player: str) -> Finding | None:
    """R810 r.19: one entry a player; another only after his elimination, as a reentry (r.2k)."""
    found = state.entry_of(player)
    if found is None:
        return None
    return Finding("R810 r.19", f"{player} has the entry {found.entry}; expected one entry a player")


def a_place_is_left(state: Tournament) -> Finding | None:
    """R810 r.7i: no more players than announced."""
    most = state.structure.players_max
    if most is None or len(state.active) < most:
        return None
    return Finding("R810 r.7i", f"{len(state.active)} players of {most} have entered; no place is left")


def entry_may_be_taken_back(state: Tournament, occurred: int | None) -> Finding | None:
    """R810 r.24: an entry is taken back until the hour of the start, or the earlier moment of the tournament's own rules."""
    until = state.structure.cancel_until or state.structure.starts
    late = until is not None and occurred is not None and occurred >= until
    if state.phase == "announced" and not late:
        return None
    said = f"until {display_instant(until)}" if until is not None else "until the start"
    return Finding("R810 r.24", f"entries are taken back {said}")


def ticket_opens_it(ticket: Ticket | None, tournament: str) -> Finding | None:
    """R810 r.28: an entry won is used by whoever won it, once, for the tournament it is an entry to."""
    if ticket is None:
        return Finding("R810 r.28", "the player has won no such entry; entries won are not sold or passed on")
    if ticket.target != tournament:
        return Finding("R810 r.28", f"the ticket {ticket.ticket} is an entry to {ticket.target}, not to {tournament}")
    if ticket.status != "held":
        return Finding("R810 r.28", f"the ticket {ticket.ticket} is {ticket.status} already")
    return None


def ticket_has_its_value(state: Tournament, ticket: Ticket) -> Finding | None:
    """R810 r.16: an entry won counts in the tournament as its fee; it was given for that fee."""
    if ticket.value == state.structure.fee_total:
        return None
    return Finding("R810 r.16", f"a ticket of {ticket.value} cents for a fee of {state.structure.fee_total} cents")


def ticket_becomes_money(account: Account, ticket: Ticket) -> Finding | None:
    """R810 r.29: an entry won is paid out only to who had won one to the same tournament before; never of a freeroll (r.30)."""
    if ticket.freeroll:
        return Finding(
            "R810 r.30", f"the ticket {ticket.ticket} was won in a freeroll; it is never converted into money"
        )
    earlier = account.tickets[: account.tickets.index(ticket)]
    if any(other.target == ticket.target for other in earlier):
        return None
    return Finding("R810 r.29", f"{account.player} had won no entry to {ticket.target} before {ticket.ticket}")


def sale_is_open(state: Tournament) -> Finding | None:
    """R810 r.23: reentries, rebuys and add-ons until the end of the level announced, and not before the start."""
    if state.phase == "playing" and on_sale(state):
        return None
    return Finding("R810 r.23", f"level {state.level}; sold until the end of level {state.structure.open_until}")


def reentry_is_offered(state: Tournament, player: str) -> Finding | None:
    """R810 r.2k, r.7j: after his elimination, where the tournament has reentries, as often as it says."""
    offered = state.structure.reentry
    if offered is None:
        return Finding("R810 r.7j", "the tournament has no reentries")
    found = state.entry_of(player)
    if found is None or found.status != "eliminated":
        return Finding("R810 r.2k", f"{player} was not eliminated; expected that before a reentry")
    taken = sum(entry.again for entry in state.counted if entry.player == player)
    if offered.most is None or taken < offered.most:
        return None
    return Finding("R810 r.7j", f"{player} has entered again {taken} times; the tournament allows {offered.most}")


def rebuy_is_offered(state: Tournament, entry: EntryState, stack: int) -> Finding | None:
    """R810 r.2j, r.7k: with few chips or none, where the tournament has rebuys, as often as it says."""
    offered = state.structure.rebuy
    if offered is None:
        return Finding("R810 r.7k", "the tournament has no rebuys")
    if stack and stack >= offered.stack_below:
        return Finding("R810 r.2j", f"{entry.player} has {stack} chips; expected less than {offered.stack_below}")
    if offered.most is None or entry.rebuys < offered.most:
        return None
    return Finding("R810 r.7k", f"{entry.player} has bought {entry.rebuys} times; the tournament allows {offered.most}")


def addon_is_offered(state: Tournament, entry: EntryState) -> Finding | None:
    """R810 r.2a, r.7l: once, at the end of the time for rebuys, where the tournament has add-ons."""
    if state.structure.addon is None:
        return Finding("R810 r.7l", "the tournament has no add-ons")
    if entry.added_on:
        return Finding("R810 r.2a", f"{entry.player} has taken his add-on")
    if state.level == state.structure.open_until:
        return None
    return Finding(
        "R810 r.2a", f"level {state.level}; add-ons are taken in level {state.structure.open_until}, the last"
    )


def takes_part(state: Tournament, player: str) -> Finding | None:
    """R810 r.19: whoever has no entry, or was eliminated (r.31), takes no part."""
    entry = state.entry_of(player)
    if entry is None:
        return Finding("R810 r.19", f"{player} has no entry")
    if entry.status == "eliminated":
        return Finding("R810 r.31", f"{player} was eliminated")
    return None


def starts_at_its_hour(state: Tournament, occurred: int | None) -> Finding | None:
    """R810 r.2t, r.39: once, and a scheduled tournament not before its hour."""
    if state.phase != "announced":
        return Finding("R810 r.39", f"the tournament is {state.phase}; it starts once")
    starts = state.structure.starts
    if starts is None or occurred is None or occurred >= starts:
        return None
    return Finding(
        "R810 r.2t", f"the tournament starts at {display_instant(starts)}, not at {display_instant(occurred)}"
    )


def enough_have_entered(state: Tournament) -> Finding | None:
    """R810 r.7h: not with fewer players than announced; a sit & go with exactly its number (r.2r)."""
    entered, structure = len(state.active), state.structure
    due = structure.players_max if structure.schedule == "sit_and_go" else None
    if due is not None and entered != due:
        return Finding("R810 r.2r", f"{entered} of {due} seats are taken; a sit & go starts with all of them")
    if entered >= structure.players_min:
        return None
    return Finding(
        "R810 r.7h", f"{entered} players; expected {structure.players_min} at least, or its cancellation (r.35)"
    )


def tables_seat_everybody(state: Tournament, tables: int, players: int) -> Finding | None:
    """R810 r.6, r.2p-q: as many tables as everybody finds a seat at, two players at each at least; one where it is of one."""
    seats = state.structure.terms.seats
    if state.structure.tables == "one" and tables != 1:
        return Finding("R810 r.2p", f"{tables} tables; expected one")
    if players > tables * seats:
        return Finding("R810 r.6", f"{players} players at {tables} tables of {seats} seats")
    if players < 2 * tables:
        return Finding("R810 r.6", f"{players} players at {tables} tables; expected two at each at least")
    return None


def level_is_over(state: Tournament, occurred: int | None) -> Finding | None:
    """R810 r.45: the next level begins as the one before is over, and is one of those announced; not in a pause (r.2g)."""
    if state.phase != "playing" or state.paused:
        return Finding("R810 r.45", "no level runs; expected a tournament that has started and is not paused")
    if state.level >= len(state.structure.levels):
        return Finding("R810 r.45", f"level {state.level} is the last, and lasts until the end")
    if state.level_until is None or occurred is None or occurred >= state.level_until:
        return None
    return Finding("R810 r.45", f"level {state.level} lasts until {display_instant(state.level_until)}")


def sale_is_closed_before(state: Tournament) -> Finding | None:
    """R810 r.23: the level after the last of the sale begins with the sale closed."""
    if state.level < state.structure.open_until or state.closed:
        return None
    return Finding(
        "R810 r.23", f"level {state.level} is the last of the sale; expected 'close_registration' before the next"
    )


def clock_runs(state: Tournament, *, paused: bool) -> Finding | None:
    """R810 r.2g: a level is paused while it runs, and goes on after a pause."""
    if state.phase == "playing" and state.paused == paused:
        return None
    return Finding("R810 r.2g", f"expected a level that {'is paused' if paused else 'runs'}")


def tables_play_hand_by_hand(state: Tournament, table: str, number: int) -> Finding | None:
    """R810 r.49: hand by hand, a table begins its next hand only together with the others."""
    if not state.hand_by_hand or len(state.tables) == 1:
        return None
    if any(may.table == table and may.number == number for may in state.may_deal):
        return None
    return Finding(
        "R810 r.49", f"hand by hand, {table} waits for the others; expected 'start_synchronized_hand' before"
    )


def hand_is_of_a_level(state: Tournament) -> Finding | None:
    """R810 r.2g, r.45: hands are dealt while a level runs; not in a pause, nor before the start or after the end."""
    if state.phase != "playing":
        return Finding("R810 r.52", f"the tournament is {state.phase}; no hand begins")
    return Finding("R810 r.2g", "the level is paused; no hand begins") if state.paused else None


def tables_are_synchronized(state: Tournament) -> Finding | None:
    """R810 r.49: the tables begin their next hand together only where they play hand by hand."""
    return None if state.hand_by_hand else Finding("R810 r.49", "the tables do not play hand by hand")


def every_table_has_played(state: Tournament, unfinished: Sequence[str]) -> Finding | None:
    """R810 r.49: hand by hand, nothing goes on before every table has begun and ended its hand; no table is left out.

    ``unfinished``: the tables with a hand in play, or with one to begin.
    """
    if not state.hand_by_hand or not unfinished:
        return None
    return Finding("R810 r.49", f"{unfinished[0]} has not ended its hand; expected the end of every hand before")


def time_allows_a_hand(state: Tournament, table: str, number: int) -> Finding | None:
    """R810 r.52: after the time is up a table plays only until everybody has had the button again."""
    if state.time_called is None:
        return None
    last = next((may.number for may in state.time_called if may.table == table), 0)
    return (
        None
        if number <= last
        else Finding("R810 r.52", f"the time is up, and {table} has played its last hand, {last}")
    )


def time_is_up(state: Tournament, occurred: int | None) -> Finding | None:
    """R810 r.2o, r.52: a timed tournament ends after its time, which is called once."""
    if state.structure.timed_seconds is None:
        return Finding("R810 r.2o", "the tournament is not timed; it ends when one player has all chips")
    if state.phase != "playing" or state.time_called is not None:
        return Finding("R810 r.52", "the time is called once, of a tournament in play")
    if state.ends is None or occurred is None or occurred >= state.ends:
        return None
    return Finding("R810 r.52", f"the tournament lasts until {display_instant(state.ends)}")


def sale_can_close(state: Tournament, occurred: int | None) -> Finding | None:
    """R810 r.10, r.23: entries, rebuys and add-ons end with the level announced, once; nobody waits for a seat then."""
    if state.phase != "playing" or state.closed:
        return Finding("R810 r.10", "the sale is closed once, of a tournament in play")
    if state.level < state.structure.open_until:
        return Finding(
            "R810 r.23", f"level {state.level}; the sale lasts until the end of {state.structure.open_until}"
        )
    waiting = [entry.player for entry in state.active if entry.status == "registered"]
    if waiting:
        return Finding("R810 r.39", f"{waiting[0]} waits for a seat; expected 'seat_late_entries' before")
    if state.level > state.structure.open_until:
        return None
    if state.level_until is None or occurred is None or occurred >= state.level_until:
        return None
    return Finding("R810 r.23", f"level {state.level} lasts until {display_instant(state.level_until)}")


def prizes_are_fixed(state: Tournament) -> Finding | None:
    """R810 r.10: no prize before their number and amount are fixed, which is when nothing more can be bought."""
    if state.prizes is not None:
        return None
    return Finding("R810 r.10", "the prizes are not fixed; expected 'close_registration' before")


def rest_holds_them(table: str, players: int, room: int) -> Finding | None:
    """R810 r.47: a table is dissolved once the others have seats for its players."""
    if players <= room:
        return None
    return Finding("R810 r.47", f"{players} players and {room} seats without {table}; it cannot be dissolved yet")


def tickets_lead_somewhere(structure: Structure, target: Tournament | None) -> Finding | None:
    """R810 r.32: tickets are entries to a future tournament determined before, and worth its fee (r.16)."""
    tickets = structure.tickets
    if tickets is None:
        return None
    if target is None or target.phase != "announced":
        return Finding("R810 r.32", f"tickets to {tickets.target}; expected a tournament announced and not begun")
    if target.structure.fee_total == tickets.value:
        return None
    fee = Money(target.structure.fee_total)
    return Finding("R810 r.32", f"tickets of {Money(tickets.value)} to {tickets.target}; expected its fee of {fee}")


def somebody_has_won(state: Tournament, stacks: Mapping[int, int], unplayed: Sequence[str]) -> Finding | None:
    """R810 r.52: the end is when one player has all chips, or after the time and the hands that follow it.

    ``unplayed``: the tables that have hands to play before everybody has had the button again.
    """
    if state.phase != "playing":
        return Finding("R810 r.52", f"the tournament is {state.phase}; it ends once")
    holders = [entry for entry, stack in stacks.items() if stack]
    if len(holders) == 1 and len(state.active) == 1:
        return None
    if state.time_called is None:
        return Finding("R810 r.52", f"{len(state.active)} players are in play; it ends when one has all chips")
    return (
        Finding("R810 r.52", f"{unplayed[0]} has hands to play before everybody had the button") if unplayed else None
    )
