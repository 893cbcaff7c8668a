"""The lines of the statement, each with the wallet it moved, as a table of the ledger tells them. Nobody follows it: a statement is told by session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from tombo.ledger.core.ids import local
from tombo.ledger.store import ViewTable
from tombo.projections.accounts.bonuses import BonusBook, OfPlay
from tombo.projections.behind import Fetch
from tombo.projections.follow import Row
from tombo.projections.line import AnyLine, Line, Wanted
from tombo.projections.session_statement.fold import SessionStatement
from tombo.projections.session_statement.lines import LINES

_DEBITED: Final = "account.debited.v1"
_PLACES: Final = {name: place for place, (name, _) in enumerate(LINES.columns)}
RESULTS: Final = ViewTable("results", (*LINES.columns, ("wallet", "text")), LINES.key)
"""``LINES`` and ``wallet``: that which the round moved, ``cash`` of everything else, none of chips."""


class WalletLines(SessionStatement):
    """The statement, and which wallet a player's newest round at a table moves: what he staked in it says so (decision 0035, 15)."""

    name = "results"
    version = 1
    tables = (RESULTS,)
    reads: ClassVar[Mapping[str, Wanted]] = {**SessionStatement.reads, _DEBITED: (OfPlay,)}

    def begin(self, state: str, fetch: Fetch) -> None:
        """Begin: it goes on from no state."""
        super().begin(state, fetch)
        self._bonuses = BonusBook({})
        self._wallets: list[str] = []
        """Of each line since the last call of ``take``."""

    def step(self, line: AnyLine) -> None:
        """The next line of the log."""
        if line.kind == _DEBITED:
            self._debited(line)
            return
        before = len(self._lines)
        super().step(line)
        self._wallets += map(self._wallet, self._lines[before:])

    def _debited(self, line: Line[OfPlay]) -> None:
        """Money of a player's goes into play; of who never staked a bonus nothing is kept."""
        if line.event["wallet"] == "bonus" or local(line.stream) in self._bonuses.kept:
            self._bonuses.staked(line)

    def _wallet(self, row: Row) -> str:
        """The wallet that a line moved."""
        if not row[_PLACES["currency"]]:
            return ""
        return self._bonuses.wallet_at(str(row[_PLACES["player"]]), str(row[_PLACES["stream"]]))

    def take(self) -> Mapping[ViewTable, Sequence[Row]]:
        """The rows since the last call."""
        wallets, self._wallets = self._wallets, []
        return {RESULTS: [(*row, wallet) for row, wallet in zip(super().take()[LINES], wallets, strict=True)]}
