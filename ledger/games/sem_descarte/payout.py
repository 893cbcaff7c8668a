"""What the bets of a seat that continued are worth against the house's five cards (R803 r.11-13, r.24-29)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tombo.ledger.core.cards import Combination
from tombo.ledger.games.sem_descarte.events import Collected, Paid
from tombo.ledger.games.sem_descarte.ranking import combination, qualifies, strength
from tombo.ledger.games.sem_descarte.state import Box
from tombo.ledger.terms.sem_descarte import SemDescarteReadings

MULTIPLES: Final = {
    Combination.ROYAL: 100,
    Combination.STRAIGHT_FLUSH: 50,
    Combination.QUADS: 20,
    Combination.FULL_HOUSE: 7,
    Combination.FLUSH: 5,
    Combination.STRAIGHT: 4,
    Combination.TRIPS: 3,
    Combination.TWO_PAIR: 2,
    Combination.PAIR: 1,
    Combination.HIGH_CARD: 1,
}
"""R803 r.12: how many times the second bet a winning combination is paid, the bet itself returned besides."""


def comparison(player: Collection[int], house: Collection[int], readings: SemDescarteReadings) -> int:
    """R803 r.11, r.13: 1 where the player's cards are higher, -1 where the house's are, 0 on an exact tie."""
    mine, other = strength(player, readings), strength(house, readings)
    return (mine > other) - (mine < other)


def settled(
    box: Box, player: Collection[int], house: Collection[int], readings: SemDescarteReadings
) -> Paid | Collected:
    """What becomes of ante and second bet of ``box``.

    The house does not play below A-K: the ante wins its value (r.26), and as r.26 ends the round there, the second bet
    comes back. An exact tie is neither won nor lost (r.11): both bets come back.
    """
    staked = box.ante + box.bet2
    if not qualifies(house, readings):
        return Paid(ante_prize=box.ante, bet2_prize=0, reason="house_out", returned=staked, seat=box.seat)
    match comparison(player, house, readings):
        case 1:
            prize = box.bet2 * MULTIPLES[combination(strength(player, readings))]
            return Paid(ante_prize=box.ante, bet2_prize=prize, reason="higher", returned=staked, seat=box.seat)
        case 0:
            return Paid(ante_prize=0, bet2_prize=0, reason="tie", returned=staked, seat=box.seat)
        case _:
            return Collected(amount=staked, reason="lower", seat=box.seat)


def comes_back(event: Paid | Collected) -> int:
    """What a seat gets back with ``event``: its bets and its prizes, or nothing."""
    return event.ante_prize + event.bet2_prize + event.returned if isinstance(event, Paid) else 0
