"""What the night job says of bonuses: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.ledger.house.account.events import Wallet

WALLETS: Final[Mapping[Wallet, Word]] = {
    "bonus": Word("wallet_of_bonus", "bonus", "o bónus"),
    "cash": Word("wallet_of_cash", "cash", "o dinheiro"),
}
"""Whose money of an account moves, within a sentence."""
BONUS_ELSEWHERE: Final = Said(
    "bonus_elsewhere",
    "{player} stakes {cents:cent|cents} of bonus in {cause}; expected cash, for its rules take no bonus",
    "{player} aposta {cents:cêntimo|cêntimos} de bónus em {cause}; esperava-se dinheiro, porque as suas regras não aceitam bónus",
)
STAKED_OF_OTHER_WALLET: Final = Said(
    "staked_of_other_wallet",
    "{player} stakes {cents:cent|cents} in {round}: {wallet:word} moves; expected {due:word}, by the rules of the table and what he had",
    "{player} aposta {cents:cêntimo|cêntimos} em {round}: movimenta-se {wallet:word}; esperava-se {due:word}, segundo as regras da mesa e o que tinha",
)
CREDITED_TO_OTHER_WALLET: Final = Said(
    "credited_to_other_wallet",
    "{player} gets {cents:cent|cents} from {cause}: {wallet:word} moves; expected {due:word}, of which he staked",
    "{player} recebe {cents:cêntimo|cêntimos} de {cause}: movimenta-se {wallet:word}; esperava-se {due:word}, de que apostou",
)
BONUS_USED_AFTER: Final = Said(
    "bonus_used_after",
    "{stream}: {kind} at {at:instant}; the bonus held before {until:instant}",
    "{stream}: {kind} em {at:instant}; o bónus valia até {until:instant}",
)
BONUS_EXPIRED_BEFORE: Final = Said(
    "bonus_expired_before",
    "{stream}: the bonus expires at {at:instant}; expected it to hold before {until:instant}",
    "{stream}: o bónus expira em {at:instant}; esperava-se que valesse até {until:instant}",
)
BONUS_EXPIRED_IN_PART: Final = Said(
    "bonus_expired_in_part",
    "{stream}: the bonus expires, and {left:cent|cents} are left of it; expected nothing",
    "{stream}: o bónus expira, e ficam {left:cêntimo|cêntimos}; não se esperava nada",
)
GRANTED_WITHOUT_TIME: Final = Said(
    "granted_without_time",
    "{stream}: a bonus is granted at {at:instant} that holds before {until:instant}; expected an instant ahead",
    "{stream}: é atribuído em {at:instant} um bónus que vale até {until:instant}; esperava-se um instante futuro",
)
GRANTED_FOR_LESS: Final = Said(
    "granted_for_less",
    "{stream}: a bonus is granted that holds before {until:instant}, and what he had held before {holds:instant}; expected no earlier instant",
    "{stream}: é atribuído um bónus que vale até {until:instant}, e o que tinha valia até {holds:instant}; não se esperava um instante anterior",
)
GRANTED_AND_REVIVED: Final = Said(
    "granted_and_revived",
    "{stream}: a bonus is granted at {at:instant} and revives what held before {holds:instant}; expected that to expire first",
    "{stream}: é atribuído em {at:instant} um bónus que faz reviver o que valia até {holds:instant}; esperava-se que esse expirasse primeiro",
)
GRANTED_NOTHING: Final = Said(
    "granted_nothing",
    "{stream}: a bonus of nothing is granted, which would move the date of what he had; expected an amount",
    "{stream}: é atribuído um bónus de nada, que alteraria a data do que tinha; esperava-se uma quantia",
)
TURNED_DOWN_AS_OVER: Final = Said(
    "turned_down_as_over",
    "a bet of {player} in {round} is said to be forbidden by the date of his bonus, and it is not",
    "uma aposta de {player} em {round} é dada como proibida pela data do seu bónus, e não o é",
)
