"""What a player's statement says: as text, and on its page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

STATEMENT: Final = Said("statement", "Statement of {player}", "Extrato do jogador {player}")
STATEMENT_SINCE: Final = Said(
    "statement_since", "Statement of {player} from {since:dated}", "Extrato do jogador {player} desde {since:dated}"
)
STATEMENT_UNTIL: Final = Said(
    "statement_until", "Statement of {player} until {until:dated}", "Extrato do jogador {player} até {until:dated}"
)
STATEMENT_BETWEEN: Final = Said(
    "statement_between",
    "Statement of {player} from {since:dated} until {until:dated}",
    "Extrato do jogador {player} desde {since:dated} até {until:dated}",
)
STATEMENT_NO_SESSION: Final = Said("statement_no_session", "No session", "Nenhuma sessão")
STATEMENT_NOT_COUNTED: Final = Said(
    "statement_not_counted",
    "TAMPERED: {kind} at log index {index} cannot follow what is on record of {stream} ({why}); it says nothing of {player} and is not counted;"
    " run 'tombo verify' and, of its day, 'tombo reconcile'",
    "TAMPERED: {kind} no índice de registo {index} não pode seguir-se ao que está registado de {stream} ({why}); nada diz do jogador {player} e não é contado;"
    " execute 'tombo verify' e, do seu dia, 'tombo reconcile'",
)
SESSION_NOT_OVER: Final = Said(
    "session_not_over",
    "Session {number}: {session}, {game:word} ({regulation}), from {started:dated}, not over",
    "Sessão {number}: {session}, {game:word} ({regulation}), desde {started:dated}, em curso",
)
SESSION_OVER: Final = Said(
    "session_over",
    "Session {number}: {session}, {game:word} ({regulation}), from {started:dated} to {ended:dated}, ended {cause:word}",
    "Sessão {number}: {session}, {game:word} ({regulation}), desde {started:dated} até {ended:dated}, terminada {cause:word}",
)
ENDED: Final[Mapping[str, Word]] = {
    "player": Word("ended_player", "by the player", "pelo jogador"),
    "inactivity": Word("ended_inactivity", "for inactivity", "por inatividade"),
    "limit": Word("ended_limit", "at a limit of the player's own", "por um limite do próprio jogador"),
    "operator": Word("ended_operator", "by the operator", "pela entidade exploradora"),
}
"""How a player session ended."""
STATEMENT_TIME: Final = Said("statement_time", "time", "hora")
STATEMENT_SESSION: Final = Said("statement_session", "session", "sessão")
STATEMENT_LINE: Final = Said("statement_line", "hand or round", "jogada")
STATEMENT_STAKED: Final = Said("statement_staked", "staked", "apostado")
STATEMENT_WON: Final = Said("statement_won", "won", "ganho")
STATEMENT_RETURNED: Final = Said("statement_returned", "returned", "devolvido")
STATEMENT_REFUNDED: Final = Said("statement_refunded", "refunded", "reembolsado")
STATEMENT_COMMISSION: Final = Said("statement_commission", "commission", "comissão")
STATEMENT_RESULT: Final = Said("statement_result", "result", "resultado")
STATEMENT_RUNNING: Final = Said("statement_running", "running", "acumulado")
STATEMENT_DAY: Final = Said("statement_day", "{at:day}", "{at:day}")
LINE_VOID: Final = Said("line_void", "{name}, void", "{name}, nula")
LINE_COMMISSION: Final = Said(
    "line_commission", "{table}, commission of the {what:word}", "{table}, comissão da {what:word}"
)
LINE_RELEASE: Final = Said("line_release", "{name}, out of prison", "{name}, saída da prisão")
LINE_ENTRY: Final = Said(
    "line_entry", "{tournament} entry {number}, {what:word}", "{tournament} inscrição {number}, {what:word}"
)
LINE_ENTRY_PAID: Final = Said(
    "line_entry_paid",
    "{tournament} entry {number}, {what:word} ({how:word})",
    "{tournament} inscrição {number}, {what:word} ({how:word})",
)
LINE_ENTRY_PLACE: Final = Said(
    "line_entry_place",
    "{tournament} entry {number}, {what:word} (place {place})",
    "{tournament} inscrição {number}, {what:word} ({place}.º lugar)",
)
LINE_WORTH: Final = Said("line_worth", "{entry:told}, worth {worth}", "{entry:told}, no valor de {worth}")
ENTRIES: Final[Mapping[str, Word]] = {
    "registration": Word("line_registration", "registration", "inscrição"),
    "reentry": Word("line_reentry", "reentry", "nova inscrição (reentry)"),
    "registration cancelled": Word("line_cancelled", "registration cancelled", "inscrição anulada"),
    "rebuy": Word("line_rebuy", "rebuy", "rebuy"),
    "add-on": Word("line_add_on", "add-on", "add-on"),
    "prize": Word("line_prize", "prize", "prémio"),
    "bounty": Word("line_bounty", "bounty", "prémio de eliminação"),
    "ticket": Word("line_ticket", "ticket", "inscrição ganha"),
    "refund": Word("line_refund", "refund", "devolução"),
}
"""What a line of an entry in a tournament is about."""
BUY_INS: Final[Mapping[str, Word]] = {
    "buy_in": Word("line_buy_in", "buy-in", "cave inicial"),
    "top_up": Word("line_top_up", "top-up", "reposição"),
}
"""What a commission of its own is of."""
PAID: Final[Mapping[str, Word]] = {
    "cash": Word("paid_cash", "cash", "paga em dinheiro"),
    "ticket": Word("paid_ticket", "ticket", "paga com uma inscrição ganha"),
    "free": Word("paid_free", "free", "gratuita"),
}
"""How an entry was paid."""
STATEMENT_TOTAL: Final = Said("statement_total", "total", "total")
STATEMENT_PLAYED: Final = Said("statement_played", "played", "jogadas")
TOTAL_OF_GAME: Final = Said("total_of_game", "{game:word} ({regulation})", "{game:word} ({regulation})")
TOTAL_IN: Final = Said("total_in", "all, {currency}", "todos, {currency}")
TOTAL_IN_CHIPS: Final = Said("total_in_chips", "all, chips", "todos, fichas")
AT_STAKE_IN_PRISON: Final = Said(
    "at_stake_in_prison",
    "At stake, in no line yet: {staked} in prison at {table} ({game})",
    "Em jogo, ainda em nenhuma linha: {staked} na prisão em {table} ({game})",
)
AT_STAKE_IN_ROUND: Final = Said(
    "at_stake_in_round",
    "At stake, in no line yet: {staked} in the round under way at {table} ({game})",
    "Em jogo, ainda em nenhuma linha: {staked} na jogada em curso em {table} ({game})",
)
STATEMENT_ACCOUNT: Final = Said("statement_account", "account", "conta")
STATEMENT_BONUS: Final = Said("statement_bonus", "bonus", "bónus")
STATEMENT_REFERENCE: Final = Said("statement_reference", "reference", "referência")
