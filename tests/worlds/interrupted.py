"""Hands and rounds that a failure interrupts, by regulation and stage, on whatever door takes the commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from tests.worlds import blackjack as bj_world
from tests.worlds import roulette as wheel
from tests.worlds import sem_descarte as sd_world
from tests.worlds.floor import MANAGER, Floor
from tests.worlds.floor import deal as deals
from tests.worlds.floor import player as seated
from tests.worlds.house import player
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import Choice
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.house.staff.commands import GrantRole

Where = Callable[[str], Any]
"""The state of a stream."""
DECIDES: Final = "a player has a decision to take"
SHOWDOWN: Final = "only the showdown is missing"
HANDS: Final = {1: "Kh Jh 8h 6h 2h", 2: "9s 9d 4c 3h 2c"}


class Interrupted(NamedTuple):
    """What is in play, how it came to that, the slot of a closed card that decides, and who is reported as cut off."""

    stream: str
    play: Callable[[Floor, Where], None]
    slot: int | None = None
    cut_off: CommandBase | None = None


def _sets_up(floor: Floor, commands: list[tuple[CommandBase, By]]) -> None:
    for command, by in commands:
        floor.do(command, by)


def _poker(*, to_the_end: bool) -> Callable[[Floor, Where], None]:
    def play(floor: Floor, _: Where) -> None:
        floor.open_table("mesa-1", players=2)
        floor.do(GrantRole(role="officer", staff="rui"), MANAGER)
        floor.do(poker.StartHand(table="mesa-1"))
        floor.do(deals("mesa-1", 1, ["As", "Kd", "Ah", "Kc"]))
        floor.do(poker.Call(hand="mesa-1/1", seat=1), seated(1))
        if not to_the_end:
            return
        floor.do(poker.Check(hand="mesa-1/1", seat=2), seated(2))
        for cards in (["2c", "7d", "9h"], ["Jc"], ["3s"]):
            floor.do(poker.DealBoard(cards=cards, hand="mesa-1/1"))
            floor.do(poker.Check(hand="mesa-1/1", seat=2), seated(2))
            floor.do(poker.Check(hand="mesa-1/1", seat=1), seated(1))

    return play


def _sem_descarte(decisions: str | None) -> Callable[[Floor, Where], None]:
    """``decisions``: of both seats, ``c`` continues and ``f`` folds; None before the cards."""

    def play(floor: Floor, where: Where) -> None:
        name = f"{sd_world.SD_TABLE}/1"
        _sets_up(floor, sd_world.setup_commands(["p-1", "p-2"], sd_world.sd_terms()))
        floor.do(sd.OpenRound(deadline=30_000_000, table=sd_world.SD_TABLE))
        for seat in HANDS:
            floor.do(sd.PlaceAnte(amount=500, player=f"p-{seat}", round=name, seat=seat), player(f"p-{seat}"))
        if decisions is None:
            return
        floor.do(sd.CloseAntes(round=name))
        floor.do(sd_world.deal(where(f"sem_descarte:{name}"), HANDS, "5c 5d Tc 7s 3d"))
        for seat, verb in enumerate(decisions, start=1):
            command = {"c": sd.Continue, "f": sd.FoldSemDescarte}[verb]
            floor.do(command(round=name, seat=seat), player(f"p-{seat}"))

    return play


def _roulette(regulation: str, *, closed: bool, number: str | None = None) -> Callable[[Floor, Where], None]:
    def play(floor: Floor, _: Where) -> None:
        name = f"{wheel.WHEEL}/1"
        _sets_up(floor, wheel.opening(wheel.wheel_terms(regulation), ("p-1",)))
        floor.do(spin.OpenSpin(deadline=wheel.DEADLINE, table=wheel.WHEEL))
        floor.do(spin.PlaceChips(chips=[wheel.chip(100, "red")], player="p-1", round=name), player("p-1"))
        if closed:
            floor.do(spin.CloseBets(round=name))
        if number is not None:
            floor.do(spin.LandBall(number=number, round=name))

    return play


def _blackjack(cards: str, hole: str, *choices: Choice) -> Callable[[Floor, Where], None]:
    """``cards``: player, house, player; none before they are dealt."""

    def play(floor: Floor, _: Where) -> None:
        name = f"{bj_world.TABLE}/1"
        _sets_up(floor, bj_world.beginning(bj_world.blackjack_terms(), {1: "p-1"}))
        floor.do(bj.OpenBlackjackRound(deadline=20_000_000, table=bj_world.TABLE))
        floor.do(bj.ShuffleBlackjackShoe(round=name, shoe="shoe-1"))
        floor.do(bj.PlaceBlackjackBet(amount=1000, round=name, seat=1), player("p-1"))
        if not cards:
            return
        floor.do(bj.CloseBlackjackBets(round=name))
        floor.do(bj.DealBlackjackHands(cards=cards.split(), hole_card=hole, round=name))
        for choice in choices:
            decided = bj.DecideBlackjackHand(amount=None, decision=choice, hand=1, round=name, seat=1)
            floor.do(decided, player("p-1"))

    return play


_HAND: Final = "hand:mesa-1/1"
_ROUND: Final = f"sem_descarte:{sd_world.SD_TABLE}/1"
_SPIN: Final = f"roulette:{wheel.WHEEL}/1"
_BJ: Final = f"blackjack:{bj_world.TABLE}/1"
_LOST: Final = poker.ReportConnection(hand="mesa-1/1", seat=2, up=False)
_CUT_OFF: Final = sd.ReportDisconnected(round=f"{sd_world.SD_TABLE}/1", seat=1)
_SPIN_CUT: Final = spin.ReportSpinConnection(player="p-1", round=f"{wheel.WHEEL}/1")
_BJ_CUT: Final = bj.ReportBlackjackConnection(player="p-1", round=f"{bj_world.TABLE}/1")

STAGES: Final[Mapping[tuple[str, str], Interrupted]] = {
    ("R806", DECIDES): Interrupted(_HAND, _poker(to_the_end=False), cut_off=_LOST),
    ("R806", SHOWDOWN): Interrupted(_HAND, _poker(to_the_end=True), 1, _LOST),
    ("R803", "antes are placed"): Interrupted(_ROUND, _sem_descarte(None), cut_off=_CUT_OFF),
    ("R803", DECIDES): Interrupted(_ROUND, _sem_descarte(""), cut_off=_CUT_OFF),
    ("R803", "all second bets are made"): Interrupted(_ROUND, _sem_descarte("cc"), 0, _CUT_OFF),
    ("R803", "everybody has folded"): Interrupted(_ROUND, _sem_descarte("ff"), cut_off=_CUT_OFF),
    ("R804", "bets are taken"): Interrupted(_SPIN, _roulette("R804", closed=False), cut_off=_SPIN_CUT),
    ("R804", "no more bets"): Interrupted(_SPIN, _roulette("R804", closed=True), cut_off=_SPIN_CUT),
    ("R804", "the number is marked"): Interrupted(_SPIN, _roulette("R804", closed=True, number="2"), cut_off=_SPIN_CUT),
    ("R807", "no more bets"): Interrupted(_SPIN, _roulette("R807", closed=True), cut_off=_SPIN_CUT),
    ("R807", "the number is marked"): Interrupted(_SPIN, _roulette("R807", closed=True, number="2"), cut_off=_SPIN_CUT),
    ("R805", "bets are taken"): Interrupted(_BJ, _blackjack("", ""), cut_off=_BJ_CUT),
    ("R805", DECIDES): Interrupted(_BJ, _blackjack("Ts Th 9d", "7c"), cut_off=_BJ_CUT),
    ("R805", "the house has 17 with its hole card"): Interrupted(
        _BJ, _blackjack("Ts Th 9d", "7c", "stand"), 0, _BJ_CUT
    ),
    ("R805", "the house has 16 with its hole card"): Interrupted(
        _BJ, _blackjack("Ts Th 9d", "6c", "stand"), cut_off=_BJ_CUT
    ),
    ("R805", "a blackjack stands against king and six"): Interrupted(
        _BJ, _blackjack("As Kh Kd", "6c"), cut_off=_BJ_CUT
    ),
}
"""By regulation and stage."""
HELD: Final = {"sem_descarte": sd_world.BALANCE, "roulette": wheel.BANKROLL, "blackjack": bj_world.DEPOSIT}
"""By type of stream, what is on the account of each player before he bets."""
