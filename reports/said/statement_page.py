"""What a player's statement says on its page, beyond what it says as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

STATEMENT_BASIS: Final = Said(
    "statement_basis",
    "The totals staked, and the profit or loss that came of it ({rules}).",
    "Valores totais apostados e respetivos lucros ou perdas ({rules}).",
)
PAGE_FROM: Final = Said("page_from", "From", "Desde")
PAGE_UNTIL: Final = Said("page_until", "Until before", "Até antes de")
PAGE_AS_OF: Final = Said("page_as_of", "As of log index", "Registo até")
PAGE_TOTAL_STAKED: Final = Said("page_total_staked", "Total staked", "Total apostado")
PAGE_ACCOUNT_BEFORE: Final = Said("page_account_before", "Account at the beginning", "Saldo da conta no início")
PAGE_ACCOUNT_AFTER: Final = Said("page_account_after", "Account at the end", "Saldo da conta no fim")
PAGE_NOTHING_PLAYED: Final = Said(
    "page_nothing_played", "No hand or round in this time.", "Nenhuma jogada neste período."
)
PAGE_WON: Final = Said("page_won", "Won", "Ganho")
PAGE_RETURNED: Final = Said("page_returned", "Returned", "Devolvido")
PAGE_RUNNING: Final = Said("page_running", "Running", "Acumulado")
PAGE_TICKETS: Final = Said("page_tickets", "Tickets", "Inscrições ganhas")
PAGE_SESSION: Final = Said("page_session", "Session", "Sessão")
PAGE_OPERATION: Final = Said("page_operation", "Hand or operation", "Jogada ou operação")
PAGE_BEGAN: Final = Said("page_began", "Began", "Início")
PAGE_ENDED: Final = Said("page_ended", "Ended", "Fim")
PAGE_WHERE: Final = Said("page_where", "Where it is", "Onde está")
PAGE_MOVEMENT: Final = Said("page_movement", "Movement", "Movimento")
PAGE_REFERENCE: Final = Said("page_reference", "Reference", "Referência")
PAGE_BALANCE_BEFORE: Final = Said("page_balance_before", "Balance before", "Saldo antes")
PAGE_BALANCE_AFTER: Final = Said("page_balance_after", "Balance after", "Saldo depois")
PAGE_TOTAL: Final = Said("page_total", "Total", "Total")
ALL_GAMES: Final = Said("all_games", "All games", "Todos os jogos")
TOTALS_BY_GAME: Final = Said("totals_by_game", "Totals by game, in {currency}", "Totais por jogo, em {currency}")
TOTALS_BY_GAME_IN_CHIPS: Final = Said(
    "totals_by_game_in_chips", "Totals by game, in chips", "Totais por jogo, em fichas"
)
EVERYTHING_PLAYED: Final = Said(
    "everything_played",
    "Every hand, round and operation, in {currency}",
    "Todas as jogadas e operações, em {currency}",
)
EVERYTHING_PLAYED_IN_CHIPS: Final = Said(
    "everything_played_in_chips", "Every hand, round and operation, in chips", "Todas as jogadas e operações, em fichas"
)
STAKES_UNDECIDED: Final = Said(
    "stakes_undecided",
    "Stakes not decided, not in the totals yet, in {currency}",
    "Apostas por decidir, ainda fora dos totais, em {currency}",
)
STAKES_UNDECIDED_IN_CHIPS: Final = Said(
    "stakes_undecided_in_chips",
    "Stakes not decided, not in the totals yet, in chips",
    "Apostas por decidir, ainda fora dos totais, em fichas",
)
ACCOUNT_MOVEMENTS: Final = Said("account_movements", "Movements of the account, in EUR", "Movimentos da conta, em EUR")
BONUS_MOVEMENTS: Final = Said(
    "bonus_movements",
    "Movements of the bonus, which is not the account's cash, in EUR",
    "Movimentos do bónus, que não é dinheiro da conta, em EUR",
)
PAGE_NOT_COUNTED: Final = Said("page_not_counted", "Not counted", "Não contado")
PLAYER_SESSIONS: Final = Said("player_sessions", "Player sessions", "Sessões de jogo")
SESSION_GOES_ON: Final = Said("session_goes_on", "not over", "em curso")
SESSION_ENDED_AT: Final = Said("session_ended_at", "{ended:moment}, {cause:word}", "{ended:moment}, {cause:word}")
COLUMNS_MEAN: Final = Said("columns_mean", "What the columns mean", "O que significam as colunas")
MEANS_STAKED: Final = Said(
    "means_staked",
    "Staked: what he put in, less what nobody called. Won: pots collected, after commission, and prizes. "
    "Returned: stakes that came back, with a prize, a tie or by half. Refunded: void hands and cancelled tournaments.",
    "Apostado: o que pôs em jogo, menos o que ninguém acompanhou. Ganho: potes recebidos, já sem comissão, e prémios. "
    "Devolvido: apostas que voltaram, com prémio, empate ou metade. Reembolsado: jogadas nulas e torneios cancelados.",
)
MEANS_RESULT: Final = Said(
    "means_result",
    "Profit or loss = won + returned + refunded - staked. Commission is counted already: it has left what was won, or is "
    "part of the fee staked; only that of buy-ins and top-ups has a line of its own, and counts as a loss.",
    "Lucro ou perda = ganho + devolvido + reembolsado - apostado. A comissão já está contada: saiu do ganho, ou faz parte "
    "da taxa de inscrição apostada; só a da cave inicial e das reposições tem linha própria, e conta como perda.",
)
LINE_WHATS: Final[Mapping[str, Word]] = {
    "hand": Word("line_hand", "Hand", "Jogada"),
    "round": Word("line_round", "Round", "Jogada"),
    "release": Word("line_out_of_prison", "Stake out of prison", "Aposta que sai da prisão"),
    "commission": Word("line_buy_in_commission", "Commission of a buy-in", "Comissão da cave"),
    "registration": Word("line_an_entry", "Registration", "Inscrição"),
    "reentry": Word("line_a_reentry", "Reentry", "Nova inscrição (reentry)"),
    "registration cancelled": Word("line_entry_cancelled", "Registration cancelled", "Inscrição anulada"),
    "rebuy": Word("line_a_rebuy", "Rebuy", "Rebuy"),
    "add-on": Word("line_an_add_on", "Add-on", "Add-on"),
    "prize": Word("line_a_prize", "Prize", "Prémio"),
    "bounty": Word("line_a_bounty", "Bounty", "Prémio de eliminação"),
    "ticket": Word("line_a_ticket", "Ticket", "Inscrição ganha"),
    "refund": Word("line_a_refund", "Refund", "Devolução"),
}
"""What a line is about."""
LINE_OUTCOMES: Final[Mapping[str, Word]] = {
    "settled": Word("line_settled", "settled", "liquidada"),
    "voided": Word("line_voided", "void", "nula"),
    "buy_in": Word("line_buy_in", "buy-in", "cave inicial"),
    "top_up": Word("line_top_up", "top-up", "reposição"),
    "cash": Word("line_in_cash", "paid in cash", "paga em dinheiro"),
    "ticket": Word("line_by_ticket", "paid with a ticket", "paga com uma inscrição ganha"),
    "free": Word("line_free", "free", "gratuita"),
}
"""How it ended or was paid; a place is told by its number."""
LINE_PLAIN: Final = Said("line_plain", "{what:word}: {name}", "{what:word}: {name}")
LINE_WITH_OUTCOME: Final = Said(
    "line_with_outcome", "{what:word}, {outcome:word}: {name}", "{what:word}, {outcome:word}: {name}"
)
LINE_NUMBERED: Final = Said("line_numbered", "{what:word} {number}: {name}", "{what:word} n.º {number}: {name}")
LINE_NUMBERED_WITH_OUTCOME: Final = Said(
    "line_numbered_with_outcome",
    "{what:word} {number}, {outcome:word}: {name}",
    "{what:word} n.º {number}, {outcome:word}: {name}",
)
LINE_NUMBERED_WITH_PLACE: Final = Said(
    "line_numbered_with_place",
    "{what:word} {number}, place {place}: {name}",
    "{what:word} n.º {number}, {place}.º lugar: {name}",
)
UNDECIDED: Final[Mapping[str, Word]] = {
    "prison": Word("undecided_in_prison", "In prison", "Na prisão"),
    "round": Word("undecided_in_round", "In the round under way", "Na jogada em curso"),
}
"""Where a stake is that no line tells yet."""
ACCOUNT_MOVED: Final[Mapping[str, Word]] = {
    "deposit": Word("account_deposit", "Deposit", "Depósito"),
    "withdrawal": Word("account_withdrawal", "Withdrawal", "Levantamento"),
    "adjustment": Word("account_adjustment", "Set right", "Acerto"),
    "compensation": Word("account_compensation", "Compensation", "Compensação"),
    "reversal": Word("account_reversal", "Compensation taken back", "Compensação anulada"),
    "bonus": Word("account_bonus", "Bonus granted", "Bónus atribuído"),
    "bonus expired": Word("account_bonus_expired", "Bonus expired", "Bónus expirado"),
    "bonus converted": Word("account_bonus_converted", "Bonus converted", "Bónus convertido"),
    "conversion": Word("account_conversion", "Ticket paid out", "Inscrição ganha paga em dinheiro"),
    "payment": Word("account_payment", "Play", "Jogo"),
}
"""What moved an account."""
