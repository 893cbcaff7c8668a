"""What is said about registrations: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

PERSON_REGISTERED: Final = Said(
    "person_registered",
    "{player} is registered already; expected 'change_details' for what is new",
    "{player} já está registado; esperava-se 'change_details' para o que é novo",
)
PERSON_NOT_REGISTERED: Final = Said(
    "person_not_registered",
    "{player} is not registered; expected 'register_person' before",
    "{player} não está registado; esperava-se antes 'register_person'",
)
BORN_ON_NO_DAY: Final = Said(
    "born_on_no_day",
    "the day of birth is one that no calendar has; expected year-month-day",
    "a data de nascimento não existe em nenhum calendário; esperava-se ano-mês-dia",
)
BORN_AFTER_TODAY: Final = Said(
    "born_after_today",
    "the day of birth is after today, {today}; expected one before",
    "a data de nascimento é posterior a hoje, {today}; esperava-se uma anterior",
)
DETAILS_TOO_LONG: Final = Said(
    "details_too_long",
    "the details have {bytes:byte|bytes} in all; expected {most:grouped} at most",
    "os dados têm {bytes:byte|bytes} ao todo; esperavam-se no máximo {most:grouped}",
)
