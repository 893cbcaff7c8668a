"""B1: a decision at blackjack that says something false beside its choice is named; each was paid, and nobody said a word."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.forgeries.rounds import (
    BJ,
    CARD,
    REVEAL,
    STAND,
    Sealed,
    card,
    deals,
    decided,
    seal,
)
from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, casino
from tests.worlds.house import player
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import (
    DecisionMade,
)


class Untrue(NamedTuple):
    """What p-1 is dealt, what the thief seals of it, the cards that come then, and a part of what is said."""

    cards: str
    event: DecisionMade
    goes_on: tuple[CommandBase, ...]
    said: str


FALSE: Final = {
    "an ace that is free where it counts 1": Untrue(
        "As 6d 8d", decided("double", 1000), (CARD, REVEAL, card("9c")), "(R805 r.8a)"
    ),
    "an ace that counts 1 where there is none": Untrue(
        "6s 6d 4d", decided("double", 1000, ace_as_one=True), (CARD, REVEAL, card("9c")), "(R805 r.8a)"
    ),
    "an ace that counts 1 where nothing is doubled": Untrue(
        "As 6d 8d", decided("stand", ace_as_one=True), (REVEAL, card("9c")), "(R805 r.8a)"
    ),
    "a surrender for who was silent": Untrue(
        "Ts 6d 3d", decided("surrender", cause="time_out"), (REVEAL,), "(R805 r.24)"
    ),
    "a card for who was silent with more than 11": Untrue(
        "Ts 6d 3d", decided("hit", cause="time_out"), (CARD, STAND, REVEAL, card("9c")), "(R805 r.24)"
    ),
}


@pytest.mark.parametrize("what", FALSE)
def test_b1_what_a_decision_says_beside_its_choice_is_named_where_it_is_false(tmp_path: Path, what: str) -> None:
    """Red before: twice the stake came back on an ace that counted 11, and the audit, the night and a replay said nothing."""
    false = FALSE[what]
    with casino(tmp_path) as made:
        made.blackjack({1: 1000}, false.cards, "Th")
        if false.event.cause == "time_out":
            made.floor.do(bj.RequestBlackjackDecision(deadline=BEGINS + 900 * SECOND, hand=1, round="bj-1/1", seat=1))
        seal(made, Sealed(deals, BJ, false.event, false.event.paid, REVEAL))
        for command in false.goes_on:
            made.floor.do(command, *((player("p-1"),) if command is STAND else ()))
    with inside(tmp_path):
        ran = [
            tombo(*LEDGER, *words.split())
            for words in ("audit", f"reconcile --day {day_of(BEGINS)}", f"round replay {BJ}")
        ]
    for told in ran:
        assert told.status == 1
        assert false.said in told.out
