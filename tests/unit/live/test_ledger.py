"""The live door: receipts, retries, conflicts, lost acknowledgements, the clock, the anchor; on both stores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import run_past
from tests.worlds.floor import Floor
from tombo.ledger.catalogue import command_digest
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import (
    ConflictError,
    IdUsedError,
    KeyFileError,
    StoreUnavailableError,
    TamperedError,
    UsageError,
)
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.account import commands as house
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger, revoke, rotate
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import IntegrityError, OutcomeUnknownError

ORIGIN = "operator.example/ledger/1"


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    """Where the test's keys go."""
    return Keyring(tmp_path / "keys")


@pytest.fixture
def ledger(store_url: str, keyring: Keyring) -> Iterator[Ledger]:
    """A new ledger with one account, ``account:p-1``, on each store in turn."""
    made = create_ledger(store_url, keyring, origin=ORIGIN, clock=SteppingClock())
    Floor(made.handle, "open").do(house.OpenAccount(player="p-1"))
    yield made
    made.store.close()


def deposit(number: int, cents: int = 100, player: str = "p-1") -> Envelope:
    """A deposit under the command id ``d-<number>``."""
    command = house.Deposit(amount=Money(cents), player=player, reference="bank")
    return Envelope(command, By(actor="platform", id="platform"), f"d-{number}", None)


def balance(ledger: Ledger) -> int:
    """What the account holds, folded from the stored entries."""
    return sum(e.event.amount.cents for e in ledger.entries("account:p-1") if isinstance(e.event, Deposited))


def test_a_receipt_names_stream_version_and_log_index(ledger: Ledger) -> None:
    """What is acknowledged stands where the receipt says."""
    size = ledger.store.head().size
    receipt = ledger.handle(deposit(1))
    assert isinstance(receipt, Acknowledgement)
    assert [tuple(entry) for entry in receipt.entries] == [("account:p-1", 2, size)]
    (row,) = ledger.store.rows(size)
    assert (row.stream, row.version, row.kind) == ("account:p-1", 2, "account.deposited.v1")


def test_a_retry_gets_the_first_receipt(ledger: Ledger) -> None:
    """The same command under the same id is recorded once, in this batch, in the next, and after a restart."""
    first = ledger.handle(deposit(1))
    assert isinstance(first, Acknowledgement)
    again, other, twin = ledger.handle_many([deposit(1), deposit(2), deposit(2)])
    assert isinstance(again, Acknowledgement)
    assert again.repeated
    assert again.entries == first.entries
    assert isinstance(other, Acknowledgement)
    assert not other.repeated
    assert isinstance(twin, Acknowledgement)
    assert twin.repeated
    assert twin.entries == other.entries
    assert balance(ledger) == 200


def test_a_command_id_means_one_command(ledger: Ledger) -> None:
    """Another command under a used id is wrong usage, in a batch with it and later; the first one stands."""
    outcomes = ledger.handle_many([deposit(1, 100), deposit(1, 500), deposit(2)])
    assert [type(outcome) for outcome in outcomes] == [Acknowledgement, IdUsedError, Acknowledgement]
    with pytest.raises(UsageError, match="d-1 was used for another command"):
        ledger.handle(deposit(1, 700))
    assert balance(ledger) == 200


def test_commands_of_one_stream_are_decided_on_what_the_earlier_ones_leave(ledger: Ledger) -> None:
    """Two withdrawals of all there is, in one batch: the second is refused."""
    take = house.Withdraw(amount=Money(100), player="p-1", reference="bank")
    by = By(actor="platform", id="platform")
    outcomes = ledger.handle_many([deposit(1), Envelope(take, by, "w-1", None), Envelope(take, by, "w-2", None)])
    assert [type(outcome) for outcome in outcomes] == [Acknowledgement, Acknowledgement, Refused]


def test_a_refusal_leaves_no_trace_and_is_decided_afresh(ledger: Ledger) -> None:
    """A refused command writes nothing; the same command later may pass."""
    take = Envelope(
        house.Withdraw(amount=Money(100), player="p-1", reference="bank"), By(actor="platform", id="p"), "w-1", None
    )
    size = ledger.store.head().size
    assert isinstance(ledger.handle(take), Refused)
    assert ledger.store.head().size == size
    ledger.handle(deposit(1))
    assert isinstance(ledger.handle(take), Acknowledgement)


def test_another_writer_is_a_conflict_that_resolves_itself(ledger: Ledger, keyring: Keyring, store_url: str) -> None:
    """Two open ledgers take turns on one stream; neither loses a command, and neither answers from an old state."""
    other = open_ledger(store_url, keyring, clock=ledger.clock)
    for number in range(6):
        assert isinstance((ledger, other)[number % 2].handle(deposit(number)), Acknowledgement)
    take = house.Withdraw(amount=Money(600), player="p-1", reference="bank")
    by = By(actor="platform", id="platform")
    assert isinstance(ledger.handle(Envelope(take, by, "w-1", None)), Acknowledgement), (
        "the sixth deposit was the other's"
    )
    assert isinstance(other.handle(Envelope(take, by, "w-2", None)), Refused)
    assert isinstance(other.handle(Envelope(take, by, "w-1", None)), Acknowledgement), "a retry at another writer"
    assert [row.index for row in ledger.store.rows()] == list(range(ledger.store.head().size))
    other.store.close()


def losing(ledger: Ledger, monkeypatch: pytest.MonkeyPatch, *, persisted: bool) -> None:
    """Lose the next acknowledgement of the store, after or before the commit."""
    insert: Callable[..., Any] = ledger.store.recorder.insert_events
    lost: list[bool] = []

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        if lost:
            return insert(*args, **kwargs)
        lost.append(True)
        if persisted:
            insert(*args, **kwargs)
        raise OutcomeUnknownError("connection lost")

    monkeypatch.setattr(ledger.store.recorder, "insert_events", insert_events)


@pytest.mark.parametrize("persisted", [True, False], ids=["committed", "not committed"])
@pytest.mark.parametrize("count", [1, 3])
def test_a_lost_acknowledgement_is_looked_up(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, count: int, *, persisted: bool
) -> None:
    """Whether the commit went through or not, every command is recorded exactly once and gets its receipt."""
    ledger.handle(deposit(0))
    losing(ledger, monkeypatch, persisted=persisted)
    outcomes = ledger.handle_many([deposit(number) for number in range(1, 1 + count)])
    assert [isinstance(outcome, Acknowledgement) for outcome in outcomes] == [True] * count
    assert balance(ledger) == 100 * (1 + count)
    assert [row.index for row in ledger.store.rows()] == list(range(ledger.store.head().size))


def test_a_lost_answer_and_then_no_store_is_not_called_unrecorded(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit came through, its answer did not, and nobody can look: the error says that it is not known. A retry finds it."""
    losing(ledger, monkeypatch, persisted=True)
    with monkeypatch.context() as away:

        def command(*_: Any) -> Any:
            raise StoreUnavailableError("the server is out of reach; nothing was read")

        away.setattr(type(ledger.store), "command", command)
        with pytest.raises(OutcomeUnknownError, match=r"not known whether the command d-7 was recorded.*same id"):
            ledger.handle(deposit(7))
    outcome = ledger.handle(deposit(7))
    assert isinstance(outcome, Acknowledgement)
    assert outcome.repeated


def test_a_conflict_without_end_is_given_up(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bounded number of tries, then a conflict, with nothing recorded."""

    def insert_events(*_: Any, **__: Any) -> Any:
        raise IntegrityError("others were first")

    size = ledger.store.head().size
    monkeypatch.setattr(ledger.store.recorder, "insert_events", insert_events)
    with pytest.raises(ConflictError, match="send it again"):
        ledger.handle(deposit(1))
    assert ledger.store.head().size == size


def test_recorded_never_decreases_and_a_step_back_is_recorded_once(ledger: Ledger) -> None:
    """A clock set back by seconds leaves its mark once; time stands still until the clock has caught up."""
    ledger.handle(deposit(1))
    assert isinstance(ledger.clock, SteppingClock)
    ledger.clock.is_set(-5 * SECOND)
    ledger.handle_many([deposit(2)])
    ledger.handle_many([deposit(3)])
    times = [unpack(row.state).recorded for row in ledger.store.rows()]
    assert times == sorted(times)
    steps = [e.event for e in ledger.entries(LOG_STREAM) if e.kind == "log.clock_stepped.v1"]
    assert len(steps) == 1
    assert 4 * SECOND < steps[0].floor - steps[0].clock < 6 * SECOND


def test_appends_name_the_newest_checkpoint(ledger: Ledger, keyring: Keyring, store_url: str) -> None:
    """Once a checkpoint is published, every later append carries its size as the anchor."""
    publish(ledger.store, keyring.signer())
    published = ledger.store.head().size
    reopened = open_ledger(store_url, keyring, clock=ledger.clock)
    reopened.handle(deposit(1))
    (row,) = reopened.store.rows(published)
    assert unpack(row.state).anchor_size == published
    reopened.store.close()


def test_an_import_is_recorded_once(ledger: Ledger) -> None:
    """An inscription seen before adds nothing and says so; another one under its id is wrong usage."""
    events = [("account:p-1", Deposited(amount=Money(7), reference="import"))]
    job = ImportJob("phh:1", "00" * 16, By(actor="import", id="phh"), None, events, {})
    (first,) = ledger.record([job])
    (second,) = ledger.record([job])
    assert (first.repeated, second.repeated) == (False, True)
    assert first.entries == second.entries
    with pytest.raises(UsageError, match="another command"):
        ledger.record([job._replace(digest="11" * 16)])
    ledger.handle(deposit(1))
    assert balance(ledger) == 107


def test_group_commit_keeps_order_and_answers_everyone(ledger: Ledger) -> None:
    """Commands of many callers share commits; each caller gets his own outcome, in order."""
    with GroupWriter(ledger) as writer:
        tickets = [writer.submit(deposit(number)) for number in range(200)]
        outcomes = [ticket.wait() for ticket in tickets]
    indices = [outcome.entries[0].index for outcome in outcomes if isinstance(outcome, Acknowledgement)]
    assert indices == list(range(indices[0], indices[0] + 200))
    appends = {unpack(row.state).first for row in ledger.store.rows(indices[0])}
    assert len(appends) < 200, "some commits held more than one command"


def test_the_library_folds_a_stream(ledger: Ledger) -> None:
    """``repository.get`` with a projector function reads our entries through our mapper."""
    ledger.handle(deposit(1))

    def kinds(_: Any, entries: Sequence[Any]) -> list[str]:
        return [entry.kind for entry in entries]

    found = ledger.repository.get("account:p-1", projector_func=kinds)  # type: ignore[arg-type]  # any fold
    assert found == ["account.opened.v1", "account.deposited.v1"]
    notified = ledger.notification_log.select(start=1, limit=2)
    assert [n.topic for n in notified] == ["log.opened.v1", "key.registered.v1"]


def test_a_used_folder_of_keys_is_never_overwritten(store_url: str, ledger: Ledger, keyring: Keyring) -> None:
    """``init`` refuses an existing ledger, and an existing folder of keys, and leaves both as they were."""
    before = {path.name: path.read_bytes() for path in keyring.directory.iterdir()}
    with pytest.raises(UsageError):
        create_ledger(store_url, keyring, origin=ORIGIN)
    with pytest.raises(UsageError):
        create_ledger(store_url, Keyring(keyring.directory / "other"), origin=ORIGIN)
    assert {path.name: path.read_bytes() for path in keyring.directory.iterdir() if path.is_file()} == before
    assert ledger.store.head().size == 4


def test_only_a_registered_key_opens_the_ledger(
    ledger: Ledger, keyring: Keyring, store_url: str, tmp_path: Path
) -> None:
    """Another ledger of the same name is not believed under these keys; one since retired or revoked is refused by name."""
    stranger = Keyring(tmp_path / "stranger")
    create_ledger(f"sqlite:///{tmp_path / 'stranger.db'}", stranger, origin=ORIGIN).store.close()
    with pytest.raises(KeyFileError, match="which is another"):
        open_ledger(store_url, stranger)
    new = rotate(ledger, keyring, keyring.root).key
    reopened = open_ledger(store_url, keyring, clock=ledger.clock)
    assert isinstance(reopened.handle(deposit(1)), Acknowledgement)
    assert unpack(list(reopened.store.rows())[-1].state).key_id == new.key_id
    keyring.event(2).rename(tmp_path / "away")
    with pytest.raises(KeyFileError, match="retired"):
        open_ledger(store_url, keyring)
    (tmp_path / "away").rename(keyring.event(2))
    revoke(reopened, keyring, keyring.root, new.key_id.hex(), 3, "stolen")
    keyring.event(3).unlink()
    with pytest.raises(KeyFileError, match="revoked after index 3"):
        open_ledger(store_url, keyring)
    reopened.store.close()


def test_a_rotation_cut_off_goes_on(ledger: Ledger, keyring: Keyring, monkeypatch: pytest.MonkeyPatch) -> None:
    """Died before the ledger named the new key: the old one still signs, and the next rotation uses the key made."""
    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "record", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            rotate(ledger, keyring, keyring.root)
    made = keyring.event(2).read_bytes()
    again = open_ledger(ledger.store.url, keyring)
    assert again.sealing.key.name.endswith("/event/1")
    rotate(again, keyring, keyring.root)
    assert keyring.event(2).read_bytes() == made
    again.store.close()
    after = open_ledger(ledger.store.url, keyring)
    assert after.sealing.key.name.endswith("/event/2")
    after.store.close()


def test_lost_entries_are_not_written_over(ledger: Ledger, keyring: Keyring, store_url: str) -> None:
    """A tail cut off below a checkpoint stops the writer before it answers: its indices are not used again (A7)."""
    ledger.handle_many([deposit(number) for number in range(5)])
    publish(ledger.store, keyring.signer())
    size = ledger.store.head().size
    run_past(store_url, f"DELETE FROM stored_events WHERE notification_id > {size - 2}")
    with pytest.raises(TamperedError, match=f"ROLLED BACK: the store holds {size - 2} entries; {size} were"):
        ledger.handle(deposit(9))
    with pytest.raises(TamperedError, match="entries were"):
        publish(ledger.store, keyring.signer())
    with pytest.raises(TamperedError, match="ROLLED BACK"):
        open_ledger(store_url, keyring)


def test_the_digest_covers_who_asks_and_when(ledger: Ledger) -> None:
    """A retry is the same request of the same person at the same time; anything else is another command."""
    first = deposit(1)
    assert ledger.store.command("open-1") is not None
    assert command_digest(first) == command_digest(deposit(2)), "the id is not part of it"
    assert command_digest(first) != command_digest(first._replace(occurred=1))
    assert command_digest(first) != command_digest(first._replace(by=By(actor="platform", id="other")))
