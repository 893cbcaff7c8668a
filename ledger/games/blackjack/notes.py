"""The rule behind every step of a round of blackjack. What moved money has its rule with the move (``tombo.ledger.house.moves``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tombo.ledger.games.blackjack import events as e
from tombo.ledger.games.game import Moment, RuleNote

RULES: Final[dict[type, tuple[str, str]]] = {
    e.RoundOpened: ("12", "betting_time"),
    e.ShoeShuffled: ("4b", "shuffled"),
    e.BetPlaced: ("9", "within_limits"),
    e.BlackjackBetRefused: ("9", "turned_down"),
    e.BetsClosed: ("12-13", "bets_closed"),
    e.HoleCardDealt: ("14", "hole_card"),
    e.DecisionRequested: ("24", "asked_in_round"),
    e.HouseRevealed: ("17", "house_shows"),
    e.BlackjackConnectionLost: ("29", "players_side_of_round"),
    e.BlackjackConnectionRestored: ("29", "players_side_of_round"),
    e.Paid: ("25", "bet_decided"),
    e.Collected: ("25", "bet_decided"),
    e.Settled: ("25", "round_settled"),
    e.Voided: ("27-28", "round_void"),
}
CHOSEN: Final[dict[str, tuple[str, str]]] = {
    "double": ("15b", "doubles"),
    "even_money": ("20b", "even_money"),
    "hit": ("15a", "hits"),
    "insure": ("15f", "insures"),
    "split": ("21", "splits"),
    "stand": ("15c", "stands"),
    "surrender": ("15e", "surrenders"),
}
"""A decision of blackjack to its rule."""


def notes(moment: Moment) -> Iterator[RuleNote]:
    """The rules at work in ``moment``."""
    match event := moment.entry.event:
        case e.CardDealt():
            yield _card(moment.before, event)
        case e.DecisionMade():
            rule, about = CHOSEN[event.decision]
            yield RuleNote(f"R805 r.{rule}", about, {"paid": event.paid} if event.paid else {})
            if event.cause == "time_out":
                yield RuleNote("R805 r.24", "time_decides")
        case _:
            rule, about = RULES[type(event)]
            yield RuleNote(f"R805 r.{rule}", about)


def _card(round_: Any, event: e.CardDealt) -> RuleNote:
    """Why a card came: among the first two, asked for, or drawn by the house."""
    if not round_.dealt:
        return RuleNote("R805 r.14", "first_cards")
    return RuleNote("R805 r.17a", "house_draws") if event.seat is None else RuleNote("R805 r.15", "card_due")
