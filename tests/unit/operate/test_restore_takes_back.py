"""What a restore that fails takes away is its own file, and nothing else (G3)."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.forgeries.maker import ORIGIN
from tests.worlds.operator import Operator
from tombo.ledger.core.errors import NoLedgerError, StoreUnavailableError, UsageError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.operate import restore as restoring
from tombo.ledger.operate.restore import restore
from tombo.ledger.store import create_store, open_store
from tombo.ledger.store.sqlite import file as sqlite_file
from tombo.ledger.store.sqlite.connect import BESIDE, connect


def failing(monkeypatch: pytest.MonkeyPatch, before: Callable[[], object]) -> None:
    """The next restore fails at its first row, after ``before``."""

    def fail(*_: object) -> None:
        before()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(restoring, "put_verbatim", fail)


def test_g3_a_restore_that_fails_leaves_nothing(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its file goes, with what lies beside it: so it can be run again."""
    path = operator.folder / "new.db"
    source = Bundle(operator.bundle("bundle"))
    failing(monkeypatch, lambda: None)
    with pytest.raises(OSError, match="No space"):
        restore(source, f"sqlite:///{path}", ORIGIN, None, None)
    assert list(operator.folder.glob("new.db*")) == []


def test_g3_a_copy_that_was_put_there_meanwhile_stays(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody found a newer one, and moved it to its place: a restore that fails afterwards does not remove it."""
    path, newer = operator.folder / "new.db", operator.folder / "newer.db"
    source = Bundle(operator.bundle("bundle"))
    create_store(f"sqlite:///{newer}", "newer.example/1").close()
    failing(monkeypatch, lambda: newer.replace(path))
    with pytest.raises(OSError, match="No space"):
        restore(source, f"sqlite:///{path}", ORIGIN, None, None)
    with open_store(f"sqlite:///{path}", read_only=True) as kept:
        assert kept.origin == "newer.example/1"


def test_g3_a_ledger_that_another_made_meanwhile_stays(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the very file that this restore made: who says that there is one already does not remove it."""
    url, real = f"sqlite:///{operator.folder / 'new.db'}", sqlite_file._create
    source = Bundle(operator.bundle("bundle"))

    def second(path: Path, origin: str) -> None:
        real(path, "other.example/1")
        real(path, origin)

    monkeypatch.setattr(sqlite_file, "_create", second)
    with pytest.raises(UsageError, match=r"already the ledger other\.example/1"):
        restore(source, url, ORIGIN, None, None)
    with open_store(f"{url}.new", read_only=True) as kept:
        assert kept.origin == "other.example/1"


def test_c7_a_ledger_that_comes_to_stand_there_meanwhile_stays(operator: Operator) -> None:
    """At the very end its name is taken: the other's ledger is not written over, and the draft goes."""
    url = f"sqlite:///{operator.folder / 'new.db'}"
    source = Bundle(operator.bundle("bundle"))
    with pytest.raises(UsageError, match="was made meanwhile by somebody else; it stays"):
        restore(source, url, ORIGIN, None, None, check=lambda _: create_store(url, "other.example/1").close())
    with open_store(url, read_only=True) as kept:
        assert kept.origin == "other.example/1"
    assert not list(operator.folder.glob("new.db.new*"))


def test_c7_a_restore_whose_name_is_not_durable_says_that_it_is_there(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: 'cannot be written ...; nothing was restored', of a ledger that stood there."""
    url = f"sqlite:///{operator.folder / 'new.db'}"
    source = Bundle(operator.bundle("bundle"))

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("tombo.ledger.store.sqlite.new.sync_directory", fail)
    with pytest.raises(StoreUnavailableError, match=r"new\.db is restored.* cannot be made durable.*: Input/output"):
        restore(source, url, ORIGIN, None, None)
    with open_store(url, read_only=True) as made:
        assert made.origin == ORIGIN


def test_c7_a_restore_that_was_killed_leaves_no_ledger(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before: half a ledger stood there, status called it TAMPERED or ROLLED BACK, and no message said to remove it."""
    path = operator.folder / "new.db"
    url, source = f"sqlite:///{path}", operator.bundle("bundle")

    def killed(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    pid = os.fork()
    if not pid:
        monkeypatch.setattr(restoring, "build_tree", killed)
        restore(Bundle(source), url, ORIGIN, None, None)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
    left = sorted(operator.folder.glob("new.db*"))
    assert (path.exists(), {one.name.removesuffix("-wal").removesuffix("-shm") for one in left}) == (
        False,
        {"new.db.new"},
    )
    with pytest.raises(NoLedgerError, match="there is no ledger at"):
        open_store(url)
    with pytest.raises(
        UsageError, match=r"new\.db\.new.* of a restore that was killed, or is at work.* remove what it left"
    ):
        restore(Bundle(source), url, ORIGIN, None, None)
    assert sorted(operator.folder.glob("new.db*")) == left
    for one in left:
        one.unlink()
    restore(Bundle(source), url, ORIGIN, None, None)
    assert sorted(operator.folder.glob("new.db*")) == [path]
    with open_store(url, read_only=True) as made:
        assert made.head().size


def test_c7_what_holds_no_ledger_is_not_written_over(operator: Operator) -> None:
    """An empty file is free, as for init; of what was begun there it is said what to do."""
    path = operator.folder / "new.db"
    source, url = Bundle(operator.bundle("bundle")), f"sqlite:///{path}"
    path.mkdir()
    with pytest.raises(UsageError, match="is there, and holds no ledger; nothing is written over it"):
        restore(source, url, ORIGIN, None, None)
    path.rmdir()
    path.touch()
    restore(source, url, ORIGIN, None, None)
    with open_store(url, read_only=True) as made:
        assert made.origin == ORIGIN


@pytest.mark.parametrize("ending", BESIDE)
@pytest.mark.parametrize("how", ["init", "restore"])
def test_g3_what_is_left_of_a_lost_database_is_not_taken_for_the_new_ones(
    operator: Operator, ending: str, how: str
) -> None:
    """It may hold the newest entries of the old one: nothing is made beside it, and it stays as it is."""
    path = operator.folder / "new.db"
    left = path.with_name(f"new.db{ending}")
    left.write_bytes(b"the last pages of the lost one")
    source, url = Bundle(operator.bundle("bundle")), f"sqlite:///{path}"
    make: dict[str, Callable[[], object]] = {
        "init": lambda: create_store(url, ORIGIN),
        "restore": lambda: restore(source, url, ORIGIN, None, None),
    }
    with pytest.raises(
        UsageError, match=rf"new\.db{ending} is left of a database that is not at .* put what is left away"
    ):
        make[how]()
    assert (left.read_bytes(), path.exists()) == (b"the last pages of the lost one", False)


@pytest.mark.parametrize("cut", ["empty", "begun"])
def test_g3_an_init_that_was_killed_is_run_again(tmp_path: Path, cut: str) -> None:
    """What it leaves is a database, with or without what SQLite keeps beside it, and it is free."""
    path = tmp_path / "new.db"
    if cut == "empty":
        path.touch()
    else:
        connection = connect(f"file:{path}?mode=rwc", busy_seconds=1.0)
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE begun (one)")
        killed = tmp_path / "killed"
        killed.mkdir()
        for file in tmp_path.glob("new.db*"):
            shutil.copy(file, killed)
        connection.close()
        path = killed / "new.db"
    with create_store(f"sqlite:///{path}", ORIGIN) as store:
        assert store.origin == ORIGIN


def test_a_draft_that_somebody_has_open_is_not_put_in_place(operator: Operator) -> None:
    """Its newest entries would stay beside it under a name that goes: red before, the restore was told to be whole, and was empty."""
    source, path = Bundle(operator.bundle("bundle")), operator.folder / "again.db"
    others: list[sqlite3.Connection] = []

    def check(made: str) -> None:
        others.append(sqlite3.connect(made.removeprefix("sqlite:///")))
        others[0].execute("SELECT count(*) FROM stored_events").fetchone()

    with pytest.raises(StoreUnavailableError, match=r"is open elsewhere"):
        restore(source, f"sqlite:///{path}", ORIGIN, None, None, check=check)
    others[0].close()
    assert list(operator.folder.glob("again.db*")) == []
    restore(source, f"sqlite:///{path}", ORIGIN, None, None)
    with open_store(f"sqlite:///{path}", read_only=True) as store:
        assert store.head().size == source.head().size
