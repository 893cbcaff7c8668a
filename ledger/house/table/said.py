"""What is said about tables of poker: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from ledger.core.said import Said

# Tables of tournaments (R810)
SEATS_ARE_DRAWN: Final = Said(
    "seats_are_drawn",
    "the seats of {tournament} are drawn; expected 'register_entry' of the tournament",
    "os lugares de {tournament} são sorteados; esperava-se 'register_entry' do torneio",
)
CHIPS_WITHOUT_PRICE: Final = Said(
    "chips_without_price",
    "the chips of {tournament} have no price; expected 'rebuy' or 'add_on', where offered",
    "as fichas de {tournament} não têm preço; esperava-se 'rebuy' ou 'add_on', onde os haja",
)
ABSENT_STAYS_IN_PLAY: Final = Said(
    "absent_stays_in_play",
    "players of {tournament} stay in play, there or not; expected 'sit_out' at most",
    "os jogadores de {tournament} permanecem em jogo, presentes ou não; esperava-se quando muito 'sit_out'",
)
SEAT_NOT_ABSENT: Final = Said(
    "seat_not_absent",
    "seat {seat} is not absent from a tournament; expected its decision, or 'time_out'",
    "o lugar {seat} não está ausente de um torneio; esperava-se a sua decisão, ou 'time_out'",
)
