"""What is said of a wallet statement that is held against the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

WALLET_DIFFERENCE: Final = Said("wallet_difference", "{kind:word}, {cents}: {about}", "{kind:word}, {cents}: {about}")
WALLET_ENTRY: Final = Said(
    "wallet_entry",
    "entry {index} ({stream} version {version}: {operation:word} of {amount}, {transaction})",
    "entrada {index} ({stream} versão {version}: {operation:word} de {amount}, {transaction})",
)
WALLET_LINE: Final = Said(
    "wallet_line",
    "line {number} ({player}: {operation:word} of {amount}, {transaction} at {at:instant})",
    "linha {number} ({player}: {operation:word} de {amount}, {transaction} em {at:instant})",
)
WALLET_LINE_BALANCE: Final = Said(
    "wallet_line_balance",
    "line {number} ({player}: {operation:word} of {amount}, {transaction} at {at:instant}, balance {balance})",
    "linha {number} ({player}: {operation:word} de {amount}, {transaction} em {at:instant}, saldo {balance})",
)
WALLET_KINDS: Final[Mapping[str, Word]] = {
    "missing_here": Word("missing_here", "in the wallet, missing in the ledger", "na carteira, em falta no registo"),
    "missing_there": Word("missing_there", "in the ledger, missing in the wallet", "no registo, em falta na carteira"),
    "amount_differs": Word("amount_differs", "the amounts differ", "os montantes são diferentes"),
    "player_differs": Word("player_differs", "the players differ", "os jogadores são diferentes"),
    "duplicated_here": Word("duplicated_here", "more often in the ledger", "mais vezes no registo"),
    "duplicated_there": Word("duplicated_there", "more often in the wallet", "mais vezes na carteira"),
    "out_of_window": Word("out_of_window", "the wallet dates it another day", "a carteira data-o de outro dia"),
    "balance_breaks": Word(
        "balance_breaks",
        "the wallet's balance does not follow from the line before",
        "o saldo da carteira não decorre da linha anterior",
    ),
    "balance_differs": Word(
        "balance_differs",
        "before this line the wallet had another balance than the ledger",
        "antes desta linha a carteira tinha um saldo diferente do registo",
    ),
    "reference_again": Word(
        "reference_again",
        "a second one under the same reference of the platform",
        "um segundo sob a mesma referência da plataforma",
    ),
}
"""What may not tie."""
WALLET_OPERATIONS: Final[Mapping[str, Word]] = {
    "deposit": Word("wallet_deposit", "deposit", "depósito"),
    "withdrawal": Word("wallet_withdrawal", "withdrawal", "levantamento"),
    "adjustment_up": Word("wallet_adjustment_up", "adjustment up", "acerto para cima"),
    "adjustment_down": Word("wallet_adjustment_down", "adjustment down", "acerto para baixo"),
    "bonus_grant": Word("wallet_bonus_grant", "bonus grant", "atribuição de bónus"),
    "bonus_debit": Word("wallet_bonus_debit", "bonus debit", "débito de bónus"),
    "bonus_credit": Word("wallet_bonus_credit", "bonus credit", "crédito de bónus"),
    "bonus_conversion": Word("wallet_bonus_conversion", "bonus conversion", "conversão de bónus"),
    "bonus_expiry": Word("wallet_bonus_expiry", "bonus expiry", "expiração de bónus"),
    "debit": Word("wallet_debit", "debit", "débito"),
    "credit": Word("wallet_credit", "credit", "crédito"),
    "compensation": Word("wallet_compensation", "compensation", "compensação"),
    "conversion": Word("wallet_conversion", "conversion", "conversão de inscrição ganha"),
    "reversal": Word("wallet_reversal", "reversal", "anulação de compensação"),
}
"""What moves an account."""
