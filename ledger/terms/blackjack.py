"""The terms of blackjack, and R805 as far as it concerns them: one function a rule, over the terms alone.

A ``NOTICE`` is lawful and worth knowing: what the rules change under r.16, or read otherwise than the letter.
The decks (r.4b) and seats (r.4a) that are possible at all stand in the types of the terms.
"""

from collections.abc import Callable
from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import Record
from tombo.ledger.core.findings import Finding, Reading, Severity
from tombo.ledger.core.money import AMOUNT_MAX, PositiveAmount
from tombo.ledger.core.said import Told
from tombo.ledger.terms.law import Places, Ruled, law
from tombo.ledger.terms.said import blackjack as said
from tombo.ledger.terms.unit import BonusUse, Revision, Seconds, TableKind, Unit


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
    bonus: BonusUse | None = Field(default=None, exclude_if=lambda use: use is None)
    """Whether a bonus is staked before cash or behind it; absent, it is never staked there."""
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

    @property
    def stakes(self) -> Told:
        """The game, and what may be staked in it."""
        return said.BLACKJACK_STAKES(least=self.unit.sum(self.bet_min), most=self.unit.sum(self.bet_max))


BET_RATIO_MAX: Final = 100
"""The maximum bet is at most so many times the minimum (r.11)."""


BET_MAX: Final = AMOUNT_MAX // 1000
"""With every seat split, doubled and paid, a player's amounts of a round stay within what an entry can say."""


def _notice(rule: str, told: Told, reading: Reading = Reading.LETTER) -> Finding:
    return Finding(rule, told, reading, Severity.NOTICE)


def bets_are_euro(terms: BlackjackTerms) -> Finding | None:
    """R805 r.2a-c: bets are money in euro. Without currency they are demo play (r.37-38)."""
    unit = terms.unit
    if unit.currency is None:
        return _notice("R805 r.37", said.BLACKJACK_CHIPS_ARE_DEMO())
    if (unit.currency, unit.decimals) != ("EUR", 2):
        return Finding("R805 r.2a", said.BLACKJACK_BETS_NOT_IN_EURO(currency=unit.currency, decimals=unit.decimals))
    return None


def single_table_has_one_player(terms: BlackjackTerms) -> Finding | None:
    """R805 r.5: a table is of one player, or of several, who need several seats."""
    if terms.table_kind == "multi" and terms.seats == 1:
        return Finding("R805 r.5", said.BLACKJACK_SEVERAL_PLAYERS_ONE_SEAT())
    return None


def several_seats_are_allowed(terms: BlackjackTerms) -> Finding | None:
    """R805 r.7: a player bets on more than one seat only where the rules let him. Asked as he takes a second one."""
    return None if terms.several_seats else Finding("R805 r.7", said.BLACKJACK_SECOND_SEAT_NOT_ALLOWED())


def bet_limits_are_ordered(terms: BlackjackTerms) -> Finding | None:
    """R805 r.9-10: the minimum bet is not above the maximum, and neither beyond what can be written down."""
    unit = terms.unit
    least, most = unit.sum(terms.bet_min), unit.sum(terms.bet_max)
    if terms.bet_min > terms.bet_max:
        return Finding("R805 r.9", said.BLACKJACK_BET_LIMITS_REVERSED(least=least, most=most))
    if terms.bet_max > BET_MAX:
        return Finding("R805 r.10", said.BLACKJACK_BET_MAXIMUM_BEYOND_RECORD(most=most, bound=unit.sum(BET_MAX)))
    return None


def maximum_is_hundred_minimums(terms: BlackjackTerms) -> Finding | None:
    """R805 r.11: the maximum bet is not more than 100 times the minimum."""
    if terms.bet_max <= BET_RATIO_MAX * terms.bet_min:
        return None
    most, bound = terms.unit.sum(terms.bet_max), terms.unit.sum(BET_RATIO_MAX * terms.bet_min)
    return Finding("R805 r.11", said.BLACKJACK_BET_MAXIMUM_ABOVE_RATIO(most=most, bound=bound, times=BET_RATIO_MAX))


def doubling_is_widened(terms: BlackjackTerms) -> Finding | None:
    """R805 r.16a: the rules may let players double on any total."""
    return _notice("R805 r.16a", said.ANY_TOTAL_MAY_BE_DOUBLED()) if terms.double == "any" else None


def splitting_is_restricted(terms: BlackjackTerms) -> Finding | None:
    """R805 r.16b: the rules may let only true pairs be split."""
    return _notice("R805 r.16b", said.ONLY_PAIRS_MAY_BE_SPLIT()) if terms.split == "pairs" else None


def splits_are_limited(terms: BlackjackTerms) -> Finding | None:
    """R805 r.16c: the rules may limit how often a seat splits in a round; a limit of none leaves no split at all."""
    return _notice("R805 r.16c", said.SPLITS_ARE_LIMITED(splits=terms.splits_max))


def insurance_is_left_out(terms: BlackjackTerms) -> Finding | None:
    """R805 r.16d: the rules may do without insurance."""
    return None if terms.insurance else _notice("R805 r.16d", said.INSURANCE_IS_LEFT_OUT())


def special_prizes_are_left_out(terms: BlackjackTerms) -> Finding | None:
    """R805 r.16e: the rules may do without special prizes."""
    return None if terms.special_prizes else _notice("R805 r.16e", said.SPECIAL_PRIZES_ARE_LEFT_OUT())


def ace_follows_letter(terms: BlackjackTerms) -> Finding | None:
    """R805 r.8a-ii: an ace counted as 1 to double stays 1; PRACTICE leaves it free (rules.md #11)."""
    if terms.readings.ace_on_double is Reading.LETTER:
        return None
    return _notice("R805 r.8a", said.DOUBLED_ACE_STAYS_FREE())


def insurance_follows_letter(terms: BlackjackTerms) -> Finding | None:
    """R805 r.15: insurance is for hands without blackjack; PRACTICE lets a blackjack be insured (rules.md #17)."""
    if terms.readings.insured_blackjack is Reading.LETTER:
        return None
    return _notice("R805 r.15", said.BLACKJACK_MAY_BE_INSURED())


def house_blackjack_follows_letter(terms: BlackjackTerms) -> Finding | None:
    """R805 r.25e: a blackjack of the house takes every bet; PRACTICE gives back what was doubled or split (rules.md #12)."""
    if terms.readings.house_blackjack is Reading.LETTER:
        return None
    return _notice("R805 r.25e", said.HOUSE_BLACKJACK_TAKES_ORIGINAL_BET())


def void_rounds_are_read(terms: BlackjackTerms) -> Finding | None:
    """R805 r.27-28: whether a void round takes decided bets with it is read in two ways (rules.md #19)."""
    if terms.readings.decided_bets is Reading.LETTER:
        return _notice("R805 r.28", said.BLACKJACK_VOID_TAKES_DECIDED_BETS(), Reading.PRACTICE)
    return _notice("R805 r.27", said.BLACKJACK_DECIDED_BETS_STAND())


RULES: Final[tuple[Callable[[BlackjackTerms], Finding | None], ...]] = (
    bets_are_euro,
    single_table_has_one_player,
    bet_limits_are_ordered,
    maximum_is_hundred_minimums,
    doubling_is_widened,
    splitting_is_restricted,
    splits_are_limited,
    insurance_is_left_out,
    special_prizes_are_left_out,
    ace_follows_letter,
    insurance_follows_letter,
    house_blackjack_follows_letter,
    void_rounds_are_read,
)
"""In order of reporting."""


def terms_findings(terms: BlackjackTerms) -> list[Finding]:
    """Everything R805 objects to in ``terms``: breaches must be refused, notices told."""
    return [finding for rule in RULES if (finding := rule(terms)) is not None]


RULED: Final = Ruled(
    laws=(
        law(
            "R805",
            said.CALLED,
            said.IN_FULL,
            refunds="28",
            complaints="32",
            statement="33",
            shared=(34, 35, 36, 37, 38),
        ),
    ),
    terms=BlackjackTerms,
    regulation=lambda _: "R805",
    findings=terms_findings,
    places=Places(seats=lambda terms: terms.seats, another=several_seats_are_allowed),
)
"""Blackjack as the house asks for its terms."""
