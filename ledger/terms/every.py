"""The terms of any game: which regulation they are under, and what it objects to.

In the banked games each player plays against the house. Amounts are minor units of the terms' ``unit``: euro cents, or chips of demo play.
"""

from __future__ import annotations

from typing import Annotated, Literal, assert_never

from pydantic import Field

from ledger.core.findings import Finding
from ledger.terms import blackjack, poker, roulette, sem_descarte
from ledger.terms.blackjack import BlackjackTerms
from ledger.terms.citation import cited
from ledger.terms.poker import REGULATIONS, Regulation, Terms
from ledger.terms.roulette import RouletteTerms
from ledger.terms.sem_descarte import SemDescarteTerms

BankedTerms = Annotated[SemDescarteTerms | BlackjackTerms | RouletteTerms, Field(discriminator="game")]
BankedRegulation = Literal["R803", "R804", "R805", "R807"]


def regulation_of(terms: Terms | BankedTerms) -> Regulation | BankedRegulation:
    """The regulation of the game that ``terms`` are of."""
    match terms:
        case Terms():
            return REGULATIONS[terms.variant]
        case SemDescarteTerms():
            return "R803"
        case BlackjackTerms():
            return "R805"
        case RouletteTerms():
            return terms.regulation
        case _:
            assert_never(terms)


def terms_findings(terms: Terms | BankedTerms) -> list[Finding]:
    """What the game's regulation objects to in ``terms``: breaches must be refused, notices told."""
    match terms:
        case Terms():
            return [cited(finding, terms.variant) for finding in poker.terms_findings(terms)]
        case SemDescarteTerms():
            return sem_descarte.terms_findings(terms)
        case BlackjackTerms():
            return blackjack.terms_findings(terms)
        case RouletteTerms():
            return roulette.terms_findings(terms)
        case _:
            assert_never(terms)
