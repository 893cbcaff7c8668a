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
DAY_STILL_GOES_ON: Final = Said(
    "day_still_goes_on",
    "the day {date} is not over: the ledger's clock says {now:instant}; expected one that is, from 1997 on",
    "o dia {date} ainda não acabou: o relógio do registo marca {now:instant}; esperava-se um já acabado, desde 1997",
)
DAY_BEFORE_LOG: Final = Said(
    "day_before_log",
    "the day {date} is from before this ledger, which began on {began}; expected that day or a later one",
    "o dia {date} é anterior a este registo, que começou em {began}; esperava-se esse dia ou um posterior",
)
DAY_BEYOND_LOG: Final = Said(
    "day_beyond_log",
    "the day {date} is closed over {index:grouped} entries, with a checkpoint of {root_of:grouped}, and the log has {size:grouped};"
    " expected no more than it has",
    "o dia {date} fecha-se sobre {index:grouped} entradas, com um ponto de controlo de {root_of:grouped}, e o registo tem"
    " {size:grouped}; esperavam-se no máximo as que tem",
)
DAY_ROOT_IS_NONE: Final = Said(
    "day_root_is_none",
    "{root} is no root of a checkpoint; expected 32 bytes in base64",
    "{root} não é a raiz de um ponto de controlo; esperavam-se 32 bytes em base64",
)
DAY_BASE_OTHERWISE: Final = Said(
    "day_base_otherwise",
    "the base is {found}; expected {expected}, the gross revenue of the totals, not below 0",
    "a base é {found}; esperava-se {expected}, a receita bruta dos totais, não inferior a 0",
)
DAY_RATE_OTHERWISE: Final = Said(
    "day_rate_otherwise",
    "the tax is at {found:percent}; expected {expected:percent}, the rate of {date}",
    "o imposto é à taxa de {found:percent}; esperava-se {expected:percent}, a de {date}",
)
DAY_TAX_OTHERWISE: Final = Said(
    "day_tax_otherwise",
    "the tax is {found}; expected {expected}, {rate:percent} of the base rounded down to the cent",
    "o imposto é {found}; esperava-se {expected}, {rate:percent} da base, arredondado para baixo ao cêntimo",
)
DAY_TAX_WITHOUT_RATE: Final = Said(
    "day_tax_without_rate",
    "{date} has a rate or an amount of tax; expected neither, for the law of that day had no single rate",
    "{date} traz uma taxa ou um imposto; não se esperava nenhum, porque a lei desse dia não tinha uma taxa única",
)
DAY_TAX_UNSAID: Final = Said(
    "day_tax_unsaid",
    "{date} is closed without its rate or its tax; expected {expected:percent} of the base",
    "{date} fecha-se sem a taxa ou sem o imposto; esperava-se {expected:percent} da base",
)
TAX_NONE: Final = Said(
    "tax_none", "there was no online gaming tax yet", "ainda não havia imposto especial de jogo online"
)
TAX_RISING: Final = Said(
    "tax_rising",
    "RJO art. 89, first version: 15 % to 30 %, rising with the year's revenue",
    "artigo 89.º do RJO, redação inicial: 15 % a 30 %, a subir com a receita do ano",
)
TAX_SINGLE: Final = Said(
    "tax_single",
    "RJO art. 89 as changed by Lei 2/2020: 25 %, commissions included",
    "artigo 89.º do RJO, com a redação da Lei n.º 2/2020: 25 %, comissões incluídas",
)
