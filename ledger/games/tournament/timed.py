"""A timed tournament once its time is up: its tables play until everybody has had the button again, and no hand more (R810 r.52).

*O número de jogadas necessárias para que todos voltem a ter a mão* is asked of players, not counted in hands: who goes out needs no
hand any more, a hand that was void gave nobody the button, and who was moved takes what he had along.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.house.table.state import Table, eligible, table_stream


def had_button_again(state: Tournament, view: Callable[[str], Any]) -> frozenset[str]:
    """The players who have had the button in a hand that began after the time was called, wherever they sat."""
    since = dict(state.called_at)
    found: set[str] = set()
    for name in sorted({*since, *state.tables}):
        table: Table | None = view(table_stream(name))
        had = () if table is None else table.had_button
        found |= {player for player, number in had if number > since.get(name, 0)}
    return frozenset(found)


def plays_on(state: Tournament, table: Table, view: Callable[[str], Any]) -> bool:
    """Whether ``table`` has a hand to play: two have chips, and once the time is up one of them has not had the button again."""
    able = eligible(table)
    if state.time_called is None or len(able) < 2:  # noqa: PLR2004  # R806 r.7
        return len(able) > 1
    had = had_button_again(state, view)
    return any(taken.player not in had for taken in able)
