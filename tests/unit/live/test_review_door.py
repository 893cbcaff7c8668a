"""The live door beside other writers: what a command rests on may move, and the key may change under it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.worlds.floor import MANAGER, PLATFORM, Floor, deal
from tombo.ledger.catalogue import command_digest
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import KeyFileError, StoreUnavailableError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.account.commands import OpenAccount, Withdraw
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.house.ruleset.commands import WithdrawRuleset
from tombo.ledger.house.staff.commands import GrantRole, WithdrawRole
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger, revoke, rotate
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import OutcomeUnknownError, open_evidence
from tombo.ledger.verify import Code, verify

ORIGIN = "operator.example/ledger/1"
OFFICER = By(actor="staff", id="rui", role="officer")


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    """Where the test's keys go."""
    return Keyring(tmp_path / "keys")


@pytest.fixture
def ledger(store_url: str, keyring: Keyring) -> Iterator[Ledger]:
    """A ledger with a table of three, on each store in turn."""
    made = create_ledger(store_url, keyring, origin=ORIGIN, clock=SteppingClock())
    floor = Floor(made.handle, "open")
    floor.open_table()
    floor.do(GrantRole(role="officer", staff="rui"), MANAGER)
    yield made
    made.store.close()


@pytest.fixture
def other(ledger: Ledger, store_url: str, keyring: Keyring) -> Iterator[Ledger]:
    """A second process on the same ledger."""
    made = open_ledger(store_url, keyring, clock=ledger.clock)
    yield made
    made.store.close()


def verdict(ledger: Ledger, keyring: Keyring) -> list[str]:
    """What an auditor finds wrong with the ledger."""
    policy = parse_policy(keyring.policy.read_text())
    report = verify(partial(open_evidence, ledger.store.url), policy)
    return [f"{problem}" for problem in report.problems] or [report.verdict]


def test_a_role_withdrawn_elsewhere_is_not_acted_in(ledger: Ledger, other: Ledger, keyring: Keyring) -> None:
    """What a decision only reads is looked at again where another process wrote: the role is gone."""
    mine, theirs = Floor(ledger.handle, "mine"), Floor(other.handle, "theirs")
    failure = OpenIncident(first_instant=1, incident="i-1", origin="operator_system", reported_by="rui")
    mine.do(failure, OFFICER)
    theirs.do(WithdrawRole(role="officer", staff="rui"), MANAGER)
    assert isinstance(mine.ask(failure.model_copy(update={"incident": "i-2"}), OFFICER), Refused)
    assert verdict(ledger, keyring) == [Code.UNWITNESSED]


def test_rules_withdrawn_elsewhere_deal_no_more_hands(ledger: Ledger, other: Ledger) -> None:
    """A ruleset withdrawn from the command line stops the process that deals."""
    mine, theirs = Floor(ledger.handle, "mine"), Floor(other.handle, "theirs")
    mine.do(poker.StartHand(table="mesa-1"))
    failure = OpenIncident(first_instant=1, incident="i-1", origin="operator_system", reported_by="rui")
    mine.do(failure)
    mine.do(poker.VoidHand(hand="mesa-1/1", incident="i-1"))
    theirs.do(WithdrawRuleset(reason="new rules", ruleset="rules-mesa-1"), MANAGER)
    outcomes = ledger.handle_many(
        [mine.envelope(poker.StartHand(table="mesa-1")), mine.envelope(OpenAccount(player="p-9"))]
    )
    assert [type(outcome) for outcome in outcomes] == [Refused, Acknowledgement], "and nobody else in the batch suffers"


def test_a_hand_is_not_settled_under_an_incident_closed_elsewhere(ledger: Ledger, other: Ledger) -> None:
    """An incident closed by another process voids nothing any more."""
    mine, theirs = Floor(ledger.handle, "mine"), Floor(other.handle, "theirs")
    mine.do(poker.StartHand(table="mesa-1"))
    mine.do(OpenIncident(first_instant=1, incident="i-1", origin="operator_system", reported_by="rui"))
    theirs.do(CloseIncident(incident="i-1", note="over"))
    assert isinstance(mine.ask(poker.VoidHand(hand="mesa-1/1", incident="i-1")), Refused)


def test_two_managers_do_not_remove_one_another(ledger: Ledger, other: Ledger) -> None:
    """Each withdrawal rests on the other manager; the second one is decided again, and refused."""
    mine, theirs = Floor(ledger.handle, "mine"), Floor(other.handle, "theirs")
    second = By(actor="staff", id="manager-2", role="manager")
    mine.do(GrantRole(role="manager", staff="manager-2"), MANAGER)
    for name in ("manager-1", "manager-2"):
        assert other.view()(f"staff:{name}").roles == ledger.view()(f"staff:{name}").roles == {"manager"}
    mine.do(WithdrawRole(role="manager", staff="manager-2"), MANAGER)
    assert isinstance(theirs.ask(WithdrawRole(role="manager", staff="manager-1"), second), Refused)


def test_a_key_rotated_elsewhere_is_taken_up(ledger: Ledger, other: Ledger, keyring: Keyring) -> None:
    """A process that records goes on with the new key; nothing is signed by the retired one, which none would believe."""
    assert isinstance(other.handle(Envelope(OpenAccount(player="p-7"), PLATFORM, "o-1", None)), Acknowledgement)
    new = rotate(ledger, keyring, keyring.root).key
    receipts = [
        which.handle(Envelope(OpenAccount(player=f"p-1{at}"), PLATFORM, f"n-{at}", None))
        for at, which in enumerate((ledger, other))
    ]
    assert all(isinstance(receipt, Acknowledgement) for receipt in receipts)
    assert [unpack(row.state).key_id for row in list(ledger.store.rows())[-2:]] == [new.key_id] * 2
    assert verdict(ledger, keyring) == [Code.UNWITNESSED]


def test_a_retired_key_without_successor_records_nothing(ledger: Ledger, other: Ledger, keyring: Keyring) -> None:
    """A process that does not have the new key stops, and says why."""
    rotate(ledger, keyring, keyring.root)
    keyring.event(2).unlink()
    size = other.store.head().size
    with pytest.raises(KeyFileError, match="retired"):
        other.handle(Envelope(OpenAccount(player="p-7"), PLATFORM, "o-1", None))
    assert other.store.head().size == size


def test_revoking_the_key_in_use_leaves_a_ledger_that_goes_on(ledger: Ledger, keyring: Keyring, store_url: str) -> None:
    """A stolen key is revoked and replaced in one append, signed by the new one; only what it signed is doubted."""
    size = ledger.store.head().size
    stolen = ledger.sealing.key.key_id.hex()
    revoke(ledger, keyring, keyring.root, stolen, size - 1, "stolen")
    again = open_ledger(store_url, keyring, clock=SteppingClock(start=1_765_000_000_000_000))
    assert isinstance(again.handle(Envelope(OpenAccount(player="p-7"), PLATFORM, "o-1", None)), Acknowledgement)
    assert verdict(ledger, keyring) == [Code.UNWITNESSED]
    again.store.close()


def test_lost_event_keys_are_replaced_with_the_root_key(ledger: Ledger, keyring: Keyring, store_url: str) -> None:
    """Without any event key the ledger opens for one thing, a new key; until then it records nothing."""
    keyring.event(1).unlink()
    with pytest.raises(KeyFileError):
        open_ledger(store_url, keyring)
    again = open_ledger(store_url, keyring, clock=SteppingClock(start=1_765_000_000_000_000), to_rotate=True)
    account = Envelope(OpenAccount(player="p-7"), PLATFORM, "o-1", None)
    with pytest.raises(KeyFileError, match=r"no event key in .*keys rotate"):
        again.handle(account)
    rotate(again, keyring, keyring.root)
    assert isinstance(again.handle(account), Acknowledgement)
    assert verdict(ledger, keyring) == [Code.UNWITNESSED]
    again.store.close()


def test_one_commands_wrong_usage_is_not_the_others(ledger: Ledger) -> None:
    """An entry that would be too large for its leaf is refused to who sent it, by name; the commands beside it are recorded."""
    floor = Floor(ledger.handle, "c")
    huge = OpenIncident(
        first_instant=1, incident="i-1", origin="operator_system", reported_by="rui", scope=["mesa-1"] * 20_000
    )
    accounts = [OpenAccount(player="p-7"), OpenAccount(player="p-8")]
    outcomes = ledger.handle_many([floor.envelope(accounts[0]), floor.envelope(huge), floor.envelope(accounts[1])])
    assert [type(outcome) for outcome in outcomes] == [Acknowledgement, Refused, Acknowledgement]


def test_a_command_after_an_inscription_sees_what_it_added(ledger: Ledger) -> None:
    """Both doors in one call: the live door does not decide on a stream whose new state is not folded."""
    events = [("account:p-1", Deposited(amount=Money(7), reference="import"))]
    job = ImportJob("phh:1", "00" * 16, By(actor="import", id="phh"), None, events, {})
    before = ledger.view()("account:p-1").balance
    take = Withdraw(amount=Money(before + 7), player="p-1", reference="bank")
    outcomes = ledger.handle_many([job, Envelope(take, PLATFORM, "w-1", None)])
    assert [type(outcome) for outcome in outcomes] == [Acknowledgement, Acknowledgement]


def test_a_clock_step_that_could_not_be_recorded_is_recorded_later(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark of a clock set back is not lost with one failed commit."""
    floor = Floor(ledger.handle, "c")
    assert isinstance(ledger.clock, SteppingClock)
    ledger.clock.is_set(-5 * SECOND)
    insert: Any = ledger.store.recorder.insert_events
    calls: list[int] = []

    def insert_events(events: Any, **kwargs: Any) -> Any:
        calls.append(1)
        if events[0].topic == "log.clock_stepped.v1" and len(calls) < 10:
            raise OutcomeUnknownError("connection lost")
        return insert(events, **kwargs)

    monkeypatch.setattr(ledger.store.recorder, "insert_events", insert_events)
    floor.do(OpenAccount(player="p-7"))
    floor.do(OpenAccount(player="p-8"))
    assert [entry.kind for entry in ledger.entries(LOG_STREAM)] == ["log.opened.v1", "log.clock_stepped.v1"]


def test_a_closed_writer_answers(ledger: Ledger) -> None:
    """Who comes after the writer stopped is told so, and does not wait for ever."""
    with GroupWriter(ledger) as writer:
        pass
    ticket = writer.submit(Envelope(OpenAccount(player="p-7"), PLATFORM, "o-1", None))
    with pytest.raises(StoreUnavailableError, match="send it again"):
        ticket.wait()


def test_what_is_used_stays_known(ledger: Ledger) -> None:
    """The stream that every command looks at is not thrown away for one looked at once."""
    ledger.known._size_max = 3
    for number in range(6):
        ledger.known.get("table:mesa-1")
        ledger.known.get(f"account:p-{number}")
    assert "table:mesa-1" in ledger.known


def test_the_digest_of_a_deal_does_not_say_the_cards(ledger: Ledger) -> None:
    """The digest stands in every entry: with the cards in it, whoever reads it could try all of them."""
    floor = Floor(ledger.handle, "c")
    floor.do(poker.StartHand(table="mesa-1"))
    cards = ["As", "Kd", "2c", "Ah", "Kh", "2d"]
    dealt, again = (Envelope(deal("mesa-1", 1, order), PLATFORM, "deal", None) for order in (cards, cards[::-1]))
    ledger.handle(dealt)
    (entry,) = [e for e in ledger.entries("hand:mesa-1/1") if e.kind == "hand.hole_cards_dealt.v1"]

    assert entry.command is not None
    assert entry.command.digest == command_digest(dealt) == command_digest(again)
    repeated = ledger.handle(dealt)
    assert isinstance(repeated, Acknowledgement)
    assert repeated.repeated
    with pytest.raises(UsageError, match="was used for another command"):
        ledger.handle(again)
