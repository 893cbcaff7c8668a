"""B1: an act, a board or a payment that a stolen event key sealed where a hand takes none is decided on by no door, and is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, ORIGIN
from tests.worlds.floor import PLATFORM, TERMS, Floor, deal, player
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker import events as hand
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe
from tombo.ledger.operate.publish import publish

HAND: Final = "mesa-1/1"
STREAM: Final = f"hand:{HAND}"
LEDGER: Final = ("--ledger", "sqlite:///room.db", "--keys", "keys")
STACK: Final = 10_000


class Room(NamedTuple):
    """A ledger with a hand of two in play: seat 1 posted the small blind and acts first, then seat 2 does."""

    ledger: Ledger
    floor: Floor

    def seals(self, *events: EventBase) -> int:
        """What a thief seals in one commit; the log index of the first."""
        done = inscribe(self.ledger, f"thief/{self.ledger.store.size}", [(STREAM, event) for event in events])
        self.ledger.store.head()
        return done.entries[0].index

    def acts(self, *seats: int) -> None:
        """Each seat in turn calls what there is to call, or checks."""
        for seat in seats:
            owes = max(self.ledger.view()(STREAM).bets) > self.ledger.view()(STREAM).bets[2 - seat]
            self.floor.do(poker.Call(hand=HAND, seat=seat) if owes else poker.Check(hand=HAND, seat=seat), player(seat))

    def board(self, cards: str) -> None:
        """Open cards."""
        self.floor.do(poker.DealBoard(cards=cards.split(), hand=HAND))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """The blinds are posted and the closed cards dealt."""
    keys = Keyring(tmp_path / "keys")
    ledger = create_ledger(f"sqlite:///{tmp_path}/room.db", keys, origin=ORIGIN, clock=SteppingClock(BEGINS))
    floor = Floor(ledger.handle)
    floor.open_table(players=2, terms=TERMS)
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["As", "Kd", "Ah", "Kc"]))
    try:
        yield Room(ledger, floor)
        (tmp_path / "checkpoint").write_text(publish(ledger.store, keys.signer()), encoding="utf-8")
    finally:
        ledger.store.close()


def _dealt(_: Room) -> None:
    pass


def _preflop(room: Room) -> None:
    room.acts(1, 2)


def _flop(room: Room) -> None:
    _preflop(room)
    room.board("2c 7d 9h")


def _all_in(room: Room) -> None:
    """Both have all in, and the board is out: nobody acts any more."""
    room.floor.do(poker.PlaceBet(hand=HAND, seat=1, total=STACK), player(1))
    room.floor.do(poker.Call(hand=HAND, seat=2), player(2))
    for cards in ("2c 7d 9h", "Js", "Qs"):
        room.board(cards)


class Sealed(NamedTuple):
    """What is played honestly, what the thief seals then, and what is asked next."""

    plays: Callable[[Room], None]
    event: EventBase
    asks: CommandBase
    by: By = PLATFORM


CALL: Final = poker.Call(hand=HAND, seat=1)
FLOP: Final = poker.DealBoard(cards=["2c", "7d", "9h"], hand=HAND)
CHECK: Final = poker.Check(hand=HAND, seat=2)
SETTLE: Final = poker.SettleHand(hand=HAND)
TURNED: Final = hand.CardsShown(cards=[hand.ShownCard(card="As", salt="00" * 32, slot=0)], seat=1)


def _call(seat: int, paid: int, *, all_in: bool = False) -> hand.BetPlaced:
    return hand.BetPlaced(action="call", all_in=all_in, paid=paid, seat=seat)


def _bet(seat: int, paid: int, *, all_in: bool = False) -> hand.BetPlaced:
    return hand.BetPlaced(action="raise", all_in=all_in, paid=paid, seat=seat)


CASES: Final = {
    "a fold of who has nothing to decide": Sealed(_all_in, hand.Folded(seat=1), SETTLE),
    "a fold out of turn": Sealed(_dealt, hand.Folded(seat=2), CALL, player(1)),
    "a fold between two streets": Sealed(_preflop, hand.Folded(seat=1), FLOP),
    "a check out of turn": Sealed(_flop, hand.Checked(seat=1), CHECK, player(2)),
    "a check against a bet": Sealed(_dealt, hand.Checked(seat=1), CHECK, player(2)),
    "a call out of turn": Sealed(_dealt, _call(2, 50), CALL, player(1)),
    "a call of less than the bet": Sealed(_dealt, _call(1, 20), CHECK, player(2)),
    "a raise out of turn": Sealed(_dealt, _bet(2, 500), CALL, player(1)),
    "a bet behind the last": Sealed(_all_in, _bet(1, 500), SETTLE),
    "a bet of more than the stack": Sealed(_dealt, _bet(1, 5 * STACK, all_in=True), CHECK, player(2)),
    "an all-in of less than the stack": Sealed(_dealt, _call(1, 10, all_in=True), FLOP),
    "a board while somebody has to act": Sealed(_dealt, hand.BoardDealt(cards=["2c", "7d", "9h"], street="flop"), CALL),
    "a street that is not the next": Sealed(_preflop, hand.BoardDealt(cards=["2c"], street="turn"), FLOP),
    "a street of too few cards": Sealed(_preflop, hand.BoardDealt(cards=["2c"], street="flop"), FLOP),
    "a blind behind the cards": Sealed(_dealt, hand.BlindPosted(paid=50, post="ante", seat=1), CALL, player(1)),
    "a straddle at a table without": Sealed(_flop, hand.BlindPosted(paid=500, post="straddle", seat=1), CHECK),
    "a pot paid in play": Sealed(_dealt, hand.PotAwarded(amount=150, pot=0, seat=2), CALL, player(1)),
    "a commission in play": Sealed(_dealt, hand.CommissionTaken(amount=5, pot=0, seat=None), CALL, player(1)),
    "settled in play": Sealed(_dealt, hand.Settled(), CALL, player(1)),
    "cards shown in play": Sealed(_dealt, TURNED, CALL, player(1)),
    "cards mucked in play": Sealed(_flop, hand.CardsMucked(seat=1), CHECK, player(2)),
    "a bet given back in play": Sealed(_dealt, hand.UncalledBetReturned(amount=50, seat=2), CALL, player(1)),
    "a bet given back that was matched": Sealed(_all_in, hand.UncalledBetReturned(amount=STACK, seat=1), SETTLE),
    "a decision asked out of turn": Sealed(_dealt, hand.DecisionRequested(deadline=BEGINS, seat=2), CALL, player(1)),
    "a time that is up for who was not asked": Sealed(_dealt, hand.DecisionTimedOut(seat=1), CALL, player(1)),
    "time for who was not asked": Sealed(_dealt, hand.TimeExtended(deadline=BEGINS, seat=1), CALL, player(1)),
}


@pytest.mark.parametrize("what", CASES)
def test_b1_what_is_sealed_out_of_the_order_of_a_hand_is_decided_on_by_no_door(
    room: Room, tmp_path: Path, what: str
) -> None:
    """Red before: the door gave the pot to the other seat, or played on, and audit and night had nothing to say."""
    case = CASES[what]
    case.plays(room)
    at = room.seals(case.event)
    size = room.ledger.store.size
    with pytest.raises(OutOfPlaceError) as found:
        room.floor.ask(case.asks, case.by)
    assert found.value.index == at
    assert room.ledger.store.size == size
    publish(room.ledger.store, Keyring(tmp_path / "keys").signer())
    kind = case.event.kind  # type: ignore[attr-defined]
    with inside(tmp_path):
        for word in ("show", "replay"):
            told = tombo(*LEDGER, "hand", word, HAND)
            assert told.status == 1
            assert f"{kind} at log index {at} " in told.err
        audited = tombo(*LEDGER, "audit")
        night = tombo(*LEDGER, "reconcile", "--day", "2026-07-14")
    for told in (audited, night):
        assert told.status == 1
        assert f"{kind} at log index {at} cannot follow" in told.out


PAID: Final = hand.PotAwarded(amount=50 * STACK, pot=0, seat=2)
MUCKS: Final = [hand.CardsMucked(seat=seat) for seat in (1, 2)]
HALVES: Final[dict[str, list[EventBase]]] = {
    "a pot is paid": [PAID],
    "cards are mucked": [*MUCKS],
    "cards are mucked and a pot is paid": [*MUCKS, PAID],
    "a commission is taken": [hand.CommissionTaken(amount=5, pot=0, seat=None)],
}


@pytest.mark.parametrize("what", HALVES)
def test_b1_no_door_goes_on_with_a_hand_whose_end_is_begun(room: Room, tmp_path: Path, what: str) -> None:
    """Red before: whatever was sealed as paid came to the stack with what the door paid, or gave back of a void hand."""
    _all_in(room)
    at = room.seals(*HALVES[what]) + len(HALVES[what]) - 1
    asked = OpenIncident(
        first_instant=0, incident="i-1", origin="operator_system", reported_by="monitor", scope=["mesa-1"]
    )
    room.floor.do(asked)
    size = room.ledger.store.size
    for command in (SETTLE, poker.VoidHand(hand=HAND, incident="i-1")):
        with pytest.raises(OutOfPlaceError, match=f"an entry of {STREAM} cannot be what it says .*its end is begun"):
            room.floor.ask(command)
    assert room.ledger.store.size == size
    with inside(tmp_path):
        audited = tombo(*LEDGER, "audit")
        night = tombo(*LEDGER, "reconcile", "--day", "2026-07-14")
        recovered = tombo(*LEDGER, "recover")
    for told in (audited, night, recovered):
        assert told.status == 1
        assert "its end is begun, and not recorded" in told.out
    assert f"log index {at}" in night.out


def test_b1_the_honest_hand_goes_to_its_end(room: Room, tmp_path: Path) -> None:
    """Asked, given time, timed out, bet, called, shown: nothing of it is out of order."""
    ask = poker.RequestDecision(deadline=BEGINS, hand=HAND, seat=1)
    room.floor.do(ask)
    room.floor.do(poker.ExtendTime(deadline=BEGINS + 7_200 * SECOND, hand=HAND, seat=1))
    room.acts(1, 2)
    room.board("2c 7d 9h")
    room.floor.do(poker.RequestDecision(deadline=BEGINS + 3_600 * SECOND, hand=HAND, seat=2))
    room.floor.do(poker.TimeOut(hand=HAND, seat=2), occurred=BEGINS + 3_601 * SECOND)
    room.floor.do(poker.PlaceBet(hand=HAND, seat=1, total=STACK - 100), player(1))
    room.floor.do(poker.Call(hand=HAND, seat=2), player(2))
    for card in ("Js", "Qs"):
        room.board(card)
    room.floor.do(SETTLE)
    assert room.ledger.view()(STREAM).outcome == "settled"
    publish(room.ledger.store, Keyring(tmp_path / "keys").signer())
    with inside(tmp_path):
        for words in (("audit",), ("hand", "replay", HAND), ("reconcile", "--day", "2026-07-14")):
            told = tombo(*LEDGER, *words)
            assert told.status == 0, told
