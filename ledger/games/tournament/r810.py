"""R810 from the first entry to the last: one function a rule, over the state of the tournament.

Its structure is judged in ``tombo.ledger.terms.r810``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tombo.ledger.core.findings import Finding
from tombo.ledger.games.tournament.said import course as said
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.terms.tournament import chips

HAND_BY_HAND: Final = "R810 r.49"
"""Near the places paid the tables play hand by hand."""


def tournament_goes_on(state: Tournament) -> Finding | None:
    """R810 r.52: nothing more happens in a tournament that is over; what was cancelled does not go on (r.35)."""
    if state.phase in {"announced", "playing"}:
        return None
    rule = "R810 r.52" if state.phase == "finished" else "R810 r.35"
    return Finding(rule, said.TOURNAMENT_OVER(phase=said.PHASES[state.phase]))


def entries_are_taken(state: Tournament) -> Finding | None:
    """R810 r.23: entries until the start, and late ones until the end of the level announced."""
    if state.on_sale:
        return None
    level, until = state.level, state.structure.open_until
    if not until:
        return Finding("R810 r.23", said.ENTRIES_NOT_TAKEN_LATE(level=level))
    return Finding("R810 r.23", said.ENTRIES_TAKEN_UNTIL_LEVEL(level=level, until=until))


def one_entry_a_player(state: Tournament, player: str) -> Finding | None:
    """R810 r.19: one entry a player; another only after his elimination, as a reentry (r.2k)."""
    found = state.entry_of(player)
    if found is None:
        return None
    return Finding("R810 r.19", said.ENTRY_HELD_ALREADY(player=player, entry=found.entry))


def a_place_is_left(state: Tournament) -> Finding | None:
    """R810 r.7i: no more players than announced."""
    most = state.structure.players_max
    if most is None or len(state.active) < most:
        return None
    return Finding("R810 r.7i", said.TOURNAMENT_FULL(entered=len(state.active), most=most))


def entry_may_be_taken_back(state: Tournament, at: int) -> Finding | None:
    """R810 r.24: an entry is taken back until the hour of the start, or the earlier moment of the tournament's own rules."""
    until = state.structure.cancel_until or state.structure.starts
    late = until is not None and at >= until
    if state.phase == "announced" and not late:
        return None
    if until is None:
        return Finding("R810 r.24", said.ENTRIES_TAKEN_BACK_UNTIL_START())
    return Finding("R810 r.24", said.ENTRIES_TAKEN_BACK_UNTIL(until=until))


def sale_is_in_time(state: Tournament, at: int) -> Finding | None:
    """R810 r.23: nothing is sold once the last level of the sale is over, though nobody has closed it; a pause stops its clock (r.2g)."""
    if state.phase != "playing" or state.level < state.structure.open_until:
        return None
    if state.level_until is None or at < state.level_until:
        return None
    return Finding("R810 r.23", said.SALE_OVER_AT(level=state.level, until=state.level_until))


def sale_is_open(state: Tournament) -> Finding | None:
    """R810 r.23: reentries, rebuys and add-ons until the end of the level announced, and not before the start."""
    if state.phase == "playing" and state.on_sale:
        return None
    return Finding("R810 r.23", said.SALE_NOT_OPEN(level=state.level, until=state.structure.open_until))


def reentry_is_offered(state: Tournament, player: str) -> Finding | None:
    """R810 r.2k, r.7j: after his elimination, where the tournament has reentries, as often as it says."""
    offered = state.structure.reentry
    if offered is None:
        return Finding("R810 r.7j", said.REENTRIES_NOT_OFFERED())
    found = state.entry_of(player)
    if found is None or found.status != "eliminated":
        return Finding("R810 r.2k", said.REENTRY_BEFORE_ELIMINATION(player=player))
    taken = sum(entry.again for entry in state.counted if entry.player == player)
    if offered.most is None or taken < offered.most:
        return None
    return Finding("R810 r.7j", said.REENTRIES_USED_UP(player=player, taken=taken, most=offered.most))


def rebuy_is_offered(state: Tournament, entry: EntryState, stack: int) -> Finding | None:
    """R810 r.2j, r.7k: with few chips or none, where the tournament has rebuys, as often as it says."""
    offered = state.structure.rebuy
    if offered is None:
        return Finding("R810 r.7k", said.REBUYS_NOT_OFFERED())
    if stack and stack >= offered.stack_below:
        told = said.REBUY_WITH_TOO_MUCH(player=entry.player, stack=chips(stack), below=chips(offered.stack_below))
        return Finding("R810 r.2j", told)
    if offered.most is None or entry.rebuys < offered.most:
        return None
    return Finding("R810 r.7k", said.REBUYS_USED_UP(player=entry.player, taken=entry.rebuys, most=offered.most))


def addon_is_offered(state: Tournament, entry: EntryState) -> Finding | None:
    """R810 r.2a, r.7l: once, at the end of the time for rebuys, where the tournament has add-ons."""
    if state.structure.addon is None:
        return Finding("R810 r.7l", said.ADD_ONS_NOT_OFFERED())
    if entry.added_on:
        return Finding("R810 r.2a", said.ADD_ON_TAKEN(player=entry.player))
    if state.level == state.structure.open_until:
        return None
    return Finding("R810 r.2a", said.ADD_ON_OUT_OF_ITS_LEVEL(level=state.level, until=state.structure.open_until))


def takes_part(state: Tournament, player: str) -> Finding | None:
    """R810 r.19: whoever has no entry, or was eliminated (r.31), takes no part."""
    entry = state.entry_of(player)
    if entry is None:
        return Finding("R810 r.19", said.ENTRY_MISSING(player=player))
    if entry.status == "eliminated":
        return Finding("R810 r.31", said.ENTRY_ELIMINATED(player=player))
    return None


def starts_at_its_hour(state: Tournament, at: int) -> Finding | None:
    """R810 r.2t, r.39: once, and a scheduled tournament not before its hour."""
    if state.phase != "announced":
        return Finding("R810 r.39", said.TOURNAMENT_STARTS_ONCE(phase=said.PHASES[state.phase]))
    starts = state.structure.starts
    if starts is None or at >= starts:
        return None
    return Finding("R810 r.2t", said.TOURNAMENT_STARTS_LATER(starts=starts, at=at))


def enough_have_entered(state: Tournament) -> Finding | None:
    """R810 r.7h: not with fewer players than announced; a sit & go with exactly its number (r.2r)."""
    entered, structure = len(state.active), state.structure
    due = structure.players_max if structure.schedule == "sit_and_go" else None
    if due is not None and entered != due:
        return Finding("R810 r.2r", said.SIT_AND_GO_NOT_FULL(taken=entered, seats=due))
    if entered >= structure.players_min:
        return None
    told = said.TOURNAMENT_PLAYERS_TOO_FEW(players=entered, least=structure.players_min, rule="R810 r.35")
    return Finding("R810 r.7h", told)


def tables_seat_everybody(state: Tournament, tables: int, players: int) -> Finding | None:
    """R810 r.6, r.2p-q: as many tables as everybody finds a seat at, two players at each at least; one where it is of one."""
    seats = state.structure.terms.seats
    if state.structure.tables == "one" and tables != 1:
        return Finding("R810 r.2p", said.ONE_TABLE_EXPECTED(tables=tables))
    if players > tables * seats:
        return Finding("R810 r.6", said.TABLES_TOO_SMALL(players=players, tables=tables, seats=seats))
    if players < 2 * tables:
        return Finding("R810 r.6", said.TABLES_TOO_MANY(players=players, tables=tables))
    return None


def level_is_over(state: Tournament, at: int) -> Finding | None:
    """R810 r.45: the next level begins as the one before is over, and is one of those announced; not in a pause (r.2g)."""
    if state.phase != "playing" or state.paused:
        return Finding("R810 r.45", said.LEVEL_NOT_RUNNING())
    if state.level >= len(state.structure.levels):
        return Finding("R810 r.45", said.LEVEL_IS_THE_LAST(level=state.level))
    if state.level_until is None or at >= state.level_until:
        return None
    return Finding("R810 r.45", said.LEVEL_LASTS_UNTIL(level=state.level, until=state.level_until))


def sale_is_closed_before(state: Tournament) -> Finding | None:
    """R810 r.23: the level after the last of the sale begins with the sale closed."""
    if state.level < state.structure.open_until or state.closed:
        return None
    return Finding("R810 r.23", said.SALE_STILL_OPEN(level=state.level))


def clock_runs(state: Tournament, *, paused: bool) -> Finding | None:
    """R810 r.2g: a level is paused while it runs, and goes on after a pause."""
    if state.phase == "playing" and state.paused == paused:
        return None
    return Finding("R810 r.2g", said.RESUME_WITHOUT_PAUSE() if paused else said.PAUSE_WITHOUT_LEVEL())


def tables_play_hand_by_hand(state: Tournament, table: str, number: int) -> Finding | None:
    """R810 r.49: hand by hand, a table begins its next hand only together with the others."""
    if not state.hand_by_hand or len(state.tables) == 1:
        return None
    if any(may.table == table and may.number == number for may in state.may_deal):
        return None
    return Finding(HAND_BY_HAND, said.HAND_BY_HAND_WAITS(table=table))


def hand_is_of_a_level(state: Tournament) -> Finding | None:
    """R810 r.2g, r.45: hands are dealt while a level runs; not in a pause, nor before the start or after the end."""
    if state.phase != "playing":
        return Finding("R810 r.52", said.TOURNAMENT_NOT_IN_PLAY(phase=said.PHASES[state.phase]))
    return Finding("R810 r.2g", said.LEVEL_PAUSED()) if state.paused else None


def goes_hand_by_hand(state: Tournament) -> bool:
    """Whether the tables play hand by hand from now on, and do not yet: near the places paid, once nothing more is sold (R810 r.49)."""
    at = state.structure.hand_by_hand_at
    near = at is not None and state.closed and not state.hand_by_hand and len(state.active) <= at
    return near and len(state.tables) > 1


def tables_are_synchronized(state: Tournament) -> Finding | None:
    """R810 r.49: the tables begin their next hand together only where they play hand by hand."""
    return None if state.hand_by_hand else Finding(HAND_BY_HAND, said.TABLES_NOT_HAND_BY_HAND())


def every_table_has_played(state: Tournament, unfinished: Sequence[str]) -> Finding | None:
    """R810 r.49: hand by hand, nothing goes on before every table has begun and ended its hand; no table is left out.

    ``unfinished``: the tables with a hand in play, or with one to begin.
    """
    if not state.hand_by_hand or not unfinished:
        return None
    return Finding(HAND_BY_HAND, said.HAND_BY_HAND_UNFINISHED(table=unfinished[0]))


def time_allows_a_hand(state: Tournament, table: str, last: int, *, plays_on: bool) -> Finding | None:
    """R810 r.52: after the time is up a table plays only until everybody has had the button again; ``last`` hand so far."""
    if state.time_called is None or plays_on:
        return None
    return Finding("R810 r.52", said.TABLE_PLAYED_LAST_HAND(table=table, last=last))


def time_is_up(state: Tournament, at: int) -> Finding | None:
    """R810 r.2o, r.52: a timed tournament ends after its time, which is called once."""
    if state.structure.timed_seconds is None:
        return Finding("R810 r.2o", said.TOURNAMENT_NOT_TIMED())
    if state.phase != "playing" or state.time_called is not None:
        return Finding("R810 r.52", said.TIME_CALLED_ONCE())
    if state.ends is None or at >= state.ends:
        return None
    return Finding("R810 r.52", said.TOURNAMENT_LASTS_UNTIL(until=state.ends))


def sale_can_close(state: Tournament, at: int) -> Finding | None:
    """R810 r.10, r.23: entries, rebuys and add-ons end with the level announced, once; nobody waits for a seat then."""
    if state.phase != "playing" or state.closed:
        return Finding("R810 r.10", said.SALE_CLOSED_ONCE())
    if state.level < state.structure.open_until:
        told = said.SALE_LASTS_UNTIL_LEVEL(level=state.level, until=state.structure.open_until)
        return Finding("R810 r.23", told)
    waiting = [entry.player for entry in state.active if entry.status == "registered"]
    if waiting:
        return Finding("R810 r.39", said.PLAYER_WAITS_FOR_SEAT(player=waiting[0]))
    if state.level > state.structure.open_until:
        return None
    if state.level_until is None or at >= state.level_until:
        return None
    return Finding("R810 r.23", said.LEVEL_LASTS_UNTIL(level=state.level, until=state.level_until))


def sale_ends_itself(state: Tournament, now: int) -> bool:
    """Whether nothing more can be bought by the terms announced, nobody said so, and nobody waits for a seat (R810 r.10, r.23).

    It ends with the start where nothing is sold after it, else with the last level of the sale.
    """
    until = state.structure.open_until
    if state.phase != "playing" or state.closed or state.level < until:
        return False
    if any(entry.status == "registered" for entry in state.active):
        return False
    ended = not until or state.level > until
    return ended or (state.level_until is not None and now >= state.level_until)


def time_ends_itself(state: Tournament, now: int) -> bool:
    """Whether the time of a timed tournament is up, and nobody said so: from here on the hands are counted that are still due (R810 r.52)."""
    return state.phase == "playing" and state.ends is not None and state.time_called is None and now >= state.ends


def prizes_are_fixed(state: Tournament) -> Finding | None:
    """R810 r.10: no prize before their number and amount are fixed, which is when nothing more can be bought."""
    if state.prizes is not None:
        return None
    return Finding("R810 r.10", said.PRIZES_NOT_FIXED())


def tables_are_even(state: Tournament, *tables: str) -> Finding | None:
    """R810 r.47: a table that has two players more than another begins no hand before some have moved.

    ``tables``: those that are to begin one. Hand by hand all begin together, and are asked then (r.49).
    """
    sizes = Counter(entry.table for entry in state.active if entry.table is not None)
    other = min(state.tables, key=lambda name: (sizes[name], name), default="")
    uneven = [table for table in tables if sizes[table] - sizes[other] > 1]
    if not uneven:
        return None
    table = uneven[0]
    told = said.TABLES_UNEVEN(players=sizes[table], table=table, fewer=sizes[other], other=other)
    return Finding("R810 r.47", told)


def rest_holds_them(table: str, players: int, room: int) -> Finding | None:
    """R810 r.47: a table is dissolved once the others have seats for its players."""
    if players <= room:
        return None
    return Finding("R810 r.47", said.TABLE_CANNOT_BE_DISSOLVED(players=players, room=room, table=table))


def somebody_has_won(state: Tournament, stacks: Mapping[int, int], unplayed: Sequence[str]) -> Finding | None:
    """R810 r.52: the end is when one player has all chips, or after the time and the hands that follow it.

    ``unplayed``: the tables that have hands to play before everybody has had the button again.
    """
    if state.phase != "playing":
        return Finding("R810 r.52", said.TOURNAMENT_ENDS_ONCE(phase=said.PHASES[state.phase]))
    holders = [entry for entry, stack in stacks.items() if stack]
    if len(holders) == 1 and len(state.active) == 1:
        return None
    if state.time_called is None:
        return Finding("R810 r.52", said.TOURNAMENT_UNDECIDED(players=len(state.active)))
    return Finding("R810 r.52", said.HANDS_LEFT_TO_PLAY(table=unplayed[0])) if unplayed else None


def is_not_decided(state: Tournament, stacks: Mapping[int, int], unplayed: Sequence[str]) -> Finding | None:
    """R810 r.52: what has ended is finished, and not cancelled (r.35): nothing prevents any more that it is held.

    ``state``: with the sale closed, where it is over; else somebody may still enter again. ``unplayed``: as above.
    """
    if state.phase != "playing" or not state.closed or somebody_has_won(state, stacks, unplayed) is not None:
        return None
    return Finding("R810 r.52", said.TOURNAMENT_DECIDED())
