"""What is said about accounts: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

NO_ACCOUNT_TO_PAY_FROM: Final = Said(
    "no_account_to_pay_from",
    "{player} has no account to pay {amount} from; expected 'open_account' before",
    "{player} não tem conta de jogador de onde pagar {amount}; esperava-se antes 'open_account'",
)
ACCOUNT_SHORT: Final = Said(
    "account_short",
    "{player} has {balance} on account; {amount} are needed",
    "{player} tem {balance} na conta; são precisos {amount}",
)
ACCOUNT_OPEN: Final = Said(
    "account_open",
    "{player} has an account already",
    "{player} já tem conta de jogador",
)
WITHDRAWAL_ABOVE_BALANCE: Final = Said(
    "withdrawal_above_balance",
    "{player} has {balance} on account and asks for {amount}",
    "{player} tem {balance} na conta e pede {amount}",
)
MOVEMENT_OF_NOTHING: Final = Said(
    "movement_of_nothing",
    "an amount of {amount} moves nothing; expected at least one cent",
    "um valor de {amount} não movimenta nada; esperava-se pelo menos um cêntimo",
)
ADJUSTMENT_ABOVE_BALANCE: Final = Said(
    "adjustment_above_balance",
    "the account of {player} holds {balance}; expected an adjustment down of no more, not {amount}",
    "a conta de {player} tem {balance}; não se esperava um acerto para baixo de mais do que isso, {amount}",
)
ADJUSTMENT_OF_ERASED: Final = Said(
    "adjustment_of_erased",
    "{player} was erased, and nothing of him is kept any more",
    "{player} foi apagado, e nada mais se guarda dele",
)
