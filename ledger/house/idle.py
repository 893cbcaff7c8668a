"""How long somebody has not bet, counted in hands or rounds: kept for every seat by the fold of its table."""

from __future__ import annotations

from typing import NamedTuple


class Idle(NamedTuple):
    """The hands or rounds of a table that a player had part in, by their numbers; 0 for none yet."""

    passed: int = 0
    """Settled ones in a row without a bet of his; a void one is none (*nula*), but a bet in it is a bet."""
    bet: int = 0
    """The last one in which he bet."""
    seen: int = 0
    """The last one settled in which he had part, or bet."""

    def after(self, number: int, *, bet: bool, settled: bool) -> Idle:
        """Once the one of this ``number`` is over."""
        if bet:
            return Idle(0, number, number)
        return Idle(self.passed + 1, self.bet, number) if settled else self
