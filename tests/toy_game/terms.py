"""The terms of the die, the law they are under, and what that says of them. R899 is no regulation: there is none of that number."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import Record
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.money import PositiveAmount
from tombo.ledger.core.said import Said, Told, Word
from tombo.ledger.terms.law import NoSeats, Places, Ruled, law
from tombo.ledger.terms.unit import BonusUse, Revision, TableKind, Unit

CALLED: Final = Word("game_r899", "the die", "dado")
IN_FULL: Final = Word("full_game_r899", "The die, even or odd", "Dado, par ou ímpar")
DIE_STAKES: Final = Said("die_stakes", "die {least:figure} to {most}", "dado, de {least:figure} a {most}")
DIE_LIMITS_REVERSED: Final = Said(
    "die_limits_reversed",
    "the minimum bet {least} is above the maximum {most}",
    "a aposta mínima de {least} é superior à máxima de {most}",
)
AROUND_THE_DIE: Final = Said("around_the_die", "Around the die", "À volta do dado")
NO_SEAT_AROUND_THE_DIE: Final = Said(
    "no_seat_around_the_die",
    "nobody sits around the die; expected 'seat' null",
    "ninguém se senta à volta do dado; esperava-se 'seat' null",
)


class DieTerms(Record):
    """What may be bet on a throw."""

    bet_max: PositiveAmount
    bet_min: PositiveAmount
    bonus: BonusUse | None = Field(default=None, exclude_if=lambda use: use is None)
    game: Literal["die"]
    revision: Revision
    table_kind: TableKind
    unit: Unit

    @property
    def stakes(self) -> Told:
        """The game, and what may be staked in it."""
        return DIE_STAKES(least=self.unit.sum(self.bet_min), most=self.unit.sum(self.bet_max))


def limits_are_ordered(terms: DieTerms) -> list[Finding]:
    """R899 r.2: the minimum is not above the maximum."""
    if terms.bet_min <= terms.bet_max:
        return []
    least, most = terms.unit.sum(terms.bet_min), terms.unit.sum(terms.bet_max)
    return [Finding("R899 r.2", DIE_LIMITS_REVERSED(least=least, most=most))]


RULED: Final = Ruled(
    laws=(law("R899", CALLED, IN_FULL, refunds="6", complaints="7", statement="8", shared=(9, 10, 11, 12, 13)),),
    terms=DieTerms,
    regulation=lambda _: "R899",
    findings=limits_are_ordered,
    places=Places(NoSeats(AROUND_THE_DIE(), NO_SEAT_AROUND_THE_DIE())),
)
