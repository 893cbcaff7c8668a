"""What does not tie between the operator's wallet statement and the ledger, each difference in one sentence."""

from __future__ import annotations

from tombo.ledger.core.said import Told, euros
from tombo.ledger.house.wallet import Movement, WalletDifference, WalletLine
from tombo.reports.said import wallet as said


def difference(found: WalletDifference) -> Told:
    """What is the matter, then the entries and lines it is about."""
    about = (*map(_entry, found.movements), *map(_line, found.lines))
    return said.WALLET_DIFFERENCE(kind=said.WALLET_KINDS[found.kind], cents=euros(found.cents), about=about)


def _entry(found: Movement) -> Told:
    return said.WALLET_ENTRY(
        index=found.log_index,
        stream=found.stream,
        version=found.version,
        operation=said.WALLET_OPERATIONS[found.operation],
        amount=euros(found.amount),
        transaction=found.transaction,
    )


def _line(found: WalletLine) -> Told:
    operation, amount = said.WALLET_OPERATIONS[found.operation], euros(found.amount)
    if found.balance is None:
        return said.WALLET_LINE(
            number=found.number,
            player=found.player,
            operation=operation,
            amount=amount,
            transaction=found.transaction,
            at=found.instant,
        )
    return said.WALLET_LINE_BALANCE(
        number=found.number,
        player=found.player,
        operation=operation,
        amount=amount,
        transaction=found.transaction,
        at=found.instant,
        balance=euros(found.balance),
    )
