"""What the pages of nights say: days open, closed and late, what did not tie, and what was released to regulators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said

NIGHTS: Final = Said("nights", "Nights", "Noites")
NIGHTS_HOW: Final = Said(
    "nights_how",
    "A day is looked through at night by 'tombo reconcile', and closed with what it came to. What is shown here was found then, or was signed.",
    "Um dia é examinado de noite por 'tombo reconcile' e fechado com aquilo a que chegou. O que aqui se mostra foi encontrado então, ou assinado.",
)
NIGHTS_MONTH: Final = Said("nights_month", "Month", "Mês")
NIGHTS_MONTH_HINT: Final = Said(
    "nights_month_hint", "like {month}; empty: the newest days", "como {month}; vazio: os dias mais recentes"
)
NIGHTS_SHOW: Final = Said("nights_show", "Show", "Mostrar")
NIGHTS_NO_MONTH: Final = Said(
    "nights_no_month",
    "{typed} is no month; expected one like 2026-07",
    "{typed} não é um mês; esperava-se um como 2026-07",
)
NIGHTS_DAYS: Final = Said("nights_days", "Days", "Dias")
NIGHTS_DAY: Final = Said("nights_day", "Day", "Dia")
NIGHTS_STANDS: Final = Said("nights_stands", "How it stands", "Como está")
NIGHTS_VERDICT: Final = Said("nights_verdict", "Does it tie?", "Confere?")
NIGHTS_HANDS: Final = Said("nights_hands", "Hands", "Jogadas")
NIGHTS_GROSS: Final = Said("nights_gross", "Gross revenue, EUR", "Receita bruta, EUR")
NIGHTS_RELEASED: Final = Said("nights_released", "Released to", "Entregue a")
NIGHTS_NO_DAYS: Final = Said("nights_no_days", "Nothing was recorded then.", "Nada foi registado então.")
NIGHTS_OLDER: Final = Said("nights_older", "Older days", "Dias anteriores")
NIGHTS_NEWEST: Final = Said("nights_newest", "The newest days", "Os dias mais recentes")
NIGHTS_GROSS_CHART: Final = Said("nights_gross_chart", "Gross revenue by day, EUR", "Receita bruta por dia, EUR")
NIGHTS_PROBLEMS_CHART: Final = Said("nights_problems_chart", "Problems by day", "Problemas por dia")
NIGHTS_OPEN_DAYS: Final = Said(
    "nights_open_days",
    "Not closed of the days below: {days:day|days}.",
    "Por fechar, dos dias abaixo: {days:dia|dias}.",
)
NIGHTS_ALL_CLOSED: Final = Said(
    "nights_all_closed",
    "None of the days below waits to be closed.",
    "Nenhum dos dias abaixo está por fechar.",
)
DAY_STANDS: Final[Mapping[str, Said]] = {
    "goes_on": Said("day_stands_going", "goes on", "ainda decorre"),
    "open": Said("day_stands_open", "open", "por fechar"),
    "empty": Said("day_stands_empty", "nothing recorded", "nada registado"),
    "closed": Said("day_stands_closed", "closed", "fechado"),
    "late": Said("day_stands_late", "closed; entries came late", "fechado; chegaram entradas tardias"),
    "lost": Said(
        "day_stands_lost",
        "NO DOOR CLOSED IT SO: 'tombo verify' names what says that it is closed",
        "NENHUMA PORTA O FECHOU ASSIM: 'tombo verify' indica o que o diz fechado",
    ),
}
"""How a day stands."""
NIGHTS_PROBLEMS_OF: Final = Said("nights_problems_of", "{count:problem|problems}", "{count:problema|problemas}")
NIGHTS_TIES: Final = Said("nights_ties", "ties", "confere")
NIGHTS_UNKNOWN: Final = Said("nights_unknown", "not looked through", "por examinar")
NIGHT_TITLE: Final = Said("night_title", "The day {day}", "O dia {day}")
NIGHT_CLOSED: Final = Said("night_closed", "Closed", "Fechado")
NIGHT_CLOSED_AT: Final = Said("night_closed_at", "{at:dated}, entry {index}", "{at:dated}, entrada {index}")
NIGHT_BY: Final = Said("night_by", "By", "Por")
NIGHT_OVER: Final = Said("night_over", "Over", "Sobre")
NIGHT_OVER_OF: Final = Said(
    "night_over_of", "the first {size:entry|entries} of the log", "as primeiras {size:entrada|entradas} do registo"
)
NIGHT_STATEMENT: Final = Said("night_statement", "Wallet statement", "Extrato da carteira")
NIGHT_STATEMENT_OF: Final = Said("night_statement_of", "SHA-256 {sha256}", "SHA-256 {sha256}")
NIGHT_NO_STATEMENT: Final = Said("night_no_statement", "none was asked", "não foi pedido")
NIGHT_BASE: Final = Said("night_base", "Base of the tax", "Base do imposto")
NIGHT_TAX: Final = Said("night_tax", "Tax (assessed by the month)", "Imposto (apurado ao mês)")
NIGHT_NO_TAX: Final = Said("night_no_tax", "no single rate", "sem taxa única")
NIGHT_LOOKED: Final = Said("night_looked", "Looked through last", "Último exame")
NIGHT_LOOKED_AT: Final = Said(
    "night_looked_at",
    "{at:dated}, over the first {size:entry|entries}",
    "{at:dated}, sobre as primeiras {size:entrada|entradas}",
)
NIGHT_NOT_KEPT_HERE: Final = Said(
    "night_not_kept_here",
    "No night left here what it found: 'tombo reconcile --day {day}' on this machine does. How often each check failed as the day was closed is signed.",
    "Nenhuma noite deixou aqui o que encontrou: deixa-o 'tombo reconcile --day {day}' nesta máquina. Quantas vezes cada verificação falhou no fecho do dia está assinado.",
)
NIGHT_NOT_SIGNED: Final = Said(
    "night_not_signed",
    "What the night found lies beside the keys and is not signed; what was signed as the day was closed stands beside it.",
    "O que a noite encontrou está junto das chaves e não está assinado; ao lado está o que foi assinado no fecho do dia.",
)
NIGHT_MONEY: Final = Said(
    "night_money",
    "Money of the day by game, EUR, as it was signed",
    "Dinheiro do dia por jogo, EUR, tal como foi assinado",
)
NIGHT_NO_MONEY: Final = Said("night_no_money", "No money moved.", "Não se moveu dinheiro.")
NIGHT_GAME: Final = Said("night_game", "Game", "Jogo")
NIGHT_GROSS_CHART: Final = Said(
    "night_gross_chart", "Gross revenue of the day by game, EUR", "Receita bruta do dia por jogo, EUR"
)
NIGHT_CHECKS: Final = Said("night_checks", "Checks", "Verificações")
NIGHT_CHECK: Final = Said("night_check", "Check", "Verificação")
NIGHT_CLAIM: Final = Said("night_claim", "What it claims", "O que afirma")
NIGHT_FOUND: Final = Said("night_found", "Found", "Encontrado")
NIGHT_SIGNED: Final = Said("night_signed", "Signed at closing", "Assinado no fecho")
NIGHT_FAILED: Final = Said("night_failed", "What did not tie", "O que não conferiu")
NIGHT_ALL_TIED: Final = Said("night_all_tied", "Everything tied.", "Tudo conferiu.")
NIGHT_WHAT: Final = Said("night_what", "What", "O quê")
NIGHT_BY_MUCH: Final = Said("night_by_much", "By", "Diferença")
NIGHT_ENTRIES: Final = Said("night_entries", "Entries that say so", "Entradas que o dizem")
NIGHT_MORE: Final = Said("night_more", "More", "Mais")
NIGHT_NOT_TOLD: Final = Said(
    "night_not_told",
    "And {count:problem|problems} beyond those that are kept one by one: 'tombo reconcile --day {day} --json' tells them.",
    "E {count:problema|problemas} além dos que se guardam um a um: di-los 'tombo reconcile --day {day} --json'.",
)
NIGHT_RELEASES: Final = Said("night_releases", "Released to regulators", "Entregue aos reguladores")
NIGHT_NO_RELEASES: Final = Said(
    "night_no_releases", "Nothing of this day was released.", "Nada deste dia foi entregue."
)
NIGHT_COUNTRY: Final = Said("night_country", "Regulator of", "Regulador de")
NIGHT_RELEASE_OF: Final = Said("night_release_of", "{country}, release {number}", "{country}, entrega {number}")
NIGHT_FILES: Final = Said("night_files", "Files", "Ficheiros")
NIGHT_WHO: Final = Said("night_who", "Released by", "Entregue por")
NIGHT_WHEN: Final = Said("night_when", "When", "Quando")
NIGHT_AT: Final = Said("night_at", "{at:dated}", "{at:dated}")
NIGHT_INDEX: Final = Said("night_index", "Entry", "Entrada")
NIGHT_DOOR: Final = Said("night_door", "On record", "Registo")
NIGHT_BY_DOOR: Final = Said("night_by_door", "as a door records it", "como uma porta o regista")
NIGHT_NO_DOOR: Final = Said("night_no_door", "NO DOOR RECORDED IT", "NENHUMA PORTA O REGISTOU")
NIGHT_RELEASE_HOW: Final = Said(
    "night_release_how",
    "Files are made where they are kept: 'tombo report release COUNTRY {day} --settings FILE --out DIR', by a manager; 'tombo report check' holds them against this.",
    "Os ficheiros fazem-se onde se guardam: 'tombo report release COUNTRY {day} --settings FILE --out DIR', por um gestor; 'tombo report check' compara-os com isto.",
)
NIGHT_CLOSE: Final = Said("night_close", "Close this day", "Fechar este dia")
NIGHT_CLOSE_HOW: Final = Said(
    "night_close_how",
    "With what the night found, as 'tombo reconcile --close' would have: look at it, and sign.",
    "Com o que a noite encontrou, como 'tombo reconcile --close' teria feito: ver e assinar.",
)
NIGHT_CLOSE_THERE: Final = Said(
    "night_close_there",
    "It is closed by 'tombo reconcile --day {day} --close --staff MANAGER', or here by a manager once a night has looked through it.",
    "Fecha-se com 'tombo reconcile --day {day} --close --staff MANAGER', ou aqui, por um gestor, depois de uma noite o ter examinado.",
)
RELEASE_TITLE: Final = Said("release_title", "{day}, {country}, release {number}", "{day}, {country}, entrega {number}")
RELEASE_FACTS: Final = Said("release_facts", "The release", "A entrega")
RELEASE_DAY: Final = Said("release_day", "Day", "Dia")
RELEASE_LAYOUT: Final = Said("release_layout", "Made by the layout", "Feita segundo o formato")
RELEASE_SETTINGS: Final = Said("release_settings", "SHA-256 of the settings", "SHA-256 das definições")
RELEASE_OF_ENTRIES: Final = Said("release_of_entries", "Made of", "Feita de")
RELEASE_CHECKPOINT: Final = Said("release_checkpoint", "Newest checkpoint then", "Checkpoint mais recente então")
RELEASE_CHECKPOINT_OF: Final = Said(
    "release_checkpoint_of", "{size:entry|entries}, root {root}", "{size:entrada|entradas}, raiz {root}"
)
RELEASE_NO_CHECKPOINT: Final = Said("release_no_checkpoint", "none yet", "ainda nenhum")
RELEASE_RECEIPT: Final = Said("release_receipt", "Receipt", "Recibo")
RELEASE_RECEIPT_HOLDS: Final = Said(
    "release_receipt_holds",
    "holds, as whoever has it would check it: 'tombo receipt show {command}'",
    "confere, tal como o confirmaria quem o tenha: 'tombo receipt show {command}'",
)
RELEASE_RECEIPT_NONE: Final = Said("release_receipt_none", "there is none: {why}", "não há nenhum: {why}")
RELEASE_NO_COMMAND: Final = Said(
    "release_no_command", "the entry names no command", "a entrada não nomeia nenhum comando"
)
RELEASE_FILE: Final = Said("release_file", "File", "Ficheiro")
RELEASE_BYTES: Final = Said("release_bytes", "Bytes", "Bytes")
RELEASE_DIGEST: Final = Said("release_digest", "SHA-256", "SHA-256")
RELEASE_NO_FILES: Final = Said("release_no_files", "It lists no more files.", "Não enumera mais ficheiros.")
RELEASE_NONE: Final = Said(
    "release_none",
    "there is no release {number} of {day} to the regulator of {country}",
    "não há entrega {number} de {day} ao regulador de {country}",
)
NIGHT_NO_CURSOR: Final = Said(
    "night_no_cursor", "{typed} is no place in this list", "{typed} não é um lugar desta lista"
)
