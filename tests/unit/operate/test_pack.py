"""Old play is packed where it lies, and read, replayed, exported, copied and verified as before (decision 0047)."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bench.play import hand, recorded
from tests.conftest import run_past
from tests.worlds.backups import backed_up, files_of, in_ledger, judged
from tests.worlds.detached import backed_up_and_run, blob_of, checked_rows, cut_rows, report
from tests.worlds.operator import Operator, size_of
from tests.worlds.packed import packed_rows, raw_rows, run
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import ConflictError, LedgerError, TamperedError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.operate.cold import evidence_with_cold
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.operate.pack import Packed
from tombo.ledger.store import is_cut, open_store, packing
from tombo.ledger.store.cold import ChangedMeanwhileError, change_states
from tombo.ledger.store.packed import is_packed, unpacked
from tombo.ledger.verify import Code


def look_at(operator: Operator) -> tuple[Any, ...]:
    """What everybody reads of it: entries, commands and openings, checked and not, the tree, and the verdict."""
    found = in_ledger(operator.url)
    with open_store(operator.url, read_only=True) as store:
        plain = (store.rows_of(None, 0, 1 << 20), store.head(), list(store.tiles()))
        streams = {row.stream for row in found[0]}
        each = [(store.stream_rows(name), store.last_row(name)) for name in sorted(streams)]
    said = report(operator)
    return found, plain, each, checked_rows(operator, len(found[0])), said.verdict, said.problems, said.root


def test_it_reads_and_verifies_as_before(on_both: Operator) -> None:
    """Bodies lie packed, of hands that are over, and whoever reads gets what he got; the door goes on, and nothing is on record."""
    before, raw = look_at(on_both), raw_rows(on_both.url)
    done = run(on_both)
    size = len(raw)
    now = raw_rows(on_both.url)
    changed = [row.index for row in now if row != raw[row.index]]
    assert look_at(on_both) == before
    assert changed == packed_rows(on_both) == [row.index for row in raw if row.stream.startswith("hand:")]
    assert [row[:4] for row in now] == [row[:4] for row in raw]
    assert (done.size, done.packed, done.kept) == (size, len(changed), 0)
    sizes = [sum(len(rows[at].state) for at in changed) for rows in (raw, now)]
    assert [done.before, done.after] == sizes
    assert sizes[1] < sizes[0] * 0.7
    with open_store(on_both.url) as store:
        assert store.differences() == []
    note = on_both.act(hand(0, 7))
    assert size_of(note) > size
    assert report(on_both, note).verdict is Code.OK


def test_run_again_it_packs_what_came_since(on_both: Operator) -> None:
    """And nothing twice."""
    run(on_both)
    size = len(raw_rows(on_both.url))
    assert run(on_both) == Packed(size)
    on_both.act(hand(0, 7))
    again = run(on_both)
    assert again.packed == len([row for row in raw_rows(on_both.url)[size:] if row.stream.startswith("hand:")])
    assert report(on_both, on_both.act([])).verdict is Code.OK


def test_only_what_is_over_below_the_checkpoint(played: Operator) -> None:
    """Not a hand that ended after it, nor one that goes on; nor anything that was recorded at that instant or later."""
    played.act(hand(0, 7)[:9])
    played.act([*hand(0, 7)[9:], *hand(0, 8)[:9]])
    rows = raw_rows(played.url)
    recorded_at = {row.index: int.from_bytes(row.state[51:59], "big") for row in rows}
    with open_store(played.url, read_only=True) as store:
        sizes = [size for size, _ in store.checkpoints()]
        last = store.stream_rows("hand:mesa-0/6")[-1].index
    early = run(played, before=min(recorded_at.values()))
    assert early == Packed()
    before = recorded_at[last] + 1
    some = run(played, before=before)
    assert some.size == max(size for size in sizes if recorded_at[size - 1] < before)
    whole = {row.stream for row in rows if row.stream.startswith("hand:") and row.index < some.size}
    going_on = {row.stream for row in rows if row.stream in whole and row.index >= some.size} | {"hand:mesa-0/8"}
    assert {rows[at].stream for at in packed_rows(played)} == whole - going_on
    assert "hand:mesa-0/6" in whole - going_on
    late = run(played)
    assert late.kept == len([row for row in rows if row.stream == "hand:mesa-0/8"])
    assert {rows[at].stream for at in packed_rows(played)} == {f"hand:mesa-0/{number}" for number in range(1, 8)}


def test_the_newest_entry_of_the_log_may_be_packed(on_both: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Doors and readers know it by its bytes: as it was sealed, whatever lies there."""
    before = in_ledger(on_both.url)[0][-1]
    monkeypatch.setattr(packing, "_OF_TYPE", "? <> ?")  # every stream
    monkeypatch.setattr(packing, "ended_below", lambda *_: True)
    monkeypatch.setattr("tombo.ledger.operate.pack.ended_below", lambda *_: True)
    door = open_ledger(on_both.url, on_both.keyring, clock=SteppingClock())
    with door.store as store:
        run(on_both)
        assert is_packed(raw_rows(on_both.url)[-1].state)
        assert before == store.unchecked.head().row
        for envelope in hand(0, 7):
            recorded(door.handle(envelope))
    assert report(on_both, on_both.act([])).verdict is Code.OK


# With what else there is


def test_what_was_packed_can_be_detached(on_both: Operator) -> None:
    """Cut as whole rows are, against the copy byte for byte; and what is cut is not packed, whether or not the copy is there."""
    before = in_ledger(on_both.url)[0]
    run(on_both)
    done = backed_up_and_run(on_both, on_both.folder / "copy")
    cut = cut_rows(on_both)
    assert done.cut == len(cut) > 0
    now = raw_rows(on_both.url)
    assert all(now[at].state == before[at].state[:59] for at in cut)
    assert len(packed_rows(on_both)) == done.kept
    on_both.keyring.cold.unlink()
    assert run(on_both) == Packed(done.log_index + 1 if done.log_index is not None else 0)._replace(
        size=run(on_both).size
    )
    assert [row.index for row in raw_rows(on_both.url) if is_cut(row.state)] == cut
    on_both.keyring.cold.write_text(f"{on_both.folder / 'copy'}\n")
    on_both.keyring.cold.chmod(0o600)
    assert checked_rows(on_both, len(before)) == before
    assert report(on_both, on_both.act([])).verdict is Code.OK


def test_another_entry_than_the_copy_has_is_not_cut(on_both: Operator) -> None:
    """Packed again with a bit of it otherwise, it is another entry."""
    run(on_both)
    backed_up(on_both, on_both.folder / "copy")
    row = next(row for row in raw_rows(on_both.url) if is_packed(row.state))
    altered = blob_of(on_both, row.state[:50] + bytes([row.state[50] ^ 1]) + row.state[51:])
    run_past(on_both.url, f"UPDATE stored_events SET state = {altered} WHERE notification_id = {row.index + 1}")
    with pytest.raises(TamperedError):
        backed_up_and_run(on_both, on_both.folder / "copy")
    assert cut_rows(on_both) == []


def test_copies_are_the_same_to_the_byte(on_both: Operator, new_url: str) -> None:
    """A backup, a bundle and a ledger restored, of one that is packed: those of the whole one. What is restored lies whole."""
    before = in_ledger(on_both.url)
    whole = files_of(on_both.bundle("whole"))
    backed_up(on_both, on_both.folder / "copy")
    run(on_both)
    assert files_of(on_both.bundle("packed")) == whole
    backed_up(on_both, on_both.folder / "second")
    first, second = (files_of(on_both.folder / name) for name in ("copy", "second"))
    assert {name: data for name, data in first.items() if name != "backup"} == {
        name: data for name, data in second.items() if name != "backup"
    }
    on_both.act(hand(0, 7))
    backed_up(on_both, on_both.folder / "copy")
    assert judged(on_both, on_both.folder / "copy").verdict is Code.UNWITNESSED
    with evidence_with_cold(on_both.url) as source:
        on_both.restore(source, new_url)
    assert packed_rows(on_both) == []
    now = in_ledger(new_url)
    assert now[0][: len(before[0])] == before[0]
    assert report(on_both).verdict is Code.OK


def test_a_copy_of_the_file_is_a_ledger(played: Operator) -> None:
    """And so is a restore from a bundle of it."""
    run(played)
    copy = played.folder / "copy.db"
    shutil.copy(played.url.removeprefix("sqlite:///"), copy)
    before = in_ledger(played.url)
    assert in_ledger(f"sqlite:///{copy}") == before
    played.restore(Bundle(played.bundle("bundle")), f"sqlite:///{played.folder / 'restored.db'}")
    assert in_ledger(played.url)[0] == before[0]


# Beside running play, and killed


def test_a_door_that_is_open_goes_on(on_both: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who records and who reads, while batch after batch is packed: each command is recorded, each row is read as it was."""
    monkeypatch.setattr(packing, "ROWS", 8)
    door = open_ledger(on_both.url, on_both.keyring, clock=SteppingClock())
    before, ended = in_ledger(on_both.url)[0], list[Packed | BaseException]()

    def pack() -> None:
        try:
            ended.append(run(on_both))
        except BaseException as error:  # noqa: BLE001 - told below
            ended.append(error)

    thread = Thread(target=pack)
    with door.store as store, open_checked(on_both.url, on_both.keyring, read_only=True) as reader:
        thread.start()
        number = 7
        while thread.is_alive() or number < 9:
            for envelope in hand(0, number):
                recorded(door.handle(envelope))
            assert list(reader.rows(0, len(before))) == before
            assert store.stream_rows("hand:mesa-0/1") == [row for row in before if row.stream == "hand:mesa-0/1"]
            number += 1
        thread.join()
    assert isinstance(ended[0], Packed), ended
    assert ended[0].packed > 8
    assert report(on_both, on_both.act([])).verdict is Code.OK


class Killed(BaseException):
    """Whoever is killed does nothing more."""


def test_killed_between_any_two_batches_it_goes_on(on_both: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row is whole or packed, all is read and verified, and the next run packs the rest."""
    monkeypatch.setattr(packing, "ROWS", 16)
    before, changes = in_ledger(on_both.url)[0], change_states
    left = [0]

    def dying(*given: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        return changes(*given)

    monkeypatch.setattr(packing, "change_states", dying)
    for count in range(1, 5):
        left[0] = 1
        with pytest.raises(Killed):
            run(on_both)
        assert len(packed_rows(on_both)) == 16 * count
        assert in_ledger(on_both.url)[0] == checked_rows(on_both, len(before)) == before
    assert report(on_both).verdict is Code.OK
    left[0] = 1 << 20
    assert run(on_both).packed == len([row for row in before if row.stream.startswith("hand:")]) - 64


def test_killed_within_a_transaction_it_never_was(on_both: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before the trigger is made again: rows and schema are as they were."""
    before = raw_rows(on_both.url)
    with open_store(on_both.url, read_only=True) as store:
        recorder = type(store.recorder)
    with monkeypatch.context() as own:
        own.setattr(recorder, "lets_nothing", ("no statement at all",))
        with pytest.raises(LedgerError):
            run(on_both)
    assert raw_rows(on_both.url) == before
    with evidence_with_cold(on_both.url) as store:
        assert store.differences() == []


def test_what_changed_meanwhile_is_not_written_over(on_both: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another run that packs the same, or a period that is detached meanwhile, is let go first, and nobody is accused."""
    before, changes = in_ledger(on_both.url)[0], change_states
    backed_up(on_both, on_both.folder / "copy")

    def beaten(recorder: Any, changed: Any) -> int:
        monkeypatch.setattr(packing, "change_states", changes)
        assert backed_up_and_run(on_both, on_both.folder / "copy").cut > 0
        return changes(recorder, changed)

    monkeypatch.setattr(packing, "change_states", beaten)
    done = run(on_both)
    assert done.packed == len(packed_rows(on_both)) > 0
    assert cut_rows(on_both)
    assert checked_rows(on_both, len(before)) == before
    assert report(on_both, on_both.act([])).verdict is Code.OK


def test_who_is_always_beaten_gives_up(played: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends with what to do, and with nothing done."""

    def beaten(*_: Any) -> int:
        raise ChangedMeanwhileError

    monkeypatch.setattr(packing, "change_states", beaten)
    with pytest.raises(ConflictError, match="Run it again when he is done"):
        run(played)
    assert packed_rows(played) == []


def test_the_room_comes_back_with_a_vacuum(played: Operator) -> None:
    """Beside an open door, whose ledger is what it was."""
    import sqlite3  # noqa: PLC0415 - as whoever owns the file does

    played.act([one for number in range(7, 40) for one in hand(0, number)])
    path = Path(played.url.removeprefix("sqlite:///"))

    def room() -> int:
        with closing(sqlite3.connect(path, isolation_level=None)) as owner:
            owner.execute("VACUUM")
            owner.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return path.stat().st_size

    before = room()
    run(played)
    assert room() < before * 0.65
    with open_store(played.url) as store:
        assert store.differences() == []
    assert report(played, played.act([])).verdict is Code.OK


def test_nothing_but_play_is_packed(played: Operator) -> None:
    """What a table, an account, a person or the log says lies there to be read by anybody's tools."""
    run(played)
    types = {row.stream.partition(":")[0] for row in raw_rows(played.url) if is_packed(row.state)}
    assert types == {"hand"}
    kept = [row for row in raw_rows(played.url) if is_packed(row.state)]
    whole = in_ledger(played.url)[0]
    assert [unpacked(*row[1:]) for row in kept] == [whole[row.index].state for row in kept]
