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
BONUS_SHORT: Final = Said(
    "bonus_short",
    "{player} has {balance} of bonus, which this round moves; {amount} are needed",
    "{player} tem {balance} de bónus, que é o que esta jogada movimenta; são precisos {amount}",
)
BONUS_OVER: Final = Said(
    "bonus_over",
    "the bonus of {player} held before {until:instant}; expected it to be used by then, not at {at:instant}",
    "o bónus de {player} valia até {until:instant}; esperava-se que fosse usado até então, e não em {at:instant}",
)
BONUS_HOLDS: Final = Said(
    "bonus_holds",
    "the bonus of {player} holds before {until:instant}; expected it to expire then, not at {at:instant}",
    "o bónus de {player} vale até {until:instant}; esperava-se que expirasse então, e não em {at:instant}",
)
NO_BONUS: Final = Said(
    "no_bonus",
    "{player} has no bonus that could expire",
    "{player} não tem bónus que possa expirar",
)
BONUS_WITHOUT_TIME: Final = Said(
    "bonus_without_time",
    "a bonus of {player} would hold before {until:instant}, and it is {now:instant}; expected an instant ahead",
    "um bónus de {player} valeria até {until:instant}, e agora é {now:instant}; esperava-se um instante futuro",
)
BONUS_SHORTENED: Final = Said(
    "bonus_shortened",
    "{player} has bonus that holds before {holds:instant}; expected no earlier instant than that, not {until:instant}",
    "{player} tem bónus que vale até {holds:instant}; não se esperava um instante anterior a esse, {until:instant}",
)
BONUS_LAPSED: Final = Said(
    "bonus_lapsed",
    "{player} has bonus that held before {until:instant}, which a later grant would revive; expected 'expire_bonus' first",
    "{player} tem bónus que valia até {until:instant}, que uma nova atribuição faria reviver; esperava-se primeiro 'expire_bonus'",
)
BONUS_IN_PLAY: Final = Said(
    "bonus_in_play",
    "{player} has bonus in {round} that held before {until:instant}, which a later grant would revive; expected that to be over first",
    "{player} tem em {round} bónus que valia até {until:instant}, que uma nova atribuição faria reviver; esperava-se que isso terminasse primeiro",
)
CONVERSION_ABOVE_BONUS: Final = Said(
    "conversion_above_bonus",
    "{player} has {bonus} of bonus; expected a conversion of no more, not {amount}",
    "{player} tem {bonus} de bónus; não se esperava uma conversão de mais do que isso, {amount}",
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
