"""What is said of accounts that are set right."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

UP_OR_DOWN: Final = Said("up_or_down", "expected either --up or --down", "esperava-se ou --up ou --down")
NO_NUMBER_OF_ADJUSTMENT: Final = Said(
    "no_number_of_adjustment",
    "--number {typed} cannot be one; expected letters, digits and . _ / -, 1 to 100",
    "--number {typed} não pode ser; esperavam-se letras, algarismos e . _ / -, 1 a 100",
)
NO_REASON: Final = Said(
    "no_reason",
    "--reason says nothing, or has more than 500 letters; expected why",
    "--reason não diz nada, ou tem mais de 500 letras; esperava-se porquê",
)
ACCOUNT_ADJUSTED_UP: Final = Said(
    "account_adjusted_up",
    "{amount} added to the account of {player}, which holds {balance} (log index {index})",
    "{amount} acrescentados à conta de {player}, que tem {balance} (entrada {index} do registo)",
)
ACCOUNT_ADJUSTED_DOWN: Final = Said(
    "account_adjusted_down",
    "{amount} taken from the account of {player}, which holds {balance} (log index {index})",
    "{amount} retirados da conta de {player}, que tem {balance} (entrada {index} do registo)",
)
