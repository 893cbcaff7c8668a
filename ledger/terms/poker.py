"""The terms of poker: what a ruleset approves, and every ``hand.started`` copies; and R806 as far as it concerns them.

A hand stands alone (architecture, decision 15): whoever holds its events needs nothing else to judge it.

One function a rule, over the terms alone; what R809 and R811 cite, ``tombo.ledger.terms.citation`` says. The house asks before it records
an approval. A ``NOTICE`` is lawful and worth knowing: a reading that departs from the letter, or terms under which the regulation
contradicts itself (rules.md section 11).
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from tombo.ledger.core.entry import Record
from tombo.ledger.core.findings import Finding, Reading, Severity
from tombo.ledger.core.money import Amount, PositiveAmount, display
from tombo.ledger.core.said import Told
from tombo.ledger.terms.said import poker as said
from tombo.ledger.terms.unit import Unit

Variant = Literal["holdem", "omaha", "sintetico"]


Regulation = Literal["R806", "R809", "R811"]


REGULATIONS: Final[Mapping[Variant, Regulation]] = {"holdem": "R806", "omaha": "R811", "sintetico": "R809"}
"""The regulation of each variant. Theirs are one text; how far their numbers agree, ``ledger/terms/citation.py`` says."""


LimitKind = Literal["no_limit", "pot_limit", "half_pot", "fixed_raises", "fixed_bets"]


CommissionMode = Literal["pot", "stack", "none"]


class Limit(Record):
    """The maximum bet (R806 r.24, r.38): (a) ``half_pot`` or ``fixed_raises``, (b) ``pot_limit``, (c) ``no_limit``.

    ``raises`` caps the number of raises of a street and stands exactly with ``fixed_raises``. ``fixed_bets``, which R806
    does not know, is the fixed limit of card rooms: every bet and raise adds the minimum bet of the terms before the flop
    and on it, and ``big_bet``, in the hand's unit, on turn and river. ``big_bet`` stands exactly with it.
    """

    big_bet: PositiveAmount | None = None
    kind: LimitKind
    raises: Annotated[int, Field(ge=1, le=100)] | None = None

    @model_validator(mode="after")
    def _each_stands_with_its_kind(self) -> Self:
        if (self.kind == "fixed_raises") != (self.raises is not None):
            raise ValueError("'raises' stands exactly with the limit 'fixed_raises' (R806 r.24a)")
        if (self.kind == "fixed_bets") != (self.big_bet is not None):
            raise ValueError("'big_bet' stands exactly with the limit 'fixed_bets'")
        return self


class Commission(Record):
    """The commission (R806 r.16-19).

    ``pot``: ``rate_bp`` of the pot a hand, 100-500. ``stack``: of each buy-in and top-up, 500-2000. ``none``: imported
    hands whose commission is unknown. ``cap`` in the hand's unit, or none. ``attribution``: from each payment when an all-in shares the pot (r.19), else from the whole pot.
    """

    attribution: Literal["payment_when_all_in"]
    cap: Amount | None
    mode: CommissionMode
    rate_bp: Annotated[int, Field(ge=0, le=10_000)]


class Readings(Record):
    """Which reading the operator's approved rules choose where letter and practice differ (rules.md section 11)."""

    flop_exemption: Reading
    """#4. LETTER: exempt only what ends on the flop unbet. PRACTICE: pre-flop endings without voluntary bet too."""
    flush_tie: Reading
    """#1. LETTER: highest card only (r.32d). PRACTICE: all five."""
    heads_up_blinds: Reading
    """#3. LETTER: the button posts the big blind (r.48). PRACTICE: the button posts the small blind, acts first."""
    maximum_bet: Reading
    """#6, #18. LETTER: the pot (or half) as it stands. PRACTICE: call first, then raise by the pot."""
    minimum_raise: Reading
    """#7. LETTER: at least the minimum bet more (r.23). PRACTICE: at least the last raise."""


class Sintetico(Record):
    """What póquer sintético asks of the specific rules: R809 r.1-50 are unseen, and what they fix stands here instead.

    All of it is assumed but that the restraddle doubles the straddle (r.51): docs/decisions/0006-sintetico.md.
    """

    ace_low: bool
    """Whether ace, 8, 9, 10 and jack are a straight, the ace as the seven that the deck has not."""
    both_cards: bool
    """Whether a hand takes both closed cards and three of the board, or any five of the seven."""
    flush_over_full_house: bool
    """Whether a flush beats a full house, as it is the rarer of the two."""
    straddle: Annotated[int, Field(ge=2, le=10)]
    """The straddle in big blinds."""


class Terms(Record):
    """Everything the rules ask of the operator's specific rules, for one table."""

    ante: Amount
    """0 under R806, which knows no ante (r.20-21); others on import only."""
    big_blind: PositiveAmount
    """Equal to ``min_bet`` (r.22)."""
    commission: Commission
    decision_seconds: Annotated[int, Field(ge=1, le=600)]
    limit: Limit
    min_bet: PositiveAmount
    odd_unit: Literal["clockwise_from_button"]
    """Who gets the odd cents of a split pot: one each, clockwise from the seat left of the button (rules.md 2.5)."""
    readings: Readings
    rest_seconds: Annotated[int, Field(ge=1, le=86_400)] | None = Field(
        default=None, exclude_if=lambda seconds: seconds is None
    )
    """How long a player may rest without losing his seat (r.68); absent, a rest has no end. In a tournament nobody loses it (R810 r.27)."""
    revision: Annotated[int, Field(ge=1, le=2**53 - 1)]
    """The rules revision: which version of the outcome-affecting code these hands are played under."""
    rounding: Literal["floor"]
    """Commission is rounded down to the minor unit."""
    seats: Annotated[int, Field(ge=2, le=10)]
    showdown: Literal["all", "losers_may_muck"]
    """r.59: all live hole cards are turned, unless the specific rules differ."""
    sintetico: Sintetico | None = None
    """Stands exactly with the variant ``sintetico``."""
    small_blind: PositiveAmount
    """Any value the operator fixes (r.22)."""
    unit: Unit
    variant: Variant

    @model_validator(mode="after")
    def _sintetico_stands_with_its_variant(self) -> Self:
        if (self.variant == "sintetico") != (self.sintetico is not None):
            raise ValueError("'sintetico' stands exactly with the variant 'sintetico' (R809)")
        return self

    def written(self, amount: int) -> str:
        """``amount``, in minor units, as a finding says it to people: ``12.50 EUR``, ``225 chips``."""
        return display(amount, self.unit.currency, self.unit.decimals)


POT_RATE_BP: Final = range(100, 501)
"""Commission mode (a), in hundredths of a percent (r.17a)."""


STACK_RATE_BP: Final = range(500, 2001)
"""Commission mode (b) (r.17b)."""


def _notice(rule: str, told: Told) -> Finding:
    return Finding(rule, told, Reading.LETTER, Severity.NOTICE)


def chips_are_euro(terms: Terms) -> Finding | None:
    """R806 r.13: stack, top-ups and bets are chips with face values in euro. Chips without currency are demo play (r.74)."""
    unit = terms.unit
    if unit.currency is None:
        return _notice("R806 r.74", said.POKER_CHIPS_WITHOUT_CURRENCY())
    if (unit.currency, unit.decimals) != ("EUR", 2):
        told = said.POKER_CHIPS_NOT_IN_EURO(currency=unit.currency, decimals=unit.decimals)
        return Finding("R806 r.13", told)
    return None


def commission_is_charged(terms: Terms) -> Finding | None:
    """R806 r.16: taking part is subject to a commission; a cap of nothing is none."""
    if terms.commission.mode == "none" or terms.commission.cap == 0:
        return Finding("R806 r.16", said.NO_COMMISSION_CHARGED(rule="R806 r.17"))
    return None


def commission_rate_in_band(terms: Terms) -> Finding | None:
    """R806 r.17: 1 % to 5 % of the pot, or 5 % to 20 % of the initial stack and of each top-up."""
    mode, rate = terms.commission.mode, terms.commission.rate_bp
    if mode == "pot" and rate not in POT_RATE_BP:
        told = said.POT_COMMISSION_OUT_OF_BAND(least=POT_RATE_BP[0], most=POT_RATE_BP[-1], rate=rate)
        return Finding("R806 r.17a", told)
    if mode == "stack" and rate not in STACK_RATE_BP:
        told = said.STACK_COMMISSION_OUT_OF_BAND(least=STACK_RATE_BP[0], most=STACK_RATE_BP[-1], rate=rate)
        return Finding("R806 r.17b", told)
    return None


def commission_cap_keeps_the_floor(terms: Terms) -> Finding | None:
    """R806 r.17: a cap in money brings the commission of a large amount below the least percentage."""
    commission = terms.commission
    if not commission.cap or commission.mode == "none":
        return None
    rule, least = ("R806 r.17a", POT_RATE_BP[0]) if commission.mode == "pot" else ("R806 r.17b", STACK_RATE_BP[0])
    above = commission.cap * 10_000 // least
    told = said.COMMISSION_CAP_BELOW_FLOOR(above=terms.unit.sum(above), cap=terms.unit.sum(commission.cap), least=least)
    return _notice(rule, told)


def no_ante(terms: Terms) -> Finding | None:
    """R806 r.20, r.21: the small and the big blind are the only obligatory bets."""
    if terms.ante:
        return Finding("R806 r.21", said.ANTE_ASKED(ante=terms.unit.sum(terms.ante)))
    return None


def big_blind_is_minimum_bet(terms: Terms) -> Finding | None:
    """R806 r.22: the big blind is the minimum bet."""
    if terms.big_blind != terms.min_bet:
        big, least = terms.unit.sum(terms.big_blind), terms.unit.sum(terms.min_bet)
        return Finding("R806 r.22", said.BIG_BLIND_NOT_MINIMUM_BET(big=big, least=least))
    return None


def small_blind_is_not_above_big(terms: Terms) -> Finding | None:
    """R806 r.22: the operator fixes the small blind; that it is the small one (r.2i, r.2n) and is completed (r.52) bounds it."""
    if terms.small_blind > terms.big_blind:
        small, big = terms.unit.sum(terms.small_blind), terms.unit.sum(terms.big_blind)
        return Finding("R806 r.22", said.SMALL_BLIND_ABOVE_BIG(big=big, small=small))
    return None


def limit_is_of_the_regulation(terms: Terms) -> Finding | None:
    """R806 r.24: the maximum bet is half the pot, a number of raises, the pot or the stack; it knows no fixed bets."""
    if terms.limit.kind != "fixed_bets":
        return None
    small, big = terms.unit.sum(terms.min_bet), terms.unit.sum(terms.limit.big_bet or 0)
    return Finding("R806 r.24", said.FIXED_BETS_NOT_OF_REGULATION(big=big, small=small))


def half_pot_allows_minimum(terms: Terms) -> Finding | None:
    """R806 r.24a: half of the pot of the blinds can be less than the least bet (r.23); a maximum never is."""
    half = (terms.small_blind + terms.big_blind) // 2
    if terms.limit.kind == "half_pot" and half < terms.min_bet:
        least = terms.unit.sum(terms.min_bet)
        return _notice("R806 r.24a", said.HALF_POT_BELOW_LEAST_BET(half=terms.unit.sum(half), least=least))
    return None


def heads_up_blinds_follow_letter(terms: Terms) -> Finding | None:
    """R806 r.48: of two players, the one left of the button posts the small blind; card rooms have the button post it."""
    if terms.readings.heads_up_blinds is Reading.PRACTICE:
        return _notice("R806 r.48", said.HEADS_UP_BLINDS_READ_BY_PRACTICE())
    return None


def flush_ties_follow_letter(terms: Terms) -> Finding | None:
    """R806 r.32d: of two flushes the one with the highest card wins; card rooms go on to the fifth card."""
    if terms.readings.flush_tie is Reading.PRACTICE:
        return _notice("R806 r.32d", said.FLUSH_TIES_READ_BY_PRACTICE())
    return None


def exemption_follows_letter(terms: Terms) -> Finding | None:
    """R806 r.18: no commission on what ends unbet on the flop street; card rooms add what ends on the blinds alone.

    Of R809, which has no flop, no such rule is assumed.
    """
    if terms.sintetico is None and terms.readings.flop_exemption is Reading.PRACTICE:
        return _notice("R806 r.18", said.EXEMPTION_READ_BY_PRACTICE())
    return None


def minimum_raise_follows_letter(terms: Terms) -> Finding | None:
    """R806 r.23: a raise is at least the minimum bet more; card rooms ask for at least the last raise."""
    if terms.readings.minimum_raise is Reading.PRACTICE:
        return _notice("R806 r.23", said.MINIMUM_RAISE_READ_BY_PRACTICE())
    return None


def maximum_follows_letter(terms: Terms) -> Finding | None:
    """R806 r.24: the maximum is the pot, or half of it; card rooms count the caller's own call into it."""
    if terms.limit.kind in {"pot_limit", "half_pot"} and terms.readings.maximum_bet is Reading.PRACTICE:
        return _notice("R806 r.24", said.MAXIMUM_BET_READ_BY_PRACTICE())
    return None


RULES: Final[tuple[Callable[[Terms], Finding | None], ...]] = (
    chips_are_euro,
    commission_is_charged,
    commission_rate_in_band,
    commission_cap_keeps_the_floor,
    no_ante,
    big_blind_is_minimum_bet,
    small_blind_is_not_above_big,
    limit_is_of_the_regulation,
    half_pot_allows_minimum,
    heads_up_blinds_follow_letter,
    flush_ties_follow_letter,
    exemption_follows_letter,
    minimum_raise_follows_letter,
    maximum_follows_letter,
)
"""In order of reporting."""


def terms_findings(terms: Terms) -> list[Finding]:
    """Everything R806 objects to in ``terms``: breaches must be refused, notices told."""
    return [finding for rule in RULES if (finding := rule(terms)) is not None]
