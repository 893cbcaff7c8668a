"""``tombo recover`` asks of every bet what the void command asks: whether what is on record determines its result (D2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds.blackjack import DEPOSIT, TABLE, beginning, blackjack_terms
from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.standstill import recovered
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger

ROUND = f"{TABLE}/1"


@pytest.fixture
def ledger(sqlite_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger without a table."""
    made = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin="operator.example/1", clock=SteppingClock())
    yield made
    made.store.close()


def dealt(ledger: Ledger, bets: dict[int, int], cards: str, hole: str) -> Floor:
    """A round of blackjack with ``bets`` by seat of p-1, p-2 and so on, its first cards dealt."""
    floor = Floor(ledger.handle)
    for command, by in beginning(blackjack_terms(), {seat: f"p-{seat}" for seat in bets}):
        floor.do(command, by)
    floor.do(bj.OpenBlackjackRound(deadline=20_000_000, table=TABLE))
    floor.do(bj.ShuffleBlackjackShoe(round=ROUND, shoe="shoe-1"))
    for seat, amount in bets.items():
        floor.do(bj.PlaceBlackjackBet(amount=amount, round=ROUND, seat=seat), player(f"p-{seat}"))
    floor.do(bj.CloseBlackjackBets(round=ROUND))
    floor.do(bj.DealBlackjackHands(cards=cards.split(), hole_card=hole, round=ROUND))
    return floor


def balances(ledger: Ledger, names: int) -> list[int]:
    """What each player has won or lost."""
    view = ledger.view()
    return [view(f"account:p-{number}").balance - DEPOSIT for number in range(1, names + 1)]


@pytest.mark.parametrize("turned", [False, True])
def test_a_blackjack_that_is_won_is_settled(ledger: Ledger, turned: bool) -> None:  # noqa: FBT001  # drawn
    """Ace and king against king and six: no further card takes it, and no card is drawn (R805 r.18, r.25a, r.27).

    Red before: it was void, whether the hole card lay open or not.
    """
    floor = dealt(ledger, {1: 1000}, "As Kh Kd", "6c")
    if turned:
        floor.do(bj.RevealBlackjackHouse(round=ROUND))
    assert [one.outcome for one in recovered(ledger).hands] == ["settled"]
    assert balances(ledger, 1) == [1500]


def test_a_won_blackjack_stands_beside_a_void_bet(ledger: Ledger) -> None:
    """Another seat has a decision to take: its bet comes back, and the blackjack is paid all the same (#19, r.27)."""
    dealt(ledger, {1: 1000, 2: 2000}, "As Ts Kh Kd 5s", "6c")
    assert [one.outcome for one in recovered(ledger).hands] == ["voided"]
    assert balances(ledger, 2) == [1500, 0]
