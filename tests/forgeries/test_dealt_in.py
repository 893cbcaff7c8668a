"""Who is dealt in and where the button lies, hand after hand: sealed otherwise by whoever has an event key, and told by the night (R806 r.46, r.49, r.64).

Red before: a player with money who sat there was never dealt in, or the button stayed where it was, so that the same two paid the
blinds of every hand; audit and night said that everything ties.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

import pytest

from tests.worlds.floor import Floor, deal, player
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker import staging
from tombo.ledger.games.poker.hand import Hand
from tombo.ledger.games.poker.turns import turn
from tombo.ledger.house.table import decide
from tombo.ledger.house.table.commands import DrawButton, LeaveTable, ReturnToSeat, SitOut, TopUp
from tombo.ledger.house.table.state import SeatState, Table, eligible, next_button
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.projections.reconciliation.run import reconcile

NOON: Final = 1_784_030_400 * SECOND
MIDNIGHT: Final = window(day_of(NOON))[1]
CARDS: Final = ("2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c")
MESA: Final = "mesa-1"


class Evening:
    """A table of four; each hand is folded to the big blind."""

    def __init__(self, folder: Path, begins: int) -> None:
        clock = SteppingClock(begins, step=SECOND)
        url, keys = f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys")
        self.ledger: Ledger = create_ledger(url, keys, origin="operator.example/1", clock=clock)
        self.clock, self.floor = clock, Floor(self.ledger.handle)
        self.floor.open_table(players=4)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.ledger.store.close()

    @property
    def table(self) -> Table:
        """As it stands."""
        found: Table = self.ledger.view()(f"table:{MESA}")
        return found

    def plays(self, hands: int) -> None:
        """So many hands."""
        for _ in range(hands):
            self.floor.do(poker.StartHand(table=MESA))
            local = f"{MESA}/{self.table.number}"
            hand = self.ledger.view()(f"hand:{local}")
            self.floor.do(deal(MESA, self.table.number, CARDS[: 2 * len(hand.seats)]))
            sits = {taken.seat: taken.player for taken in self.table.seats}
            last = len(hand.seats) > 2  # of two the button acts first
            order = (*hand.seats[2:], *hand.seats[:1]) if last else hand.seats[1:]
            for seat in order:
                self.floor.do(poker.Fold(hand=local, seat=seat), player(int(sits[seat].removeprefix("p-"))))

    def loses_all(self) -> tuple[int, By]:
        """A hand in which one is all in and another calls; who lost has nothing."""
        self.floor.do(poker.StartHand(table=MESA))
        local = f"{MESA}/{self.table.number}"
        self.floor.do(deal(MESA, self.table.number, CARDS))
        sits = {taken.seat: player(int(taken.player.removeprefix("p-"))) for taken in self.table.seats}
        for act in ("bets", "calls", "folds", "folds"):
            hand: Hand = self.ledger.view()(f"hand:{local}")
            at = turn(hand) or 0
            seat, stack = hand.seats[at], (hand.stacks[at] or 0) + hand.bets[at]
            does: dict[str, CommandBase] = {
                "bets": poker.PlaceBet(hand=local, seat=seat, total=stack),
                "calls": poker.Call(hand=local, seat=seat),
                "folds": poker.Fold(hand=local, seat=seat),
            }
            self.floor.do(does[act], sits[seat])
        for cards in (["Kh", "Kd", "Qs"], ["Jh"], ["Th"]):
            self.floor.do(poker.DealBoard(cards=cards, hand=local))
        self.floor.do(poker.SettleHand(hand=local))
        return next((taken.seat, sits[taken.seat]) for taken in self.table.seats if not taken.stack)

    def rests(self) -> None:
        """A player goes and comes back, another leaves, and the table plays on between."""
        self.floor.do(SitOut(seat=3, table=MESA), player(3))
        self.plays(1)
        self.floor.do(ReturnToSeat(seat=3, table=MESA), player(3))
        self.plays(1)
        self.floor.do(LeaveTable(seat=4, table=MESA), player(4))

    def stops(self) -> None:
        """Two rest, so that the table stops; they come back, and the button is drawn."""
        for seat in (2, 3):
            self.floor.do(SitOut(seat=seat, table=MESA), player(seat))
        for seat in (2, 3):
            self.floor.do(ReturnToSeat(seat=seat, table=MESA), player(seat))
        self.floor.do(DrawButton(seat=2, table=MESA))

    def told(self, day: str) -> list[tuple[str, str]]:
        """What the night says of a day."""
        return [(one.check, one.text) for one in reconcile(self.ledger.store, None, day).problems]


def without_last(table: Table) -> tuple[SeatState, ...]:
    """Whoever sits last is not dealt in."""
    return eligible(table)[:-1]


def stays(table: Table) -> int | None:
    """The button lies where it lay."""
    return table.button


def skips(table: Table) -> int | None:
    """The button passes one over."""
    due, able = next_button(table), [taken.seat for taken in eligible(table)]
    return due if due is None else able[(able.index(due) + 1) % len(able)]


FALSELY: Final[dict[str, tuple[str, Callable[[Table], object], str]]] = {
    "one not dealt in": ("eligible", without_last, "those who can play are 1, 2, 3, 4 (R806 r.49)"),
    "the button stays": ("next_button", stays, "it goes on to seat"),
    "the button skips": ("next_button", skips, "it goes on to seat"),
}


@pytest.mark.parametrize("begins", [NOON, MIDNIGHT - 60 * SECOND], ids=["noon", "midnight"])
def test_f9_honest_hands_tie(tmp_path: Path, begins: int) -> None:
    """Rests, leavings, a table that stops and draws its button again: nothing is said of them, by the night of either day."""
    with Evening(tmp_path, begins) as evening:
        evening.plays(3)
        evening.clock.instant = max(evening.clock.instant, begins + 61 * SECOND)
        evening.plays(1)
        evening.rests()
        evening.plays(2)
        evening.stops()
        evening.plays(3)
        assert [found for day in {day_of(begins), day_of(begins + 61 * SECOND)} for found in evening.told(day)] == []


def test_who_has_no_chips_as_the_day_begins_does_not_rest(tmp_path: Path) -> None:
    """He lost them, sat through two hands with midnight between, buys chips and is dealt in; then he rests, and comes back."""
    with Evening(tmp_path, MIDNIGHT - 200 * SECOND) as evening:
        broke, who = evening.loses_all()
        evening.plays(1)
        evening.clock.instant = MIDNIGHT + SECOND
        evening.plays(1)
        evening.floor.do(TopUp(amount=5_000, seat=broke, table=MESA), who)
        evening.plays(2)
        evening.floor.do(SitOut(seat=broke, table=MESA), who)
        evening.plays(1)
        evening.floor.do(ReturnToSeat(seat=broke, table=MESA), who)
        evening.plays(2)
        assert [found for day in (NOON, MIDNIGHT + SECOND) for found in evening.told(day_of(day))] == []


@pytest.mark.parametrize("how", list(FALSELY))
@pytest.mark.parametrize("begins", [NOON, MIDNIGHT - 120 * SECOND], ids=["noon", "midnight"])
def test_f9_the_night_tells_of_each_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, begins: int
) -> None:
    """Under the check of people, with the hand; of a table that was open at midnight too."""
    name, falsely, says = FALSELY[how]
    with Evening(tmp_path, begins) as evening:
        evening.plays(1)
        evening.clock.instant = max(evening.clock.instant, begins + 121 * SECOND)
        with monkeypatch.context() as door:
            door.setattr(staging, name, falsely)
            evening.plays(2)
        told = evening.told(day_of(evening.clock.instant))
        assert [check for check, _ in told] == ["people", "people"]
        for number, (_, text) in enumerate(told, 2):
            assert f"hand:{MESA}/{number} " in text
            assert says in text


def test_f10_a_button_is_drawn_only_where_a_table_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is drawn in the middle of the evening, to whom somebody likes (r.46); and one that was drawn lies where it was drawn to."""
    with Evening(tmp_path, NOON) as evening:
        evening.plays(2)
        with monkeypatch.context() as door:
            door.setattr(decide, "button_is_to_be_drawn", lambda _: None)
            evening.floor.do(DrawButton(seat=1, table=MESA))
        evening.plays(1)
        ((check, text),) = evening.told(day_of(NOON))
        assert check == "people"
        assert "table:mesa-1 draws the button to seat 1" in text
