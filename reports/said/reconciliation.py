"""What the night job's report says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.projections.reconciliation.model import DayVerdict

RECONCILED: Final = Said("reconciled", "{day}: {verdict:told}", "{day}: {verdict:told}")
EVERYTHING_TIES: Final = Said("everything_ties", "EVERYTHING TIES", "TUDO CONFERE")
NOTHING_TO_TIE: Final = Said(
    "nothing_to_tie", "NOTHING TO TIE: no entry is of this day", "NADA A CONFERIR: nenhuma entrada é deste dia"
)
DOES_NOT_TIE: Final = Said("does_not_tie", "IT DOES NOT TIE", "NÃO CONFERE")
VERDICTS: Final[Mapping[DayVerdict, Said]] = {
    DayVerdict.TIES: EVERYTHING_TIES,
    DayVerdict.EMPTY: NOTHING_TO_TIE,
    DayVerdict.DIFFERS: DOES_NOT_TIE,
}
"""What a day comes to."""
DAY_OF_HOURS: Final = Said(
    "day_of_hours",
    "A Lisbon day of {hours} hours, from {starts:dated}; {through:told}",
    "Um dia de {hours} horas em Lisboa, desde {starts:dated}; {through:told}",
)
DAY_INDICES: Final = Said(
    "day_indices",
    "log indices {first:grouped} to {last:grouped}",
    "entradas {first:grouped} a {last:grouped} do registo",
)
NOTHING_SINCE: Final = Said("nothing_since", "nothing recorded since", "nada registado desde então")
LOOKED_THROUGH: Final = Said(
    "looked_through",
    "{entries:entry|entries} and {hands:hand|hands} and rounds of the day looked through",
    "Do dia, examinadas {entries:entrada|entradas} e {hands:jogada|jogadas}",
)
DAY_UNDECIDED: Final = Said(
    "day_undecided",
    "{hands:imported hand|imported hands} of them cannot be computed again: not all cards of the showdown are known; neither right nor wrong (R806 r.59)",
    "{hands:jogada importada|jogadas importadas} entre elas, sem cálculo possível: nem todas as cartas do fim são conhecidas; nem certo nem errado (R806 r.59)",
)
ROWS_COMPARED: Final = Said(
    "rows_compared",
    "Rows that projections keep, compared up to this many entries: {kept}",
    "Linhas guardadas pelas projeções, comparadas até este número de entradas: {kept}",
)
ROWS_COMPARED_FROM: Final = Said(
    "rows_compared_from",
    "Rows that projections keep, compared from log index {index:grouped} up to this many entries: {kept}",
    "Linhas guardadas pelas projeções, comparadas desde a entrada {index:grouped} do registo até este número de entradas: {kept}",
)
ROWS_UP_TO: Final = Said("rows_up_to", "{name} {upto:grouped}", "{name} {upto:grouped}")
NOTHING_KEPT: Final = Said("nothing_kept", "nothing is kept", "nada está guardado")
DAY_CLOSED_AT: Final = Said(
    "day_closed_at",
    "Closed at log index {index:grouped}, over the first {size:grouped} entries",
    "Fechado na entrada {index:grouped} do registo, sobre as primeiras {size:grouped} entradas",
)
SIGNED_OVER: Final = Said(
    "signed_over",
    "Closed as held against the wallet statement with the SHA-256 {sha256}",
    "Fechado em confronto com o extrato da carteira com o SHA-256 {sha256}",
)
SIGNED_OVER_NONE: Final = Said(
    "signed_over_none",
    "Closed without a wallet statement: none was asked",
    "Fechado sem extrato da carteira: não foi pedido",
)
DAY_CHECKS: Final = Said("day_checks", "Checks", "Verificações")
CHECK_OK: Final = Said("check_ok", "ok", "certo")
CHECK_PROBLEMS: Final = Said("check_problems", "{count:problem|problems}", "{count:problema|problemas}")
DAYS_LEFT_OPEN: Final = Said(
    "days_left_open",
    "Not closed: {days:earlier day|earlier days}, from {first} to {last}; close each with 'tombo reconcile --day DATE --close'",
    "Por fechar: {days:dia anterior|dias anteriores}, de {first} a {last}; feche cada um com 'tombo reconcile --day DATE --close'",
)
CHECK_NOT_ASKED: Final = Said("check_not_asked", "not asked", "não pedida")
NO_WALLET_GIVEN: Final = Said(
    "no_wallet_given",
    "no wallet statement was given (--wallet FILE)",
    "não foi dado nenhum extrato da carteira (--wallet FILE)",
)
WALLET_MATCHED: Final = Said(
    "wallet_matched",
    "{claim:told}: {count:grouped} matched, {cents:grouped} EUR",
    "{claim:told}: {count:grouped} iguais, {cents:grouped} EUR",
)
DAY_PROBLEMS: Final = Said("day_problems", "What does not tie", "O que não confere")
DAY_PROBLEM: Final = Said("day_problem", "{check:word}: {problem:told}", "{check:word}: {problem:told}")
PROBLEM_BY: Final = Said(
    "problem_by", "{problem:told}, by {cents:grouped} EUR", "{problem:told}, diferença de {cents:grouped} EUR"
)
PROBLEM_AT: Final = Said(
    "problem_at", "{problem:told} (log index {indices})", "{problem:told} (no registo, entrada {indices})"
)
PROBLEMS_MORE: Final = Said(
    "problems_more",
    "and {more:grouped} more; --json and --html tell all",
    "e mais {more:grouped}; --json e --html dizem tudo",
)
DAY_MONEY: Final = Said("day_money", "Money of the day by game, EUR", "Dinheiro do dia por jogo, EUR")
DAY_STAKED: Final = Said("day_staked", "staked", "apostado")
DAY_PAID: Final = Said("day_paid", "paid", "pago")
DAY_REFUNDED: Final = Said("day_refunded", "refunded", "reembolsado")
DAY_COMMISSION: Final = Said("day_commission", "commission", "comissão")
DAY_GROSS: Final = Said("day_gross", "gross", "receita bruta")
DAY_HANDS: Final = Said("day_hands", "hands", "jogadas")
DAY_VOID: Final = Said("day_void", "void", "nulas")
DAY_GAME: Final = Said("day_game", "{regulation} {game:word}", "{regulation} {game:word}")
DAY_WHOLE: Final = Said("day_whole", "in all", "ao todo")
HANDS_WITHOUT_MONEY: Final = Said(
    "hands_without_money",
    "And {hands:hand|hands} of tournaments, of imports or for chips, which move no money of their own",
    "E {hands:jogada|jogadas} de torneios, de importações ou a fichas, sem dinheiro próprio",
)
BORNE: Final = Said(
    "borne",
    "Overlays and refunds the operator bore in tournaments: {cents:grouped}, not taken off the base",
    "Complementos de prémios e devoluções que a entidade exploradora suportou em torneios: {cents:grouped}, não deduzidos à base",
)
BASE_OF_TAX: Final = Said(
    "base_of_tax",
    "Base of the tax {base:grouped} EUR; {rate:percent}, {tax:grouped} EUR ({law:told}); assessed by the month",
    "Base do imposto {base:grouped} EUR; {rate:percent}, {tax:grouped} EUR ({law:told}); apurado ao mês",
)
BASE_WITHOUT_RATE: Final = Said(
    "base_without_rate",
    "Base of the tax {base:grouped} EUR; no single rate ({law:told}); assessed by the month",
    "Base do imposto {base:grouped} EUR; sem taxa única ({law:told}); apurado ao mês",
)
DAY_BALANCE: Final = Said(
    "day_balance",
    "Trial balance, EUR: at the beginning of the day, at its end, and the change",
    "Balancete, EUR: no início do dia, no fim dele, e a variação",
)
DAY_INCIDENTS: Final = Said(
    "day_incidents",
    "Incidents of the day, and what became of the hands they list",
    "Incidentes do dia, e o que foi feito das jogadas que enumeram",
)
DAY_INCIDENT: Final = Said(
    "day_incident",
    "{incident} ({origin:word}, log index {index:grouped}): {became}",
    "{incident} ({origin:word}, entrada {index:grouped} do registo): {became}",
)
DAY_INCIDENT_OPEN: Final = Said(
    "day_incident_open",
    "{incident} ({origin:word}, log index {index:grouped}): {became}; still open",
    "{incident} ({origin:word}, entrada {index:grouped} do registo): {became}; ainda em aberto",
)
DAY_ORIGINS: Final[Mapping[str, Word]] = {
    "operator_system": Word("day_operator_system", "operator system", "sistema da entidade exploradora"),
    "player_equipment": Word("day_player_equipment", "player equipment", "equipamento do jogador"),
    "player_network": Word("day_player_network", "player network", "rede do jogador"),
}
"""Where incidents come from, in short."""
BECAME_OPEN: Final = Said("became_open", "{count:open|open}", "{count:em aberto|em aberto}")
BECAME_SETTLED: Final = Said("became_settled", "{count:settled|settled}", "{count:liquidada|liquidadas}")
BECAME_VOIDED: Final = Said("became_voided", "{count:voided|voided}", "{count:nula|nulas}")
BECAME: Final[Mapping[str, Said]] = {"open": BECAME_OPEN, "settled": BECAME_SETTLED, "voided": BECAME_VOIDED}
"""What became of the hands that an incident lists."""
NONE_LISTED: Final = Said("none_listed", "none listed", "nenhuma enumerada")
DAY_FINDINGS: Final = Said(
    "day_findings",
    "Findings on record, by rule and reading",
    "Notas registadas, por regra e leitura",
)
DAY_FINDINGS_ALL: Final = Said("day_findings_all", "{findings}", "{findings}")
DAY_FINDING: Final = Said("day_finding", "{rule} {reading:word} {count}", "{rule}, {reading:word}: {count}")
DAY_WALLET: Final = Said("day_wallet", "The wallet statement", "O extrato da carteira")
