"""B1: a bet or a decision that a stolen event key sealed where the round takes none is paid by no door, and no view is green."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.forgeries.rounds import (
    BET,
    BJ,
    CARD,
    GO_ON,
    LAND,
    PRISONER,
    REVEAL,
    SD,
    SETTLE,
    SPIN,
    STAND,
    STRAIGHT,
    Sealed,
    ace,
    bets,
    card,
    closes,
    deals,
    dealt,
    decided,
    folds,
    hits,
    lands,
    reveals,
    seal,
    stand,
    stands,
)
from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, casino
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import (
    HOLE_SLOT,
    CardDealt,
    DecisionMade,
    DecisionRequested,
    HouseRevealed,
    ShoeShuffled,
)
from tombo.ledger.games.blackjack.events import BetsClosed as BlackjackBetsClosed
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.sem_descarte import events as antes
from tombo.ledger.operate.keyring import inscribe

CASES: Final[dict[str, Sealed]] = {
    "roulette: a bet on the number that lies": Sealed(lands, SPIN, STRAIGHT, 1500, SETTLE),
    "roulette: a bet after bets are closed": Sealed(closes, SPIN, STRAIGHT, 1500, LAND),
    "roulette: bets closed twice": Sealed(closes, SPIN, roulette.BetsClosed(), 0, LAND),
    "roulette: a number while bets are open": Sealed(
        bets, SPIN, roulette.BallLanded(number="17"), 0, spin.CloseBets(round=f"{WHEEL}/1")
    ),
    "roulette: a stake to prison before the ball lies": Sealed(
        closes, SPIN, roulette.BetImprisoned(prisoner=PRISONER), 0, LAND
    ),
    "roulette: a stake out of prison before the ball lies": Sealed(
        closes, SPIN, roulette.PrisonerLost(prisoner=PRISONER), 0, LAND
    ),
    "roulette: a stake to prison where there is none": Sealed(
        lands, SPIN, roulette.BetImprisoned(prisoner=PRISONER), 0, SETTLE
    ),
    "roulette: a stake of who has no account to prison": Sealed(
        lands, SPIN, roulette.BetImprisoned(prisoner=PRISONER.model_copy(update={"player": "p-77"})), 0, SETTLE
    ),
    "roulette: a stake out of a prison that never had it": Sealed(
        lands, SPIN, roulette.BetReleased(prisoner=PRISONER, returned=200), 0, SETTLE
    ),
    "roulette: a stake lost in a prison that never had it": Sealed(
        lands, SPIN, roulette.PrisonerLost(prisoner=PRISONER), 0, SETTLE
    ),
    "blackjack: a second bet behind the cards": Sealed(deals, BJ, BET, 1000, STAND, "p-1"),
    "blackjack: a bet on an empty seat behind the cards": Sealed(
        deals, BJ, BET.model_copy(update={"seat": 2}), 1000, STAND, "p-1"
    ),
    "blackjack: bets closed twice": Sealed(deals, BJ, BlackjackBetsClosed(), 0, STAND, "p-1"),
    "blackjack: a card that nobody waits for": Sealed(deals, BJ, CardDealt(card="8c", hand=1, seat=1), 0, STAND, "p-1"),
    "blackjack: a card for the house before its turn": Sealed(
        deals, BJ, CardDealt(card="8c", hand=None, seat=None), 0, STAND, "p-1"
    ),
    "blackjack: a shoe shuffled behind the cards": Sealed(
        deals, BJ, ShoeShuffled(order_root=None, shoe="shoe-7"), 0, STAND, "p-1"
    ),
    "blackjack: a double behind the last decision": Sealed(stands, BJ, decided("double", 1000), 1000, REVEAL),
    "blackjack: a double behind the hole card": Sealed(reveals, BJ, decided("double", 1000), 1000, CARD),
    "blackjack: a surrender behind the hole card": Sealed(reveals, BJ, decided("surrender"), 0, CARD),
    "blackjack: a surrender for a card that is due": Sealed(hits, BJ, decided("surrender"), 0, CARD),
    "blackjack: a hand asked that has decided": Sealed(
        stands, BJ, DecisionRequested(deadline=BEGINS, hand=1, seat=1), 0, REVEAL
    ),
    "blackjack: a decision of another player than whose hand it is": Sealed(
        ace, BJ, decided("stand", player="p-2"), 0, STAND, "p-1"
    ),
    "blackjack: an insurance of another player": Sealed(
        ace, BJ, decided("insure", 500, seat=2), 500, stand(1, 2), "p-2"
    ),
    "blackjack: a double of another player": Sealed(ace, BJ, decided("double", 1000, seat=2), 1000, stand(1, 2), "p-2"),
    "blackjack: a split of another player": Sealed(ace, BJ, decided("split", 1000, seat=2), 1000, stand(1, 2), "p-2"),
    "blackjack: a time that is up of who was not asked": Sealed(
        deals, BJ, decided("stand", cause="time_out"), 0, REVEAL
    ),
    "roulette: settled before the ball lies": Sealed(closes, SPIN, roulette.Settled(), 0, LAND),
    "roulette: void with a number": Sealed(lands, SPIN, roulette.Voided(incident="i-1", refunds=[]), 0, SETTLE),
    "sem descarte: a second ante behind the cards": Sealed(
        dealt, SD, antes.AntePlaced(amount=500, player="p-1", seat=1), 500, GO_ON, "p-2"
    ),
    "sem descarte: a second bet of who has folded": Sealed(
        folds, SD, antes.Continued(bet2=1000, seat=1), 1000, GO_ON, "p-2"
    ),
    "sem descarte: a fold of who has folded": Sealed(folds, SD, antes.Folded(cause="player", seat=1), 0, GO_ON, "p-2"),
    "sem descarte: a fold for time that was not given": Sealed(
        dealt, SD, antes.Folded(cause="time", seat=1), 0, GO_ON, "p-2"
    ),
    "sem descarte: time without a warning": Sealed(
        dealt, SD, antes.TimeExtended(deadline=BEGINS, seat=1), 0, GO_ON, "p-2"
    ),
    "sem descarte: a warning of who was not asked": Sealed(dealt, SD, antes.DecisionWarned(seat=1), 0, GO_ON, "p-2"),
}


@pytest.mark.parametrize("what", CASES)
def test_b1_what_is_sealed_out_of_order_is_decided_on_by_no_door(tmp_path: Path, what: str) -> None:
    """Red before: the door settled and paid 525.00 on the number that lay, 30.00 on a folded hand; every view was green."""
    case = CASES[what]
    with casino(tmp_path) as made:
        case.plays(made)
        at = seal(made, case)
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


def test_b1_a_stake_that_is_taken_before_the_ball_lies_is_named_by_the_audit(tmp_path: Path) -> None:
    """Red before: a replay could not follow it, and audit and night said nothing, for the amounts are those of the number."""
    with casino(tmp_path) as made:
        closes(made)
        taken = roulette.Collected(chips=[chip(200, "red")], player="p-2")
        ended = [taken, roulette.BallLanded(number="17"), roulette.Settled()]
        at = inscribe(made.ledger, "thief/1", [(SPIN, event) for event in ended]).entries[0].index
    with inside(tmp_path):
        audited, replayed = tombo(*LEDGER, "audit"), tombo(*LEDGER, "round", "replay", SPIN)
    assert (audited.status, replayed.status) == (1, 1)
    assert f"roulette.collected.v1 at log index {at} cannot follow" in audited.out
    assert f"roulette.collected.v1 at log index {at} cannot follow" in replayed.err


def test_b1_the_hole_card_is_not_turned_before_all_have_decided(tmp_path: Path) -> None:
    """Red before: the house turned the card it was dealt, and the player's decision was refused."""
    with casino(tmp_path) as made:
        deals(made)
        salt = made.ledger.view().openings(BJ)[HOLE_SLOT].salt.hex()
        at = seal(made, Sealed(deals, BJ, HouseRevealed(card="Th", salt=salt), 0, STAND))
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
    "a surrender after a card": Breach("2c", decided("surrender"), (REVEAL,), "expected its first two cards"),
    "a double after a card": Breach(
        "2c", decided("double", 1000), (card("3h"), REVEAL, card("9c")), "expected two to double"
    ),
    "a split of no pair": Breach(
        "", decided("split", 1000), (card("9s"), card("9c"), stand(1), stand(2), REVEAL, card("9h")), "one value"
    ),
    "even money without a blackjack": Breach("", decided("even_money"), (REVEAL,), "has no even money"),
}


@pytest.mark.parametrize("what", BREACHES)
def test_b1_a_decision_that_its_hand_may_not_take_is_named(tmp_path: Path, what: str) -> None:
    """Red before: half of the bet came back to who had drawn a third card, and the audit had nothing to say."""
    breach = BREACHES[what]
    with casino(tmp_path) as made:
        deals(made)
        for card in breach.cards.split():
            made.decides("bj-1/1", 1, "hit", card)
        seal(made, Sealed(deals, BJ, breach.event, breach.event.paid, REVEAL))
        for command in breach.goes_on:
            asked_by_player = isinstance(command, bj.DecideBlackjackHand)
            made.floor.do(command, *((player("p-1"),) if asked_by_player else ()))
        assert made.ledger.view()(BJ).outcome == "settled"
    with inside(tmp_path):
        audited = tombo(*LEDGER, "audit")
    assert audited.status == 1
    assert breach.said in audited.out
