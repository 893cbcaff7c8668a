"""Rounds against the house that are played to some place, and what a stolen event key seals there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tests.worlds.casino import BEGINS, Casino
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip
from tombo.ledger.core.cards import CardText
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import (
    BetPlaced,
    Choice,
    DecisionMade,
)
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.sem_descarte import commands as sd
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


def bets(made: Casino) -> None:
    made.floor.do(spin.OpenSpin(deadline=BEGINS + 30 * SECOND, table=WHEEL))
    made.floor.do(spin.PlaceChips(chips=[chip(200, "red")], player="p-2", round=f"{WHEEL}/1"), player("p-2"))


def closes(made: Casino) -> None:
    bets(made)
    made.floor.do(spin.CloseBets(round=f"{WHEEL}/1"))


def lands(made: Casino) -> None:
    closes(made)
    made.floor.do(spin.LandBall(number="17", round=f"{WHEEL}/1"))


def deals(made: Casino) -> None:
    made.blackjack({1: 1000}, "Ts 6d 3d", "Th")


def stands(made: Casino) -> None:
    deals(made)
    made.decides("bj-1/1", 1, "stand")


def reveals(made: Casino) -> None:
    stands(made)
    made.reveals("bj-1/1")


def hits(made: Casino) -> None:
    deals(made)
    made.decides("bj-1/1", 1, "hit")


def dealt(made: Casino) -> None:
    made.dealt({1: 500, 2: 500}, {1: "Ah Ad 7c 8s Jd", 2: "2h 2d 4c 5s Tc"}, "Ac Kd 9h 6s 3c")


def folds(made: Casino) -> None:
    dealt(made)
    made.floor.do(sd.FoldSemDescarte(round="sd-1/1", seat=1), player("p-1"))


def ace(made: Casino) -> None:
    made.blackjack({1: 1000, 2: 1000}, "Ts 8s Ah 8d 9d", "Th")


def decided(decision: Choice, paid: int = 0, **changes: Any) -> DecisionMade:
    made = DecisionMade(ace_as_one=False, cause="player", decision=decision, hand=1, paid=paid, player="p-1", seat=1)
    return made.model_copy(update=changes)


def card(card: CardText) -> bj.DealBlackjackCard:
    return bj.DealBlackjackCard(card=card, round="bj-1/1")


def stand(hand: int, seat: int = 1) -> bj.DecideBlackjackHand:
    return bj.DecideBlackjackHand(decision="stand", hand=hand, round="bj-1/1", seat=seat)


STRAIGHT: Final = roulette.BetPlaced(call=None, chips=[chip(1500, "straight_up", "17")], player="p-1")
LAND: Final = spin.LandBall(number="17", round=f"{WHEEL}/1")
SETTLE: Final = spin.SettleSpin(round=f"{WHEEL}/1")
PRISONER: Final = roulette.Prisoner(amount=200, chance="red", player="p-2")
CARD: Final = card("6s")
REVEAL: Final = bj.RevealBlackjackHouse(round="bj-1/1")
STAND: Final = stand(1)
BET: Final = BetPlaced(amount=1000, player="p-1", seat=1)
GO_ON: Final = sd.Continue(round="sd-1/1", seat=2)


def _debited(case: Sealed, version: int) -> Debited:
    return Debited(amount=Money(case.stake), cause=case.stream, cause_version=version, wallet="cash")


def seal(made: Casino, case: Sealed) -> int:
    """What the thief seals in one commit; the log index of the first."""
    planted: list[tuple[str, Any]] = [(case.stream, case.event)]
    if case.stake:
        version = made.ledger.view().version(case.stream) + 1
        planted.append(("account:p-1", _debited(case, version)))
    at = inscribe(made.ledger, "thief/1", planted).entries[0].index
    made.ledger.store.head()  # and the door, which knows the round, hears of it
    return at
