"""What is due when at the tables of the house: R803, R804, R805, R807."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.worlds.blackjack import TABLE as BLACKJACK
from tests.worlds.blackjack import Blackjack
from tests.worlds.idle import close, warn
from tests.worlds.roulette import R2, WHEEL, Roulette, wheel
from tests.worlds.sem_descarte import SD_TABLE, Casino, deal
from tests.worlds.world import PLATFORM, TABLE, World
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.roulette.commands import CloseBets, OpenSpin, PlaceChips
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.house.banked.commands import JoinTable, PartTable

HANDS: Final = {1: "Ah Kh 8h 6h 2h", 2: "8c 8d Ac 5h 3s"}
HAND: Final = f"{TABLE}/1"
HOUSE: Final = "5c 5d Tc 7s 3d"


class Due(NamedTuple):
    """``command`` by ``by``: not lawful before ``at`` where it is ``early``, and not after where it is not."""

    world: World
    command: CommandBase
    by: By
    at: int
    early: bool


def player(name: str) -> By:
    """A player."""
    return By(actor="player", id=name)


def _wheel(regulation: str) -> Roulette:
    """A wheel with one spin behind it."""
    world = wheel(regulation)
    world.bets("p-1", *R2)
    world.lands("17")
    return world


def _spin(regulation: str, base: int) -> Roulette:
    world = _wheel(regulation)
    world.does(OpenSpin(deadline=base + 30 * SECOND, table=WHEEL), PLATFORM, base)
    return world


def roulette_opens(regulation: str, base: int) -> Due:
    """The time to bet is what the rules give."""
    return Due(_wheel(regulation), OpenSpin(deadline=base + 30 * SECOND, table=WHEEL), PLATFORM, base, early=False)


def roulette_bet(regulation: str, base: int) -> Due:
    """Bets are taken until the time announced."""
    world = _spin(regulation, base)
    bet = PlaceChips(chips=list(R2), player="p-1", round=world.round)
    return Due(world, bet, player("p-1"), base + 30 * SECOND, early=False)


def roulette_closes(regulation: str, base: int) -> Due:
    """The betting ends no earlier."""
    world = _spin(regulation, base)
    return Due(world, CloseBets(round=world.round), PLATFORM, base + 30 * SECOND, early=True)


def alone(regulation: str, base: int) -> Due:
    """Alone at a wheel, a player is idle after more than three minutes without a bet."""
    world = wheel(regulation, ("p-1",), table_kind="single")
    world.does(PartTable(player="p-1", table=WHEEL))
    world.does(JoinTable(player="p-1", session="s-p-1", table=WHEEL), PLATFORM, base)
    return Due(world, warn("p-1", f"banked:{WHEEL}"), PLATFORM, base + 180 * SECOND + 1, early=True)


def let_pass(regulation: str, base: int) -> Due:
    """The minute after the warning is his."""
    world, warning, by, at, _ = alone(regulation, base)
    world.does(warning, by, at)
    return Due(world, close("p-1"), PLATFORM, at + 60 * SECOND + 1, early=True)


def _antes(base: int) -> Casino:
    world = Casino()
    world.does(sd.OpenRound(deadline=base + 20 * SECOND, table=SD_TABLE), PLATFORM, base)
    world.number = 1
    return world


def sem_descarte_opens(base: int) -> Due:
    """The time to bet is what the rules give."""
    return Due(Casino(), sd.OpenRound(deadline=base + 20 * SECOND, table=SD_TABLE), PLATFORM, base, early=False)


def sem_descarte_ante(base: int) -> Due:
    """Antes are placed until the time announced."""
    world = _antes(base)
    ante = sd.PlaceAnte(amount=500, player="p-1", round=world.local, seat=1)
    return Due(world, ante, player("p-1"), base + 20 * SECOND, early=False)


def sem_descarte_closes(base: int) -> Due:
    """The betting ends no earlier."""
    world = _antes(base)
    return Due(world, sd.CloseAntes(round=world.local), PLATFORM, base + 20 * SECOND, early=True)


def _dealt(base: int) -> Casino:
    world = _antes(base - 20 * SECOND)
    for seat in (1, 2):
        name = f"p-{seat}"
        ante = sd.PlaceAnte(amount=500, player=name, round=world.local, seat=seat)
        world.does(ante, player(name), base - 10 * SECOND)
    world.does(sd.CloseAntes(round=world.local), PLATFORM, base)
    world.does(deal(world.state, HANDS, HOUSE), PLATFORM, base)
    return world


def _requested(base: int) -> Casino:
    world = _dealt(base)
    world.does(sd.RequestSemDescarteDecision(deadline=base + 15 * SECOND, round=world.local, seat=1), PLATFORM, base)
    return world


def _extended(base: int) -> Casino:
    world = _requested(base - 15 * SECOND)
    world.does(sd.WarnDecision(round=world.local, seat=1), PLATFORM, base)
    world.does(sd.ExtendSemDescarteTime(deadline=base + 10 * SECOND, round=world.local, seat=1), PLATFORM, base)
    return world


def sem_descarte_asked(base: int) -> Due:
    """The time to decide is what the rules give."""
    world = _dealt(base)
    asked = sd.RequestSemDescarteDecision(deadline=base + 15 * SECOND, round=world.local, seat=1)
    return Due(world, asked, PLATFORM, base, early=False)


def sem_descarte_warned(base: int) -> Due:
    """Nobody is warned before his time is over."""
    world = _requested(base)
    return Due(world, sd.WarnDecision(round=world.local, seat=1), PLATFORM, base + 15 * SECOND, early=True)


def sem_descarte_extended(base: int) -> Due:
    """The extra time is what the rules give."""
    world = _requested(base - 15 * SECOND)
    world.does(sd.WarnDecision(round=world.local, seat=1), PLATFORM, base)
    extra = sd.ExtendSemDescarteTime(deadline=base + 10 * SECOND, round=world.local, seat=1)
    return Due(world, extra, PLATFORM, base, early=False)


def sem_descarte_folded(base: int) -> Due:
    """Nobody folds by silence before his extra time is over."""
    world = _extended(base)
    return Due(world, sd.TimeOutSemDescarte(round=world.local, seat=1), PLATFORM, base + 10 * SECOND, early=True)


def sem_descarte_decides(base: int) -> Due:
    """A player decides until then."""
    world = _extended(base)
    return Due(world, sd.Continue(round=world.local, seat=1), player("p-1"), base + 10 * SECOND, early=False)


def _shoe(base: int) -> Blackjack:
    world = Blackjack({1: "p-1", 2: "p-2"})
    world.does(bj.OpenBlackjackRound(deadline=base + 20 * SECOND, table=BLACKJACK), PLATFORM, base)
    world.does(bj.ShuffleBlackjackShoe(round=world.local, shoe="shoe-1"), PLATFORM, base)
    return world


def blackjack_opens(base: int) -> Due:
    """The time to bet is what the rules give."""
    opens = bj.OpenBlackjackRound(deadline=base + 20 * SECOND, table=BLACKJACK)
    return Due(Blackjack({1: "p-1", 2: "p-2"}), opens, PLATFORM, base, early=False)


def blackjack_bet(base: int) -> Due:
    """Bets are taken until the time announced."""
    world = _shoe(base)
    bet = bj.PlaceBlackjackBet(amount=1_000, round=world.local, seat=1)
    return Due(world, bet, player("p-1"), base + 20 * SECOND, early=False)


def blackjack_closes(base: int) -> Due:
    """The betting ends no earlier."""
    world = _shoe(base)
    return Due(world, bj.CloseBlackjackBets(round=world.local), PLATFORM, base + 20 * SECOND, early=True)


def _faced(base: int) -> Blackjack:
    world = _shoe(base - 20 * SECOND)
    for seat in (1, 2):
        bet = bj.PlaceBlackjackBet(amount=1_000, round=world.local, seat=seat)
        world.does(bet, player(f"p-{seat}"), base - 10 * SECOND)
    world.does(bj.CloseBlackjackBets(round=world.local), PLATFORM, base)
    cards = ["8c", "9d", "6h", "5s", "7c"]
    world.does(bj.DealBlackjackHands(cards=cards, hole_card="Tc", round=world.local), PLATFORM, base)
    return world


def blackjack_asked(base: int) -> Due:
    """The time to decide is what the rules give."""
    world = _faced(base)
    asked = bj.RequestBlackjackDecision(deadline=base + 30 * SECOND, hand=1, round=world.local, seat=1)
    return Due(world, asked, PLATFORM, base, early=False)


def _put(base: int) -> Blackjack:
    world, command, by, at, _ = blackjack_asked(base)
    world.does(command, by, at)
    assert isinstance(world, Blackjack)
    return world


def blackjack_decides(base: int) -> Due:
    """A player decides until his time is up."""
    world = _put(base)
    return Due(world, world.choice("stand"), player("p-1"), base + 30 * SECOND, early=False)


def blackjack_silent(base: int) -> Due:
    """Nothing is decided for him before."""
    world = _put(base)
    silent = bj.TimeOutBlackjackHand(hand=1, round=world.local, seat=1)
    return Due(world, silent, PLATFORM, base + 30 * SECOND + 1, early=True)
