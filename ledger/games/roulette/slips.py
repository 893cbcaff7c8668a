"""Spins of the roulette for euro as slips: a part for every bet, by its chance and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tombo.ledger.games.roulette.audit import ALL_BETS, on_chance, on_numbers
from tombo.ledger.games.roulette.events import (
    BallLanded,
    BetImprisoned,
    BetPlaced,
    BetReleased,
    Collected,
    Paid,
    PrisonerLost,
    RoundOpened,
    SpinEvent,
    Voided,
)
from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.slips import Slip, SlipActs, SlipHead, SlipPart, Through

WHEEL: Final = 0
"""The seat of who stands at a wheel, which has none."""


def begun(_: str, event: RoundOpened) -> Slip | None:
    """The slip of a spin, where it is played for euro."""
    return _SpinSlip(event) if event.terms.unit.in_euro else None


class _SpinSlip(Slip):
    def __init__(self, event: RoundOpened) -> None:
        self._red = frozenset(event.terms.red)
        self._drawn: tuple[str, str] | None = None
        self.head = SlipHead(
            event.terms.regulation, event.ruleset.id, banked_stream(event.table), between_players=False
        )

    def step(self, event: SpinEvent) -> Sequence[SlipActs]:
        """What the next event does to whom."""
        match event:
            case BetPlaced():
                bets = [SlipPart(bet=chip.amount, on=on_numbers(chip.chance, chip.numbers)) for chip in event.chips]
                return (self._acts(event.player, "cash", bets),)
            case Paid():
                paid = [
                    SlipPart(
                        won=one.prize + one.returned,
                        on=on_numbers(one.chip.chance, one.chip.numbers),
                        decided="won",
                        ends=True,
                    )
                    for one in event.payments
                ]
                return (self._acts(event.player, "cash", paid),)
            case Collected():
                lost = [
                    SlipPart(on=on_numbers(chip.chance, chip.numbers), decided="lost", ends=True)
                    for chip in event.chips
                ]
                return (self._acts(event.player, "none", lost),)
            case Voided():
                return [
                    self._acts(each.player, "cash", [SlipPart(back=each.amount, on=ALL_BETS, ends=True)])
                    for each in event.refunds
                ]
            case BallLanded():
                number = int(event.number)
                self._drawn = event.number, "" if number == 0 else "red" if number in self._red else "black"
                return ()
            case _:
                return self._of_prison(event)

    def _of_prison(self, event: SpinEvent) -> Sequence[SlipActs]:
        """What zero holds, gives back or takes."""
        match event:
            case BetImprisoned():
                part = SlipPart(on=on_chance(event.prisoner.chance), ends=True)
                return (self._acts(event.prisoner.player, "none", [part]),)
            case PrisonerLost():
                part = SlipPart(on=on_chance(event.prisoner.chance), decided="lost", ends=True)
                return (self._acts(event.prisoner.player, "none", [part]),)
            case BetReleased():
                part = SlipPart(won=event.returned, on=on_chance(event.prisoner.chance), ends=True)
                return (self._acts(event.prisoner.player, "cash", [part]),)
            case _:
                return ()

    def _acts(self, player: str, through: Through, parts: Sequence[SlipPart]) -> SlipActs:
        return SlipActs(player, WHEEL, through, parts, drawn=self._drawn)
