"""Which wallet of a player's each bet moves, as the operator's own books have it: reckoned from rounds and orders, not from accounts."""

from __future__ import annotations

from typing import Any, NamedTuple

from tombo.ledger.core.ids import local, table_of
from tombo.ledger.games.roulette.events import RoundOpened
from tombo.ledger.house.banked.events import BankedTableOpened
from tombo.ledger.house.wallet import Operation, WalletLine


class _Last(NamedTuple):
    """The last round in which somebody bet at a table, and whether it was of his bonus."""

    round: str
    bonus: bool


class Purses:
    """Told of every entry and of every line, in order."""

    def __init__(self) -> None:
        self.cash: dict[str, int] = {}
        self.bonus: dict[str, int] = {}
        self.until: dict[str, int] = {}
        self._uses: dict[str, str] = {}
        """By table, whether a bonus is staked there first or last."""
        self._held: dict[str, frozenset[str]] = {}
        """By table, whom the newest round found in prison."""
        self._last: dict[tuple[str, str], _Last] = {}

    def heard(self, stream: str, event: Any) -> None:
        """An entry of a table or of a round."""
        if isinstance(event, BankedTableOpened) and event.terms.bonus:
            self._uses[local(stream)] = event.terms.bonus
        elif isinstance(event, RoundOpened):
            self._held[table_of(stream)] = frozenset(held.player for held in event.imprisoned)

    def operation(self, stream: str, player: str, cents: int, instant: int) -> Operation:
        """What the wallet calls it that ``player`` gets or, below 0, pays so many cents in ``stream``."""
        bonus = self._of_bonus(stream, player, cents, instant)
        if cents > 0:
            return "bonus_credit" if bonus else "credit"
        return "bonus_debit" if bonus else "debit"

    def booked(self, line: WalletLine) -> None:
        """A line of the statement."""
        self.cash[line.player] = self.cash.get(line.player, 0) + line.change
        sign = {"bonus_grant": 1, "bonus_credit": 1}.get(
            line.operation, -1 if line.operation.startswith("bonus") else 0
        )
        self.bonus[line.player] = self.bonus.get(line.player, 0) + sign * line.amount

    def _of_bonus(self, stream: str, player: str, cents: int, instant: int) -> bool:
        table = table_of(stream) if not stream.startswith(("table:", "tournament:")) else ""
        use, last = self._uses.get(table), self._last.get((player, table))
        if use is None:
            return False
        if cents > 0 or (last is not None and (last.round == stream or player in self._held.get(table, ()))):
            bonus = last is not None and last.bonus
        else:
            covers = self.bonus.get(player, 0) >= -cents and instant < self.until.get(player, 0)
            bonus = covers and (use == "first" or self.cash.get(player, 0) < -cents)
        if cents < 0:
            self._last[player, table] = _Last(stream, bonus)
        return bonus
