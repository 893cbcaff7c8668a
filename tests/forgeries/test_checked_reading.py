"""The door and the views of a database that somebody writes to while they read it: nothing is decided on, shown or acknowledged."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import run_past, run_raw
from tests.worlds.floor import Floor
from tombo.ledger.catalogue import command_digest
from tombo.ledger.checked import Reached, put_mark
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import KeyFileError, TamperedError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.house.account import commands as house
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked, open_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.store import Row, Store

ORIGIN = "operator.example/ledger/1"
PLATFORM = By(actor="platform", id="platform")
ACCOUNT = "account:p-1"


def deposit(number: int, cents: int = 25_000) -> Envelope:
    """A deposit under the command id ``d-<number>``."""
    return Envelope(house.Deposit(amount=Money(cents), player="p-1", reference="bank"), PLATFORM, f"d-{number}", None)


def withdraw(cents: int, name: str = "w-1") -> Envelope:
    """A withdrawal."""
    return Envelope(house.Withdraw(amount=Money(cents), player="p-1", reference="bank"), PLATFORM, name, None)


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    """Where the test's keys go."""
    return Keyring(tmp_path / "keys")


@pytest.fixture(params=["published", "tail"])
def url(request: pytest.FixtureRequest, store_url: str, keyring: Keyring) -> str:
    """A ledger with 250.00 and 1.00 on an account, under a checkpoint or not yet; nobody has it open."""
    made = create_ledger(store_url, keyring, origin=ORIGIN, clock=SteppingClock())
    Floor(made.handle, "open").do(house.OpenAccount(player="p-1"))
    made.handle(deposit(1))
    made.handle(deposit(2, 100))
    if request.param == "published":
        publish(made.store, keyring.signer())
    made.store.close()
    return store_url


class Watched:
    """Reads the rows of a stream, and notes whose were read."""

    def __init__(self, store: Store, read: list[str]) -> None:
        self.stream_rows = store.stream_rows
        self.read = read

    def __call__(self, stream: str, gt: int = 0, lte: int | None = None) -> list[Row]:
        self.read.append(stream)
        return self.stream_rows(stream, gt, lte)


def state_of(url: str, keyring: Keyring, stream: str, version: int) -> Row:
    """A row as it lies there."""
    with open_checked(url, keyring) as store:
        return store.stream_rows(stream, gt=version - 1, lte=version)[0]


def put_state(url: str, row: Row, state: bytes) -> None:
    """Write another state into ``row``, past the triggers."""
    said = f"x'{state.hex()}'" if url.startswith("sqlite") else f"'\\x{state.hex()}'"
    run_past(url, f"UPDATE stored_events SET state = {said} WHERE notification_id = {row.index + 1}")


@pytest.fixture
def opened(url: str, keyring: Keyring) -> Iterator[Ledger]:
    """A door that has not looked at the account yet."""
    ledger = open_ledger(url, keyring, clock=SteppingClock(start=1_763_000_100_000_000))
    yield ledger
    ledger.store.close()


def test_a1_money_that_was_never_paid_in_is_not_paid_out(url: str, keyring: Keyring, opened: Ledger) -> None:
    """A1: 250.00 becomes 99,250.00 in the row while the door runs cold: the withdrawal is TAMPERED, and nothing is recorded."""
    row = state_of(url, keyring, ACCOUNT, 2)
    size = opened.store.head().size
    put_state(url, row, row.state.replace(b'"cents":25000', b'"cents":9925000'))
    with pytest.raises(TamperedError, match=rf"{row.index}\b.*run 'tombo verify'"):
        opened.handle(withdraw(9_900_000))
    put_state(url, row, row.state)
    assert opened.store.unchecked.head().size == size
    assert isinstance(opened.handle(withdraw(9_900_000)), Refused)
    assert isinstance(opened.handle(withdraw(25_000, "w-2")), Acknowledgement)


def test_a1_a_withdrawal_that_was_hidden_is_missed(url: str, keyring: Keyring, opened: Ledger) -> None:
    """A1: the newest row of an account taken away for a moment: its older balance is not paid out a second time."""
    first = opened.handle(withdraw(25_000))
    assert isinstance(first, Acknowledgement)
    opened.store.close()
    row = state_of(url, keyring, ACCOUNT, 4)
    door = open_ledger(url, keyring, clock=SteppingClock(start=1_763_000_200_000_000))
    run_past(url, f"UPDATE stored_events SET originator_id = 'account:p-9' WHERE notification_id = {row.index + 1}")
    with pytest.raises(
        TamperedError, match=f"{ACCOUNT} ends at version 3; version 4 was recorded, and is hidden or gone"
    ):
        door.handle(withdraw(25_000, "w-2"))
    run_past(url, f"UPDATE stored_events SET originator_id = '{ACCOUNT}' WHERE notification_id = {row.index + 1}")
    assert isinstance(door.handle(withdraw(25_000, "w-2")), Refused)
    door.store.close()


def test_a3_a_command_that_was_planted_is_not_acknowledged(url: str, keyring: Keyring, opened: Ledger) -> None:
    """A3: a row in the table of commands for a deposit that never was: no receipt, and nothing is recorded."""
    size = opened.store.head().size
    digest = command_digest(deposit(7))
    said = f"x'{digest}'" if url.startswith("sqlite") else f"'\\x{digest}'"
    # its first entry is another command's: on SQLite that index is taken, so the honest row makes room
    run_past(
        url,
        f"DELETE FROM commands WHERE first = {size - 1};"
        f" INSERT INTO commands (command_id, digest, first, count) VALUES ('d-7', {said}, {size - 1}, 1)",
    )
    with pytest.raises(TamperedError, match=rf"the table of commands has d-7 at log index {size - 1}, where there is"):
        opened.handle(deposit(7))
    assert opened.store.unchecked.head().size == size


def test_a3_a_command_that_was_hidden_is_not_recorded_again(url: str, keyring: Keyring, opened: Ledger) -> None:
    """A3: the row of a recorded deposit taken out of the table of commands: its retry is no second deposit."""
    size = opened.store.head().size
    run_past(url, "DELETE FROM commands WHERE command_id = 'd-1'")
    with pytest.raises(TamperedError, match="the command d-1 was recorded at log index"):
        opened.handle(deposit(1))
    assert opened.store.unchecked.head().size == size


def test_a6_an_index_far_beyond_the_end_stops_the_door(url: str, opened: Ledger) -> None:
    """A6: a row under log index 1,000,001: nothing is recorded after it, nothing acknowledged, and its place is named."""
    size = opened.store.head().size
    blob = "x'01'" if url.startswith("sqlite") else "'\\x01'"
    run_raw(url, f"INSERT INTO stored_events VALUES (1000002, 'account:p-8', 1, 'account.opened.v1', {blob})")
    with pytest.raises(TamperedError, match=rf"{size}\b"):
        opened.handle(deposit(8))
    run_past(url, "DELETE FROM stored_events WHERE notification_id = 1000002")
    assert isinstance(opened.handle(deposit(8)), Acknowledgement)


def test_g3_an_older_copy_under_a_closed_door_is_not_written_to(
    sqlite_url: str, keyring: Keyring, tmp_path: Path
) -> None:
    """G3, A7: an honest backup put back after more was acknowledged, never published: the door does not open over it."""
    made = create_ledger(sqlite_url, keyring, origin=ORIGIN, clock=SteppingClock())
    Floor(made.handle, "open").do(house.OpenAccount(player="p-1"))
    made.store.close()
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    shutil.copy(file, tmp_path / "backup.db")
    again = open_ledger(sqlite_url, keyring, clock=SteppingClock(start=1_763_000_100_000_000))
    assert isinstance(again.handle(deposit(1)), Acknowledgement)
    size = again.store.head().size
    again.store.close()
    shutil.copy(tmp_path / "backup.db", file)
    with pytest.raises(
        TamperedError, match=rf"ROLLED BACK: the store holds {size - 1} entries; {size} were acknowledged"
    ):
        open_ledger(sqlite_url, keyring)
    with pytest.raises(TamperedError, match="ROLLED BACK"):
        open_checked(sqlite_url, keyring, read_only=True)


def test_g3_a_tail_that_was_cut_and_grown_again_is_another(url: str, keyring: Keyring) -> None:
    """G3: entries cut off, and others sealed with the same key at their indices by a process with its own files: noticed."""
    mine = open_ledger(url, keyring, clock=SteppingClock(start=1_763_000_100_000_000))
    assert isinstance(mine.handle(deposit(3)), Acknowledgement)
    size = mine.store.head().size
    run_past(
        url, f"DELETE FROM commands WHERE first = {size - 1}; DELETE FROM stored_events WHERE notification_id = {size}"
    )
    theirs = Keyring(keyring.directory.with_name("theirs"))
    shutil.copytree(keyring.directory, theirs.directory)
    put_mark(theirs.trusted.mark, Reached(0, b""), load_policy(theirs.policy))
    other = open_ledger(url, theirs, clock=SteppingClock(start=1_763_000_200_000_000))
    assert isinstance(other.handle(deposit(4)), Acknowledgement)
    other.store.close()
    with pytest.raises(TamperedError, match=rf"ROLLED BACK: log index {size - 1} is not the entry that was there"):
        mine.handle(deposit(5))
    mine.store.close()


def test_a7_what_is_acknowledged_a_second_time_is_marked(url: str, keyring: Keyring) -> None:
    """A door is killed after the commit and before it marks it: whoever sends the command again is told it is recorded, and it is marked then."""
    unmarked = keyring.trusted.mark.read_bytes()
    ledger = open_ledger(url, keyring, clock=SteppingClock(start=1_763_000_100_000_000))
    with ledger.store:
        assert isinstance(ledger.handle(deposit(3)), Acknowledgement)
    keyring.trusted.mark.write_bytes(unmarked)
    ledger = open_ledger(url, keyring, clock=SteppingClock(start=1_763_000_200_000_000))
    with ledger.store:
        size = ledger.store.head().size
        assert ledger.store.trust.reached().size < size
        again = ledger.handle(deposit(3))
        assert isinstance(again, Acknowledgement)
        assert again.repeated
        assert ledger.store.trust.reached().size == size


@pytest.mark.parametrize("old", [("signer",), ("signer", "heads", "mark", "seen")])
def test_a7_an_older_folder_of_keys_accuses_nobody(url: str, keyring: Keyring, old: tuple[str, ...]) -> None:
    """An honest backup of the folder, or of the signer's file, over a database of today: it is said which of the two is old, and how on."""
    kept = keyring.directory.with_name("kept")
    shutil.copytree(keyring.directory, kept)
    for number, start in ((3, 1_763_000_100_000_000), (4, 1_763_000_200_000_000)):
        ledger = open_ledger(url, keyring, clock=SteppingClock(start=start))
        with ledger.store:
            assert isinstance(ledger.handle(deposit(number)), Acknowledgement)
            publish(ledger.store, keyring.signer())
    newest = keyring.signer_state.read_bytes()
    for name in old:
        (keyring.directory / name).unlink()
        if (kept / name).exists():
            shutil.copy(kept / name, keyring.directory / name)
    with pytest.raises(KeyFileError, match=r"signer is an older copy: its checkpoint covers \d+ entries, and .* \d+"):
        open_checked(url, keyring, read_only=True).close()
    keyring.signer_state.write_bytes(newest)
    open_checked(url, keyring, read_only=True).close()


def test_a_memory_that_is_no_database_is_said_to_be_that(url: str, keyring: Keyring) -> None:
    """What a disk made of the file ``heads`` is no fault of the program: the next command makes it again."""
    keyring.trusted.memory.write_bytes(b"no database" * 300)
    with pytest.raises(KeyFileError, match="'tombo memory rebuild' makes it again"):
        open_checked(url, keyring, read_only=True)


def test_g8_a_stream_that_another_process_touches_is_not_read_again(url: str, keyring: Keyring) -> None:
    """G8: two processes in turn on one account: each reads what the other added, and nothing of the stream a second time."""
    mine = open_ledger(url, keyring, clock=SteppingClock(start=1_763_000_100_000_000))
    other = open_ledger(url, keyring, clock=SteppingClock(start=1_763_000_100_000_000))
    for door, name in ((mine, 10), (other, 11)):
        assert isinstance(door.handle(deposit(name)), Acknowledgement)
    read: list[str] = []
    with pytest.MonkeyPatch.context() as watched:
        for door in (mine, other):
            watched.setattr(door.store.unchecked, "stream_rows", Watched(door.store.unchecked, read))
        for number in range(20, 30):
            for door, name in ((mine, number), (other, number + 100)):
                assert isinstance(door.handle(deposit(name)), Acknowledgement)
    assert read.count(ACCOUNT) == 0
    for door in (mine, other):
        door.store.close()
