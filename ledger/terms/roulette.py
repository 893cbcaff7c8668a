"""The terms of the roulettes, and R804 and R807 as far as they concern them: one function a rule, over the terms alone.

From r.8 on R807 counts one more than R804, for its r.8 on call bets has no fellow there. Of R807 only r.1-10 are before us;
the rest is taken to say what R804 says (rules.md section 9).
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import Record
from tombo.ledger.core.findings import Finding, Reading, Severity
from tombo.ledger.core.money import PositiveAmount
from tombo.ledger.core.said import Said, Told
from tombo.ledger.terms.law import NoSeats, Places, Ruled, law
from tombo.ledger.terms.said import roulette as said
from tombo.ledger.terms.unit import BonusUse, Revision, Seconds, TableKind, Unit

Number = Annotated[int, Field(ge=0, le=36)]


class ChanceLimits(Record):
    """What one player may stake on one combination of a chance (R804 r.10-11)."""

    least: PositiveAmount
    most: PositiveAmount


class RouletteLimits(Record):
    """The limits of every chance; None where the chance is not offered: the bets on 24 numbers only (R804 r.9)."""

    column: ChanceLimits
    corner: ChanceLimits
    double_column: ChanceLimits | None
    double_dozen: ChanceLimits | None
    dozen: ChanceLimits
    line: ChanceLimits
    simple: ChanceLimits
    split: ChanceLimits
    straight_up: ChanceLimits
    street: ChanceLimits


class RouletteTerms(Record):
    """American (R804) or French roulette (R807): the wheel, the chances offered with their limits, and what zero does."""

    betting_seconds: Seconds
    bonus: BonusUse | None = Field(default=None, exclude_if=lambda use: use is None)
    """Whether a bonus is staked before cash or behind it; absent, it is never staked there."""
    call_bets: bool
    """Series, neighbours and finals (R807 r.8)."""
    game: Literal["roulette"]
    limits: RouletteLimits
    red: list[Number]
    """The red numbers of the wheel; the others but the zeros are black (R804 r.6b names none, rules.md #13)."""
    regulation: Literal["R804", "R807"]
    revision: Revision
    rounding: Literal["floor"]
    """Of half a cent: prizes and losses of half a bet are rounded down (#16)."""
    table_kind: TableKind
    total_max: PositiveAmount | None
    """The most a player may have on all chances together (R804 r.12), or no such limit."""
    unit: Unit
    wheel: Literal["american_37", "american_38", "french_37"]
    zero: Literal["lose", "partage", "prison"]
    """What zero does to simple chances: they lose (R804 r.18), or half is lost, or they are imprisoned (R807, unseen)."""

    @property
    def stakes(self) -> Told:
        """The game, and what may be staked in it."""
        return said.ROULETTE_STAKES(regulation=self.regulation, least=self.unit.sum(self.limits.straight_up.least))


CALL_BETS: Final = 8
"""The rule of R807 that R804 has not."""


COLOURED: Final = range(1, 37)


Wheel = Literal["american_37", "american_38", "french_37"]


def _clockwise(numbers: str) -> tuple[str, ...]:
    return tuple(numbers.split())


WHEELS: Final[dict[Wheel, tuple[str, ...]]] = {
    "american_37": _clockwise(
        "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
    ),
    "american_38": _clockwise(
        "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
    ),
    "french_37": _clockwise(
        "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
    ),
}
"""The numbers of each wheel, clockwise (R804 r.6c, R807 r.6c)."""


MULTIPLES: Final = {
    "straight_up": 30,
    "split": 60,
    "street": 90,
    "corner": 120,
    "line": 180,
    "dozen": 360,
    "column": 360,
    "double_dozen": 720,
    "double_column": 720,
    "simple": 540,
}
"""How many times its minimum the maximum of a chance may be (R804 r.11), by the name of its limits."""


ZERO_READ: Final[Mapping[str, Said]] = {"lose": said.ZERO_READ_AS_LOSS, "prison": said.ZERO_READ_AS_PRISON}
"""What is told of a meaning of zero other than the one R807 is taken to have."""


def cited(terms: RouletteTerms, number: int) -> str:
    """Rule ``number`` of R804, as the regulation of ``terms`` counts it: ``R804 r.11`` is ``R807 r.12``."""
    later = terms.regulation == "R807" and number >= CALL_BETS
    return f"{terms.regulation} r.{number + later}"


def limits_by_chance(terms: RouletteTerms) -> dict[str, ChanceLimits]:
    """The limits of every chance that is offered, by name."""
    found = {name: getattr(terms.limits, name) for name in MULTIPLES}
    return {name: limits for name, limits in found.items() if limits is not None}


def stakes_are_euro(terms: RouletteTerms) -> Finding | None:
    """R804 r.3a: chips and credits stand for money in euro; only demo play has chips without (r.30-31)."""
    unit = terms.unit
    if unit.currency is None or (unit.currency, unit.decimals) == ("EUR", 2):
        return None
    told = said.ROULETTE_STAKES_NOT_IN_EURO(currency=unit.currency, decimals=unit.decimals)
    return Finding(f"{terms.regulation} r.3", told)


def wheel_is_of_the_regulation(terms: RouletteTerms) -> Finding | None:
    """R804 r.6: an American wheel of 37 or 38 numbers; R807 r.6 has its own order and no 00."""
    if terms.wheel.startswith("american") == (terms.regulation == "R804"):
        return None
    told = said.WHEEL_OF_ANOTHER_REGULATION(regulation=terms.regulation, wheel=said.WHEELS[terms.wheel])
    return Finding(f"{terms.regulation} r.6", told)


def half_is_red(terms: RouletteTerms) -> Finding | None:
    """R804 r.6b: red and black take turns, zeros are neither: 18 of the numbers from 1 to 36 are red."""
    if len(terms.red) == len(set(terms.red)) == len(COLOURED) // 2 and 0 not in terms.red:
        return None
    told = said.RED_NUMBERS_NOT_HALF(numbers=tuple(terms.red)) if terms.red else said.NO_RED_NUMBERS()
    return Finding(f"{terms.regulation} r.6", told)


def colours_take_turns(terms: RouletteTerms) -> Finding | None:
    """R804 r.6b: no two neighbours have one colour. The customary reds break it at 1 and 27 (rules.md #13): a notice there."""
    alike = [
        f"{one}-{next_}"
        for one, next_ in pairwise(WHEELS[terms.wheel])
        if {one, next_}.isdisjoint({"0", "00"}) and (int(one) in terms.red) == (int(next_) in terms.red)
    ]
    if not alike:
        return None
    severity = Severity.NOTICE if terms.wheel == "american_37" and alike == ["1-27"] else Severity.BREACH
    told = said.NEIGHBOURS_OF_ONE_COLOUR(pairs=tuple(alike))
    return Finding(f"{terms.regulation} r.6", told, Reading.LETTER, severity)


def call_bets_are_french(terms: RouletteTerms) -> Finding | None:
    """R807 r.8: call bets are offered at the French roulette; R804 r.7 lists the bets there are, and none is one."""
    if terms.call_bets and terms.regulation == "R804":
        return Finding("R804 r.7", said.CALL_BETS_AT_AMERICAN_WHEEL())
    return None


def minimum_is_not_above_maximum(terms: RouletteTerms) -> Finding | None:
    """R804 r.10: every chance has a minimum, and a bet that keeps it is possible."""
    for name, limits in limits_by_chance(terms).items():
        if limits.least > limits.most:
            told = said.CHANCE_MINIMUM_ABOVE_MAXIMUM(
                chance=said.CHANCES[name], least=terms.unit.sum(limits.least), most=terms.unit.sum(limits.most)
            )
            return Finding(cited(terms, 10), told)
    return None


def maximum_is_in_proportion(terms: RouletteTerms) -> Finding | None:
    """R804 r.11: the maximum of a chance is at most 30 times its minimum and number covered; 540 times on simple ones."""
    for name, limits in limits_by_chance(terms).items():
        most = MULTIPLES[name] * limits.least
        if limits.most > most:
            told = said.CHANCE_MAXIMUM_OUT_OF_PROPORTION(
                allowed=terms.unit.sum(most),
                chance=said.CHANCES[name],
                most=terms.unit.sum(limits.most),
                times=MULTIPLES[name],
            )
            return Finding(cited(terms, 11), told)
    return None


def total_allows_a_bet(terms: RouletteTerms) -> Finding | None:
    """R804 r.12: a player's total may be limited; a limit below every minimum would forbid play."""
    least = min(limits.least for limits in limits_by_chance(terms).values())
    if terms.total_max is None or terms.total_max >= least:
        return None
    told = said.TOTAL_BELOW_EVERY_MINIMUM(least=terms.unit.sum(least), total=terms.unit.sum(terms.total_max))
    return Finding(cited(terms, 12), told)


def zero_takes_all(terms: RouletteTerms) -> Finding | None:
    """R804 r.19: 0 and 00 make every simple chance lose; half a loss and prison are of the French roulette."""
    if terms.regulation == "R804" and terms.zero != "lose":
        told = said.ZERO_TAKES_LESS_THAN_ALL(expected=said.ZERO["lose"], zero=said.ZERO[terms.zero])
        return Finding("R804 r.19", told)
    return None


def zero_is_read(terms: RouletteTerms) -> Finding | None:
    """R804 r.19: R807 counts it r.20, and its words are unseen; half a loss is taken for them (rules.md #14), else it is told."""
    if terms.regulation != "R807" or terms.zero == "partage":
        return None
    return Finding(cited(terms, 19), ZERO_READ[terms.zero](), Reading.LETTER, Severity.NOTICE)


RULES: Final[tuple[Callable[[RouletteTerms], Finding | None], ...]] = (
    stakes_are_euro,
    wheel_is_of_the_regulation,
    half_is_red,
    colours_take_turns,
    call_bets_are_french,
    minimum_is_not_above_maximum,
    maximum_is_in_proportion,
    total_allows_a_bet,
    zero_takes_all,
    zero_is_read,
)
"""In order of reporting."""


def terms_findings(terms: RouletteTerms) -> list[Finding]:
    """Everything the regulation of the wheel objects to in ``terms``: breaches must be refused, notices told."""
    return [finding for rule in RULES if (finding := rule(terms)) is not None]


RULED: Final = Ruled(
    laws=(
        law(
            "R804",
            said.AMERICAN,
            said.AMERICAN_IN_FULL,
            refunds="20",
            complaints="25",
            statement="26",
            shared=(27, 28, 29, 30, 31),
        ),
        law(
            "R807",
            said.FRENCH,
            said.FRENCH_IN_FULL,
            refunds="21",
            complaints="26",
            statement="27",
            shared=(28, 29, 30, 31, 32),
        ),
    ),
    terms=RouletteTerms,
    regulation=lambda terms: terms.regulation,
    findings=terms_findings,
    places=Places(seats=NoSeats(said.PLACE_AT_WHEEL(), said.WHEEL_HAS_NO_SEATS())),
)
"""The roulettes as the house asks for their terms."""
