"""A round against the house computed again, of whichever game: from its moves, and from those that its rules give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from ledger.core.entry import Entry
from ledger.games.game import Cards, ReceivedByPlayer, Recomputed
from ledger.house.moves import Move, What

RECEIVED: Final[dict[What, int]] = {"prize": 1, "returned": 1, "refunded": 1, "taken_back": -1, "waived": -1}
"""What comes to a player. What a void could not take back counts as taken: the rules do not know what an account holds."""


def again_by(
    evolve: Callable[[Any, Any], Any],
    moves: Callable[[Any, Any], list[Move]],
    owed: Callable[[Sequence[Any]], list[Move]],
    differences: Callable[[Sequence[Any]], tuple[str, ...]],
) -> Callable[[Sequence[Entry], Cards], Recomputed]:
    """How a round of a game is computed again: nothing of it is closed that decides."""

    def again(entries: Sequence[Entry], _: Cards) -> Recomputed:
        events = [entry.event for entry in entries]
        state, recorded = None, list[Move]()
        for event in events:
            state = evolve(state, event)
            recorded += moves(state, event)
        if state is None or state.outcome == "open":
            return Recomputed(())
        paid, due = _received(recorded), _received(owed(events))
        received = tuple(ReceivedByPlayer(player, paid[player], due[player]) for player in dict.fromkeys((*paid, *due)))
        rules = dict.fromkeys(move.rule for move in recorded if move.what != "staked")
        return Recomputed(differences(events), received, tuple(rules))

    return again


def _received(moves: Iterable[Move]) -> Counter[str]:
    found: Counter[str] = Counter()
    for move in moves:
        found[move.player] += RECEIVED.get(move.what, 0) * move.amount
    return found
