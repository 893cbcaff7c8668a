"""R804 r.7-12, R807 r.8: a bet that the layout or the rules of the table have not, sealed with the real key, is named.

The door refuses each; who seals past it had nobody to ask him, and a chance of 12 numbers paid by 24 ties to the cent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.forgeries.rounds import Sealed, bets, seal
from tests.forgeries.test_whose_money import told
from tests.worlds.casino import Casino, casino
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip, limits
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette.events import BetPlaced
from tombo.ledger.games.roulette.wheel import CallBet, NeighboursBet, SeriesBet, chips_of
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_at

CLOSE: Final = spin.CloseBets(round=f"{WHEEL}/1")
OFFERED: Final = "the chance cavalo de dúzia is not offered at this table (R804 r.12)"


class Laid(NamedTuple):
    """A bet of p-1, how the rules of the table differ, and what is said of it; empty of one that may lie there."""

    bet: BetPlaced
    said: str
    regulation: str = "R804"
    rules: Mapping[str, Any] = {}


def on(chance: str, numbers: str = "") -> BetPlaced:
    return BetPlaced(call=None, chips=[chip(100, chance, numbers)], player="p-1")


def called(call: CallBet, *numbers: str) -> BetPlaced:
    chips = [chip(100, "straight_up", number) for number in numbers] or chips_of(call, "french_37")
    return BetPlaced(call=call, chips=chips, player="p-1")


DOZEN: Final = " ".join(map(str, range(1, 13)))
TWO_DOZENS: Final = " ".join(map(str, range(1, 25)))
RED: Final = "1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36"
ORPHANS: Final = SeriesBet(call="orphans", chip=100)
BEYOND: Final = NeighboursBet(call="neighbours", chip=100, neighbours=2, number="00")
LAID: Final = {
    "a split of two that do not touch": Laid(on("split", "1 36"), "1-36: no combination of the chance "),
    "a dozen of 24": Laid(on("dozen", TWO_DOZENS), "23-24: no combination of the chance "),
    "the zero of another wheel": Laid(on("straight_up", "00"), "00: no combination of the chance "),
    "a number twice": Laid(on("straight_up", "17 17"), "17-17: no combination of the chance "),
    "red on no number": Laid(on("red"), "no numbers: no combination of the chance "),
    "a split the other way round": Laid(on("split", "2 1"), "2-1: no combination of the chance "),
    "two dozens, not offered": Laid(on("double_dozen", TWO_DOZENS), " (R804 r.12)", rules={"double_dozen": None}),
    "orphans, not offered": Laid(called(ORPHANS), " (R804 r.7)"),
    "neighbours of no number": Laid(called(BEYOND, "17"), "00", "R807"),
    "two dozens": Laid(on("double_dozen", TWO_DOZENS), ""),
    "a dozen": Laid(on("dozen", DOZEN), ""),
    "red": Laid(on("red", RED), ""),
    "orphans": Laid(called(ORPHANS), "", "R807"),
}


def _asks(bet: BetPlaced) -> spin.PlaceChips | spin.PlaceCallBet:
    """The bet as its player asks for it."""
    round_ = f"{WHEEL}/1"
    if bet.call is not None:
        return spin.PlaceCallBet(bet=bet.call, player=bet.player, round=round_)
    return spin.PlaceChips(chips=bet.chips, player=bet.player, round=round_)


@contextmanager
def _table(folder: Path, laid: Laid) -> Iterator[Casino]:
    with casino(folder, laid.regulation, limits=limits(**laid.rules)) as made:
        yield made


@pytest.mark.parametrize("what", LAID)
def test_a_bet_that_is_not_on_the_layout_is_named(tmp_path: Path, what: str) -> None:
    """By audit and night, with the rule. Red before: everything ties, and the chip is lost or paid as its chance says."""
    laid = LAID[what]
    amount = sum(one.amount for one in laid.bet.chips)
    with _table(tmp_path, laid) as made:
        bets(made)
        if laid.said:
            seal(made, Sealed(bets, f"roulette:{WHEEL}/1", laid.bet, amount, CLOSE))
        else:  # what may lie there the door takes of the player himself
            made.floor.do(_asks(laid.bet), player("p-1"))
        for command in (CLOSE, spin.LandBall(number="34", round=f"{WHEEL}/1"), spin.SettleSpin(round=f"{WHEEL}/1")):
            made.floor.do(command)
        night = [text for _, text, _ in told(made.ledger)]
        store = made.ledger.store
        audited = [said for one in audit(store.rows(), lambda *at: row_at(store, *at)) for said in one.differences]
    for found in night, audited:
        if laid.said:
            assert any("roulette:roleta-1/1: p-1, " in said and laid.said in said for said in found), found
        else:
            assert found == []
