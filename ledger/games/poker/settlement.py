"""From a hand to its settlement, and from a settlement to its events: the way between ``state`` and ``pots``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker.events import CommissionTaken, HandEvent, PotAwarded, UncalledBetReturned
from tombo.ledger.games.poker.pots import Settlement, Stakes
from tombo.ledger.games.poker.rules.revisions import deciding
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.terms.poker import Terms

HoleCards = Mapping[int, tuple[int, ...]]
"""Position to the numbers of its closed cards, for those known."""


def stakes_of(hand: Hand) -> Stakes:
    """What the settlement of ``hand`` depends on, with the uncalled bet not yet, or no longer, in the stakes."""
    dead, flop = sum(hand.deads), hand.terms.sintetico is None
    return Stakes(hand.staked, hand.antes, dead, hand.live, hand.all_in, hand.street, hand.voluntary, flop)


def strengths_of(hand: Hand, holes: HoleCards, flush_tie: Reading) -> tuple[int | None, ...]:
    """The strength of every hand still in play whose cards are known, by position."""
    rank = deciding(hand.terms).ranker(hand.terms.variant, hand.board, flush_tie, hand.terms.sintetico)
    return tuple(
        rank(holes[position]) if alive and position in holes else None for position, alive in enumerate(hand.live)
    )


def settled(hand: Hand, holes: HoleCards, terms: Terms | None = None) -> Settlement:
    """The settlement of ``hand`` under its terms, or under other ``terms`` for comparison."""
    terms = terms or hand.terms
    strengths = strengths_of(hand, holes, terms.readings.flush_tie) if sum(hand.live) > 1 else None
    return deciding(terms).settle(stakes_of(hand), terms, strengths)


def paid_to(hand: Hand, settlement: Settlement) -> dict[int, int]:
    """What each seat is paid in all, net of commission; seats paid nothing left out."""
    total: dict[int, int] = {}
    for payment in settlement.payments:
        if payment.amount:
            seat = hand.seats[payment.position]
            total[seat] = total.get(seat, 0) + payment.amount
    return total


def movements(hand: Hand, settlement: Settlement) -> Iterator[HandEvent]:
    """The events that carry out ``settlement``: the uncalled bet, then pot by pot commission and payments (r.17a, r.19)."""
    if settlement.returned is not None:
        position, amount = settlement.returned
        yield UncalledBetReturned(amount=amount, seat=hand.seats[position])
    for number in range(len(settlement.pots)):
        for fee in settlement.fees:
            if fee.pot == number and fee.amount:
                seat = None if fee.position is None else hand.seats[fee.position]
                yield CommissionTaken(amount=fee.amount, pot=number, seat=seat)
        for payment in settlement.payments:
            if payment.pot == number and payment.amount:
                yield PotAwarded(amount=payment.amount, pot=number, seat=hand.seats[payment.position])
