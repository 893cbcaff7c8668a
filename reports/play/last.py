"""What is owed of a hand or round to who took part in it: the amounts he bet, and the result."""

from __future__ import annotations

from tombo.ledger.core.said import Told
from tombo.ledger.terms.unit import Unit
from tombo.projections.round.last import LastHand
from tombo.reports.said.play import last as said


def essential(found: LastHand, player: str, unit: Unit) -> Told:
    """The essential elements in one line, to stand under the history."""
    amounts = [
        said.LAST_STAKED(amount=unit.sum(abs(found.staked))),
        said.LAST_WON(amount=unit.sum(abs(found.won))),
        *([said.LAST_RETURNED(amount=unit.sum(abs(found.returned)))] if found.returned else []),
        *([said.LAST_REFUNDED(amount=unit.sum(abs(found.refunded)))] if found.refunded else []),
    ]
    result = _result(found, unit)
    if found.incident is None:
        return said.LAST_HAND(player=player, rule=found.rule, amounts=tuple(amounts), result=result)
    return said.LAST_HAND_VOID(
        player=player, rule=found.rule, amounts=tuple(amounts), result=result, incident=found.incident
    )


def _result(found: LastHand, unit: Unit) -> Told:
    """What it brought him; or why that is not decided yet."""
    if found.imprisoned:
        return said.LAST_IMPRISONED(amount=unit.sum(found.imprisoned))
    return said.LAST_IN_PLAY() if found.result is None else said.LAST_RESULT(result=unit.sum(found.result))
