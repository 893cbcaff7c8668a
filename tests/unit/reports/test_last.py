"""The essential elements of a player's last hand in Portuguese: over, void and in play."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.language import Language
from tombo.ledger.terms.unit import EURO, Unit
from tombo.projections.round.last import LastHand
from tombo.reports.play.last import essential

OVER: Final = LastHand("hand:mesa-1/7", (), "R806 r.65", "settled", None, 2_500, 4_000, 0, 0, 1_500)
VOID: Final = OVER._replace(outcome="voided", incident="power", won=0, refunded=2_500, result=0)
IN_PLAY: Final = OVER._replace(outcome="open", won=0, returned=100, result=None)


def told(found: LastHand, unit: Unit = EURO) -> str:
    """It in Portuguese."""
    return essential(found, "p-1", unit).text(Language.PT)


def test_the_essential_elements_are_told_in_portuguese() -> None:
    """What was staked and won stands in every one; what came back only where something did."""
    assert [told(found) for found in (OVER, VOID, IN_PLAY)] == [
        "p-1 (R806 r.65): apostado 25,00, ganho 40,00, resultado +15,00",
        "p-1 (R806 r.65): apostado 25,00, ganho 0,00, reembolsado 25,00, resultado 0,00; nula pela falha power",
        "p-1 (R806 r.65): apostado 25,00, ganho 0,00, devolvido 1,00, ainda em curso",
    ]
    assert told(OVER._replace(result=-1_500), Unit(currency=None, decimals=0)).endswith(
        "ganho 4\N{NO-BREAK SPACE}000, resultado -1\N{NO-BREAK SPACE}500"
    )
