"""Blackjack through the live door: stored, sealed, on accounts, and verified with its hole card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.worlds.blackjack import DEPOSIT, TABLE, beginning, blackjack_terms
from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.standstill import recovered
from tests.worlds.world import PLATFORM
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.house.account.commands import Withdraw
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.left_open import left_open
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.verify import Code, verify

ROUND = f"{TABLE}/1"
STREAM = f"blackjack:{ROUND}"
DEAL = bj.DealBlackjackHands(cards=["8s", "Th", "6h", "8d", "9d"], hole_card="Jc", round=ROUND)


class Game(NamedTuple):
    """A ledger, and the floor that sends commands to it."""

    floor: Floor
    ledger: Ledger


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    """Where the test's keys go."""
    return Keyring(tmp_path / "keys")


@pytest.fixture
def game(sqlite_url: str, keyring: Keyring) -> Iterator[Game]:
    """A ledger on SQLite with bets of two players in a round whose cards are not dealt yet."""
    clock = SteppingClock()
    made = create_ledger(sqlite_url, keyring, origin="operator.example/ledger/1", clock=clock)
    floor = Floor(made.handle)
    for command, by in beginning(blackjack_terms(), {1: "p-1", 3: "p-2"}):
        floor.do(command, by)
    floor.do(bj.OpenBlackjackRound(deadline=clock.instant + 20_000_000, table=TABLE))
    floor.do(bj.ShuffleBlackjackShoe(round=ROUND, shoe="shoe-1"))
    floor.do(bj.PlaceBlackjackBet(amount=1000, round=ROUND, seat=1), player("p-1"))
    floor.do(bj.PlaceBlackjackBet(amount=500, round=ROUND, seat=3), player("p-2"))
    clock.instant += 20_000_000
    floor.do(bj.CloseBlackjackBets(round=ROUND))
    yield Game(floor, made)
    made.store.close()


def balance(ledger: Ledger, name: str) -> int:
    """What the account holds, folded from the stored entries."""
    sign = {"deposited": 1, "credited": 1, "debited": -1}
    moved: list[Any] = [entry.event for entry in ledger.entries(f"account:{name}")][1:]
    return sum(sign[event.kind.split(".")[1]] * event.amount.cents for event in moved)


def play(floor: Floor) -> None:
    """Player 1 splits eights and doubles one, player 2 stands on 19; the house busts."""

    def decide(decision: Any, hand: int = 1) -> None:
        command = bj.DecideBlackjackHand(decision=decision, hand=hand, round=ROUND, seat=1)
        floor.do(command, player("p-1"))

    def cards(*texts: str) -> None:
        for text in texts:
            floor.do(bj.DealBlackjackCard(card=text, round=ROUND))

    floor.do(DEAL)
    decide("split")
    cards("3c", "9h")
    decide("double")
    cards("Td")
    decide("stand", 2)
    floor.do(bj.DecideBlackjackHand(decision="stand", round=ROUND, seat=3), player("p-2"))
    floor.do(bj.RevealBlackjackHouse(round=ROUND))
    cards("Kc")


def test_a_round_is_played_on_accounts_and_verifies(game: Game, keyring: Keyring) -> None:
    """Stakes leave with bet, split and double, prizes come with the settlement, and the hole card opens its commitment."""
    floor, ledger = game
    play(floor)
    assert [balance(ledger, name) for name in ("p-1", "p-2")] == [DEPOSIT + 3000, DEPOSIT + 500]
    kinds = [entry.kind for entry in ledger.entries(STREAM)]
    assert kinds[-4:] == ["blackjack.paid.v1", "blackjack.paid.v1", "blackjack.paid.v1", "blackjack.settled.v1"]
    assert [entry.kind for entry in ledger.entries(f"banked:{TABLE}")][-1] == "banked.round_ended.v1"
    policy = parse_policy(keyring.policy.read_text())
    report = verify(partial(open_opened, ledger.store.url, keyring.opening_secret(ledger.store.origin)), policy)
    assert (report.problems, report.verdict) == ([], Code.UNWITNESSED)


def test_every_movement_names_the_entry_that_caused_it(game: Game) -> None:
    """A debit leads to a bet or a decision, a credit to a payment, of the same player and amount."""
    floor, ledger = game
    play(floor)
    caused = {entry.version: entry.event for entry in ledger.entries(STREAM)}
    moved: list[Any] = [e.event for name in ("p-1", "p-2") for e in ledger.entries(f"account:{name}")]
    movements = [event for event in moved if getattr(event, "cause", None) == STREAM]
    assert len(movements) == 7
    for movement in movements:
        cause = caused[movement.cause_version]
        amount = {
            "blackjack.bet_placed.v1": lambda event: event.amount,
            "blackjack.decision_made.v1": lambda event: event.paid,
            "blackjack.paid.v1": lambda event: event.prize + event.returned,
        }[cause.kind](cause)
        assert movement.amount.cents == amount


def test_the_hole_card_stands_in_no_entry_before_it_is_shown(game: Game) -> None:
    """The entries commit to it, its opening is kept beside them, and a retry with another card is wrong usage."""
    ledger = game.ledger
    deal = Envelope(DEAL, PLATFORM, "deal", None)
    assert isinstance(ledger.handle(deal), Acknowledgement)
    assert not any('"Jc"' in entry.event.model_dump_json() for entry in ledger.entries(STREAM))
    assert [
        entry.event.card for entry in ledger.entries(STREAM) if entry.kind == "blackjack.card_dealt.v1"
    ] == DEAL.cards
    assert len(ledger.store.openings(STREAM)) == 1
    repeated = ledger.handle(deal)
    assert isinstance(repeated, Acknowledgement)
    assert repeated.repeated
    other = DEAL.model_copy(update={"hole_card": "6c"})
    with pytest.raises(UsageError, match="it dealt other cards"):
        ledger.handle(Envelope(other, PLATFORM, "deal", None))


def test_a_bet_beyond_the_account_is_refused(game: Game) -> None:
    """What an account does not hold is not staked, and nothing is recorded."""
    floor, ledger = game
    floor.do(DEAL)
    spent = DEPOSIT - 1000
    floor.do(Withdraw(amount=Money(spent), player="p-1", reference="out"), player("p-1"))
    size = ledger.store.head().size
    split = bj.DecideBlackjackHand(decision="split", round=ROUND, seat=1)
    outcome = floor.ask(split, player("p-1"))
    assert isinstance(outcome, Refused)
    assert outcome.finding.rule == "House: overdraft"
    assert ledger.store.head().size == size


def test_recovery_settles_what_the_hole_card_decides(game: Game) -> None:
    """Once every player is done and the house has 17 or more, a standstill voids nothing: the hole card is turned (R805 r.27)."""
    game.floor.do(DEAL.model_copy(update={"hole_card": "Ac"}))
    for seat, name in ((1, "p-1"), (3, "p-2")):
        stand = bj.DecideBlackjackHand(decision="stand", round=ROUND, seat=seat)
        assert [left.due for left in left_open(game.ledger)] == ["void"]
        game.floor.do(stand, player(name))

    done = recovered(game.ledger)

    assert [(ended.hand, ended.outcome) for ended in done.hands] == [(STREAM, "settled")]
    assert game.ledger.view()(STREAM).outcome == "settled"
