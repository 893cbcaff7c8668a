"""What is said of what a table waits for, and of what its players may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.projections.turn import Awaiting

TURN_BETWEEN: Final = Said("turn_between", "Table {table}: nothing is in play", "Mesa {table}: nada está em jogo")
TURN_AT_TABLE: Final = Said(
    "turn_at_table",
    "Table {table}: {played} waits for {awaits:word}",
    "Mesa {table}: {played} espera por {awaits:word}",
)
TURN_ACT: Final = Said("turn_act", "{player} may {act}", "{player} pode {act}")
TURN_ACT_OF_SEAT: Final = Said(
    "turn_act_of_seat", "{player} on seat {seat} may {act}", "{player} no lugar {seat} pode {act}"
)
TURN_ACT_HOW: Final = Said("turn_act_how", "{may:told}: {how}", "{may:told}: {how}")
TURN_AMOUNT: Final = Said("turn_amount", "from {least:figure} to {most:figure}", "de {least:figure} a {most:figure}")
TURN_ONE_AMOUNT: Final = Said("turn_one_amount", "{amount:figure}", "{amount:figure}")
TURN_UNTIL: Final = Said("turn_until", "until {until:dated}", "até {until:dated}")
AWAITED: Final[Mapping[Awaiting, Word]] = {
    "begin": Word("awaits_begin", "its beginning", "o início"),
    "bets": Word("awaits_bets", "bets", "apostas"),
    "cards": Word("awaits_cards", "cards", "cartas"),
    "decision": Word("awaits_decision", "a decision", "uma decisão"),
    "result": Word("awaits_result", "its result", "o resultado"),
}
"""What is awaited."""
