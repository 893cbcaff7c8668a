"""The terms of póquer sem descarte, and R803 as far as it concerns them: one function a rule, over the terms alone."""

from collections.abc import Callable
from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import Record
from tombo.ledger.core.findings import EACH_SEAT, EachSeat, Finding, Reading, Severity
from tombo.ledger.core.money import AMOUNT_MAX, PositiveAmount
from tombo.ledger.core.said import Told
from tombo.ledger.terms.law import Places, Ruled, law
from tombo.ledger.terms.said import sem_descarte as said
from tombo.ledger.terms.unit import BonusUse, Revision, Seconds, TableKind, Unit


class SemDescarteReadings(Record):
    """Readings of R803 where letter and practice differ (rules.md section 11)."""

    decided_bets: Reading
    """#19. LETTER: an outage takes the whole round with it, folded antes too. PRACTICE: what was decided stands."""
    flush_tie: Reading
    """#1. LETTER: highest card only (r.13d). PRACTICE: all five."""
    pair_tie: Reading
    """#2. LETTER: the pair, then the highest card only (r.13g). PRACTICE: all kickers."""
    second_bets: Reading | EachSeat
    """#8. LETTER: once every second bet is made an outage voids nothing (r.36). PRACTICE: it voids until it is settled (r.33).

    EACH_SEAT: as LETTER, and of a void round too each second bet that is made is valid; what is not stands or goes back by #19.
    """


class SemDescarteTerms(Record):
    """Póquer sem descarte (R803): the ante's limits (r.16-18) and the times to decide (r.14, r.21, r.31)."""

    ante_max: PositiveAmount
    ante_min: PositiveAmount
    betting_seconds: Seconds
    bonus: BonusUse | None = Field(default=None, exclude_if=lambda use: use is None)
    """Whether a bonus is staked before cash or behind it; absent, it is never staked there."""
    decision_seconds: Seconds
    extra_seconds: Seconds
    """After the mandatory warning (r.31)."""
    game: Literal["sem_descarte"]
    readings: SemDescarteReadings
    revision: Revision
    seats: Annotated[int, Field(ge=1, le=7)]
    table_kind: TableKind
    unit: Unit

    @property
    def stakes(self) -> Told:
        """The game, and what may be staked in it."""
        return said.SEM_DESCARTE_STAKES(least=self.unit.sum(self.ante_min), most=self.unit.sum(self.ante_max))


MAXIMUM_TIMES: Final = 25
"""R803 r.18."""


_MOST: Final = 204
"""The most a round pays for an ante of 1: a royal, 100 times the bet of 2, the ante's own prize, and both bets back."""


_CENTS: Final = ("EUR", 2)


def table_of_several_has_seats(terms: SemDescarteTerms) -> Finding | None:
    """R803 r.4: a table is of one player, or of several, who need several seats."""
    if terms.table_kind == "multi" and terms.seats == 1:
        return Finding("R803 r.4", said.SEM_DESCARTE_SEVERAL_PLAYERS_ONE_SEAT())
    return None


def prizes_can_be_recorded(terms: SemDescarteTerms) -> Finding | None:
    """R803 r.12: there is no cap on prizes, so the ante is bounded by what the ledger can pay for a royal flush."""
    bound = AMOUNT_MAX // _MOST
    if terms.ante_max <= bound:
        return None
    most = terms.unit.sum(terms.ante_max)
    return Finding("R803 r.12", said.ANTE_MAXIMUM_BEYOND_RECORD(most=most, bound=terms.unit.sum(bound)))


def maximum_reaches_minimum(terms: SemDescarteTerms) -> Finding | None:
    """R803 r.16: an ante is neither below the minimum nor above the maximum, so the one is not above the other."""
    if terms.ante_max >= terms.ante_min:
        return None
    least, most = terms.unit.sum(terms.ante_min), terms.unit.sum(terms.ante_max)
    return Finding("R803 r.16", said.ANTE_LIMITS_REVERSED(least=least, most=most))


def antes_are_in_euro(terms: SemDescarteTerms) -> Finding | None:
    """R803 r.17: the minimum is expressed in euro; demo play has chips (r.43)."""
    unit = terms.unit
    if unit.currency is None or (unit.currency, unit.decimals) == _CENTS:
        return None
    return Finding("R803 r.17", said.ANTES_NOT_IN_EURO(currency=unit.currency, decimals=unit.decimals))


def maximum_is_within_times(terms: SemDescarteTerms) -> Finding | None:
    """R803 r.18: the maximum is up to 25 times the minimum; read of the ante alone, as r.16-17 are (r.2b: per hand)."""
    bound = MAXIMUM_TIMES * terms.ante_min
    if terms.ante_max <= bound:
        return None
    most = terms.unit.sum(terms.ante_max)
    told = said.ANTE_MAXIMUM_ABOVE_RATIO(most=most, times=MAXIMUM_TIMES, bound=terms.unit.sum(bound))
    return Finding("R803 r.18", told)


def flush_tie_is_the_letter(terms: SemDescarteTerms) -> Finding | None:
    """R803 r.13d: two flushes are decided by their highest card; all five are compared in practice only."""
    return _departs("R803 r.13d", terms.readings.flush_tie, said.FLUSH_TIE_COMPARES_FIVE_CARDS())


def pair_tie_is_the_letter(terms: SemDescarteTerms) -> Finding | None:
    """R803 r.13g: two equal pairs are decided by the highest card left; all three are compared in practice only."""
    return _departs("R803 r.13g", terms.readings.pair_tie, said.PAIR_TIE_COMPARES_ALL_CARDS())


def void_takes_the_whole_round(terms: SemDescarteTerms) -> Finding | None:
    """R803 r.33: a round is common to all (r.5) and void as one; that what was decided stands is a reading (rules.md #19)."""
    return _departs("R803 r.33", terms.readings.decided_bets, said.SEM_DESCARTE_DECIDED_BETS_STAND())


def second_bets_are_the_letter(terms: SemDescarteTerms) -> Finding | None:
    """R803 r.36: made second bets outlast an outage of r.33; that r.36 means the player's side is a reading (rules.md #8).

    That it is said of each seat for itself departs from no word of it: *o jogador*, *a aposta é válida*.
    """
    reading = terms.readings.second_bets
    return None if reading == EACH_SEAT else _departs("R803 r.36", reading, said.OUTAGE_VOIDS_MADE_SECOND_BETS())


def _departs(rule: str, reading: Reading, told: Told) -> Finding | None:
    """R803 r.13, r.33, r.36: the notice of terms that depart from the letter."""
    if reading is Reading.LETTER:
        return None
    return Finding(rule, told, Reading.LETTER, Severity.NOTICE)


RULES: Final[tuple[Callable[[SemDescarteTerms], Finding | None], ...]] = (
    table_of_several_has_seats,
    maximum_reaches_minimum,
    antes_are_in_euro,
    maximum_is_within_times,
    prizes_can_be_recorded,
    flush_tie_is_the_letter,
    pair_tie_is_the_letter,
    void_takes_the_whole_round,
    second_bets_are_the_letter,
)
"""In order of reporting. That a table has one to seven seats (r.6a) is in the type of ``seats``."""


def terms_findings(terms: SemDescarteTerms) -> list[Finding]:
    """Everything R803 objects to in ``terms``: breaches must be refused, notices told."""
    return [finding for rule in RULES if (finding := rule(terms)) is not None]


RULED: Final = Ruled(
    laws=(
        law(
            "R803",
            said.CALLED,
            said.IN_FULL,
            refunds="33",
            complaints="38",
            statement="39",
            shared=(40, 41, 42, 43, 44),
        ),
    ),
    terms=SemDescarteTerms,
    regulation=lambda _: "R803",
    findings=terms_findings,
    places=Places(seats=lambda terms: terms.seats),
)
"""Póquer sem descarte as the house asks for its terms."""
