"""A failure of a connection that nobody had, or that nobody came back from, is named where a stolen event key sealed it.

R803 r.34, R804 r.22, R805 r.29: whose line fails has a bet in the round, and only who was cut off comes back.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, Casino, casino
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import BlackjackConnectionLost, BlackjackConnectionRestored
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette.events import SpinConnectionLost, SpinConnectionRestored
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.games.sem_descarte.events import PlayerDisconnected, PlayerReconnected
from tombo.ledger.operate.keyring import inscribe

SPIN: Final = f"{WHEEL}/1"


class Untrue(NamedTuple):
    """A round, what the thief seals of it, and the rule by which it is named."""

    stream: str
    sealed: tuple[EventBase, ...]
    rule: str


FALSE: Final = {
    "of a spin, who has not bet": Untrue(f"roulette:{SPIN}", (SpinConnectionLost(player="p-2"),), "R804 r.22"),
    "of a spin, who was not cut off": Untrue(f"roulette:{SPIN}", (SpinConnectionRestored(player="p-1"),), "R804 r.22"),
    "of a spin, twice": Untrue(f"roulette:{SPIN}", (SpinConnectionLost(player="p-1"),) * 2, "R804 r.22"),
    "of blackjack, who has not bet": Untrue("blackjack:bj-1/1", (BlackjackConnectionLost(player="p-2"),), "R805 r.29"),
    "of blackjack, who was not cut off": Untrue(
        "blackjack:bj-1/1", (BlackjackConnectionRestored(player="p-1"),), "R805 r.29"
    ),
    "of blackjack, twice": Untrue("blackjack:bj-1/1", (BlackjackConnectionLost(player="p-1"),) * 2, "R805 r.29"),
    "of póquer sem descarte, who was not cut off": Untrue(
        "sem_descarte:sd-1/1", (PlayerReconnected(seat=1),), "R803 r.34"
    ),
    "of póquer sem descarte, twice": Untrue("sem_descarte:sd-1/1", (PlayerDisconnected(seat=1),) * 2, "R803 r.34"),
}


def _plays(made: Casino, sealed: Untrue | None) -> None:
    """A round of each game of p-1 alone, and what is sealed of one of them before it ends."""

    def seals(stream: str) -> None:
        if sealed is not None and sealed.stream == stream:
            events: list[tuple[str, EventBase]] = [(stream, event) for event in sealed.sealed]
            inscribe(made.ledger, "stolen", events)

    do = made.floor.do
    do(spin.OpenSpin(deadline=BEGINS + 30 * SECOND, table=WHEEL))
    do(spin.PlaceChips(chips=[chip(200, "red")], player="p-1", round=SPIN), player("p-1"))
    seals(f"roulette:{SPIN}")
    do(spin.CloseBets(round=SPIN))
    do(spin.LandBall(number="17", round=SPIN))
    do(spin.SettleSpin(round=SPIN))
    made.blackjack({1: 1000}, "Ts Th 9d", "Jc")
    seals("blackjack:bj-1/1")
    made.decides("bj-1/1", 1, "stand")
    do(bj.RevealBlackjackHouse(round="bj-1/1"))
    made.dealt({1: 500}, {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c")
    do(sd.Continue(round="sd-1/1", seat=1), player("p-1"))
    seals("sem_descarte:sd-1/1")
    do(sd.SettleRound(round="sd-1/1"))


@pytest.mark.parametrize("what", [*FALSE, None])
def test_a_connection_that_did_not_fail_or_come_back_is_named(tmp_path: Path, what: str | None) -> None:
    """By audit, night and replay; nothing is said of the rounds in which nothing was sealed."""
    false = None if what is None else FALSE[what]
    with casino(tmp_path) as made:
        _plays(made, false)
    named = (
        "audit",
        f"reconcile --day {day_of(BEGINS)}",
        f"round replay {'blackjack:bj-1/1' if false is None else false.stream}",
    )
    with inside(tmp_path):
        ran = [tombo(*LEDGER, *words.split()) for words in named]
    for told in ran:
        assert (f"({false.rule})" in told.out and told.status == 1) if false else told.status == 0, told.out
