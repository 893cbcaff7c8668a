"""What decides a round of blackjack, by rules revision (decision 0033)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from tombo.ledger.games.blackjack import payout
from tombo.ledger.games.blackjack.events import BlackjackEvent, Refund
from tombo.ledger.games.blackjack.state import BlackjackRound
from tombo.ledger.house.revisions import by_revision
from tombo.ledger.terms.blackjack import BlackjackTerms


class VoidRefund(Protocol):
    """What a void round gives back, as ``payout.refund`` does."""

    def __call__(self, round_: BlackjackRound, player: str, *, whole: bool, held: int | None) -> Refund:
        """What it moves for ``player``."""
        ...


class Following(Protocol):
    """What follows from an act, as ``payout.following`` says it."""

    def __call__(self, round_: BlackjackRound, *, stopped: bool = False) -> list[BlackjackEvent]:
        """The events; ``stopped``: no more cards come."""
        ...


class BlackjackDecides(NamedTuple):
    """The functions of one revision: what follows from an act, whether the cards on record decide, what a void gives back."""

    following: Following
    cards_decide: Callable[[BlackjackRound, int | None], bool]
    refund: VoidRefund


REVISIONS: Final[dict[int, BlackjackDecides]] = {
    1: BlackjackDecides(payout.following, payout.cards_decide, payout.refund)
}
"""What is here stays: it decides the rounds that were played under it (``tests/data/golden``)."""


def deciding(terms: BlackjackTerms) -> BlackjackDecides:
    """The functions that decide a round under ``terms``."""
    return by_revision(REVISIONS, terms.revision)
