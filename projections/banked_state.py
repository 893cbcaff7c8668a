"""A banked table as it stood at a log index or an instant: who plays there, the round in play, and what each has in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ledger.catalogue import EVOLVE
from ledger.core.entry import Entry
from ledger.core.errors import NotFoundError
from ledger.games.every import BANKED_GAMES
from ledger.house.banked.state import BankedTable, banked_stream, evolve
from ledger.house.moves import Move, results
from ledger.terms.every import BankedTerms
from projections.follow import AsOf


class PlaceLine(NamedTuple):
    """Somebody who plays, on a seat or at the wheel. ``staked`` is all he put into the round in play."""

    player: str
    seat: int | None
    staked: int


class BankedState(NamedTuple):
    """A banked table as of an entry of the log, the newest that concerned it."""

    table: str
    log_index: int
    recorded: int
    terms: BankedTerms
    ruleset: str
    closed: bool
    places: tuple[PlaceLine, ...]
    """In the order in which they came."""
    rounds: int
    """How many rounds have begun."""
    round: str | None
    """The stream of the round in play."""
    staked: int
    """All that is staked in it, by whoever left his place as well."""


def banked_state(table: str, read: Callable[[str], Sequence[Entry]], as_of: AsOf = AsOf()) -> BankedState:  # noqa: B008
    """The banked table named ``table``, folded from what ``read`` gives of its stream and of the round in play.

    Raises:
        NotFoundError: the ledger had no such table by then.
    """
    entries = [entry for entry in read(banked_stream(table)) if as_of.reaches(entry)]
    state: BankedTable | None = None
    for entry in entries:
        state = evolve(state, entry.event)
    if state is None:
        raise NotFoundError(f"there is no table {table} as of then; 'tombo table list' shows those there are now")
    newest, staked = entries[-1], dict[str, int]()
    if state.round is not None:
        played = [entry for entry in read(state.round) if as_of.reaches(entry)]
        newest, staked = max((newest, *played), key=lambda entry: entry.index), _staked(state.round, played)
    return BankedState(
        table=table,
        log_index=newest.index,
        recorded=newest.recorded,
        terms=state.terms,
        ruleset=state.ruleset.id,
        closed=state.closed,
        places=tuple(PlaceLine(place.player, place.seat, staked.get(place.player, 0)) for place in state.places),
        rounds=state.number,
        round=state.round,
        staked=sum(staked.values()),
    )


def _staked(stream: str, entries: Sequence[Entry]) -> dict[str, int]:
    """What each player has staked in the round ``stream``."""
    game = stream.partition(":")[0]
    evolve_round, moves = EVOLVE[game], BANKED_GAMES[game].moves
    state, moved = None, list[Move]()
    for entry in entries:
        state = evolve_round(state, entry.event)
        moved += moves(state, entry.event)
    return {found.player: found.totals.get("staked", 0) for found in results(moved)}


def to_json(state: BankedState) -> dict[str, Any]:
    """The table as JSON: amounts in minor units of its unit."""
    return {
        "table": state.table,
        "game": state.terms.game,
        "log_index": state.log_index,
        "recorded": state.recorded,
        "ruleset": state.ruleset,
        "unit": state.terms.unit.model_dump(),
        "closed": state.closed,
        "rounds": state.rounds,
        "round": state.round,
        "staked": state.staked,
        "places": [place._asdict() for place in state.places],
    }
