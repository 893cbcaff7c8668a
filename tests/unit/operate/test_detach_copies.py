"""Which copy is believed of several, what is said where none helps, and where copies are written down (decision 0045)."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Barrier, Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from bench.play import hand, recorded
from tests.conftest import run_past
from tests.worlds.backups import Played, backed_up, in_ledger
from tests.worlds.detached import backed_up_and_run, blob_of, checked_rows, cut_rows, report, run
from tests.worlds.operator import Operator
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import (
    KeyFileError,
    LedgerError,
    StoreUnavailableError,
    TamperedError,
    UsageError,
)
from tombo.ledger.exchange import objects
from tombo.ledger.exchange.folder import Folder
from tombo.ledger.exchange.objects import Objects, named
from tombo.ledger.exchange.tiles import entry_tile
from tombo.ledger.operate import cold
from tombo.ledger.operate.cold import NotHereError, check_place, cold_places, evidence_with_cold, keep_place
from tombo.ledger.operate.detached import check_on_record, on_record
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.store import cold as cutting
from tombo.ledger.store import open_store
from tombo.ledger.verify import Code


def copies_at(operator: Operator, *places: Path | str) -> None:
    """Have the file of places name these and no others."""
    operator.keyring.cold.write_text("".join(f"{place}\n" for place in places))
    operator.keyring.cold.chmod(0o600)


def tile_of(copy: Path) -> Path:
    """The first tile of entries of a copy."""
    return next(path for path in (copy / entry_tile(0)).parent.rglob("*") if path.is_file())


def damaged(operator: Operator, copy: Path, folder: Path) -> Path:
    """A copy of ``copy`` in which one byte of the body of an entry that was cut is another."""
    shutil.copytree(copy, folder)
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        row = store.row(cut_rows(operator)[2])
    tile, data = tile_of(folder), bytearray(tile_of(folder).read_bytes())
    data[data.index(row.state[131:]) + 40] ^= 1  # type: ignore[union-attr]  # it is there
    tile.write_bytes(data)
    return folder


def said_by_readers(operator: Operator) -> str:
    """What is said where nobody has what was cut: to who verifies as to who reads; no verdict, and status 3."""
    size, said = len(in_ledger(operator.url)[0]), set[str]()
    for ask in (lambda: report(operator), lambda: checked_rows(operator, size)):
        with pytest.raises(NotHereError) as raised:
            ask()
        said.add(str(raised.value))
    (found,) = said
    return found


def test_a_copy_of_another_ledger_accuses_nobody(played: Operator, tmp_path: Path) -> None:
    """Nor one of another history under the same name: it is told that it is one, no verdict is given, and the right one beside it is taken."""
    copy = played.folder / "copy"
    backed_up_and_run(played, copy)
    (tmp_path / "other").mkdir()
    other = Operator(tmp_path / "other", f"sqlite:///{tmp_path / 'other.db'}")
    Played(other).hands(7)
    backed_up(other, tmp_path / "elsewhere")
    copies_at(played, tmp_path / "elsewhere")
    assert f"{tmp_path / 'elsewhere'} has another entry there: it is of another log, or was altered" in said_by_readers(
        played
    )
    copies_at(played, tmp_path / "elsewhere", copy)
    assert report(played).verdict is Code.OK


def test_of_several_copies_the_one_that_was_signed_is_taken(played: Operator, tmp_path: Path) -> None:
    """Whichever is named first. Where that one cannot be read now, the damaged one accuses nobody either; alone it is found."""
    copy = played.folder / "copy"
    backed_up_and_run(played, copy)
    rotten = damaged(played, copy, tmp_path / "rotten")
    for places in ((rotten, copy), (copy, rotten)):
        copies_at(played, *places)
        assert report(played).verdict is Code.OK
        assert checked_rows(played, 40)
    copies_at(played, rotten, tmp_path / "away")
    said = said_by_readers(played)
    assert "what a copy has there is not what was signed: it was altered or damaged" in said
    assert f"{tmp_path / 'away'} is no folder" in said
    copies_at(played, rotten)
    alone = report(played)
    assert (alone.exit_status, alone.problems[0].first) == (1, cut_rows(played)[2])


def test_what_a_cut_row_keeps_is_not_altered_unseen(on_both: Operator) -> None:
    """When it was recorded, for one: a copy that has what the tree has says otherwise, and it is no entry any more."""
    backed_up_and_run(on_both, on_both.folder / "copy")
    with open_store(on_both.url, read_only=True) as store:
        row = store.row(at := cut_rows(on_both)[3])
    kept = bytearray(row.state)  # type: ignore[union-attr]  # it is there
    kept[-1] ^= 1
    run_past(
        on_both.url,
        f"UPDATE stored_events SET state = {blob_of(on_both, bytes(kept))} WHERE notification_id = {at + 1}",
    )
    found = report(on_both)
    assert (found.verdict, found.problems[0].first) == (Code.MALFORMED, at)
    with pytest.raises(LedgerError) as raised:
        checked_rows(on_both, at + 1)
    assert raised.value.exit_status == 1


@pytest.mark.parametrize("step", ["get", "holds"])
def test_a_copy_that_the_disk_does_not_give_is_not_here(
    played: Operator, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Whatever the system says of it: the period is named, and what kept it from being read; no fault of ours."""
    backed_up_and_run(played, played.folder / "copy")

    def failing(*_: object) -> Any:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Folder, step, failing)
    assert "Input/output error. Name a backup or a bundle" in said_by_readers(played)


def test_a_copy_is_opened_once(played: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again for each entry that an older one beside it lacks; nor is the file of places read again for each."""
    old, new = played.folder / "old", played.folder / "new"
    backed_up_and_run(played, old)
    played.act([one for number in range(7, 13) for one in hand(0, number)])
    backed_up_and_run(played, new)
    opened, read = list[object](), list[object]()
    for name, heard in (("open_copy", opened), ("read_secret_file", read)):
        monkeypatch.setattr(cold, name, counted(getattr(cold, name), heard))
    rows = checked_rows(played, len(in_ledger(played.url)[0]))
    assert len(cut_rows(played)) > 100
    assert [row.index for row in rows] == list(range(len(rows)))
    assert len(opened) < 10
    assert len(read) < 10


def counted(real: Callable[..., Any], heard: list[object]) -> Callable[..., Any]:
    """``real``, each call of which is noted."""

    def call(*given: Any) -> Any:
        heard.append(given)
        return real(*given)

    return call


def test_an_object_store_that_failed_is_let_alone_for_a_while(
    played: Operator, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whoever records waits for it once, and not once for each entry and command; a folder beside it is asked all the same, and it is again later."""
    backed_up_and_run(played, copy := played.folder / "copy")
    rows, asked = {row.index: row for row in checked_rows(played, 194)}, list[object]()

    def failing(place: str, *_: object) -> Any:
        asked.append(place)
        raise StoreUnavailableError(f"{place} cannot be read")

    clock, places = SteppingClock(step=0), ["s3://bucket/cold"]
    with open_store(played.url, read_only=True) as store:
        reader = store.cold = cold.Cold(store, lambda: places, clock)
        at = cut_rows(played)[0]
        with monkeypatch.context() as own:
            own.setattr(cold, "open_copy", failing)
            for waited, times in ((0, 1), (0, 1), (cold.REST, 2), (0, 2)):
                clock.instant += waited
                with pytest.raises(NotHereError, match="s3://bucket/cold cannot be read"):
                    store.row(at)
                assert len(asked) == times
        places.append(str(copy))
        assert store.row(at) == rows[at]
        assert reader.places() == places


def test_an_object_store_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often what reads it tries again by itself."""
    asked, never = Objects("memory://nowhere"), Event()
    monkeypatch.setattr(objects, "PATIENCE", 0.01)
    monkeypatch.setattr(asked, "_store", SimpleNamespace(cat_file=lambda *_, **__: never.wait()))
    try:
        with pytest.raises(StoreUnavailableError, match=r"no answer in 0\.01 seconds"):
            asked.get("checkpoint", 10)
    finally:
        never.set()


# Where copies are written down


def test_a_place_that_was_named_with_the_call_is_kept(played: Operator) -> None:
    """Who comes after does not name it (``--cold``, ``TOMBO_COLD``) and finds it; places that only this call named are not kept."""
    copy = played.folder / "copy"
    played.keyring.cold_given = (str(copy), "/elsewhere")
    backed_up_and_run(played, copy)
    played.keyring.cold_given = ()
    assert cold_places(played.keyring) == (str(copy),)
    assert report(played).verdict is Code.OK


def test_a_file_of_places_that_could_not_be_read_again_is_not_written(played: Operator) -> None:
    """It is refused with nothing on record and nothing cut."""
    copy = played.folder / "copy"
    backed_up(played, copy)
    copies_at(played, *(f"/copies/{number:060}" for number in range(59)))
    before = played.keyring.cold.read_text(), len(in_ledger(played.url)[0])
    with pytest.raises(KeyFileError, match="expected at most 4096: take away the lines of copies that are no more"):
        run(played, copy)
    assert (played.keyring.cold.read_text(), len(in_ledger(played.url)[0])) == before
    assert cut_rows(played) == []
    with pytest.raises(KeyFileError, match="in one line"):
        check_place(played.keyring, "two\nlines")


def test_two_who_keep_a_place_at_once_keep_both(played: Operator) -> None:
    """Neither is written over."""
    places = [f"/copies/{number}" for number in range(8)]
    ends = Barrier(len(places))

    def keep(place: str) -> None:
        ends.wait()
        keep_place(played.keyring, place)

    threads = [Thread(target=keep, args=(place,)) for place in places]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(cold_places(played.keyring)) == places


def test_a_password_is_never_told() -> None:
    """A place with one is refused, and told without it wherever it stands."""
    place = "sftp://ana:secret@backups.example/tombo"
    assert named(place) == "sftp://backups.example/tombo"
    with pytest.raises(UsageError, match="fsspec takes from its own configuration") as raised:
        Objects(place)
    assert "secret" not in str(raised.value)
    assert named("s3://bucket/place") == "s3://bucket/place"


# Two at once


def test_two_who_detach_at_once_are_both_done(on_both: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """One cuts what the other was about to cut: neither accuses anybody, and all of it is read as before."""
    copy = on_both.folder / "copy"
    backed_up(on_both, copy)
    before = in_ledger(on_both.url)[0]
    real = cutting.change_states

    def beaten(recorder: Any, to_cut: Any) -> int:
        monkeypatch.setattr(cutting, "change_states", real)
        assert run(on_both, copy).cut == len(to_cut)
        return real(recorder, to_cut)

    monkeypatch.setattr(cutting, "change_states", beaten)
    assert run(on_both, copy).cut == 0
    assert cut_rows(on_both)
    assert checked_rows(on_both, len(before)) == before
    assert report(on_both, on_both.act([])).verdict is Code.OK


# What nobody signed


@pytest.mark.parametrize("where", ["altered", "added"])
def test_a_record_that_nobody_signed_hides_nothing(on_both: Operator, where: str) -> None:
    """Who changes how much was detached, or adds an entry that says so, and cuts later play: it is found, and not called detached."""
    backed_up_and_run(on_both, on_both.folder / "copy")
    on_both.act([one for number in (7, 8, 9) for one in hand(0, number)])
    with open_store(on_both.url, read_only=True) as store:
        (record, size, _), late = next(on_record(store)), store.stream_rows("hand:mesa-0/7")[3]
        end = store.head().size
        check_on_record(store, on_both.policy)
    forged = blob_of(on_both, record.state.replace(b'"size":%d' % size, b'"size":999999'))
    statement = {
        "altered": f"UPDATE stored_events SET state = {forged} WHERE notification_id = {record.index + 1}",
        "added": "INSERT INTO stored_events (notification_id, originator_id, originator_version, topic, state)"
        f" VALUES ({end + 1}, 'log:main', 99, '{record.kind}', {forged})",
    }[where]
    cut = (
        f"UPDATE stored_events SET state = {blob_of(on_both, late.state[:59])} WHERE notification_id = {late.index + 1}"
    )
    run_past(on_both.url, f"{statement}; {cut}")
    with pytest.raises(TamperedError):
        checked_rows(on_both, end)
    with evidence_with_cold(on_both.url, cold_places(on_both.keyring)) as store:
        with pytest.raises(NotHereError, match=r"the entries .* to 999998"):
            store.row(late.index)
        with pytest.raises(TamperedError):
            check_on_record(store, on_both.policy)


def test_a_record_that_no_checkpoint_covers_is_believed_by_its_signature(on_both: Operator) -> None:
    """Between the cut and the next checkpoint, too."""
    backed_up_and_run(on_both, on_both.folder / "copy")
    with evidence_with_cold(on_both.url) as store:
        ((record, size, _),) = on_record(store)
        assert record.index == size
        check_on_record(store, on_both.policy)


# Room


def test_a_vacuum_beside_an_open_door_gives_the_room_back(played: Operator) -> None:
    """The schema is what it was, the door goes on, and all of it verifies; without one the pages of a file stay half empty."""
    played.act([one for number in range(7, 40) for one in hand(0, number)])
    backed_up_and_run(played, played.folder / "copy")
    path = Path(played.url.removeprefix("sqlite:///"))
    before = path.stat().st_size
    door = open_ledger(played.url, played.keyring, clock=SteppingClock())
    with door.store:
        with closing(sqlite3.connect(path, isolation_level=None)) as owner:
            assert owner.execute("PRAGMA freelist_count").fetchone() == (0,)
            owner.execute("VACUUM")
        for envelope in hand(0, 40):
            recorded(door.handle(envelope))
    assert path.stat().st_size < before * 3 // 4
    with open_store(played.url) as store:
        assert store.differences() == []
    assert report(played, played.act([])).verdict is Code.OK
