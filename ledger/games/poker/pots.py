"""Who gets what: uncalled bets, pots in layers, commission, odd units (R806 r.17-19, r.27, r.36, r.40-42, r.62-63).

One pure function, ``settle``, serves the live door, the import door and the audit. Seats are *positions* here: the
place in clockwise order from the left of the button, which is also the order in which odd units go out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tombo.ledger.core.findings import Reading
from tombo.ledger.terms.poker import Terms

FLOP: Final = 1


class Stakes(NamedTuple):
    """Everything a settlement depends on, apart from the terms and the cards.

    ``staked[p]``: what position ``p`` bet in the hand, uncalled part included. ``antes``: its ante. ``dead``: money in
    the main pot that matches nothing. ``live``: has not folded. ``all_in``: has staked all it had.
    ``street`` is the last street reached, 0 pre-flop; ``voluntary``: somebody bet, called or raised on it (r.21: all
    but the blinds is voluntary). ``flop``: whether the variant has one.
    """

    staked: tuple[int, ...]
    antes: tuple[int, ...]
    dead: int
    live: tuple[bool, ...]
    all_in: tuple[bool, ...]
    street: int
    voluntary: bool
    flop: bool = True


class Pot(NamedTuple):
    """One pot: its money and who may win it, in clockwise order."""

    amount: int
    contenders: tuple[int, ...]


class PotPayment(NamedTuple):
    """One winner's share of one pot: ``amount`` is delivered, after ``commission`` where it is taken from the payment."""

    pot: int
    position: int
    amount: int
    commission: int


class CommissionDue(NamedTuple):
    """A commission: from the payment to ``position`` (r.19), or from the whole pot where that is None (r.17a).

    ``base`` is what it was taken from.
    """

    pot: int
    position: int | None
    amount: int
    base: int


class Settlement(NamedTuple):
    """The end of a hand. ``returned``: position and amount of the uncalled bet, or None.

    Invariant: stakes = returned + fees + payments, to the unit.
    """

    returned: tuple[int, int] | None
    pots: tuple[Pot, ...]
    fees: tuple[CommissionDue, ...]
    payments: tuple[PotPayment, ...]


def uncalled(staked: tuple[int, ...]) -> tuple[int, int] | None:
    """The position whose bet exceeds every other, folded ones included, and the excess (r.40); None if matched.

    [A] The regulation asks for equal wagers at the end of a street and does not say how; card rooms give the excess back.
    """
    highest = max(staked)
    position = staked.index(highest)
    second = max(staked[:position] + staked[position + 1 :])
    return (position, highest - second) if highest > second else None


def layers(stakes: Stakes, staked: tuple[int, ...]) -> tuple[Pot, ...]:
    """The main pot and the side pots (r.41-42): one for every amount that a player still in the hand staked.

    ``staked`` is net of the uncalled bet. What folded players staked lies in the layers it reaches (r.35); above the
    last it joins the last. Antes that everybody posted count towards the layers; one posted for the table does not.
    """
    dead, antes, live = stakes.dead, stakes.antes, stakes.live
    if any(antes):
        if all(antes):
            staked = tuple(map(sum, zip(staked, antes, strict=True)))
        else:
            dead += sum(antes)
    levels = sorted({amount for amount, alive in zip(staked, live, strict=True) if alive})
    if len(levels) == 1:
        return (Pot(sum(staked) + dead, tuple(position for position, alive in enumerate(live) if alive)),)
    pots: list[Pot] = []
    below = 0
    for level in levels:
        last = level == levels[-1]
        money = sum((amount if last else min(amount, level)) - min(amount, below) for amount in staked)
        contenders = tuple(p for p, amount in enumerate(staked) if live[p] and amount >= level)
        if money + dead > 0:
            pots.append(Pot(money + dead, contenders))
            dead = 0
        below = level
    return tuple(pots)


def is_exempt(stakes: Stakes, reading: Reading) -> bool:
    """Whether no commission is due (r.18): the hand ended on the flop street and nobody bet there.

    R809 has no flop, and no such rule is assumed of it. LETTER stops here. PRACTICE reads it a fortiori before the flop: a hand that ends on the blinds alone is exempt.
    """
    if not stakes.flop or sum(stakes.live) > 1 or stakes.voluntary:
        return False
    return stakes.street == FLOP or (reading is Reading.PRACTICE and stakes.street < FLOP)


def _winners(pot: Pot, strengths: tuple[int | None, ...] | None) -> tuple[int, ...]:
    if len(pot.contenders) == 1:
        return pot.contenders
    if strengths is None:
        raise ValueError("a pot with several contenders needs the strengths of their hands")
    shown = [(strengths[position] or 0, position) for position in pot.contenders]
    best = max(shown)[0]
    return tuple(position for value, position in shown if value == best)


def _shares(amount: int, count: int) -> tuple[int, ...]:
    """``amount`` in equal parts, the odd units one each to the first (r.62: equal parts down to the least unit)."""
    equal, odd = divmod(amount, count)
    return (equal + 1,) * odd + (equal,) * (count - odd)


def settle(stakes: Stakes, terms: Terms, strengths: tuple[int | None, ...] | None = None) -> Settlement:
    """The settlement of a hand whose betting is over. ``strengths`` by position; needless where one player is left.

    The commission of a pot nobody all-in shares comes off the whole pot before it divides (r.17a); where a player
    is all-in it comes off each payment made (r.19), a payment being one winner's share of one pot. It is rounded down, and a cap
    holds for the whole hand, used up in the order of the payments.

    Raises:
        ValueError: several players are left and ``strengths`` is missing.
    """
    returned = uncalled(stakes.staked)
    staked, all_in = stakes.staked, stakes.all_in
    if returned is not None:
        top, excess = returned
        staked = (*staked[:top], staked[top] - excess, *staked[top + 1 :])
        all_in = (*all_in[:top], False, *all_in[top + 1 :])  # he has the excess back: not all his stack is in
    pots = layers(stakes, staked)
    commission = terms.commission
    rate = 0
    if commission.mode == "pot" and not is_exempt(stakes, terms.readings.flop_exemption):
        rate = commission.rate_bp
    left = commission.cap
    per_payment = any(alive and everything for alive, everything in zip(stakes.live, all_in, strict=True))
    fees: list[CommissionDue] = []
    payments: list[PotPayment] = []

    def fee(number: int, position: int | None, base: int) -> int:
        nonlocal left
        amount = base * rate // 10_000
        if left is not None:
            amount = min(amount, left)
            left -= amount
        if rate:
            fees.append(CommissionDue(number, position, amount, base))
        return amount

    for number, pot in enumerate(pots):
        winners = _winners(pot, strengths)
        net = pot.amount if per_payment else pot.amount - fee(number, None, pot.amount)
        for winner, share in zip(winners, _shares(net, len(winners)), strict=True):
            taken = fee(number, winner, share) if per_payment else 0
            payments.append(PotPayment(number, winner, share - taken, taken))
    return Settlement(returned, pots, tuple(fees), tuple(payments))
