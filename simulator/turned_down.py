"""Bets that are turned down: where the door refuses one that somebody at a table tries, the platform tells that on record."""

from __future__ import annotations

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.blackjack.commands import PlaceBlackjackBet, ReportBlackjackBetRefused
from tombo.ledger.games.roulette.commands import PlaceCallBet, PlaceChips, ReportSpinBetRefused
from tombo.ledger.games.sem_descarte.commands import PlaceAnte, ReportAnteRefused
from tombo.simulator.ask import Ask, Play


def tries(ask: Ask) -> Play:
    """``ask``, and what the platform tells where it is a bet of a round in play, of somebody who plays there, and is refused."""
    told = yield ask
    if isinstance(told, Refused):
        rule = told.finding.rule
        report = _report(ask.command, ask.by.id, rule)
        if report is not None and rule not in _NOT_TOLD:
            yield Ask(report, after=0)


_NOT_TOLD = frozenset({"House: authority", "R803 r.2e", "R804 r.3", "R805 r.2f", "R807 r.3"})
"""Of nobody there, or of a round that is over: nothing is told of it any more."""


def _report(command: CommandBase, who: str, rule: str) -> CommandBase | None:
    match command:
        case PlaceBlackjackBet():
            return ReportBlackjackBetRefused(
                amount=command.amount, player=who, round=command.round, rule=rule, seat=command.seat
            )
        case PlaceAnte():
            return ReportAnteRefused(
                amount=command.amount, player=who, round=command.round, rule=rule, seat=command.seat
            )
        case PlaceChips():
            return ReportSpinBetRefused(chips=command.chips, player=who, round=command.round, rule=rule)
        case PlaceCallBet():
            return ReportSpinBetRefused(call=command.bet, chips=[], player=who, round=command.round, rule=rule)
        case _:
            return None
