"""What the night says where a table and a hand of it do not tell the same: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

HAND_NAMED_OTHERWISE: Final = Said(
    "hand_named_otherwise",
    "{hand} says of itself that it is number {number} of {table}",
    "{hand} diz de si que é a número {number} de {table}",
)
BUTTON_OTHERWISE: Final = Said(
    "button_otherwise",
    "{hand} is played with the button at seat {button}; its table says seat {told}",
    "{hand}: joga-se com o botão no lugar {button}; a mesa diz lugar {told}",
)
SEATS_OTHERWISE: Final = Said(
    "seats_otherwise",
    "{hand} is played by the seats {seats}; its table says {told}",
    "{hand}: jogam os lugares {seats}; a mesa diz {told}",
)
PLAYED_BY_ANOTHER: Final = Said(
    "played_by_another",
    "{hand}: {player} plays on seat {seat}; {holder} sits there",
    "{hand}: {player} joga no lugar {seat}; quem lá se senta é {holder}",
)
PLAYS_WITH: Final = Said(
    "plays_with",
    "{hand}: seat {seat} plays with {stack}; its table says {before}",
    "{hand}: o lugar {seat} joga com {stack}; a mesa diz {before}",
)
NETS_OTHERWISE: Final = Said(
    "nets_otherwise",
    "{hand} moves the stacks of the seats {seats}; its table says {told}",
    "{hand} altera as caves dos lugares {seats}; a mesa diz {told}",
)
OUTCOME_OTHERWISE: Final = Said(
    "outcome_otherwise",
    "{hand} ended otherwise than its table says",
    "{hand} terminou de modo diferente do que a mesa diz",
)
LAST_CHIP_TAKEN_OTHERWISE: Final = Said(
    "last_chip_taken_otherwise",
    "{hand}: the last chip of seat {seat} is said to be won by the seats {told}; its pots make {makes}",
    "{hand}: a última ficha do lugar {seat} é dada como ganha pelos lugares {told}; dos potes resulta {makes}",
)
BET_OTHERWISE: Final = Said(
    "bet_otherwise",
    "{hand}: the seats {told} are said to have bet in it; those that did are {makes}",
    "{hand}: diz-se que nela apostaram os lugares {told}; apostaram {makes}",
)
DEALT_TO_OTHERS: Final = Said(
    "dealt_to_others",
    "{hand} is dealt to the seats {seats}; those who can play are {able} ({rule})",
    "{hand} é dada aos lugares {seats}; podem jogar {able} ({rule})",
)
BUTTON_MOVED_OTHERWISE: Final = Said(
    "button_moved_otherwise",
    "{hand} has the button at seat {button}; it goes on to seat {due} ({rule})",
    "{hand} tem o botão no lugar {button}; devia passar ao lugar {due} ({rule})",
)
HAND_WITHOUT_DRAWN_BUTTON: Final = Said(
    "hand_without_drawn_button",
    "{hand} has the button at seat {button}; its table had started, or starts again, and drew none ({rule})",
    "{hand} tem o botão no lugar {button}; a mesa começou, ou recomeça, e nenhum foi sorteado ({rule})",
)
BUTTON_DRAWN_AGAIN: Final = Said(
    "button_drawn_again",
    "{table} draws the button to seat {seat}; it lies at seat {button}, and nothing stopped there ({rule})",
    "{table} sorteia o botão para o lugar {seat}; está no lugar {button}, e nada ali parou ({rule})",
)
