"""Connections of players that fail and come back: each is told on record, and the round goes on.

Whose fails is by the names of round and player alone, and it takes no time: nothing else of a day is played otherwise for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from tombo.ledger.games.blackjack.commands import ReportBlackjackConnection
from tombo.ledger.games.roulette.commands import ReportSpinConnection
from tombo.simulator.ask import Ask, Play

FAILS: Final = 0.04
"""How often the connection of somebody who has bet fails in a round."""
RETURNS: Final = 0.7
"""How often he is back before its end."""
Report = type[ReportBlackjackConnection] | type[ReportSpinConnection]
"""What the platform says of a player: that it lost him, or has him again."""


def fails(name: str, who: str) -> bool:
    """Whether the connection of ``who`` fails in the round ``name``."""
    return Random(f"{name} cut off {who}").random() < FAILS


def returns(name: str, who: str) -> bool:
    """Whether he is back before the end of the round."""
    return Random(f"{name} back {who}").random() < RETURNS


def cut_off(name: str, players: Iterable[str], report: Report, rule: str) -> Play:
    """The connections that fail; a failure is told once, and only one that was told is over (``rule``)."""
    for who in players:
        if fails(name, who):
            yield Ask(report(player=who, round=name, up=True), after=0, expects=rule)
            yield Ask(report(player=who, round=name), after=0)
            yield Ask(report(player=who, round=name), after=0, expects=rule)


def back(name: str, players: Iterable[str], report: Report) -> Play:
    """Who is back."""
    for who in players:
        if fails(name, who) and returns(name, who):
            yield Ask(report(player=who, round=name, up=True), after=0)
