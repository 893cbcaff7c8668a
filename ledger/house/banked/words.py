"""What histories of every game against the house say: rows of what is shown, and never recorded."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said, Word

NOBODY: Final = Word("nobody_there", "nobody", "ninguém")
ON_ALL_BETS: Final = Said("on_all_bets", "all bets", "em todas as apostas")
