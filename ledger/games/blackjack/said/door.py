"""What the door says about a round of blackjack: one row a meaning, a column a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

OUTCOMES: Final[Mapping[str, Word]] = {
    "settled": Word("round_settled", "settled", "está liquidada"),
    "voided": Word("round_voided", "voided", "é nula"),
}
"""How a round has ended."""
CHOICES: Final[Mapping[str, Word]] = {
    "hit": Word("decision_hit", "hit", "pedir carta"),
    "stand": Word("decision_stand", "stand", "ficar"),
    "double": Word("decision_double", "double", "dobrar"),
    "split": Word("decision_split", "split", "desdobrar"),
    "surrender": Word("decision_surrender", "surrender", "desistir"),
    "insure": Word("decision_insure", "insure", "fazer seguro"),
    "even_money": Word("decision_even_money", "even money", "even money"),
}
"""The decisions of R805 r.15 and r.20b-22."""

BLACKJACK_ROUND_UNKNOWN: Final = Said(
    "blackjack_round_unknown",
    "there is no round {round}; expected one that 'open_blackjack_round' began",
    "não há nenhuma jogada {round}; esperava-se uma iniciada por 'open_blackjack_round'",
)
BLACKJACK_ROUND_OVER: Final = Said(
    "blackjack_round_over", "the round {round} is {outcome:word}", "a jogada {round} {outcome:word}"
)
BLACKJACK_BET_OUT_OF_LIMITS: Final = Said(
    "blackjack_bet_out_of_limits",
    "a bet of {bet}; expected {least} to {most}",
    "uma aposta de {bet}; esperava-se entre {least} e {most}",
)
BLACKJACK_BETS_CLOSED: Final = Said("blackjack_bets_closed", "the bets are closed", "as apostas estão encerradas")
BLACKJACK_BET_LATE: Final = Said(
    "blackjack_bet_late",
    "a bet {late:duration} after the time for bets was up",
    "uma aposta {late:duration} depois de findo o tempo para as apostas",
)
BLACKJACK_BETTING_END_UNANNOUNCED: Final = Said(
    "blackjack_betting_end_unannounced",
    "no end of the betting is announced; expected 'deadline' at a table of several",
    "o fim das apostas não está anunciado; esperava-se 'deadline' numa mesa de múltiplos jogadores",
)
BLACKJACK_BETTING_TIME_OTHERWISE: Final = Said(
    "blackjack_betting_time_otherwise",
    "{given:duration} to bet; these rules give {due:duration}",
    "{given:duration} para apostar; estas regras dão {due:duration}",
)
BLACKJACK_BETTING_TIME_LEFT: Final = Said(
    "blackjack_betting_time_left", "{left:duration} are left to bet", "ainda há {left:duration} para apostar"
)
DEAL_WITHOUT_A_BET: Final = Said(
    "deal_without_a_bet",
    "nothing is bet; expected a bet before the player starts the deal",
    "não há nada apostado; esperava-se uma aposta antes de o jogador iniciar a distribuição das cartas",
)
BLACKJACK_FIRST_CARDS_OUT_OF_TURN: Final = Said(
    "blackjack_first_cards_out_of_turn",
    "the first cards are dealt once, after the bets are closed",
    "as cartas iniciais são distribuídas uma só vez, depois de encerradas as apostas",
)
BLACKJACK_FIRST_CARDS_MISCOUNTED: Final = Said(
    "blackjack_first_cards_miscounted",
    "{cards:card|cards} face up for {seats:seat|seats}; expected {expected}",
    "{cards:carta|cartas} com o valor exposto para {seats:lugar|lugares}; esperavam-se {expected}",
)
SHOE_NOT_SHUFFLED: Final = Said(
    "shoe_not_shuffled",
    "no shoe is shuffled; expected 'shuffle_blackjack_shoe' before",
    "não há nenhum sabot baralhado; esperava-se antes 'shuffle_blackjack_shoe'",
)
SHOE_RUNS_OUT: Final = Said(
    "shoe_runs_out",
    "{dealt} of the {size} cards of {shoe} are dealt; shuffle before",
    "{dealt} das {size} cartas de {shoe} já foram distribuídas; é preciso baralhar antes",
)
SHOE_CARD_BEYOND_DECKS: Final = Said(
    "shoe_card_beyond_decks",
    "a card is dealt more often than there are decks, {decks}",
    "uma carta é distribuída mais vezes do que há baralhos, {decks}",
)
SHOE_NAMED_CARD_BEYOND_DECKS: Final = Said(
    "shoe_named_card_beyond_decks",
    "{card} is dealt {times:time|times} from {decks:deck|decks}",
    "{card} é distribuída {times:vez|vezes} de {decks:baralho|baralhos}",
)
SHOE_IN_PLAY: Final = Said(
    "shoe_in_play",
    "{shoe} is in play; expected the end of the round before it is shuffled",
    "{shoe} está em jogo; esperava-se o fim da jogada antes de ser baralhado",
)
NOBODY_WAITS_FOR_A_CARD: Final = Said(
    "nobody_waits_for_a_card",
    "nobody waits for a card; expected a decision, or the house revealed",
    "ninguém espera por uma carta; esperava-se uma decisão, ou que a banca mostrasse as suas cartas",
)
BLACKJACK_DECISION_BEFORE_CARDS: Final = Said(
    "blackjack_decision_before_cards",
    "a decision of seat {seat} before the first cards",
    "uma decisão do lugar {seat} antes das cartas iniciais",
)
BLACKJACK_DECISION_AFTER_HOUSE: Final = Said(
    "blackjack_decision_after_house",
    "a decision of seat {seat} after the house showed its cards",
    "uma decisão do lugar {seat} depois de a banca mostrar as suas cartas",
)
DECISION_BEFORE_CARD_DUE: Final = Said(
    "decision_before_card_due",
    "seat {seat} waits for its card; expected that before another decision",
    "o lugar {seat} espera pela sua carta; esperava-se que a recebesse antes de outra decisão",
)
SPLIT_ACES_TAKE_ONE_CARD: Final = Said(
    "split_aces_take_one_card",
    "hand {hand} of seat {seat} came of a split of aces; expected one card, no more",
    "o jogo {hand} do lugar {seat} resulta de um desdobramento de ases; esperava-se uma só carta",
)
DECISION_FROM_TWENTY_ONE: Final = Said(
    "decision_from_twenty_one",
    "hand {hand} of seat {seat} has {total}; from 21 on nothing is decided",
    "o jogo {hand} do lugar {seat} tem {total} pontos; a partir de 21 nada se decide",
)
DECISION_AFTER_THE_LAST: Final = Said(
    "decision_after_the_last",
    "hand {hand} of seat {seat} has taken its last decision",
    "o jogo {hand} do lugar {seat} já teve a sua última decisão",
)
BLACKJACK_IN_HAND_DECIDES_NOTHING: Final = Said(
    "blackjack_in_hand_decides_nothing",
    "seat {seat} has a blackjack; expected even money or to stand, not {decision:word}",
    "o lugar {seat} tem blackjack; esperava-se even money ou ficar, e não {decision:word}",
)
STANDS_UP_TO_ELEVEN: Final = Said(
    "stands_up_to_eleven",
    "hand {hand} of seat {seat} has {total}; expected a card up to 11",
    "o jogo {hand} do lugar {seat} tem {total} pontos; até 11 esperava-se uma carta",
)
DOUBLE_WITHOUT_TWO_CARDS: Final = Said(
    "double_without_two_cards",
    "hand {hand} of seat {seat} has {cards:card|cards}; expected two to double",
    "o jogo {hand} do lugar {seat} tem {cards:carta|cartas}; esperavam-se duas para dobrar",
)
DOUBLE_ON_OTHER_TOTAL: Final = Said(
    "double_on_other_total",
    "hand {hand} of seat {seat} has {total}; expected 9, 10 or 11 to double",
    "o jogo {hand} do lugar {seat} tem {total} pontos; esperava-se 9, 10 ou 11 para dobrar",
)
SURRENDER_AGAINST_ACE: Final = Said(
    "surrender_against_ace",
    "the house shows an ace; nobody surrenders against it",
    "a banca mostra um ás; contra ele ninguém desiste",
)
SURRENDER_AFTER_FIRST_CARDS: Final = Said(
    "surrender_after_first_cards",
    "hand {hand} of seat {seat} is played; expected its first two cards",
    "o jogo {hand} do lugar {seat} já foi jogado; esperavam-se as suas duas primeiras cartas",
)
RULES_WITHOUT_INSURANCE: Final = Said(
    "rules_without_insurance", "these rules have no insurance", "estas regras não têm seguro"
)
INSURANCE_WITHOUT_ACE: Final = Said(
    "insurance_without_ace",
    "the house shows {card}; expected an ace to insure against",
    "a banca mostra {card}; esperava-se um ás para fazer seguro",
)
INSURANCE_OUT_OF_TURN: Final = Said(
    "insurance_out_of_turn",
    "seat {seat} may insure once, with its first two cards",
    "o lugar {seat} pode fazer seguro uma vez, com as suas duas primeiras cartas",
)
INSURANCE_ABOVE_HALF_THE_BET: Final = Said(
    "insurance_above_half_the_bet",
    "{insured} to insure a bet of {bet}; expected half of it at most",
    "{insured} para o seguro de uma aposta de {bet}; esperava-se no máximo metade dela",
)
EVEN_MONEY_NOT_OPEN: Final = Said(
    "even_money_not_open",
    "seat {seat} has no even money; expected an uninsured blackjack against an ace",
    "o lugar {seat} não tem even money; esperava-se um blackjack sem seguro contra um ás",
)
SPLIT_WITHOUT_ONE_VALUE: Final = Said(
    "split_without_one_value",
    "hand {hand} of seat {seat}: expected two cards of one value to split",
    "o jogo {hand} do lugar {seat}: esperavam-se duas cartas do mesmo valor para desdobrar",
)
SPLIT_WITHOUT_PAIR: Final = Said(
    "split_without_pair",
    "hand {hand} of seat {seat} is no pair, which these rules ask for",
    "o jogo {hand} do lugar {seat} não é um par, como estas regras exigem",
)
SPLITS_USED_UP: Final = Said(
    "splits_used_up",
    "seat {seat} has split {splits:time|times}; these rules allow {allowed}",
    "o lugar {seat} já desdobrou {splits:vez|vezes}; estas regras permitem {allowed}",
)
HOUSE_REVEALED_OUT_OF_TURN: Final = Said(
    "house_revealed_out_of_turn",
    "the house shows its second card once, after the players' cards",
    "a banca mostra a sua segunda carta uma só vez, depois das cartas dos jogadores",
)
HOUSE_BEFORE_PLAYERS: Final = Said(
    "house_before_players",
    "seat {seat} is not done; expected the players before the house",
    "o lugar {seat} ainda não acabou; esperavam-se os jogadores antes da banca",
)
BLACKJACK_ROUND_HAS_A_RESULT: Final = Said(
    "blackjack_round_has_a_result",
    "the cards on record decide every bet; expected 'reveal_blackjack_house', for the round is valid",
    "as cartas registadas decidem todas as apostas; esperava-se 'reveal_blackjack_house', porque a jogada é válida",
)
BLACKJACK_DECISION_TIME_OTHERWISE: Final = Said(
    "blackjack_decision_time_otherwise",
    "{given:duration} to decide; these rules give {due:duration}",
    "{given:duration} para decidir; estas regras dão {due:duration}",
)
BLACKJACK_DECISION_LATE: Final = Said(
    "blackjack_decision_late",
    "seat {seat} decides {late:duration} after its time was up",
    "o lugar {seat} decide {late:duration} depois de findo o seu tempo",
)
BLACKJACK_HAND_NOT_ASKED: Final = Said(
    "blackjack_hand_not_asked",
    "hand {hand} of seat {seat} was not asked; expected 'request_blackjack_decision'",
    "ao jogo {hand} do lugar {seat} não foi pedida uma decisão; esperava-se 'request_blackjack_decision'",
)
BLACKJACK_DECISION_TIME_LEFT: Final = Said(
    "blackjack_decision_time_left",
    "seat {seat} has {left:duration} left to decide",
    "o lugar {seat} ainda tem {left:duration} para decidir",
)
BLACKJACK_SEAT_EMPTY: Final = Said(
    "blackjack_seat_empty",
    "nobody sits on seat {seat}; expected 'join_table' before",
    "ninguém ocupa o lugar {seat}; esperava-se antes 'join_table'",
)
BLACKJACK_BET_TWICE: Final = Said(
    "blackjack_bet_twice", "seat {seat} has its bet already", "o lugar {seat} já tem a sua aposta"
)
BLACKJACK_HAND_UNKNOWN: Final = Said(
    "blackjack_hand_unknown", "there is no hand {hand} on seat {seat}", "não há nenhum jogo {hand} no lugar {seat}"
)
INSURANCE_AMOUNT_MISPLACED: Final = Said(
    "insurance_amount_misplaced",
    "'amount' stands exactly with 'insure'; other stakes follow from the bet",
    "'amount' indica-se com 'insure', e só com ele; os outros valores resultam da aposta",
)
BLACKJACK_TABLE_OF_OTHER_GAME: Final = Said(
    "blackjack_table_of_other_game", "{table} plays {game}, not blackjack", "em {table} joga-se {game}, não blackjack"
)
SHOE_NAME_TAKEN: Final = Said(
    "shoe_name_taken",
    "there was a shoe {shoe} already; a shuffled one needs a name of its own",
    "já houve um sabot {shoe}; um que se baralha precisa de um nome próprio",
)
BLACKJACK_BETS_CLOSED_BEFORE: Final = Said(
    "blackjack_bets_closed_before",
    "the bets of this round are closed already",
    "as apostas desta jogada já estão encerradas",
)
HOLE_CARD_OPENING_MISSING: Final = Said(
    "hole_card_opening_missing",
    "the opening of the hole card is not kept; run 'tombo verify'",
    "a abertura da carta tapada da banca não está guardada; execute 'tombo verify'",
)
BLACKJACK_PAYS_OTHERWISE: Final = Said(
    "blackjack_pays_otherwise",
    "{why:told}: {paid} come back; as {reading:word} has it: {otherwise}",
    "{why:told}: retorno de {paid}; segundo {reading:word}: {otherwise}",
)
DOUBLED_ACE_COUNTS_OTHERWISE: Final = Said(
    "doubled_ace_counts_otherwise",
    "hand {hand} of seat {seat} has {total}, else {swapped}",
    "o jogo {hand} do lugar {seat} tem {total} pontos, de outro modo {swapped}",
)
HAND_MEETS_HOUSE_BLACKJACK: Final = Said(
    "hand_meets_house_blackjack",
    "hand {hand} of seat {seat} meets a blackjack of the house",
    "o jogo {hand} do lugar {seat} defronta um blackjack da banca",
)
BLACKJACK_OF_SEAT_IS_INSURED: Final = Said(
    "blackjack_of_seat_is_insured", "the blackjack of seat {seat} is insured", "o blackjack do lugar {seat} tem seguro"
)
BLACKJACK_PRIZE_ROUNDED_DOWN: Final = Said(
    "blackjack_prize_rounded_down",
    "a prize of {prize} and a half minor units of seat {seat}, rounded down",
    "um prémio de {prize} unidades mínimas e meia do lugar {seat}, arredondado por defeito",
)
SURRENDER_LOSS_ROUNDED_DOWN: Final = Said(
    "surrender_loss_rounded_down",
    "a loss of {loss} and a half minor units of seat {seat}, rounded down",
    "uma perda de {loss} unidades mínimas e meia do lugar {seat}, arredondada por defeito",
)
BLACKJACK_VOID_ROUND_OF_PLAYER: Final = Said(
    "blackjack_void_round_of_player", "the void round of {player}", "a jogada nula de {player}"
)
BLACKJACK_CONNECTION_WITHOUT_BET: Final = Said(
    "blackjack_connection_without_bet",
    "{player} has no bet in this round; expected a player who has",
    "{player} não tem nenhuma aposta nesta jogada; esperava-se um jogador que a tivesse",
)
BLACKJACK_CONNECTION_TWICE: Final = Said(
    "blackjack_connection_twice",
    "the failure of {player} is on record already",
    "a falha de {player} já está registada",
)
BLACKJACK_CONNECTION_NOT_LOST: Final = Said(
    "blackjack_connection_not_lost",
    "no failure of {player} is on record that lasts; expected one to be reported before",
    "não há nenhuma falha de {player} registada que dure; esperava-se que tivesse sido comunicada antes",
)
