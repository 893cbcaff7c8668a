"""R806 r.8, r.11b, r.14: a seat costs what its table says, and a stack is topped up so far and between hands; sealed otherwise, the night names it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.test_rules_held import TABLE, _room
from tests.forgeries.test_whose_money import seals, told
from tests.worlds.floor import Floor
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker.commands import StartHand
from tombo.ledger.house.account.events import Debited
from tombo.ledger.house.session.events import SessionEntered
from tombo.ledger.house.table.events import PlayerSeated, StackToppedUp
from tombo.ledger.live.ledger import Ledger

LIMIT: Final = 100_000


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Ledger]:
    """A table where a seat costs 100.00 and a stack may be brought back to 1,000.00, and p-3 who sits nowhere."""
    made = _room(tmp_path)
    Floor(made.handle, "late").comes(3)
    yield made
    made.store.close()


def _buys(room: Ledger, who: str, event: PlayerSeated | StackToppedUp, amount: int) -> int:
    version = room.view().version(TABLE) + 1
    debit = Debited(amount=Money(amount), cause=TABLE, cause_version=version, wallet="cash")
    entered = ((f"session:{event.session}", SessionEntered(where=TABLE)),) if isinstance(event, PlayerSeated) else ()
    return seals(room, (TABLE, event), (f"account:{who}", debit), *entered)


@pytest.mark.parametrize("buy_in", [1, 9_999, 10_001, 50_000])
def test_a_seat_at_another_price_is_named(room: Ledger, buy_in: int) -> None:
    """Short or deep stacked among others who have what the table says. Red before: everything ties."""
    at = _buys(room, "p-3", PlayerSeated(buy_in=buy_in, commission=0, player="p-3", seat=3, session="s-3"), buy_in)
    said = f"p-3 takes seat 3 of {TABLE} for {buy_in} cents; a seat there costs 10000 (R806 r.8)"
    assert told(room) == [("payout", said, (at,))]


@pytest.mark.parametrize("more", [0, 1])
def test_a_stack_that_is_topped_up_beyond_the_limit_is_named(room: Ledger, more: int) -> None:
    """By a cent; up to the limit nothing is said. Red before: everything ties."""
    amount = LIMIT - 10_000 + more
    at = _buys(room, "p-1", StackToppedUp(amount=amount, commission=0, seat=1), amount)
    said = f"the stack of seat 1 of {TABLE} is topped up to {LIMIT + 1} cents; expected {LIMIT} at most (R806 r.14)"
    assert told(room) == ([("payout", said, (at,))] if more else [])


def test_a_stack_that_is_topped_up_in_a_hand_is_named(room: Ledger) -> None:
    """Who sees his cards brings more to play them with. Red before: only that its hand ends with other stacks, if it does."""
    Floor(room.handle, "hand").do(StartHand(table="mesa-1"))
    at = _buys(room, "p-1", StackToppedUp(amount=5_000, commission=0, seat=1), 5_000)
    said = f"the stack of seat 1 of {TABLE} is topped up during a hand that the seat is in (R806 r.11b)"
    assert ("payout", said, (at,)) in told(room)
