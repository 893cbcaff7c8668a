"""What several pages say."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

PAGE_GAME: Final = Said("page_game", "Game", "Jogo")
PAGE_TABLE: Final = Said("page_table", "Table", "Mesa")
PAGE_WHEN: Final = Said("page_when", "When", "Quando")
PAGE_GOES_ON: Final = Said("page_goes_on", "Not over", "Em curso")
PAGE_LOG_INDEX: Final = Said("page_log_index", "Log index", "Registo")
PAGE_STAKED: Final = Said("page_staked", "Staked", "Apostado")
PAGE_REFUNDED: Final = Said("page_refunded", "Refunded", "Reembolsado")
PAGE_COMMISSION: Final = Said("page_commission", "Commission", "Comissão")
PAGE_RESULT: Final = Said("page_result", "Profit or loss", "Lucro ou perda")
PAGE_AMOUNT: Final = Said("page_amount", "Amount", "Valor")
PAGE_PLAYED: Final = Said("page_played", "Hands and rounds", "Jogadas")
PAGE_DATED: Final = Said("page_dated", "{at:dated}", "{at:dated}")
PAGE_OPERATOR: Final = Said("page_operator", "Operator", "Entidade exploradora")
OPERATOR_OF_LEDGER: Final = Said("operator_of_ledger", "of the ledger {origin}", "do registo {origin}")
PAGE_ISSUED: Final = Said("page_issued", "Issued", "Emitido em")
ON_EVERY_SHEET: Final = Said("on_every_sheet", "{origin}, issued {at:dated}", "{origin}, emitido em {at:dated}")
PAGE_FOOT: Final = Said(
    "page_foot",
    "Where the languages differ, the Portuguese prevails. Figures in tables have a decimal comma; times are those of Lisbon.",
    "Em caso de divergência prevalece o texto em português. Valores com vírgula decimal; horas de Lisboa.",
)
GAME_OF_REGULATION: Final = Said("game_of_regulation", "{game:word} ({regulation})", "{game:word} ({regulation})")
REGULATION_OF_GAME: Final = Said("regulation_of_game", "{regulation} {game:word}", "{regulation} {game:word}")
PAGE_DATE: Final = Said("page_date", "Date", "Data")
PAGE_VERDICT: Final = Said("page_verdict", "Verdict", "Conclusão")
PAGE_CHECK: Final = Said("page_check", "Check", "Verificação")
PAGE_CHECKED: Final = Said("page_checked", "Checked", "Verificados")
PAGE_PROBLEMS: Final = Said("page_problems", "Problems", "Problemas")
PAGE_PROBLEM: Final = Said("page_problem", "Problem", "Problema")
PAGE_ENTRIES: Final = Said("page_entries", "Log entries", "Entradas do registo")
PAGE_AMOUNTS: Final = Said("page_amounts", "Amounts", "Valores")
PROBLEMS_BELOW: Final = Said(
    "problems_below",
    "{verdict:told}: {count:problem|problems}, below.",
    "{verdict:told}: {count:problema|problemas}, abaixo.",
)
WAS_CHECKED: Final = Said("was_checked", "What was checked", "O que foi verificado")
PROBLEMS_OF: Final = Said("problems_of", "Problems: {check:told}", "Problemas: {check:told}")
MORE_PROBLEMS: Final = Said("more_problems", "and {more} more", "e mais {more}")
