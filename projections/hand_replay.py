"""A hand step by step, for a dispute: after every entry the street, the stacks, the pots by level, and a check of chips.

The check is made of what the entries say alone: chips before the seats, in the middle and with the operator add up to
what the hand began with, at every step, and nothing stays in the middle once it is over (guarantee 3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from ledger.core.entry import Entry
from ledger.games.poker.events import Street
from ledger.games.poker.pots import layers, uncalled
from ledger.games.poker.settlement import stakes_of
from ledger.games.poker.state import Hand, evolve
from ledger.games.poker.streets import streets_of
from ledger.games.poker.turns import live_count, pot_total, turn
from projections.follow import entry_json


class Level(NamedTuple):
    """A pot: 0 is the main one; what lies in it, and the seats that may win it."""

    number: int
    amount: int
    seats: tuple[int, ...]


class Chips(NamedTuple):
    """Where the chips are. ``middle``: staked, and neither awarded, taken nor refunded. ``begun``: all at the start.

    None where an imported hand does not say.
    """

    stacks: int | None
    middle: int
    commission: int
    begun: int | None

    @property
    def conserved(self) -> bool:
        """Whether they add up, as far as they are known."""
        if self.stacks is None or self.begun is None:
            return self.middle >= 0
        return self.middle >= 0 and self.stacks + self.middle + self.commission == self.begun


class Step(NamedTuple):
    """The hand after one entry. ``pots`` hold what finished streets brought; ``bets`` are those of a street under way."""

    number: int
    entry: Entry
    street: Street
    outcome: Literal["open", "settled", "voided"]
    stacks: Mapping[int, int | None]
    bets: Mapping[int, int]
    pots: tuple[Level, ...]
    chips: Chips
    conserved: bool


def steps(entries: Sequence[Entry]) -> Iterator[Step]:
    """The hand after each of ``entries``, oldest first."""
    hand: Hand | None = None
    for number, entry in enumerate(entries, 1):
        hand = evolve(hand, entry.event)
        chips = _chips(hand)
        stacks = dict(zip(hand.seats, hand.stacks, strict=True))
        bets, pots = _middle(hand)
        whole = chips.conserved and (hand.outcome == "open" or not chips.middle)
        whole = whole and all(stack is None or stack >= 0 for stack in hand.stacks)
        yield Step(number, entry, streets_of(hand.terms)[hand.street], hand.outcome, stacks, bets, pots, chips, whole)


def _chips(hand: Hand) -> Chips:
    known = [stack for stack in hand.stacks if stack is not None]
    begun = [player.stack for player in hand.started.seats if player.stack is not None]
    complete = len(known) == len(begun) == len(hand.seats)
    commission = sum(amount for _, _, amount in hand.fees)
    middle = pot_total(hand) - commission - sum(amount for _, _, amount in hand.awards) - sum(hand.refunds)
    return Chips(sum(known) if complete else None, middle, commission, sum(begun) if complete else None)


def _middle(hand: Hand) -> tuple[dict[int, int], tuple[Level, ...]]:
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
        Level(number, pot.amount - paid.get(number, 0), tuple(hand.seats[position] for position in pot.contenders))
        for number, pot in enumerate(pots)
    )
    return bets, tuple(level for level in left if level.amount)


def _awaits_straddles(hand: Hand) -> bool:
    """Whether blinds and straddles still lie before the seats: they are bets of the first street (R809 r.54)."""
    return streets_of(hand.terms)[hand.street] == "straddle" and hand.outcome == "open" and live_count(hand) > 1


def to_json(step: Step) -> dict[str, Any]:
    """A step as JSON: amounts in minor units of the hand's unit."""
    return {
        "step": step.number,
        **entry_json(step.entry),
        "street": step.street,
        "outcome": step.outcome,
        "stacks": {str(seat): stack for seat, stack in step.stacks.items()},
        "bets": {str(seat): bet for seat, bet in step.bets.items()},
        "pots": [{"pot": level.number, "amount": level.amount, "seats": list(level.seats)} for level in step.pots],
        "commission": step.chips.commission,
        "middle": step.chips.middle,
        "conserved": step.conserved,
    }
