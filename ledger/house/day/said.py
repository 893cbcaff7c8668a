"""What is said about closed days: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

DAY_NOT_OF_CALENDAR: Final = Said(
    "day_not_of_calendar",
    "there is no day {date}; expected one of the calendar",
    "não há nenhum dia {date}; esperava-se um do calendário",
)
DAY_CLOSED: Final = Said(
    "day_closed",
    "the day {date} is closed already; what comes later for it is late",
    "o dia {date} já está fechado; o que chegar depois para ele chega tarde",
)
DAY_TOTALS_TWICE: Final = Said(
    "day_totals_twice",
    "{regulation} has several totals; expected one a regulation",
    "{regulation} tem vários totais; esperava-se um por regulamento",
)
DAY_CLOSED_ELSEWHERE: Final = Said(
    "day_closed_elsewhere",
    "the day {date} is closed in the stream of {other}",
    "o dia {date} é fechado no fluxo de entradas de {other}",
)
