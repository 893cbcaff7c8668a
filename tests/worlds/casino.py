"""A ledger with a wheel, a table of blackjack and one of póquer sem descarte, and rounds told in few words.

The same players go from one to the next: p-1 and p-2. Staff: ana is manager, rui is officer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.tools.cli_run import keep_key
from tests.worlds.blackjack import TABLE as BLACKJACK
from tests.worlds.blackjack import beginning, blackjack_terms
from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, opening, wheel_terms
from tests.worlds.sem_descarte import SD_TABLE, deal, sd_terms, setup_commands
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import CommandBase
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import Choice
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette.chances import Chip
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.house.account.commands import Deposit
from tombo.ledger.house.banked.commands import JoinTable
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.publish import publish

ORIGIN: Final = "operator.example/casino"
BEGINS: Final = 1_784_055_600 * SECOND
"""2026-07-14, 20:00 in Lisbon, 19:00 UTC."""
NAMES: Final = ("p-1", "p-2")
LEDGER: Final = ("--ledger", "sqlite:///casino.db", "--keys", "keys")
"""How ``tombo`` finds it from its own folder."""


class Casino(NamedTuple):
    """The ledger, and the floor that sends commands to it."""

    ledger: Ledger
    floor: Floor
    folder: Path

    def spins(self, bets: Mapping[str, tuple[Chip, ...]], ball: str | None) -> str:
        """A spin with these bets, settled on ``ball``; left open with none. Its local id."""
        do = self.floor.do
        do(spin.OpenSpin(deadline=BEGINS + 30 * SECOND, table=WHEEL))
        name = self._newest(WHEEL)
        for who, chips in bets.items():
            do(spin.PlaceChips(chips=list(chips), player=who, round=name), player(who))
        if ball is not None:
            do(spin.CloseBets(round=name))
            do(spin.LandBall(number=ball, round=name))
            do(spin.SettleSpin(round=name))
        return name

    def voids(self, name: str, incident: str = "power") -> None:
        """A spin left open is void, under an incident of the operator's system."""
        opening = OpenIncident(
            first_instant=BEGINS, incident=incident, origin="operator_system", reported_by="monitor", scope=[WHEEL]
        )
        self.floor.do(opening)
        self.floor.do(spin.VoidSpin(incident=incident, round=name))

    def blackjack(self, bets: Mapping[int, int], cards: str, hole: str) -> str:
        """A round of blackjack up to its first cards. Its local id."""
        do = self.floor.do
        do(bj.OpenBlackjackRound(deadline=BEGINS + 20 * SECOND, table=BLACKJACK))
        name = self._newest(BLACKJACK)
        do(bj.ShuffleBlackjackShoe(round=name, shoe=f"shoe-{name.rpartition('/')[2]}"))
        for seat, amount in bets.items():
            do(bj.PlaceBlackjackBet(amount=amount, round=name, seat=seat), player(f"p-{seat}"))
        do(bj.CloseBlackjackBets(round=name))
        do(bj.DealBlackjackHands(cards=cards.split(), hole_card=hole, round=name))
        return name

    def decides(self, name: str, seat: int, decision: Choice, cards: str = "", hand: int = 1) -> None:
        """A decision at blackjack, and the cards it brings."""
        amount = 500 if decision == "insure" else None
        command = bj.DecideBlackjackHand(amount=amount, decision=decision, hand=hand, round=name, seat=seat)
        self.floor.do(command, player(f"p-{seat}"))
        for card in cards.split():
            self.floor.do(bj.DealBlackjackCard(card=card, round=name))

    def reveals(self, name: str, cards: str = "") -> None:
        """The house turns its hole card and takes ``cards``."""
        self.floor.do(bj.RevealBlackjackHouse(round=name))
        for card in cards.split():
            self.floor.do(bj.DealBlackjackCard(card=card, round=name))

    def dealt(self, antes: Mapping[int, int], hands: Mapping[int, str], house: str) -> str:
        """A round of póquer sem descarte up to its cards. Its local id."""
        do = self.floor.do
        do(sd.OpenRound(deadline=BEGINS + 20 * SECOND, table=SD_TABLE))
        name = self._newest(SD_TABLE)
        for seat, amount in antes.items():
            do(sd.PlaceAnte(amount=amount, player=f"p-{seat}", round=name, seat=seat), player(f"p-{seat}"))
        do(sd.CloseAntes(round=name))
        do(deal(self.ledger.view()(f"sem_descarte:{name}"), hands, house))
        return name

    def settles(self, name: str, goes_on: tuple[int, ...], folds: tuple[int, ...] = ()) -> None:
        """The seats of a round of póquer sem descarte decide, and it is settled."""
        for seat in goes_on:
            self.floor.do(sd.Continue(round=name, seat=seat), player(f"p-{seat}"))
        for seat in folds:
            self.floor.do(sd.FoldSemDescarte(round=name, seat=seat), player(f"p-{seat}"))
        self.floor.do(sd.SettleRound(round=name))

    def _newest(self, table: str) -> str:
        return f"{table}/{self.ledger.view()(f'banked:{table}').number}"


def commands(regulation: str, **changes: Any) -> Iterator[tuple[CommandBase, Any]]:
    """What brings the ledger to its three tables, each with who asks; what two tables both need, once.

    A session is of one game, so that each player has three.
    """
    tables = {
        "s": opening(wheel_terms(regulation, **changes), NAMES),
        "bj": beginning(blackjack_terms(), {1: "p-1", 2: "p-2"}),
        "sd": setup_commands(NAMES, sd_terms()),
    }
    sent: list[CommandBase] = []
    for prefix, steps in tables.items():
        for command, by in steps:
            if isinstance(command, StartSession | JoinTable):
                yield command.model_copy(update={"session": f"{prefix}-{command.player}"}), by
            elif command not in sent or isinstance(command, Deposit):
                sent.append(command)
                yield command, by


@contextmanager
def casino(folder: Path, regulation: str = "R804", **changes: Any) -> Iterator[Casino]:
    """The ledger in ``folder``; at the end its checkpoint is signed and it is closed."""
    keyring = Keyring(folder / "keys")
    clock = SteppingClock(BEGINS, step=SECOND)
    ledger = create_ledger(f"sqlite:///{folder}/casino.db", keyring, origin=ORIGIN, clock=clock)
    floor = Floor(ledger.handle)
    for command, by in commands(regulation, **changes):
        floor.do(command, by)
    for name in ("ana", "rui"):
        keep_key(folder / "keys", ORIGIN, name)
    try:
        yield Casino(ledger, floor, folder)
        note = publish(ledger.store, keyring.signer())
        (folder / "checkpoint").write_text(note, encoding="utf-8")
    finally:
        ledger.store.close()
