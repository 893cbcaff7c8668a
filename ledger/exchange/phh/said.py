"""What is said about hands that are imported: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

IMPORTED_CARD_DEALT_TWICE: Final = Said(
    "imported_card_dealt_twice",
    "a closed card is dealt twice; expected {deck} different cards",
    "uma carta fechada é distribuída duas vezes; esperavam-se {deck} cartas diferentes",
)
SHOWN_BUT_NOT_DEALT: Final = Said(
    "shown_but_not_dealt",
    "p{player} shows {card}, which it was not dealt",
    "p{player} mostra {card}, que não lhe foi distribuída",
)
IMPORTED_BOARD_CARD_ELSEWHERE: Final = Said(
    "imported_board_card_elsewhere",
    "a card of the board lies elsewhere too; expected {deck} different cards",
    "uma carta comum está também noutro lado; esperavam-se {deck} cartas diferentes",
)
WINNINGS_ALL_ZERO: Final = Said(
    "winnings_all_zero",
    "all zero, but {amount} lay in the pots: not believed",
    "tudo a zero, mas havia {amount} nos potes: não se aceita como verdadeiro",
)
COMMISSION_AS_STATED: Final = Said(
    "commission_as_stated",
    "what was won is stated as {amount} less than lay in the pots: recorded as a commission, which PHH has no field for",
    "o que foi ganho está indicado com menos {amount} do que havia nos potes: registado como comissão, para a qual o PHH não tem campo",
)
STATED_RESULT_DIFFERS: Final = Said(
    "stated_result_differs",
    "stated {stated}; derived {derived}",
    "indicado {stated}; apurado {derived}",
)
NOT_DECIDABLE_AS_STATED: Final = Said(
    "not_decidable_as_stated",
    "the cards of {players} are unknown at the showdown: who won cannot be computed; paid as the file states",
    "as cartas de {players} não são conhecidas no fim: não se pode apurar quem ganhou; pago como o ficheiro indica",
)
NOT_DECIDABLE_AS_KNOWN: Final = Said(
    "not_decidable_as_known",
    "the cards of {players} are unknown at the showdown: who won cannot be computed; paid by the cards that are known",
    "as cartas de {players} não são conhecidas no fim: não se pode apurar quem ganhou; pago pelas cartas conhecidas",
)
SHOWS_AFTER_FOLDING: Final = Said(
    "shows_after_folding",
    "p{player} shows or mucks after folding; expected only who is still in the hand",
    "p{player} mostra as cartas, ou declara não as mostrar, depois de desistir; esperava-se só quem ainda está na jogada",
)
SHOWS_AGAIN: Final = Said(
    "shows_again",
    "p{player} shows or mucks again; expected once",
    "p{player} mostra as cartas, ou declara não as mostrar, outra vez; esperava-se uma só vez",
)
CUT_BEFORE_SHOWDOWN: Final = Said(
    "cut_before_showdown",
    "the actions end before the showdown of {players:listed}; expected that each shows or mucks",
    "as ações acabam antes de {players:listed} virarem as cartas; esperava-se que cada um as mostrasse, ou declarasse não as mostrar",
)
ONE_BLIND_ALONE: Final = Said(
    "one_blind_alone",
    "the only blind is {paid} of seat {seat}, read as the big blind; there is no small blind",
    "a única aposta obrigatória é {paid} do lugar {seat}, lida como grande aposta; não há pequena aposta",
)
STATED_UNUSABLE: Final = Said(
    "stated_unusable",
    "found {found}, expected {expected}; kept as it stands, recorded as {instead}",
    "encontrado {found}, esperava-se {expected}; guardado tal como está, registado como {instead}",
)
NONE_AT_ALL: Final = Said("none_at_all", "none", "nada")
DIFFERENT_SEATS: Final = Said(
    "different_seats", "{count} different seats from 1 to {most}", "{count} lugares diferentes de 1 a {most}"
)
FROM_TO: Final = Said("from_to", "{low} to {high}", "{low} a {high}")
NUMBER_FROM_NOUGHT: Final = Said("number_from_nought", "a whole number from 0", "um número inteiro a partir de 0")
TIME_OF_DAY: Final = Said("time_of_day", "a time of day", "uma hora do dia")
NO_TIME_ZONE: Final = Said("no_time_zone", "no time zone", "nenhum fuso horário")
IANA_TIME_ZONE: Final = Said("iana_time_zone", "one of the IANA data base", "um dos da base de dados da IANA")
CALENDAR_DAY: Final = Said("calendar_day", "a day of the calendar", "um dia do calendário")
CURRENCY_CODE: Final = Said("currency_code", "a code of ISO 4217, such as EUR", "um código da ISO 4217, como EUR")
BIG_BLIND_IS_LEAST_BET: Final = Said("big_blind_is_least_bet", "the big blind", "a grande aposta")
STATED_ARRAY: Final = Said("stated_array", "an array of {count}", "uma lista de {count}")
STATED_TYPE: Final = Said("stated_type", "a value of type {type}", "um valor do tipo {type}")
CONTRADICTS_ANOTHER: Final = Said(
    "contradicts_another",
    "another hand of the same venue, table and number is on record and says otherwise: {other}; both are kept, and at most one is what was played",
    "consta outra jogada do mesmo sítio, mesa e número, que diz outra coisa: {other}; guardam-se ambas, e no máximo uma é a que se jogou",
)
RAISE_IS_A_CALL: Final = Said(
    "raise_is_a_call",
    "p{player} bets or raises to {total}, which is what was bet: recorded as a call",
    "p{player} aposta ou aumenta para {total}, que é o que estava apostado: registado como quem acompanha",
)
