"""What the day's money comes to, by game: what is staked, paid, given back and kept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Final

from tombo.projections.accounts import holders as h
from tombo.projections.accounts.holders import Transfers
from tombo.projections.reconciliation.model import GameTotals

STAKES: Final = frozenset({"bet", "blind", "stake", "entry", "rebuy", "add-on"})
PRIZES: Final = frozenset({"pot", "prize", "stake returned", "bounty", "ticket"})
BACK: Final = frozenset({"refund", "cancelled entry"})
_ADDS: Final[Mapping[str, tuple[str, int]]] = {
    **dict.fromkeys(STAKES, ("staked", 1)),
    "uncalled bet": ("staked", -1),
    **dict.fromkeys(PRIZES, ("paid", 1)),
    "taken back": ("paid", -1),
}
"""What is moved, to what it adds in the totals of its game."""


@cache
def _own(regulation: str) -> tuple[str, str]:
    """What the operator has of a game: as commission, and as the house."""
    return h.commission(regulation), h.house(regulation)


class DayTotals:
    """A day's money, game by game, as its entries move it."""

    def __init__(self) -> None:
        self._of: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """By regulation."""

    def told(self) -> tuple[GameTotals, ...]:
        """What it came to, in order of regulation."""
        return tuple(
            GameTotals(regulation, **{name: found[name] for name in GameTotals._fields[1:]})
            for regulation, found in sorted(self._of.items())
        )

    def over(self, regulation: str, word: str) -> None:
        """A hand or round is settled, or void."""
        self._of[regulation][word] += 1

    def count(self, regulation: str, moved: Transfers) -> None:
        """What a game's entry adds to its totals of the day."""
        totals = self._of[regulation]
        if not moved:
            return
        commission, house = own = _own(regulation)
        for source, target, cents, what in moved:
            if what in _ADDS:
                name, sign = _ADDS[what]
                totals[name] += sign * cents
            elif what == "commission" and regulation == "R810":  # a fee holds it (R810 r.17)
                totals["staked"] += cents
            elif what in BACK and target != house and not target.startswith("stake:"):  # which it fills up again
                totals["refunded"] += cents
            if source in own:
                self._earned(regulation, totals, -cents, fee=source == commission)
            if target in own:
                self._earned(regulation, totals, cents, fee=target == commission)

    @staticmethod
    def _earned(regulation: str, totals: Counter[str], cents: int, *, fee: bool) -> None:
        """What came to the operator: as a commission, or as the house."""
        if fee:
            totals["commission"] += cents
        totals["borne" if regulation == "R810" and not fee else "gross"] += cents
