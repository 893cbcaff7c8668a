"""What a round pays and collects, and when (R805 r.15e, r.18-20, r.25): at once, or against the cards of the house."""

from __future__ import annotations

from typing import Literal

from tombo.ledger.core.findings import Reading
from tombo.ledger.games.blackjack.cards import (
    HOUSE_STANDS,
    TWENTY_ONE,
    house_total,
    is_ace,
    is_blackjack,
    is_special,
    is_ten,
)
from tombo.ledger.games.blackjack.events import BlackjackEvent, Collected, Paid, Refund, Settled
from tombo.ledger.games.blackjack.hands import BlackjackHand, Insurance
from tombo.ledger.games.blackjack.state import BlackjackRound, evolve

SPECIAL_FACTOR = 3
"""A special prize is three times the bet (r.25i)."""

Prize = Literal["blackjack", "even_money", "win", "push", "special", "original_only"]


def half_lost(stake: int) -> int:
    """What a surrender loses: half of the bet, rounded down, so that no loss is rounded up (r.15e, rules.md 2.5)."""
    return stake // 2


def blackjack_prize(stake: int) -> int:
    """One and a half times the bet, rounded down (r.25a, rules.md 2.5)."""
    return stake * 3 // 2


def _paid(hand: BlackjackHand, reason: Prize, prize: int, *, returned: bool = True) -> Paid:
    return Paid(
        hand=hand.number,
        player=hand.player,
        prize=prize,
        reason=reason,
        returned=hand.stake if returned else 0,
        seat=hand.seat,
    )


def _collected(hand: BlackjackHand, reason: Literal["bust", "lost"]) -> Collected:
    return Collected(amount=hand.stake, hand=hand.number, player=hand.player, reason=reason, seat=hand.seat)


def _surrendered(hand: BlackjackHand) -> list[BlackjackEvent]:
    lost = half_lost(hand.stake)
    seat, number, player = hand.seat, hand.number, hand.player
    paid = Paid(hand=number, player=player, prize=0, reason="surrender", returned=hand.stake - lost, seat=seat)
    collected = Collected(amount=lost, hand=number, player=player, reason="surrender", seat=seat) if lost else None
    return [paid] if collected is None else [paid, collected]


def _at_once(round_: BlackjackRound, hand: BlackjackHand) -> list[BlackjackEvent]:
    """What is decided about ``hand`` without the house: r.15e, r.20a, r.20b, r.25b, and the special prize (r.25i)."""
    events: list[BlackjackEvent] = []
    if round_.terms.special_prizes and not hand.special and is_special(hand.cards):
        events.append(_paid(hand, "special", SPECIAL_FACTOR * hand.stake, returned=False))
    if hand.settled:
        return events
    up = round_.house[0]
    if hand.total > TWENTY_ONE:
        events.append(_collected(hand, "bust"))
    elif hand.last == "surrender":
        events += _surrendered(hand)
    elif hand.last == "even_money":
        events.append(_paid(hand, "even_money", hand.stake))
    elif hand.blackjack and not is_ace(up) and not is_ten(up):
        events.append(_paid(hand, "blackjack", blackjack_prize(hand.stake)))
    return events


def against_house(hand: BlackjackHand, house: tuple[int, ...], house_total: int) -> Paid | Collected:
    """The bet on ``hand``, which has not busted, by comparison with the cards of the house (r.18-19, r.25a, c-e, h)."""
    house_blackjack = is_blackjack(house)
    if hand.blackjack:
        return _paid(hand, "push", 0) if house_blackjack else _paid(hand, "blackjack", blackjack_prize(hand.stake))
    if house_blackjack:
        return _collected(hand, "lost")
    if house_total > TWENTY_ONE or hand.total > house_total:
        return _paid(hand, "win", hand.stake)
    return _paid(hand, "push", 0) if hand.total == house_total else _collected(hand, "lost")


def beside_house(hand: BlackjackHand, house: tuple[int, ...], house_blackjack: Reading) -> list[Paid | Collected]:
    """The bet on ``hand`` against the cards of the house, a blackjack of which takes what ``house_blackjack`` says (#12).

    LETTER: the whole bet (r.25e). PRACTICE: the original bet of the seat; what was doubled or split comes back. What
    busted before is lost either way (r.25b).
    """
    result = against_house(hand, house, house_total(house))
    added = hand.stake - hand.original
    if house_blackjack is Reading.LETTER or not added or isinstance(result, Paid) or not is_blackjack(house):
        return [result]
    back = _paid(hand, "original_only", 0).model_copy(update={"returned": added})
    return [back, result.model_copy(update={"amount": hand.original})] if hand.original else [back]


def _insurance(insurance: Insurance, house: tuple[int, ...]) -> Paid | Collected:
    """The bet on insurance: twice its value on a blackjack of the house, else lost (r.25f-g)."""
    seat, player, stake = insurance.seat, insurance.player, insurance.stake
    if is_blackjack(house):
        return Paid(hand=1, player=player, prize=2 * stake, reason="insurance", returned=stake, seat=seat)
    return Collected(amount=stake, hand=1, player=player, reason="insurance", seat=seat)


def following(round_: BlackjackRound, *, stopped: bool = False) -> list[BlackjackEvent]:
    """What follows at once from the last act: bets decided, and the end of the round where none is left (r.20c).

    An insurance is a bet of its own, so that it is decided by the hole card even where the hand has lost. ``stopped``: no more
    cards come, and the round ends where those of the house that lie open decide it without them (r.27).
    """
    if not round_.closed or round_.outcome != "open" or (round_.hands and not round_.dealt):
        return []
    events = [event for hand in round_.hands for event in _at_once(round_, hand)]
    after = round_
    for event in events:
        after = evolve(after, event)
    waiting = [hand for hand in after.hands if not hand.settled]
    insured = [insurance for insurance in after.insurances if not insurance.settled]
    if not waiting and not insured:
        return [*events, Settled()]
    if not after.revealed or not (stopped or not waiting or after.house_total >= HOUSE_STANDS):
        return events
    if not all(determined(after, hand, after.house) for hand in waiting):
        return events
    events += [_insurance(insurance, after.house) for insurance in insured]
    reading = round_.terms.readings.house_blackjack
    events += [event for hand in waiting for event in beside_house(hand, after.house, reading)]
    return [*events, Settled()]


def determined(round_: BlackjackRound, hand: BlackjackHand, house: tuple[int, ...]) -> bool:
    """Whether the cards on record say what the bet on ``hand`` brings, the first two of the house being ``house`` (r.27).

    They do once it is decided; and where it waits for no card and no decision, and the house draws none (r.17a) or has drawn enough
    for it: a blackjack loses to no third card (r.18, r.25a).
    """
    if hand.settled:
        return True
    if round_.open(hand) or (hand.seat, hand.number) in round_.due:
        return False
    return hand.blackjack or house_total(house) >= HOUSE_STANDS


def house_with(round_: BlackjackRound, hole: int | None) -> tuple[int, ...] | None:
    """The cards of the house, ``hole`` lying face down; None where that one is not there, or not kept."""
    if round_.revealed:
        return round_.house
    return None if hole is None or not round_.hole else (*round_.house, hole)


def cards_decide(round_: BlackjackRound, hole: int | None) -> bool:
    """Whether the cards on record say what every bet brings, so that the round has a result (r.27); ``hole``: if it is kept."""
    house = house_with(round_, hole)
    return house is not None and all(determined(round_, hand, house) for hand in round_.hands)


def decided_by_cards(round_: BlackjackRound, house: tuple[int, ...]) -> list[Paid | Collected]:
    """Of the bets that are open yet, those that the cards on record decide, ``house`` among them (r.25, r.27)."""
    reading = round_.terms.readings.house_blackjack
    found = [_insurance(insurance, house) for insurance in round_.insurances if not insurance.settled]
    for hand in round_.hands:
        if not hand.settled and determined(round_, hand, house):
            found += beside_house(hand, house, reading)
    return found


def undecided(round_: BlackjackRound, player: str) -> int:
    """What ``player`` has staked on bets that nothing has decided yet."""
    bets = sum(hand.stake for hand in round_.hands if hand.player == player and not hand.settled)
    return bets + sum(i.stake for i in round_.insurances if i.player == player and not i.settled)


def refund(round_: BlackjackRound, player: str, *, whole: bool, held: int | None) -> Refund:
    """What a void round moves for ``player`` (r.27-28, rules.md #19).

    ``whole``: all stakes back and prizes reversed; else what was decided before stands. ``held`` is what his account
    holds, None for demo chips, of which there is no account.
    """
    if not whole:
        return Refund(player=player, refunded=undecided(round_, player), taken_back=0, waived=0)
    due = round_.stakes(player) - sum(amount for name, amount in round_.credited if name == player)
    owed = max(-due, 0)
    taken = owed if held is None else min(owed, held)
    return Refund(player=player, refunded=max(due, 0), taken_back=taken, waived=owed - taken)
