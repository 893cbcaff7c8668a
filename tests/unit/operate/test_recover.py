"""``tombo recover``: hands left open are listed, settled where the cards fix the result, and void otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import TypeAdapter

from tests.worlds.floor import MANAGER, Floor, deal, player
from tests.worlds.sem_descarte import BALANCE, sd_terms, setup_commands
from tests.worlds.standstill import recovered
from tombo.ledger.catalogue import DECIDERS
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import FaultError, UsageError
from tombo.ledger.core.ids import CommandId
from tombo.ledger.core.money import Money
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.events import Folded
from tombo.ledger.games.sem_descarte.commands import OpenRound, PlaceAnte
from tombo.ledger.house.account.commands import Deposit
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.house.incident import commands as house
from tombo.ledger.house.incident.events import HandsListed, IncidentClosed, IncidentOpened
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import DrawButton
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.left_open import LeftOpen, left_open
from tombo.ledger.operate.recover import MARKS, RECOVERY, Recovery, recover

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
    assert recovered(ledger) == Recovery(None, (), closed=True)
    assert ledger.store.head().size == size


def test_a_fixed_result_is_settled_and_what_cannot_be_completed_is_void(ledger: Ledger) -> None:
    """Of two open hands the one that waits for its showdown is settled, the one in mid-betting void (R806 r.59, r.72)."""
    check_down(begin(ledger, "mesa-1", 1), "mesa-1", 1)
    begin(ledger, "mesa-2", 3)
    size, last, _ = ledger.store.head()
    assert [(left.hand, left.due) for left in left_open(ledger)] == [
        ("hand:mesa-1/1", "settle"),
        ("hand:mesa-2/1", "void"),
    ]
    done = recovered(ledger)
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


@pytest.mark.parametrize("later", [0, 2 * 30 + 60 - 1])
def test_d2b_nothing_is_ended_while_play_may_be_going_on(ledger: Ledger, later: int) -> None:
    """D2b: seconds after the last entry a table may wait for a player, at this door or another: nothing is recorded, and it says what to do."""
    begin(ledger, "mesa-1", 1)
    size, clock = ledger.store.head().size, ledger.clock
    assert isinstance(clock, SteppingClock)
    assert ledger.view()("hand:mesa-1/1").terms.decision_seconds == 30
    clock.instant = ledger.store.head().recorded + later * SECOND
    with pytest.raises(UsageError, match="may be silent for 60 seconds: play may be going on"):
        recover(ledger)
    assert ledger.store.head().size == size
    clock.instant = ledger.store.head().recorded + 120 * SECOND
    assert [one.outcome for one in recover(ledger).hands] == ["voided"]


def test_a_void_hand_gives_every_stack_back(ledger: Ledger) -> None:
    """After a recovery the stacks of a void hand are those it began with, and the table is free for a draw of the button and the next hand."""
    begin(ledger, "mesa-1", 1)
    recovered(ledger)
    table = ledger.view()("table:mesa-1")
    assert table.hand is None
    assert [taken.stack for taken in table.seats] == [10_000, 10_000]
    floor = Floor(ledger.handle, "next")
    floor.do(DrawButton(seat=1, table="mesa-1"))  # R806 r.46: the table restarts
    floor.do(poker.StartHand(table="mesa-1"))


def test_a_recovery_that_was_interrupted_is_taken_up_again(ledger: Ledger) -> None:
    """A process that died after opening the incident leaves it open; the next run ends its hands under the same one."""
    begin(ledger, "mesa-1", 1)
    size = ledger.store.head().size
    opening = house.OpenIncident(
        first_instant=1, incident=f"recover-{size}", origin="operator_system", reported_by="the run that died"
    )
    ledger.handle(Envelope(opening, By(actor="platform", id="recover"), f"recover-{size}/open", None))
    done = recovered(ledger)
    assert (done.incident, done.closed) == (f"recover-{size}", True)
    assert ledger.view().streams("incident") == [f"incident:recover-{size}"]


def test_a_recovery_interrupted_before_the_close_only_closes(ledger: Ledger) -> None:
    """Hands an interrupted run had ended are counted, in the note as well, and not ended again. Red before: none was left open, it said."""
    begin(ledger, "mesa-1", 1)
    by = By(actor="platform", id="recover")
    opening = house.OpenIncident(
        first_instant=1, incident="recover-7", origin="operator_system", reported_by="the run that died"
    )
    ledger.handle(Envelope(opening, by, "recover-7/open", None))
    ledger.handle(Envelope(poker.VoidHand(hand="mesa-1/1", incident="recover-7"), by, "recover-7/mesa-1/1", None))
    assert recovered(ledger) == Recovery("recover-7", (), closed=True, before=1)
    note = ledger.entries("incident:recover-7")[-1].event
    assert note == IncidentClosed(note="hands left open: 0 settled, 1 voided")


def test_an_incident_of_somebody_else_is_not_taken_for_a_recovery(ledger: Ledger) -> None:
    """An outage that people opened stays open: its hands are recovered under an incident of their own."""
    Floor(ledger.handle, "outage").do(
        house.OpenIncident(first_instant=1, incident="power", origin="operator_system", reported_by="monitor 3")
    )
    begin(ledger, "mesa-1", 1)
    assert recovered(ledger).incident != "power"
    assert ledger.view()("incident:power").open


def test_a_hand_the_door_refuses_keeps_the_incident_open(ledger: Ledger) -> None:
    """A showdown whose openings are lost cannot be settled: it stays open, is told with its rule, and so is the incident."""
    check_down(begin(ledger, "mesa-1", 1), "mesa-1", 1)
    ledger.known.drop(["hand:mesa-1/1"])
    ledger.known.add_openings("hand:mesa-1/1", [])  # as a store whose openings were erased would say
    done = recovered(ledger)
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
    assert left_open(ledger) == [LeftOpen("hand:mesa-1/1", version, "void")]
    assert ledger.store.head().size == size


def test_a_restarted_ledger_finds_what_was_left_open(ledger: Ledger, sqlite_url: str, tmp_path: Path) -> None:
    """Nothing but the stored entries is needed: another process recovers what the first left."""
    begin(ledger, "mesa-1", 1)
    ledger.store.close()
    after = open_ledger(sqlite_url, Keyring(tmp_path / "keys"), clock=SteppingClock(start=1_770_000_000_000_000))
    assert [hand.outcome for hand in recovered(after).hands] == ["voided"]
    assert recovered(after) == Recovery(None, (), closed=True)
    after.store.close()


SALOON: Final = "sd-1"
"""A poker table and a banked table of one name."""


@pytest.fixture
def named_alike(ledger: Ledger) -> Ledger:
    """A hand and a round in play at two tables of one name, so that both are ``sd-1/1``."""
    Floor(ledger.handle, "poker").open_table(SALOON, players=2, first=5)
    begin(ledger, SALOON, 5)
    floor = Floor(ledger.handle, "banked")
    for command, by in setup_commands(["x-1"], sd_terms()):
        if not isinstance(command, GrantRole):
            floor.do(command, MANAGER if by.actor == "staff" else by)
    floor.do(OpenRound(deadline=1, table=SALOON))
    floor.do(PlaceAnte(amount=500, player="x-1", round=f"{SALOON}/1", seat=1), By(actor="player", id="x-1"))
    return ledger


def test_a_hand_and_a_round_of_one_name_are_each_ended(named_alike: Ledger) -> None:
    """Red before: one command id for both, which the second might not have; the round stayed open, and so it was told for ever."""
    done = recovered(named_alike)
    assert [(hand.hand, hand.outcome) for hand in done.hands] == [
        ("hand:sd-1/1", "voided"),
        ("sem_descarte:sd-1/1", "voided"),
    ]
    assert done.closed
    assert named_alike.view()("account:x-1").balance == BALANCE
    assert recovered(named_alike) == Recovery(None, (), closed=True)


def test_a_recovery_that_was_interrupted_under_the_ids_of_before_goes_on(named_alike: Ledger) -> None:
    """Red before: what it had ended of a hand kept the round of that name open. Who is ended is in play no more, whatever its command was called."""
    opening = house.OpenIncident(
        first_instant=1, incident="recover-7", origin="operator_system", reported_by="the run that died"
    )
    named_alike.handle(Envelope(opening, RECOVERY, "recover-7/open", None))
    ended = poker.VoidHand(hand="sd-1/1", incident="recover-7")
    named_alike.handle(Envelope(ended, RECOVERY, "recover-7/sd-1/1", None))
    done = recovered(named_alike)
    assert (done.incident, done.closed) == ("recover-7", True)
    assert [(hand.hand, hand.outcome) for hand in done.hands] == [("sem_descarte:sd-1/1", "voided")]
    assert named_alike.entries("incident:recover-7")[-1].event == IncidentClosed(
        note="hands left open: 0 settled, 2 voided"
    )


def test_the_longest_name_leaves_room_for_the_id_of_its_command() -> None:
    """A name of 100 signs, in a log of ten digits: the command has an id all the same."""
    ids = TypeAdapter(CommandId)
    for mark in MARKS.values():
        ids.validate_python(f"recover-{10**9}{mark}{'m' * 98}/1")


@pytest.mark.parametrize(
    ("origin", "scope", "by"),
    [
        pytest.param("player_network", None, RECOVERY, id="of another origin"),
        pytest.param("operator_system", ["mesa-1"], RECOVERY, id="of some tables"),
        pytest.param("operator_system", None, By(actor="platform", id="platform"), id="of somebody else"),
    ],
)
def test_an_incident_of_another_kind_is_left_alone_whatever_its_name(
    ledger: Ledger, origin: Any, scope: list[str] | None, by: By
) -> None:
    """Red before: it was taken for an interrupted recovery, nothing could be voided for it, and no hand was ever ended."""
    begin(ledger, "mesa-1", 1)
    begin(ledger, "mesa-2", 3)
    size = ledger.store.head().size
    names = ("recover-outage", f"recover-{size + 5}")  # the second as this recovery's own would be called
    for name in names:
        other = house.OpenIncident(first_instant=1, incident=name, origin=origin, reported_by="monitor 3", scope=scope)
        assert isinstance(ledger.handle(Envelope(other, by, f"{name}/of-somebody", None)), Acknowledgement)
    ledger.handle(Envelope(Deposit(amount=Money(1), player="p-1", reference="x"), by, "between", None))
    assert ledger.store.head().size == size + 5
    done = recovered(ledger)
    assert (done.incident, done.closed) == (f"recover-{size + 5}-2", True)
    assert [(hand.hand, hand.outcome) for hand in done.hands] == [
        ("hand:mesa-1/1", "voided"),
        ("hand:mesa-2/1", "voided"),
    ]
    assert [ledger.view()(f"incident:{name}").open for name in names] == [True, True]


def _raises(error: Exception) -> Decision:
    raise error


def _adds(stream: str, event: Any) -> Decision:
    return Decision(((stream, event),))


@pytest.mark.parametrize(
    "decides",
    [
        pytest.param(lambda: _raises(KeyError("seat")), id="deciding raises"),
        pytest.param(lambda: Folded(seat=-1), id="what it would add is no event"),
        pytest.param(lambda: _adds("hand:mesa-1/1", Folded(seat=9)), id="what it would add cannot follow"),
        pytest.param(
            lambda: _adds("account:p-99", Deposited(amount=Money(1), reference="x")),
            id="what it would add begins no stream",
        ),
    ],
)
def test_a_fault_of_our_own_is_no_entry_that_cannot_follow(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, decides: Any
) -> None:
    """Red before: ``TAMPERED: an entry of hand:mesa-1/1 cannot be what it says``, of an honest ledger. The other hand is ended all the same."""
    begin(ledger, "mesa-1", 1)
    begin(ledger, "mesa-2", 3)
    decide = DECIDERS[poker.VoidHand]
    fails = {"mesa-1/1"}
    monkeypatch.setitem(
        DECIDERS,
        poker.VoidHand,
        lambda envelope, view: decides() if envelope.command.hand in fails else decide(envelope, view),
    )
    done = recovered(ledger)
    assert [(hand.hand, hand.outcome) for hand in done.hands] == [
        ("hand:mesa-1/1", "open"),
        ("hand:mesa-2/1", "voided"),
    ]
    (lost,) = done.lost
    assert isinstance(lost, FaultError)
    assert (lost.exit_status, "TAMPERED" in str(lost)) == (3, False)
    assert not done.closed
    fails.clear()  # mended: the same process goes on
    again = recovered(ledger)
    assert (again.incident, again.closed) == (done.incident, True)
    assert [(hand.hand, hand.outcome) for hand in again.hands] == [("hand:mesa-1/1", "voided")]


def test_what_cannot_be_listed_for_a_fault_is_not_said_to_be_false(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: whether a hand has a result was computed, that raised, and its record was said to be what it cannot be."""
    begin(ledger, "mesa-1", 1)
    game = TABLE_GAMES["hand"]
    broken = game._replace(ending=game.ending._replace(fixed=lambda _: 1 // 0 > 0))
    monkeypatch.setitem(TABLE_GAMES, "hand", broken)
    (left,) = left_open(ledger)
    assert (left.due, type(left.lost)) == (None, FaultError)
    assert "ZeroDivisionError" in str(left.lost)
    assert "TAMPERED" not in str(left.lost)
