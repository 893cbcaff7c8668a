"""What a number does to every stake (R804 r.13, r.18-19), and the events that settle a spin. Pure arithmetic in cents.

Of a half cent the player keeps the odd cent of a loss, and a prize is rounded down (rules.md 2.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from tombo.ledger.games.roulette.chances import SIMPLE, ZEROS, Chip, combination, limits_name
from tombo.ledger.games.roulette.events import (
    BetImprisoned,
    BetReleased,
    Collected,
    Paid,
    Payment,
    Prisoner,
    PrisonerLost,
    Settled,
    SpinEvent,
)
from tombo.ledger.games.roulette.state import Spin, Stake

HALF_PRIZES: Final = {
    "straight_up": 70,
    "split": 34,
    "street": 22,
    "corner": 16,
    "line": 10,
    "dozen": 4,
    "column": 4,
    "double_dozen": 1,
    "double_column": 1,
    "simple": 2,
}
"""The prize of a winning bet in halves of its stake (R804 r.13), by the name of its limits."""


class Verdict(NamedTuple):
    """What becomes of a stake: ``lost + returned + imprisoned`` is the stake, and the prize is the house's."""

    stake: Stake
    lost: int = 0
    returned: int = 0
    imprisoned: int = 0
    prize: int = 0


def half_lost(amount: int) -> int:
    """The half of ``amount`` that zero takes, rounded down."""
    return amount // 2


def verdict(stake: Stake, ball: str, zero: Literal["lose", "partage", "prison"]) -> Verdict:
    """What ``ball`` does to ``stake`` (R804 r.18), where ``zero`` says what it means for simple chances (r.19)."""
    if ball in stake.numbers:
        prize = stake.amount * HALF_PRIZES[limits_name(stake.chance)] // 2
        return Verdict(stake, returned=stake.amount, prize=prize)
    if ball in ZEROS and stake.chance in SIMPLE:
        if zero == "prison":
            return Verdict(stake, imprisoned=stake.amount)
        if zero == "partage":
            lost = half_lost(stake.amount)
            return Verdict(stake, lost=lost, returned=stake.amount - lost)
    return Verdict(stake, lost=stake.amount)


def chip(stake: Stake, amount: int) -> Chip:
    """``amount`` of a stake, as it stands in events."""
    return Chip(amount=amount, chance=stake.chance, numbers=list(stake.numbers))


def verdicts(spin: Spin, ball: str) -> list[Verdict]:
    """What becomes of every stake of ``spin`` where ``ball`` is the number."""
    return [verdict(stake, ball, spin.terms.zero) for stake in spin.stakes]


def prisoner_event(spin: Spin, prisoner: Prisoner, ball: str) -> BetReleased | PrisonerLost:
    """What becomes of a stake in prison: free where its chance won, lost where it did not, a second zero included."""
    numbers = combination(spin.terms, prisoner.chance, ())
    if numbers is not None and ball in numbers:
        return BetReleased(prisoner=prisoner, returned=prisoner.amount)
    return PrisonerLost(prisoner=prisoner)


def settling(spin: Spin, ball: str) -> list[SpinEvent]:
    """The events that settle ``spin``: losing bets are collected first, then winning ones are paid (R804 r.17)."""
    found = verdicts(spin, ball)
    players = list(dict.fromkeys(stake.player for stake in spin.stakes))
    decided = [prisoner_event(spin, prisoner, ball) for prisoner in spin.prisoners]
    return [
        *(_collected(player, found) for player in players if any(v.lost for v in found if v.stake.player == player)),
        *(event for event in decided if isinstance(event, PrisonerLost)),
        *(event for event in decided if isinstance(event, BetReleased)),
        *(BetImprisoned(prisoner=_prisoner(v.stake)) for v in found if v.imprisoned),
        *(_paid(player, found) for player in players if any(v.returned for v in found if v.stake.player == player)),
        Settled(),
    ]


def _prisoner(stake: Stake) -> Prisoner:
    return Prisoner.model_validate({"amount": stake.amount, "chance": stake.chance, "player": stake.player})


def _collected(player: str, found: Sequence[Verdict]) -> Collected:
    return Collected(chips=[chip(v.stake, v.lost) for v in found if v.lost and v.stake.player == player], player=player)


def _paid(player: str, found: Sequence[Verdict]) -> Paid:
    """What ``player`` receives: half of one cent, where zero takes half, is the whole cent."""
    payments = [
        Payment(chip=chip(v.stake, v.stake.amount), prize=v.prize, returned=v.returned)
        for v in found
        if v.returned and v.stake.player == player
    ]
    return Paid(payments=payments, player=player)


def credit(event: SpinEvent) -> tuple[str, int] | None:
    """Whose account ``event`` moves money to, and how much; None where it moves none."""
    if isinstance(event, Paid):
        return event.player, sum(payment.prize + payment.returned for payment in event.payments)
    if isinstance(event, BetReleased):
        return event.prisoner.player, event.returned
    return None
