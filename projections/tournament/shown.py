"""A tournament as programs read it: money in cents, stacks in chips, instants in microseconds."""

from __future__ import annotations

from typing import Any

from tombo.ledger.games.tournament.state import EntryState
from tombo.projections.tournament.prizes import money_json, pool_so_far, prize_table
from tombo.projections.tournament.view import Followed, TableAt, TournamentView, chips_bought, standing_json, standings


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
        "pool": pool_so_far(state),
        "pool_fixed": state.pool is not None,
    }


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
        "differences": [told.text() for told in prize_table(found).differences],
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
