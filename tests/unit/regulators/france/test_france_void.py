"""Void hands told to ANJ: with what is on record of their cards, and what was staked in them when they were void."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import run_past
from tests.tools.cli_run import inside, tombo
from tests.tools.replayed_game import replayed_as_told
from tests.worlds.floor import MANAGER, TERMS, deal, player
from tests.worlds.registered_table import BOARD, NOON, NOON_DAY, RegisteredFloor, checked_down, ledger_of
from tests.worlds.reported import TOMBO
from tests.worlds.told_to_anj import FLAGS, SETTINGS, Told, documents, report, xsd
from tests.worlds.world import OFFICER
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.simulator.run import HOUR

pytestmark = pytest.mark.corpus
HAND = "mesa-1/1"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a ledger is made, and its settings; it is the next day when somebody asks."""
    (tmp_path / "anj.toml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.setattr(SystemClock, "now", lambda _: NOON + 24 * HOUR)
    with inside(tmp_path):
        yield tmp_path


def called_and_checked(folder: Path) -> None:
    """A hand of two of which only the showdown is missing; its dealing: aces at seat 1, kings at seat 2."""
    ledger = ledger_of(folder)
    floor = RegisteredFloor(ledger.handle)
    floor.open_table(players=2)
    floor.do(GrantRole(role="officer", staff=OFFICER.id), MANAGER)
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["As", "Kd", "Ah", "Kc"]))
    floor.do(poker.Call(hand=HAND, seat=1), player(1))
    floor.do(poker.Check(hand=HAND, seat=2), player(2))
    for cards in BOARD:
        floor.do(poker.DealBoard(cards=list(cards), hand=HAND))
        floor.do(poker.Check(hand=HAND, seat=2), player(2))
        floor.do(poker.Check(hand=HAND, seat=1), player(1))
    ledger.store.close()


def settled(folder: Path, mucks: tuple[int, ...]) -> None:
    """A hand of two to its end; who of them does not show."""
    ledger = ledger_of(folder)
    floor = RegisteredFloor(ledger.handle)
    floor.open_table(players=2, terms=TERMS.model_copy(update={"showdown": "losers_may_muck"}))
    checked_down(floor, mucks=mucks)
    ledger.store.close()


def loses(slot: int) -> None:
    """The opening of a closed card is gone from the database."""
    run_past("sqlite:///ledger.db", f"DELETE FROM openings WHERE stream = 'hand:{HAND}' AND slot = {slot}")


def voids(folder: Path, hand: str = HAND) -> None:
    """An officer voids the hand."""
    clock = SteppingClock(NOON + 60 * SECOND, step=0)
    ledger = open_ledger(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), clock=clock)
    floor = RegisteredFloor(ledger.handle, "later")
    opens = OpenIncident(first_instant=NOON, incident="fire", origin="operator_system", reported_by="monitor")
    floor.do(opens)
    floor.do(poker.VoidHand(hand=hand, incident="fire"), OFFICER)
    ledger.store.close()


def released() -> list[Told]:
    """The day closed and released; its hands."""
    closed = tombo(*TOMBO, "reconcile", "--day", NOON_DAY, "--close")
    assert closed.status in {0, 1}, closed.err  # the night tells of the void
    ran = report("release", NOON_DAY, "--out", "told")
    assert ran.status == 0, ran.err
    return [each for each in documents(Path("told")) if each.root.tag == "POJEU"]


def test_a_hand_that_is_void_for_a_lost_card_is_told(folder: Path) -> None:
    """Red before: no release of its day was ever possible. One card less is dealt to seat 2, and how many are lost is said."""
    called_and_checked(folder)
    loses(1)
    voids(folder)
    (game,) = released()
    assert replayed_as_told(game.root).void
    assert (game.info()["annulee"], game.info()["perdues"]) == ("", "1")
    cards = [(one.findtext("Siege"), one.findtext("Valeur")) for one in game.root.iter("Draw")]
    assert cards[:3] == [("1", "1"), ("1", "14"), ("2", "52")]
    assert [seat for seat, _ in cards[3:]] == [None] * 5


@pytest.mark.parametrize(
    ("mucks", "info", "draws"),
    [((2,), {"perdues": "1"}, [1, 14, 52]), ((), {}, [1, 39, 14, 52])],
    ids=["never shown", "shown"],
)
def test_a_card_that_is_lost_behind_the_end_of_a_hand_is_told_as_lost(
    folder: Path, mucks: tuple[int, ...], info: dict[str, str], draws: list[int]
) -> None:
    """Red before: no release of its day was ever possible. What was shown in the hand is on record all the same."""
    settled(folder, mucks)
    loses(1)
    assert tombo(*TOMBO, "reconcile", "--day", NOON_DAY, "--close").status == 0, "the hand was decided with its cards"
    assert "WITHHELD" in tombo(*TOMBO, "verify").out
    ran = tombo(*TOMBO, "report", "release", "france", NOON_DAY, *FLAGS, "--xsd", str(xsd()), "--out", "told")
    assert (ran.status, "Left out: Draw, 1 time" in ran.out) == (0, bool(info)), ran.err
    (game,) = [each for each in documents(Path("told")) if each.root.tag == "POJEU"]
    replayed_as_told(game.root)
    assert {name: value for name, value in game.info().items() if name == "perdues"} == info
    assert [
        int(one.findtext("Valeur") or "") for one in game.root.iter("Draw") if one.find("Siege") is not None
    ] == draws


def test_a_card_that_is_not_the_one_dealt_is_no_lost_card(folder: Path) -> None:
    """Somebody changed it: its day is told when it is as it was, or away."""
    settled(folder, (2,))
    assert tombo(*TOMBO, "reconcile", "--day", NOON_DAY, "--close").status == 0
    run_past(
        "sqlite:///ledger.db", f"UPDATE openings SET sealed = zeroblob(61) WHERE stream = 'hand:{HAND}' AND slot = 1"
    )
    ran = report("release", NOON_DAY, "--out", "told")
    assert (ran.status, "TAMPERED: the opening of hand:mesa-1/1" in ran.err, Path("told").exists()) == (1, True, False)
    loses(1)
    assert report("release", NOON_DAY, "--out", "told").document["left_out"] == {"Draw": 1}


@pytest.mark.parametrize(
    ("answer", "total", "rounds"), [(True, "30.00", ["1.50", "58.50"]), (False, "90.00", ["1.50", "89.50"])]
)
def test_what_nobody_had_matched_is_in_no_total_once_it_went_back(
    folder: Path, *, answer: bool, total: str, rounds: list[str]
) -> None:
    """Red before, by the engine: who is called for less has the rest back at once, and then the hand is void. Where the answer is due, he staked all of it."""
    ledger = ledger_of(folder)
    floor = RegisteredFloor(ledger.handle)
    floor.open_table(players=2)
    floor.do(GrantRole(role="officer", staff=OFFICER.id), MANAGER)
    loses_seventy(floor)
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 2, ["As", "Kd", "Ah", "Kc"]))
    floor.do(poker.PlaceBet(hand="mesa-1/2", seat=2, total=9_000), player(2))
    if answer:
        floor.do(poker.Call(hand="mesa-1/2", seat=1), player(1))
    ledger.store.close()
    voids(folder, "mesa-1/2")
    game = released()[-1]
    assert replayed_as_told(game.root).void
    assert [each.findtext("Finance/Total") for each in game.root.iter("Joueur") if each.findtext("Siege") == "2"] == [
        total
    ]
    assert [each.findtext("Total") for each in game.root.iter("Tour")] == rounds


def loses_seventy(floor: RegisteredFloor) -> None:
    """A hand in which seat 1 pays 70.00 to seat 2."""
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["As", "Kd", "Ah", "Kc"]))
    floor.do(poker.PlaceBet(hand=HAND, seat=1, total=7_000), player(1))
    floor.do(poker.Call(hand=HAND, seat=2), player(2))
    floor.do(poker.DealBoard(cards=["2c", "7d", "9h"], hand=HAND))
    floor.do(poker.Check(hand=HAND, seat=2), player(2))
    floor.do(poker.Fold(hand=HAND, seat=1), player(1))
