"""What nobody put on record, what was forged, and what was cut off while a period is detached: found, or whole (decision 0045)."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand, recorded
from tests.conftest import run_past
from tests.worlds.backups import backed_up, in_ledger
from tests.worlds.detached import (
    backed_up_and_run,
    blob_of,
    boundary_of,
    checked_rows,
    cut_rows,
    put_on_record,
    report,
    run,
)
from tests.worlds.operator import Operator
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import LedgerError, TamperedError, UnreadableError
from tombo.ledger.exchange.tiles import entry_tile
from tombo.ledger.live.cache import StateCache
from tombo.ledger.operate import detach as detaching
from tombo.ledger.operate.cold import cold_places, evidence_with_cold
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.store import open_store
from tombo.ledger.verify import Code

# What is found


def test_who_cuts_without_a_word_is_found(on_both: Operator) -> None:
    """Also where a copy has the entry: what nobody put on record is no entry any more, and no reader and no verifier takes it for one."""
    copy = on_both.folder / "copy"
    backed_up_and_run(on_both, copy)
    on_both.act([one for number in (7, 8, 9) for one in hand(0, number)])
    backed_up(on_both, copy)
    with open_store(on_both.url, read_only=True) as store:
        late, staff = store.stream_rows("hand:mesa-0/7")[3], store.stream_rows("staff:s-2")[0]
    for row in (late, staff):
        before = in_ledger(on_both.url)[0][row.index].state
        cut, whole = (blob_of(on_both, state) for state in (before[:59], before))
        run_past(on_both.url, f"UPDATE stored_events SET state = {cut} WHERE notification_id = {row.index + 1}")
        found = report(on_both)
        assert (found.verdict, found.problems[0].first) == (Code.MALFORMED, row.index)
        with pytest.raises(LedgerError) as raised:
            checked_rows(on_both, row.index + 1)
        assert raised.value.exit_status == 1
        run_past(on_both.url, f"UPDATE stored_events SET state = {whole} WHERE notification_id = {row.index + 1}")


def test_a_copy_forged_afterwards_is_found(played: Operator) -> None:
    """Nobody who reads believes it, and the verifier names the entry. With a second copy that is whole nothing is lost."""
    copy, second = played.folder / "copy", played.folder / "second"
    backed_up_and_run(played, copy)
    shutil.copytree(copy, second)
    at = cut_rows(played)[2]
    tile = next(path for path in (copy / entry_tile(0)).parent.rglob("*") if path.is_file())
    size = len(in_ledger(played.url)[0])
    with open_checked(played.url, played.keyring, read_only=True) as store:
        body = store.row(at).state[131:]  # type: ignore[union-attr]  # it is there
    place = body.index(b'"digest":"') + 10
    digest = b"0" if body[place : place + 1] != b"0" else b"1"
    tile.write_bytes(tile.read_bytes().replace(body, body[:place] + digest + body[place + 1 :], 1))
    with pytest.raises(TamperedError):
        checked_rows(played, size)
    found = report(played)
    assert (found.verdict, found.problems[0].first) == (Code.TAMPERED, at)
    played.keyring.cold.write_text(f"{second}\n")
    assert report(played).verdict is Code.OK


def test_a_period_of_another_tree_is_found(played: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people sign what is not so at a door that does not ask for the tree: the verifier holds the root against it."""
    monkeypatch.setattr(StateCache, "signed_root", lambda *_: bytes(32))
    checkpoint = boundary_of(played, len(in_ledger(played.url)[0]))
    ledger = open_ledger(played.url, played.keyring, clock=SteppingClock())
    with ledger.store:
        index = put_on_record(ledger, checkpoint._replace(root=bytes(32)))
    found = report(played, played.act([]))
    assert (found.verdict, found.problems[0].first, found.problems[0].field) == (Code.TAMPERED, index, "root")


# Killed, and brought back


class Killed(BaseException):
    """Whoever is killed does nothing more."""


def test_killed_between_any_two_steps_every_entry_is_there(on_both: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is on record, before the copies are named, and around each batch: all is read and verified as before; then run again."""
    before, copy = in_ledger(on_both.url)[0], on_both.folder / "copy"
    backed_up(on_both, copy)
    monkeypatch.setattr(detaching, "ROWS", 16)
    steps = {"keep_place": 1, "cut": -(-len(before) // 16)}
    for name, times in steps.items():
        for at in range(0, times, 2):
            _run_killed(on_both, copy, monkeypatch, name, at)
            assert checked_rows(on_both, len(before)) == before
            assert report(on_both, on_both.act([])).verdict is Code.OK
    backed_up_and_run(on_both, copy)
    assert cut_rows(on_both)
    assert checked_rows(on_both, len(before)) == before


def _run_killed(operator: Operator, copy: Path, patch: pytest.MonkeyPatch, name: str, at: int) -> None:
    """A run that dies before its call ``at`` of ``name``."""
    real, left = getattr(detaching, name), [at]

    def step(*given: Any) -> Any:
        if not left[0]:
            raise Killed
        left[0] -= 1
        return real(*given)

    with patch.context() as own:
        own.setattr(detaching, name, step)
        backed_up(operator, copy)
        with pytest.raises(Killed):
            run(operator, copy)


def test_killed_within_a_transaction_it_never_was(on_both: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before the trigger is made again: rows and schema are as they were."""
    copy = on_both.folder / "copy"
    backed_up(on_both, copy)
    with open_store(on_both.url, read_only=True) as store:
        recorder = type(store.recorder)
    with monkeypatch.context() as own:
        own.setattr(recorder, "lets_nothing", ("no statement at all",))
        with pytest.raises(LedgerError):
            run(on_both, copy)
    assert cut_rows(on_both) == []
    with evidence_with_cold(on_both.url) as store:
        assert store.differences() == []


def test_a_door_that_is_open_goes_on(on_both: Operator) -> None:
    """Whoever records or reads meanwhile finds the schema as it was, and the copies where they were named after he opened."""
    copy = on_both.folder / "copy"
    door = open_ledger(on_both.url, on_both.keyring, clock=SteppingClock())
    with door.store as store, open_checked(on_both.url, on_both.keyring, read_only=True) as reader:
        row = store.stream_rows("hand:mesa-0/1")[0]
        backed_up_and_run(on_both, copy)
        for envelope in hand(0, 7):
            recorded(door.handle(envelope))
        assert store.stream_rows("hand:mesa-0/1")[0] == reader.row(row.index) == row
    assert report(on_both, on_both.act([])).verdict is Code.OK


def test_a_copy_of_the_file_is_restored_whole(played: Operator, new_url: str) -> None:
    """The rows that it lacks come from the copy: so a period comes back."""
    backed_up_and_run(played, played.folder / "copy")
    with evidence_with_cold(played.url, cold_places(played.keyring)) as source:
        size = source.head().size
        rows = list(source.rows(0, size))
        played.restore(source, new_url)
    assert cut_rows(played) == []
    assert in_ledger(new_url)[0] == rows
    assert report(played, played.act(hand(0, 7))).verdict is Code.OK


def test_nothing_is_cut_before_the_disk_has_the_copy(played: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wrote it may not have waited for that: every file and folder is synced; where one cannot be, nothing is put on record, and nothing cut."""
    copy = played.folder / "copy"
    backed_up(played, copy)
    synced, real, size = set[str](), os.fsync, len(in_ledger(played.url)[0])

    def fsync(descriptor: int) -> None:
        synced.add(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        real(descriptor)

    def full(_: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as own:
        own.setattr(detaching, "_sync", full)
        with pytest.raises(UnreadableError, match="not known to be on the disk"):
            run(played, copy)
    assert (cut_rows(played), played.keyring.cold.exists(), len(in_ledger(played.url)[0])) == ([], False, size)
    with monkeypatch.context() as own:
        own.setattr(os, "fsync", fsync)
        run(played, copy)
    assert synced >= {str(path) for path in (copy, *copy.rglob("*"))}
