"""A tournament as a person reads it: structure, level, tables, standings, what was bought. Each line names its rule of R810."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cli.text import counted, dated, listed, priced
from cli.tournament_structure import EUR, blinds, euro, minutes_left, structure_lines, until
from ledger.core.errors import TamperedError
from ledger.core.ids import called, local
from ledger.games.tournament.prizes import commission, prize_part
from ledger.games.tournament.state import EntryState, Tournament
from projections.tournament.prizes import bought, money_in, money_json, overlay_so_far
from projections.tournament.view import (
    Followed,
    Standing,
    TableAt,
    TournamentView,
    chips_bought,
    standing_json,
    standings,
)

PHASES: Final = {
    "announced": "announced, not begun",
    "playing": "being played",
    "finished": "finished (r.52)",
    "cancelled": "cancelled (r.35)",
}
FUNDING: Final = {"cash": "cash", "ticket": "a ticket", "free": "free"}


def summary(found: Followed) -> dict[str, Any]:
    """A tournament in a few figures."""
    state = found.state
    return {
        "tournament": found.tournament,
        "log_index": found.log_index,
        "phase": state.phase,
        "schedule": state.structure.schedule,
        "starts": state.structure.starts,
        "fee": state.structure.fee_total,
        "entered": len(state.counted),
        "in_play": len(state.active) if state.phase == "playing" else None,
        "pool": prize_part(state) + overlay_so_far(state) if state.pool is None else state.pool,
        "pool_fixed": state.pool is not None,
    }


def in_a_line(found: Followed) -> str:
    """A tournament in one line for people."""
    row = summary(found)
    starts = "sit & go" if row["starts"] is None else dated(row["starts"])
    left = "" if row["in_play"] is None else f", {row['in_play']} in play"
    fixed = "" if row["pool_fixed"] else " so far"
    fee = f"fee {priced(row['fee'], EUR)}" if row["fee"] else "freeroll"
    entries = counted(row["entered"], "entry")
    return f"{row['tournament']}  {starts}, {fee}, {entries}{left}, pool {euro(row['pool'])}{fixed}, {PHASES[row['phase']]}"


def show_lines(view: TournamentView) -> Iterator[str]:
    """The whole tournament, a line at a time."""
    state, found = view.state, view.followed
    yield f"Tournament {found.tournament}: {PHASES[state.phase]}{_level(state)}"
    yield as_of_words(view.log_index, view.recorded, cut=view.cut)
    yield f"Approved under {state.reference}, announced at log index {found.announced} (R810 r.7-9)"
    yield "Structure:"
    yield from (f"  {line}" for line in structure_lines(state.structure))
    yield from _entries(state)
    yield from money_lines(state)
    if view.tables:
        yield "Tables (R810 r.47):"
        yield from (f"  {line}" for table in view.tables for line in _table(table))
        lying, sold = sum(view.stacks.values()), chips_bought(state)
        agreed = "as many as were given out" if lying == sold else f"but {sold} were given out"
        yield f"Chips on the tables: {lying}, {agreed} (R810 r.41)"
    if state.phase != "announced":
        yield "Standings (R810 r.33, r.50-51):"
        yield from (f"  {standing_words(standing, state)}" for standing in standings(view))


def as_of_words(log_index: int, recorded: int, *, cut: bool) -> str:
    """The newest entry all this was computed from; ``cut``: others of its commit come after."""
    inside = ", inside a commit that goes on after it" if cut else ""
    return f"As of log index {log_index}, recorded {dated(recorded)}{inside}"


def _level(state: Tournament) -> str:
    if state.phase != "playing" or not state.level:
        return ""
    level = f", level {state.level} of {len(state.structure.levels)}, blinds {blinds(state.structure.levels[state.level - 1])}"
    if state.paused:
        left = "" if state.level_left is None else f" with {minutes_left(state.level_left)} left"
        return f"{level}, its clock paused{left}"
    hand_by_hand = ", hand by hand" if state.hand_by_hand else ""
    timed = "" if state.ends is None else f", time up {dated(state.ends)}"
    return f"{level}{until(state.level_until)}{hand_by_hand}{timed}"


def _entries(state: Tournament) -> Iterator[str]:
    counted_, back = state.counted, len(state.entries) - len(state.counted)
    taken = f"; {counted(back, 'entry')} taken back (r.24-25)" if back else ""
    sale = "nothing more can be bought (r.10)" if state.closed else "the sale is not closed (r.10)"
    yield f"Entries: {len(counted_)}, {len(state.active)} in play; {sale}{taken} (R810 r.14, r.19)"
    if state.phase == "announced":
        yield from (f"  {who_words(entry)}" for entry in counted_)


def who_words(entry: EntryState) -> str:
    """A player with his entry, and all that was bought in it: ``p-3 (entry 3, a ticket sat/3, 1 rebuy)``."""
    how = "reentry" if entry.again else FUNDING[entry.funding]
    ticket = f" {entry.ticket.id}{' won in a freeroll' if entry.ticket.freeroll else ''}" if entry.ticket else ""
    more = [counted(entry.rebuys, "rebuy")] if entry.rebuys else []
    more += ["add-on"] if entry.added_on else []
    return f"{entry.player} (entry {', '.join([str(entry.entry), how + ticket, *more])})"


def money_lines(state: Tournament) -> Iterator[str]:
    """What was bought, and what that makes: pool, bounties, commission, overlay."""
    lines, fee = bought(state), state.structure.fee
    for line in lines:
        each = line.prize + line.bounty + line.commission
        name = counted(line.times, "entry") + " won" if line.what == "entry won" else counted(line.times, line.what)
        rule = {"entry": "r.14", "entry won": "r.16", "free entry": "r.15", "reentry": "r.2k", "rebuy": "r.2j"}
        yield f"Bought: {name} x {euro(each)} = {priced(line.total, EUR)} (R810 {rule.get(line.what, 'r.2a')})"
    parts = " + ".join(f"{line.times} x {euro(line.prize)}" for line in lines if line.prize)
    yield f"For the pool: {priced(prize_part(state), EUR)}{f' = {parts}' if parts else ''} (R810 r.16, r.20)"
    if fee is not None and fee.bounty:
        total = priced(len(state.counted) * fee.bounty, EUR)
        yield f"For bounties: {total} = {len(state.counted)} x {euro(fee.bounty)} (R810 r.7p)"
    kept = " + ".join(f"{line.times} x {euro(line.commission)}" for line in lines if line.commission)
    yield f"Commission: {priced(commission(state), EUR)}{f' = {kept}' if kept else ''} (R810 r.16-18)"
    yield f"In all: {priced(money_in(state), EUR)} paid in, entries won at their value (R810 r.16)"
    added, guarantee = overlay_so_far(state), state.structure.guarantee
    if guarantee is not None or added:
        said = "Overlay added by the operator" if state.closed else "Overlay if nothing more is bought"
        promised = "tickets promised" if guarantee is None else f"{euro(guarantee)} guaranteed"
        because = "r.7o" if guarantee is None else "r.7m"
        yield f"{said}: {priced(added, EUR)} = {promised} - {euro(prize_part(state))}, not below 0 (R810 {because})"


def _table(table: TableAt) -> Iterator[str]:
    play = f"hand {local(table.hand)} in play" if table.hand else "between hands"
    button = "button to be drawn" if table.button is None else f"button on seat {table.button}"
    stakes = f"blinds {table.small_blind}/{table.big_blind}"
    players = counted(len(table.seats), "player")
    yield f"Table {table.table}: {stakes}, {players}, {counted(table.hands, 'hand')} begun, {play}, {button}"
    for taken in table.seats:
        away = ", sits out (r.26-27)" if taken.sitting_out else ""
        yield f"  Seat {taken.seat}: {taken.player} ({taken.stack} chips){away}"


def placed_words(first: int, last: int) -> str:
    """``3.``; ``3.-4. ex aequo``."""
    return f"{first}." if first == last else f"{first}.-{last}. ex aequo"


def standing_words(standing: Standing, state: Tournament) -> str:
    """A line of the standings.

    Raises:
        TamperedError: somebody is out of it who was never eliminated.
    """
    entry = standing.entry
    won = f", {euro(entry.won)} won" if entry.won else ""
    line = f"{placed_words(standing.first, standing.last)} {who_words(entry)}"
    if standing.chips is not None:
        where = f" at {entry.table}, seat {entry.seat}" if state.phase == "playing" and entry.table else ""
        buys = ", may still buy (r.31)" if entry.status == "without_chips" else ""
        return f"{line}: {standing.chips} chips{where}{buys}{won}"
    if entry.exit is None:
        raise TamperedError(f"entry {entry.entry} is out, and no hand says why; run 'tombo verify'")
    by = f", by {listed(state.entries[number - 1].player for number in entry.exit.by)}" if entry.exit.by else ""
    return f"{line}: out in hand {called(entry.exit.hand)} with {entry.exit.stack} chips at its start{by}{won}"


def to_json(view: TournamentView) -> dict[str, Any]:
    """The tournament as JSON: money in cents, stacks in chips, instants in microseconds."""
    state, found = view.state, view.followed
    return {
        **summary(found),
        "log_index": view.log_index,
        "recorded": view.recorded,
        "inside_a_commit": view.cut,
        "announced": found.announced,
        "reference": state.reference,
        "structure": state.structure.model_dump(mode="json"),
        "level": state.level,
        "level_until": state.level_until,
        "paused": state.paused,
        "hand_by_hand": state.hand_by_hand,
        "ends": state.ends,
        "money": money_json(state),
        "entries": [_entry_json(entry) for entry in state.entries],
        "chips": {"bought": chips_bought(state), "on_tables": sum(view.stacks.values())},
        "tables": [_table_json(table) for table in view.tables],
        "standings": [] if state.phase == "announced" else [standing_json(line) for line in standings(view)],
    }


def _entry_json(entry: EntryState) -> dict[str, Any]:
    return {
        "entry": entry.entry,
        "player": entry.player,
        "session": entry.session,
        "funding": entry.funding,
        "ticket": None if entry.ticket is None else entry.ticket.model_dump(),
        "reentry": entry.again,
        "status": entry.status,
        "rebuys": entry.rebuys,
        "added_on": entry.added_on,
        "won": entry.won,
    }


def _table_json(table: TableAt) -> dict[str, Any]:
    seats = [
        {"seat": taken.seat, "player": taken.player, "stack": taken.stack, "sitting_out": taken.sitting_out}
        for taken in table.seats
    ]
    return {**table._asdict(), "seats": seats}
