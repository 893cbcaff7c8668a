"""The commission of an imported hand: what its file states that was won is less than lay in the pots.

PHH has no field for it. What is missing is recorded as taken, up to a tenth; beyond that it is no commission of any card
room, but a result that differs. Whoever takes it is not the operator: nothing moves in his accounts.
"""

from __future__ import annotations

from collections.abc import Sequence

from tombo.ledger.core.findings import Finding, Reading, Severity
from tombo.ledger.exchange.phh import said
from tombo.ledger.exchange.phh.decide import claimed, is_short
from tombo.ledger.exchange.phh.walk import Walk
from tombo.ledger.games.poker.pots import CommissionDue, PotPayment, Settlement


def less_commission(walk: Walk, due: Settlement) -> tuple[Settlement, Finding | None]:
    """``due`` with the commission that the file implies, and the finding that says so; ``due`` as it is where it implies none."""
    stated = claimed(walk, due)
    if stated is None:
        return due, None
    gross = [0] * len(stated)
    for payment in due.payments:
        gross[payment.position] += payment.amount
    missing = sum(gross) - sum(stated)
    if not missing or not is_short(missing, stated) or not _is_part(stated, gross):
        return due, None
    told = said.COMMISSION_AS_STATED(amount=walk.state.terms.unit.sum(missing))
    return _taken(due, stated), Finding("PHH winnings", told, Reading.PRACTICE, Severity.NOTICE)


def _is_part(stated: Sequence[int], gross: Sequence[int]) -> bool:
    """Whether the same players won, each the pots' amount or less."""
    return all(0 <= low <= high and (low > 0) == (high > 0) for low, high in zip(stated, gross, strict=True))


def _taken(due: Settlement, stated: Sequence[int]) -> Settlement:
    """Of one pot it is taken whole (r.17a); of several from the payments (r.19), the first ones first."""
    left = list(stated)
    if len(due.pots) == 1:
        pot = due.pots[0].amount
        return due._replace(
            fees=(CommissionDue(0, None, pot - sum(stated), pot),),
            payments=tuple(payment._replace(amount=stated[payment.position]) for payment in due.payments),
        )
    payments: list[PotPayment] = []
    fees: list[CommissionDue] = []
    for payment in reversed(due.payments):
        amount = min(payment.amount, left[payment.position])
        left[payment.position] -= amount
        payments.append(payment._replace(amount=amount, commission=payment.amount - amount))
        if amount < payment.amount:
            fees.append(CommissionDue(payment.pot, payment.position, payment.amount - amount, payment.amount))
    return due._replace(fees=tuple(reversed(fees)), payments=tuple(reversed(payments)))
