"""``tombo recover``: hands left open are listed, settled where the cards fix the result, and void otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.core.clock import SteppingClock
from ledger.core.command import Envelope
from ledger.core.entry import By
from ledger.games.poker import commands as poker
from ledger.house.incident import commands as house
from ledger.house.incident.events import HandsListed, IncidentClosed, IncidentOpened
from ledger.live.ledger import Ledger
from ledger.operate.keyring import Keyring, create_ledger, open_ledger
from ledger.operate.recover import LeftOpen, Recovery, left_open, recover
from tests.worlds.floor import Floor, deal, player

CARDS = ["As", "Kd", "Ah", "Kc"]


@pytest.fixture
def ledger(sqlite_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with two tables of two players, no hand begun."""
    made = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin="operator.example/1", clock=SteppingClock())
    floor = Floor(made.handle)
    floor.open_table("mesa-1", players=2)
    floor.open_table("mesa-2", players=2, first=3)
    yield made
    made.store.close()


def begin(ledger: Ledger, table: str, first: int) -> Floor:
    """A hand of two at ``table`` of players ``first`` and the next, its closed cards dealt and the small blind called."""
    floor = Floor(ledger.handle, f"{table}-hand")
    floor.do(poker.StartHand(table=table))
    floor.do(deal(table, 1, CARDS))
    floor.do(poker.Call(hand=f"{table}/1", seat=1), player(first))  # PRACTICE: the button posts the small blind
    return floor


def check_down(floor: Floor, table: str, first: int) -> None:
    """Nobody bets, to the end of the river: what is missing is the showdown."""
    hand = f"{table}/1"
    floor.do(poker.Check(hand=hand, seat=2), player(first + 1))
    for cards in (["2c", "7d", "9h"], ["Jc"], ["3s"]):
        floor.do(poker.DealBoard(cards=cards, hand=hand))
        floor.do(poker.Check(hand=hand, seat=2), player(first + 1))
        floor.do(poker.Check(hand=hand, seat=1), player(first))


def test_nothing_left_open_records_nothing(ledger: Ledger) -> None:
    """A ledger without a hand in play is left as it is."""
    size = ledger.store.head().size
    assert recover(ledger) == Recovery(None, (), closed=True)
    assert ledger.store.head().size == size


def test_a_fixed_result_is_settled_and_what_cannot_be_completed_is_void(ledger: Ledger) -> None:
    """Of two open hands the one that waits for its showdown is settled, the one in mid-betting void (R806 r.59, r.72)."""
    check_down(begin(ledger, "mesa-1", 1), "mesa-1", 1)
    begin(ledger, "mesa-2", 3)
    size, last, _ = ledger.store.head()
    assert [(left.hand, left.due) for left in left_open(ledger.view())] == [
        ("hand:mesa-1/1", "settle"),
        ("hand:mesa-2/1", "void"),
    ]
    done = recover(ledger)
    assert [(hand.hand, hand.outcome) for hand in done.hands] == [
        ("hand:mesa-1/1", "settled"),
        ("hand:mesa-2/1", "voided"),
    ]
    assert done.closed
    assert done.incident == f"recover-{size}"
    opened, listed, closed = (entry.event for entry in ledger.entries(f"incident:{done.incident}"))
    assert isinstance(opened, IncidentOpened)
    assert (opened.origin, opened.first_instant, opened.scope) == ("operator_system", last, None)
    assert isinstance(listed, HandsListed)
    assert [hand.hand for hand in listed.hands] == ["hand:mesa-1/1", "hand:mesa-2/1"]
    assert isinstance(closed, IncidentClosed)
    assert closed.note == "hands left open: 1 settled, 1 voided"


def test_a_void_hand_gives_every_stack_back(ledger: Ledger) -> None:
    """After a recovery the stacks of a void hand are those it began with, and the table is free for the next hand."""
    begin(ledger, "mesa-1", 1)
    recover(ledger)
    table = ledger.view()("table:mesa-1")
    assert table.hand is None
    assert [taken.stack for taken in table.seats] == [10_000, 10_000]
    Floor(ledger.handle, "next").do(poker.StartHand(table="mesa-1"))


def test_a_recovery_that_was_interrupted_is_taken_up_again(ledger: Ledger) -> None:
    """A process that died after opening the incident leaves it open; the next run ends its hands under the same one."""
    begin(ledger, "mesa-1", 1)
    size = ledger.store.head().size
    opening = house.OpenIncident(
        first_instant=1, incident=f"recover-{size}", origin="operator_system", reported_by="the run that died"
    )
    ledger.handle(Envelope(opening, By(actor="platform", id="recover"), f"recover-{size}/open", None))
    done = recover(ledger)
    assert (done.incident, done.closed) == (f"recover-{size}", True)
    assert ledger.view().streams("incident") == [f"incident:recover-{size}"]


def test_a_recovery_interrupted_before_the_close_only_closes(ledger: Ledger) -> None:
    """Hands an interrupted run had ended are counted in the note, and not ended again."""
    begin(ledger, "mesa-1", 1)
    by = By(actor="platform", id="recover")
    opening = house.OpenIncident(
        first_instant=1, incident="recover-7", origin="operator_system", reported_by="the run that died"
    )
    ledger.handle(Envelope(opening, by, "recover-7/open", None))
    ledger.handle(Envelope(poker.VoidHand(hand="mesa-1/1", incident="recover-7"), by, "recover-7/mesa-1/1", None))
    assert recover(ledger) == Recovery("recover-7", (), closed=True)
    note = ledger.entries("incident:recover-7")[-1].event
    assert note == IncidentClosed(note="hands left open: 0 settled, 1 voided")


def test_an_incident_of_somebody_else_is_not_taken_for_a_recovery(ledger: Ledger) -> None:
    """An outage that people opened stays open: its hands are recovered under an incident of their own."""
    Floor(ledger.handle, "outage").do(
        house.OpenIncident(first_instant=1, incident="power", origin="operator_system", reported_by="monitor 3")
    )
    begin(ledger, "mesa-1", 1)
    assert recover(ledger).incident != "power"
    assert ledger.view()("incident:power").open


def test_a_hand_the_door_refuses_keeps_the_incident_open(ledger: Ledger) -> None:
    """A showdown whose openings are lost cannot be settled: it stays open, is told with its rule, and so is the incident."""
    check_down(begin(ledger, "mesa-1", 1), "mesa-1", 1)
    ledger.known.drop(["hand:mesa-1/1"])
    ledger.known.add_openings("hand:mesa-1/1", [])  # as a store whose openings were erased would say
    done = recover(ledger)
    assert not done.closed
    (hand,) = done.hands
    assert hand.outcome == "open"
    assert hand.objection is not None
    assert hand.objection.rule == "House: cards"
    assert ledger.view()(f"incident:{done.incident}").open


def test_looking_changes_nothing(ledger: Ledger) -> None:
    """What is left open can be listed, with what is due, before anything is decided."""
    begin(ledger, "mesa-1", 1)
    size = ledger.store.head().size
    version = ledger.view().version("hand:mesa-1/1")
    assert left_open(ledger.view()) == [LeftOpen("hand:mesa-1/1", version, "void")]
    assert ledger.store.head().size == size


def test_a_restarted_ledger_finds_what_was_left_open(ledger: Ledger, sqlite_url: str, tmp_path: Path) -> None:
    """Nothing but the stored entries is needed: another process recovers what the first left."""
    begin(ledger, "mesa-1", 1)
    ledger.store.close()
    after = open_ledger(sqlite_url, Keyring(tmp_path / "keys"), clock=SteppingClock(start=1_770_000_000_000_000))
    assert [hand.outcome for hand in recover(after).hands] == ["voided"]
    assert recover(after) == Recovery(None, (), closed=True)
    after.store.close()
