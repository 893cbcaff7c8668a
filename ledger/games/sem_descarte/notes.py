"""The rule behind every step of a round of póquer sem descarte. What moved money has its rule with the move (``tombo.ledger.house.moves``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tombo.ledger.games.game import Moment, RuleNote
from tombo.ledger.games.sem_descarte import events as e

RULES: Final[dict[type, tuple[str, str]]] = {
    e.RoundOpened: ("14", "betting_time"),
    e.AntePlaced: ("16", "within_limits"),
    e.AnteRefused: ("16", "turned_down"),
    e.BetsClosed: ("14-15", "bets_closed"),
    e.CardsDealt: ("19", "five_each"),
    e.DecisionRequested: ("20-21", "asked_in_round"),
    e.DecisionWarned: ("31", "warned"),
    e.TimeExtended: ("31", "extra_time"),
    e.PlayerDisconnected: ("34", "players_side_of_round"),
    e.PlayerReconnected: ("34", "players_side_of_round"),
    e.CardsShown: ("27", "cards_compared"),
    e.Paid: ("28", "bet_decided"),
    e.Settled: ("2e", "round_settled"),
    e.Voided: ("33", "round_void"),
}
GIVEN_UP: Final = {
    "player": ("22", "ante_given_up"),
    "time": ("32", "time_folds"),
    "disconnected": ("35", "cut_off_folds"),
}
"""A fold to its rule, by its cause."""


def notes(moment: Moment) -> Iterator[RuleNote]:
    """The rules at work in ``moment``."""
    match event := moment.entry.event:
        case e.Folded():
            rule, about = GIVEN_UP[event.cause]
            yield RuleNote(f"R803 r.{rule}", about)
        case e.Continued():
            yield RuleNote("R803 r.23", "twice_the_ante", {"paid": event.bet2})
        case e.HouseShown():
            yield RuleNote("R803 r.24", "house_shows")
            yield RuleNote(
                "R803 r.25" if event.qualifies else "R803 r.26", "house_plays" if event.qualifies else "house_out"
            )
        case e.Collected():
            yield RuleNote("R803 r.22" if event.reason == "folded" else "R803 r.29", "bet_decided")
        case _:
            rule, about = RULES[type(event)]
            yield RuleNote(f"R803 r.{rule}", about)
