"""Where the chips of a hand are after an entry: stacks, bets, the pots by level; and a check that they add up.

The check is made of what the entries say alone: chips before the seats, in the middle and with the operator add up to what the
hand began with, at every step, and nothing stays in the middle once it is over (guarantee 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tombo.ledger.core.cards import card_text
from tombo.ledger.games.poker.events import Street
from tombo.ledger.games.poker.pots import layers, uncalled
from tombo.ledger.games.poker.settlement import stakes_of
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.streets import streets_of
from tombo.ledger.games.poker.turns import live_count, pot_total, turn


class PotLevel(NamedTuple):
    """A pot: 0 is the main one; what lies in it, and the seats that may win it."""

    number: int
    amount: int
    seats: tuple[int, ...]


class ChipPlaces(NamedTuple):
    """A hand after one of its entries. ``pots`` hold what finished streets brought; ``bets`` are those of a street under way.

    ``middle``: staked, and neither awarded, taken nor refunded. ``held``: all stacks, ``begun``: all at the start; None where an
    imported hand does not say.
    """

    street: Street
    stacks: Mapping[int, int | None]
    bets: Mapping[int, int]
    pots: tuple[PotLevel, ...]
    held: int | None
    middle: int
    commission: int
    begun: int | None
    board: tuple[str, ...]
    over: bool

    @property
    def conserved(self) -> bool:
        """Whether they add up, as far as they are known."""
        if self.middle < 0 or (self.over and self.middle):
            return False
        if any(stack is not None and stack < 0 for stack in self.stacks.values()):
            return False
        return self.held is None or self.begun is None or self.held + self.middle + self.commission == self.begun

    def to_json(self) -> dict[str, Any]:
        """In minor units of the hand's unit."""
        return {
            "street": self.street,
            "stacks": {str(seat): stack for seat, stack in self.stacks.items()},
            "bets": {str(seat): bet for seat, bet in self.bets.items()},
            "pots": [{"pot": level.number, "amount": level.amount, "seats": list(level.seats)} for level in self.pots],
            "commission": self.commission,
            "middle": self.middle,
            "board": list(self.board),
        }


def chips(hand: Hand) -> ChipPlaces:
    """Where the chips are, as ``hand`` stands."""
    known = [stack for stack in hand.stacks if stack is not None]
    begun = [player.stack for player in hand.started.seats if player.stack is not None]
    complete = len(known) == len(begun) == len(hand.seats)
    commission = sum(amount for _, _, amount in hand.fees)
    bets, pots = _middle(hand)
    return ChipPlaces(
        street=streets_of(hand.terms)[hand.street],
        stacks=dict(zip(hand.seats, hand.stacks, strict=True)),
        bets=bets,
        pots=pots,
        held=sum(known) if complete else None,
        middle=pot_total(hand) - commission - sum(amount for _, _, amount in hand.awards) - sum(hand.refunds),
        commission=commission,
        begun=sum(begun) if complete else None,
        board=tuple(card_text(card) for card in hand.board),
        over=hand.outcome != "open",
    )


def _middle(hand: Hand) -> tuple[dict[int, int], tuple[PotLevel, ...]]:
    """The bets that still lie before the seats, and the pots, less what was paid out of each."""
    if hand.outcome == "voided":
        return {}, ()
    staked, bets = hand.staked, {seat: bet for seat, bet in zip(hand.seats, hand.bets, strict=True) if bet}
    if not hand.dealt or turn(hand) is not None or _awaits_straddles(hand):
        staked = tuple(total - bet for total, bet in zip(staked, hand.bets, strict=True))
    else:
        bets = {}
        if (excess := uncalled(staked)) is not None:
            position, amount = excess
            bets = {hand.seats[position]: amount}
            staked = (*staked[:position], staked[position] - amount, *staked[position + 1 :])
    pots = layers(stakes_of(hand), staked) if pot_total(hand) else ()
    paid: dict[int, int] = {}
    for number, _, amount in (*hand.awards, *hand.fees):
        paid[number] = paid.get(number, 0) + amount
    left = (
        PotLevel(number, pot.amount - paid.get(number, 0), tuple(hand.seats[position] for position in pot.contenders))
        for number, pot in enumerate(pots)
    )
    return bets, tuple(level for level in left if level.amount)


def _awaits_straddles(hand: Hand) -> bool:
    """Whether blinds and straddles still lie before the seats: they are bets of the first street (R809 r.54)."""
    return streets_of(hand.terms)[hand.street] == "straddle" and hand.outcome == "open" and live_count(hand) > 1
