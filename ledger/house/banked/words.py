"""What histories of every game against the house say: rows of what is shown, and never recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

NOBODY: Final = Word("nobody_there", "nobody", "ninguém")
ON_ALL_BETS: Final = Said("on_all_bets", "all bets", "em todas as apostas")
STAGES: Final[Mapping[str, Word]] = {
    "bets": Word("stage_bets", "Bets", "Apostas"),
    "closed": Word("stage_closed", "No more bets", "Jogo feito"),
    "decisions": Word("stage_decisions", "Decisions", "Decisões"),
    "result": Word("stage_result", "Result", "Resultado"),
    "over": Word("stage_over", "End", "Fim"),
}
"""What a round is at, where it is drawn (``house.drawn.Stage``)."""
