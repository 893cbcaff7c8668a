"""The regulation's terms: what a ruleset approves, and every ``hand.started`` copies.

A hand stands alone (architecture, decision 15): whoever holds its events needs nothing else to judge it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from ledger.core.entry import Record
from ledger.core.findings import Reading
from ledger.core.ids import Hex32, LocalId
from ledger.core.money import Amount, PositiveAmount, display

Variant = Literal["holdem", "omaha", "sintetico"]
Regulation = Literal["R806", "R809", "R811"]
REGULATIONS: Final[Mapping[Variant, Regulation]] = {"holdem": "R806", "omaha": "R811", "sintetico": "R809"}
"""The regulation of each variant. Theirs are one text; how far their numbers agree, ``ledger/terms/citation.py`` says."""
LimitKind = Literal["no_limit", "pot_limit", "half_pot", "fixed_raises", "fixed_bets"]
CommissionMode = Literal["pot", "stack", "none"]
Seat = Annotated[int, Field(ge=1, le=10)]


class Unit(Record):
    """What the hand's integers count: minor units of ``currency`` (``EUR`` with 2 decimals = cents), or chips.

    No currency means chips. Only ``EUR`` with two decimals ever reaches an account.
    """

    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] | None
    decimals: Annotated[int, Field(ge=0, le=6)]

    @property
    def in_euro(self) -> bool:
        """Whether it is the cent, the one unit that accounts know."""
        return self.currency == "EUR" and self.decimals == 2  # noqa: PLR2004  # cents


class Notice(Record):
    """What an approval is told of its terms: they are lawful, and ``rule``, read as ``reading``, has to be known of them."""

    message: Annotated[str, Field(max_length=500)]
    reading: Reading
    rule: Annotated[str, Field(max_length=40)]


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
    def _each_stands_with_its_kind(self) -> Limit:
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
    def _sintetico_stands_with_its_variant(self) -> Terms:
        if (self.variant == "sintetico") != (self.sintetico is not None):
            raise ValueError("'sintetico' stands exactly with the variant 'sintetico' (R809)")
        return self

    def written(self, amount: int) -> str:
        """``amount``, in minor units, as a finding says it to people: ``12.50 EUR``, ``225 chips``."""
        return display(amount, self.unit.currency, self.unit.decimals)


class RulesetRef(Record):
    """The approval a hand was played under: stream, log index and entry hash of ``ruleset.approved``."""

    hash: Hex32
    id: LocalId
    index: Annotated[int, Field(ge=0, le=2**53 - 1)]
