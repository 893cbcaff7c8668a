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
    "--reason says nothing, has more than 500 letters, or is no UTF-8; expected why",
    "--reason não diz nada, tem mais de 500 letras, ou não é UTF-8; esperava-se porquê",
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
NO_PLAYER_NAME: Final = Said(
    "no_player_name",
    "{typed} is no name of a player; expected one as entries have it: p-7f3a",
    "{typed} não é um nome de jogador; esperava-se um como está nas entradas: p-7f3a",
)
NO_SUCH_ACCOUNT: Final = Said(
    "no_such_account",
    "{player} has no account here; expected a player as entries have him",
    "{player} não tem aqui nenhuma conta; esperava-se um jogador como está nas entradas",
)
ACCOUNT_HOLDS: Final = Said(
    "account_holds", "The account of {player} holds {balance}.", "A conta de {player} tem {balance}."
)
BONUS_HELD: Final = Said(
    "bonus_held",
    "  {bonus} of bonus besides, which holds before {until:dated}",
    "  {bonus} de bónus à parte, que vale até {until:dated}",
)
WAS_ADJUSTED_UP: Final = Said(
    "was_adjusted_up",
    "  {amount} added at {at:dated} (log index {index}), asked for by {who}: {reason}",
    "  {amount} acrescentados em {at:dated} (entrada {index} do registo), a pedido de {who}: {reason}",
)
WAS_ADJUSTED_DOWN: Final = Said(
    "was_adjusted_down",
    "  {amount} taken at {at:dated} (log index {index}), asked for by {who}: {reason}",
    "  {amount} retirados em {at:dated} (entrada {index} do registo), a pedido de {who}: {reason}",
)
