"""R807, French roulette, where it differs from R804: the call bets. One function a rule."""

from __future__ import annotations

from tombo.ledger.core.findings import Finding
from tombo.ledger.games.roulette import said
from tombo.ledger.games.roulette.wheel import CallBet, NeighboursBet
from tombo.ledger.terms.roulette import WHEELS, RouletteTerms
from tombo.ledger.terms.said import roulette as terms_said


def call_bets_are_offered(terms: RouletteTerms) -> Finding | None:
    """R807 r.8: call bets are taken where the specific rules say so. R804 r.7, which lists the bets, has none."""
    if terms.call_bets:
        return None
    rule = "R807 r.8" if terms.regulation == "R807" else "R804 r.7"
    return Finding(rule, said.CALL_BETS_NOT_OFFERED())


def neighbours_are_on_the_wheel(terms: RouletteTerms, bet: CallBet) -> Finding | None:
    """R807 r.8d: a number and its neighbours, as they lie on the wheel."""
    if not isinstance(bet, NeighboursBet) or bet.number in WHEELS[terms.wheel]:
        return None
    return Finding("R807 r.8", said.NUMBER_NOT_ON_WHEEL(number=bet.number, wheel=terms_said.WHEELS[terms.wheel]))
