"""The rule behind every step of a spin. What moved money has its rule with the move (``tombo.ledger.house.moves``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tombo.ledger.games.game import Moment, RuleNote
from tombo.ledger.games.roulette import events as e
from tombo.ledger.terms.roulette import cited

RULES: Final[dict[type, tuple[int, str]]] = {
    e.RoundOpened: (14, "betting_time"),
    e.BetPlaced: (10, "within_limits"),
    e.SpinBetRefused: (9, "turned_down"),
    e.BetsClosed: (14, "bets_closed"),
    e.BallLanded: (16, "number_marked"),
    e.SpinConnectionLost: (22, "players_side_of_round"),
    e.SpinConnectionRestored: (22, "players_side_of_round"),
    e.Collected: (17, "losers_first"),
    e.Paid: (17, "winners_then"),
    e.PrisonerLost: (19, "prison_decided"),
    e.BetReleased: (19, "prison_decided"),
    e.BetImprisoned: (19, "imprisoned"),
    e.Settled: (17, "round_settled"),
    e.Voided: (20, "round_void"),
}
"""By R804's number, which the terms' regulation may count otherwise."""


def notes(moment: Moment) -> Iterator[RuleNote]:
    """The rules at work in ``moment``."""
    number, about = RULES[type(moment.entry.event)]
    yield RuleNote(cited(moment.before.terms, number), about)
