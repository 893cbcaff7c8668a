"""What is known of a hand (*jogada*) between two of its events; ``state`` folds them into it.

Seats are *positions* inside: 0 is the first seat left of the button, then clockwise. What the events imply (whose turn
it is, the phase, the pot) is derived in ``turns``, not stored.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from tombo.ledger.games.poker.events import HandStarted, ShownCard
from tombo.ledger.terms.poker import Terms

NOBODY: Final = -1


class Hand(NamedTuple):
    """A hand as its events leave it. Amounts in the hand's unit; tuples by position unless said otherwise.

    Invariants (live): ``stacks[p] + staked[p] + antes[p] + deads[p]`` is constant until the money is given out.
    """

    started: HandStarted
    seats: tuple[int, ...]
    """Seat numbers, the first left of the button, clockwise."""
    stacks: tuple[int | None, ...]
    """What lies before the seat now; none where an imported hand does not say: as much as it takes."""
    bets: tuple[int, ...]
    """Staked on this street, blinds included."""
    staked: tuple[int, ...]
    """Staked in the hand, net of what was returned uncalled; without antes and dead money."""
    antes: tuple[int, ...]
    deads: tuple[int, ...]
    """Money posted that matches no bet."""
    live: tuple[bool, ...]
    """Has not folded."""
    all_in: tuple[bool, ...]
    acted_at: tuple[int, ...]
    """The bet to match when the position last acted on this street; ``NOBODY`` if it has not."""
    street: int
    highest: int
    """The bet to match on this street."""
    last_raise: int
    """How much the last full bet or raise of this street added; at first the minimum bet."""
    raises: int
    """Raises on this street, the opening bet not counted."""
    last: int
    """The position that acted last on this street, or closed the blinds."""
    aggressor: int
    """The position that last bet or raised on this street (r.59)."""
    voluntary: bool
    """Somebody bet, called or raised on this street (r.21: all bets but the blinds are voluntary)."""
    small_blind: int
    board: tuple[int, ...]
    dealt: tuple[int, ...]
    """By slot: the position that got the card."""
    commitments: tuple[str | None, ...]
    """By slot."""
    shown: tuple[tuple[ShownCard, ...], ...]
    mucked: tuple[bool, ...]
    pending: int
    """The position asked to decide, with ``deadline``."""
    deadline: int
    returned: tuple[int, ...]
    fees: tuple[tuple[int, int, int], ...]
    """Commissions taken: pot, position or ``NOBODY`` for the whole pot, amount."""
    awards: tuple[tuple[int, int, int], ...]
    """Payments made: pot, position, amount."""
    refunds: tuple[int, ...]
    outcome: Literal["open", "settled", "voided"]

    @property
    def terms(self) -> Terms:
        """The terms the hand is played under; its own copy."""
        return self.started.terms
