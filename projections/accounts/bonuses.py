"""Bonuses in the book: granted, converted, expired; until when they hold, and where a round moves them (decision 0035, 14-15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from typing_extensions import TypedDict

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.ids import local, table_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.house.account.events import Wallet
from tombo.projections.accounts import holders as h
from tombo.projections.accounts.holders import Transfers
from tombo.projections.line import Line, LineStep, on


class KeptBonus(TypedDict):
    """What is kept of a player who was ever granted a bonus."""

    on: list[str]
    """The tables against the house, by name, where the newest round that he staked in moves it, in order."""
    until: int
    """The instant before which it holds."""


class _Amount(TypedDict):
    amount: Money


class _Granted(_Amount):
    until: Instant


class OfPlay(TypedDict):
    """A movement between an account and play."""

    cause: str
    wallet: Wallet


class BonusBook:
    """Who has a bonus, or had one. Of anybody else nothing is kept."""

    def __init__(self, kept: Mapping[str, KeptBonus]) -> None:
        self.kept: Final[dict[str, KeptBonus]] = {**kept}
        self.steps: Final[dict[str, LineStep[Transfers]]] = {
            "account.bonus_converted.v1": on(_Amount, self._converted),
            "account.bonus_expired.v1": on(_Amount, self._expired),
            "account.bonus_granted.v1": on(_Granted, self._granted),
        }

    def wallet_at(self, player: str, cause: str) -> Wallet:
        """The wallet that the newest round moves which a player staked in at the table of the round ``cause``; of anything else cash."""
        his = self.kept.get(player)
        if his is None or cause.partition(":")[0] not in BANKED_GAMES:
            return "cash"
        return "bonus" if table_of(cause) in his["on"] else "cash"

    def staked(self, line: Line[OfPlay]) -> None:
        """Money of a player's goes into play: his round there moves that wallet from then on."""
        player, event = local(line.stream), line.event
        if event["wallet"] == self.wallet_at(player, event["cause"]):
            return
        his, table = self.kept.get(player, {"on": [], "until": 0}), table_of(event["cause"])
        others = {*his["on"]} ^ {table}
        self.kept[player] = {"on": sorted(others), "until": his["until"]}

    def _granted(self, line: Line[_Granted]) -> Transfers:
        player, event = local(line.stream), line.event
        his = self.kept.get(player)
        self.kept[player] = {"on": [] if his is None else his["on"], "until": event["until"]}
        return ((h.PROMOTION, h.bonus(player), event["amount"].cents, "bonus"),)

    def _converted(self, line: Line[_Amount]) -> Transfers:
        player = local(line.stream)
        return ((h.bonus(player), h.wallet(player), line.event["amount"].cents, "bonus converted"),)

    def _expired(self, line: Line[_Amount]) -> Transfers:
        return ((h.bonus(local(line.stream)), h.PROMOTION, line.event["amount"].cents, "bonus expired"),)
