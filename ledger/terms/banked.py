"""The terms of the banked games: what a ruleset approves for a table, and what every round copies (decision 15).

In all of them each player plays against the house. Amounts are minor units of ``unit``: euro cents, or chips of demo play.
Whether terms are lawful is judged in ``r803_terms``, ``r805_terms`` and ``roulette_terms``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ledger.core.entry import Record
from ledger.core.findings import Reading
from ledger.core.money import PositiveAmount
from ledger.terms.regulation import Unit

Revision = Annotated[int, Field(ge=1, le=2**53 - 1)]
Seconds = Annotated[int, Field(ge=1, le=600)]
Number = Annotated[int, Field(ge=0, le=36)]
TableKind = Literal["single", "multi"]
"""A table of one player or of several (*mesa individual*, *mesa múltipla*, R803 r.4, R804 r.4, R805 r.4)."""


class SemDescarteReadings(Record):
    """Readings of R803 where letter and practice differ (rules.md section 11)."""

    decided_bets: Reading
    """#19. LETTER: an outage takes the whole round with it, folded antes too. PRACTICE: what was decided stands."""
    flush_tie: Reading
    """#1. LETTER: highest card only (r.13d). PRACTICE: all five."""
    pair_tie: Reading
    """#2. LETTER: the pair, then the highest card only (r.13g). PRACTICE: all kickers."""
    second_bets: Reading
    """#8. LETTER: once every second bet is made an outage voids nothing (r.36). PRACTICE: it voids until it is settled (r.33)."""


class SemDescarteTerms(Record):
    """Póquer sem descarte (R803): the ante's limits (r.16-18) and the times to decide (r.14, r.21, r.31)."""

    ante_max: PositiveAmount
    ante_min: PositiveAmount
    betting_seconds: Seconds
    decision_seconds: Seconds
    extra_seconds: Seconds
    """After the mandatory warning (r.31)."""
    game: Literal["sem_descarte"]
    readings: SemDescarteReadings
    revision: Revision
    seats: Annotated[int, Field(ge=1, le=7)]
    table_kind: TableKind
    unit: Unit


class BlackjackReadings(Record):
    """Readings of R805 where letter and practice differ (rules.md section 11)."""

    ace_on_double: Reading
    """#11. LETTER: who doubles having counted an initial ace as 1 is stuck with 1 (r.8a-ii). PRACTICE: it floats."""
    decided_bets: Reading
    """#19. LETTER: an outage takes the whole round with it. PRACTICE: bets decided before it stand."""
    house_blackjack: Reading
    """#12. LETTER: it takes doubles and splits too (r.14, r.25e). PRACTICE: the original bet only."""
    insured_blackjack: Reading
    """#17. LETTER: with a blackjack there is even money only (r.15, r.20b). PRACTICE: it may be insured."""


class BlackjackTerms(Record):
    """Blackjack/21 (R805): decks (r.5), limits of the initial bet (r.9-11), and what specific rules may change (r.16)."""

    bet_max: PositiveAmount
    bet_min: PositiveAmount
    betting_seconds: Seconds
    decision_seconds: Seconds
    decks: Literal[4, 6, 8]
    double: Literal["nine_to_eleven", "any"]
    """On which totals one may double (r.15b, r.16a)."""
    game: Literal["blackjack"]
    insurance: bool
    readings: BlackjackReadings
    revision: Revision
    rounding: Literal["floor"]
    """Of half a cent: prizes and losses of half a bet are rounded down (#16)."""
    seats: Annotated[int, Field(ge=1, le=7)]
    several_seats: bool
    """Whether a player may bet on several seats (r.7)."""
    special_prizes: bool
    """Three times the bet for 6-7-8 of one suit and for three sevens (r.25i); may be left out (r.16)."""
    split: Literal["same_value", "pairs"]
    """Which two cards may be split: of one value (r.21), or of one rank only (r.16)."""
    splits_max: Annotated[int, Field(ge=0, le=10)]
    """How often a seat's hand may be split in a round; 0 for never (r.16)."""
    table_kind: TableKind
    unit: Unit


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


BankedTerms = Annotated[SemDescarteTerms | BlackjackTerms | RouletteTerms, Field(discriminator="game")]
Regulation = Literal["R803", "R804", "R805", "R807"]
