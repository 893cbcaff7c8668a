"""What the night job's report says on its page, beyond what it says as text."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

DAY_TITLE: Final = Said("day_title", "Reconciliation of {day}", "Reconciliação de {day}")
DAY_BASIS: Final = Said("day_basis", "Regulation 903-B/2015, 5.5.1", "Regulamento n.º 903-B/2015, 5.5.1")
PAGE_DAY: Final = Said("page_day", "Day", "Dia")
PAGE_DAY_HOURS: Final = Said(
    "page_day_hours", "{day}, {hours:hour|hours} in Lisbon", "{day}, {hours:hora|horas} em Lisboa"
)
PAGE_DAY_STARTS: Final = Said("page_day_starts", "From", "Início")
PAGE_INDICES: Final = Said("page_indices", "{first} \u2013 {last}", "{first} \u2013 {last}")
PAGE_BASE: Final = Said("page_base", "Base of the tax", "Base do imposto")
PAGE_TAX: Final = Said("page_tax", "Tax (assessed by the month)", "Imposto (apurado ao mês)")
TAX_BY_LAW: Final = Said("tax_by_law", "{tax} ({law:told})", "{tax} ({law:told})")
NO_TAX_BY_LAW: Final = Said("no_tax_by_law", "\u2013 ({law:told})", "\u2013 ({law:told})")
PAGE_WALLET: Final = Said("page_wallet", "Wallet statement", "Extrato da carteira")
WALLET_FILE: Final = Said(
    "wallet_file",
    "SHA-256 {sha256}; the balance of {balances:player|players} compared",
    "SHA-256 {sha256}; comparado o saldo de {balances:jogador|jogadores}",
)
WALLET_NOT_ASKED: Final = Said(
    "wallet_not_asked", "{claim:told}: not asked: {why:told}", "{claim:told}: não pedida: {why:told}"
)
PAGE_LEFT_OPEN: Final = Said("page_left_open", "Earlier days", "Dias anteriores")
PAGE_SIGNED: Final = Said("page_signed", "Signed", "Assinado")
PAGE_CLOSED: Final = Said("page_closed", "Closed", "Fechado")
CLOSED_OVER: Final = Said(
    "closed_over", "entry {index}, over the first {size}", "entrada {index}, sobre as primeiras {size}"
)
PAGE_PAID: Final = Said("page_paid", "Paid", "Pago")
PAGE_GROSS: Final = Said("page_gross", "Gross revenue", "Receita bruta")
PAGE_HANDS: Final = Said("page_hands", "Hands", "Jogadas")
PAGE_VOID: Final = Said("page_void", "Void", "Nulas")
PAGE_HOLDER: Final = Said("page_holder", "Holder", "Detentor")
PAGE_AT_BEGINNING: Final = Said("page_at_beginning", "At the beginning", "No início")
PAGE_AT_END: Final = Said("page_at_end", "At the end", "No fim")
PAGE_INCIDENT: Final = Said("page_incident", "Incident", "Incidente")
PAGE_ORIGIN: Final = Said("page_origin", "Origin", "Origem")
DAY_IN_FIGURES: Final = Said("day_in_figures", "The day in figures", "O dia em números")
PAGE_DAY_MONEY: Final = Said("page_day_money", "Money of the day by game, EUR", "Dinheiro do dia por jogo, EUR")
PAGE_BALANCE: Final = Said("page_balance", "Trial balance, EUR", "Balancete, EUR")
PAGE_INCIDENTS: Final = Said("page_incidents", "Incidents", "Incidentes")
GROSS_BY_GAME: Final = Said("gross_by_game", "Gross revenue by game, EUR", "Receita bruta por jogo, EUR")
ENDED_BY_HOUR: Final = Said(
    "ended_by_hour", "Hands and rounds ended, by hour of Lisbon", "Jogadas terminadas por hora de Lisboa"
)
