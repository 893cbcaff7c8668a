"""When the bets of a spin on record were closed, asked again (R804 r.14; R807 the same)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tombo.ledger.core.findings import Finding
from tombo.ledger.games.early import by_round
from tombo.ledger.games.game import AskedBy
from tombo.ledger.games.roulette.events import BetsClosed
from tombo.ledger.games.roulette.r804 import betting_time_is_over
from tombo.ledger.games.roulette.state import evolve


def _closed(before: Sequence[Any], _: BetsClosed, asked: AskedBy) -> Finding | None:
    return None if asked.by.actor == "player" else betting_time_is_over(evolve(None, before[0]), asked.passed)


OBJECTIONS: Final = by_round("roulette", {BetsClosed: _closed})
"""How R804 r.14 is asked of the entries of a spin."""
