"""What a round of blackjack would have paid under the other readings of its terms (rules.md section 11).

A finding says both results where they differ, in what comes back to the player: stake and prize together. It moves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tombo.ledger.core import facts
from tombo.ledger.core.findings import Finding, Reading, other
from tombo.ledger.core.said import Told
from tombo.ledger.games.blackjack.cards import is_blackjack
from tombo.ledger.games.blackjack.events import BlackjackEvent, Collected, FindingRecordedV2, Paid, Settled
from tombo.ledger.games.blackjack.hands import BlackjackHand
from tombo.ledger.games.blackjack.payout import beside_house, blackjack_prize, half_lost
from tombo.ledger.games.blackjack.r805 import ace_has_to_count_one
from tombo.ledger.games.blackjack.revisions import deciding
from tombo.ledger.games.blackjack.said import door as said
from tombo.ledger.games.blackjack.state import BlackjackRound
from tombo.ledger.house.said import READINGS
from tombo.ledger.terms.unit import Unit


def with_findings(round_: BlackjackRound, events: Sequence[BlackjackEvent]) -> list[BlackjackEvent]:
    """``events``, which follow from ``round_`` as it stands, with the findings about them before the end of the round."""
    found: list[BlackjackEvent] = list(of_half_cents(round_, events))
    if not events or not isinstance(events[-1], Settled):
        return [*events, *found]
    if round_.revealed:
        found += of_hands(round_, [hand for hand in round_.hands if not hand.settled])
        found += of_insurances(round_)
    return [*events[:-1], *found, events[-1]]


def recorded(who: BlackjackHand, found: Finding, amounts: tuple[int, int]) -> FindingRecordedV2:
    """``found`` with both results for the player of ``who``: what comes back, and what would under its reading."""
    paid, otherwise = amounts
    return FindingRecordedV2(
        about=found.told.about,
        facts=facts.recorded(found.told),
        otherwise=otherwise,
        paid=paid,
        player=who.player,
        reading=found.reading,
        rule=found.rule,
        seat=who.seat,
    )


def told(unit: Unit, event: FindingRecordedV2, why: Told) -> Told:
    """What ``event`` says, ``why`` being what the other reading objects to: both results, amounts in ``unit``."""
    paid, otherwise = unit.sum(event.paid), unit.sum(event.otherwise)
    return said.BLACKJACK_PAYS_OTHERWISE(why=why, paid=paid, reading=READINGS[event.reading], otherwise=otherwise)


def back(events: Iterable[BlackjackEvent], *, seat: int, number: int) -> int:
    """What ``events`` give back to a hand, insurance and special prize apart."""
    return sum(
        event.prize + event.returned
        for event in events
        if isinstance(event, Paid)
        and (event.seat, event.hand) == (seat, number)
        and event.reason not in {"insurance", "special"}
    )


def of_hands(round_: BlackjackRound, decided: Iterable[BlackjackHand]) -> Iterator[FindingRecordedV2]:
    """The findings about hands that the house's cards ``decided``: #11 on doubled aces, #12 on its blackjack."""
    terms = round_.terms
    for hand in decided:
        in_force = terms.readings.house_blackjack
        result = back(beside_house(hand, round_.house, in_force), seat=hand.seat, number=hand.number)
        swapped = hand._replace(ace_fixed=not hand.ace_fixed)
        if hand.last == "double" and ace_has_to_count_one(hand._replace(cards=hand.cards[:2]), terms):
            there = back(beside_house(swapped, round_.house, in_force), seat=hand.seat, number=hand.number)
            if there != result:
                told = said.DOUBLED_ACE_COUNTS_OTHERWISE(
                    hand=hand.number, seat=hand.seat, total=hand.total, swapped=swapped.total
                )
                found = Finding("R805 r.8a", told, other(terms.readings.ace_on_double))
                yield recorded(hand, found, (result, there))
        against = other(in_force)
        there = back(beside_house(hand, round_.house, against), seat=hand.seat, number=hand.number)
        if there != result:
            found = Finding("R805 r.25e", said.HAND_MEETS_HOUSE_BLACKJACK(hand=hand.number, seat=hand.seat), against)
            yield recorded(hand, found, (result, there))


def of_insurances(round_: BlackjackRound) -> Iterator[FindingRecordedV2]:
    """The findings about blackjacks that were insured (#17): by the letter that stake is not made, and stays the player's."""
    for insurance in round_.insurances:
        hand = round_.hand(insurance.seat, 1)
        if hand is not None and hand.blackjack and not insurance.settled:
            paid = 3 * insurance.stake if is_blackjack(round_.house) else 0
            found = Finding("R805 r.15", said.BLACKJACK_OF_SEAT_IS_INSURED(seat=hand.seat))
            yield recorded(hand, found, (paid, insurance.stake))


def of_half_cents(round_: BlackjackRound, events: Iterable[BlackjackEvent]) -> Iterator[FindingRecordedV2]:
    """The findings about halves of an odd amount (#16): what is paid, and what rounding up the prize or loss would give."""
    for event in events:
        if not isinstance(event, Paid) or event.reason not in {"blackjack", "surrender"}:
            continue
        hand = round_.hand(event.seat, event.hand)
        if hand is None or hand.stake % 2 == 0:
            continue
        paid = event.prize + event.returned
        if event.reason == "blackjack":
            rule, up = "R805 r.25a", paid + 1
            told = said.BLACKJACK_PRIZE_ROUNDED_DOWN(prize=blackjack_prize(hand.stake), seat=hand.seat)
        else:
            rule, up = "R805 r.15e", paid - 1
            told = said.SURRENDER_LOSS_ROUNDED_DOWN(loss=half_lost(hand.stake), seat=hand.seat)
        yield recorded(hand, Finding(rule, told, Reading.PRACTICE), (paid, up))


def of_decided(round_: BlackjackRound, events: Sequence[Paid | Collected]) -> Iterator[FindingRecordedV2]:
    """The findings about ``events``, the bets of a void round ``round_`` that the cards on record decide."""
    decided = {(event.seat, event.hand) for event in events if event.reason != "insurance"}
    yield from of_half_cents(round_, events)
    yield from of_hands(round_, [hand for hand in round_.hands if (hand.seat, hand.number) in decided])
    yield from of_insurances(round_)


def of_void(
    round_: BlackjackRound, stands: BlackjackRound, player: str, held: int | None
) -> Iterator[FindingRecordedV2]:
    """The finding about a void round (#19): what ``player`` keeps of it, and what the other reading would leave him.

    ``stands``: ``round_`` once what the cards on record decide is decided too.
    """
    in_force = round_.terms.readings.decided_bets
    states = {Reading.LETTER: round_, Reading.PRACTICE: stands}
    here, there = (_kept(states[reading], player, reading, held) for reading in (in_force, other(in_force)))
    if here != there:
        first = next(hand for hand in round_.hands if hand.player == player)
        rule = "R805 r.28" if in_force is Reading.PRACTICE else "R805 r.27"
        found = Finding(rule, said.BLACKJACK_VOID_ROUND_OF_PLAYER(player=player), other(in_force))
        yield recorded(first, found, (here, there))


def _kept(round_: BlackjackRound, player: str, reading: Reading, held: int | None) -> int:
    moved = deciding(round_.terms).refund(round_, player, whole=reading is Reading.LETTER, held=held)
    paid = sum(amount for name, amount in round_.credited if name == player)
    return paid + moved.refunded - moved.taken_back
