"""B1: a bet or a decision that a stolen event key sealed where the round takes none is paid by no door, and no view is green."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, Casino, casino
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip
from tombo.ledger.core.cards import CardText
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import (
    HOLE_SLOT,
    BetPlaced,
    CardDealt,
    Choice,
    DecisionMade,
    DecisionRequested,
    HouseRevealed,
    ShoeShuffled,
)
from tombo.ledger.games.blackjack.events import BetsClosed as BlackjackBetsClosed
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.games.sem_descarte import events as antes
from tombo.ledger.house.account.events import Debited
from tombo.ledger.operate.keyring import inscribe

SPIN: Final = f"roulette:{WHEEL}/1"
BJ: Final = "blackjack:bj-1/1"
SD: Final = "sem_descarte:sd-1/1"


class Sealed(NamedTuple):
    """What is played honestly, what the thief seals then, and what the platform or a player asks next."""

    plays: Callable[[Casino], None]
    stream: str
    event: EventBase
    stake: int
    """Cents that leave the account of p-1 in the same commit."""
    asks: CommandBase
    by: str | None = None


def _bets(made: Casino) -> None:
    made.floor.do(spin.OpenSpin(deadline=BEGINS + 30 * SECOND, table=WHEEL))
    made.floor.do(spin.PlaceChips(chips=[chip(200, "red")], player="p-2", round=f"{WHEEL}/1"), player("p-2"))


def _closes(made: Casino) -> None:
    _bets(made)
    made.floor.do(spin.CloseBets(round=f"{WHEEL}/1"))


def _lands(made: Casino) -> None:
    _closes(made)
    made.floor.do(spin.LandBall(number="17", round=f"{WHEEL}/1"))


def _deals(made: Casino) -> None:
    made.blackjack({1: 1000}, "Ts 6d 3d", "Th")


def _stands(made: Casino) -> None:
    _deals(made)
    made.decides("bj-1/1", 1, "stand")


def _reveals(made: Casino) -> None:
    _stands(made)
    made.reveals("bj-1/1")


def _hits(made: Casino) -> None:
    _deals(made)
    made.decides("bj-1/1", 1, "hit")


def _dealt(made: Casino) -> None:
    made.dealt({1: 500, 2: 500}, {1: "Ah Ad 7c 8s Jd", 2: "2h 2d 4c 5s Tc"}, "Ac Kd 9h 6s 3c")


def _folds(made: Casino) -> None:
    _dealt(made)
    made.floor.do(sd.FoldSemDescarte(round="sd-1/1", seat=1), player("p-1"))


def _decided(decision: Choice, paid: int = 0) -> DecisionMade:
    return DecisionMade(ace_as_one=False, cause="player", decision=decision, hand=1, paid=paid, player="p-1", seat=1)


def _card(card: CardText) -> bj.DealBlackjackCard:
    return bj.DealBlackjackCard(card=card, round="bj-1/1")


def _stand(hand: int) -> bj.DecideBlackjackHand:
    return bj.DecideBlackjackHand(decision="stand", hand=hand, round="bj-1/1", seat=1)


STRAIGHT: Final = roulette.BetPlaced(call=None, chips=[chip(1500, "straight_up", "17")], player="p-1")
LAND: Final = spin.LandBall(number="17", round=f"{WHEEL}/1")
SETTLE: Final = spin.SettleSpin(round=f"{WHEEL}/1")
PRISONER: Final = roulette.Prisoner(amount=200, chance="red", player="p-2")
CARD: Final = _card("6s")
REVEAL: Final = bj.RevealBlackjackHouse(round="bj-1/1")
STAND: Final = _stand(1)
BET: Final = BetPlaced(amount=1000, player="p-1", seat=1)
GO_ON: Final = sd.Continue(round="sd-1/1", seat=2)
CASES: Final[dict[str, Sealed]] = {
    "roulette: a bet on the number that lies": Sealed(_lands, SPIN, STRAIGHT, 1500, SETTLE),
    "roulette: a bet after bets are closed": Sealed(_closes, SPIN, STRAIGHT, 1500, LAND),
    "roulette: bets closed twice": Sealed(_closes, SPIN, roulette.BetsClosed(), 0, LAND),
    "roulette: a number while bets are open": Sealed(
        _bets, SPIN, roulette.BallLanded(number="17"), 0, spin.CloseBets(round=f"{WHEEL}/1")
    ),
    "roulette: a stake to prison before the ball lies": Sealed(
        _closes, SPIN, roulette.BetImprisoned(prisoner=PRISONER), 0, LAND
    ),
    "roulette: a stake out of prison before the ball lies": Sealed(
        _closes, SPIN, roulette.PrisonerLost(prisoner=PRISONER), 0, LAND
    ),
    "blackjack: a second bet behind the cards": Sealed(_deals, BJ, BET, 1000, STAND, "p-1"),
    "blackjack: a bet on an empty seat behind the cards": Sealed(
        _deals, BJ, BET.model_copy(update={"seat": 2}), 1000, STAND, "p-1"
    ),
    "blackjack: bets closed twice": Sealed(_deals, BJ, BlackjackBetsClosed(), 0, STAND, "p-1"),
    "blackjack: a card that nobody waits for": Sealed(
        _deals, BJ, CardDealt(card="8c", hand=1, seat=1), 0, STAND, "p-1"
    ),
    "blackjack: a card for the house before its turn": Sealed(
        _deals, BJ, CardDealt(card="8c", hand=None, seat=None), 0, STAND, "p-1"
    ),
    "blackjack: a shoe shuffled behind the cards": Sealed(
        _deals, BJ, ShoeShuffled(order_root=None, shoe="shoe-7"), 0, STAND, "p-1"
    ),
    "blackjack: a double behind the last decision": Sealed(_stands, BJ, _decided("double", 1000), 1000, REVEAL),
    "blackjack: a double behind the hole card": Sealed(_reveals, BJ, _decided("double", 1000), 1000, CARD),
    "blackjack: a surrender behind the hole card": Sealed(_reveals, BJ, _decided("surrender"), 0, CARD),
    "blackjack: a surrender for a card that is due": Sealed(_hits, BJ, _decided("surrender"), 0, CARD),
    "blackjack: a hand asked that has decided": Sealed(
        _stands, BJ, DecisionRequested(deadline=BEGINS, hand=1, seat=1), 0, REVEAL
    ),
    "roulette: settled before the ball lies": Sealed(_closes, SPIN, roulette.Settled(), 0, LAND),
    "roulette: void with a number": Sealed(_lands, SPIN, roulette.Voided(incident="i-1", refunds=[]), 0, SETTLE),
    "sem descarte: a second ante behind the cards": Sealed(
        _dealt, SD, antes.AntePlaced(amount=500, player="p-1", seat=1), 500, GO_ON, "p-2"
    ),
    "sem descarte: a second bet of who has folded": Sealed(
        _folds, SD, antes.Continued(bet2=1000, seat=1), 1000, GO_ON, "p-2"
    ),
    "sem descarte: a fold of who has folded": Sealed(_folds, SD, antes.Folded(cause="player", seat=1), 0, GO_ON, "p-2"),
    "sem descarte: a fold for time that was not given": Sealed(
        _dealt, SD, antes.Folded(cause="time", seat=1), 0, GO_ON, "p-2"
    ),
    "sem descarte: time without a warning": Sealed(
        _dealt, SD, antes.TimeExtended(deadline=BEGINS, seat=1), 0, GO_ON, "p-2"
    ),
    "sem descarte: a warning of who was not asked": Sealed(_dealt, SD, antes.DecisionWarned(seat=1), 0, GO_ON, "p-2"),
}


def _debited(case: Sealed, version: int) -> Debited:
    return Debited(amount=Money(case.stake), cause=case.stream, cause_version=version, wallet="cash")


def _seal(made: Casino, case: Sealed) -> int:
    """What the thief seals in one commit; the log index of the first."""
    planted: list[tuple[str, Any]] = [(case.stream, case.event)]
    if case.stake:
        version = made.ledger.view().version(case.stream) + 1
        planted.append(("account:p-1", _debited(case, version)))
    at = inscribe(made.ledger, "thief/1", planted).entries[0].index
    made.ledger.store.head()  # and the door, which knows the round, hears of it
    return at


@pytest.mark.parametrize("what", CASES)
def test_b1_what_is_sealed_out_of_order_is_decided_on_by_no_door(tmp_path: Path, what: str) -> None:
    """Red before: the door settled and paid 525.00 on the number that lay, 30.00 on a folded hand; every view was green."""
    case = CASES[what]
    with casino(tmp_path) as made:
        case.plays(made)
        at = _seal(made, case)
        size = made.ledger.store.size
        with pytest.raises(OutOfPlaceError) as found:
            made.floor.ask(case.asks, *(() if case.by is None else (player(case.by),)))
        assert found.value.index == at
        assert made.ledger.store.size == size
    kind = case.event.kind  # type: ignore[attr-defined]
    with inside(tmp_path):
        for word in ("show", "replay"):
            told = tombo(*LEDGER, "round", word, case.stream)
            assert told.status == 1
            assert f"{kind} at log index {at} cannot follow" in told.err
        audited = tombo(*LEDGER, "audit")
    assert audited.status == 1
    assert f"at log index {at}" in audited.out


def test_b1_a_spin_that_the_thief_ends_himself_is_no_whole_one(tmp_path: Path) -> None:
    """Red before: all that a late bet brings, sealed to the end of the spin, was what its bets and its number give."""
    paid = roulette.Payment(chip=STRAIGHT.chips[0], prize=1500 * 35, returned=1500)
    with casino(tmp_path) as made:
        made.floor.do(spin.OpenSpin(deadline=BEGINS + 30 * SECOND, table=WHEEL))
        made.floor.do(spin.CloseBets(round=f"{WHEEL}/1"))
        made.floor.do(LAND)
        ended = [STRAIGHT, roulette.Paid(payments=[paid], player="p-1"), roulette.Settled()]
        at = inscribe(made.ledger, "thief/1", [(SPIN, event) for event in ended]).entries[0].index
    with inside(tmp_path):
        audited = tombo(*LEDGER, "audit")
    assert audited.status == 1
    assert f"roulette.bet_placed.v1 at log index {at} cannot follow" in audited.out


def test_b1_the_hole_card_is_not_turned_before_all_have_decided(tmp_path: Path) -> None:
    """Red before: the house turned the card it was dealt, and the player's decision was refused."""
    with casino(tmp_path) as made:
        _deals(made)
        salt = made.ledger.view().openings(BJ)[HOLE_SLOT].salt.hex()
        at = _seal(made, Sealed(_deals, BJ, HouseRevealed(card="Th", salt=salt), 0, STAND))
        with pytest.raises(OutOfPlaceError) as found:
            made.floor.ask(STAND, player("p-1"))
    assert found.value.index == at


class Breach(NamedTuple):
    """What p-1 decided before, what the thief seals then, how the round goes on to its end, and a part of what is said."""

    cards: str
    """What p-1 draws before."""
    event: DecisionMade
    goes_on: tuple[CommandBase, ...]
    said: str


BREACHES: Final = {
    "a surrender after a card": Breach("2c", _decided("surrender"), (REVEAL,), "expected its first two cards"),
    "a double after a card": Breach(
        "2c", _decided("double", 1000), (_card("3h"), REVEAL, _card("9c")), "expected two to double"
    ),
    "a split of no pair": Breach(
        "", _decided("split", 1000), (_card("9s"), _card("9c"), _stand(1), _stand(2), REVEAL, _card("9h")), "one value"
    ),
    "even money without a blackjack": Breach("", _decided("even_money"), (REVEAL,), "has no even money"),
}


@pytest.mark.parametrize("what", BREACHES)
def test_b1_a_decision_that_its_hand_may_not_take_is_named(tmp_path: Path, what: str) -> None:
    """Red before: half of the bet came back to who had drawn a third card, and the audit had nothing to say."""
    breach = BREACHES[what]
    with casino(tmp_path) as made:
        _deals(made)
        for card in breach.cards.split():
            made.decides("bj-1/1", 1, "hit", card)
        _seal(made, Sealed(_deals, BJ, breach.event, breach.event.paid, REVEAL))
        for command in breach.goes_on:
            asked_by_player = isinstance(command, bj.DecideBlackjackHand)
            made.floor.do(command, *((player("p-1"),) if asked_by_player else ()))
        assert made.ledger.view()(BJ).outcome == "settled"
    with inside(tmp_path):
        audited = tombo(*LEDGER, "audit")
    assert audited.status == 1
    assert breach.said in audited.out
