"""What the history of a hand says before and after what happened: which hand, for what, who sits where, and how it ended."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

HAND_HEADING: Final = Said(
    "hand_heading", "Hand {hand}: {game} {limit:word}, {stakes}", "Jogada {hand}: {game} {limit:word}, {stakes}"
)
HAND_BETS: Final = Said("hand_bets", "bets {small:figure}/{big:figure}", "apostas de {small:figure}/{big:figure}")
HAND_BLINDS: Final = Said(
    "hand_blinds", "blinds {small:figure}/{big}", "pequena e grande aposta de {small:figure}/{big}"
)
HAND_ANTE: Final = Said("hand_ante", "ante {ante:figure}", "ante {ante:figure}")
HAND_AT_TABLE: Final = Said(
    "hand_at_table",
    "Table {table}, hand {number}, {played:dated}",
    "Mesa {table}, jogada {number}, {played:dated}",
)
HAND_AT_TABLE_ONCE: Final = Said(
    "hand_at_table_once",
    "Table {table}, hand {number}, when played is not known",
    "Mesa {table}, jogada {number}, não se sabe quando foi jogada",
)
HAND_UNDER: Final = Said("hand_under", "{commission:told}; {rules:told}", "{commission:told}; regras: {rules:told}")
HAND_IMPORTED: Final = Said(
    "hand_imported",
    "Imported, not played through this ledger; recorded {recorded:dated}",
    "Importada, não jogada através deste registo; registada {recorded:dated}",
)
HAND_NO_COMMISSION: Final = Said("hand_no_commission", "No commission", "Sem comissão")
HAND_COMMISSION_OF_STACK: Final = Said(
    "hand_commission_of_stack",
    "Commission {rate:percent} of buy-ins and top-ups, none of the pot ({rule})",
    "Comissão de {rate:percent} da cave inicial e das reposições, nenhuma do pote ({rule})",
)
HAND_COMMISSION: Final = Said(
    "hand_commission", "Commission {rate:percent} of the pot ({rule})", "Comissão de {rate:percent} do pote ({rule})"
)
HAND_COMMISSION_CAPPED: Final = Said(
    "hand_commission_capped",
    "Commission {rate:percent} of the pot, at most {cap:figure} a hand ({rule})",
    "Comissão de {rate:percent} do pote, no máximo {cap:figure} por jogada ({rule})",
)
HAND_RULES: Final = Said(
    "hand_rules",
    "ruleset {ruleset}, approved at log index {index}, rules revision {revision}",
    "{ruleset}, aprovadas no índice do registo {index}, revisão {revision} das regras",
)
HAND_RULES_OF_TOURNAMENT: Final = Said(
    "hand_rules_of_tournament",
    "in the tournament {tournament}, as it was announced, rules revision {revision}",
    "do torneio {tournament}, como foi anunciado, revisão {revision} das regras",
)
HAND_RULES_UNAPPROVED: Final = Said(
    "hand_rules_unapproved",
    "no approved ruleset, rules revision {revision}",
    "sem regras específicas aprovadas, revisão {revision} das regras",
)
HAND_SEAT: Final = Said("hand_seat", "Seat {seat}: {player} ({stack:told})", "Lugar {seat}: {player} ({stack:told})")
HAND_SEAT_BUTTON: Final = Said(
    "hand_seat_button",
    "Seat {seat}: {player} ({stack:told}) button",
    "Lugar {seat}: {player} ({stack:told}) botão",
)
HAND_STACK: Final = Said("hand_stack", "{stack:figure} in chips", "{stack:figure} em fichas")
HAND_STACK_UNKNOWN: Final = Said("hand_stack_unknown", "stack unknown", "cave desconhecida")
HAND_SHOWDOWN: Final = Said("hand_showdown", "*** SHOWDOWN ***", "*** Virar das cartas ***")
HAND_SUMMARY: Final = Said("hand_summary", "*** SUMMARY ***", "*** Resumo ***")

HAND_STANDS_OPEN: Final = Said(
    "hand_stands_open",
    "The hand is open at version {version}; {staked:figure} in the pot; {waits:told}",
    "A jogada está em curso na versão {version}; {staked:figure} no pote; {waits:told}",
)
HAND_ENDED_VOID: Final = Said(
    "hand_ended_void",
    "Void: {refunded:figure} of {staked:figure} staked refunded, commission {commission:figure}",
    "Nula: {refunded:figure} reembolsados de {staked:figure} apostados, comissão {commission:figure}",
)
HAND_TOTAL: Final = Said(
    "hand_total",
    "Total pot {staked:figure}, commission {commission:figure}",
    "Total do pote {staked:figure}, comissão {commission:figure}",
)
HAND_TOTAL_OF_POTS: Final = Said(
    "hand_total_of_pots",
    "Total pot {staked:figure}, commission {commission:figure}: {pots}",
    "Total do pote {staked:figure}, comissão {commission:figure}: {pots}",
)
HAND_POT_HOLDS: Final = Said("hand_pot_holds", "{pot:told} {amount:figure}", "{pot:told} {amount:figure}")
HAND_BOARD: Final = Said("hand_board", "Board {board:cards}", "Cartas viradas {board:cards}")
HAND_TO_ACT: Final = Said("hand_to_act", "{player} is to act", "{player} tem de decidir")
HAND_TO_ACT_UNTIL: Final = Said(
    "hand_to_act_until", "{player} is to act until {until:timed}", "{player} tem de decidir até às {until:timed}"
)
HAND_CARDS_NEXT: Final = Said("hand_cards_next", "the closed cards come next", "seguem-se as cartas fechadas")
HAND_BOARD_NEXT: Final = Said(
    "hand_board_next", "the next open card is to be turned", "segue-se a próxima carta virada"
)
HAND_SETTLING_NEXT: Final = Said(
    "hand_settling_next",
    "all cards are out: it is to be settled",
    "todas as cartas estão dadas: falta liquidar",
)
HAND_EXEMPT_ON_FLOP: Final = Said(
    "hand_exempt_on_flop",
    "No commission: the hand ended on the flop without a bet ({rule})",
    "Sem comissão: a jogada terminou no turno do flop sem ação voluntária de apostas ({rule})",
)
HAND_EXEMPT_BEFORE_FLOP: Final = Said(
    "hand_exempt_before_flop",
    "No commission: the hand ended before the flop without a bet ({rule})",
    "Sem comissão: a jogada terminou antes do flop sem ação voluntária de apostas ({rule})",
)
HAND_NOT_EXEMPT: Final = Said(
    "hand_not_exempt",
    "Commission is due though no flop was turned: {rule} exempts what ends on the flop street without a bet",
    "É devida comissão embora não tenha havido flop: {rule} isenta o que termina no turno do flop sem apostas",
)
HAND_NOT_VOID: Final = Said(
    "hand_not_void",
    "Not void: the connection of {lost:listed} was lost, and that is the player's side ({his}); only an outage of the operator's own"
    " system voids a hand ({rule})",
    "Não é nula: a ligação de {lost:listed} perdeu-se, e isso é do lado do jogador ({his}); só uma falha do sistema da própria"
    " entidade exploradora anula uma jogada ({rule})",
)
HAND_SEAT_ENDS: Final = Said("hand_seat_ends", "Seat {seat}: {what}", "Lugar {seat}: {what}")
HAND_CARDS: Final = Said("hand_cards", "{held:cards}", "{held:cards}")
HAND_CARDS_MADE: Final = Said("hand_cards_made", "{held:cards} ({made:word})", "{held:cards} ({made:word})")
HAND_FOLDED: Final = Said("hand_folded", "folded", "desistiu")
HAND_MUCKED: Final = Said("hand_mucked", "did not show", "não mostrou")
HAND_COLLECTED: Final = Said("hand_collected", "collected {amount:figure}", "recebeu {amount:figure}")
HAND_REFUNDED: Final = Said("hand_refunded", "refunded {amount:figure}", "reembolsado em {amount:figure}")
HAND_NET: Final = Said("hand_net", "net {amount:signed}", "lucro ou perda {amount:signed}")
HAND_CARDS_HIDDEN: Final = Said(
    "hand_cards_hidden",
    "Not shown, and hidden: the closed cards of {seats:seat|seats}",
    "Não mostradas, e ocultas: as cartas fechadas de {seats:lugar|lugares}",
)
