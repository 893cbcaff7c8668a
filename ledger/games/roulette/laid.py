"""What lies on the layout as the ball does, asked again: every combination, its limits, and what a call bet is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tombo.ledger.core.findings import Finding
from tombo.ledger.core.said import Told
from tombo.ledger.games.roulette import said
from tombo.ledger.games.roulette.events import BetPlaced, SpinEvent
from tombo.ledger.games.roulette.r804 import (
    chance_is_offered,
    combination_is_on_the_layout,
    stake_is_within_maximum,
    stake_reaches_minimum,
    total_is_within_limit,
)
from tombo.ledger.games.roulette.r807 import call_bets_are_offered, neighbours_are_on_the_wheel
from tombo.ledger.games.roulette.state import Spin
from tombo.ledger.games.roulette.wheel import CallBet, chips_of
from tombo.ledger.terms.roulette import RouletteTerms


def bets_told(name: str, spin: Spin, events: Iterable[SpinEvent]) -> Iterator[Told]:
    """R804 r.9-12, R807 r.8: what is on a combination of the layout keeps its limits, and a call bet is the chips it is made of."""
    terms = spin.terms
    called = [(event, event.call) for event in events if isinstance(event, BetPlaced) and event.call is not None]
    for player, found in (*_stakes(spin), *((event.player, _not_called(terms, call)) for event, call in called)):
        if found is not None:
            yield said.SPIN_STAKE_OUT_OF_LIMITS(player=player, round=name, rule=found.rule, why=found.told)
    for event, call in called:
        if neighbours_are_on_the_wheel(terms, call) is None and event.chips != chips_of(call, terms.wheel):
            of = said.CALLS[call.call]
            yield said.CALL_BET_OF_OTHER_CHIPS(call=of, player=event.player, round=name, rule="R807 r.8")


def _stakes(spin: Spin) -> Iterator[tuple[str, Finding | None]]:
    terms = spin.terms
    for stake in spin.stakes:
        yield stake.player, chance_is_offered(terms, stake.chance)
        yield stake.player, combination_is_on_the_layout(terms, stake)
        yield stake.player, stake_reaches_minimum(terms, stake)
        yield stake.player, stake_is_within_maximum(terms, stake)
    for player in dict.fromkeys(stake.player for stake in spin.stakes):
        yield player, total_is_within_limit(terms, spin.stakes, player)


def _not_called(terms: RouletteTerms, call: CallBet) -> Finding | None:
    return call_bets_are_offered(terms) or neighbours_are_on_the_wheel(terms, call)
